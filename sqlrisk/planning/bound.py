"""A release with its tables found, and a statement with what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlrisk.catalogue import Source
from sqlrisk.declaration import Column, Release
from sqlrisk.queries import Query
from sqlrisk.relations import Member, Table, rung
from sqlrisk.suppression import NOTHING, Suppression

PUBLISHED = "published"


class Key(NamedTuple):
    """What a piece of evidence is about: a kernel, a rung, and where they apply a sensitive column, a declared group and an l."""

    kernel: str
    rung: str = PUBLISHED
    column: str | None = None
    group: str | None = None
    l: int | None = None

    @property
    def title(self) -> str:
        """What is measured, for people."""
        about = [self.kernel, f"rung {self.rung}"]
        about += [f"column {self.column}"] if self.column else []
        about += [f"group {self.group}"] if self.group else []
        return ", ".join(about)


@dataclass(frozen=True)
class Statement:
    """A query, what its evidence is about, and how many scans of the relation it costs."""

    key: Key
    query: Query
    scans: int = 1

    @property
    def title(self) -> str:
        """What the statement measures, for people."""
        return self.key.title


@dataclass(frozen=True)
class Bound:
    """A release with its tables: the published one, and the one that the ladder's rungs start from; the population's, the other releases, and
    the one that an anonymisation by pivots started from; by column the mapping that is its hierarchy, and by rung and column the height
    of that, once it is measured. `tests`: the statements that must find nothing before others are sent. `pseudonyms`: the published columns that were
    recognised as identifiers, once they were looked for. `asked`: the suppression that suppressed_* are about, where that is not the release's own."""

    release: Release
    published: Table
    ladder: Table
    reference: Table | None = None
    others: tuple[Bound, ...] = ()
    hierarchies: Mapping[str, Source] = field(default_factory=dict)
    heights: Mapping[tuple[str, str], int] = field(default_factory=dict)
    unprotected: Table | None = None
    tests: tuple[Statement, ...] = ()
    pseudonyms: tuple[str, ...] = ()
    asked: Suppression | None = None

    @property
    def as_published(self) -> bool:
        """Whether the published table is measured as it stands: filter, levels and suppression are done already."""
        return self.release.published_as is not None

    @property
    def is_permuted(self) -> bool:
        """Whether the published rows are no persons: their blocks come from different ones."""
        return self.release.protected_by is not None and self.release.protected_by.permutes

    @property
    def suppression(self) -> Suppression:
        """The suppression that takes rows out of every published measure."""
        return NOTHING if self.as_published else self.release.declared_suppression()

    @property
    def asked_suppression(self) -> Suppression:
        """The suppression that suppressed_* are about, on each rung."""
        return self.release.suppression() if self.asked is None else self.asked

    def suppression_of(self, name: str) -> Suppression:
        """The suppression that takes rows out of the measures of a rung."""
        return self.suppression if name == PUBLISHED else NOTHING

    def table(self, name: str) -> Table:
        """The table of a rung."""
        return self.published if name == PUBLISHED else self.ladder

    def quasi_identifiers(self, name: str = PUBLISHED) -> list[Member]:
        """The quasi-identifiers of a rung."""
        if name == PUBLISHED:
            return rung(self.release, self.published, self.release.publish)
        step = next(step for step in self.release.ladder if step.name == name)
        return rung(self.release, self.ladder, step.levels)

    @property
    def sources(self) -> tuple[str, ...]:
        """The text of every relation that a statement about the release may read."""
        return tuple(source.sql for source in self.named_sources)

    @property
    def named_sources(self) -> tuple[Source, ...]:
        """Every relation that a statement about the release may read."""
        tables = [self.published, self.ladder, *(table for table in (self.reference, self.unprotected) if table)]
        mine = [*(table.source for table in tables), *self.hierarchies.values()]
        return (*mine, *(source for other in self.others for source in other.named_sources))

    def sensitive(self) -> dict[str, Column]:
        """The sensitive columns that are measured."""
        return {name: column for name, column in self.release.columns.items() if column.role == "sensitive"}

    def height(self, name: str, column: str) -> int | None:
        """The height of a column's hierarchy on a rung; that of the published one where the rung has none of its own. None without a hierarchy."""
        return self.heights.get((name, column), self.heights.get((PUBLISHED, column)))
