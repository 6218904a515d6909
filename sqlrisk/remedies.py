"""The suppression that the limits of a release ask for: what it would leave, measured again where a limit is broken."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from sqlrisk.declaration import Release, Threshold
from sqlrisk.engines import Engine
from sqlrisk.evidence import ClassSizes
from sqlrisk.finding import Finding
from sqlrisk.findings import mitigation
from sqlrisk.measuring import Measured, after_suppression, suppressed_rung
from sqlrisk.planning import PUBLISHED, Bound, Statement, disclosures, left_sizes, of_hierarchies, of_whole_release
from sqlrisk.report import Measurement
from sqlrisk.running import Tell
from sqlrisk.suppression import ClassLimit, Suppression, left_out
from sqlrisk.verdict import Judgement, judge

OF_CLASSES = ("distinct_l", "homogeneous_rows", "entropy_l", "max_posterior", "recursive_c")
"""The measures whose limits a class meets or breaks by itself. Not t_closeness: leaving a class out moves the distribution that it is held against."""
REMEDY = "suppression-remedy"
IF_BROKEN, IF_DISCLOSED = "only if a limit is broken", "only if a limit on what a class gives away is broken"


@dataclass(frozen=True)
class Remedied:
    """What a suppression would leave: the limits of a rung of its own, its measures and class sizes, and what is found; empty where nothing is tried."""

    measurements: Sequence[Measurement] = ()
    findings: Sequence[Finding] = ()
    class_sizes: dict[str, dict[int, int]] = field(default_factory=dict)
    suppression: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def class_limits(release: Release) -> Iterator[ClassLimit]:
    """The limits of severity error on what each class gives away, as suppression takes them."""
    sensitive = release.with_role("sensitive")
    for threshold in release.thresholds:
        if threshold.severity == "error" and threshold.group is None and threshold.measure in OF_CLASSES:
            limit = _class_limit(threshold)
            if limit is not None:
                yield limit.model_copy(update={"column": threshold.column or sensitive[0]})


def _class_limit(threshold: Threshold) -> ClassLimit | None:
    """A limit on a class; None for a share of homogeneous rows, which a class does not decide."""
    if threshold.measure == "homogeneous_rows":
        return ClassLimit(distinct_l=2) if not threshold.limit else None
    if threshold.measure == "distinct_l":
        return ClassLimit(distinct_l=math.ceil(threshold.limit))
    return ClassLimit.model_validate({threshold.measure: threshold.limit, "l": threshold.l})


def remedy_of(bound: Bound, *, of_classes: bool) -> Suppression | None:
    """The suppression to try where a limit is broken; `of_classes`: by what classes give away too. None where nothing more could be left out."""
    if bound.as_published or bound.is_permuted:
        return None
    asked = bound.suppression.with_(Suppression(bound.release.k_limit()))
    asked = asked.with_(Suppression.of(class_limits(bound.release))) if of_classes else asked
    return None if asked == bound.suppression else asked


def conditional(bound: Bound) -> Iterator[tuple[Statement, str]]:
    """The statements that measure it, and when they run."""
    plain = remedy_of(bound, of_classes=False)
    whole = remedy_of(bound, of_classes=True)
    for suppression, when in ((plain, IF_BROKEN), (whole if whole != plain else None, IF_DISCLOSED)):
        if suppression is not None:
            sized = left_sizes(bound, PUBLISHED, suppression)
            for statement in (*of_hierarchies(bound), *sized, *disclosures(bound, PUBLISHED, suppression), *of_whole_release(bound, suppression)):
                yield statement, when


def remedied(bound: Bound, measured: Measured, judgement: Judgement, engine: Engine, today: date, tell: Tell) -> Remedied:
    """The measures after the suppression that would be needed, where a limit is broken and it is not declared already."""
    broken = [result for result in judgement.thresholds if not result.passed]
    suppression = remedy_of(bound, of_classes=any(result.severity == "error" and result.measure in OF_CLASSES for result in broken))
    sizes = measured.class_sizes[PUBLISHED]
    if not broken or suppression is None or not (suppression.of_column or sizes.rows_below(suppression.min_class_size)):
        return Remedied()
    nothing_left = Remedied(findings=[Finding(REMEDY, f"suppressing {left_out(suppression.values())} would take every row")])
    if not sizes.at_least(suppression.min_class_size).rows:
        return nothing_left
    left, after = after_suppression(bound, engine, tell, measured, suppression)
    if left.rows in (0, sizes.rows):
        return Remedied() if left.rows else nothing_left
    told = _told(bound, measured, judgement, suppression, left, after, today)
    rung = suppressed_rung(suppression)
    return Remedied(after, [Finding(REMEDY, told)], {rung: left.histogram()}, {rung: suppression.values()})


def _told(bound: Bound, measured: Measured, judgement: Judgement, suppression: Suppression, left: ClassSizes, after: Sequence[Measurement], today: date) -> str:
    as_published = [replace(each, rung=PUBLISHED) for each in after]
    ungrouped = tuple(threshold for threshold in bound.release.thresholds if threshold.group is None)
    passes = judge(bound.release.model_copy(update={"thresholds": ungrouped}), as_published, (), today, "error").verdict == "publishable"
    return mitigation.remedy(measured, suppression, left, after, passes, {(result.measure, result.column) for result in judgement.thresholds})
