"""What the equivalence classes give away of a sensitive column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlrisk.evidence.rows import Row, count, real, total


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
    """The ordered distance of the classes to the whole release: the largest, and the rows whose value the declared order does not name.

    `rows_of_words`: where the values are ordered as text, the rows whose value is not written as a number.
    """

    classes_with_value: int
    rows_out_of_order: int
    distance_max: float | None
    rows_of_words: int | None = None

    @property
    def numbers_as_text(self) -> bool:
        """Whether numbers are in the order of their texts."""
        return self.rows_of_words == 0


def sensitive_classes(rows: Iterable[Row], total_rows: int) -> SensitiveClasses:
    """Evidence of the kernel sensitive_classes, for the release or for one group of `total_rows` rows."""
    return SensitiveClasses(tuple(_sensitive_count(row) for row in rows), total_rows)


def recursive_classes(rows: Iterable[Row]) -> RecursiveClasses:
    """Evidence of the kernel recursive_classes."""
    found = list(rows)
    ratios = [ratio for row in found if (ratio := real(row["sqlrisk_ratio_max"])) is not None]
    return RecursiveClasses(total(found, "sqlrisk_classes_with_value"), total(found, "sqlrisk_classes_unbounded"), max(ratios, default=None))


def ordered_classes(rows: Iterable[Row]) -> OrderedClasses:
    """Evidence of the kernel ordered_classes. A distance below 0 by rounding is 0."""
    found = list(rows)
    distances = [max(0.0, distance) for row in found if (distance := real(row["sqlrisk_distance_max"])) is not None]
    outside = max((count(row, "sqlrisk_rows_out_of_order") for row in found), default=0)
    words = [count(row, "sqlrisk_rows_of_words") for row in found if "sqlrisk_rows_of_words" in row]
    return OrderedClasses(total(found, "sqlrisk_classes_with_value"), outside, max(distances, default=None), max(words, default=None))


def _sensitive_count(row: Row) -> SensitiveCount:
    size, homogeneous = count(row, "sqlrisk_class_size"), count(row, "sqlrisk_homogeneous_classes")
    entropy, distinct = real(row["sqlrisk_entropy_min"]), row["sqlrisk_distinct_min"]
    return SensitiveCount(
        size=size,
        classes=count(row, "sqlrisk_classes"),
        classes_without_value=count(row, "sqlrisk_classes_without_value"),
        distinct_min=None if distinct is None else int(distinct),
        homogeneous_classes=homogeneous,
        homogeneous_rows=int(row.get("sqlrisk_homogeneous_members", size * homogeneous)),
        entropy_min=None if entropy is None else max(0.0, entropy),
        share_max=real(row["sqlrisk_share_max"]),
        variation_max=real(row["sqlrisk_variation_max"]),
        highest_gain=real(row["sqlrisk_highest_gain"]),
        lowest_gain=real(row["sqlrisk_lowest_gain"]),
        classes_beyond_surprise=count(row, "sqlrisk_classes_beyond_surprise"),
        classes_with_absent_value=count(row, "sqlrisk_classes_with_absent_value"),
    )
