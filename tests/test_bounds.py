"""Nothing hangs: hostile expressions, declarations, views and profiles end within the time limit and 3 seconds, and what they leave is nothing."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlrisk import bounded
from sqlrisk.bounded import Worker, statement_timeout
from sqlrisk.engines import connect
from sqlrisk.errors import ConfigurationError, StatementTimeoutError
from sqlrisk.profiles import Target
from tests.clusters import Database
from tests.helpers import DECLARATION, TODAY, Ran, project, sqlrisk

LIMIT = 1
"""The statement_timeout of the hostile runs."""

EXPRESSIONS = [
    *(f"lpad('x', {length}, 'x')" for length in (2_000_000_000, 256, "edad", "cast(1e9 as integer)", "255 * 255")),
    "lpad(" * 40 + "sexo" + ", 2000000000, 'x')" * 40,
    "||".join(["sexo"] * 1300), "concat(" * 48 + "sexo" + ", sexo)" * 48, "||".join(["lpad(sexo, 255, 'x')"] * 170),
    *("(" + word + "(" + ("(" + word + "(") * 23 + "edad" + "))" * 24 for word in ("date", "interval", "timestamp", "struct", "cast", "lower", "repeat")),
    "(" * 50 + ")" * 50, "(" * 2000 + "edad", "[" * 2000, "{'a':" * 600, "-" * 3990 + "1", "~" * 3900 + "1", "not " * 900 + "true", "'" * 3999,
    "case when edad = 1 then " * 45 + "1" + " end" * 45, "extract(year from " * 45 + "edad" + ")" * 45, "edad in (" + "1," * 1900 + "1)",
    "sexo like '" + "%a" * 1900 + "'", "sexo like '%" + "_%" * 1000 + "x'", "coalesce(" * 48 + "edad" + ", 1)" * 48, "edad between " * 300 + "1",
    "<".join(["edad"] * 790), "*".join(["edad"] * 790), ".".join(["edad"] * 790), "9" * 3990, "1e" * 1500, "$$" * 1000, "/*" * 1900, "edad::" * 600 + "int",
    "(select " * 49 + "1" + ")" * 49, "repeat('x', 1000000000)", "range(1000000000)", "random() ** 9999999",
    "substring(sexo, 1, 99999999999999999999)", "cast(cast(cast(edad as text) as double) as text)", "upper(" * 49 + "sexo" + ")" * 49,
    "abs(" * 49 + "edad" + ")" * 49, "sexo || " * 440 + "sexo", "nullif(" * 48 + "edad" + ", 1)" * 48,
    "case " * 24 + "edad" + " when 1 then 2 when 3 then 4 else 5 end" * 24,
]  # fmt: skip
DECLARATIONS = [
    f"reason: {json.dumps(text)}"
    for text in ("{{" * 1_000_000, "{{ env_var('SQLRISK_A'" + " " * 2_000_000, "a-" * 1_000_000, "?" + "token" * 400_000, "[" * 1_000_000, "{{ e" * 400_000)
]
PROFILES = [
    "{% for x in range(1000000000) %}{% endfor %}", "{% for x in range(99999) %}{% for y in range(99999) %}{{ y }}{% endfor %}{% endfor %}",
    "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "{% set x = 'x' * 1000000000 %}", "{{ 'x' * 1000000000 }}", "{{ 9 ** 9 ** 9 }}",
    "{{ range(1000000000) | list }}", "{{ 'x'.ljust(1000000000) }}", "{{ ('x' | center(1000000000)) }}", "{{ '%1000000000d' % 1 }}",
    "{{ '%1000000000d' | format(1) }}", "{{ lipsum(n=100000000) }}", "{{ cycler.__init__.__globals__ }}", "{{ env_var.__globals__ }}",
    "{{ " + "(" * 1900 + "1" + ")" * 1900 + " }}", "{{ " + "not " * 900 + "1 }}", "{{ " + "1 ~ " * 2_000_000 + "1 }}", "{{ 1 }}" * 100_000,
    "{{ [1] | batch(1000000000) | list }}", "{{ 1 if 1 if 1 else 2 }}",
]  # fmt: skip
LONG = "repeat('x', 400000000 + edad)"
IN_DUCKDB = {
    "one long value": f"select * from t where length({LONG}) > 0",
    **{f"{name} of a long value": f"select * from t where length({name}({LONG})) > 0 limit 1" for name in ("upper", "reverse", "hex", "sha256")},
    "a padded value": "select * from t where length(lpad('x', 2000000000, 'xy')) > 0 limit 1",
    "one slow value": "select * from t where levenshtein(repeat('a', 300000 + edad), repeat('b', 300000)) >= 0",
    "a value of pairs": "select * from t where jaro_winkler_similarity(repeat('ab', 800000 + edad), repeat('ba', 800000)) >= 0",
    "another slow value": "select * from t where damerau_levenshtein(repeat('a', 9000 + edad), repeat('b', 9000)) >= 0",
    "a pattern": "select * from t where repeat('a', 90000 + edad) like repeat('%a_', 3000) || 'b' or true",
    "a join without an end": "select t.* from t, range(1000000) a, range(1000000) b",
    "rows without an end": "select t.* from t, (with recursive r(i) as (select 1 union all select i + 1 from r) select * from r)",
    "a range": "select t.* from t where len(range(1000000000 + edad)) > 0",
    "a sorted list": "select t.* from t where len(list_sort(range(200000000 + edad))) > 0",
    "a list of functions": "select t.* from t where len(list_transform(range(100000000 + edad), lambda x: sqrt(x))) > 0",
    "replaced": "select t.* from t where length(replace(repeat('x', 50000000 + edad), 'x', 'yyyyyyyy')) > 0",
    "split": "select t.* from t where len(string_split(repeat('x ', 50000000 + edad), ' ')) > 0",
    "an aggregate": "select t.* from t where (select length(string_agg(i::text, ',')) from range(300000000) r(i)) > 0",
}  # fmt: skip
IN_SQLITE = {
    "one long value": "select * from t where length(replace(hex(zeroblob(300000000)), '00', 'xyz')) >= 0",
    "rows without an end": "with recursive r(i) as (select 1 union all select i + 1 from r) select t.* from t, r",
    "a pattern": "select * from t where replace(hex(zeroblob(3000)), '0', 'a') like '%a%a%a%a%a%a%a%a%a%b' or 1",
    "a padded value": "select * from t where length(printf('%.*c', 900000000, 'x')) >= 0",
    "searched": "select * from t where instr(hex(zeroblob(400000000)), 'x') >= 0",
    "a join without an end": "select t.* from t, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k, t l, t m, t n, t o, t p, t q, t r, t s, t u",
}  # fmt: skip
IN_POSTGRES = {
    "sleep": "select t.* from t, pg_sleep(100)",
    "rows without an end": "select t.* from t, (with recursive r(i) as (select 1 union all select i + 1 from r) select * from r) r",
    "a join without an end": "select t.* from t, generate_series(1, 1000000) a, generate_series(1, 1000000) b",
    "one long value": "select * from t where length(repeat('x', 400000000 + edad)) > 0",
    "a pattern": "select * from t where repeat('a', 3000) like repeat('%a', 50) || 'b' or true",
    "an expression": "select * from t where repeat('ab', 30000) ~ '(.*)(.*)(.*)(.*)\\1\\2\\3\\4x' or true",
}
ROWS = "(values (30, 'F', 'flu'), (31, 'F', 'asthma'), (40, 'M', 'flu'), (41, 'M', 'asthma')) as v(edad, sexo, diagnostico)"


@pytest.fixture(scope="module", autouse=True)
def started(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Start what runs the program before its runs are timed."""
    assert sqlrisk("--version", cwd=tmp_path_factory.mktemp("started")).code == 0


