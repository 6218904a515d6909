"""People behind the rows: entities with several rows, sampling weights, households; every engine against brute force."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.errors import ConfigurationError, NotMeasuredError, QueryFailedError
from sqlrisk.estimators.special import inverse_mean
from sqlrisk.evidence import EntityClasses, HouseholdRisks, WeightedClasses
from sqlrisk.measures import Noted, NoValue, People, measures
from sqlrisk.measures.population import TOO_LOW
from sqlrisk.queries import render
from tests.engines import Engine
from tests.helpers import TODAY, fill
from tests.helpers import sqlrisk as program

Rows = Sequence[tuple[Any, ...]]
DAY = date.fromisoformat(TODAY)
NAMES = [("n", "c", "k", "b", "classes"), ("user", "rows", "value", "model", "relation"), ('a"b', "año", "class_size", "g", "select")]
KINDS = ("text", "bigint", "text", "double precision", "text")


def table(engine: Engine, rows: Rows, names: Sequence[str] = NAMES[0]) -> dict[str, Any]:
    """A table of two quasi-identifiers, an entity, a weight and a cluster, as the arguments of a kernel."""
    return {"relation": engine.load("people", dict(zip(names, KINDS, strict=True)), rows), "quasi_identifiers": [*names[:2]]}


def ask(engine: Engine, kernel: str, **arguments: Any) -> Any:
    return evidence.READERS[kernel](engine.rows(render(kernel, engine.dialect, **arguments).sql))


def random_rows(seed: int) -> tuple[Rows, Sequence[str], int]:
    chance = random.Random(seed)
    towns, people = ["a", "A", "", None, "1,1"], [f"p{i}" for i in range(chance.choice([1, 3, 9]))] + [None] * chance.randint(0, 1)
    weights = [1.0, 1.5, 3.0, 40.0, 1e5] + ([None, 0.0, -2.0, 0.25] if chance.random() < 0.3 else [])
    homes = ["h1", "h2", "h3", "h3", None][: chance.randint(1, 5)]
    wide = chance.choice([1, 2, 12])
    rows = [
        (chance.choice(towns), chance.choice([*range(wide), None]), chance.choice(people), chance.choice(weights), chance.choice(homes))
        for _ in range(chance.choice([1, 2, 7, 30, 60]))
    ]
    return rows, chance.choice(NAMES), chance.randint(1, 3)


def kept(rows: Rows, least: int) -> dict[Any, list[tuple[Any, ...]]]:
    classes: dict[Any, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        classes[row[:2]].append(row)
    return {key: members for key, members in classes.items() if len(members) >= least}


def entities_of(rows: Rows, least: int) -> EntityClasses:
    classes = kept(rows, least)
    tuples: dict[Any, Counter[Any]] = defaultdict(Counter)
    for key, members in classes.items():
        for row in members:
            if row[2] is not None:
                tuples[row[2]][key] += 1
    alike = Counter(frozenset(counts.items()) for counts in tuples.values())
    distinct = Counter(len({row[2] for row in members} - {None}) for members in classes.values())
    most = max((counts.total() for counts in tuples.values()), default=0)
    return EntityClasses(dict(distinct), dict(Counter(alike.values())), most, sum(row[2] is None for members in classes.values() for row in members))


def risk(members: Rows) -> float | None:
    """The integral itself, by the estimators' own quadrature; None where the weights give none."""
    weights = [row[3] for row in members]
    if any(weight is None or weight <= 0 for weight in weights) or sum(weights) < len(members) * (1 - 1e-9):
        return None
    return float(inverse_mean(len(members), len(members), len(members) / max(sum(weights), len(members))))


def test_entities_are_counted_as_by_hand(engine: Engine) -> None:
    for seed in range(engine.tables):
        rows, names, least = random_rows(seed)
        found = ask(engine, "entity_classes", **table(engine, rows, names), entity=names[2], min_class_size=least)
        assert found == entities_of(rows, least), (seed, rows)


