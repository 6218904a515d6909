"""What a way of recoding leaves, in figures that can stand beside those of another."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sqlrisk.evidence import ClassSizes
from sqlrisk.measures.utility import entropy_bits


@dataclass(frozen=True)
class QueryError:
    """The error of a utility query whose rows count only where their region, or class, lies in one of its groups.

    `points` are percentage points, None where there is no value; `reason` says why. `unattributable` is the share of all rows that do not count.
    """

    query: str
    points: float | None
    unattributable: Fraction | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Recoding:
    """One way of recoding a table: the sizes of its classes (Mondrian calls them regions) once the small ones are suppressed, of how many `rows`."""

    name: str
    sizes: ClassSizes
    rows: int
    query_errors: tuple[QueryError, ...] = ()

    @property
    def regions(self) -> int:
        """Classes that are published."""
        return self.sizes.classes

    @property
    def k(self) -> int | None:
        """Rows of the smallest class; None where nothing is published."""
        return min(self.sizes.histogram(), default=None)

    @property
    def mean_risk(self) -> Fraction | None:
        """Classes over rows, what is published; None where nothing is."""
        return Fraction(self.sizes.classes, self.sizes.rows) if self.sizes.rows else None

    @property
    def bits(self) -> float | None:
        """Joint entropy of the recoded quasi-identifiers, in bits; None where nothing is published."""
        found = entropy_bits.of({ClassSizes: self.sizes})
        return found if isinstance(found, float) else None

    @property
    def suppressed_share(self) -> Fraction:
        """Rows that are suppressed, of all rows."""
        return Fraction(self.rows - self.sizes.rows, self.rows)

    def as_json(self) -> dict[str, Any]:
        """The figures as results have them."""
        return {
            "name": self.name,
            "regions": self.regions,
            "k": self.k,
            "prosecutor_mean": self.mean_risk,
            "entropy_bits": self.bits,
            "suppressed_rows": self.suppressed_share,
            "query_errors": [vars(each) for each in self.query_errors],
        }
