"""How many equivalence classes there are of each size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlrisk.evidence.rows import Row, count, number


@dataclass(frozen=True)
class SizeCount:
    """The classes of one size: how many, and how many rows of the group (or of the release) they hold."""

    size: int
    classes: int
    rows: int
    rows_ln_rows: float


@dataclass(frozen=True)
class ClassSizes:
    """The histogram of equivalence class sizes of a release, or of one declared group of it (a row's class is that of the whole release).

    `counts` is sorted by size and has no size twice. `rows` is the number of rows, `classes` that of classes with a row in it.
    """

    counts: tuple[SizeCount, ...]

    @property
    def rows(self) -> int:
        """Rows, over all sizes."""
        return sum(count.rows for count in self.counts)

    @property
    def classes(self) -> int:
        """Classes, over all sizes."""
        return sum(count.classes for count in self.counts)

    def at_least(self, size: int) -> ClassSizes:
        """What is left when the classes smaller than `size` are suppressed."""
        return ClassSizes(tuple(count for count in self.counts if count.size >= size))

    def rows_below(self, size: int) -> int:
        """Rows in classes smaller than `size`."""
        return sum(count.rows for count in self.counts if count.size < size)

    def rows_at(self, size: int) -> int:
        """Rows in classes of exactly `size`."""
        return sum(count.rows for count in self.counts if count.size == size)

    def histogram(self) -> dict[int, int]:
        """size -> how many classes."""
        return {count.size: count.classes for count in self.counts}

    @staticmethod
    def of(histogram: Mapping[int, int]) -> ClassSizes:
        """The evidence of a plain histogram, size -> classes. Raises ValueError for a size or count below 1."""
        if any(size < 1 or classes < 1 for size, classes in histogram.items()):
            raise ValueError("class sizes and counts are at least 1")
        return ClassSizes(tuple(SizeCount(size, m, size * m, m * size * math.log(size)) for size, m in sorted(histogram.items())))


class UnsuppressedClassSizes(ClassSizes):
    """Class sizes after `where` and the marker, before suppression: what estimators are fitted on, and what suppression costs."""

    @staticmethod
    def from_sizes(sizes: ClassSizes) -> UnsuppressedClassSizes:
        """The same counts, named for what they stand for."""
        return UnsuppressedClassSizes(sizes.counts)


class LeftClassSizes(ClassSizes):
    """The class sizes that are left once what suppressed_* are about is suppressed: the declared suppression, else the classes below the k of rows_below_k."""

    @staticmethod
    def from_sizes(sizes: ClassSizes) -> LeftClassSizes:
        """The same counts, named for what they stand for."""
        return LeftClassSizes(sizes.counts)


def class_sizes(rows: Iterable[Row]) -> ClassSizes:
    """Evidence of the kernel class_sizes."""
    return ClassSizes.of({count(row, "sqlrisk_class_size"): count(row, "sqlrisk_classes") for row in rows})


def group_class_sizes(rows: Iterable[Row]) -> ClassSizes:
    """Evidence of the kernel group_class_sizes, the rows of one group."""
    counts = (
        SizeCount(count(row, "sqlrisk_size"), count(row, "sqlrisk_classes"), count(row, "sqlrisk_members"), number(row, "sqlrisk_rows_ln_rows")) for row in rows
    )
    return ClassSizes(tuple(sorted(counts, key=lambda count: count.size)))
