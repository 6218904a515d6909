"""Broken limits held against the baseline: which are excused, which are worse than recorded, which exceptions have ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from sqlrisk.declaration import Release
from sqlrisk.finding import KINDS, Finding
from sqlrisk.measures import measures
from sqlrisk.plain import digits
from sqlrisk.planning import PUBLISHED
from sqlrisk.ratchet.entries import Baseline, Entry, FindingEntry, Key, finding_key, key_of
from sqlrisk.report import FindingResult, Measurement, ReleaseReport, ThresholdResult
from sqlrisk.verdict import is_worse
from sqlrisk.wording import limit_text, subject

BLANK = "classes_without_sensitive_value"
Outcome = Literal["excused", "worse", "expired", "not recorded", "not excusable"]


@dataclass(frozen=True)
class Excuse:
    """A broken limit and how it stands to the baseline: `entry` is the one that speaks of it, `why` what no entry excuses."""

    result: ThresholdResult
    outcome: Outcome
    entry: Entry | None
    why: str = ""

    @property
    def text(self) -> str:
        """The sentence that stands beside the verdict."""
        broken = f"{subject(self.result)} {_value(self.result)} breaks its limit {limit_text(self.result)}"
        entry = self.entry
        if self.outcome == "not excusable":
            return f"the baseline does not excuse {subject(self.result)}: {self.why}"
        if entry is None:
            return f"{broken}: the baseline has no entry for it"
        reason = " ".join(entry.reason.split())
        if self.outcome == "expired":
            return f"{broken}, and the exception of the baseline ended on {entry.until} (recorded {digits(entry.value)}): {reason}"
        if self.outcome == "worse":
            return f"{broken} and is worse than the baseline excuses (recorded {digits(entry.value)}{self._apart(entry)})"
        worst = ", the worst there is: nothing can be worse" if is_worst(entry) else ""
        return f"{broken} and is excused until {entry.until} by the baseline (recorded {digits(entry.value)}{worst}): {reason}"

    def _apart(self, entry: Entry) -> str:
        """How far apart the values are where they read the same."""
        value = self.result.value
        if value is None or digits(value) != digits(entry.value):
            return ""
        return f", {float(abs(Fraction(value) - Fraction(entry.value))):.1e} apart"


@dataclass(frozen=True)
class FindingExcuse:
    """A finding that fails and the baseline's entry on it, if any."""

    finding: FindingResult
    outcome: Outcome
    entry: FindingEntry | None

    @property
    def text(self) -> str:
        """The sentence that is shown beside the verdict."""
        about = finding_text(self.finding)
        if self.entry is None:
            why = "the baseline has no entry for it" if KINDS[self.finding.id].acceptable else "the baseline does not excuse it"
            return f"the finding {about}: {why}"
        reason = " ".join(self.entry.reason.split())
        if self.outcome == "expired":
            return f"the finding {about}: the exception of the baseline ended on {self.entry.until}: {reason}"
        return f"the finding {about} is excused until {self.entry.until} by the baseline: {reason}"

    def values(self) -> dict[str, Any]:
        """The plain values of the results."""
        named = {"finding": self.finding.id, "column": self.finding.column, "group": self.finding.group, "outcome": self.outcome, "text": self.text}
        return named | ({"reason": self.entry.reason, "until": self.entry.until, "recorded_on": self.entry.recorded_on} if self.entry else {})


@dataclass(frozen=True)
class Excuses:
    """All broken limits and failing findings of a release beside the baseline, and the entries that name none of them."""

    baseline: Baseline
    found: tuple[Excuse, ...]
    findings: tuple[FindingExcuse, ...]
    idle: tuple[str, ...]

    @property
    def sentences(self) -> list[Finding]:
        """What is shown beside the verdict."""
        limits = [Finding("baseline", excuse.text, excuse.result.column, excuse.result.group) for excuse in self.found]
        findings = [Finding("baseline", excuse.text, excuse.finding.column, excuse.finding.group) for excuse in self.findings]
        return [*limits, *findings, *(Finding("baseline", text) for text in self.idle)]

    def values(self) -> dict[str, Any]:
        """The mapping `baseline` among the hypotheses of the results."""
        found: dict[str, Any] = {"file": self.baseline.name, "limits": [_values(excuse) for excuse in self.found]}
        return found | {"findings": [excuse.values() for excuse in self.findings], "idle": list(self.idle)}


