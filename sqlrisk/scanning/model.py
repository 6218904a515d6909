"""What a scan found of a release: each other column, and where the method does not apply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlrisk.declaration import ColumnRole
from sqlrisk.planning.forgotten import FORGETTABLE


@dataclass(frozen=True)
class ScannedColumn:
    """One column joined to the quasi-identifiers: rows alone then, those of them that are not alone without it, the smallest class, its distinct values.

    Its role is None where nobody declared one. `reason` says why there are no figures; then they are None.
    """

    name: str
    role: ColumnRole | None
    distinct: int | None = None
    unique_rows: int | None = None
    gained: int | None = None
    smallest: int | None = None
    reason: str | None = None

    @property
    def is_forgettable(self) -> bool:
        """Whether nothing that is declared says what it tells."""
        return self.role in FORGETTABLE


@dataclass(frozen=True)
class Scan:
    """The scan of one release: what is left to publish, its rows alone now, and every column that is no published quasi-identifier.

    `columns` stand in the order in which they should be looked at; `warnings` say where classes do not show what identifies. `error`: why nothing was
    measured.
    """

    name: str
    relation: str
    quasi_identifiers: tuple[str, ...] = ()
    rows: int = 0
    unique_rows: int = 0
    smallest: int | None = None
    columns: tuple[ScannedColumn, ...] = ()
    unmeasured: tuple[ScannedColumn, ...] = ()
    identifiers: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str | None = None

    @property
    def forgotten(self) -> tuple[ScannedColumn, ...]:
        """The columns that could have been forgotten, those that add most first."""
        return tuple(column for column in self.columns if column.is_forgettable)

    @property
    def declared(self) -> tuple[ScannedColumn, ...]:
        """The columns whose role says what they tell: weights, households, secrets."""
        return tuple(column for column in self.columns if not column.is_forgettable)


@dataclass(frozen=True)
class Scans:
    """The scans of the selected releases, and the exit code."""

    releases: tuple[Scan, ...]
    exit_code: int
    generated_on: date


def in_order(columns: Iterable[ScannedColumn]) -> tuple[ScannedColumn, ...]:
    """Those that could have been forgotten first, sensitive ones last; by the rows that they would leave alone, then by their values."""

    def place(column: ScannedColumn) -> tuple[int, int, int, str]:
        rank = 0 if column.is_forgettable else 2 if column.role == "sensitive" else 1
        return rank, -(column.gained or 0), -(column.distinct or 0), column.name

    return tuple(sorted(columns, key=place))
