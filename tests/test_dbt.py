"""The dbt package in a dbt project: what dbt builds, compiles and judges is what sqlrisk measures. Needs SQLRISK_DBT, the path of a dbt executable."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import duckdb
import pytest

import sqlrisk
from sqlrisk import checking, compiling
from sqlrisk.loading import load_manifest, load_values
from sqlrisk.queries import Query, render
from sqlrisk.report import Report
from tests.dbt_project import (
    ANONYMISED,
    DATES,
    DBT,
    DOOR_LIMITS,
    DOOR_TYPES,
    EMPTY_TESTS,
    JUDGED,
    MADE,
    REFUSED,
    ROOT,
    TODAY,
    built_on_duckdb,
    compiled,
    copied,
    counted,
    dbt,
    dbt_v2,
    door,
    linked,
    needs_dbt,
    rendered_models,
    rendered_tests,
    results,
    strained_on_duckdb,
    writable,
)
from tests.test_one_text import CLASS_LIMITS

pytestmark = needs_dbt

SCHEMA = '"example"."main"'
PIECES = {"columns", "class_values", "composed_people", "expected_groups", "individual_risk", "placed_rows", "value_patterns"}


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example project, built; its declarations never expire."""
    return writable(tmp_path_factory, built_on_duckdb)


@pytest.fixture(scope="module")
def strained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second copy: the tests that are turned round fail openly, and many models bear the release test."""
    return writable(tmp_path_factory, strained_on_duckdb)


def checked(project: Path, only: Iterable[str]) -> Report:
    """What sqlrisk check says of some models of a built project, read from its manifest."""
    manifest = json.loads((project / "target" / "manifest.json").read_text())
    kept = {key: node for key, node in manifest["nodes"].items() if node["name"] in set(only)}
    pruned = project / "target" / "pruned.json"
    pruned.write_text(json.dumps({"nodes": kept}))
    loaded = load_manifest(pruned, TODAY)
    return checking.run(loaded, checking.Options(today=TODAY, profiles_dir=project.parent))


def test_the_example_proves_what_fails_and_what_passes(example: Path) -> None:
    found = results(example)
    assert {result["status"] for result in found.values()} == {"success", "pass"}
    assert len([name for name in found if name.endswith("_fails")]) >= 5


def test_dbt_parses_the_example_without_a_warning(example: Path) -> None:
    done = dbt(example, "parse", "--warn-error", "--no-partial-parse")
    assert done.returncode == 0, done.stdout


def test_every_macro_is_documented(example: Path) -> None:
    macros = json.loads((example / "target" / "manifest.json").read_text())["macros"].values()
    ours = [macro for macro in macros if macro["package_name"] == "sqlrisk" and "__" not in macro["name"]]
    assert ours
    assert [macro["name"] for macro in ours if not macro["description"]] == []


def test_the_failures_are_the_people_that_sqlrisk_counts(example: Path, strained: Path) -> None:
    failures = {name: result["failures"] for name, result in results(strained).items() if name.startswith("altas_publicas_")}
    assert failures == counted(example)


def test_both_doors_give_the_example_one_verdict(example: Path, strained: Path) -> None:
    verdicts = {release.name: release.verdict for release in checked(example, ["altas_publicas", "altas_franja"]).releases}
    assert verdicts == {"altas_publicas": "not_publishable", "altas_franja": "publishable"}
    found = results(strained)
    assert (found["altas_publicas_release_fails"]["status"], found["altas_franja_release"]["status"]) == ("warn", "pass")
    report = sqlrisk.check(example, today=TODAY)
    assert {release.name: release.verdict for release in report.releases} == {"altas_provincia": "not_publishable", "altas_franja_suprimida": "publishable"}


def test_the_release_test_and_sqlrisk_check_agree(strained: Path) -> None:
    found = results(strained)
    by_dbt = {name: found[f"{name}_release"]["status"] == "pass" for name in JUDGED}
    by_sqlrisk = {release.name: release.verdict == "publishable" for release in checked(strained, JUDGED).releases}
    assert by_dbt == by_sqlrisk
    assert set(by_dbt.values()) == {True, False}
    assert {found[f"{name}_release"]["status"] for name in JUDGED} == {"pass", "fail"}


def test_the_release_test_looks_at_nan_groups_and_keys(strained: Path) -> None:
    found = results(strained)
    names = [name for name in JUDGED if name.startswith(("nan_", "group_", "entity_"))]
    passed = {name for name in names if found[f"{name}_release"]["status"] == "pass"}
    assert passed == {"nan_declared", "nan_value", "group_blank_declared", "group_named", "entity_distinct", "entity_number"}


def test_one_csv_has_one_verdict_and_the_same_classes_by_every_door(strained: Path) -> None:
    seeds = {release.name: release for release in checked(strained, DOOR_LIMITS).releases}
    for name in DOOR_LIMITS:
        release = seeds[name]
        relation = {"file": f"seeds/{name}.csv", "null": "", "types": DOOR_TYPES}
        values = {"version": 1, "releases": [{**door(name), "name": name, "relation": relation}]}
        (file,) = sqlrisk.check(values, today=TODAY, project_dir=strained).releases
        of_file, of_seed = ({(each.measure, each.column, each.rung): each.value for each in found.measures} for found in (file, release))
        assert (file.verdict, file.class_sizes, of_file) == (release.verdict, release.class_sizes, of_seed)
        assert (results(strained)[f"{name}_release"]["status"] == "pass") == (release.verdict == "publishable")
    assert [seeds[name].verdict for name in DOOR_LIMITS] == ["publishable", "not_publishable"]


@pytest.mark.parametrize("name", REFUSED)
def test_the_release_test_refuses_what_it_cannot_judge(strained: Path, name: str) -> None:
    result = results(strained)[f"{name}_release"]
    assert result["status"] == "error"
    assert REFUSED[name][1] in result["message"]


@pytest.mark.parametrize("test", EMPTY_TESTS)
def test_an_empty_model_fails(strained: Path, test: str) -> None:
    result = results(strained)[f"nobody_{test}"]
    assert (result["status"], result["failures"]) == ("fail", 1)


@pytest.mark.parametrize("name", ANONYMISED)
def test_an_anonymised_model_is_held_against_its_source(strained: Path, name: str) -> None:
    found = results(strained)
    for test, (_, failures) in ANONYMISED[name][1].items():
        assert found[f"{name}_{test}"]["failures"] == failures, found[f"{name}_{test}"]


def test_a_project_compiles_before_it_is_built(example: Path) -> None:
    (project := example.with_name("unbuilt")).mkdir()
    shutil.copytree(example, project, symlinks=True, ignore=shutil.ignore_patterns(*set(MADE) - {"dbt_packages"}), dirs_exist_ok=True)
    done = dbt(project, "compile")
    assert done.returncode == 0, done.stdout
    assert "1 = 0" in compiled(project)["altas_franja_release"]


@pytest.mark.parametrize(("dialect", "v2"), [("duckdb", False), ("postgres", False), ("duckdb", True)], ids=["duckdb", "postgres", "v2"])
def test_dbt_compiles_the_kernels_to_the_very_text(tmp_path: Path, dialect: str, v2: bool) -> None:
    queries = kernels()
    assert {query.kernel for query in queries} == {file.stem for file in (ROOT / "macros" / "evidence").glob("*.sql")} - PIECES
    linked(project := copied(tmp_path))
    (project / "analyses").mkdir()
    for place, query in enumerate(queries):
        call = ", ".join(f"{name}={value!r}" for name, value in query.arguments.items())
        (project / "analyses" / f"kernel_{place}.sql").write_text(f"{{{{ sqlrisk.{query.kernel}({call}) }}}}", encoding="utf-8")
    offline = [] if v2 else ["--no-populate-cache"]
    done = dbt(project, "compile", "--select", "resource_type:analysis", "--target", dialect, *offline, executable=dbt_v2() if v2 else DBT)
    assert done.returncode == 0, done.stdout
    texts = compiled(project)
    for place, query in enumerate(queries):
        assert texts[f"kernel_{place}"] == render(query.kernel, dialect, **query.arguments).sql, query.kernel


def test_dbt_compiles_what_protects_to_the_very_text_and_builds_it(example: Path) -> None:
    texts = compiled(example)
    for name, ours in rendered_models(SCHEMA, "duckdb").items():
        assert texts[name].strip() == ours
    for name, groups in (("matriculas_portal", [3, 5]), ("matriculas_publicas", [8])):
        with duckdb.connect(str(example / "example.duckdb"), read_only=True) as connection:
            found = connection.execute(f"select titulacion, centro, count(*) as n from {name} group by all order by n").fetchall()
            assert [row[2] for row in found] == groups
            assert sum(row[2] for row in found if row[0] is None) == groups[0]


def test_dbt_stops_at_a_column_in_two_blocks(example: Path) -> None:
    call = "sqlrisk.permute(ref('matriculas'), ['centro'], [['genero'], ['superados', 'genero']])"
    done = dbt(example, "compile", "--inline", f"{{{{ {call} }}}}")
    assert done.returncode != 0
    assert "the column `genero` stands more than once in the blocks" in done.stdout


def test_dbt_compiles_the_generic_tests_to_the_very_text(example: Path) -> None:
    ours, texts = rendered_tests(example, SCHEMA, "duckdb"), compiled(example)
    assert ours
    assert {name: texts[name] for name in ours} == ours


def kernels() -> list[Query]:
    """The statements of a declaration that uses every kernel, and one publication."""
    release = {
        "name": "all",
        "relation": "altas_publicas",
        "columns": {
            "edad5": {"role": "quasi_identifier", "levels": {"franja": "floor(edad5 / 20) * 20"}},
            "se\"xo'ñ 😀": {"role": "quasi_identifier"},
            "diagnostico": {"role": "sensitive", "order": ["it's", "low"], "null_means": "value"},
            "gravedad": {"role": "sensitive", "order": "natural"},
            "causa": {"role": "sensitive", "levels": {"grupo": "substring(causa, 1, 3)", "capítulo": "substring(causa, 1, 1)"}},
            "nota": {"role": "insensitive"},
            "persona": {"role": "entity"},
            "peso": {"role": "weight"},
            "hogar": {"role": "cluster"},
        },
        "composes_with": ["other"],
        "utility": [{"name": "it's", "group_by": ["se\"xo'ñ 😀"], "share_of": "diagnostico"}, {"name": "sum", "group_by": ["franja"], "sum_of": "peso"}],
        "publish": {"edad5": "franja"},
        "ladder": [{"name": "crudo"}],
        "where": "edad5 >= 0",
        "suppress_below": 3,
        "groups": [{"menores": "edad5 < 18"}, "se\"xo'ñ 😀"],
        "thresholds": [
            {"measure": "k", "at_least": 5},
            {"measure": "recursive_c", "column": "diagnostico", "l": 2, "at_most": 3},
            {"measure": "forgotten_column_uniques", "at_most": 0.5},
        ],
        **DATES,
        "decided_on": "2026-11-01",
    }
    other = {
        "name": "other",
        "relation": "altas",
        "columns": {"persona": {"role": "entity"}, "edad": {"role": "quasi_identifier"}, "diagnostico": {"role": "sensitive"}},
        "thresholds": [{"measure": "k", "at_least": 5}],
        **DATES,
        "decided_on": "2026-11-01",
    }
    loaded = load_values({"version": 1, "releases": [release, other]}, Path(), TODAY)
    text = compiling.compiled(loaded, checking.Options(today=TODAY, select=("all",)), "duckdb", publication=False, as_json=True)
    published = {"relation": "altas", "columns": ["edad", "sexo"], "quasi_identifiers": ["edad"], "min_class_size": 5}
    margins = {"relation": "altas", "quasi_identifiers": ["edad", "sexo", "provincia"]}
    edges = [{"parent": "edad", "child": "sexo", "alpha": -0.5, "gain": 1.0, "root_alpha": -0.95, "root_gain": 0.25}]
    protected = {"relation": "altas", "source": "registro", "pivots": ["edad", "sexo"], "threshold": 4}
    reference = {"reference": "padron", "weight": "people", "min_class_size": 3}
    halves = {"relation": "altas", "cuts": "cuts", "attributes": 2}
    shares = {"group_by": ["provincia"], "share_of": "diagnostico", "null_is_value": False}
    dissolved = {"relation": "altas", "source": "altas_raw", "pivots": ["provincia", "sexo"], "threshold": 4}
    return [
        render("pivot_losses", **dissolved, residue="absorb_smallest"),
        render("block_tuples", **dissolved, block=["edad"], residue="drop_rows"),
        render("block_links", **dissolved, block=["edad"], other=["diagnostico"]),
        render("constant_blocks", relation="altas", pivots=["provincia"], blocks=[["edad"], ["diagnostico"]]),
        render("folded_values", relation="altas", pairs=2),
        render("value_fits", relation="altas", columns=["it's", "edad"]),
        render("numeric_codes", relation="altas", numbers=["edad"], texts=["it's"]),
        render("value_shapes", relation="altas", texts=["it's", "edad"], numbers=["edad"]),
        render("kept_rows", relation="altas", columns=["edad", "sexo"], quasi_identifiers=["edad"], limits=CLASS_LIMITS[:1]),
        render("column_patterns", relation="altas", columns=["it's", "edad"]),
        render("blank_rows", relation="altas", columns=["edad", "sexo"], numbers=["edad"], texts=["sexo"]),
        *(Query(each["kernel"], each["arguments"], each["sql"]) for each in json.loads(text)),
        render("publication", **published),
        render("class_counts", relation="altas", quasi_identifiers=["edad"], counted=True),
        render("level_codes", relation="altas", value="edad", levels=["sexo"]),
        render("level_nesting", relation="altas", levels=2),
        render("uncovered_values", relation="altas", value="edad", known="sexo"),
        render("margin_histograms", **margins, paired=3),
        render("margin_classes", **margins, rows=20, edges=edges, alone=[{"child": "provincia", "alpha": -0.5, "gain": 0.001}]),
        render("matched_classes", **margins, **reference),
        render("nesting", relation="altas", finer="edad", coarser="sexo"),
        render("query_errors", relation="altas", quasi_identifiers=["edad"], group_by=["sexo"], of="mean", value="edad", source_value="años", limits=[1, 5]),
        render("query_errors", relation="altas", quasi_identifiers=["edad"], group_by=["sexo"], of="count", source="padron", limits=[3]),
        render("pivot_values", relation="altas", source="registro", pivots=["edad", "sexo"]),
        render("block_counts", **protected, columns=["provincia"], residue="absorb_smallest"),
        render("preserved_pairs", **protected, columns=["provincia", "it's"], pairs=[[0, 1], [-1, 1], [-1, -2], [1, 2]], residue="drop_rows"),
        render("lost_pairs", **protected, columns=["provincia", "it's"], pairs=[[1, 2]]),
        render("mondrian_classes", relation="altas", columns=["edad", "sexo"]),
        render("mondrian_ranks", relation="altas", quasi_identifiers=["edad", "sexo"], texts=["sexo"], queries=[shares]),
        render("mondrian_spans", relation="altas", attributes=2),
        render("mondrian_cuts", relation="altas", ranks=[100, 2], min_class_size=5),
        render("mondrian_children", **halves, queries=1),
        render("mondrian_children", **halves, queries=1, closed=True),
        render("mondrian_sizes", relation="altas"),
        render("mondrian_regions", **halves),
        render("mondrian_points", relation="altas", column="sexo", is_text=True, ranks=[1, 2]),
        render("attributed_cells", relation="altas", keys=["sqlrisk_region"], query=1, min_class_size=5),
        render("attributed_error", relation="altas", published=["cells", "more_cells"], query=1),
    ]
