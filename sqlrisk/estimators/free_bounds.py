"""Bounds that need no model, only simple random sampling: polynomials that lie above or below what is asked.

Let Y be the others in the class of a random row, s_r = r S_r / n and t = (1 - f) / f. Then E[(1 - f)^Y C(Y, r)] = t^r s_{r+1}. The
share of population uniques is U = E[(1 - f)^Y 1{Y = 0}], so a polynomial p(y) = sum a_r C(y, r) with p >= 1{y = 0} on the whole numbers bounds
it: U <= sum a_r t^r s_{r+1}. The population's classes are those seen and those unseen, E[(1 - f)^Y / (1 + Y)] (1 - f) a row: there p bounds
1 / (1 + y). The extreme polynomials have their zeros in pairs of neighbours j, j + 1 (below: one more zero at 1). Every bound is
moved outwards by z standard errors; a polynomial whose z standard errors exceed half the naive figure is left out, lest it win by luck.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Literal

import numpy as np

from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.intervals import Interval

Z = 3.0
MOST_PAIRS, PLACES = 3, 24

Side = Literal["above", "below"]


@dataclass(frozen=True)
class Bounds(Interval):
    """An interval within [0, 1]; `consistent` is false where the ends met the wrong way round: then only what is true of any table is left."""

    consistent: bool = True


def unique_rows(histogram: Histogram, fraction: float) -> Bounds:
    """Bounds of U, the share of rows that are unique in the population. At f = 1 both are S_1 / n."""
    naive = histogram.share_below(2)
    if fraction == 1:
        return Bounds(naive, naive)
    single = histogram.having(1)
    widest = min(1.0, (single + Z * math.sqrt(single + 2)) / histogram.rows)
    low, high = 0.0, widest
    for pairs in range(MOST_PAIRS + 1):
        high = min(high, _best(indicator("above", pairs, fraction), histogram, fraction, "above", naive, None))
        low = max(low, _best(indicator("below", pairs, fraction), histogram, fraction, "below", naive, None))
    return Bounds(low, high) if low <= high else Bounds(0.0, widest, consistent=False)


def journalist_mean(histogram: Histogram, fraction: float) -> Bounds:
    """Bounds of K / N, the population's classes over its rows. The lower one is never below K_s / N. At f = 1 both are K_s / n."""
    naive = histogram.classes / histogram.rows
    if fraction == 1:
        return Bounds(naive, naive)
    seen = fraction / histogram.rows
    widest = min(1.0, (histogram.classes + Z * math.sqrt(histogram.classes + 2)) / histogram.rows)
    least = seen * histogram.classes
    low, high = least, widest
    for pairs in range(MOST_PAIRS + 1):
        high = min(high, _best(reciprocal("above", pairs, fraction), histogram, fraction, "above", naive, seen))
        if pairs:
            low = max(low, _best(reciprocal("below", pairs, fraction), histogram, fraction, "below", naive, seen))
    return Bounds(low, high) if low <= high else Bounds(least, widest, consistent=False)


def rows_below(histogram: Histogram, fraction: float, k: int, unique: Interval, mean: Interval) -> Bounds:
    """Bounds of P(F < k), the share of rows in population classes below k, from those of U (`unique`) and of K / N (`mean`).

    Above: the sample's own share below k; and 1 / F >= 1 / (k - 1) below k. Beneath: U; and 1 / F <= 1 / k from k on.
    """
    naive = histogram.share_below(k)
    if fraction == 1 or k == 1:
        return Bounds(naive, naive)
    error = Z * math.sqrt(sum(size * size * (count + 2) for size, count in histogram.below(k)) + 2) / histogram.rows
    low, widest = max(0.0, unique.low, (mean.low - 1 / k) / (1 - 1 / k)), min(1.0, naive + error)
    high = min(widest, (k - 1) * mean.high)
    return Bounds(low, high) if low <= high else Bounds(0.0, widest, consistent=False)


