"""The statements that hold an anonymisation by pivots and blocks against its source, and those about each of its blocks apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from sqlrisk.declaration import DROPPED, Column, ProtectedBy, Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.classes import disclosures, of_rung
from sqlrisk.planning.hierarchies import of_hierarchies
from sqlrisk.queries import render
from sqlrisk.relations import Member, offered
from sqlrisk.suppression import NOTHING

PIVOT_GROUPS = f"{PUBLISHED}, pivot groups"
"""The rung of the classes that the pivots alone make."""
_BLOCK = f"{PUBLISHED}, block "


def block_rung(place: int) -> str:
    """The rung of one block, by its place from 1: classes of the pivots and of the block's quasi-identifiers."""
    return f"{_BLOCK}{place}"


def is_of_block(rung: str) -> bool:
    """Whether a rung is about a part of a permuted table."""
    return rung == PIVOT_GROUPS or rung.startswith(_BLOCK)


def of_protection(bound: Bound) -> Iterator[Statement]:
    """The statements about the whole anonymisation that a release declares; nothing where it declares none."""
    protection = bound.release.protected_by
    if protection is None:
        return
    dialect = bound.published.dialect
    pivots = _aliases(bound, protection.pivots)
    relation, common = _relations(bound, protection, protection.pivots)
    yield Statement(Key("class_sizes", PIVOT_GROUPS), render("class_sizes", dialect, relation=relation["relation"], quasi_identifiers=pivots))
    yield Statement(Key("pivot_losses"), render("pivot_losses", dialect, **relation, **common), 2)
    for place, block in enumerate(protection.blocks, 1):
        relation, common = _relations(bound, protection, [*protection.pivots, *block])
        yield Statement(Key("block_tuples", block_rung(place)), render("block_tuples", dialect, **relation, **common, block=_aliases(bound, block)), 4)
    for one, other in combinations(range(len(protection.blocks)), 2):
        block, second = protection.blocks[one], protection.blocks[other]
        relation, common = _relations(bound, protection, [*protection.pivots, *block, *second])
        query = render("block_links", dialect, **relation, **common, block=_aliases(bound, block), other=_aliases(bound, second))
        yield Statement(Key("block_links", f"{block_rung(one + 1)} with {other + 1}"), query, 4)
    if protection.permutes:
        relation, _ = _relations(bound, protection, [*protection.pivots, *(name for block in protection.blocks for name in block)])
        names = [_aliases(bound, block) for block in protection.blocks]
        yield Statement(Key("constant_blocks"), render("constant_blocks", dialect, relation=relation["relation"], pivots=pivots, blocks=names), len(names))


def blocks(bound: Bound) -> Iterator[tuple[str, Bound]]:
    """(rung, release) of each part of a permuted table: the pivots alone with every sensitive column, and each block with its own columns."""
    protection = bound.release.protected_by
    assert protection is not None
    sensitive = bound.release.with_role("sensitive")
    yield PIVOT_GROUPS, _part(bound, protection, sensitive)
    for place, block in enumerate(protection.blocks, 1):
        yield block_rung(place), _part(bound, protection, block)


def of_blocks(bound: Bound) -> Iterator[Statement]:
    """The statements about the parts of a permuted table, each under its rung."""
    for rung, part in blocks(bound):
        found = disclosures(part, PUBLISHED, NOTHING) if rung == PIVOT_GROUPS else (*of_hierarchies(part), *of_rung(part, PUBLISHED))
        for statement in found:
            yield replace(statement, key=statement.key._replace(rung=rung))


def _part(bound: Bound, protection: ProtectedBy, block: Sequence[str]) -> Bound:
    """The release with the columns of the pivots, all of them known to an adversary, and of one block; nothing that speaks of whole rows."""
    release, fold = bound.release, bound.published.fold
    pivots, kept = {fold(name) for name in protection.pivots}, {fold(name) for name in block}
    columns = {}
    for name, column in release.columns.items():
        level = release.publish.get(name)
        published = fold(name if level is None else bound.published.aliases.get((name, level), level))
        if published in pivots:
            columns[name] = Column(role="quasi_identifier", levels=column.levels)
        elif published in kept:
            columns[name] = column
    trees = {name: mapping for name, mapping in bound.hierarchies.items() if name in columns and columns[name].role == "sensitive"}
    return replace(bound, release=_release(release, columns), reference=None, others=(), unprotected=None, hierarchies=trees)


def _release(release: Release, columns: dict[str, Column]) -> Release:
    publish = {name: level for name, level in release.publish.items() if name in columns and level != DROPPED}
    below = release.smallest_class()
    nothing = {"groups": (), "ladder": (), "population": None, "protected_by": None, "suppress": None, "suppress_below": below}
    return release.model_copy(update={"columns": columns, "publish": publish, **nothing})


def _relations(bound: Bound, protection: ProtectedBy, names: Sequence[str]) -> tuple[dict[str, str], dict[str, Any]]:
    """The relation texts of output and source with some columns, and what the kernels are told of the dissolving."""
    assert bound.unprotected is not None
    published = [bound.published.member(name) for name in names]
    source = [Member(member.alias, _in_source(bound, name)) for name, member in zip(names, published, strict=True)]
    relations = {"relation": bound.published.relation(published), "source": bound.unprotected.relation(source)}
    return relations, {"pivots": _aliases(bound, protection.pivots), "threshold": protection.threshold, "residue": protection.residue}


def _in_source(bound: Bound, name: str) -> str:
    assert bound.unprotected is not None
    if bound.unprotected.resolve(name) is None and name not in bound.unprotected.levels:
        what = f"{bound.release.name}: the source of protected_by has no column `{name}`"
        raise ConfigurationError(what, instead=offered(name, bound.unprotected.source))
    return bound.unprotected.member(name).sql


def _aliases(bound: Bound, names: Sequence[str]) -> list[str]:
    return [bound.published.member(name).alias for name in names]
