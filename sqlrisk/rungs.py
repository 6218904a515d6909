"""Rungs of a ladder rolled up from the classes of the original columns, where that is cheaper than a scan each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sqlrisk import evidence
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement, rollup
from sqlrisk.relations import Source
from sqlrisk.running import Run

WORTH = 3
"""Of so many rungs that are made of the same columns, the classes of these are worth a temporary table; and they must be fewer than 1 / WORTH of the rows."""


def rolled_up(run: Run, rows: int) -> dict[Key, Statement]:
    """The statements of the rungs that are rolled up, in place of their scans; none where the engine allows no temporary table.

    The original columns determine every level that is made of them, whatever the bands: no rung is made of another rung.
    """
    made_of = {name: rollup.made_of(run.bound, name) for name in _rungs(run.bound)}
    columns = {name: found for name, found in made_of.items() if found is not None}
    kept: dict[frozenset[str], tuple[Source, int]] = {}
    for asked, rungs in Counter(columns.values()).items():
        if rungs >= WORTH and (found := _classes(run, asked, rows)) is not None:
            kept[asked] = found
    return dict(_from_classes(run.bound, name, asked, kept) for name, asked in columns.items() if any(asked <= held for held in kept))


def _rungs(bound: Bound) -> list[str]:
    """The rungs that start from the release's own relation."""
    return [*([] if bound.as_published else [PUBLISHED]), *(step.name for step in bound.release.ladder)]


def _classes(run: Run, columns: frozenset[str], rows: int) -> tuple[Source, int] | None:
    """A temporary table of the classes of some columns and their number; None where there are too many to be worth it."""
    table = run.bound.ladder
    source = run.temporary(rollup.class_counts(table, [table.member(name) for name in sorted(columns)], "the columns as they are"))
    if source is None:
        return None
    classes = evidence.class_sizes(run.rows(rollup.sizes(source, table.dialect, "the columns as they are"))).classes
    if WORTH * classes < rows:
        return source, classes
    run.discard(source)
    return None


def _from_classes(bound: Bound, name: str, columns: frozenset[str], kept: Mapping[frozenset[str], tuple[Source, int]]) -> tuple[Key, Statement]:
    held = min((held for held in kept if columns <= held), key=lambda held: kept[held][1])
    statement = rollup.rolled_sizes(kept[held][0], bound.ladder, bound.quasi_identifiers(name), name)
    return statement.key, statement
