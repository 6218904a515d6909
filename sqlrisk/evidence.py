"""What leaves the warehouse: counts of equivalence classes, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlrisk.errors import NotMeasuredError

Row = Mapping[str, Any]


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


@dataclass(frozen=True)
class SensitiveCount:
    """What the classes of one size give away of a sensitive column; None where none of them holds a value."""

    size: int
    classes: int
    classes_without_value: int
    distinct_min: int | None
    homogeneous_classes: int
    homogeneous_rows: int
    entropy_min: float | None
    share_max: float | None
    variation_max: float | None
    highest_gain: float | None
    lowest_gain: float | None
    classes_beyond_surprise: int
    classes_with_absent_value: int


@dataclass(frozen=True)
class SensitiveClasses:
    """The classes by what they give away of one sensitive column, one entry a class size; `rows` is that of the release or group."""

    counts: tuple[SensitiveCount, ...]
    rows: int

    def lowest(self, name: str) -> Any:
        """The minimum of a field over the class sizes that have it; None where none has."""
        return min(self._values(name), default=None)

    def highest(self, name: str) -> Any:
        """The maximum of a field over the class sizes that have it; None where none has."""
        return max(self._values(name), default=None)

    def total(self, name: str) -> int:
        """The sum of a count over the class sizes."""
        return sum(self._values(name))

    def _values(self, name: str) -> list[Any]:
        return [value for count in self.counts if (value := getattr(count, name)) is not None]


@dataclass(frozen=True)
class RecursiveClasses:
    """r_1 / (r_l + ... + r_m) over the classes for one l: the largest, and how many classes have fewer than l values."""

    classes_with_value: int
    classes_unbounded: int
    ratio_max: float | None


@dataclass(frozen=True)
class OrderedClasses:
    """The ordered distance of the classes to the whole release: the largest, and the rows whose value the declared order does not name."""

    classes_with_value: int
    rows_out_of_order: int
    distance_max: float | None


@dataclass(frozen=True)
class ColumnProfile:
    """How near to an identifier or a free text a column is: distinct values (perhaps approximate), rows, mean text length in characters."""

    name: str
    rows: int
    distinct: int
    mean_length: float

    @property
    def distinct_share(self) -> float:
        """Distinct values over rows."""
        return self.distinct / self.rows if self.rows else 0.0


@dataclass(frozen=True)
class RowCounts:
    """Rows of the relation, those that `where` leaves out, and those that bear the suppression marker."""

    read: int
    filtered: int
    marked: int

    @property
    def measured(self) -> int:
        """The rows that are left to measure."""
        return self.read - self.filtered - self.marked


def by_group(rows: Iterable[Row]) -> dict[Any, list[Row]]:
    """The rows of a kernel that was given a group, by the group's value."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row["sqlrisk_group"], []).append(row)
    return found


def class_sizes(rows: Iterable[Row]) -> ClassSizes:
    """Evidence of the kernel class_sizes."""
    return ClassSizes.of({_count(row, "sqlrisk_class_size"): _count(row, "sqlrisk_classes") for row in rows})


def group_class_sizes(rows: Iterable[Row]) -> ClassSizes:
    """Evidence of the kernel group_class_sizes, the rows of one group."""
    counts = (
        SizeCount(_count(row, "sqlrisk_size"), _count(row, "sqlrisk_classes"), _count(row, "sqlrisk_members"), float(row["sqlrisk_rows_ln_rows"]))
        for row in rows
    )
    return ClassSizes(tuple(sorted(counts, key=lambda count: count.size)))


def sensitive_classes(rows: Iterable[Row], total_rows: int) -> SensitiveClasses:
    """Evidence of the kernel sensitive_classes, for the release or for one group of `total_rows` rows."""
    return SensitiveClasses(tuple(_sensitive_count(row) for row in rows), total_rows)


def recursive_classes(rows: Iterable[Row]) -> RecursiveClasses:
    """Evidence of the kernel recursive_classes."""
    found = list(rows)
    ratios = [ratio for row in found if (ratio := _real(row["sqlrisk_ratio_max"])) is not None]
    return RecursiveClasses(_sum(found, "sqlrisk_classes_with_value"), _sum(found, "sqlrisk_classes_unbounded"), max(ratios, default=None))


def ordered_classes(rows: Iterable[Row]) -> OrderedClasses:
    """Evidence of the kernel ordered_classes. A distance below 0 by rounding is 0."""
    found = list(rows)
    distances = [max(0.0, distance) for row in found if (distance := _real(row["sqlrisk_distance_max"])) is not None]
    outside = max((_count(row, "sqlrisk_rows_out_of_order") for row in found), default=0)
    return OrderedClasses(_sum(found, "sqlrisk_classes_with_value"), outside, max(distances, default=None))


def column_profiles(rows: Iterable[Row], names: Iterable[str]) -> tuple[ColumnProfile, ...]:
    """Evidence of the kernel column_profiles, in the order of the columns it was given."""
    row = next(iter(rows))
    return tuple(
        ColumnProfile(name, _count(row, "sqlrisk_rows"), _count(row, f"sqlrisk_distinct_{place}"), _real(row[f"sqlrisk_length_{place}"]) or 0.0)
        for place, name in enumerate(names, start=1)
    )


def row_counts(rows: Iterable[Row]) -> RowCounts:
    """Evidence of the kernel row_counts."""
    counts = {(_count(row, "sqlrisk_kept"), _count(row, "sqlrisk_marked")): _count(row, "sqlrisk_rows") for row in rows}
    filtered = sum(rows for (kept, _), rows in counts.items() if not kept)
    return RowCounts(sum(counts.values()), filtered, counts.get((1, 1), 0))


def _sensitive_count(row: Row) -> SensitiveCount:
    size, homogeneous = _count(row, "sqlrisk_class_size"), _count(row, "sqlrisk_homogeneous_classes")
    entropy, distinct = _real(row["sqlrisk_entropy_min"]), row["sqlrisk_distinct_min"]
    return SensitiveCount(
        size=size,
        classes=_count(row, "sqlrisk_classes"),
        classes_without_value=_count(row, "sqlrisk_classes_without_value"),
        distinct_min=None if distinct is None else int(distinct),
        homogeneous_classes=homogeneous,
        homogeneous_rows=int(row.get("sqlrisk_homogeneous_members", size * homogeneous)),
        entropy_min=None if entropy is None else max(0.0, entropy),
        share_max=_real(row["sqlrisk_share_max"]),
        variation_max=_real(row["sqlrisk_variation_max"]),
        highest_gain=_real(row["sqlrisk_highest_gain"]),
        lowest_gain=_real(row["sqlrisk_lowest_gain"]),
        classes_beyond_surprise=_count(row, "sqlrisk_classes_beyond_surprise"),
        classes_with_absent_value=_count(row, "sqlrisk_classes_with_absent_value"),
    )


def _count(row: Row, name: str) -> int:
    if row[name] is None:
        raise NotMeasuredError(f"the engine gave no number for {name}")
    return int(row[name])


def _sum(rows: Iterable[Row], name: str) -> int:
    return sum(_count(row, name) for row in rows)


def _real(value: Any) -> float | None:
    return None if value is None else float(value)
