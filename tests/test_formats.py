"""The formats that pipelines read: each parsed by a reader of its own, on the right line, and red wherever the exit code is not 0."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import junitparser
import pytest

import sqlrisk
from sqlrisk.errors import WriteError
from sqlrisk.languages import ENGLISH
from sqlrisk.ratchet.entries import Baseline, Entry, written
from sqlrisk.report import Report, from_dict
from sqlrisk.reports import append, render, step_summary
from sqlrisk.reports.github import MOST
from sqlrisk.terminal import print_report
from tests.helpers import DECLARATION, ROWS, project
from tests.helpers import sqlrisk as program
from tests.readers import annotations, events, issues, junit, sarif

TODAY = date(2026, 11, 30)
FORMATS = ("junit", "sarif", "github", "gitlab", "openlineage")
ALL_OF_IT = """\
version: 1
profile: test
releases:
  - name: altas
    relation: altas
    columns: &columns
      edad: {role: quasi_identifier}
      sexo: {role: quasi_identifier}
      diagnostico: {role: sensitive, harm: {level: high}}
    groups: [sexo, {nadie: "1 = 0"}]
    waived: {diagnostico: not judged in this test}
    thresholds:
      - {measure: k, at_least: 2, source: house rule, reason: nobody alone}
      - {measure: max_posterior, column: diagnostico, at_most: 0.5, severity: warn, source: s, reason: r}
      - {measure: k, at_least: 1, source: s, reason: r}
      - {measure: prosecutor_mean, group: each, at_most: 0.9,
         source: s, reason: r}
      - {measure: prosecutor_mean, group: sexo, at_most: 1, severity: warn, source: s, reason: r}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
  - name: gone
    relation: nowhere
    columns: *columns
    thresholds: [{measure: k, at_least: 2, source: s, reason: r}]
    decided_on: 2026-11-01
    valid_until: 2026-11-02
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = ROWS.replace(") as t(edad, sexo, diagnostico)", ", (41, 'M', 'flu')) as t(edad, sexo, diagnostico)")
    return project(tmp_path_factory.mktemp("formats"), ALL_OF_IT, f"(select *, 'x' as olvidada from {rows})")


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return sqlrisk.check(folder / "sqlrisk.yml", today=TODAY, project_dir=folder)


def line_of(text: str, declaration: str = ALL_OF_IT) -> int:
    """The first line that holds a text."""
    return next(number for number, line in enumerate(declaration.splitlines(), 1) if text in line)


def test_junit_has_a_suite_a_release_and_a_case_a_limit_and_failure(report: Report) -> None:
    junit(render(report, "junit"))
    suites = list(junitparser.JUnitXml.fromstring(render(report, "junit").encode()))
    found = {suite.name: {case.name: [type(result).__name__ for result in case.result] for case in suite} for suite in suites}
    assert found == {
        "altas": {
            "undeclared-column: olvidada": ["Failure"],
            "k at least 2": ["Failure"],
            "max_posterior of diagnostico at most 0.5": [],
            "k at least 1": [],
            "prosecutor_mean in sexo=F at most 0.9": ["Failure"],
            "prosecutor_mean in sexo=M at most 0.9": [],
            "prosecutor_mean in nadie at most 0.9": ["Error"],
            "prosecutor_mean in sexo=F at most 1": [],
            "prosecutor_mean in sexo=M at most 1": [],
        },
        "gone": {"not-measured": ["Error"], "expired": ["Failure"]},
    }
    altas = suites[0]
    assert (altas.tests, altas.failures, altas.errors) == (9, 3, 1)
    assert {each.name: each.value for each in altas.properties()}["k"] == "1"
    warned = next(case for case in altas if case.name.startswith("max_posterior"))
    assert warned.system_out.startswith("warning: max_posterior of diagnostico is 1; its limit is at most 0.5")


def test_every_finding_stands_on_the_line_that_declares_it(report: Report) -> None:
    expected = [
        ("undeclared-column", "error", line_of("name: altas")),
        ("k", "error", line_of("measure: k, at_least: 2")),
        ("max_posterior", "warning", line_of("max_posterior")),
        ("prosecutor_mean", "error", line_of("group: each")),
        ("prosecutor_mean", "error", line_of("group: each")),
        ("not-measured", "error", line_of("name: gone")),
        ("expired", "error", line_of("name: gone")),
    ]
    results = sarif(render(report, "sarif"))["runs"][0]["results"]
    assert [(each["ruleId"], each["level"], place(each)) for each in results] == [(rule, level, ("sqlrisk.yml", line)) for rule, level, line in expected]
    levels = {"not_measured": "blocker", "error": "critical", "warning": "minor"}
    found = issues(render(report, "gitlab"))
    assert [(each["check_name"], each["location"]["lines"]["begin"]) for each in found] == [(f"sqlrisk/{rule}", line) for rule, _, line in expected]
    assert {each["severity"] for each in found} == set(levels.values())
    shown = annotations(render(report, "github"))
    by_level = sorted(expected, key=lambda each: each[1] != "error")
    assert [(each.command, each.properties["line"]) for each in shown] == [(level, str(line)) for _, level, line in by_level]
    assert shown[0].properties == {"file": "sqlrisk.yml", "line": "4", "title": "altas: undeclared-column"}
    assert shown[1].message == "k is 1; its limit is at least 2\nhouse rule; nobody alone"


