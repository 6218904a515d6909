"""The statements about people: entities with several rows, sampling weights, households."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlrisk.declaration import ColumnRole
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import Member


def of_people(bound: Bound, min_class_size: int) -> Iterator[Statement]:
    """The statements about the entity, weight and cluster columns that the published relation holds."""
    entity, weight, cluster = (_member(bound, role) for role in ("entity", "weight", "cluster"))
    if entity is not None and not bound.as_published:
        yield _statement("entity_classes", bound, min_class_size, entity=entity)
    if weight is not None:
        yield _statement("weighted_classes", bound, min_class_size, weight=weight)
    if cluster is not None:
        weights = {"weight": weight} if weight is not None else {}
        yield _statement("household_risks", bound, min_class_size, cluster=cluster, **weights)


def _member(bound: Bound, role: ColumnRole) -> Member | None:
    names = [name for name in bound.release.with_role(role) if bound.published.resolve(name) is not None]
    find = bound.published.member if role == "weight" else bound.published.key
    return find(names[0]) if names else None


def _statement(kernel: str, bound: Bound, min_class_size: int, **members: Member) -> Statement:
    quasi_identifiers = bound.quasi_identifiers()
    arguments: dict[str, Any] = {
        "relation": bound.published.relation([*quasi_identifiers, *members.values()]),
        "quasi_identifiers": [member.alias for member in quasi_identifiers],
        **{role: member.alias for role, member in members.items()},
        **({"min_class_size": min_class_size} if min_class_size > 1 else {}),
    }
    return Statement(Key(kernel), render(kernel, bound.published.dialect, **arguments))
