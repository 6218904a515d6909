"""PostgreSQL as users have it: a role that may only read, the names and types of real databases, and settings that would change an answer."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk import checking, sources
from sqlrisk.engines import Engine
from sqlrisk.errors import ConfigurationError
from sqlrisk.report import ReleaseReport
from tests.clusters import READER, ROLLER, Database
from tests.helpers import TODAY, Ran
from tests.helpers import sqlrisk as program

EXAMPLE = Path(__file__).parent.parent / "example_project"
FILE = "relation: {file: seeds/altas.csv, types: {edad: INTEGER}}"
TOLD_APART = {"relation", "dialect", "reproduction", "generated_on", "rolled_up", "tool", "config_sha256", "class_sizes_sql"}
READ_ONLY = "one REPEATABLE READ READ ONLY transaction"
SCANNED: dict[str, Any] = {}
ROLLED: dict[str, Any] = {"user": ROLLER, "temporary_tables": True}
WITH_TEMPORARY = "one REPEATABLE READ transaction, rolled back, temporary tables its only writes"


# Whole commands, beside DuckDB


def declaration(relation: str) -> str:
    """The example's, on another relation, with an order that follows a collation where it is not the engine's own."""
    text = (EXAMPLE / "sqlrisk.yml").read_text()
    assert text.count(FILE) == 2
    text = text.replace(FILE, f"relation: {relation}").replace("null_means: not_recorded", "null_means: not_recorded\n        order: natural")
    return text.replace("num_historia: {role: identifier}", "num_historia: {role: entity}")


def without_types(found: Any) -> Any:
    """A document without the relation and the types that only a file declares, nor the digests of the parts that they belong to."""
    if isinstance(found, dict):
        other = {key for key, value in found.items() if key.startswith("relation.") or (key in ("place", "reading") and isinstance(value, str))}
        return {key: without_types(found[key]) for key in found.keys() - {"relation", *other}}
    return [without_types(each) for each in found] if isinstance(found, list) else found


def same(one: Any, other: Any, where: str = "") -> None:
    """Two JSON documents are one: integers and texts to the last digit, reals to 1e-9, apart from what names the engine."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one.keys() - TOLD_APART:
            same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for place, (each, its) in enumerate(zip(one, other, strict=True)):
            same(each, its, f"{where}[{place}]")
    elif isinstance(one, float) and isinstance(other, (int, float)):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12), where
    else:
        assert one == other, where


