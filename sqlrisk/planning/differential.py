"""The statements of the privacy differential: the source of an anonymisation by pivots and blocks against what it published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table

MOST_PAIRS = 25
"""How many pairs of columns one statement compares."""
Pair = tuple[str, str]


class Chunk(NamedTuple):
    """A statement, and the pairs of columns that it compares, in the order in which it numbers them from 1."""

    statement: Statement
    pairs: tuple[Pair, ...]


def pivots(bound: Bound) -> tuple[str, ...]:
    """The pivots, as they are declared."""
    return bound.release.protected_by.pivots if bound.release.protected_by else ()


def blocks(bound: Bound) -> tuple[tuple[str, ...], ...]:
    """The coherence blocks; where none is declared nothing is permuted, and the other declared columns that both relations have are one."""
    protection = bound.release.protected_by
    if protection is None or protection.blocks:
        return protection.blocks if protection else ()
    pivot_names = {bound.published.fold(name) for name in protection.pivots}
    roles = bound.release.with_role("quasi_identifier", "sensitive", "insensitive")
    names = [
        alias for alias, name in bound.release.published_columns(bound.published.aliases) if name in roles and bound.published.fold(alias) not in pivot_names
    ]
    kept = tuple(name for name in names if all(table is not None and _has(table, name) for table in (bound.published, bound.unprotected)))
    return (kept,) if kept else ()


def of_differential(bound: Bound) -> Iterator[Statement]:
    """The statements about a protected release that are known beforehand; nothing about any other."""
    if bound.unprotected is None:
        return
    yield pivot_values(bound)
    yield from (block_counts(bound, place) for place in range(len(blocks(bound)) + 1))
    yield from (chunk.statement for chunk in lost_pairs(bound))


def of_broken_blocks(bound: Bound) -> Iterator[Statement]:
    """The statements that say which pairs of a block differ, sent only where its cells do."""
    if bound.unprotected is not None:
        yield from (chunk.statement for place in range(len(blocks(bound)) + 1) for chunk in preserved_pairs(bound, place))


def pivot_values(bound: Bound) -> Statement:
    """How many rows and values each pivot has, before and after."""
    arguments = _relations(bound, ()) | {"pivots": _names(_members(bound.published, pivots(bound)))}
    return Statement(Key("pivot_values"), render("pivot_values", bound.published.dialect, **arguments), 2)


def block_counts(bound: Bound, place: int) -> Statement:
    """The cells of a block that differ; block 0 is that of the pivots alone."""
    arguments = _arguments(bound, _columns(bound, place))
    return Statement(Key("block_counts", PUBLISHED, _title(place)), render("block_counts", bound.published.dialect, **arguments), 4)


def pairs_of_block(bound: Bound, place: int) -> list[Pair]:
    """The pairs that a block's cells hold: each column with each pivot, with all of them together (an empty name), and with the block's other columns."""
    keys, columns = pivots(bound), _columns(bound, place)
    together = ("", *keys) if len(keys) > 1 else keys
    return [*(combinations(keys, 2) if not place else ()), *((one, other) for other in columns for one in together), *combinations(columns, 2)]


def preserved_pairs(bound: Bound, place: int) -> Iterator[Chunk]:
    """The pairs of a block one by one, some to a statement: asked only where its cells differ."""
    columns = _columns(bound, place)
    numbers = {"": 0, **{name: number for number, name in enumerate(columns, 1)}, **{name: -number for number, name in enumerate(pivots(bound), 1)}}
    for number, chosen in enumerate(_chunks(pairs_of_block(bound, place)), 1):
        arguments = _arguments(bound, columns) | {"pairs": [[numbers[one], numbers[other]] for one, other in chosen]}
        key = Key("preserved_pairs", PUBLISHED, f"{_title(place)}, part {number}")
        yield Chunk(Statement(key, render("preserved_pairs", bound.published.dialect, **arguments), 4), tuple(chosen))


def lost_pairs(bound: Bound) -> Iterator[Chunk]:
    """The pairs of columns of two blocks, some to a statement."""
    for (first, one_block), (second, other_block) in combinations(enumerate(blocks(bound), 1), 2):
        pairs = [(one, other) for one in one_block for other in other_block]
        for number, chosen in enumerate(_chunks(pairs), 1):
            columns = tuple(dict.fromkeys([*(one for one, _ in chosen), *(other for _, other in chosen)]))
            numbers = {name: number for number, name in enumerate(columns, 1)}
            arguments = _arguments(bound, columns) | {"pairs": [[numbers[one], numbers[other]] for one, other in chosen]}
            key = Key("lost_pairs", PUBLISHED, f"blocks {first} and {second}, part {number}")
            yield Chunk(Statement(key, render("lost_pairs", bound.published.dialect, **arguments), 4), tuple(chosen))


def _columns(bound: Bound, place: int) -> tuple[str, ...]:
    return blocks(bound)[place - 1] if place else ()


def _title(place: int) -> str:
    return f"block {place}" if place else "pivots"


def _chunks(pairs: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    yield from (pairs[start : start + MOST_PAIRS] for start in range(0, len(pairs), MOST_PAIRS))


def _arguments(bound: Bound, columns: Sequence[str]) -> dict[str, Any]:
    protection = bound.release.protected_by
    assert protection is not None
    published = bound.published
    return {
        **_relations(bound, columns),
        "pivots": _names(_members(published, protection.pivots)),
        "threshold": protection.threshold,
        "residue": protection.residue,
        "columns": _names(_members(published, columns)),
    }


def _relations(bound: Bound, columns: Sequence[str]) -> dict[str, Any]:
    """Both relation texts, with the columns under the names that they bear in what is published."""
    assert bound.unprotected is not None
    published = _members(bound.published, (*pivots(bound), *columns))
    source = _members(bound.unprotected, (*pivots(bound), *columns))
    renamed = [Member(one.alias, other.sql) for one, other in zip(published, source, strict=True)]
    return {"relation": bound.published.relation(published), "source": bound.unprotected.relation(renamed)}


def _has(table: Table, name: str) -> bool:
    return table.resolve(name) is not None or name in table.levels


def _members(table: Table, names: Sequence[str]) -> list[Member]:
    return [table.member(name) for name in names]


def _names(members: Sequence[Member]) -> list[str]:
    return [member.alias for member in members]