def place(result: dict[str, Any]) -> tuple[str, int]:
    """The file and line of a result of SARIF."""
    physical = result["locations"][0]["physicalLocation"]
    return physical["artifactLocation"]["uri"], physical["region"]["startLine"]


def test_sarif_says_how_the_run_ended_and_what_stands_beside_it(report: Report) -> None:
    run = sarif(render(report, "sarif"))["runs"][0]
    invocation = run["invocations"][0]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (3, False)
    told = [(each["level"], each["message"]["text"]) for each in invocation["toolExecutionNotifications"]]
    errors = [text for level, text in told if level == "error"]
    assert errors[0] == "altas: prosecutor_mean in nadie is not measured; its limit is at most 0.9"
    assert errors[1].startswith("gone: not measured: ")
    assert "nowhere" in errors[1]
    assert len(errors) == 2
    assert ("note", "altas: prosecutor_mean (nadie) has no value: no row to measure; its limit is not met") in told
    assert ("note", "altas: the column `olvidada` of `altas` has no role: declare it under `columns`") in told
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"])


def test_fingerprints_stay_when_lines_move_and_values_change(report: Report, tmp_path: Path) -> None:
    rows = f"(select *, 'x' as olvidada from {ROWS} union all values (99, 'M', 'flu', 'x'), (98, 'F', 'flu', 'x'))"
    moved = project(tmp_path, "# a line more\n\n" + ALL_OF_IT, rows)
    again = sqlrisk.check(moved / "sqlrisk.yml", today=TODAY, project_dir=moved)
    assert [each.value for each in again.releases[0].thresholds] != [each.value for each in report.releases[0].thresholds]
    before, after = (fingerprints(each) for each in (report, again))
    assert len(before) == 7
    assert set(before) <= set(after)
    assert {each: line + 2 for each, line in before.items()}.items() <= after.items()


def fingerprints(report: Report) -> dict[str, int]:
    """The fingerprint of each finding and the line that it stands on."""
    results = sarif(render(report, "sarif"))["runs"][0]["results"]
    return {each["partialFingerprints"]["sqlrisk/v1"]: place(each)[1] for each in results}


def test_results_and_a_fresh_run_say_the_same_in_every_format(report: Report) -> None:
    again = from_dict(json.loads(render(report, "json")))
    assert [render(again, each) for each in FORMATS] == [render(report, each) for each in FORMATS]


WITHOUT_ROLE = DECLARATION.replace("      sexo: {role: quasi_identifier}\n", "")


def with_limit(limit: str) -> str:
    """The declaration with a limit more, and a group in which nobody is."""
    limits = DECLARATION.replace("      - {measure: k,", f"      - {limit}\n      - {{measure: k,")
    return limits.replace("    publish:", '    groups: [{nadie: "1 = 0"}]\n    publish:')


ALIKE = "(values (30, 'F', 'flu'), (31, 'F', 'flu'), (40, 'M', 'asthma'), (41, 'M', 'asthma')) as t(edad, sexo, diagnostico)"
WARN = with_limit("{measure: entropy_bits, at_least: 9, severity: warn, source: s, reason: r}")
SITUATIONS: dict[str, tuple[str, dict[str, Any], int]] = {
    "within its limits": (DECLARATION, {}, 0),
    "a limit of severity warn is broken": (WARN, {}, 0),
    "a limit of severity warn is broken and that fails": (WARN, {"fail_on": "warn"}, 1),
    "a limit is broken": (DECLARATION.replace("at_least: 2", "at_least: 3"), {}, 1),
    "the declaration has expired": (DECLARATION.replace("valid_until: 2027", "valid_until: 2026").replace("2026-11-01\n", "2026-11-02\n"), {}, 1),
    "a column has no role": (WITHOUT_ROLE, {}, 1),
    "a measure is infinite": (with_limit("{measure: delta_disclosure, column: diagnostico, at_most: 9, source: s, reason: r}"), {"rows": ALIKE}, 1),
    "a limit has no value": (with_limit("{measure: prosecutor_mean, group: nadie, at_most: 1, source: s, reason: r}"), {}, 3),
    "a limit of severity warn has no value": (with_limit("{measure: prosecutor_mean, group: nadie, at_most: 1, severity: warn, source: s, reason: r}"), {}, 0),
    "the relation is missing": (DECLARATION.replace("relation: altas", "relation: nowhere"), {}, 3),
}
RED: dict[str, Callable[[str], bool]] = {
    "junit": lambda text: bool(junit(text).xpath("//failure | //error")),
    "sarif": lambda text: any(each["level"] == "error" for each in sarif(text)["runs"][0]["results"]),
    "gitlab": lambda text: any(each["severity"] in ("blocker", "critical") for each in issues(text)),
    "github": lambda text: any(each.command == "error" for each in annotations(text)),
    "openlineage": lambda text: any(not each["success"] and each["severity"] == "error" for event in events(text) for each in assertions(event)),
}


