"""The statement about texts that a collation takes for one."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.expressions import SOURCE
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import quoted

FOLDED_VALUES = Key("folded_values")


def collated(bound: Bound) -> list[str]:
    """The published quasi-identifiers and sensitive columns whose own collation may take different texts for one, as the catalogue spells them."""
    table = bound.published
    names = [member.alias for member in bound.quasi_identifiers()] + bound.release.with_role("quasi_identifier", "sensitive")
    found = dict.fromkeys(table.resolve(name) for name in names)
    numbers = {column.name for column in table.source.columns if column.is_number}
    return [name for name in found if name is not None and name in table.source.exact and name not in numbers]


def folded_values(bound: Bound) -> Iterator[Statement]:
    """The statement that counts the values of those columns, as they are stored and as they are told apart here; none where there are none."""
    names, source, dialect = collated(bound), bound.published.source, bound.published.dialect
    pairs = [f"{quoted(name, dialect, SOURCE)} as sqlrisk_stored_{place}, {source.exact[name]} as sqlrisk_exact_{place}" for place, name in enumerate(names, 1)]
    if pairs:
        relation = f"(select {', '.join(pairs)} from {source.stored} as {SOURCE})"
        yield Statement(FOLDED_VALUES, render("folded_values", dialect, relation=relation, pairs=len(pairs)))
