"""The search of the lattice against an exhaustive one, its two ways to count classes, and what it says where nothing meets the limits."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
import yaml

import sqlrisk as package
from sqlrisk import checking, recommending
from sqlrisk.engines.duckdb import DuckDB
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.lattice import Evaluation, Lattice, Search
from sqlrisk.loading import load_values
from sqlrisk.recommendation import Recommendation
from tests.helpers import TODAY, fill
from tests.helpers import sqlrisk as program

Row = dict[str, Any]
Level = Callable[[Any], Any]
DAY = date.fromisoformat(TODAY)

LEVELS: dict[str, dict[str, tuple[str, Level]]] = {
    # straddling on purpose: neither tens nor bands of fifteen follow from the other
    "age": {
        "tens": ("floor(age / 10) * 10", lambda v: None if v is None else v // 10 * 10),
        "bands": ("floor(age / 15) * 15", lambda v: None if v is None else v // 15 * 15),
    },
    "Town's": {
        "two": ('substring("Town\'s", 1, 2)', lambda v: None if v is None else v[:2]),
        "one": ('substring("Town\'s", 1, 1)', lambda v: None if v is None else v[:1]),
        "any": ("case when \"Town's\" is null then 'x' else 'x' end", lambda v: "x"),
    },
    "sex": {},
}


def some_rows(seed: int) -> list[Row]:
    chance = random.Random(seed)
    towns = [a + b + c for a in "ab" for b in "cd" for c in "ef"]
    return [
        {
            "age": chance.choice([None, *range(20, 60, chance.choice([1, 5]))]),
            "Town's": chance.choice([*towns, None]),
            "sex": chance.choice(["m", "f"]),
            "ill": chance.choice(["p", "q", "r"]),
        }
        for _ in range(chance.randint(30, 150))
    ]


def nodes() -> Iterator[dict[str, str]]:
    """Every node but the one where all is left out, as `publish` has it."""
    choices = [[None, *levels, "dropped"] for levels in LEVELS.values()]
    for chosen in itertools.product(*choices):
        if set(chosen) != {"dropped"}:
            yield {column: level for column, level in zip(LEVELS, chosen, strict=True) if level is not None}


def key(row: Row, node: Mapping[str, str]) -> tuple[Any, ...]:
    found = []
    for column, levels in LEVELS.items():
        level = node.get(column)
        if level != "dropped":
            found.append(row[column] if level is None else levels[level][1](row[column]))
    return tuple(found)


def bits(sizes: Sequence[int]) -> float:
    return -sum(size / sum(sizes) * math.log2(size / sum(sizes)) for size in sizes)


class Outcome:
    """What an exhaustive search says of one node."""

    def __init__(self, rows: Sequence[Row], node: Mapping[str, str], keeps: Callable[[Counter[Any]], bool]) -> None:
        classes: dict[Any, Counter[Any]] = {}
        for row in rows:
            classes.setdefault(key(row, node), Counter())[row["ill"]] += 1
        self.left = [values.total() for values in classes.values() if keeps(values)]
        self.suppressed = 1 - Fraction(sum(self.left), len(rows))
        self.distinct_l = min((len(values) for values in classes.values() if keeps(values)), default=0)
        self.mean = Fraction(len(self.left), sum(self.left)) if self.left else None
        self.bits = bits(self.left) if self.left else 0.0


def declared(limits: Sequence[Mapping[str, Any]], **more: Any) -> dict[str, Any]:
    columns: dict[str, Any] = {
        name: {"role": "quasi_identifier", "levels": {level: text for level, (text, _) in levels.items()}} for name, levels in LEVELS.items()
    }
    columns["ill"] = {"role": "sensitive"}
    release = {
        "name": "t",
        "relation": "t",
        "columns": columns,
        "thresholds": [{"source": "test", "reason": "test", **limit} for limit in limits],
        "waived": {"ill": "test"},
        "adversary": {"access": "agreement"},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }
    return {"version": 1, "releases": [release]}


def warehouse(folder: Path, rows: Sequence[Row]) -> None:
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute('create or replace table t (age integer, "Town\'s" text, sex text, ill text)')
        fill(connection, "t", [tuple(row.values()) for row in rows])


def recommend(folder: Path, values: Mapping[str, Any], minimised: str = "entropy", budget: str | None = None) -> Recommendation:
    options = checking.Options(today=DAY)
    (found,) = recommending.recommended(load_values(dict(values), folder, DAY), options, minimised, recommending.share(budget), checking.silent)
    return found


CHOICES = [
    # minimised, budget, the limits, whether an outcome is within the limits; with a budget each limit on a class leaves out the classes that fail it
    ("entropy", "0", [{"measure": "k", "at_least": 3}], lambda o: o.mean is not None),
    ("entropy", "0.1", [{"measure": "k", "at_least": 4}], lambda o: o.mean is not None),
    ("entropy", "0.3", [{"measure": "k", "at_least": 3}, {"measure": "prosecutor_mean", "at_most": 0.15}], lambda o: o.mean and o.mean <= Fraction("0.15")),
    ("suppressed_rows", "0.2", [{"measure": "k", "at_least": 5}], lambda o: o.mean is not None),
    ("entropy", "0.15", [{"measure": "k", "at_least": 2}, {"measure": "distinct_l", "column": "ill", "at_least": 2}], lambda o: o.distinct_l >= 2),
    ("suppressed_rows", "0.3", [{"measure": "k", "at_least": 2}, {"measure": "distinct_l", "column": "ill", "at_least": 2}], lambda o: o.mean is not None),
    ("entropy", "0.4", [{"measure": "k", "at_least": 2}, {"measure": "max_posterior", "column": "ill", "at_most": 0.6}], lambda o: o.mean is not None),
    ("suppressed_rows", "0.5", [{"measure": "k", "at_least": 2}, {"measure": "max_posterior", "column": "ill", "at_most": 0.5}], lambda o: o.mean is not None),
    ("entropy", "0.2", [{"measure": "k", "at_least": 2}, {"measure": "homogeneous_rows", "column": "ill", "at_most": 0}], lambda o: o.mean is not None),
    ("entropy", "0", [{"measure": "prosecutor_mean", "at_most": 0.2}], lambda o: o.mean is not None and o.mean <= Fraction("0.2")),
    ("entropy", "0", [{"measure": "k", "at_least": 2}, {"measure": "distinct_l", "column": "ill", "at_least": 3}], lambda o: o.distinct_l >= 3),
]


@pytest.mark.few(8)
@pytest.mark.parametrize("rolled_up", [True, False], ids=["rolled up", "scanned"])
@pytest.mark.parametrize("choice", CHOICES, ids=[f"{m} {b} {[limit['measure'] for limit in limits]}" for m, b, limits, _ in CHOICES])
def test_the_optimum_is_that_of_an_exhaustive_search(choice: Any, rolled_up: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minimised, budget, limits, within = choice
    if not rolled_up:
        monkeypatch.setattr(DuckDB, "temporary", lambda engine, sql, what: None)
    limit_of = {limit["measure"]: limit.get("at_least", limit.get("at_most")) for limit in limits}

    def keeps(values: Counter[Any]) -> bool:
        if values.total() < limit_of.get("k", 1):
            return False
        least = max(limit_of.get("distinct_l", 1), 2 if "homogeneous_rows" in limit_of else 1)
        return budget == "0" or (len(values) >= least and max(values.values()) <= limit_of.get("max_posterior", 1) * values.total() + 1e-9)

    for seed in range(6 if rolled_up else 2):
        rows = some_rows(seed)
        warehouse(tmp_path, rows)
        outcomes = {json.dumps(node): Outcome(rows, node, keeps) for node in nodes()}
        allowed = {name: o for name, o in outcomes.items() if o.suppressed <= Fraction(budget) and within(o)}
        found = recommend(tmp_path, declared(limits), minimised, budget)
        assert found.rolled_up == rolled_up
        assert bool(found.best) == bool(allowed), (seed, found)
        if not allowed:
            assert found.binding
            continue
        best = found.best[0]
        mine = outcomes[json.dumps(dict(best.levels))]
        assert (best.suppressed, list(best.left.histogram().items())) == (mine.suppressed, sorted(Counter(mine.left).items()))
        assert json.dumps(dict(best.levels)) in allowed
        if minimised == "entropy":
            assert mine.bits == pytest.approx(max(o.bits for o in allowed.values()), abs=1e-8), (seed, best.levels)
        else:
            fewest = min(o.suppressed for o in allowed.values())
            assert mine.suppressed == fewest
            assert mine.bits == pytest.approx(max(o.bits for o in allowed.values() if o.suppressed == fewest), abs=1e-8)
        assert found.evaluated <= found.nodes


def test_levels_that_are_one_partition_are_one_level(tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(1))
    found = recommend(tmp_path, declared([{"measure": "k", "at_least": 2}]), budget="0.5")
    assert found.lattice == {"age": ("age", "tens", "bands", "dropped"), "Town's": ("Town's", "two", "one", "dropped"), "sex": ("sex", "dropped")}
    assert found.nodes == 4 * 4 * 2, "one for where everything is left out: `any` stands for it"


def test_the_node_that_is_printed_is_publishable_when_it_is_pasted(tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(3))
    values = declared([{"measure": "k", "at_least": 4}, {"measure": "suppressed_rows", "at_most": 0.2}])
    (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump(values))
    told = program("recommend", "--today", TODAY, cwd=tmp_path)
    assert told.code == 0
    assert max(map(len, told.out.splitlines())) <= 80
    pasted = yaml.safe_load("\n".join(line[2:] for line in told.out.split("To paste into the release\n")[1].split("\n\n")[0].splitlines()))
    values["releases"][0].update(pasted)
    report = package.check(values, today=DAY, project_dir=tmp_path)
    assert (report.exit_code, report.releases[0].verdict) == (0, "publishable")
    best = json.loads(program("recommend", "--today", TODAY, "--format", "json", cwd=tmp_path).out)["releases"][0]["best"][0]
    for measure in ("k", "prosecutor_mean", "suppressed_rows", "entropy_bits"):
        assert report.releases[0].find(measure).value == pytest.approx(best[measure])


def test_what_binds_is_said_with_how_far_it_is(tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(2))
    limits = [{"measure": "k", "at_least": 2}, {"measure": "distinct_l", "column": "ill", "at_least": 4}]
    (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump(declared(limits)))
    told = program("recommend", "--today", TODAY, cwd=tmp_path)
    assert told.code == 1
    assert "distinct_l ill at least 4: 3 at the nearest, off by 1" in told.out
    found = recommend(tmp_path, declared([{"measure": "k", "at_least": 10_000}]))
    (binding,) = found.binding
    assert (binding.measure, binding.limit, binding.nearest) == ("suppressed_rows", {"at_most": 0.0}, 1.0)


def test_a_budget_of_a_group_is_kept(tmp_path: Path) -> None:
    rows = [{"age": 30, "Town's": f"{a}c{c}", "sex": "m", "ill": "p"} for a in "ab" for c in "ef" for _ in range(10)]
    rows += [{"age": 30, "Town's": town, "sex": "f", "ill": "p"} for town in ("ace", "acf", "bde", "bde")]
    warehouse(tmp_path, rows)
    limits = [{"measure": "k", "at_least": 3}]
    free = recommend(tmp_path, declared(limits, groups=["sex"]), budget="0.2")
    kept = recommend(tmp_path, declared([*limits, {"measure": "suppressed_rows", "group": "sex", "at_most": 0}], groups=["sex"]), budget="0.2")
    assert free.best[0].suppressed > 0
    assert kept.best[0].suppressed == 0


REFUSED: list[tuple[dict[str, Any], list[str], int, str]] = [
    ({}, ["--minimise", "prevalenc"], 2, "no utility query of that name"),
    ({}, ["--max-suppressed", "2"], 2, "is no share of the rows"),
    ({}, ["--max-suppressed", "1 %"], 2, "is no share of the rows"),
    ({}, ["--max-suppressed", "1/0"], 2, "is no share of the rows"),
    ({"published_as": "t"}, [], 2, "published_as"),
    ({"where": "age > 1000"}, [], 3, "no row is left to measure"),
    ({"relation": "nothing"}, [], 3, "not in the catalogue"),
    ({}, ["--select", "u"], 5, "no release is called `u`"),
    ({}, ["--format", "xml"], 2, "xml"),
]


@pytest.mark.parametrize(("more", "arguments", "code", "said"), REFUSED, ids=[said for *_, said in REFUSED])
def test_what_cannot_be_searched_is_said(more: dict[str, Any], arguments: list[str], code: int, said: str, tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(1))
    (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump(declared([{"measure": "k", "at_least": 2}], **more)))
    told = program("recommend", "--today", TODAY, *arguments, cwd=tmp_path)
    assert (told.code, told.out) == (code, ""), told.err
    assert said in told.err
    assert "Traceback" not in told.err


def test_a_limit_that_no_node_can_give_a_value_is_not_measured(tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(1))
    population = {"relation": "empty", "columns": {}}
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute('create table empty as select age, "Town\'s", sex, age as tens, age as bands, sex as two, sex as one, sex as any from t limit 0')
    limits = [{"measure": "k", "at_least": 2}, {"measure": "k_map", "at_least": 2}]
    with pytest.raises(NotMeasuredError):
        recommend(tmp_path, declared(limits, population=population), budget="0.5")


def test_a_lattice_that_no_memory_holds_is_refused(tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(1))
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute("create table wide as select " + ", ".join(f"(i * {place} % 7) as c{place}" for place in range(1, 27)) + " from range(9) r(i)")
    columns = {f"c{place}": {"role": "quasi_identifier"} for place in range(1, 27)}
    values = declared([{"measure": "k", "at_least": 2}], relation="wide", columns=columns, waived={})
    with pytest.raises(ConfigurationError, match="nodes, and at most 2,000,000 are searched"):
        recommend(tmp_path, values)


def test_a_level_of_several_columns_is_scanned(tmp_path: Path) -> None:
    warehouse(tmp_path, some_rows(1))
    values = declared([{"measure": "k", "at_least": 2}])
    values["releases"][0]["columns"]["sex"]["levels"] = {"mixed": "case when age > 40 then sex end"}
    found = recommend(tmp_path, values, budget="0.5")
    assert not found.rolled_up
    assert found.best


def chain(depth: int) -> np.ndarray[Any, Any]:
    return np.triu(np.ones((depth, depth), dtype=np.bool_))


@pytest.mark.parametrize("seed", range(20))
def test_the_search_never_misses_the_least_cost(seed: int) -> None:
    """On random tables of codes: the same least cost as all nodes give, whatever is confirmed."""
    chance = np.random.default_rng(seed)
    depths = (4, 3, 3, 2)
    raw = chance.integers(0, 8, size=(200, len(depths)))
    lattice = Lattice(tuple("abcd"), tuple((*[f"l{i}" for i in range(depth - 1)], None) for depth in depths), tuple(map(chain, depths)))
    k, budget = int(chance.integers(2, 8)), float(chance.choice([0, 0.05, 0.2]))
    refused = set(chance.choice(len(lattice), size=len(lattice) // 2, replace=False))

    def evaluation(place: int) -> Evaluation:
        levels = [(column, level) for column, level in enumerate(lattice.node(place)) if level < depths[column] - 1]
        sizes = list(Counter(tuple(int(row[column]) >> level for column, level in levels) for row in raw).values())
        left = [size for size in sizes if size >= k]
        suppressed = 1 - sum(left) / len(raw)
        within = suppressed <= budget and left
        kept = bits(left) if left else 0.0
        return Evaluation(place, suppressed, bits(sizes), kept, (10 - kept,) if within else None, suppressed > budget)

    search = Search(
        lattice,
        evaluation,
        lambda found: found.place not in refused,
        lambda suppressed, most, cost: 10 - most < cost[0] - 1e-9,
        np.full(len(lattice), np.inf),
    )
    found = search.best()
    everything = [evaluation(place) for place in range(len(lattice)) if place not in refused]
    costs = [each.cost for each in everything if each.cost is not None]
    assert (found is None) == (not costs)
    if found is not None:
        assert found.cost is not None
        assert found.cost[0] == pytest.approx(min(costs)[0], abs=1e-9)


def test_no_value_of_the_data_is_printed(tmp_path: Path) -> None:
    rows = [{**row, "Town's": "zzCANARYzz" if place == 0 else row["Town's"]} for place, row in enumerate(some_rows(1))]
    warehouse(tmp_path, rows)
    (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump(declared([{"measure": "k", "at_least": 2}])))
    for format in ("human", "json"):
        told = program("recommend", "--today", TODAY, "--format", format, "-v", cwd=tmp_path)
        assert "CANARY" not in told.out + told.err


def book(shared: Path) -> dict[str, Any]:
    """The book's release with the lattice of the issue: 63 nodes."""
    bands = "case when edad < 18 then 0 when edad < 35 then 18 when edad < 50 then 35 when edad < 65 then 50 else 65 end"
    columns: dict[str, Any] = {
        "edad": {"role": "quasi_identifier", "levels": {"edad5": "floor(edad / 5) * 5", "franja": bands}},
        "sexo": {"role": "quasi_identifier"},
        "codigo_postal": {
            "role": "quasi_identifier",
            "levels": {"cp3": "substring(codigo_postal, 1, 3)", "provincia": "substring(codigo_postal, 1, 2)"},
        },
        "profesion": {"role": "quasi_identifier"},
    }
    limits = [{"measure": "k", "at_least": 5}, {"measure": "prosecutor_mean", "at_most": 0.05}]
    release = {
        "name": "altas",
        "relation": str(shared / "data" / "book" / "poblacion_sintetica.parquet"),
        "columns": columns,
        "other_columns": {"role": "insensitive", "reason": "of no matter here"},
        "thresholds": [{"source": "test", "reason": "test", **limit} for limit in limits],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }
    return {"version": 1, "releases": [release]}


