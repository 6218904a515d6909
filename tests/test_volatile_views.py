"""A view whose rows differ from one reading to the next is not measured; one whose rows depend on the day says so; tables are read once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pytest

import sqlrisk as api
from sqlrisk import steadiness, view_text
from sqlrisk.views import Beneath
from tests.clusters import Database
from tests.helpers import Ran, sqlrisk
from tests.test_clickhouse import MAKE

ROWS = "create table base as select i % 4 as a, i as i, timestamp '2026-01-01 00:00:00' as t from range(40) r(i)"
BEFORE = "create macro rnd() as random(); create macro twice(x) as x + rnd(); create sequence s; create schema other;"
OTHER = "case when {} then 'x' else 'y' end as s"
VOLATILE = {
    "random": OTHER.format("random() < 0.5"),
    "in capitals": OTHER.format("RANDOM() < 0.5"),
    "as a method": OTHER.format("(i + random()) < 20"),
    "uuid": "substr(uuid()::text, 1, 1) as s",
    "gen_random_uuid": "left(gen_random_uuid()::text, 1) as s",
    "uuidv4": "left(uuidv4()::text, 1) as s",
    "uuidv7": "right(uuidv7()::text, 1) as s",
    "a sequence": "nextval('s') % 2 as s",
    "a macro": OTHER.format("rnd() < 0.5"),
    "a macro of a macro": OTHER.format("twice(i) < 20"),
    "in an aggregate": "(select avg(random()) from base) < 0.5 as s",
    "in a window": "(row_number() over () + random()) < 20 as s",
    "in a filter": "'x' as s from base where random() < 0.9 union all select a, 'y' as s",
    "in a join": "'x' as s from base join (select random() as r) on r < 2 union all select a, 'y' as s",
    "in a CTE": "(with c as (select random() as r) select r < 0.5 from c) as s",
    "the query": "hash(current_query()) % 2 as s",
    "quoted": '"random"() < 0.5 as s',
    "a list": "list_aggregate([random()], 'sum') < 0.5 as s",
    "in a case": "case when a = 0 then random() < 0.5 end as s",
    "a cast": "cast(random() * 2 as integer) as s",
}
"""Twenty views with built-in functions that are volatile, or macros that stand for them."""

QI = {"role": "quasi_identifier"}
RELEASE: dict[str, Any] = {
    "name": "people",
    "relation": "people",
    "columns": {"a": QI, "s": {"role": "insensitive", "reason": "test"}},
    "thresholds": [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}],
    "decided_on": "2026-11-01",
    "valid_until": "2027-11-01",
}


def project(folder: Path, kind: str = "duckdb") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "sqlrisk.yml").write_text(json.dumps({"version": 1, "releases": [RELEASE]}))
    (folder / "profiles.yml").write_text(f"people: {{target: dev, outputs: {{dev: {{type: {kind}, path: w.db}}}}}}\n")
    return folder


def made(folder: Path, *statements: str) -> Path:
    with duckdb.connect(str(project(folder) / "w.db")) as connection:
        for statement in (ROWS, *BEFORE.split(";"), *statements):
            connection.execute(statement)
    return folder


def checked(folder: Path) -> Ran:
    return sqlrisk("check", "--today", "2026-11-30", "--format", "json", cwd=folder)


def warnings(ran: Ran) -> list[dict[str, Any]]:
    return [each for each in json.loads(ran.out)["releases"][0]["findings"] if each["id"] == "stable-function"]


def test_there_are_twenty_views() -> None:
    assert len(VOLATILE) == 20


@pytest.mark.parametrize("case", VOLATILE)
def test_a_view_with_a_volatile_function_is_not_measured(tmp_path: Path, case: str) -> None:
    ran = checked(made(tmp_path, f"create view people as select a, {VOLATILE[case]} from base"))
    if case == "a sequence":  # a database that is opened read-only gives no number
        assert ran.code == 3, ran
        return
    assert (ran.code, "the view `people` calls" in ran.err, "write its rows to a table once" in ran.err) == (3, True, True), ran


@pytest.mark.parametrize(
    "statements",
    [
        ("create view beneath as select a, random() < 0.5 as s from base", "create view people as select * from beneath"),
        ("create view other.b as select a, random() < 0.5 as s from base", "create view c as select * from other.b", "create view people as from c"),
        ("create view b as select random() as r", "create view people as select a, (select r from b) < 0.5 as s from base"),
    ],
    ids=["beneath", "in another schema", "in a subquery"],
)
def test_the_views_beneath_are_read_too(tmp_path: Path, statements: tuple[str, ...]) -> None:
    ran = checked(made(tmp_path, *statements))
    assert (ran.code, "calls random()" in ran.err) == (3, True), ran


COMMANDS = {
    "check": (),
    "ladder": (),
    "recommend": (),
    "scan": (),
    "mondrian": ("--k", "2"),
    "compare": ("people", "others"),
}
"""The commands that give figures of a release, and what they are called with."""


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_measures_a_view_with_a_volatile_function(command: str, tmp_path: Path) -> None:
    folder = made(tmp_path, "create view people as select i, i % 2 as a from base where random() < 0.9")
    columns = {"a": QI, "i": {"role": "entity"}}
    releases = [{**RELEASE, "columns": columns, "name": name, "other_columns": {"role": "insensitive", "reason": "test"}} for name in ("people", "others")]
    (folder / "sqlrisk.yml").write_text(json.dumps({"version": 1, "releases": releases}))
    ran = sqlrisk(command, *COMMANDS[command], "--today", "2026-11-30", cwd=folder)
    said = " ".join((ran.out + ran.err).split())
    assert (ran.code, "the view `people` calls random(), so that each reading gives other rows" in said) == (3, True), said
    with duckdb.connect(str(folder / "w.db")) as connection:
        connection.execute("drop view people; create table people as select i, i % 2 as a from base")
    assert sqlrisk(command, *COMMANDS[command], "--today", "2026-11-30", cwd=folder).code in (0, 1), "of a table it gives figures"


def test_every_snapshot_of_a_release_is_opened_by_one_function() -> None:
    """`sqlrisk debug` and `init` give no figures of a release; a remedy is measured after the release was."""
    package = Path(api.__file__).parent
    opened = {str(file.relative_to(package)): file.read_text().count("engine.snapshot()") for file in package.rglob("*.py")}
    assert {name: times for name, times in opened.items() if times} == {
        "steadiness.py": 1, "debugging.py": 2, "proposals/looking.py": 1, "measuring.py": 1,
    }  # fmt: skip


def test_a_sample_without_a_seed_is_not_measured(tmp_path: Path) -> None:
    ran = checked(made(tmp_path, "create view people as select a, 'x' as s from base using sample 20 rows"))
    assert (ran.code, "takes a sample without a seed" in ran.err) == (3, True), ran


HONEST = {
    "a table made of random values": "create table people as select a, random() < 0.5 as s from base",
    "a column that is called random": "create view people as select a, i as s, from (select a, i as random, i from base) where random < 100",
    "a text that says random()": "create view people as select a, 'random() < 0.5' as s from base -- random()",
    "a view over a materialised one": "create view people as select a, s from (select a, i % 2 as s from base)",
    "an error": "create view people as select a, case when a > 100 then error('no') else 'x' end as s from base",
    "a column that is called uuid": 'create view people as select a, "uuid" as s from (select a, i as "uuid" from base)',
}


@pytest.mark.parametrize("case", HONEST)
def test_an_honest_relation_is_measured_without_a_warning(tmp_path: Path, case: str) -> None:
    ran = checked(made(tmp_path, HONEST[case]))
    assert (ran.code, warnings(ran)) == (0, []), ran


@pytest.mark.parametrize("call", ["current_date", "now()", "today()", "current_timestamp", "get_current_timestamp()", "localtimestamp"])
def test_what_depends_on_the_day_is_a_warning(tmp_path: Path, call: str) -> None:
    ran = checked(made(tmp_path, f"create view people as select a, 'x' as s from base where t < {call}"))
    assert (ran.code, [each["severity"] for each in warnings(ran)]) == (0, ["warning"]), ran


def test_sqlite_reads_its_views_too(tmp_path: Path) -> None:
    for place, (view, code) in enumerate({"abs(random()) % 2": 3, "i % 2": 0, "i > date('now')": 0}.items()):
        folder = project(tmp_path / str(place), "sqlite")
        with sqlite3.connect(folder / "w.db") as connection:
            connection.executescript("create table base (a int, i int);" + "".join(f"insert into base values ({i % 4}, {i});" for i in range(40)))
            connection.execute(f"create view people as select a, {view} as s from base")
        ran = checked(folder)
        assert ran.code == code, ran
        assert code or bool(warnings(ran)) == ("now" in view)


@pytest.mark.parametrize("definition", ["select 'a", "select /* a", "create view v as select $$"])
def test_a_text_that_is_not_read_is_doubted(definition: str) -> None:
    found = view_text.read(definition, "duckdb")
    assert found is None or not found.volatile


USERS = "create or replace function mine(i int) returns int language plpgsql volatile as $$ begin return {}; end $$"
ON_POSTGRES = {
    "random": ("", "(random() < 0.5)::text", "calls random()"),
    "gen_random_uuid": ("", "left(gen_random_uuid()::text, 1)", "calls gen_random_uuid()"),
    "clock_timestamp": ("", "extract(microsecond from clock_timestamp())::text", "calls clock_timestamp()"),
    "beneath": ("create view inner_view as select a, random() as r from base", "(select max(r) from inner_view)::text", "the view `inner_view` calls random()"),
    "a user's function": (USERS.format("(random() * 20)::int"), "mine(a)::text", "classes of other sizes"),
    "a user's function that is steady": (USERS.format("i"), "mine(a)::text", ""),
    "the day": ("", "(now() > timestamptz '2026-01-01')::text", ""),
    "nothing": ("", "'random()'", ""),
}


@pytest.mark.parametrize("case", ON_POSTGRES)
def test_postgres_reads_its_views_and_counts_twice_where_a_function_is_a_user_s(postgres: Database, tmp_path: Path, case: str) -> None:
    before, expression, said = ON_POSTGRES[case]
    postgres.run("drop table if exists base cascade; create table base as select i % 4 as a from generate_series(1, 4000) i")
    postgres.run(
        f"{before}; create view people as select a, {expression} as s from base" if before else f"create view people as select a, {expression} as s from base"
    )
    postgres.project(tmp_path, json.dumps({"version": 1, "releases": [{**RELEASE, "columns": {"a": QI, "s": QI}}]}))
    ran = sqlrisk("check", "--today", "2026-11-30", "-v", cwd=tmp_path)
    assert (ran.code, said in ran.err) == (3 if said else 0, True), ran
    assert ran.err.count("class_sizes") == (2 if "user" in case and said else 3 if "user" in case else 1 if not said else 0), ran.err


CLICKHOUSE = {"rand() % 2": 3, "generateUUIDv4() > toUUID('80000000-0000-0000-0000-000000000000')": 3, "i % 2": 0, "i > toYear(now())": 0}


@pytest.mark.parametrize("expression", CLICKHOUSE)
def test_clickhouse_reads_its_views_too(tmp_path: Path, expression: str) -> None:
    pytest.importorskip("chdb", reason="chdb is not installed")
    statements = [
        "create table base (a Int32, i Int32) engine = MergeTree order by tuple()",
        "insert into base select number % 4, number from numbers(40)",
        f"create view people as select a, {expression} as s from base",
    ]
    subprocess.run([sys.executable, "-c", MAKE, str(tmp_path / "w.db")], input=json.dumps(statements), text=True, check=True, timeout=120)
    ran = checked(project(tmp_path, "clickhouse"))
    assert (ran.code, CLICKHOUSE[expression] == 0 or "the view `people` calls" in ran.err) == (CLICKHOUSE[expression], True), ran
    assert CLICKHOUSE[expression] or bool(warnings(ran)) == ("now" in expression)


def test_frames_and_tables_are_counted_once(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", "2026-11-30", "-v", cwd=made(tmp_path, "create table people as select a, 'x' as s from base"))
    assert (ran.code, ran.err.count("class_sizes")) == (0, 1), ran
    (tmp_path / "file.csv").write_text("a,b\n" + "1,x\n" * 6)
    ran = sqlrisk("check", "file.csv", "--qi", "a", "--k", "2", "-v", cwd=tmp_path)
    assert ran.err.count("class_sizes") == 1, ran
    release = {**RELEASE, "columns": {"a": QI}}
    frame = pandas.DataFrame({"a": [1, 1, 2, 2]})
    report = api.check({"version": 1, "releases": [release]}, frames={"people": frame}, today=date(2026, 11, 30))
    assert report.releases[0].verdict == "publishable"


@pytest.mark.parametrize(("view", "code"), [("people", 3), ("reference", 3), ("steady", 0)])
def test_a_doubted_view_is_counted_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, view: str, code: int) -> None:
    """As where an engine hides the text of a view: the classes of the release and those of its population are both counted twice."""
    made(tmp_path, *(f"create view {name} as select (random() * 10)::int as a from range(1000)" for name in ("people", "reference")))
    with duckdb.connect(str(tmp_path / "w.db")) as connection:
        connection.execute("create table steady as select a from base")
    monkeypatch.setattr(steadiness, "beneath", lambda engine, relations: Beneath(doubtful=[view]))
    release = {**RELEASE, "columns": {"a": QI}, "relation": "people" if view == "people" else "steady"}
    population = {"population": {"relation": "reference"}} if view == "reference" else {}
    (found,) = api.check({"version": 1, "releases": [{**release, **population}]}, today=date(2026, 11, 30), project_dir=tmp_path).releases
    assert (f"two readings of the view `{view}` give classes of other sizes" in (found.error or "")) is (code == 3)
    assert (found.verdict == "not_measured") is (code == 3)


ZONES = ("UTC", "America/New_York", "Asia/Kathmandu", "Europe/Madrid", "Pacific/Apia")
LOCALES = ("C", "es_ES.UTF-8", "th_TH.UTF-8")


@pytest.mark.parametrize(
    ("zones", "locales", "repeats"), [(ZONES[:2], LOCALES[:2], 2), pytest.param(ZONES, LOCALES, 5, marks=pytest.mark.slow)], ids=["plain", "slow"]
)
def test_the_same_bytes_in_every_zone_and_locale(tmp_path: Path, zones: tuple[str, ...], locales: tuple[str, ...], repeats: int) -> None:
    rows = "select i % 4 as a, timestamptz '2025-12-31 20:00:00+00' + to_hours(i % 12) as s from range(48) r(i)"
    folder = made(tmp_path, f"create view people as {rows}")
    levels = {"year": "extract(year from s)", "month": "extract(month from s)", "text": "cast(s as text)"}
    release = {**RELEASE, "columns": {"a": QI, "s": {**QI, "levels": levels}}, "publish": {"s": "year"}}
    release["ladder"] = [{"name": "month", "s": "month"}, {"name": "text", "s": "text"}]
    (folder / "sqlrisk.yml").write_text(json.dumps({"version": 1, "releases": [release]}))
    found = set()
    for zone in zones:
        for locale in locales:
            for _ in range(repeats):
                env = {"TZ": zone, "LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": "random"}
                ran = sqlrisk("check", "--today", "2026-11-30", "--format", "json", cwd=folder, env=env)
                assert ran.code in (0, 1), ran
                found.add(ran.out)
    assert len(found) == 1
