"""The statements about missing quasi-identifiers: whether there are any, and what each row agrees with if they match anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlrisk.names import free_name
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.suppression import of_rung
from sqlrisk.queries import render
from sqlrisk.relations import Member

MISSING_MATCHES = f"{PUBLISHED}, a missing value matches anything"
"""The rung under which the second reading stands in the results."""
BEFORE_SUPPRESSION = f"{PUBLISHED}, before suppression"
"""The rung of figures about the rows before suppression: never judged."""


def null_classes(bound: Bound) -> Statement:
    """The statement that counts the published classes with a missing quasi-identifier."""
    return Statement(Key("null_classes"), render("null_classes", bound.published.dialect, **_arguments(bound)))


def null_matches(bound: Bound) -> Statement:
    """The statement that counts what each published row agrees with: one comparison a pair of a class and a class with a missing value."""
    return Statement(Key("null_matches", MISSING_MATCHES), render("null_matches", bound.published.dialect, **_arguments(bound)))


def _arguments(bound: Bound) -> dict[str, Any]:
    left, members = of_rung(bound, PUBLISHED, bound.suppression), bound.quasi_identifiers()
    values = [_value(bound, member, members) for member in members]
    missing = {"values": [value.alias for value in values]} if values != members else {}
    return {"relation": left.relation(*values), "quasi_identifiers": left.names, **left.arguments, **missing}


def _value(bound: Bound, member: Member, taken: Sequence[Member]) -> Member:
    """A quasi-identifier that is published as it is, NULL where it is missing, under a name of its own; a level as it is."""
    table = bound.published
    if table.resolve(member.alias) is None or table.valued(member.alias) == member or table.member(member.alias) != member:
        return member
    names = [*(column.name for column in table.source.columns), *(other.alias for other in taken)]
    return table.valued(member.alias)._replace(alias=free_name(member.alias, names))
