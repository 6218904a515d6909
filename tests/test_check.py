"""What a check does with what is declared: each rule of the contract on a small table, through the whole corridor."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk.report import ReleaseReport, Report
from tests.helpers import ROWS, project, values

TODAY = date(2026, 11, 30)
Change = Callable[[dict[str, Any]], Any]


def check(folder: Path, change: Change = lambda release: None, rows: str = ROWS) -> Report:
    """The report of the test's declaration after a change of its release, on a table of these rows."""
    declared = values()
    change(declared["releases"][0])
    return sqlrisk.check(declared, today=TODAY, project_dir=project(folder, rows=rows))


def told(report: Report) -> str:
    return "\n".join(report.releases[0].warnings) + (report.releases[0].error or "")


def limit(measure: str, **rest: Any) -> Change:
    return lambda release: release["thresholds"].append({"measure": measure, "source": "test", "reason": "test", **rest})


def key(name: str, value: Any) -> Change:
    return lambda release: release.__setitem__(name, value)


def column(name: str, spec: Any) -> Change:
    return lambda release: release["columns"].__setitem__(name, spec)


def value(release: ReleaseReport, measure: str, **where: Any) -> float:
    found = release.find(measure, **where)
    assert found is not None
    assert found.value is not None
    return float(found.value)


OUTCOMES = [
    # what in words, the change, the exit code, what is said
    ("no population declared", lambda release: None, 0, "the sampling fraction is taken to be 1"),
    ("a population smaller than the rows", key("population", {"size": 3}), 3, "smaller than the 4 rows measured"),
    ("composition with a release that is not here", key("composes_with", ["altas_2025"]), 1, "composition with altas_2025 is not measured"),
    ("a threshold profile", key("threshold_profile", {"name": "sector_k5", "reason": "x"}), 1, "no European rule and no NIST guide gives a number"),
    (
        "a level of a hierarchy",
        lambda release: (column("sexo", {"role": "quasi_identifier", "hierarchy": "h.csv"})(release), release["publish"].update(sexo="grupo")),
        3,
        "h.csv is not there",
    ),
    (
        "nobody judges the secret",
        lambda release: release.pop("waived"),
        1,
        "attribute disclosure of `diagnostico` is not judged: no class holds one single value",
    ),
    ("a waived secret", lambda release: None, 0, "attribute disclosure of `diagnostico` is waived: no class holds one single value"),
    ("no harm declared", column("diagnostico", {"role": "sensitive", "null_means": "value"}), 0, "probability stands without severity"),
    ("columns that are not named", key("other_columns", {"role": "insensitive", "reason": "x"}), 0, "a new column will not be noticed"),
    (
        "a limit without a source",
        lambda release: release["thresholds"].append({"measure": "unique_rows", "at_most": 1}),
        0,
        "nobody can tell where the limit comes from",
    ),
    (
        "an order that names no value",
        lambda release: (
            column("diagnostico", {"role": "sensitive", "null_means": "value", "order": ["a", "b"]})(release),
            limit("t_closeness_ordered", at_most=1)(release),
        ),
        3,
        "4 rows hold values that the declared order does not name",
    ),
    (
        "suppression that hits nobody knows whom",
        lambda release: (key("suppress_below", 3)(release), limit("k", at_least=2)(release)),
        1,
        "suppression leaves none of the 4 rows",
    ),
]


@pytest.mark.parametrize(("words", "change", "code", "said"), OUTCOMES, ids=[words for words, *_ in OUTCOMES])
def test_what_is_declared_has_its_outcome_and_is_said(words: str, change: Change, code: int, said: str, tmp_path: Path) -> None:
    report = check(tmp_path, change)
    assert report.exit_code == code, told(report)
    assert said in told(report)


WIDE = "(select 30 as edad, 'F' as sexo, 'flu' as diagnostico, {extra} as extra from range(50) r(i))"
INSENSITIVE = [
    ("nearly unique", "'x' || i", {"role": "insensitive"}, 1, "is nearly unique (50 values in 50 rows)"),
    (
        "free text",
        "repeat('word ', 9) || i % 25",
        {"role": "insensitive"},
        1,
        "is published (mean 47 characters, 50 % of its values distinct)",
    ),
    ("free text with a reason", "repeat('word ', 9) || i % 25", {"role": "insensitive", "reason": "x"}, 1, "holds free text and is published"),
    ("free text that is sensitive", "repeat('word ', 9) || i % 25", {"role": "sensitive", "null_means": "value"}, 1, "holds free text and is published"),
    ("long labels of few values", "repeat('word ', 9) || i % 24", {"role": "insensitive"}, 0, ""),
    ("e-mail addresses with a reason", "i || '@' || i || '.es'", {"role": "insensitive", "reason": "x"}, 1, "its values are written like e-mail addresses"),
    ("few e-mail addresses", "i % 3 || '@x.es'", {"role": "quasi_identifier"}, 1, "its values are written like e-mail addresses"),
    ("nearly unique with a reason", "'x' || i", {"role": "insensitive", "reason": "a serial number of the export"}, 0, ""),
    ("few values", "i % 5", {"role": "insensitive"}, 0, ""),
    ("just below the limit", "least(i, 43)", {"role": "insensitive"}, 0, ""),
    ("just at the limit", "least(i, 44)", {"role": "insensitive"}, 1, "is nearly unique (45 values in 50 rows)"),
    ("an identifier among the quasi-identifiers", "'x' || i", {"role": "quasi_identifier"}, 1, "the quasi-identifier `extra` is an identifier"),
]


