"""Each engine that can be started here, as a test sees it, and which of them a run asks."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlrisk import sqlite_functions
from sqlrisk.engines.clickhouse import MEANING, exactly
from sqlrisk.engines.spark import connect_session
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted
from tests.clusters import cluster, free_port, mariadb_server

TIMES = int(os.environ.get("SQLRISK_TIMES", "1"))
"""How many times as many random tables as usual the tests put to each engine."""


class Engine(ABC):
    """An engine as a test sees it. `tables` is how many random tables one test may put to it, `dialect` the name under which kernels are rendered for it."""

    name: str
    dialect: str
    tables: int
    connection: Any

    @abstractmethod
    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """The relation text of a new table of these columns (name -> type of PostgreSQL) and rows, in place of any of that name."""

    def holds(self, name: str) -> bool:
        """Whether a column or a table can bear the name here."""
        return True

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """The rows of a select, by column name. A name that stands twice is an error."""
        names, rows = self.answer(sql)
        assert len(set(names)) == len(names), names
        return [dict(zip(names, row, strict=True)) for row in rows]

    @abstractmethod
    def answer(self, sql: str) -> tuple[list[str], list[Any]]:
        """The names and the rows of a select."""


class Driven(Engine):
    """An engine behind a driver of the DB-API."""

    placeholder = "?"

    def __init__(self, name: str, connection: Any, tables: int) -> None:
        self.name = self.dialect = name
        self.connection, self.tables = connection, tables * TIMES

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """The relation text of a new temporary table."""
        name = quoted(table, self.dialect)
        self._execute(f"drop table if exists {name}")
        self._execute(f"create temporary table {name} ({', '.join(f'{quoted(column, self.dialect)} {self.kind(kind)}' for column, kind in columns.items())})")
        if rows:
            self.fill(name, rows)
        return name

    def fill(self, name: str, rows: Sequence[Sequence[Any]]) -> None:
        """Put rows into the table of this quoted name."""
        places = f"({', '.join([self.placeholder] * len(rows[0]))})"
        self._execute(f"insert into {name} values {', '.join([places] * len(rows))}", [value for row in rows for value in row])

    def kind(self, kind: str) -> str:
        """The engine's name of a type of PostgreSQL."""
        return kind

    def answer(self, sql: str) -> tuple[list[str], list[Any]]:
        """The names and the rows of a select."""
        cursor = self._execute(sql)
        return [column[0] for column in cursor.description], cursor.fetchall()

    def _execute(self, sql: str, values: Sequence[Any] | None = None) -> Any:
        cursor = self.connection.cursor() if self.name != "duckdb" else self.connection
        return cursor.execute(sql) if values is None else cursor.execute(sql, values)


class InDuckDB(Driven):
    """DuckDB, filled a column at a time where each holds values of one type: a placeholder for each value takes it ten times as long."""

    def fill(self, name: str, rows: Sequence[Sequence[Any]]) -> None:
        """Put rows into the table of this quoted name."""
        columns = [[*values] for values in zip(*rows, strict=True)]
        if all({type(value) for value in values} - {type(None)} in ({str}, {int}, {float}) for values in columns):
            self._execute(f"insert into {name} select {', '.join(['unnest(?)'] * len(columns))}", columns)
        else:
            super().fill(name, rows)


@contextmanager
def _duckdb() -> Iterator[Engine]:
    with duckdb.connect(config={"threads": 1, "enable_external_access": False}) as connection:
        yield InDuckDB("duckdb", connection, tables=30)


@contextmanager
def _sqlite() -> Iterator[Engine]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    sqlite_functions.give(connection)
    yield Driven("sqlite", connection, tables=20)
    connection.close()


@contextmanager
def _postgres() -> Iterator[Engine]:
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    with cluster() as where, psycopg.connect(**where, dbname="postgres", user="postgres", autocommit=True) as connection:
        engine = Driven("postgres", connection, tables=15)
        engine.placeholder = "%s"
        yield engine


SMALL = {"max_threads": "1", "compile_expressions": "0", "compile_aggregate_expressions": "0"}
"""Settings of ClickHouse for tables of a few rows: without them the random tables take 2.5 times as long."""