def in_duckdb(folder: Path, view: str) -> Path:
    """A project whose relation is a view over the table t."""
    project(folder, rows=None)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(f"create table t as select * from {ROWS}")
        connection.execute(f"create view altas as {view}")
    return profiled(folder, {"type": "duckdb", "path": "warehouse.duckdb", "threads": 2})


def in_sqlite(folder: Path, view: str) -> Path:
    """The same in SQLite."""
    project(folder, rows=None)
    with sqlite3.connect(folder / "w.sqlite") as connection:
        connection.execute("create table t (edad integer, sexo text, diagnostico text)")
        connection.executemany("insert into t values (?, ?, ?)", [(30 + place, "F", "flu") for place in range(8)])
        connection.execute(f"create view altas as {view}")
    connection.close()
    return profiled(folder, {"type": "sqlite", "path": "w.sqlite"})


def profiled(folder: Path, target: dict[str, Any], limit: float = LIMIT) -> Path:
    """The folder with a profile of this target, whose statements are limited."""
    (folder / "profiles.yml").write_text(json.dumps({"test": {"target": "dev", "outputs": {"dev": {"statement_timeout": limit, **target}}}}))
    return folder


def ended(folder: Path, *arguments: str) -> Ran:
    """A check that ends in time, says nothing of its insides and leaves nothing behind."""
    (folder / "tmp").mkdir()
    started = time.monotonic()
    ran = sqlrisk("check", "--today", TODAY, *arguments, cwd=folder, env={"TMPDIR": str(folder / "tmp")}, timeout=30)
    seconds = time.monotonic() - started
    assert seconds < LIMIT + 3, f"{seconds:.1f} s"
    assert ran.code in (0, 1, 2, 3), ran
    assert "internal error" not in ran.err
    assert "Traceback" not in ran.err
    assert list((folder / "tmp").iterdir()) == []
    return ran


