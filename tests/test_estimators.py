"""The unseen population: the values to pin, the properties that hold for every table, and coverage on draws from known populations."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqlrisk.errors import ConfigurationError
from sqlrisk.estimators import book, free_bounds, generalised_gamma, margin_forest, margin_nb, poisson_gamma, skinner_elliot
from sqlrisk.estimators.arrays import size_bins
from sqlrisk.estimators.histograms import Histogram, fraction_of, sampling_fraction
from sqlrisk.estimators.intervals import Interval
from sqlrisk.estimators.layers import population_risk
from sqlrisk.estimators.margin_nb import MarginCounts
from sqlrisk.estimators.mixtures import mixture_quantiles
from sqlrisk.estimators.poisson_gamma import PoissonGamma, share_seen
from sqlrisk.estimators.risks import TIER_A, TIER_B, Layers, PopulationRisk
from sqlrisk.estimators.special import digamma, erf, inverse_mean, log_gamma, probability_below
from sqlrisk.estimators.statuses import Status
from tests.engines import TIMES


def histogram(counts: dict[int, int]) -> Histogram:
    return Histogram.of(counts.items())


def printed(value: float) -> object:
    """A figure that the specification prints with so many digits: from a coarser fit, so a figure at the edge may round the other way."""
    return pytest.approx(value, abs=0.52 * 10.0 ** -len(repr(value).partition(".")[2]))


H1 = histogram({1: 60, 2: 20, 3: 10, 4: 5, 7: 1})
FIRST_DRAW = histogram({1: 488, 2: 213, 3: 102, 4: 44, 5: 31, 6: 15, 7: 11, 8: 5, 9: 3, 10: 6, 12: 2, 13: 2, 14: 2, 15: 4, 17: 1})


# The special functions


def test_log_gamma_and_digamma_are_those_of_the_library() -> None:
    x = np.concatenate([np.geomspace(1e-3, 1e15, 4001), np.linspace(0.02, 30, 3001)])
    exact = np.array([math.lgamma(each) for each in x])
    assert np.max(np.abs(log_gamma(x) - exact) / np.maximum(1, np.abs(exact))) < 1e-13
    steps = np.linspace(0.02, 60, 997)
    assert np.max(np.abs(digamma(steps + 1) - digamma(steps) - 1 / steps)) < 1e-12
    assert float(digamma(1.0)) == pytest.approx(-0.5772156649015329, abs=1e-14)


def test_erf() -> None:
    x = np.linspace(-6, 6, 2401)
    assert np.max(np.abs(erf(x) - [math.erf(each) for each in x])) < 1.5e-7


@pytest.mark.parametrize("p", [1e-4, 0.01, 0.19, 0.7, 0.999])
@pytest.mark.parametrize("n", [1, 2, 5, 40, 200])
def test_the_mean_of_one_over_f_has_closed_forms(n: int, p: float) -> None:
    assert float(inverse_mean(n, n + 1, p)) == pytest.approx(p / n, rel=1e-11)
    assert float(inverse_mean(n, n + 2, p)) == pytest.approx(p / n * (1 - (1 - p) / (n + 1)), rel=1e-11)
    assert float(inverse_mean(1, 1, p)) == pytest.approx(p * math.log(1 / p) / (1 - p), rel=1e-11)
    assert float(inverse_mean(n, n + 0.3, 1.0)) == pytest.approx(1 / n, rel=1e-11)


@pytest.mark.parametrize(("n", "shape", "p"), [(1, 0.5, 0.1), (1, 0.02, 0.3), (3, 2.5, 0.2), (10, 60.0, 0.5), (200, 199.5, 0.9)])
def test_the_negative_binomial_is_summed_term_by_term(n: int, shape: float, p: float) -> None:
    others = np.arange(20_000.0)
    chances = np.exp(log_gamma(shape + others) - log_gamma(shape) - log_gamma(others + 1) + shape * np.log(p) + others * np.log1p(-p))
    assert float(inverse_mean(n, shape, p)) == pytest.approx(float(chances @ (1 / (n + others))), rel=1e-10)
    for k in (n, n + 1, n + 5, n + 30):
        assert float(probability_below(k, n, shape, p)) == pytest.approx(float(chances[: k - n].sum()), abs=1e-12)


def test_the_quantiles_of_one_normal_and_of_two() -> None:
    one = mixture_quantiles(np.array([2.0]), np.array([1.0]), np.array([3.0]), (0.025, 0.5, 0.975))
    assert one == pytest.approx([2 - 3 * 1.959964, 2, 2 + 3 * 1.959964], abs=1e-5)
    two = mixture_quantiles(np.array([-10.0, 10.0]), np.array([0.25, 0.75]), np.array([1.0, 1.0]), (0.125, 0.625))
    assert two == pytest.approx([-10, 10], abs=1e-5)


# Closed forms: (alpha, beta, f) -> figures of a Poisson-Gamma population

CLOSED = [
    # alpha, beta, f, p, rho, U, naive, K/N, E[1/F | 1, 2, 5], P(F < 3 | 1)
    (1, 9, 0.1, 0.19, 0.0361, 0.01, 0.277008310249, 0.1, (0.19, 0.095, 0.038), 0.094582),
    (0, 9, 0.1, 0.19, 0.19, 0.1, 1 / 1.9, 0.25584278811, (0.3895542337, 0.1431909822, None), 0.3439),
    (2, 4, 0.25, 0.4, 0.064, 0.008, 2.0**-3, 0.12, (0.28, 0.16, 0.072), 0.1792),
    (0.5, 20, 0.05, 2 / 21, 0.0293911142785, 0.0103913281065, 2.0**-1.5, 0.0781782109764, (0.1455564842, None, None), None),
    (-0.5, 50, 0.02, 0.0392156862745, 0.198029508595, 0.140028008403, 2.0**-0.5, None, (0.3305920383, None, None), None),
]


@pytest.mark.parametrize(("alpha", "beta", "f", "p", "rho", "unique", "naive", "mean", "risks", "below"), CLOSED)
def test_closed_forms(
    alpha: float,
    beta: float,
    f: float,
    p: float,
    rho: float,
    unique: float,
    naive: float,
    mean: float | None,
    risks: Sequence[float | None],
    below: float | None,
) -> None:
    x = f * beta
    assert (1 + x) / (1 + beta) == pytest.approx(p, rel=1e-10)
    fit = PoissonGamma(H1, alpha, x, Status.ESTIMATED)
    assert fit.still_unique(f) == pytest.approx(rho, rel=1e-10)
    assert (1 + x) ** -(1 + alpha) == pytest.approx(naive, rel=1e-10)
    assert naive * fit.still_unique(f) == pytest.approx(unique, rel=1e-10)
    if mean is not None:
        assert float(share_seen(alpha, beta)) / beta == pytest.approx(mean, rel=1e-10)
    for size, risk in zip((1, 2, 5), risks, strict=True):
        if risk is not None:
            assert fit.individual_risk(size, f) == pytest.approx(risk, rel=1e-9)
    if below is not None:
        assert float(probability_below(3, 1, 1 + alpha, p)) == pytest.approx(below, rel=1e-10)


def test_the_share_of_classes_seen_is_that_of_the_closed_form() -> None:
    assert float(share_seen(1, 0.9)) / 0.9 == pytest.approx(1 / 1.9, rel=1e-12)
    assert float(share_seen(0, 9.0)) == pytest.approx(math.log(10), rel=1e-12)
    assert float(share_seen(1e-12, 9.0)) == pytest.approx(math.log(10), rel=1e-11)


# The histogram H1


def test_poisson_gamma_of_h1() -> None:
    """The specification prints alpha .74798892 and x .744279123, good to 6e-8: its grid stops there. The root of the slope is .747988863313, .744279150662."""
    fit = poisson_gamma.fit(H1)
    assert fit.status is Status.ESTIMATED
    assert (fit.alpha, fit.x) == pytest.approx((0.747988863313, 0.744279150662), abs=1e-10)
    assert (fit.alpha, fit.x) == pytest.approx((0.74798892, 0.744279123), abs=1e-7)
    for f, unique, mean in ((0.05, 0.00803995, 0.0784628), (0.1, 0.02427204, 0.1432036), (0.5, 0.20534365, 0.4440056), (1, 0.38216561, 0.6114650)):
        assert fit.unique_rows(f) == pytest.approx(unique, abs=0.5e-8)
        assert fit.journalist_mean(f) == pytest.approx(mean, abs=0.5e-7)


def test_the_classical_estimators_of_h1() -> None:
    """The specification's figure for Benedetti-Franconi has f / (r - 1 + f) above r = 2, as sdcMicro shortens it; its own E[1 / F | r] gives .13249."""
    assert (H1.rows, H1.classes) == (157, 96)
    assert H1.share_below(2) == pytest.approx(0.3821656051, abs=1e-10)
    counts = dict(zip(H1.sizes, H1.counts, strict=True))
    assert book.poisson_gamma(counts, 0.1) == book.poisson(counts, 0.1) == pytest.approx(0.0001735134, abs=1e-10)
    sizes, classes = H1.arrays()
    exact = inverse_mean(sizes, sizes, 0.1)
    assert float(exact @ (sizes * classes)) / H1.rows == pytest.approx(0.1324912446, abs=1e-10)
    shortened = np.where(sizes > 2, 0.1 / (sizes - 0.9), exact)
    assert float(shortened @ (sizes * classes)) / H1.rows == pytest.approx(0.1327797420, abs=1e-10)
    assert H1.share_below(2) * 0.1 == pytest.approx(0.0382165605, abs=1e-10)
    zayatz = H1.share_below(2) * 60 / float(classes @ (sizes * 0.9 ** (sizes - 1)))
    assert zayatz == pytest.approx(0.1654395520, abs=1e-10)


