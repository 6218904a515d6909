"""Tier A: a Poisson-Gamma superpopulation whose mean for each class comes from the margins of the quasi-identifiers ("margin-NB").

A class that the margins expect to hold lambda rows of the sample holds r ~ negative binomial (mean lambda, shape a), seen where r > 0; then F - r | r is
negative binomial (shape r + a, success p = (a + lambda) / (a + lambda / f)). One shape a for all classes absorbs what the margins miss
(Rinott & Shlomo 2006; Elamir & Skinner 2006; Carota et al. 2015). Its posterior runs over a grid of ln a, tempered by 1 / (1 + K_s / 1000); beside its
spread the interval holds the noise of S_1, that of the population, and a discrepancy: 20 % of the logarithm over which the model extrapolates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sqlrisk.errors import ConfigurationError
from sqlrisk.estimators.arrays import Real, gathered, size_bins
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.intervals import Estimate, Interval
from sqlrisk.estimators.mixtures import log_mixture
from sqlrisk.estimators.special import inverse_mean, log_gamma, probability_below
from sqlrisk.estimators.statuses import MOST_LONE_PAIRS, MOST_RARE_VALUES

BINS_A_UNIT = 8
DISCREPANCY = 0.2
_LOG_SHAPES, _PRIOR, _TEMPER = (-4.0, 7.0, 45), (1.5, 2.5), 1000.0
_WORTH, _NODES = 1e-4, 96


@dataclass(frozen=True)
class MarginCounts:
    """Classes by (bin, size): bin = floor(8 ln lambda + 1/2), lambda the rows that the margins expect.

    Of the sample uniques, `rare_uniques` hold a value that its column holds once, `lone_uniques` a pair of the forest that is seen once.
    """

    cells: tuple[tuple[int, int, int], ...]
    rare_uniques: int
    lone_uniques: int = 0

    @staticmethod
    def of(cells: Iterable[tuple[int, int, int]], rare_uniques: int = 0, lone_uniques: int = 0) -> MarginCounts:
        """The counts of (bin, size, classes) in any order."""
        return MarginCounts(tuple(sorted((int(place), int(size), int(count)) for place, size, count in cells)), rare_uniques, lone_uniques)

    @property
    def too_sparse(self) -> bool:
        """Whether over 30 % of the sample uniques hold a value that its column holds once: a column is nearly an identifier, the margins would mislead."""
        return self.rare_uniques > MOST_RARE_VALUES * self._uniques

    @property
    def has_sparse_pairs(self) -> bool:
        """Whether over a fifth of the sample uniques are alone in a pair of the forest: lambda is too uncertain there, and the upper end would be too low."""
        return self.lone_uniques > MOST_LONE_PAIRS * self._uniques

    @property
    def _uniques(self) -> int:
        return sum(count for _, size, count in self.cells if size == 1)

    def histogram(self) -> Histogram:
        """The class sizes alone."""
        together: dict[int, int] = {}
        for _, size, count in self.cells:
            together[size] = together.get(size, 0) + count
        return Histogram.of(together.items())

    def arrays(self) -> tuple[Real, Real, Real]:
        """lambda, size and classes of each cell; sizes above 100 in bins 2 % wide, at their mean."""
        place, sizes, counts = (np.array(each, dtype=np.float64) for each in zip(*self.cells, strict=True))
        which = np.unique(np.column_stack([place, size_bins(sizes)]), axis=0, return_inverse=True)[1].ravel()
        together = gathered(counts, which)
        logs = gathered(counts * place, which) / together / BINS_A_UNIT
        return np.exp(logs), gathered(counts * sizes, which) / together, together


@dataclass(frozen=True)
class Posterior:
    """The posterior over the shape: its weights (adding up to 1), and at each shape U, K / N and P(F < k)."""

    histogram: Histogram
    fraction: float
    k: int
    weights: Real
    log_shapes: Real
    unique: Real
    mean: Real
    below: Real

    @property
    def shape(self) -> float:
        """a, the geometric mean over the posterior."""
        return math.exp(float(self.weights @ self.log_shapes))

    def unique_rows(self) -> Estimate:
        """U, the share of rows that are unique in the population: its geometric mean over the posterior; 0 without sample uniques."""
        single = self.histogram.having(1)
        estimate = self._estimate(self.unique, single, max(single, 0.5) / self.histogram.rows)
        return estimate if single else Estimate(0.0, Interval(0.0, estimate.interval.high))

    def journalist_mean(self) -> Estimate:
        """K / N, the population's classes over its rows: its geometric mean over the posterior; never below K_s / N."""
        naive = self.histogram.classes / self.histogram.rows
        logs, seen = np.log(self.mean), self.fraction * naive
        noise = (1 - self.fraction) / (self.histogram.classes + 1) + (DISCREPANCY / 2 * (logs - math.log(naive))) ** 2
        interval = log_mixture(logs, self.weights, np.sqrt(noise))[1]
        return _held(max(math.exp(float(self.weights @ logs)), seen), Interval(max(interval.low, seen), min(1.0, max(interval.high, seen))))

    def rows_below(self) -> Estimate:
        """P(F < k), the share of rows in population classes below k: the posterior's mean, with the interval of U carried over to k."""
        naive = self.histogram.share_below(self.k)
        if not naive:
            return Estimate(0.0, Interval(0.0, 1.0))
        classes = sum(count for _, count in self.histogram.below(self.k))
        return _held(float(self.weights @ self.below), self._estimate(self.below, classes, naive).interval)

    def _estimate(self, shares: Real, classes: int, naive: float) -> Estimate:
        logs = np.log(np.maximum(shares, 1e-12))
        people = np.maximum(np.exp(logs) * self.histogram.rows / self.fraction, 0.5)
        noise = 1 / (classes + 1) + (1 - self.fraction) / people + (DISCREPANCY * (logs - math.log(naive))) ** 2
        interval = log_mixture(logs, self.weights, np.sqrt(noise))[1]
        return _held(math.exp(float(self.weights @ logs)), Interval(interval.low, min(1.0, interval.high)))


