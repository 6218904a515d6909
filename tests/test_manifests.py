"""What a dbt manifest declares: models, versions, seeds, snapshots and source tables; and every block that declares nothing is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlrisk.errors import ConfigurationError, DeclarationError
from sqlrisk.loading import load_manifest
from tests.dbt_project import TODAY, built_on_duckdb, dbt, needs_dbt, results, writable
from tests.helpers import sqlrisk

BLOCK = {"thresholds": [{"measure": "k", "at_least": 2}], "decided_on": "2026-11-01", "valid_until": "2027-11-01"}
AGE = {"age": {"config": {"meta": {"sqlrisk": {"role": "quasi_identifier"}}}}}


def node(name: str, kind: str = "model", **more: Any) -> dict[str, Any]:
    """An entry of a manifest with a block, in a table of one column."""
    entry = {"name": name, "resource_type": kind, "relation_name": f'"db"."main"."{name}"', "original_file_path": f"models/{name}.yml"}
    return {**entry, "config": {"meta": {"sqlrisk": BLOCK}}, "columns": AGE, **more}


def manifest(folder: Path, **kinds: Any) -> Path:
    """A manifest in the folder `target`."""
    (folder / "target").mkdir()
    (file := folder / "target" / "manifest.json").write_text(json.dumps({"nodes": {}, **kinds}))
    return file


def test_a_source_table_is_read_like_a_model(tmp_path: Path) -> None:
    source = node("people", "source", source_name="crm")
    release = load_manifest(manifest(tmp_path, sources={"source.p.crm.people": source}), TODAY).declaration.releases[0]
    assert (release.name, release.relation) == ("crm.people", '"db"."main"."people"')
    assert release.columns["age"].role == "quasi_identifier"


@pytest.mark.parametrize("kind", ["model", "seed", "snapshot", "source"])
def test_the_older_place_of_meta_is_read_too(tmp_path: Path, kind: str) -> None:
    old = node("people", kind, config={}, meta={"sqlrisk": BLOCK}, columns={"age": {"meta": {"sqlrisk": {"role": "quasi_identifier"}}}})
    loaded = load_manifest(manifest(tmp_path, nodes={"x": old}), TODAY)
    assert list(loaded.declaration.releases[0].columns) == ["age"]
    assert loaded.unread == ()


def test_each_version_of_a_model_has_a_name(tmp_path: Path) -> None:
    versions = {f"v{each}": node("people", version=each, relation_name=f"people_v{each}") for each in (1, 2)}
    loaded = load_manifest(manifest(tmp_path, nodes=versions), TODAY)
    assert [(release.name, release.relation) for release in loaded.declaration.releases] == [("people_v1", "people_v1"), ("people_v2", "people_v2")]
    assert set(loaded.places) == {"people_v1", "people_v2"}


UNREAD: dict[str, tuple[dict[str, Any], str]] = {
    "test": ({"nodes": {"a": node("a"), "t": node("t", "test")}}, "the block meta.sqlrisk of the test t is not read"),
    "analysis": ({"nodes": {"a": node("a"), "t": node("t", "analysis")}}, "the block meta.sqlrisk of the analysis t is not read"),
    "operation": ({"nodes": {"a": node("a"), "t": node("t", "operation")}}, "the block meta.sqlrisk of the operation t is not read"),
    "exposure": ({"nodes": {"a": node("a")}, "exposures": {"e": node("e", "exposure")}}, "the block meta.sqlrisk of the exposure e is not read"),
    "metric": ({"nodes": {"a": node("a")}, "metrics": {"m": node("m", "metric")}}, "the block meta.sqlrisk of the metric m is not read"),
    "semantic model": (
        {"nodes": {"a": node("a")}, "semantic_models": {"m": node("m", "semantic_model")}},
        "the block meta.sqlrisk of the semantic model m is not read",
    ),
    "columns of a model without a block": ({"nodes": {"a": node("a"), "b": node("b", config={})}}, "the block of its column age is not read"),
    "columns of a source without a block": (
        {"nodes": {"a": node("a")}, "sources": {"s": node("b", "source", source_name="crm", config={})}},
        "the source crm.b has no meta.sqlrisk",
    ),
}


@pytest.mark.parametrize("case", UNREAD)
def test_a_block_that_is_not_read_is_said_and_an_error_of_lint(tmp_path: Path, case: str) -> None:
    kinds, said = UNREAD[case]
    file = manifest(tmp_path, **kinds)
    assert said in load_manifest(file, TODAY).unread[0].what
    linted = sqlrisk("lint", "--manifest", str(file), "--project-dir", str(tmp_path), "--today", "2026-11-30", cwd=tmp_path)
    assert (linted.code, said in linted.err) == (2, True)
    compiled = sqlrisk("compile", "--manifest", str(file), "--project-dir", str(tmp_path), "--today", "2026-11-30", cwd=tmp_path)
    assert [line for line in compiled.err.splitlines() if said in line and line.startswith("warning: ")]


def test_a_disabled_block_is_said_and_fails_nothing(tmp_path: Path) -> None:
    file = manifest(tmp_path, nodes={"a": node("a")}, disabled={"b": [node("b")]})
    linted = sqlrisk("lint", "--manifest", str(file), "--project-dir", str(tmp_path), "--today", "2026-11-30", cwd=tmp_path)
    assert linted.code == 0
    assert "warning: models/b.yml: the model b is disabled, so that its meta.sqlrisk is not read" in linted.err


def test_a_manifest_of_which_nothing_is_read_says_what_it_met(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="the model b is disabled"):
        load_manifest(manifest(tmp_path, disabled={"b": [node("b")]}), TODAY)


@pytest.mark.parametrize("text", ["[]", "{}", '{"nodes": []}', '{"nodes": {"a": 1}}', '{"nodes": {}, "sources": {"a": null}}', "{"])
def test_what_is_not_a_manifest_is_refused(tmp_path: Path, text: str) -> None:
    manifest(tmp_path).write_text(text)
    with pytest.raises(ConfigurationError, match="not a dbt manifest"):
        load_manifest(tmp_path / "target" / "manifest.json", TODAY)


def test_a_block_that_is_not_a_mapping_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"config\.meta\.sqlrisk of a is not a mapping"):
        load_manifest(manifest(tmp_path, nodes={"a": node("a", config={"meta": {"sqlrisk": []}})}), TODAY)


def test_columns_of_a_wrong_shape_are_a_problem_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match="write a mapping"):
        load_manifest(manifest(tmp_path, nodes={"a": node("a", config={"meta": {"sqlrisk": {**BLOCK, "columns": ["age"]}}})}), TODAY)


SOURCES = """
sources:
  - name: crm
    schema: main
    tables:
      - &five
        name: ingresos
        config: {meta: {sqlrisk: {thresholds: [{measure: k, at_least: 5}], decided_on: "2000-01-01", valid_until: "2999-12-31"}}}
        columns:
          - {name: franja, config: {meta: {sqlrisk: {role: quasi_identifier}}}}
          - {name: sexo, config: {meta: {sqlrisk: {role: quasi_identifier}}}}
          - {name: provincia, config: {meta: {sqlrisk: {role: quasi_identifier}}}}
          - {name: diagnostico, config: {meta: {sqlrisk: {role: insensitive, reason: a test}}}}
        data_tests:
          - sqlrisk.release: {name: release_of_five}
      - <<: *five
        name: ingresos_6
        config: {meta: {sqlrisk: {thresholds: [{measure: k, at_least: 6}], decided_on: "2000-01-01", valid_until: "2999-12-31"}}}
        data_tests:
          - sqlrisk.release: {name: release_of_six}