def test_the_correct_match_probability_of_h1() -> None:
    assert [skinner_elliot.correct_match_probability(H1, f) for f in (0.05, 0.1, 0.5, 1)] == pytest.approx([3 / 41, 1 / 7, 0.6, 1])
    low, high = (math.log(end / (1 - end)) for end in (skinner_elliot.interval(H1, 0.1).low, skinner_elliot.interval(H1, 0.1).high))
    assert (low + high) / 2 == pytest.approx(math.log(60.5 * 0.1 / (1.8 * 20.5)))
    assert (high - low) / 2 == pytest.approx(2.6 * math.sqrt(1 / 60.5 + 1 / 20.5))


def test_the_bounds_of_h1() -> None:
    assert free_bounds.unique_rows(H1, 0.1) == free_bounds.Bounds(0.0, pytest.approx(0.45370764, abs=0.5e-8))
    mean = free_bounds.journalist_mean(H1, 0.1)
    assert (mean.low, mean.high) == pytest.approx((0.06439989, 0.48061561), abs=0.6e-8)
    assert free_bounds.teaching_bound(H1) == pytest.approx(0.2123142251, abs=1e-10)
    assert free_bounds.teaching_bound(histogram({1: 3, 2: 1})) is None


def test_tier_b_of_h1() -> None:
    """At f = .5 the specification prints the upper end as .3305; it and the prototype give .33045, which rounds down."""
    posterior = generalised_gamma.fit(H1, 0.1, 5)
    unique, mean = posterior.unique_rows(), posterior.journalist_mean()
    assert (unique.point, unique.interval.low, unique.interval.high) == (printed(0.0376), printed(0.0031), printed(0.1336))
    assert (mean.point, mean.interval.low, mean.interval.high) == (printed(0.163), printed(0.104), printed(0.267))
    assert posterior.rows_below().point == printed(0.1935)
    unique = generalised_gamma.fit(H1, 0.5, 5).unique_rows()
    assert (unique.point, unique.interval.low) == (printed(0.2251), printed(0.1435))
    assert unique.interval.high == pytest.approx(0.3305, abs=1e-4)


