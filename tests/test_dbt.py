"""The dbt package in a dbt project: what dbt builds, compiles and judges is what sqlrisk measures. Needs SQLRISK_DBT, the path of a dbt executable."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest

import sqlrisk
from sqlrisk import checking, compiling
from sqlrisk.loading import load_manifest, load_values
from sqlrisk.queries import Query, render
from sqlrisk.report import Report

DBT = os.environ.get("SQLRISK_DBT")
pytestmark = pytest.mark.skipif(not DBT or shutil.which(DBT) is None, reason="SQLRISK_DBT does not name a dbt executable")

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 30)
MADE = ("target", "logs", "dbt_packages", "package-lock.yml", "*.duckdb*", ".user.yml", "__pycache__")
PIECES = {"columns", "class_values", "composed_people", "expected_groups", "individual_risk", "placed_rows"}
TURNED_ROUND = 'config: {error_if: "<1", warn_if: "<1"}'

LIMITS = [{"measure": "k", "at_least": 5}, {"measure": "prosecutor_mean", "at_most": 0.05}]
ROLES = {"franja": "quasi_identifier", "sexo": "quasi_identifier", "provincia": "quasi_identifier", "diagnostico": "sensitive"}
DATES = {"decided_on": "2000-01-01", "valid_until": "2999-12-31"}
FRANJA = "select * from {{ ref('altas_franja') }}"
WIDER = "select altas.*, {} as nota from {{{{ ref('altas_franja') }}}} as altas"


class Model(NamedTuple):
    """A model with the release test on it: its SQL, what it declares, what its columns declare, and how the test is configured."""

    sql: str = FRANJA
    declared: Mapping[str, Any] | None = {}
    columns: Mapping[str, Any] = {}
    config: Mapping[str, Any] = {}

    def schema(self, name: str) -> dict[str, Any]:
        """Its entry in schema.yml."""
        columns = {column: {"role": role} for column, role in ROLES.items()} | dict(self.columns)
        meta = {} if self.declared is None else {"sqlrisk": {"thresholds": LIMITS, **DATES, **self.declared}}
        return {
            "name": name,
            "config": {"materialized": "view", "meta": meta},
            "columns": [{"name": column, "config": {"meta": {"sqlrisk": role}}} for column, role in columns.items() if role],
            "data_tests": [{"sqlrisk.release": {"name": f"{name}_release", "config": self.config}}],
        }


def limits(*thresholds: Mapping[str, Any]) -> dict[str, Any]:
    """A declaration with more thresholds."""
    return {"thresholds": [*LIMITS, *thresholds]}


REFUSED = {
    "level": (Model(columns={"franja": {"role": "quasi_identifier", "levels": {"old": "franja"}}}), "use sqlrisk check"),
    "hierarchy": (Model(columns={"franja": {"role": "quasi_identifier", "hierarchy": "franja.csv"}}), "use sqlrisk check"),
    "publish": (Model(declared={"publish": {"franja": "dropped"}}), "use sqlrisk check"),
    "ladder": (Model(declared={"ladder": [{"name": "crudo"}]}), "use sqlrisk check"),
    "filter": (Model(declared={"where": "franja = 65"}), "use sqlrisk check"),
    "suppression": (Model(declared={"suppress_below": 5}), "use sqlrisk check"),
    "marker": (Model(declared={"suppressed_marker": "*"}), "use sqlrisk check"),
    "published_as": (Model(declared={"published_as": "altas_franja"}), "use sqlrisk check"),
    "membership": (Model(declared={"membership_sensitive": True}), "use sqlrisk check"),
    "group_limit": (Model(declared={"groups": ["sexo"]} | limits({"measure": "k", "group": "each", "at_least": 2})), "use sqlrisk check"),
    "other_measure": (Model(declared=limits({"measure": "t_closeness_ordered", "column": "diagnostico", "at_most": 0.9})), "use sqlrisk check"),
    "query_error": (
        Model(declared={"utility": [{"name": "rows", "group_by": ["sexo"], "count": True}]} | limits({"measure": "query_error", "at_most": 1})),
        "dbt cannot judge query_error: use sqlrisk check",
    ),
    "where_of_the_test": (Model(config={"where": "franja = 65"}), "use sqlrisk check"),
    "misspelt_key": (Model(declared={"suppres_below": 5}), "use sqlrisk check"),
    "misspelt_role": (Model(columns={"sexo": {"role": "quasi_identifer"}}), "role of sexo"),
    "wrong_direction": (Model(declared={"thresholds": [{"measure": "k", "at_most": 5}]}), "k protects with at_least"),
    "out_of_range": (Model(declared={"thresholds": [{"measure": "prosecutor_mean", "at_most": 5}]}), "5 is no limit for prosecutor_mean"),
    "no_column": (Model(declared=limits({"measure": "distinct_l", "column": "sexo", "at_least": 2})), "needs a sensitive column"),
    "no_gate": (Model(declared={"thresholds": [{"measure": "unique_rows", "at_most": 0}]}), "no threshold of severity error on k"),
    "only_a_warning": (Model(declared={"thresholds": [{"measure": "k", "at_least": 5, "severity": "warn"}]}), "no threshold of severity error on k"),
    "no_declaration": (Model(declared=None), "declares nothing"),
    "no_quasi_identifier": (Model(columns=dict.fromkeys(ROLES, {"role": "sensitive"})), "no column has the role quasi_identifier"),
    "no_dates": (Model(declared={"valid_until": None}), "valid_until are required"),
    "not_yet_decided": (Model(declared={"decided_on": "2999-01-01"}), "in the future"),
    "expired": (Model(declared={"valid_until": "2001-01-01"}), "expired on 2001-01-01"),
    "new_column": (Model(sql=WIDER.format("1")), "the column `nota` has no role"),
    "missing_column": (Model(columns={"nota": {"role": "insensitive", "reason": "none"}}), "no column `nota`"),
}  # fmt: skip
NOTES = "row_number() over ()"
JUDGED = {
    "within": Model(),
    "k_too_small": Model(declared={"thresholds": [{"measure": "k", "at_least": 6}]}),
    "k_warning": Model(declared=limits({"measure": "k", "at_least": 6, "severity": "warn"})),
    "highest_risk": Model(declared={"thresholds": [{"measure": "prosecutor_max", "at_most": 0.2}]}),
    "highest_risk_too_high": Model(declared={"thresholds": [{"measure": "prosecutor_max", "at_most": 0.19}]}),
    "few_small_classes": Model(declared={"thresholds": [{"measure": "prosecutor_max", "at_most": 1}, {"measure": "rows_below_k", "at_most": 0}]}),
    "many_small_classes": Model(declared=limits({"measure": "k", "at_least": 20}, {"measure": "rows_below_k", "at_most": 0.01})),
    "diverse": Model(declared=limits({"measure": "distinct_l", "at_least": 2}, {"measure": "entropy_l", "at_least": 1.5})),
    "not_diverse": Model(declared=limits({"measure": "distinct_l", "at_least": 3})),
    "not_even": Model(declared=limits({"measure": "entropy_l", "at_least": 1.6})),
    "close": Model(declared=limits({"measure": "t_closeness", "at_most": 0.7}, {"measure": "max_posterior", "at_most": 0.9})),
    "not_close": Model(declared=limits({"measure": "t_closeness", "at_most": 0.6})),
    "too_sure": Model(declared=limits({"measure": "max_posterior", "at_most": 0.8})),
    "homogeneous": Model(declared=limits({"measure": "homogeneous_rows", "at_most": 0}, {"measure": "classes_without_sensitive_value", "at_most": 0})),
    "two_secrets": Model(
        sql=WIDER.format("case when altas.franja < 65 then altas.provincia end"),
        declared=limits({"measure": "distinct_l", "column": "diagnostico", "at_least": 2}, {"measure": "distinct_l", "column": "nota", "at_least": 1}),
        columns={"nota": {"role": "sensitive"}},
    ),
    "not_recorded": Model(
        sql=WIDER.format("case when altas.franja < 65 then altas.provincia end"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}),
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded"}},
    ),
    "never_recorded": Model(
        sql=WIDER.format("cast(null as varchar)"),
        declared=limits({"measure": "t_closeness", "column": "nota", "at_most": 1}),
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded"}},
    ),
    "null_is_a_value": Model(
        sql=WIDER.format("cast(null as varchar)"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}),
        columns={"nota": {"role": "sensitive", "null_means": "value"}},
    ),
    "role_in_the_model": Model(sql=WIDER.format("1"), declared={"columns": {"NOTA": {"role": "identifier"}}}),
    "explained": Model(sql=WIDER.format(NOTES), columns={"nota": {"role": "insensitive", "reason": "a number of the file"}}),
    "near_unique": Model(sql=WIDER.format(NOTES), columns={"nota": {"role": "insensitive"}}),
    "free_text": Model(sql=WIDER.format("repeat('x', 40)"), columns={"nota": {"role": "insensitive"}}),
    "short_text": Model(sql=WIDER.format("'x'"), columns={"nota": {"role": "insensitive"}}),
    "other_columns": Model(sql=WIDER.format("'x'"), declared={"other_columns": {"role": "insensitive"}}),
    "other_near_unique": Model(sql=WIDER.format(NOTES), declared={"other_columns": {"role": "insensitive"}}),
    "large_population": Model(declared={"population": {"size": 49128297}}),
    "small_population": Model(declared={"population": {"size": 100}}),
    "nobody": Model(sql=f"{FRANJA} where 1 = 0"),
}
EMPTY_TESTS = {
    "k_anonymity": {"k": 1},
    "unique_rows": {"at_most": 1},
    "prosecutor_mean": {"at_most": 1},
    "l_diversity": {"sensitive": "diagnostico", "l": 1},
    "entropy_l_diversity": {"sensitive": "diagnostico", "l": 1},
    "t_closeness": {"sensitive": "diagnostico", "t": 1},
    "max_posterior": {"sensitive": "diagnostico", "alpha": 1, "null_means": "not_recorded"},
}
ALUMNOS = """select * from (values ('Historia', 'Letras', 'M', 60, 54), ('Historia', 'Letras', 'F', 60, 60), ('Historia', 'Letras', 'F', 48, 30),
('Historia', 'Letras', 'M', 54, 54), ('Historia', 'Letras', 'F', 60, 48), ('Fisica', 'Ciencias', 'F', 66, 60), ('Quimica', 'Ciencias', 'M', 60, 36),
('Quimica', 'Ciencias', 'F', 48, 48)) as alumno(titulacion, centro, genero, matriculados, superados)"""
SHUFFLED = """select * from (values ('Historia', 'Letras', 'F', 60, 54), ('Historia', 'Letras', 'F', 60, 60), ('Historia', 'Letras', 'M', 48, 30),
('Historia', 'Letras', 'M', 54, 54), ('Historia', 'Letras', 'F', 60, 48)) as alumno(titulacion, centro, genero, matriculados, superados)"""
PIVOTS = {"pivots": ["titulacion", "centro"], "threshold": 4}
BLOCKS = {**PIVOTS, "source": "ref('alumnos')", "blocks": [["genero"], ["matriculados", "superados"]], "residue": "drop_rows"}
ANONYMISED = {
    "alumnos_publicos": (SHUFFLED, {"pivot_groups": (PIVOTS, 0), "permuted": (BLOCKS, 0)}),
    "alumnos_numerados": (SHUFFLED.replace("*", "*, row_number() over () as fila"), {"permuted": (BLOCKS, 1)}),
    "alumnos_cambiados": (SHUFFLED.replace("48, 30", "48, 31"), {"permuted": (BLOCKS, 2)}),
    "alumnos_sin_disolver": (ALUMNOS, {"pivot_groups": (PIVOTS, 3), "permuted": ({**BLOCKS, "must_tell": True}, 1)}),
    "alumnos_nadie": (f"{SHUFFLED} where 1 = 0", {"pivot_groups": (PIVOTS, 1), "permuted": (BLOCKS, 17)}),
}


def dbt(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run dbt in a project, telling nobody."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("DBT_", "SQLRISK_"))}
    surroundings |= {"DO_NOT_TRACK": "1", "DBT_SEND_ANONYMOUS_USAGE_STATS": "False", "DBT_PROFILES_DIR": str(project.parent), "DBT_USE_COLORS": "False"}
    return subprocess.run([str(DBT), *arguments], cwd=project, env=surroundings, capture_output=True, text=True, timeout=300, check=False)


def results(project: Path) -> dict[str, dict[str, Any]]:
    """Name of a node or test -> its result in the last run."""
    found = json.loads((project / "target" / "run_results.json").read_text())["results"]
    return {result["unique_id"].split(".")[2]: result for result in found}


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example project, built; its declarations never expire."""
    folder = tmp_path_factory.mktemp("dbt")
    shutil.copytree(ROOT / "macros", folder / "macros")
    shutil.copytree(ROOT / "example_project", folder / "example_project", ignore=shutil.ignore_patterns(*MADE))
    for name in ("dbt_project.yml", "profiles.yml"):
        shutil.copy(ROOT / name, folder / name)
    schema = folder / "example_project" / "models" / "schema.yml"
    schema.write_text(schema.read_text().replace("2026-11-01", DATES["decided_on"]).replace("2027-11-01", DATES["valid_until"]))
    for command in (["deps"], ["build", "--warn-error"]):
        done = dbt(folder / "example_project", *command)
        assert done.returncode == 0, done.stdout
    return folder / "example_project"


