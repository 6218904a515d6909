"""MariaDB as users reach it, through profiles.yml: a collation that hides a risk, types, limits, faults and rights; nothing is ever written."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sqlrisk.engines import connect
from sqlrisk.engines.mysql import MySQL
from sqlrisk.errors import ConnectionFailedError, NotMeasuredError, QueryFailedError
from sqlrisk.evidence import class_sizes
from sqlrisk.profiles import Target
from sqlrisk.queries import render
from tests.clusters import mariadb_server
from tests.helpers import DECLARATION, TODAY, Ran, project, sqlrisk

pymysql = pytest.importorskip("pymysql", reason="PyMySQL is not installed: pip install -e '.[mysql]'")

PASSWORD = "not-to-be-told"
MERGED = ["a", "A", "a ", "á", "Á"]
TRAP = """\
version: 1
profile: test
releases:
  - name: letters
    relation: letters
    columns:
      letter: {role: quasi_identifier, levels: {low: "lower(letter)", kind: "case when letter in ('a', 'á') then 'small' else 'other' end"}}
      illness: {role: sensitive, harm: {level: high}, null_means: not_recorded}
    ladder: [{name: low, letter: low}, {name: kind, letter: kind}]
    waived: {illness: "not judged in this test"}
    thresholds:
      - {measure: k, at_least: 5, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""


class Served:
    """A private server, its root, and folders whose profile is a role that may only SELECT."""

    def __init__(self, socket: str) -> None:
        self.socket = socket
        self.root = pymysql.connect(unix_socket=socket, user="root", autocommit=True, charset="utf8mb4")

    def do(self, *statements: str) -> Any:
        """Run statements as root; the rows of the last."""
        with self.root.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return cursor.fetchall()

    def settings(self, **changed: Any) -> dict[str, Any]:
        """The output of profiles.yml, as dbt-mysql has it."""
        plain = {"type": "mariadb", "unix_socket": self.socket, "username": "reader", "password": PASSWORD, "schema": "people"}
        return {**plain, **changed}

    def project(self, folder: Path, declaration: str = DECLARATION, **changed: Any) -> Path:
        """A folder of sqlrisk.yml and profiles.yml."""
        project(folder, declaration, rows=None)
        (folder / "profiles.yml").write_text(json.dumps({"test": {"target": "dev", "outputs": {"dev": self.settings(**changed)}}}))
        return folder

    @contextmanager
    def engine(self, **changed: Any) -> Iterator[MySQL]:
        """The product's engine."""
        settings = self.settings(**changed)
        found = connect(Target("test", "dev", settings.pop("type"), Path("profiles.yml"), settings), Path(), [])
        assert isinstance(found, MySQL)
        yield found
        found.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with mariadb_server() as socket:
        served = Served(socket)
        served.do(
            "create database people character set utf8mb4",
            f"create user reader identified by '{PASSWORD}'",
            "grant select, show view on people.* to reader",
            "use people",
            "create table altas (edad int, sexo varchar(10), diagnostico varchar(20))",
            "insert into altas values (30, 'F', 'flu'), (31, 'F', 'asthma'), (40, 'M', 'flu'), (41, 'M', 'asthma')",
            "create view slow as select altas.edad + sleep(0.3) as edad, sexo, diagnostico from altas",
        )
        yield served
        served.root.close()


def check(folder: Path, *arguments: str) -> Ran:
    ran = sqlrisk("check", "--today", TODAY, *arguments, cwd=folder)
    assert PASSWORD not in ran.out + ran.err
    return ran


def measures(ran: Ran) -> list[Any]:
    return [release["measures"] for release in json.loads(ran.out)["releases"]]


def test_a_collation_that_merges_five_values_hides_nothing(server: Served, tmp_path: Path) -> None:
    server.do("create or replace table letters (letter varchar(10), illness varchar(10))")
    with server.root.cursor() as cursor:
        cursor.executemany("insert into letters values (%s, 'flu')", [(letter,) for letter in MERGED])
    assert server.do("select min(n) from (select count(*) as n from letters group by letter) as t") == ((5,),), "the trap is set"
    folder = server.project(tmp_path / "mariadb", TRAP)
    told = check(folder)
    assert told.code == 1
    assert "the collation of `letter` takes 5 values for 1: they are told apart here" in " ".join(told.out.split())
    rows = ", ".join(f"('{letter}', 'flu')" for letter in MERGED)
    on_duckdb = project(tmp_path / "duckdb", TRAP.replace("relation: letters", "relation: altas"), f"(values {rows}) as t(letter, illness)")
    found, expected = check(folder, "--format", "json"), check(on_duckdb, "--format", "json")
    assert measures(found) == measures(expected)
    assert next(each["value"] for each in measures(found)[0] if each["measure"] == "k") == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password": "wrong-and-secret"}, "refuses the user or the credentials"),
        ({"unix_socket": "/nowhere"}, "cannot be reached"),
        ({"schema": "mysql"}, "refuses the user or the credentials"),
        ({"schema": "other"}, "refuses the user or the credentials"),
        ({"statement_timeout": 0.1, "relation": "slow"}, "stopped after statement_timeout = 0.1 s"),
        ({"relation": "nothing"}, "not in the catalogue"),
        ({"ssl_ca": "/nowhere.pem"}, "cannot be reached"),
        ({"port": "every"}, "port is no whole number"),
    ],
)
def test_a_fault_ends_with_3_and_one_message(server: Served, tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    relation = changed.pop("relation", "altas")
    ran = check(server.project(tmp_path, DECLARATION.replace("relation: altas", f"relation: {relation}"), **changed))
    assert ran.code == (2 if "port" in changed else 3)
    assert said in " ".join((ran.out + ran.err).split())
    assert "wrong-and-secret" not in ran.out + ran.err


def test_a_table_that_another_session_locks_is_not_waited_for_long(server: Served, tmp_path: Path) -> None:
    folder = server.project(tmp_path, lock_timeout=1)
    server.do("lock tables altas write")
    try:
        ran = check(folder)
    finally:
        server.do("unlock tables")
    assert ran.code == 3
    assert "another session holds a lock" in " ".join((ran.out + ran.err).split())


def test_a_connection_that_is_killed_is_an_error(server: Served) -> None:
    def kill() -> None:
        while not (found := server.do("select id from information_schema.processlist where user = 'reader' and info like '%sleep%'")):
            time.sleep(0.02)
        server.do(f"kill {found[0][0]}")

    with server.engine() as engine, engine.snapshot():
        killer = threading.Thread(target=kill)
        killer.start()
        with pytest.raises(ConnectionFailedError, match="the connection was lost"):
            engine.rows("select sleep(30)", "a query")
        killer.join()
        assert engine.version == "mariadb (connection lost)"


def test_a_right_that_is_revoked_is_an_error(server: Served) -> None:
    server.do("create or replace table granted (a int)", "create or replace user visitor identified by 'visitor'", "grant select on people.granted to visitor")
    with server.engine(username="visitor", password="visitor") as engine:
        source = engine.source("granted")
        server.do("revoke select on people.granted from visitor")
        with pytest.raises(QueryFailedError, match="the role may not read it"):
            engine.rows(f"select count(*) as n from {source.sql} as t", "a query")


def test_a_snapshot_holds_and_what_it_does_not_hold_is_counted(server: Served) -> None:
    server.do("create or replace table held (a int) engine = InnoDB", "create or replace table loose (a int) engine = MyISAM")
    counted = "select count(*) as n from {} as t"
    with server.engine() as engine:
        held = engine.source("people.held").sql
        with engine.snapshot():
            server.do("insert into held values (1)")
            assert engine.rows(counted.format(held), "a query") == [{"n": 0}]
        loose = engine.source("loose").sql
        snapshot = engine.snapshot()
        snapshot.__enter__()
        server.do("insert into loose values (1)")
        assert engine.rows(counted.format(loose), "a query") == [{"n": 1}]
        with pytest.raises(NotMeasuredError, match="changed while it was measured"):
            snapshot.__exit__(None, None, None)


def test_every_type_is_read_as_what_it_is(server: Served) -> None:
    kinds = {
        "t": "tinyint(1)", "u": "int unsigned", "b": "bit(3)", "y": "year", "d": "decimal(10, 2)", "f": "float", "e": "enum('a', 'É')", "s": "set('a', 'b')",
        "j": "json", "m": "mediumtext", "l": "char(3) character set latin1", "v": "varbinary(4)", "w": "datetime(3)", "h": "time",
    }  # fmt: skip
    listed = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
    values = """(1, 3, b'101', 2020, 1.50, 1.5, 'a', 'a,b', '{"a": 1}', 'x', 'é', x'ff00', '2020-01-01', '10:00:00')"""
    server.do(f"create or replace table kinds ({listed})", f"insert into kinds values {values}, {values}, ({', '.join(['null'] * len(kinds))})")
    with server.engine() as engine:
        source = engine.source("kinds")
        assert {column.name for column in source.columns if column.is_text} == set("esjml")
        assert {column.name for column in source.columns if column.is_number} == set("tuydf")
        for name in kinds:
            rows = engine.rows(render("class_sizes", engine.dialect, relation=source.sql, quasi_identifiers=[name]).sql, "a query")
            assert class_sizes(rows).histogram() == {1: 1, 2: 1}, name
            (row,) = engine.rows(f"select max(t.{name}) as v from {source.sql} as t", "a query")
            assert not isinstance(row["v"], bytes), name
        assert engine.rows(f"select t.d, t.u - 5 as less from {source.sql} as t limit 1", "a query") == [{"d": 1.5, "less": -2}]


def test_texts_that_differ_only_at_their_end_are_two_in_windows_too(server: Served) -> None:
    server.do("create or replace table long_texts (t longtext, n int)")
    query = "select count(*) over (partition by t.t) as n from {} as t"
    with server.root.cursor() as cursor:
        cursor.executemany("insert into long_texts values (%s, 1)", [("x" * 100_000 + end,) for end in "ab"])
        cursor.execute(query.format("long_texts"))
        assert cursor.fetchall() == ((2,), (2,)), "by default windows compare 1,024 bytes"
    with server.engine() as engine:
        source = engine.source("long_texts").sql
        assert engine.rows(query.format(source), "a query") == [{"n": 1}, {"n": 1}]
        server.do("insert into long_texts values (repeat('x', 131073), 1)")
        with pytest.raises(QueryFailedError):
            engine.rows(query.format(source), "a query")


@pytest.mark.parametrize("expression", ["cast('canary' as signed)", "'canary' + 1", "cast(1e30 as signed)", "case when 'canary' = 0 then 1 end"])
def test_a_value_that_the_server_changes_is_an_error(server: Served, expression: str) -> None:
    with server.engine() as engine, pytest.raises(QueryFailedError, match="cannot be converted") as refused:
        engine.rows(f"select {expression} as v", "a query")
    assert "canary" not in str(refused.value)


COMMANDS = [
    ("check", "--today", TODAY), ("check", "--today", TODAY, "--dry-run"), ("ladder",), ("recommend",), ("mondrian", "--k", "2"),
    ("report",), ("debug",),
]  # fmt: skip


def test_a_role_that_may_only_select_runs_everything_and_writes_nothing(server: Served, tmp_path: Path) -> None:
    def state() -> Any:
        tables = [name for (name,) in server.do("select table_name from information_schema.tables where table_schema = 'people' and table_type = 'BASE TABLE'")]
        return server.do(f"checksum table {', '.join(f'people.{name}' for name in sorted(tables))}")

    before = state()
    folder = server.project(tmp_path)
    for command in COMMANDS:
        ran = sqlrisk(*command, cwd=folder)
        assert ran.code == (3 if command[0] == "mondrian" else 0), (command, ran)  # mondrian needs temporary tables, and says so
        assert "MariaDB" in ran.out or command[0] != "debug"
    assert state() == before


@pytest.mark.parametrize(
    ("user", "relation", "arguments", "code"),
    [
        ("root", "plain_of_rights", (), 0),
        ("root", "calls_of_rights", (), 2),
        ("root", "beneath_of_rights", (), 2),
        ("root", "calls_of_rights", ("--allow-superuser",), 0),
        ("files", "calls_of_rights", (), 2),
        ("by_role", "calls_of_rights", (), 2),
        ("selects", "calls_of_rights", (), 0),
    ],
)
def test_a_view_that_calls_a_function_is_not_read_with_file_or_super(
    server: Served, tmp_path: Path, user: str, relation: str, arguments: tuple[str, ...], code: int
) -> None:
    server.do(
        "create or replace table rights (edad bigint, sexo text, diagnostico text)",
        "insert into rights values (30, 'F', 'flu'), (31, 'F', 'asthma'), (40, 'M', 'flu'), (41, 'M', 'asthma')",
        "create or replace function once_more(a text) returns text deterministic return a",
        "create or replace view plain_of_rights as select edad, lower(sexo) as sexo, diagnostico from rights",
        "create or replace view calls_of_rights as select edad, once_more(sexo) as sexo, diagnostico from rights",
        "create or replace view beneath_of_rights as select * from calls_of_rights",
        "create or replace role reads_files",
        "grant file on *.* to reads_files",
        *(f"create or replace user {name} identified by '{PASSWORD}'" for name in ("files", "by_role", "selects")),
        *(f"grant select, show view, execute on *.* to {name}" for name in ("files", "by_role", "selects")),
        "grant file on *.* to files",
        "grant reads_files to by_role",
        "set default role reads_files for by_role",
    )
    changed = {"username": user, "password": "" if user == "root" else PASSWORD}
    folder = server.project(tmp_path, DECLARATION.replace("relation: altas", f"relation: {relation}"), **changed)
    ran = sqlrisk("check", "--today", TODAY, *arguments, cwd=folder)
    assert ran.code == code, ran
    assert ("calls once_more()" in ran.err) is (code == 2)


def test_a_view_that_gives_other_values_each_time_is_not_measured(server: Served, tmp_path: Path) -> None:
    server.do("create or replace view rolled as select edad, sexo, if(rand() < 0.5, diagnostico, 'x') as diagnostico from altas")
    ran = check(server.project(tmp_path, DECLARATION.replace("relation: altas", "relation: rolled")))
    assert (ran.code, "the view `rolled` calls rand()" in ran.err) == (3, True), ran
