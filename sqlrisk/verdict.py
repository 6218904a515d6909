"""Measurements held against thresholds and dates: what is within its limits, and what is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from sqlrisk.declaration import Release, Threshold
from sqlrisk.equality import equal, slack
from sqlrisk.measures import ALIASES, Measure, measures
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement, ThresholdResult, Verdict

Excused = Callable[[ThresholdResult], bool]


@dataclass(frozen=True)
class Judgement:
    """The verdict of a release, the exit code that it asks for, the limits one by one, and what must be said beside it.

    `declared` is the place of each limit among the declared thresholds: one `for each group` has a result for each.
    """

    verdict: Verdict
    exit_code: int
    thresholds: tuple[ThresholdResult, ...]
    remarks: tuple[str, ...]
    declared: tuple[int, ...] = ()


def nothing_excused(result: ThresholdResult) -> bool:
    """Excuse no broken limit."""
    return False


def judge(
    release: Release,
    measurements: Sequence[Measurement],
    findings: Sequence[str],
    today: date,
    fail_on: str = "error",
    excused: Excused = nothing_excused,
) -> Judgement:
    """Hold every threshold against the measurements on the published rung. `findings` are failures that are no threshold's.

    A broken limit that is `excused` makes the release no more publishable; it only leaves the exit code alone.
    """
    results: list[ThresholdResult] = []
    remarks: list[str] = []
    declared: list[int] = []
    for place, threshold in enumerate(release.thresholds):
        for measurement in _measured_for(threshold, release, measurements):
            result = hold(threshold, measurement, _classes_without_value(release, measurement, measurements))
            results.append(result)
            declared.append(place)
            remarks += _remarks(threshold, measurement, result)
    failed = bool(findings) or release.valid_until < today
    broken = [result for result in results if not result.passed and _has_value(result, measurements)]
    unknown = any(not result.passed and not _has_value(result, measurements) and result.severity == "error" for result in results)
    errors = [result for result in broken if result.severity == "error"]
    verdict: Verdict = "not_publishable" if failed or errors else "not_measured" if unknown else "publishable"
    obeyed = {"error": errors, "warn": broken, "never": []}[fail_on]
    code = 3 if unknown else 1 if failed or any(not excused(result) for result in obeyed) else 0
    return Judgement(verdict, code, tuple(results), tuple(dict.fromkeys(remarks)), tuple(declared))


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
    exact, limit = Fraction(value), Fraction(threshold.limit)
    apart = slack(limit, value)
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
        and _same_group(threshold.group, measurement.group, conditions)
    ]
    missing = _groups_without(threshold.group, found, conditions)
    for group in missing:
        found.append(Measurement(name, PUBLISHED, column, group, threshold.l, "not_measured", "no row to measure", None, None, None, known.unit))
    yield from found


def _same_group(asked: str | None, label: str | None, conditions: Mapping[str, str | None]) -> bool:
    if asked is None or label is None:
        return asked is None and label is None
    return asked == "each" or label == asked or (conditions.get(asked, "") is None and group_of(label, conditions) == asked)


def group_of(label: str, conditions: Mapping[str, str | None]) -> str:
    """The declared group that a label belongs to: itself, or the column of `column=value`."""
    if label in conditions:
        return label
    return next((name for name, condition in conditions.items() if condition is None and (label.startswith(f"{name}=") or label == f"{name} is null")), label)


def _groups_without(asked: str | None, found: Sequence[Measurement], conditions: Mapping[str, str | None]) -> list[str | None]:
    if asked is None:
        return [] if found else [None]
    wanted = list(conditions) if asked == "each" else [asked]
    seen = {group_of(measurement.group, conditions) for measurement in found if measurement.group is not None}
    return [name for name in wanted if name not in seen]


def _has_value(result: ThresholdResult, measurements: Iterable[Measurement]) -> bool:
    """Whether a limit was held against something: a value, an interval, or infinity."""
    if result.value is not None:
        return True
    same = (result.measure, result.column, result.group, result.l)
    return any(m.status == "infinite" and m.rung == PUBLISHED and (m.measure, m.column, m.group, m.l) == same for m in measurements)


def _classes_without_value(release: Release, measurement: Measurement, measurements: Iterable[Measurement]) -> int:
    known = measures()[measurement.measure]
    if not known.of_column or measurement.column is None or known.name == "classes_without_sensitive_value":
        return 0
    if release.columns[measurement.column].null_means is not None:
        return 0
    counts = (
        m.value
        for m in measurements
        if m.measure == "classes_without_sensitive_value" and m.rung == PUBLISHED and (m.column, m.group) == (measurement.column, measurement.group)
    )
    return int(next(counts, 0) or 0)


def _remarks(threshold: Threshold, measurement: Measurement, result: ThresholdResult) -> Iterator[str]:
    subject = " ".join(
        part for part in (result.measure, f"of {result.column}" if result.column else None, f"({result.group})" if result.group else None) if part
    )
    if measurement.status == "not_measured":
        yield f"{subject} has no value: {measurement.reason}; its limit is not met"
    elif measurement.status == "infinite":
        yield f"{subject} is infinite: {measurement.reason}"
    elif not result.passed and result.value is not None and within(result.value, threshold, measures()[result.measure]):
        yield f"{subject} fails: a class holds no value of the column, and null_means is not declared"
    elif not result.passed and result.severity == "warn":
        yield f"{subject} is beyond its limit, of severity warn"
    if not threshold.source or not threshold.reason:
        yield f"the threshold on {threshold.measure} has no source or no reason: nobody can tell where the limit comes from"
