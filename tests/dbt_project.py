"""The example as a dbt project that tests build: copies of it, the models that strain the release test, and dbt run on them."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sqlrisk import checking
from sqlrisk.loading import load_manifest
from sqlrisk.queries import render

TODAY = date(2026, 11, 30)
DBT = os.environ.get("SQLRISK_DBT")
DBT_V2 = os.environ.get("SQLRISK_DBT2")
needs_dbt = pytest.mark.skipif(not DBT or shutil.which(DBT) is None, reason="SQLRISK_DBT does not name a dbt executable")

ROOT = Path(__file__).parent.parent
MADE = ("target", "logs", "dbt_packages", "package-lock.yml", "*.duckdb*", ".user.yml", "__pycache__")
TURNED_ROUND = 'config: {error_if: "<1", warn_if: "<1"}'

LIMITS = [{"measure": "k", "at_least": 5}, {"measure": "prosecutor_mean", "at_most": 0.05}]
ROLES = {"franja": "quasi_identifier", "sexo": "quasi_identifier", "provincia": "quasi_identifier", "diagnostico": "sensitive"}
WAIVED = {"diagnostico": "not judged in this test"}
BOTH_WAIVED = {"waived": {**WAIVED, "nota": "not judged in this test"}}
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
        meta = {} if self.declared is None else {"sqlrisk": {"thresholds": LIMITS, "waived": WAIVED, **DATES, **self.declared}}
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
    "group_condition": (Model(declared={"groups": [{"mayores": "franja = 65"}]}), "a condition under `groups`: use sqlrisk check"),
    "group_of_nothing": (Model(declared={"groups": ["nota"]}), "the group `nota` is not a column"),
    "other_measure": (Model(declared=limits({"measure": "t_closeness_ordered", "column": "diagnostico", "at_most": 0.9})), "use sqlrisk check"),
    "forgotten_column": (Model(declared=limits({"measure": "forgotten_column_uniques", "at_most": 0.1})), "use sqlrisk check"),
    "query_error": (
        Model(declared={"utility": [{"name": "rows", "group_by": ["sexo"], "count": True}]} | limits({"measure": "query_error", "at_most": 1})),
        "dbt cannot judge query_error: use sqlrisk check",
    ),
    "where_of_the_test": (Model(config={"where": "franja = 65"}), "use sqlrisk check"),
    "misspelt_key": (Model(declared={"suppres_below": 5}), "use sqlrisk check"),
    "misspelt_role": (Model(columns={"sexo": {"role": "quasi_identifer"}}), "role of sexo"),
    "wrong_direction": (Model(declared={"thresholds": [{"measure": "k", "at_most": 5}]}), "k protects with at_least"),
    "out_of_range": (
        Model(declared={"thresholds": [{"measure": "prosecutor_mean", "at_most": 5}], "adversary": {"access": "agreement"}}),
        "5 is no limit for prosecutor_mean",
    ),
    "no_column": (Model(declared=limits({"measure": "distinct_l", "column": "sexo", "at_least": 2})), "needs a sensitive column"),
    "no_gate": (Model(declared={"thresholds": [{"measure": "unique_rows", "at_most": 0}]}), "limit of severity error on k"),
    "only_a_warning": (Model(declared={"thresholds": [{"measure": "k", "at_least": 5, "severity": "warn"}]}), "limit of severity error on k"),
    "at_the_end_of_its_range": (Model(declared={"thresholds": [{"measure": "k", "at_least": 1}]}), "limit of severity error on k"),
    "an_average_alone": (Model(declared={"thresholds": [{"measure": "prosecutor_mean", "at_most": 0.5}]}), "on an average"),
    "unjudged_secret": (Model(declared={"waived": {}}), "no limit judges the sensitive column `diagnostico`"),
    "judged_by_a_limit_that_holds": (Model(declared={"waived": {}} | limits({"measure": "t_closeness", "at_most": 1})), "no limit judges the sensitive"),
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
    "few_small_classes": Model(declared={"thresholds": [{"measure": "prosecutor_max", "at_most": 0.5}, {"measure": "rows_below_k", "at_most": 0}]}),
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
        declared=limits({"measure": "distinct_l", "column": "diagnostico", "at_least": 2}, {"measure": "distinct_l", "column": "nota", "at_least": 1})
        | BOTH_WAIVED,
        columns={"nota": {"role": "sensitive"}},
    ),
    "not_recorded": Model(
        sql=WIDER.format("case when altas.franja < 65 then altas.provincia end"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}) | BOTH_WAIVED,
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded"}},
    ),
    "blank": Model(
        sql=WIDER.format("case when altas.franja < 65 then altas.provincia else '' end"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}) | BOTH_WAIVED,
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded"}},
    ),
    "blank_declared": Model(
        sql=WIDER.format("case when altas.franja < 65 then altas.provincia else '' end"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}) | BOTH_WAIVED,
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded", "missing": [""]}},
    ),
    "blank_value": Model(
        sql=WIDER.format("case when altas.franja < 65 then altas.provincia else '' end"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}) | BOTH_WAIVED,
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded", "missing": []}},
    ),
    **{
        f"nan_{name}": Model(
            sql=WIDER.format("case when altas.franja < 65 then 1.5 else cast('NaN' as double precision) end"),
            declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}) | BOTH_WAIVED,
            columns={"nota": {"role": "sensitive", "null_means": "not_recorded", **declared}},
        )
        for name, declared in {"undeclared": {}, "declared": {"missing": ["NA"]}, "value": {"missing": []}}.items()
    },
    **{
        f"group_{name}": Model(
            sql=WIDER.format(f"case when altas.franja < 65 then {value} end"),
            declared={"groups": ["nota"]},
            columns={"nota": {"role": "insensitive", "reason": "test", **declared}},
        )
        for name, value, declared in (
            ("blank", "''", {}),
            ("blank_declared", "''", {"missing": [""]}),
            ("nan", "cast('NaN' as double precision)", {}),
            ("named", "'x'", {}),
        )
    },
    **{
        f"entity_{name}": Model(sql=WIDER.format(value), columns={"nota": {"role": "entity", **declared}})
        for name, value, declared in (
            ("distinct", "cast(row_number() over () as varchar)", {}),
            ("number", "row_number() over ()", {}),
            ("repeats", "floor(row_number() over () / 2.0)", {}),
            ("null", "nullif(row_number() over (), 7)", {}),
            ("blank", "case row_number() over () when 7 then '  ' else cast(row_number() over () as varchar) end", {}),
            ("missing", "cast(row_number() over () as varchar)", {"missing": ["7"]}),
        )
    },
    "never_recorded": Model(
        sql=WIDER.format("cast(null as varchar)"),
        declared=limits({"measure": "t_closeness", "column": "nota", "at_most": 1}) | BOTH_WAIVED,
        columns={"nota": {"role": "sensitive", "null_means": "not_recorded"}},
    ),
    "null_is_a_value": Model(
        sql=WIDER.format("cast(null as varchar)"),
        declared=limits({"measure": "distinct_l", "column": "nota", "at_least": 1}) | BOTH_WAIVED,
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


DOORS = "".join(
    f"{20 + place % 3 * 10}.50,00{place % 2}7,{('', 'Ávila', 'Madrid, centro')[place % 3]},2026-0{1 + place % 2}-01,{('flu', 'NA', 'asthma', '')[place % 4]}\n"
    for place in range(48)
)
"""A CSV that doors could read otherwise: codes with zeros before them, decimals, blank cells, a comma in a cell, days."""
DOOR_TYPES = {"peso": "DOUBLE", "dia": "DATE"}
DOOR: dict[str, Any] = {
    "columns": {name: {"role": "quasi_identifier"} for name in ("peso", "codigo", "sitio", "dia")}
    | {"motivo": {"role": "sensitive", "null_means": "not_recorded", "missing": ["NA", ""]}},
    "waived": {"motivo": "not judged in this test"},
    **DATES,
}
DOOR_LIMITS = {"puertas": 8, "puertas_rotas": 9}
"""Seed -> its limit on k: of the six classes each has eight rows."""


def door(name: str) -> dict[str, Any]:
    """What a seed declares."""
    return {**DOOR, "thresholds": [{"measure": "k", "at_least": DOOR_LIMITS[name], "source": "test", "reason": "test"}]}


def dbt(project: Path, *arguments: str, executable: str | None = DBT, given: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run dbt in a project, telling nobody. `given` is what the profile reads from the environment, of which little is passed on: to insert a
    seed into PostgreSQL, dbt looks through all of it twice for each cell."""
    surroundings = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL"}} | dict(given or {})
    surroundings |= {"DO_NOT_TRACK": "1", "DBT_SEND_ANONYMOUS_USAGE_STATS": "False", "DBT_PROFILES_DIR": str(project.parent), "DBT_USE_COLORS": "False"}
    return subprocess.run([str(executable), *arguments], cwd=project, env=surroundings, capture_output=True, text=True, timeout=300, check=False)


