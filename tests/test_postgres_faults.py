"""PostgreSQL's faults: each ends a release with exit code 3 and one message, with neither a secret nor a cell value in it."""

from __future__ import annotations

import base64
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from sqlrisk import binding, checking, measuring
from sqlrisk.errors import RelationMissingError
from sqlrisk.sources import declared
from tests.clusters import READER, Database, cluster, free_port
from tests.helpers import TODAY, Ran
from tests.helpers import sqlrisk as program

PASSWORD = "s3cr et/ñ'+%\"$&=canarypass"
DECLARATION = """\
version: 1
profile: test
releases:
  - name: cells
    relation: cells
    columns:
      a: {role: quasi_identifier, levels: {number: "cast(a as integer)", inverse: "1 / (b - b)", huge: "b * 9223372036854775807", corta: "substring(a, 1, 6)"}}
      b: {role: quasi_identifier}
      c: {role: sensitive}
    publish: {a: corta}
    waived: {c: "not judged in this test"}
    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
SLOW = "create or replace view cells as select a, b, c from cells_kept, pg_sleep(30)"
QUICK = "create or replace view cells as select a, b, c from cells_kept"


def clean(ran: Ran) -> str:
    """The one message of a run, which holds no secret in any form, no cell value and no traceback."""
    said = ran.out + ran.err
    forms = (PASSWORD, quote(PASSWORD, safe=""), quote_plus(PASSWORD), base64.b64encode(PASSWORD.encode()).decode().rstrip("="), "canary")
    assert [form for form in forms if form in said] == []
    assert "Traceback" not in said
    return said


@pytest.fixture
def cells(postgres: Database) -> Database:
    """Two views of one table of tokens."""
    postgres.run("drop view if exists cells; drop table if exists cells_kept cascade; create table cells_kept (a text, b bigint, c text)")
    postgres.run(
        f"insert into cells_kept select 'canary' || i, 40 + i, 'canarydx' || i from generate_series(1, 20) i; {QUICK}; grant select on cells to {READER}"
    )
    return postgres


def check(postgres: Database, folder: Path, declaration: str = DECLARATION, *arguments: str, **settings: Any) -> Ran:
    return program("check", "--today", TODAY, *arguments, cwd=postgres.project(folder, declaration, **settings))


def while_it_runs(postgres: Database, act: Callable[[int], None]) -> threading.Thread:
    """Wait until a session of sqlrisk sleeps in a statement, then act on its process id."""

    def wait() -> None:
        with postgres.connect() as connection:
            for _ in range(400):
                found = connection.execute("select pid from pg_stat_activity where application_name = 'sqlrisk' and wait_event = 'PgSleep'").fetchone()
                if found:
                    act(found[0])
                    break
                time.sleep(0.05)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


# Statements that fail


FAULTS = {
    "a bad cast": ("corta}", "number}", "a value cannot be converted"),
    "a division by zero": ("corta}", "inverse}", "a number is out of range|a value cannot"),
    "a number out of range": ("corta}", "huge}", "a number is out of range"),
    "an expression of the wrong type": ('"cast(a as integer)"', '"floor(a)"', ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_statement_that_fails_tells_no_value(fault: str, cells: Database, tmp_path: Path) -> None:
    old, new, said = FAULTS[fault]
    text = DECLARATION.replace(old, new)
    text = text if said else text.replace("a: corta", "a: number")
    ran = check(cells, tmp_path, text, "--format", "json", "--output", "human=report.txt")
    assert (ran.code, bool(re.search(said or "does not fit the types", clean(ran)))) == (3 if said else 2, True), ran
    report = tmp_path / "report.txt"
    assert not report.exists() or "canary" not in report.read_text()


def test_only_unsafe_debug_shows_the_server_s_words(cells: Database, tmp_path: Path) -> None:
    ran = check(cells, tmp_path, DECLARATION.replace("corta}", "number}"), "--unsafe-debug")
    assert ran.code == 3
    assert "canary" in ran.out + ran.err


# Time, locks, lost connections


def test_a_statement_timeout(cells: Database, tmp_path: Path) -> None:
    cells.run(SLOW)
    ran = check(cells, tmp_path, statement_timeout=0.2)
    assert ran.code == 3
    assert "stopped after statement_timeout = 0.2 s" in clean(ran)


def test_a_statement_timeout_of_the_role(cells: Database, tmp_path: Path) -> None:
    cells.run(f"{SLOW}; alter role {READER} set statement_timeout = '200ms'")
    try:
        ran = check(cells, tmp_path)
    finally:
        cells.run(f"alter role {READER} reset statement_timeout")
    assert ran.code == 3
    assert "time limit" in clean(ran)


def test_a_lock(cells: Database, tmp_path: Path) -> None:
    other = cells.connect()
    other.execute("begin; lock table cells_kept in access exclusive mode")
    try:
        ran = check(cells, tmp_path, lock_timeout=0.2)
    finally:
        other.close()
    assert ran.code == 3
    assert "the relation" in clean(ran)
    assert "another session holds a lock" in ran.err


def test_a_connection_that_is_ended_while_a_statement_runs_costs_one_release(cells: Database, tmp_path: Path) -> None:
    """The release after it is measured on a connection of its own."""
    cells.run(f"{SLOW}; create table if not exists calm as select 1 as a, 1 as b, 1 as c from generate_series(1, 3)")
    second = re.sub(r", levels: .*\}\}", "}", DECLARATION.split("releases:\n")[1].replace("cells", "calm")).replace("    publish: {a: corta}\n", "")
    thread = while_it_runs(cells, lambda pid: cells.run(f"select pg_terminate_backend({pid})"))
    ran = check(cells, tmp_path, DECLARATION + second)
    thread.join()
    assert ran.code == 3
    assert "the connection was lost" in clean(ran)
    assert "calm: publishable" in ran.out


def test_a_server_that_stops(tmp_path: Path) -> None:
    with cluster() as where:
        database = Database(where["host"], where["port"])
        database.run(f"create table cells_kept as select 'canary' as a, 1::bigint as b, 'canary' as c; {SLOW.replace('or replace ', '')}")
        postmaster = int((Path(where["host"]) / "data" / "postmaster.pid").read_text().split()[0])
        thread = while_it_runs(database, lambda pid: os.kill(postmaster, signal.SIGQUIT))
        ran = check(database, tmp_path)
        thread.join()
        database.admin.close()
        again = check(database, tmp_path)
    assert (ran.code, again.code) == (3, 3)
    assert "the connection was lost" in clean(ran)
    assert "the server cannot be reached" in clean(again)


def test_an_interrupt_ends_the_statement_on_the_server_too(cells: Database, tmp_path: Path) -> None:
    cells.run(SLOW)
    folder = cells.project(tmp_path, DECLARATION)
    process = subprocess.Popen([sys.executable, "-m", "sqlrisk", "check", "--today", TODAY], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    thread = while_it_runs(cells, lambda pid: process.send_signal(signal.SIGINT))
    _, err = process.communicate(timeout=60)
    thread.join()
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert cells.run("select count(*) from pg_stat_activity where wait_event = 'PgSleep'") == [(0,)]


# Who connects, and where


@pytest.fixture(scope="module")
def with_password(postgres: Database) -> Iterator[str]:
    """A role that has to give its password."""
    file = Path(postgres.host) / "data" / "pg_hba.conf"
    before = file.read_text()
    file.write_text("local all with_password scram-sha-256\nlocal all turned_away reject\n" + before)
    escaped = PASSWORD.replace("'", "''")
    postgres.run(
        f"select pg_reload_conf(); create role with_password login password '{escaped}'; grant {READER} to with_password; create role turned_away login"
    )
    yield "with_password"
    file.write_text(before)
    postgres.run("select pg_reload_conf(); drop role with_password; drop role turned_away")


def test_the_right_password_is_taken_from_the_environment(with_password: str, cells: Database, tmp_path: Path) -> None:
    folder = cells.project(tmp_path, DECLARATION, user=with_password, password="{{ env_var('DBT_ENV_SECRET_PASSWORD') }}")
    for command in (("check", "--today", TODAY), ("debug",)):
        ran = program(*command, cwd=folder, env={"DBT_ENV_SECRET_PASSWORD": PASSWORD})
        assert ran.code == (1 if command[0] == "check" else 0), ran
        clean(ran)


REFUSED: Mapping[str, tuple[dict[str, Any], str]] = {
    # what is wrong -> the settings, and what is said
    "a wrong password": ({"user": "with_password", "password": PASSWORD}, "refuses the user or the credentials"),
    "no password": ({"user": "with_password"}, "refuses the user or the credentials"),
    "pg_hba.conf": ({"user": "turned_away", "password": PASSWORD}, "refuses the user or the credentials"),
    "no such user": ({"user": "nobody_here", "password": PASSWORD}, "the server refuses the connection"),
    "no such database": ({"dbname": "nowhere", "password": PASSWORD}, "does the database of the target exist"),
    "no such role": ({"role": "nobody_here", "password": PASSWORD}, "may not take the role"),
    "a role that it may not take": ({"role": "postgres", "password": PASSWORD}, "may not take the role"),
    "no such host": ({"host": "sqlrisk.invalid", "password": PASSWORD}, "the server cannot be reached"),
    "nobody listens": ({"host": "127.0.0.1", "port": 1, "password": PASSWORD}, "the server cannot be reached"),
    "an impossible setting": ({"sslmode": "canarymode", "password": PASSWORD}, "the server cannot be reached"),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_refuses_the_connection_is_told_without_the_secret(wrong: str, with_password: str, cells: Database, tmp_path: Path) -> None:
    if wrong == "a wrong password":
        cells.run(f"alter role {with_password} password 'another'")
    settings, said = REFUSED[wrong]
    ran = check(cells, tmp_path, DECLARATION, "--format", "json", **settings)
    assert ran.code == 3
    assert said in clean(ran)


def test_a_refused_password_is_tried_once(with_password: str, cells: Database, tmp_path: Path) -> None:
    """However many releases there are: roles are locked after so many."""
    log = Path(cells.host) / "log"
    before = log.read_text().count('user "with_password"')
    second = DECLARATION.split("releases:\n")[1].replace("name: cells", "name: other")
    ran = check(cells, tmp_path, DECLARATION + second, user=with_password, password="wrong")
    assert ran.code == 3
    assert log.read_text().count('user "with_password"') == before + 1


def test_a_host_that_does_not_answer_is_given_up(cells: Database, tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", free_port()))
        silent.listen(1)
        started = time.monotonic()
        ran = check(cells, tmp_path, host="127.0.0.1", port=silent.getsockname()[1], connect_timeout=2)
    assert ran.code == 3
    assert "the server cannot be reached" in clean(ran)
    assert time.monotonic() - started < 20


def test_a_password_that_is_a_number_is_a_secret_too(cells: Database, tmp_path: Path) -> None:
    folder = cells.project(tmp_path, DECLARATION, password=90210555, user="postgres", search_path="of_90210555")
    ran = program("debug", "--unsafe-debug", cwd=folder)
    assert ran.code == 0
    assert "90210555" not in ran.out + ran.err


# Rights, and relations that go


def test_revoked_rights(cells: Database, tmp_path: Path) -> None:
    cells.run(
        f"create schema if not exists closed; create table if not exists closed.cells (a text, b bigint, c text); grant select on closed.cells to {READER}"
    )
    ran = check(cells, tmp_path, DECLARATION.replace("relation: cells", "relation: closed.cells"))
    assert ran.code == 3
    assert "may not read it" in clean(ran)
    ran = check(cells, tmp_path, schema="closed")
    assert ran.code == 3
    assert "or the role may not see it" in clean(ran)
    cells.run(f"revoke select on cells from {READER}")
    ran = check(cells, tmp_path)
    assert ran.code == 3
    assert "grant select on it" in clean(ran)


def test_rights_on_some_columns_only(cells: Database, tmp_path: Path) -> None:
    """What is measured has to be readable. An identifier of which only the repeats would be counted fails the release, and can be accepted."""
    cells.run(f"revoke select on cells from {READER}; grant select (b, c) on cells to {READER}")
    assert check(cells, tmp_path).code == 3
    only = re.sub(r"a: \{role.*\}\}", "a: {role: identifier}", DECLARATION).replace("{a: corta}", "{b: todas}")
    only = only.replace("b: {role: quasi_identifier}", 'b: {role: quasi_identifier, levels: {todas: "floor(b / 100)"}}')
    ran = check(cells, tmp_path, only)
    said = "the values of the identifier `a` are not counted: no right to read it; grant select on the column to the role of the profile, or accepted:"
    assert (ran.code, said in " ".join(ran.out.split())) == (1, True), ran
    accepted = "    accepted: [{finding: identifier-not-counted, column: a, reason: test, until: 2027-01-01}]\n    waived"
    assert check(cells, tmp_path, only.replace("    waived", accepted, 1)).code == 0
    assert check(cells, tmp_path, only.replace("    waived", "    where: a <> 'x'\n    waived", 1)).code == 3
    cells.run(f"grant select (a) on cells to {READER}")
    assert check(cells, tmp_path, only).code == 0


def test_a_relation_that_goes_between_binding_and_measuring(cells: Database, tmp_path: Path) -> None:
    folder = cells.project(tmp_path, DECLARATION)
    loaded = declared(folder, None, None, date.fromisoformat(TODAY))
    engine = checking.open_engine(loaded, loaded.declaration.releases, checking.Options(today=date.fromisoformat(TODAY)))
    try:
        bound = binding.bound_release(loaded.declaration.releases[0], engine)
        cells.run("drop view cells")
        with pytest.raises(RelationMissingError, match="not in the catalogue"):
            measuring.measure(bound, engine, checking.silent, ())
    finally:
        engine.close()
