"""The special functions that the estimators need, on arrays, without scipy."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from sqlrisk.estimators.arrays import Real

_SHIFT = 10
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_DIGAMMA = (0.0, -1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)
_ERF = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def log_gamma(x: ArrayLike) -> Real:
    """ln Gamma(x) for x > 0, to about 1e-15.

    Stirling's series (Abramowitz & Stegun 6.1.41) at x + 10, less ln(x (x + 1) ... (x + 9)), where x is below 10.
    """
    given = np.asarray(x, dtype=np.float64)
    small = given < _SHIFT
    product = np.ones_like(given)
    for step in range(_SHIFT):
        product = np.where(small, product * (given + step), product)
    at = np.where(small, given + _SHIFT, given)
    series = np.polynomial.polynomial.polyval(1 / (at * at), _STIRLING) / at
    found: Real = (at - 0.5) * np.log(at) - at + 0.5 * math.log(2 * math.pi) + series - np.log(product)
    return found


def digamma(x: ArrayLike) -> Real:
    """The derivative of ln Gamma(x) for x > 0, to about 1e-15: its asymptotic series (Abramowitz & Stegun 6.3.18) at x + 10, where x is below 10."""
    given = np.asarray(x, dtype=np.float64)
    small = given < _SHIFT
    less = np.zeros_like(given)
    for step in range(_SHIFT):
        less = np.where(small, less + 1 / (given + step), less)
    at = np.where(small, given + _SHIFT, given)
    found: Real = np.log(at) - 1 / (2 * at) + np.polynomial.polynomial.polyval(1 / (at * at), _DIGAMMA) - less
    return found


def erf(x: ArrayLike) -> Real:
    """The error function, to 1.5e-7 (Abramowitz & Stegun 7.1.26)."""
    given = np.asarray(x, dtype=np.float64)
    t = 1 / (1 + 0.3275911 * np.abs(given))
    found: Real = np.sign(given) * (1 - t * np.polynomial.polynomial.polyval(t, _ERF) * np.exp(-given * given))
    return found


def inverse_mean(size: ArrayLike, shape: ArrayLike, probability: ArrayLike, nodes: int = 160) -> Real:
    """E[1 / F] where F - size is negative binomial: `shape` s > 0, success `probability` p in (0, 1]. About 1e-11.

    The integral over x > 0 of exp(-size x - s ln(1 + (1 / p - 1) (1 - exp(-x)))): trapezoids in ln x. It equals
    (p / n) 2F1(1, 1 - s + n; n + 1; 1 - p); s = n is the risk of Benedetti & Franconi (1998).
    """
    n, s, p = (np.asarray(each, dtype=np.float64)[..., None] for each in np.broadcast_arrays(size, shape, probability))
    odds = (1 - p) / p
    first, last = np.log(1e-12 / (n + s * odds)), np.log(45 / n)
    step = (last - first) / (nodes - 1)
    y = first + step * np.arange(nodes)
    x = np.exp(y)
    heights = np.exp(y - n * x - s * np.log1p(odds * -np.expm1(-x)))
    found: Real = heights.sum(-1) * step[..., 0]
    return found


def probability_below(k: int, size: ArrayLike, shape: ArrayLike, probability: ArrayLike) -> Real:
    """P(F < k) where F - size is negative binomial: `shape` s > 0, success `probability` p in (0, 1]. Sums the k - size first terms."""
    n, s, p = (np.asarray(each, dtype=np.float64) for each in np.broadcast_arrays(size, shape, probability))
    total = np.zeros(n.shape)
    term = np.exp(s * np.log(p))
    for others in range(k):
        total += np.where(n + others < k, term, 0.0)
        term = term * (s + others) / (others + 1) * (1 - p)
    return np.minimum(total, 1.0)
