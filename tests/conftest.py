"""Where the tests run: the shared folder, and each engine that can be started here."""

from __future__ import annotations

import functools
import os
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import hypothesis
import pytest

from sqlrisk import sqlite_functions
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted
from tests.clusters import Database, cluster, free_port

hypothesis.settings.register_profile("sqlrisk", database=None, deadline=None, derandomize=True)
hypothesis.settings.load_profile("sqlrisk")

TIMES = int(os.environ.get("SQLRISK_TIMES", "1"))
"""How many times as many random tables as usual the tests put to each engine."""


class Engine:
    """An engine as a test sees it. `tables` is how many random tables one test may put to it, `dialect` the name under which kernels are rendered for it."""

    name: str
    dialect: str
    tables: int
    connection: Any

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> str:
        """The relation text of a new table of these columns (name -> type of PostgreSQL) and rows, in place of any of that name."""
        raise NotImplementedError

    def holds(self, name: str) -> bool:
        """Whether a column or a table can bear the name here."""
        return True

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """The rows of a select, by column name. A name that stands twice is an error."""
        names, rows = self.answer(sql)
        assert len(set(names)) == len(names), names
        return [dict(zip(names, row, strict=True)) for row in rows]

    def answer(self, sql: str) -> tuple[list[str], list[Any]]:
        """The names and the rows of a select."""
        raise NotImplementedError


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
            places = f"({', '.join([self.placeholder] * len(columns))})"
            self._execute(f"insert into {name} values {', '.join([places] * len(rows))}", [value for row in rows for value in row])
        return name

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


@contextmanager
def _duckdb() -> Iterator[Engine]:
    with duckdb.connect(config={"threads": 1, "enable_external_access": False}) as connection:
        yield Driven("duckdb", connection, tables=100)


@contextmanager
def _sqlite() -> Iterator[Engine]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    sqlite_functions.give(connection)
    yield Driven("sqlite", connection, tables=60)
    connection.close()


@contextmanager
def _postgres() -> Iterator[Engine]:
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    with cluster() as where, psycopg.connect(**where, dbname="postgres", user="postgres", autocommit=True) as connection:
        engine = Driven("postgres", connection, tables=40)
        engine.placeholder = "%s"
        yield engine


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
            from pyspark.sql.connect.session import SparkSession
        self.name, self.connection, self.tables = name, SparkSession.builder.remote(url).create(), tables * TIMES
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
    "sail": _sail,
    "spark": _spark,
}
"""The engines that can be started here."""
EVERY_RUN = ("duckdb", "sqlite", "postgres", "sail")
"""Those that every test run starts; SQLRISK_ENGINES names others, with commas between."""
ENGINES = {name: ALL[name] for name in (os.environ.get("SQLRISK_ENGINES") or ",".join(EVERY_RUN)).split(",")}


@contextmanager
def mariadb_server() -> Iterator[str]:
    """The socket of a private MariaDB, gone at the end. Never run by root: by the user mysql then."""
    programs = {name: shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin") for name in ("mariadbd", "mariadb-install-db")}
    if None in programs.values():
        pytest.skip(f"MariaDB is not installed: no {' or '.join(programs)}")
    folder = Path(tempfile.mkdtemp(prefix="sqlrisk-mariadb-"))
    user = ["--user=mysql"] if os.geteuid() == 0 else []
    options = ["--no-defaults", f"--datadir={folder / 'data'}", f"--tmpdir={folder}", *user]  # another that starts would empty a shared one
    if user:
        shutil.chown(folder, "mysql")
    install = [str(programs["mariadb-install-db"]), *options, "--auth-root-authentication-method=normal", "--skip-test-db"]
    serve = [str(programs["mariadbd"]), *options, f"--socket={folder / 'socket'}", f"--pid-file={folder / 'pid'}", "--skip-networking"]
    server = None
    try:
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        with (folder / "log").open("w") as log:
            server = subprocess.Popen([*serve, "--innodb-flush-log-at-trx-commit=0"], stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while not (folder / "socket").exists():
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline, "MariaDB does not start"
            time.sleep(0.05)
        yield str(folder / "socket")
    finally:
        if server is not None:
            server.terminate()
            server.wait(60)
        shutil.rmtree(folder)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that keeps a test off some engines."""
    config.addinivalue_line("markers", "engines_excluding(*names, because): run on every engine but these")


THIRDS = ("test_cases", "test_composition", "test_evidence", "test_expressions", "test_people", "test_population", "test_protect")
WHOLE = ("test_hierarchies", "test_mapped_levels", "test_mondrian", "test_parity", "test_semantics", "test_spark")
"""What every run asks of Sail, which is slow to plan: of some files every third test, others whole. SQLRISK_ENGINES=sail asks everything."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a run that does not name Sail does not ask of it."""
    if os.environ.get("SQLRISK_ENGINES"):
        return
    kept, left, seen = [], [], 0
    for item in items:
        of_sail, name = "sail" in getattr(getattr(item, "callspec", None), "params", {}).values(), item.path.stem
        seen += of_sail
        (left if of_sail and name not in WHOLE and not (name in THIRDS and seen % 3 == 0) else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `engine` once on each, those that its mark excludes apart. The mark must say why."""
    if "engine" in metafunc.fixturenames:
        marks = list(metafunc.definition.iter_markers("engines_excluding"))
        assert all(mark.kwargs["because"] and set(mark.args) <= set(ALL) for mark in marks)
        excluded = {name for mark in marks for name in mark.args}
        metafunc.parametrize("engine", [name for name in ENGINES if name not in excluded], indirect=True, scope="session")


@pytest.fixture(scope="session")
def _started() -> Iterator[Callable[[str], Engine]]:
    with ExitStack() as stack:
        yield functools.cache(lambda name: stack.enter_context(ENGINES[name]()))


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest, _started: Callable[[str], Engine]) -> Engine:
    """Each engine in turn, started once a session. Skips where it cannot be started."""
    return _started(request.param)


@pytest.fixture(scope="session")
def postgres(_started: Callable[[str], Engine]) -> Iterator[Database]:
    """A database of PostgreSQL as users have it. Skips where it cannot be started, or is not among the engines of this run."""
    if "postgres" not in ENGINES:
        pytest.skip("postgres is not among SQLRISK_ENGINES")
    info = _started("postgres").connection.info
    database = Database(info.host, info.port)
    yield database
    database.admin.close()


@pytest.fixture(scope="session")
def warehouses(_started: Callable[[str], Engine], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """The warehouse of an engine by its name (tests/warehouses.py), made once a session. Skips where the engine cannot be started."""
    from tests.warehouses import WAREHOUSES

    return functools.cache(lambda name: WAREHOUSES[name](_started(name), tmp_path_factory.mktemp(name)))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the book's data, the case bank and the documents: ../shared beside the checkout, or SQLRISK_SHARED."""
    folder = Path(os.environ.get("SQLRISK_SHARED") or Path(__file__).parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip(f"the shared folder is not there: {folder} (SQLRISK_SHARED names another)")
    return folder