def dbt_v2() -> str:
    """The executable of dbt v2. Skips where it is not to be had."""
    found = shutil.which(DBT_V2) if DBT_V2 else None
    if found is None:
        pytest.skip("SQLRISK_DBT2 does not name a dbt v2 executable (make dbt2 installs it where pip has its wheel)")
    if not any(Path(found).parents[1].glob("lib/libduckdb.*")):
        pytest.skip("dbt v2 finds no libduckdb in the folder lib of its environment (make dbt2 fetches it where npm can)")
    return found


def results(project: Path) -> dict[str, dict[str, Any]]:
    """Name of a node or test -> its result in the last run."""
    found = json.loads((project / "target" / "run_results.json").read_text())["results"]
    return {result["unique_id"].split(".")[2]: result for result in found}


def compiled(project: Path) -> dict[str, str]:
    """Name of a model, a test or an analysis -> the text that dbt has compiled for it, wherever under target/compiled it stands."""
    return {file.stem: file.read_bytes().decode() for file in (project / "target" / "compiled").rglob("*.sql")}


def rendered_tests(project: Path, schema: str, dialect: str) -> dict[str, str]:
    """Test of a built example -> its text as sqlrisk renders it, but for those of a release and those under a filter. `schema` as dbt quotes it."""
    nodes = json.loads((project / "target" / "manifest.json").read_text())["nodes"].values()
    tests = [node for node in nodes if node["resource_type"] == "test" and node["test_metadata"]["name"] != "release" and not node["config"].get("where")]
    found = {}
    for node in tests:
        given = {name: value for name, value in node["test_metadata"]["kwargs"].items() if name != "model"}
        model = f'{schema}."{node["attached_node"].rpartition(".")[2]}"'
        found[node["name"]] = render(f"test_{node['test_metadata']['name']}", dialect, model=model, **given).sql
    return found


