"""The class sizes of every node of a lattice: rolled up in temporary tables from its cheapest finer node, or scanned where an engine allows none."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sqlrisk import evidence
from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED, Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.evidence import ClassSizes
from sqlrisk.evidence.rows import count
from sqlrisk.expressions import columns, parse
from sqlrisk.lattice import Lattice, Mask, Node
from sqlrisk.planning import Bound, rollup
from sqlrisk.relations import Member
from sqlrisk.running import Run

RAW = 0
MOST_NODES = 2_000_000
FEW = 20_000
"""Classes so few that what is rolled up from them needs no table of its own."""


@dataclass(frozen=True)
class Levels:
    """The declared levels of one quasi-identifier: as it is, then each level, all as members of a relation text; which follow from which, on the data."""

    column: str
    names: tuple[str, ...]
    members: tuple[Member, ...]
    values: tuple[int, ...]
    follows: Mask

    def distinct(self) -> list[int]:
        """The places of the levels that are not one and the same partition; one that holds a single value is the same as leaving the column out."""
        found: list[int] = []
        for place, values in enumerate(self.values):
            same = any(self.follows[place, other] and self.follows[other, place] for other in found)
            if not same and (values > 1 or place == RAW):
                found.append(place)
        return found

    def root(self) -> int | None:
        """The place of the first level that holds a single value; None where none does."""
        return next((place for place, values in enumerate(self.values) if place != RAW and values == 1), None)


def follow_from_columns(bound: Bound) -> bool:
    """Whether each level of a quasi-identifier is made of that column alone, and equal values are one and the same: codes are joined by their texts."""
    release, table = bound.release, bound.ladder
    levels = [(column, text) for column, _, text in release.named_levels() if release.columns[column].role == "quasi_identifier"]
    alone = all({table.fold(name) for name in columns(parse(text))} <= {table.fold(column)} for column, text in levels)
    return alone and table.are_exact(release.with_role("quasi_identifier"))


@dataclass
class Classes:
    """The classes of every node. `codes` and `tables` are empty where the engine allows no temporary table, or a level is made of several columns."""

    run: Run
    levels: tuple[Levels, ...]
    codes: Mapping[str, Source]
    lattice: Lattice
    places: tuple[tuple[int | None, ...], ...]
    tables: dict[Node, tuple[Source, int]] = field(default_factory=dict)

    @property
    def are_rolled_up(self) -> bool:
        """Whether coarser classes are rolled up from finer ones."""
        return bool(self.codes)

    def named(self, place: int) -> dict[str, str]:
        """The levels of a node as `publish` has them; a column as it is does not stand there."""
        chosen = zip(self.levels, self._levels(self.lattice.node(place)), strict=True)
        return {levels.column: DROPPED if level is None else levels.names[level] for levels, level in chosen if level != RAW}

    def sizes(self, place: int) -> ClassSizes:
        """The class sizes of a node."""
        node = self.lattice.node(place)
        what = ", ".join(f"{column} {level}" for column, level in self.named(place).items()) or "as it is"
        return self._rolled(node, what) if self.are_rolled_up else self._scanned(node, what)

    def _scanned(self, node: Node, what: str) -> ClassSizes:
        members = [levels.members[level] for levels, level in zip(self.levels, self._levels(node), strict=True) if level is not None]
        return evidence.class_sizes(self.run.rows(rollup.scanned_sizes(self.run.bound.ladder, members, what)))

    def _rolled(self, node: Node, what: str) -> ClassSizes:
        start = min((table for table in self.tables if self._follows(table, node)), key=lambda table: self.tables[table][1])
        source, classes = self.tables[start]
        reached = self._levels(node)
        steps = {
            levels.members[RAW].alias: (own, level)
            for levels, own, level in zip(self.levels, self._levels(start), reached, strict=True)
            if level is not None and own is not None
        }
        dialect = self.run.engine.dialect
        if start == node:
            return evidence.class_sizes(self.run.rows(rollup.sizes(source, dialect, what)))
        table = self.run.temporary(rollup.rolled(source, dialect, self.codes, steps, what)) if classes > FEW else None
        if table is None:
            return evidence.class_sizes(self.run.rows(rollup.sizes_of_rolled(source, dialect, self.codes, steps, what)))
        found = evidence.class_sizes(self.run.rows(rollup.sizes(table, dialect, what)))
        if 2 * found.classes <= classes:
            self.tables[node] = table, found.classes
        else:
            self.run.discard(table)
        return found

    def _levels(self, node: Node) -> list[int | None]:
        found = [places[level] for places, level in zip(self.places, node, strict=True)]
        if any(level is not None for level in found):
            return found
        root = next(column for column, levels in enumerate(self.levels) if levels.root() is not None)
        return [levels.root() if column == root else None for column, levels in enumerate(self.levels)]

    def _follows(self, finer: Node, coarser: Node) -> bool:
        return all(follows[one, other] for follows, one, other in zip(self.lattice.follows, finer, coarser, strict=True))


def classes(run: Run) -> Classes:
    """The lattice of a release's declared levels and the classes of its nodes; inside a snapshot."""
    members = {name: _members(run, name) for name in run.bound.release.with_role("quasi_identifier")}
    codes, counts = _codes(run, [*members.values()]) if follow_from_columns(run.bound) else ({}, None)
    levels = tuple(_levels(run, name, members[name], codes.get(members[name][RAW].alias)) for name in members)
    places = tuple((*each.distinct(), None) if each.values[RAW] > 1 else (RAW,) for each in levels)
    _refuse_large(run.bound.release, places)
    has_root = any(each.root() is not None for each in levels)
    lattice = Lattice(tuple(members), tuple(map(_names, levels, places)), tuple(map(_follows, levels, places)), has_root)
    found = Classes(run, levels, codes, lattice, places)
    if counts is not None:
        finest = tuple(0 for _ in levels)
        found.tables[finest] = counts, evidence.class_sizes(run.rows(rollup.sizes(counts, run.engine.dialect, "as it is"))).classes
    return found


