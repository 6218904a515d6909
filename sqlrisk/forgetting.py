"""What a column that nobody declared a quasi-identifier would add: from counts to measurements, where a limit asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlrisk import measurements
from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence import ClassSizes, ForgottenColumns, joined_classes
from sqlrisk.measures import measures
from sqlrisk.plain import counted
from sqlrisk.planning import PUBLISHED, Bound, Key, forgotten
from sqlrisk.report import Measurement, number_text

FORGOTTEN = forgotten.MEASURE
_KNOWN_F = (Fraction(1),)


def measured(bound: Bound, store: Mapping[Key, Sequence[Mapping[str, Any]]], sizes: ClassSizes) -> Iterator[Measurement]:
    """forgotten_column_uniques of each column that a limit asks for, and of the worst where a limit names none. `sizes` are the published classes."""
    asked = forgotten.asked(bound)
    each = [_of_column(store, other, sizes.rows) for other in asked]
    if None in _named(bound):
        obstacles = [found.obstacle for found in each if found.obstacle]
        whole = ForgottenColumns(tuple(joined for found in each for joined in found.joined), obstacles[0] if obstacles else None)
        yield _measurement(whole, sizes, None)
    for name, found in zip(_spelt(bound, asked), each, strict=True):
        yield _measurement(found, sizes, name)


def remarks(found: Sequence[Measurement]) -> Iterator[str]:
    """Which column it is that would leave most rows alone, beside the verdict."""
    for each in found:
        if (each.measure, each.rung) == (FORGOTTEN, PUBLISHED) and each.column is None and each.value is not None:
            yield f"{each.measure} is {number_text(each)}: {each.reason}"


def without_value(bound: Bound, reason: str) -> Iterator[Measurement]:
    """The same measurements without a value, and why."""
    for name in dict.fromkeys(_named(bound)):
        known = measures()[FORGOTTEN]
        yield Measurement(known.name, PUBLISHED, name, None, None, "not_measured", reason, None, None, None, known.unit)


def _named(bound: Bound) -> list[str | None]:
    """The columns that the limits name, None for a limit that names none."""
    return [threshold.column for threshold in bound.release.thresholds if threshold.measure == FORGOTTEN]


def _spelt(bound: Bound, asked: Sequence[forgotten.Other]) -> list[str]:
    """The names of the columns as the limits spell them, where they do."""
    fold = bound.published.fold
    named = {fold(name): name for name in _named(bound) if name is not None}
    return [named.get(fold(other.name), other.name) for other in asked]


def _of_column(store: Mapping[Key, Sequence[Mapping[str, Any]]], other: forgotten.Other, rows: int) -> ForgottenColumns:
    """What one column would add. Raises NotMeasuredError where other rows were grouped than were counted."""
    if other.obstacle is not None:
        return ForgottenColumns((), f"`{other.name}` is not measured: {other.obstacle}")
    joined = joined_classes(store[Key("joined_classes", PUBLISHED, other.name)], other.name)
    if joined.rows != rows:
        raise NotMeasuredError(f"the classes with `{other.name}` hold {counted(joined.rows, 'row')} where {rows:,} were counted")
    return ForgottenColumns((joined,))


def _measurement(found: ForgottenColumns, sizes: ClassSizes, column: str | None) -> Measurement:
    facts: dict[type, Any] = {ForgottenColumns: found, ClassSizes: sizes}
    return replace(measurements.measurement(measures()[FORGOTTEN], PUBLISHED, None, None, None, facts, _KNOWN_F), column=column)