def test_weights_are_summed_as_by_hand(engine: Engine) -> None:
    for seed in range(engine.tables):
        rows, names, least = random_rows(seed)
        found = ask(engine, "weighted_classes", **table(engine, rows, names), weight=names[3], min_class_size=least)
        classes = [*kept(rows, least).values()]
        risks = [(value, len(members)) for members in classes if (value := risk(members)) is not None]
        weights = [row[3] for members in classes for row in members]
        short = sum(all(row[3] is not None and row[3] > 0 for row in members) and risk(members) is None for members in classes)
        assert (found.rows, found.rows_zero, found.rows_missing) == (len(weights), weights.count(0), weights.count(None))
        assert (found.rows_negative, found.rows_not_finite, found.classes_short) == (weights.count(-2), 0, short)
        known = [weight for weight in weights if weight is not None]
        assert (found.least, found.greatest) == (min(known, default=None), max(known, default=None))
        assert found.risk_sum == pytest.approx(math.fsum(value * size for value, size in risks), rel=1e-9)
        assert found.risk_max == (pytest.approx(max(value for value, _ in risks), rel=1e-9) if risks else None)


@pytest.mark.parametrize("weighted", [True, False])
def test_households_are_judged_as_by_hand(weighted: bool, engine: Engine) -> None:
    for seed in range(engine.tables):
        rows, names, least = random_rows(seed)
        if weighted:
            rows = [(*row[:3], row[3] if row[3] is not None and row[3] >= 1 else 7.0, row[4]) for row in rows]
        more = {"weight": names[3]} if weighted else {}
        found = ask(engine, "household_risks", **table(engine, rows, names), cluster=names[4], min_class_size=least, **more)
        escapes: dict[Any, float] = {}
        for members in kept(rows, least).values():
            each = risk(members) if weighted else 1 / len(members)
            assert each is not None
            for row in members:
                escapes[row[4]] = escapes.get(row[4], 1.0) * (1 - each)
        homes = {home: 1 - left for home, left in escapes.items() if home is not None}
        assert (found.households, found.rows_without_key) == (len(homes), sum(row[4] is None for members in kept(rows, least).values() for row in members))
        assert found.risk_max == (pytest.approx(max(homes.values()), rel=1e-9, abs=1e-12) if homes else None)


@pytest.mark.parametrize("rows", [[], [("a", 1, "p", 2.0, "h")]], ids=["an empty table", "one row below the least class"])
def test_nothing_left_has_no_value(rows: Rows, engine: Engine) -> None:
    common = {**table(engine, rows), "min_class_size": 2}
    assert ask(engine, "entity_classes", **common, entity="k") == EntityClasses({}, {}, 0, 0)
    assert ask(engine, "weighted_classes", **common, weight="b") == WeightedClasses(0, None, 0.0, 0, 0, 0, 0, 0, 0.0)
    assert ask(engine, "household_risks", **common, cluster="classes", weight="b") == HouseholdRisks(0, None, 0)


@pytest.mark.engines_excluding("sqlite", "mariadb", because="they store no NaN")
def test_a_weight_that_is_not_finite_is_counted(engine: Engine) -> None:
    rows = [("a", 1, "p", weight, "h") for weight in (math.nan, math.inf, -math.inf, 1e301, 2.0)]
    found = ask(engine, "weighted_classes", **table(engine, rows), weight="b")
    assert (found.rows_not_finite, found.rows_negative, found.rows_missing, found.rows_zero, found.risk_max) == (3, 1, 0, 0, None)


def test_the_individual_risk_has_nine_digits(engine: Engine) -> None:
    shares = [*np.logspace(-9, 0, 30), 0.5, 0.5000001, 0.49999, 0.9999999, 1 - 1e-12]
    pairs = [(float(size), float(share)) for size in (*range(1, 41), 99, 200, 10_000) for share in shares if share < 1] + [(3.0, 1.0)]
    columns = {"x": "double precision", "p": "double precision"}
    relation = engine.load("pairs", columns, pairs)
    odds = "(case when t.p < 1 then t.p / (1 - t.p) end)"
    text = render("individual_risk", engine.dialect, size="t.x", p="t.p", rest="(1 - t.p)", odds=odds).sql
    found = np.array([[row["x"], row["p"], row["r"]] for row in engine.rows(f"select t.x, t.p, {text} as r from {relation} as t")])
    assert np.abs(found[:, 2] / inverse_mean(found[:, 0], found[:, 0], found[:, 1]) - 1).max() < 1e-10