models:
  - name: gente
    config: {materialized: view, meta: {sqlrisk: {thresholds: [{measure: k, at_least: 5}], decided_on: "2000-01-01", valid_until: "2999-12-31"}}}
    columns: [{name: franja, config: {meta: {sqlrisk: {role: quasi_identifier}}}}]
    data_tests: [{sqlrisk.release: {name: gente_release}}]
    versions: [{v: 1}, {v: 2}]
"""


@needs_dbt
def test_dbt_itself_writes_sources_and_versions_and_both_doors_agree(tmp_path_factory: pytest.TempPathFactory) -> None:
    project = writable(tmp_path_factory, built_on_duckdb)
    (project / "models" / "more.yml").write_text(SOURCES)
    for version in (1, 2):
        (project / "models" / f"gente_v{version}.sql").write_text("select franja from {{ ref('altas_franja') }}")
    with duckdb.connect(str(project / "example.duckdb")) as connection:
        for name in ("ingresos", "ingresos_6"):
            connection.execute(f"create table {name} as select * from altas_franja")
    built = dbt(project, "build", "--select", "gente", "source:crm")
    statuses = {name: result["status"] for name, result in results(project).items()}
    assert (statuses["release_of_five"], statuses["release_of_six"]) == ("pass", "fail")
    assert built.stdout.count("PASS gente_release") == 2, built.stdout
    loaded = load_manifest(project / "target" / "manifest.json", TODAY)
    assert {"crm.ingresos", "crm.ingresos_6", "gente_v1", "gente_v2"} <= {release.name for release in loaded.declaration.releases}
    about = ["--project-dir", str(project), "--profiles-dir", str(project.parent), "--manifest", "target/manifest.json", "--select", "gente_v2"]
    for name, code in (("crm.ingresos", 0), ("crm.ingresos_6", 1)):
        checked = sqlrisk("check", *about, "--select", name, cwd=project)
        assert checked.code == code, checked.err
