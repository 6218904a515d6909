"""Measurements held against thresholds and dates: what is within its limits, and what is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from sqlrisk.declaration import Acceptance, Release, Threshold
from sqlrisk.equality import equal, slack
from sqlrisk.finding import NOTHING_PUBLISHED, UNVERIFIED, Finding
from sqlrisk.groups import GroupOf
from sqlrisk.measures import ALIASES, Measure, measures
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import FindingResult, Measurement, ThresholdResult, Verdict, noted

Excused = Callable[[ThresholdResult | Finding], bool]


@dataclass(frozen=True)
class Judgement:
    """The verdict of a release, the exit code that it asks for, the limits one by one, and the findings with their outcomes, those that fail first.

    `declared` is the place of each limit among the declared thresholds: one `for each group` has a result for each.
    """

    verdict: Verdict
    exit_code: int
    thresholds: tuple[ThresholdResult, ...]
    findings: tuple[FindingResult, ...]
    declared: tuple[int, ...] = ()


def nothing_excused(broken: ThresholdResult | Finding) -> bool:
    """Excuse no broken limit and no finding."""
    return False


def judge(
    release: Release,
    measurements: Sequence[Measurement],
    findings: Sequence[Finding],
    today: date,
    fail_on: str = "error",
    excused: Excused = nothing_excused,
) -> Judgement:
    """Hold every threshold against the measurements on the published rung, and every finding against what the declaration accepts.

    A broken limit or a finding that is `excused` makes the release no more publishable; it only leaves the exit code alone.
    """
    results: list[ThresholdResult] = []
    remarks: list[Finding] = []
    declared: list[int] = []
    for place, threshold in enumerate(release.thresholds):
        for measurement in _measured_for(threshold, release, measurements):
            result = hold(threshold, measurement, _classes_without_value(release, measurement, measurements))
            results.append(result)
            declared.append(place)
            remarks += _remarks(threshold, measurement, result)
    outcomes = judge_findings(release, findings, today, excused)
    failed = any(outcome.is_failure and outcome.id != UNVERIFIED for outcome in outcomes)
    broken = [result for result in results if not result.passed and _has_value(result, measurements)]
    unknown = any(not result.passed and not _has_value(result, measurements) and result.severity == "error" for result in results)
    unknown = unknown and not any(finding.id == NOTHING_PUBLISHED for finding in findings)
    unknown = unknown or any(outcome.id == UNVERIFIED and outcome.outcome == "fails" for outcome in outcomes)
    errors = [result for result in broken if result.severity == "error"]
    verdict: Verdict = "not_publishable" if failed or errors else "not_measured" if unknown else "publishable"
    obeyed = {"error": errors, "warn": broken, "never": []}[fail_on]
    stops = any(outcome.outcome == "fails" for outcome in outcomes) or any(not excused(result) for result in obeyed)
    outcomes += noted(dict.fromkeys([*_acceptances(release, outcomes, today), *remarks]))
    return Judgement(verdict, 3 if unknown else 1 if stops else 0, tuple(results), tuple(outcomes), tuple(declared))


def judge_findings(release: Release, findings: Iterable[Finding], today: date, excused: Excused = nothing_excused) -> list[FindingResult]:
    """The outcome of each finding, errors first."""
    found = list(findings)
    errors = [_judged(each, _acceptance(release, each, today), excused) for each in found if each.kind.severity == "error"]
    return [*errors, *noted(each for each in found if each.kind.severity == "warning")]


def _judged(finding: Finding, accepted: Acceptance | None, excused: Excused) -> FindingResult:
    result = FindingResult(finding.id, "error", "fails", finding.text, finding.column, finding.group)
    if accepted is not None:
        return replace(result, outcome="accepted", reason=accepted.reason, until=accepted.until)
    return replace(result, outcome="excused") if excused(finding) else result


def _acceptance(release: Release, finding: Finding, today: date) -> Acceptance | None:
    """The acceptance of a finding that holds today."""
    about = (finding.id, finding.column, finding.group)
    return next((each for each in release.accepted if (each.finding, each.column, each.group) == about and each.until >= today), None)


def _acceptances(release: Release, outcomes: Sequence[FindingResult], today: date) -> Iterator[Finding]:
    """The acceptances that have ended, or that accept nothing."""
    found = {(each.id, each.column, each.group) for each in outcomes if each.severity == "error"}
    for each in release.accepted:
        about = f"`{each.finding}`" + (f" of `{each.column}`" if each.column else "") + (f" in {each.group}" if each.group else "")
        if (each.finding, each.column, each.group) not in found:
            yield Finding("idle-acceptance", f"the acceptance of {about} is not needed: there is no such finding", each.column, each.group)
        elif each.until < today:
            yield Finding("acceptance-ended", f"the acceptance of {about} ended on {each.until}", each.column, each.group)


def hold(threshold: Threshold, measurement: Measurement, classes_without_value: int = 0) -> ThresholdResult:
    """One measurement against one limit. A class without any value fails its column's limits unless NULL has a declared meaning."""
    known = measures()[measurement.measure]
    value = end_that_hurts(measurement, known)
    passed = value is not None and within(value, threshold, known) and not classes_without_value
    direction = "at_most" if threshold.at_least is None else "at_least"
    limit = threshold.limit
    return ThresholdResult(
        measure=measurement.measure,
        column=measurement.column,
        group=measurement.group,
        group_of=measurement.group_of,
        l=measurement.l,
        limit={direction: int(limit) if limit == int(limit) else float(limit)},
        value=value,
        passed=passed,
        severity=threshold.severity,
        source=threshold.source,
        reason=threshold.reason,
    )


