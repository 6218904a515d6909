"""Which pairs of quasi-identifiers the margins of Tier A hold, and how their counts are smoothed: from the histograms of columns and pairs alone.

C = sum S_r r ln r of a histogram gives G^2 = 2 (C_ab - C_a - C_b + n ln n) of a pair. A pair is an edge where G^2 exceeds 1.5 times what chance gives were
the columns independent, by 4 standard deviations more, and at most 15 % of the rows are alone in their pair; or where its table is well filled, so that it
costs nothing to hold: n - k >= 20 and k_ab - k <= 2 % of n - k for one of its columns. Kruskal's forest of the edges of the greatest excess is the model,
pairs first of which one column (nearly) determines the other: well filled, and at most 2 % of the other's entropy left. lambda = n prod over roots
(c_v / n) prod over edges (c_pv / c_p). No value leaves the warehouse.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.poisson_gamma import profile
from sqlrisk.estimators.special import log_gamma

Histograms = Mapping[tuple[str, ...], Histogram]

_FEWEST_CATEGORIES = 20
_FEWEST_REPEATS, _DETERMINED, _FIRST = 20, 0.02, 1e18
_MOST_ALONE = 0.15
_LARGE_MEAN, _MOST_SEEN = 30.0, 90


@dataclass(frozen=True)
class Edge:
    """A column, and the column that it hangs on; None at a root."""

    parent: str | None
    child: str


@dataclass(frozen=True)
class Smoothing:
    """What a count c of a margin is taken for: (c + alpha) gain."""

    alpha: float
    gain: float


@dataclass(frozen=True)
class Forest:
    """The edges, every parent before its children, and the smoothing of the margin of each: a column's, or a pair's in the order of the columns."""

    edges: tuple[Edge, ...]
    smoothing: Mapping[tuple[str, ...], Smoothing]

    def smoothing_of(self, edge: Edge) -> Smoothing:
        """The smoothing of an edge's own margin: its pair's, or its column's at a root."""
        return next(found for margin, found in self.smoothing.items() if set(margin) == {edge.child, edge.parent} - {None})


def forest(columns: Sequence[str], histograms: Histograms) -> Forest:
    """The forest of some columns. `histograms` has each column's (a,), and (a, b) of each pair that may be an edge, in the order of the columns."""
    root = {column: column for column in columns}
    neighbours: dict[str, list[str]] = {column: [] for column in columns}
    for _, a, b in sorted(_pairs(columns, histograms), key=lambda pair: (-pair[0], columns.index(pair[1]), columns.index(pair[2]))):
        if root[a] != root[b]:
            neighbours[a].append(b)
            neighbours[b].append(a)
            old, new = root[a], root[b]
            root = {column: new if found == old else found for column, found in root.items()}
    edges = tuple(_hung(columns, neighbours))
    margins = [tuple(column for column in columns if column in (edge.parent, edge.child)) for edge in edges]
    return Forest(edges, {margin: smoothing(histograms[margin]) for margin in margins})


def smoothing(histogram: Histogram) -> Smoothing:
    """The truncated Poisson-Gamma fit of a margin's own histogram, alpha in [-.95, 0]: what a category seen c times really is on average."""
    if histogram.classes < _FEWEST_CATEGORIES or not histogram.having(1):
        return Smoothing(-0.5, 1.0)
    if histogram.classes == histogram.rows:
        return Smoothing(-0.98, 1e-3)
    alphas = np.linspace(-0.95, 0.0, 20)
    likelihood, x = profile(alphas, *histogram.binned())
    best = int(likelihood.argmax())
    return Smoothing(float(alphas[best]), float(x[best] / (1 + x[best])))


def _pairs(columns: Sequence[str], histograms: Histograms) -> Iterator[tuple[float, str, str]]:
    """(weight, a, b) of every pair that may be an edge; a determined pair outweighs all others.

    Where many rows are alone in their pair, the pair tells little of how many more there are, and the model would take what it tells for certain.
    """
    for a, b in itertools.combinations(columns, 2):
        if (a, b) not in histograms:
            continue
        one, two, both = histograms[(a,)], histograms[(b,)], histograms[(a, b)]
        excess = _excess(one, two, both)
        if _determines(one, two, both) or _determines(two, one, both):
            yield excess + _FIRST, a, b
        elif (excess > 0 and both.share_below(2) <= _MOST_ALONE) or _filled(one, both) or _filled(two, both):
            yield excess, a, b


