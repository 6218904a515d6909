"""The statements about people: entities with several rows, sampling weights, households."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlrisk.declaration import ColumnRole
from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence import EntityClasses
from sqlrisk.plain import counted
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.classes import sizes_of
from sqlrisk.planning.suppression import left, of_rung
from sqlrisk.queries import render
from sqlrisk.relations import Member, rung
from sqlrisk.suppression import Suppression

SOURCE_SIZES = Key("class_sizes", "the relation")
"""The classes of `relation` at the published levels, where what is published is another relation: are its rows the published ones?"""


def of_people(bound: Bound, suppression: Suppression) -> Iterator[Statement]:
    """The statements about the entity column of `relation`, and the weight and cluster columns that the published relation holds."""
    weight, cluster = (_member(bound, role) for role in ("weight", "cluster"))
    yield from _entities(bound, suppression)
    if weight is not None:
        yield _statement("weighted_classes", bound, suppression, weight=weight)
    if cluster is not None:
        weights = {"weight": weight} if weight is not None else {}
        yield _statement("household_risks", bound, suppression, cluster=cluster, **weights)


def _entities(bound: Bound, suppression: Suppression) -> Iterator[Statement]:
    """People are counted on `relation`, at the published levels: what is published never has their key."""
    release, table = bound.release, bound.ladder
    for name in release.with_role("entity"):
        entity, quasi_identifiers = table.key(name), rung(release, table, release.publish)
        kept = left(bound, table, quasi_identifiers, release.declared_suppression().with_(suppression))
        arguments: dict[str, Any] = {"relation": kept.relation(entity), "quasi_identifiers": kept.names, "entity": entity.alias, **kept.arguments}
        yield Statement(Key("entity_classes"), render("entity_classes", table.dialect, **arguments), kept.scans)
        if bound.as_published:
            yield Statement(SOURCE_SIZES, sizes_of(kept.table, quasi_identifiers), kept.scans)


def refuse_without_entity(bound: Bound, found: EntityClasses) -> None:
    """Raises NotMeasuredError where rows say of no person that they are theirs: NULL, a blank and a value declared missing are no key."""
    if found.rows_without_key:
        name = bound.release.with_role("entity")[0]
        text = bound.ladder.is_text(name)
        condition = f"trim({name}) <> ''" if text else f"{name} is not null"
        raise NotMeasuredError(
            f"{counted(found.rows_without_key, 'row has', 'rows have')} no person: the entity column `{name}` is NULL, blank or declared missing there",
            instead=f'fill it, or leave these rows out of what is published with where: "{condition}"',
        )


def _member(bound: Bound, role: ColumnRole) -> Member | None:
    names = [name for name in bound.release.with_role(role) if bound.published.resolve(name) is not None]
    find = bound.published.valued if role == "weight" else bound.published.key
    return find(names[0]) if names else None


def _statement(kernel: str, bound: Bound, suppression: Suppression, **members: Member) -> Statement:
    left = of_rung(bound, PUBLISHED, suppression)
    arguments: dict[str, Any] = {
        "relation": left.relation(*members.values()),
        "quasi_identifiers": left.names,
        **{role: member.alias for role, member in members.items()},
        **left.arguments,
    }
    return Statement(Key(kernel), render(kernel, bound.published.dialect, **arguments), left.scans)
