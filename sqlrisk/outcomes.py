"""How a check ended for those who read it by program: every limit and failure, by which rule, where it was declared."""

from __future__ import annotations

import hashlib
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlrisk import wording
from sqlrisk.finding import KINDS
from sqlrisk.measures import measures
from sqlrisk.plain import json_text
from sqlrisk.report import FindingResult, ReleaseReport, Report, ThresholdResult, verdict_text

Ending = Literal["held", "warned", "excused", "broken", "not_measured"]
"""`excused`: the baseline records it and it is no worse, or the declaration accepts the finding: the exit code leaves it out (docs/baseline.md)."""

ENDINGS: Mapping[str, tuple[str, str]] = {
    "not-measured": (
        "Could the release be measured?",
        "The message names the reason. Nothing is known of the release: it is not within its limits.",
    ),
    "not-publishable": (
        "Is the release publishable under its declared hypotheses?",
        "`sqlrisk report --format markdown`, without `--audience public`, says why it is not.",
    ),
    "check-failed": ("Did the check exit with 0?", "`sqlrisk report --format markdown` says why it did not."),
}
"""Rule of an ending that is neither a limit's nor a finding's -> the question it answers, and what helps."""


@dataclass(frozen=True)
class Outcome:
    """How one limit, or one thing besides the limits, ended. `file` and `line` are None where no file declares it.

    `fingerprint` stays the same when lines move and values change, so that one finding is followed from run to run.
    """

    release: str
    relation: str
    rule: str
    ending: Ending
    subject: str
    text: str
    file: str | None
    line: int | None
    fingerprint: str = ""
    result: ThresholdResult | None = None
    column: str | None = None
    group: str | None = None
    note: str = ""

    @property
    def fails(self) -> bool:
        """Whether a pipeline must not go on."""
        return self.ending in ("broken", "not_measured")


def outcomes(report: Report) -> list[Outcome]:
    """Every outcome, release by release. Where the exit code is not 0 at least one fails, whatever the results leave unsaid."""
    found = [outcome for release in report.releases for outcome in _of_release(release)]
    if report.exit_code and not any(outcome.fails for outcome in found):  # --fail-on warn
        found = [replace(outcome, ending="broken") if outcome.ending == "warned" else outcome for outcome in found]
    if report.exit_code and not any(outcome.fails for outcome in found):
        text = f"the check exits with {report.exit_code}"
        found.append(Outcome("sqlrisk", "sqlrisk", "check-failed", "broken", "exit code", text, None, None))
    return _numbered(found)


def of_release(found: Iterable[Outcome], release: ReleaseReport) -> list[Outcome]:
    """Those of one release."""
    return [outcome for outcome in found if outcome.release == release.name]


def rule_text(rule: str) -> tuple[str, str]:
    """The question that a rule answers, and what helps where the answer is no."""
    if rule in ENDINGS:
        return ENDINGS[rule]
    if rule in KINDS:
        return KINDS[rule].question, KINDS[rule].help
    known = measures()[rule]
    direction = known.protects.replace("_", " ")
    question = known.question or f"What is {rule}?"
    return question, f"A limit on `{rule}` ({known.unit}) says `{known.protects}`: the measure must be {direction} the declared number."


def _of_release(release: ReleaseReport) -> Iterator[Outcome]:
    found = [*_findings(release), *(_of_limit(release, place, result) for place, result in enumerate(release.thresholds))]
    if release.verdict not in ("publishable", "not_judged") and not any(outcome.fails or outcome.ending == "excused" for outcome in found):
        found.append(_besides_limits(release, "not-publishable", verdict_text(release)))
    yield from found


def _findings(release: ReleaseReport) -> Iterator[Outcome]:
    """A release without figures, and the findings of severity error."""
    if release.status == "not_measured":
        yield replace(_besides_limits(release, "not-measured", f"not measured: {release.error}"), ending="not_measured")
    for finding in release.findings:
        if finding.severity == "error":
            ending: Ending = "broken" if finding.outcome == "fails" else "excused"
            note = f"accepted until {finding.until}: {finding.reason}" if finding.outcome == "accepted" else _excuse_of(release, finding)
            yield replace(_besides_limits(release, finding.id, finding.text, finding.column, finding.group), ending=ending, note=note)


