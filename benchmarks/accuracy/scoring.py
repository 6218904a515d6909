"""How near answers come to the truth: per estimator and fraction, each figure with a bootstrap interval over tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from benchmarks.accuracy.answers import Answer
from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.statuses import RESOLUTION

RESAMPLES, SEED = 2000, 20261130
LEAST_ESTIMATE = 1e-6


@dataclass(frozen=True)
class Score:
    """An answer beside the truth of its table; `naive` is the sample's own figure."""

    table: str
    fraction: float
    draw: int
    answer: Answer
    truth: float
    naive: float

    @property
    def resolved(self) -> bool:
        """Whether the truth is large enough to be scored, 0.1 %."""
        return self.truth >= RESOLUTION

    @property
    def log_ratio(self) -> float | None:
        """ln(estimate / truth), the estimate never below a millionth; None without a point or a truth."""
        point = self.answer.point
        return None if point is None or not self.truth else math.log(max(point, LEAST_ESTIMATE) / self.truth)

    @property
    def covered(self) -> bool:
        """Whether the interval holds the truth."""
        low, high = self.answer.low, self.answer.high
        return low is not None and high is not None and low <= self.truth <= high

    @property
    def capped(self) -> bool:
        """Whether the upper end lies at the truth or above."""
        return self.answer.high is not None and self.answer.high >= self.truth

    @property
    def width(self) -> float:
        """(high - low) / naive."""
        return ((self.answer.high or 0.0) - (self.answer.low or 0.0)) / self.naive if self.naive else math.nan


@dataclass(frozen=True)
class Figure:
    """A figure over `draws` of `tables`, and the 95 % bootstrap interval over tables."""

    value: float
    low: float
    high: float
    draws: int
    tables: int


@dataclass(frozen=True)
class Summary:
    """All figures of one estimator of one quantity at one fraction; those of the interval are None where it gives none."""

    quantity: str
    estimator: str
    fraction: float
    median_ratio: Figure | None
    rmse_log: Figure | None
    within_1_5: Figure | None
    within_3: Figure | None
    unavailable: Figure | None
    not_printed: Figure | None
    within_1_5_printed: Figure | None
    within_3_printed: Figure | None
    covered: Figure | None
    capped: Figure | None
    width: Figure | None

    def plain(self) -> dict[str, object]:
        """It as JSON holds it, figures rounded to four digits."""
        return {name: [round(x, 4) for x in each.values()] if isinstance(each, dict) else each for name, each in asdict(self).items()}


def summary(scores: Sequence[Score]) -> Summary:
    """The figures of the scores of one quantity, estimator and fraction. Where U, K / N or P(F < 5) is below 0.1 %, only the upper end is scored."""
    first = scores[0]
    resolved = [each for each in scores if each.resolved]
    pointed = [each for each in resolved if each.log_ratio is not None]
    printed = [each for each in pointed if each.answer.printed]
    bounded = [each for each in resolved if each.answer.high is not None]
    return Summary(
        quantity=first.answer.quantity,
        estimator=first.answer.estimator,
        fraction=first.fraction,
        median_ratio=figure(pointed, lambda each: math.exp(_log(each)), _medians),
        rmse_log=figure(pointed, lambda each: _log(each) ** 2, _root_means),
        within_1_5=figure(pointed, lambda each: abs(_log(each)) <= math.log(1.5), _means),
        within_3=figure(pointed, lambda each: abs(_log(each)) <= math.log(3), _means),
        unavailable=figure(resolved, lambda each: each.log_ratio is None, _means),
        not_printed=figure(resolved, lambda each: not each.answer.printed, _means),
        within_1_5_printed=figure(printed, lambda each: abs(_log(each)) <= math.log(1.5), _means),
        within_3_printed=figure(printed, lambda each: abs(_log(each)) <= math.log(3), _means),
        covered=figure(bounded, lambda each: each.covered, _means),
        capped=figure([each for each in scores if each.answer.high is not None], lambda each: each.capped, _means),
        width=figure(bounded, lambda each: each.width, _medians),
    )


def figure(scores: Sequence[Score], value: Callable[[Score], float], over: Callable[[Real, Real], Real]) -> Figure | None:
    """A figure and the interval that holds 95 % of it when the tables are drawn again with replacement; None without scores."""
    if not scores:
        return None
    values = np.array([float(value(each)) for each in scores])
    names = sorted({each.table for each in scores})
    place = np.array([names.index(each.table) for each in scores])
    random = np.random.default_rng(SEED)
    times = random.multinomial(len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES).astype(np.float64)
    found = over(values, np.vstack([np.ones(len(names)), times])[:, place])
    low, high = np.quantile(found[1:], (0.025, 0.975))
    return Figure(float(found[0]), float(low), float(high), len(scores), len(names))


def _log(score: Score) -> float:
    return score.log_ratio or 0.0


def _means(values: Real, weights: Real) -> Real:
    return np.asarray(weights @ values / weights.sum(1))


def _root_means(values: Real, weights: Real) -> Real:
    return np.sqrt(_means(values, weights))


def _medians(values: Real, weights: Real) -> Real:
    order = np.argsort(values)
    cumulated = np.cumsum(weights[:, order], axis=1)
    half = cumulated[:, -1:] / 2
    lower, upper = ((cumulated >= half - 1e-9).argmax(1), (cumulated > half + 1e-9).argmax(1))
    return np.asarray((values[order][lower] + values[order][upper]) / 2)
