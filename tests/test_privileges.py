"""A view's function runs with the rights of the person who reads it: one of a user is not run by a role that may do more than read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clusters import Database
from tests.helpers import DECLARATION, TODAY, Ran, sqlrisk

COLUMNS = "edad, sexo, diagnostico"
VIEWS = {
    # a view (or what stands on one) -> what the message names, None where it is read
    "plain": ("select * from risk_t", None),
    "built_in": ("select edad, lower(sexo) as sexo, diagnostico from risk_t where pg_sleep(0) is not null", None),
    "called": ("select edad, risk_writes(sexo) as sexo, diagnostico from risk_t", "calls risk_writes()"),
    "beneath": ("select * from risk_called", "calls risk_writes()"),
    "immutable": ("select * from risk_t where risk_fixed() = 1", "calls risk_fixed()"),
    "operator": ("select * from risk_t where sexo ### 'x'", "calls risk_always()"),
    "domain": ("select edad, cast(sexo as risk_checked) as sexo, diagnostico from risk_t", "calls risk_always()"),
    "aggregate": ("select edad, sexo, risk_last_one(diagnostico) as diagnostico from risk_t group by edad, sexo", "calls risk_last_one()"),
    "server_file": ("select * from risk_t where pg_read_file('PG_VERSION') is not null", "calls pg_read_file()"),
    "xml": ("select * from risk_t where query_to_xml('select public.risk_writes(''x'')', true, true, '') is not null", "calls query_to_xml()"),
    "trusted_extension": ("select edad, citext(sexo)::text as sexo, diagnostico from risk_t", None),
}
MADE = """
create extension if not exists citext;
create table risk_ran (n int);
create table risk_t as select * from (values (30, 'F', 'flu'), (31, 'F', 'asthma'), (40, 'M', 'flu'), (41, 'M', 'asthma')) as v(edad, sexo, diagnostico);
create function risk_writes(a text) returns text language plpgsql immutable as $$begin raise exception 'ran with these rights'; end$$;
create function risk_fixed() returns int language sql immutable as 'select 1';
create function risk_always(a text, b text default 'x') returns boolean language sql immutable as 'select true';
create operator ### (function = risk_always, leftarg = text, rightarg = text);
create domain risk_checked as text check (risk_always(value));
create function risk_later(a text, b text) returns text language sql immutable as 'select b';
create aggregate risk_last_one(text) (sfunc = risk_later, stype = text);
create role risk_files login; grant pg_read_server_files to risk_files; grant select on all tables in schema public to risk_files;
create role risk_owner login; grant create on schema public to risk_owner;
"""


GONE = """
drop table if exists risk_t, risk_ran cascade;
drop aggregate if exists risk_last_one(text) cascade;
drop function if exists risk_writes, risk_fixed, risk_later, risk_always cascade;
drop domain if exists risk_checked;
do $$ begin drop owned by risk_files, risk_owner; drop role risk_files, risk_owner; exception when undefined_object then null; end $$;
"""


@pytest.fixture(scope="module")
def made(postgres: Database) -> Any:
    postgres.run(GONE)  # the tests of this file may come in parts, others between them
    postgres.run(MADE)
    for name, (text, _) in VIEWS.items():
        postgres.run(f"create view risk_{name} as {text}; grant select on risk_{name} to public")
    yield postgres
    postgres.run(GONE)


def check(made: Database, folder: Path, relation: str, *arguments: str, **settings: Any) -> Ran:
    """A check of a view, as the superuser unless the settings say otherwise."""
    made.project(folder, DECLARATION.replace("relation: altas", f"relation: risk_{relation}"), **{"user": "postgres", **settings})
    return sqlrisk("check", "--today", TODAY, *arguments, cwd=folder)


@pytest.mark.parametrize("relation", VIEWS)
def test_a_superuser_reads_no_view_that_calls_a_users_function(made: Database, tmp_path: Path, relation: str) -> None:
    named = VIEWS[relation][1]
    ran = check(made, tmp_path, relation)
    assert ran.code == (0 if named is None else 2), ran
    if named is not None:
        assert "the connection is that of a superuser, and the view `" in ran.err
        assert f"` {named}: it would run with those rights" in ran.err
        assert "ran with these rights" not in ran.err + ran.out


@pytest.mark.parametrize(
    ("arguments", "settings", "code"),
    [
        ((), {"user": "risk_files"}, 2),
        ((), {"role": "risk_owner"}, 2),
        (("--allow-superuser",), {}, 0),
        ((), {"allow_superuser": True}, 0),
        ((), {"user": "risk_reader_of_tests"}, 0),
    ],
)
def test_who_is_refused_and_the_ways_out(made: Database, tmp_path: Path, arguments: tuple[str, ...], settings: dict[str, Any], code: int) -> None:
    made.run("grant select on risk_immutable, risk_t to risk_owner")
    if settings.get("user") == "risk_reader_of_tests":
        settings = {"user": "risk_owner"}
    ran = check(made, tmp_path, "immutable", *arguments, **settings)
    assert ran.code == code, ran


def test_an_owner_is_not_refused(made: Database, tmp_path: Path) -> None:
    made.run("create view risk_of_owner as select * from risk_immutable; alter view risk_of_owner owner to risk_owner")
    assert check(made, tmp_path, "of_owner", user="risk_owner").code == 0


def test_elsewhere_a_superuser_is_warned(made: Database, tmp_path: Path) -> None:
    for relation, user, warned in (("plain", "postgres", True), ("plain", "risk_files", True), ("plain", "risk_owner", False)):
        ran = check(made, tmp_path, relation, "--format", "json", user=user)
        found = [finding["text"] for finding in json.loads(ran.out)["releases"][0]["findings"] if finding["id"] == "powerful-role"]
        power = "a superuser" if user == "postgres" else "a member of pg_read_server_files"
        expected = [f"the role of the connection may do more than read ({power}): a function of a view would run with those rights"]
        assert (ran.code, found) == (0, expected if warned else [])


def test_debug_runs_no_function_of_a_view(made: Database, tmp_path: Path) -> None:
    check(made, tmp_path, "called")
    ran = sqlrisk("debug", cwd=tmp_path)
    assert "called: CANNOT BE READ: " in ran.out
    assert "calls risk_writes()" in ran.out


def test_each_release_is_refused_by_itself(made: Database, tmp_path: Path) -> None:
    head, _, release = DECLARATION.partition("  - name: altas\n")
    each = "".join(
        f"  - name: {name}{place}\n" + release.replace("relation: altas", f"relation: risk_{name}")
        for place in (1, 2)
        for name in ("called", "immutable", "plain")
    )
    ran = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=made.project(tmp_path, head + each, user="postgres"))
    found = {release["name"]: (release["verdict"], str(release["error"])) for release in json.loads(ran.out)["releases"]}
    assert {name: verdict for name, (verdict, _) in found.items()} == {
        f"{name}{place}": "publishable" if name == "plain" else "not_measured" for place in (1, 2) for name in ("called", "immutable", "plain")
    }
    for name, (verdict, why) in found.items():
        assert verdict == "publishable" or f'risk_{name[:-1]}"` calls' in why, why
    assert ran.code == 2
