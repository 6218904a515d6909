"""One canonical form of a key on every engine: random declarations over keys that engines compare in their own ways say what they say on DuckDB."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from tests.canonical import DATES, LABELS, drawn
from tests.engines import engines_of
from tests.test_parity import FOLDING, answers, same
from tests.warehouses import WAREHOUSES, DuckFile, Warehouse

FEW, MANY = 1, 200
_LISTED = ", ".join(f"'{label}'" for label in LABELS)
TYPES: Mapping[str, Mapping[str, str]] = {
    "duckdb": {"numeric": "decimal(12, 3)", "enum": f"enum({_LISTED})"},
    "sqlite": {"enum": "text"},
    "postgres": {"enum": "label"},
    "mariadb": {"numeric": "decimal(12, 3)", "enum": f"enum({_LISTED})"},
    "clickhouse": {"numeric": "Decimal(12, 3)", "scaled": "Decimal(8, 2)", "enum": f"Enum8({_LISTED})", "char": "FixedString(4)"},
    "sail": {"enum": "text", "char": "text"},
    "": {"float": "double precision", "numeric": "numeric", "scaled": "numeric(8, 2)", "char": "char(4)", "text": "text", "whole": "bigint", "date": "date"},
}
"""The engine's type of each kind; under "" the name that all others have for it."""


def told(warehouse: Warehouse, name: str, case: Mapping[str, Any]) -> Any:
    """What a check says of a case, or the class of what it refuses with."""
    types = {**TYPES[""], **TYPES[name]}
    if name == "postgres":
        warehouse.engine.connection.execute("create schema if not exists warehouse")
        if not warehouse.engine.connection.execute("select to_regtype('warehouse.label')").fetchone()[0]:
            warehouse.engine.connection.execute(f"create type warehouse.label as enum ({_LISTED})")
    tables = {table: warehouse.keep(table, {column: types[kind] for column, kind in kinds.items()}, rows) for table, (kinds, rows) in case["tables"].items()}

    def placed(found: Any) -> Any:
        return {key: tables[value] if key == "relation" else placed(value) if key == "population" else value for key, value in found.items()}

    try:
        found = answers(warehouse, [placed(release) for release in case["releases"]])
    except sqlrisk.SqlriskError as error:
        return type(error).__name__, str(error)
    return [{**release, "findings": [each for each in release["findings"] if not each["text"].startswith(FOLDING)]} for release in found]


@pytest.fixture(scope="module", params=[name for name in engines_of(__name__) if name in WAREHOUSES and name not in ("duckdb", "spark")])
def warehouse(request: pytest.FixtureRequest, warehouses: Callable[[str], Warehouse]) -> tuple[str, Warehouse]:
    """Each engine in turn."""
    return request.param, warehouses(request.param)


@pytest.fixture(scope="session")
def on_duckdb(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """The warehouse that the others are compared with."""
    return DuckFile(None, tmp_path_factory.mktemp("duckdb"))


@pytest.mark.parametrize("seeds", [range(FEW), pytest.param(range(FEW, MANY), marks=pytest.mark.slow)], ids=["few", "many"])
def test_keys_are_the_same_on_every_engine(warehouse: tuple[str, Warehouse], on_duckdb: Warehouse, seeds: range) -> None:
    name, there = warehouse
    for seed in seeds:
        case = drawn(seed)
        same(told(there, name, case), told(on_duckdb, "duckdb", case), f"seed {seed}")


CASTS = {"cast(edad * 0.5 as integer)": 2, "cast(peso as bigint)": 2, "cast(floor(edad * 0.5) as integer)": 0, "cast(floor(peso + 0.5) as integer)": 0}


@pytest.mark.parametrize(("level", "code"), CASTS.items())
def test_a_cast_of_a_fraction_is_refused_before_anything_is_read(level: str, code: int, tmp_path: Path) -> None:
    """D1 and D6: SQLite made classes of {2: 2, 6: 1} where DuckDB made {2: 1, 4: 2}."""
    warehouse = DuckFile(None, tmp_path)
    table = warehouse.keep("people", {"edad": "bigint", "peso": "double precision"}, [(age, 60.5) for age in (3, 3, 5, 5, 5, 5)])
    column = "peso" if "peso" in level else "edad"
    declared = {
        "name": "r", "relation": table, "columns": {column: {"role": "quasi_identifier", "levels": {"whole": level}}}, "publish": {column: "whole"},
        "other_columns": {"role": "insensitive", "reason": "x"}, "thresholds": [{"measure": "k", "at_least": 2}], **DATES,
    }  # fmt: skip
    if code == 0:
        assert sqlrisk.check({"version": 1, "profile": "test", "releases": [declared]}, project_dir=warehouse.project).exit_code == 0
        return
    with pytest.raises(sqlrisk.ConfigurationError, match=r"level whole: a number with a fraction is cast to a whole one") as refused:
        sqlrisk.check({"version": 1, "profile": "test", "releases": [declared]}, project_dir=warehouse.project)
    assert "write floor(x), or floor(x + 0.5)" in str(refused.value)


def test_an_enumeration_beside_a_collation_is_measured_on_duckdb(tmp_path: Path) -> None:
    """D4."""
    warehouse = DuckFile(None, tmp_path)
    table = warehouse.keep("people", {"e": f"enum({_LISTED})", "t": "text collate nocase"}, [("a", "x"), ("a", "X"), ("B", "x"), ("B", "x")])
    columns = {name: {"role": "quasi_identifier"} for name in "et"}
    release = {"name": "r", "relation": table, "columns": columns, "thresholds": [{"measure": "k", "at_least": 2}], **DATES}
    (found,) = sqlrisk.check({"version": 1, "profile": "test", "releases": [release]}, project_dir=warehouse.project).to_dict()["releases"]
    published = {each["measure"]: each["value"] for each in found["measures"] if each["rung"] == "published"}
    assert (published["k"], published["classes"]) == (1, 3)
