"""The warehouses of the tests: where each engine keeps tables that sqlrisk reaches through profiles.yml, as users do."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import yaml

from sqlrisk.declared import FileRelation
from sqlrisk.engines import connect
from sqlrisk.relations import quoted
from tests.engines import SMALL


class Warehouse(ABC):
    """Tables that outlive a connection, and the target of profiles.yml that reaches them. `folder` is private to it."""

    def __init__(self, engine: Any, folder: Path) -> None:
        self.engine, self.folder = engine, folder
        self._files: dict[str, str] = {}
        self.project = folder / "project"
        self.project.mkdir()
        (self.project / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": self.target()}}}))

    @abstractmethod
    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""

    @abstractmethod
    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table of these columns (name -> type of PostgreSQL) and rows, in place of any of that name; its name as a declaration has it."""

    def keep_file(self, relation: FileRelation, folder: Path) -> str:
        """A file as a table of this warehouse, its columns of the types that DuckDB reads; made once."""
        key = repr(relation)
        if key not in self._files:
            self._files[key] = self._of_file(relation, folder)
        return self._files[key]

    def _of_file(self, relation: FileRelation, folder: Path) -> str:
        with_duckdb = connect(None, folder, [relation])
        try:
            source = with_duckdb.source(relation)
            rows = [list(row.values()) for row in with_duckdb.rows(f"select * from {source.sql}", "the file")]
        finally:
            with_duckdb.close()
        name = f"file_{len(self._files)}"
        return self.keep(name, {column.name: _TYPES.get(column.type, column.type.lower()) for column in source.columns}, rows)


_TYPES = {"VARCHAR": "text", "INTEGER": "bigint", "DOUBLE": "double precision"}


class DuckFile(Warehouse):
    """DuckDB: a file."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        return {"type": "duckdb", "path": str(self.folder / "warehouse.duckdb")}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table."""
        with duckdb.connect(str(self.folder / "warehouse.duckdb")) as connection:
            connection.execute("set enable_progress_bar = false")
            return _create(connection.execute, table, columns, rows, "?")


class SQLiteFile(Warehouse):
    """SQLite: a file."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        return {"type": "sqlite", "path": str(self.folder / "warehouse.sqlite")}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table."""
        with sqlite3.connect(self.folder / "warehouse.sqlite") as connection:
            name = _create(connection.execute, table, columns, [[_bindable(value) for value in row] for row in rows], "?")
        connection.close()
        return name


_READER = """
create schema if not exists warehouse;
do $$ begin create role warehouse_reader login; exception when duplicate_object then null; end $$;
grant usage on schema warehouse to warehouse_reader;
alter default privileges in schema warehouse grant select on tables to warehouse_reader;
"""


class PostgresSchema(Warehouse):
    """PostgreSQL: a schema of the cluster that the kernels' tests use."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        info = self.engine.connection.info
        self.engine.connection.execute(_READER)
        return {"type": "postgres", "host": info.host, "port": info.port, "user": "warehouse_reader", "dbname": info.dbname, "schema": "warehouse"}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table."""
        connection = self.engine.connection
        connection.execute(
            f"drop table if exists warehouse.{quoted(table, 'duckdb')}"
        )  # another of its name may be temporary, and meant where no schema is named
        connection.execute("set search_path to warehouse")
        try:
            return _create(connection.execute, table, columns, rows, "%s")
        finally:
            connection.execute("reset search_path")


class ClickHouseDatabase(Warehouse):
    """ClickHouse: a database of the engine that the kernels' tests use."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        return {"type": "clickhouse", "path": ":memory:", "schema": "warehouse", "custom_settings": SMALL}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table."""
        self.engine.connection.command("create database if not exists warehouse")
        self.engine.create(f"warehouse.{quoted(table, 'clickhouse')}", self.engine.kinds_of(columns), rows)
        return quoted(table, "duckdb")


class MariaDBSchema(Warehouse):
    """MariaDB: a database of the server that the kernels' tests use, of a collation that merges texts."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        return {"type": "mariadb", **self.engine.settings, "schema": "warehouse"}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new table."""
        self.engine.create(f"warehouse.{quoted(table, 'mysql')}", columns, rows)
        return quoted(table, "duckdb")


class SparkViews(Warehouse):
    """Spark or Sail: the temporary views of the session that the kernels' tests use, joined by its URL."""

    def target(self) -> dict[str, Any]:
        """The output of profiles.yml."""
        return {"type": "spark", "method": "connect", "url": self.engine.url}

    def keep(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A new view."""
        self.engine.load(table, columns, rows)
        return quoted(table, "duckdb")


WAREHOUSES: Mapping[str, type[Warehouse]] = {
    "duckdb": DuckFile,
    "sqlite": SQLiteFile,
    "postgres": PostgresSchema,
    "mariadb": MariaDBSchema,
    "clickhouse": ClickHouseDatabase,
    "sail": SparkViews,
    "spark": SparkViews,
}


def _bindable(value: Any) -> Any:
    """A value as SQLite stores it: a decimal is a double there, a date is text."""
    return float(value) if isinstance(value, Decimal) else value.isoformat() if isinstance(value, date) else value


def _create(execute: Any, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]], place: str) -> str:
    name = quoted(table, "duckdb")
    execute(f"drop table if exists {name}")
    listed = ", ".join(f"{quoted(column, 'duckdb')} {kind}" for column, kind in columns.items())
    execute(f"create table {name} ({listed})")
    for start in range(0, len(rows), 500):
        part = rows[start : start + 500]
        places = f"({', '.join([place] * len(columns))})"
        execute(f"insert into {name} values {', '.join([places] * len(part))}", [value for row in part for value in row])
    return name
