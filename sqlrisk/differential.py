"""The privacy differential: which relations survive an anonymisation by pivots and blocks, derived from what is declared and checked on the data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlrisk import evidence
from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence import BlockCounts, LostPair, PivotValues
from sqlrisk.plain import agreed, counted, digits
from sqlrisk.planning import Bound, Statement
from sqlrisk.planning import differential as planned

Run = Callable[[Statement], Sequence[Mapping[str, Any]]]
Outcome = Literal["equal", "broken", "lost", "kept", "not told"]
FALSE_ALARM = 1e-6
MOST_NAMED = 4


@dataclass(frozen=True)
class PivotLoss:
    """How many values a pivot had in the source, and how many of them are not published; rows that had none there are apart."""

    pivot: str
    values: int
    lost: int
    missing_before: int

    @property
    def share(self) -> float:
        """The lost values over those of the source; 0 where it had none."""
        return self.lost / self.values if self.values else 0.0


@dataclass(frozen=True)
class Relation:
    """Two variables, or a variable and all pivots together: whether their relation is preserved by what is declared, and what the check found.

    `coverage` is the share of the source's rows in which a preserved relation can be read; `cells_differ` counts its cells that are not equal. Of a lost
    one, `kept` is the share of the source's excess over chance that is left within pivot groups, and `source` and `published` are Cramér's V over
    all rows, what the pivots explain included.
    """

    columns: tuple[str, ...]
    preserved: bool
    outcome: Outcome
    coverage: float | None = None
    cells_differ: int | None = None
    kept: float | None = None
    source: float | None = None
    published: float | None = None


@dataclass(frozen=True)
class PrivacyDifferential:
    """What a re-user may compute: the relations one by one, what each pivot lost, both in sentences too; `failures` is what the check found wrong."""

    pivots: tuple[str, ...]
    blocks: tuple[tuple[str, ...], ...]
    permuted: bool
    rows_source: int
    rows_published: int
    losses: tuple[PivotLoss, ...]
    relations: tuple[Relation, ...]
    false_alarm: float
    failures: tuple[str, ...]
    sentences: tuple[str, ...]

    @property
    def remarks(self) -> list[str]:
        """What stands beside the verdict: how many lost relations would look the same if nothing had been permuted."""
        untold = sum(each.outcome == "not told" for each in self.relations)
        every = sum(not each.preserved for each in self.relations)
        told = f"privacy differential: {untold:,} of {counted(every, 'relation')} that should be lost could not be checked one by one:"
        return [f"{told} an unpermuted copy would not stand out"] if untold else []


def differential(bound: Bound, run: Run) -> PrivacyDifferential | None:
    """The privacy differential of a protected release, None of any other. `run` gives the rows of a statement. Raises NotMeasuredError."""
    protection = bound.release.protected_by
    if protection is None:
        return None
    before, after = evidence.pivot_values(run(planned.pivot_values(bound)), len(planned.pivots(bound)))
    if not before.rows or not after.rows:
        raise NotMeasuredError(f"the source of protected_by holds {counted(before.rows, 'row')}, what is published {after.rows:,}: nothing can be compared")
    losses = tuple(_losses(bound, before, after))
    blocks = [_block(bound, place, run) for place in range(len(planned.blocks(bound)) + 1)]
    relations = [relation for place, block in enumerate(blocks) for relation in _preserved(bound, place, block, before.rows, losses)]
    relations += _lost(bound, run)
    failures = (*_broken(bound, [counts for counts, _ in blocks], relations), *_kept(relations))
    return PrivacyDifferential(
        pivots=planned.pivots(bound),
        blocks=planned.blocks(bound),
        permuted=bool(protection.blocks),
        rows_source=before.rows,
        rows_published=after.rows,
        losses=losses,
        relations=tuple(relations),
        false_alarm=FALSE_ALARM,
        failures=failures,
        sentences=tuple(_sentences(bound, losses, failures)),
    )


def _losses(bound: Bound, before: PivotValues, after: PivotValues) -> Iterator[PivotLoss]:
    for pivot, had, has in zip(planned.pivots(bound), before.values, after.values, strict=True):
        yield PivotLoss(pivot, had, had - has, before.rows - had)


Block = tuple[BlockCounts, Mapping[planned.Pair, int]]


def _block(bound: Bound, place: int, run: Run) -> Block:
    """The counts of a block, and where they differ the cells of each of its pairs: where no cell of all columns together differs, none of a pair does."""
    counts = evidence.block_counts(run(planned.block_counts(bound, place)))
    differ = dict.fromkeys(planned.pairs_of_block(bound, place), 0)
    if counts.cells_differ:
        for statement, pairs in planned.preserved_pairs(bound, place):
            differ.update(zip(pairs, evidence.preserved_pairs(run(statement), len(pairs)), strict=True))
    return counts, differ


def _preserved(bound: Bound, place: int, block: Block, rows: int, losses: Sequence[PivotLoss]) -> Iterator[Relation]:
    """The relations that a block's cells hold; an empty name is all pivots together. `rows` are those of the source."""
    counts, pairs = block
    readable = {"": counts.rows_whole / rows, **{loss.pivot: (loss.values - loss.lost) / rows for loss in losses}}
    for (one, other), differ in pairs.items():
        coverage = min(readable.get(one, 1.0), readable.get(other, 1.0), counts.rows_source / rows)
        names = (*planned.pivots(bound), other) if one == "" else (one, other)
        yield Relation(names, True, "broken" if differ else "equal", coverage=coverage, cells_differ=differ)


