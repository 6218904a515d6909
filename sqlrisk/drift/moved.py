"""What moved between two results: verdicts, limits, measures, class sizes, and the hypotheses that they stand on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, Literal

from sqlrisk.audience import for_audience
from sqlrisk.drift.sizes import SizesMoved, sizes_moved
from sqlrisk.equality import equal
from sqlrisk.groups import GroupOf
from sqlrisk.measures import measures
from sqlrisk.planning import PUBLISHED
from sqlrisk.preregistration import changed_keys
from sqlrisk.report import INTERNAL, PUBLIC, About, Measurement, ReleaseReport, Report, Status, ThresholdResult
from sqlrisk.verdict import end_that_hurts, is_worse

Subject = tuple[str, About]
"""A rung and what is measured on it, or a severity and what is limited."""


@dataclass(frozen=True)
class Figure:
    """A measure's value or interval as one of the results has it."""

    status: Status
    value: int | Fraction | float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Moved:
    """A measure that moved. `difference` is that of the ends that hurt; `worse` is None where the measure does not say; `judged`: a limit asks for it."""

    measure: str
    rung: str
    column: str | None
    group: str | None
    l: int | None
    unit: str
    before: Figure | None
    after: Figure | None
    difference: float | None
    relative: float | None
    worse: bool | None
    judged: bool
    group_of: GroupOf | None = None


@dataclass(frozen=True)
class LimitState:
    """A limit and how it ended in one of the results."""

    limit: Mapping[str, int | float]
    value: int | Fraction | float | None
    passed: bool
    outcome: Literal["holds", "broken", "no value"]


@dataclass(frozen=True)
class LimitMoved:
    """A limit that is new or gone, that was declared otherwise, or that flipped."""

    measure: str
    column: str | None
    group: str | None
    l: int | None
    severity: str
    before: LimitState | None
    after: LimitState | None
    group_of: GroupOf | None = None

    @property
    def breaks(self) -> bool:
        """Whether a limit of severity error held and is broken now, or has no value now."""
        return self.severity == "error" and self.before is not None and self.after is not None and self.before.passed and not self.after.passed


