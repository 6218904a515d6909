"""The reports: what each says, the same bytes each time, and nothing that a hostile name could do in them."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import sqlrisk
from sqlrisk.report import Report, from_dict, results_schema
from sqlrisk.reports import names, render, visible
from tests.helpers import DECLARATION, Ran, project, values
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
CONTRACT = {
    "release": "name relation dialect status rows_read rows_filtered rows_marked rows_suppressed rows verdict findings warnings expired valid_until"
    " hypotheses measures class_sizes suppression thresholds limits_of_method error reproduction",
    "measure": "measure rung column group l status reason value low high unit estimator sampling_fraction interval assumptions group_of",
    "threshold": "measure column group l limit value passed severity source reason group_of",
    "reproduction": "config_sha256 sql_sha256 tool_commit engine time_zone limits snapshot seed command fail_on",
    "results": "schema_version tool generated_on releases exit_code",
}  # fmt: skip


@pytest.fixture
def report(tmp_path: Path) -> Report:
    more = "    groups: [sexo]\n    ladder: [{name: crudo}]\n    population: {size: 400}\n    review_when: [legal change]\n"
    more += "    decision: {reason: needed, by: data office, alternatives: [wait]}\n"
    return sqlrisk.check(values(DECLARATION.replace("    publish:", more + "    publish:")), today=TODAY, project_dir=project(tmp_path))


def test_json_has_the_keys_of_the_contract_and_no_others(report: Report) -> None:
    found = json.loads(render(report, "json"))
    release = found["releases"][0]
    assert list(found) == CONTRACT["results"].split()
    assert list(release) == CONTRACT["release"].split()
    assert list(release["measures"][0]) == CONTRACT["measure"].split()
    assert list(release["thresholds"][0]) == CONTRACT["threshold"].split()
    assert list(release["reproduction"]) == CONTRACT["reproduction"].split()
    assert release["class_sizes"]["published"] == {"2": 2} or all(size.isdigit() for size in release["class_sizes"]["published"])


def test_json_fits_its_schema(report: Report) -> None:
    jsonschema.validate(json.loads(render(report, "json")), results_schema())


def test_results_can_be_read_back_and_say_the_same(report: Report) -> None:
    again = from_dict(json.loads(render(report, "json")))
    for format in names():
        assert render(again, format) == render(report, format)


def test_markdown_has_the_four_sections_of_the_book(report: Report) -> None:
    text = render(report, "markdown")
    sections = ["1. Identification and traceability", "2. Declared hypotheses", "3. Measures", "4. Verdict, decision, expiry and review"]
    assert [line[4:] for line in text.splitlines() if line.startswith("### ")] == sections
    for said in ("sampling fraction 0.01", "Poisson", "valid until 2027-11-01".capitalize(), "legal change", "data office", "not a finding of anonymity"):
        assert said in text


def test_the_verdict_comes_first_on_the_console_and_lines_keep_to_80_columns(report: Report) -> None:
    lines = render(report, "human").splitlines()
    assert " ".join(lines[:2]).startswith("altas: publishable under the declared hypotheses; not a finding of anonymity under the GDPR")
    assert max(map(len, lines)) <= 80


def test_what_fails_besides_the_limits_stands_under_the_verdict(tmp_path: Path) -> None:
    from sqlrisk.reports import human

    declared = values(DECLARATION.replace("      sexo: {role: quasi_identifier}\n", ""))
    lines = human.render(sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path)), quiet=True).splitlines()
    assert lines == [
        "altas: NOT publishable",
        "  - the column `sexo` of `altas` has no role: declare it under `columns`",
        "    [undeclared-column]",
    ]


def test_colour_only_where_it_is_asked_for(report: Report) -> None:
    from sqlrisk.reports import human

    assert "\x1b[" not in human.render(report)
    assert "\x1b[" in human.render(report, color=True)


def test_a_limit_on_the_prosecutor_s_risk_says_which_class_size_it_asks_for(tmp_path: Path) -> None:
    declared = values(DECLARATION.replace("{measure: k, at_least: 2,", "{measure: prosecutor_max, at_most: 0.09,"))
    text = render(sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path)), "human")
    assert "at most 0.09 (classes of 12)" in text


def test_figures_about_the_population_are_labelled_where_the_sample_is_not_random(report: Report) -> None:
    assert "not interpretable: not a random" in " ".join(render(report, "human").split())
    assert "not interpretable: not a random sample" in render(report, "markdown")


HOSTILE = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "`${1}`",
    "|a|b|",
    "\u202egnp.exe",
    "zero\u200bwidth",
    "\x1b[31mred",
    "=1+1",
    "**bold**",
    "# title",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_does_nothing_in_any_format(name: str, tmp_path: Path) -> None:
    declared = values()
    declared["releases"][0]["name"] = name
    declared["releases"][0]["description"] = name
    report = sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path))
    for format in ("human", "markdown"):
        text = render(report, format)
        assert not [character for character in "\x1b\u202e\u200b" if character in text]
    markdown = re.sub(r"`[^`]*`", "", render(report, "markdown"))
    assert not re.search(r"(?<!\\)<", markdown)
    assert not re.search(r"(?<!\\)\]\(", markdown)
    assert json.loads(render(report, "json"))["releases"][0]["name"] == name


def test_what_cannot_be_seen_is_shown_by_its_code_point() -> None:
    assert visible("a\u202eb\x1bc\u200bd\n") == "a<U+202E>b<U+001B>c<U+200B>d\n"


def stripped(ran: Ran) -> Any:
    found = json.loads(ran.out)
    for release in found["releases"]:
        release["reproduction"]["command"] = ""
    return found


def test_the_same_data_declaration_and_day_give_the_same_bytes(tmp_path: Path) -> None:
    folder = project(tmp_path)
    runs = [program("check", "--today", "2026-11-30", "--format", "json", cwd=folder, env={"PYTHONHASHSEED": seed}) for seed in ("0", "1", "2")]
    assert len({ran.out for ran in runs}) == 1


def test_report_from_results_exits_as_the_check_did(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 5"))
    first = program("check", "--today", "2026-11-30", "--output", "json=results.json", "-q", cwd=folder)
    again = program("report", "--from", "results.json", "--format", "json", cwd=folder)
    assert (first.code, again.code) == (1, 1)
    assert json.loads(again.out) == json.loads((folder / "results.json").read_text())


def test_a_results_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{}")
    ran = program("report", "--from", "results.json", cwd=tmp_path)
    assert ran.code == 2
    assert "these are not results of sqlrisk" in ran.err


def test_between_the_reader_and_the_reason_stands_nothing(tmp_path: Path) -> None:
    declared = values(DECLARATION.replace("relation: altas", "relation: altaz.csv").replace("profile: test\n", ""))
    lines = render(sqlrisk.check(declared, today=TODAY, project_dir=tmp_path), "human").splitlines()
    assert lines[0] == "altas: NOT MEASURED: no verdict"
    assert "altaz.csv is not there" in " ".join(" ".join(lines).split())
    assert not [line for line in lines if line.startswith(("Hypotheses", "Limits", "Measures"))]