def teaching_bound(histogram: Histogram) -> float | None:
    """U <~ (S_1 - (2 / 3) S_2^2 / S_3) / n, the one-pair bound at its best j taken as a continuous number; free of f. None without S_3."""
    single, two, three = (histogram.having(size) for size in (1, 2, 3))
    return (single - 2 / 3 * two * two / three) / histogram.rows if three else None


@functools.lru_cache(maxsize=256)
def indicator(side: Side, pairs: int, fraction: float) -> Real:
    """Coefficients a_r (rows: polynomials) in C(y, r) of prod (1 - y / c), which lies on that side of 1{y = 0} at y = 0, 1, 2, ..."""
    zeros = _zeros(side == "below", pairs, fraction, 0)
    coefficients = np.ones((len(zeros), 1))
    for zero in zeros.T:
        coefficients = _times(coefficients, zero[:, None], 0)
    return coefficients


@functools.lru_cache(maxsize=256)
def reciprocal(side: Side, pairs: int, fraction: float) -> Real:
    """Coefficients in C(y, r) of (1 - prod (1 - (y + 1) / c)) / (1 + y), on that side of 1 / (1 + y).

    The same as sum_i (1 / c_i) prod_{l < i} (1 - (y + 1) / c_l), which needs no division.
    """
    zeros = _zeros(side == "above", pairs, fraction, 1)
    product, total = np.ones((len(zeros), 1)), np.zeros((len(zeros), max(zeros.shape[1], 1)))
    for zero in zeros.T:
        total[:, : product.shape[1]] += product / zero[:, None]
        product = _times(product, zero[:, None], 1)
    return total


def _zeros(odd: bool, pairs: int, fraction: float, shift: int) -> Real:
    """Every choice of `pairs` pairs of neighbours on the geometric grid 1 ... 40 / f, moved by `shift`; before them a zero at 1 where `odd`."""
    places = np.unique(np.maximum(1, np.round(np.geomspace(1, max(40, 40 / fraction), PLACES))))
    chosen = np.array(list(combinations_with_replacement(places if pairs < MOST_PAIRS else places[::2], pairs)), dtype=np.float64)
    neighbours = (chosen[:, :, None] + np.array([shift, shift + 1])).reshape(len(chosen), 2 * pairs)
    return np.hstack([np.ones((len(chosen), int(odd))), neighbours])


def _times(coefficients: Real, zero: Real, shift: int) -> Real:
    """The coefficients of p(y) (1 - (y + shift) / zero): y C(y, r) = r C(y, r) + (r + 1) C(y, r + 1), so never a difference of near numbers."""
    order = np.arange(coefficients.shape[1] + 1)
    same, lower = np.pad(coefficients, ((0, 0), (0, 1))), np.pad(coefficients, ((0, 0), (1, 0)))
    found: Real = same * (1 - (shift + order) / zero) - order / zero * lower
    return found


def _best(polynomials: Real, histogram: Histogram, fraction: float, side: Side, naive: float, seen: float | None) -> float:
    """The tightest end that the polynomials give, z standard errors out; the widest thinkable where all are too uncertain.

    `seen` is f / n where the classes seen count too (K / N): a class of size r adds f / n and its share of the unseen.
    """
    sizes = np.arange(1, polynomials.shape[1] + 1)
    counts = np.array([histogram.having(int(size)) for size in sizes], dtype=np.float64)
    each = polynomials * ((1 - fraction) / fraction) ** (sizes - 1) * sizes / histogram.rows
    rest = 0.0
    if seen is not None:
        each, rest = each * (1 - fraction) + seen, seen * (histogram.classes - counts.sum())
    value = each @ counts + rest
    error = Z * np.sqrt((each * each) @ (counts + 2) + rest * (seen or 0.0))
    certain = error <= naive / 2
    if side == "above":
        return float((value + error)[certain].min(initial=np.inf))
    return float((value - error)[certain].max(initial=-np.inf))
