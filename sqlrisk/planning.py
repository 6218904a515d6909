"""Which queries a release needs: one statement an evidence, all known before the first one runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlrisk.declaration import Column, Release
from sqlrisk.plain import plain
from sqlrisk.queries import Query, render
from sqlrisk.relations import Member, Table, expression, rung

PUBLISHED = "published"


class Key(NamedTuple):
    """What a piece of evidence is about: a kernel, a rung, and where they apply a sensitive column, a declared group and an l."""

    kernel: str
    rung: str = PUBLISHED
    column: str | None = None
    group: str | None = None
    l: int | None = None


@dataclass(frozen=True)
class Statement:
    """A query, what its evidence is about, and how many scans of the relation it costs."""

    key: Key
    query: Query
    scans: int = 1

    @property
    def title(self) -> str:
        """What the statement measures, for people."""
        about = [self.key.kernel, f"rung {self.key.rung}"]
        about += [f"column {self.key.column}"] if self.key.column else []
        about += [f"group {self.key.group}"] if self.key.group else []
        return ", ".join(about)


@dataclass(frozen=True)
class Bound:
    """A release with its tables: the published one, and the one that the ladder's rungs start from."""

    release: Release
    published: Table
    ladder: Table

    @property
    def as_published(self) -> bool:
        """Whether the published table is measured as it stands: filter, levels and suppression are done already."""
        return self.release.published_as is not None

    @property
    def min_class_size(self) -> int:
        """The class size below which rows leave every published measure."""
        return 1 if self.as_published else self.release.suppress_below or 1

    def quasi_identifiers(self, name: str = PUBLISHED) -> list[Member]:
        """The quasi-identifiers of a rung."""
        if name == PUBLISHED:
            return rung(self.release, self.published, self.release.publish, as_published=self.as_published)
        step = next(step for step in self.release.ladder if step.name == name)
        return rung(self.release, self.ladder, step.levels)

    def sensitive(self) -> dict[str, Column]:
        """The sensitive columns that are measured."""
        return {name: column for name, column in self.release.columns.items() if column.role == "sensitive"}


def plan(bound: Bound) -> list[Statement]:
    """Every statement of a release, in the order in which they run."""
    statements = [row_counts(bound.published)]
    statements += _of_rung(bound, PUBLISHED, bound.published, bound.min_class_size)
    for name, condition in bound.release.group_conditions().items():
        statements += _of_group(bound, name, condition)
    for step in bound.release.ladder:
        statements += _of_rung(bound, step.name, bound.ladder, 1)
    return statements


def row_counts(table: Table) -> Statement:
    """The statement that counts the rows read, filtered and marked."""
    return Statement(Key("row_counts"), render("row_counts", table.dialect, relation=table.flags()))


def profiles(table: Table, names: list[str], *, exact: bool = False) -> Statement:
    """The statement that says how near to identifiers or free text some columns are."""
    members = [table.member(name) for name in names]
    arguments: dict[str, Any] = {"relation": table.relation(members), "columns": [member.alias for member in members]}
    return Statement(Key("column_profiles"), render("column_profiles", table.dialect, **arguments, **({"exact": True} if exact else {})))


def disclosures(bound: Bound, name: str, min_class_size: int, group: tuple[str, Member] | None = None) -> Iterator[Statement]:
    """The statements about each sensitive column on one rung, for the release or for one group."""
    table = bound.published if name == PUBLISHED else bound.ladder
    quasi_identifiers = bound.quasi_identifiers(name)
    label, member = group or (None, None)
    for column, spec in bound.sensitive().items():
        sensitive = table.member(column)
        common: dict[str, Any] = {
            "relation": table.relation([*quasi_identifiers, sensitive, *([member] if member else [])]),
            "quasi_identifiers": [identifier.alias for identifier in quasi_identifiers],
            "sensitive": sensitive.alias,
            **({"group": member.alias} if member else {}),
            **({"min_class_size": min_class_size} if min_class_size > 1 else {}),
        }
        null = {"null_is_value": True} if spec.null_means == "value" else {}
        scans = 2 if member else 1
        yield Statement(Key("sensitive_classes", name, column, label), render("sensitive_classes", table.dialect, **common, **null), scans)
        for l in _asked_l(bound.release, column):
            yield Statement(Key("recursive_classes", name, column, label, l), render("recursive_classes", table.dialect, **common, l=l, **null), scans)
        if spec.order is not None:
            order = {} if spec.order == "natural" else {"order": [plain(value) for value in spec.order]}
            yield Statement(Key("ordered_classes", name, column, label), render("ordered_classes", table.dialect, **common, **order), scans)


def _of_rung(bound: Bound, name: str, table: Table, min_class_size: int) -> Iterator[Statement]:
    quasi_identifiers = bound.quasi_identifiers(name)
    arguments: Mapping[str, Any] = {"relation": table.relation(quasi_identifiers), "quasi_identifiers": [member.alias for member in quasi_identifiers]}
    yield Statement(Key("class_sizes", name), render("class_sizes", table.dialect, **arguments))
    yield from disclosures(bound, name, min_class_size)


def _of_group(bound: Bound, label: str, condition: str | None) -> Iterator[Statement]:
    quasi_identifiers = bound.quasi_identifiers()
    member = group_member(bound, label, condition)
    arguments: Mapping[str, Any] = {
        "relation": bound.published.relation([*quasi_identifiers, member]),
        "quasi_identifiers": [identifier.alias for identifier in quasi_identifiers],
        "group": member.alias,
    }
    yield Statement(Key("group_class_sizes", PUBLISHED, None, label), render("group_class_sizes", bound.published.dialect, **arguments))
    yield from disclosures(bound, PUBLISHED, bound.min_class_size, (label, member))


def group_member(bound: Bound, label: str, condition: str | None) -> Member:
    """The column that says which group a row is in: a column or level as it is, or 1 and 0 for a condition."""
    if condition is None:
        return bound.published.member(label)
    taken = {column.name.casefold() for column in bound.published.source.columns} | {member.alias.casefold() for member in bound.quasi_identifiers()}
    alias = label
    while alias.casefold() in taken:
        alias += "_"
    return Member(alias, f"case when {expression(condition, bound.published, f'group {label}')} then 1 else 0 end")


def _asked_l(release: Release, column: str) -> list[int]:
    sensitive = release.with_role("sensitive")
    asked = {
        threshold.l
        for threshold in release.thresholds
        if threshold.measure == "recursive_c" and threshold.l is not None and (threshold.column or sensitive[0]) == column
    }
    return sorted(asked)
