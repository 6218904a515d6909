"""Columns of two relations whose values are compared: made of one type where they are of one kind, else refused, before the first measurement."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlrisk import kinds
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import Release, shared_sensitive
from sqlrisk.declared import relation_text
from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import count
from sqlrisk.expressions import SOURCE, columns, parse
from sqlrisk.names import ascii_folded
from sqlrisk.plain import counted
from sqlrisk.planning import differential
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.queries import Query
from sqlrisk.relations import Member, Table, converted, quoted, with_values

WHOLE_VALUES = "whole_values"
Slot = str | int
"""A table of a release: published, ladder, reference, unprotected, or the place of another release about the same people."""
_SCALE = re.compile(r"\b(?:DECIMAL|NUMERIC|NUMBER|BIGNUMERIC)\((\d+)(?:, *(\d+))?\)", re.IGNORECASE)
_MOST_DIGITS = 38
_DIGITS = 20
"""Digits that the largest integer of 64 bits has."""


@dataclass(frozen=True)
class Side:
    """A column or level of one relation, with its kind. `member` is None where it is made of other columns each time it is used: it stays as it is."""

    slot: Slot
    name: str
    shown: str
    kind: str | None
    type: str
    member: Member | None


def aligned(bound: Bound) -> Bound:
    """The release with the columns that are compared in one type. Raises NotMeasuredError for two of different kinds, naming both."""
    for sides in _compared(bound):
        bound = _aligned(bound, [side for side in sides if side.kind is not None])
    return bound


def refuse_not_whole(statement: Statement, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raises NotMeasuredError where a floating-point number that is compared with whole or decimal ones is not a whole number below 2^53."""
    found = count(rows[0], "sqlrisk_not_whole") if statement.key.kernel == WHOLE_VALUES else 0
    if found:
        counts = counted(found, "value is not a whole number", "values are not whole numbers")
        raise NotMeasuredError(f"{statement.key.column}: {counts} below 2^53", instead=_WAY_OUT)


_WAY_OUT = 'give both one type: a level with a cast (levels: {x_text: "cast(x as text)"}), a view, or `types` of a file'


def _aligned(bound: Bound, sides: Sequence[Side]) -> Bound:
    known = {side.kind for side in sides}
    if known <= {kinds.NUMBER, kinds.FLOAT}:
        return _as_numbers(bound, sides) if len({(side.kind, side.type.upper()) for side in sides}) > 1 else bound
    if len(known) > 1:
        one, other = next((one, other) for one in sides for other in sides if one.kind != other.kind)
        raise NotMeasuredError(_apart(one, other), instead=_WAY_OUT)
    return bound


def _apart(one: Side, other: Side) -> str:
    """What is said of two sides; each is shown as `column` of `relation`."""
    return f"{one.shown} is {one.type or one.kind} and {other.shown} is {other.type or other.kind}: their values are not compared"


def _as_numbers(bound: Bound, sides: Sequence[Side]) -> Bound:
    """Floating-point numbers beside exact ones as whole numbers, once it is tested that they are; exact ones of different scales at the widest."""
    exact = [side for side in sides if side.kind == kinds.NUMBER]
    floats = [side for side in sides if side.kind == kinds.FLOAT] if exact else []
    target = _decimal(bound, exact)
    for side in floats:
        if side.member is None:
            raise NotMeasuredError(_apart(side, exact[0]), instead=_WAY_OUT)
        bound = replace(bound, tests=(*bound.tests, _whole_values(bound, side, exact[0])))
        bound = _with(bound, side, ["BIGINT", *([target] if target else [])])
    for side in exact:
        if target is not None and side.member is not None:
            bound = _with(bound, side, [target])
    return bound


