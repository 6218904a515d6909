"""Measures a permuted table: each block apart, the worst of them judged, and nothing that would speak of its rows as persons."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlrisk import evidence, forgetting, probing, protecting
from sqlrisk.differential import differential
from sqlrisk.engines import Engine
from sqlrisk.errors import EmptyRelationError, NotMeasuredError
from sqlrisk.evidence import ClassSizes
from sqlrisk.measures import Measure, measures
from sqlrisk.measuring import Measured, column_profiles, folded, of_part, query_measurements, suspected_missing
from sqlrisk.plain import counted
from sqlrisk.planning import PIVOT_GROUPS, PUBLISHED, Bound, blocks, plan, row_counts
from sqlrisk.report import Measurement
from sqlrisk.running import Run, Tell
from sqlrisk.sensor import sensed
from sqlrisk.steadiness import steady

NO_PERSONS = "the rows of a permuted table are no persons"
_OF_PERSONS = ("population", "presence")
_ACROSS_BLOCKS = ("distinct_l", "max_posterior", "t_closeness")


def measure(bound: Bound, engine: Engine, tell: Tell, profiled: Sequence[str]) -> Measured:
    """Measure a permuted release in one snapshot, as measuring.measure does any other. Raises NotMeasuredError."""
    run = Run(bound, engine, tell)
    with steady(run) as snapshot:
        probing.refuse_unbindable(bound, engine)
        statements = plan(bound)
        counts = evidence.row_counts(run.rows(statements[0]))
        if not counts.measured:
            raise EmptyRelationError(f"no row is left to measure: {counts.read:,} read")
        store = {statement.key: run.rows(statement) for statement in statements[1:]}
        profiles = column_profiles(run, profiled)
        recognised = sensed(run)
        kept = differential(bound, run.rows)
        if evidence.row_counts(run.rows(row_counts(bound.published))) != counts:
            raise NotMeasuredError("the relation changed while it was measured", instead="run the check again when nothing writes it")
    sizes, found = _of_parts(bound, store, counts.measured)
    found += _worst(found)
    found += [*_of_no_person(), *forgetting.without_value(bound, NO_PERSONS), *_of_queries(bound, store), *protecting.protection(bound, store)]
    digest = hashlib.sha256("\n;\n".join(run.sent).encode()).hexdigest()
    smallest = min((each for rung, each in sizes.items() if rung != PIVOT_GROUPS), key=lambda each: (each.counts[0].size, -each.classes))
    apart = protecting.unexplained(bound, store)
    return Measured(
        counts,
        counts.measured,
        tuple(found),
        {PUBLISHED: smallest, **sizes},
        profiles,
        snapshot.words,
        digest,
        (Fraction(1),),
        None,
        kept,
        apart,
        folded(bound, store),
        sensed=recognised,
        suspected=suspected_missing(bound, store),
        by_day=snapshot.by_day,
    )


def _of_parts(bound: Bound, store: protecting.Store, rows: int) -> tuple[dict[str, ClassSizes], list[Measurement]]:
    """The class sizes and the measures of every part, each under its rung. Raises NotMeasuredError where a part holds other rows."""
    sizes, found = {}, []
    for rung, part in blocks(bound):
        own = {key._replace(rung=PUBLISHED): rows for key, rows in store.items() if key.rung == rung}
        sizes[rung], measured = of_part(part, own)
        if sizes[rung].rows != rows:
            raise NotMeasuredError(f"the classes of {rung} hold {counted(sizes[rung].rows, 'row')} where {rows:,} were counted")
        found += [replace(each, rung=rung) for each in measured if _is_of(rung, each.measure)]
    return sizes, found


def _of_queries(bound: Bound, store: protecting.Store) -> Iterator[Measurement]:
    """The errors of the utility queries against the source; no class of whole rows is suppressed here."""
    for each in query_measurements(bound, PUBLISHED, store):
        known = each.measure == "query_error"
        yield each if known else replace(each, status="not_measured", value=None, low=None, high=None, reason=NO_PERSONS)


def _is_of(rung: str, measure: str) -> bool:
    """Whether a measure says something of a part: those across blocks of the pivot groups; of a block all that do not estimate a population of persons."""
    return measure in _ACROSS_BLOCKS if rung == PIVOT_GROUPS else measures()[measure].family not in _OF_PERSONS


def _worst(found: Sequence[Measurement]) -> list[Measurement]:
    """On the published rung, of each measure the worst over the blocks: one that has no value, or is infinite, before any number."""
    by_subject: dict[tuple[Any, ...], list[Measurement]] = {}
    for each in found:
        if each.rung != PIVOT_GROUPS:
            by_subject.setdefault((each.measure, each.column, each.l), []).append(each)
    worst = (max(each, key=lambda one: _badness(one, measures()[one.measure])) for each in by_subject.values())
    return [replace(each, rung=PUBLISHED, reason=_told(each)) for each in worst]


def _badness(found: Measurement, known: Measure) -> tuple[int, Fraction]:
    if found.status != "measured" or found.value is None:
        return (1 if found.status == "infinite" else 2), Fraction(0)
    return 0, Fraction(found.value) * (1 if known.protects == "at_most" else -1)


def _told(found: Measurement) -> str | None:
    """Which block it was, after what the measure itself says; a sensitive column is in one block only."""
    if found.column is not None:
        return found.reason
    where = f"the worst block: {found.rung.removeprefix(f'{PUBLISHED}, ')}"
    return f"{found.reason}; {where}" if found.reason else where


def _of_no_person() -> Iterator[Measurement]:
    """The measures that speak of persons: without a value, and why."""
    for name, known in measures().items():
        if known.family in _OF_PERSONS:
            yield Measurement(name, PUBLISHED, None, None, None, "not_measured", NO_PERSONS, None, None, None, known.unit)
