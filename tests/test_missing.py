"""A missing quasi-identifier: a category of its own to the gate, and beside it a second reading in which it matches anything, never judged."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk import missing
from sqlrisk.engines.duckdb import DuckDB
from sqlrisk.errors import StatementTimeoutError
from sqlrisk.planning import MISSING_MATCHES
from sqlrisk.report import ReleaseReport, Report, from_dict
from sqlrisk.reports import render
from tests.cases.bank import CASES, FOLDER, release
from tests.helpers import DECLARATION, project
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
NAMES = ("a", "b", "c")
MEAN = {"measure": "prosecutor_mean", "at_most": 0.9, "source": "test", "reason": "test"}
"""What binds beside `k at_least 1`, which holds for every table."""
Row = tuple[int | None, ...]


def check(rows: Sequence[Row], k: int = 1, **more: Any) -> Report:
    """The report of a table of whole numbers that are all quasi-identifiers."""
    names = NAMES[: len(rows[0])]
    frame = pd.DataFrame({name: pd.array([row[place] for row in rows], dtype="Int64") for place, name in enumerate(names)})
    declared = {
        "name": "people",
        "relation": "people",
        "columns": {name: {"role": "quasi_identifier"} for name in names},
        "thresholds": [{"measure": "k", "at_least": k, "source": "test", "reason": "test"}, *([] if k > 1 else [MEAN])],
        "adversary": {"access": "agreement"},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }
    return sqlrisk.check({"version": 1, "releases": [declared]}, frames={"people": frame}, today=TODAY)


def second(report: Report | ReleaseReport) -> dict[str, Any]:
    """The second reading: measure -> value."""
    told = report.releases[0] if isinstance(report, Report) else report
    return {found.measure: found.value for found in told.measures if found.rung == MISSING_MATCHES}


def of_matches(matches: Sequence[int], k: int, risk: Fraction = Fraction(1, 5)) -> dict[str, Any]:
    """What the measures are where each row matches so many."""
    rows = len(matches)
    return {
        "k": min(matches),
        "unique_rows": Fraction(sum(f == 1 for f in matches), rows),
        "rows_below_k": Fraction(sum(f < k for f in matches), rows),
        "rows_at_risk": Fraction(sum(Fraction(1, f) > risk for f in matches), rows),
        "prosecutor_max": Fraction(1, min(matches)),
        "prosecutor_mean": sum((Fraction(1, f) for f in matches), Fraction(0)) / rows,
    }


def matches(rows: Sequence[Row]) -> list[int]:
    """How many rows each row agrees with, each held against each."""
    return [sum(all(None in pair or pair[0] == pair[1] for pair in zip(row, other, strict=True)) for other in rows) for row in rows]


SDCMICRO: list[Row] = [(1, None), (1, 2), (1, 2), (2, 3)]


def test_what_sdcmicro_counts() -> None:
    assert matches(SDCMICRO) == [3, 3, 3, 1]
    report = check(SDCMICRO)
    assert second(report) == of_matches([3, 3, 3, 1], k=1)
    assert (second(report)["prosecutor_mean"], report.releases[0].find("prosecutor_mean").value) == (Fraction(1, 2), Fraction(3, 4))
    assert second(check(SDCMICRO, k=3)) == of_matches([3, 3, 3, 1], k=3)


def test_the_practice_guide_and_the_gate_differ_and_the_gate_stands() -> None:
    case = CASES["T07"]
    limit = {"measure": "k", "at_least": 2, "source": "test", "reason": "test"}
    report = sqlrisk.check({"version": 1, "releases": [release(case, limits=[limit])]}, today=TODAY, project_dir=FOLDER)
    expected = case["alternatives"]["null_matches_anything"]
    assert second(report) == of_matches(expected["fk"], k=2)
    assert second(report)["k"] == expected["k"]
    assert (report.exit_code, report.releases[0].verdict, report.releases[0].thresholds[0].value) == (1, "not_publishable", 1)


def random_rows(seed: int) -> list[Row]:
    chance = random.Random(seed)
    pools = [[*range(chance.randint(1, 3))] + [None] * chance.randint(0, 1) for _ in range(chance.randint(1, 3))]
    return [tuple(chance.choice(pool) for pool in pools) for _ in range(chance.randint(1, 20))]


@pytest.mark.parametrize("suppress_below", [None, 2])
def test_random_tables(suppress_below: int | None) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(40):
        rows = random_rows(seed)
        published = [row for row, size in zip(rows, map(rows.count, rows), strict=True) if size >= (suppress_below or 1)]
        report = check(rows, k=3, **({"suppress_below": suppress_below} if suppress_below else {})).releases[0]
        holds_null = any(None in row for row in published)
        assert second(report) == (of_matches(matches(published), k=3) if holds_null else {}), rows
        seen[holds_null] += 1
        if holds_null:
            assert second(report)["k"] >= report.find("k").value
            assert second(report)["prosecutor_mean"] <= report.find("prosecutor_mean").value
    assert min(seen[True], seen[False]) >= 5


def test_a_level_that_gives_missing_values_a_name_leaves_nothing_to_match() -> None:
    named = {"columns": {"a": {"role": "quasi_identifier"}, "b": {"role": "quasi_identifier", "levels": {"named": "coalesce(b, 0)"}}}}
    assert second(check(SDCMICRO, **named))
    assert second(check(SDCMICRO, **named, publish={"b": "named"})) == {}
    assert second(check(SDCMICRO, **named, publish={"b": "dropped"})) == {}


def test_it_changes_nothing_of_what_gates() -> None:
    report = check(SDCMICRO, k=2, ladder=[{"name": "raw"}]).releases[0]
    assert {result.value for result in report.thresholds} == {1}
    assert MISSING_MATCHES not in report.class_sizes
    assert all("never judged" in found.assumptions[-1] for found in report.measures if found.rung == MISSING_MATCHES)
    assert report.rungs()[0] == "published"


@pytest.mark.parametrize("format", ["human", "markdown"])
def test_a_report_for_people_says_what_it_is(format: str) -> None:
    text = render(check(SDCMICRO, ladder=[{"name": "raw"}]), format)
    assert "A second reading, not judged: a missing value matches anything" in text
    assert "sdcMicro" in text
    assert MISSING_MATCHES not in text, "it is no rung of the ladder"
    assert "second reading" not in render(check([(1, 2), (1, 2)]), format)


def test_the_results_are_read_back_with_it() -> None:
    report = check(SDCMICRO)
    again = from_dict(json.loads(render(report, "json")))
    assert second(again) == {name: float(value) for name, value in second(report).items()}


@pytest.mark.parametrize("format", ["human", "markdown"])
def test_too_many_comparisons_are_not_made(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing, "MOST_COMPARISONS", 2)
    report = check(SDCMICRO)
    assert report.exit_code == 0
    assert second(report) == dict.fromkeys(missing.MEASURES)
    assert {found.status for found in report.releases[0].measures if found.rung == MISSING_MATCHES} == {"not_measured"}
    assert "3 classes against 1 with a missing value" in " ".join(render(report, format).split())
    monkeypatch.setattr(missing, "MOST_COMPARISONS", 3)
    assert second(check(SDCMICRO))["k"] == 1


def tampered(monkeypatch: pytest.MonkeyPatch, fault: Any) -> None:
    """Let the real engine answer, and change what it says of the matches."""
    real = DuckDB.rows

    def rows(self: DuckDB, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        found = real(self, sql, what)
        return fault(found) if ": null_matches" in what else found

    monkeypatch.setattr(DuckDB, "rows", rows)


def test_a_comparison_that_takes_too_long_leaves_the_gate_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(rows: Any) -> Any:
        raise StatementTimeoutError("the statement ran longer than 1 second")

    tampered(monkeypatch, too_long)
    report = check(SDCMICRO)
    assert (report.exit_code, second(report)) == (0, dict.fromkeys(missing.MEASURES))
    assert "statement_timeout" in render(report, "human")


def test_matches_of_other_rows_than_those_published_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    tampered(monkeypatch, lambda rows: [{**row, "sqlrisk_rows": row["sqlrisk_rows"] + 1} for row in rows])
    report = check(SDCMICRO)
    assert (report.exit_code, report.releases[0].verdict) == (3, "not_measured")
    assert "were compared where 4 were counted" in (report.releases[0].error or "")


@pytest.mark.parametrize("command", [("compile",), ("check", "--dry-run")])
def test_the_statement_is_named_as_one_that_may_not_run(command: tuple[str, ...], tmp_path: Path) -> None:
    ran = program(*command, cwd=project(tmp_path))
    assert ran.code == 0, ran.err
    assert "only where a quasi-identifier holds NULL" in ran.out


def test_from_the_command_line_on_a_table_that_is_published_as_it_stands(tmp_path: Path) -> None:
    declaration = DECLARATION.replace("    relation: altas\n", "    relation: altas\n    published_as: altas_publicas\n")
    rows = "(values (30, 'F', 'flu'), (30, 'F', 'asthma'), (null, 'F', 'flu'), (null, 'F', 'asthma')) as t(edad, sexo, diagnostico)"
    folder = project(tmp_path, declaration, rows)
    import duckdb

    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table altas_publicas as select edad as edad5, sexo, diagnostico from altas")
    ran = program("check", "--format", "json", cwd=folder)
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)["releases"][0]["measures"]
    assert {measure["measure"]: measure["value"] for measure in found if measure["rung"] == "published, a missing value matches anything"} == {
        "k": 4, "unique_rows": 0, "rows_below_k": 0, "rows_at_risk": 1, "prosecutor_max": 0.25, "prosecutor_mean": 0.25,
    }  # fmt: skip