@pytest.fixture(scope="module")
def strained(example: Path) -> Path:
    """A second copy: the tests that are turned round fail openly, and many models bear the release test."""
    project = example.with_name("strained")
    shutil.copytree(example, project, symlinks=True, ignore=shutil.ignore_patterns("target", "logs"))
    schema = project / "models" / "schema.yml"
    schema.write_text(schema.read_text().replace(TURNED_ROUND, "config: {severity: warn}"))
    models = {**JUDGED, **{name: model for name, (model, _) in REFUSED.items()}}
    for name, model in models.items():
        (project / "models" / f"{name}.sql").write_text(model.sql)
    entries = [model.schema(name) for name, model in models.items()]
    quasi_identifiers = ["franja", "sexo", "provincia"]
    entries[list(models).index("nobody")]["data_tests"] += [
        {f"sqlrisk.{test}": {"name": f"nobody_{test}", "arguments": {"quasi_identifiers": quasi_identifiers, **arguments}}}
        for test, arguments in EMPTY_TESTS.items()
    ]
    (project / "models" / "alumnos.sql").write_text(ALUMNOS)
    for name, (sql, tests) in ANONYMISED.items():
        (project / "models" / f"{name}.sql").write_text(sql)
        data_tests = [{f"sqlrisk.{test}": {"name": f"{name}_{test}", "arguments": arguments}} for test, (arguments, _) in tests.items()]
        entries.append({"name": name, "data_tests": data_tests})
    (project / "models" / "strained.yml").write_text(json.dumps({"models": entries}))
    assert dbt(project, "build").returncode == 1
    return project


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


