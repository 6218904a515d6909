"""The unseen population: the statements that count for the estimators and against a reference, on every engine, and how check judges them."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.errors import ConfigurationError
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.margin_forest import Edge, Forest, Smoothing, forest
from sqlrisk.evidence.margins import margins
from sqlrisk.planning.population import alone, edges
from sqlrisk.queries import render
from sqlrisk.report import ReleaseReport, Report
from tests.engines import Engine

TODAY = date(2026, 11, 30)
Row = tuple[Any, ...]
HOSTILE = ("n", "c", "k", "b", "g", "classes", "class_size", "rows", "user", "it's")


def random_rows(seed: int, columns: int, rows: int = 60) -> list[Row]:
    """Rows of texts and NULLs, the later columns leaning on the first, with some values seen once."""
    chance = random.Random(seed)
    found = []
    for place in range(rows):
        first = chance.choice(["a", "A", "á", None, "", "b", "c"])
        others = [chance.choice([first, None, "x", "y", "z", f"once {place}"]) for _ in range(columns - 1)]
        found.append((first, *others))
    return found


def loaded(engine: Engine, names: Sequence[str], rows: Sequence[Row], table: str = "people") -> str:
    return engine.load(table, dict.fromkeys(names, "text"), rows)


def sizes_by(rows: Iterable[Row], places: Sequence[int]) -> Counter[Row]:
    return Counter(tuple(row[place] for place in places) for row in rows)


TABLES = [(seed, columns, names) for seed, columns in enumerate((3, 3, 3, 4, 5, 6)) for names in ([f"q{i}" for i in range(columns)],)]
TABLES += [(17, 5, list(HOSTILE[:5])), (18, 5, list(HOSTILE[5:]))]


@pytest.mark.parametrize(("seed", "columns", "names"), TABLES)
def test_the_histograms_of_the_margins_are_those_of_the_rows(engine: Engine, seed: int, columns: int, names: list[str]) -> None:
    rows = random_rows(seed, columns)
    sql = render("margin_histograms", engine.dialect, relation=loaded(engine, names, rows), quasi_identifiers=names, paired=evidence.paired(names)).sql
    found = evidence.margin_histograms(engine.rows(sql), names)
    assert set(found) == {tuple(names), *((name,) for name in names), *itertools.combinations(names, 2)}
    for margin, histogram in found.items():
        expected = Counter(sizes_by(rows, [names.index(name) for name in margin]).values())
        assert dict(zip(histogram.sizes, histogram.counts, strict=True)) == expected, margin


def expected_cells(rows: Sequence[Row], names: Sequence[str], model: Forest) -> tuple[Counter[tuple[int, int]], int, int]:
    """The classes by bin of ln lambda and size; the sample uniques that hold a value seen once, and those alone in a pair of the forest, row by row."""
    places = {name: place for place, name in enumerate(names)}
    cells: Counter[tuple[int, int]] = Counter()
    rare = lone = 0
    for key, size in sizes_by(rows, range(len(names))).items():

        def count(*margin: str, key: Row = key) -> int:
            return sum(all(row[places[name]] == key[places[name]] for name in margin) for row in rows)

        logs = [math.log(len(rows))]
        for edge in model.edges:
            own = model.smoothing_of(edge)
            whole = len(rows) if edge.parent is None else count(edge.parent)
            together = count(edge.child) if edge.parent is None else count(edge.parent, edge.child)
            logs.append(math.log((together + own.alpha) * own.gain) - math.log(whole))
        cells[math.floor(8 * math.fsum(logs) + 0.5), size] += 1
        rare += size == 1 and any(count(name) == 1 for name in names)
        lone += size == 1 and any(edge.parent is not None and count(edge.parent, edge.child) == 1 for edge in model.edges)
    return cells, rare, lone


@pytest.mark.few(6)
@pytest.mark.parametrize(("seed", "columns", "names"), TABLES)
def test_the_classes_by_their_margins_are_those_of_the_rows(engine: Engine, seed: int, columns: int, names: list[str]) -> None:
    rows = random_rows(seed, columns)
    histograms = {margin: Histogram.of(Counter(sizes_by(rows, [names.index(each) for each in margin]).values()).items()) for margin in margins(names)}
    for model in (forest(names, histograms), chain(names)):
        arguments = {"quasi_identifiers": names, "rows": len(rows), "edges": list(edges(model)), "alone": list(alone(model))}
        found = evidence.margin_classes(engine.rows(render("margin_classes", engine.dialect, relation=loaded(engine, names, rows), **arguments).sql))
        cells, rare, lone = expected_cells(rows, names, model)
        assert Counter({(place, size): count for place, size, count in found.cells}) == cells
        assert (found.rare_uniques, found.lone_uniques) == (rare, lone)


def chain(names: Sequence[str]) -> Forest:
    """Every column hung on the one before, the last one alone: all that a forest can hold."""
    hung = names[:-1] if len(names) > 2 else names
    edges = [Edge(before, name) for before, name in zip([None, *hung], hung, strict=False)] + [Edge(None, name) for name in names[len(hung) :]]
    kept = {tuple(sorted((each for each in (edge.parent, edge.child) if each), key=list(names).index)): Smoothing(-0.75, 0.003) for edge in edges}
    return Forest(tuple(edges), kept)


def brute_force(sample: Sequence[Row], people: Iterable[tuple[Row, int]], at_least: int = 1) -> dict[str, Any]:
    """k-map, journalist and presence figures, class by class."""
    counted: Counter[Row] = Counter()
    for key, weight in people:
        counted[key] += weight
    sizes = {key: size for key, size in Counter(sample).items() if size >= at_least}
    rows = sum(sizes.values())
    return {
        "rows": rows,
        "population": sum(counted.values()),
        "missing": sum(not counted[key] for key in sizes),
        "larger": sum(0 < counted[key] < size for key, size in sizes.items()),
        "k_map": min((counted[key] for key in sizes), default=None),
        "mean": sum(Fraction(size, max(counted[key], size)) for key, size in sizes.items()) / rows if rows else None,
        "below 3": sum(size for key, size in sizes.items() if counted[key] < 3),
        "delta": sorted(Fraction(sizes.get(key, 0), weight) for key, weight in counted.items() if weight),
        "single": (sum(size == 1 for size in sizes.values()), sum(counted[key] for key, size in sizes.items() if size == 1)),
    }


def same(found: evidence.MatchedClasses, expected: Mapping[str, Any]) -> None:
    assert (found.rows, found.population, found.missing, found.larger) == tuple(expected[key] for key in ("rows", "population", "missing", "larger"))
    assert min((each.people for each in found.of_release()), default=None) == expected["k_map"]
    assert found.rows == 0 or found.mean_risk() == expected["mean"]
    assert found.rows_below(3) == expected["below 3"]
    assert found.single_people() == expected["single"]
    assert (min(found.presence(), default=None), max(found.presence(), default=None)) == (
        (expected["delta"][0], expected["delta"][-1]) if expected["delta"] else (None, None)
    )


@pytest.mark.parametrize("names", [["age", "town"], ["n", "rows"], ["user", "classes"]])
@pytest.mark.parametrize("seed", range(4))
def test_a_reference_is_matched_class_by_class(engine: Engine, seed: int, names: list[str]) -> None:
    chance = random.Random(seed)
    people = random_rows(seed, 2, 80)
    sample = chance.sample(people, 30) if seed else random_rows(99, 2, 30)
    relation, reference = loaded(engine, names, sample), loaded(engine, names, people, "padron")
    for at_least in (1, 2):
        arguments = {"quasi_identifiers": names, "reference": reference, "min_class_size": at_least}
        found = evidence.matched_classes(engine.rows(render("matched_classes", engine.dialect, relation=relation, **arguments).sql))
        same(found, brute_force(sample, ((key, 1) for key in people), at_least))
        assert found.faults == 0


@pytest.mark.parametrize("weights", [[0, 1, 5, 40], [1, 2, None], [3, -1], [2, 0.5]], ids=["whole", "missing", "negative", "broken"])
def test_a_table_of_counts_stands_for_its_people(engine: Engine, weights: list[Any]) -> None:
    chance = random.Random(3)
    people = [(*row, chance.choice(weights)) for row in random_rows(3, 2, 80)]
    sample = [row[:2] for row in people if row[2]][:20]
    reference = engine.load("padron", {"age": "text", "town": "text", "n": "double precision"}, people)
    arguments = {"quasi_identifiers": ["age", "town"], "reference": reference, "weight": "n"}
    found = evidence.matched_classes(engine.rows(render("matched_classes", engine.dialect, relation=loaded(engine, ["age", "town"], sample), **arguments).sql))
    usable = [(row[:2], int(row[2])) for row in people if row[2] is not None and row[2] >= 0 and row[2] == int(row[2])]
    assert found.faults == len(people) - len(usable)
    same(found, brute_force(sample, usable))


# check


def release(*limits: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    found = {
        "name": "altas",
        "relation": "altas",
        "columns": {"edad": {"role": "quasi_identifier"}, "zona": {"role": "quasi_identifier"}},
        "thresholds": [
            {"measure": "prosecutor_mean", "at_most": Decimal("0.999"), "source": "test", "reason": "test"},
            *({"source": "test", "reason": "test", **limit} for limit in limits),
        ],
        "adversary": {"access": "agreement"},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }
    return {**found, **more}


def checked(declared: Mapping[str, Any], **frames: pd.DataFrame) -> tuple[ReleaseReport, Report]:
    report = sqlrisk.check({"version": 1, "releases": [declared]}, today=TODAY, frames=frames)
    return report.releases[0], report


def value(report: ReleaseReport, measure: str) -> Any:
    found = report.find(measure)
    assert found is not None, measure
    return found.value


SAMPLE = pd.DataFrame({"edad": [30, 30, 40, None, 50], "zona": ["N", "N", "S", None, "S"]}, dtype=object).astype({"edad": "Int64"})
PADRON = pd.DataFrame({"age": [30] * 4 + [40] * 2 + [None] * 3 + [50, 60], "area": ["N"] * 4 + ["S"] * 2 + [None] * 3 + ["S", "N"]}, dtype=object).astype(
    {"age": "Int64"}
)
MAPPED = {"relation": "padron", "columns": {"edad": "age", "zona": "area"}}


def test_a_population_relation_gives_exact_figures_whatever_its_columns_are_called() -> None:
    found, report = checked(release({"measure": "k_map", "at_least": 1}, {"measure": "marketer", "at_most": 1}, population=MAPPED), altas=SAMPLE, padron=PADRON)
    assert report.exit_code == 0
    assert value(found, "k_map") == value(found, "journalist_max") == 1
    assert value(found, "journalist_mean") == Fraction(1, 5) * (Fraction(2, 4) + Fraction(1, 2) + Fraction(1, 3) + 1)
    assert value(found, "population_unique_rows") == value(found, "linkage_unique_match_rows") == Fraction(1, 5)
    assert (value(found, "delta_presence_min"), value(found, "delta_presence_max")) == (0, 1)
    assert value(found, "correct_match_probability") == Fraction(3, 2 + 3 + 1)
    assert found.hypotheses["sampling_fraction"]["value"] == 5 / 11
    assert "P(correct | unique) is 1/1" in (found.find("linkage_unique_match_rows").reason or "")


def test_a_table_of_counts_is_a_population() -> None:
    counts = PADRON.groupby(["age", "area"], dropna=False).size().rename("people").reset_index()
    found, _ = checked(release(population={**MAPPED, "weight": "people"}), altas=SAMPLE, padron=counts)
    assert (value(found, "k_map"), value(found, "delta_presence_max")) == (1, 1)
    assert found.find("k_map").reason == "counted in the reference relation: 11 people"


def test_a_level_is_applied_to_a_population_of_raw_columns() -> None:
    declared = release(population=MAPPED, publish={"edad": "decena"})
    declared["columns"]["edad"]["levels"] = {"decena": "floor(edad / 20) * 20"}
    found, _ = checked(declared, altas=SAMPLE, padron=PADRON)
    assert value(found, "k_map") == 3


def test_a_class_that_the_population_lacks_is_no_measurement() -> None:
    older = PADRON[PADRON.age.isna() | (PADRON.age != 40)].drop(index=[0, 1, 2])
    found, report = checked(release({"measure": "k_map", "at_least": 1}, population=MAPPED), altas=SAMPLE, padron=older)
    assert report.exit_code == 3
    assert found.verdict == "not_measured"
    limit = found.thresholds[1]
    assert (limit.value, limit.passed) == (None, False)
    assert "1 class of the release missing from the reference, 1 class larger than the reference says" in " ".join(found.warnings)
    assert value(found, "delta_presence_max") == 2, "informative, not clamped"


@pytest.mark.parametrize("severity", ["error", "warn"])
def test_an_informative_figure_never_passes_a_limit(severity: str) -> None:
    older = PADRON.drop(index=range(4))
    found, report = checked(release({"measure": "delta_presence_max", "at_most": 1, "severity": severity}, population=MAPPED), altas=SAMPLE, padron=older)
    assert found.thresholds[1].passed is False
    assert report.exit_code == (3 if severity == "error" else 0)


WRONG_POPULATIONS = [
    ({"relation": "padron"}, "the population relation has no column `edad`"),
    ({"relation": "padron", "columns": {"edad": "age", "zona": "nothing"}}, "has no column `nothing`"),
    ({**MAPPED, "weight": "nothing"}, "has no column `nothing`"),
    ({**MAPPED, "weight": "area"}, "is no number"),
    ({"relation": "padron", "columns": {"edda": "age", "zona": "area"}}, "population.columns names `edda`"),
    ({"relation": "padron", "columns": {"edad": "age", "zona": "age"}}, "that another stands for already"),
    ({"relation": "padron", "columns": {"edad": "ages", "zona": "area"}}, "`ages` of the population relation is of the nested or ambiguous type"),
]


@pytest.mark.parametrize(("population", "told"), WRONG_POPULATIONS)
def test_a_population_that_cannot_be_matched_is_a_configuration_error(population: Mapping[str, Any], told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        checked(release(population=population), altas=SAMPLE, padron=PADRON.assign(ages=[[1, 2]] * len(PADRON)))


def people(rows: int, seed: int = 1) -> pd.DataFrame:
    chance = random.Random(seed)
    return pd.DataFrame(
        [(min(99, int(chance.expovariate(1 / 30))), f"z{min(400, int(chance.paretovariate(0.8)))}", chance.choice("MF")) for _ in range(rows)],
        columns=["edad", "zona", "sexo"],
    )


SAMPLED = {"sampling_fraction": Decimal("0.1"), "random_sample": True, "evidence": "drawn by lot"}


def sampled(*limits: Mapping[str, Any], population: Mapping[str, Any] = SAMPLED, **more: Any) -> dict[str, Any]:
    declared = release(*limits, population=population, **more)
    declared["columns"]["sexo"] = {"role": "quasi_identifier"}
    return declared


def test_a_limit_is_held_against_the_end_that_hurts() -> None:
    table = people(3000)
    free, _ = checked(sampled(), altas=table)
    figure = free.find("population_unique_rows")
    assert figure is not None
    assert figure.low is not None
    assert figure.high is not None
    assert figure.value is not None
    assert figure.low < float(figure.value) < figure.high
    assert figure.estimator == "Poisson-Gamma around the margins (margin-NB)"
    between = (float(figure.value) + figure.high) / 2
    for limit, passed in ((between, False), (figure.high, True)):
        found, report = checked(sampled({"measure": "population_unique_rows", "at_most": Decimal(limit)}), altas=table)
        assert (found.thresholds[1].passed, report.exit_code) == ((True, 0) if passed else (False, 1))
        assert found.thresholds[1].value == figure.high


def test_the_three_layers_stand_together() -> None:
    found, _ = checked(sampled(), altas=people(3000))
    for measure in ("population_unique_rows", "journalist_mean"):
        figure = found.find(measure)
        assert figure is not None
        assert figure.interval == "model interval"
        told = " ".join(figure.assumptions)
        assert "without a model it lies between" in told
        assert "an upper bound" in told
        assert "no confidence interval" in told


def test_a_range_of_the_fraction_gives_no_point_and_both_ends() -> None:
    table = people(3000)
    found, _ = checked(sampled(population={**SAMPLED, "sampling_fraction": [Decimal("0.05"), Decimal("0.3")]}), altas=table)
    wide = found.find("population_unique_rows")
    ends = [checked(sampled(population={**SAMPLED, "sampling_fraction": Decimal(f)}), altas=table)[0].find("population_unique_rows") for f in ("0.05", "0.3")]
    assert wide is not None
    assert wide.value is None
    assert (wide.low, wide.high) == (ends[0].low, ends[1].high)


def test_without_a_random_sample_the_figures_are_shown_and_never_judged() -> None:
    found, _ = checked(sampled(population={"sampling_fraction": Decimal("0.1")}), altas=people(800))
    for measure in ("population_unique_rows", "journalist_mean", "correct_match_probability"):
        figure = found.find(measure)
        assert figure is not None
        assert figure.status == "measured"
        assert "not interpretable: not a random sample" in (figure.reason or "")
    with pytest.raises(ConfigurationError, match="nothing says that the release is a random sample"):
        checked(sampled({"measure": "marketer", "at_most": 1}, population={"sampling_fraction": Decimal("0.1")}), altas=people(800))


def test_what_suppression_leaves_has_no_population_unique() -> None:
    found, report = checked(sampled({"measure": "population_unique_rows", "at_most": 0}, suppress_below=2), altas=people(3000))
    assert report.exit_code == 0
    assert value(found, "population_unique_rows") == 0
    mean = found.find("journalist_mean")
    assert mean is not None
    assert mean.high is not None
    assert mean.high <= value(found, "prosecutor_mean")


@pytest.mark.parametrize(("k_map", "k"), [(50, 50), (None, 7)])
def test_the_k_of_rows_below_k_map(k_map: int | None, k: int) -> None:
    limits = [{"measure": "k", "at_least": 7}, *([{"measure": "k_map", "at_least": k_map}] if k_map else [])]
    found, _ = checked(release(*limits, population=MAPPED), altas=SAMPLE, padron=PADRON)
    counts = {30: 4, 40: 2, 50: 1, None: 3}
    assert value(found, "rows_below_k_map") == Fraction(sum(rows for key, rows in {30: 2, 40: 1, 50: 1, None: 1}.items() if counts[key] < k), 5)


@pytest.mark.parametrize("publish", [{"edad": "dropped"}, {}])
def test_one_or_two_quasi_identifiers_have_no_margins(publish: dict[str, str]) -> None:
    declared = release(population=SAMPLED, publish=publish)
    found, _ = checked(declared, altas=people(3000)[["edad", "zona"]])
    figure = found.find("population_unique_rows")
    assert figure is not None
    assert figure.status == "measured"
    assert figure.estimator == "Poisson-generalised-gamma with an atom of certain uniques"
    assert figure.interval == "bounds without a model"


def test_more_than_twelve_quasi_identifiers_pair_the_first_twelve(tmp_path: Path) -> None:
    names = [f"q{place}" for place in range(15)]
    chance = random.Random(0)
    table = pd.DataFrame([[chance.choice("ab") for _ in names] for _ in range(600)], columns=names)
    declared = release(population=SAMPLED)
    declared["columns"] = {name: {"role": "quasi_identifier"} for name in names}
    found, _ = checked(declared, altas=table)
    figure = found.find("population_unique_rows")
    assert figure is not None
    assert figure.status == "measured"
    assert any("first 12" in told for told in figure.assumptions)


def test_the_weight_is_a_column_of_the_population_whatever_the_mapping_says() -> None:
    sample = pd.DataFrame({"peso": [80, 80], "sexo": ["M", "M"]})
    counts = pd.DataFrame({"kilos": [80], "sexo": ["M"], "peso": [2]})
    declared = release(population={"relation": "padron", "columns": {"peso": "kilos"}, "weight": "peso"})
    declared["columns"] = {"peso": {"role": "quasi_identifier"}, "sexo": {"role": "quasi_identifier"}}
    found, _ = checked(declared, altas=sample, padron=counts)
    assert (value(found, "k_map"), value(found, "delta_presence_max")) == (2, 1)


def test_a_mapping_finds_its_column_in_any_case() -> None:
    sample = SAMPLE.rename(columns={"edad": "EDAD"})
    found, _ = checked(release(population=MAPPED), altas=sample, padron=PADRON.assign(edad=1))
    assert value(found, "delta_presence_max") == 1
    assert value(found, "k_map") == 1


def test_no_error_lists_the_columns_of_a_population_which_may_be_data(tmp_path: Path) -> None:
    (tmp_path / "padron.csv").write_text("41,12345678Z García\n40,87654321X Pérez\n", encoding="utf-8")
    with pytest.raises(ConfigurationError) as told:
        sqlrisk.check({"version": 1, "releases": [release(population={"relation": "padron.csv"})]}, today=TODAY, frames={"altas": SAMPLE}, project_dir=tmp_path)
    assert "García" not in str(told.value)
    assert "is it a header" in str(told.value)


def suppressed(table: pd.DataFrame, k: int) -> pd.DataFrame:
    return table[table.groupby(["edad", "zona", "sexo"]).edad.transform("size") >= k]


def test_a_table_suppressed_before_says_nothing_of_the_population() -> None:
    table = people(3000)
    asked = {"measure": "marketer", "at_most": 1}
    found, report = checked(sampled(asked, published_as="publicas"), altas=table, publicas=suppressed(table, 3))
    assert report.exit_code == 3
    assert "the classes left are no random sample" in " ".join(found.warnings)
    assert checked(sampled(asked, published_as="publicas"), altas=table, publicas=table)[1].exit_code == 0
    starred = table.copy().astype({"edad": object})
    starred.loc[~starred.index.isin(suppressed(table, 3).index), ["edad", "zona", "sexo"]] = "*"
    assert checked(sampled(asked, suppressed_marker="*"), altas=starred.astype(str))[1].exit_code == 3


def test_rows_that_are_not_people_say_nothing_of_the_population() -> None:
    visits = pd.concat([people(600).assign(persona=range(600))] * 2)
    declared = sampled({"measure": "population_unique_rows", "at_most": Decimal("0.05")})
    declared["columns"]["persona"] = {"role": "entity"}
    found, report = checked(declared, altas=visits)
    assert report.exit_code == 3
    assert "an entity has up to 2 of them" in " ".join(found.warnings)
    assert checked(declared | {"thresholds": declared["thresholds"][:1]}, altas=visits[:600])[0].find("journalist_mean").status == "measured"


@pytest.mark.parametrize(
    "limit", [{"measure": "delta_presence_max", "at_most": 1}, {"measure": "delta_presence_max", "at_most": Decimal("0.1"), "severity": "warn"}]
)
def test_a_secret_membership_asks_for_a_limit_that_can_break(limit: Mapping[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match="membership is sensitive"):
        checked(release(limit, population=MAPPED, membership_sensitive=True), altas=SAMPLE, padron=PADRON)


def test_a_filter_that_the_population_does_not_share_is_told() -> None:
    found, _ = checked(release(population=MAPPED, where="zona = 'N'"), altas=SAMPLE, padron=PADRON)
    assert "the declared filter restricts the release, not its population" in " ".join(found.warnings)


def test_what_is_described_and_not_sized_is_not_declared() -> None:
    found, _ = checked(release(population={"description": "residents", "random_sample": True, "evidence": "by lot"}), altas=SAMPLE)
    assert "no population is declared" in " ".join(found.warnings)
    assert "no sampling fraction was given" in (found.find("journalist_mean").reason or "")


def test_unique_people_among_large_groups_do_not_pass_by_their_class_sizes() -> None:
    chance = random.Random(5)
    sizes = [1, 1, 50] * 3000
    population = [place for place, size in enumerate(sizes) for _ in range(size)]
    sample = pd.DataFrame({"edad": chance.sample(population, len(population) // 20)})
    declared = release({"measure": "population_unique_rows", "at_most": Decimal("0.01")}, population={**SAMPLED, "sampling_fraction": Decimal("0.05")})
    del declared["columns"]["zona"]
    found, report = checked(declared, altas=sample)
    truth = sum(sizes[place] == 1 for place in sample.edad) / len(sample)
    figure = found.find("population_unique_rows")
    assert figure is not None
    assert figure.high is not None
    assert truth > 0.03
    assert figure.high > truth
    assert report.exit_code == 1
