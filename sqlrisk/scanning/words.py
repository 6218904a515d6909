"""What a scan says to people: its tables and its sentences, the same in every format that people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk.measuring import NEAR_UNIQUE
from sqlrisk.plain import agreed, counted
from sqlrisk.reports import visible
from sqlrisk.scanning.model import Scan, ScannedColumn

MOST_SHOWN = 30
MOST_TOLD = 3
HEADINGS = ("column", "role", "values", "k", "alone", "share", "gained")
UNDECLARED = "none: undeclared"
_ROLE = {None: "has no role", "insensitive": "is called insensitive", "quasi_identifier": "stands beside its declared level"}
LIMITS = (
    "each column joins alone: what two forgotten columns tell together is not seen",
    "a column that singles nobody out can still be known, and a secret: roles are declared by people, not by this count",
)


def line(name: str) -> str:
    """A name on one line, its invisible characters shown."""
    return visible(" ".join(name.split()))


def about(scan: Scan) -> str:
    """What the columns join, in one sentence."""
    known = ", ".join(map(line, scan.quasi_identifiers))
    alone = f"{scan.unique_rows:,} of {counted(scan.rows, 'row')} ({scan.unique_rows / scan.rows:.2%}) {agreed(scan.unique_rows, 'is', 'are')} alone"
    return f"Known already: {known}. With that {alone}; the smallest class has {scan.smallest:,}."


def role(column: ScannedColumn) -> str:
    """The role of a column, or that it has none."""
    return column.role or UNDECLARED


def rows(columns: Sequence[ScannedColumn], scan: Scan) -> list[tuple[str, ...]]:
    """One row a column, for HEADINGS; no more than MOST_SHOWN."""
    return [(line(column.name), role(column), *_figures(column, scan)) for column in columns[:MOST_SHOWN]]


def _figures(column: ScannedColumn, scan: Scan) -> Iterator[str]:
    yield from ("" if figure is None else f"{figure:,}" for figure in (column.distinct, column.smallest, column.unique_rows))
    yield f"{(column.unique_rows or 0) / scan.rows:.2%}"
    yield f"+{column.gained or 0:,}"


def left_out(columns: Sequence[ScannedColumn]) -> Iterator[str]:
    """That there are more columns than are shown."""
    if len(columns) > MOST_SHOWN:
        yield f"and {len(columns) - MOST_SHOWN} more columns, which add less: --format json lists them"


def sentences(scan: Scan) -> Iterator[str]:
    """What the figures say: the columns that add most, what was not measured, where the method does not apply, and what is never seen."""
    adding = [column for column in scan.forgotten if column.gained]
    for column in adding[:MOST_TOLD]:
        now, then = scan.unique_rows / scan.rows, (column.unique_rows or 0) / scan.rows
        near = "; it is nearly unique: an identifier in truth" if (column.distinct or 0) >= NEAR_UNIQUE * scan.rows else ""
        yield f"`{line(column.name)}` {_ROLE[column.role]} and would leave {column.gained:,} more rows alone: {then:.2%} in place of {now:.2%}{near}"
    if len(adding) > MOST_TOLD:
        yield f"{len(adding) - MOST_TOLD} more columns would leave some row alone that is not alone now"
    if not adding:
        yield "no other column would leave one more row alone" if scan.forgotten else "no other column could have been forgotten"
    if any(column.role == "sensitive" for column in scan.columns):
        yield "a sensitive column is not forgotten: what the classes tell of it is attribute disclosure, which `sqlrisk check` measures"
    for column in scan.unmeasured:
        yield f"`{line(column.name)}` ({role(column)}) is not measured: {column.reason}"
    if scan.identifiers:
        yield f"identifiers, which are not joined: {', '.join(f'`{line(name)}`' for name in scan.identifiers)}"
    yield from scan.warnings
    yield from LIMITS
