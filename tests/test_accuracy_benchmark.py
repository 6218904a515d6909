"""The accuracy benchmark: its comparators, its draws, and its margins."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from benchmarks.accuracy import comparators, generated
from benchmarks.accuracy.answers import MARGINS, UNIQUE, Answer, answers
from benchmarks.accuracy.populations import Population
from benchmarks.accuracy.sampling import Draw, chance, drawn, margin_counts
from benchmarks.accuracy.scoring import Score, summary
from sqlrisk.estimators import margin_forest
from sqlrisk.estimators.histograms import Histogram

H1 = Histogram.of({1: 60, 2: 20, 3: 10, 4: 5, 7: 1}.items())


def test_the_second_moment_of_the_slide_negative_binomial_divides() -> None:
    _, two = comparators.expected_small_classes(np.array(0.7), np.array(0.05), 0.2, 1000)
    assert float(two) == pytest.approx(136.4659, abs=5e-5)


def test_the_slide_negative_binomial_recovers_what_made_its_counts() -> None:
    one, two = comparators.expected_small_classes(np.array(0.7), np.array(0.05), 0.2, 1000)
    a, b = comparators.highest(lambda a, b: -np.asarray((a - 0.7) ** 2 + (b - 0.05) ** 2), (0.0, 2.0), (0.0, 1.0))
    assert (a, b) == pytest.approx((0.7, 0.05), abs=1e-4)
    made = Histogram.of({1: round(float(one)), 2: round(float(two)), 3: 60, 6: 30, 12: 10}.items())
    found = comparators.slide_negative_binomial(made, 0.2)
    assert found is not None
    assert 0 < found < made.share_below(2)


def test_zayatz_of_h1() -> None:
    assert comparators.zayatz(H1, 0.1) == pytest.approx(0.1654395520, abs=5e-11)


def test_pitman_recovers_what_made_its_partition() -> None:
    # a partition of the Ewens-Pitman process (sigma = 1/2, theta = 10), rows one by one
    random, sizes = np.random.default_rng(4), [1]
    for row in range(1, 4000):
        if random.random() < (10 + 0.5 * len(sizes)) / (10 + row):
            sizes.append(1)
        else:
            weights = np.array(sizes) - 0.5
            sizes[int(np.searchsorted(np.cumsum(weights), random.random() * weights.sum()))] += 1
    people = 40_000
    true = math.exp(math.lgamma(11) + math.lgamma(people + 9.5) - math.lgamma(10.5) - math.lgamma(people + 10))
    assert comparators.pitman(Histogram.of(Counter(sizes).items()), 0.1) == pytest.approx(true, rel=0.25)


def test_the_rule_of_dankar_takes_pitman_to_a_tenth_and_then_the_smaller() -> None:
    assert comparators.dankar(H1, 0.1) == comparators.pitman(H1, 0.1)
    assert comparators.dankar(H1, 0.3) <= comparators.zayatz(H1, 0.3)


def test_draws_have_the_sizes_that_chance_gives() -> None:
    population = Population(("a",), np.arange(4)[:, None], np.array([1, 2, 5, 12]))
    random = np.random.default_rng(8)
    mean, singles = np.zeros(4), 0
    for _ in range(4000):
        draw = drawn(population, 0.25, random)
        assert draw.sizes.sum() == 5
        mean[draw.codes[:, 0]] += draw.sizes
        singles += int((draw.sizes[draw.codes[:, 0] == 1] == 1).sum())
    assert mean / 4000 == pytest.approx(np.array([1, 2, 5, 12]) / 4, abs=0.05)
    # one of the two rows of class 1: 2 * C(18, 4) / C(20, 5)
    assert singles / 4000 == pytest.approx(2 * math.comb(18, 4) / math.comb(20, 5), abs=0.03)


def test_draws_are_the_same_in_every_run() -> None:
    population = Population.of(generated.uniform(500, 1, (9, 7)), ("a", "b"))
    one, other = (drawn(population, 0.1, chance("a table", 0.1)) for _ in range(2))
    assert one.sizes.tolist() == other.sizes.tolist()
    assert population.rows == 500


def test_the_margins_are_those_of_a_loop_over_the_classes() -> None:
    rows = generated.municipalities(1500, 3, provinces=8, places=40, age_band=5)
    columns = ("municipality", "province", "age", "sex")
    population = Population.of(rows, columns)
    everyone = Draw(columns, population.codes, population.sizes, population.sizes, 1.0)
    assert margin_counts(everyone).cells == tuple(sorted(looped(list(zip(*(rows[column].tolist() for column in columns), strict=True)), columns)))
    seen = Counter(zip(*(rows[column].tolist() for column in columns), strict=True))
    alone = [{key for key, count in Counter(rows[column].tolist()).items() if count == 1} for column in columns]
    rare = sum(count == 1 and any(value in values for value, values in zip(key, alone, strict=True)) for key, count in seen.items())
    assert margin_counts(everyone).rare_uniques == rare


def looped(rows: list[tuple[int, ...]], columns: tuple[str, ...]) -> list[tuple[int, int, int]]:
    """(bin of ln lambda, size, classes), one class at a time."""
    places = {column: place for place, column in enumerate(columns)}
    margins = {
        subset: Counter(tuple(row[places[column]] for column in subset) for row in rows)
        for width in (1, 2)
        for subset in itertools.combinations(columns, width)
    }
    forest = margin_forest.forest(columns, {subset: Histogram.of(Counter(counts.values()).items()) for subset, counts in margins.items()})
    found: Counter[tuple[int, int]] = Counter()
    for row, size in Counter(rows).items():
        expected = float(len(rows))
        for edge in forest.edges:
            subset = tuple(column for column in columns if column in (edge.parent, edge.child))
            smoothing = forest.smoothing[subset]
            count = margins[subset][tuple(row[places[column]] for column in subset)]
            whole = len(rows) if edge.parent is None else margins[(edge.parent,)][(row[places[edge.parent]],)]
            expected *= (count + smoothing.alpha) * smoothing.gain / whole
        found[math.floor(8 * math.log(expected) + 0.5), size] += 1
    return [(place, size, classes) for (place, size), classes in found.items()]


def test_the_truth_and_the_answers_of_a_small_table() -> None:
    population = Population.of({"a": np.array([0, 0, 1, 1, 1, 2]), "b": np.array([0, 0, 0, 0, 1, 1])}, ("a", "b"))
    truth = population.truth()
    assert (truth.unique_rows, truth.journalist_mean, truth.rows_below_k_map) == pytest.approx((2 / 6, 4 / 6, 1.0))
    draw = drawn(Population.of(generated.uniform(4000, 2, (40, 20)), ("a", "b")), 0.1, np.random.default_rng(0))
    found = {(each.quantity, each.estimator): each for each in answers(draw)}
    product = found[UNIQUE, MARGINS]
    assert product.low is not None
    assert product.high is not None
    assert product.point is not None
    assert product.low <= product.point <= product.high
    assert found[UNIQUE, "naive"].point == draw.histogram().share_below(2)


def test_the_score_of_two_draws() -> None:
    scores = [
        Score("one", 0.1, 0, Answer(UNIQUE, MARGINS, 0.02, True, 0.01, 0.03), truth=0.01, naive=0.1),
        Score("two", 0.1, 0, Answer(UNIQUE, MARGINS, 0.01, False, 0.015, 0.02), truth=0.01, naive=0.1),
    ]
    found = summary(scores)
    assert found.median_ratio is not None
    assert found.median_ratio.value == pytest.approx(1.5)
    assert [each.value for each in (found.within_1_5, found.within_3, found.covered, found.capped, found.not_printed) if each] == [0.5, 1, 0.5, 1, 0.5]
    assert found.rmse_log is not None
    assert found.rmse_log.value == pytest.approx(math.log(2) / math.sqrt(2))
