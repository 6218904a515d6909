"""What is left for the analyst? Measures of the information that stays, and of what suppression takes."""

from __future__ import annotations

import math
from fractions import Fraction

from sqlrisk.evidence import ClassSizes, LeftClassSizes, QueryError, QueryErrors, Unanswered, UnsuppressedClassSizes
from sqlrisk.measures import Noted, NoValue, Public, Value, measure
from sqlrisk.plain import agreed, counted


@measure("bits", "at_least", public=Public.HIDDEN)
def entropy_bits(sizes: ClassSizes) -> Value:
    """How much do the quasi-identifiers still tell apart? Their joint entropy in bits"""
    return _bits(sizes)


@measure("share of rows", "at_most", public=Public.ZERO, highest="1")
def suppressed_rows(sizes: UnsuppressedClassSizes, left: LeftClassSizes) -> Value:
    """What share of the rows does suppressing the small classes take?"""
    return Fraction(sizes.rows - left.rows, sizes.rows) if sizes.rows else NoValue("no row is left to measure")


@measure("bits", "at_least", public=Public.HIDDEN)
def suppressed_entropy_bits(left: LeftClassSizes) -> Value:
    """How much do the quasi-identifiers still tell apart once the small classes are suppressed?"""
    return _bits(left) if left.rows else 0.0


@measure("units of the query", "at_most", public=Public.HIDDEN, per_group=False)
def query_error(errors: QueryErrors) -> Value:
    """How far are the answers to a declared query from those of the source, on average? Percentage points, rows, or the units of a column"""
    return _error(errors.of, errors.published)


@measure("units of the query", "at_most", public=Public.HIDDEN, per_group=False)
def suppressed_query_error(errors: QueryErrors) -> Value:
    """How far are they once the small classes are suppressed?"""
    return _error(errors.of, errors.suppressed)


def _error(of: str, found: QueryError | Unanswered) -> Value:
    if isinstance(found, Unanswered):
        return NoValue(found.reason)
    if not found.cells:
        return NoValue("the source has no value to compare with")
    if not found.rows_published:
        return NoValue("nothing is left that could answer the query")
    if found.error is None or not math.isfinite(found.error):
        return NoValue("the values are not all finite numbers")
    mean = Fraction(found.error) / found.cells if of == "count" else found.error * (100 if of == "share" else 1) / found.cells
    vanished = _vanished(of, found)
    return Noted(mean, vanished) if vanished else mean


def _vanished(of: str, found: QueryError) -> str:
    """What is not published, by count; and what is published that the source lacks."""
    rows = found.rows - found.rows_published
    parts = [f"{rows:,} of {counted(found.rows, 'row')} {agreed(rows, 'vanishes', 'vanish')}"] if rows > 0 else []
    parts += [_missing(found.groups_missing, counted(found.groups, "group"))] if found.groups_missing else []
    parts += [_missing(found.cells_missing, f"{counted(found.cells, 'pair')} of a group and a value")] if of == "share" and found.cells_missing else []
    parts += [f"rows published beyond those of the source: {-rows:,}"] if rows < 0 else []
    parts += [f"groups published that the source lacks: {found.groups_new:,}"] if found.groups_new else []
    return ", ".join(parts)


def _missing(number: int, of: str) -> str:
    return f"{number:,} of {of} {agreed(number, 'vanishes', 'vanish')}"


def _bits(sizes: ClassSizes) -> Value:
    if not sizes.rows:
        return NoValue("no row is left to measure")
    return max(0.0, math.log2(sizes.rows) - math.fsum(count.rows_ln_rows for count in sizes.counts) / sizes.rows / math.log(2))
