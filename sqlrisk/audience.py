"""The report as the public may see it: counts below ten are hidden, the others rounded to tens, and nothing else tells them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlrisk.equality import equal
from sqlrisk.finding import Finding
from sqlrisk.measures import measures
from sqlrisk.plain import digits
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import FindingResult, Measurement, ReleaseReport, Report, ThresholdResult, noted
from sqlrisk.verdict import end_that_hurts

FEWEST = 10
MERGED = f"groups below {FEWEST} rows"
INTERNAL, PUBLIC = AUDIENCES = ("internal", "public")
NOTE = "for the public: counts below 10 are hidden and the others rounded to tens, with all that could tell them"
UNTOLD = "it could not be measured; the internal report says why"
_COUNTS = ("rows", "classes", "people", "entities", "groups")
_SHARES = ("share of rows", "share of people", "share of values")
_OF_THE_FEWEST = ("prosecutor_max", "journalist_max", "relink_probability_max")
_OVER_K = ("journalist_max_naive", "household_risk_max")
_WITHIN_A_CLASS = (
    *("delta_presence_min", "delta_presence_max", "entropy_l", "recursive_c", "t_closeness", "t_closeness_ordered", "t_closeness_hierarchical"),
    *("max_posterior", "beta_basic", "beta_enhanced", "delta_disclosure"),
)
_MEANS = ("prosecutor_mean", "journalist_mean")
_SUMMED = ("unique_rows", "rows_below_k", "rows_at_risk", "prosecutor_mean", "suppressed_rows")
_FIGURE = re.compile(r"(?<![\w`.-])\d[\d,]*(\.\d+)?(e-?\d+)?%?(?![\w-])")
_OF_ROWS = re.compile(r"\b(\d[\d,]*)(?= (?:of \d[\d,]* )?rows?\b)")
_ONE_ROW = re.compile(rf"(fewer than {FEWEST} row)\b")


def for_audience(report: Report, audience: str) -> Report:
    """The report as an audience may see it; `audience` is one of AUDIENCES. Verdict, limits and exit code are those of the whole report."""
    return report if audience == INTERNAL else replace(report, releases=tuple(map(_public, report.releases)))


def bands(sizes: Mapping[int, int]) -> list[tuple[int, int, int | None]]:
    """(smallest class size, largest, rows in such classes) in bands of ten, a hundred, ...; rows are rounded to tens, None where they are hidden.

    A band whose rows tell how few classes it has is one with the band below it.
    """
    rows: dict[tuple[int, int], int] = {}
    for size, classes in sizes.items():
        low = 1 if size < FEWEST else 10 ** (len(str(size)) - 1)
        band = (low, max(FEWEST, low * 10) - 1)
        rows[band] = rows.get(band, 0) + size * classes
    found: list[tuple[int, int, int]] = []
    for (low, high), count in sorted(rows.items()):
        below, _, others = found.pop() if found and _tells_classes(low, high, count) else (1 if _tells_classes(low, high, count) else low, 0, 0)
        found.append((below, high, count + others))
    return [(low, high, _count(count)) for low, high, count in found]


def _tells_classes(low: int, high: int, count: int) -> bool:
    """Whether the rounded rows of a band of class sizes leave one number of classes, a hidden one."""
    least, _, most = _known_count(Fraction(count))
    return -(-least // high) >= most // low and most // low < FEWEST


def _public(release: ReleaseReport) -> ReleaseReport:
    kept = tuple(_finding(each) for each in release.findings if each.severity == "error" or not _FIGURE.search(each.text))
    hidden = len(release.findings) - len(kept)
    found = _merged(release)
    shown = {(each.rung, each.about): _measurement(each, release) for each in found.measures}
    return replace(
        found,
        rows_read=_count(release.rows_read),
        rows_filtered=_count(release.rows_filtered),
        rows_marked=_count(release.rows_marked),
        rows_suppressed=_count(release.rows_suppressed),
        rows=_count(release.rows),
        findings=(*noted([Finding("public-audience", NOTE)]), *kept, *(_hidden(hidden) if hidden else ())),
        hypotheses=_hypotheses(found),
        measures=tuple(shown.values()),
        class_sizes={},
        thresholds=tuple(_threshold(each, shown.get((PUBLISHED, each.about))) for each in found.thresholds),
        error=UNTOLD if release.error else None,
        privacy_differential=None,
    )


def _count(count: int | None) -> int | None:
    """A count rounded to tens; None for one that is hidden, 0 stays."""
    return count if not count else None if count < FEWEST else FEWEST * round(count / FEWEST)


def _measurement(found: Measurement, release: ReleaseReport) -> Measurement:
    """A measurement whose value tells no small count. Reasons and assumptions that hold figures are left out."""
    plain = replace(
        found, reason=None, assumptions=tuple(_without_figures(found.assumptions)[0]), sampling_fraction=_fraction(found.sampling_fraction, release)
    )
    if found.status != "measured":
        return replace(plain, value=None, low=None, high=None, reason=found.reason if found.reason and not _FIGURE.search(found.reason) else None)
    if found.value is None or found.low is not None:
        return _interval(plain, release)
    low, shown, high = _known(found, Fraction(found.value), release)
    for result in _results_for(found, release):
        (direction, limit), *_ = result.limit.items()
        if shown is None or _holds(shown, direction, limit) != result.passed:
            shown = None
            beyond = 0 if result.passed or found.unit not in _COUNTS else 1
            low, high = (max(low, limit + beyond), high) if (direction == "at_least") == result.passed else (low, min(high, limit - beyond))
    return replace(plain, value=shown) if shown is not None else replace(plain, value=None, low=float(low), high=float(high))


def _interval(found: Measurement, release: ReleaseReport) -> Measurement:
    """An interval whose ends tell no small count: an end that does is moved outwards, and the point within it is left out."""
    if found.low is None or found.high is None:
        return replace(found, value=_two(found.value), low=_two(found.low), high=_two(found.high))
    ends = [_known(found, Fraction(each), release) for each in (found.low, found.high)]
    value = None if found.value is None else _known(found, Fraction(found.value), release)[1]
    (least, low, _), (_, high, most) = ends
    hidden = low is None or high is None
    return replace(found, value=None if hidden else _two(value), low=_two(least if low is None else low), high=_two(most if high is None else high))


def _results_for(found: Measurement, release: ReleaseReport) -> Iterator[ThresholdResult]:
    """The limits that a value of what is published was held against."""
    if found.rung == PUBLISHED:
        yield from (each for each in release.thresholds if each.about == found.about and each.value is not None)


def _holds(value: float, direction: str, limit: float) -> bool:
    return equal(float(value), limit) or (value >= limit if direction == "at_least" else value <= limit)


Known = tuple[int | float, int | float | None, int | float]
"""The least that a value can be, what is shown of it (None where it is hidden), the most that it can be."""


def _known(found: Measurement, value: Fraction, release: ReleaseReport) -> Known:
    few, rows = _has_few_classes(found, release), _rows_of(found, value, release)
    if _is_mean_of_counts(found, release) and 0 < value < FEWEST:
        return 0.0, None, FEWEST
    if found.unit in _COUNTS:
        return _of_few_classes(release) if few and found.measure == "k" and value >= FEWEST else _known_count(value)
    if found.measure in _OF_THE_FEWEST and value:
        smallest = 1 / value
        least, shown, most = _of_few_classes(release) if few and smallest >= FEWEST else _known_count(smallest)
        return 1 / most, None if shown is None else _two(1 / shown), 1 / max(least, 1)
    if (found.measure in _OVER_K and (few or _has_small_k(found, release))) or _tells_small_classes(found, value, release):
        return 0.0, None, max(1.0, 10.0 ** math.ceil(math.log10(value)))
    if few and found.unit == "bits":
        return 0.0, None, _two(math.log2(FEWEST))
    if (found.unit in _SHARES or found.measure in _MEANS) and rows > 0 and value.denominator > 1:
        return _known_share(value, rows)
    shown = int(value) if value.denominator == 1 else _two(value)
    half = 10 ** math.floor(math.log10(abs(shown))) / 20 if shown else 0.0
    return shown - half, shown, shown + half


def _rows_of(found: Measurement, value: Fraction, release: ReleaseReport) -> Fraction:
    """The rows that a measurement is a share of: those of its rung and group; before suppression where it is the share that was suppressed."""
    if found.group == MERGED:
        return sum((count for group in release.groups() if (count := _rows_in(release, PUBLISHED, group)) < FEWEST), Fraction(0))
    published = _rows_in(release, found.rung, found.group)
    if found.measure == "suppressed_rows" and found.group is not None:
        return published / (1 - value) if release.rows_suppressed and value < 1 else published
    return published if published and found.measure != "suppressed_rows" else Fraction(_unsuppressed(release))


def _unsuppressed(release: ReleaseReport) -> int:
    """The rows after the filter and the marker, before suppression."""
    return (release.rows_read or 0) - (release.rows_filtered or 0) - (release.rows_marked or 0)


def _has_few_classes(found: Measurement, release: ReleaseReport) -> bool:
    """Whether the number of classes is hidden where a measurement is made: then what would tell it is hidden too."""
    classes = release.find("classes", rung=found.rung, group=found.group)
    return classes is not None and 0 < (classes.value or 0) < FEWEST


def _is_mean_of_counts(found: Measurement, release: ReleaseReport) -> bool:
    """Whether a query's error is one of rows, or of a sum: over one group it is a count, and so is that of a column of zeros and ones."""
    sums = [query for query in release.hypotheses.get("utility", ()) if query.get("sum_of") is not None and found.column in (None, query["name"])]
    return measures()[found.measure].of_query and (found.unit == "rows" or bool(sums))


