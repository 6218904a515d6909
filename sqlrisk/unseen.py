"""The unseen population: the sampling fraction, the classes against their margins or a reference, and the risk that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sqlrisk import evidence
from sqlrisk.declaration import Release
from sqlrisk.errors import NotMeasuredError
from sqlrisk.estimators.risks import MOST_K, PopulationRisk
from sqlrisk.evidence import ClassSizes, MatchedClasses, RowCounts
from sqlrisk.plain import counted
from sqlrisk.planning import MARGIN_HISTOGRAMS, SOURCE_ROWS, Bound, Key, Statement, is_sampled, margin_classes

if TYPE_CHECKING:
    from sqlrisk.estimators.margin_nb import MarginCounts

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
                f"the declared population of {population.size:,} is smaller than the {counted(rows, 'row')} measured", instead="correct population.size"
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
    from sqlrisk.estimators.margin_forest import forest

    names = [member.alias for member in bound.quasi_identifiers()]
    histograms = evidence.margin_histograms(store[MARGIN_HISTOGRAMS], names)
    return evidence.margin_classes(run(margin_classes(bound, forest(names, histograms), rows)))


def risk(release: Release, sizes: ClassSizes, fraction: tuple[Fraction, ...], counts: MarginCounts | None) -> PopulationRisk:
    """The figures of the unseen population. Raises NotMeasuredError where the margins were not counted on the classes."""
    from sqlrisk.estimators.histograms import Histogram
    from sqlrisk.estimators.layers import population_risk

    histogram = Histogram.of(sizes.histogram().items())
    if counts is not None and counts.histogram() != histogram:
        raise NotMeasuredError("the classes that were matched with their margins are not those that were counted")
    return population_risk(histogram, fraction[0] if len(fraction) == 1 else (fraction[0], fraction[-1]), min(release.k_map_limit(), MOST_K), counts)


def matched(store: Store) -> MatchedClasses | None:
    """The classes against the reference relation, where one is declared."""
    return next((evidence.matched_classes(rows) for key, rows in store.items() if key.kernel == "matched_classes"), None)


def obstacle(bound: Bound, store: Store, counts: RowCounts) -> str | None:
    """Why the rows say nothing of the population: they are not people, or those that were left out before make the rest no random sample."""
    most = next((evidence.entity_classes(rows).most_rows for key, rows in store.items() if key.kernel == "entity_classes"), 1)
    if most > 1:
        return f"the rows are not people: an entity has up to {most:,} of them; measure a relation with one row a person"
    if not is_sampled(bound.release):
        return None
    if counts.marked:
        marked = counted(counts.marked, "row was", "rows were")
        return f"{marked} suppressed before (the marker): the classes left are no random sample; declare suppress_below on the rows before"
    source = evidence.row_counts(store[SOURCE_ROWS]).measured if SOURCE_ROWS in store else counts.measured
    if source != counts.measured:
        left_out = "the classes left are no random sample; declare `relation` with suppress_below, without published_as"
        return f"{counted(counts.measured, 'row is', 'rows are')} published of the {source:,} of the relation: {left_out}"
    return None
