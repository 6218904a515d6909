"""Findings about the limits: what none of them judges, that nothing is left to publish, and what they do not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk.declaration import DROPPED, Release
from sqlrisk.finding import NOTHING_PUBLISHED, Finding
from sqlrisk.findings.sample import sample_findings, sample_remarks
from sqlrisk.gate_rules import DIVERSITIES, averages_alone, binds, judges
from sqlrisk.measures import ALIASES, measures
from sqlrisk.measuring import NEAR_UNIQUE, Measured
from sqlrisk.plain import agreed, counted
from sqlrisk.planning import PUBLISHED, Bound
from sqlrisk.report import Measurement, number_text

RARE = 0.95
DISTANCES = ("t_closeness_ordered", "t_closeness_hierarchical")
"""Measures that see how near two values are: a limit on one judges a column whose values are all different."""


def limit_findings(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """What fails a release whose limits hold: a sensitive column that none judges, a suppression that leaves no row."""
    if not measured.rows:
        yield Finding(NOTHING_PUBLISHED, f"suppression leaves none of the {counted(measured.counts.measured, 'row')}: {_coarser(bound.release)}")
        return
    yield from sample_findings(bound, measured)
    for column in bound.release.with_role("sensitive"):
        if column not in bound.release.waived and not judges(bound.release, column):
            line = f"{{measure: distinct_l, column: {column}, at_least: 2, source: ..., reason: ...}}"
            text = f"attribute disclosure of `{column}` is not judged: {disclosed(column, measured.measurements)}"
            yield Finding("unjudged-sensitive", f"{text}; add a limit, such as {line}, or waived: {{{column}: why not}}", column)


def limit_remarks(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """What limits that hold do not see."""
    yield from sample_remarks(bound, measured)
    yield from _averages(bound.release, measured.measurements)
    yield from _marker(bound, measured)
    for column in bound.release.with_role("sensitive"):
        yield from _diversity(bound.release, column, measured)


def disclosed(column: str, measurements: Sequence[Measurement]) -> str:
    """What classes of one single value tell of a sensitive column, in words."""
    single = _found(measurements, "homogeneous_rows", column)
    if single is None or single.value is None:
        return "it has no value"
    if not single.value:
        return "no class holds one single value"
    tell = "tells" if (single.reason or "").startswith("1 class ") else "tell"
    return f"{single.reason}, and {tell} it to whoever knows the class"


def _coarser(release: Release) -> str:
    """The line that publishes less detail: the next declared level of each quasi-identifier that has one."""
    found = {}
    for name in release.with_role("quasi_identifier"):
        levels, now = list(release.columns[name].levels), release.publish.get(name)
        following = levels[levels.index(now) + 1 :] if now in levels else levels if now is None else []
        if following:
            found[name] = following[0]
    if found:
        return f"publish coarser levels, for instance publish: {{{', '.join(f'{name}: {level}' for name, level in found.items())}}}"
    kept = [name for name in release.with_role("quasi_identifier") if release.publish.get(name) != DROPPED]
    if len(kept) > 1:
        return f"publish coarser levels, or fewer columns, for instance publish: {{{kept[-1]}: {DROPPED}}}"
    return f"declare coarser levels of `{kept[0]}`"


def _averages(release: Release, measurements: Sequence[Measurement]) -> Iterator[Finding]:
    worst = _found(measurements, "prosecutor_max")
    if averages_alone(release) and worst is not None:
        yield Finding("average-limit", f"the limits are on an average (prosecutor_mean): prosecutor_max, the risk of the riskiest row, is {number_text(worst)}")


def _marker(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """Rows that the marker takes out of every count are published all the same, with what the marker does not cover."""
    marked, table = measured.counts.marked, bound.published
    if not marked:
        return
    texts = {column.name for column in table.source.columns if column.is_text}
    names = [name for name in bound.release.with_role("quasi_identifier") if bound.release.publish.get(name) != DROPPED]
    left = [name for name in names if (found := table.resolve(name)) is not None and found not in texts]
    if left:
        rows = f"{marked:,} {agreed(marked, 'row that the marker leaves out of every count is', 'rows that the marker leaves out of every count are')}"
        columns = ", ".join(f"`{name}`" for name in left)
        yield Finding("partial-marker", f"{rows} still published with {columns}: publish these as NULL there too, or leave suppressed_marker out")


def _diversity(release: Release, column: str, measured: Measured) -> Iterator[Finding]:
    """What a limit on the number of values that holds does not see: how rare the others are, and values that are nobody else's anyway."""
    binding = [limit for limit in release.thresholds if binds(limit) and limit.column in (column, None)]
    asked = {limit.measure for limit in binding if measures()[ALIASES.get(limit.measure, limit.measure)].of_column}
    counts, share = _found(measured.measurements, "distinct_l", column), _found(measured.measurements, "max_posterior", column)
    number = float(counts.value or 0) if counts else 0.0
    holds = "distinct_l" in asked and all(number >= limit.limit for limit in binding if limit.measure == "distinct_l")
    if holds and asked <= {"distinct_l", "homogeneous_rows"} and counts and share and float(share.value or 0) >= RARE:
        text = f"distinct_l of `{column}` is {number_text(counts)}, and one value has {float(share.value or 0):.1%} of the rows of a class"
        yield Finding("rare-value-l", f"{text}: add {{measure: max_posterior, column: {column}, at_most: ..., source: ..., reason: ...}}", column)
    profile = next((each for each in measured.profiles if each.name == column), None)
    if profile is not None and profile.distinct_share >= NEAR_UNIQUE and asked & set(DIVERSITIES) and not asked & set(DISTANCES):
        about = f"{counted(profile.distinct, 'value')} in {counted(profile.rows, 'row')}"
        text = f"`{column}` is nearly unique ({about}): every class has many values of it, and a limit on their number protects nothing"
        way_out = "declare its order and limit t_closeness_ordered, or its levels and limit t_closeness_hierarchical, or role: identifier"
        yield Finding("vacuous-l", f"{text}; {way_out}", column)


def _found(measurements: Sequence[Measurement], measure: str, column: str | None = None) -> Measurement | None:
    return next((each for each in measurements if (each.measure, each.column, each.rung, each.group) == (measure, column, PUBLISHED, None)), None)