def some(cases: Any, quick: int) -> list[Any]:
    """The first few in every run, all of them where there is time."""
    return [case if place < quick else pytest.param(case, marks=pytest.mark.slow) for place, case in enumerate(cases)]


@pytest.mark.parametrize("text", some(EXPRESSIONS, 0), ids=lambda text: text[:20])
def test_a_hostile_expression(tmp_path: Path, text: str) -> None:
    ended(project(tmp_path, DECLARATION.replace("floor(edad / 5) * 5", text.replace('"', '\\"'))))


@pytest.mark.parametrize("line", some(DECLARATIONS, 0), ids=lambda line: line[:20])
def test_a_hostile_declaration(tmp_path: Path, line: str) -> None:
    declaration = DECLARATION.replace("reason: test}", f"{line}}}")
    assert declaration != DECLARATION
    assert ended(project(tmp_path, declaration)).code in (0, 2)


@pytest.mark.parametrize("text", some(PROFILES, 1), ids=lambda text: text[:20])
def test_a_hostile_profile(tmp_path: Path, text: str) -> None:
    ran = ended(profiled(project(tmp_path), {"type": "duckdb", "path": text}))
    assert ran.code == 2
    assert any(said in ran.err for said in ("cannot render `path`: ", "more than 100,000 characters of expressions", "larger than 5,000,000 bytes"))


@pytest.mark.parametrize("case", some(IN_DUCKDB, 0))
def test_a_hostile_view_of_duckdb(tmp_path: Path, case: str) -> None:
    assert ended(in_duckdb(tmp_path, IN_DUCKDB[case])).code in (0, 3)


@pytest.mark.parametrize("case", some(IN_SQLITE, 0))
def test_a_hostile_view_of_sqlite(tmp_path: Path, case: str) -> None:
    assert ended(in_sqlite(tmp_path, IN_SQLITE[case])).code in (0, 3)


@pytest.mark.slow
@pytest.mark.parametrize("case", IN_POSTGRES)
def test_a_hostile_view_of_postgres(postgres: Database, tmp_path: Path, case: str) -> None:
    postgres.run(f"create table t as select * from {ROWS}; create view altas as {IN_POSTGRES[case]}; grant select on altas, t to public")
    try:
        target = {"type": "postgres", "host": postgres.host, "port": postgres.port, "user": "postgres", "dbname": postgres.name}
        assert ended(profiled(project(tmp_path, rows=None), target)).code in (0, 3)
    finally:
        postgres.run("drop view altas; drop table t")


