"""When two numbers are the same: one rule for limits, baseline, drift and the public report (V3.7)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlrisk.declaration import Threshold
from sqlrisk.equality import equal, slack
from sqlrisk.measures import measures
from sqlrisk.verdict import is_worse, within

LIMITS: list[tuple[str, str, float | Fraction | int, bool]] = [
    ("beta_basic", "1e-10", 4e-10, False),
    ("beta_basic", "1e-10", 1e-10 * (1 + 1e-10), True),
    ("beta_basic", "1e-10", 1e-10 * (1 + 1e-8), False),
    ("t_closeness", "0", 9e-16, True),
    ("t_closeness", "0", 2e-15, False),
    ("unique_rows", "0", Fraction(1, 10**16), False),
    ("unique_rows", "0.25", Fraction(1, 4), True),
    ("unique_rows", "0.25", Fraction(10**18 + 1, 4 * 10**18), False),
    ("t_closeness", "0.3", 0.1 + 0.2, True),
    ("t_closeness", "0.3", 0.3 + 4e-10, False),
    ("entropy_l", "3", 2.9999999999, True),
    ("entropy_l", "3", 2.99999, False),
    ("beta_basic", "1e12", 1e12 + 100, True),
    ("delta_disclosure", "0.5", 0.5 - 1e-12, False),
]


@pytest.mark.parametrize(("measure", "limit", "value", "passes"), LIMITS)
def test_a_computed_real_is_compared_relative_to_its_limit(measure: str, limit: str, value: float | Fraction | int, passes: bool) -> None:
    known = measures()[measure]
    threshold = Threshold.model_validate({"measure": measure, known.protects: Decimal(limit)})
    assert within(value, threshold, known) is passes


def test_the_same_rule_says_what_is_worse() -> None:
    known = measures()["beta_basic"]
    assert is_worse(4e-10, 1e-10, known)
    assert not is_worse(1e-10, 4e-10, known)
    assert not is_worse(1e12 + 100, 1e12, known)
    assert not is_worse(5e-16, 0, known)


@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300))
def test_equality_is_symmetric_and_never_far(one: float, other: float) -> None:
    assert equal(one, other) == equal(other, one)
    assert not equal(one, other) or abs(one - other) <= max(1e-15, 1.0000001e-9 * max(abs(one), abs(other)))


@given(st.fractions(), st.fractions())
def test_ratios_are_exact(one: Fraction, other: Fraction) -> None:
    assert equal(one, other) == (one == other)
    assert slack(one, other) == 0