def rendered_models(schema: str, dialect: str) -> dict[str, str]:
    """Model of the example that protects -> its text as sqlrisk renders it."""
    about = {"relation": f'{schema}."matriculas"', "pivots": ["titulacion", "centro"], "threshold": 4}
    blocks = [["genero"], ["matriculados", "superados"]]
    residues = {"matriculas_portal": "fail", "matriculas_publicas": "absorb_smallest"}
    return {name: render("anonymize", dialect, **about, blocks=blocks, residue=residue).sql for name, residue in residues.items()}


def counted(project: Path) -> dict[str, Any]:
    """Test of the model altas_publicas -> the people in whom it fails by what sqlrisk measures in an example that is built on DuckDB."""
    options = checking.Options(today=TODAY, profiles_dir=project.parent, select=("altas_publicas",))
    report = checking.run(load_manifest(project / "target" / "manifest.json", TODAY), options).releases[0]
    shares = {name: report.find(name) for name in ("rows_below_k", "unique_rows")} | {"l": report.find("homogeneous_rows", column="diagnostico")}
    people = {name: found.value * report.rows for name, found in shares.items() if found is not None and found.value is not None}
    return {
        "altas_publicas_release_fails": report.rows,
        "altas_publicas_k5_fails": people["rows_below_k"],
        "altas_publicas_prosecutor_mean_fails": report.rows,
        "altas_publicas_no_unique_row_fails": people["unique_rows"],
        "altas_publicas_l2_fails": people["l"],
        "altas_publicas_few_unique_rows": 0,
    }