@pytest.mark.parametrize(("words", "extra", "spec", "code", "said"), INSENSITIVE, ids=[words for words, *_ in INSENSITIVE])
def test_columns_that_identify_under_another_name(words: str, extra: str, spec: dict[str, Any], code: int, said: str, tmp_path: Path) -> None:
    report = check(tmp_path, column("extra", spec), WIDE.format(extra=extra))
    assert report.exit_code == code
    assert said in told(report)


def test_without_a_declaration_a_nearly_unique_column_warns_only(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"copy {WIDE.format(extra='i')} to '{tmp_path / 'altas.parquet'}'")
    report = sqlrisk.check(tmp_path / "altas.parquet", quasi_identifiers=["edad"], k=5, today=TODAY)
    assert report.exit_code == 0
    assert "the column `extra` is nearly unique (50 values in 50 rows)" in told(report)


def test_a_range_of_the_sampling_fraction_gives_an_interval(tmp_path: Path) -> None:
    from decimal import Decimal

    report = check(tmp_path, key("population", {"sampling_fraction": [Decimal("0.1"), Decimal("0.5")]}))
    found = report.releases[0].find("journalist_max_naive")
    assert found is not None
    assert (found.value, found.low, found.high, found.sampling_fraction) == (None, 0.05, 0.25, (0.1, 0.5))


def test_a_threshold_on_each_group_is_held_against_each(tmp_path: Path) -> None:
    rows = "(values (30,'F','a'),(31,'F','b'),(40,'M','a'),(41,'M','b'),(60,'M','a')) as t(edad,sexo,diagnostico)"
    report = check(
        tmp_path,
        lambda release: (
            release.update(groups=["sexo", {"mayores": "edad >= 60"}]),
            release["thresholds"].append({"measure": "k", "group": "each", "at_least": 1, "severity": "warn"}),
        ),
        rows,
    )
    judged = {result.group: result.value for result in report.releases[0].thresholds if result.group}
    assert judged == {"sexo=F": 2, "sexo=M": 1, "mayores": 1}
    assert value(report.releases[0], "prosecutor_mean", group="sexo=M") == pytest.approx(2 / 3)


def test_a_group_that_nobody_is_in_is_not_measured(tmp_path: Path) -> None:
    report = check(tmp_path, lambda release: (release.update(groups=[{"menores": "edad < 18"}]), limit("k", group="menores", at_least=2)(release)))
    assert report.exit_code == 3
    assert "has no value: no row to measure" in told(report)


def test_a_group_s_class_is_that_of_the_whole_release(tmp_path: Path) -> None:
    report = check(tmp_path, key("groups", [{"uno": "edad = 30"}]))
    assert value(report.releases[0], "k", group="uno") == 2
    assert value(report.releases[0], "distinct_l", group="uno", column="diagnostico") == 2


NULLS = [("value", 0), ("not_recorded", 0), (None, 1)]


@pytest.mark.parametrize(("null_means", "code"), NULLS)
def test_a_class_without_any_value_fails_unless_null_has_a_meaning(null_means: str | None, code: int, tmp_path: Path) -> None:
    rows = "(values (30,'F',null),(31,'F',null),(40,'M','a'),(41,'M','b')) as t(edad,sexo,diagnostico)"
    spec = {"role": "sensitive", **({"null_means": null_means} if null_means else {})}
    report = check(tmp_path, lambda release: (column("diagnostico", spec)(release), limit("distinct_l", at_least=1)(release)), rows)
    assert report.exit_code == code
    assert report.releases[0].thresholds[1].passed is (code == 0)


def test_what_is_published_already_is_measured_as_it_stands(tmp_path: Path) -> None:
    folder = project(tmp_path)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table publicas as select floor(edad / 10) * 10 as edad5, sexo, diagnostico from altas where edad < 41")
    declared = values()
    declared["releases"][0].update(published_as="publicas", where="edad > 100", suppress_below=3, groups=["sexo"], ladder=[{"name": "crudo"}])
    release = sqlrisk.check(declared, today=TODAY, project_dir=folder).releases[0]
    assert (release.relation, release.rows, release.rows_filtered, release.rows_suppressed) == ("publicas", 3, 0, 0)
    assert release.class_sizes["published"] == {1: 1, 2: 1}


def test_a_column_that_only_the_publication_has_needs_a_role(tmp_path: Path) -> None:
    folder = project(tmp_path)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table publicas as select floor(edad / 5) * 5 as edad5, sexo, diagnostico, 1 as nueva from altas")
    declared = values()
    declared["releases"][0].update(published_as="publicas")
    report = sqlrisk.check(declared, today=TODAY, project_dir=folder)
    assert report.exit_code == 1
    assert "the column `nueva` of `publicas` has no role" in told(report)