class ClickHouse(Engine):
    """ClickHouse in this process, in memory, with the settings that the program gives it."""

    name = dialect = "clickhouse"
    kinds = {
        "bigint": "Int64", "integer": "Int32", "int": "Int32", "smallint": "Int16", "double precision": "Float64", "real": "Float32", "text": "String",
        "varchar": "String", "date": "Date32", "boolean": "Bool", "timestamp": "DateTime64(6)",
    }  # fmt: skip

    def __init__(self, connection: Any, tables: int) -> None:
        self.connection, self.tables = connection, tables * TIMES
        for key, value in {**MEANING, **SMALL}.items():
            connection.set_client_setting(key, value)

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """The relation text of a new table, its floats as the program reads them."""
        name, kinds = quoted(table, self.dialect), self.kinds_of(columns)
        self.create(name, kinds, rows)
        exact = [f"{exactly(column, kind) or quoted(column, self.dialect)} as {quoted(column, self.dialect)}" for column, kind in kinds.items()]
        return f"(select {', '.join(exact)} from {name})" if any(exactly(*each) for each in kinds.items()) else name

    def kinds_of(self, columns: Mapping[str, str]) -> dict[str, str]:
        """The engine's names of types of PostgreSQL; other names are its own."""
        return {column: f"Nullable({self.kinds.get(kind.lower(), kind)})" for column, kind in columns.items()}

    def create(self, name: str, kinds: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> None:
        """Make a table of this quoted name."""
        listed = ", ".join(f"{quoted(column, self.dialect)} {kind}" for column, kind in kinds.items())
        self.connection.command(f"create or replace table {name} ({listed}) engine = Memory")
        for start in range(0, len(rows), 5000):
            self.connection.command(f"insert into {name} values {', '.join(map(self._row, rows[start : start + 5000]))}")

    def answer(self, sql: str) -> tuple[list[str], list[Any]]:
        """The names and the rows of a select."""
        answer = self.connection.query(sql)
        return list(answer.column_names), list(answer.result_rows)

    def _execute(self, sql: str) -> None:
        """A statement; a temporary table is one of the database, which is in memory."""
        self.connection.command(re.sub(r"^create temporary table (\S+) as", r"create table \1 engine = Memory as", sql))

    def _row(self, row: Sequence[Any]) -> str:
        return f"({', '.join(map(self._literal, row))})"

    def _literal(self, value: Any) -> str:
        if value is None or isinstance(value, bool | int | float):
            return "null" if value is None else repr(value).lower()
        escaped = str(value).replace("\\", "\\\\").replace("'", "\\'")
        return f"'{escaped}'"


@contextmanager
def _clickhouse() -> Iterator[Engine]:
    clickhouse_connect = pytest.importorskip("clickhouse_connect", reason="clickhouse-connect is not installed")
    pytest.importorskip("chdb", reason="chdb is not installed")
    with clickhouse_connect.get_client(interface="chdb", path=":memory:") as connection:
        yield ClickHouse(connection, tables=10)


class MariaDB(Engine):
    """MariaDB, read through the product's own engine by a role that may only SELECT. The default collation of its tables merges texts."""

    name, dialect, tables = "mariadb", "mysql", 20 * TIMES

    def __init__(self, connection: Any, settings: Mapping[str, Any]) -> None:
        from sqlrisk.engines import connect

        self.connection, self.settings = connection, settings
        self.reader: Any = connect(Target("test", "dev", "mariadb", Path("profiles.yml"), settings), Path(), [])
        self._stored: dict[str, str] = {}

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """A view of a new table, of what the product reads in its place. Skips where a name is none that the engine can hold."""
        name = quoted(table, self.dialect)
        stored = self._stored.setdefault(name, f"stored_{len(self._stored)}")
        self.create(stored, columns, rows, table)
        with self.connection.cursor() as cursor:
            cursor.execute(f"create or replace view {name} as select * from {self.reader.source(stored).sql} as stored")
        self.reader._sources.clear()
        return name

    def create(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]], *names: str) -> None:
        """A new table of the default collation, in place of any of its name. Skips where a name is none that the engine can hold."""
        unheld = [each for each in (table, *columns, *names) if not self.holds(each)]
        if unheld:
            pytest.skip(f"MariaDB takes no name with a space at its end or a letter beyond the basic plane: {unheld}")
        text = "varchar(500)" if len(columns) < 20 else "text"  # a row has room for 65,535 bytes beside its longer texts
        kinds = {"text": text, "character varying": text, "double precision": "double"}
        listed = ", ".join(f"{quoted(column, self.dialect)} {kinds.get(kind, kind)}" for column, kind in columns.items())
        with self.connection.cursor() as cursor:
            cursor.execute(f"create or replace table {table} ({listed})")
            for start in range(0, len(rows), 1000):
                cursor.executemany(f"insert into {table} values ({', '.join(['%s'] * len(columns))})", rows[start : start + 1000])

    def _execute(self, sql: str) -> None:
        """Make a table in the place of a temporary one, which the role that reads would not see."""
        with self.connection.cursor() as cursor:
            cursor.execute(sql.replace("create temporary table", "create table", 1))

    def holds(self, name: str) -> bool:
        """Not where it ends with a space, or has a letter beyond the basic plane."""
        return name == name.rstrip() and all(ord(letter) <= 0xFFFF for letter in name)

    def answer(self, sql: str) -> tuple[list[str], list[Any]]:
        """The names and the rows of a select, as the product has them."""
        names, rows = self.reader._run(sql)
        return [*names], [*rows]


