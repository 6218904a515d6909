"""What the public may see: of a publishable release the limits, rounded rows and, of a large table, figures of rounded counts; of any other nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk import audience, stored
from sqlrisk.audience import INTERNAL, NOTE, PUBLIC, for_audience, rounded
from sqlrisk.evidence import ClassSizes
from sqlrisk.measures import Public, Value, measure, measures
from sqlrisk.rejudging import contradictions
from sqlrisk.report import ReleaseReport, Report, from_dict
from sqlrisk.reports import names, render
from tests.helpers import DECLARATION, project, values
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
EXACT = {"rows": 2343, "k": 97, "classes": 24}
"""The counts of the large table: none of them may stand in a public report."""


def frame(classes: int = EXACT["classes"], size: int = EXACT["k"], rows: int = EXACT["rows"]) -> pd.DataFrame:
    """So many classes of one size, the last one with the rows that are left; each class has as many F as M, but for one."""
    ages = [5 * min(row // size, classes - 1) for row in range(rows)]
    return pd.DataFrame({"edad": ages, "sexo": ["F"] * rows, "diagnostico": [("flu", "asthma", "gout")[row % 3] for row in range(rows)]})


def checked(table: pd.DataFrame, limits: tuple[dict[str, Any], ...] = (), today: date = TODAY, **keys: Any) -> Report:
    document = values(DECLARATION.replace("profile: test\n", ""))
    document["releases"][0].update({"publish": {}} | keys)
    document["releases"][0]["thresholds"] += list(limits)
    return sqlrisk.check(document, frames={"altas": table}, today=today)


def seen(table: pd.DataFrame, limits: tuple[dict[str, Any], ...] = (), large: int = 1000, **keys: Any) -> ReleaseReport:
    return for_audience(checked(table, limits, **keys), PUBLIC, large).releases[0]


def figures(release: ReleaseReport) -> dict[str, float]:
    return {found.measure: float(found.value or 0) for found in release.measures}


@pytest.fixture(scope="module")
def large() -> Report:
    return checked(frame())


def test_the_internal_report_is_the_whole_one(large: Report) -> None:
    assert for_audience(large, INTERNAL) is large


@pytest.mark.parametrize(("count", "shown"), [(0, None), (1, None), (14, None), (15, 20), (24, 20), (25, 30), (94, 90), (995, 1000)])
def test_a_count_is_rounded_to_tens_halves_up_and_hidden_below_fifteen(count: int, shown: int | None) -> None:
    assert rounded(count) == shown


def test_a_small_table_shows_its_rows_its_limits_and_nothing_else() -> None:
    limits = ({"measure": "distinct_l", "at_least": 2, "source": "s", "reason": "r"}, {"measure": "k", "at_least": 99, "severity": "warn"})
    release = seen(frame(9, 100, 995), limits)
    assert (release.verdict, release.rows, release.measures) == ("publishable", 1000, ())
    assert [(each.measure, each.limit, each.value, each.passed) for each in release.thresholds] == [
        ("k", {"at_least": 2}, None, True),
        ("distinct_l", {"at_least": 2}, None, True),
    ]
    told = {key: value for key, value in replace(release, rows=None, thresholds=()).__dict__.items() if value not in (None, (), {}, False)}
    assert told == {
        "name": "altas",
        "relation": "altas",
        "dialect": "duckdb",
        "status": "measured",
        "verdict": "publishable",
        "valid_until": date(2027, 11, 1),
        "hypotheses": {"audience": "public"},
        "findings": release.findings,
    }
    assert [each.text for each in release.findings] == [NOTE]


def test_a_large_table_shows_figures_made_of_rounded_counts(large: Report) -> None:
    (release,) = for_audience(large, PUBLIC).releases
    assert large.releases[0].rows == EXACT["rows"]
    assert large.releases[0].find("k") is not None
    assert (release.rows, figures(release)) == (
        2340,
        {"k": 100, "classes": 20, "prosecutor_max": 1 / 100, "prosecutor_mean": 20 / 2340},
    )


SHOWN: dict[str, tuple[pd.DataFrame, tuple[dict[str, Any], ...], dict[str, Any], set[str]]] = {
    "a limit of two, nothing suppressed": (frame(), (), {}, {"k", "classes", "prosecutor_max", "prosecutor_mean"}),
    "a class could appear with one row more": (frame(), (), {"suppress_below": 2}, set()),
    "none of less than ten could": (
        frame(),
        ({"measure": "k", "at_least": 10, "source": "s", "reason": "r"},),
        {"suppress_below": 10},
        {"k", "classes", "prosecutor_max", "prosecutor_mean"},
    ),
    "by the limit on the risk": (
        frame(),
        ({"measure": "prosecutor_max", "at_most": 0.1, "source": "s", "reason": "r"},),
        {"suppress_below": 10},
        {"k", "classes", "prosecutor_max", "prosecutor_mean"},
    ),
    "few classes": (frame(5, 200, 1100), (), {}, {"k", "prosecutor_max"}),
    "two classes": (frame(2, 550, 1100), (), {}, set()),
    "classes of nine": (frame(120, 9, 1080), (), {}, set()),
    "a figure that rounding takes beyond its limit": (
        frame(),
        ({"measure": "k", "at_least": 97, "source": "s", "reason": "r"}, {"measure": "prosecutor_mean", "at_most": 0.0104}),
        {},
        {"k", "classes", "prosecutor_max", "prosecutor_mean"},
    ),
    "the same, of k": (frame(24, 94), ({"measure": "k", "at_least": 92, "source": "s", "reason": "r"},), {}, {"classes", "prosecutor_max", "prosecutor_mean"}),
    "a zero that a limit says": (
        frame(2, 550, 1100),
        ({"measure": "unique_rows", "at_most": 0, "source": "s", "reason": "r"},),
        {},
        {"unique_rows"},
    ),
}


@pytest.mark.parametrize("case", SHOWN)
def test_which_figures_are_shown(case: str) -> None:
    table, limits, keys, shown = SHOWN[case]
    release = seen(table, limits, **keys)
    assert release.verdict == "publishable"
    assert set(figures(release)) == shown


def test_a_limit_for_each_group_names_no_value_of_the_column() -> None:
    table = frame()
    table.loc[table.index % 2 == 1, "sexo"] = "canary"
    each = {"measure": "k", "group": "each", "at_least": 2, "source": "s", "reason": "r"}
    release = seen(table, (each,), groups=["sexo", {"minors": "edad < 18"}])
    assert [result.group for result in release.thresholds] == [None, "every group of `sexo`", "minors"]
    assert not [format for format in names() if "canary" in render(Report((release,), 0, TODAY, {"name": "sqlrisk", "version": "0"}), format)]


def unmeasured() -> Report:
    return checked(frame().assign(diagnostico="x"), population={"size": 3})


OTHERS: dict[str, Callable[[], Report]] = {
    "a broken limit": lambda: checked(frame(), ({"measure": "k", "at_least": 98, "source": "s", "reason": "r"},)),
    "a smaller table": lambda: checked(frame(1, 1, 1)),
    "expired": lambda: replace(checked(frame(), today=date(2027, 12, 1)), generated_on=TODAY),
    "an undeclared column": lambda: checked(frame().assign(more=1)),
    "not measured": unmeasured,
    "publishable beside a broken limit": lambda: forged(passed=False),
    "without a limit": lambda: forged(thresholds=[]),
}


def forged(**changed: Any) -> Report:
    found = json.loads(render(checked(frame()), "json"))
    (release,) = found["releases"]
    for key, value in changed.items():
        (release if key in release else release["thresholds"][0])[key] = value
    return from_dict(found)


@pytest.mark.parametrize("case", OTHERS)
def test_of_any_other_release_the_public_sees_the_same_bytes(case: str) -> None:
    reference = for_audience(OTHERS["a broken limit"](), PUBLIC)
    found = for_audience(OTHERS[case](), PUBLIC)
    assert (found.releases[0].verdict, found.exit_code) == ("not_published", 1)
    for format in names():
        assert render(found, format) == render(reference, format)
        assert "at least" not in render(found, format)


@pytest.mark.parametrize("format", names())
def test_every_format_shows_the_same_and_no_exact_count(format: str, large: Report) -> None:
    text = re.sub(
        r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|<style>.*?</style>|<col [^>]*>|<section aria-labelledby=.sources.*?</section>",
        "",
        render(for_audience(large, PUBLIC), format),
        flags=re.DOTALL,
    )
    for count in EXACT.values():
        assert not re.search(rf"(?<![\d.,]){count}(?![\d.])|{count:,}(?!\d)", text), count
    if format not in ("github", "gitlab", "sarif"):  # these name what fails
        assert re.search("2,?340", text)
    if format in ("human", "markdown", "html", "junit", "json"):
        assert all(re.search(rf"(?<![\d.]){figure}", text) for figure in (100, 20, 0.01, 0.0085))
    assert not re.search("diagnostico|quasi|gout", text)


def test_stored_results_give_the_same_public_report(large: Report) -> None:
    for report in (large, checked(frame(9, 100, 900)), OTHERS["a broken limit"]()):
        public = for_audience(report, PUBLIC)
        again = for_audience(stored.results(render(report, "json").encode()), PUBLIC)
        written = stored.results(render(public, "json").encode())
        assert list(contradictions(written)) == []
        for format in names():
            assert render(again, format) == render(public, format) == render(written, format) == render(for_audience(written, PUBLIC), format)


def test_a_new_measure_says_what_the_public_sees_and_hidden_is_not_shown(large: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    declare: Any = measure
    with pytest.raises(TypeError, match="public"):
        declare("rows", "at_most")

    def smallest_group(sizes: ClassSizes) -> Value:
        """How many rows does the smallest group have?"""
        return sizes.rows

    known = declare("rows", "at_most", public=Public.HIDDEN)(smallest_group)
    monkeypatch.setattr(audience, "measures", lambda: {**measures(), known.name: known})
    (release,) = large.releases
    found = replace(release.measures[0], measure=known.name, value=97)
    (shown,) = for_audience(replace(large, releases=(replace(release, measures=(*release.measures, found)),)), PUBLIC).releases
    assert known.name not in figures(shown)
    assert figures(shown)


FORGERIES: dict[str, Callable[[dict[str, Any], dict[str, Any]], Any]] = {
    "a verdict": lambda all, release: release.update(verdict="not_publishable"),
    "a limit that is broken": lambda all, release: release["thresholds"][0].update(passed=False),
    "a value of a limit": lambda all, release: release["thresholds"][0].update(value=97),
    "an exact count": lambda all, release: release.update(rows=2343),
    "an exact figure": lambda all, release: release["measures"][0].update(value=97),
    "another measure": lambda all, release: release["measures"][0].update(measure="k_map"),
    "a reason": lambda all, release: release["measures"][0].update(reason="x"),
    "class sizes": lambda all, release: release.update(class_sizes={"published": {"1": 3}}),
    "hypotheses": lambda all, release: release["hypotheses"].update(mitigation="x"),
    "a day that is past": lambda all, release: release.update(valid_until="2026-11-29"),
    "an exit code": lambda all, release: all.update(exit_code=1),
}


@pytest.mark.parametrize("case", FORGERIES)
def test_public_results_that_hold_something_else_are_refused(case: str, large: Report) -> None:
    found = json.loads(render(for_audience(large, PUBLIC), "json"))
    FORGERIES[case](found, found["releases"][0])
    assert list(contradictions(from_dict(found)))


def test_the_program_shows_the_public_report_and_exits_as_the_check_does(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 3"))
    how = ("--today", "2026-11-30", "--format", "json")
    whole = program("check", *how, "--fail-on", "never", "--output", "json=internal.json", cwd=folder)
    ran = program("check", *how, "--fail-on", "never", "--audience", "public", "--output", "human=public.txt", cwd=folder)
    later = program("report", *how, "--from", "internal.json", "--audience", "public", cwd=folder)
    assert (whole.code, ran.code, later.code) == (0, 0, 0)
    assert ran.out == later.out
    assert (json.loads(ran.out)["exit_code"], (folder / "public.txt").read_text().splitlines()[0]) == (1, "altas: not published")
    assert "at least" not in ran.out + ran.err + (folder / "public.txt").read_text()