def test_the_failures_are_the_people_that_sqlrisk_counts(strained: Path) -> None:
    report = checked(strained, ["altas_publicas"]).releases[0]
    shares = {name: report.find(name) for name in ("rows_below_k", "unique_rows")} | {"l": report.find("homogeneous_rows", column="diagnostico")}
    people = {name: found.value * report.rows for name, found in shares.items() if found is not None and found.value is not None}
    failures = {name: result["failures"] for name, result in results(strained).items() if name.startswith("altas_publicas_")}
    assert failures == {
        "altas_publicas_release_fails": report.rows,
        "altas_publicas_k5_fails": people["rows_below_k"],
        "altas_publicas_prosecutor_mean_fails": report.rows,
        "altas_publicas_no_unique_row_fails": people["unique_rows"],
        "altas_publicas_l2_fails": people["l"],
        "altas_publicas_few_unique_rows": 0,
    }


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
    compiled = project / "target" / "compiled" / "example_project" / "models" / "schema.yml" / "altas_franja_release.sql"
    assert "1 = 0" in compiled.read_text()


def test_dbt_compiles_the_kernels_to_the_very_text(example: Path) -> None:
    queries = kernels()
    assert {query.kernel for query in queries} == {file.stem for file in (ROOT / "macros" / "evidence").glob("*.sql")} - PIECES
    (example / "analyses").mkdir(exist_ok=True)
    for place, query in enumerate(queries):
        call = ", ".join(f"{name}={value!r}" for name, value in query.arguments.items())
        (example / "analyses" / f"kernel_{place}.sql").write_text(f"{{{{ sqlrisk.{query.kernel}({call}) }}}}", encoding="utf-8")
    done = dbt(example, "compile", "--select", "resource_type:analysis")
    assert done.returncode == 0, done.stdout
    for place, query in enumerate(queries):
        compiled = example / "target" / "compiled" / "example_project" / "analyses" / f"kernel_{place}.sql"
        assert compiled.read_bytes() == query.sql.encode(), query.kernel


