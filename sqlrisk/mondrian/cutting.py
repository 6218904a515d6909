"""Cuts a table's classes into regions inside the engine, one depth after another: only counts and ranks come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sqlrisk import evidence
from sqlrisk.catalogue import Source
from sqlrisk.errors import EmptyRelationError, NotMeasuredError
from sqlrisk.evidence import ClassSizes
from sqlrisk.evidence.rows import count, number
from sqlrisk.mondrian import statements
from sqlrisk.mondrian.recoding import QueryError, Recoding
from sqlrisk.mondrian.statements import Partition
from sqlrisk.plain import agreed
from sqlrisk.planning import Statement, row_counts
from sqlrisk.running import Run

MONDRIAN = "mondrian"


@dataclass(frozen=True)
class Ranked:
    """The classes of a partition in temporary tables: as values (`classes`), as ranks (`ranks`); the rows, and how many values each column has."""

    part: Partition
    classes: Source
    ranks: Source
    rows: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Region:
    """A region of the tree of cuts, in ranks: its extent, and its cut, the place of a quasi-identifier (0 where it has none) and the left side's last rank."""

    lowest: tuple[int, ...]
    highest: tuple[int, ...]
    attribute: int
    rank: int
    number: int


@dataclass
class Cutting:
    """The regions that were made: how many of each size, what a reader can count in them for each query, and the tree, depth by depth, where asked for."""

    sizes: Counter[int] = field(default_factory=Counter)
    cells: list[list[Source]] = field(default_factory=list)
    depths: list[Mapping[int, Region]] = field(default_factory=list)


def ranked(run: Run, part: Partition) -> Ranked:
    """The classes of a partition as ranks. Raises NotMeasuredError where the engine allows no temporary table, or the rows changed."""
    counts = evidence.row_counts(run.rows(row_counts(part.table)))
    if not counts.measured:
        raise EmptyRelationError(f"no row is left to recode: {counts.read:,} read, {counts.filtered:,} filtered, {counts.marked:,} marked as suppressed")
    classes = _temporary(run, statements.classes(part))
    ranks = _temporary(run, statements.ranks(part, classes))
    (row,) = run.rows(statements.spans(part, ranks))
    if count(row, "sqlrisk_rows") != counts.measured:
        raise NotMeasuredError(f"the classes hold {count(row, 'sqlrisk_rows'):,} rows where {counts.measured:,} were counted")
    return Ranked(part, classes, ranks, counts.measured, tuple(count(row, f"sqlrisk_ranks_{place}") for place in range(1, part.attributes + 1)))


def cut(run: Run, table: Ranked, k: int, *, keep_tree: bool = False) -> Cutting:
    """Cut until no allowable cut is left: both sides of a cut hold k rows. Raises NotMeasuredError where the table has fewer than k rows."""
    if table.rows < k:
        raise NotMeasuredError(
            f"the table has {table.rows:,} {agreed(table.rows, 'row')}, fewer than k = {k}: no region can hold k", instead="ask for a smaller k"
        )
    made = Cutting(cells=[[] for _ in table.part.queries])
    opened, regions = table.ranks, 1
    while regions:
        cuts = _temporary(run, statements.cuts(table.part, opened, table.counts, k))
        closed = evidence.class_sizes(run.rows(statements.sizes(table.part, cuts))).histogram()
        made.sizes.update(closed)
        if keep_tree:
            made.depths.append(_regions(run.rows(statements.regions(table.part, opened, cuts)), table.part.attributes))
        if closed:
            for cells, statement in zip(made.cells, statements.closed_cells(table.part, opened, cuts), strict=True):
                cells.append(_temporary(run, statement))
        regions = 2 * (regions - sum(closed.values()))
        if regions * k > table.rows:
            raise NotMeasuredError(f"{regions:,} regions of {k} rows cannot come of {table.rows:,} rows: please report it")
        halves = _temporary(run, statements.children(table.part, opened, cuts)) if regions else cuts
        for done in (each for each in (opened, cuts) if each not in (table.ranks, halves)):
            run.discard(done)
        opened = halves
    _check(made, table, k)
    return made


def recoding(run: Run, table: Ranked, made: Cutting) -> Recoding:
    """The figures of the regions that were cut."""
    return Recoding(MONDRIAN, ClassSizes.of(made.sizes), table.rows, _errors(run, table, made.cells, published=True))


def rung(run: Run, name: str, k: int, *, called: str | None = None) -> Recoding:
    """The figures of a rung of the ladder, or of the release as declared, once its classes below k are suppressed."""
    table = ranked(run, statements.partition(run.bound, name))
    sizes = evidence.class_sizes(run.rows(statements.class_sizes(table.part))).at_least(k)
    cells = [[_temporary(run, statement)] for statement in statements.class_cells(table.part, table.ranks, k)]
    errors = _errors(run, table, cells, published=sizes.rows > 0)
    for done in (table.classes, table.ranks, *(source for found in cells for source in found)):
        run.discard(done)
    return Recoding(called or name, sizes, table.rows, errors)


def _errors(run: Run, table: Ranked, cells: Sequence[Sequence[Source]], *, published: bool) -> tuple[QueryError, ...]:
    """The error of each declared query; why, where it has no value."""
    found: dict[str, QueryError] = {}
    for place, (query, counted) in enumerate(zip(table.part.queries, cells, strict=True), 1):
        (row,) = run.rows(statements.error(table.part, table.ranks, counted, place))
        pairs, rows = count(row, "sqlrisk_pairs"), count(row, "sqlrisk_rows")
        reason = "nothing is published" if not published else None if pairs else "no row of the source has a value"
        points = None if reason else 100 * number(row, "sqlrisk_distance") / pairs
        found[query.name] = QueryError(query.name, points, Fraction(table.rows - rows, table.rows), reason)
    declared = run.bound.release.utility
    return tuple(found.get(query.name) or QueryError(query.name, None, None, statements.unmeasured(run.bound, query, table.part.rung)) for query in declared)


def _temporary(run: Run, statement: Statement) -> Source:
    found = run.temporary(statement)
    if found is None:
        raise NotMeasuredError(
            "mondrian needs temporary tables, and this engine, or these rights, allow none",
            instead="use a profile whose user may create them; on PostgreSQL also write temporary_tables: true",
        )
    return found


def _regions(rows: Iterable[Mapping[str, Any]], attributes: int) -> Mapping[int, Region]:
    places = range(1, attributes + 1)
    return {
        count(row, "sqlrisk_region"): Region(
            tuple(count(row, f"sqlrisk_lowest_{place}") for place in places),
            tuple(count(row, f"sqlrisk_highest_{place}") for place in places),
            count(row, "sqlrisk_attribute"),
            count(row, "sqlrisk_rank"),
            count(row, "sqlrisk_number"),
        )
        for row in rows
    }


def _check(made: Cutting, table: Ranked, k: int) -> None:
    """Every row is in a region, and every region holds k rows. Raises NotMeasuredError."""
    rows = sum(size * regions for size, regions in made.sizes.items())
    if rows != table.rows or min(made.sizes) < k:
        raise NotMeasuredError(f"the regions hold {rows:,} of {table.rows:,} rows, the smallest {min(made.sizes):,} of k = {k}: please report it")