def test_the_publication_s_select_gives_the_rows_that_were_measured(tmp_path: Path) -> None:
    from tests.helpers import DECLARATION
    from tests.helpers import sqlrisk as program

    text = DECLARATION.replace("    publish:", '    suppress_below: 2\n    where: "edad <> 41"\n    publish:')
    folder = project(tmp_path, text)
    select = program("compile", "--publication", cwd=folder).out
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        rows = connection.execute(select).fetchall()
    assert rows == [(30.0, "F", "flu"), (30.0, "F", "asthma")]
    report = sqlrisk.check(folder, today=TODAY).releases[0]
    assert (report.rows, report.rows_filtered, report.rows_suppressed) == (2, 1, 1)


def test_recursive_diversity_for_each_l_that_is_asked_for(tmp_path: Path) -> None:
    report = check(tmp_path, lambda release: (limit("recursive_c", l=2, at_most=2)(release), limit("recursive_c", l=3, at_most=2)(release)))
    outcomes = {result.l: (result.value, result.passed) for result in report.releases[0].thresholds if result.l}
    assert outcomes == {2: (1.0, True), 3: (None, False)}
    assert report.exit_code == 1
    assert "recursive_c of diagnostico is infinite: 2 classes have fewer than l values" in told(report)


STRICT = [
    ("recursive_c", {"l": 2, "at_most": 1}, False),
    ("t_closeness", {"at_most": 0}, True),
    ("max_posterior", {"at_most": 0}, False),
    ("delta_disclosure", {"at_most": 0}, False),
]


@pytest.mark.parametrize(("measure", "more", "passed"), STRICT)
def test_limits_pass_at_equality_but_for_the_strict_ones(measure: str, more: dict[str, Any], passed: bool, tmp_path: Path) -> None:
    assert check(tmp_path, limit(measure, **more)).releases[0].thresholds[1].passed is passed


PUBLISHED = "create table publicas as select floor(edad / 10) * 10 as edad5, sexo, diagnostico{more} from altas"
BESIDE = [
    ("a raw quasi-identifier", ", edad", {}, "`edad` stands in `publicas` beside what is declared to be published"),
    ("a dropped one", ", profesion", {"profesion": {"role": "quasi_identifier"}}, "`profesion` stands in `publicas`"),
    (
        "a finer level",
        ", edad as edad1",
        {"edad": {"role": "quasi_identifier", "levels": {"edad5": "floor(edad / 5) * 5", "edad1": "edad"}}},
        "`edad1` stands in `publicas`",
    ),
]


@pytest.mark.parametrize(("words", "more", "columns", "said"), BESIDE, ids=[words for words, *_ in BESIDE])
@pytest.mark.parametrize("others", [None, {"role": "insensitive", "reason": "x"}], ids=["every column named", "the rest insensitive"])
def test_nothing_finer_stands_beside_what_is_declared_to_be_published(
    words: str, more: str, columns: dict[str, Any], said: str, others: Any, tmp_path: Path
) -> None:
    folder = project(tmp_path, rows=f"(select *, 'p' || edad as profesion from {ROWS})")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(PUBLISHED.format(more=more))
    declared = values()
    declared["releases"][0].update(published_as="publicas", **({"other_columns": others} if others else {}))
    declared["releases"][0]["columns"].update({"profesion": {"role": "quasi_identifier"}, **columns})
    declared["releases"][0]["publish"]["profesion"] = "dropped"
    report = sqlrisk.check(declared, today=TODAY, project_dir=folder)
    assert report.exit_code == 1
    assert said in told(report)


def test_columns_that_are_not_named_and_identify_are_not_published(tmp_path: Path) -> None:
    folder = project(tmp_path)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(PUBLISHED.format(more=", edad as persona"))
    declared = values()
    declared["releases"][0].update(published_as="publicas", other_columns={"role": "identifier"})
    report = sqlrisk.check(declared, today=TODAY, project_dir=folder)
    assert report.exit_code == 1
    assert "`persona` identifies people directly" in told(report)


def test_a_collation_does_not_make_different_texts_one_class(tmp_path: Path) -> None:
    folder = project(tmp_path)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create or replace table altas (edad int, sexo varchar collate nocase, diagnostico varchar)")
        connection.execute("insert into altas values (30, 'ana', 'flu'), (31, 'ana', 'flu'), (30, 'ANA', 'flu')")
        connection.execute("alter table altas rename to base; create view altas as select * from base")
    report = sqlrisk.check(values(), today=TODAY, project_dir=folder)
    assert report.releases[0].class_sizes["published"] == {1: 1, 2: 1}


def test_values_of_an_identifier_are_no_labels_of_groups(tmp_path: Path) -> None:
    many = "(select i as edad, 'x' || i as sexo, 'flu' as diagnostico from range(300) r(i))"
    report = check(tmp_path, key("groups", ["sexo"]), many)
    assert report.exit_code == 3
    assert "has 300 values in 300 rows" in told(report)
    assert "x299" not in told(report)
