"""SQLite as users have it: a file that is only read, its collations and loose types, several files of one target, and its faults."""

from __future__ import annotations

import hashlib
import json
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import sqlrisk
from sqlrisk.engines import connect
from sqlrisk.errors import ConfigurationError, QueryFailedError
from sqlrisk.profiles import load_target
from sqlrisk.report import ReleaseReport
from tests.helpers import TODAY, Ran
from tests.helpers import sqlrisk as program

FILE = "warehouse.sqlite"
HEAVY = "with recursive r(i) as (select 1 union all select i + 1 from r where i < 1000000000) select max(i) as a from r"


@contextmanager
def writing(folder: Path, file: str = FILE) -> Iterator[sqlite3.Connection]:
    """A connection that writes the database of a test."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / file, isolation_level=None)) as connection:
        yield connection


def declare(folder: Path, relation: str, columns: dict[str, str], more: str = "", **settings: Any) -> Path:
    """A declaration whose columns are quasi-identifiers with these levels, and a target."""
    listed = "\n".join(f"      {json.dumps(name)}: {{role: quasi_identifier{level}}}" for name, level in columns.items())
    (folder / "sqlrisk.yml").write_text(
        f"version: 1\nprofile: test\nreleases:\n  - name: r\n    relation: {json.dumps(relation)}\n    columns:\n{listed}\n{more}"
        "    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]\n    decided_on: 2026-11-01\n    valid_until: 2027-11-01\n"
    )
    target = {"type": "sqlite", **({} if "schemas_and_paths" in settings else {"path": FILE}), **settings}
    (folder / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": target}}}))
    return folder


def measured(folder: Path, relation: str, columns: dict[str, str], more: str = "", **settings: Any) -> ReleaseReport:
    """The report of a table."""
    declare(folder, relation, columns, more, **settings)
    (release,) = sqlrisk.check(folder / "sqlrisk.yml", today=date.fromisoformat(TODAY)).releases
    return release


def sizes(release: ReleaseReport) -> dict[int, int]:
    """The published class sizes."""
    assert release.status == "measured", release.error
    return dict(release.class_sizes["published"])


def check(folder: Path, *arguments: str) -> Ran:
    ran = program("check", "--today", TODAY, *arguments, cwd=folder)
    assert "Traceback" not in ran.out + ran.err
    return ran


def test_the_file_is_only_read(tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute("create table t as select value % 3 as a, value % 2 as b from json_each('[1,2,3,4,5,6,7,8,9]')")
    before = hashlib.sha256((tmp_path / FILE).read_bytes()).hexdigest()
    levels = {"a": ", levels: {half: 'floor(a / 2)'}", "b": ""}
    declare(tmp_path, "t", levels, "    ladder: [{name: raw}, {name: one, a: half}, {name: two, a: dropped}]\n")
    for command in ("check", "ladder", "recommend", "mondrian", "report", "debug"):
        ran = program(command, *(() if command == "debug" else ("--today", TODAY)), cwd=tmp_path)
        assert ran.code in (0, 1), (command, ran)
    assert hashlib.sha256((tmp_path / FILE).read_bytes()).hexdigest() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["profiles.yml", "sqlrisk.yml", FILE]
    engine = connect(load_target(tmp_path / "profiles.yml", "test", "dev"), tmp_path, ())
    try:
        with pytest.raises(QueryFailedError):
            engine.rows("drop table t", "a statement that writes")
    finally:
        engine.close()


COLLATED = {
    "a column": "create table t (a text collate nocase)",
    "a column, in odd case": "create table t (a text CoLLate NoCase)",
    "spaces at the end": "create table t (a text collate rtrim)",
    "a view": "create table base (a text); create view t as select a collate nocase as a from base",
    "an index": "create table t (a text); create index i on t (a collate nocase)",
    "a collation of another program": "create table t (a text collate theirs)",
}


@pytest.mark.parametrize("kind", COLLATED)
def test_a_collation_hides_no_class(kind: str, tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.create_collation("theirs", lambda one, other: 0)
        connection.executescript(COLLATED[kind])
        connection.execute(f"insert into {'base' if kind == 'a view' else 't'} values ('a'), ('A'), ('a '), ('a')")
    release = measured(tmp_path, "t", {"a": ""})
    if kind == "a collation of another program":
        assert release.status == "not_measured"
        return
    assert sizes(release) == {1: 2, 2: 1}
    assert any("collation" in warning for warning in release.warnings) == (kind != "an index")


def test_any_value_in_any_column(tmp_path: Path) -> None:
    """A text in an INTEGER column, a number in a column without a type; each stored value is its own class."""
    with writing(tmp_path) as connection:
        connection.execute("create table t (a integer, b, c text)")
        connection.executemany("insert into t values (?, ?, ?)", [(1, 1, "1"), ("1", "1", 1), ("uno", b"1", "1"), ("uno", 1.0, None), (None, None, None)])
    assert sizes(measured(tmp_path, "t", {"a": ""}, "    other_columns: {role: insensitive, reason: test}\n")) == {1: 1, 2: 2}
    assert sizes(measured(tmp_path, "t", {"b": ""}, "    other_columns: {role: insensitive, reason: test}\n")) == {1: 3, 2: 1}
    assert sizes(measured(tmp_path, "t", {"c": ""}, "    other_columns: {role: insensitive, reason: test}\n")) == {2: 1, 3: 1}


def test_a_rung_of_a_column_without_a_type_is_not_rolled_up(tmp_path: Path) -> None:
    """1 and 1.0 are one value of two texts: a class of them would give its level one text."""
    with writing(tmp_path) as connection:
        connection.execute("create table t (a, b)")
        connection.executemany("insert into t values (?, ?)", [(value, 1) for value in (1, 1.0) for _ in range(10)])
    ladder = "    publish: {a: texto}\n    ladder: [{name: one, a: texto}, {name: two, a: texto}, {name: three, a: texto}]\n"
    release = measured(tmp_path, "t", {"a": ", levels: {texto: 'cast(a as text)'}", "b": ""}, ladder)
    assert [dict(found) for found in release.class_sizes.values()] == [{10: 2}] * 4


def test_a_view_of_expressions_is_as_its_owner_reads_it(tmp_path: Path) -> None:
    """Functions of sqlrisk's own do not change what LIKE and floor mean in a view."""
    with writing(tmp_path) as connection:
        connection.execute("create table base (n real, t text)")
        connection.executemany("insert into base values (?, ?)", [(1.5, "Ana"), (1.2, "ana"), (2.5, "Eva")])
        connection.execute("create view t as select floor(n) as f, upper(t) as u from base where t like 'a%'")
    assert sizes(measured(tmp_path, "t", {"f": "", "u": ""})) == {2: 1}


