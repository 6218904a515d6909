"""The dbt package on PostgreSQL, and under dbt v2: the example and the models that strain it end there as under dbt-duckdb."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlrisk import checking
from sqlrisk.loading import load_manifest
from tests.clusters import cluster
from tests.dbt_project import (
    REFUSED,
    TODAY,
    built_on_duckdb,
    compiled,
    copied,
    counted,
    dbt,
    dbt_v2,
    linked,
    needs_dbt,
    once,
    rendered_models,
    rendered_tests,
    results,
    strain,
    strained_on_duckdb,
)
from tests.helpers import sqlrisk

pytestmark = needs_dbt

GROUPS = "select titulacion, count(*) as n from {} group by titulacion order by n"
PROTECTED = {"matriculas_portal": [[None, 3], ["Historia", 5]], "matriculas_publicas": [[None, 8]]}
PAGE = Path(__file__).parents[1] / "docs" / "dbt.md"
SCHEMAS = {"postgres": '"sqlrisk"."public"', "v2": '"example"."main"'}


def built_on_postgres(folder: Path) -> None:
    """Fill a folder with what dbt-postgres makes of the example, of the strained one (strained/), and with the groups of its tables (groups.json)."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    with cluster() as where:
        about = {**where, "user": "postgres", "dbname": "sqlrisk"}
        with psycopg.connect(**about | {"dbname": "postgres"}, autocommit=True) as connection:
            connection.execute("create database sqlrisk")
        given = {"SQLRISK_TARGET": "postgres"} | {f"SQLRISK_POSTGRES_{name.upper()}": str(value) for name, value in about.items()}
        linked(project := copied(folder))
        done = dbt(project, "build", "--warn-error", given=given)
        if "Could not find adapter type postgres" in done.stdout:
            pytest.skip("dbt-postgres is not installed beside the dbt that SQLRISK_DBT names")
        assert done.returncode == 0, done.stdout
        with psycopg.connect(**about) as connection:
            (folder / "groups.json").write_text(json.dumps({name: connection.execute(GROUPS.format(name)).fetchall() for name in PROTECTED}))
            connection.execute(re.findall(r"```sql\n(create role.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0])
        (shown,) = re.findall(r"`sqlrisk (check .*--target reader)`", PAGE.read_text(encoding="utf-8"))
        checked = sqlrisk(*shown.split(), "--today", "2026-11-30", "--format", "json", cwd=project, env=given)
        (folder / "checked.json").write_text(json.dumps([checked.code, checked.out, checked.err]))
        strained = strained_in(folder)
        assert dbt(strained, "build", "--exclude", "altas", "matriculas", given=given).returncode == 1


def built_by_v2(folder: Path) -> None:
    """Fill a folder likewise with what dbt v2 makes on the DuckDB that it loads."""
    executable = dbt_v2()
    project = copied(folder)
    for command in (["deps"], ["parse", "--warn-error", "--no-partial-parse"], ["build", "--warn-error"]):
        done = dbt(project, *command, executable=executable)
        assert done.returncode == 0, done.stdout
    with duckdb.connect(str(project / "example.duckdb"), read_only=True) as connection:
        (folder / "groups.json").write_text(json.dumps({name: connection.execute(GROUPS.format(name)).fetchall() for name in PROTECTED}))
    assert dbt(strained_in(folder), "build", executable=executable).returncode == 1


def strained_in(folder: Path) -> Path:
    """A strained copy of the example, not built, in the folder strained of this one."""
    (folder / "strained").mkdir()
    linked(project := copied(folder / "strained"))
    strain(project)
    return project


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as dbt-duckdb builds it. Nothing is written there."""
    return once(tmp_path_factory, built_on_duckdb) / "example_project"


@pytest.fixture(scope="module")
def strained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The strained example as dbt-duckdb builds it. Nothing is written there."""
    return once(tmp_path_factory, strained_on_duckdb) / "example_project"


@pytest.fixture(scope="module", params=["postgres", "v2"])
def place(request: pytest.FixtureRequest) -> str:
    """Where else than under dbt-duckdb the example is built."""
    return str(request.param)


@pytest.fixture(scope="module")
def built(place: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what was built there."""
    return once(tmp_path_factory, {"postgres": built_on_postgres, "v2": built_by_v2}[place])


def statuses(project: Path) -> dict[str, str]:
    """Node -> its status."""
    return {name: result["status"] for name, result in results(project).items()}


def failures(project: Path) -> dict[str, tuple[str, Any]]:
    """Test -> its status and the people in whom it fails, None where it is refused."""
    return {name: (each["status"], each.get("failures")) for name, each in results(project).items() if each["unique_id"].startswith("test.")}


def test_the_example_ends_as_under_dbt_duckdb(built: Path, example: Path) -> None:
    assert statuses(built / "example_project") == statuses(example)
    assert set(statuses(example).values()) == {"success", "pass"}


def test_a_role_that_may_only_read_checks_the_example(place: str, built: Path) -> None:
    if place != "postgres":
        pytest.skip("only a server has roles")
    code, out, err = json.loads((built / "checked.json").read_text())
    told = json.loads(out)["releases"]
    assert (code, err) == (1, "")
    assert {release["name"]: release["verdict"] for release in told} == {"altas_publicas": "not_publishable", "altas_franja": "publishable"}
    assert [finding for release in told for finding in release["findings"] if finding["id"] == "powerful-role"] == []


def test_every_test_fails_in_as_many_people(built: Path, strained: Path) -> None:
    found = failures(built / "strained" / "example_project")
    assert found == failures(strained)
    assert {status for status, _ in found.values()} == {"pass", "warn", "fail", "error"}


def test_the_failures_are_the_people_that_sqlrisk_counts(built: Path, example: Path) -> None:
    found = failures(built / "strained" / "example_project")
    assert {name: people for name, (_, people) in found.items() if name.startswith("altas_publicas_")} == counted(example)


def test_a_refusal_says_the_same(built: Path) -> None:
    found = results(built / "strained" / "example_project")
    assert [name for name, (_, said) in REFUSED.items() if said not in found[f"{name}_release"]["message"]] == []


def test_every_text_is_ours(built: Path, place: str) -> None:
    project, dialect = built / "example_project", "postgres" if place == "postgres" else "duckdb"
    texts, tests = compiled(project), rendered_tests(project, SCHEMAS[place], dialect)
    assert tests
    assert {name: texts[name] for name in tests} == tests
    for name, ours in rendered_models(SCHEMAS[place], dialect).items():
        assert texts[name].strip() == ours


def test_what_protects_is_built(built: Path) -> None:
    assert json.loads((built / "groups.json").read_text()) == PROTECTED


@pytest.mark.parametrize("place", ["v2"], indirect=True)
def test_v2_compiles_all_of_the_example_as_1_11_does(built: Path, example: Path) -> None:
    assert compiled(built / "example_project") == compiled(example)


@pytest.mark.parametrize("place", ["v2"], indirect=True)
def test_sqlrisk_checks_what_v2_has_built(built: Path) -> None:
    project = built / "example_project"
    options = checking.Options(today=TODAY, profiles_dir=project.parent, select=("altas_publicas", "altas_franja"))
    releases = checking.run(load_manifest(project / "target" / "manifest.json", TODAY), options).releases
    assert {release.name: release.verdict for release in releases} == {"altas_publicas": "not_publishable", "altas_franja": "publishable"}
    found = failures(built / "strained" / "example_project")
    assert counted(project) == {name: people for name, (_, people) in found.items() if name.startswith("altas_publicas_")}