def test_dbt_compiles_what_protects_to_the_very_text_and_builds_it(example: Path) -> None:
    about = {"relation": '"example"."main"."matriculas"', "pivots": ["titulacion", "centro"], "threshold": 4}
    blocks = [["genero"], ["matriculados", "superados"]]
    for name, residue, groups in (("matriculas_portal", "fail", [3, 5]), ("matriculas_publicas", "absorb_smallest", [8])):
        compiled = example / "target" / "compiled" / "example_project" / "models" / f"{name}.sql"
        assert compiled.read_text().strip() == render("anonymize", **about, blocks=blocks, residue=residue).sql
        with duckdb.connect(str(next(example.parent.rglob("*.duckdb"))), read_only=True) as connection:
            found = connection.execute(f"select titulacion, centro, count(*) as n from {name} group by all order by n").fetchall()
            assert [row[2] for row in found] == groups
            assert sum(row[2] for row in found if row[0] is None) == groups[0]


def test_dbt_stops_at_a_column_in_two_blocks(example: Path) -> None:
    call = "sqlrisk.permute(ref('matriculas'), ['centro'], [['genero'], ['superados', 'genero']])"
    done = dbt(example, "compile", "--inline", f"{{{{ {call} }}}}")
    assert done.returncode != 0
    assert "the column `genero` stands more than once in the blocks" in done.stdout


def test_dbt_compiles_the_generic_tests_to_the_very_text(example: Path) -> None:
    nodes = json.loads((example / "target" / "manifest.json").read_text())["nodes"].values()
    tests = [node for node in nodes if node["resource_type"] == "test" and node["test_metadata"]["name"] != "release" and not node["config"].get("where")]
    compiled = example / "target" / "compiled" / "example_project" / "models" / "schema.yml"
    assert tests
    for node in tests:
        given = {name: value for name, value in node["test_metadata"]["kwargs"].items() if name != "model"}
        model = '"example"."main"."' + node["attached_node"].rpartition(".")[2] + '"'
        assert (compiled / f"{node['name']}.sql").read_text() == render(f"test_{node['test_metadata']['name']}", model=model, **given).sql, node["name"]


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
        "thresholds": [{"measure": "k", "at_least": 5}, {"measure": "recursive_c", "column": "diagnostico", "l": 2, "at_most": 3}],
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