def _excuse_of(release: ReleaseReport, finding: FindingResult) -> str:
    """How a finding compares with the baseline that the check was given; empty without one."""
    findings = release.hypotheses.get("baseline", {}).get("findings", ())
    about = (finding.id, finding.column, finding.group)
    return next((str(each["text"]) for each in findings if (each["finding"], each["column"], each["group"]) == about), "")


def _besides_limits(release: ReleaseReport, rule: str, text: str, column: str | None = None, group: str | None = None) -> Outcome:
    file, declared = _declared_in(release)
    line = declared.get("columns", {}).get(column) or declared.get("line")
    subject = rule + "".join(f": {name}" for name in (column, group) if name)
    return Outcome(release.name, release.relation, rule, "broken", subject, text, file, line, column=column, group=group)


def _of_limit(release: ReleaseReport, place: int, result: ThresholdResult) -> Outcome:
    file, declared = _declared_in(release)
    lines = declared.get("results", ())
    excuse = _excuse(release, result)
    return Outcome(
        release=release.name,
        relation=release.relation,
        rule=result.measure,
        ending="excused" if excuse.get("outcome") == "excused" else _ending(release, result),
        subject=f"{wording.subject(result)} {wording.limit_text(result)}",
        text=_told(release, result),
        file=file,
        line=lines[place] if place < len(lines) else declared.get("line"),
        result=result,
        column=result.column,
        group=result.group,
        note="; ".join(filter(None, (result.source, result.reason, excuse.get("text")))),
    )


def _excuse(release: ReleaseReport, result: ThresholdResult) -> Mapping[str, Any]:
    """How a broken limit stands to the baseline that the check was given; empty without one."""
    about = {"measure": result.measure, "column": result.column, "group": result.group, "l": result.l, "limit": dict(result.limit)}
    limits = release.hypotheses.get("baseline", {}).get("limits", ())
    return next((limit for limit in limits if not result.passed and all(limit[key] == value for key, value in about.items())), {})


def _ending(release: ReleaseReport, result: ThresholdResult) -> Ending:
    if result.passed:
        return "held"
    if result.severity == "warn":
        return "warned"
    return "not_measured" if wording.outcome(result, release) == "no value" else "broken"


def _told(release: ReleaseReport, result: ThresholdResult) -> str:
    """A limit's outcome as one sentence: never without the limit, nor without the reason why there is no value."""
    known = release.of(result)
    subject, value, limit = wording.subject(result), wording.value_text(result, release), wording.limit_text(result)
    if result.value is None and result.passed:
        return f"{subject} is within its limit, {limit}"
    if result.value is None:
        reason = f" ({known.reason})" if known is not None and known.reason else ""
        return f"{subject} is {value}{reason}; its limit is {limit}"
    (direction, number), *_ = result.limit.items()
    strict = measures()[result.measure].strict
    within = result.value >= number if direction == "at_least" else result.value < number or (result.value == number and not strict)
    empty = " and a class holds no value of the column (null_means is not declared)" if within and not result.passed else ""
    return f"{subject} is {value}; its limit is {limit}{empty}"


def _declared_in(release: ReleaseReport) -> tuple[str | None, Mapping[str, Any]]:
    """The declaration's file as the working directory sees it, and its lines; None where it is no file."""
    declared = release.hypotheses.get("declared_in") or {}
    return (posixpath.normpath(posixpath.join(declared.get("folder", "."), declared["file"])) if declared else None), declared


def _numbered(found: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes with their fingerprints: of what they are about, and of their place among those that are about the same."""
    seen: Counter[str] = Counter()
    numbered = []
    for outcome in found:
        result = outcome.result
        l, severity = (result.l, result.severity) if result else (None, None)
        about = json_text([outcome.release, outcome.rule, outcome.column, outcome.group, l, severity])
        seen[about] += 1
        numbered.append(replace(outcome, fingerprint=hashlib.sha256(f"{about}{seen[about]}".encode()).hexdigest()))
    return numbered