def within(value: int | Fraction | float, threshold: Threshold, known: Measure) -> bool:
    """Whether a value is within a limit: exact for integers and ratios, within 1e-9 of the limit for computed reals; a strict measure fails at equality."""
    return meets(value, Fraction(threshold.limit), known)


def meets(value: int | Fraction | float, limit: Fraction, known: Measure) -> bool:
    """Whether a value is within the number of a limit."""
    exact, apart = Fraction(value), slack(limit, value)
    if known.protects == "at_least":
        return exact >= limit - apart
    return exact < limit - apart if known.strict else exact <= limit + apart


def is_worse(value: int | Fraction | float, than: int | Fraction | float, known: Measure) -> bool:
    """Whether a value protects less than another: exact between integers and ratios, beyond 1e-9 of the larger where either is a computed real."""
    lost = Fraction(than) - Fraction(value) if known.protects == "at_least" else Fraction(value) - Fraction(than)
    return lost > 0 and not equal(value, than)


def effective_class_size(limit: Fraction) -> int:
    """The class size that a limit on the prosecutor's risk asks for: 0.09 asks for 12, not 11."""
    return -(-limit.denominator // limit.numerator)


def end_that_hurts(measurement: Measurement, known: Measure) -> int | Fraction | float | None:
    """The value that is judged: of an interval the worse end; None where nothing was measured."""
    if measurement.status != "measured":
        return None
    if measurement.low is not None and measurement.high is not None:
        return measurement.high if known.protects == "at_most" else measurement.low
    return measurement.value


def _measured_for(threshold: Threshold, release: Release, measurements: Iterable[Measurement]) -> Iterator[Measurement]:
    """The measurements that a threshold speaks of; one without a value where nothing was measured."""
    name = ALIASES.get(threshold.measure, threshold.measure)
    known = measures()[name]
    column = threshold.column
    if known.of_column and column is None:
        column = release.with_role("sensitive")[0]
    elif known.of_query and len(release.utility) == 1:
        column = None
    conditions = release.group_conditions()
    found = [
        measurement
        for measurement in measurements
        if measurement.measure == name
        and measurement.rung == PUBLISHED
        and measurement.column == column
        and measurement.l == threshold.l
        and _same_group(threshold.group, measurement.group_of)
    ]
    empty = Measurement(name, PUBLISHED, column, None, threshold.l, "not_measured", "no row to measure", None, None, None, known.unit)
    yield from found
    yield from (replace(empty, group=group.label if group else None, group_of=group) for group in _groups_without(threshold.group, found, conditions))


def _same_group(asked: str | None, group: GroupOf | None) -> bool:
    """Whether a threshold's `group` speaks of a group."""
    return asked is None if group is None else asked in ("each", group.declared)


def _groups_without(asked: str | None, found: Sequence[Measurement], conditions: Mapping[str, str | None]) -> list[GroupOf | None]:
    """The groups that a threshold asks for and that nothing was measured of; None where it is about the release, and that has nothing."""
    if asked is None:
        return [] if found else [None]
    wanted = conditions if asked == "each" else [asked]
    seen = {measurement.group_of.declared for measurement in found if measurement.group_of is not None}
    return [GroupOf(name, "no_rows" if conditions.get(name) is None else "condition") for name in wanted if name not in seen]


def _has_value(result: ThresholdResult, measurements: Iterable[Measurement]) -> bool:
    """Whether a limit was held against something: a value, an interval, or infinity."""
    if result.value is not None:
        return True
    return any(m.status == "infinite" and m.rung == PUBLISHED and m.about == result.about for m in measurements)


def _classes_without_value(release: Release, measurement: Measurement, measurements: Iterable[Measurement]) -> int:
    known = measures()[measurement.measure]
    if not known.of_column or measurement.column is None or known.name == "classes_without_sensitive_value":
        return 0
    if release.columns[measurement.column].null_means is not None:
        return 0
    counts = (
        m.value
        for m in measurements
        if m.measure == "classes_without_sensitive_value" and m.rung == PUBLISHED and (m.column, m.group_of) == (measurement.column, measurement.group_of)
    )
    return int(next(counts, 0) or 0)


def _remarks(threshold: Threshold, measurement: Measurement, result: ThresholdResult) -> Iterator[Finding]:
    subject = " ".join(
        part for part in (result.measure, f"of {result.column}" if result.column else None, f"({result.group})" if result.group else None) if part
    )
    about = (result.column, result.group)
    if measurement.status == "not_measured":
        yield Finding("limit-without-value", f"{subject} has no value: {measurement.reason}; its limit is not met", *about)
    elif measurement.status == "infinite":
        yield Finding("infinite-measure", f"{subject} is infinite: {measurement.reason}", *about)
    elif not result.passed and result.value is not None and within(result.value, threshold, measures()[result.measure]):
        yield Finding("blank-class", f"{subject} fails: a class holds no value of the column, and null_means is not declared", *about)
    elif not result.passed and result.severity == "warn":
        yield Finding("warned-limit", f"{subject} is beyond its limit, of severity warn", *about)
    if not threshold.source or not threshold.reason:
        text = f"the threshold on {threshold.measure} has no source or no reason: nobody can tell where the limit comes from"
        yield Finding("unsourced-limit", text)