def test_there_are_a_hundred_of_them() -> None:
    assert len(EXPRESSIONS) + len(DECLARATIONS) + len(PROFILES) + len(IN_DUCKDB) + len(IN_SQLITE) + len(IN_POSTGRES) >= 100


def test_a_statement_that_does_not_stop_is_left_and_the_program_ends(tmp_path: Path) -> None:
    folder = in_duckdb(tmp_path, IN_DUCKDB["a value of pairs"])
    two = DECLARATION + DECLARATION.partition("releases:\n")[2].replace("name: altas", "name: second")
    (folder / "sqlrisk.yml").write_text(two)
    profiled(folder, {"type": "duckdb", "path": "warehouse.duckdb"}, 0.2)
    ran = ended(folder, "--output", "json=r.json")
    assert ran.code == 3
    first, second = json.loads((folder / "r.json").read_text())["releases"]
    assert first["error"].startswith("it did not stop 2 s after statement_timeout = 0.2 s")
    assert second["error"].startswith("a statement before it has not stopped")


def test_a_worker_gives_what_is_returned_and_raises_what_is_raised() -> None:
    worker = Worker(lambda: None)
    assert worker.run(lambda: threading.current_thread() is threading.main_thread(), 5) is False
    assert worker.run(lambda: 7, None) == 7
    with pytest.raises(ZeroDivisionError):
        worker.run(lambda: 1 // 0, 5)
    assert (worker.timed_out, worker.is_stuck) == (False, False)


def test_a_worker_interrupts_until_the_statement_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, times = threading.Event(), list[int]()
    worker = Worker(lambda: (times.append(1), heard.set() if len(times) > 2 else None))
    assert worker.run(lambda: heard.wait(10), 0.01) is True
    assert (worker.timed_out, len(times) > 2) == (True, True)
    monkeypatch.setattr(bounded, "GRACE", 0.05)
    monkeypatch.setattr(bounded, "_stuck", threading.Event())
    deaf, end = Worker(lambda: None), threading.Event()
    with pytest.raises(StatementTimeoutError, match="did not stop"):
        deaf.run(end.wait, 0.01)
    assert bounded.is_any_stuck()
    end.set()
    with pytest.raises(StatementTimeoutError, match="a statement before it has not stopped"):
        deaf.run(lambda: 1, 1)


def test_limits_by_default_and_declared(tmp_path: Path) -> None:
    assert [statement_timeout(value) for value in (None, 0, "0", 5, "0.5")] == [3600, None, None, 5, 0.5]
    for wrong in (-1, "much", "inf"):
        with pytest.raises(ConfigurationError, match="a number of seconds above 0"):
            statement_timeout(wrong)
    folder = project(tmp_path)
    asked = "statement_timeout 3600 s (default), memory_limit 60% RAM (default)"
    assert f"\nlimits: {asked}\n" in sqlrisk("debug", cwd=folder).out
    ran = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=folder)
    assert json.loads(ran.out)["releases"][0]["reproduction"]["limits"] == asked
    profiled(folder, {"type": "duckdb", "path": "warehouse.duckdb", "memory_limit": "300MB"}, 0)
    assert "\nlimits: statement_timeout none, memory_limit 300MB\n" in sqlrisk("debug", cwd=folder).out


def test_duckdb_takes_three_fifths_of_the_memory_where_nothing_is_declared(tmp_path: Path) -> None:
    def memory(settings: dict[str, Any]) -> Any:
        engine = connect(Target("p", "t", "duckdb", tmp_path / "profiles.yml", settings), tmp_path, [])
        try:
            return engine.rows("select current_setting('memory_limit') as memory", "test")[0]["memory"]
        finally:
            engine.close()

    with duckdb.connect() as connection:
        connection.execute("set memory_limit = '60%'")
        asked = connection.execute("select current_setting('memory_limit')").fetchall()[0][0]
        own: Callable[[], Any] = duckdb.connect().execute("select current_setting('memory_limit')").fetchone
    assert memory({}) == asked != own()[0]
    assert memory({"memory_limit": "200MiB"}) == "200.0 MiB"
