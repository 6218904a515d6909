"""The quantiles of a mixture of normal distributions, and the interval that they give."""

from __future__ import annotations

import math

import numpy as np

from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.intervals import Interval
from sqlrisk.estimators.special import erf

LEVEL = 0.95
_HALVINGS = 45


def mixture_quantiles(centres: Real, weights: Real, deviations: Real, levels: tuple[float, ...]) -> list[float]:
    """The quantiles of a mixture of normal distributions at some levels, by halving. `weights` add up to 1."""
    asked = np.array(levels)
    low = np.full(asked.shape, float((centres - 8 * deviations).min()))
    high = np.full(asked.shape, float((centres + 8 * deviations).max()))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        below = 0.5 * (1 + erf((middle[:, None] - centres) / (deviations * math.sqrt(2)))) @ weights < asked
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return [float(each) for each in (low + high) / 2]


def log_mixture(logs: Real, weights: Real, deviations: Real) -> tuple[float, Interval]:
    """The median of the exponential of a normal mixture, and the interval that holds LEVEL of it."""
    tail = (1 - LEVEL) / 2
    low, median, high = (math.exp(each) for each in mixture_quantiles(logs, weights, deviations, (tail, 0.5, 1 - tail)))
    return median, Interval(low, high)
