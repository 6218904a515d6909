"""Semantics that differ between engines, each on every engine that runs: collations, floats, decimals, division, nothing, names, types, large counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.engines import connect
from sqlrisk.expressions import SOURCE, parse
from sqlrisk.expressions import render as rendered
from sqlrisk.profiles import load_target
from sqlrisk.queries import render
from tests.engines import ENGINES, Engine
from tests.warehouses import WAREHOUSES, DuckFile, Warehouse

TODAY = date(2026, 11, 30)
LETTERS = ["a", "A", "a ", "á", "Á"]
LIMIT = 3_000_000_000
"""The rows from which products of counts are made in double."""


@pytest.fixture(params=[name for name in WAREHOUSES if name in ENGINES])
def warehouse(request: pytest.FixtureRequest, warehouses: Callable[[str], Warehouse]) -> Warehouse:
    """Each engine that a profile reaches, in turn."""
    return warehouses(request.param)


def product(warehouse: Warehouse) -> Any:
    """The engine as the product connects to it."""
    return connect(load_target(warehouse.project / "profiles.yml", None, None), warehouse.project, [])


def folding(warehouse: Warehouse) -> dict[str, int]:
    """Types of a text column whose own collation merges LETTERS, and into how many."""
    if warehouse.engine.name != "postgres":
        return {
            "duckdb": {"text collate nocase": 3, "text collate nocase.noaccent": 2},
            "sqlite": {"text collate nocase": 4},
            "mariadb": {"text": 1},
            "clickhouse": {},  # a column has no collation there
            "sail": {},  # it knows no collation
            "spark": {"text collate UTF8_LCASE": 3, "text collate UNICODE_CI_AI": 2},
        }[warehouse.engine.name]
    run = warehouse.engine.connection.execute
    run("create collation if not exists folding (provider = icu, locale = 'und-u-ks-level1', deterministic = false)")
    has_citext = run("select 1 from pg_available_extensions where name = 'citext'").fetchone()
    if has_citext:
        run("create extension if not exists citext")
    return {"text collate public.folding": 2, **({"public.citext": 3} if has_citext else {})}


def answer(warehouse: Warehouse, kind: str) -> dict[str, Any]:
    """What a check says of LETTERS in a column of this type."""
    levels = {"low": "lower(letter)", "kind": "case when letter in ('a', 'á') then 'small' when letter like 'A%' then 'tall' else 'other' end"}
    release = {
        "name": "letters",
        "relation": warehouse.keep("letters", {"letter": kind, "illness": "text"}, [(letter, "flu") for letter in LETTERS]),
        "columns": {"letter": {"role": "quasi_identifier", "levels": levels}, "illness": {"role": "sensitive"}},
        "ladder": [{"name": level, "letter": level} for level in levels],
        "thresholds": [{"measure": "k", "at_least": 5}],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }
    report = sqlrisk.check({"version": 1, "profile": "test", "releases": [release]}, today=TODAY, project_dir=warehouse.project)
    found: dict[str, Any] = report.to_dict()["releases"][0]
    return found


def test_a_collation_that_merges_texts_hides_nothing(warehouse: Warehouse, tmp_path: Path) -> None:
    expected = answer(DuckFile(None, tmp_path), "text")
    for kind, values in folding(warehouse).items():
        found = answer(warehouse, kind)
        said = f"the collation of `letter` takes 5 values for {values}: they are told apart here"
        assert any(warning.startswith(said) for warning in found["warnings"]), (kind, found)
        assert found["verdict"] == "not_publishable"
        assert (found["measures"], found["class_sizes"]) == (expected["measures"], expected["class_sizes"]), kind
        assert found["class_sizes"]["published"] == {"1": 5}


def test_minus_zero_is_zero(engine: Engine) -> None:
    relation = engine.load("floats", {"x": "double precision", "y": "text"}, [(0.0, "a"), (-0.0, "a"), (-0.0, "b")])
    about = {"relation": relation, "quasi_identifiers": ["x"]}
    assert evidence.class_sizes(engine.rows(render("class_sizes", engine.dialect, **about).sql)).histogram() == {3: 1}
    (row,) = engine.rows(render("sensitive_classes", engine.dialect, **about, sensitive="y").sql)
    assert (row["sqlrisk_class_size"], row["sqlrisk_classes"], row["sqlrisk_distinct_min"]) == (3, 1, 2), "windows and groups agree"


@pytest.mark.engines_excluding("sqlite", "mariadb", "sail", because="two store no NaN; Sail groups it by its sign")
def test_nan_is_one_value(engine: Engine) -> None:
    nan = float("nan")
    relation = engine.load("floats", {"x": "double precision", "y": "text"}, [(nan, "a"), (-nan, "a"), (nan, "b"), (None, "b")])
    about = {"relation": relation, "quasi_identifiers": ["x"]}
    assert evidence.class_sizes(engine.rows(render("class_sizes", engine.dialect, **about).sql)).histogram() == {1: 1, 3: 1}
    rows = engine.rows(render("sensitive_classes", engine.dialect, **about, sensitive="y").sql)
    assert {(row["sqlrisk_class_size"], row["sqlrisk_distinct_min"]) for row in rows} == {(1, 1), (3, 2)}, "windows and groups agree"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("i / 2", 3.5),
        ("i / 2 / 2", 1.75),
        ("(i / 2) * 2", 7.0),
        ("1 / 3", 1 / 3),
        ("floor(i / 2)", 3),
        ("case when i / 2 > 3 then 1 end", 1),
    ],
)
def test_division_is_real(engine: Engine, text: str, value: float) -> None:
    relation = engine.load("numbers", {"i": "bigint"}, [(7,)])
    (row,) = engine.rows(f"select {rendered(parse(text), engine.dialect, str)} as v from {relation} as {SOURCE}")
    assert float(row["v"]) == pytest.approx(value, rel=1e-15)


def test_a_third_has_all_its_digits(engine: Engine) -> None:
    relation = engine.load("thirds", {"q": "text", "s": "text"}, [("x", value) for value in "abc"])
    (row,) = engine.rows(render("sensitive_classes", engine.dialect, relation=relation, quasi_identifiers=["q"], sensitive="s").sql)
    assert float(row["sqlrisk_share_max"]) == pytest.approx(1 / 3, rel=1e-15)


def test_nothing_adds_up_to_nothing(engine: Engine) -> None:
    relation = engine.load("nobody", {"a": "text", "b": "text"}, [])
    (row,) = engine.rows(render("uncovered_values", engine.dialect, relation=relation, value="a", known="b").sql)
    assert (row["sqlrisk_values"], row["sqlrisk_rows"]) == (0, 0)
    (row,) = engine.rows(render("column_profiles", engine.dialect, relation=relation, columns=["a"], exact=True).sql)
    assert (row["sqlrisk_rows"], row["sqlrisk_distinct_1"], row["sqlrisk_length_1"]) == (0, 0, None), "a mean of nothing is NULL, not 0"
    for kernel, more in (("class_sizes", {}), ("sensitive_classes", {"sensitive": "b"}), ("ordered_classes", {"sensitive": "b"})):
        assert engine.rows(render(kernel, engine.dialect, relation=relation, quasi_identifiers=["a"], **more).sql) == []


def test_decimals_come_out_as_plain_numbers_and_types_are_told(warehouse: Warehouse) -> None:
    kinds = {"d": "decimal(10, 2)", "i": "bigint", "x": "double precision", "t": "text", "w": "date", "b": "boolean"}
    name = warehouse.keep("kinds", kinds, [(Decimal("1.50"), 3, 0.5, "a", date(2024, 2, 29), True), (Decimal("2.50"), 4, 0.25, "b", date(2024, 3, 1), False)])
    connected = product(warehouse)
    try:
        source = connected.source(name)
        assert {column.name for column in source.columns if column.is_number} - {"b"} == set("dix")
        assert {column.name for column in source.columns if column.is_text} == {"t"}
        (row,) = connected.rows(f"select sum(k.d) as d, sum(k.i) as i, sum(k.x) as x, count(*) as n from {source.sql} as k", "a query")
        assert row == {"d": 4, "i": 7, "x": 0.75, "n": 2}
        assert warehouse.engine.name == "duckdb" or {type(value) for value in row.values()} <= {int, float}, "what reads DuckDB's rows makes them plain"
    finally:
        connected.close()


def test_two_columns_of_one_name_apart_from_case_are_never_measured(warehouse: Warehouse) -> None:
    kinds = {"Sex": "text", "sex": "text"}
    if warehouse.engine.name == "postgres":
        warehouse.engine.connection.execute('create schema if not exists warehouse; create table if not exists warehouse.twins ("Sex" text, "sex" text)')
        connected = product(warehouse)
        with pytest.raises(sqlrisk.ConfigurationError, match="2 columns of one name"):
            connected.source("twins")
        connected.close()
    elif warehouse.engine.name == "clickhouse":
        name = warehouse.keep("twins", kinds, [])
        with pytest.raises(sqlrisk.ConfigurationError, match="2 columns of one name"):
            product(warehouse).source(name)
    elif warehouse.engine.name in ("sail", "spark"):
        pytest.skip("tests/test_spark.py makes one")
    else:
        with pytest.raises(Exception, match="(?i)duplicate|already exists"):
            warehouse.keep("twins", kinds, [])


def heavy(engine: Engine, text: str) -> str:
    """A kernel whose rows count as many times as their column w says: what a table of so many rows would be."""
    integer = "signed" if engine.dialect == "mysql" else "bigint"
    counted, times = re.subn(r"count\((\*|sqlrisk_row\.\S+)\) as (sqlrisk_(class_|true_)?rows\b)", rf"cast(sum(sqlrisk_row.w) as {integer}) as \2", text)
    assert times in (1, 3)
    return counted


def variation(rows: Sequence[tuple[str, str, int]]) -> float:
    """The largest total variation between a class and the table, in fractions."""
    table = sum(n for *_, n in rows)
    of_class = {q: sum(n for other, _, n in rows if other == q) for q, _, _ in rows}
    of_value = {s: sum(n for _, other, n in rows if other == s) for _, s, _ in rows}
    gaps = {q: Fraction(0) for q in of_class}
    for q, s, n in rows:
        gaps[q] += max(Fraction(0), Fraction(n, of_class[q]) - Fraction(of_value[s], table))
    return float(max(gaps.values()))


@pytest.mark.parametrize("factor", [1, LIMIT // 10, LIMIT // 10 + 1, 10**9, 10**14, 10**15 + 7], ids=lambda factor: f"{10 * factor:,} rows")
def test_no_count_of_rows_overflows_in_silence(engine: Engine, factor: int) -> None:
    """Products of two counts pass 2^63 from 3.04e9 rows on: three engines wrap, the others fail. Here they are made in double from LIMIT on."""
    rows = [("x", "a", 5 * factor), ("x", "b", factor), ("y", "b", 3 * factor), ("y", "c", factor)]
    relation = engine.load("heavy", {"q": "text", "s": "text", "w": "bigint"}, rows)
    text = render("sensitive_classes", engine.dialect, relation=relation, quasi_identifiers=["q"], sensitive="s").sql
    found = engine.rows(heavy(engine, text))
    assert max(float(row["sqlrisk_variation_max"]) for row in found) == pytest.approx(variation(rows), rel=1e-12)
    assert [int(row["sqlrisk_class_size"]) for row in sorted(found, key=lambda row: row["sqlrisk_class_size"])] == [4 * factor, 6 * factor]
    ordered = render("ordered_classes", engine.dialect, relation=relation, quasi_identifiers=["q"], sensitive="s").sql
    expected = max(float(row["sqlrisk_distance_max"]) for row in engine.rows(heavy(engine, ordered)))
    assert expected == pytest.approx(ordered_distance(rows), rel=1e-12)


def ordered_distance(rows: Sequence[tuple[str, str, int]]) -> float:
    """The largest ordered distance between a class and the table, in fractions."""
    values, table = sorted({s for _, s, _ in rows}), sum(n for *_, n in rows)

    def distance(q: str) -> Fraction:
        size = sum(n for other, _, n in rows if other == q)
        steps = [
            abs(Fraction(sum(n for other, s, n in rows if other == q and s <= value), size) - Fraction(sum(n for _, s, n in rows if s <= value), table))
            for value in values
        ]
        return sum(steps, Fraction(0)) / (len(values) - 1)

    return float(max(distance(q) for q, _, _ in rows))


@pytest.mark.parametrize("factor", [1, LIMIT // 10, LIMIT // 10 + 1, 10**15 + 7], ids=lambda factor: f"{10 * factor:,} rows")
def test_no_share_of_a_query_overflows_in_silence(engine: Engine, factor: int) -> None:
    rows = [("x", "a", 5 * factor), ("x", "b", factor), ("y", "b", factor), ("y", "c", 3 * factor)]
    relation = engine.load("heavy", {"q": "text", "s": "text", "w": "bigint"}, rows)
    about: dict[str, Any] = {"quasi_identifiers": ["q", "s"], "group_by": ["q"], "of": "share", "value": "s", "limits": [2 * factor]}
    (row,) = engine.rows(heavy(engine, render("query_errors", engine.dialect, relation=relation, **about).sql))
    assert float(row["sqlrisk_error_1"]) == pytest.approx(1 / 6 + 1 / 6 + 1 / 4 + 1 / 4, rel=1e-12), "the two cells below the limit are left out"
    assert row["sqlrisk_rows"] == 10 * factor
