"""The published columns that are no quasi-identifiers, and the statements about what each of them would add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import ColumnRole
from sqlrisk.errors import ConfigurationError
from sqlrisk.names import free_name
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.suppression import of_rung
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table, offered
from sqlrisk.suppression import Suppression

MEASURE = "forgotten_column_uniques"
FORGETTABLE: tuple[ColumnRole | None, ...] = (None, "insensitive", "quasi_identifier")
"""The roles that do not say what a published column tells: none, insensitive, and a quasi-identifier that stands beside its declared level."""
_RESERVED = "sqlrisk_"


class Other(NamedTuple):
    """A column of the measured relation that is no published quasi-identifier, as the declaration spells it; its role is None where it has none."""

    name: str
    role: ColumnRole | None
    column: CatalogueColumn

    @property
    def is_identifier(self) -> bool:
        """Whether it says whose the row is, and is never published."""
        return self.role in ("identifier", "entity")

    @property
    def obstacle(self) -> str | None:
        """Why it cannot be grouped; None where it can."""
        if self.column.is_nested or self.column.is_ambiguous:
            return f"its type {self.column.shown_type} is {'nested' if self.column.is_nested else 'ambiguous'} and cannot be grouped"
        return "names that begin with sqlrisk_ are reserved" if self.column.name.lower().startswith(_RESERVED) else None


def others(bound: Bound) -> list[Other]:
    """Every column of the measured relation but the quasi-identifiers: as they are published, and where `relation` is measured as they are there.

    A quasi-identifier that stands in published_as beside its declared level is among them: it is published too.
    """
    table, release = bound.published, bound.release
    declared = {table.fold(name): (name, column.role) for name, column in release.columns.items()}
    published = {table.fold(member.alias) for member in bound.quasi_identifiers()}
    unnamed = release.other_columns.role if release.other_columns else None
    found = []
    for column in table.source.columns:
        folded = table.fold(column.name)
        name, role = declared.get(folded, (column.name, unnamed))
        if folded in published if bound.as_published else role == "quasi_identifier":
            continue
        found.append(Other(name, role, column))
    return found


def asked(bound: Bound) -> list[Other]:
    """The columns that a limit on forgotten_column_uniques speaks of: the named ones, and all that could be forgotten where one names none.

    Raises ConfigurationError for a named column that is not published.
    """
    named = [threshold.column for threshold in bound.release.thresholds if threshold.measure == MEASURE]
    forgotten = [other for other in others(bound) if other.role in FORGETTABLE]
    folded = {bound.published.fold(other.column.name): other for other in forgotten}
    for name in filter(None, named):
        if bound.published.fold(name) not in folded:
            what = f"{bound.release.name}: {MEASURE} names the column `{name}`, which is no published column that could be forgotten"
            raise ConfigurationError(what, instead=offered(name, bound.published.source))
    return forgotten if None in named else [folded[bound.published.fold(name)] for name in dict.fromkeys(filter(None, named))]


def of_forgotten(bound: Bound, suppression: Suppression) -> Iterator[Statement]:
    """The statements about the columns that a limit asks for; nothing where none does."""
    for other in asked(bound):
        if other.obstacle is None:
            yield joined_classes(bound, other, suppression)


def joined_classes(bound: Bound, other: Other, suppression: Suppression) -> Statement:
    """The statement about the classes that the published quasi-identifiers form together with one more column, once a suppression leaves some out."""
    left = of_rung(bound, PUBLISHED, suppression)
    member = left.table.member(other.column.name)
    joined = Member(free_name(member.alias, left.names), member.sql)
    arguments: dict[str, Any] = {"relation": left.relation(joined), "quasi_identifiers": left.names, "column": joined.alias, **left.arguments}
    return Statement(Key("joined_classes", PUBLISHED, other.name), render("joined_classes", left.table.dialect, **arguments), left.scans)


def blank_rows(table: Table, names: Sequence[str]) -> Statement:
    """The statement that counts the rows with nothing in each of some columns."""
    members = [table.member(name) for name in names]
    kinds = {column.name: column for column in table.source.columns}
    numbers = [member.alias for member in members if kinds[member.alias].is_number]
    texts = [member.alias for member in members if kinds[member.alias].is_text]
    arguments: dict[str, Any] = {"relation": table.relation(members), "columns": [member.alias for member in members], "numbers": numbers, "texts": texts}
    return Statement(Key("blank_rows"), render("blank_rows", table.dialect, **arguments))
