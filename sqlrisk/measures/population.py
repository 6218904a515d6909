"""Is he unique out there? The published naive and superpopulation figures, and the ratios that need no model."""

from __future__ import annotations

from fractions import Fraction

from sqlrisk.estimators import book
from sqlrisk.evidence import ClassSizes, UnsuppressedClassSizes
from sqlrisk.measures import NoValue, SamplingFraction, Value, measure

_EMPTY = NoValue("no row is left to measure")
_BEFORE_SUPPRESSION = "fitted on the rows after the filter and the marker, before suppression"
_NEVER_ALONE = "reported, never judged: neither the naive nor the superpopulation figure can be used blindly"


@measure(
    "share of rows",
    "at_most",
    highest="1",
    judged=False,
    per_group=False,
    estimator="naive",
    assumptions=("every sample unique is taken for a population unique", _NEVER_ALONE),
)
def population_unique_rows_naive(sizes: UnsuppressedClassSizes) -> Value:
    """What share of the rows is unique in the population, if the sample were the population? An upper bound"""
    return Fraction(sizes.rows_at(1), sizes.rows) if sizes.rows else _EMPTY


@measure(
    "share of rows",
    "at_most",
    highest="1",
    judged=False,
    per_group=False,
    estimator="Poisson (as published)",
    assumptions=("population sizes are Poisson around n / f", _BEFORE_SUPPRESSION, _NEVER_ALONE),
)
def population_unique_rows_poisson(sizes: UnsuppressedClassSizes, fraction: SamplingFraction) -> Value:
    """What share is unique in the population by the book's Poisson formula?"""
    return book.poisson(sizes.histogram(), float(fraction.value)) if sizes.rows else _EMPTY


@measure(
    "share of rows",
    "at_most",
    highest="1",
    judged=False,
    per_group=False,
    estimator="Poisson-Gamma (as published, moment fit)",
    assumptions=(
        "population sizes are Poisson-Gamma; moments of the observed classes; Poisson where the variance does not exceed the mean",
        _BEFORE_SUPPRESSION,
        _NEVER_ALONE,
    ),
)
def population_unique_rows_poisson_gamma(sizes: UnsuppressedClassSizes, fraction: SamplingFraction) -> Value:
    """What share is unique in the population by the book's Poisson-Gamma formula?"""
    if not sizes.rows:
        return _EMPTY
    estimate = book.poisson_gamma(sizes.histogram(), float(fraction.value))
    return NoValue("one class only: the variance of the class sizes is undefined") if estimate is None else estimate


@measure(
    "probability",
    "at_most",
    highest="1",
    per_group=False,
    needs_random_sample=True,
    estimator="Skinner & Elliot",
    assumptions=("simple random sample", _BEFORE_SUPPRESSION),
)
def correct_match_probability(sizes: UnsuppressedClassSizes, fraction: SamplingFraction) -> Value:
    """How likely is a match with a sample-unique row to be right? f m1 / (f m1 + 2 (1 - f) m2) (Skinner & Elliot 2002)"""
    singles, pairs, f = sizes.rows_at(1), sizes.rows_at(2) // 2, fraction.value
    weight = f * singles + 2 * (1 - f) * pairs
    return NoValue("no class of one row, and none of two that would tell") if not weight else f * singles / weight


@measure(
    "probability",
    "at_most",
    highest="1",
    judged=False,
    estimator="f / k",
    assumptions=("population class sizes are n / f: 1 / E[F], not E[1 / F]", "reported, never judged"),
)
def journalist_max_naive(sizes: ClassSizes, fraction: SamplingFraction) -> Value:
    """How likely is the riskiest row to be matched by one who does not know that it is there, were its population class n / f?"""
    smallest = min((count.size for count in sizes.counts), default=None)
    return _EMPTY if smallest is None else fraction.value / smallest
