"""The report that the public may see: built from the verdict, the limits and rounded counts of what is published, never cut from the internal report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from sqlrisk.finding import Finding
from sqlrisk.groups import GroupOf
from sqlrisk.measures import LEAST_SHOWN, Measure, Number, Public, measures
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import INTERNAL, PUBLIC, Measurement, ReleaseReport, Report, ThresholdResult, noted
from sqlrisk.verdict import meets

LARGE = 1_000
"""The rows from which the public report shows figures."""
LEAST_MEAN, LEAST_CLASSES = 10, 3
"""Figures are shown where classes have so many rows on average, and where the smallest class could be there so many times."""
AUDIENCES = (INTERNAL, PUBLIC)
NOTE = f"for the public: counts below {LEAST_SHOWN} are not shown, the others are rounded to tens, and figures are shown from {LARGE:,} rows on"


def for_audience(report: Report, audience: str, large: int = LARGE) -> Report:
    """The report for an audience of AUDIENCES; `large`: the rows from which figures are shown.

    For the public each release is publishable or `not_published`, and the exit code is 0 where all are publishable, else 1. The same data, declaration and
    day give the same report, and that of a public report is itself.
    """
    if audience == INTERNAL:
        return report
    releases = tuple(_public(release, report.generated_on, large) for release in report.releases)
    return replace(report, releases=releases, exit_code=0 if all(release.verdict == "publishable" for release in releases) else 1)


def rounded(count: int) -> int | None:
    """A count to the nearest ten, halves up; None below LEAST_SHOWN."""
    return (count + 5) // 10 * 10 if count >= LEAST_SHOWN else None


def _public(release: ReleaseReport, day: date, large: int) -> ReleaseReport:
    unpublished = ReleaseReport(
        name=release.name,
        relation=release.name,
        dialect=release.dialect,
        status="not_published",
        verdict="not_published",
        findings=tuple(noted([Finding("public-audience", NOTE)])),
        expired=False,
        valid_until=day,
        hypotheses={"audience": PUBLIC},
    )
    limits = tuple(_limits(release.thresholds))
    if release.verdict != "publishable" or release.valid_until < day or not limits or not all(limit.passed for limit in limits):
        return unpublished
    return replace(
        unpublished,
        status="measured",
        verdict="publishable",
        valid_until=release.valid_until,
        rows=rounded(release.rows or 0),
        measures=tuple(_figures(release, limits, large)),
        thresholds=limits,
    )


def _limits(results: Iterable[ThresholdResult]) -> Iterator[ThresholdResult]:
    """The limits of severity error, all of which hold where a release is publishable: whether the others hold says something of the counts.

    Each stands once; those that ask the same of several groups stand together, by the names of the declared groups.
    """
    asked: dict[tuple[Any, ...], dict[str, ThresholdResult]] = {}
    for result in results:
        if result.severity == "error":
            limit = _limit(result)
            alike = asked.setdefault((limit.measure, limit.column, limit.l, tuple(limit.limit.items())), {})
            alike.setdefault(limit.group or "", limit)
    for alike in asked.values():
        yield from (alike[group] for group in sorted(alike))


def _limit(result: ThresholdResult) -> ThresholdResult:
    """A limit that holds, as it is declared: without its value, and for every group of a column where it is for groups that only the data knows."""
    if result.group is None:
        return replace(result, value=None)
    known = result.group_of
    group = known if known is not None and known.kind == "condition" else GroupOf(known.declared if known is not None else "", "every")
    return replace(result, value=None, group=group.label, group_of=group)


def _figures(release: ReleaseReport, limits: Sequence[ThresholdResult], large: int) -> Iterator[Measurement]:
    """What is shown of the measures of what is published, of the whole release."""
    rows = release.rows or 0
    held = [limit for limit in limits if limit.group is None]
    keeps = _keeps_classes(release, held)
    for found in release.measures if rows >= large else ():
        if (found.rung, found.column, found.group, found.status) == (PUBLISHED, None, None, "measured") and found.value is not None:
            own = [limit for limit in held if limit.measure == found.measure]
            said = found.value == 0 and any(limit.limit == {"at_most": 0} for limit in own)
            value = 0 if said else _figure(measures()[found.measure], Fraction(found.value), rows) if keeps else None
            if value is not None and all(meets(value, Fraction(str(number)), measures()[found.measure]) for limit in own for number in limit.limit.values()):
                yield Measurement(found.measure, PUBLISHED, None, None, None, "measured", None, value, None, None, found.unit)


def _keeps_classes(release: ReleaseReport, held: Iterable[ThresholdResult]) -> bool:
    """Whether one row more makes no class of fewer than ten rows, which a figure that moves would tell.

    It makes none where a limit asks for ten; nor where one asks for two, unless a class of few rows may appear with the row that ends its suppression.
    """
    asked = max((_class_size(limit) for limit in held), default=Fraction(0))
    declared = release.hypotheses
    suppressed = PUBLISHED in release.suppression or any(declared.get(key) for key in ("suppress_below", "suppress", "suppressed_marker", "published_as"))
    return asked >= 10 or (asked > 1 and not suppressed)


def _class_size(limit: ThresholdResult) -> Fraction:
    """The smallest class that a limit admits, in rows; 0 where it says nothing of it."""
    public, number = measures()[limit.measure].public, Fraction(str(next(iter(limit.limit.values()))))
    return number if public is Public.SMALLEST else 1 / number if public is Public.ONE_OVER_SMALLEST and number else Fraction(0)


def _figure(known: Measure, value: Fraction, rows: int) -> Number | None:
    """What the public sees of a value: made of its rounded count and the rounded rows; None where nothing is shown.

    Classes of fewer than ten rows on average would tell the smallest, and a smallest class of more than a third of the rows how many classes there are.
    """
    all_rows = rounded(rows)
    if not value or not all_rows:
        return None
    if known.public in (Public.CLASSES, Public.CLASSES_OVER_ROWS):
        classes = rounded(round(value * rows if known.public is Public.CLASSES_OVER_ROWS else value))
        if classes is None or LEAST_MEAN * classes > all_rows:
            return None
        return classes if known.public is Public.CLASSES else Fraction(classes, all_rows)
    if known.public in (Public.SMALLEST, Public.ONE_OVER_SMALLEST):
        size = rounded(round(1 / value if known.public is Public.ONE_OVER_SMALLEST else value))
        if size is None or LEAST_CLASSES * size > all_rows:
            return None
        return size if known.public is Public.SMALLEST else Fraction(1, size)
    return None
