"""The truth table: counts on the left, the value on the right; no engine."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from sqlrisk.estimators import book
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.layers import population_risk
from sqlrisk.evidence import (
    ClassSizes,
    ComposedClasses,
    ComposedValues,
    HierarchicalClasses,
    LeftClassSizes,
    MatchedClasses,
    MatchedCount,
    OrderedClasses,
    PopulationEvidence,
    RecursiveClasses,
    SensitiveClasses,
    SensitiveCount,
    UnsuppressedClassSizes,
)
from sqlrisk.evidence.composition import JointClasses, ValuesLeft
from sqlrisk.measures import Estimated, KLimit, KMapLimit, Noted, NoValue, RiskLimit, SamplingFraction, Unbounded, measures
from tests import test_protection
from tests.test_people import TRUTH

EMPTY: dict[int, int] = {}
ALONE = {1: 1}
ONE_HUNDRED_ALONE = {1: 100, 50: 398}


def facts(histogram: dict[int, int], *, k: int = 5, f: str = "1", risk: str = "0.2", suppress: int = 5) -> dict[type, Any]:
    sizes = ClassSizes.of(histogram)
    unseen = population_risk(Histogram.of(histogram.items()), Fraction(Decimal(f)), k) if histogram else None
    return {
        PopulationEvidence: PopulationEvidence(None, unseen),
        KMapLimit: KMapLimit(k),
        ClassSizes: sizes,
        UnsuppressedClassSizes: UnsuppressedClassSizes.from_sizes(sizes),
        KLimit: KLimit(k),
        LeftClassSizes: LeftClassSizes.from_sizes(sizes.at_least(suppress)),
        RiskLimit: RiskLimit(Fraction(Decimal(risk))),
        SamplingFraction: SamplingFraction(Fraction(Decimal(f))),
    }


def value(name: str, known: dict[type, Any]) -> Any:
    found = measures()[name].of(known)
    return found.value if isinstance(found, (Noted, Estimated)) else found


def same(expected: Any, got: Any) -> None:
    if expected in (NoValue, Unbounded):
        assert isinstance(got, expected)
    elif isinstance(expected, float):
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-12)
    else:
        assert got == expected


SIZES = [
    # id in words, histogram, measure, value
    ("one person alone", ALONE, "k", 1),
    ("one person alone", ALONE, "prosecutor_max", 1),
    ("one person alone", ALONE, "unique_rows", 1),
    ("one person alone", ALONE, "entropy_bits", 0.0),
    ("one person alone", ALONE, "suppressed_rows", 1),
    ("one person alone", ALONE, "suppressed_entropy_bits", 0.0),
    ("all alike", {7: 1}, "k", 7),
    ("all alike", {7: 1}, "prosecutor_mean", Fraction(1, 7)),
    ("all alike", {7: 1}, "unique_rows", 0),
    ("all alike", {7: 1}, "entropy_bits", 0.0),
    ("empty release", EMPTY, "k", NoValue),
    ("empty release", EMPTY, "prosecutor_max", NoValue),
    ("empty release", EMPTY, "prosecutor_mean", NoValue),
    ("empty release", EMPTY, "unique_rows", NoValue),
    ("empty release", EMPTY, "rows_below_k", NoValue),
    ("empty release", EMPTY, "rows_at_risk", NoValue),
    ("empty release", EMPTY, "entropy_bits", NoValue),
    ("empty release", EMPTY, "suppressed_rows", NoValue),
    ("empty release", EMPTY, "classes", 0),
    ("empty release", EMPTY, "journalist_max_naive", NoValue),
    ("empty release", EMPTY, "population_unique_rows_naive", NoValue),
    ("empty release", EMPTY, "population_unique_rows_poisson", NoValue),
    ("empty release", EMPTY, "population_unique_rows_poisson_gamma", NoValue),
    ("empty release", EMPTY, "correct_match_probability", NoValue),
    ("empty release", EMPTY, "suppressed_entropy_bits", 0.0),
    ("the average hides a hundred", {1: 100, 50: 2, 100: 197}, "prosecutor_mean", Fraction(299, 19900)),
    ("four equal classes are two bits", {25: 4}, "entropy_bits", 2.0),
    ("a risk limit of 0.2 spares classes of five", {4: 1, 5: 1}, "rows_at_risk", Fraction(4, 9)),
    ("below k is strict", {4: 1, 5: 1}, "rows_below_k", Fraction(4, 9)),
    ("suppressing below five", {4: 1, 5: 1}, "suppressed_rows", Fraction(4, 9)),
    ("bits after suppression", {1: 3, 8: 4}, "suppressed_entropy_bits", 2.0),
    ("no risk left", {5: 2}, "rows_at_risk", 0),
    ("the naive share is the sample's", {1: 3, 2: 1}, "population_unique_rows_naive", Fraction(3, 5)),
    ("at f = 1 the Poisson-Gamma is the sample's", {1: 60, 2: 20, 3: 10, 4: 5, 17: 3}, "population_unique_rows_poisson_gamma", 60 / 201),
    ("one class has no variance", {5: 1}, "population_unique_rows_poisson_gamma", NoValue),
    ("at f = 1 a match with a unique is right", {1: 3, 2: 1}, "correct_match_probability", 1),
    ("nobody knows how many people a class has", {3: 1}, "k_map", NoValue),
    ("nobody knows who is not in the table", {3: 1}, "delta_presence_min", NoValue),
    ("nobody knows who is not in the table", {3: 1}, "delta_presence_max", NoValue),
    ("nothing to link with", {3: 1}, "linkage_unique_match_rows", NoValue),
    ("empty release", EMPTY, "population_unique_rows", NoValue),
    ("empty release", EMPTY, "journalist_max", NoValue),
    ("empty release", EMPTY, "journalist_mean", NoValue),
    ("empty release", EMPTY, "rows_below_k_map", NoValue),
    ("at f = 1 the sample is the population", {1: 3, 2: 1}, "population_unique_rows", Fraction(3, 5)),
    ("at f = 1 the sample is the population", {1: 3, 2: 1}, "journalist_mean", Fraction(4, 5)),
    ("at f = 1 the sample is the population", {2: 1, 9: 1}, "rows_below_k_map", Fraction(2, 11)),
    ("at f = 1 the sample is the population", {3: 1, 9: 1}, "journalist_max", Fraction(1, 3)),
    ("nobody alone, nobody in two", {3: 1}, "correct_match_probability", NoValue),
]


@pytest.mark.parametrize(("words", "histogram", "measure", "expected"), SIZES, ids=[f"{words}: {measure}" for words, _, measure, _ in SIZES])
def test_class_sizes(words: str, histogram: dict[int, int], measure: str, expected: Any) -> None:
    same(expected, value(measure, facts(histogram)))


def test_an_average_hides_a_hundred_people() -> None:
    """19,900 rows in classes of 50 and 100 alone: k 1, classes 498, mean .0249, unique .005."""
    known = facts(ONE_HUNDRED_ALONE)
    assert (value("k", known), value("classes", known), value("prosecutor_mean", known), value("unique_rows", known)) == (
        1,
        498,
        Fraction(498, 20_000),
        Fraction(1, 200),
    )


PADRON = MatchedClasses((
    MatchedCount(people=1, classes=1, rows=1, fewest=1, most=1, classes_single=1, classes_absent=2, classes_larger=0, rows_larger=0),
    MatchedCount(people=4, classes=2, rows=5, fewest=1, most=4, classes_single=1, classes_absent=0, classes_larger=0, rows_larger=0),
), 0)  # fmt: skip
OLDER = MatchedClasses((
    MatchedCount(people=0, classes=1, rows=2, fewest=2, most=2, classes_single=0, classes_absent=0, classes_larger=1, rows_larger=2),
    MatchedCount(people=2, classes=2, rows=4, fewest=1, most=3, classes_single=1, classes_absent=1, classes_larger=1, rows_larger=3),
), 0)  # fmt: skip
REFERENCE = [
    ("k_map", 1, 2),
    ("journalist_max", 1, Fraction(1, 2)),
    ("journalist_mean", Fraction(1 + Fraction(5, 4), 6), Fraction(1 + 1 + Fraction(1, 2), 6)),
    ("population_unique_rows", Fraction(1, 6), Fraction(2, 6)),
    ("rows_below_k_map", 1, 1),
    ("correct_match_probability", Fraction(2, 5), Fraction(1, 2)),
    ("linkage_unique_match_rows", Fraction(1, 6), 0),
    ("delta_presence_min", 0, 0),
    ("delta_presence_max", 1, Fraction(3, 2)),
]


@pytest.mark.parametrize(("measure", "exact", "informative"), REFERENCE)
def test_a_reference_is_counted_exactly_and_one_that_contradicts_the_release_is_no_measurement(measure: str, exact: Any, informative: Any) -> None:
    known = facts({1: 2, 4: 1})
    assert value(measure, {**known, PopulationEvidence: PopulationEvidence(PADRON, None)}) == exact
    refused = measures()[measure].of({**known, PopulationEvidence: PopulationEvidence(OLDER, None)})
    assert isinstance(refused, NoValue)
    assert "1 class of the release missing from the reference, 1 class larger than the reference says" in refused.reason
    assert refused.informative == informative


def test_what_is_left_after_suppression_cannot_exceed_its_own_naive_figure() -> None:
    histogram = {1: 60, 2: 20, 3: 10, 4: 5, 7: 1}
    known = facts(histogram, f="0.1") | {ClassSizes: ClassSizes.of(histogram).at_least(3)}
    assert value("population_unique_rows", known) == 0
    left = measures()["journalist_mean"].of(known)
    assert isinstance(left, Estimated)
    assert left.high <= 16 / 57
    assert isinstance(measures()["journalist_max"].of(known), NoValue)


MATCHES = [("0.05", Fraction(3, 41)), ("0.1", Fraction(1, 7)), ("0.5", Fraction(3, 5))]


@pytest.mark.parametrize(("f", "expected"), MATCHES)
def test_skinner_and_elliot(f: str, expected: Fraction) -> None:
    assert value("correct_match_probability", facts({1: 60, 2: 20, 3: 10, 4: 5, 7: 1}, f=f)) == pytest.approx(expected)


def test_the_published_estimators_where_the_variance_does_not_exceed_the_mean() -> None:
    histogram = {1: 60, 2: 20, 3: 10, 4: 5, 7: 1}
    assert book.poisson_gamma(histogram, 0.1) == book.poisson(histogram, 0.1) == pytest.approx(0.0001735134, abs=5e-11)


def classes(**figures: Any) -> SensitiveClasses:
    """One class size of two rows with the given figures; the rest as in a class that tells nothing."""
    plain = {
        "size": 2, "classes": 3, "classes_without_value": 0, "distinct_min": 2, "homogeneous_classes": 0, "homogeneous_rows": 0, "entropy_min": math.log(2),
        "share_max": 0.5, "variation_max": 0.0, "highest_gain": 1.0, "lowest_gain": 1.0, "classes_beyond_surprise": 0, "classes_with_absent_value": 0,
    }  # fmt: skip
    return SensitiveClasses((SensitiveCount(**{**plain, **figures}),), 6)


VALUELESS = classes(distinct_min=None, entropy_min=None, share_max=None, variation_max=None, highest_gain=None, lowest_gain=None, classes_without_value=3)
SENSITIVE = [
    ("a class that tells nothing", classes(), "distinct_l", 2),
    ("a class that tells nothing", classes(), "entropy_l", 2.0),
    ("a class that tells nothing", classes(), "t_closeness", 0.0),
    ("a class that tells nothing", classes(), "max_posterior", 0.5),
    ("a class that tells nothing", classes(), "beta_basic", 0.0),
    ("a class that tells nothing", classes(), "beta_enhanced", 0.0),
    ("a class that tells nothing", classes(), "delta_disclosure", 0.0),
    ("a class that tells nothing", classes(), "homogeneous_rows", 0),
    ("ninety-nine and one", classes(entropy_min=-0.99 * math.log(0.99) - 0.01 * math.log(0.01)), "entropy_l", 1.0575993064679887),
    ("one per cent overall, half of a class", classes(highest_gain=50.0), "beta_basic", 49.0),
    ("a gain within its surprise", classes(highest_gain=1.5), "beta_enhanced", 0.5),
    ("a gain beyond its surprise", classes(highest_gain=50.0, classes_beyond_surprise=1), "beta_enhanced", Unbounded),
    ("a value at half its share", classes(highest_gain=1.5, lowest_gain=0.5), "delta_disclosure", math.log(2)),
    ("a value that a class lacks", classes(classes_with_absent_value=1), "delta_disclosure", Unbounded),
    ("a third tells its secret", classes(homogeneous_classes=1, homogeneous_rows=2), "homogeneous_rows", Fraction(1, 3)),
    ("no value anywhere", VALUELESS, "distinct_l", NoValue),
    ("no value anywhere", VALUELESS, "entropy_l", NoValue),
    ("no value anywhere", VALUELESS, "t_closeness", NoValue),
    ("no value anywhere", VALUELESS, "max_posterior", NoValue),
    ("no value anywhere", VALUELESS, "beta_basic", NoValue),
    ("no value anywhere", VALUELESS, "beta_enhanced", NoValue),
    ("no value anywhere", VALUELESS, "delta_disclosure", NoValue),
    ("no value anywhere", VALUELESS, "classes_without_sensitive_value", NoValue),
    ("no value anywhere", VALUELESS, "homogeneous_rows", NoValue),
    ("a class without a value", classes(classes_without_value=1), "classes_without_sensitive_value", 1),
]


@pytest.mark.parametrize(("words", "evidence", "measure", "expected"), SENSITIVE, ids=[f"{words}: {measure}" for words, _, measure, _ in SENSITIVE])
def test_sensitive_classes(words: str, evidence: SensitiveClasses, measure: str, expected: Any) -> None:
    same(expected, value(measure, {SensitiveClasses: evidence}))


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [(RecursiveClasses(3, 0, 2.5), 2.5), (RecursiveClasses(3, 1, 2.5), Unbounded), (RecursiveClasses(0, 0, None), NoValue)],
    ids=["the worst ratio", "a class with fewer than l values", "no value anywhere"],
)
def test_recursive(evidence: RecursiveClasses, expected: Any) -> None:
    same(expected, value("recursive_c", {RecursiveClasses: evidence}))


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [(OrderedClasses(3, 0, 0.375), 0.375), (OrderedClasses(3, 2, 0.375), NoValue), (OrderedClasses(0, 0, None), NoValue)],
    ids=["the farthest class", "values out of the declared order", "no value anywhere"],
)
def test_ordered(evidence: OrderedClasses, expected: Any) -> None:
    same(expected, value("t_closeness_ordered", {OrderedClasses: evidence}))


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [(HierarchicalClasses(3, 0, 0.25, 3), 0.25), (HierarchicalClasses(3, 2, 0.25, 3), NoValue), (HierarchicalClasses(0, 0, None, 3), NoValue)],
    ids=["the farthest class", "values that the hierarchy does not hold", "no value anywhere"],
)
def test_hierarchical(evidence: HierarchicalClasses, expected: Any) -> None:
    same(expected, value("t_closeness_hierarchical", {HierarchicalClasses: evidence}))


JOINT = ComposedClasses(2, (JointClasses((1,), 2, 4, 1), JointClasses((1, 2), 1, 1, 3), JointClasses((1, 2), 6, 6, 1)), 0)
APART = ComposedClasses(2, (JointClasses((1,), 6, 6, 1), JointClasses((2,), 6, 6, 1)), 0)
LEFT = ComposedValues((ValuesLeft("dx", 2, 0, 9, 0), ValuesLeft("rx", 1, 0, 10, 0)))
COMPOSED = [
    ("three people alone together", JOINT, "composition_k", 1),
    ("three people alone together", JOINT, "composition_unique_rows", 3),
    ("two of eleven left with one diagnosis", JOINT, "composition_single_value_people", 2),
    ("nobody in both", APART, "composition_k", NoValue),
    ("nobody in both", APART, "composition_unique_rows", NoValue),
    ("nobody in both", APART, "composition_single_value_people", NoValue),
]


@pytest.mark.parametrize(("words", "evidence", "measure", "expected"), COMPOSED, ids=[f"{words}: {measure}" for words, _, measure, _ in COMPOSED])
def test_composition(words: str, evidence: ComposedClasses, measure: str, expected: Any) -> None:
    same(expected, value(measure, {ComposedClasses: evidence, ComposedValues: LEFT, KLimit: KLimit(5)}))


def test_the_words_beside_a_gain_and_a_chance() -> None:
    beyond = measures()["beta_enhanced"].of({SensitiveClasses: classes(highest_gain=50.0, classes_beyond_surprise=1)})
    assert isinstance(beyond, Unbounded)
    assert beyond.reason.endswith("the largest gain is 49")


def test_a_reference_without_a_row_of_the_release_says_nothing() -> None:
    matched = {PopulationEvidence: PopulationEvidence(MatchedClasses((), 0), None), KMapLimit: KMapLimit(5), ClassSizes: ClassSizes.of({})}
    for measure in ("k_map", "rows_below_k_map", "journalist_mean"):
        assert value(measure, matched) == NoValue("no row is left to measure"), measure


OF_GROUPS = {
    "k", "classes", "unique_rows", "rows_below_k", "rows_at_risk", "prosecutor_max", "prosecutor_mean", "distinct_l", "entropy_l", "recursive_c",
    "t_closeness", "t_closeness_ordered", "t_closeness_hierarchical", "max_posterior", "beta_basic", "beta_enhanced", "delta_disclosure",
    "homogeneous_rows", "classes_without_sensitive_value", "entropy_bits", "suppressed_rows", "suppressed_entropy_bits", "journalist_max_naive",
}  # fmt: skip
"""Measures with a value for each group: a limit `for group` on another is refused."""
OF_A_SAMPLE = {"population_unique_rows", "journalist_max", "journalist_mean", "k_map", "rows_below_k_map", "correct_match_probability"}
"""Measures that can be judged only where the release is a random sample, or is held against a population relation."""
SHOWN = {"classes", "journalist_max_naive", *(f"population_unique_rows_{model}" for model in ("naive", "poisson", "poisson_gamma"))}
"""Measures that no limit can judge."""
STRICT = {"recursive_c", "delta_disclosure"}
"""Measures that fail where they equal their limit."""


def test_which_limits_each_measure_can_have() -> None:
    found = measures().values()
    assert {each.name for each in found if each.per_group} == OF_GROUPS
    assert {each.name for each in found if each.needs_random_sample} == OF_A_SAMPLE
    assert {each.name for each in found if not each.judged} == SHOWN
    assert {each.name for each in found if each.strict} == STRICT


def test_every_measure_stands_in_this_table() -> None:
    told = {measure for _, _, measure, _ in (*SIZES, *SENSITIVE, *COMPOSED)} | {measure for _, measure, *_ in TRUTH}
    told |= {measure for _, measure, *_ in test_protection.TRUTH}
    told |= {"recursive_c", "t_closeness_ordered", "t_closeness_hierarchical"}
    told |= {"query_error", "suppressed_query_error"}  # tests/test_utility.py
    told |= {"forgotten_column_uniques"}  # tests/test_scan.py
    assert told == set(measures())
