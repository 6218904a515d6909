"""Stored results are judged again: a file whose verdict does not follow from what stands beside it is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.audience import for_audience
from sqlrisk.rejudging import contradictions
from sqlrisk.report import from_dict
from tests.helpers import DECLARATION, Ran, project, values
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
ROWS = [(30, "F", "a"), (31, "F", "b"), (32, "F", "c"), (40, "M", "a"), (41, "M", "b"), (42, "M", "a")]
KINDS_OF_LIMIT = (
    "{measure: k, at_least: 2, source: test, reason: test}",
    "{measure: k, at_least: 5, source: test, reason: test}",
    "{measure: k, at_least: 2}\n      - {measure: prosecutor_mean, at_most: 0.3, severity: warn}",
    "{measure: k, at_least: 2}\n      - {measure: k, at_least: 3, group: each}",
    "{measure: prosecutor_max, at_most: 0.3333333333333333}",
    "{measure: k, at_least: 2}\n      - {measure: distinct_l, at_least: 2}\n      - {measure: recursive_c, at_most: 2, l: 2}",
    "{measure: k, at_least: 2}\n      - {measure: beta_basic, at_most: 10}\n      - {measure: homogeneous_rows, at_most: 0}",
)
OTHERWISE = (
    ("", ""),
    ("valid_until: 2027-11-01", "valid_until: 2026-11-02"),
    (", null_means: not_recorded", ""),
    ("    publish:", "    population: {size: 60, random_sample: true, evidence: test}\n    publish:"),
    ("sexo: {role: quasi_identifier}", "sexo: {role: insensitive}"),
)


def checked(limit: int = 0, otherwise: int = 0, fail_on: str = "error", rows: list[tuple[Any, ...]] | None = None) -> dict[str, Any]:
    """The results of a check, as JSON has them."""
    text = DECLARATION.replace("profile: test\n", "").replace("{measure: k, at_least: 2, source: test, reason: test}", KINDS_OF_LIMIT[limit])
    text = text.replace("    publish:", "    groups: [sexo]\n    publish:") if "group" in KINDS_OF_LIMIT[limit] else text
    frame = pd.DataFrame(ROWS if rows is None else rows, columns=["edad", "sexo", "diagnostico"])
    report = sqlrisk.check(values(text.replace(*OTHERWISE[otherwise])), frames={"altas": frame}, today=TODAY, fail_on=fail_on)
    found: dict[str, Any] = json.loads(json.dumps(report.to_dict()))
    return found


def said(results: dict[str, Any]) -> list[str]:
    return list(contradictions(from_dict(results)))


def publicly(results: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(for_audience(from_dict(results), "public").to_dict()))
    return found


@pytest.mark.parametrize("otherwise", range(len(OTHERWISE)))
@pytest.mark.parametrize("limit", range(len(KINDS_OF_LIMIT)))
def test_what_a_check_writes_follows_from_itself(limit: int, otherwise: int) -> None:
    found = checked(limit, otherwise)
    assert (said(found), said(publicly(found))) == ([], [])


@pytest.mark.parametrize("fail_on", ["error", "warn", "never"])
@pytest.mark.parametrize("limit", [1, 2])
def test_the_severity_that_fails_is_recorded(limit: int, fail_on: str) -> None:
    found = checked(limit, fail_on=fail_on)
    assert found["exit_code"] == {"error": [1, 0], "warn": [1, 1], "never": [0, 0]}[fail_on][limit - 1]
    assert said(found) == []
    assert said({**found, "exit_code": 1 - found["exit_code"]}) == ["the exit code does not follow from the verdicts"]


Change = Callable[[dict[str, Any], dict[str, Any]], Any]
FORGED: dict[str, tuple[int, Change]] = {
    "a broken limit said to be publishable": (1, lambda all, release: (release.update(verdict="publishable"), all.update(exit_code=0))),
    "a broken limit said to hold": (1, lambda all, release: release["thresholds"][0].update(passed=True)),
    "the same with its verdict": (
        1,
        lambda all, release: (release["thresholds"][0].update(passed=True), release.update(verdict="publishable"), all.update(exit_code=0)),
    ),
    "another value of a limit": (1, lambda all, release: (release["thresholds"][0].update(passed=True, value=7), release.update(verdict="publishable"))),
    "another limit": (
        1,
        lambda all, release: (
            release["thresholds"][0].update(passed=True, limit={"at_least": 2}),
            release.update(verdict="publishable"),
            all.update(exit_code=0),
        ),
    ),
    "no limit at all": (1, lambda all, release: (release.update(verdict="publishable", thresholds=[]), all.update(exit_code=0))),
    "a limit that only warns": (
        1,
        lambda all, release: (release["thresholds"][0].update(severity="warn"), release.update(verdict="publishable"), all.update(exit_code=0)),
    ),
    "an exit code of 0": (1, lambda all, release: all.update(exit_code=0)),
    "an exit code of 3": (1, lambda all, release: all.update(exit_code=3)),
    "a verdict that is too strict": (0, lambda all, release: release.update(verdict="not_publishable")),
    "an expiry that is past": (0, lambda all, release: release.update(valid_until="2026-11-29")),
    "an expiry without its finding": (0, lambda all, release: release.update(expired=True, valid_until="2026-11-29")),
    "another declaration": (0, lambda all, release: release["hypotheses"]["declaration"]["published"].update(where="x")),
    "another day": (0, lambda all, release: all.update(generated_on="2026-12-01")),
    "no history": (0, lambda all, release: release["hypotheses"].update(history=[])),
    "an unmeasured release": (0, lambda all, release: release.update(status="not_measured")),
    "a value that is gone": (0, lambda all, release: release["thresholds"][0].update(value=None)),
    "a measure that is gone": (0, lambda all, release: release.update(measures=[])),
    "failures that are gone": (
        0,
        lambda all, release: release["hypotheses"].update(failures=[{"kind": "expired", "text": "x", "column": None, "group": None}]),
    ),
}


@pytest.mark.parametrize("case", FORGED)
def test_a_file_that_contradicts_itself_is_refused(case: str) -> None:
    limit, change = FORGED[case]
    found = copy.deepcopy(checked(limit))
    change(found, found["releases"][0])
    assert said(found)


FINDING = {"id": "expired", "severity": "error", "outcome": "fails", "text": "x", "column": None, "group": None, "reason": None, "until": None}
UNTRUE = {
    "a failing finding beside publishable": {},
    "an expiry that is accepted": {"outcome": "accepted", "until": "2027-01-01"},
    "an acceptance that has ended": {"id": "free-text-column", "outcome": "accepted", "until": "2026-11-29"},
    "an acceptance without a day": {"id": "free-text-column", "outcome": "accepted"},
    "an error that is only shown": {"id": "free-text-column", "outcome": "noted"},
    "a remark that fails": {"id": "undeclared-population"},
}


@pytest.mark.parametrize("case", UNTRUE)
def test_a_finding_that_no_check_makes_is_refused(case: str) -> None:
    found = copy.deepcopy(checked())
    release = found["releases"][0]
    release["findings"].append({**FINDING, **UNTRUE[case]})
    failing = [each for each in release["findings"] if each["outcome"] in ("fails", "excused")]
    release["hypotheses"]["failures"] = [{"kind": each["id"], "text": each["text"], "column": None, "group": None} for each in failing]
    assert said(found)


def test_every_field_that_the_verdict_follows_from_is_judged_again() -> None:
    """Of a release that is not publishable no one field can be changed so that another verdict would be right, and stay unnoticed."""
    for limit in range(len(KINDS_OF_LIMIT)):
        found = checked(limit, rows=[*ROWS, (90, "F", "a")])
        for place, result in enumerate(found["releases"][0]["thresholds"]):
            for key, value in {"passed": not result["passed"], "value": 1e6, "severity": "warn" if result["severity"] == "error" else "error"}.items():
                forged = copy.deepcopy(found)
                forged["releases"][0]["thresholds"][place][key] = value
                of_column = result["column"] is not None and key == "passed" and result["passed"]
                assert said(forged) or of_column, (limit, result, key)
        for day in (TODAY - timedelta(1), TODAY + timedelta(400)):
            assert said({**found, "generated_on": day.isoformat()})


def report(folder: Path, found: dict[str, Any]) -> Ran:
    (folder / "results.json").write_text(json.dumps(found))
    return program("report", "--from", "results.json", cwd=folder)


def test_report_from_refuses_a_contradiction_and_an_earlier_version(tmp_path: Path) -> None:
    assert report(tmp_path, checked()).code == 0
    forged = checked(1)
    forged["releases"][0]["verdict"] = "publishable"
    ran = report(tmp_path, {**forged, "exit_code": 0})
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "error: results.json: the results contradict themselves: release 1: the verdict does not follow from its limits and findings",
    )
    ran = report(tmp_path, earlier(checked()))
    assert (ran.code, ran.err.splitlines()[0]) == (2, "error: an earlier version of sqlrisk wrote these results: they cannot be judged again")


def earlier(found: dict[str, Any]) -> dict[str, Any]:
    """Results as schema version 1 had them: without findings and without the parts of the declaration."""
    old = {**copy.deepcopy(found), "schema_version": 1}
    for release in old["releases"]:
        del release["findings"]
        del release["hypotheses"]["declaration"]
        release["hypotheses"]["history"] = [
            {"generated_on": "2026-11-10", "thresholds_sha256": "a", "config_sha256": "b", "adversary_sha256": "c", "limits": ["k at least 5"]}
        ]
    return old


def test_the_measures_of_an_earlier_version_are_still_compared(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps(earlier(checked())))
    (tmp_path / "new.json").write_text(json.dumps(checked(1, rows=[*ROWS, (90, "F", "a")])))
    ran = program("compare", "old.json", "new.json", "--format", "json", cwd=tmp_path)
    (release,) = json.loads(ran.out)["releases"]
    moved = {each["measure"] for each in release["moved"]}
    assert (ran.code, release["comparable"], release["hypotheses"], "k" in moved) == (0, False, [], True)
    worse = program("compare", "old.json", "new.json", "--fail-on", "worse", cwd=tmp_path)
    assert (worse.code, worse.err.splitlines()) == (1, ["worse: altas: k"])
    told = program("compare", "old.json", "new.json", cwd=tmp_path)
    assert " ".join(told.out.split()).count("are not comparable; the measures are") == 1


def test_check_goes_on_from_the_history_of_an_earlier_version(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "old.json").write_text(json.dumps(earlier(checked())))
    ran = program("check", "--today", "2026-11-20", "--previous", "old.json", cwd=folder)
    assert " ".join(ran.out.split()).count("the declaration measured on 2026-11-10 was recorded by another version of sqlrisk") == 1


def test_a_finding_is_accepted_on_the_last_day_of_its_acceptance() -> None:
    found = copy.deepcopy(checked())
    accepted = {"id": "free-text-column", "outcome": "accepted", "until": TODAY.isoformat()}
    found["releases"][0]["findings"].append({**FINDING, **accepted})
    assert said(found) == []
