"""What the classes would be if one more column joined the quasi-identifiers, and which columns are mostly blank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlrisk.evidence.rows import Row, count


@dataclass(frozen=True)
class JoinedClasses:
    """The classes of the quasi-identifiers and one column together: how many, their rows, those alone, the smallest; None where there is no row."""

    column: str
    classes: int
    rows: int
    unique_rows: int
    smallest: int | None


@dataclass(frozen=True)
class ForgottenColumns:
    """The published columns that are neither quasi-identifiers nor sensitive, each joined to the quasi-identifiers; `obstacle`: why one could not be."""

    joined: tuple[JoinedClasses, ...]
    obstacle: str | None = None


def joined_classes(rows: Iterable[Row], column: str) -> JoinedClasses:
    """Evidence of the kernel joined_classes, for one column."""
    row = next(iter(rows))
    smallest = row["sqlrisk_smallest"]
    return JoinedClasses(
        column,
        count(row, "sqlrisk_classes"),
        count(row, "sqlrisk_rows"),
        count(row, "sqlrisk_unique_rows"),
        None if smallest is None else int(smallest),
    )


def blank_rows(rows: Iterable[Row], names: Sequence[str]) -> dict[str, int]:
    """Evidence of the kernel blank_rows: the rows that have nothing in each of the columns that it was given."""
    row = next(iter(rows))
    return {name: count(row, f"sqlrisk_blank_{place}") for place, name in enumerate(names, start=1)}
