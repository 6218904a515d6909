"""How a check ended for those who read it by program: every limit and failure, by which rule, where it was declared."""

from __future__ import annotations

import hashlib
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlrisk import wording
from sqlrisk.measures import measures
from sqlrisk.plain import json_text
from sqlrisk.report import ReleaseReport, Report, ThresholdResult, verdict_text

Ending = Literal["held", "warned", "excused", "broken", "not_measured"]
"""`excused`: broken, and no worse than the baseline records, so that the exit code leaves it out (docs/baseline.md)."""

FAILURES: Mapping[str, tuple[str, str]] = {
    "column_without_role": (
        "Has every column of the relation a declared role?",
        "Declare the column under `columns`, or the role of all others with `other_columns`: what nobody declared is not measured.",
    ),
    "identifier_published": ("Is a column published that identifies people directly?", "Leave the column out of what is published."),
    "published_beside_declared": (
        "Is a quasi-identifier published at a level that is not the declared one?",
        "Leave the column out of the published relation, or declare its level under `publish`.",
    ),
    "protection_failed": (
        "Is the output of the declared anonymisation what `protected_by` says?",
        "Build the output anew from its source; docs/anonymisation.md says what is verified.",
    ),
    "column_nearly_unique": (
        "Is a column called insensitive nearly unique, as identifiers are?",
        "Give the column another role, or a `reason` why it identifies nobody.",
    ),
    "column_of_free_text": (
        "Does a column called insensitive hold long text, which can identify?",
        "Give the column another role, or a `reason` why its text identifies nobody.",
    ),
    "declaration_expired": ("Is the declaration still valid?", "Review it and fix a new `valid_until`, before measuring."),
    "release_not_measured": (
        "Could the release be measured?",
        "The message says what stood in the way. Nothing is known of the release: it is not within its limits.",
    ),
    "release_not_publishable": ("Is the release publishable under its declared hypotheses?", "`sqlrisk report --format markdown` says why it is not."),
    "check_failed": ("Did the check exit with 0?", "`sqlrisk report --format markdown` says why it did not."),
}
"""Kind of failure -> the question it answers, and what helps."""


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
        found.append(Outcome("sqlrisk", "sqlrisk", "check_failed", "broken", "exit code", text, None, None))
    return _numbered(found)


def of_release(found: Iterable[Outcome], release: ReleaseReport) -> list[Outcome]:
    """Those of one release."""
    return [outcome for outcome in found if outcome.release == release.name]


def rule_text(rule: str) -> tuple[str, str]:
    """The question that a rule answers, and what helps where the answer is no."""
    if rule in FAILURES:
        return FAILURES[rule]
    known = measures()[rule]
    direction = known.protects.replace("_", " ")
    question = known.question or f"What is {rule}?"
    return question, f"A limit on `{rule}` ({known.unit}) says `{known.protects}`: the measure must be {direction} the declared number."


def _of_release(release: ReleaseReport) -> Iterator[Outcome]:
    found = [*_besides(release), *(_of_limit(release, place, result) for place, result in enumerate(release.thresholds))]
    if release.verdict != "publishable" and not any(outcome.fails or outcome.ending == "excused" for outcome in found):
        found.append(_besides_limits(release, "release_not_publishable", verdict_text(release)))
    yield from found


def _besides(release: ReleaseReport) -> Iterator[Outcome]:
    """What is no limit's: a release that has no figures, the expiry, the findings that fail it."""
    if release.status == "not_measured":
        yield replace(_besides_limits(release, "release_not_measured", f"not measured: {release.error}"), ending="not_measured")
    if release.expired:
        yield _besides_limits(release, "declaration_expired", f"the declaration expired on {release.valid_until}")
    for failure in release.hypotheses.get("failures", ()):
        kind = failure["kind"] if failure["kind"] in FAILURES else "release_not_publishable"
        yield _besides_limits(release, kind, failure["text"], failure["column"])


def _besides_limits(release: ReleaseReport, kind: str, text: str, column: str | None = None) -> Outcome:
    file, declared = _declared_in(release)
    line = declared.get("columns", {}).get(column) or declared.get("line")
    subject = kind.replace("_", " ") + (f": {column}" if column else "")
    return Outcome(release.name, release.relation, kind, "broken", subject, text, file, line, column=column)


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
    known = release.find(result.measure, column=result.column, group=result.group, l=result.l)
    subject, value, limit = wording.subject(result), wording.value_text(result, release), wording.limit_text(result)
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
        group, l, severity = (result.group, result.l, result.severity) if result else (None, None, None)
        about = json_text([outcome.release, outcome.rule, outcome.column, group, l, severity])
        seen[about] += 1
        numbered.append(replace(outcome, fingerprint=hashlib.sha256(f"{about}{seen[about]}".encode()).hexdigest()))
    return numbered