@pytest.mark.parametrize(("alpha", "x", "found"), [(0.5, 2, (0.50002, 1.99996)), (-0.4, 5, (-0.4, 4.99999)), (2, 0.5, (2.00008, 0.49998))])
def test_the_fit_recovers_the_parameters_that_made_the_histogram(alpha: float, x: float, found: tuple[float, float]) -> None:
    sizes = np.arange(1.0, 400.0)
    logs = log_gamma(alpha + sizes) - log_gamma(alpha + 1) - log_gamma(sizes + 1) + sizes * math.log(x / (1 + x))
    classes = np.round(1e7 * np.exp(logs) / (((1 + x) ** alpha - 1) / alpha))
    fit = poisson_gamma.fit(Histogram.of((int(size), int(count)) for size, count in zip(sizes, classes, strict=True) if count))
    assert (fit.alpha, fit.x) == pytest.approx(found, abs=1e-5)


# The book's thirty draws

SEEDS = {
    # f: naive, PG ML, Tier B U [lo, hi], free hi, theta
    0.01: (0.759, 0.0431, (0.0505, 0.0005, 0.284), 0.826, 0.041),
    0.02: (0.6325, 0.0458, (0.0401, 0.0012, 0.191), 0.613, 0.056),
    0.05: (0.4072, 0.0479, (0.0329, 0.0032, 0.108), 0.308, 0.082),
    0.1: (0.2569, 0.0393, (0.0243, 0.0048, 0.065), 0.184, 0.122),
    0.2: (0.123, 0.0227, (0.0112, 0.0033, 0.028), 0.083, 0.178),
    0.5: (0.03488, 0.0144, (0.0099, 0.006, 0.015), 0.024, 0.386),
}
MARGIN_SEEDS = {
    # f: Tier A U [lo, hi], K/N [lo, hi]
    0.01: ((0.0086, 0.0015, 0.05), (0.0879, 0.055, 0.141)),
    0.02: ((0.0104, 0.0021, 0.052), (0.0934, 0.061, 0.144)),
    0.05: ((0.0119, 0.003, 0.048), (0.0938, 0.064, 0.136)),
    0.1: ((0.0122, 0.0037, 0.041), (0.0949, 0.07, 0.131)),
    0.2: ((0.0113, 0.0044, 0.029), (0.0935, 0.076, 0.12)),
    0.5: ((0.0116, 0.0074, 0.018), (0.0941, 0.085, 0.101)),
}


@pytest.fixture(scope="module")
def samples(shared: Path) -> dict[float, list[Histogram]]:
    found: dict[float, list[Histogram]] = defaultdict(list)
    for line in (shared / "data" / "book" / "sample_histograms.txt").read_text().split():
        name, counts = line.split(";")
        found[float(name.partition("_")[0])].append(Histogram.of((int(s), int(c)) for s, _, c in (pair.partition(":") for pair in counts.split(","))))
    assert [len(draws) for draws in found.values()] == [5] * 6
    assert found[0.01][0] == histogram({1: 158, 2: 14, 3: 2, 4: 2})
    assert found[0.1][0] == FIRST_DRAW
    return found


