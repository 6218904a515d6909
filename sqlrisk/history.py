"""Pre-registration: which declarations were measured before, and what of the declaration changed after figures were known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal

from sqlrisk.causes import cause
from sqlrisk.declaration import Release, Threshold, subject
from sqlrisk.declared import Number
from sqlrisk.errors import ConfigurationError
from sqlrisk.parts import VERSION, Part
from sqlrisk.plain import plain
from sqlrisk.preregistration import digests_of, record
from sqlrisk.readable import refuse_irregular

WORDS = {
    Part.LIMITS: "the limits",
    Part.PUBLISHED: "the columns' roles or what is published of them",
    Part.ADVERSARY: "the adversary",
    Part.POPULATION: "the population",
    Part.READING: "how values are read",
    Part.UTILITY: "the utility queries",
    Part.LADDER: "the levels or the ladder",
}
UNREADABLE = "the results of the run before could not be read: whether the declaration changed since they were measured is not known"


@dataclass(frozen=True)
class Limit:
    """A limit as it was when it was measured: what is limited, in which direction, at which number."""

    measure: str
    direction: Literal["at_least", "at_most"]
    limit: Number
    severity: Literal["error", "warn"] = "error"
    column: str | None = None
    group: str | None = None
    l: int | None = None

    @property
    def subject(self) -> str:
        """The measure with its column, l and group."""
        return subject(self.measure, self.column, self.group, self.l)

    @property
    def words(self) -> str:
        """The limit without what it is on."""
        direction, warned = self.direction.replace("_", " "), " (warn)" if self.severity == "warn" else ""
        return f"{direction} {self.limit.normalize():f}{warned}"

    def is_looser(self, than: Limit) -> bool:
        """Whether it asks for less than another; one that only warns does, whatever its number."""
        if self.severity != than.severity:
            return self.severity == "warn"
        return (self.limit < than.limit) == (self.direction == "at_least")


@dataclass(frozen=True)
class Past:
    """A day on which a release was measured: the digest of the whole declaration, that of each part (sqlrisk.parts), and the limits.

    One that another version of the division into parts recorded keeps neither digests nor limits: it is comparable with none.
    """

    generated_on: date
    config_sha256: str
    parts: int = VERSION
    digests: Mapping[str, str] = field(default_factory=dict)
    limits: tuple[Limit, ...] = ()

    @property
    def declared(self) -> tuple[Any, ...]:
        """What tells one declaration from another, whatever the day."""
        return (self.config_sha256, self.parts, dict(self.digests))


Pasts = Mapping[str, tuple[Past, ...]]
"""Release -> its measurements, oldest first."""


def past_of(release: Release, config_sha256: str, day: date) -> Past:
    """The measurement of a release on a day. Where its relations are, dates, sources, reasons and descriptions may change freely."""
    limits = sorted(map(_limit, release.thresholds), key=lambda limit: (limit.subject, limit.words))
    return Past(day, config_sha256, VERSION, digests_of(record(release)), tuple(limits))


def continued(before: Sequence[Past], own: Past) -> tuple[Past, ...]:
    """The history with a measurement at its end. Of measurements of one declaration in a row the first and the last are kept."""
    if own in before[-1:]:
        return tuple(before)
    repeated = len(before) > 1 and before[-1].declared == before[-2].declared == own.declared
    return (*(before[:-1] if repeated else before), own)


def first_of_each(found: Sequence[Past]) -> tuple[Past, ...]:
    """The history without repeats: the first measurement of every declaration in a row."""
    return tuple(each for place, each in enumerate(found) if not place or each.declared != found[place - 1].declared)


def merged(*histories: Pasts) -> dict[str, tuple[Past, ...]]:
    """Histories from several files as one: every measurement once, by day."""
    found: dict[str, list[Past]] = {}
    for history in histories:
        for name, pasts in history.items():
            found.setdefault(name, []).extend(past for past in pasts if past not in found.get(name, ()))
    return {name: tuple(sorted(pasts, key=lambda past: past.generated_on)) for name, pasts in found.items()}


def changes(found: Sequence[Past], decided_on: date) -> Iterator[str]:
    """What of the declaration changed between measurements, sentence by sentence; and where `decided_on` says otherwise."""
    for before, after in zip(found, found[1:], strict=False):
        for part in _apart(before, after):
            moved = "; ".join(_moved(before.limits, after.limits)) if part is Part.LIMITS else ""
            yield f"{WORDS[part]} changed after the measurement of {before.generated_on}{': ' if moved else ''}{moved}"
    foreign = [past for past in found if past.parts != VERSION]
    if foreign:
        yield f"the declaration measured on {foreign[-1].generated_on} was recorded by another version of sqlrisk: whether it changed since is not comparable"
    later = [past for past in found[:-1] if past.generated_on > decided_on and _apart(past, found[-1])]
    if later:
        what = " and ".join(WORDS[part] for part in _apart(later[-1], found[-1]))
        yield f"decided on {decided_on}, but {what} differ from those of the measurement of {later[-1].generated_on}"


def read(file: Path) -> dict[str, tuple[Past, ...]]:
    """The history that stands in a results file. Raises ConfigurationError where it cannot be read or is none."""
    refuse_irregular(file, str(file))
    try:
        return {release["name"]: history_of(release["hypotheses"]) for release in json.loads(file.read_bytes())["releases"]}
    except OSError as error:
        raise ConfigurationError(f"cannot read the earlier results: {cause(error)}", where=str(file)) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        instead = "name results that sqlrisk check --output json=results.json wrote, or leave the history out"
        raise ConfigurationError("these are not results of sqlrisk", where=str(file), instead=instead) from None


def before(named: Path | None, replaced: Iterable[Path]) -> tuple[dict[str, tuple[Past, ...]], list[str]]:
    """The history in a results file that is named and in those that a run is about to replace, and what could not be read of the latter.

    Raises ConfigurationError where the one that is named cannot be read. An empty file has no history.
    """
    found, unread = [read(named)] if named is not None else [], []
    for file in replaced:
        try:
            found += [read(file)] if file.is_file() and file.stat().st_size else []
        except ConfigurationError as error:
            unread.append(f"{file}: {error.what}: it is replaced, and whether the declaration changed since then is not known")
    return merged(*found), unread


def dropped(replaced: Iterable[Path], measured: Iterable[str]) -> Iterator[str]:
    """What is told of results files that a run replaces and that hold the history of releases which it did not measure."""
    for file in replaced:
        found, _ = before(None, [file])
        gone = sorted(found.keys() - set(measured))
        if gone:
            yield f"{file}: replaced; the history of what was measured before is gone with it of {', '.join(gone)}: this run has no such release"


def history_of(hypotheses: Mapping[str, Any]) -> tuple[Past, ...]:
    """The history among the hypotheses of a release; nothing where none stands there. Raises ValueError for one that is damaged."""
    return pasts(hypotheses.get("history", ()))


def pasts(values: Any) -> tuple[Past, ...]:
    """Measurements from plain values. Raises ValueError."""
    from pydantic import TypeAdapter

    listed = TypeAdapter(list[dict[str, Any]]).validate_python(values)
    return TypeAdapter(tuple[Past, ...]).validate_python(list(map(_comparable, listed)))


def as_values(found: Sequence[Past]) -> list[dict[str, Any]]:
    """A history as plain values."""
    return [_as_value(past) for past in found]


def _as_value(past: Past) -> dict[str, Any]:
    limits = [{key: value for key, value in asdict(limit).items() if value is not None} for limit in past.limits]
    known: dict[str, Any] = plain({**asdict(past), "limits": limits})
    return known if past.parts == VERSION else {key: known[key] for key in _OF_ANY_VERSION}


_OF_ANY_VERSION = ("generated_on", "config_sha256", "parts")


def _comparable(past: Mapping[str, Any]) -> Mapping[str, Any]:
    """A measurement as it was recorded; only its day and digest where that was by another division into parts. The first had no number."""
    parts = past.get("parts", 1)
    return past if parts == VERSION else {**{key: past[key] for key in _OF_ANY_VERSION if key in past}, "parts": parts}


def _apart(before: Past, after: Past) -> list[Part]:
    """The parts that differ; none where the two are not comparable."""
    if not before.parts == after.parts == VERSION:
        return []
    return [part for part in WORDS if before.digests.get(part) != after.digests.get(part)]


def _limit(threshold: Threshold) -> Limit:
    direction: Literal["at_least", "at_most"] = "at_most" if threshold.at_least is None else "at_least"
    return Limit(threshold.measure, direction, threshold.limit, threshold.severity, threshold.column, threshold.group, threshold.l)


def _moved(before: Sequence[Limit], after: Sequence[Limit]) -> Iterator[str]:
    """Which limits moved, and whether they were loosened or tightened."""
    old, new = _by_subject(limit for limit in before if limit not in after), _by_subject(limit for limit in after if limit not in before)
    for name in dict.fromkeys([*old, *new]):
        gone, come = old.get(name, []), new.get(name, [])
        if len(gone) == len(come) == 1:
            yield f"{name} {gone[0].words} became {come[0].words} ({'loosened' if come[0].is_looser(gone[0]) else 'tightened'})"
        else:
            yield from (f"{name} {limit.words} is gone (loosened)" for limit in gone)
            yield from (f"{name} {limit.words} is new (tightened)" for limit in come)
    if not old and not new:
        yield "the groups, the harm, or what is waived or accepted"


def _by_subject(limits: Iterable[Limit]) -> dict[str, list[Limit]]:
    found: dict[str, list[Limit]] = {}
    for limit in limits:
        found.setdefault(limit.subject, []).append(limit)
    return found
