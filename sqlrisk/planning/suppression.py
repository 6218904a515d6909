"""What a suppression leaves of a table, as the kernels receive it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlrisk.names import free_name
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table
from sqlrisk.suppression import ClassLimit, Suppression

LEFT_SIZES, LEFT_GROUP_SIZES = "left_class_sizes", "left_group_class_sizes"
"""What statements about the sizes of the classes that are left are called, beside those about all classes."""


@dataclass(frozen=True)
class Kept(Table):
    """A table without the rows of the classes that fail a limit: each relation text of it leaves them out."""

    quasi_identifiers: tuple[Member, ...] = ()
    limits: tuple[tuple[Member | None, Mapping[str, Any]], ...] = ()

    def relation(self, members: Iterable[Member], *, filtered: bool = True) -> str:
        """The relation text of some columns, without those rows and those that the filter or the marker takes out."""
        shown = list(dict.fromkeys(members))
        needed = dict.fromkeys([*self.quasi_identifiers, *(member for member, _ in self.limits if member is not None)])
        aliases = {member: member.alias for member in shown}
        for member in needed:
            aliases.setdefault(member, free_name(member.alias, aliases.values()))
        inner = super().relation((member._replace(alias=alias) for member, alias in aliases.items()), filtered=filtered)
        kept = render(
            "kept_rows",
            self.dialect,
            relation=inner,
            columns=[member.alias for member in shown],
            quasi_identifiers=[aliases[member] for member in self.quasi_identifiers],
            limits=[{**limit, "column": aliases[member] if member else None} for member, limit in self.limits],
        )
        return f"({kept.sql})"


@dataclass(frozen=True)
class Left:
    """What a suppression leaves of a rung: the table that its rows are read from, and what kernels are told of classes still to be left out."""

    table: Table
    quasi_identifiers: Sequence[Member]
    arguments: Mapping[str, int]

    @property
    def scans(self) -> int:
        """How many scans of the table its relation text costs."""
        return 1 + len({member for member, _ in self.table.limits if member is not None}) if isinstance(self.table, Kept) else 1

    @property
    def names(self) -> list[str]:
        """The quasi-identifiers by name."""
        return [member.alias for member in self.quasi_identifiers]

    def relation(self, *more: Member) -> str:
        """The relation text of the quasi-identifiers and some more columns."""
        return self.table.relation([*self.quasi_identifiers, *more])


def left(bound: Bound, table: Table, quasi_identifiers: Sequence[Member], suppression: Suppression) -> Left:
    """What a suppression leaves of a rung of one table. Where size alone decides the kernels leave the classes out; else their relation has none."""
    size = suppression.min_class_size
    if not suppression.of_column:
        return Left(table, quasi_identifiers, {"min_class_size": size} if size > 1 else {})
    limits = [(None, {"measure": "k", "limit": size})] if size > 1 else []
    return Left(_kept(table, quasi_identifiers, [*limits, *(_limit(bound, table, each) for each in suppression.of_column)]), quasi_identifiers, {})


def _kept(table: Table, quasi_identifiers: Sequence[Member], limits: Iterable[tuple[Member | None, Mapping[str, Any]]]) -> Kept:
    of_table = {field.name: getattr(table, field.name) for field in fields(Table)}
    return Kept(**of_table, quasi_identifiers=tuple(quasi_identifiers), limits=tuple(limits))


def _limit(bound: Bound, table: Table, limit: ClassLimit) -> tuple[Member, Mapping[str, Any]]:
    """The column of a limit as its measure reads it, and the limit as the macro takes it."""
    assert limit.column is not None
    number = limit.limit if isinstance(limit.limit, int) else float(limit.limit)
    null_means = bound.release.columns[limit.column].null_means
    return table.valued(limit.column), {"measure": limit.measure, "limit": number, "null_means": null_means, "l": limit.l}


def of_rung(bound: Bound, name: str, suppression: Suppression) -> Left:
    """What a suppression leaves of a rung of a release."""
    return left(bound, bound.table(name), bound.quasi_identifiers(name), suppression)


def left_sizes(bound: Bound, name: str, suppression: Suppression) -> Iterator[Statement]:
    """The statement about the sizes of the classes that a suppression leaves of a rung; none where size alone decides: the sizes of all classes say it."""
    if suppression.of_column:
        found = of_rung(bound, name, suppression)
        arguments: Mapping[str, Any] = {"relation": found.relation(), "quasi_identifiers": found.names}
        yield Statement(Key(LEFT_SIZES, name), render("class_sizes", found.table.dialect, **arguments), found.scans)
