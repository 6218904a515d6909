"""The input of every estimator: a histogram of class sizes, and a sampling fraction, both checked."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING

from sqlrisk.errors import ConfigurationError

if TYPE_CHECKING:
    from sqlrisk.estimators.arrays import Real

MOST_ROWS = 2**53
SMALLEST_FRACTION = 1e-12


@dataclass(frozen=True)
class Histogram:
    """How many equivalence classes (`counts`) there are of each size (`sizes`, rising). `Histogram.of` checks what it is given."""

    sizes: tuple[int, ...]
    counts: tuple[int, ...]

    @staticmethod
    def of(pairs: Iterable[tuple[int, int]]) -> Histogram:
        """The histogram of (size, classes) pairs in any order. Raises ConfigurationError for whatever is no histogram."""
        given = [(_whole(size, "class size"), _whole(count, "number of classes")) for size, count in pairs]
        if not given:
            raise ConfigurationError("the table has no rows (or every row was excluded)", instead="give at least one class size and its number of classes")
        sizes, counts = zip(*sorted(given), strict=True)
        if len(set(sizes)) < len(sizes):
            raise ConfigurationError("a class size stands twice", instead="give each class size once, with all its classes")
        if sum(size * count for size, count in given) > MOST_ROWS:
            raise ConfigurationError(f"the classes hold more than {MOST_ROWS:,} rows", instead="give (class size, number of classes), not other columns")
        return Histogram(sizes, counts)

    @property
    def rows(self) -> int:
        """n, the rows over all classes."""
        return sum(size * count for size, count in zip(self.sizes, self.counts, strict=True))

    @property
    def classes(self) -> int:
        """K_s, the classes of all sizes."""
        return sum(self.counts)

    def having(self, size: int) -> int:
        """S_r, the classes of exactly `size` rows."""
        place = bisect.bisect_left(self.sizes, size)
        return self.counts[place] if self.sizes[place : place + 1] == (size,) else 0

    def below(self, size: int) -> list[tuple[int, int]]:
        """(size, classes) of the classes smaller than `size`."""
        return [(each, count) for each, count in zip(self.sizes, self.counts, strict=True) if each < size]

    def share_below(self, size: int) -> float:
        """The share of the rows that lies in classes smaller than `size`."""
        return sum(each * count for each, count in self.below(size)) / self.rows

    def arrays(self) -> tuple[Real, Real]:
        """Sizes and classes as numbers with a decimal point."""
        from sqlrisk.estimators import arrays

        return arrays.real(self.sizes), arrays.real(self.counts)

    def binned(self) -> tuple[Real, Real]:
        """Sizes and classes with the sizes above 100 gathered in bins 2 % wide; a bin's size is its rows / classes, so n and K_s stay as they are."""
        from sqlrisk.estimators import arrays

        return arrays.binned(*self.arrays())


def sampling_fraction(value: float | Fraction) -> float:
    """f as a number in (0, 1]. Raises ConfigurationError outside it, and below 1e-12: no population is that large."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)) or not 0 < value <= 1:
        raise ConfigurationError("sampling fraction must be in (0,1]; unknown → use 1 (conservative)", instead="write a twentieth as 0.05")
    if value < SMALLEST_FRACTION:
        raise ConfigurationError("the sampling fraction is below 1e-12: no population is that large", instead="write a twentieth as 0.05")
    return float(value)


def fraction_of(rows: int, population: int) -> Fraction:
    """f = n / N, exact. Raises ConfigurationError where the population is smaller than the rows."""
    if population < rows:
        raise ConfigurationError(
            f"the population of {population:,} is smaller than the {rows:,} rows of the histogram", instead="give the size of the whole population, N >= n"
        )
    return Fraction(rows, population)


def _whole(number: object, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, Integral) or number < 1:
        raise ConfigurationError(f"a {name} is not a whole number of at least 1", instead="leave out the sizes that no class has")
    return int(number)
