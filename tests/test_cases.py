"""The case bank, every case: each expected figure is either checked here or named in tests/cases/answers.yml for a later issue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import counted
from sqlrisk.report import ReleaseReport, Report
from tests.cases.bank import ANSWERS, CASES, FOLDER, release
from tests.engines import engines_of
from tests.warehouses import WAREHOUSES, Warehouse

TODAY = date(2026, 11, 30)
Check = Callable[[dict[str, Any], ReleaseReport, Any], None]


WITH_K: dict[str, dict[str, ReleaseReport]] = {}
"""What `with_k` last measured."""
IN: list[Warehouse] = []
"""The warehouse that holds the files of the bank as tables; none where the files themselves are measured, by DuckDB."""


@pytest.fixture(params=["files", *(name for name in WAREHOUSES if name in engines_of(__name__) and name != "duckdb")])
def place(request: pytest.FixtureRequest, warehouses: Callable[[str], Warehouse]) -> Iterator[str]:
    """Where the cases are measured."""
    IN[:] = [] if request.param == "files" else [warehouses(request.param)]
    yield request.param
    IN.clear()


def check(*releases: dict[str, Any]) -> Report:
    if not IN:
        return sqlrisk.check({"version": 1, "releases": list(releases)}, today=TODAY, project_dir=FOLDER)
    held = [kept(each, IN[0]) for each in releases]
    return sqlrisk.check({"version": 1, "profile": "test", "releases": held}, today=TODAY, project_dir=IN[0].project)


def kept(release: dict[str, Any], warehouse: Warehouse) -> dict[str, Any]:
    """The release over tables in place of its files."""
    found = {**release, "relation": warehouse.keep_file(FileRelation(**release["relation"]), FOLDER)}
    if "relation" in release.get("population", {}):
        found["population"] = {**release["population"], "relation": warehouse.keep_file(FileRelation(**release["population"]["relation"]), FOLDER)}
    return found


def value(report: ReleaseReport, measure: str, **where: Any) -> Any:
    found = report.find(measure, **where)
    assert found is not None, f"{measure} was not measured"
    return found.value


def ratio(expected: dict[str, Any]) -> Fraction:
    return Fraction(expected["num"], expected["den"])


def same(expected: Any, got: Any) -> None:
    if isinstance(expected, dict):
        expected = ratio(expected)
        if isinstance(got, Fraction):
            assert got == expected
            return
    assert float(got) == pytest.approx(float(expected), rel=1e-9, abs=1e-9)


def limit(measure: str, **rest: Any) -> dict[str, Any]:
    return {"measure": measure, "source": "test", "reason": "test", **rest}


def with_k(case: dict[str, Any]) -> dict[str, ReleaseReport]:
    """The release with each k of the case as its limit, by k: all are measured by one check."""
    key = repr((case, IN))
    if key not in WITH_K:
        WITH_K.clear()
        ks = sorted({k for name in ("below_k", "verdict_min_k") for k in case["expected"].get(name, ())}, key=int)
        releases = [release(case, limits=[limit("k", at_least=int(k))]) | {"name": f"{case['id']}, {k}"} for k in ks]
        WITH_K[key] = dict(zip(ks, check(*releases).releases, strict=True))
    return WITH_K[key]


def _rows(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert report.rows == expected


def _measure(name: str) -> Check:
    return lambda case, report, expected: same(expected, value(report, name))


def _n_unique(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert value(report, "unique_rows") == Fraction(expected, report.rows or 0)


def _histogram(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert {str(size): classes for size, classes in report.class_sizes["published"].items()} == expected


def _max_class(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert max(report.class_sizes["published"]) == expected


def _below_k(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    for k, counts in expected.items():
        found = with_k(case)[k]
        same(counts["suppression"], value(found, "rows_below_k"))
        same(counts["suppression"], value(found, "suppressed_rows"))
        below = {size: classes for size, classes in found.class_sizes["published"].items() if size < int(k)}
        assert (sum(size * classes for size, classes in below.items()), sum(below.values())) == (counts["rows"], counts["classes"])


def _verdict_min_k(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    for k, verdict in expected.items():
        found = with_k(case)[k]
        assert (found.verdict, found.thresholds[0].passed) == (("publishable", True) if verdict == "pass" else ("not_publishable", False))


SENSITIVE = {
    "l_distinct": "distinct_l",
    "l_entropy": "entropy_l",
    "t_tv": "t_closeness",
    "t_emd_ordered": "t_closeness_ordered",
    "t_emd_hier": "t_closeness_hierarchical",
}


def _sensitive(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    later = ANSWERS["later"].get(case["id"], {})
    for column, figures in expected.items():
        for name, figure in figures.items():
            if f"sensitive.{column}.{name}" in later or name in ("per_class", "n_distinct_overall", "n_null"):
                continue
            _sensitive_figure(case, report, column, name, figure)


def _sensitive_figure(case: dict[str, Any], report: ReleaseReport, column: str, name: str, figure: Any) -> None:
    if name in SENSITIVE:
        same(figure, value(report, SENSITIVE[name], column=column))
    elif name == "entropy_bits":
        assert value(report, "entropy_l", column=column) == pytest.approx(2**figure, rel=1e-9)
    elif name == "classes_without_any_value":
        assert value(report, "classes_without_sensitive_value", column=column) == figure
    elif name == "rows_in_homogeneous_classes":
        assert value(report, "homogeneous_rows", column=column) == Fraction(figure, report.rows or 0)
    elif name == "homogeneous_classes":
        assert report.find("homogeneous_rows", column=column).reason.startswith(counted(int(figure), "class", "classes"))
    elif name == "if_null_is_a_value":
        _null_is_a_value(case, column, figure)
    else:
        assert name == "if_all_null_class_counts_as_zero"
        _null_fails(case, column)


def _null_is_a_value(case: dict[str, Any], column: str, figures: Any) -> None:
    declared = release(case)
    declared["columns"][column]["null_means"] = "value"
    found = check(declared).releases[0]
    for name, figure in figures.items():
        same(figure, value(found, SENSITIVE[name], column=column))


def _null_fails(case: dict[str, Any], column: str) -> None:
    """The bank's zero for a class without any value: undeclared, it fails the column's limits."""
    declared = release(case, limits=[limit("k", at_least=2), limit("distinct_l", at_least=1, column=column)])
    del declared["columns"][column]["null_means"]
    found = check(declared)
    assert (found.exit_code, found.releases[0].thresholds[1].passed) == (1, False)


def _estimators(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    fraction = expected["f"]
    found = check(release(case, population={"sampling_fraction": _decimal(fraction)})).releases[0]
    for name, measure in (("naive", "naive"), ("poisson_book", "poisson"), ("poisson_gamma_book", "poisson_gamma")):
        got = found.find(f"population_unique_rows_{measure}")
        assert got is not None
        assert got.value is None if expected[name] is None else float(got.value) == pytest.approx(expected[name], rel=1e-9)


def _other_f(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    for fraction, figures in expected.items():
        _estimators(case, report, {"f": fraction, "naive": case["expected"]["population_estimators"]["naive"], **figures})


def _f_unknown(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert report.hypotheses["sampling_fraction"]["value"] == expected["treat_as"]
    same(expected["unique_fraction"], value(report, "population_unique_rows_naive"))


def _invalid_f(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    for fraction in expected:
        with pytest.raises(ConfigurationError):
            check(release(case, population={"sampling_fraction": fraction if "%" in fraction else _decimal(fraction)}))


def _decimal(text: Any) -> Any:
    from decimal import Decimal

    return Decimal(str(text))


def _average_limits(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    for at_most, verdict in expected.items():
        found = check(release(case, limits=[limit("k", at_least=2), limit("prosecutor_mean", at_most=_decimal(at_most))]))
        assert found.exit_code == (0 if verdict == "pass" else 1)


def _entropy_limits(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    for at_least, verdict in expected.items():
        found = check(release(case, limits=[limit("k", at_least=2), limit("entropy_l", at_least=int(at_least))]))
        assert found.exit_code == (0 if verdict == "pass" else 1)


def _by_group(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    column = case["params"]["vulnerable_group"]
    found = check(release(case, groups=[column])).releases[0]
    for label, figures in expected.items():
        group = f"{column}={label}"
        assert value(found, "k", group=group) == figures["k"]
        assert value(found, "unique_rows", group=group) == Fraction(figures["n_unique"], figures["rows"])
        assert value(found, "prosecutor_mean", group=group) == ratio(figures["prosecutor_avg"])


def _ladder(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    known = {name for column in release(case)["columns"].values() for name in column.get("levels", {})}
    steps = []
    for place, step in enumerate(expected):
        levels = {
            "cp": next((n for n in step["quasi_identifiers"] if n in ("cp3", "prov")), None),
            "edad": next((n for n in step["quasi_identifiers"] if n in ("edad5", "franja")), None),
        }
        steps.append({"name": f"rung {place}", **{column: level for column, level in levels.items() if level in known}})
    query = {"name": "prevalence", "group_by": ["prov"], "share_of": "dx"}
    found = check(release(case, ladder=steps, limits=[limit("k", at_least=5)], utility=[query])).releases[0]
    for place, step in enumerate(expected):
        rung = f"rung {place}"
        for name, measure in (("n_classes", "classes"), ("k", "k"), ("utility_bits", "entropy_bits"), ("suppression_k5", "suppressed_rows")):
            same(step[name], value(found, measure, rung=rung))
        assert value(found, "unique_rows", rung=rung) == Fraction(step["n_unique"], found.rows or 0)
        error = value(found, "suppressed_query_error", rung=rung)
        assert (error is None) == (step["query_error_points"] is None)
        same(step["query_error_points"] or 0, error or 0)
        for name, measure in (("t_tv", "t_closeness"), ("l_distinct", "distinct_l")):
            same(step[name], value(found, measure, rung=rung, column="dx"))


def _release_b(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    other = {**case, "params": {"quasi_identifiers": case["params"]["second_release"]["quasi_identifiers"]}}
    found = check(release(other, file="release_b")).releases[0]
    assert (value(found, "classes"), value(found, "k")) == (expected["n_classes"], expected["k"])


def _joined(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    entity = {case["params"]["entity_id"]: {"role": "entity"}}
    other = {**case, "params": {"quasi_identifiers": case["params"]["second_release"]["quasi_identifiers"]}}
    both = [release(case, composes_with=["release_b"]), {**release(other, file="release_b"), "name": "release_b"}]
    found = check(*({**each, "columns": {**each["columns"], **entity}} for each in both)).releases[0]
    assert (value(found, "composition_k"), value(found, "composition_unique_rows")) == (expected["k"], expected["n_unique"])
    reason = found.find("composition_k")
    assert reason is not None
    assert str(reason.reason).startswith(f"{expected['n_classes']} joint classes")


def _with_where(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    found = check(release(case, where=case["params"]["where"], limits=[limit("k", at_least=3)]))
    told = found.releases[0]
    assert (told.rows, told.rows_filtered, value(told, "k"), found.exit_code) == (expected["n_rows"], expected["excluded"], expected["k"], 0)
    assert told.hypotheses["where"] == case["params"]["where"]
    assert "leaves out 1 of 4 rows" in told.hypotheses["mitigation"]


def _population(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert report.hypotheses["sampling_fraction"]["value"] == expected["sample_rows"] / expected["population_rows"]
    for name, measure in (("k_map", "k_map"), ("journalist_max", "journalist_max"), ("journalist_avg", "journalist_mean")):
        if name in expected:
            same(expected[name], value(report, measure))
    if "population_unique_rows_in_sample" in expected:
        assert value(report, "population_unique_rows") == Fraction(expected["population_unique_rows_in_sample"], report.rows or 0)
    for end in ("min", "max"):
        same(expected["delta_presence"][end], value(report, f"delta_presence_{end}"))
    missing, larger = expected["sample_classes_missing_in_population"], expected["sample_classes_larger_than_population"]
    told = report.find("k_map")
    assert told is not None
    assert (told.status == "measured") == (missing == larger == 0)
    assert missing == 0 or f"{missing} class of the release missing from the reference" in (told.reason or "")
    assert larger == 0 or f"{larger} class larger than the reference says" in (told.reason or "")


def _population_verdict(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    gate = limit("prosecutor_mean", at_most=_decimal("0.999"))
    found = check(release(case, limits=[gate, limit("k_map", at_least=1)], adversary={"access": "agreement"}))
    assert (found.exit_code, found.releases[0].verdict) == (3, "not_measured")
    assert expected.startswith("error")


def _forbidden(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    from sqlrisk.reports import names, render

    for format in names():
        text = render(Report((report,), 1, TODAY, {"name": "sqlrisk", "version": "test"}), format)
        assert not [word for word in expected if word in text]


def _per_class(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    sizes = Counter(expected.values() if isinstance(expected, dict) else (each["size"] for each in expected))
    assert report.class_sizes["published"] == dict(sizes)


def _entities(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    assert value(report, "entity_k") == min(expected["k_composite"], expected["k_distinct_entities_per_tuple"])
    told = report.find("entity_k").reason
    assert f"distinct entities per class: {expected['k_distinct_entities_per_tuple']} at least" in told
    assert f"multiset of classes: {expected['k_composite']} at least ({expected['n_unique_entities']} of {expected['n_entities']} alone)" in told
    assert f"at most {counted(int(expected['max_rows_per_entity']), 'row')} an entity" in told


def _weighted(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    """The values that sdcMicro publishes: the riskiest row, and the global risk."""
    assert value(report, "individual_risk_max") == pytest.approx(max(expected["individual_risk"]), rel=1e-9)
    assert value(report, "individual_risk_mean") == pytest.approx(expected["global_risk_mean"], rel=1e-9)
    assert report.find("individual_risk_mean").reason.startswith(f"{expected['expected_reidentifications']:.6g} re-identifications")


def _unsound_weights(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    limits = [limit("k", at_least=2), limit("individual_risk_mean", at_most=1)]
    declared = release(case, limits=limits)
    declared["columns"][case["expected"]["weight_column"]] = {"role": "weight"}
    found = check(declared)
    assert (found.exit_code, found.releases[0].verdict, value(found.releases[0], "k")) == (3, "not_publishable", 1)
    assert found.releases[0].find("individual_risk_mean").reason == expected.removeprefix("error: ")


def _noted(case: dict[str, Any], report: ReleaseReport, expected: Any) -> None:
    """Told by another figure of the same case."""


FIGURES: dict[str, Check] = {
    "n_rows": _rows,
    "n_classes": _measure("classes"),
    "k": _measure("k"),
    "n_unique": _n_unique,
    "unique_fraction": _measure("unique_rows"),
    "histogram": _histogram,
    "max_class": _max_class,
    "prosecutor_max": _measure("prosecutor_max"),
    "prosecutor_avg": _measure("prosecutor_mean"),
    "below_k": _below_k,
    "utility_bits": _measure("entropy_bits"),
    "verdict_min_k": _verdict_min_k,
    "sensitive": _sensitive,
    "population_estimators": _estimators,
    "other_f": _other_f,
    "f_unknown": _f_unknown,
    "invalid_f": _invalid_f,
    "verdict_max_avg_risk": _average_limits,
    "verdict_min_entropy_l": _entropy_limits,
    "by_group": _by_group,
    "per_class": _per_class,
    "ladder": _ladder,
    "population": _population,
    "verdict_population": _population_verdict,
    "release_b": _release_b,
    "joined": _joined,
    "with_where": _with_where,
    "verdict_with_where": _noted,
    "entities": _entities,
    "weighted": _weighted,
    "verdict_weighted": _unsound_weights,
    "weight_column": _noted,
    "Fk_sum_by_class": _noted,
    "forbidden_in_any_artifact_or_log": _forbidden,
}
BOTH_ROLES = ("R11", "R27")
FOLDED_TWICE = "R12"
SPELT_TWICE = "C01"
NOT_A_TABLE = {"E01": 3, "N05": 2}
NO_HIERARCHY = {"H01": ("cie", "capitulo"), "H02": ("edad10", "edad20")}
NEVER = {key: ANSWERS["later"].get(key, {}) for key in CASES}


def figures(case: dict[str, Any]) -> dict[str, Any]:
    """What of a case is to be checked now."""
    skipped = {*NEVER[case["id"]], *ANSWERS["notes"].get(case["id"], ())}
    return {name: expected for name, expected in case["expected"].items() if name not in skipped}


def test_every_figure_of_the_bank_is_checked_or_awaited() -> None:
    own = {"verdict_config", "if_deduplicated", "verdict", "n_rows", "k", "n_classes", "n_unique", "if_the_missing_value_became_NULL"}
    special = {*BOTH_ROLES, FOLDED_TWICE, SPELT_TWICE, *NOT_A_TABLE, *NO_HIERARCHY}
    unknown = {case_id: left for case_id, case in CASES.items() if (left := set(figures(case)) - set(FIGURES) - (own if case_id in special else set()))}
    assert unknown == {}


def test_the_list_of_later_issues_names_only_figures_that_exist() -> None:
    for case_id, names in ANSWERS["later"].items():
        assert all(name.split(".")[0] in CASES[case_id]["expected"] for name in names)
        assert set(names.values()) <= {2, 3, 4, 5}


NO_SUCH_TABLE = {("N03", "postgres"): "its two columns differ after 63 bytes, where PostgreSQL cuts names: the table cannot exist there"}
ORDINARY = [case_id for case_id in CASES if case_id not in (*BOTH_ROLES, FOLDED_TWICE, SPELT_TWICE, *NOT_A_TABLE, *NO_HIERARCHY) and figures(CASES[case_id])]


@pytest.mark.parametrize("case_id", ORDINARY)
def test_case(case_id: str, place: str) -> None:
    case = CASES[case_id]
    if (why := NO_SUCH_TABLE.get((case_id, place))) is not None:
        pytest.skip(why)
    report = check(release(case)).releases[0]
    assert report.error is None
    for name, expected in figures(case).items():
        if name in FIGURES:
            FIGURES[name](case, report, expected)


def test_a_value_with_two_spellings_is_refused_and_the_figures_are_right_with_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQLRISK_ALLOW_PATHS", str(tmp_path))
    case = CASES[SPELT_TWICE]
    report = check(release(case)).releases[0]
    assert "column `renta` (DECIMAL): 3 cells have a value that another cell spells differently, first in record 2" in str(report.error)
    text = (FOLDER / case["files"][0]["path"]).read_text(encoding="utf-8-sig").replace("1.234,50", "1.234,5")
    (tmp_path / "one.csv").write_text(text, encoding="utf-8-sig")
    case = {**case, "files": [{**case["files"][0], "path": str(tmp_path / "one.csv")}]}
    report = check(release(case)).releases[0]
    assert report.error is None
    for name, expected in figures(case).items():
        FIGURES[name](case, report, expected)


@pytest.mark.parametrize("case_id", BOTH_ROLES)
def test_a_column_with_two_roles_is_refused_and_the_classes_are_right_without_it(case_id: str) -> None:
    case = CASES[case_id]
    params = case["params"]
    with pytest.raises(ConfigurationError, match="both a quasi-identifier and sensitive"):
        sqlrisk.check(FOLDER / case["files"][0]["path"], quasi_identifiers=params["quasi_identifiers"], sensitive=[params["sensitive"][0]["column"]], k=2)
    without = {**case, "params": {"quasi_identifiers": params["quasi_identifiers"]}}
    report = check(release(without)).releases[0]
    for name, expected in figures(case).items():
        if name in FIGURES and name != "sensitive":
            FIGURES[name](without, report, expected)


def test_names_that_differ_in_case_only_are_one_name_here() -> None:
    case = CASES[FOLDED_TWICE]
    with pytest.raises(ConfigurationError, match="declared twice"):
        check(release(case))
    once = {**case, "params": {"quasi_identifiers": ["edad", "sexo"]}}
    expected = case["expected"]["if_deduplicated"]
    report = check(release(once)).releases[0]
    assert (value(report, "k"), value(report, "classes"), value(report, "unique_rows") * report.rows) == tuple(
        expected[name] for name in ("k", "n_classes", "n_unique")
    )


@pytest.mark.parametrize(("case_id", "code"), NOT_A_TABLE.items())
def test_what_is_no_table_to_measure_is_an_error_and_never_a_pass(case_id: str, code: int) -> None:
    if code == 2:
        with pytest.raises(ConfigurationError, match="no column `edad`"):
            check(release(CASES[case_id]))
    else:
        assert check(release(CASES[case_id])).exit_code == code


def test_the_marker_of_suppressed_rows_takes_them_out_and_counts_them() -> None:
    case = CASES["T11"]
    expected = next(iter(case["alternatives"].values()))
    report = check(release(case, suppressed_marker="*")).releases[0]
    assert (report.rows, report.rows_marked, value(report, "classes"), value(report, "k")) == (expected["n_rows"], 1, expected["n_classes"], expected["k"])


@pytest.mark.parametrize(
    ("case_id", "alternative", "level"),
    [
        ("R20", "cast to integer", {"edad": "cast(edad as integer)"}),
        ("R15", "SQL TRIM (spaces only)", {"codigo": "trim(codigo)"}),
        ("R14", "case_insensitive", {"ciudad": "lower(ciudad)"}),
    ],
)
def test_what_the_bank_says_of_declared_cleanings(case_id: str, alternative: str, level: dict[str, str]) -> None:
    case = CASES[case_id]
    declared = release(case, publish=dict.fromkeys(level, "cleaned"))
    for name, expression in level.items():
        declared["columns"][name]["levels"] = {"cleaned": expression}
    report = check(declared).releases[0]
    expected = case["alternatives"][alternative]
    assert (value(report, "classes"), value(report, "k")) == (expected["n_classes"], expected["k"])


@pytest.mark.parametrize(("case_id", "names"), NO_HIERARCHY.items())
def test_a_hierarchy_that_lacks_a_value_or_is_no_tree_is_an_error_with_counts(
    case_id: str, names: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SQLRISK_ALLOW_PATHS", str(tmp_path))
    case = CASES[case_id]
    column, level = names
    params = case["params"]
    rows = params.get("hierarchy_rows") or params["hierarchy_map"][level]["map"].items()
    (tmp_path / "tree.csv").write_text(f"{column};{level}\n" + "".join(f"{value};{node}\n" for value, node in rows))
    declared = release({**case, "params": {"quasi_identifiers": [column, "sexo"]}}, publish={column: level})
    declared["columns"][column]["hierarchy"] = str(tmp_path / "tree.csv")
    report = check(declared)
    said = {"H01": "the hierarchy of `cie` lacks 1 value that the relation holds, in 1 row", "H02": "nodes of `value` with more than one parent"}[case_id]
    assert (report.exit_code, report.releases[0].verdict) == (3, "not_measured")
    assert said in str(report.releases[0].error)
    assert not [value for value, _ in rows if value in str(report.releases[0].error)]
    assert str(case["expected"]["verdict"]).startswith("error")


def test_a_value_that_a_hierarchy_lacks_would_have_been_a_class_of_its_own() -> None:
    expected = CASES["H01"]["expected"]["if_the_missing_value_became_NULL"]
    declared = release({**CASES["H01"], "params": {"quasi_identifiers": ["cie", "sexo"]}}, publish={"cie": "capitulo"})
    declared["columns"]["cie"]["levels"] = {"capitulo": "case when cie like 'A%' then 'A' when cie = 'B20' then 'B' end"}
    report = check(declared).releases[0]
    assert (report.rows, value(report, "k"), value(report, "classes")) == (CASES["H01"]["expected"]["n_rows"], expected["k"], expected["n_classes"])