def test_two_entities_are_alike_only_with_the_same_rows_in_the_same_classes(engine: Engine) -> None:
    """Numbers that would join to the same digits in another order, and the same classes in other numbers."""
    counts = {"p": {1: 1, 12: 2}, "q": {11: 1, 2: 2}, "r": {1: 2, 12: 1}, "s": {1: 1, 12: 2}}
    rows = [("a", place, person, 1.0, "h") for person, classes in counts.items() for place, times in classes.items() for _ in range(times)]
    rows += [("a", place, f"x{place}", 1.0, "h") for place in range(14)]
    random.Random(1).shuffle(rows)
    found = ask(engine, "entity_classes", **table(engine, rows), entity="k")
    assert found.multisets == entities_of(rows, 1).multisets == {1: 16, 2: 1}


def test_no_entity_is_too_large_to_be_compared(engine: Engine) -> None:
    rows = [("a", place, person, 1.0, "h") for person in ("p", "q") for place in range(1500)] + [("a", 1499, "q", 1.0, "h")]
    found = ask(engine, "entity_classes", **table(engine, rows), entity="k")
    assert (found.multisets, found.most_rows) == ({1: 2}, 1501)


def test_a_list_that_the_engine_cut_is_not_compared() -> None:
    rows = [{"sqlrisk_kind": kind, "sqlrisk_number": 0, "sqlrisk_count": 2} for kind in ("cut", "most_rows", "without_key")]
    with pytest.raises(NotMeasuredError, match="cut the list of classes of 2 entities"):
        evidence.entity_classes(rows)


def of(name: str, *facts: Any) -> Any:
    found = measures()[name].of({type(fact): fact for fact in facts})
    if isinstance(found, NoValue) and found.informative is not None:
        assert found.reason.endswith(TOO_LOW)
        return found.informative
    return found.value if isinstance(found, Noted) else found


SOUND = WeightedClasses(4, 0.5, 1.0, 0, 0, 0, 0, 0, 40.0)
JOINED, APART = People(linkable=True), People(linkable=False)
SHORT = NoValue("the weights of 2 classes sum to less than their rows: they are normalised, or no sampling weights; declare weights that sum to the population")
TRUTH = [
    ("the toy of three rows a class", "entity_k", [EntityClasses({1: 1, 3: 2}, {1: 1, 3: 2}, 5, 0), JOINED], 1),
    ("many in each class, none alike", "entity_k", [EntityClasses({4: 3}, {1: 4}, 3, 0), JOINED], 1),
    ("many in each class, whose rows nobody joins", "entity_k", [EntityClasses({4: 3}, {1: 4}, 3, 0), APART], 4),
    ("few in a class, whose rows nobody joins", "entity_k", [EntityClasses({2: 1, 5: 1}, {1: 7}, 3, 0), APART], 2),
    ("people who cannot be counted", "entity_k", [EntityClasses({4: 1}, {4: 1}, 1, 0), People(False, obstacle="why")], NoValue("why")),
    ("a row without a key", "entity_k", [EntityClasses({4: 1}, {4: 1}, 1, 1), APART], NoValue("1 row has no entity")),
    ("nobody", "entity_k", [EntityClasses({}, {}, 0, 0), JOINED], NoValue("no row is left to measure")),
    ("sound weights", "individual_risk_max", [SOUND], 0.5),
    ("sound weights", "individual_risk_mean", [SOUND], 0.25),
    ("bad weights", "individual_risk_mean", [WeightedClasses(9, 0.5, 1.0, 2, 1, 1, 0, 0, 9.0)], NoValue("2 zero, 1 missing, 1 negative weight")),
    ("infinite weights", "individual_risk_max", [WeightedClasses(9, 0.5, 1.0, 0, 0, 0, 2, 1, 9.0)], NoValue("2 infinite weights")),
    ("normalised weights", "individual_risk_max", [WeightedClasses(9, 0.5, 1.0, 0, 0, 0, 0, 2, 9.0)], SHORT),
    ("nobody", "individual_risk_mean", [WeightedClasses(0, None, 0.0, 0, 0, 0, 0, 0, 0.0)], NoValue("no row is left to measure")),
    ("a household", "household_risk_max", [HouseholdRisks(2, 0.75, 0)], 0.75),
    ("a household, weighted", "household_risk_max", [HouseholdRisks(2, 0.75, 0), SOUND], 0.75),
    ("a row outside any household", "household_risk_max", [HouseholdRisks(2, 0.75, 3)], NoValue("3 rows have no household")),
    ("bad weights", "household_risk_max", [HouseholdRisks(2, None, 0), WeightedClasses(9, None, 0.0, 1, 0, 0, 0, 0, 9.0)], NoValue("1 zero weight")),
    ("nobody", "household_risk_max", [HouseholdRisks(0, None, 0)], NoValue("no row is left to measure")),
]


