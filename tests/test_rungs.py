"""Rungs rolled up from classes of the original columns: the same numbers as a scan each, and only where that is worth it."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk import rungs
from sqlrisk.engines.duckdb import DuckDB
from sqlrisk.report import Report
from tests.helpers import TODAY, fill

LADDER = [
    {"name": "raw"},
    {"name": "five", "age": "five"},
    {"name": "bands", "age": "bands"},
    {"name": "mixed", "age": "five", "town": "mixed"},
    {"name": "tree", "age": "bands", "town": "letter"},
    {"name": "no town", "town": "dropped", "age": "five"},
    {"name": "no age", "age": "dropped", "town": "mixed"},
]


def check(folder: Path, rows: int = 400, **more: Any) -> Report:
    chance = random.Random(rows)
    (folder / "tree.csv").write_text("value;letter\n" + "".join(f"{a}{b};{a}\n" for a in "pqr" for b in "12"))
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute("create or replace table t (age integer, town text, sex text, ill text)")
        made = [(chance.choice([None, *range(10, 30)]), chance.choice(["p1", "p2", "q1", "r2", None]), chance.choice("fm"), "x") for _ in range(rows)]
        fill(connection, "t", made)
    columns: dict[str, Any] = {
        "age": {"role": "quasi_identifier", "levels": {"five": "floor(age / 5) * 5", "bands": "case when age < 18 then 0 else 18 end"}},
        # a level that is made of another column too
        "town": {"role": "quasi_identifier", "hierarchy": "tree.csv", "levels": {"mixed": "case when sex = 'f' then substring(town, 1, 1) else 'm' end"}},
        "sex": {"role": "insensitive", "reason": "test"},
        "ill": {"role": "insensitive", "reason": "test"},
    }
    release = {
        "name": "t",
        "relation": "t",
        "columns": columns,
        "ladder": LADDER,
        "where": "age is null or age < 28",
        "publish": {"age": "five"},
        "thresholds": [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }
    return sqlrisk.check({"version": 1, "releases": [release]}, today=date.fromisoformat(TODAY), project_dir=folder)


def figures(report: Report) -> list[Any]:
    (release,) = report.releases
    assert release.error is None
    return [release.class_sizes, [(m.measure, m.rung, m.column, m.status, m.value) for m in release.measures]]


def test_rolled_up_and_scanned_are_the_same_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rolled_up = check(tmp_path)
    assert "rungs rolled up from temporary class counts" in rolled_up.releases[0].reproduction["snapshot"]
    monkeypatch.setattr(DuckDB, "temporary", lambda engine, sql, what: None)
    scanned = check(tmp_path)
    assert "rolled up" not in scanned.releases[0].reproduction["snapshot"]
    assert figures(rolled_up) == figures(scanned)


def test_near_unique_classes_are_not_worth_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(DuckDB, "discard", lambda engine, temporary: made.append(temporary.sql))
    assert "rolled up" not in check(tmp_path, rows=40).releases[0].reproduction["snapshot"]
    assert made


def test_a_published_relation_of_its_own_is_scanned(tmp_path: Path) -> None:
    check(tmp_path)
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute("create table public as select 0 as five, town, sex, ill from t limit 5")
    (release,) = check(tmp_path, published_as="public").releases
    assert sum(size * classes for size, classes in release.class_sizes["published"].items()) == 5
    assert sum(size * classes for size, classes in release.class_sizes["five"].items()) > 5


def test_few_rungs_of_the_same_columns_are_scanned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rungs, "WORTH", 9)
    assert "rolled up" not in check(tmp_path).releases[0].reproduction["snapshot"]
