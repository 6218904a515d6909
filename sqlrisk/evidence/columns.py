"""What the columns and the rows of the relation are, before any class is formed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlrisk.evidence.rows import Row, count, real


@dataclass(frozen=True)
class ColumnProfile:
    """How near to an identifier or a free text a column is: distinct values (perhaps approximate), rows, mean text length in characters, rows with a value."""

    name: str
    rows: int
    distinct: int
    mean_length: float
    filled: int = 0

    @property
    def distinct_share(self) -> float:
        """Distinct values over rows."""
        return self.distinct / self.rows if self.rows else 0.0


@dataclass(frozen=True)
class FoldedValues:
    """The distinct values of a column, as its own collation compares them and as their code points do."""

    name: str
    stored: int
    exact: int


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


def column_profiles(rows: Iterable[Row], names: Iterable[str]) -> tuple[ColumnProfile, ...]:
    """Evidence of the kernel column_profiles, in the order of the columns it was given."""
    row = next(iter(rows))
    return tuple(
        ColumnProfile(
            name,
            count(row, "sqlrisk_rows"),
            count(row, f"sqlrisk_distinct_{place}"),
            real(row[f"sqlrisk_length_{place}"]) or 0.0,
            count(row, f"sqlrisk_filled_{place}"),
        )
        for place, name in enumerate(names, start=1)
    )


def folded_values(rows: Iterable[Row], names: Iterable[str]) -> tuple[FoldedValues, ...]:
    """Evidence of the kernel folded_values, in the order of the columns it was given."""
    row = next(iter(rows))
    return tuple(
        FoldedValues(name, count(row, f"sqlrisk_stored_values_{place}"), count(row, f"sqlrisk_exact_values_{place}"))
        for place, name in enumerate(names, start=1)
    )


def row_counts(rows: Iterable[Row]) -> RowCounts:
    """Evidence of the kernel row_counts."""
    counts = {(count(row, "sqlrisk_kept"), count(row, "sqlrisk_marked")): count(row, "sqlrisk_rows") for row in rows}
    filtered = sum(rows for (kept, _), rows in counts.items() if not kept)
    return RowCounts(sum(counts.values()), filtered, counts.get((1, 1), 0))
