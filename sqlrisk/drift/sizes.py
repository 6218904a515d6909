"""How the class sizes moved: rows in small and large classes, and how far the two distributions are apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

BANDS = {"1": (1, 1), "2-4": (2, 4), "5-9": (5, 9), "10+": (10, None)}


@dataclass(frozen=True)
class Sizes:
    """The classes of a rung and the rows in them. `rows_by_size`: rows in classes of 1, of 2 to 4, of 5 to 9, of 10 and more."""

    classes: int
    rows: int
    rows_by_size: Mapping[str, int]


@dataclass(frozen=True)
class SizesMoved:
    """How the class sizes of a rung moved. `distance` is the total variation between the shares of rows over class sizes, 0 to 1."""

    rung: str
    before: Sizes
    after: Sizes
    distance: float


def sizes_moved(before: Mapping[str, Mapping[int, int]], after: Mapping[str, Mapping[int, int]]) -> Iterator[SizesMoved]:
    """What moved on every rung whose class sizes stand in both results, and differ."""
    for rung, new in after.items():
        old = before.get(rung)
        if old and new and old != new:
            yield SizesMoved(rung, _sizes(old), _sizes(new), distance(old, new))


def distance(before: Mapping[int, int], after: Mapping[int, int]) -> float:
    """Total variation between the shares of rows over class sizes: half the sum of |p - q|."""
    rows_before, rows_after = _rows(before), _rows(after)
    sizes = {*before, *after}
    return sum(abs(size * before.get(size, 0) / rows_before - size * after.get(size, 0) / rows_after) for size in sorted(sizes)) / 2


def _rows(histogram: Mapping[int, int]) -> int:
    return sum(size * classes for size, classes in histogram.items())


def _sizes(histogram: Mapping[int, int]) -> Sizes:
    bands = {
        name: sum(size * classes for size, classes in histogram.items() if low <= size and (high is None or size <= high))
        for name, (low, high) in BANDS.items()
    }
    return Sizes(sum(histogram.values()), _rows(histogram), bands)
