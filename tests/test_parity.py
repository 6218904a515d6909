"""One answer everywhere: a whole check on every engine, as users reach it through profiles.yml, says what it says on DuckDB."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import sqlrisk
from sqlrisk.declared import FileRelation
from sqlrisk.measures.population import TOO_LOW
from tests.engines import ENGINES
from tests.warehouses import WAREHOUSES, DuckFile, Warehouse

TODAY = date(2026, 11, 30)
EXAMPLE = Path(__file__).parent.parent / "example_project"
OWN = ("relation", "dialect", "reproduction")
"""What a report says of the engine and not of the table."""
FOLDING = "the collation of `"
"""What a report says of a collation that merges texts: MariaDB's by default."""
DATES = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
HOSTILE = ("n", "c", "k", "user", "order", "class_size", "rows", "relation", "value", 'a"b', "it's", "ñ 😀", "a b;--", "{{ x }}", "%s", "Mixed")
TYPES = {
    "age": "bigint", "sex": "text", "town": "text", "weight": "double precision", "illness": "text", "grade": "bigint", "person": "text", "home": "text",
}  # fmt: skip
Answer = list[dict[str, Any]]


@pytest.fixture(scope="module", params=[name for name in WAREHOUSES if name in ENGINES and name != "duckdb"])
def warehouse(request: pytest.FixtureRequest, warehouses: Callable[[str], Warehouse]) -> Warehouse:
    """Each engine in turn."""
    return warehouses(request.param)


