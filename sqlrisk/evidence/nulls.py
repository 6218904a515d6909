"""How many classes have a missing quasi-identifier, and what each row agrees with where a missing value matches anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlrisk.evidence.class_sizes import ClassSizes, SizeCount
from sqlrisk.evidence.rows import Row, count


@dataclass(frozen=True)
class NullClasses:
    """The published classes with a NULL in some quasi-identifier, and their rows."""

    classes: int
    rows: int


def null_classes(rows: Iterable[Row]) -> NullClasses:
    """Evidence of the kernel null_classes."""
    row = next(iter(rows))
    return NullClasses(count(row, "sqlrisk_classes"), count(row, "sqlrisk_rows"))


def null_matches(rows: Iterable[Row]) -> ClassSizes:
    """Evidence of the kernel null_matches: rows by how many rows match them. They overlap, so there are no classes to count: `classes` is 0."""
    counts = (SizeCount(count(row, "sqlrisk_matches"), 0, count(row, "sqlrisk_rows"), 0.0) for row in rows)
    return ClassSizes(tuple(sorted(counts, key=lambda count: count.size)))
