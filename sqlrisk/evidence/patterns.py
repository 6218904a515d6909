"""How the values of a column are written: counts of those that look like an e-mail, a telephone, an IBAN, and no value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import Row, count

_OWN = ("place", "rows", "filled", "empty", "values", "characters", "named")


@dataclass(frozen=True)
class ColumnPatterns:
    """Rows of a column, those with a value, those with an empty text; its distinct values; mean length of the text in characters; rows by pattern.

    A value is what is neither NULL nor an empty text. `named`: the rows whose value is the column's own name.
    """

    rows: int
    filled: int
    empty: int
    distinct: int
    mean_length: float
    counts: Mapping[str, int] = field(default_factory=dict)
    named: int = 0

    @property
    def distinct_share(self) -> float:
        """Distinct values over the rows with a value."""
        return self.distinct / self.filled if self.filled else 0.0

    def share(self, *patterns: str) -> float:
        """The rows whose value is written in one of the patterns, which exclude one another, over those with a value."""
        return sum(self.counts.get(name, 0) for name in patterns) / self.filled if self.filled else 0.0


@dataclass(frozen=True)
class ValueShape:
    """The rows of a column with a value, their characters (0 for numbers), and those that could be written like an identifier: of texts an upper bound."""

    filled: int
    characters: int
    candidates: int

    @property
    def mean_length(self) -> float:
        """Mean characters of a value."""
        return self.characters / self.filled if self.filled else 0.0

    @property
    def share(self) -> float:
        """The values that could be written like an identifier, over those that there are; of texts an upper bound."""
        return self.share_of(self.candidates)

    def share_of(self, rows: int) -> float:
        """Some of the rows with a value over all of them."""
        return rows / self.filled if self.filled else 0.0


def value_shapes(rows: Iterable[Row], texts: Sequence[str], numbers: Sequence[str]) -> dict[str, ValueShape]:
    """Evidence of the kernel value_shapes, by column."""
    row = next(iter(rows))
    found = {
        name: ValueShape(*(count(row, f"sqlrisk_{what}_{place}") for what in ("filled", "characters", "candidates")))
        for place, name in enumerate(texts, start=1)
    }
    for place, name in enumerate(numbers, start=1):
        found[name] = ValueShape(count(row, f"sqlrisk_numbered_{place}"), 0, count(row, f"sqlrisk_long_{place}"))
    return found


def value_fits(rows: Iterable[Row], columns: int) -> tuple[int, ...]:
    """Evidence of the kernel value_fits: rows by column, in the order it was given them. Raises NotMeasuredError where one is missing."""
    found = _by_place(rows, columns)
    return tuple(count(found[place], "sqlrisk_fits") for place in sorted(found))


def column_patterns(rows: Iterable[Row], columns: int) -> tuple[ColumnPatterns, ...]:
    """Evidence of the kernel column_patterns, in the order of the columns it was given. Raises NotMeasuredError where one of them is not told of."""
    found = _by_place(rows, columns)
    return tuple(_patterns(found[place]) for place in sorted(found))


def _by_place(rows: Iterable[Row], columns: int) -> dict[int, Row]:
    found = {count(row, "sqlrisk_place"): row for row in rows}
    if set(found) != set(range(1, columns + 1)):
        raise NotMeasuredError("the relation has no row, or lost them while it was looked at")
    return found


def _patterns(row: Row) -> ColumnPatterns:
    found = {name.removeprefix("sqlrisk_"): count(row, name) for name in row}
    filled = found["filled"]
    mean = found["characters"] / filled if filled else 0.0
    counts = {name: times for name, times in found.items() if name not in _OWN}
    return ColumnPatterns(found["rows"], filled, found["empty"], found["values"], mean, counts, found["named"])
