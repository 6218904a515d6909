"""What is left for the analyst? Measures of the information that stays, and of what suppression takes."""

from __future__ import annotations

import math
from fractions import Fraction

from sqlrisk.evidence import ClassSizes, UnsuppressedClassSizes
from sqlrisk.measures import NoValue, SuppressionLimit, Value, measure


@measure("bits", "at_least")
def entropy_bits(sizes: ClassSizes) -> Value:
    """How much do the quasi-identifiers still tell apart? Their joint entropy in bits"""
    return _bits(sizes)


@measure("share of rows", "at_most", highest="1")
def suppressed_rows(sizes: UnsuppressedClassSizes, limit: SuppressionLimit) -> Value:
    """What share of the rows does suppressing the small classes take?"""
    return Fraction(sizes.rows_below(limit), sizes.rows) if sizes.rows else NoValue("no row is left to measure")


@measure("bits", "at_least")
def suppressed_entropy_bits(sizes: UnsuppressedClassSizes, limit: SuppressionLimit) -> Value:
    """How much do the quasi-identifiers still tell apart once the small classes are suppressed?"""
    left = sizes.at_least(limit)
    return _bits(left) if left.rows else 0.0


def _bits(sizes: ClassSizes) -> Value:
    if not sizes.rows:
        return NoValue("no row is left to measure")
    return max(0.0, math.log2(sizes.rows) - math.fsum(count.rows_ln_rows for count in sizes.counts) / sizes.rows / math.log(2))
