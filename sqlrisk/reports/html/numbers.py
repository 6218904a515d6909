"""Measurements as a language writes them."""

from __future__ import annotations

from sqlrisk.languages import Language
from sqlrisk.report import Measurement, ReleaseReport, ThresholdResult

HEADINGS = {
    "classes": "classes",
    "k": "k",
    "unique_rows": "unique rows",
    "prosecutor_mean": "mean risk",
    "entropy_bits": "bits",
    "suppressed_rows": "suppressed",
    "suppressed_query_error": "error of the query",
}


def written(found: Measurement | None, language: Language) -> str:
    """A value, an interval, both, or why there is none; nothing where nothing was asked."""
    if found is None:
        return ""
    if found.status == "infinite":
        return language.say("infinite")
    if found.status == "not_measured":
        return language.say("not measured")
    point = "" if found.value is None else language.written(found.value)
    if found.low is None or found.high is None or (found.value is not None and found.low == found.high):
        return point
    interval = between(found.low, found.high, language)
    return language.say("{value} ({interval})", value=point, interval=interval) if point else interval


def between(low: float, high: float, language: Language) -> str:
    """An interval; one number where its ends are equal."""
    return language.written(low) if low == high else language.say("{low} to {high}", low=low, high=high)


def held(result: ThresholdResult, release: ReleaseReport, language: Language) -> str:
    """The value that a limit was held against."""
    if result.value is not None:
        return language.written(result.value)
    return written(release.of(result), language) or language.say("not measured")


def limit(result: ThresholdResult, language: Language) -> str:
    """What a limit asks for."""
    (direction, asked), *_ = result.limit.items()
    return language.say("at least {limit}", limit=asked) if direction == "at_least" else language.say("at most {limit}", limit=asked)


def heading(measure: str, language: Language) -> str:
    """A measure as the heading of a narrow column."""
    return language.say(HEADINGS.get(measure, measure))