@contextmanager
def _mariadb() -> Iterator[Engine]:
    pymysql = pytest.importorskip("pymysql", reason="PyMySQL is not installed")
    with mariadb_server() as socket, pymysql.connect(unix_socket=socket, user="root", autocommit=True, charset="utf8mb4") as connection:
        with connection.cursor() as cursor:
            cursor.execute("set names utf8mb4 collate utf8mb4_nopad_bin")
            cursor.execute("create user reader identified by 'read only'")
            for database in ("people", "warehouse"):
                cursor.execute(f"create database {database} character set utf8mb4")
                cursor.execute(f"grant select on {database}.* to reader")
            cursor.execute("use people")
        engine = MariaDB(connection, {"unix_socket": socket, "username": "reader", "password": "read only", "schema": "people"})
        yield engine
        engine.reader.close()


ARROW = {"bigint": "int64", "integer": "int32", "text": "string", "varchar": "string", "double precision": "float64", "date": "date32", "boolean": "bool"}
"""Type of PostgreSQL -> its name in Arrow."""


class Spark(Engine):
    """A session of Spark Connect. Tables are temporary views of Arrow tables; `url` joins the session that holds them."""

    dialect = "spark"

    def __init__(self, name: str, url: str, tables: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # PySpark has not said yes to pandas 3; nothing here goes through pandas
            session = connect_session()
        self.name, self.connection, self.tables = name, session.builder.remote(url).create(), tables * TIMES
        self.url = f"{url}/;session_id={self.connection.session_id}"
        self.connection.conf.set("spark.sql.variable.substitute", "false")

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """The relation text of a new temporary view."""
        import pyarrow
        from pyspark.sql.pandas.types import from_arrow_schema

        arrays = [pyarrow.array(values) for values in (zip(*rows, strict=True) if rows else [()] * len(columns))]
        kinds = [ARROW.get(kind.partition("(")[0], array.type) for kind, array in zip(columns.values(), arrays, strict=True)]
        arrays = [array.cast(kind) for array, kind in zip(arrays, kinds, strict=True)]
        schema = pyarrow.schema([(column, array.type) for column, array in zip(columns, arrays, strict=True)])
        frame = (pyarrow.Table.from_arrays(arrays, schema=schema),) if rows else ([], from_arrow_schema(schema))
        name, collates = quoted(table, self.dialect), any(" collate " in kind for kind in columns.values())
        view = "sqlrisk_plain" if collates else table if self.name == "sail" else name
        self.connection.createDataFrame(*frame).createOrReplaceTempView(view)
        if collates:
            listed = [f"{quoted(column, self.dialect)} {kind.removeprefix('text')} as {quoted(column, self.dialect)}" for column, kind in columns.items()]
            self.connection.sql(f"create or replace temp view {name} as select {', '.join(listed)} from sqlrisk_plain").collect()
        return name

    def _execute(self, sql: str) -> None:
        """Make a view of the rows of a select in the place of a temporary table, or drop one."""
        name, _, select = sql.removeprefix("create temporary table ").partition(" as ")
        if select:
            frame = self.connection.sql(select)
            self.connection.createDataFrame(frame.collect(), frame.schema).createOrReplaceTempView(name)
        else:
            self.connection.sql(f"drop view if exists {sql.split()[-1]}").collect()

    def answer(self, sql: str) -> tuple[list[str], list[Any]]:
        """The names and the rows of a select."""
        rows = self.connection.sql(sql).collect()
        return rows[0].__fields__ if rows else [], rows


@contextmanager
def _sail() -> Iterator[Engine]:
    """Sail in process, asked through Spark Connect."""
    os.environ |= {"RUST_LOG": "off"}
    server = pytest.importorskip("pysail.spark", reason="pysail is not installed").SparkConnectServer(ip="127.0.0.1", port=0)
    server.start()
    engine = Spark("sail", f"sc://127.0.0.1:{server.listening_address[1]}", tables=10)
    yield engine
    engine.connection.stop()
    server.stop()


@contextmanager
def _spark() -> Iterator[Engine]:
    """Spark itself: a Connect server with two executors, from the wheel of PySpark."""
    home = Path(pytest.importorskip("pyspark", reason="PySpark is not installed").__file__).parent
    if not (home / "jars").is_dir():
        pytest.skip("pyspark-client alone is installed: make parity-spark starts Spark")
    folder, port = Path(tempfile.mkdtemp(prefix="sqlrisk-spark-")), free_port()
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": port,
        "spark.sql.shuffle.partitions": 2,
        "spark.sql.warehouse.dir": folder / "warehouse",
        "spark.ui.enabled": "false",
    }
    options = [word for key, value in settings.items() for word in ("--conf", f"{key}={value}")]
    server = "org.apache.spark.sql.connect.service.SparkConnectServer"
    command = [home / "bin" / "spark-submit", "--class", server, "--master", "local-cluster[2,1,1024]", *options, "spark-internal"]
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 240
        while not _listens(port):
            assert process.poll() is None, (folder / "log").read_text()[-2000:]
            assert time.monotonic() < until, "Spark does not listen"
            time.sleep(0.2)
        engine = Spark("spark", f"sc://127.0.0.1:{port}", tables=2)
        yield engine
        engine.connection.stop()
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


