"""The statements about equivalence classes: their sizes, what they give away, for the release, each rung and each group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlrisk.declaration import Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.names import free_name
from sqlrisk.plain import plain
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.hierarchies import ancestors
from sqlrisk.planning.suppression import LEFT_GROUP_SIZES, left_sizes
from sqlrisk.planning.suppression import of_rung as left_of_rung
from sqlrisk.queries import Query, render
from sqlrisk.relations import Member, Table, expression
from sqlrisk.suppression import Suppression


def disclosures(bound: Bound, name: str, suppression: Suppression, group: tuple[str, Member] | None = None) -> Iterator[Statement]:
    """The statements about each sensitive column on what a suppression leaves of one rung, for the release or for one group."""
    left = left_of_rung(bound, name, suppression)
    table, quasi_identifiers = left.table, left.quasi_identifiers
    label, member = group or (None, None)
    for column, spec in bound.sensitive().items():
        sensitive = table.valued(column)
        members = [*quasi_identifiers, sensitive, *([member] if member else [])]
        common: dict[str, Any] = {
            "relation": table.relation(members),
            "quasi_identifiers": [identifier.alias for identifier in quasi_identifiers],
            "sensitive": sensitive.alias,
            **({"group": member.alias} if member else {}),
            **left.arguments,
        }
        null = {"null_is_value": True} if spec.null_means == "value" else {}
        scans = (2 if member else 1) * left.scans
        yield Statement(Key("sensitive_classes", name, column, label), render("sensitive_classes", table.dialect, **common, **null), scans)
        for l in _asked_l(bound.release, column):
            yield Statement(Key("recursive_classes", name, column, label, l), render("recursive_classes", table.dialect, **common, l=l, **null), scans)
        if spec.order is not None:
            order: dict[str, Any] = {"of_text": True} if table.is_text(sensitive.alias) else {}
            order = order if spec.order == "natural" else {"order": [plain(value) for value in spec.order]}
            yield Statement(Key("ordered_classes", name, column, label), render("ordered_classes", table.dialect, **common, **order, **null), scans)
        tree = ancestors(bound, table, column, members)
        if tree:
            common["relation"] = table.relation([*members, *tree])
            nodes = [node.alias for node in tree]
            query = render("hierarchical_classes", table.dialect, **common, ancestors=nodes, **null)
            yield Statement(Key("hierarchical_classes", name, column, label), query, scans)


def of_rung(bound: Bound, name: str) -> Iterator[Statement]:
    """The statements about the classes of one rung. What tells of a sensitive column, no class left out, counts the classes by their size too."""
    suppression = bound.suppression_of(name)
    if suppression or not bound.sensitive():
        yield class_sizes(bound, name, bound.table(name))
    yield from left_sizes(bound, name, bound.asked_suppression)
    yield from disclosures(bound, name, suppression)


def class_sizes(bound: Bound, name: str, table: Table) -> Statement:
    """How many classes of each size one rung has: the statement that a figure is made again with, whether it is sent or not."""
    return Statement(Key("class_sizes", name), sizes_of(table, bound.quasi_identifiers(name)))


def sizes_of(table: Table, quasi_identifiers: Sequence[Member]) -> Query:
    """The query of that statement."""
    arguments: Mapping[str, Any] = {"relation": table.relation(quasi_identifiers), "quasi_identifiers": [member.alias for member in quasi_identifiers]}
    return render("class_sizes", table.dialect, **arguments)


def of_group(bound: Bound, label: str, condition: str | None) -> Iterator[Statement]:
    """The statements about the classes in which one declared group has rows."""
    quasi_identifiers = bound.quasi_identifiers()
    member = group_member(bound, label, condition)
    arguments: Mapping[str, Any] = {
        "relation": bound.published.relation([*quasi_identifiers, member]),
        "quasi_identifiers": [identifier.alias for identifier in quasi_identifiers],
        "group": member.alias,
    }
    yield Statement(Key("group_class_sizes", PUBLISHED, None, label), render("group_class_sizes", bound.published.dialect, **arguments))
    if bound.asked_suppression.of_column:
        left = left_of_rung(bound, PUBLISHED, bound.asked_suppression)
        kept = {**arguments, "relation": left.relation(member)}
        yield Statement(Key(LEFT_GROUP_SIZES, PUBLISHED, None, label), render("group_class_sizes", bound.published.dialect, **kept), left.scans)
    yield from disclosures(bound, PUBLISHED, bound.suppression, (label, member))


def group_member(bound: Bound, label: str, condition: str | None) -> Member:
    """The column that says which group a row is in: a level, a column (NULL where its value is missing), or 1 and 0 for a condition."""
    taken = [column.name for column in bound.published.source.columns] + [member.alias for member in bound.quasi_identifiers()]
    if condition is None:
        _refuse_ambiguous(bound, label)
        value = bound.published.valued(label)
        return value if value == bound.published.member(label) else value._replace(alias=free_name(label, taken))
    alias = free_name(label, taken)
    return Member(alias, f"case when {expression(condition, bound.published, f'group {label}')} then 1 else 0 end")


def _refuse_ambiguous(bound: Bound, label: str) -> None:
    table = bound.published
    if table.resolve(label) is not None and table.fold(label) in map(table.fold, table.levels):
        what = f"{bound.release.name}: the group `{label}` is a level and a column of the relation"
        raise ConfigurationError(what, instead="give the level another name, or the column one in a view")


def _asked_l(release: Release, column: str) -> list[int]:
    sensitive = release.with_role("sensitive")
    asked = {
        threshold.l
        for threshold in release.thresholds
        if threshold.measure == "recursive_c" and threshold.l is not None and (threshold.column or sensitive[0]) == column
    }
    return sorted(asked)
