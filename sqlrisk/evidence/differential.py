"""The source of an anonymisation by pivots and blocks against what it published: what each pivot lost, what is kept, and what chance leaves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import Row, count, real


@dataclass(frozen=True)
class PivotValues:
    """The rows of a relation, and for each pivot those in which it has a value."""

    rows: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class BlockCounts:
    """The cells (pivot group and values) whose counts differ between the source and what is published; the rows of each that were compared.

    `rows_whole` are those of the source that lost no pivot.
    """

    cells: int
    cells_differ: int
    rows_source: int
    rows_published: int
    rows_whole: int


@dataclass(frozen=True)
class Spread:
    """Two columns over all rows of one relation: the sum of n_ij^2 / (n_i n_j), the numbers of their values, and the rows."""

    squares: float
    ones: int
    others: int
    rows: int

    @property
    def association(self) -> float | None:
        """Cramér's V less what chance gives on average (Bergsma 2013), from 0 to 1; None where a column is constant, or nearly all values differ."""
        if self.rows < 2:
            return None
        chance = 1 / (self.rows - 1)
        squared = self.squares - 1 - (self.ones - 1) * (self.others - 1) * chance
        sides = min(values - 1 - (values - 1) ** 2 * chance for values in (self.ones, self.others))
        return math.sqrt(min(1.0, max(0.0, squared) / sides)) if sides > 1e-9 else None


@dataclass(frozen=True)
class LostPair:
    """Two columns of different blocks: how many rows, weighed, coincide with the source within the pivot groups.

    `observed` is what is published, `unpermuted` a copy of the source, `expected` the mean over all permutations. `variance` is that of as many
    independent draws, `largest` the largest deviation of a weight from its means. `source` and `published`: over all rows.
    """

    observed: float
    unpermuted: float
    expected: float
    variance: float
    largest: float
    source: Spread
    published: Spread

    @property
    def kept(self) -> float | None:
        """What is left of the excess over chance that an unpermuted copy has: 1 for such a copy, about 0 after a permutation. None where it has none."""
        excess = self.unpermuted - self.expected
        return (self.observed - self.expected) / excess if excess > 1e-9 * max(1.0, self.expected) else None

    def surprise(self, value: float) -> float:
        """-ln of a bound on the chance that random permutations within the groups reach a value: P <= exp(-t^2 / (4 (V + M t / 3))), t its excess.

        The moment generating function of a permutation statistic is a permanent over n!; by Carlen, Lieb & Loss (2006) it is at most the square root of that
        of independent draws at twice the argument, to which Bernstein's inequality applies. Groups are permuted independently, so they multiply.
        """
        excess = value - self.expected
        if excess <= 1e-9 * max(1.0, self.expected):
            return 0.0
        return excess**2 / (4 * (max(self.variance, 0.0) + max(self.largest, 0.0) * excess / 3))


def pivot_values(rows: Iterable[Row], pivots: int) -> tuple[PivotValues, PivotValues]:
    """Evidence of the kernel pivot_values: the source, and what is published."""
    found = {
        count(row, "sqlrisk_published"): PivotValues(count(row, "sqlrisk_rows"), tuple(count(row, f"sqlrisk_values_{p + 1}") for p in range(pivots)))
        for row in rows
    }
    return found[0], found[1]


def block_counts(rows: Sequence[Row]) -> BlockCounts:
    """Evidence of the kernel block_counts."""
    row = rows[0]
    names = ("cells", "cells_differ", "rows_source", "rows_published", "rows_whole")
    return BlockCounts(*(count(row, f"sqlrisk_{name}") for name in names))


def preserved_pairs(rows: Iterable[Row], pairs: int) -> list[int]:
    """Evidence of the kernel preserved_pairs: the cells that differ, for each pair; a pair without any row has none."""
    found = {count(row, "sqlrisk_pair"): count(row, "sqlrisk_cells_differ") for row in rows}
    return [found.get(place + 1, 0) for place in range(pairs)]


def lost_pairs(rows: Iterable[Row], pairs: int) -> list[LostPair]:
    """Evidence of the kernel lost_pairs. Raises NotMeasuredError where the engine gave no number for a pair."""
    found = {count(row, "sqlrisk_pair"): row for row in rows}
    if set(found) != set(range(1, pairs + 1)):
        raise NotMeasuredError(f"{len(found):,} of {pairs:,} pairs of columns were compared: no rows of the source and of what is published meet")
    return [_lost_pair(found[place + 1]) for place in range(pairs)]


def _lost_pair(row: Row) -> LostPair:
    return LostPair(
        observed=_finite(row, "observed"),
        unpermuted=_finite(row, "unpermuted"),
        expected=_finite(row, "expected"),
        variance=_finite(row, "variance"),
        largest=max(_finite(row, "largest_present"), _finite(row, "largest_absent")),
        source=_spread(row, "before"),
        published=_spread(row, "after"),
    )


def _spread(row: Row, side: str) -> Spread:
    squares, ones, others, rows = (_finite(row, f"{name}_{side}") for name in ("squares", "ones", "others", "rows"))
    return Spread(squares, round(ones), round(others), round(rows))


def _finite(row: Row, name: str) -> float:
    value = real(row[f"sqlrisk_{name}"])
    if value is None or not math.isfinite(value):
        raise NotMeasuredError(f"the engine gave no number for sqlrisk_{name}")
    return value
