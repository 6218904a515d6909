"""The statements of a recoding: the ranked classes, the cuts of each depth, what a reader can count, the values at the ends of the ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED, Utility
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement, null_is_value
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table


@dataclass(frozen=True)
class Shares:
    """A utility query that asks for shares (`share_of`), its columns found."""

    name: str
    group_by: tuple[Member, ...]
    share_of: Member
    null_is_value: bool

    @property
    def members(self) -> tuple[Member, ...]:
        """Its columns."""
        return (*self.group_by, self.share_of)

    def as_argument(self) -> dict[str, Any]:
        """The query as mondrian_ranks takes it."""
        return {"group_by": [member.alias for member in self.group_by], "share_of": self.share_of.alias, "null_is_value": self.null_is_value}


@dataclass(frozen=True)
class Partition:
    """What is cut: a table, the quasi-identifiers as they are published or on a rung, and the queries whose error is measured."""

    rung: str
    table: Table
    quasi_identifiers: tuple[Member, ...]
    queries: tuple[Shares, ...]

    @property
    def attributes(self) -> int:
        """How many quasi-identifiers there are."""
        return len(self.quasi_identifiers)


def partition(bound: Bound, rung: str = PUBLISHED) -> Partition:
    """The quasi-identifiers of a rung, with the utility queries whose error can be measured."""
    table = bound.published if rung == PUBLISHED else bound.ladder
    queries = tuple(_shares(bound, table, query) for query in bound.release.utility if unmeasured(bound, query, rung) is None)
    return Partition(rung, table, tuple(bound.quasi_identifiers(rung)), queries)


def unmeasured(bound: Bound, query: Utility, rung: str = PUBLISHED) -> str | None:
    """Why the error of a query has no value on a rung; None where it has one."""
    if query.share_of is None:
        return "only the error of shares (share_of) is measured for regions"
    release, fold = bound.release, bound.published.fold
    levels = release.publish if rung == PUBLISHED else next(step.levels for step in release.ladder if step.name == rung)
    quasi_identifiers = release.with_role("quasi_identifier")
    origin = {fold(name): column for column in quasi_identifiers for name in (column, *release.columns[column].levels)}
    for name in query.group_by:
        if fold(name) not in origin:
            return f"`{name}` is no quasi-identifier and no level of one: its groups do not follow from regions"
        if levels.get(origin[fold(name)]) == DROPPED:
            return f"`{name}` is not published: its groups do not follow from regions"
    return None


def _shares(bound: Bound, table: Table, query: Utility) -> Shares:
    assert query.share_of is not None
    return Shares(query.name, tuple(table.member(name) for name in query.group_by), table.valued(query.share_of), null_is_value(bound, query))


def classes(part: Partition) -> Statement:
    """The classes with their rows, apart by the columns of the queries: values, for a temporary table."""
    members = list(dict.fromkeys([*part.quasi_identifiers, *(member for query in part.queries for member in query.members)]))
    return _statement("mondrian_classes", part, relation=part.table.relation(members), columns=[member.alias for member in members])


def ranks(part: Partition, found: Source) -> Statement:
    """The classes as ranks, all in one region, for a temporary table."""
    names = [member.alias for member in part.quasi_identifiers]
    queries = [query.as_argument() for query in part.queries]
    return _statement("mondrian_ranks", part, relation=found.sql, quasi_identifiers=names, texts=texts(part, found), queries=queries)


def texts(part: Partition, found: Source) -> list[str]:
    """The quasi-identifiers that are text in the table of classes."""
    is_text = {column.name for column in found.columns if column.is_text}
    return [member.alias for member in part.quasi_identifiers if member.alias in is_text]


def spans(part: Partition, ranked: Source) -> Statement:
    """How many rows there are, and how many values each quasi-identifier has."""
    return _statement("mondrian_spans", part, relation=ranked.sql, attributes=part.attributes)


def cuts(part: Partition, opened: Source, counts: Sequence[int], k: int) -> Statement:
    """The cut of each open region, for a temporary table."""
    return _statement("mondrian_cuts", part, relation=opened.sql, ranks=list(counts), min_class_size=k)


def sizes(part: Partition, made: Source) -> Statement:
    """The sizes of the regions that are not cut."""
    return _statement("mondrian_sizes", part, relation=made.sql)


def class_sizes(part: Partition) -> Statement:
    """The sizes of the classes as they are."""
    names = [member.alias for member in part.quasi_identifiers]
    return _statement("class_sizes", part, relation=part.table.relation(part.quasi_identifiers), quasi_identifiers=names)


def children(part: Partition, opened: Source, made: Source, *, closed: bool = False) -> Statement:
    """The rows of the halves, for a temporary table; where `closed`, of the regions that are not cut."""
    arguments = {"relation": opened.sql, "cuts": made.sql, "attributes": part.attributes, "queries": len(part.queries)}
    return _statement("mondrian_children", part, **arguments, **({"closed": True} if closed else {}))


def regions(part: Partition, opened: Source, made: Source) -> Statement:
    """The cut and the extent of each region, in ranks."""
    return _statement("mondrian_regions", part, relation=opened.sql, cuts=made.sql, attributes=part.attributes)


def points(part: Partition, found: Source, place: int, ranks: Sequence[int]) -> Statement:
    """The values that some ranks of a quasi-identifier stand for, as text."""
    name = part.quasi_identifiers[place].alias
    return _statement("mondrian_points", part, relation=found.sql, column=name, is_text=name in texts(part, found), ranks=list(ranks))


def closed_cells(part: Partition, opened: Source, made: Source) -> Iterator[Statement]:
    """What a reader can count in the regions that are not cut, one statement a query, each for a temporary table."""
    relation = f"({children(part, opened, made, closed=True).query.sql})"
    for place in range(1, len(part.queries) + 1):
        yield _statement("attributed_cells", part, relation=relation, keys=["sqlrisk_region"], query=place)


def class_cells(part: Partition, ranked: Source, k: int) -> Iterator[Statement]:
    """What a reader can count in the classes of at least k rows, one statement a query, each for a temporary table."""
    keys = [f"sqlrisk_rank_{place}" for place in range(1, part.attributes + 1)]
    for place in range(1, len(part.queries) + 1):
        yield _statement("attributed_cells", part, relation=ranked.sql, keys=keys, query=place, min_class_size=k)


def error(part: Partition, ranked: Source, cells: Sequence[Source], place: int) -> Statement:
    """The error of the query at a place, 1 the first."""
    return _statement("attributed_error", part, relation=ranked.sql, published=[each.sql for each in cells], query=place)


def _statement(kernel: str, part: Partition, **arguments: Any) -> Statement:
    return Statement(Key(kernel, part.rung), render(kernel, part.table.dialect, **arguments))