def _excess(one: Histogram, two: Histogram, both: Histogram) -> float:
    dependence = 2 * (_rows_ln_rows(both) - _rows_ln_rows(one) - _rows_ln_rows(two) + both.rows * math.log(both.rows))
    mean, variance = by_chance(one, two)
    return dependence - 1.5 * mean - 4 * math.sqrt(variance)


def by_chance(one: Histogram, two: Histogram) -> tuple[float, float]:
    """The mean and (about) the variance of G^2 were the values of one column shuffled, from the histograms of two.

    A cell is then hypergeometric (n, c_a, c_b), and G^2 the sum of the cells' deviances. Where every cell is large that is df and 2 df; where the
    pairs outnumber the rows it is much less, and df would hide a real dependence.
    """
    (sizes, classes), (others, other_classes) = one.binned(), two.binned()
    means, variances = cell_deviance(sizes[:, None], others, float(one.rows))
    return float(classes @ means @ other_classes), float(classes @ variances @ other_classes)


def cell_deviance(row: Real, column: Real, rows: float) -> tuple[Real, Real]:
    """The mean of 2 r ln(r / mu), r hypergeometric (rows, row, column), mu = row column / rows; and its variance where the margins hold all else.

    The margins fix the sum of the cells, so what goes with r in a straight line cannot vary: the variance left is Var g - Cov(g, r)^2 / Var r, g = 2 r ln r.
    Summed by recurrence up to mu = 30; beyond, where r is nearly normal, the variance of r over mu, and twice its square.
    """
    mu = row * column / rows
    free = (1 - row / rows) * (1 - column / rows)
    small = (mu < _LARGE_MEAN) & (row + column <= rows)
    a, b, at = (np.where(small, each, 1.0) for each in np.broadcast_arrays(row, column, mu))
    chance = np.exp(log_gamma(rows - a + 1) + log_gamma(rows - b + 1) - log_gamma(rows - a - b + 1) - log_gamma(rows + 1))
    mean, square, product, second = (np.zeros_like(at) for _ in range(4))
    for seen in range(_MOST_SEEN):
        g = 2 * seen * math.log(max(seen, 1))
        mean, square = mean + chance * g, square + chance * g * g
        product, second = product + chance * g * seen, second + chance * seen * seen
        chance = chance * np.maximum(a - seen, 0) * np.maximum(b - seen, 0) / ((seen + 1) * (rows - a - b + seen + 1))
    left = square - mean**2 - (product - mean * at) ** 2 / np.maximum(second - at**2, 1e-300)
    found = np.where(small, mean - 2 * at * np.log(at), free * (1 + 1 / (6 * mu)))
    return found, np.where(small, np.maximum(left, 0), 2 * free * free)


def _determines(column: Histogram, other: Histogram, pair: Histogram) -> bool:
    """Whether a column (nearly) determines another: few of its repeats bring a new value of the other, and little entropy of the other is left.

    The first alone would be true of any two columns of few values, the second of any column that hardly repeats.
    """
    left = _rows_ln_rows(column) - _rows_ln_rows(pair)
    return _filled(column, pair) and left <= _DETERMINED * (pair.rows * math.log(pair.rows) - _rows_ln_rows(other))


def _filled(column: Histogram, pair: Histogram) -> bool:
    """Whether few repeats of a column bring a new value of the other."""
    repeats = column.rows - column.classes
    return repeats >= _FEWEST_REPEATS and pair.classes - column.classes <= _DETERMINED * repeats


def _rows_ln_rows(histogram: Histogram) -> float:
    return math.fsum(count * size * math.log(size) for size, count in zip(histogram.sizes, histogram.counts, strict=True))


def _hung(columns: Sequence[str], neighbours: Mapping[str, Sequence[str]]) -> Iterator[Edge]:
    """Every column once, hung on the one that it was reached from."""
    seen: set[str] = set()
    for column in columns:
        waiting: list[tuple[str | None, str]] = [(None, column)]
        while waiting:
            parent, child = waiting.pop()
            if child not in seen:
                seen.add(child)
                yield Edge(parent, child)
                waiting += [(child, each) for each in neighbours[child]]