def _decimal(bound: Bound, sides: Sequence[Side]) -> str | None:
    """The type at the widest scale of some exact numbers; None where none has a scale, or all have one type."""
    dialect = bound.published.dialect
    sizes = [_size(side.type) for side in sides]
    if dialect == "sqlite" or len({side.type.upper() for side in sides}) < 2 or not any(scale for _, scale in sizes):
        return None
    if dialect == "postgres":
        return "numeric"
    digits, scale = max(digits for digits, _ in sizes), max(scale for _, scale in sizes)
    if digits + scale > _MOST_DIGITS:
        raise NotMeasuredError(f"{_apart(sides[0], sides[1])}, together they need {digits + scale} digits", instead=_WAY_OUT)
    return f"DECIMAL({_MOST_DIGITS}, {scale})"


def _size(type_: str) -> tuple[int, int]:
    """(digits before the point, digits after it) of a type of exact numbers; 1 after it where the type fixes none."""
    found = _SCALE.match(type_)
    if type_.lower() == "numeric":
        return _DIGITS, 1
    if found is None:
        return _DIGITS, 0
    scale = int(found[2] or 0)
    return int(found[1]) - scale, scale


def _whole_values(bound: Bound, side: Side, other: Side) -> Statement:
    """The statement that counts what of a side is not a whole number below 2^53."""
    table = _table(bound, side.slot)
    assert side.member is not None
    value = quoted(side.member.alias, table.dialect, "sqlrisk_row")
    whole = f"{value} = floor({value}) and abs({value}) < 9007199254740992"
    sql = f"select count(*) as sqlrisk_not_whole from {table.relation([side.member])} as sqlrisk_row where {value} is not null and not ({whole})"
    title = f"{side.shown} ({side.type or side.kind}), compared with {other.shown} ({other.type or other.kind})"
    return Statement(Key(WHOLE_VALUES, column=title), Query(WHOLE_VALUES, {}, sql))


def _with(bound: Bound, side: Side, types: Sequence[str]) -> Bound:
    """The release with one side cast to types, one after the other, wherever it is read."""
    table = _table(bound, side.slot)
    assert side.member is not None
    release = bound.others[side.slot].release if isinstance(side.slot, int) else bound.release
    changed = converted(table, side.member, lambda sql: functools.reduce(lambda made, type_: _cast(made, type_, table.dialect), types, sql), types[-1])
    changed = with_values(changed, release)  # what is missing is another expression where the type is another
    if isinstance(side.slot, int):
        others = tuple(replace(other, ladder=changed) if place == side.slot else other for place, other in enumerate(bound.others))
        return replace(bound, others=others)
    if side.slot == "reference":
        return replace(bound, reference=changed)
    if side.slot == "unprotected":
        return replace(bound, unprotected=changed)
    if bound.published is bound.ladder:
        return replace(bound, published=changed, ladder=changed)
    return replace(bound, published=changed) if side.slot == "published" else replace(bound, ladder=changed)


def _cast(sql: str, type_: str, dialect: str) -> str:
    if type_ == "numeric":
        return f"trim_scale(cast({sql} as numeric))"
    if dialect == "bigquery" and type_ != "BIGINT":
        return f"cast({sql} as bignumeric)"
    if dialect == "clickhouse":
        return f"cast({sql} as Nullable({'Int64' if type_ == 'BIGINT' else type_}))"
    return f"cast({sql} as {'signed' if dialect == 'mysql' and type_ == 'BIGINT' else type_})"


def _table(bound: Bound, slot: Slot) -> Table:
    if isinstance(slot, int):
        return bound.others[slot].ladder
    found: Table = getattr(bound, slot)
    return found