def fit(counts: MarginCounts, fraction: float, k: int) -> Posterior:
    """The posterior given the classes by margin and size, and f in (0, 1). `k` is that of P(F < k). Raises ConfigurationError without a class."""
    if not counts.cells:
        raise ConfigurationError("the table has no rows (or every row was excluded)")
    expected, sizes, classes = counts.arrays()
    log_shapes = np.linspace(*_LOG_SHAPES)
    total = float(classes.sum())
    logs = _likelihood(np.exp(log_shapes), expected, sizes, classes) / (1 + total / _TEMPER) - ((log_shapes - _PRIOR[0]) / _PRIOR[1]) ** 2 / 2
    weights = np.exp(logs - logs.max())
    kept = weights > _WORTH * weights.sum()
    rows = classes * sizes
    figures = [_figures(shape, expected, sizes, rows / rows.sum(), fraction, k) for shape in np.exp(log_shapes[kept])]
    unique, mean, below = np.array(figures, dtype=np.float64).T
    return Posterior(counts.histogram(), fraction, k, weights[kept] / weights[kept].sum(), log_shapes[kept], unique, mean, below)


def _likelihood(shapes: Real, expected: Real, sizes: Real, classes: Real) -> Real:
    """The log-likelihood of the classes seen, up to a constant, at each shape."""
    a = shapes[:, None]
    log_empty = -a * np.log1p(expected / a)
    each = log_gamma(a + sizes) - log_gamma(a) + log_empty - sizes * np.log1p(a / expected) - np.log(-np.expm1(log_empty))
    found: Real = each @ classes
    return found


def _figures(shape: float, expected: Real, sizes: Real, share: Real, fraction: float, k: int) -> tuple[float, float, float]:
    """U, K / N and P(F < k) at one shape: means over the rows of P(F = 1 | r), E[1 / F | r] and P(F < k | r)."""
    success = (shape + expected) / (shape + expected / fraction)
    single, small = sizes == 1, sizes < k
    unique = share[single] @ success[single] ** (shape + 1)
    mean = share @ inverse_mean(sizes, sizes + shape, success, _NODES)
    below = share[small] @ probability_below(k, sizes[small], sizes[small] + shape, success[small])
    return float(unique), float(mean), float(below)


def _held(point: float, interval: Interval) -> Estimate:
    return Estimate(point, Interval(min(interval.low, point), max(interval.high, point)))
