"""The columns that are published, and the statements that look for identifiers and free text among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import DROPPED, ColumnRole
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.planning.forgotten import others
from sqlrisk.queries import render
from sqlrisk.relations import Member

_LEVEL = "VARCHAR"
_WHOLE = re.compile(r"INT|LONG|SHORT|BYTE|NUMBER\(\d+(, *0)?\)|(DECIMAL|NUMERIC)\(\d+(, *0)?\)|^SERIAL", re.IGNORECASE)


@dataclass(frozen=True)
class PublishedColumn:
    """A column of what is published: its declared name, and its name and type in the catalogue.

    A level has neither of these: it is looked at as text, and its name says nothing.
    """

    name: str
    member: Member
    role: ColumnRole | None
    column: CatalogueColumn

    @property
    def is_level(self) -> bool:
        """Whether it is a level of a quasi-identifier."""
        return not self.column.name

    @property
    def as_text(self) -> bool:
        """Whether its values are looked at as text: a UUID has a type of its own."""
        return self.column.is_text or self.column.type.upper() == "UUID"

    @property
    def is_whole(self) -> bool:
        """Whether its type holds whole numbers alone."""
        return bool(_WHOLE.search(self.column.type))

    @property
    def as_number(self) -> bool:
        """Whether its values are looked at as numbers: those that can be a code of many digits."""
        return self.column.is_number and not self.column.is_float


def published_columns(bound: Bound) -> list[PublishedColumn]:
    """Every column that is published and can be grouped: the quasi-identifiers at their levels, then the others that are no declared identifiers."""
    table, release = bound.published, bound.release
    kinds = {column.name: column for column in table.source.columns}
    names = [name for name in release.with_role("quasi_identifier") if release.publish.get(name) != DROPPED]
    found = [
        PublishedColumn(name, each, "quasi_identifier", kinds.get(each.alias, CatalogueColumn("", _LEVEL)))
        for name, each in zip(names, bound.quasi_identifiers(), strict=True)
    ]
    usable = [each for each in others(bound) if not each.is_identifier and each.obstacle is None]
    return found + [PublishedColumn(each.name, table.member(each.column.name), each.role, each.column) for each in usable]


def declared_identifiers(bound: Bound) -> list[str]:
    """The identifiers that are declared by themselves, are the person's own, and can be counted by the role of the profile."""
    return [name for name, column in _own_identifiers(bound) if column.is_readable]


def unread_identifiers(bound: Bound) -> list[str]:
    """Those of them that the role has no right to read, so that nobody can say whether they repeat; the rows of a permuted table are no people's."""
    return [] if bound.is_permuted else [name for name, column in _own_identifiers(bound) if not column.is_readable]


def _own_identifiers(bound: Bound) -> list[tuple[str, CatalogueColumn]]:
    kinds = {column.name: column for column in bound.ladder.source.columns}
    named = [name for name in bound.release.with_role("identifier") if bound.release.columns[name].of is None]
    found = [(name, kinds[bound.ladder.member(name).alias]) for name in named]
    return [(name, column) for name, column in found if not (column.is_nested or column.is_ambiguous)]


def identifier_profiles(bound: Bound, names: Sequence[str]) -> Statement:
    """The statement that counts the distinct values of declared identifiers, on `relation`; an empty text is no value."""
    members = [bound.ladder.key(name) for name in names]
    arguments = {"relation": bound.ladder.relation(members), "columns": [member.alias for member in members], "exact": True}
    return Statement(Key("column_profiles", "identifiers"), render("column_profiles", bound.ladder.dialect, **arguments))


def value_shapes(bound: Bound, columns: Sequence[PublishedColumn]) -> Iterator[Statement]:
    """The statement that bounds how many values of each column could be identifiers; nothing where no column is text or a number."""
    texts, numbers = [each.member for each in columns if each.as_text], [each.member for each in columns if each.as_number]
    if texts or numbers:
        relation = bound.published.relation([*texts, *numbers])
        named = {"texts": [member.alias for member in texts], "numbers": [member.alias for member in numbers]}
        yield Statement(Key("value_shapes"), render("value_shapes", bound.published.dialect, relation=relation, **named))


def value_fits(bound: Bound, columns: Sequence[PublishedColumn]) -> Statement:
    """The statement that counts the values of some text columns that could be identifiers."""
    return _of_columns("value_fits", bound, columns)


def column_patterns(bound: Bound, columns: Sequence[PublishedColumn]) -> Statement:
    """The statement that says how the values of some columns are written."""
    return _of_columns("column_patterns", bound, columns)


def _of_columns(kernel: str, bound: Bound, columns: Sequence[PublishedColumn]) -> Statement:
    members = [each.member for each in columns]
    relation = bound.published.relation(members)
    return Statement(Key(kernel), render(kernel, bound.published.dialect, relation=relation, columns=[each.alias for each in members]))