def copied(folder: Path) -> Path:
    """A copy of the package and its example in a folder; its declarations never expire. The path of the example."""
    shutil.copytree(ROOT / "macros", folder / "macros")
    shutil.copytree(ROOT / "example_project", folder / "example_project", ignore=shutil.ignore_patterns(*MADE))
    for name in ("dbt_project.yml", "profiles.yml"):
        shutil.copy(ROOT / name, folder / name)
    schema = folder / "example_project" / "models" / "schema.yml"
    schema.write_text(schema.read_text().replace("2026-11-01", DATES["decided_on"]).replace("2027-11-01", DATES["valid_until"]))
    return folder / "example_project"


def linked(project: Path) -> None:
    """Leave in a project what dbt deps would, which takes two seconds."""
    (project / "dbt_packages").mkdir()
    (project / "dbt_packages" / "sqlrisk").symlink_to(Path("..", ".."))


def strain(project: Path) -> None:
    """Make the tests that are turned round fail openly, and add many models that bear the release test."""
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
    for name in DOOR_LIMITS:
        (project / "seeds" / f"{name}.csv").write_text(f"peso,codigo,sitio,dia,motivo\n{DOORS}".replace("Madrid, centro", '"Madrid, centro"'))
    types = {name: {"DOUBLE": "float8"}.get(kind := DOOR_TYPES.get(name, "VARCHAR"), kind) for name in DOOR["columns"]}
    seeds = [
        {"name": name, "config": {"column_types": types, "meta": {"sqlrisk": door(name)}}, "data_tests": [{"sqlrisk.release": {"name": f"{name}_release"}}]}
        for name in DOOR_LIMITS
    ]
    (project / "models" / "alumnos.sql").write_text(ALUMNOS)
    for name, (sql, tests) in ANONYMISED.items():
        (project / "models" / f"{name}.sql").write_text(sql)
        data_tests = [{f"sqlrisk.{test}": {"name": f"{name}_{test}", "arguments": arguments}} for test, (arguments, _) in tests.items()]
        entries.append({"name": name, "data_tests": data_tests})
    (project / "models" / "strained.yml").write_text(json.dumps({"models": entries, "seeds": seeds}))


def once(factory: pytest.TempPathFactory, make: Callable[[Path], None]) -> Path:
    """The folder that `make` fills, once for all processes of a test run. Nobody may change it."""
    shared = factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else factory.getbasetemp()
    folder, done = shared / make.__name__, shared / f"{make.__name__}.done"
    with (shared / f"{make.__name__}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


def built_on_duckdb(folder: Path) -> None:
    """Fill a folder with the example, built by dbt-duckdb."""
    project = copied(folder)
    for command in (["deps"], ["build", "--warn-error"]):
        done = dbt(project, *command)
        assert done.returncode == 0, done.stdout


def strained_on_duckdb(folder: Path) -> None:
    """Fill a folder with the strained example, built by dbt-duckdb."""
    project = copied(folder)
    linked(project)
    strain(project)
    assert dbt(project, "build").returncode == 1


def writable(factory: pytest.TempPathFactory, make: Callable[[Path], None]) -> Path:
    """The project in a copy of the folder that `make` fills."""
    folder = factory.mktemp("dbt")
    shutil.copytree(once(factory, make), folder, symlinks=True, dirs_exist_ok=True)
    return folder / "example_project"