def assertions(event: dict[str, Any]) -> list[dict[str, Any]]:
    """The assertions of an event."""
    found: list[dict[str, Any]] = event["inputs"][0]["inputFacets"]["dataQualityAssertions"]["assertions"]
    return found


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_pipeline_is_red_exactly_where_the_exit_code_is_not_0(situation: str, tmp_path: Path) -> None:
    declaration, given, code = SITUATIONS[situation]
    options = dict(given)
    report = sqlrisk.check(project(tmp_path, declaration, options.pop("rows", ROWS)), today=TODAY, **options)
    assert report.exit_code == code
    told_less = replace(report, releases=tuple(replace(each, hypotheses={**each.hypotheses, "failures": [], "declared_in": None}) for each in report.releases))
    for format in FORMATS:
        assert RED[format](render(report, format)) == (code != 0), format
        assert RED[format](render(told_less, format)) == (code != 0), f"{format} of results that do not say what failed"


def test_never_says_which_limits_exit_the_report_does(tmp_path: Path) -> None:
    """--fail-on never: the exit code is 0, and what is broken is red all the same."""
    report = sqlrisk.check(project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 3")), today=TODAY, fail_on="never")
    assert report.exit_code == 0
    assert all(RED[format](render(report, format)) for format in FORMATS)


def test_more_annotations_than_github_shows_are_counted(report: Report) -> None:
    altas = report.releases[0]
    many = replace(report, releases=(replace(altas, thresholds=altas.thresholds[:1] * 15, findings=()),))
    shown = annotations(render(many, "github"))
    assert len(shown) == MOST
    assert shown[-1].message == "and 6 more: the step's summary lists them"
    assert len(issues(render(many, "gitlab"))) == 15


def test_the_step_s_summary_is_appended(folder: Path, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    ran = program("check", "--today", "2026-11-30", "--format", "github", "--lang", "es", cwd=folder, env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert ran.code == 3
    assert annotations(ran.out)[0].command == "error"
    written = summary.read_text()
    assert written.startswith("before\n# ")
    assert "## altas" in written


def test_a_step_s_summary_is_written_for_its_format_only_or_fails(report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "no" / "summary.md"))
    print_report(report, "json", ENGLISH, (False, 80))
    with pytest.raises(WriteError, match="cannot append to it"):
        print_report(report, "github", ENGLISH, (False, 80))


def test_a_summary_is_cut_at_the_end_of_a_line(tmp_path: Path, report: Report) -> None:
    text = step_summary(report, "github")
    for size in (100, 60, 40):
        file = tmp_path / f"{size}.md"
        file.write_text("x" * 30 + "\n")
        append(text, file, size)
        assert file.stat().st_size <= size
        told = file.read_text()
        assert told == "x" * 30 + "\n" or told.endswith("more room)\n")
    append(text, tmp_path / "whole.md", 1024 * 1024)
    assert (tmp_path / "whole.md").read_text() == text
    assert step_summary(report, "json") == ""


def test_an_event_of_openlineage_a_release_with_its_limits(report: Report) -> None:
    altas, gone = events(render(report, "openlineage"))
    assert (altas["eventType"], gone["eventType"], altas["eventTime"]) == ("COMPLETE", "FAIL", "2026-11-30T00:00:00Z")
    assert altas["inputs"][0]["name"] == "altas"
    assert altas["inputs"][0]["inputFacets"]["dataQualityMetrics"]["rowCount"] == 5
    first, second, third, *_ = assertions(altas)
    assert (first["assertion"], first["column"], first["success"]) == ("undeclared-column", "olvidada", False)
    assert (second["expected"], second["actual"], second["severity"]) == ("at least 2", "1", "error")
    assert (third["column"], third["success"], third["severity"]) == ("diagnostico", False, "warn")
    assert gone["run"]["facets"]["errorMessage"]["message"]


def test_a_run_of_openlineage_is_known_by_its_results(report: Report) -> None:
    def run_id(altas: Any) -> str:
        found: str = events(render(replace(report, releases=(altas,)), "openlineage"))[0]["run"]["runId"]
        return found

    altas = report.releases[0]
    other_command = replace(altas, reproduction={**altas.reproduction, "command": "sqlrisk report"})
    assert run_id(altas) == run_id(other_command) != run_id(replace(altas, rows=6))


def test_what_an_alias_names_stands_on_the_line_of_the_alias(report: Report) -> None:
    columns = report.releases[1].hypotheses["declared_in"]["columns"]
    assert columns == dict.fromkeys(("edad", "sexo", "diagnostico"), line_of("columns: *columns"))


def test_where_no_file_declares_the_release_its_relation_is_the_place(folder: Path) -> None:
    from sqlrisk.documents import parse_yaml

    report = sqlrisk.check(parse_yaml(ALL_OF_IT, "values").value, today=TODAY, project_dir=folder)
    assert report.releases[0].hypotheses["declared_in"] is None
    locations = [each["locations"][0] for each in sarif(render(report, "sarif"))["runs"][0]["results"]]
    assert locations[0] == {"logicalLocations": [{"fullyQualifiedName": "altas", "kind": "table"}]}
    assert issues(render(report, "gitlab"))[0]["location"] == {"path": "altas", "lines": {"begin": 1}}
    assert "file" not in annotations(render(report, "github"))[0].properties


def test_a_release_of_a_manifest_is_declared_in_the_file_of_its_model(folder: Path, tmp_path: Path) -> None:
    from sqlrisk.loading import load_manifest

    release = {key: value for key, value in from_yaml(ALL_OF_IT)["releases"][0].items() if key not in ("name", "relation")}
    node = {"resource_type": "model", "name": "altas", "original_file_path": "models\\altas.sql", "config": {"meta": {"sqlrisk": release}}}
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "manifest.json").write_text(json.dumps({"nodes": {"model.p.altas": node}}, default=str))
    loaded = load_manifest(tmp_path / "target" / "manifest.json", TODAY)
    assert loaded.places == {"altas": {"file": "models/altas.sql", "folder": "."}}


def from_yaml(text: str) -> Any:
    """The values of a YAML text, numbers as JSON has them."""
    from sqlrisk.documents import parse_yaml
    from sqlrisk.plain import plain

    return plain(parse_yaml(text, "values").value)


def test_the_project_s_folder_stands_before_the_file_where_the_pipeline_runs_outside(tmp_path: Path) -> None:
    project(tmp_path / "my project", DECLARATION.replace("at_least: 2", "at_least: 3"))
    ran = program("check", "--project-dir", "my project", "--today", "2026-11-30", "--format", "sarif", cwd=tmp_path)
    assert place(sarif(ran.out)["runs"][0]["results"][0]) == ("my%20project/sqlrisk.yml", line_of("measure: k", DECLARATION))


def test_the_guide_says_who_reads_each_format() -> None:
    guide = (Path(__file__).parent.parent / "docs" / "guide.md").read_text(encoding="utf-8")
    assert [format for format in FORMATS if f"| `{format}` |" not in guide] == []


def test_what_a_baseline_excuses_is_seen_and_not_red(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.yml"
    recorded = Entry(release="altas", measure="k", limit={"at_least": 3}, value=2, reason="until the office moves", until=date(2027, 1, 1), recorded_on=TODAY)
    baseline.write_text(written(Baseline("b", (recorded,))))
    declaration = project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 3"))
    report = sqlrisk.check(declaration, today=TODAY, baseline=baseline)
    assert (report.exit_code, report.releases[0].verdict) == (0, "not_publishable")
    assert [format for format in FORMATS if RED[format](render(report, format))] == []
    result = sarif(render(report, "sarif"))["runs"][0]["results"][0]
    assert (result["level"], result["suppressions"][0]["status"]) == ("note", "accepted")
    assert "until the office moves" in result["suppressions"][0]["justification"]
    assert junit(render(report, "junit")).xpath("//testcase/skipped/@message") == ["k is 2; its limit is at least 3"]
    assert [each["severity"] for each in issues(render(report, "gitlab"))] == ["info"]
    assert [each.command for each in annotations(render(report, "github"))] == ["warning"]
    ended = sqlrisk.check(declaration, today=date(2027, 1, 2), baseline=baseline)
    assert ended.exit_code == 1
    assert all(RED[format](render(ended, format)) for format in FORMATS)
    assert "the exception of the baseline ended on 2027-01-01" in annotations(render(ended, "github"))[0].message