def _tells_small_classes(found: Measurement, value: Fraction, release: ReleaseReport) -> bool:
    """Whether a figure of single classes is one that a few rows alone can give: that of 0.43 with classes below ten is 3 of 7."""
    if value in (0, 1):
        return False
    sizes = release.class_sizes.get(found.rung, {})
    if found.measure == "correct_match_probability":  # from the classes of one row and of two, before suppression
        return bool(release.rows_suppressed) or any(0 < sizes.get(size, 0) < FEWEST for size in (1, 2))
    if found.measure not in _WITHIN_A_CLASS:
        return False
    classes, rows = release.find("classes", rung=found.rung, group=found.group), _rows_in(release, found.rung, found.group)
    largest = max(sizes, default=0) if found.group is None else rows / Fraction((classes and classes.value) or 1)
    return largest * (value if found.measure == "max_posterior" else 1) < 2 * FEWEST


def _has_small_k(found: Measurement, release: ReleaseReport) -> bool:
    k = release.find("k", rung=found.rung, group=found.group)
    return k is not None and 0 < (k.value or 0) < FEWEST


def _of_few_classes(release: ReleaseReport) -> Known:
    """The size of the smallest of a few classes, which together have all rows."""
    return 1, None, FEWEST * (_unsuppressed(release) // FEWEST + 1)


def _known_share(value: Fraction, rows: Fraction) -> Known:
    """A share is as exact as the count of the rows that it is of; one of all but a few is hidden as that of a few is."""
    if 0 < value * rows < FEWEST:
        return 0.0, None, min(1.0, _two(Fraction(FEWEST) / rows))
    if 0 < (1 - value) * rows < FEWEST:
        return max(0.0, 1 - _two(Fraction(FEWEST) / rows)), None, 1.0
    least, shown, most = _known_count(value * rows)
    return _two(least / rows), None if shown is None else _two(shown / rows), _two(most / rows)


def _known_count(count: Fraction) -> Known:
    if 0 < count < FEWEST:
        return 1, None, FEWEST - 1
    shown = FEWEST * round(count / FEWEST)
    return max(shown - FEWEST // 2, FEWEST) if shown else 0, shown, shown + FEWEST // 2


def _two(value: Any) -> Any:
    """A real with two significant digits; None stays."""
    return None if value is None else float(f"{float(value):.2g}")


def _threshold(result: ThresholdResult, shown: Measurement | None) -> ThresholdResult:
    """A limit with the value that is shown of its measurement: of an interval the end that hurts; none where the rounded one would tell another outcome."""
    if result.value is None or shown is None or shown.value is None:
        return replace(result, value=None)
    value = end_that_hurts(shown, measures()[result.measure])
    (direction, limit), *_ = result.limit.items()
    agrees = value is not None and _holds(float(value), direction, limit) == result.passed
    return replace(result, value=value if agrees or shown.low is None else None)


def _hypotheses(release: ReleaseReport) -> dict[str, Any]:
    """The hypotheses, with the counts of rows in them rounded."""
    told = dict(release.hypotheses)
    sampling = dict(told.get("sampling_fraction", {}))
    sampling["value"] = _fraction(sampling.get("value"), release)
    sampling["source"] = _rows_hidden(sampling.get("source", ""))
    mitigation = told.get("mitigation")
    banded = {rung: bands(sizes) for rung, sizes in release.class_sizes.items()}
    if "baseline" in told:  # its values and sentences are counts, its groups may be small ones
        told["baseline"] = {"file": told["baseline"].get("file"), "limits": [], "idle": []}
    told |= {"sampling_fraction": sampling, "mitigation": mitigation and _rows_hidden(mitigation)}
    return {**told, "audience": PUBLIC, "class_size_bands": banded}


def _finding(finding: FindingResult) -> FindingResult:
    """A finding, by its kind where its sentence or its reason holds figures."""
    text = finding.id.replace("-", " ") if _FIGURE.search(finding.text) else finding.text
    return replace(finding, text=text, reason=None if _FIGURE.search(finding.reason or "") else finding.reason)


def _hidden(count: int) -> list[FindingResult]:
    return noted([Finding("public-audience", f"remarks that hold figures, and are not shown: {count:,}")])


def _rows_hidden(text: str) -> str:
    def shown(match: re.Match[str]) -> str:
        count = _count(int(match[1].replace(",", "")))
        return f"fewer than {FEWEST}" if count is None else digits(count)

    return _ONE_ROW.sub(r"\1s", _OF_ROWS.sub(shown, text))


def _without_figures(sentences: Iterable[str]) -> tuple[list[str], int]:
    """The sentences without figures, and how many have some."""
    given = list(sentences)
    kept = [sentence for sentence in given if not _FIGURE.search(sentence)]
    return kept, len(given) - len(kept)


def _merged(release: ReleaseReport) -> ReleaseReport:
    """The release with its groups of fewer than ten rows as one: the worst k, shares over the rows of all; a limit on them holds where it holds for each."""
    rows = {group: _rows_in(release, PUBLISHED, group) for group in release.groups()}
    small = [group for group, count in rows.items() if count < FEWEST]
    if not small:
        return release
    kept = [each for each in release.measures if each.group not in small]
    for name in ("k", *_SUMMED):
        of_group = {each.group: each for each in release.measures if each.measure == name and each.group in small and each.value is not None}
        if of_group:
            total = sum(rows[group] for group in small if group in of_group)
            shares = [Fraction(each.value or 0) * rows[group or ""] for group, each in of_group.items()]
            value = min(each.value or 0 for each in of_group.values()) if name == "k" else sum(shares, Fraction(0)) / total if total else Fraction(0)
            kept.append(replace(next(iter(of_group.values())), group=MERGED, group_of=None, value=value))
    limits = _merged_limits(release.thresholds, small)
    declared = release.hypotheses.get("declared_in") or {}
    if "results" in declared:
        declared = {**declared, "results": [declared["results"][place] for place in limits]}
    told = {**release.hypotheses, "declared_in": declared or None}
    return replace(release, measures=tuple(kept), thresholds=tuple(limits.values()), hypotheses=told)


def _merged_limits(results: Iterable[ThresholdResult], small: list[str]) -> dict[int, ThresholdResult]:
    """Place among the limits -> limit; those of small groups are one, at the place of the first."""
    found: dict[int, ThresholdResult] = {}
    first: dict[Any, int] = {}
    for place, each in enumerate(results):
        if each.group not in small:
            found[place] = each
            continue
        at = first.setdefault((each.measure, each.column, each.l, tuple(each.limit.items()), each.severity), place)
        passed = each.passed and (at not in found or found[at].passed)
        found[at] = replace(each, group=MERGED, group_of=None, value=None, passed=passed)
    return found


def _rows_in(release: ReleaseReport, rung: str, group: str | None) -> Fraction:
    """The published rows of a rung and a group: its classes over its mean risk; 0 where it has none."""
    classes, mean = release.find("classes", rung=rung, group=group), release.find("prosecutor_mean", rung=rung, group=group)
    if classes is None or mean is None or not classes.value or not mean.value:
        return Fraction(0)
    return Fraction(round(Fraction(classes.value) / Fraction(mean.value)))


def _fraction(fraction: float | tuple[float, float] | None, release: ReleaseReport) -> float | tuple[float, float] | None:
    """A sampling fraction; one that comes of the rows as the rounded rows have it, None where those are hidden."""
    if not isinstance(fraction, (int, float)) or not _OF_ROWS.search(release.hypotheses.get("sampling_fraction", {}).get("source", "")):
        return fraction
    rows = _unsuppressed(release)
    shown = _count(rows)
    return float(_two(fraction * shown / rows)) if shown else None
