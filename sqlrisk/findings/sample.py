"""Findings about a release that is declared to be a random sample: what its own columns say against it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.equality import equal
from sqlrisk.finding import Finding
from sqlrisk.measuring import Measured
from sqlrisk.plain import counted
from sqlrisk.planning import Bound, is_sampled

MOST_OFF = 0.05
WAY_OUT = "declare random_sample: false, or correct what contradicts it"


def sample_findings(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """That the weights contradict `random_sample: true`: they are not equal, or their sum is not the number of people that the rows stand for."""
    weights = measured.weights
    if not _is_declared(bound) or weights is None or not weights.is_sound or weights.least is None or weights.greatest is None:
        return
    if not equal(weights.least, weights.greatest):
        text = f"random_sample: true is contradicted by the weight column: its weights are not equal; {WAY_OUT}"
        yield Finding("contradicted-sample", text)
        return
    low, high = weights.rows / float(measured.fraction[-1]), weights.rows / float(measured.fraction[0])
    if not low * (1 - MOST_OFF) <= weights.people <= high * (1 + MOST_OFF):
        expected = f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"
        text = f"random_sample: true is contradicted by the weight column: {counted(weights.rows, 'row')} of the declared population are {expected} people"
        yield Finding("contradicted-sample", f"{text}, and their weights sum to {weights.people:,.0f}; {WAY_OUT}")


def sample_remarks(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """What makes the rows of a declared random sample depend on one another, or leaves some out."""
    if not _is_declared(bound):
        return
    households = measured.households
    if households is not None and 0 < households.households < measured.rows - households.rows_without_key:
        rows = counted(measured.rows, "row")
        text = (
            f"random_sample: true, and {rows} are of {counted(households.households, 'household')}: rows that were drawn together make the intervals too narrow"
        )
        yield Finding("clustered-sample", text)
    if measured.counts.marked:
        marked = counted(measured.counts.marked, "row is", "rows are")
        yield Finding("clustered-sample", f"random_sample: true, and {marked} suppressed already (the marker): the others are no random sample")


def _is_declared(bound: Bound) -> bool:
    population = bound.release.population
    return population is not None and population.random_sample and is_sampled(bound.release)
