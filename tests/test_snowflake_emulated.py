"""Snowflake as far as an emulator shows it: connection, catalogue and text run on fakesnow, which is DuckDB beneath; no warehouse answers here."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sqlrisk.engines import connect
from sqlrisk.engines.snowflake import Snowflake
from sqlrisk.errors import NotMeasuredError, QueryFailedError, RelationMissingError
from sqlrisk.expressions import SOURCE, parse, render
from sqlrisk.profiles import load_target
from tests.test_expressions import ACCEPTED, COLUMNS, ROWS, WHOLE, equal, known
from tests.test_parity import EVERYTHING, TYPES, answers, people, same
from tests.warehouses import DuckFile, Warehouse

fakesnow = pytest.importorskip("fakesnow", reason="fakesnow is not installed: CONTRIBUTING.md has the commands")

pytestmark = [pytest.mark.filterwarnings("ignore::UserWarning:fakesnow"), pytest.mark.filterwarnings("ignore::DeprecationWarning")]
NOT_EMULATED = {"trim(t, 'a')": "fakesnow leaves the characters out"}
KINDS = {"text": "varchar", "bigint": "number(38, 0)", "double precision": "float"}


class Emulated(Warehouse):
    """A schema of the emulator."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        return {"type": "snowflake", "account": "a", "user": "u", "password": "s3cret!", "database": "D", "schema": "S", "warehouse": "W"}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table, its columns in lower case and so in quotes."""
        listed = ", ".join(f'"{name}" {KINDS.get(kind, kind)}' for name, kind in columns.items())
        self.run(f"create or replace table {table} ({listed})")
        for start in range(0, len(rows), 100):
            values = ", ".join(f"({', '.join(map(literal, row))})" for row in rows[start : start + 100])
            self.run(f"insert into {table} values {values}")
        return table

    def run(self, sql: str) -> Any:
        """The rows of a statement."""
        return self.engine.connection.cursor().execute(sql).fetchall()


def literal(value: Any) -> str:
    """A value in SQL."""
    return "null" if value is None else "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


class Connected:
    """What a Warehouse asks of an engine of the tests."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection


@pytest.fixture(scope="module")
def snowflake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulated]:
    """The emulator, without what it does not emulate: COLLATION() and the time of the last change."""
    with warnings.catch_warnings(action="ignore"), fakesnow.patch(), pytest.MonkeyPatch.context() as patch:
        import snowflake.connector

        patch.setattr(Snowflake, "_collated", lambda self, name, texts: set())
        patch.setattr("sqlrisk.engines.snowflake._last_change", lambda name: "0")
        yield Emulated(Connected(snowflake.connector.connect(database="D", schema="S")), tmp_path_factory.mktemp("snowflake"))


def engine(warehouse: Emulated) -> Any:
    """The engine as a check opens it."""
    return connect(load_target(warehouse.project / "profiles.yml", "test", None), Path(), ())


@pytest.mark.slow
def test_a_whole_check_says_what_it_says_on_duckdb(snowflake: Emulated, tmp_path: Path) -> None:
    rows = people(200)
    found = answers(snowflake, [{**EVERYTHING, "relation": snowflake.keep("people", TYPES, rows)}])
    duckdb = DuckFile(None, tmp_path)
    same(found, answers(duckdb, [{**EVERYTHING, "relation": duckdb.keep("people", TYPES, rows)}]))
    assert [measure["value"] for measure in found[0]["measures"] if measure["measure"] == "classes"]


def test_the_expressions_are_worth_what_they_must(snowflake: Emulated) -> None:
    table = snowflake.keep("expressions", COLUMNS, ROWS)
    for text, expected, *_ in ACCEPTED:
        if text not in NOT_EMULATED:
            sql = f'select {render(parse(text), "snowflake", known, WHOLE)} as v from {table} as {SOURCE} order by {SOURCE}."j" is null, {SOURCE}."j"'
            plain = [str(value) if isinstance(value, date) else float(value) if isinstance(value, Decimal) else value for (value,) in snowflake.run(sql)]
            assert equal(plain, expected), (text, plain)


@pytest.mark.parametrize("name", ["letters", "LETTERS", "Letters", "s.letters", "D.S.LETTERS", '"LETTERS"'])
def test_a_name_is_found_as_snowflake_finds_it(snowflake: Emulated, name: str) -> None:
    snowflake.run("create or replace table letters (a varchar, b number(38, 0), c float, d varchar(3))")
    found = engine(snowflake).source(name)
    assert found.sql.endswith('"LETTERS"')
    assert [(column.name, column.is_text, column.is_number) for column in found.columns] == [
        ("A", True, False), ("B", False, True), ("C", False, True), ("D", True, False),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ['"letters"', "nowhere", "s.nowhere"])
def test_a_name_that_is_not_there_is_missing(snowflake: Emulated, name: str) -> None:
    snowflake.run("create or replace table letters (a varchar)")
    with pytest.raises(RelationMissingError):
        engine(snowflake).source(name)


def test_a_value_that_cannot_be_cast_is_told_without_it(snowflake: Emulated) -> None:
    snowflake.run("create or replace table letters as select 'VIH' as a")
    with pytest.raises(QueryFailedError, match="a value cannot be converted") as failed:
        engine(snowflake).rows("select cast(a as int) as v from letters", "a statement")
    assert "VIH" not in str(failed.value)


def test_a_change_of_rows_is_found_out_at_the_end(snowflake: Emulated) -> None:
    snowflake.run("create or replace table letters as select 'x' as a")
    found = engine(snowflake)
    found.source("letters")
    with pytest.raises(NotMeasuredError, match="changed while it was measured"), found.snapshot():
        snowflake.run("insert into letters values ('y')")


def test_names_of_ours_come_back_as_they_are_written(snowflake: Emulated) -> None:
    snowflake.run("create or replace table letters as select 'x' as a")
    assert list(engine(snowflake).rows('select count(*) as sqlrisk_rows, 1 as "other" from letters', "a statement")[0]) == ["sqlrisk_rows", "other"]
