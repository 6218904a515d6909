"""Pre-registration: which declarations were measured before, and what of the declaration changed after figures were known."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sqlrisk.declaration import DROPPED, Column, Release, Threshold
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import plain

PARTS = {
    "thresholds_sha256": "the limits",
    "adversary_sha256": "the adversary",
    "quasi_identifiers_sha256": "the columns' roles or what is published of them",
    "population_sha256": "the population",
}
UNREADABLE = "the results of the run before could not be read: whether the declaration changed since they were measured is not known"
_LIMIT = re.compile(r"(.*) (at least|at most) (\S+?)( \(warn\))?", re.DOTALL)


@dataclass(frozen=True)
class Past:
    """A day on which a release was measured, and the digests of what was declared then. `limits` are the thresholds in words."""

    generated_on: date
    config_sha256: str
    thresholds_sha256: str
    adversary_sha256: str
    quasi_identifiers_sha256: str
    population_sha256: str
    limits: tuple[str, ...] = ()

    @property
    def declared(self) -> tuple[str, ...]:
        """What tells one declaration from another, whatever the day."""
        return (self.config_sha256, *(getattr(self, part) for part in PARTS))


Pasts = Mapping[str, tuple[Past, ...]]
"""Release -> its measurements, oldest first."""


def past_of(release: Release, config_sha256: str, day: date) -> Past:
    """The measurement of a release on a day. Sources, reasons and descriptions are no part of what must not change."""
    limits = tuple(sorted(map(_limit_text, release.thresholds)))
    grouped = any(threshold.group for threshold in release.thresholds)
    judged = [limits, sorted(release.waived), release.group_conditions() if grouped else {}]
    adversary = release.adversary.model_dump(mode="json") if release.adversary else None
    population = release.population.model_dump(mode="json", exclude={"description", "evidence"}) if release.population else None
    return Past(
        generated_on=day,
        config_sha256=config_sha256,
        thresholds_sha256=_digest(judged),
        adversary_sha256=_digest([adversary, release.membership_sensitive, release.composes_with]),
        quasi_identifiers_sha256=_digest(_published(release)),
        population_sha256=_digest(population),
        limits=limits,
    )


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
        for part, words in PARTS.items():
            if getattr(before, part) != getattr(after, part):
                moved = "; ".join(_moved(before.limits, after.limits)) if part == "thresholds_sha256" else ""
                yield f"{words} changed after the measurement of {before.generated_on}{': ' if moved else ''}{moved}"
    later = [past for past in found[:-1] if past.generated_on > decided_on and _apart(past, found[-1])]
    if later:
        what = " and ".join(_apart(later[-1], found[-1]))
        yield f"decided on {decided_on}, but {what} differ from those of the measurement of {later[-1].generated_on}"


def read(file: Path) -> dict[str, tuple[Past, ...]]:
    """The history that stands in a results file. Raises ConfigurationError where it cannot be read or is none."""
    try:
        return {release["name"]: history_of(release["hypotheses"]) for release in json.loads(file.read_bytes())["releases"]}
    except OSError as error:
        raise ConfigurationError(f"cannot read the earlier results: {error.strerror}", where=str(file)) from None
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

    return TypeAdapter(tuple[Past, ...]).validate_python(values)


def as_values(found: Sequence[Past]) -> list[dict[str, Any]]:
    """A history as plain values."""
    return [plain(asdict(past)) for past in found]


def _apart(before: Past, after: Past) -> list[str]:
    return [words for part, words in PARTS.items() if getattr(before, part) != getattr(after, part)]


def _published(release: Release) -> list[Any]:
    """All that says which classes are measured, the ladder and the names of the relations apart."""
    columns = {name: _column(column, release.publish.get(name)) for name, column in release.columns.items()}
    values = release.model_dump(mode="json", include={"publish", "where", "suppress_below", "suppressed_marker"})
    protected = release.protected_by.model_dump(mode="json", exclude={"source"}) if release.protected_by else None
    return [columns, values, release.published_as is not None, protected, release.other_columns.role if release.other_columns else None]


def _column(column: Column, level: str | None) -> list[Any]:
    declared = column.model_dump(mode="json", include={"role", "null_means", "order", "hierarchy"})
    expression = None if level in (None, DROPPED) else column.levels.get(str(level))
    return [declared, expression if column.role == "quasi_identifier" else column.levels]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False, default=str).encode()).hexdigest()


def _limit_text(threshold: Threshold) -> str:
    parts = [threshold.measure]
    parts += [f"of {threshold.column}"] if threshold.column else []
    parts += [f"(l = {threshold.l})"] if threshold.l is not None else []
    parts += [f"in {threshold.group}"] if threshold.group else []
    direction = "at most" if threshold.at_least is None else "at least"
    warned = " (warn)" if threshold.severity == "warn" else ""
    return f"{' '.join(parts)} {direction} {threshold.limit.normalize():f}{warned}"


def _moved(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Which limits moved, and whether they were loosened or tightened."""
    old, new = _by_subject(set(before) - set(after)), _by_subject(set(after) - set(before))
    for subject in dict.fromkeys([*old, *new]):
        gone, come = old.get(subject, []), new.get(subject, [])
        if len(gone) == len(come) == 1:
            yield f"{subject} {_words(gone[0])} became {_words(come[0])} ({'loosened' if _is_looser(come[0], gone[0]) else 'tightened'})"
        else:
            yield from (f"{subject} {_words(limit)} is gone (loosened)" for limit in gone)
            yield from (f"{subject} {_words(limit)} is new (tightened)" for limit in come)
    if not old and not new:
        yield "the groups or what is waived"


_Limit = tuple[str, str, bool]


def _by_subject(limits: set[str]) -> dict[str, list[_Limit]]:
    found: dict[str, list[_Limit]] = {}
    for limit in sorted(limits):
        parts = _LIMIT.fullmatch(limit)
        if parts is not None:
            found.setdefault(parts[1], []).append((parts[2], parts[3], parts[4] is not None))
    return found


def _words(limit: _Limit) -> str:
    direction, value, warns = limit
    return f"{direction} {value}{' (warn)' if warns else ''}"


def _is_looser(limit: _Limit, than: _Limit) -> bool:
    """Whether a limit asks for less than another; one that only warns now does, whatever its number."""
    if limit[2] != than[2]:
        return limit[2]
    return (float(limit[1]) < float(than[1])) == (limit[0] == "at least")
