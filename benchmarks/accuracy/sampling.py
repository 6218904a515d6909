"""A simple random sample of a population, drawn exactly, and what the two queries of Tier A would bring of it."""

from __future__ import annotations

import itertools
import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.accuracy.populations import Population, Whole, coded
from sqlrisk.estimators import margin_forest
from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.margin_forest import Forest
from sqlrisk.estimators.margin_nb import BINS_A_UNIT, MarginCounts

LEAST_MARGIN = 1e-6
DENSE = 1 << 24


@dataclass(frozen=True)
class Draw:
    """The classes of a sample: codes, rows in the sample (`sizes`) and in the population (`population_sizes`); f = n / N."""

    columns: tuple[str, ...]
    codes: Whole
    sizes: Whole
    population_sizes: Whole
    fraction: float

    def histogram(self) -> Histogram:
        """The class sizes."""
        return sizes_of(self.sizes)

    def mean_class_of_uniques(self) -> float | None:
        """The mean F of the sample's uniques, whose inverse theta estimates; None without one."""
        found = self.population_sizes[self.sizes == 1]
        return float(found.mean()) if len(found) else None


def chance(name: str, fraction: float) -> np.random.Generator:
    """The random numbers of one table at one fraction, the same in every run."""
    return np.random.default_rng([zlib.crc32(name.encode()), round(fraction * 1000)])


def drawn(population: Population, fraction: float, random: np.random.Generator) -> Draw:
    """round(f N) rows without replacement: class sizes are multivariate hypergeometric."""
    rows = round(fraction * population.rows)
    sizes = random.multivariate_hypergeometric(population.sizes, rows, method="marginals").astype(np.int64)
    seen = sizes > 0
    return Draw(population.columns, population.codes[seen], sizes[seen], population.sizes[seen], rows / population.rows)


def margin_counts(draw: Draw) -> MarginCounts:
    """The classes by (bin of ln lambda, size), lambda from the smoothed margins of the forest; and the uniques that hold a value seen once.

    ln lambda = ln n + sum over roots ln(c~ / n) + sum over edges ln(c~_pair / c_parent), c~ = (c + alpha) gain and never below 1e-6.
    """
    margins = _Margins(draw)
    forest = margins.forest()
    places = np.floor(BINS_A_UNIT * margins.log_expected(forest) + 0.5).astype(np.int64)
    low = int(places.min())
    keys, classes = np.unique((places - low) * (int(draw.sizes.max()) + 1) + draw.sizes, return_counts=True)
    bins, sizes = np.divmod(keys, int(draw.sizes.max()) + 1)
    cells = zip((bins + low).tolist(), sizes.tolist(), classes.tolist(), strict=True)
    return MarginCounts.of(cells, margins.rare_uniques(), margins.lone_uniques(forest))


class _Margins:
    """The counts of columns and pairs, for each class the count of its value."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.codes = {name: coded(draw.codes[:, place]) for place, name in enumerate(draw.columns)}

    def subsets(self) -> Iterator[tuple[str, ...]]:
        yield from ((column,) for column in self.draw.columns)
        yield from itertools.combinations(self.draw.columns, 2)

    def keys(self, subset: tuple[str, ...]) -> Whole:
        """One number a class for its values of a column or a pair."""
        if len(subset) == 1:
            return self.codes[subset[0]]
        one, other = (self.codes[column] for column in subset)
        keys = one * (int(other.max()) + 1) + other
        return keys if int(keys.max()) < DENSE else coded(keys)

    def totals(self, keys: Whole) -> Whole:
        return np.bincount(keys, self.draw.sizes).astype(np.int64)

    def each(self, subset: tuple[str, ...]) -> Real:
        """For each class, the rows that hold its values of these columns."""
        keys = self.keys(subset)
        return self.totals(keys)[keys].astype(np.float64)

    def forest(self) -> Forest:
        histograms = {subset: sizes_of(self.totals(self.keys(subset))) for subset in self.subsets()}
        return margin_forest.forest(self.draw.columns, histograms)

    def log_expected(self, forest: Forest) -> Real:
        rows = float(self.draw.sizes.sum())
        logs: Real = np.full(len(self.draw.sizes), math.log(rows))
        for edge in forest.edges:
            margin = tuple(column for column in self.draw.columns if column in (edge.parent, edge.child))
            smoothing = forest.smoothing[margin]
            whole = rows if edge.parent is None else self.each((edge.parent,))
            logs = logs + np.log(np.maximum((self.each(margin) + smoothing.alpha) * smoothing.gain, LEAST_MARGIN) / whole)
        return logs

    def rare_uniques(self) -> int:
        rare: NDArray[np.bool_] = np.zeros(len(self.draw.sizes), dtype=bool)
        for column in self.draw.columns:
            rare |= self.each((column,)) == 1
        return int((rare & (self.draw.sizes == 1)).sum())

    def lone_uniques(self, forest: Forest) -> int:
        pairs = [tuple(column for column in self.draw.columns if column in (edge.parent, edge.child)) for edge in forest.edges if edge.parent is not None]
        lone: NDArray[np.bool_] = np.zeros(len(self.draw.sizes), dtype=bool)
        for pair in pairs:
            lone |= self.each(pair) == 1
        return int((lone & (self.draw.sizes == 1)).sum())


def sizes_of(counts: Whole) -> Histogram:
    """The histogram of some counts, zeros left out."""
    sizes, classes = np.unique(counts[counts > 0], return_counts=True)
    return Histogram.of(zip(sizes.tolist(), classes.tolist(), strict=True))
