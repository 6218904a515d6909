"""Findings: their ids in every format, what `accepted` excuses and until when, and what a baseline records of them."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import ConfigurationError
from sqlrisk.finding import KINDS
from sqlrisk.ratchet.entries import Baseline, read, written
from sqlrisk.ratchet.updating import Decided, Updating
from sqlrisk.report import Report, from_dict
from sqlrisk.reports import render
from sqlrisk.stored import results
from tests.helpers import DECLARATION, values
from tests.reference import FOLDER

TODAY, UNTIL = date(2026, 11, 30), date(2027, 3, 31)
ROWS = pd.DataFrame([(edad, "F", "flu", f"n{edad}") for edad in range(30, 35)] * 1, columns=["edad", "sexo", "diagnostico", "nota"])
NEARLY_UNIQUE = {"finding": "nearly-unique-column", "column": "nota", "reason": "random number of the export", "until": UNTIL}


def checked(*accepted: dict[str, Any], today: date = TODAY, rows: pd.DataFrame = ROWS, baseline: Path | None = None, **columns: Any) -> Report:
    """The report of a release whose column `nota` is nearly unique and called insensitive without a reason."""
    declared = values(DECLARATION)
    release = declared["releases"][0]
    release["columns"] |= {"nota": {"role": "insensitive"}, **columns}
    release["accepted"] = list(accepted)
    return sqlrisk.check({**declared, "profile": None}, frames={"altas": rows}, today=today, baseline=baseline)


def outcomes(report: Report) -> dict[str, str]:
    return {each.id: each.outcome for each in report.releases[0].findings if each.severity == "error"}


def test_a_finding_fails_a_release_whose_limits_hold() -> None:
    report = checked()
    assert (report.exit_code, report.releases[0].verdict, outcomes(report)) == (1, "not_publishable", {"nearly-unique-column": "fails"})
    assert [result.passed for result in report.releases[0].thresholds] == [True]


def test_an_accepted_finding_leaves_the_release_publishable_until_its_day() -> None:
    report = checked(NEARLY_UNIQUE)
    assert (report.exit_code, report.releases[0].verdict, outcomes(report)) == (0, "publishable", {"nearly-unique-column": "accepted"})
    assert report.releases[0].failures == ()
    assert "(accepted until 2027-03-31: random number of the export) [nearly-unique-column]" in " ".join(render(report, "human").split())
    assert checked(NEARLY_UNIQUE, today=UNTIL).exit_code == 0
    ended = checked(NEARLY_UNIQUE, today=date(2027, 4, 1))
    assert (ended.exit_code, outcomes(ended)) == (1, {"nearly-unique-column": "fails"})
    assert "the acceptance of `nearly-unique-column` of `nota` ended on 2027-03-31" in ended.releases[0].warnings


@pytest.mark.parametrize("accepted", [{"finding": "free-text-column"}, {"column": "sexo"}], ids=str)
def test_an_acceptance_excuses_its_own_finding_alone(accepted: dict[str, str]) -> None:
    report = checked({**NEARLY_UNIQUE, **accepted})
    assert (report.exit_code, outcomes(report)) == (1, {"nearly-unique-column": "fails"})
    assert any(each.id == "idle-acceptance" for each in report.releases[0].findings)


def test_an_acceptance_does_not_excuse_a_broken_limit() -> None:
    report = checked(NEARLY_UNIQUE, rows=pd.concat([ROWS, pd.DataFrame([(99, "M", "flu", "x")], columns=ROWS.columns)], ignore_index=True))
    assert (report.exit_code, report.releases[0].verdict) == (1, "not_publishable")
    assert outcomes(report) == {"nearly-unique-column": "accepted"}


@pytest.mark.parametrize(
    ("accepted", "said"),
    [
        ({"finding": "nearly-uniqe-column"}, "`nearly-uniqe-column` is not a finding\n.*did you mean `nearly-unique-column`"),
        ({"finding": "expired", "column": None}, "`expired` cannot be accepted\n.*new `valid_until`"),
        ({"finding": "undeclared-column"}, "`undeclared-column` cannot be accepted\n.*Declare the column"),
        ({"finding": "waived-disclosure"}, "`waived-disclosure` cannot be accepted"),
        ({"column": None}, "the acceptance of `nearly-unique-column` names no column"),
        ({"group": "sexo"}, "`nearly-unique-column` is not about a group"),
        ({"finding": "protection-failed"}, "`protection-failed` is not about a column"),
        ({"finding": "missing-undeclared", "column": None, "group": "sexo"}, "`sexo` is not a declared group"),
    ],
    ids=str,
)
def test_what_cannot_be_accepted_is_refused_with_its_way_out(accepted: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigurationError, match=re.compile(said, re.DOTALL)):
        checked({**NEARLY_UNIQUE, **accepted})


def test_one_finding_is_accepted_once() -> None:
    with pytest.raises(ConfigurationError, match="`nearly-unique-column` is accepted twice"):
        checked(NEARLY_UNIQUE, {**NEARLY_UNIQUE, "reason": "another"})


@pytest.mark.parametrize("format", ["human", "markdown", "html", "json", "sarif", "junit", "github", "gitlab", "openlineage"])
def test_the_id_of_what_fails_is_in_every_format(format: str) -> None:
    assert "nearly-unique-column" in render(checked(), format)


def test_json_has_each_finding_and_the_kind_of_each_failure() -> None:
    found = json.loads(render(checked(), "json"))
    (release,) = found["releases"]
    assert found["schema_version"] == 2
    assert [(each["kind"], each["column"]) for each in release["hypotheses"]["failures"]] == [("nearly-unique-column", "nota")]
    assert [each["text"] for each in release["findings"]] == release["warnings"]
    assert json.loads(render(results(render(checked(), "json").encode()), "json")) == found
    assert from_dict(found).releases[0].findings == checked().releases[0].findings


def recorded(file: Path, report: Report, decided: Decided, today: date = TODAY) -> list[str]:
    """Write the baseline after a report; the kinds of the changes."""
    updating = Updating(read(file) if file.exists() else Baseline(str(file)), report, decided, today, ["altas"])
    changes = updating.changes()
    updating.refuse(changes)
    file.write_text(written(updating.updated(changes)))
    return [change.kind for change in changes]


def sentences(report: Report) -> list[str]:
    """What is said of the baseline."""
    return [each for each in report.releases[0].warnings if "baseline" in each]


def test_a_baseline_records_findings_so_that_only_new_ones_fail(tmp_path: Path) -> None:
    file = tmp_path / "baseline.yml"
    with pytest.raises(ConfigurationError, match="nothing is excused without a reason and a day"):
        recorded(file, checked(), Decided())
    assert recorded(file, checked(), Decided("upgrade", UNTIL)) == ["added"]
    assert '    finding: nearly-unique-column\n    column: "nota"\n    reason: "upgrade"\n    until: 2027-03-31\n' in file.read_text()
    excused = checked(baseline=file)
    assert (excused.exit_code, excused.releases[0].verdict, outcomes(excused)) == (0, "not_publishable", {"nearly-unique-column": "excused"})
    assert checked(baseline=file, today=UNTIL).exit_code == 0
    assert sentences(excused) == ["the finding nearly-unique-column of nota is excused until 2027-03-31 by the baseline: upgrade"]
    late = checked(baseline=file, today=date(2027, 4, 1))
    assert late.exit_code == 1
    assert sentences(late) == ["the finding nearly-unique-column of nota: the exception of the baseline ended on 2027-03-31: upgrade"]
    (idle,) = sentences(checked(NEARLY_UNIQUE, baseline=file))
    assert idle.endswith("is not needed any more: there is no such finding; sqlrisk baseline drops it")
    more = checked(baseline=file, rows=ROWS.assign(otra=ROWS["nota"]), otra={"role": "insensitive"})
    assert (more.exit_code, [each.column for each in more.releases[0].failures if each.outcome == "fails"]) == (1, ["otra"])
    assert recorded(file, checked(), Decided()) == ["kept"]
    assert recorded(file, checked(NEARLY_UNIQUE), Decided()) == ["dropped"]
    assert "entries: []" in file.read_text()


def test_a_baseline_does_not_record_what_cannot_be_accepted(tmp_path: Path) -> None:
    file = tmp_path / "baseline.yml"
    undeclared = checked(NEARLY_UNIQUE, rows=ROWS.assign(otra=1))
    assert recorded(file, undeclared, Decided("upgrade", UNTIL)) == ["not excusable"]
    assert checked(NEARLY_UNIQUE, rows=ROWS.assign(otra=1), baseline=file).exit_code == 1
    file.write_text("version: 1\nentries:\n  - {release: altas, finding: expired, reason: r, until: 2027-01-01, recorded_on: 2026-11-30}\n")
    with pytest.raises(ConfigurationError, match="`expired` cannot be excused"):
        read(file)


def test_every_finding_has_a_section_in_the_reference() -> None:
    page = (FOLDER / "findings.md").read_text(encoding="utf-8")
    assert [id for id in KINDS if f"\n### {id}\n" not in page] == []
    assert [id for id in KINDS if not re.fullmatch(r"[a-z]+(-[a-z]+)*", id)] == []
