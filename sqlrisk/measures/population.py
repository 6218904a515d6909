"""Is he unique out there? Figures of the population: counted in a reference relation, else estimated in three layers; and the published naive ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from sqlrisk.estimators import book
from sqlrisk.estimators.intervals import Interval
from sqlrisk.estimators.risks import MOST_K, TIER_A, TIER_B, Layers, PopulationRisk
from sqlrisk.estimators.statuses import MOST_LONE_PAIRS, Status
from sqlrisk.evidence import ClassSizes, HouseholdRisks, MatchedClasses, PopulationEvidence, UnsuppressedClassSizes, WeightedClasses
from sqlrisk.evidence.margins import MOST_PAIRED
from sqlrisk.measures import Estimated, KMapLimit, Noted, NoValue, Number, Public, SamplingFraction, Value, measure
from sqlrisk.plain import agreed, counted, digits

_EMPTY = NoValue("no row is left to measure")
_BEFORE_SUPPRESSION = "fitted on the rows after the filter and the marker, before suppression"
_COUNTED_OUT = "counted: a class has at least as many people as rows"
_COUNTED = "counted in the reference relation"
JOURNALIST_MAX_CHANCE = 0.05
MOST_OVERWEIGHT = 1.1
MODEL_INTERVAL = "model interval"
BOUNDS = "bounds without a model"
NO_CONFIDENCE = (
    "the model interval is no confidence interval: on 34 tables of benchmarks/accuracy it held the truth in at least 95 % of the samples, "
    "its upper end in at least 99 %"
)
ALONE = "from the class sizes alone the model can miss people who are unique among large groups: the bounds are judged"
SPARSE = (
    f"over {MOST_LONE_PAIRS:.0%} of the rows that are unique are alone in a pair of columns: on such tables the model's upper end was below the truth "
    "(benchmarks/accuracy): the bounds without a model are judged"
)
NOT_RANDOM = "not interpretable: not a random sample"
_NEVER_ALONE = "reported, never judged: neither the naive nor the superpopulation figure can be used blindly"
TOO_LOW = (
    "the estimate of Benedetti & Franconi is too low to be judged: on random samples of 1, 2, 5, 10 and 20% of a population it was "
    "0.12, 0.19, 0.33, 0.48 and 0.67 of the truth (medians)"
)
_WEIGHTED = (
    "a class stands for the sum of its weights in the population, F given n being negative binomial",
    "what is published after the filter and suppression is measured",
)


@measure("share of rows", "at_most", public=Public.HIDDEN, highest="1", per_group=False, needs_random_sample=True)
def population_unique_rows(population: PopulationEvidence, sizes: ClassSizes) -> Value:
    """What share of the rows is unique in the population? Counted in a reference, else bounds, model and naive value together"""
    if population.matched is not None:
        return _matched(population.matched, Fraction(population.matched.rows_below(2), population.matched.rows or 1))
    return _layered(population, sizes, lambda risk: risk.unique_rows, _share(sizes, 2))


@measure("probability", "at_most", public=Public.HIDDEN, highest="1", per_group=False, needs_random_sample=True)
def journalist_max(population: PopulationEvidence, sizes: ClassSizes) -> Value:
    """How likely is the riskiest row to be matched by one who does not know that it is there? 1 / min F; 1 where a population unique is likely"""
    if population.matched is not None:
        return _matched(population.matched, Fraction(1, max(_smallest(population.matched), 1)))
    if population.risk is None or not sizes.rows:
        return _EMPTY
    if population.risk.fractions[-1] == 1:
        return Noted(Fraction(1, min(sizes.histogram())), _census(population))
    chance = population.risk.chance_of_a_population_unique if sizes.rows_at(1) else 0.0
    return _likely_unique(population, chance, min(sizes.histogram()))


@measure("probability", "at_most", public=Public.HIDDEN, highest="1", per_group=False, needs_random_sample=True)
def journalist_mean(population: PopulationEvidence, sizes: ClassSizes) -> Value:
    """How likely is the average row to be matched by one who does not know that it is there (the marketer's share)? Mean of 1 / F (Dankar & El Emam 2010)"""
    if population.matched is not None:
        return _matched(population.matched, population.matched.mean_risk() if population.matched.rows else 0)
    naive = Fraction(sizes.classes, sizes.rows) if sizes.rows else Fraction(0)
    return _layered(population, sizes, lambda risk: risk.journalist_mean, naive)


@measure("people", "at_least", public=Public.HIDDEN, lowest="1", per_group=False, needs_random_sample=True)
def k_map(population: PopulationEvidence) -> Value:
    """How many people has the smallest population class that a row falls into? Counted in a reference relation only (Sweeney 2002)"""
    if population.matched is None:
        return NoValue("nothing but a population relation tells how many people a class has: declare population.relation")
    return _matched(population.matched, _smallest(population.matched))


@measure("share of rows", "at_most", public=Public.HIDDEN, highest="1", per_group=False, needs_random_sample=True)
def rows_below_k_map(population: PopulationEvidence, sizes: ClassSizes, limit: KMapLimit) -> Value:
    """What share of the rows falls into population classes smaller than the k that is asked for?"""
    if population.matched is not None:
        return _matched(population.matched, Fraction(population.matched.rows_below(limit), population.matched.rows or 1), f"k = {limit}")
    if limit > MOST_K and population.risk and population.risk.fractions[0] < 1:
        return NoValue(f"the estimators answer for a k of at most {MOST_K:,}")
    return _layered(population, sizes, lambda risk: risk.rows_below_k_map, _share(sizes, limit), f"k = {limit}")


@measure("probability", "at_most", public=Public.HIDDEN, highest="1", per_group=False, needs_random_sample=True, before_suppression="beside")
def correct_match_probability(population: PopulationEvidence, sizes: ClassSizes) -> Value:
    """How likely is a match with a sample-unique row to be right? f m1 / (f m1 + 2 (1 - f) m2) (Skinner & Elliot 2002); counted in a reference"""
    if population.matched is not None:
        classes, people = population.matched.single_people()
        return _matched(population.matched, Fraction(classes, max(people, classes))) if people else NoValue("no class of the release has one row")
    if population.risk and sizes.rows and sizes.rows < population.risk.histogram.rows and not sizes.rows_at(1):
        return Noted(Fraction(0), "no published class has one row: no row can be matched as the only one")
    match = population.risk and population.risk.correct_match_probability
    if not match:
        return NoValue("no class of one row, and none of two that would tell")
    if match.status is Status.CENSUS:
        return Noted(Fraction(1), _census(population))
    return Estimated(
        match.point,
        match.interval.low,
        match.interval.high,
        "logit interval, z = 2.6",
        match.estimator,
        _remarks(population, match.reason),
        ("simple random sample", _BEFORE_SUPPRESSION),
    )


@measure("share of rows", "at_most", public=Public.HIDDEN, highest="1", per_group=False)
def linkage_unique_match_rows(population: PopulationEvidence) -> Value:
    """What share of the rows would a linkage with the reference match with one single person? A rehearsal of the attack"""
    matched = population.matched
    if matched is None:
        return NoValue("there is nothing to link with: declare population.relation")
    unique = matched.rows_below(2) - matched.rows_below(1)
    share = Fraction(unique, matched.rows) if matched.rows else Fraction(0)
    right = sum(each.classes for each in matched.counts if each.people == 1)
    note = (
        f"{counted(unique, 'row matches', 'rows match')} one person; P(correct | unique) is {right}/{unique}" if unique else "no row matches one single person"
    )
    return _matched(matched, share) if matched.contradiction else Noted(share, note)


@measure(
    "share of rows",
    "at_most",
    public=Public.HIDDEN,
    highest="1",
    judged=False,
    per_group=False,
    estimator="naive",
    assumptions=("every sample unique is taken for a population unique", _NEVER_ALONE),
    before_suppression="alone",
)
def population_unique_rows_naive(sizes: UnsuppressedClassSizes) -> Value:
    """What share of the rows is unique in the population, if the sample were the population? An upper bound"""
    return Fraction(sizes.rows_at(1), sizes.rows) if sizes.rows else _EMPTY


@measure(
    "share of rows",
    "at_most",
    public=Public.HIDDEN,
    highest="1",
    judged=False,
    per_group=False,
    estimator="Poisson (as published)",
    assumptions=("population sizes are Poisson around n / f", _BEFORE_SUPPRESSION, _NEVER_ALONE),
    before_suppression="alone",
)
def population_unique_rows_poisson(sizes: UnsuppressedClassSizes, fraction: SamplingFraction) -> Value:
    """What share is unique in the population by the book's Poisson formula?"""
    return book.poisson(sizes.histogram(), float(fraction.value)) if sizes.rows else _EMPTY


@measure(
    "share of rows",
    "at_most",
    public=Public.HIDDEN,
    highest="1",
    judged=False,
    per_group=False,
    estimator="Poisson-Gamma (as published, moment fit)",
    assumptions=(
        "population sizes are Poisson-Gamma; moments of the observed classes; Poisson where the variance does not exceed the mean",
        _BEFORE_SUPPRESSION,
        _NEVER_ALONE,
    ),
    before_suppression="alone",
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
    public=Public.HIDDEN,
    highest="1",
    judged=False,
    estimator="f / k",
    assumptions=("population class sizes are n / f: 1 / E[F], not E[1 / F]", "reported, never judged"),
)
def journalist_max_naive(sizes: ClassSizes, fraction: SamplingFraction) -> Value:
    """How likely is the riskiest row to be matched by one who does not know that it is there, were its population class n / f?"""
    smallest = min((count.size for count in sizes.counts), default=None)
    return _EMPTY if smallest is None else fraction.value / smallest


@measure("probability", "at_most", public=Public.HIDDEN, highest="1", per_group=False, estimator="Benedetti & Franconi", assumptions=_WEIGHTED)
def individual_risk_max(weighted: WeightedClasses, population: PopulationEvidence | None) -> Value:
    """How likely is the riskiest row to be matched, judged by its weight? E[1 / F | n] (Benedetti & Franconi 1998; Franconi & Polettini 2004)"""
    return _unsound(weighted, population) or (_EMPTY if weighted.risk_max is None else _too_low(weighted.risk_max, _stands_for(weighted)))


@measure("probability", "at_most", public=Public.HIDDEN, highest="1", per_group=False, estimator="Benedetti & Franconi", assumptions=_WEIGHTED)
def individual_risk_mean(weighted: WeightedClasses, population: PopulationEvidence | None) -> Value:
    """How likely is the average row to be matched, judged by the weights? The mean of E[1 / F | n] over the rows"""
    told = f"{weighted.risk_sum:.6g} {agreed(weighted.risk_sum, 're-identification')} expected in {counted(weighted.rows, 'row')}; {_stands_for(weighted)}"
    return _unsound(weighted, population) or (_too_low(weighted.risk_sum / weighted.rows, told) if weighted.rows else _EMPTY)


@measure(
    "probability",
    "at_most",
    public=Public.HIDDEN,
    highest="1",
    per_group=False,
    assumptions=("the members of a household are matched independently, and one match tells them all",),
)
def household_risk_max(households: HouseholdRisks, weighted: WeightedClasses | None, population: PopulationEvidence | None) -> Value:
    """How likely is somebody of the riskiest household to be matched? 1 - prod(1 - r), r the individual risk where weights are declared, else 1 / n"""
    if weighted is not None and (unsound := _unsound(weighted, population)) is not None:
        return unsound
    if households.rows_without_key:
        return NoValue(f"{counted(households.rows_without_key, 'row has', 'rows have')} no household")
    told = f"{counted(households.households, 'household')}; r is {'1 / n: no weight is measured' if weighted is None else 'the individual risk'}"
    if households.risk_max is None:
        return _EMPTY
    return Noted(households.risk_max, told) if weighted is None else _too_low(households.risk_max, told)


def _too_low(value: float, told: str) -> NoValue:
    """A figure by Benedetti & Franconi: shown and never judged. Its medians against the true K / N were measured on simple random samples."""
    return NoValue(f"{told}; {TOO_LOW}", value)


def _stands_for(weighted: WeightedClasses) -> str:
    return f"the weights stand for {counted(round(weighted.people), 'person', 'people')}"


def _unsound(weighted: WeightedClasses, population: PopulationEvidence | None) -> NoValue | None:
    """Why the weights give no risk; None where they do."""
    counts = {"zero": weighted.rows_zero, "missing": weighted.rows_missing, "negative": weighted.rows_negative, "infinite": weighted.rows_not_finite}
    bad = [(number, kind) for kind, number in counts.items() if number]
    if bad:
        return NoValue(", ".join(f"{number:,} {kind}" for number, kind in bad) + f" {agreed(bad[-1][0], 'weight')}")
    if weighted.classes_short:
        short = counted(weighted.classes_short, "class sum to less than its rows", "classes sum to less than their rows")
        return NoValue(f"the weights of {short}: they are normalised, or no sampling weights; declare weights that sum to the population")
    size = population.size if population else None
    if size is not None and weighted.people > size * MOST_OVERWEIGHT:
        return NoValue(f"{_stands_for(weighted)}, more than the declared population of {size:,}: are they sampling weights, decimals in place?")
    return None


def _layered(population: PopulationEvidence, sizes: ClassSizes, figure: Callable[[PopulationRisk], Layers], naive: Fraction, *more: str) -> Value:
    """Three layers together: the model's point and interval, the bounds and the naive figure among the assumptions.

    The model is fitted before suppression. A class of r rows has at least r people, so what is left cannot exceed its own naive figure; how far below
    the figure of all rows it lies is not estimated.
    """
    if population.risk is None:
        return _EMPTY
    layers = figure(population.risk)
    if layers.status is Status.CENSUS:
        return Estimated(naive, float(naive), float(naive), None, layers.estimator, _census(population), more)
    if not naive:
        return Estimated(naive, 0.0, 0.0, None, _COUNTED_OUT, "no row is in a class that could be so small in the population", more)
    most, whole = float(naive), sizes.rows == population.risk.histogram.rows
    bounds, model = (_cut(each, most, whole) for each in (layers.bounds, layers.interval))
    alone = layers.estimator == TIER_B and population.random is not None
    sparse = population.risk.has_sparse_pairs
    judged = bounds if alone or sparse else model
    return Estimated(
        value=None if layers.point is None or not whole else min(layers.point, most),
        low=judged.low,
        high=judged.high,
        interval=(BOUNDS if alone or sparse else MODEL_INTERVAL) if layers.estimator in (TIER_A, TIER_B) else None,
        estimator=layers.estimator,
        note=_remarks(population, layers.reason),
        assumptions=(*_stands_on(population, bounds, model, most, [ALONE] if alone else [SPARSE] if sparse else []), *more),
    )


def _stands_on(population: PopulationEvidence, bounds: Interval, model: Interval, most: float, judged: Sequence[str]) -> tuple[str, ...]:
    """The three layers in words, and what they stand on."""
    return (
        "the rows are a simple random sample of the population" + ("" if population.random else ": assumed, nothing declares it"),
        f"without a model it lies between {digits(bounds.low)} and {digits(bounds.high)}",
        f"the model's interval is {digits(model.low)} to {digits(model.high)}",
        f"taking the sample for the population it would be {digits(most)}: an upper bound",
        *judged,
        NO_CONFIDENCE,
        _BEFORE_SUPPRESSION,
        *([_unpaired(population.unpaired)] if population.unpaired else []),
    )


def _unpaired(more: int) -> str:
    return f"of the quasi-identifiers only the first {MOST_PAIRED} are paired: {more} more {agreed(more, 'enters', 'enter')} alone"


def _cut(interval: Interval, most: float, whole: bool) -> Interval:
    """An interval of all rows for those that are left: never above their naive figure; without a lower end where rows were suppressed."""
    return Interval(min(interval.low, most) if whole else 0.0, min(interval.high, most))


def _matched(matched: MatchedClasses, value: Number, *more: str) -> Value:
    """A figure counted in the reference; informative only where the reference contradicts the release."""
    if not matched.rows:
        return _EMPTY
    if matched.contradiction:
        return NoValue(f"the reference is not the population of the release: {matched.contradiction}", value)
    return Noted(value, "; ".join((f"{_COUNTED}: {counted(matched.population, 'person', 'people')}", *more)))


def _likely_unique(population: PopulationEvidence, chance: float, k: int) -> Value:
    """1 where the chance that a row is unique in the population exceeds 5 %; else nothing says what the greatest risk is."""
    told = f"the chance that at least one row is unique in the population is {digits(chance)} under the model"
    if chance <= JOURNALIST_MAX_CHANCE:
        return NoValue(f"{told}: too little to say that the greatest risk is 1; all that is certain is that it is at most 1 / k = {digits(Fraction(1, k))}")
    return Noted(1, _remarks(population, told) or told)


def _smallest(matched: MatchedClasses) -> int:
    return min((max(each.people, each.fewest) for each in matched.of_release()), default=0)


def _share(sizes: ClassSizes, k: int) -> Fraction:
    return Fraction(sizes.rows_below(k), sizes.rows) if sizes.rows else Fraction(0)


def _census(population: PopulationEvidence) -> str:
    return Status.CENSUS.sentence or "" if population.declared else "no sampling fraction was given: f = 1, the rows are taken for the whole population"


def _remarks(population: PopulationEvidence, reason: str | None) -> str | None:
    return "; ".join(each for each in (reason, NOT_RANDOM if population.random is False else None) if each) or None
