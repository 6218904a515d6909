"""The dbt tests, rendered without dbt and run on each engine, agree with the verdict of sqlrisk check."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import pandas
import pytest

import sqlrisk
from sqlrisk.errors import QueryFailedError
from sqlrisk.queries import render
from tests.engines import Engine

QUASI_IDENTIFIERS, SENSITIVE = ["edad", "sexo"], "diagnostico"
COLUMNS = dict.fromkeys([*QUASI_IDENTIFIERS, SENSITIVE], "varchar(20)")
TABLES = 24

Row = tuple[str | None, str | None, str | None]


class Case(NamedTuple):
    """A dbt test, its argument for the limit, the measure of the same limit, its key, and limits to try."""

    test: str
    argument: str
    measure: str
    key: str
    limits: tuple[str, ...]


OF_ROWS = (
    Case("k_anonymity", "k", "k", "at_least", ("1", "2", "3")),
    Case("unique_rows", "at_most", "unique_rows", "at_most", ("0", "0.25", "0.5")),
    Case("prosecutor_mean", "at_most", "prosecutor_mean", "at_most", ("0.25", "0.5", "0.6", "1")),
)
OF_A_COLUMN = (
    Case("l_diversity", "l", "distinct_l", "at_least", ("1", "2", "3")),
    Case("entropy_l_diversity", "l", "entropy_l", "at_least", ("1", "1.5", "2", "3")),
    Case("t_closeness", "t", "t_closeness", "at_most", ("0", "0.25", "0.5", "1")),
    Case("max_posterior", "alpha", "max_posterior", "at_most", ("0.5", "0.75", "1")),
)
NULL_MEANS = (None, "value", "not_recorded")


PLAIN: tuple[list[Row], ...] = (
    [],
    [("18", "F", None), ("18", "F", None)],
    [("18", sex, diagnosis) for sex in ("F", "M") for diagnosis in ("flu", "asthma", "ulcer")],
)


@functools.cache
def table(seed: int) -> list[Row]:
    """A small table: an empty one, one without any diagnosis, one of even classes; then random ones, with NULL and with the empty string."""
    if seed < len(PLAIN):
        return PLAIN[seed]
    rng = random.Random(seed)
    ages, sexes = rng.sample(["0", "18", None], rng.choice([1, 2, 3])), rng.choice([["F"], ["F", "M", ""], ["F", None]])
    diagnoses = rng.sample(["flu", "asthma", "ulcer", None], rng.choice([1, 2, 3, 4]))
    return [(rng.choice(ages), rng.choice(sexes), rng.choice(diagnoses)) for _ in range(rng.choice([1, 2, 4, 8, 12, 24]))]


@functools.cache
def verdicts(seed: int) -> Mapping[tuple[str | None, str, str], bool]:
    """(null_means, measure, limit) -> whether sqlrisk check says that the limit holds. Nothing holds where nothing could be measured."""
    cases = [(case, limit) for case in (*OF_ROWS, *OF_A_COLUMN) for limit in case.limits]
    thresholds = [{"measure": case.measure, case.key: Decimal(limit), "source": "test", "reason": "test"} for case, limit in cases]
    columns: dict[str, Any] = {name: {"role": "quasi_identifier"} for name in QUASI_IDENTIFIERS}
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    releases = [
        {
            "name": str(means),
            "relation": "people",
            "columns": columns | {SENSITIVE: {"role": "sensitive", "null_means": means}},
            "thresholds": thresholds,
            **dates,
        }
        for means in NULL_MEANS
    ]
    frame = pandas.DataFrame(table(seed), columns=list(COLUMNS), dtype="string")
    report = sqlrisk.check({"version": 1, "releases": releases}, frames={"people": frame}, today=date(2026, 11, 30))
    held = {release.name: [result.passed for result in release.thresholds] or [False] * len(cases) for release in report.releases}
    return {(means, case.measure, limit): passed for means in NULL_MEANS for (case, limit), passed in zip(cases, held[str(means)], strict=True)}


def failing(engine: Engine, model: str, test: str, **arguments: Any) -> list[dict[str, Any]]:
    """The rows that the dbt test returns."""
    return engine.rows(render(f"test_{test}", engine.dialect, model=model, **{"quasi_identifiers": QUASI_IDENTIFIERS, **arguments}).sql)


def number(limit: str) -> int | float:
    """A limit as YAML reads it."""
    return int(limit) if limit.isdecimal() else float(limit)


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(TABLES))
def test_every_test_passes_where_the_verdict_does(engine: Engine, seed: int) -> None:
    model = engine.load("people", COLUMNS, table(seed))
    for case in OF_ROWS:
        for limit in case.limits:
            rows = failing(engine, model, case.test, **{case.argument: number(limit)})
            assert (not rows) == verdicts(seed)[None, case.measure, limit], (case.test, limit)
    for case in OF_A_COLUMN:
        for limit in case.limits:
            for means in NULL_MEANS:
                rows = failing(engine, model, case.test, sensitive=SENSITIVE, null_means=means, **{case.argument: number(limit)})
                assert (not rows) == verdicts(seed)[means, case.measure, limit], (case.test, limit, means)


def test_the_tables_try_both_verdicts_of_every_limit() -> None:
    seen = {(key, passed) for seed in range(TABLES) for key, passed in verdicts(seed).items()}
    assert seen == {(key, passed) for key, _ in seen for passed in (True, False)}


@pytest.mark.parametrize("seed", range(0, TABLES, 3))
def test_a_failure_counts_the_people_in_the_classes_that_fail(engine: Engine, seed: int) -> None:
    rows = table(seed)
    model = engine.load("people", COLUMNS, rows)
    sizes = Counter(row[:2] for row in rows)
    values = {key: {row[2] for row in rows if row[:2] == key} - {None} for key in sizes}
    small = failing(engine, model, "k_anonymity", k=3)
    poor = failing(engine, model, "l_diversity", sensitive=SENSITIVE, l=2)
    assert all(row.keys() == {"class_size", "classes", "rows"} for row in small + poor)
    assert sum(row["rows"] for row in small) == (sum(size for size in sizes.values() if size < 3) if rows else 1)
    assert sum(row["classes"] for row in poor) == sum(len(found) < 2 for found in values.values())
    assert sum(row["rows"] for row in poor) == (sum(size for key, size in sizes.items() if len(values[key]) < 2) if rows else 1)


def test_a_limit_on_the_whole_table_fails_all_of_its_rows(engine: Engine) -> None:
    model = engine.load("people", COLUMNS, [("18", "F", "flu")] * 3 + [("18", "M", "flu")])
    assert failing(engine, model, "prosecutor_mean", at_most=0.5) == []
    assert sum(row["rows"] for row in failing(engine, model, "prosecutor_mean", at_most=0.49)) == 4
    assert failing(engine, model, "unique_rows", at_most=0.25) == []
    assert failing(engine, model, "unique_rows", at_most=0.24) == [{"class_size": 1, "classes": 1, "rows": 1}]


def test_a_model_can_be_the_subquery_that_dbt_makes_of_where(engine: Engine) -> None:
    model = engine.load("people", COLUMNS, [("18", "F", "flu")] * 3 + [("18", "M", "flu")])
    assert failing(engine, f"(select * from {model} where sexo = 'F') dbt_subquery", "k_anonymity", k=3) == []
    assert len(failing(engine, f"(select * from {model} where sexo = 'X') dbt_subquery", "k_anonymity", k=3)) == 1


OF_A_POPULATION = (
    ("k_map", {"k": 1}, {"measure": "k_map", "at_least": 1}),
    ("k_map", {"k": 3}, {"measure": "k_map", "at_least": 3}),
    ("delta_presence", {"at_most": 0.5}, {"measure": "delta_presence_max", "at_most": Decimal("0.5")}),
    ("delta_presence", {"at_most": 1}, {"measure": "delta_presence_max", "at_most": 1}),
    ("delta_presence", {"at_least": 0.25}, {"measure": "delta_presence_min", "at_least": Decimal("0.25")}),
    ("delta_presence", {"at_least": 0}, {"measure": "delta_presence_min", "at_least": 0}),
)


@pytest.mark.few(8)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(TABLES // 2))
def test_what_is_held_against_a_population_is_what_check_holds(engine: Engine, seed: int, weighted: bool) -> None:
    rng = random.Random(seed)
    rows = table(seed)
    keys = [row[:2] for row in rows if rng.random() > 0.1] * rng.choice([1, 2, 4]) + [("99", "F")] * rng.choice([0, 0, 1])
    people = [(*key, rng.choice([1, 2, 5]) if weighted else 1) for key in keys]
    names = {"edad": "age", "sexo": "sex"}
    model = engine.load("people", COLUMNS, rows)
    population = engine.load("padron", {"age": "varchar(20)", "sex": "varchar(20)", "n": "integer"}, people)
    weight = {"weight": "n"} if weighted else {}
    columns: dict[str, Any] = {name: {"role": "quasi_identifier"} for name in QUASI_IDENTIFIERS} | {SENSITIVE: {"role": "insensitive", "reason": "test"}}
    limits = [{"measure": "k", "at_least": 2}, *(limit for _, _, limit in OF_A_POPULATION)]
    release = {
        "name": "people",
        "relation": "people",
        "columns": columns,
        "population": {"relation": "padron", "columns": names, **weight},
        "thresholds": [{"source": "test", "reason": "test", **limit} for limit in limits],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }
    frames = {
        "people": pandas.DataFrame(rows, columns=list(COLUMNS), dtype="string"),
        "padron": pandas.DataFrame(people, columns=["age", "sex", "n"]).astype({"age": "string", "sex": "string", "n": "Int64"}),
    }
    found = sqlrisk.check({"version": 1, "releases": [release]}, frames=frames, today=date(2026, 11, 30)).releases[0]
    held = [result.passed for result in found.thresholds[1:]] or [False] * len(OF_A_POPULATION)
    for (test, arguments, _), passed in zip(OF_A_POPULATION, held, strict=True):
        failed = failing(engine, model, test, population=population, population_columns=names, **weight, **arguments)
        assert (not failed) == passed, (test, arguments)


def test_people_are_counted_who_fail_against_a_population(engine: Engine) -> None:
    model = engine.load("people", COLUMNS, [("18", "F", "flu")] * 3 + [("18", "M", "flu")])
    population = engine.load("padron", COLUMNS, [("18", "F", "")] * 4 + [("18", "M", "")] + [(None, "F", "")] * 2)
    about: dict[str, Any] = {"population": population}
    assert failing(engine, model, "k_map", k=2, **about) == [{"class_size": 1, "classes": 1, "rows": 1}]
    assert failing(engine, model, "delta_presence", at_most=0.75, **about) == [{"class_size": 1, "classes": 1, "rows": 1}]
    assert failing(engine, model, "delta_presence", at_least=0.1, **about) == [{"class_size": 2, "classes": 1, "rows": 2}]


def test_columns_may_bear_the_names_that_the_test_uses(engine: Engine) -> None:
    names = ["rows", "class_size", "classes"]
    model = engine.load("people", dict.fromkeys(names, "varchar(20)"), [("a", "b", "c")] * 2 + [("a", "x", "c")])
    assert failing(engine, model, "k_anonymity", quasi_identifiers=names[:2], k=2) == [{"class_size": 1, "classes": 1, "rows": 1}]
    assert sum(row["rows"] for row in failing(engine, model, "l_diversity", quasi_identifiers=names[:2], sensitive="classes", l=2)) == 3


@pytest.mark.parametrize(
    ("test", "arguments"),
    [
        ("k_anonymity", {"k": 0}),
        ("k_anonymity", {"k": "5"}),
        ("k_anonymity", {"k": None}),
        ("k_anonymity", {"k": True}),
        ("unique_rows", {"at_most": 5}),
        ("unique_rows", {"at_most": -0.1}),
        ("prosecutor_mean", {"at_most": 0.12345678912}),
        ("l_diversity", {"sensitive": SENSITIVE, "l": 0}),
        ("t_closeness", {"sensitive": SENSITIVE, "t": 30}),
        ("max_posterior", {"sensitive": SENSITIVE, "alpha": 1.1}),
        ("l_diversity", {"sensitive": SENSITIVE, "l": 2, "null_means": "ignored"}),
        ("k_anonymity", {"k": 5, "quasi_identifiers": []}),
        ("k_map", {"k": 0, "population": "padron"}),
        ("delta_presence", {"population": "padron"}),
        ("delta_presence", {"at_most": 1.5, "population": "padron"}),
        ("delta_presence", {"at_least": -1, "population": "padron"}),
    ],
)
def test_a_limit_that_would_always_hold_is_refused(test: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(QueryFailedError):
        render(f"test_{test}", model="people", **{"quasi_identifiers": QUASI_IDENTIFIERS, **arguments})


@pytest.mark.parametrize(("dialect", "kind"), [("duckdb", "number"), ("postgres", "float"), ("redshift", "number"), ("snowflake", "number")])
def test_only_a_numeric_of_postgresql_holds_nan(dialect: str, kind: str) -> None:
    """As sqlrisk check has it (missing_values.kind)."""
    assert [render("kind_of_type", dialect, type=name).sql for name in ("numeric(10,2)", "double precision", "integer")] == [kind, "float", "number"]
