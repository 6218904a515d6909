"""The statements that count the cells that may mean that nothing was recorded, of the columns that do not declare what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import DROPPED
from sqlrisk.missing_values import kind
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.queries import render

MISSING_TOKENS = Key("missing_tokens")
_TEXTS, _NUMBERS = ("text", "any"), ("float",)


def suspected(bound: Bound) -> list[str]:
    """The columns that are asked: sensitive ones, those of groups, and quasi-identifiers as the table holds them; texts first, then floats."""
    return [name for kinds in (_TEXTS, _NUMBERS) for name, column in _asked(bound).items() if kind(column, bound.published.dialect) in kinds]


def missing_tokens(bound: Bound) -> Iterator[Statement]:
    """The statement about those columns; nothing where there are none."""
    table, names = bound.published, suspected(bound)
    if not names:
        return
    members = [table.member(name) for name in names]
    kinds = {column.name: kind(column, table.dialect) for column in table.source.columns}
    arguments: dict[str, Any] = {"relation": table.relation(members)}
    for key, asked in (("texts", _TEXTS), ("numbers", _NUMBERS)):
        arguments[key] = [member.alias for member in members if kinds[member.alias] in asked]
    yield Statement(MISSING_TOKENS, render("missing_tokens", table.dialect, **arguments), scans=len(members))


def coded(bound: Bound, names: Sequence[str]) -> list[str]:
    """Those of some columns of the catalogue that hold numbers and do not declare what is missing."""
    declared = _declared(bound)
    return [column.name for column in bound.published.source.columns if column.name in names and column.is_number and column.name not in declared]


def numeric_codes(bound: Bound, names: Sequence[str]) -> Statement:
    """The statement that counts the numbers that surveys use for "not recorded", of the columns that `coded` gives."""
    table = bound.published
    members = [table.member(name) for name in names]
    arguments: dict[str, Any] = {"relation": table.relation(members), "numbers": [member.alias for member in members]}
    return Statement(Key("numeric_codes"), render("numeric_codes", table.dialect, **arguments), scans=len(members))


def _declared(bound: Bound) -> set[str]:
    """The columns of the catalogue whose missing values are declared."""
    table = bound.published
    return {spelt for name, column in bound.release.columns.items() if column.missing is not None and (spelt := table.resolve(name)) is not None}


def _asked(bound: Bound) -> dict[str, CatalogueColumn]:
    """Declared name -> column of the catalogue, without those whose missing values are declared."""
    release, table = bound.release, bound.published
    kept = [name for name in release.with_role("quasi_identifier") if release.publish.get(name) != DROPPED]
    groups = [name for name, condition in release.group_conditions().items() if condition is None]
    declared = _declared(bound)
    by_name = {column.name: column for column in table.source.columns}
    found = {name: by_name[spelt] for name in (*release.with_role("sensitive"), *groups, *kept) if (spelt := table.resolve(name)) is not None}
    once = {column.name: name for name, column in reversed(found.items())}
    return {name: column for name, column in found.items() if column.name not in declared and once[column.name] == name}
