"""What the public may see: no count below ten, in any format, however it would be told; and a verdict that is still that of the whole report."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk.audience import INTERNAL, MERGED, NOTE, PUBLIC, UNTOLD, bands, for_audience
from sqlrisk.report import Measurement, ReleaseReport, Report, from_dict
from sqlrisk.reports import render
from tests.helpers import DECLARATION, project, values
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
EXAMPLE = Path(__file__).parent.parent / "example_project"


@pytest.fixture(scope="module")
def whole() -> Report:
    return sqlrisk.check(EXAMPLE, today=TODAY)


@pytest.fixture(scope="module")
def public(whole: Report) -> Report:
    return for_audience(whole, PUBLIC)


def test_the_internal_report_is_the_whole_one(whole: Report) -> None:
    assert for_audience(whole, INTERNAL) is whole


def test_verdict_outcomes_and_exit_code_stay(whole: Report, public: Report) -> None:
    assert public.exit_code == whole.exit_code
    for before, after in zip(whole.releases, public.releases, strict=True):
        assert (after.verdict, after.expired, after.valid_until) == (before.verdict, before.expired, before.valid_until)
        assert [(each.measure, each.passed, each.limit) for each in after.thresholds] == [(each.measure, each.passed, each.limit) for each in before.thresholds]
        assert after.warnings[0] == NOTE


def test_no_small_count_is_left_and_the_value_lies_where_it_is_said_to(whole: Report, public: Report) -> None:
    shares = {"share of rows", "share of people"}
    for before, after in zip(whole.releases, public.releases, strict=True):
        assert after.class_sizes == {}
        assert before.rows_read is not None
        for found in before.measures:
            shown = after.find(found.measure, rung=found.rung, column=found.column, group=found.group, l=found.l)
            assert shown is not None
            if found.value is None or found.status != "measured":
                continue
            of_rows = found.value * before.rows_read if found.unit in shares else found.value
            if found.unit in {"rows", "classes", "people", *shares} and 0 < of_rows < 10:
                assert shown.value is None
            if shown.value is None and shown.low is not None and shown.high is not None:
                assert shown.low <= found.value <= shown.high
            assert shown.value is None or shown.value == pytest.approx(float(found.value), rel=0.06, abs=5)


COUNTED = [
    # what in words, unit, value, rows read, limit (direction, number, holds) or none, shown value, or its ends
    ("one row", "rows", 1, 1000, None, (1, 9)),
    ("nine rows", "rows", 9, 1000, None, (1, 9)),
    ("no row", "rows", 0, 1000, None, 0),
    ("ten rows", "rows", 10, 1000, None, 10),
    ("fourteen rows", "rows", 14, 1000, None, 10),
    ("a hidden k that holds is as large as its limit", "rows", 5, 1000, ("at_least", 5, True), (5, 9)),
    ("a hidden k that breaks is below its limit", "rows", 2, 1000, ("at_least", 5, False), (1, 4)),
    ("a k that rounding would take below its limit", "rows", 12, 1000, ("at_least", 11, True), (11, 15)),
    ("a k that rounding would take above its limit", "rows", 16, 1000, ("at_least", 20, False), (15, 19)),
    ("three rows of a thousand", "share of rows", Fraction(3, 1000), 1000, None, (0.0, 0.01)),
    ("three rows of four", "share of rows", Fraction(3, 4), 4, None, (0.0, 1.0)),
    ("all but three", "share of rows", Fraction(997, 1000), 1000, None, (0.99, 1.0)),
    ("123 of a thousand", "share of rows", Fraction(123, 1000), 1000, None, 0.12),
    ("every row", "share of rows", Fraction(1), 1000, None, 1),
    ("four values", "values", 4, 1000, None, 4),
    ("a distance", "distance", 0.27777, 1000, None, 0.28),
]


@pytest.mark.parametrize(("unit", "value", "rows", "limit", "shown"), [case[1:] for case in COUNTED], ids=[case[0] for case in COUNTED])
def test_what_is_shown_of_a_value(whole: Report, unit: str, value: Any, rows: int, limit: tuple[str, int, bool] | None, shown: Any) -> None:
    found = measurement("k", value, unit)
    results = [replace(whole.releases[0].thresholds[0], limit={limit[0]: limit[1]}, passed=limit[2], value=value)] if limit else []
    release = replace(whole.releases[0], rows_read=rows, rows_filtered=0, rows_marked=0, measures=(found,), thresholds=tuple(results))
    (told,) = public_of(release).measures
    assert told.value == shown if not isinstance(shown, tuple) else (told.value, told.low, told.high) == (None, *shown)


def measurement(name: str, value: Any, unit: str, group: str | None = None) -> Measurement:
    return Measurement(name, "published", None, group, None, "measured", None, value, None, None, unit)


def public_of(release: ReleaseReport) -> ReleaseReport:
    return for_audience(Report((release,), 0, TODAY, {"name": "sqlrisk", "version": "0"}), PUBLIC).releases[0]


def test_of_an_interval_the_end_is_shown_that_the_limit_was_held_against(whole: Report) -> None:
    found = replace(measurement("journalist_mean", Fraction(1, 20), "probability"), low=0.02, high=0.21)
    for limit, passed, shown in ((0.1, False, 0.21), (0.3, True, 0.21), (0.208, False, 0.21), (0.2101, True, 0.21), (0.2105, False, None)):
        result = replace(whole.releases[0].thresholds[0], measure="journalist_mean", limit={"at_most": limit}, passed=passed, value=0.21)
        release = replace(whole.releases[0], rows_read=1000, rows_filtered=0, rows_marked=0, measures=(found,), thresholds=(result,))
        assert public_of(release).thresholds[0].value == shown


def test_groups_of_a_few_rows_become_one(tmp_path: Path) -> None:
    """Three women in one class, two men alone: neither stands by its label, and the limit on each group is broken for both together."""
    rows = "(values (30, 'F', 'flu'), (31, 'F', 'flu'), (32, 'F', 'flu'), (40, 'M', 'flu'), (50, 'M', 'asthma')) as t(edad, sexo, diagnostico)"
    document = values(DECLARATION.replace("    publish:", "    groups: [sexo]\n    publish:"))
    document["releases"][0]["thresholds"].append({"measure": "k", "group": "each", "at_least": 2, "source": "s", "reason": "r"})
    whole = sqlrisk.check(document, today=TODAY, project_dir=project(tmp_path, rows=rows))
    (shown,) = for_audience(whole, PUBLIC).releases
    assert whole.releases[0].groups() == ["sexo=F", "sexo=M"]
    assert shown.groups() == [MERGED]
    assert [(each.group, each.passed) for each in shown.thresholds] == [(None, False), (MERGED, False)]
    for format in ("human", "markdown", "json"):
        assert "sexo=" not in render(for_audience(whole, PUBLIC), format)


def test_results_of_a_public_report_are_results(public: Report) -> None:
    again = from_dict(json.loads(render(public, "json")))
    assert render(again, "json") == render(public, "json")


def test_a_release_that_was_not_measured_does_not_say_of_what_size_it_is(tmp_path: Path) -> None:
    document = values(DECLARATION)
    document["releases"][0]["population"] = {"size": 3}
    (shown,) = for_audience(sqlrisk.check(document, today=TODAY, project_dir=project(tmp_path)), PUBLIC).releases
    assert (shown.error, shown.verdict) == (UNTOLD, "not_measured")


def test_bands_of_class_sizes() -> None:
    assert bands({1: 3, 9: 1, 10: 2, 99: 1, 100: 1, 250: 8}) == [(1, 9, 10), (10, 99, 120), (100, 999, 2100)]
    assert bands({1: 3, 9: 1, 10: 2, 99: 1, 100: 1}) == [(1, 9, 10), (10, 999, 220)], "a hundred rows in classes of a hundred and more are one class"
    assert bands({1000: 1}) == [(1, 9999, 1000)]
    assert bands({1: 3}) == [(1, 9, None)]


def test_the_program_hides_in_every_output(tmp_path: Path) -> None:
    ran = program("check", "--audience", "public", "--format", "json", "--output", "markdown=r.md", cwd=project(tmp_path))
    assert "\\[2, 9\\]" in (tmp_path / "r.md").read_text()
    found = json.loads(ran.out)["releases"][0]
    assert (found["rows"], found["class_sizes"], found["hypotheses"]["audience"]) == (None, {}, "public")
    refused = program("check", "--audience", "publik", cwd=tmp_path)
    assert (refused.code, "did you mean `public`?" in refused.err) == (2, True)


def test_no_remark_with_a_figure_is_left(public: Report) -> None:
    for release in public.releases:
        told = [warning for warning in release.warnings[1:] if not warning.startswith("remarks that hold figures")]
        assert not [warning for warning in told if re.search(r"(?<![`\w])\d", warning)]