def _refuse_large(release: Release, places: Sequence[Sequence[int | None]]) -> None:
    """Raises ConfigurationError for more nodes than a search can hold in memory."""
    nodes = math.prod(map(len, places))
    if nodes > MOST_NODES:
        what = f"{release.name}: the lattice of its levels has {nodes:,} nodes, and at most {MOST_NODES:,} are searched"
        raise ConfigurationError(what, instead="declare fewer levels, or give columns that are never published another role")


def _members(run: Run, name: str) -> list[Member]:
    table = run.bound.ladder
    return [table.member(name), *(table.level(name, level) for column, level in table.aliases if column == name)]


def _codes(run: Run, members: Sequence[Sequence[Member]]) -> tuple[dict[str, Source], Source | None]:
    """The codes of each column's values, and the classes of the columns as they are, in codes; nothing where the engine allows no temporary table."""
    dialect = run.engine.dialect
    counts = run.temporary(rollup.class_counts(run.bound.ladder, [each[RAW] for each in members], "as it is"))
    if counts is None:
        return {}, None
    made = {column.alias: run.temporary(rollup.level_codes(counts, dialect, column, levels)) for column, *levels in members}
    codes = {column: source for column, source in made.items() if source is not None}
    coded = run.temporary(rollup.coded(counts, dialect, codes))
    run.discard(counts)
    return codes, coded


def _levels(run: Run, name: str, members: Sequence[Member], codes: Source | None) -> Levels:
    table = run.bound.ladder
    follows = np.eye(len(members), dtype=np.bool_)
    values = [0] * len(members)
    for row in run.rows(rollup.level_nesting(codes, table, members)):
        finer, coarser = count(row, "sqlrisk_finer"), count(row, "sqlrisk_coarser")
        follows[finer, coarser] = not count(row, "sqlrisk_split")
        values[finer] = count(row, "sqlrisk_values")
    names = (name, *(level for column, level in table.aliases if column == name))
    return Levels(name, names, tuple(members), tuple(values), follows)


def _names(levels: Levels, places: Sequence[int | None]) -> tuple[str | None, ...]:
    return tuple(None if place is None else levels.names[place] for place in places)


def _follows(levels: Levels, places: Sequence[int | None]) -> Mask:
    """Which levels follow from which; leaving a column out follows from every level."""
    found = np.zeros((len(places), len(places)), dtype=np.bool_)
    for one, finer in enumerate(places):
        for other, coarser in enumerate(places):
            found[one, other] = coarser is None or (finer is not None and bool(levels.follows[finer, coarser]))
    return found
