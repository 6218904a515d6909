"""The baseline file: one entry for each broken limit and each finding, read with its lines and written so that people can review it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictInt, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from sqlrisk.declared import Day, Name, Number, Text
from sqlrisk.documents import Document, Path_, read_yaml
from sqlrisk.errors import ConfigurationError, DeclarationError, Problem, did_you_mean
from sqlrisk.finding import KINDS, Finding
from sqlrisk.groups import GroupOf
from sqlrisk.history import Past, as_values, pasts
from sqlrisk.loading import faults, sentence
from sqlrisk.measures import Measure, measures
from sqlrisk.parts import Strict
from sqlrisk.plain import digits
from sqlrisk.report import FindingResult, Measurement, ThresholdResult
from sqlrisk.verdict import is_worse

DEFAULT = "sqlrisk_baseline.yml"
HEADER = """\
# The baseline of sqlrisk: broken limits and findings that are excused, each until a day of its own, for a reason.
# `sqlrisk check --baseline FILE` fails only what is worse than `value`; an excused limit stays broken, and its release NOT publishable.
# `sqlrisk baseline` measures again: it tightens and drops entries by itself, adds and loosens only with --reason and --until.
# Review a change here as you would review the limit itself. Comments are not kept: say it in `reason`.
"""
Value = int | Fraction | float
_TOO_LARGE = 10**300
Key = tuple[str, str, str, str, int, str, float]


_RATIO = re.compile(r"[-+]?\d+(/\d+|\.\d+)?", re.ASCII)  # no exponent: a few characters of one make numbers that take hours


def _as_value(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return _as_value(Fraction(value if _RATIO.fullmatch(value) else ""))
        except (ValueError, ZeroDivisionError):
            raise ValueError("write a whole number, a ratio such as 7/20, or a decimal number") from None
    if isinstance(value, (int, float, Decimal, Fraction)) and not isinstance(value, bool) and -_TOO_LARGE < value < _TOO_LARGE:
        return float(value) if isinstance(value, Decimal) else value
    raise ValueError("write a whole number, a ratio such as 7/20, or a decimal number")


class Entry(Strict):
    """One limit of one release that is broken, the value that is excused, why, and until when."""

    release: Name
    measure: Name
    column: Name | None = None
    group: Name | None = None
    group_of: GroupOf | None = None
    l: StrictInt | None = None
    limit: dict[Literal["at_least", "at_most"], Number] = Field(min_length=1, max_length=1)
    value: Annotated[Value, BeforeValidator(_as_value)]
    reason: Text
    until: Day
    recorded_on: Day

    @property
    def key(self) -> Key:
        """The one limit that the entry speaks of."""
        (direction, limit), *_ = self.limit.items()
        return (self.release, self.measure, self.column or "", _group_text(self), self.l or 0, direction, float(limit))


class FindingEntry(Strict):
    """One finding of one release that is excused, why, and until when."""

    release: Name
    finding: Name
    column: Name | None = None
    group: Name | None = None
    reason: Text
    until: Day
    recorded_on: Day

    @property
    def key(self) -> Key:
        """The one finding that the entry names."""
        return finding_key(self.release, self)


AnyEntry = Entry | FindingEntry


def finding_key(release: str, finding: Finding | FindingResult | FindingEntry) -> Key:
    """A finding of a release, as entries name it."""
    id = finding.finding if isinstance(finding, FindingEntry) else finding.id
    return (release, id, finding.column or "", finding.group or "", 0, "", 0.0)


def key_of(release: str, result: ThresholdResult) -> Key:
    """The limit of a result, as entries name it."""
    (direction, limit), *_ = result.limit.items()
    return (release, result.measure, result.column or "", _group_text(result), result.l or 0, direction, float(limit))


def _group_text(found: Entry | ThresholdResult) -> str:
    """The group of an entry or a result as one text; its label where no more is known of it."""
    group = found.group_of
    return (found.group or "") if group is None else json.dumps([group.declared, group.kind, group.value], ensure_ascii=False)


@dataclass(frozen=True)
class Baseline:
    """What a baseline file holds: entries in their order, and the measurements of each release so far. `lines`: where each entry stands."""

    name: str
    entries: tuple[AnyEntry, ...] = ()
    history: Mapping[str, tuple[Past, ...]] = field(default_factory=dict)
    lines: Mapping[Key, int] = field(default_factory=dict)

    def of(self, release: str) -> dict[Key, Entry]:
        """The entries on limits of a release."""
        return {entry.key: entry for entry in self.entries if isinstance(entry, Entry) and entry.release == release}

    def findings_of(self, release: str) -> dict[Key, FindingEntry]:
        """The entries on findings of a release."""
        return {entry.key: entry for entry in self.entries if isinstance(entry, FindingEntry) and entry.release == release}

    def with_groups(self, release: str, measurements: Iterable[Measurement]) -> Baseline:
        """The baseline in which the entries of a release that hold the label of a group only hold the group that is shown so now."""
        known = {found.group: found.group_of for found in measurements if found.group_of is not None}
        return replace(self, entries=tuple(_with_group(entry, known) if entry.release == release else entry for entry in self.entries))

    def refuse_unknown(self, releases: Iterable[str]) -> None:
        """Raises ConfigurationError where an entry names a release that is not declared."""
        known = set(releases)
        found = [
            Problem(f"no release is called `{entry.release}`", f"{self.name}:{self.lines[entry.key]}", f"{did_you_mean(entry.release, known)} {_DROPS}")
            for entry in self.entries
            if entry.release not in known
        ]
        if found:
            raise DeclarationError(found)


def _with_group(entry: AnyEntry, known: Mapping[str | None, GroupOf]) -> AnyEntry:
    found = known.get(entry.group) if isinstance(entry, Entry) and entry.group_of is None else None
    return entry if found is None else entry.model_copy(update={"group_of": found})


_DROPS = "(sqlrisk baseline drops the entries of releases that are gone)"


def read(file: Path) -> Baseline:
    """The baseline of a file. Raises ConfigurationError where it cannot be read, DeclarationError with every problem and its line."""
    document = read_yaml(file, "`sqlrisk baseline FILE` writes a baseline")
    values = document.value if isinstance(document.value, dict) else {}
    found = list(_entries(document, values)) if values.get("version") == 1 else []
    problems = [*document.problems, *(each for each in found if isinstance(each, Problem)), *_shape(document, values)]
    entries = [each for each in found if not isinstance(each, Problem)]
    lines: dict[Key, int] = {}
    for place, entry in entries:
        line = document.line(("entries", place)) or 1
        if entry.key in lines:
            problems.append(
                Problem(f"a second entry on one limit or finding of `{entry.release}`", f"{file}:{line}", f"the first is on line {lines[entry.key]}; keep one")
            )
        lines.setdefault(entry.key, line)
    if problems:
        raise DeclarationError(problems)
    return Baseline(str(file), tuple(entry for _, entry in entries), _history(document, values), lines)


def opened(file: Path) -> Baseline:
    """The baseline of a file that is to be written; an empty one where there is none yet. Raises ConfigurationError, also where its folder is not there."""
    if not file.resolve().parent.is_dir():
        raise ConfigurationError("the folder of the baseline is not there", where=str(file), instead="make it first")
    return read(file) if file.exists() else Baseline(str(file))


def _shape(document: Document, values: Mapping[str, Any]) -> Iterator[Problem]:
    if values.get("version") != 1 or isinstance(values.get("version"), bool) or not isinstance(values.get("entries"), list):
        yield Problem("this is no baseline of sqlrisk", document.where(()), "it begins with `version: 1` and `entries:`; `sqlrisk baseline` writes one")
    for key in values.keys() - {"version", "entries", "history"}:
        yield Problem(f"`{key}` is not a key here", document.where((key,)), did_you_mean(key, ("version", "entries", "history")))


def _entries(document: Document, values: Mapping[str, Any]) -> Iterator[tuple[int, AnyEntry] | Problem]:
    listed = values.get("entries")
    for place, each in enumerate(listed if isinstance(listed, list) else ()):
        form = FindingEntry if isinstance(each, dict) and "finding" in each else Entry
        try:
            entry = form.model_validate(each)
        except ValidationError as error:
            for wrong in faults(error):
                yield _problem(document, ("entries", place, *wrong["loc"]), wrong, form)
            continue
        problem = _wrong_finding(entry, document, place) if isinstance(entry, FindingEntry) else _wrong_limit(entry, document, place)
        yield problem or (place, entry)


def _wrong_finding(entry: FindingEntry, document: Document, place: int) -> Problem | None:
    kind, where = KINDS.get(entry.finding), document.where(("entries", place, "finding"))
    if kind is None:
        return Problem(f"`{entry.finding}` is not a finding", where, did_you_mean(entry.finding, [id for id, kind in KINDS.items() if kind.acceptable]))
    return None if kind.acceptable else Problem(f"`{entry.finding}` cannot be excused", where, kind.help)


def _wrong_limit(entry: Entry, document: Document, place: int) -> Problem | None:
    known = measures().get(entry.measure)
    path: Path_ = ("entries", place, "measure")
    if known is None:
        return Problem(f"`{entry.measure}` is no measure", document.where(path), did_you_mean(entry.measure, measures()))
    if known.protects not in entry.limit:
        return Problem(f"a limit on `{entry.measure}` is written {known.protects}", document.where(("entries", place, "limit")))
    if is_beyond(entry.value, known):
        return Problem(f"no `{entry.measure}` is as bad as {digits(entry.value)}: this would excuse anything", document.where(("entries", place, "value")))
    return None


def is_beyond(value: Value, known: Measure) -> bool:
    """Whether a value is worse than the worst that a measure can have."""
    end = known.lowest if known.protects == "at_least" else known.highest
    return end is not None and is_worse(value, Fraction(end), known)


def _problem(document: Document, path: Path_, wrong: ErrorDetails, form: type[AnyEntry]) -> Problem:
    where, kind = document.where(path), wrong["type"]
    if kind == "extra_forbidden":
        return Problem(f"`{path[-1]}` is not a key here", where, did_you_mean(str(path[-1]), form.model_fields))
    if kind == "missing":
        return Problem(f"the key `{path[-1]}` is missing", where)
    return Problem(sentence(wrong), where)


def _history(document: Document, values: Mapping[str, Any]) -> dict[str, tuple[Past, ...]]:
    listed = values.get("history") or {}
    try:
        return {str(name): pasts(found) for name, found in TypeAdapter(dict[str, Any]).validate_python(listed).items()}
    except ValueError:
        instead = "restore it from the version before; without `history` the measurements of before are forgotten"
        raise DeclarationError([Problem("the history is damaged", document.where(("history",)), instead)]) from None


def written(baseline: Baseline) -> str:
    """The text of a baseline: sorted, the same bytes for the same entries."""
    lines = [HEADER + "version: 1", "entries:" if baseline.entries else "entries: []"]
    for entry in sorted(baseline.entries, key=lambda entry: entry.key):
        lines += _entry_lines(entry)
    if baseline.history:
        lines += ["history:  # the declarations that were measured: limits that change afterwards are pointed out"]
    for name, found in sorted(baseline.history.items()):
        lines += [f"  {_quoted(name)}:", *(line for past in as_values(found) for line in _past_lines(past))]
    return "\n".join(lines) + "\n"


def _entry_lines(entry: AnyEntry) -> list[str]:
    return [
        f"  - release: {_quoted(entry.release)}",
        f"    measure: {entry.measure}" if isinstance(entry, Entry) else f"    finding: {entry.finding}",
        *([f"    column: {_quoted(entry.column)}"] if entry.column is not None else []),
        *([f"    group: {_quoted(entry.group)}"] if entry.group is not None else []),
        *(_limit_lines(entry) if isinstance(entry, Entry) else []),
        f"    reason: {_quoted(entry.reason)}",
        f"    until: {entry.until}",
        f"    recorded_on: {entry.recorded_on}",
    ]


def _limit_lines(entry: Entry) -> list[str]:
    (direction, limit), *_ = entry.limit.items()
    return [
        *([f"    group_of: {_group_line(entry.group_of)}"] if entry.group_of is not None else []),
        *([f"    l: {entry.l}"] if entry.l is not None else []),
        f"    limit: {{{direction}: {limit.normalize():f}}}",
        f"    value: {_value_text(entry.value)}",
    ]


def _group_line(group: GroupOf) -> str:
    value = "" if group.kind != "value" else f", value: {_quoted(group.value) if isinstance(group.value, str) else json.dumps(group.value)}"
    return f"{{declared: {_quoted(group.declared)}, kind: {group.kind}{value}}}"


def _past_lines(past: Mapping[str, Any]) -> list[str]:
    """A measurement in YAML: its plain keys, then its digests and limits, each on a line."""
    lines = [f"{key}: {_scalar(value)}" for key, value in past.items() if not isinstance(value, (dict, list))]
    digests = [f"  {part}: {_scalar(digest)}" for part, digest in past.get("digests", {}).items()]
    limits = ["  - {" + ", ".join(f"{key}: {_scalar(value)}" for key, value in limit.items()) + "}" for limit in past.get("limits", ())]
    lines += [*(["digests:", *digests] if digests else []), *(["limits:", *limits] if limits else [])]
    return [f"    {'  ' if place else '- '}{line}" for place, line in enumerate(lines)]


def _scalar(value: Any) -> str:
    return _quoted(value) if isinstance(value, str) else str(value)


def _value_text(value: Value) -> str:
    """A value without loss: a count, a ratio with what it comes to, or all the digits of a real."""
    if isinstance(value, Fraction) and value.denominator > 1:
        return f"{value}  # {digits(value)}"
    return repr(value) if isinstance(value, float) else str(value)


def _quoted(text: str) -> str:
    """A text in double quotes; what cannot be seen is written by its code point, so that a reviewer reads what the program does."""
    shown = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\U{ord(each):08X}" for each in shown)