@pytest.mark.parametrize(("words", "measure", "facts", "expected"), TRUTH, ids=[f"{words}: {measure}" for words, measure, *_ in TRUTH])
def test_truth_table(words: str, measure: str, facts: list[Any], expected: Any) -> None:
    assert of(measure, *facts) == expected


UNPUBLISHED = {"peso": {"role": "identifier", "of": "a class of weights"}, "hogar": {"role": "identifier", "of": "a household"}}
NOT_JUDGED = {"finding": "unjudged-people", "column": "persona", "reason": "not judged in this test", "until": "2027-11-01"}
PEOPLE = [("p1", 30, 100.0, "h1")] * 5 + [(f"p{i}", 40, 20.0, "h2") for i in (2, 3, 4)] + [(f"p{i}", 50, 10.0 * i, "h3") for i in (5, 6, 7)]


def declared(**more: Any) -> dict[str, Any]:
    columns = {"persona": {"role": "entity"}, "edad": {"role": "quasi_identifier"}, "peso": {"role": "weight"}, "hogar": {"role": "cluster"}}
    gate = {"measure": "k", "at_least": 3, "source": "test", "reason": "test"}
    return {"name": "visits", "relation": "visits", "columns": columns, "thresholds": [gate], "decided_on": "2026-11-01", "valid_until": "2027-11-01", **more}


def check(folder: Path, rows: Rows = PEOPLE, kind: str = "double", sql: str = "", **more: Any) -> Any:
    (folder / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: duckdb, path: w.duckdb}}}\n")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute(f"create or replace table visits (persona text, edad integer, peso {kind}, hogar text)")
        fill(connection, "visits", rows)
        connection.execute(sql or "select 1")
    return sqlrisk.check({"version": 1, "profile": "test", "releases": [declared(**more)]}, today=DAY, project_dir=folder).releases[0]


def limit(measure: str, **more: Any) -> dict[str, Any]:
    return {"measure": measure, "source": "test", "reason": "test", **more}


def test_one_person_with_five_rows_hides_behind_nobody(tmp_path: Path) -> None:
    """The toy of measures.md: rows k = 3, distinct k = 1, multiset k = 1."""
    report = check(tmp_path, thresholds=[limit("k", at_least=3), limit("entity_k", at_least=2)])
    assert [result.passed for result in report.thresholds] == [True, False]
    assert report.verdict == "not_publishable"
    told = report.find("entity_k")
    assert (report.find("k").value, told.value) == (3, 1)
    assert "distinct entities per class: 1 at least" in told.reason
    assert "multiset of classes: 1 at least (1 of 7 alone); at most 5 rows an entity" in told.reason


def test_the_worked_example_of_the_guide(tmp_path: Path) -> None:
    report = check(tmp_path)
    found = {name: f"{report.find(name).value:.4f}" for name in ("individual_risk_max", "individual_risk_mean", "household_risk_max")}
    assert found == {"individual_risk_max": "0.0240", "individual_risk_mean": "0.0099", "household_risk_max": "0.0702"}
    guide = (Path(__file__).parent.parent / "docs" / "guide.md").read_text(encoding="utf-8")
    assert all(f"`{name}` {value}" in guide for name, value in found.items())


