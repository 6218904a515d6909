"""The Poisson-Gamma superpopulation, fitted by zero-truncated maximum likelihood, with alpha > -1.

A class has lambda ~ Gamma(alpha, scale beta) people on average, F ~ Poisson(lambda) in the population and r ~ Poisson(f lambda) in the sample;
classes with r = 0 are never seen (the model of Bethlehem, Keller & Pannekoek 1990, fitted to what is seen). With x = f beta

    ln P(r | r > 0) = ln Gamma(alpha + r) - ln Gamma(alpha + 1) - ln r! + r ln(x / (1 + x)) - alpha ln(1 + x) - ln g(alpha, x),
    g(alpha, x) = (1 - (1 + x)^-alpha) / alpha,    ln(1 + x) at alpha = 0.

alpha in (-1, 0) is the family of Pitman and Ewens. The likelihood's equation for x is n / K_s = x / g(alpha, x).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.special import digamma, inverse_mean, log_gamma
from sqlrisk.estimators.statuses import Status

LOWEST_ALPHA, HIGHEST_ALPHA = -0.98, 60.0
_REFINEMENTS, _REFINED = 10, 13
_LOG_X, _HALVINGS = (-40.0, 45.0), 70


@dataclass(frozen=True)
class PoissonGamma:
    """The fit to a histogram: `alpha`, `x` = f beta. It needs no sampling fraction; what it says of the population does."""

    histogram: Histogram
    alpha: float
    x: float
    status: Status

    def still_unique(self, fraction: float) -> float:
        """rho = P(population unique | sample unique) = ((1 + x) / (1 + x / f))^(1 + alpha): 1 at f = 1, rising with f."""
        return math.exp((1 + self.alpha) * (math.log1p(self.x) - math.log1p(self.x / fraction)))

    def unique_rows(self, fraction: float) -> float:
        """U, the share of rows that are unique in the population: (S_1 / n) rho."""
        return self.histogram.share_below(2) * self.still_unique(fraction)

    def journalist_mean(self, fraction: float) -> float:
        """K / N = E[1 / F], the population's classes over its rows: K_s g(alpha, x / f) / g(alpha, x) f / n, within [f K_s / n, 1]."""
        seen = self.histogram.classes / self.histogram.rows
        if self.status is Status.ALL_CLASSES_SINGLETONS:
            return 1.0
        classes = float(share_seen(self.alpha, self.x / fraction) / share_seen(self.alpha, self.x))
        return min(1.0, max(1.0, classes) * fraction * seen)

    def individual_risk(self, size: int, fraction: float) -> float:
        """E[1 / F | r = size], F - r being negative binomial (shape r + alpha, success (1 + x) / (1 + x / f)): what n / N understates."""
        return float(inverse_mean(size, size + self.alpha, (1 + self.x) / (1 + self.x / fraction)))


def fit(histogram: Histogram) -> PoissonGamma:
    """The maximum of the likelihood over alpha in [-0.98, 60], x solved for each; its status says where it lies on an end.

    The best of a grid, then the change of sign of the slope beside it, on ever closer grids.
    """
    if histogram.classes == histogram.rows:
        return PoissonGamma(histogram, 0.0, 0.0, Status.ALL_CLASSES_SINGLETONS)
    sizes, classes = histogram.binned()
    alphas = np.concatenate([np.linspace(LOWEST_ALPHA, 0, 16), np.geomspace(1e-3, HIGHEST_ALPHA, 31)])
    best = int(profile(alphas, sizes, classes)[0].argmax())
    low, high = alphas[max(best - 1, 0)], alphas[min(best + 1, len(alphas) - 1)]
    for _ in range(_REFINEMENTS):
        alphas = np.linspace(low, high, _REFINED)
        rising = int((_slope(alphas, sizes, classes) > 0).cumprod().sum())
        low, high = alphas[max(rising - 1, 0)], alphas[min(rising, _REFINED - 1)]
    alpha = float((low + high) / 2)
    return PoissonGamma(histogram, alpha, float(_solved(np.array([alpha]), histogram.rows / histogram.classes)[0]), _status(histogram, alpha))


def profile(alphas: Real, sizes: Real, classes: Real) -> tuple[Real, Real]:
    """For each alpha, the log-likelihood (up to a constant) at the x that maximises it, and that x."""
    rows, total = float(sizes @ classes), float(classes.sum())
    x = _solved(alphas, rows / total)
    rising = (log_gamma(alphas[:, None] + sizes) - log_gamma(sizes + 1)) @ classes - total * log_gamma(alphas + 1)
    likelihood: Real = rising - rows * np.log1p(1 / x) - total * (alphas * np.log1p(x) + np.log(share_seen(alphas, x)))
    return likelihood, x


def _slope(alphas: Real, sizes: Real, classes: Real) -> Real:
    """The derivative of `profile` by alpha: x being at its maximum, only alpha itself counts."""
    total = float(classes.sum())
    log = np.log1p(_solved(alphas, float(sizes @ classes) / total))
    power = alphas * log
    flat = np.abs(power) < 1e-4
    bent = np.where(flat, 1.0, power)
    normal = np.where(flat, log / 2 + power * log / 12, log - log * np.exp(-bent) / np.expm1(-bent) - log / bent)
    found: Real = (digamma(alphas[:, None] + sizes) - digamma(alphas + 1)[:, None]) @ classes - total * normal
    return found


def share_seen(alpha: ArrayLike, x: ArrayLike) -> Real:
    """g(alpha, x) = (1 - (1 + x)^-alpha) / alpha, and its limit ln(1 + x) where alpha is 0: in proportion to the classes that are seen."""
    a, log = np.asarray(alpha, dtype=np.float64), np.log1p(np.asarray(x, dtype=np.float64))
    flat = np.abs(a * log) < 1e-8
    found: Real = np.where(flat, log * (1 - a * log / 2), -np.expm1(-a * log) / np.where(a == 0, 1, a))
    return found


def _solved(alphas: Real, mean: float) -> Real:
    """The x at which x / g(alpha, x), the mean size of the classes that are seen, is `mean`: it rises with x."""
    low, high = np.full(alphas.shape, _LOG_X[0]), np.full(alphas.shape, _LOG_X[1])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        x = np.exp(middle)
        below = x / share_seen(alphas, x) < mean
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray(np.exp((low + high) / 2), dtype=np.float64)


def _status(histogram: Histogram, alpha: float) -> Status:
    if not histogram.having(1):
        return Status.NO_SAMPLE_UNIQUES
    if alpha > 0.99 * HIGHEST_ALPHA:
        return Status.BOUNDARY_HOMOGENEOUS
    return Status.BOUNDARY_HEAVY_TAIL if alpha < LOWEST_ALPHA + 1e-6 else Status.ESTIMATED
