"""The ratchet: a baseline after new measurements, tighter by itself and looser only for a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Literal

from sqlrisk import history
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.finding import KINDS
from sqlrisk.measures import measures
from sqlrisk.plain import digits
from sqlrisk.ratchet.entries import AnyEntry, Baseline, Entry, FindingEntry, Key, finding_key, key_of
from sqlrisk.ratchet.excuses import entry_text, finding_text, inexcusable, is_worst, undeclared_nulls
from sqlrisk.report import FindingResult, ReleaseReport, Report, ThresholdResult
from sqlrisk.verdict import is_worse
from sqlrisk.wording import limit_text, subject

Kind = Literal["added", "loosened", "renewed", "tightened", "dropped", "kept", "expired", "not excusable"]
DECIDED: tuple[Kind, ...] = ("added", "loosened", "renewed")
WHOLE = "record what sqlrisk check --output json=results.json wrote, without --audience public"
WHAT_TO_TYPE = 'say why, and until when: sqlrisk baseline --reason "recoded in March" --until 2027-03-31'


@dataclass(frozen=True)
class Decided:
    """Why limits that are new or looser in the baseline are excused, and until when; None where nobody said."""

    reason: str | None = None
    until: date | None = None

    @property
    def is_whole(self) -> bool:
        """Whether both are said."""
        return bool(self.reason and self.reason.strip()) and self.until is not None


@dataclass(frozen=True)
class Change:
    """What becomes of the baseline at one limit. `before` and `after` are its entries; `valid_until` is that of the declaration."""

    kind: Kind
    release: str
    what: str
    before: AnyEntry | None
    after: AnyEntry | None
    valid_until: date | None = None

    @property
    def text(self) -> str:
        """The change in words."""
        return f"{self.kind}: {self.release}: {self.what}"


@dataclass(frozen=True)
class Updating:
    """A baseline held against new measurements on a day. `declared` are the releases that still exist, None where nobody knows; `warned`: warn limits too."""

    baseline: Baseline
    report: Report
    decided: Decided
    today: date
    declared: Collection[str] | None = None
    warned: bool = False

    def changes(self) -> list[Change]:
        """What becomes of every entry and every broken limit. Raises NotMeasuredError where a release, or an error limit's measure, has no value."""
        _refuse_unmeasured(self.report)
        found = [change for release in self.report.releases for change in self._release(release)]
        return found + [
            Change("dropped", entry.release, f"{_entry_text(entry)}: no such release is declared", entry, None)
            for entry in self._baseline.entries
            if self.declared is not None and entry.release not in self.declared and entry.release not in self._measured
        ]

    def refuse(self, changes: Iterable[Change]) -> None:
        """Raises ConfigurationError where something would be excused for no reason, for no time, or for too long."""
        new = [change for change in changes if change.kind in DECIDED]
        if new and not self.decided.is_whole:
            named = "\n".join(f"    {change.text}" for change in new)
            raise ConfigurationError(f"nothing is excused without a reason and a day:\n{named}", instead=WHAT_TO_TYPE)
        until = self.decided.until
        if until is not None and until < self.today:
            raise ConfigurationError(f"--until {until} has passed", instead="write a day to come")
        for change in new:
            if until is not None and change.valid_until is not None and until > change.valid_until:
                what = f"--until {until} is later than the declaration of {change.release} is valid: {change.valid_until}"
                raise ConfigurationError(what, instead="nothing is excused for longer than the declaration holds")

    def updated(self, changes: Iterable[Change]) -> Baseline:
        """The baseline after the changes: entries on releases that were not measured stay as they are, and so does all that did not change."""
        told = list(changes)
        touched = {change.before.key for change in told if change.before is not None}
        entries = [entry for entry in self._baseline.entries if entry.key not in touched] + [change.after for change in told if change.after is not None]
        ours = {release.name: history.history_of(release.hypotheses) for release in self.report.releases}
        pasts = {name: history.first_of_each(found) for name, found in history.merged(self.baseline.history, ours).items() if found}
        kept = {name: found for name, found in pasts.items() if self.declared is None or name in self.declared}
        return replace(self._baseline, entries=tuple(sorted(entries, key=lambda entry: entry.key)), history=kept)

    @cached_property
    def _baseline(self) -> Baseline:
        """The baseline, its groups known as the report knows them."""
        found = self.baseline
        for release in self.report.releases:
            found = found.with_groups(release.name, release.measures)
        return found

    @property
    def _measured(self) -> set[str]:
        return {release.name for release in self.report.releases}

    def _release(self, release: ReleaseReport) -> Iterator[Change]:
        entries = self._baseline.of(release.name)
        errors_last = sorted(release.thresholds, key=lambda result: result.severity == "error")  # of one number twice the error is what fails
        results: Mapping[Key, ThresholdResult] = {key_of(release.name, result): result for result in errors_last}
        for key, result in results.items():
            change = self._limit(release, result, entries.get(key))
            if change is not None:
                yield change
        for key, entry in entries.items():
            if key not in results:
                yield Change("dropped", release.name, f"{entry_text(entry)}: no such limit is declared now", entry, None)
        yield from self._findings(release)

    def _findings(self, release: ReleaseReport) -> Iterator[Change]:
        entries = self.baseline.findings_of(release.name)
        failing = {finding_key(release.name, finding): finding for finding in release.failures}
        for key, finding in failing.items():
            yield self._finding(release, finding, entries.get(key))
        for key, entry in entries.items():
            if key not in failing:
                yield Change("dropped", release.name, f"{finding_text(entry)}: there is no such finding", entry, None)

    def _finding(self, release: ReleaseReport, finding: FindingResult, entry: FindingEntry | None) -> Change:
        named = finding_text(finding)
        if not KINDS[finding.id].acceptable:
            return Change("not excusable", release.name, f"{named}: {KINDS[finding.id].help}", entry, entry)
        ended = entry is not None and entry.until < self.today
        kind: Kind = "added" if entry is None else "renewed" if ended and self.decided.is_whole else "expired" if ended else "kept"
        after = entry
        if kind in DECIDED and self.decided.is_whole:
            about = {"release": release.name, "finding": finding.id, "column": finding.column, "group": finding.group}
            decided = {"reason": self.decided.reason, "until": self.decided.until, "recorded_on": self.report.generated_on}
            after = FindingEntry.model_validate({**about, **decided})
        return Change(kind, release.name, named + (f", until {after.until}" if after else ""), entry, after, release.valid_until)

    def _limit(self, release: ReleaseReport, result: ThresholdResult, entry: Entry | None) -> Change | None:
        named = f"{subject(result)} {limit_text(result)}"
        if result.passed:
            return Change("dropped", release.name, f"{named}: the limit holds", entry, None) if entry else None
        why = inexcusable(result, release.measures, undeclared_nulls(release))
        if why or result.value is None:
            return Change("not excusable", release.name, f"{named}: {why}", entry, entry)
        if entry is None and result.severity == "warn" and not self.warned:
            return None
        kind = self._kind(result, entry)
        after = self._after(kind, release, result, entry)
        return Change(kind, release.name, f"{named}: {_moved(result, entry)}{_until(after)}", entry, after, release.valid_until)

    def _kind(self, result: ThresholdResult, entry: Entry | None) -> Kind:
        if entry is None or result.value is None:
            return "added"
        known = measures()[result.measure]
        if is_worse(result.value, entry.value, known):
            return "loosened"
        if entry.until < self.today and self.decided.is_whole:
            return "renewed"
        better = is_worse(entry.value, result.value, known)
        return "tightened" if better else "expired" if entry.until < self.today else "kept"

    def _after(self, kind: Kind, release: ReleaseReport, result: ThresholdResult, entry: Entry | None) -> Entry | None:
        """The entry that the baseline holds afterwards; the one before where the reason or the day is missing."""
        if kind in ("kept", "expired") or (kind in DECIDED and not self.decided.is_whole):
            return entry
        measured: dict[str, object] = {"value": result.value, "recorded_on": self.report.generated_on}
        if kind in DECIDED:
            measured.update(reason=self.decided.reason, until=self.decided.until)
        named = {name: getattr(result, name) for name in ("measure", "column", "group", "group_of", "l", "limit")} | {"release": release.name}
        return Entry.model_validate({**(dict(entry) if entry else named), **measured})


def _refuse_unmeasured(report: Report) -> None:
    for release in report.releases:
        if release.is_public:
            raise ConfigurationError(f"the results of {release.name} are for the public: their values are rounded or hidden", instead=WHOLE)
        if release.status != "measured":
            raise NotMeasuredError(f"{release.name} was not measured: {release.error}", instead="the baseline is left as it is")
        for result in release.thresholds:
            if inexcusable(result, release.measures, ()) == "it has no value" and not result.passed and result.severity == "error":
                raise NotMeasuredError(f"{release.name}: {subject(result)} has no value", instead="the baseline is left as it is")


def _entry_text(entry: AnyEntry) -> str:
    return entry_text(entry) if isinstance(entry, Entry) else finding_text(entry)


def _moved(result: ThresholdResult, entry: Entry | None) -> str:
    now = digits(result.value or 0)
    return f"value {now}" if entry is None else f"value {digits(entry.value)}, now {now}"


def _until(entry: Entry | None) -> str:
    worst = "; it is the worst there is, so this entry will notice nothing: declare a limit on a share or a mean beside it" if entry and is_worst(entry) else ""
    return f", until {entry.until}{worst}" if entry else ""
