"""Faults while measuring: whatever happens between the first statement and the last, it is never a pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sqlrisk import checking
from sqlrisk.engines.duckdb import DuckDB
from sqlrisk.errors import QueryFailedError, RelationMissingError
from sqlrisk.loading import load_values
from sqlrisk.queries import Query
from sqlrisk.relations import guard
from sqlrisk.report import Report
from tests.helpers import project, values

TODAY = date(2026, 11, 30)


def check(folder: Path, **more: Any) -> Report:
    declared = values()
    declared["releases"][0].update(more)
    return checking.run(load_values(declared, project(folder), TODAY), checking.Options(TODAY))


def tampered(monkeypatch: pytest.MonkeyPatch, kernel: str, nth: int, fault: Any) -> None:
    """Let the real engine answer, and change what it says the nth time that a kernel runs."""
    real = DuckDB.rows
    seen = {"times": 0}

    def rows(self: DuckDB, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        found = real(self, sql, what)
        if f": {kernel}" not in what:
            return found
        seen["times"] += 1
        return fault(found) if seen["times"] == nth else found

    monkeypatch.setattr(DuckDB, "rows", rows)


def one_more(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, **{name: row[name] + 1 for name in ("sqlrisk_rows", "sqlrisk_classes") if name in row}} for row in rows]


def gone(rows: Sequence[Mapping[str, Any]]) -> Any:
    raise RelationMissingError("the relation is not in the catalogue")


def no_numbers(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict.fromkeys(row) for row in rows]


FAULTS = [
    # "class_sizes" runs where classes are suppressed; else what they tell counts them
    ("a row is added before the last count", "row_counts", 2, one_more, "changed while it was measured"),
    ("the classes do not hold the rows that were counted", "class_sizes", 1, one_more, "where 4 were counted"),
    ("a column vanishes during the run", "sensitive_classes", 1, gone, "not in the catalogue"),
    ("an aggregate is NULL", "class_sizes", 1, no_numbers, "the engine gave no number"),
    ("an evidence is empty", "class_sizes", 1, lambda rows: [], "the classes hold 0 rows"),
    ("what the classes tell is empty", "sensitive_classes", 1, lambda rows: [], "the classes hold 0 rows"),
    ("what the classes tell is of other classes", "sensitive_classes", 1, one_more, "where 4 were counted"),
    ("what the classes tell is NULL", "sensitive_classes", 1, no_numbers, "the engine gave no number"),
    ("what the large classes tell is empty", "sensitive_classes of class_sizes", 1, lambda rows: [], "0 classes were seen for `diagnostico`"),
    ("what the large classes tell is of others", "sensitive_classes of class_sizes", 1, one_more, "3 classes were seen for `diagnostico`"),
]


@pytest.mark.parametrize(("words", "kernel", "nth", "fault", "said"), FAULTS, ids=[words for words, *_ in FAULTS])
def test_a_fault_is_never_a_pass(words: str, kernel: str, nth: int, fault: Any, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"suppress_below": 2} if "class_sizes" in kernel else {}
    assert check(tmp_path / "sound", **more).exit_code == 0
    tampered(monkeypatch, kernel.split()[0], nth, fault)
    report = check(tmp_path / "faulty", **more)
    assert (report.exit_code, report.releases[0].verdict) == (3, "not_measured")
    assert said in (report.releases[0].error or "")


def test_a_relation_that_answers_differently_each_time_is_not_measured(tmp_path: Path) -> None:
    folder = project(tmp_path, rows="(select 1)")
    import duckdb

    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("drop table altas; create view altas as select 30 as edad, 'F' as sexo, 'flu' as diagnostico from range(1000) where random() < 0.5")
    report = checking.run(load_values(values(), folder, TODAY), checking.Options(TODAY))
    assert report.exit_code == 3


REFUSED = [
    ("another relation", 'select count(*) from "otra"'),
    ("a second statement", 'select 1 from "altas"; drop table "altas"'),
    ("no select", 'delete from "altas"'),
    ("a table function", "select * from read_csv('/etc/passwd')"),
    ("what does not parse", "select from from"),
]


@pytest.mark.parametrize(("words", "sql"), REFUSED, ids=[words for words, _ in REFUSED])
def test_the_guard_sends_nothing_but_one_select_over_the_declared_relations(words: str, sql: str) -> None:
    with pytest.raises(QueryFailedError, match="was not sent"):
        guard(Query("test", {}, sql), "duckdb", ['"altas"'])


def test_the_guard_sends_what_reads_the_declared_relations_only() -> None:
    guard(Query("test", {}, 'with a as (select 1 as x from "altas") select count(*) from a'), "duckdb", ['"altas"'])
    guard(Query("test", {}, "select count(*) from read_parquet(['a.parquet'])"), "duckdb", ["read_parquet(['a.parquet'])"])
