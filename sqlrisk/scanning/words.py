"""What a scan says to people: its tables and its sentences, the same in every format that people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk.languages import ENGLISH, Language
from sqlrisk.measuring import NEAR_UNIQUE
from sqlrisk.reports import visible
from sqlrisk.scanning.model import Scan, ScannedColumn

MOST_SHOWN = 30
MOST_TOLD = 3
HEADINGS = ("column", "role", "values", "k", "alone", "share", "gained")
UNDECLARED = "none: undeclared"
_WOULD = {
    None: "`{column}` has no role and would leave {rows} more {rows|row|rows} alone: {then} in place of {now}",
    "insensitive": "`{column}` is called insensitive and would leave {rows} more {rows|row|rows} alone: {then} in place of {now}",
    "quasi_identifier": "`{column}` stands beside its declared level and would leave {rows} more {rows|row|rows} alone: {then} in place of {now}",
}
LIMITS = (
    "each column joins alone: what two forgotten columns tell together is not seen",
    "a column that singles nobody out can still be known, and a secret: roles are declared by people, not by this count",
)


def line(name: str) -> str:
    """A name on one line, its invisible characters shown."""
    return visible(" ".join(name.split()))


def headings(language: Language = ENGLISH) -> tuple[str, ...]:
    """The headings of the tables."""
    return tuple(map(language.say, HEADINGS))


def about(scan: Scan, language: Language = ENGLISH) -> str:
    """What the columns join, in one sentence."""
    return language.say(
        "Known already: {names}. With that {alone} of {rows} {rows|row|rows} ({share}) {alone|is|are} alone; the smallest class has {smallest}.",
        names=", ".join(map(line, scan.quasi_identifiers)),
        alone=scan.unique_rows,
        rows=scan.rows,
        share=_share(scan.unique_rows, scan, language),
        smallest=scan.smallest or 0,
    )


def _share(rows: int | None, scan: Scan, language: Language) -> str:
    return language.percent(f"{(rows or 0) / scan.rows:.2%}")


def role(column: ScannedColumn, language: Language = ENGLISH) -> str:
    """The role of a column, as declarations spell it, or that it has none."""
    return column.role or language.say(UNDECLARED)


def rows(columns: Sequence[ScannedColumn], scan: Scan, language: Language = ENGLISH) -> list[tuple[str, ...]]:
    """One row a column, for HEADINGS; no more than MOST_SHOWN."""
    return [(line(column.name), role(column, language), *_figures(column, scan, language)) for column in columns[:MOST_SHOWN]]


def _figures(column: ScannedColumn, scan: Scan, language: Language) -> Iterator[str]:
    yield from ("" if figure is None else language.written(figure) for figure in (column.distinct, column.smallest, column.unique_rows))
    yield _share(column.unique_rows, scan, language)
    yield f"+{language.written(column.gained or 0)}"


def left_out(columns: Sequence[ScannedColumn], language: Language = ENGLISH) -> Iterator[str]:
    """That there are more columns than are shown."""
    if len(columns) > MOST_SHOWN:
        yield language.say("and {count} more {count|column, which adds|columns, which add} less: --format json lists them", count=len(columns) - MOST_SHOWN)


def sentences(scan: Scan, language: Language = ENGLISH) -> Iterator[str]:
    """What the figures say: the columns that add most, what was not measured, where the method does not apply, and what is never seen."""
    yield from _adding(scan, language)
    if any(column.role == "sensitive" for column in scan.columns):
        yield language.say("a sensitive column is not forgotten: what the classes tell of it is attribute disclosure, which `sqlrisk check` measures")
    for column in scan.unmeasured:
        why = language.sentence(column.reason or "")
        yield language.say("`{column}` ({role}) is not measured: {why}", column=line(column.name), role=role(column, language), why=why)
    if scan.identifiers:
        yield language.say("identifiers, which are not joined: {names}", names=", ".join(f"`{line(name)}`" for name in scan.identifiers))
    yield from map(language.sentence, scan.warnings)
    yield from map(language.say, LIMITS)


def _adding(scan: Scan, language: Language) -> Iterator[str]:
    """The columns that would leave more rows alone, or that none would."""
    adding = [column for column in scan.forgotten if column.gained]
    for column in adding[:MOST_TOLD]:
        then, now = (_share(rows, scan, language) for rows in (column.unique_rows, scan.unique_rows))
        told = language.say(_WOULD[column.role], column=line(column.name), rows=column.gained or 0, then=then, now=now)
        near = (column.distinct or 0) >= NEAR_UNIQUE * scan.rows
        yield told + (language.say("; it is nearly unique: an identifier in truth") if near else "")
    if len(adding) > MOST_TOLD:
        yield language.say("{count} more {count|column|columns} would leave some row alone that is not alone now", count=len(adding) - MOST_TOLD)
    if not adding:
        yield language.say("no other column would leave one more row alone" if scan.forgotten else "no other column could have been forgotten")
