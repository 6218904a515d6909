"""What every estimator says of one draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.accuracy import comparators
from benchmarks.accuracy.populations import K
from benchmarks.accuracy.sampling import Draw, margin_counts
from sqlrisk.estimators import book, free_bounds, generalised_gamma, margin_nb, poisson_gamma
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.intervals import Estimate
from sqlrisk.estimators.layers import population_risk
from sqlrisk.estimators.risks import Layers, PopulationRisk

UNIQUE, MEAN, BELOW, MATCH = "unique_rows", "journalist_mean", "rows_below_k_map", "correct_match_probability"
MARGINS, SIZES = "margins (Tier A, or B where too sparse)", "class sizes alone (Tier B)"
NAIVE, THETA = "naive", "Skinner & Elliot"
PRODUCT = (MARGINS, SIZES)


@dataclass(frozen=True)
class Answer:
    """An estimate of one quantity. `point` is the model's, None where it has none; `printed` says whether the product gives it to a reader."""

    quantity: str
    estimator: str
    point: float | None
    printed: bool = True
    low: float | None = None
    high: float | None = None
    status: str = ""


def answers(draw: Draw) -> Iterator[Answer]:
    """The answers of the product with margins and without, of the classical estimators, and theta."""
    histogram, fraction = draw.histogram(), draw.fraction
    counts = margin_counts(draw)
    model = generalised_gamma.fit(histogram, fraction, K)
    with_margins = model if counts.too_sparse else margin_nb.fit(counts, fraction, K)
    risk = population_risk(histogram, fraction, K, counts)
    yield from _product(MARGINS, risk, with_margins)
    yield from _product(SIZES, population_risk(histogram, fraction, K), model)
    if risk.correct_match_probability is not None:
        yield _layered(MATCH, THETA, risk.correct_match_probability, risk.correct_match_probability.point)
    yield from classical(histogram, fraction)


def classical(histogram: Histogram, fraction: float) -> Iterator[Answer]:
    """The estimators that need the class sizes alone."""
    fitted = poisson_gamma.fit(histogram)
    bounds = free_bounds.unique_rows(histogram, fraction)
    yield Answer(UNIQUE, "free bounds (the upper one as point)", bounds.high, low=bounds.low, high=bounds.high)
    for name, estimator in UNIQUE_ROWS.items():
        yield Answer(UNIQUE, name, estimator(histogram, fraction))
    yield Answer(UNIQUE, "Poisson-Gamma, ML", fitted.unique_rows(fraction))
    yield Answer(MEAN, NAIVE, histogram.classes / histogram.rows)
    yield Answer(MEAN, "Poisson-Gamma, ML", fitted.journalist_mean(fraction))
    yield Answer(MEAN, "Shlosser, modified", comparators.shlosser(histogram, fraction) * fraction / histogram.rows)
    yield Answer(BELOW, NAIVE, histogram.share_below(K))


UNIQUE_ROWS: dict[str, Callable[[Histogram, float], float | None]] = {
    NAIVE: lambda histogram, _: histogram.share_below(2),
    "book Poisson": lambda histogram, fraction: book.poisson(_sizes(histogram), fraction),
    "book Poisson-Gamma": lambda histogram, fraction: book.poisson_gamma(_sizes(histogram), fraction),
    "Pitman, ML (Hoshino)": comparators.pitman,
    "Zayatz": comparators.zayatz,
    "slide negative binomial": comparators.slide_negative_binomial,
    "rule of Dankar et al.": comparators.dankar,
}


def _sizes(histogram: Histogram) -> dict[int, int]:
    return dict(zip(histogram.sizes, histogram.counts, strict=True))


def _product(estimator: str, risk: PopulationRisk, model: margin_nb.Posterior | generalised_gamma.Posterior) -> Iterator[Answer]:
    central: tuple[tuple[str, Layers, Estimate], ...] = (
        (UNIQUE, risk.unique_rows, model.unique_rows()),
        (MEAN, risk.journalist_mean, model.journalist_mean()),
        (BELOW, risk.rows_below_k_map, model.rows_below()),
    )
    for quantity, layers, estimate in central:
        yield _layered(quantity, estimator, layers, estimate.point)


def _layered(quantity: str, estimator: str, layers: Layers, point: float | None) -> Answer:
    return Answer(quantity, estimator, point, layers.point is not None, layers.interval.low, layers.interval.high, layers.status.value)