NAMES = {
    # a table -> as a declaration names it
    '"Mixed Case"': '"mixed CASE"',
    '"with ""quotes"" and .dots"': '"with ""quotes"" and .dots"',
    "plain": "main.plain",
    '"order"': "order",
}


@pytest.mark.parametrize("table", NAMES)
def test_a_relation_is_found_by_its_name(table: str, tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute(f'create table {table} ("user" text, "Group" text, g generated always as (1) virtual)')
        connection.execute(f"insert into {table} values ('a', 'b'), ('a', 'b'), ('a', 'c')")
    assert sizes(measured(tmp_path, NAMES[table], {"user": "", "group": "", "G": ""})) == {1: 1, 2: 1}


def test_the_schemas_of_dbt_sqlite(tmp_path: Path) -> None:
    for place, file in enumerate(("main.db", "marts.db"), 1):
        with writing(tmp_path, file) as connection:
            connection.execute(f"create table t as select 1 as a from json_each('{json.dumps([1] * place)}')")
    dbt: dict[str, Any] = {
        "threads": 1,
        "database": "database",
        "schema": "marts",
        "schemas_and_paths": {"main": "main.db", "marts": "marts.db"},
        "schema_directory": ".",
    }
    assert measured(tmp_path, "t", {"a": ""}, **dbt).rows == 2
    assert measured(tmp_path, "main.t", {"a": ""}, **dbt).rows == 1
    assert "not in the catalogue" in str(measured(tmp_path, "others.t", {"a": ""}, **dbt).error)
    with pytest.raises(ConfigurationError, match="names no database file"):
        measured(tmp_path, "t", {"a": ""}, **{**dbt, "schema": "other"})


def test_a_database_in_wal_mode_is_read_while_it_is_written(tmp_path: Path) -> None:
    stop = threading.Event()
    with writing(tmp_path) as connection:
        connection.execute("pragma journal_mode = wal")
        connection.execute("create table t as select value % 3 as a from json_each('[1,2,3,4,5,6]')")

        def write() -> None:
            with writing(tmp_path) as other:
                while not stop.is_set():
                    other.execute("insert into t values (1), (7)")
                    time.sleep(0.001)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            releases = [measured(tmp_path, "t", {"a": ""}) for _ in range(3)]
        finally:
            stop.set()
            writer.join()
    assert all(sum(size * classes for size, classes in sizes(release).items()) == release.rows for release in releases)
    assert (releases[0].rows or 0) < (releases[-1].rows or 0)


def test_a_writer_that_holds_the_file(tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute("create table t as select 1 as a")
        connection.execute("begin exclusive")
        declare(tmp_path, "t", {"a": ""}, lock_timeout=0.2)
        ran = check(tmp_path)
    assert (ran.code, "another session holds a lock" in ran.err) == (3, True), ran


def test_a_statement_timeout(tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute(f"create view t as {HEAVY}")
    ran = check(declare(tmp_path, "t", {"a": ""}, statement_timeout=0.3))
    assert (ran.code, "stopped after statement_timeout = 0.3 s" in ran.err) == (3, True), ran


def test_an_interrupt_is_heard_while_a_statement_runs(tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute(f"create view t as {HEAVY}")
    folder = declare(tmp_path, "t", {"a": ""})
    process = subprocess.Popen([sys.executable, "-m", "sqlrisk", "check", "--today", TODAY], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        for _ in range(200):
            if f"{FILE}" in "".join(str(each.resolve()) for each in Path(f"/proc/{process.pid}/fd").iterdir() if each.is_symlink()):
                break
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err


BROKEN = {
    "no file": (None, "the database does not exist"),
    "no database": (b"canary, comma, canary\n" * 400, "is it an SQLite database"),
    "a damaged one": (b"SQLite format 3\0" + b"canary" * 4000, "is it an SQLite database"),
    "an empty one": (b"", "not in the catalogue"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_no_database(what: str, tmp_path: Path) -> None:
    content, said = BROKEN[what]
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    declare(tmp_path, "t", {"a": ""})
    ran = check(tmp_path)
    assert (ran.code, said in ran.err, "canary" in ran.err + ran.out) == (3, True, False), ran


def test_a_text_that_is_no_utf_8_is_not_shown(tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute("create table t (a text)")
        connection.execute("insert into t values (cast(x'63616e617279ff' as text)), ('b')")
    declare(tmp_path, "t", {"a": ""}, "    groups: [a]\n")
    ran = check(tmp_path)
    assert (ran.code, "canary" in ran.out + ran.err) == (3, False), ran


def test_debug_tells_what_folds_and_what_is_missing(tmp_path: Path) -> None:
    with writing(tmp_path) as connection:
        connection.execute("create table t (a text collate nocase)")
    declare(tmp_path, "t", {"a": ""})
    second = (tmp_path / "sqlrisk.yml").read_text().split("releases:\n")[1].replace("name: r", "name: s").replace('"t"', '"nowhere"')
    (tmp_path / "sqlrisk.yml").write_text((tmp_path / "sqlrisk.yml").read_text() + second)
    ran = program("debug", cwd=tmp_path)
    assert ran.code == 0, ran
    assert '"main"."t", 1 column; grouped by code points, since a collation may take different texts for one: a' in ran.out
    assert "nowhere: CANNOT BE READ" in ran.out
