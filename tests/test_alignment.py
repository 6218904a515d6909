"""Values of two relations are compared only where they are of one kind, and then exactly: else the release is not measured, and both columns are named."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk import kinds
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.expressions import parse
from sqlrisk.languages import language
from tests.clusters import Database
from tests.engines import Engine
from tests.helpers import TODAY
from tests.warehouses import WAREHOUSES, Warehouse

DATES = {"decided_on": "2026-11-01", "valid_until": "2027-11-01", "adversary": {"access": "internal"}}
QI: dict[str, Any] = {"role": "quasi_identifier"}
BIG = 2**53


def limit(measure: str, **bound: Any) -> dict[str, Any]:
    return {"measure": measure, **bound, "source": "test", "reason": "test"}


def release(name: str, relation: str, columns: dict[str, Any], *thresholds: dict[str, Any], **more: Any) -> dict[str, Any]:
    limits = [limit("prosecutor_mean", at_most=0.9), *thresholds]
    return {"name": name, "relation": relation, "columns": columns, "thresholds": limits, **DATES, **more}


def check(warehouse: Warehouse, *releases: dict[str, Any]) -> sqlrisk.Report:
    values = {"version": 1, "profile": "test", "releases": list(releases)}
    return sqlrisk.check(values, today=date.fromisoformat(TODAY), project_dir=warehouse.project, select=[releases[0]["name"]])


def k_map(warehouse: Warehouse, own: tuple[str, list[Any]], population: tuple[str, list[Any]], column: dict[str, Any] = QI, **more: Any) -> Any:
    """The k_map of one column of a type against a population of another, or why the release was not measured."""
    table = warehouse.keep("t", {"x": own[0]}, [[value] for value in own[1]])
    reference = warehouse.keep("people", {"x": population[0]}, [[value] for value in population[1]])
    found = check(warehouse, release("r", table, {"x": column}, population={"relation": reference}, **more)).releases[0]
    measured = found.find("k_map")
    return found.error or (measured.value if measured else None)


@pytest.fixture
def warehouse(engine: Engine, tmp_path: Path) -> Warehouse:
    return WAREHOUSES[engine.name](engine, tmp_path)


def test_whole_and_decimal_numbers_are_one_kind(warehouse: Warehouse) -> None:
    assert k_map(warehouse, ("bigint", [7, 8]), ("numeric(10,2)", [Decimal("7.00")] * 4 + [Decimal("8.00")] * 3)) == 3
    assert k_map(warehouse, ("numeric(10,1)", [Decimal("7.5")]), ("numeric(12,3)", [Decimal("7.500"), Decimal("7.500"), Decimal("7.501")])) == 2
    if warehouse.engine.name != "sqlite":  # which has no decimals
        assert k_map(warehouse, ("bigint", [BIG + 1]), ("numeric(20,1)", [Decimal(BIG + 1)] * 2 + [Decimal(BIG)] * 5)) == 2


@pytest.mark.engines_only("duckdb", because="SQLite has no decimals, and PostgreSQL a numeric of any length")
@pytest.mark.parametrize(("type_", "fits"), [("numeric(38,18)", True), ("numeric(38,19)", False)])
def test_numbers_that_no_common_type_holds_are_not_compared(warehouse: Warehouse, type_: str, fits: bool) -> None:
    """A BIGINT has up to 20 digits before the point, a DECIMAL 38 in all."""
    told = k_map(warehouse, ("bigint", [7]), (type_, [Decimal(7)] * 3))
    assert told == 3 if fits else "together they need 39 digits" in told


def test_floats_that_are_whole_numbers_are_of_that_kind(warehouse: Warehouse) -> None:
    assert k_map(warehouse, ("bigint", [7, 8]), ("double precision", [7.0] * 4 + [8.0] * 3)) == 3
    assert k_map(warehouse, ("double precision", [7.0, 8.0]), ("bigint", [7] * 4 + [8] * 3)) == 3


@pytest.mark.parametrize("value", [7.5, float(BIG), -float(BIG)])
def test_floats_that_are_not_whole_numbers_below_2_to_the_53_are_not_compared(warehouse: Warehouse, value: float) -> None:
    """A double of 2^53 could be 2^53 + 1 of a BIGINT: k_map would be 50 on one engine and 9 on another."""
    told = k_map(warehouse, ("bigint", [BIG, BIG + 1]), ("double precision", [value]))
    assert "`x` of `" in told
    assert "1 value is not a whole number below 2^53" in told


@pytest.mark.engines_excluding("sqlite", because="its columns hold what they are given")
@pytest.mark.parametrize(("own", "population"), [("bigint", "text"), ("text", "bigint"), ("date", "text"), ("double precision", "text"), ("boolean", "bigint")])
def test_two_kinds_are_not_compared(warehouse: Warehouse, own: str, population: str) -> None:
    some = {"bigint": 1, "text": "1", "date": date(2026, 1, 1), "double precision": 1.0, "boolean": True}
    told = k_map(warehouse, (own, [some[own]]), (population, [some[population]]))
    assert "their values are not compared" in told
    assert "`x` of `" in told
    assert "people" in told


@pytest.mark.parametrize(("kind", "compared"), [("bigint", True), ("double precision", False)])
def test_a_level_that_the_population_computes_of_floats_is_not_compared_with_whole_numbers(warehouse: Warehouse, kind: str, compared: bool) -> None:
    """The published relation holds the level; the population computes it, so that no test can hold its own values against 2^53."""
    warehouse.keep("t", {"x": "bigint"}, [[31], [33]])
    warehouse.keep("published", {"x5": "bigint"}, [[30], [30]])
    warehouse.keep("people", {"x": kind}, [[31], [32], [33]])
    column = {**QI, "levels": {"x5": "floor(x / 5) * 5"}}
    more = {"publish": {"x": "x5"}, "published_as": "published", "population": {"relation": "people"}}
    found = check(warehouse, release("r", "t", {"x": column}, **more)).releases[0]
    measured = found.find("k_map")
    assert (measured.value if measured else None) == (3 if compared else None)
    assert ("their values are not compared" in (found.error or "")) is not compared


def test_a_level_with_a_cast_is_the_way_out(warehouse: Warehouse) -> None:
    column = {**QI, "levels": {"as_text": "cast(x as text)"}}
    assert k_map(warehouse, ("bigint", [1]), ("bigint", [1, 1]), column, publish={"x": "as_text"}) == 2
    table = warehouse.keep("t", {"x": "bigint"}, [[1]])
    reference = warehouse.keep("people", {"as_text": "text"}, [["1"], ["1"]])
    found = check(warehouse, release("r", table, {"x": column}, publish={"x": "as_text"}, population={"relation": reference})).releases[0]
    measured = found.find("k_map")
    assert (found.error, measured and measured.value) == (None, 2)


def test_entities_of_two_releases_are_joined_as_numbers(warehouse: Warehouse) -> None:
    """Keys are joined as texts: 7, 7.0 and 7.00 are one person."""
    rows = [[person, place % 2] for place, person in enumerate(range(10))]
    kinds_of = {"a": "bigint", "b": "numeric(10,2)", "c": "double precision"}
    tables = {name: warehouse.keep(name, {"id": kind, "q": "bigint"}, rows) for name, kind in kinds_of.items()}
    columns = {"id": {"role": "entity"}, "q": QI}
    first = release("a", tables["a"], columns, limit("composition_k", at_least=1), composes_with=["b", "c"])
    found = check(warehouse, first, *(release(name, tables[name], columns) for name in ("b", "c"))).releases[0]
    measured = found.find("composition_k")
    assert (found.error, measured and measured.value) == (None, 5)


@pytest.mark.engines_excluding("sqlite", because="its columns hold what they are given")
def test_entities_of_two_kinds_are_not_joined(warehouse: Warehouse) -> None:
    columns = {"id": {"role": "entity"}, "q": QI}
    one, other = warehouse.keep("a", {"id": "bigint", "q": "bigint"}, [[1, 1]]), warehouse.keep("b", {"id": "text", "q": "bigint"}, [["1", 1]])
    first = release("a", one, columns, limit("composition_k", at_least=1), composes_with=["b"])
    told = check(warehouse, first, release("b", other, columns)).releases[0].error
    assert told is not None
    assert "`id` of `" in told
    assert "their values are not compared" in told


def test_texts_of_a_fixed_length_are_a_kind_of_their_own(postgres: Database, tmp_path: Path, engine: Engine) -> None:
    if engine.name != "postgres":
        return
    warehouse = WAREHOUSES["postgres"](engine, tmp_path)
    assert "their values are not compared" in k_map(warehouse, ("char(5)", ["a"]), ("text", ["a"]))
    assert "their values are not compared" in k_map(warehouse, ("date", [date(2026, 1, 1)]), ("timestamp", [date(2026, 1, 1)]))
    assert k_map(warehouse, ("varchar(5)", ["a"]), ("text", ["a", "a"])) == 2


def test_numbers_of_other_scales_are_one_value_of_a_free_numeric(engine: Engine, tmp_path: Path) -> None:
    """D3: keys are joined as texts, of which 1.0 and 1.00, or 0 and -0, have two."""
    if engine.name != "postgres":
        return
    warehouse = WAREHOUSES["postgres"](engine, tmp_path)
    rows = [[Decimal(text), zero, place % 3, place % 2] for place, (text, zero) in enumerate([("1.0", 0.0), ("1.00", -0.0)] * 10)]
    table = warehouse.keep("t", {"a": "numeric", "z": "double precision", "b": "bigint", "c": "bigint"}, rows)
    columns = dict.fromkeys(("a", "z", "b", "c"), QI)
    population = {"size": 100, "random_sample": True, "evidence": "test"}
    assert check(warehouse, release("r", table, columns, population=population)).releases[0].error is None
    keys = [[Decimal(f"{person}.0" if place else f"{person}.00"), 1] for person in range(10) for place in range(2)]
    tables = [warehouse.keep(name, {"id": "numeric", "q": "bigint"}, keys) for name in ("one", "other")]
    of_people = {"id": {"role": "entity"}, "q": QI}
    first = release("a", tables[0], of_people, limit("composition_k", at_least=1), composes_with=["b"])
    found = check(warehouse, first, release("b", tables[1], of_people)).releases[0]
    measured = found.find("composition_k")
    assert (found.error, measured and measured.value) == (None, 10)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("n", kinds.NUMBER), ("f", kinds.FLOAT), ("t", kinds.TEXT), ("'a'", kinds.TEXT), ("1", kinds.NUMBER), ("1.5", None), ("floor(n / 5) * 5", kinds.NUMBER),
        ("floor(f / 5) * 5", kinds.FLOAT), ("n + f", kinds.FLOAT), ("n / 2", kinds.FLOAT), ("cast(n as text)", kinds.TEXT), ("length(t)", kinds.NUMBER),
        ("case when n > 1 then 'a' else t end", kinds.TEXT), ("case when n > 1 then 'a' end", kinds.TEXT), ("case when n > 1 then 1 else t end", None),
        ("coalesce(t, 'x')", kinds.TEXT), ("n > 3", kinds.BOOLEAN), ("extract(year from d)", kinds.NUMBER), ("cast(t as date)", kinds.DATE),
        ("substring(t, 1, 2)", kinds.TEXT),
    ],
)  # fmt: skip
def test_the_kind_of_an_expression(text: str, kind: str | None) -> None:
    known = {"n": kinds.NUMBER, "f": kinds.FLOAT, "t": kinds.TEXT, "d": kinds.DATE}
    assert kinds.of_expression(parse(text), known.get, {"n"}) == kind


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("varchar(5)", "text", True), ("character(5)", "text", False), ("character(5)", "character(6)", False), ("DATE", "TIMESTAMP", False),
        ("TIMESTAMP", "TIMESTAMP WITH TIME ZONE", False), ("TIMESTAMP_S", "TIMESTAMP", True), ("Nullable(Date32)", "Date", True), ("UUID", "VARCHAR", False),
        ("BIGINT", "DECIMAL(10, 2)", True), ("Nullable(FixedString(5))", "String", False), ("LowCardinality(String)", "String", True),
        ("BOOLEAN", "INTEGER", False),
        ("ENUM('a', 'b')", "VARCHAR", True), ("timestamp(3) without time zone", "timestamp without time zone", True),
    ],
)  # fmt: skip
def test_types_of_one_kind(one: str, other: str, same: bool) -> None:
    assert (kinds.of_column(CatalogueColumn("a", one), "duckdb") == kinds.of_column(CatalogueColumn("a", other), "duckdb")) is same


def test_both_columns_are_named_in_spanish_too() -> None:
    spanish = language("es")
    english = "`x` of `t` is BIGINT and `x` of `people` is VARCHAR: their values are not compared"
    assert spanish.sentence(english) == "`x` de `t` es BIGINT y `x` de `people` es VARCHAR: sus valores no se comparan"
    english = "`x` of `t` (DOUBLE), compared with `x` of `people` (BIGINT): 1 value is not a whole number below 2^53"
    assert spanish.sentence(english) == "`x` de `t` (DOUBLE), comparado con `x` de `people` (BIGINT): 1 valor no es un número entero menor que 2^53"
