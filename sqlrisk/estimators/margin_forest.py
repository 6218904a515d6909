"""Which pairs of quasi-identifiers the margins of Tier A hold, and how their counts are smoothed: from the histograms of columns and pairs alone.

C = sum S_r r ln r of a histogram gives G^2 = 2 (C_ab - C_a - C_b + n ln n) of a pair, on (k_a - 1) (k_b - 1) degrees of freedom. A pair is an edge where
G^2 > 1.5 df + 4 sqrt(2 df), or where one column (nearly) determines the other: n - k >= 20 and k_ab - k <= 2 % of n - k. Kruskal's forest of the heaviest
edges, determined pairs first, is the model: lambda = n prod over roots (c_v / n) prod over edges (c_pv / c_p). No value leaves the warehouse.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.poisson_gamma import profile

Histograms = Mapping[tuple[str, ...], Histogram]

_FEWEST_CATEGORIES = 20
_FEWEST_REPEATS, _DETERMINED = 20, 0.02


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
    """(weight, a, b) of every pair that may be an edge; a determined pair outweighs all others."""
    for a, b in itertools.combinations(columns, 2):
        if (a, b) not in histograms or len(columns) == 2:  # the pair of two columns is the class itself, which cannot expect its own size
            continue
        one, two, both = histograms[(a,)], histograms[(b,)], histograms[(a, b)]
        rows = both.rows
        dependence = 2 * (_rows_ln_rows(both) - _rows_ln_rows(one) - _rows_ln_rows(two) + rows * math.log(rows))
        freedom = (one.classes - 1) * (two.classes - 1)
        excess = dependence - 1.5 * freedom - 4 * math.sqrt(2 * freedom)
        if any(_determines(each, both) for each in (one, two)):
            yield excess + 1e18, a, b
        elif excess > 0:
            yield excess, a, b


def _determines(column: Histogram, pair: Histogram) -> bool:
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
