"""Rungs of a ladder rolled up from the classes of the original columns, where that is cheaper than a scan each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlrisk import evidence
from sqlrisk.catalogue import Source
from sqlrisk.plain import counted
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement, rollup
from sqlrisk.running import Run

WORTH = 3
"""Of so many rungs that are made of the same columns, the classes of these are worth a temporary table; and they must be fewer than 1 / WORTH of the rows."""


class RolledUp(NamedTuple):
    """The statements of the rungs that are rolled up, in place of their scans, and what was done in words; none where no rung could be."""

    statements: Mapping[Key, Statement]
    words: str


def rolled_up(run: Run, rows: int, planned: Iterable[Statement]) -> RolledUp:
    """Which of the rungs whose class sizes are planned are rolled up from temporary class counts: where there are enough, the engine allows the table and the
    classes are few.

    The original columns determine every level that is made of them, whatever the bands: no rung is made of another rung.
    """
    planned_rungs = {statement.key.rung for statement in planned if statement.key.kernel == "class_sizes"}
    made_of = {name: rollup.made_of(run.bound, name) for name in _rungs(run.bound) if name in planned_rungs}
    columns = {name: found for name, found in made_of.items() if found is not None}
    kept: dict[frozenset[str], tuple[Source, int]] = {}
    refused = ""
    for asked in (asked for asked, rungs in Counter(columns.values()).items() if rungs >= WORTH):
        found = _classes(run, asked, rows)
        if isinstance(found, str):
            refused = found
        else:
            kept[asked] = found
    statements = dict(_from_classes(run.bound, name, asked, kept) for name, asked in columns.items() if any(asked <= held for held in kept))
    done = f"{counted(len(statements), 'rung')} rolled up from temporary class counts" if statements else ""
    return RolledUp(statements, "; ".join(filter(None, (done, refused))))


def _rungs(bound: Bound) -> list[str]:
    """The rungs that start from the release's own relation."""
    return [*([] if bound.as_published else [PUBLISHED]), *(step.name for step in bound.release.ladder)]


def _classes(run: Run, columns: frozenset[str], rows: int) -> tuple[Source, int] | str:
    """A temporary table of the classes of some columns and their number; in words why there is none."""
    table = run.bound.ladder
    source = run.temporary(rollup.class_counts(table, [table.member(name) for name in sorted(columns)], "the columns as they are"))
    if source is None:
        return "every rung scanned: no temporary table is allowed"
    classes = evidence.class_sizes(run.rows(rollup.sizes(source, table.dialect, "the columns as they are"))).classes
    if WORTH * classes < rows:
        return source, classes
    run.discard(source)
    return f"rungs scanned: their {classes:,} classes are not below 1/{WORTH} of the rows"


def _from_classes(bound: Bound, name: str, columns: frozenset[str], kept: Mapping[frozenset[str], tuple[Source, int]]) -> tuple[Key, Statement]:
    held = min((held for held in kept if columns <= held), key=lambda held: kept[held][1])
    statement = rollup.rolled_sizes(kept[held][0], bound.ladder, bound.quasi_identifiers(name), name)
    return statement.key, statement