@pytest.fixture(scope="module")
def discharges(postgres: Database, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first 3,000 of the example's discharges as the table `altas`, and a folder with them as a file (all of them: tests/test_parity.py)."""
    kept = "".join((EXAMPLE / "seeds" / "altas.csv").read_text().splitlines(keepends=True)[:3001])
    postgres.run("create table altas (num_historia text, edad integer, sexo text, codigo_postal text, profesion text, diagnostico text)")
    with postgres.admin.cursor().copy(r"copy altas from stdin (format csv, header, null '\N')") as copy:
        copy.write(kept)
    folder = tmp_path_factory.mktemp("duckdb")
    (folder / "altas.csv").write_text(kept)
    return folder


COMMANDS = {
    "check": ("check",),
    "ladder": ("ladder", "--select", "altas_provincia"),
    "recommend": ("recommend", "--select", "altas_franja_suprimida"),
    "mondrian": ("mondrian", "--select", "altas_provincia"),
    "compare": ("compare", "altas_provincia", "altas_franja_suprimida"),
}


def asked(folder: Path, command: str, text: str) -> Any:
    (folder / "sqlrisk.yml").write_text(text)
    ran = program(*COMMANDS[command], "--today", TODAY, "--format", "json", cwd=folder)
    assert ran.code in (0, 1, 3), ran
    return json.loads(ran.out)


@pytest.fixture(scope="module")
def expected(discharges: Path) -> Mapping[str, Any]:
    """What DuckDB answers."""
    return {name: asked(discharges, name, declaration("{file: altas.csv, types: {edad: INTEGER}}")) for name in COMMANDS}


@pytest.mark.few(5)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("temporary", [False, True])
def test_a_command_answers_as_on_duckdb(command: str, temporary: bool, expected: Mapping[str, Any], postgres: Database, tmp_path: Path) -> None:
    settings = ROLLED if temporary else SCANNED
    folder = postgres.project(tmp_path, "", **settings)
    found = asked(folder, command, declaration("altas"))
    if command == "mondrian" and not temporary:
        assert "temporary_tables: true" in found["releases"][0]["error"]
        return
    same(without_types(expected[command]), without_types(found))
    if command == "check":
        assert {release["reproduction"]["snapshot"].split(";")[0] for release in found["releases"]} == {WITH_TEMPORARY if temporary else READ_ONLY}


def test_rungs_rolled_up_in_temporary_tables_are_those_of_scans(postgres: Database, tmp_path: Path) -> None:
    postgres.run("create table rungs as select i % 6 as a, case when i % 5 > 0 then (i % 5)::text end as b from generate_series(1, 600) i")
    levels = {"a": ", levels: {half: 'floor(a / 2)'}", "b": ", levels: {first: 'coalesce(b, ''none'')'}"}
    ladder = "    ladder: [{name: raw}, {name: one, a: half}, {name: two, b: first}, {name: three, a: dropped}]\n"
    scanned = measured(postgres, tmp_path, "rungs", levels, ladder)
    rolled = measured(postgres, tmp_path, "rungs", levels, ladder, **ROLLED)
    refused = measured(postgres, tmp_path, "rungs", levels, ladder, temporary_tables=True)
    assert rolled.reproduction["snapshot"] == f"{WITH_TEMPORARY}; 5 rungs rolled up from temporary class counts"
    assert refused.reproduction["snapshot"] == f"{WITH_TEMPORARY}; every rung scanned: no temporary table is allowed"
    assert all((each.class_sizes, each.measures) == (scanned.class_sizes, scanned.measures) for each in (rolled, refused))


# A role that may only SELECT


def footprint(postgres: Database) -> tuple[Any, ...]:
    """What the catalogue and the files say of the tables and of what was written."""
    postgres.run("checkpoint")
    files = postgres.run(
        "select c.relname, md5(pg_read_binary_file(pg_relation_filepath(c.oid))) from pg_class c "
        "where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1"
    )
    catalogue = postgres.run("select count(*), max(oid), sum(relfilenode::bigint) from pg_class")
    tables = postgres.run("select relname, n_tup_ins, n_tup_upd, n_tup_del from pg_stat_user_tables order by 1")
    return files, catalogue, tables, postgres.run("select name from pg_ls_tmpdir()")


@pytest.mark.usefixtures("discharges")
def test_a_role_that_may_only_select_writes_nothing(postgres: Database, tmp_path: Path) -> None:
    (rights,) = postgres.run(
        f"select rolsuper or rolcreatedb or rolcreaterole, has_database_privilege('{READER}', current_database(), 'TEMP, CREATE'), "
        f"has_schema_privilege('{READER}', 'public', 'CREATE') from pg_roles where rolname = '{READER}'"
    )
    assert rights == (False, False, False)
    postgres.run("vacuum freeze")
    postgres.run("select pg_stat_force_next_flush()")  # else what filled the tables is counted after the first footprint
    before = footprint(postgres)
    folder = postgres.project(tmp_path, declaration("altas"))
    ran = [program(*command, "--today", TODAY, cwd=folder) for command in COMMANDS.values()] + [program("debug", cwd=folder)]
    assert [each.code for each in ran] == [3, 0, 0, 3, 0, 0], ran
    assert footprint(postgres) == before
    assert f"user: {READER}" in ran[-1].out
    assert "no TEMP; the session is read-only" in ran[-1].out


def test_what_a_view_writes_is_refused_to_a_superuser_too(postgres: Database, tmp_path: Path) -> None:
    postgres.run(
        "create table seen (n int); create table wrote_source as select 'x' as a from generate_series(1, 2); "
        "create function writes(a text) returns text language plpgsql volatile as $$begin insert into public.seen values (1); return a; end$$; "
        "create view wrote as select writes(a) as a from wrote_source"
    )
    assert measured(postgres, tmp_path, "wrote", {"a": ""}, user="postgres", allow_superuser=True).status == "not_measured"
    assert measured(postgres, tmp_path, "wrote", {"a": ""}, user="postgres", temporary_tables=True, allow_superuser=True).status == "measured"
    assert postgres.run("select count(*) from seen") == [(0,)]


def test_a_session_is_left_as_it_was(postgres: Database, tmp_path: Path) -> None:
    """A pooler gives the session to somebody else after each transaction, and may give us another."""
    postgres.run("create table pooled as select 1 as a")
    settings = (
        "select current_setting('search_path') as p, current_setting('row_security') as r, current_setting('statement_timeout') as t, current_user::text as u"
    )
    with opened(postgres, tmp_path, "pooled", role=READER, user="postgres", statement_timeout=5) as engine:
        engine.source("pooled")
        with engine.snapshot():
            assert engine.rows(settings, "ours") == [{"p": "pg_catalog, pg_temp", "r": "off", "t": "5s", "u": READER}]
        assert engine.rows(settings, "theirs") == [{"p": '"$user", public', "r": "on", "t": "0", "u": "postgres"}]


@contextmanager
def opened(postgres: Database, folder: Path, relation: str, **settings: Any) -> Iterator[Engine]:
    """The engine of a check, before it starts."""
    today = date.fromisoformat(TODAY)
    loaded = sources.declared(postgres.project(folder, declared(relation, {"a": ""}), **settings), None, None, today)
    engine = checking.open_engine(loaded, loaded.declaration.releases, checking.Options(today=today))
    try:
        yield engine
    finally:
        engine.close()


# Small tables


def declared(relation: str, columns: Mapping[str, str], more: str = "") -> str:
    """A declaration whose columns are all quasi-identifiers."""
    listed = "\n".join(f"      {json.dumps(name)}: {{role: quasi_identifier{levels}}}" for name, levels in columns.items())
    return (
        f"version: 1\nprofile: test\nreleases:\n  - name: r\n    relation: {json.dumps(relation)}\n    columns:\n{listed}\n{more}"
        "    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]\n    decided_on: 2026-11-01\n    valid_until: 2027-11-01\n"
    )


def measured(postgres: Database, folder: Path, relation: str, columns: Mapping[str, str], more: str = "", **settings: Any) -> ReleaseReport:
    """The report of a table whose columns are quasi-identifiers; the values of `columns` are levels."""
    levels = {name: level if level.startswith(", ") else "" for name, level in columns.items()}
    postgres.project(folder, declared(relation, levels, more), **settings)
    return checked(folder)


def checked(folder: Path) -> ReleaseReport:
    """The report of the last release of a declaration."""
    return sqlrisk.check(folder / "sqlrisk.yml", today=date.fromisoformat(TODAY)).releases[-1]


def sizes(release: ReleaseReport) -> dict[int, int]:
    """The published class sizes."""
    assert release.status == "measured", release.error
    return dict(release.class_sizes["published"])


NAMES = {
    # a relation as PostgreSQL has it -> as a declaration names it, and the schema of the profile
    'public."Mixed Case"': ('"Mixed Case"', "public"),
    "public.lowered": ("Lowered", "public"),
    'public."user"': ("user", "public"),
    'public."with ""quotes"" and .dots"': ('"with ""quotes"" and .dots"', "public"),
    '"My Schema"."T"': ("T", "My Schema"),
    '"My Schema"."U"': ('"My Schema".U', "public"),
    "reader.own": ("own", "reader"),
    "public.whole": ("sqlrisk_users.public.whole", "public"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_relation_is_found_by_its_name(name: str, postgres: Database, tmp_path: Path) -> None:
    relation, schema = NAMES[name]
    postgres.run(f'create schema if not exists "My Schema"; create schema if not exists reader; grant usage on schema "My Schema", reader to {READER}')
    postgres.run(f'drop table if exists {name}; create table {name} ("user" text, "order" text, "Group" text, sqlrisk_rows int)')
    postgres.run(f"insert into {name} values ('a', 'b', 'c', 1), ('a', 'b', 'c', 1), ('a', 'b', 'd', 1); grant select on {name} to {READER}")
    columns = {"user": "", "order": "", "group": ""}
    assert sizes(measured(postgres, tmp_path, relation, columns, schema=schema)) == {1: 1, 2: 1}


def test_the_schema_is_searched_before_the_search_path_and_nothing_else_is(postgres: Database, tmp_path: Path) -> None:
    postgres.run("create schema one; create schema two; create table one.t as select 1 as a; create table two.t as select generate_series(1, 2) / 9 as a")
    postgres.run(f"create table one.u as select 1 as a; grant usage on schema one, two to {READER}; grant select on all tables in schema one, two to {READER}")
    assert measured(postgres, tmp_path, "t", {"a": ""}, schema="two", search_path="one").rows == 2
    assert measured(postgres, tmp_path, "u", {"a": ""}, schema="two", search_path="one").rows == 1
    assert "not in the catalogue" in str(measured(postgres, tmp_path, "u", {"a": ""}, schema="two").error)
    assert "not in the catalogue" in str(measured(postgres, tmp_path, "other_database.public.u", {"a": ""}).error)


def test_two_relations_of_one_name_apart_from_case_are_refused(postgres: Database, tmp_path: Path) -> None:
    postgres.run('create table "Twin" as select 1 as a; create table twin as select generate_series(1, 3) as a')
    with pytest.raises(ConfigurationError, match="two relations of the name Twin"):
        measured(postgres, tmp_path, "Twin", {"a": ""})
    assert measured(postgres, tmp_path, '"Twin"', {"a": ""}).rows == 1
    assert measured(postgres, tmp_path, "twin", {"a": ""}).rows == 3


def test_two_columns_of_one_name_apart_from_case_are_refused(postgres: Database, tmp_path: Path) -> None:
    postgres.run('create table twin_columns as select 1 as a, 2 as "A"')
    with pytest.raises(ConfigurationError, match="2 columns of one name"):
        measured(postgres, tmp_path, "twin_columns", {"a": ""})


KINDS = {
    "a view": "create view {name} as select * from base",
    "a materialized view": "create materialized view {name} as select * from base",
    "a partitioned table": "create table {name} (a text, b int) partition by list (b); create table {name}_1 partition of {name} for values in (1); "
    "create table {name}_2 partition of {name} default; insert into {name} select * from base",
    "a table that others inherit from": "create table {name} (a text, b int); create table {name}_child () inherits ({name}); "
    "insert into {name} select * from base where b = 1; insert into {name}_child select * from base where b is distinct from 1",
    "a generated column": "create table {name} (a text, b int, c int generated always as (b + 1) stored); insert into {name} (a, b) select * from base",
    "long texts, out of line": "create table {name} (a text, b int); alter table {name} alter a set storage external; "
    "insert into {name} select a || repeat('x', 100000), b from base",
    "an unlogged table": "create unlogged table {name} as select * from base",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_relation_is_measured(kind: str, postgres: Database, tmp_path: Path) -> None:
    name = f"kind_{list(KINDS).index(kind)}"
    postgres.run("create table if not exists base (a text, b int); truncate base; insert into base values ('x', 1), ('x', 1), ('y', 2), (null, null), ('X', 1)")
    postgres.run(KINDS[kind].format(name=name))
    columns = {"a": "", "b": "", **({"c": ""} if "generated" in kind else {})}
    assert sizes(measured(postgres, tmp_path, name, columns)) == {1: 3, 2: 1}


TYPES: Mapping[str, tuple[list[str], list[int]]] = {
    # what a column is of -> its values, and the sizes of its classes
    "mood": (["a", "a", "b"], [1, 2]),
    "uuid": (["00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-00000000000A", "00000000-0000-0000-0000-00000000000a"], [1, 2]),
    "numeric": (["1.0", "1.00", "2"], [1, 2]),
    "money": (["1", "1", "2.5"], [1, 2]),
    "timestamptz": (["2026-01-01 00:00+00", "2026-01-01 01:00+01", "2026-01-01 00:00+01"], [1, 2]),
    "inet": (["10.0.0.1", "10.0.0.1/32", "10.0.0.2"], [1, 2]),
    "bytea": ([r"\x00", r"\x00", r"\x01"], [1, 2]),
    "boolean": (["t", "t", "f"], [1, 2]),
    "double precision": (["-0", "0", "NaN", "NaN", "1"], [1, 2, 2]),
    "numeric(6,2)": (["NaN", "NaN", "1"], [1, 2]),
    "int4range": (["[1,3)", "[1,2]", "[1,2)"], [1, 2]),
    "char(3)": (["a", "a  ", "A"], [1, 2]),
    "bpchar": (["a", "a  ", "a  "], [1, 2]),
    '"char"': (["a", "a", "A"], [1, 2]),
    "name": (["a", "a", "A"], [1, 2]),
    "date": (["infinity", "2026-01-01", "2026-01-01"], [1, 2]),
    "spelt": (["a", "a", "A"], [1, 2]),
    "text": (["é", "e\u0301", "e\u0301"], [1, 2]),
    # those whose own collation folds
    "citext": (["a", "A", "A"], [1, 2]),
    "folding_domain": (["a", "A", "A"], [1, 2]),
    "text collate folding": (["a", "A", "á", "a"], [1, 1, 2]),
}
FOLDING = {"citext", "folding_domain", "text collate folding", "bpchar"}


@pytest.fixture(scope="module")
def types(postgres: Database) -> None:
    """The types that the tests make."""
    postgres.run(
        "create extension if not exists citext; create domain folding_domain as citext; create type mood as enum ('b', 'a'); create domain spelt as varchar(9)"
    )
    postgres.run("create collation folding (provider = icu, locale = 'und-u-ks-level1', deterministic = false); create type pair as (x int, y text)")


@pytest.mark.usefixtures("types")
@pytest.mark.parametrize("temporary", [False, True])
def test_every_type_is_grouped_by_its_values(temporary: bool, postgres: Database, tmp_path: Path) -> None:
    """One check of a release a type; with temporary tables, rungs of a level that is its text are rolled up to the same."""
    settings = ROLLED if temporary else SCANNED
    found, folded = {}, set()
    for place, (kind, (values, _)) in enumerate(TYPES.items()):
        postgres.run(f"drop table if exists typed_{place}; create table typed_{place} (v {kind})")
        for value in values:
            postgres.admin.execute(f"insert into typed_{place} values (%s)", (value,))
        release = measured(postgres, tmp_path, f"typed_{place}", {"v": ""}, **settings)
        found[kind] = sorted(Counter(sizes(release)).elements())
        folded |= {kind} if any("collation" in warning for warning in release.warnings) else set()
    assert found == {kind: expected for kind, (_, expected) in TYPES.items()}
    assert folded == FOLDING


@pytest.mark.usefixtures("types")
@pytest.mark.parametrize("kind", ["json", "jsonb", "int[]", "text[]", "pair", "xml", "point", "interval", "timetz"])
def test_a_type_whose_values_cannot_be_told_apart_is_refused(kind: str, postgres: Database, tmp_path: Path) -> None:
    postgres.run(f"drop table if exists nested; create table nested (v {kind})")
    with pytest.raises(ConfigurationError, match="nested or ambiguous type"):
        measured(postgres, tmp_path, "nested", {"v": ""})


def test_numerics_of_other_scales_are_one_value_in_a_search_too(postgres: Database, tmp_path: Path) -> None:
    """1.0 and 1.00 are one number of two texts: codes joined by their texts would lose rows."""
    postgres.run("create table scales (n numeric, c text); insert into scales values (1.0, 'a'), (1.00, 'b'), (1.0, 'c'), (1.00, 'd'), (2, 'a'), (2.0, 'd')")
    answers = []
    for settings in SCANNED, ROLLED:
        text = declared("scales", {"n": "", "c": ", levels: {todo: \"case when c is null then 'x' else 'y' end\"}"})
        ran = program("recommend", "--today", TODAY, "--format", "json", "--max-suppressed", "0", cwd=postgres.project(tmp_path, text, **settings))
        assert ran.code == 0, ran
        answers.append(json.loads(ran.out))
    same(*answers)


# What a role, or somebody else's schema, could change


HOSTILE = """
set standard_conforming_strings = off; set datestyle = 'SQL, DMY'; set intervalstyle = 'iso_8601'; set extra_float_digits = -15;
set bytea_output = 'escape'; set timezone = 'Pacific/Kiritimati'; set default_transaction_isolation = 'serializable'; set transform_null_equals = on;
set search_path = evil, pg_catalog, public; set row_security = on; set default_transaction_read_only = off; set client_encoding = 'LATIN1';
set quote_all_identifiers = on; set statement_timeout = 0; set lc_monetary = 'C.UTF-8'"""


@pytest.fixture
def hostile(postgres: Database) -> Iterator[str]:
    """A role with settings that would change answers, and a schema of functions and operators that would be taken for the engine's own."""
    postgres.run("drop schema if exists evil cascade; create schema evil; grant usage on schema evil to public")
    for name, kind, gives in (("ln", "double precision", "double precision"), ("floor", "double precision", "double precision"), ("length", "text", "int")):
        postgres.run(f"create function evil.{name}({kind}) returns {gives} language sql as 'select null::{gives}'")
    postgres.run("create function evil.sum_step(numeric, bigint) returns numeric language sql as 'select 7.0'")
    postgres.run("create aggregate evil.sum(bigint) (sfunc = evil.sum_step, stype = numeric)")
    postgres.run("create function evil.never(text, text) returns boolean language sql as 'select false'")
    postgres.run("create operator evil.= (function = evil.never, leftarg = text, rightarg = text)")
    postgres.run(
        "create table evil.pg_class as select 1 as a; create table evil.pg_attribute as select 1 as a; grant select on all tables in schema evil to public"
    )
    postgres.run("create role hostile login; grant reader to hostile")
    for setting in HOSTILE.split(";"):
        postgres.run(f"alter role hostile {setting.strip()}")
    yield "hostile"
    postgres.run("drop role hostile; drop schema evil cascade")


def test_settings_of_the_role_and_other_schemas_change_nothing(hostile: str, postgres: Database, tmp_path: Path) -> None:
    postgres.run(
        "create table plain (a text, b text, t timestamptz, x double precision, m money); insert into plain "
        r"select case i % 3 when 0 then 'a\b' when 1 then 'Ω' end, (i % 4)::text, timestamptz '2025-12-31 23:30+00' + (i / 60 % 2) * interval '1 hour', "
        "(i % 5) / 3.0, i % 2 from generate_series(1, 240) i"
    )
    levels = {
        "a": r", levels: {barra: 'case when a = ''a\b'' then 1 when a = ''Ω'' then 2 else 3 end'}",
        "b": ", levels: {num: 'floor(cast(b as integer) / 2)'}",
        "t": ", levels: {year: 'extract(year from t)', texto: 'substring(cast(t as text), 6, 2)'}",
        "x": ", levels: {real: 'cast(x as text)'}",
        "m": ", levels: {dinero: 'cast(m as text)'}",
    }
    rungs = "    publish: {a: barra, b: num, t: year, x: real, m: dinero}\n    groups: [a]\n"
    rungs += "    ladder: [{name: raw}, {name: day, t: texto, x: dropped, a: dropped}]\n"
    found = {}
    ways: dict[str, dict[str, Any]] = {READER: {}, hostile: {}, "no path": {"schema": None}, "evil path": {"search_path": "evil"}}
    for role, settings in ways.items():
        user = hostile if role == hostile else READER
        release = measured(postgres, tmp_path, "plain", levels, rungs, user=user, **settings)
        sizes(release)
        found[role] = (release.class_sizes, release.measures, release.thresholds, release.reproduction["sql_sha256"])
    assert all(each == found[READER] for each in found.values())
    assert found[READER][0]["published"] == {2: 120}
    assert found[READER][0]["day"] == {30: 8}


def test_a_year_is_that_of_utc_and_the_report_says_so(postgres: Database, tmp_path: Path) -> None:
    postgres.run("create table years (t timestamptz); insert into years values ('2025-12-31 23:30+00'), ('2026-01-01 00:30+00'), ('2026-01-01 00:30+01')")
    release = measured(postgres, tmp_path, "years", {"t": ", levels: {year: 'extract(year from t)'}"}, "    publish: {t: year}\n")
    assert sizes(release) == {1: 1, 2: 1}
    assert release.reproduction["time_zone"] == "UTC"


def test_rows_that_a_policy_hides_are_never_missing_in_silence(postgres: Database, tmp_path: Path) -> None:
    postgres.run(
        "create table guarded as select i % 3 as a, i from generate_series(1, 30) i; alter table guarded enable row level security; "
        f"create policy half on guarded for select to {READER} using (i <= 15); create view of_guarded as select a, i from guarded; "
        f"create role owns_view; grant select on guarded to owns_view; alter view of_guarded owner to owns_view; grant select on of_guarded to {READER}"
    )
    for relation in ("guarded", "of_guarded"):
        release = measured(postgres, tmp_path, relation, {"a": "", "i": ""})
        assert (release.status, release.rows_read) == ("not_measured", None)
        assert "row-level security policy would hide rows" in str(release.error)
    assert measured(postgres, tmp_path, "guarded", {"a": "", "i": ""}, user="postgres").rows == 30


@pytest.mark.usefixtures("discharges")
def test_parallel_workers_change_nothing(postgres: Database, tmp_path: Path) -> None:
    postgres.run(f"alter role {READER} set max_parallel_workers_per_gather = 4; alter table altas set (parallel_workers = 4)")
    for setting in ("min_parallel_table_scan_size = 0", "parallel_setup_cost = 0", "parallel_tuple_cost = 0"):
        postgres.run(f"alter role {READER} set {setting}")
    folder = postgres.project(tmp_path, declaration("altas"))
    many = checked(folder)
    postgres.run(f"alter role {READER} reset all; alter table altas reset (parallel_workers)")
    one = checked(folder)
    assert (many.class_sizes, many.measures) == (one.class_sizes, one.measures)


# One snapshot


def test_rows_that_arrive_during_a_check_are_not_seen(postgres: Database, tmp_path: Path) -> None:
    postgres.run("create table growing as select i % 7 as a, i % 5 as b from generate_series(1, 3500) i")
    stop, written = threading.Event(), []

    def write() -> None:
        with postgres.connect() as connection:
            while not stop.is_set():
                connection.execute("insert into growing values (1, 1), (9, 9)")
                written.append(2)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        releases = [measured(postgres, tmp_path, "growing", {"a": "", "b": ""}) for _ in range(4)]
    finally:
        stop.set()
        writer.join()
    seen = [release.rows or 0 for release in releases]
    assert all(sum(size * classes for size, classes in sizes(release).items()) == release.rows for release in releases)
    assert seen == sorted(seen)
    assert 3500 <= seen[0] < seen[-1] <= 3500 + sum(written)


def test_what_is_read_late_cannot_be_emptied_after_the_snapshot(postgres: Database, tmp_path: Path) -> None:
    """A table that is truncated, or replaced as dbt does, looks empty to an older snapshot: every relation is locked before it is taken."""
    postgres.run("create table late as select 1 as a")
    with opened(postgres, tmp_path, "late") as engine, postgres.connect() as other:
        source = engine.source("late")
        with engine.snapshot():
            engine.rows("select 1 as n", "a first statement")
            other.execute("set lock_timeout = '100ms'")
            with pytest.raises(Exception, match="lock timeout"):
                other.execute("truncate late")
            assert engine.rows(f"select count(*) as n from {source.sql} as s", "the rows") == [{"n": 1}]
        other.execute("truncate late")


# debug


@pytest.mark.usefixtures("types")
def test_debug_tells_rights_snapshot_and_collations(postgres: Database, tmp_path: Path) -> None:
    postgres.run("create table folded (a citext, b text collate folding, c text); create table secret (a int); revoke select on secret from reader")
    text = declared("folded", {"a": "", "b": "", "c": ""})
    second = declared("nowhere", {"a": ""}).split("releases:\n")[1].replace("name: r", "name: s")
    third = declared("secret", {"a": ""}).split("releases:\n")[1].replace("name: r", "name: t")
    dbt = {"threads": 4, "retries": 1, "keepalives_idle": 0, "sslmode": "prefer", "role": READER, "search_path": "public", "connect_timeout": 5}
    ran: Ran = program("debug", cwd=postgres.project(tmp_path, text + second + third, user="postgres", **dbt))
    assert ran.code == 0, ran
    assert '"public"."folded", 3 columns; grouped by code points, since a collation may take different texts for one: a, b' in ran.out
    assert "nowhere: CANNOT BE READ" in ran.out
    assert "secret: CANNOT BE READ" in ran.out
    assert "may not read it" in ran.out
    for said in ("driver: psycopg", "engine: postgres", f"snapshot: {READ_ONLY}", f"user: {READER}", "ICU"):
        assert said in ran.out