@dataclass(frozen=True)
class Ledger:
    """The entries on one release, and what is needed to hold its limits against them on a day."""

    baseline: Baseline
    release: str
    measurements: Sequence[Measurement]
    undeclared_nulls: Collection[str]
    today: date

    @cached_property
    def entries(self) -> Mapping[Key, Entry]:
        """The entries on the release, each by its limit."""
        return self.baseline.with_groups(self.release, self.measurements).of(self.release)

    def of(self, result: ThresholdResult) -> Excuse | None:
        """How a limit stands to the baseline; None where it holds."""
        if result.passed:
            return None
        entry = self.entries.get(key_of(self.release, result))
        why = inexcusable(result, self.measurements, self.undeclared_nulls)
        if why or result.value is None:
            return Excuse(result, "not excusable", entry, why)
        if entry is None:
            return Excuse(result, "not recorded", None)
        if entry.until < self.today:
            return Excuse(result, "expired", entry)
        return Excuse(result, "worse" if is_worse(result.value, entry.value, measures()[result.measure]) else "excused", entry)

    @cached_property
    def findings(self) -> Mapping[Key, FindingEntry]:
        """The entries on findings of the release."""
        return self.baseline.findings_of(self.release)

    def excuses(self, broken: ThresholdResult | Finding) -> bool:
        """Whether the exit code leaves a broken limit or a finding out."""
        if isinstance(broken, Finding):
            entry = self.findings.get(finding_key(self.release, broken))
            return entry is not None and entry.until >= self.today
        excuse = self.of(broken)
        return excuse is not None and excuse.outcome == "excused"

    def all(self, results: Sequence[ThresholdResult], findings: Sequence[FindingResult] = ()) -> Excuses:
        """Every broken limit and failing finding beside its entry. A limit of severity warn that nobody recorded needs no word of the baseline."""
        found = [excuse for result in results if (excuse := self.of(result)) and (excuse.entry or result.severity == "error")]
        failing = [self._of_finding(finding) for finding in findings if finding.is_failure]
        return Excuses(self.baseline, tuple(found), tuple(failing), (*self._idle(results), *self._idle_findings(findings)))

    def _of_finding(self, finding: FindingResult) -> FindingExcuse:
        entry = self.findings.get(finding_key(self.release, finding))
        return FindingExcuse(finding, "not recorded" if entry is None else "expired" if entry.until < self.today else "excused", entry)

    def _idle_findings(self, findings: Iterable[FindingResult]) -> Iterator[str]:
        """Entries on findings that were not made."""
        failing = {finding_key(self.release, finding) for finding in findings if finding.is_failure}
        for key, entry in self.findings.items():
            if key not in failing:
                yield f"the baseline's entry on {finding_text(entry)} is not needed any more: there is no such finding; sqlrisk baseline drops it"

    def _idle(self, results: Sequence[ThresholdResult]) -> Iterator[str]:
        """Entries on limits that hold, or that are not declared so."""
        held = {key_of(self.release, result): result for result in results}
        for key, entry in self.entries.items():
            if key not in held:
                yield f"the baseline's entry on {entry_text(entry)} does not apply: no such limit is declared now"
            elif held[key].passed:
                yield f"the baseline's entry on {entry_text(entry)} is not needed any more: the limit holds; sqlrisk baseline drops it"


def ledger(baseline: Baseline, release: Release, measurements: Sequence[Measurement], today: date) -> Ledger:
    """The ledger of a release that is being checked."""
    silent = [name for name in release.with_role("sensitive") if release.columns[name].null_means is None]
    return Ledger(baseline, release.name, measurements, silent, today)


def undeclared_nulls(report: ReleaseReport) -> list[str]:
    """The sensitive columns of a report whose NULL has no declared meaning."""
    return [name for name, meaning in report.hypotheses.get("null_means", {}).items() if str(meaning).startswith("undeclared")]


def inexcusable(result: ThresholdResult, measurements: Iterable[Measurement], undeclared_nulls: Collection[str]) -> str:
    """Why no entry can excuse a broken limit; nothing where one can."""
    on_published = (found for found in measurements if found.rung == PUBLISHED and (found.group_of, found.group) == (result.group_of, result.group))
    if result.value is None:
        same = (result.measure, result.column, result.l)
        infinite = any((found.measure, found.column, found.l) == same and found.status == "infinite" for found in on_published)
        return "it is infinite" if infinite else "it has no value"
    if result.column not in undeclared_nulls or not measures()[result.measure].of_column or result.measure == BLANK:
        return ""
    blank = any(found.measure == BLANK and found.column == result.column and found.value for found in on_published)
    return "classes hold no value of the column, and null_means is not declared" if blank else ""


def is_worst(entry: Entry) -> bool:
    """Whether the recorded value is the worst that the measure can have: then its entry notices nothing."""
    known = measures()[entry.measure]
    end = known.lowest if known.protects == "at_least" else known.highest
    return end is not None and Fraction(entry.value) == Fraction(end)


def entry_text(entry: Entry) -> str:
    """The limit that an entry speaks of, in words."""
    limit: dict[str, int | float] = {direction: float(number) for direction, number in entry.limit.items()}
    named = ThresholdResult(entry.measure, entry.column, entry.group, entry.l, limit, None, False, "error", None, None, entry.group_of)
    return f"{subject(named)} {limit_text(named)}"


def finding_text(finding: FindingResult | FindingEntry) -> str:
    """A finding by its id and what it is about."""
    id = finding.finding if isinstance(finding, FindingEntry) else finding.id
    return id + (f" of {finding.column}" if finding.column else "") + (f" in {finding.group}" if finding.group else "")


def _value(result: ThresholdResult) -> str:
    return "" if result.value is None else digits(result.value)


def _values(excuse: Excuse) -> dict[str, Any]:
    result, entry = excuse.result, excuse.entry
    named = {"measure": result.measure, "column": result.column, "group": result.group, "l": result.l, "limit": dict(result.limit), "value": result.value}
    recorded = {"recorded": entry.value, "reason": entry.reason, "until": entry.until, "recorded_on": entry.recorded_on} if entry else {}
    return {**named, "outcome": excuse.outcome, **recorded, "text": excuse.text}
