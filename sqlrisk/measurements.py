"""From facts to measurements: every measure that has its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlrisk.evidence import ClassSizes, PopulationEvidence, QueryErrors, UnsuppressedClassSizes
from sqlrisk.groups import GroupOf
from sqlrisk.measures import Estimated, Measure, Noted, NoValue, Number, SamplingFraction, Unbounded, Value, measures
from sqlrisk.planning import BEFORE_SUPPRESSION, PUBLISHED
from sqlrisk.report import Measurement, Status

OVER_THE_RANGE = "over the declared range of the sampling fraction"
Facts = Mapping[type, Any]


def of_release(rung: str, group: GroupOf | None, facts: Facts, fraction: tuple[Fraction, ...]) -> Iterator[Measurement]:
    """Every measure that needs no sensitive column and has its evidence among the facts, on one rung, for the release or one group."""
    for known in measures().values():
        if not known.of_column and (group is None or known.per_group) and known.needs <= set(facts):
            apart = known.before_suppression if _is_suppressed(facts) else None
            if apart != "alone":
                yield measurement(known, rung, None, group, None, facts, fraction)
            if rung == PUBLISHED and (apart == "alone" or (apart == "beside" and not _is_matched(facts))):
                yield measurement(known, BEFORE_SUPPRESSION, None, group, None, {**facts, ClassSizes: facts[UnsuppressedClassSizes]}, fraction)


def _is_suppressed(facts: Facts) -> bool:
    """Whether what is published lacks rows that were suppressed."""
    return UnsuppressedClassSizes in facts and facts[ClassSizes].rows < facts[UnsuppressedClassSizes].rows


def _is_matched(facts: Facts) -> bool:
    """Whether the population is counted in a reference, against what is published."""
    population: PopulationEvidence | None = facts.get(PopulationEvidence)
    return population is not None and population.matched is not None


def of_column(rung: str, column: str, group: GroupOf | None, l: int | None, facts: Facts, more: Facts, fraction: tuple[Fraction, ...]) -> Iterator[Measurement]:
    """Every measure of a sensitive column that reads what is in `more`."""
    for known in measures().values():
        if known.of_column and known.needs <= set(more):
            yield measurement(known, rung, column, group, l, {**facts, **more}, fraction)


def of_query(rung: str, column: str | None, unit: str, errors: QueryErrors) -> Iterator[Measurement]:
    """Every measure of a utility query on one rung, in the unit of its answers and with what they stand on."""
    for known in measures().values():
        if known.of_query:
            yield replace(measurement(known, rung, column, None, None, {QueryErrors: errors}, (Fraction(1),)), unit=unit, assumptions=errors.assumptions)


def measurement(
    known: Measure, rung: str, column: str | None, group: GroupOf | None, l: int | None, facts: Facts, fraction: tuple[Fraction, ...]
) -> Measurement:
    """The value of a measure; both ends where it depends on a sampling fraction that is a range."""
    sampled = SamplingFraction in known.reads.values()
    population: PopulationEvidence | None = facts.get(PopulationEvidence)
    if population is not None and population.obstacle and PopulationEvidence in known.needs:
        value: Value = NoValue(population.obstacle)
    else:
        value = _over_range([known.of({**facts, SamplingFraction: SamplingFraction(f)}) for f in (fraction if sampled else fraction[:1])])
    estimated = value if isinstance(value, Estimated) else None
    return Measurement(
        measure=known.name,
        rung=rung,
        column=column,
        group=group.label if group else None,
        group_of=group,
        l=l,
        status=_status(value),
        reason=_reason(value),
        value=estimated.value if estimated else _number(value),
        low=estimated.low if estimated else None,
        high=estimated.high if estimated else None,
        unit=known.unit,
        estimator=(estimated.estimator if estimated else None) or known.estimator,
        sampling_fraction=_as_float(fraction) if sampled or PopulationEvidence in known.reads.values() else None,
        interval=estimated.interval if estimated else None,
        assumptions=(*known.assumptions, *(estimated.assumptions if estimated else ())),
    )


def _over_range(values: list[Value]) -> Value:
    """The value, or the interval between the values at both ends of a range; without a value at one end there is none."""
    bad = next((value for value in values if isinstance(value, (NoValue, Unbounded))), None)
    if bad is not None or len(values) == 1:
        return bad or values[0]
    ends = sorted(float(number) for value in values if (number := _number(value)) is not None)
    return Estimated(None, ends[0], ends[-1], OVER_THE_RANGE, note=next((value.note for value in values if isinstance(value, Noted)), None))


def _status(value: Value) -> Status:
    return "infinite" if isinstance(value, Unbounded) else "not_measured" if isinstance(value, NoValue) else "measured"


def _reason(value: Value) -> str | None:
    if isinstance(value, (NoValue, Unbounded)):
        return value.reason
    return value.note if isinstance(value, (Noted, Estimated)) else None


def _number(value: Value) -> Number | None:
    if isinstance(value, Noted):
        return value.value
    if isinstance(value, NoValue):
        return value.informative
    return None if isinstance(value, (Unbounded, Estimated)) else value


def _as_float(fraction: Iterable[Fraction]) -> float | tuple[float, float]:
    ends = [float(end) for end in fraction]
    return ends[0] if len(ends) == 1 else (ends[0], ends[1])