@pytest.fixture(scope="session")
def on_duckdb(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """The warehouse that the others are compared with."""
    return DuckFile(None, tmp_path_factory.mktemp("duckdb"))


def answers(warehouse: Warehouse, releases: Sequence[Mapping[str, Any]]) -> Answer:
    """What a check says of the releases, what it says of the engine apart."""
    report = sqlrisk.check({"version": 1, "profile": "test", "releases": releases}, today=TODAY, project_dir=warehouse.project)
    told = [{key: value for key, value in release.items() if key not in OWN} for release in report.to_dict()["releases"]]
    for release in told:
        release["hypotheses"].pop("class_sizes_sql", None)
        for past in release["hypotheses"]["history"]:
            past.pop("config_sha256")
    return [{**release, "warnings": [each for each in release["warnings"] if not each.startswith(FOLDING)]} for release in told]


def same(one: Any, other: Any, where: str = "") -> None:
    """Integers and texts identical, reals to 1e-9."""
    if isinstance(one, dict) and isinstance(other, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            same(one[key], other[key], f"{where}/{key}")
    elif isinstance(one, list) and isinstance(other, list):
        assert len(one) == len(other), (where, one, other)
        for place, (a, b) in enumerate(zip(one, other, strict=True)):
            same(a, b, f"{where}/{place}")
    elif isinstance(one, float) and isinstance(other, float):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12), where
    else:
        assert one == other, where


def people(rows: int, *, missing: float = 0.1, seed: int = 7) -> list[tuple[Any, ...]]:
    """Random people, some of their values missing."""
    draw = random.Random(seed)

    def value(found: Any, share: float = missing) -> Any:
        return None if draw.random() < share else found

    return [
        (
            value(draw.randrange(-5, 95)),
            value(draw.choice("FM")),
            value(draw.choice(("Ávila", "ávila", "avila ", "Burgos", "", "a'b"))),
            draw.choice((1.0, 2.5, 10.25)),
            value(draw.choice(("flu", "asthma", "HIV", "Flu"))),
            value(draw.randrange(4)),
            str(place // 3),
            str(place // 4),
        )
        for place in range(rows)
    ]


ORGAN = "case when illness = 'HIV' then 'blood' else 'lung' end"
EVERYTHING = {
    "name": "everything",
    "columns": {
        "age": {"role": "quasi_identifier", "levels": {"five": "floor(age / 5) * 5", "band": "case when age < 18 then 'young' else 'old' end"}},
        "sex": {"role": "quasi_identifier"},
        "town": {"role": "quasi_identifier", "levels": {"initial": "upper(substring(town, 1, 1))"}},
        "illness": {
            "role": "sensitive",
            "order": ["flu", "Flu", "asthma", "HIV"],
            "levels": {"organ": ORGAN},
        },
        "grade": {"role": "sensitive", "order": "natural", "null_means": "value"},
        "person": {"role": "entity"},
        "home": {"role": "cluster"},
        "weight": {"role": "weight"},
    },
    "publish": {"age": "five"},
    "ladder": [{"name": "raw"}, {"name": "bands", "age": "band", "town": "initial"}, {"name": "no town", "town": "dropped", "age": "five"}],
    "where": "age >= 0 or age is null",
    "suppress_below": 2,
    "suppressed_marker": "*",
    "groups": ["sex", {"minors": "age < 18"}],
    "utility": [{"name": "illness by sex", "group_by": ["sex"], "share_of": "illness"}, {"name": "ages", "group_by": ["town"], "mean_of": "weight"}],
    "population": {"size": 100_000, "random_sample": True, "evidence": "drawn by lot"},
    "thresholds": [
        {"measure": "k", "at_least": 2},
        {"measure": "recursive_c", "column": "illness", "l": 2, "at_most": 3},
        {"measure": "t_closeness_ordered", "column": "grade", "at_most": 0.9},
        {"measure": "population_unique_rows", "at_most": 0.5},
    ],
    **DATES,
}
WEIGHTED = {
    "individual_risk_mean": "the weights stand for",
    "individual_risk_max": "the weights stand for",
    "household_risk_max": "r is the individual risk",
}
"""The measures whose estimate is too low to be judged, and what their reasons stand on."""
PLAIN = {
    "name": "plain",
    "columns": {name: {"role": "quasi_identifier"} for name in ("age", "sex", "town")} | {"illness": {"role": "sensitive"}},
    "other_columns": {"role": "insensitive", "reason": "of no matter here"},
    "thresholds": [{"measure": "k", "at_least": 2}],
    **DATES,
}


def compared(warehouse: Warehouse, on_duckdb: Warehouse, release: Mapping[str, Any], rows: Sequence[Sequence[Any]], types: Mapping[str, str]) -> Answer:
    """What the engine says of a release over these rows, once it is the same as on DuckDB."""
    found, expected = (answers(each, [{**release, "relation": each.keep("people", types, rows)}]) for each in (warehouse, on_duckdb))
    same(found, expected)
    return found


def test_everything_that_a_check_measures(warehouse: Warehouse, on_duckdb: Warehouse) -> None:
    (found,) = compared(warehouse, on_duckdb, EVERYTHING, people(1500), TYPES)
    assert found["status"] == "measured"
    measured = {each["measure"] for each in found["measures"] if each["status"] == "measured"}
    weighted = {each["measure"]: each for each in found["measures"] if each["rung"] == "published" and each["measure"] in WEIGHTED}
    assert weighted.keys() == WEIGHTED.keys()
    for name, stands_on in WEIGHTED.items():
        assert (weighted[name]["status"], TOO_LOW in weighted[name]["reason"], stands_on in weighted[name]["reason"]) == ("not_measured", True, True), name
    mean, riskiest, household = (weighted[name]["value"] for name in WEIGHTED)
    assert 0 < mean < riskiest <= household <= 1, "shown, and judged by nobody"
    assert weighted["individual_risk_mean"]["reason"].startswith(f"{mean * found['rows']:.6g} re-identifications expected in {found['rows']:,} rows; ")
    assert measured >= {"entity_k", "t_closeness_ordered", "t_closeness_hierarchical", "query_error"}


@pytest.mark.parametrize(
    "rows", [[], people(1), people(400, missing=0.7), [(None,) * 6 + ("1", "1")] * 3], ids=["empty", "one row", "mostly NULL", "NULL alone"]
)
def test_small_and_missing(warehouse: Warehouse, on_duckdb: Warehouse, rows: list[tuple[Any, ...]]) -> None:
    (found,) = compared(warehouse, on_duckdb, PLAIN, rows, TYPES)
    assert found["status"] == ("measured" if rows else "not_measured")


def test_hostile_names(warehouse: Warehouse, on_duckdb: Warehouse) -> None:
    draw = random.Random(3)
    release = {**PLAIN, "columns": {name: {"role": "quasi_identifier"} for name in HOSTILE[:-1]} | {HOSTILE[-1]: {"role": "sensitive"}}, "other_columns": None}
    rows = [[draw.choice("ab") if place < 4 else "x" for place in range(len(HOSTILE))] for _ in range(60)]
    (found,) = compared(warehouse, on_duckdb, {key: value for key, value in release.items() if value}, rows, dict.fromkeys(HOSTILE, "text"))
    assert found["status"] == "measured"


@functools.cache
def example() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((EXAMPLE / "sqlrisk.yml").read_text())
    return found


def test_the_example(warehouse: Warehouse, on_duckdb: Warehouse) -> None:
    """20,000 discharges, two releases, six rungs."""
    told = []
    for each in (warehouse, on_duckdb):
        table = each.keep_file(FileRelation(**example()["releases"][0]["relation"]), EXAMPLE)
        told.append(answers(each, [{**release, "relation": table} for release in example()["releases"]]))
    same(*told)
    assert [release["verdict"] for release in told[0]] == ["not_publishable", "publishable"]


def test_a_name_that_the_engine_would_cut_is_refused(warehouse: Warehouse) -> None:
    levels = {f"{'n' * 62}{place}{place}": f"floor(age / {place})" for place in (1, 2)}
    columns = {**PLAIN["columns"], "age": {"role": "quasi_identifier", "levels": levels}}
    release = {**PLAIN, "columns": columns, "relation": warehouse.keep("people", TYPES, people(5)), "ladder": [{"name": "x", "age": next(iter(levels))}]}
    if warehouse.engine is not None and warehouse.engine.name == "postgres":
        with pytest.raises(sqlrisk.ConfigurationError, match="64 bytes, and the engine keeps 63"):
            answers(warehouse, [release])
    else:
        assert answers(warehouse, [release])[0]["status"] == "measured"


def test_the_report_says_which_rungs_were_rolled_up_and_why_not(warehouse: Warehouse) -> None:
    ladder = [{"name": "raw"}, {"name": "five", "age": "five"}, {"name": "band", "age": "band"}]
    release = {**PLAIN, "ladder": ladder, "relation": warehouse.keep("people", TYPES, people(900, missing=0))}
    release["columns"] = {"age": EVERYTHING["columns"]["age"], "sex": {"role": "quasi_identifier"}}
    report = sqlrisk.check({"version": 1, "profile": "test", "releases": [release]}, today=TODAY, project_dir=warehouse.project)
    said = {"sqlite": "4 rungs rolled up from temporary class counts"}.get(warehouse.engine.name, "every rung scanned: no temporary table is allowed")
    assert report.releases[0].reproduction["snapshot"].endswith(said)