ALL: Mapping[str, Callable[[], AbstractContextManager[Engine]]] = {
    "duckdb": _duckdb,
    "sqlite": _sqlite,
    "postgres": _postgres,
    "mariadb": _mariadb,
    "clickhouse": _clickhouse,
    "sail": _sail,
    "spark": _spark,
}
"""The engines that can be started here."""
EVERY_RUN = ("duckdb", "sqlite", "postgres", "clickhouse", "sail")
"""Those that every test run starts; SQLRISK_ENGINES names others, with commas between."""
SELDOM = dict.fromkeys(
    ("clickhouse", "sail"),
    tuple(
        f"test_{name}"
        for name in [
            "canonical_keys",
            "cases",
            "composition",
            "differential",
            "evidence",
            "generic_tests",
            "hierarchies",
            "mapped_levels",
            "mondrian",
            "people",
            "population",
            "protect",
            "protected",
            "protection",
            "utility",
        ]
    ),
)
"""What a run that names no engines spares those that plan a statement for long: test_every_kernel.py and whole checks are asked of them even so, and
`make parity` asks all."""
ENGINES = {name: ALL[name] for name in (os.environ.get("SQLRISK_ENGINES") or ",".join(EVERY_RUN)).split(",")}


def engines_of(module: str) -> list[str]:
    """The engines that the tests of a module run on."""
    seldom = {} if os.environ.get("SQLRISK_ENGINES") else SELDOM
    return [name for name in ENGINES if module.removeprefix("tests.") not in seldom.get(name, ())]
