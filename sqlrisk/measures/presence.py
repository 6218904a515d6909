"""Is he in this table? Measures of what the release says about being in it, against the population's relation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sqlrisk.evidence import PopulationEvidence
from sqlrisk.measures import NoValue, Public, Value, measure

_ASSUMPTION = ("every class of the population counts, those without a row of the release too (delta 0)",)


@measure("share of people", "at_least", public=Public.HIDDEN, highest="1", per_group=False, assumptions=_ASSUMPTION)
def delta_presence_min(population: PopulationEvidence) -> Value:
    """How sure is one, at least, that a person of some class is in the table? Its 0 tells absence (Nergiz, Atzori & Clifton 2007)"""
    return _known(population, min)


@measure("share of people", "at_most", public=Public.HIDDEN, highest="1", per_group=False, assumptions=_ASSUMPTION)
def delta_presence_max(population: PopulationEvidence) -> Value:
    """How sure is one, at most, that a person of some class is in the table? max n / F (Nergiz, Atzori & Clifton 2007)"""
    return _known(population, max)


def _known(population: PopulationEvidence, end: Callable[[list[Fraction]], Fraction]) -> Value:
    matched = population.matched
    if matched is None:
        return NoValue("nothing but a population relation tells who is not in the table: declare population.relation")
    shares = matched.presence()
    if not shares:
        return NoValue("the reference holds nobody")
    if matched.contradiction:
        return NoValue(f"the reference is not the population of the release: {matched.contradiction}", end(shares))
    return end(shares)
