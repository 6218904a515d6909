"""Is he unique out there? The published naive and superpopulation figures, and the ratios that need no model."""

from __future__ import annotations

from fractions import Fraction

from sqlrisk.estimators import book
from sqlrisk.evidence import ClassSizes, HouseholdRisks, UnsuppressedClassSizes, WeightedClasses
from sqlrisk.measures import Noted, NoValue, SamplingFraction, Value, measure

_EMPTY = NoValue("no row is left to measure")
_BEFORE_SUPPRESSION = "fitted on the rows after the filter and the marker, before suppression"
_NEVER_ALONE = "reported, never judged: neither the naive nor the superpopulation figure can be used blindly"
_WEIGHTED = (
    "a class stands for the sum of its weights in the population, F given n being negative binomial",
    "what is published after the filter and suppression is measured",
)


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


@measure("probability", "at_most", highest="1", per_group=False, estimator="Benedetti & Franconi", assumptions=_WEIGHTED)
def individual_risk_max(weighted: WeightedClasses) -> Value:
    """How likely is the riskiest row to be matched, judged by its weight? E[1 / F | n] (Benedetti & Franconi 1998; Franconi & Polettini 2004)"""
    return _unsound(weighted) or (_EMPTY if weighted.risk_max is None else weighted.risk_max)


@measure("probability", "at_most", highest="1", per_group=False, estimator="Benedetti & Franconi", assumptions=_WEIGHTED)
def individual_risk_mean(weighted: WeightedClasses) -> Value:
    """How likely is the average row to be matched, judged by the weights? The mean of E[1 / F | n] over the rows"""
    return _unsound(weighted) or (
        Noted(weighted.risk_sum / weighted.rows, f"{weighted.risk_sum:.6g} re-identifications expected in {weighted.rows:,} rows") if weighted.rows else _EMPTY
    )


@measure(
    "probability", "at_most", highest="1", per_group=False, assumptions=("the members of a household are matched independently, and one match tells them all",)
)
def household_risk_max(households: HouseholdRisks, weighted: WeightedClasses | None) -> Value:
    """How likely is somebody of the riskiest household to be matched? 1 - prod(1 - r), r the individual risk where weights are declared, else 1 / n"""
    if weighted is not None and (unsound := _unsound(weighted)) is not None:
        return unsound
    if households.rows_without_key:
        return NoValue(f"{households.rows_without_key:,} rows have no household")
    told = f"{households.households:,} households; r is {'1 / n: no weight is measured' if weighted is None else 'the individual risk'}"
    return _EMPTY if households.risk_max is None else Noted(households.risk_max, told)


def _unsound(weighted: WeightedClasses) -> NoValue | None:
    """Why the weights give no risk; None where they do."""
    counts = {"zero": weighted.rows_zero, "missing": weighted.rows_missing, "negative": weighted.rows_negative, "infinite": weighted.rows_not_finite}
    bad = [(number, kind) for kind, number in counts.items() if number]
    if bad:
        return NoValue(", ".join(f"{number:,} {kind}" for number, kind in bad) + (" weight" if bad[-1][0] == 1 else " weights"))
    if weighted.classes_short:
        return NoValue(
            f"the weights of {weighted.classes_short:,} classes sum to less than their rows: they are normalised, or no sampling weights; "
            "declare weights that sum to the population"
        )
    return None
