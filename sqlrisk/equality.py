"""When two numbers are the same: exactly for counts and ratios, up to the last digits for computed reals."""

from __future__ import annotations

from fractions import Fraction

RELATIVE, AT_ZERO = Fraction(1, 10**9), Fraction(1, 10**15)
Number = int | Fraction | float


def slack(reference: Number, *values: Number) -> Fraction:
    """How far a value may lie from `reference` and still be equal to it: 0 where all `values` are integers or ratios.

    Where one is a computed real: 1e-9 of the reference, so that a limit of 1e-10 does not pass 4e-10; 1e-15 where the reference is 0.
    """
    if not any(isinstance(value, float) for value in values):
        return Fraction(0)
    size = abs(Fraction(reference))
    return AT_ZERO if size <= AT_ZERO else RELATIVE * size


def equal(one: Number, other: Number) -> bool:
    """Whether two measured values are the same number."""
    largest = max(abs(Fraction(one)), abs(Fraction(other)))
    return abs(Fraction(one) - Fraction(other)) <= slack(largest, one, other)