@pytest.mark.parametrize("minimised", ["entropy", "suppressed_rows"])
def test_the_book_has_the_optimum_of_an_exhaustive_search(minimised: str, shared: Path, tmp_path: Path) -> None:
    found = recommend(tmp_path, book(shared), minimised, "0.01")
    levels = {
        "edad": {"edad": "edad", "edad5": "edad - edad % 5", "franja": "(edad >= 18)::int + (edad >= 35)::int + (edad >= 50)::int + (edad >= 65)::int"},
        "sexo": {"sexo": "sexo"},
        "codigo_postal": {"codigo_postal": "codigo_postal", "cp3": "codigo_postal[1:3]", "provincia": "codigo_postal[1:2]"},
        "profesion": {"profesion": "profesion"},
    }
    costs = {}
    with duckdb.connect() as connection:
        connection.execute(f"create table t as from '{shared / 'data' / 'book' / 'poblacion_sintetica.parquet'}'")
        for chosen in itertools.product(*([*each, "dropped"] for each in levels.values())):
            kept = [levels[column][level] for column, level in zip(levels, chosen, strict=True) if level != "dropped"]
            if not kept:
                continue
            sizes = [row[0] for row in connection.execute(f"select count(*) from t group by {', '.join(kept)}").fetchall()]
            left = [size for size in sizes if size >= 5]
            if sum(left) >= 0.99 * 20000 and len(left) / sum(left) <= 0.05:
                costs[chosen] = (-bits(left),) if minimised == "entropy" else (1 - sum(left) / 20000, -bits(left))
    best = min(costs, key=lambda chosen: costs[chosen])
    assert tuple(found.best[0].levels.get(column, column) for column in levels) == best
    assert (found.nodes, found.confirmed) == (63, 1)
    assert found.evaluated <= 0.4 * found.nodes


def test_the_limits_of_what_is_refused_by_type() -> None:
    with pytest.raises(ConfigurationError):
        recommending.share("-0.1")
    assert recommending.share("1/4") == Fraction(1, 4)
    assert recommending.share(None) is None