@pytest.mark.parametrize("measure", ["individual_risk_max", "individual_risk_mean", "household_risk_max"])
@pytest.mark.parametrize(("severity", "verdict"), [("error", "not_measured"), ("warn", "publishable")])
def test_a_limit_on_a_risk_that_is_known_to_be_too_low_has_no_value(measure: str, severity: str, verdict: str, tmp_path: Path) -> None:
    """V3.11, statistics2.md, fault A: .155 was printed where .788 is true, and passed a limit of .2."""
    limits = [limit("k", at_least=2), limit(measure, at_most=Decimal("0.9"), severity=severity), limit("entity_k", at_least=1)]
    report = check(tmp_path, thresholds=limits, accepted=[NOT_JUDGED])
    held = next(result for result in report.thresholds if result.measure == measure)
    assert (report.verdict, held.value, held.passed) == (verdict, None, False)
    assert any(f"{measure} has no value" in warning and TOO_LOW in warning for warning in report.warnings)


def test_a_household_risk_without_weights_is_judged(tmp_path: Path) -> None:
    columns = {**declared()["columns"], "peso": {"role": "identifier"}}
    report = check(tmp_path, columns=columns, thresholds=[limit("k", at_least=2), limit("household_risk_max", at_most=Decimal("0.9"))])
    assert next(result for result in report.thresholds if result.measure == "household_risk_max").passed


def test_suppression_takes_people_out_and_says_what_is_left(tmp_path: Path) -> None:
    report = check(tmp_path, suppress_below=4)
    assert report.find("entity_k").reason.startswith("distinct entities per class: 1 at least")
    assert report.find("household_risk_max").reason.startswith("1 household")
    remedy = check(tmp_path, thresholds=[limit("k", at_least=4)])
    assert remedy.find("individual_risk_max", rung="published, suppressed below 4").value == report.find("individual_risk_max").value


LAWS: list[tuple[str, Callable[[Rows], Rows], dict[str, bool]]] = [
    ("the order of rows changes nothing", lambda rows: rows[::-1], {"entity_k": True, "individual_risk_max": True, "household_risk_max": True}),
    ("every person twice: twice as many alike", lambda rows: [*rows, *[(f"{p}'", *rest) for p, *rest in rows]], {"entity_k": False}),
    ("heavier weights: less risk", lambda rows: [(p, a, 10 * w, h) for p, a, w, h in rows], {"individual_risk_max": False, "household_risk_max": False}),
]


@pytest.mark.parametrize(("words", "change", "same"), LAWS, ids=[words for words, *_ in LAWS])
def test_laws(words: str, change: Callable[[Rows], Rows], same: dict[str, bool], tmp_path: Path) -> None:
    before, after = check(tmp_path), check(tmp_path, change(PEOPLE))
    for name, kept_as_it_is in same.items():
        one, other = before.find(name).value, after.find(name).value
        assert other == pytest.approx(one, rel=1e-12) if kept_as_it_is else other == 2 * one if name == "entity_k" else other < one


REFUSED = [
    ("two entities", {"hogar": {"role": "entity"}}, [], "a release has one entity column; `hogar` is another"),
    ("two weights", {"hogar": {"role": "weight"}}, [], "a release has one weight column"),
    ("two clusters", {"persona": {"role": "cluster"}}, [], "a release has one cluster column; `hogar` is another"),
    ("no entity", {"persona": {"role": "identifier"}}, [limit("entity_k", at_least=2)], "entity_k needs a column of role entity"),
    (
        "no weight",
        {"peso": {"role": "identifier"}},
        [limit("individual_risk_max", at_most=Decimal("0.1"))],
        "individual_risk_max needs a column of role weight",
    ),
    ("no weight", {"peso": {"role": "identifier"}}, [limit("individual_risk_mean", at_most=1)], "individual_risk_mean needs a column of role weight"),
    ("no cluster", {"hogar": {"role": "identifier"}}, [limit("household_risk_max", at_most=1)], "household_risk_max needs a column of role cluster"),
    ("a group", {}, [limit("entity_k", at_least=2, group="each")], "entity_k speaks of the whole release"),
]


