"""The classical estimators of the share of population uniques, in their corrected forms: what the product's are measured against.

Each takes a histogram of sample class sizes and f = n / N in (0, 1), and returns U in [0, 1], or None where its equations have no solution.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.special import log_gamma

DANKAR_FRACTION = 0.1
_GRID, _ZOOMS, _ZOOM = 41, 14, 0.3
_SOLVED = 1e-3


def zayatz(histogram: Histogram, fraction: float) -> float:
    """S_1 / n times P(F = 1 | r = 1), the population's class sizes taken to be spread as the sample's (Zayatz 1991): S_1 f / sum S_i i f (1 - f)^(i - 1)."""
    sizes, counts = histogram.arrays()
    single = histogram.having(1)
    return histogram.share_below(2) * single / float(counts @ (sizes * (1 - fraction) ** (sizes - 1))) if single else 0.0


def pitman(histogram: Histogram, fraction: float) -> float:
    """U = G(theta + 1) G(theta + N - 1 + sigma) / (G(theta + sigma) G(theta + N)), theta and sigma by maximum likelihood (Hoshino 2001), G Gamma."""
    people = histogram.rows / fraction
    sizes, counts = histogram.binned()

    def likelihood(logit: Real, log: Real) -> Real:
        sigma = 1 / (1 + np.exp(-logit))
        theta = np.exp(log) - sigma
        each = (log_gamma(sizes - sigma[..., None]) - log_gamma(1 - sigma)[..., None]) @ counts
        chosen = (histogram.classes - 1) * np.log(sigma) + log_gamma(theta / sigma + histogram.classes) - log_gamma(theta / sigma + 1)
        return np.asarray(chosen - log_gamma(theta + histogram.rows) + log_gamma(theta + 1) + each)

    logit, log = highest(likelihood, (-7.0, 7.0), (-4.0, math.log(100 * people)))
    sigma = 1 / (1 + math.exp(-logit))
    theta = math.exp(log) - sigma
    logs = log_gamma(np.array([theta + 1, theta + people - 1 + sigma, theta + sigma, theta + people]))
    return min(1.0, math.exp(float(logs[0] + logs[1] - logs[2] - logs[3])))


def slide_negative_binomial(histogram: Histogram, fraction: float) -> float | None:
    """K b^a / N: F - 1 is negative binomial (a, b), from S_1, S_2 and Shlosser's K (Chen & Keller-McNulty 1998). None without a solution."""
    if not histogram.having(1) or not histogram.having(2):
        return None
    classes = shlosser(histogram, fraction)
    wanted = math.log(histogram.having(1)), math.log(histogram.having(2))

    def likeness(logit: Real, log: Real) -> Real:
        one, two = expected_small_classes(np.exp(log), 1 / (1 + np.exp(-logit)), fraction, classes)
        return -np.asarray((np.log(np.maximum(one, 1e-300)) - wanted[0]) ** 2 + (np.log(np.maximum(two, 1e-300)) - wanted[1]) ** 2)

    logit, log = highest(likeness, (-14.0, 6.0), (-7.0, 6.0))
    if -float(likeness(np.array(logit), np.array(log))) > _SOLVED**2:
        return None
    return min(1.0, classes * math.exp(-math.exp(log) * math.log1p(math.exp(-logit))) * fraction / histogram.rows)


def expected_small_classes(a: Real, b: Real, fraction: float, classes: float) -> tuple[Real, Real]:
    """E[S_1] and E[S_2] of the slide negative binomial, with q = (1 - b)(1 - f); S_2 divides by (1 - q)^(a + 2).

    E[S_1] = K f (b / (1 - q))^a (1 - q + a q) / (1 - q); E[S_2] = K f^2 / 2 a (1 - b) b^a (2 (1 - q) + (a + 1) q) / (1 - q)^(a + 2).
    """
    q = (1 - b) * (1 - fraction)
    alone = classes * np.exp(a * np.log(b / (1 - q)))
    one = fraction * alone * (1 - q + a * q) / (1 - q)
    two = fraction**2 / 2 * a * (1 - b) * alone * (2 * (1 - q) + (a + 1) * q) / (1 - q) ** 2
    return np.asarray(one), np.asarray(two)


def shlosser(histogram: Histogram, fraction: float) -> float:
    """K by the modified estimator of Shlosser (Haas & Stokes 1998, D_Sh3), with S_i ((1 + f)^i - 1); within [K_s, N]."""
    sizes, counts = histogram.arrays()
    f, gone = fraction, (1 - fraction) ** sizes
    rising = np.exp(np.minimum(sizes * math.log1p(f), 700)) - 1
    first = (sizes * f * f * (1 - f * f) ** (sizes - 1)) @ counts / ((gone * rising) @ counts)
    second = gone @ counts / ((sizes * f * (1 - f) ** (sizes - 1)) @ counts)
    found = histogram.classes + histogram.having(1) * float(first) * float(second) ** 2
    return min(max(found, float(histogram.classes)), histogram.rows / fraction)


def dankar(histogram: Histogram, fraction: float) -> float:
    """The rule of Dankar et al. (2012): Pitman up to f = 10 %, beyond it the smaller of Zayatz and the slide negative binomial."""
    if fraction <= DANKAR_FRACTION + 1e-9:
        return pitman(histogram, fraction)
    found = slide_negative_binomial(histogram, fraction)
    return zayatz(histogram, fraction) if found is None else min(found, zayatz(histogram, fraction))


def highest(function: Callable[[Real, Real], Real], first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    """Where a function of two numbers is highest: a grid, then closer grids about its best place."""
    ends = np.array([first, second])
    low, high = ends[:, 0], ends[:, 1]
    best = (low + high) / 2
    for _ in range(_ZOOMS):
        one, other = (np.linspace(low[axis], high[axis], _GRID) for axis in (0, 1))
        values = function(one[:, None], other[None, :])
        place = np.unravel_index(int(np.nanargmax(values)), values.shape)
        best = np.array([one[place[0]], other[place[1]]])
        reach = (high - low) * _ZOOM / 2
        low, high = np.maximum(best - reach, ends[:, 0]), np.minimum(best + reach, ends[:, 1])
    return float(best[0]), float(best[1])