@dataclass(frozen=True)
class Otherwise:
    """A hypothesis, or a part of the run, that is not the same in both results."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Pair:
    """Something that stands in both results, whether it moved or not."""

    before: Any
    after: Any


@dataclass(frozen=True)
class ReleaseDrift:
    """What moved in one release. `unchanged` counts the measures, on the rungs that both have, that did not move.

    `hypotheses` are the keys of the declaration that changed, limits apart; none where the two declarations are not `comparable`.
    """

    name: str
    status: Pair
    verdict: Pair
    rows: Pair
    sampling_fraction: Pair
    comparable: bool
    hypotheses: tuple[Otherwise, ...]
    run: tuple[Otherwise, ...]
    limits: tuple[LimitMoved, ...]
    rungs_appeared: tuple[str, ...]
    rungs_vanished: tuple[str, ...]
    moved: tuple[Moved, ...]
    unchanged: int
    class_sizes: tuple[SizesMoved, ...]


@dataclass(frozen=True)
class Drift:
    """What moved between two results, release by release, and the releases that only one of them has."""

    before: date
    after: date
    releases: tuple[ReleaseDrift, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


def drift(before: Report, after: Report) -> Drift:
    """What moved from one report to another. Where one is for the public the other is compared as the public would see it: what is hidden moved nowhere."""
    whole = [{release.name: release for release in report.releases} for report in (before, after)]
    hidden = {name for releases in whole for name, release in releases.items() if release.is_public}
    old, new = ({name: _as_public(release) if name in hidden else release for name, release in releases.items()} for releases in whole)
    tools = tuple(f"{report.tool.get('name')} {report.tool.get('version')}" for report in (before, after))
    return Drift(
        before.generated_on,
        after.generated_on,
        tuple(_release(old[name], new[name], tools, name in hidden) for name in new if name in old),
        tuple(name for name in old if name not in new),
        tuple(name for name in new if name not in old),
    )


def _audience(release: ReleaseReport) -> str:
    return str(release.hypotheses.get("audience", INTERNAL))


def _as_public(release: ReleaseReport) -> ReleaseReport:
    """The release as the public sees it; its audience stays what it was."""
    if release.is_public:
        return release
    (shown,) = for_audience(Report((release,), 0, release.valid_until, {}), PUBLIC).releases
    return replace(shown, hypotheses={**shown.hypotheses, "audience": INTERNAL})


def _release(before: ReleaseReport, after: ReleaseReport, tools: Sequence[str], public: bool) -> ReleaseDrift:
    """What moved in one release. As the public sees it no declaration is compared, and no limits where one of the results has none."""
    before, after = _with_same_groups(before, after)
    old, new = _by_subject(before), _by_subject(after)
    shared = {rung for rung in before.rungs() if rung in after.rungs()}
    keys = [key for key in dict.fromkeys([*new, *old]) if key[0] in shared]
    judged = {(PUBLISHED, result.about) for result in (*before.thresholds, *after.thresholds)}
    moved = [_moved(old.get(key), new.get(key), key in judged) for key in keys if _figure(old.get(key)) != _figure(new.get(key))]
    found = [each for each in moved if not _is_noise(each)]
    changed = [] if public else _hypotheses(before, after)
    return ReleaseDrift(
        name=after.name,
        status=Pair(before.status, after.status),
        verdict=Pair(before.verdict, after.verdict),
        rows=Pair(before.rows, after.rows),
        sampling_fraction=Pair(*(each.hypotheses.get("sampling_fraction", {}).get("value") for each in (before, after))),
        comparable=changed is not None,
        hypotheses=tuple(changed or ()),
        run=tuple(_run(before, after, tools)),
        limits=() if "not_published" in (before.status, after.status) else tuple(_limits(before, after)),
        rungs_appeared=tuple(rung for rung in after.rungs() if rung not in shared),
        rungs_vanished=tuple(rung for rung in before.rungs() if rung not in shared),
        moved=tuple(sorted(found, key=_worst_first)),
        unchanged=len(keys) - len(found),
        class_sizes=tuple(sizes_moved(before.class_sizes, after.class_sizes)),
    )


def _by_subject(release: ReleaseReport) -> dict[Subject, Measurement]:
    return {(found.rung, found.about): found for found in release.measures}


def _with_same_groups(before: ReleaseReport, after: ReleaseReport) -> tuple[ReleaseReport, ReleaseReport]:
    """Both releases, their groups known by their labels alone where one of them holds no more: results of an older version, or for the public."""
    return (before, after) if all(map(_knows_groups, (before, after))) else (_by_label(before), _by_label(after))


def _knows_groups(release: ReleaseReport) -> bool:
    measured = all(each.group is None or each.group_of is not None for each in release.measures)
    return measured and all(each.group is None or each.group_of is not None for each in release.thresholds)


def _by_label(release: ReleaseReport) -> ReleaseReport:
    measures = tuple(replace(each, group_of=None) for each in release.measures)
    return replace(release, measures=measures, thresholds=tuple(replace(each, group_of=None) for each in release.thresholds))


def _figure(found: Measurement | None) -> Figure | None:
    if found is None or found.status == "not_measured":
        return None if found is None else Figure("not_measured", None, None, None)
    return Figure(found.status, found.value, found.low, found.high)


def _moved(before: Measurement | None, after: Measurement | None, judged: bool) -> Moved:
    one = after or before
    assert one is not None
    ends = [None if each is None else end_that_hurts(each, measures()[each.measure]) if each.measure in measures() else each.value for each in (before, after)]
    old, new = ends
    difference = None if old is None or new is None else float(Fraction(new) - Fraction(old))
    relative = None if difference is None or not old else abs(difference) / abs(float(old))
    figures = (_figure(before), _figure(after), difference, relative, _worse(before, after, old, new), judged)
    return Moved(one.measure, one.rung, one.column, one.group, one.l, one.unit, *figures, one.group_of)


def _worse(before: Measurement | None, after: Measurement | None, old: int | Fraction | float | None, new: int | Fraction | float | None) -> bool | None:
    """Whether a measure moved to its worse side; infinity is the worst, and what has no value says nothing."""
    if before is None or after is None or after.measure not in measures():
        return None
    if "not_measured" in (before.status, after.status):
        return None
    if "infinite" in (before.status, after.status):
        return after.status == "infinite"
    known = measures()[after.measure]
    if old is None or new is None:
        return None
    return True if is_worse(new, old, known) else False if is_worse(old, new, known) else None


def _is_noise(moved: Moved) -> bool:
    """Whether only the last digits of computed reals differ."""
    before, after = moved.before, moved.after
    if before is None or after is None or before.status != after.status:
        return False
    pairs = [(before.value, after.value), (before.low, after.low), (before.high, after.high)]
    if any((old is None) != (new is None) for old, new in pairs):
        return False
    return all(old is None or new is None or equal(old, new) for old, new in pairs)


def _worst_first(moved: Moved) -> tuple[Any, ...]:
    """What is worse before what is better, what a limit asks for first, then by how far it moved."""
    side = {True: 0, None: 1, False: 2}[moved.worse]
    far = moved.relative if moved.relative is not None else float("inf")
    return (side, not moved.judged, moved.rung != PUBLISHED, -far, moved.rung, moved.measure, moved.column or "", moved.group or "", moved.l or 0)


def _limits(before: ReleaseReport, after: ReleaseReport) -> Iterator[LimitMoved]:
    """Limits paired by what they ask of; of several on one measure those of one number first, the rest in their order."""
    old: dict[Subject, list[ThresholdResult]] = {}
    for result in before.thresholds:
        old.setdefault(_asked(result), []).append(result)
    left = []
    for result in after.thresholds:
        same = next((each for each in old.get(_asked(result), []) if each.limit == result.limit), None)
        if same is None:
            left.append(result)
            continue
        old[_asked(result)].remove(same)
        if same.passed != result.passed:
            yield _limit_moved(_state(same, before), _state(result, after), result)
    for result in left:
        others = old.get(_asked(result), [])
        yield _limit_moved(_state(others.pop(0), before) if others else None, _state(result, after), result)
    for gone in (each for results in old.values() for each in results):
        yield _limit_moved(_state(gone, before), None, gone)


def _asked(result: ThresholdResult) -> Subject:
    return result.severity, result.about


def _limit_moved(before: LimitState | None, after: LimitState | None, one: ThresholdResult) -> LimitMoved:
    return LimitMoved(one.measure, one.column, one.group, one.l, one.severity, before, after, one.group_of)


def _state(result: ThresholdResult, release: ReleaseReport) -> LimitState:
    """How a limit ended. What is hidden from the public was measured: its value is not there, its outcome is."""
    if result.passed or result.value is not None:
        return LimitState(result.limit, result.value, result.passed, "holds" if result.passed else "broken")
    found = release.of(result)
    nothing = found is None or found.status == "not_measured"
    return LimitState(result.limit, None, False, "no value" if nothing else "broken")


def _run(before: ReleaseReport, after: ReleaseReport, tools: Sequence[str]) -> Iterator[Otherwise]:
    """What differs of the run: figures do not stand on it."""
    runs = {
        "decided_on": (before.hypotheses.get("decided_on"), after.hypotheses.get("decided_on")),
        "audience": (_audience(before), _audience(after)),
        "relation": (before.relation, after.relation),
        "valid_until": (_last_day(before), _last_day(after)),
        "tool": (tools[0], tools[1]),
        "engine": (before.reproduction.get("engine"), after.reproduction.get("engine")),
    }
    yield from (Otherwise(name, old, new) for name, (old, new) in runs.items() if old != new)


def _last_day(release: ReleaseReport) -> date | None:
    """The last day of the verdict; None where the public sees none."""
    return None if release.status == "not_published" else release.valid_until


def _hypotheses(before: ReleaseReport, after: ReleaseReport) -> list[Otherwise] | None:
    """The keys of the declaration that changed; None where they are not comparable. Limits stand apart: they were judged."""
    changed = changed_keys(*(each.hypotheses.get("declaration", {}) for each in (before, after)))
    return None if changed is None else [Otherwise(*each) for each in changed if not each[0].startswith("thresholds.")]
