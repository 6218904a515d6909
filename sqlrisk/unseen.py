"""The unseen population: the sampling fraction, the classes against their margins or a reference, and the risk that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sqlrisk import evidence
from sqlrisk.declaration import Release
from sqlrisk.errors import NotMeasuredError
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.layers import MOST_K, PopulationRisk, population_risk
from sqlrisk.estimators.margin_forest import forest
from sqlrisk.estimators.margin_nb import MarginCounts
from sqlrisk.evidence import ClassSizes, MatchedClasses
from sqlrisk.planning import MARGIN_HISTOGRAMS, Bound, Key, Statement, margin_classes

Rows = Sequence[Mapping[str, Any]]
Store = Mapping[Key, Rows]


def sampling_fraction(release: Release, rows: int, matched: MatchedClasses | None = None) -> tuple[Fraction, ...]:
    """f, or both ends of its range; 1 where nothing is declared. Raises NotMeasuredError where the population is smaller than the rows."""
    population = release.population
    if matched is not None:
        return (Fraction(rows, max(rows, matched.population)),)
    if population is None:
        return (Fraction(1),)
    if population.size is not None:
        if population.size < rows:
            raise NotMeasuredError(
                f"the declared population of {population.size:,} is smaller than the {rows:,} rows measured", instead="correct population.size"
            )
        return (Fraction(rows, population.size),)
    declared = population.sampling_fraction
    if declared is None:
        return (Fraction(1),)
    return (Fraction(declared),) if isinstance(declared, Decimal) else tuple(Fraction(end) for end in declared)


def margins(bound: Bound, store: Store, rows: int, run: Callable[[Statement], Rows]) -> MarginCounts | None:
    """The classes against their margins, which the margins' own histograms choose: a second statement. None where the first is not planned."""
    if MARGIN_HISTOGRAMS not in store:
        return None
    names = [member.alias for member in bound.quasi_identifiers()]
    histograms = evidence.margin_histograms(store[MARGIN_HISTOGRAMS], names)
    return evidence.margin_classes(run(margin_classes(bound, forest(names, histograms), rows)))


def risk(release: Release, sizes: ClassSizes, fraction: tuple[Fraction, ...], counts: MarginCounts | None) -> PopulationRisk:
    """The figures of the unseen population. Raises NotMeasuredError where the margins were not counted on the classes."""
    histogram = Histogram.of(sizes.histogram().items())
    if counts is not None and counts.histogram() != histogram:
        raise NotMeasuredError("the classes that were matched with their margins are not those that were counted")
    return population_risk(histogram, fraction[0] if len(fraction) == 1 else (fraction[0], fraction[-1]), min(release.k_map_limit(), MOST_K), counts)


def matched(store: Store) -> MatchedClasses | None:
    """The classes against the reference relation, where one is declared."""
    return next((evidence.matched_classes(rows) for key, rows in store.items() if key.kernel == "matched_classes"), None)
