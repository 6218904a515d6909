"""The rules of the gate: which limits can fail a release, and that every release has one."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.composition_rules import Found
from sqlrisk.declaration import Release, Threshold
from sqlrisk.measures import ALIASES, measures

WORST, AVERAGES = ("k", "prosecutor_max"), ("prosecutor_mean",)
DIVERSITIES = ("distinct_l", "entropy_l", "recursive_c")
"""Measures of how many values a class has."""
EXAMPLE = "for instance {measure: k, at_least: 5, source: ..., reason: ...}"
PRESENCE = "for instance {measure: delta_presence_max, at_most: 0.5, source: ..., reason: ...}"
_NO_DISCLOSURE = ("classes_without_sensitive_value",)


def binds(threshold: Threshold) -> bool:
    """Whether a limit can fail the release: of severity error, on the whole release, and not at the end of the range of its measure."""
    return not _why_not(threshold)


def judges(release: Release, column: str) -> bool:
    """Whether a limit that binds judges what the classes disclose of a sensitive column. One without a column is on the only sensitive column there is."""
    binding = [threshold.measure for threshold in release.thresholds if threshold.column in (column, None) and binds(threshold)]
    return any(measures()[ALIASES.get(measure, measure)].of_column for measure in binding if measure not in _NO_DISCLOSURE)


def averages_alone(release: Release) -> bool:
    """Whether the limits that bind the adversary's success are on averages only: one row may then be unique."""
    gates = [threshold.measure for threshold in release.thresholds if threshold.measure in (*WORST, *AVERAGES) and binds(threshold)]
    return bool(gates) and not any(measure in WORST for measure in gates)


def gate(release: Release) -> Iterator[Found]:
    """A release has a limit on k or prosecutor_* that binds, on the worst row where access is open; on delta_presence_max where membership is sensitive."""
    gates = [threshold for threshold in release.thresholds if threshold.measure in (*WORST, *AVERAGES)]
    if not any(map(binds, gates)):
        yield ("thresholds",), _without("k or prosecutor_*", gates), EXAMPLE
    elif averages_alone(release) and (release.adversary is None or release.adversary.access == "open"):
        what = "the only limits are on an average (prosecutor_mean), and access is open: rows that are unique would pass"
        yield ("thresholds",), what, f"add a limit on the worst row, {EXAMPLE}"
    presence = [threshold for threshold in release.thresholds if threshold.measure.startswith("delta_presence_")]
    if release.membership_sensitive and not any(threshold.measure == "delta_presence_max" and binds(threshold) for threshold in presence):
        yield ("membership_sensitive",), f"membership is sensitive: {_without('delta_presence_max', presence)}", PRESENCE


def _without(asked: str, declared: list[Threshold]) -> str:
    """What is missing, and why the limits that are there do not do."""
    reasons = [why for threshold in declared if (why := _why_not(threshold))]
    return f"declare at least one limit of severity error on {asked} for the whole release" + (f": {reasons[0]}" if reasons else "")


def _why_not(threshold: Threshold) -> str:
    """Why a limit cannot fail a release; nothing where it can."""
    known = measures().get(ALIASES.get(threshold.measure, threshold.measure))
    limit = None if known is None else getattr(threshold, known.protects)
    if known is None or limit is None:
        return f"the limit on {threshold.measure} is not one"
    if threshold.severity != "error":
        return f"the limit on {threshold.measure} is of severity {threshold.severity}"
    if threshold.group is not None:
        return f"the limit on {threshold.measure} is for a group alone"
    vacuous = limit == (known.lowest if known.protects == "at_least" else known.highest)
    return f"{threshold.measure} {known.protects} {limit} holds for every table" if vacuous else ""
