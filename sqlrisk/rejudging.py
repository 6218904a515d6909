"""Stored results judged again: each limit, finding, verdict and exit code must follow from what stands beside it in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from sqlrisk import history, preregistration
from sqlrisk.audience import for_audience
from sqlrisk.equality import equal, slack
from sqlrisk.errors import worst
from sqlrisk.finding import KINDS
from sqlrisk.measures import ALIASES, measures
from sqlrisk.plain import json_text
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import PUBLIC, FindingResult, Measurement, ReleaseReport, Report, ThresholdResult
from sqlrisk.verdict import end_that_hurts, meets

JUDGED = ("publishable", "not_publishable", "not_measured")


def contradictions(report: Report) -> Iterator[str]:
    """What in the results does not follow from the rest of them, a sentence each. Nothing of a release that was not judged.

    A public report must be what a public report of it would be.
    """
    if any(release.is_public for release in report.releases):
        if json_text(for_audience(report, PUBLIC).to_dict()) != json_text(report.to_dict()):
            yield "they are for the public, and hold what no public report holds"
        return
    for place, release in enumerate(report.releases, 1):
        yield from (f"release {place}: {what}" for what in _of_release(release, report.generated_on))
    codes = [_codes(release) for release in report.releases]
    if all(release.verdict in JUDGED for release in report.releases) and not _possible(report.exit_code, codes):
        yield "the exit code does not follow from the verdicts"


def _of_release(release: ReleaseReport, day: date) -> Iterator[str]:
    past = release.valid_until < day and (release.status == "measured" or release.expired)  # a wrong declaration is not judged by its day
    if release.expired != past or release.expired != any(each.id == "expired" for each in release.findings):
        yield "whether the declaration had expired does not follow from its day"
    yield from dict.fromkeys(what for each in release.findings for what in _of_finding(each, day))
    told = [failure.get("kind") for failure in release.hypotheses.get("failures", ())]
    if sorted(map(str, told)) != sorted(each.id for each in release.failures):
        yield "`failures` do not list the findings that fail it"
    if release.status == "measured":
        yield from dict.fromkeys(what for each in release.thresholds for what in _of_limit(each, release))
        yield from _of_declaration(release, day)
    if release.verdict in JUDGED and release.verdict != _verdict(release):
        yield "the verdict does not follow from its limits and findings"


def _of_finding(finding: FindingResult, day: date) -> Iterator[str]:
    """A finding is of the severity of its kind, or was only shown; one that was accepted may be, and was until a day that had not passed."""
    kind = KINDS[finding.id]
    accepted = finding.outcome == "accepted"
    if (finding.severity == "warning") != (finding.outcome == "noted") or (finding.severity == "error" and kind.severity != "error"):
        yield "the outcome of a finding does not follow from its kind"
    if accepted and (not kind.acceptable or finding.until is None or finding.until < day):
        yield "a finding is accepted that no declaration accepts on that day"


def _of_limit(result: ThresholdResult, release: ReleaseReport) -> Iterator[str]:
    """The value of a limit is the measured one, and it holds exactly where that is within it."""
    found = _measured(result, release)
    if found is None:
        if result.value is not None or result.passed:
            yield "a limit was held against a measure that is not in the results"
        return
    known = measures()[result.measure]
    value = end_that_hurts(found, known)
    if (value is None) != (result.value is None) or (value is not None and result.value is not None and not equal(value, result.value)):
        yield "the value of a limit is not the measured one"
    elif value is None or result.value is None:
        yield from ["a limit without a value holds"] if result.passed else []
    else:
        ((direction, limit),) = result.limit.items()
        exact = isinstance(value, int) and isinstance(result.value, int)  # a ratio is rounded in JSON: at the limit itself either may be right
        apart = exact or abs(float(value) - limit) > slack(limit, float(value))
        holds = meets(value, Fraction(limit), known)
        if direction != known.protects or (apart and result.passed != holds and not (holds and known.of_column)):  # a class without a value fails these
            yield "whether a limit holds does not follow from its value"


def _of_declaration(release: ReleaseReport, day: date) -> Iterator[str]:
    """The last measurement of the history is this one, of the declaration that is recorded, and each of its limits was held."""
    own = (history.history_of(release.hypotheses) or (None,))[-1]
    recorded = release.hypotheses.get("declaration") or {}
    if own is None or own.generated_on != day or own.digests != preregistration.digests_of(recorded):
        yield "the declaration is not the one that was measured"
        return
    held = [_about(each.measure, each.limit, each.severity, each.l) for each in release.thresholds]
    declared = [_about(each.measure, {each.direction: float(each.limit)}, each.severity, each.l) for each in own.limits]
    if any(each not in held for each in declared) or any(each not in declared for each in held):
        yield "the limits are not those of the declaration"


def _about(measure: str, limit: Mapping[str, int | float], severity: str, l: int | None) -> tuple[Any, ...]:
    return (ALIASES.get(measure, measure), {direction: float(number) for direction, number in limit.items()}, severity, l)


def _verdict(release: ReleaseReport) -> str:
    if release.status != "measured":
        return "not_measured"
    failed = bool(release.failures) or any(_has_value(each, release) for each in _broken(release, "error"))
    unknown = any(not _has_value(each, release) for each in _broken(release, "error"))
    return "not_publishable" if failed else "not_measured" if unknown else "publishable"


def _codes(release: ReleaseReport) -> set[int]:
    """The exit codes that the release can have asked for."""
    if release.status != "measured":
        return {2, 3}
    if any(not _has_value(each, release) for each in _broken(release, "error")):
        return {3}
    if any(each.outcome == "fails" for each in release.findings):
        return {1}
    obeyed = {"error": _broken(release, "error"), "warn": _broken(release, "error", "warn")}.get(release.reproduction.get("fail_on", "error"), [])
    baseline = release.hypotheses.get("baseline", {})
    excused = [each for each in baseline.get("limits", ()) if each["outcome"] == "excused"]
    stops = [each for each in obeyed if _has_value(each, release) and not any(_is_of(each, entry) for entry in excused)]
    return {1} if stops else {0}


def _possible(code: int, codes: list[set[int]]) -> bool:
    """Whether a code is the worst of one that each release can have asked for."""
    return any(code in each for each in codes) and all(any(worst((code, each)) == code for each in others) for others in codes)


def _broken(release: ReleaseReport, *severities: str) -> list[ThresholdResult]:
    return [each for each in release.thresholds if not each.passed and each.severity in severities]


def _measured(result: ThresholdResult, release: ReleaseReport) -> Measurement | None:
    """What a limit was held against."""
    return next((found for found in release.measures if found.rung == PUBLISHED and found.about == result.about), None)


def _has_value(result: ThresholdResult, release: ReleaseReport) -> bool:
    """Whether a limit was held against a value, an interval or infinity."""
    found = _measured(result, release)
    return result.value is not None or (found is not None and found.status != "not_measured")


def _is_of(result: ThresholdResult, entry: Mapping[str, Any]) -> bool:
    about = (result.measure, result.column, result.group, result.l, dict(result.limit))
    return about == tuple(entry.get(key) for key in ("measure", "column", "group", "l", "limit"))