def _lost(bound: Bound, run: Run) -> Iterator[Relation]:
    chunks = list(planned.lost_pairs(bound))
    limit = math.log(max(1, sum(len(chunk.pairs) for chunk in chunks)) / FALSE_ALARM)
    for statement, pairs in chunks:
        for columns, pair in zip(pairs, evidence.lost_pairs(run(statement), len(pairs)), strict=True):
            yield Relation(columns, False, _outcome(pair, limit), kept=pair.kept, source=pair.source.association, published=pair.published.association)


def _outcome(pair: LostPair, limit: float) -> Outcome:
    """Whether more is left than permutations leave; "not told" where an unpermuted copy would not stand out either."""
    if pair.surprise(pair.observed) > limit:
        return "kept"
    return "lost" if pair.surprise(pair.unpermuted) > limit else "not told"


def _broken(bound: Bound, blocks: Sequence[BlockCounts], relations: Sequence[Relation]) -> Iterator[str]:
    """What is not as the source has it, once the pivots are dissolved as declared: a line a block."""
    for place, counts in enumerate(blocks):
        if counts.cells_differ:
            names = planned.blocks(bound)[place - 1] if place else planned.pivots(bound)
            broken = [relation for relation in relations if relation.outcome == "broken" and relation.columns[-1] in names]
            listed = [" x ".join(f"`{name}`" for name in relation.columns) for relation in broken]
            about = f"the block {', '.join(f'`{name}`' for name in names[:MOST_NAMED])}{_more(names)}" if place else "the pivot groups"
            other = not place and counts.rows_source != counts.rows_published
            rows = f"; {counted(counts.rows_source, 'row')} should be published and {counts.rows_published:,} are" if other else ""
            pairs = f"; relations that are not preserved: {', '.join(listed[:MOST_NAMED])}{_more(listed)}" if listed else ""
            cells = f"{counts.cells_differ:,} of {counted(counts.cells, 'cell')} {agreed(counts.cells_differ, 'is not that', 'are not those')} of the source"
            yield f"privacy differential: {about}: {cells}{rows}{pairs}"


def _kept(relations: Sequence[Relation]) -> Iterator[str]:
    """What should be lost and is not."""
    kept = [relation for relation in relations if relation.outcome == "kept"]
    listed = [f"{' x '.join(f'`{name}`' for name in each.columns)} ({digits(100 * (each.kept or 0))} %)" for each in kept]
    if listed:
        pairs = counted(len(listed), "relation that should be lost is", "relations that should be lost are")
        yield (
            f"privacy differential: {pairs} kept within pivot groups beyond what random permutations leave (in brackets how much of it):"
            f" {', '.join(listed[:MOST_NAMED])}{_more(listed)}"
        )


def _more(names: Sequence[object]) -> str:
    return f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""


def _sentences(bound: Bound, losses: Sequence[PivotLoss], failures: Sequence[str]) -> Iterator[str]:
    """What a re-user needs to know, made from the declared names. Where the check failed only the losses are told: nothing else is sure."""
    if failures:
        yield "the check failed: which relations survive in these rows is not known, whatever is declared"
    else:
        yield _by_pivots(planned.pivots(bound), len(planned.blocks(bound)))
        yield from _within_blocks(bound)
        yield from _across_blocks(bound)
    yield _lost_values(losses)
    if bound.suppression:
        yield "suppression takes rows out afterwards: all of this is about the rows before that"


def _by_pivots(pivots: Sequence[str], blocks: int) -> str:
    """Which aggregates are exact."""
    every = "any aggregate of one variable, or of variables of one block," if blocks > 1 else "any aggregate"
    if len(pivots) == 1:
        return f"{every} by `{pivots[0]}` is exact over the rows where it survived"
    named = f"{', '.join(f'`{pivot}`' for pivot in pivots[:-1])} or `{pivots[-1]}`"
    return f"{every} by {named}, or by {'both' if len(pivots) == 2 else 'all of them'}, is exact over the rows where the pivot survived"


def _within_blocks(bound: Bound) -> Iterator[str]:
    """What can be computed from variables of one block."""
    blocks = planned.blocks(bound)
    numeric = next((found for block in blocks if len(found := _numbers(bound, block)) > 1), None)
    several = next((block for block in blocks if len(block) > 1), None)
    if bound.release.protected_by is None or not bound.release.protected_by.blocks:
        yield "the rows are not permuted: relations between variables that are no pivots are those of the source"
    elif numeric is not None:
        yield f"a rate between two variables of one block can be computed: `{numeric[1]}` / `{numeric[0]}`"
    elif several is not None:
        yield f"the relation between two variables of one block is that of the source: `{several[0]}` with `{several[1]}`"
    else:
        yield "no block holds two variables: beside the pivots each variable stands alone"


def _across_blocks(bound: Bound) -> Iterator[str]:
    """What cannot be computed any more, since its variables stand in two blocks."""
    blocks = planned.blocks(bound)
    if len(blocks) < 2:
        return
    measured = next(((block, found[0]) for block in reversed(blocks) if (found := _numbers(bound, block))), None)
    block, variable = measured or (blocks[-1], blocks[-1][0])
    other = next(other for other in blocks if other is not block)
    by = next((name for name in other if name not in _numbers(bound, other)), other[0])
    what = "a mean" if measured else "a share"
    told = f"the {what[2:]} of `{variable}` by `{by}` tells only what the pivots explain"
    yield f"{what} of one block's variable by another block's variable cannot be computed: {told}"


def _numbers(bound: Bound, block: Sequence[str]) -> list[str]:
    """The variables of a block that are numbers in what is published."""
    types = {column.name: column for column in bound.published.source.columns}
    return [name for name in block if (found := bound.published.resolve(name)) is not None and types[found].is_number]


def _lost_values(losses: Sequence[PivotLoss]) -> str:
    told = [f"`{loss.pivot}` lost {digits(100 * loss.share)} % of its values ({loss.lost:,} of {loss.values:,})" for loss in losses]
    return ", ".join(told)
