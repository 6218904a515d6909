"""The verdict first: what broke, what holds, what stands beside it, and until when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

from sqlrisk import wording
from sqlrisk.languages import Language
from sqlrisk.report import DISCLAIMER, ReleaseReport, ThresholdResult
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Block, Cell, Facts, Lines, Section, State, Table, Verdict
from sqlrisk.verdict import effective_class_size

STATES: dict[str, State] = {"holds": "holds", "BROKEN": "broken", "warning": "warns", "no value": "none"}
ORDER = ("broken", "none", "warns", "holds")


def verdict(release: ReleaseReport, language: Language) -> Verdict:
    """The verdict in words and by a sign, never more than it says."""
    state, sign, words = _words(release, language)
    return Verdict(
        state=state,
        sign=sign,
        words=words,
        under=language.sentence(DISCLAIMER) if release.verdict == "publishable" else "",
        causes=tuple(_causes(release, language)),
        expiry=_expiry(release, language),
        expired=release.expired,
        rows=wording.rows_text(release, language) if release.verdict != "not_published" else "",
    )


def _expiry(release: ReleaseReport, language: Language) -> str:
    """Until when the verdict holds; nothing where the public sees none."""
    if release.verdict == "not_published":
        return ""
    return language.say("EXPIRED on {day}" if release.expired else "valid until {day}", day=release.valid_until)


def _words(release: ReleaseReport, language: Language) -> tuple[State, str, str]:
    if release.verdict == "not_published":
        return "none", "–", language.say("Not published")
    if release.verdict == "not_measured":
        return "none", "?", language.say("Not measured: no verdict")
    if release.verdict == "not_publishable":
        return "broken", "✕", language.say("NOT publishable")
    if any(not result.passed for result in release.thresholds):
        return "warns", "!", language.say("Publishable with warnings")
    return "holds", "✓", language.say("Publishable")


def _causes(release: ReleaseReport, language: Language) -> Iterator[str]:
    """Why: the error; else each limit that is broken or has no value; else what failed besides the limits."""
    if release.error:
        yield language.sentence(release.error)
        return
    if release.expired:
        yield language.say("The declaration expired on {day}.", day=release.valid_until)
    failed = [result for result in _sorted(release) if not result.passed]
    for result in failed:
        yield _cause(result, release, language)
    yield from (wording.finding_text(finding, language) for finding in release.failures if finding.id != "expired")
    yield from map(language.sentence, wording.excuses(release))
    if release.thresholds:
        every = len(release.thresholds)
        yield language.say("Limits that hold: {held} of {all}.", held=every - len(failed), all=every)


def _cause(result: ThresholdResult, release: ReleaseReport, language: Language) -> str:
    values = {"measure": wording.subject(result, language), "value": numbers.held(result, release, language), "limit": numbers.limit(result, language)}
    if _state(result, release) == "none":
        return language.say("`{measure}` has no value; its limit asks for {limit}.", measure=values["measure"], limit=values["limit"])
    if result.severity == "warn":
        return language.say("`{measure}` is {value}; its limit, which only warns, asks for {limit}.", **values)
    return language.say("`{measure}` is {value}; its limit asks for {limit}.", **values)


def _state(result: ThresholdResult, release: ReleaseReport) -> State:
    return STATES[wording.outcome(result, release)]


def _sorted(release: ReleaseReport) -> list[ThresholdResult]:
    """The limits, those that fail first."""
    return sorted(release.thresholds, key=lambda result: ORDER.index(_state(result, release)))


def limits(release: ReleaseReport, language: Language) -> Section | None:
    """Each limit with its value, outcome, source and reason; what stands beside the verdict; the decision."""
    blocks: list[Block] = []
    if release.thresholds:
        headings = tuple(map(language.say, ("measure", "value", "limit", "outcome", "source and reason")))
        rows = tuple(_row(result, release, language) for result in _sorted(release))
        blocks.append(Table(language.say("The declared limits, those that fail first"), headings, rows, frozenset({1, 2}), widths=(24, 11, 15, 17, 33)))
    nothing = (language.say("nothing"),) if release.status == "measured" else ()
    beside = tuple(wording.finding_text(finding, language) for finding in release.findings) or nothing
    blocks += [Lines(beside, language.say("Beside the verdict"))] if beside else []
    blocks.append(Facts(tuple(_decided(release, language))))
    return Section("limits", language.say("Limits, and what stands beside the verdict"), tuple(blocks))


def _row(result: ThresholdResult, release: ReleaseReport, language: Language) -> tuple[Cell, ...]:
    state = _state(result, release)
    outcome = {"holds": "holds", "broken": "BROKEN", "warns": "beyond the limit, which only warns", "none": "no value"}[state]
    asked = Fraction(str(next(iter(result.limit.values()))))
    size = language.say("classes of {size} rows", size=effective_class_size(asked)) if result.measure == "prosecutor_max" and 0 < asked <= 1 else ""
    return (
        Cell(wording.subject(result, language), code=True),
        Cell(numbers.held(result, release, language)),
        Cell(numbers.limit(result, language), size),
        Cell(language.say(outcome), state=state),
        Cell(wording.source_text(replace(result, reason=None), language) or language.say("no source"), result.reason or language.say("no reason")),
    )


def _decided(release: ReleaseReport, language: Language) -> Iterator[tuple[str, Cell]]:
    told = release.hypotheses
    decision = told.get("decision") or {}
    if told.get("decided_on"):
        yield language.say("limits and adversary fixed on"), Cell(language.say("{day}, before measuring", day=date.fromisoformat(str(told["decided_on"]))))
    if release.verdict != "not_published":
        yield language.say("valid until"), Cell(language.say("{day}", day=release.valid_until))
    if decision:
        yield language.say("decision"), Cell(decision.get("reason") or language.say("no reason given"), decision.get("by") or "")
    if decision.get("alternatives"):
        yield language.say("alternatives considered"), Cell("; ".join(decision["alternatives"]))
    if told.get("review_when"):
        yield language.say("to be reviewed when"), Cell("; ".join(told["review_when"]))