def means(rows: Iterator[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(float(np.mean(column)) for column in zip(*rows, strict=True))


def three(layers: Layers | generalised_gamma.Estimate) -> tuple[float, float, float]:
    return (layers.point, layers.interval.low, layers.interval.high)


@pytest.mark.parametrize("f", SEEDS)
def test_the_means_over_five_draws(samples: dict[float, list[Histogram]], f: float) -> None:
    naive, fitted, tier_b, bound, theta = SEEDS[f]
    assert np.mean([draw.share_below(2) for draw in samples[f]]) == pytest.approx(naive, abs=1e-12)
    assert np.mean([poisson_gamma.fit(draw).unique_rows(f) for draw in samples[f]]) == printed(fitted)
    assert means(three(generalised_gamma.fit(draw, f, 5).unique_rows()) for draw in samples[f]) == tuple(printed(each) for each in tier_b)
    assert np.mean([free_bounds.unique_rows(draw, f).high for draw in samples[f]]) == printed(bound)
    assert np.mean([skinner_elliot.correct_match_probability(draw, f) for draw in samples[f]]) == printed(theta)


def sizes_of(table: pd.DataFrame, columns: Sequence[str]) -> Histogram:
    counts = table.groupby(list(columns)).size().value_counts()
    return Histogram.of((int(size), int(count)) for size, count in counts.items())


def margin_counts(table: pd.DataFrame) -> MarginCounts:
    """What the two queries of Tier A will bring: classes by (bin of ln lambda, size), from the margins of the forest; and the rare sample uniques."""
    columns = tuple(table.columns)
    subsets = [(column,) for column in columns] + list(itertools.combinations(columns, 2))
    forest = margin_forest.forest(columns, {subset: sizes_of(table, subset) for subset in subsets})
    cells = table.groupby(list(columns)).size().rename("rows").reset_index()
    logs, rare = np.full(len(cells), math.log(len(table))), np.zeros(len(cells), dtype=bool)
    for edge in forest.edges:
        margin = [column for column in columns if column in (edge.parent, edge.child)]
        counts = cells.merge(table.groupby(margin).size().rename("c").reset_index(), on=margin, how="left")["c"].to_numpy(float)
        whole = len(table) if edge.parent is None else cells[edge.parent].map(table.groupby(edge.parent).size()).to_numpy(float)
        smoothing = forest.smoothing[tuple(margin)]
        logs += np.log(np.maximum((counts + smoothing.alpha) * smoothing.gain, 1e-6) / whole)
    for column in columns:
        rare |= (cells[column].map(table.groupby(column).size()) == 1).to_numpy()
    cells["bin"] = np.floor(8 * logs + 0.5).astype(int)
    together = cells.groupby(["bin", "rows"]).size()
    return MarginCounts.of(((place, size, count) for (place, size), count in together.items()), int((rare & (cells["rows"] == 1)).sum()))


def test_tier_a_holds_the_truth_in_all_thirty_draws(shared: Path, samples: dict[float, list[Histogram]]) -> None:
    people = pd.read_parquet(shared / "data" / "book" / "poblacion_sintetica.parquet")
    table = pd.DataFrame({"edad5": people.edad // 5 * 5, "sexo": people.sexo, "provincia": people.codigo_postal.str[:2]})
    chance = np.random.default_rng(42)
    held = 0
    for f, (unique, mean) in MARGIN_SEEDS.items():
        found = []
        for draw in samples[f]:
            counts = margin_counts(table.iloc[chance.choice(len(table), int(len(table) * f), replace=False)])
            assert counts.histogram() == draw
            assert not counts.too_sparse
            posterior = margin_nb.fit(counts, f, 5)
            risk = population_risk(draw, f, margins=counts)
            assert risk.unique_rows.estimator == TIER_A
            unique_interval = posterior.unique_rows().interval.within(risk.unique_rows.bounds)
            mean_interval = posterior.journalist_mean().interval.within(risk.journalist_mean.bounds)
            assert unique_interval is not None
            assert mean_interval is not None
            held += unique_interval.holds(0.0112)
            assert mean_interval.holds(0.0937)
            assert (risk.unique_rows.interval.high, risk.journalist_mean.interval.high) == (unique_interval.high, mean_interval.high)
            ends = unique_interval.low, unique_interval.high, mean_interval.low, mean_interval.high
            found.append((posterior.unique_rows().point, *ends[:2], posterior.journalist_mean().point, *ends[2:]))
        assert means(iter(found)) == tuple(printed(each) for each in (*unique, *mean)), f
    assert held == 30


def test_the_class_sizes_alone_may_lower_the_lower_end_of_tier_a() -> None:
    # pupils of schools with four grades each: too few a school for a pair to show it
    chance = np.random.default_rng(6)
    school = chance.integers(0, 300, 900)
    table = pd.DataFrame({"school": school, "grade": school % 4 * 3 + chance.integers(0, 4, 900), "sex": chance.integers(0, 2, 900)})
    counts = margin_counts(table)
    risk, alone = population_risk(counts.histogram(), 0.01, margins=counts), population_risk(counts.histogram(), 0.01)
    with_margins = margin_nb.fit(counts, 0.01, 5).unique_rows()
    assert alone.unique_rows.interval.low < with_margins.interval.low
    assert risk.unique_rows.interval.low == alone.unique_rows.interval.low
    assert risk.unique_rows.interval.high == min(with_margins.interval.high, risk.unique_rows.bounds.high)


def test_where_margins_tell_little_the_upper_end_is_never_below_that_of_the_class_sizes() -> None:
    # half of the wages follow the job, the others follow nothing: no pair can hold both, and what the margins expect is far from either
    chance = np.random.default_rng(7)
    job = chance.integers(0, 40, 60_000)
    wage = np.where(chance.random(60_000) < 0.5, job * 20 + chance.integers(0, 20, 60_000), chance.integers(0, 800, 60_000))
    table = pd.DataFrame({"job": job, "wage": wage, "sex": chance.integers(0, 2, 60_000)})
    truth = (table.groupby([*table.columns]).size() == 1).sum() / len(table)
    counts = margin_counts(table.iloc[chance.choice(len(table), 6000, replace=False)])
    fitted = margin_nb.fit(counts, 0.1, 5)
    risk, alone = population_risk(counts.histogram(), 0.1, margins=counts), population_risk(counts.histogram(), 0.1)
    assert fitted.unique_rows().interval.high < truth < alone.unique_rows.interval.high
    assert risk.unique_rows.interval.high == alone.unique_rows.interval.high


@pytest.mark.parametrize("f", [0.05, 0.1])
def test_the_intervals_hold_the_truth_of_adult(shared: Path, f: float) -> None:
    adult = pd.read_csv(shared / "data" / "adult" / "adult.csv", sep=";")[["age", "sex", "education", "marital-status"]]
    sizes = adult.groupby(list(adult.columns)).size()
    shares = {"unique_rows": (sizes == 1).sum(), "journalist_mean": len(sizes), "rows_below_k_map": sizes[sizes < 5].sum()}
    truth = {name: rows / len(adult) for name, rows in shares.items()}
    chance = np.random.default_rng(2026)
    rows = int(len(adult) * f)
    draws = [margin_counts(adult.iloc[chance.choice(len(adult), rows, replace=False)]) for _ in range(20)]
    for margins in (True, False):
        risks = [population_risk(each.histogram(), Fraction(rows, len(adult)), margins=each if margins else None) for each in draws]
        for name, value in truth.items():
            found: list[Layers] = [getattr(risk, name) for risk in risks]
            assert sum(each.interval.holds(value) for each in found) >= 17, (name, margins)
            assert all(each.bounds.holds(value) for each in found), (name, margins)
            points = [each.point for each in found if each.point is not None]
            assert len(points) == 20
            assert abs(math.log(np.mean(points) / value)) < 0.4, (name, margins)


# The forest of the margins


def test_a_determined_column_hangs_on_the_one_that_determines_it() -> None:
    chance = np.random.default_rng(5)
    postcode = chance.integers(0, 300, 4000)
    table = pd.DataFrame({"postcode": postcode, "age": chance.integers(0, 80, 4000), "province": postcode // 10})
    subsets = [("postcode",), ("age",), ("province",), ("postcode", "age"), ("postcode", "province"), ("age", "province")]
    forest = margin_forest.forest(("postcode", "age", "province"), {subset: sizes_of(table, subset) for subset in subsets})
    assert forest.edges == (margin_forest.Edge(None, "postcode"), margin_forest.Edge("postcode", "province"), margin_forest.Edge(None, "age"))
    assert set(forest.smoothing) == {("postcode",), ("postcode", "province"), ("age",)}


def forest_of(table: pd.DataFrame) -> set[tuple[str | None, str]]:
    columns = tuple(table.columns)
    subsets = [(column,) for column in columns] + list(itertools.combinations(columns, 2))
    found = margin_forest.forest(columns, {subset: sizes_of(table, subset) for subset in subsets})
    return {(edge.parent, edge.child) for edge in found.edges}


def test_a_column_of_two_values_does_not_come_between_two_that_depend() -> None:
    chance = np.random.default_rng(1)
    age, coin = chance.integers(0, 20, 3000), chance.integers(0, 2, 3000)
    school = np.where(chance.random(3000) < 0.7, age, chance.integers(0, 20, 3000))
    assert ("age", "school") in forest_of(pd.DataFrame({"age": age, "coin": coin, "school": school}))


def test_a_dependence_shows_where_the_pairs_outnumber_the_rows() -> None:
    chance = np.random.default_rng(2)
    place = chance.integers(0, 1500, 6000)
    age = np.where(chance.random(6000) < 0.9, place * 7 % 20, chance.integers(0, 20, 6000))
    assert forest_of(pd.DataFrame({"place": place, "age": age})) == {(None, "place"), ("place", "age")}
    assert forest_of(pd.DataFrame({"place": place, "age": chance.permutation(age)})) == {(None, "place"), (None, "age")}
    fewer = pd.DataFrame({"place": place, "age": age})[:1500]
    assert sizes_of(fewer, ["place", "age"]).share_below(2) > 0.15
    assert forest_of(fewer) == {(None, "place"), (None, "age")}


@pytest.mark.parametrize("values", [(20, 6), (2000, 20), (3000, 3000)])
def test_the_dependence_by_chance_is_that_of_shuffled_columns(values: tuple[int, int]) -> None:
    chance = np.random.default_rng(3)
    one, two = (np.floor(count * chance.random(3000) ** 2).astype(int) for count in values)
    a, b = sizes_of(pd.DataFrame({"a": one}), ["a"]), sizes_of(pd.DataFrame({"b": two}), ["b"])
    shuffled = [sizes_of(pd.DataFrame({"a": one, "b": chance.permutation(two)}), ["a", "b"]) for _ in range(60)]
    found = [2 * (rows_ln_rows(both) - rows_ln_rows(a) - rows_ln_rows(b) + 3000 * math.log(3000)) for both in shuffled]
    mean, variance = margin_forest.by_chance(a, b)
    assert np.mean(found) == pytest.approx(mean, abs=4 * math.sqrt(variance / 60))
    assert np.std(found) == pytest.approx(math.sqrt(variance), rel=0.35)


def rows_ln_rows(counts: Histogram) -> float:
    return sum(count * size * math.log(size) for size, count in zip(counts.sizes, counts.counts, strict=True))


def test_the_deviance_of_a_cell_by_chance() -> None:
    # three of ten rows against four of ten: r = 0, 1, 2, 3 in 35, 105, 63 and 7 of 210 deals
    seen, weights = np.arange(4), np.array([35, 105, 63, 7]) / 210
    each = 2 * seen * np.log(np.maximum(seen, 1))
    residual = each - np.polyval(np.polyfit(seen, each, 1, w=np.sqrt(weights)), seen)
    found = margin_forest.cell_deviance(np.array([3.0]), np.array([4.0]), 10)
    assert (found[0][0], found[1][0]) == pytest.approx((weights @ each - 2.4 * math.log(1.2), weights @ residual**2))
    below, above = (margin_forest.cell_deviance(np.array([size]), np.array([1000.0]), 1e5) for size in (2999.0, 3001.0))
    assert (below[0][0], below[1][0]) == pytest.approx((above[0][0], above[1][0]), rel=0.03)


def test_smoothing_follows_the_margin() -> None:
    assert margin_forest.smoothing(histogram({50: 3, 90: 2})) == margin_forest.Smoothing(-0.5, 1.0)
    assert margin_forest.smoothing(histogram({1: 40})) == margin_forest.Smoothing(-0.98, 1e-3)
    found = margin_forest.smoothing(histogram({1: 30, 2: 10, 5: 5, 40: 2}))
    assert -0.95 <= found.alpha <= 0
    assert 0 < found.gain < 1


def test_margins_of_other_rows_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="different rows"):
        population_risk(H1, 0.1, margins=MarginCounts.of([(0, 1, 60)]))
    with pytest.raises(ConfigurationError, match="no rows"):
        margin_nb.fit(MarginCounts.of([]), 0.1, 5)


# The input


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([], "the table has no rows (or every row was excluded)"),
        ([(0, 1)], "class size is not a whole number of at least 1"),
        ([(-1, 1)], "class size is not a whole number of at least 1"),
        ([(1.5, 1)], "class size is not a whole number of at least 1"),
        ([(True, 1)], "class size is not a whole number of at least 1"),
        ([(1, 0)], "number of classes is not a whole number of at least 1"),
        ([(1, 2), (2, 1), (1, 5)], "stands twice"),
        ([(2**40, 2**40)], "more than 9,007,199,254,740,992 rows"),
    ],
)
def test_what_is_no_histogram_is_refused(pairs: list[tuple[int, int]], said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Histogram.of(pairs)
    assert said in str(caught.value)


@pytest.mark.parametrize("f", [0, -0.1, 1.0001, math.nan, math.inf, "0.1", None, True])
def test_a_fraction_outside_its_range_is_refused(f: float) -> None:
    with pytest.raises(ConfigurationError) as caught:
        sampling_fraction(f)
    assert "sampling fraction must be in (0,1]; unknown → use 1 (conservative)" in str(caught.value)


def test_other_refusals() -> None:
    for wrong in (lambda: sampling_fraction(1e-13), lambda: fraction_of(10, 9), lambda: population_risk(H1, 0.1, 0), lambda: population_risk(H1, 0.1, 1001)):
        with pytest.raises(ConfigurationError):
            wrong()
    assert fraction_of(10, 40) == Fraction(1, 4)


def test_what_a_histogram_knows() -> None:
    assert (H1.rows, H1.classes, H1.having(1), H1.having(4), H1.having(5)) == (157, 96, 60, 5, 0)
    assert H1.below(3) == [(1, 60), (2, 20)]
    assert H1.share_below(5) == pytest.approx(150 / 157)
    assert Histogram.of([(np.int64(2), np.int64(3))]) == histogram({2: 3})


@pytest.mark.parametrize(("alpha", "x"), [(-0.6, 3000.0), (0.0, 400.0), (0.7, 200.0), (3.0, 60.0)])
def test_binning_the_large_sizes_costs_less_than_a_thousandth(alpha: float, x: float) -> None:
    sizes = np.arange(1.0, 12_000.0)
    logs = log_gamma(alpha + sizes) - log_gamma(sizes + 1) + sizes * math.log(x / (1 + x))
    classes = np.floor(np.exp(logs - logs.max()) * 3e4)
    found = Histogram.of((int(size), int(count)) for size, count in zip(sizes, classes, strict=True) if count)
    binned, together = found.binned()
    assert len(binned) < 250
    assert float(binned @ together) == pytest.approx(found.rows, rel=1e-12)
    assert float(together.sum()) == found.classes
    whole = PoissonGamma(found, *unbinned_fit(found), Status.ESTIMATED)
    fit = poisson_gamma.fit(found)
    for f in (0.01, 0.1, 0.5):
        assert fit.still_unique(f) == pytest.approx(whole.still_unique(f), rel=1e-3)
        assert fit.journalist_mean(f) == pytest.approx(whole.journalist_mean(f), rel=1e-3)


def unbinned_fit(found: Histogram) -> tuple[float, float]:
    """The maximum of the same likelihood over every single size, by golden section."""
    sizes, classes = found.arrays()
    low, high = -0.97, 10.0
    ratio = (math.sqrt(5) - 1) / 2
    for _ in range(45):
        inner = np.array([high - ratio * (high - low), low + ratio * (high - low)])
        left, right = poisson_gamma.profile(inner, sizes, classes)[0]
        low, high = (low, float(inner[1])) if left > right else (float(inner[0]), high)
    best = np.array([(low + high) / 2])
    return float(best[0]), float(poisson_gamma.profile(best, sizes, classes)[1][0])


def test_bins_begin_above_a_hundred() -> None:
    assert size_bins(np.array([1.0, 99.0, 100.0, 101.0, 102.0, 103.0, 1e6])).tolist() == [1, 99, 100, 101, 101, 102, 561]


# Bounds without a model


@pytest.mark.parametrize("f", [1e-4, 0.01, 0.1, 0.5, 0.99])
@pytest.mark.parametrize("pairs", [0, 1, 2, 3])
def test_the_polynomials_lie_on_their_side(f: float, pairs: int) -> None:
    for y in range(13):
        powers = [math.comb(y, order) for order in range(2 * pairs + 2)]
        alone, reciprocal = float(y == 0), 1 / (1 + y)
        for bound, aim in ((free_bounds.indicator, alone), (free_bounds.reciprocal, reciprocal)):
            above, below = bound("above", pairs, f), bound("below", pairs, f)
            assert (above @ powers[: above.shape[1]] >= aim - 1e-9).all()
            assert (below @ powers[: below.shape[1]] <= aim + 1e-9).all()


def test_a_sample_that_no_population_gives_is_told() -> None:
    """Classes below 5 are missing, as after suppression: no random sample of 5 % looks so."""
    risk = population_risk(histogram({5: 500, 6: 20}), 0.05)
    assert risk.unique_rows.status is Status.NOT_A_RANDOM_SAMPLE
    assert risk.unique_rows.point is None
    assert "suppressed" in (risk.unique_rows.reason or "")


# Statuses: what to print where it is unattainable

STATUSES = [
    ({1: 3, 2: 4}, 1.0, Status.CENSUS),
    ({1: 700}, 0.1, Status.ALL_CLASSES_SINGLETONS),
    ({1: 3}, 0.1, Status.ALL_CLASSES_SINGLETONS),
    ({2: 1, 40: 10, 50: 10}, 0.5, Status.NO_SAMPLE_UNIQUES),
    ({1: 1800, 2: 100}, 0.1, Status.BOUNDARY_HOMOGENEOUS),
    ({1: 1000, 5000: 1}, 0.1, Status.BOUNDARY_HEAVY_TAIL),
    ({1: 10_000, 2: 5_000}, 0.5, Status.MODEL_REJECTED),
    ({1: 60, 2: 20, 3: 10, 4: 5, 7: 1}, 0.1, Status.SAMPLE_TOO_SMALL),
    ({1: 488, 2: 213, 3: 102, 4: 44, 5: 31, 6: 15}, 0.009, Status.SAMPLE_TOO_SMALL),
    (dict(zip(FIRST_DRAW.sizes, FIRST_DRAW.counts, strict=True)), 0.1, Status.ESTIMATED),
]


@pytest.mark.parametrize(("counts", "f", "status"), STATUSES, ids=[f"{status}-{place}" for place, (*_, status) in enumerate(STATUSES)])
def test_the_status_says_what_kind_of_answer_it_is(counts: dict[int, int], f: float, status: Status) -> None:
    found = population_risk(histogram(counts), f).unique_rows
    assert found.status is status
    assert (found.reason is None) == (status is Status.ESTIMATED)
    if status in (Status.MODEL_REJECTED, Status.BOUNDARY_HOMOGENEOUS):
        assert found.interval == Interval(found.bounds.low, found.bounds.high)
    if status in (Status.MODEL_REJECTED, Status.BOUNDARY_HOMOGENEOUS, Status.SAMPLE_TOO_SMALL):
        assert found.point is None


def drawn(population: np.ndarray, rows: int) -> Histogram:
    """A simple random sample of so many rows from classes of these sizes."""
    sample = np.random.default_rng(7).multivariate_hypergeometric(population, rows, method="marginals")
    return Histogram.of((int(size), int(count)) for size, count in zip(*np.unique(sample[sample > 0], return_counts=True), strict=True))


def test_few_sample_uniques_are_too_small_a_sample() -> None:
    chance = np.random.default_rng(3)
    population = chance.poisson(chance.gamma(2, 40, 300))
    counts = drawn(population, population.sum() // 10)
    assert counts.rows > 500
    assert 0 < counts.having(1) < 20
    found = population_risk(counts, 0.1).journalist_mean
    assert (found.status, found.point) == (Status.SAMPLE_TOO_SMALL, None)


def test_without_sample_uniques_the_estimate_is_zero_and_the_upper_end_is_not() -> None:
    found = population_risk(histogram({2: 1, 40: 10, 50: 10}), 0.5).unique_rows
    assert found.point == 0
    assert found.interval == Interval(0, pytest.approx(3 * math.sqrt(2) / 902))


def test_singletons_alone_say_one_and_that_it_is_undetermined() -> None:
    found = population_risk(histogram({1: 700}), 0.1).unique_rows
    assert found.point == found.interval.high == 1
    assert "undetermined" in (found.reason or "")
    few = population_risk(histogram({1: 3}), 0.1).unique_rows
    assert few.point is None
    assert "too small" in (few.reason or "")


def test_below_a_thousandth_the_upper_end_is_floored() -> None:
    chance = np.random.default_rng(1)
    sizes = chance.poisson(chance.gamma(3, 5, 3000))
    found = population_risk(drawn(sizes, sizes.sum() // 2), 0.5).unique_rows
    assert found.status is Status.BELOW_RESOLUTION
    assert found.point is None
    assert found.interval.high >= 0.001
    assert found.interval.holds((sizes == 1).sum() / sizes.sum())


@pytest.mark.parametrize(("rare", "estimator"), [(147, TIER_B), (146, TIER_A)])
def test_a_column_that_is_nearly_an_identifier_sends_tier_a_home(rare: int, estimator: str) -> None:
    cells = [(8 * (size > 2), size, count) for size, count in zip(FIRST_DRAW.sizes, FIRST_DRAW.counts, strict=True)]
    found = population_risk(FIRST_DRAW, 0.1, margins=MarginCounts.of(cells, rare)).unique_rows
    assert found.estimator == estimator
    assert (found.status is Status.MARGINS_TOO_SPARSE) == (estimator == TIER_B)


def test_a_model_with_margins_is_not_bound_by_the_fit_of_the_sizes_alone() -> None:
    counts = histogram({1: 1800, 2: 100})
    assert poisson_gamma.fit(counts).status is Status.BOUNDARY_HOMOGENEOUS
    assert population_risk(counts, 0.1, margins=MarginCounts.of([(-3, 1, 1800), (-3, 2, 100)])).unique_rows.status is not Status.BOUNDARY_HOMOGENEOUS


# Properties


@pytest.mark.parametrize("counts", [H1, FIRST_DRAW, histogram({1: 700}), histogram({3: 4, 200: 2})], ids=["h1", "draw", "singletons", "no uniques"])
def test_at_f_1_everything_is_counted(counts: Histogram) -> None:
    risk = population_risk(counts, 1)
    exact = counts.share_below(2), counts.classes / counts.rows, counts.share_below(5)
    for found, value in zip((risk.unique_rows, risk.journalist_mean, risk.rows_below_k_map), exact, strict=True):
        assert (found.point, found.interval, found.bounds) == (value, Interval(value, value), Interval(value, value))
    fit = poisson_gamma.fit(counts)
    assert fit.unique_rows(1) == counts.share_below(2)
    assert fit.journalist_mean(1) == pytest.approx(counts.classes / counts.rows, rel=1e-14)
    assert risk.chance_of_a_population_unique == float(counts.having(1) > 0)


def test_the_figures_rise_with_the_fraction() -> None:
    for counts in (H1, FIRST_DRAW):
        fit = poisson_gamma.fit(counts)
        fractions = [1e-4, 0.001, 0.01, 0.05, 0.1, 0.3, 0.7, 0.99, 1]
        risks = [population_risk(counts, f) for f in fractions]
        for rising in (
            [fit.unique_rows(f) for f in fractions],
            [fit.journalist_mean(f) for f in fractions],
            [skinner_elliot.correct_match_probability(counts, f) for f in fractions],
            [generalised_gamma.fit(counts, f, 5).unique_rows().point for f in fractions[:-1]],
            [generalised_gamma.fit(counts, f, 5).journalist_mean().point for f in fractions[:-1]],
            [risk.journalist_mean.bounds.low for risk in risks],
        ):
            assert rising == sorted(rising)


def test_a_range_of_the_fraction_gives_an_interval_and_no_point() -> None:
    both, low, high = (population_risk(FIRST_DRAW, f) for f in ((0.05, Fraction(1, 10)), 0.05, 0.1))
    assert both.fractions == (0.05, 0.1)
    for name in ("unique_rows", "journalist_mean", "rows_below_k_map", "correct_match_probability"):
        found, start, end = getattr(both, name), getattr(low, name), getattr(high, name)
        assert found.point is None
        assert found.interval == Interval(start.interval.low, end.interval.high)
    assert population_risk(FIRST_DRAW, (0.1, 0.1)) == high
    assert population_risk(FIRST_DRAW, (0.1, 0.05)) == both


def test_the_chance_of_a_population_unique() -> None:
    risk = population_risk(FIRST_DRAW, 0.1)
    assert risk.expected_unique_rows == pytest.approx(2000 * risk.unique_rows.point)
    assert risk.chance_of_a_population_unique == pytest.approx(-math.expm1(-risk.expected_unique_rows))


def test_the_same_input_gives_the_same_bytes_in_any_order() -> None:
    pairs = list(zip(FIRST_DRAW.sizes, FIRST_DRAW.counts, strict=True))
    risks = []
    for order in (pairs, pairs[::-1], pairs[7:] + pairs[:7]):
        free_bounds.indicator.cache_clear()
        free_bounds.reciprocal.cache_clear()
        margins = MarginCounts.of([(size % 3, size, count) for size, count in order])
        risks.append(repr((population_risk(Histogram.of(order), 0.1), population_risk(Histogram.of(order), 0.1, margins=margins))))
    assert len(set(risks)) == 1


def ordered(risk: PopulationRisk) -> None:
    figures = [risk.unique_rows, risk.journalist_mean, risk.rows_below_k_map, *([risk.correct_match_probability] if risk.correct_match_probability else [])]
    for found in figures:
        assert 0 <= found.bounds.low <= found.bounds.high <= 1
        assert 0 <= found.interval.low <= found.interval.high <= 1
        if found.point is not None:
            assert found.interval.low <= found.point <= found.interval.high
            assert found.point <= found.naive + 1e-12
    least = risk.fractions[0] * risk.histogram.classes / risk.histogram.rows
    assert risk.journalist_mean.interval.low >= least * (1 - 1e-12)
    assert risk.unique_rows.interval.low <= risk.rows_below_k_map.interval.high + 0.001 or risk.k == 1


HISTOGRAMS = st.dictionaries(st.one_of(st.integers(1, 8), st.integers(1, 400), st.integers(1, 10**9)), st.integers(1, 10**5), min_size=1, max_size=12)
FRACTIONS = st.one_of(st.floats(1e-12, 1), st.floats(0.01, 1))


@settings(max_examples=60 * TIMES)
@given(HISTOGRAMS, FRACTIONS, st.integers(1, 12))
def test_any_histogram_has_finite_ordered_layers(counts: dict[int, int], f: float, k: int) -> None:
    ordered(population_risk(histogram(counts), f, k))


@settings(max_examples=30 * TIMES)
@given(HISTOGRAMS, FRACTIONS, st.integers(1, 12), st.data())
def test_any_margins_have_finite_ordered_layers(counts: dict[int, int], f: float, k: int, data: st.DataObject) -> None:
    margins = MarginCounts.of((data.draw(st.integers(-110, 200)), size, count) for size, count in counts.items())
    ordered(population_risk(histogram(counts), f, k, margins))


@settings(max_examples=60 * TIMES)
@given(HISTOGRAMS, FRACTIONS)
def test_any_histogram_has_a_fit(counts: dict[int, int], f: float) -> None:
    found = histogram(counts)
    fit = poisson_gamma.fit(found)
    assert math.isfinite(fit.alpha)
    assert 0 <= fit.unique_rows(f) <= found.share_below(2)
    assert f * found.classes / found.rows * (1 - 1e-12) <= fit.journalist_mean(f) <= 1
    assert 0 < fit.individual_risk(found.sizes[0], f) <= 1 / found.sizes[0] + 1e-9