def _compared(bound: Bound) -> Iterator[list[Side]]:
    """The sides whose values some statement compares."""
    if bound.reference is not None:
        for member in bound.quasi_identifiers():
            yield from _with_reference(bound, bound.reference, member.alias)
    if bound.others:
        yield from _with_others(bound)
    if bound.unprotected is not None:
        protection = bound.release.protected_by
        assert protection is not None
        for name in dict.fromkeys([*protection.pivots, *(name for block in differential.blocks(bound) for name in block)]):
            yield [_side(bound, "published", name), _side(bound, "unprotected", name)]
    if bound.unprotected is not None or bound.as_published:
        truth = "unprotected" if bound.unprotected is not None else "ladder"
        for query in bound.release.utility:
            for name in (*query.group_by, *([query.share_of] if query.share_of else [])):
                if all(_has(_table(bound, slot), name) for slot in ("published", truth)):
                    yield [_side(bound, "published", name), _side(bound, truth, name)]


def _has(table: Table, name: str) -> bool:
    return name in table.levels or table.resolve(name) is not None


def _with_reference(bound: Bound, reference: Table, alias: str) -> Iterator[list[Side]]:
    """A published quasi-identifier and the column of the reference; where the reference has the level's expression only, the columns of that."""
    if reference.resolve(alias) is not None:
        yield [_side(bound, "published", alias), _side(bound, "reference", alias)]
        return
    text = next((text for _, level, text in bound.release.named_levels() if level == alias), None)
    for name in columns(parse(text)) if text and not bound.as_published else ():
        if reference.resolve(name) is not None:
            yield [_side(bound, "published", name), _side(bound, "reference", name)]
    if text and bound.as_published and all(reference.resolve(name) is not None for name in columns(parse(text))):
        kind = kinds.of_expression(parse(text), lambda name: _kind(reference, name), reference.whole)
        yield [_side(bound, "published", alias), Side("reference", alias, _shown(bound, "reference", alias), kind, "", None)]


def _with_others(bound: Bound) -> Iterator[list[Side]]:
    """The entity columns of all releases, and each sensitive column that two of them share."""
    releases: list[tuple[Slot, Release]] = [("ladder", bound.release), *((place, other.release) for place, other in enumerate(bound.others))]
    yield [_side(bound, slot, name) for slot, release in releases for name in release.with_role("entity")]
    for shared in shared_sensitive([release for _, release in releases]):
        named = [(slot, name) for slot, release in releases for name in release.with_role("sensitive") if ascii_folded(name) == ascii_folded(shared)]
        yield [_side(bound, slot, name) for slot, name in named]


def _side(bound: Bound, slot: Slot, name: str) -> Side:
    """A column of a table, else a level of it."""
    table = _table(bound, slot)
    member = table.levels.get(name) if slot in ("published", "ladder", "unprotected") and name in table.levels else None
    found = _column(table, name)
    if member is None and found is not None:
        member = Member(found.name, quoted(found.name, table.dialect, SOURCE))
        return Side(slot, name, _shown(bound, slot, found.name), kinds.of_column(found, table.dialect), found.shown_type, member)
    text = _text_of(bound.release, table, name)
    kind = kinds.TEXT if text is None else kinds.of_expression(parse(text), lambda each: _kind(table, each), table.whole)
    return Side(slot, name, _shown(bound, slot, name), kind, "", member or table.member(name))


def _text_of(release: Release, table: Table, alias: str) -> str | None:
    """The expression of a level by its published name; None for one of a mapping, whose nodes are text."""
    return next((release.columns[column].levels.get(level) for (column, level), each in table.aliases.items() if each == alias), None)


def _kind(table: Table, name: str) -> str | None:
    found = _column(table, name)
    return kinds.of_column(found, table.dialect) if found else None


def _column(table: Table, name: str) -> CatalogueColumn | None:
    found = table.resolve(name)
    return next((column for column in table.source.columns if column.name == found), None)


def _shown(bound: Bound, slot: Slot, name: str) -> str:
    """A column with its relation, as people write them."""
    release = bound.others[slot].release if isinstance(slot, int) else bound.release
    population, protection = release.population, release.protected_by
    named = {
        "published": release.published_as or release.relation,
        "reference": population.relation if population else None,
        "unprotected": protection.source if protection else None,
    }
    return f"`{name}` of `{relation_text(named.get(str(slot)) or release.relation)}`"