@pytest.mark.parametrize(("words", "columns", "limits", "said"), REFUSED, ids=[f"{words}: {said}" for words, _, _, said in REFUSED])
def test_what_cannot_be_measured_is_refused(words: str, columns: dict[str, Any], limits: list[Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=said):
        check(tmp_path, columns={**declared()["columns"], **columns}, thresholds=[limit("k", at_least=2), *limits])


def test_a_weight_is_a_number(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="the weight `peso` is of type VARCHAR, no number"):
        check(tmp_path, kind="varchar")
    assert check(tmp_path, kind="decimal(9, 2)").find("individual_risk_max").value == pytest.approx(0.0239824657)


NUMBERS = [
    "INTEGER",
    "UBIGINT",
    "int8",
    "double precision",
    "numeric(9,2)",
    "FLOAT64",
    "NUMBER(38,0)",
    "Nullable(Decimal(9, 2))",
    "Float32",
    "UInt64",
    "hugeint",
]
NO_NUMBERS = ["VARCHAR", "BOOLEAN", "DATE", "INTERVAL", "INTEGER[]", "TIMESTAMP", "text", "ENUM('1')", "Nullable(String)"]


@pytest.mark.parametrize("kind", [*NUMBERS, *NO_NUMBERS])
def test_the_types_that_weigh(kind: str) -> None:
    assert CatalogueColumn("w", kind).is_number is (kind in NUMBERS)


BARE = "create or replace table publicas as select edad{more} from visits"


def test_what_is_published_without_its_people_is_measured_without_them_and_says_so(tmp_path: Path) -> None:
    report = check(tmp_path, sql=BARE.format(more=""), published_as="publicas")
    assert [report.find(name) for name in ("individual_risk_max", "household_risk_max")] == [None] * 2
    assert sum("is not measured: what is measured is `publicas`" in warning for warning in report.warnings) == 2
    assert report.find("entity_k").value == 1, "people are counted on `relation`"
    held = check(tmp_path, sql=BARE.format(more=", peso, hogar"), published_as="publicas")
    assert held.find("household_risk_max").value == pytest.approx(0.0702357149)
    for measure in ("individual_risk_mean", "household_risk_max"):
        with pytest.raises(ConfigurationError, match="is not in the published relation"):
            check(tmp_path, sql=BARE.format(more=""), published_as="publicas", thresholds=[limit("k", at_least=2), limit(measure, at_most=1)])


def panel(people: int) -> Rows:
    """As many rows a person as their number says, each person over the ages 30 and 40: no two are the same by all of their rows."""
    return [(f"p{person}", age, 1.0, "h") for person in range(1, people + 1) for age in (30, 40) for _ in range(person)]


LINKED = [({}, 4, "taken to be not linkable"), ({"linkable": False}, 4, "not linkable: nobody"), ({"linkable": True}, 1, "linkable: the rows")]


@pytest.mark.parametrize("published", [False, True], ids=["relation", "published_as"])
@pytest.mark.parametrize(("declaring", "value", "said"), LINKED, ids=["an assumption", "not linkable", "linkable"])
def test_people_whose_rows_nobody_joins_are_counted_in_each_class(declaring: dict[str, Any], value: int, said: str, published: bool, tmp_path: Path) -> None:
    columns = {**declared()["columns"], "persona": {"role": "entity", **declaring}, **UNPUBLISHED}
    more = {"published_as": "publicas", "sql": BARE.format(more="")} if published else {}
    report = check(tmp_path, panel(4), columns=columns, thresholds=[limit("k", at_least=2), limit("entity_k", at_least=2)], **more)
    assert (report.find("k").value, report.find("entity_k").value, report.verdict) == (10, value, "publishable" if value > 1 else "not_publishable")
    assert said in report.find("entity_k").reason


def test_a_pseudonym_that_is_published_joins_the_rows(tmp_path: Path) -> None:
    columns = {**declared()["columns"], **UNPUBLISHED}
    report = check(tmp_path, panel(4), columns=columns, sql=BARE.format(more=", persona"), published_as="publicas")
    assert (report.find("entity_k").value, report.find("entity_k").reason.rpartition("; ")[2]) == (
        1,
        "taken to be linkable, since a pseudonym is published",
    )


def test_people_are_not_counted_where_the_published_rows_are_others(tmp_path: Path) -> None:
    sql = "create or replace table publicas as select edad from visits where edad > 30"
    limits = [limit("k", at_least=2), limit("entity_k", at_least=2)]
    columns = {**declared()["columns"], **UNPUBLISHED}
    report = check(tmp_path, sql=sql, published_as="publicas", columns=columns, thresholds=limits)
    assert report.verdict == "not_measured"
    assert report.find("entity_k").reason.startswith("people cannot be counted: the rows of `relation`")
    assert report.find("entity_k").reason.endswith("declare the where or the suppression that made it")
    declared_too = check(tmp_path, sql=sql, published_as="publicas", columns=columns, thresholds=limits, where="edad > 30")
    assert (declared_too.verdict, declared_too.find("entity_k").value) == ("publishable", 3)


def test_linkable_is_of_an_entity_and_of_an_identifier(tmp_path: Path) -> None:
    for name, key, said in (("hogar", "linkable", "`linkable` is for entity columns"), ("persona", "of", "`of` is for identifier columns")):
        columns = {**declared()["columns"]}
        columns[name] = {**columns[name], key: False if key == "linkable" else "doctor"}
        with pytest.raises(ConfigurationError, match=said):
            check(tmp_path, columns=columns)


GAPS = [
    ("individual_risk_mean", "at_most", ("p1", 30, 0.0, "h1"), "1 zero weight"),
    ("household_risk_max", "at_most", ("p1", 30, 1.0, None), "1 row has no household"),
    ("household_risk_max", "at_most", ("p1", 30, None, "h1"), "1 missing weight"),
]


@pytest.mark.parametrize(("measure", "direction", "row", "said"), GAPS, ids=[f"{measure}: {said}" for measure, _, _, said in GAPS])
def test_a_gap_is_not_measured_and_never_a_pass(measure: str, direction: str, row: tuple[Any, ...], said: str, tmp_path: Path) -> None:
    report = check(tmp_path, [*PEOPLE, row], thresholds=[limit("k", at_least=2), limit(measure, **{direction: 1})], accepted=[NOT_JUDGED])
    assert (report.verdict, report.find(measure).value, report.find(measure).reason) == ("not_measured", None, said)


def test_the_command_line_from_end_to_end(tmp_path: Path) -> None:
    lines = [",".join(str(value) for value in row) for row in [("persona", "edad", "peso", "hogar"), *PEOPLE]]
    (tmp_path / "visits.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "sqlrisk.yml").write_text(
        "version: 1\nreleases:\n  - name: visits\n    relation: {file: visits.csv, types: {peso: DOUBLE}}\n"
        "    columns: {persona: {role: entity}, edad: {role: quasi_identifier}, peso: {role: weight}, hogar: {role: cluster}}\n"
        "    thresholds:\n      - {measure: k, at_least: 3, source: test, reason: test}\n"
        "      - {measure: entity_k, at_least: 2, source: test, reason: test}\n    decided_on: 2026-11-01\n    valid_until: 2027-11-01\n"
    )
    ran = program("check", "--today", TODAY, cwd=tmp_path)
    assert ran.code == 1, ran
    assert "entity_k" in ran.out
    planned = program("check", "--dry-run", "--today", TODAY, cwd=tmp_path)
    assert all(kernel in planned.out for kernel in ("entity_classes", "weighted_classes", "household_risks"))


def test_a_name_of_ours_is_refused() -> None:
    with pytest.raises(QueryFailedError, match="are reserved"):
        render("weighted_classes", "duckdb", relation="people", quasi_identifiers=["age"], weight="sqlrisk_weight")


def test_people_are_counted_where_the_suppression_that_made_the_published_rows_is_declared(tmp_path: Path) -> None:
    """Panels are published without their small classes: the declaration says so, and the rows of `relation` are the published ones."""
    sql = "create or replace table publicas as select edad from visits where edad in (select edad from visits group by edad having count(*) >= 4)"
    columns = {**declared()["columns"], **UNPUBLISHED}
    limits = [limit("k", at_least=2), limit("entity_k", at_least=1)]
    undeclared = check(tmp_path, sql=sql, published_as="publicas", columns=columns, thresholds=limits)
    assert undeclared.find("entity_k").status == "not_measured"
    assert check(tmp_path, sql=sql, published_as="publicas", columns=columns, thresholds=limits, suppress_below=4).find("entity_k").status == "measured"
