"""What a check says: identification, hypotheses, measures, verdict and expiry, for each release."""

from __future__ import annotations

import functools
import html
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from sqlrisk.differential import PrivacyDifferential
from sqlrisk.finding import Finding, Severity
from sqlrisk.groups import GroupOf
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.optional import needed
from sqlrisk.plain import plain, visible
from sqlrisk.planning import PUBLISHED

if TYPE_CHECKING:
    import pandas
    from pydantic import TypeAdapter

Status = Literal["measured", "not_measured", "infinite"]
Verdict = Literal["publishable", "not_publishable", "not_measured", "not_judged", "not_published"]
"""`not_published`: in the public report, whatever the reason."""
FindingOutcome = Literal["fails", "accepted", "excused", "noted"]
SCHEMA_VERSION = 2
INTERNAL, PUBLIC = "internal", "public"
"""The audiences of a report."""

About = tuple[str, str | None, GroupOf | str | None, int | None]
"""The measure, the sensitive column, the group (its label in results that hold no more) and l."""

DISCLAIMER = "under the declared hypotheses; not a finding of anonymity under the GDPR"


@dataclass(frozen=True)
class Measurement:
    """A measure's value or interval, with its unit and the assumptions it stands on; or why there is none.

    Where it is not measured a `value` is informative only: no threshold ever reads it. `group` is the label that is shown, `group_of` the group itself.
    """

    measure: str
    rung: str
    column: str | None
    group: str | None
    l: int | None
    status: Status
    reason: str | None
    value: int | Fraction | float | None
    low: float | None
    high: float | None
    unit: str
    estimator: str | None = None
    sampling_fraction: float | tuple[float, float] | None = None
    interval: str | None = None
    assumptions: tuple[str, ...] = ()
    group_of: GroupOf | None = None

    @property
    def about(self) -> About:
        """What is measured, on whatever rung: the measure, the sensitive column, the group and l."""
        return self.measure, self.column, self.group_of or self.group, self.l


@dataclass(frozen=True)
class ThresholdResult:
    """A declared limit, the value that was held against it, and whether it holds. Without a value it never does."""

    measure: str
    column: str | None
    group: str | None
    l: int | None
    limit: Mapping[str, int | float]
    value: int | Fraction | float | None
    passed: bool
    severity: Literal["error", "warn"]
    source: str | None
    reason: str | None
    group_of: GroupOf | None = None

    @property
    def about(self) -> About:
        """What is limited: the measure, the sensitive column, the group and l."""
        return self.measure, self.column, self.group_of or self.group, self.l


@dataclass(frozen=True)
class FindingResult:
    """A finding and its outcome.

    `fails`: the release is NOT publishable. `accepted`: it would be, but the declaration accepts it for this `reason` until this day. `excused`: it is, but
    the baseline records it, so that the exit code leaves it out. `noted`: a finding of severity warning.
    """

    id: str
    severity: Severity
    outcome: FindingOutcome
    text: str
    column: str | None = None
    group: str | None = None
    reason: str | None = None
    until: date | None = None

    @property
    def is_failure(self) -> bool:
        """Whether it makes the release NOT publishable."""
        return self.outcome in ("fails", "excused")


def noted(findings: Iterable[Finding]) -> list[FindingResult]:
    """Findings that are shown and not judged."""
    return [FindingResult(each.id, "warning", "noted", each.text, each.column, each.group) for each in findings]


@dataclass(frozen=True, kw_only=True)
class ReleaseReport:
    """The report of one release. `rows` are those that are published; `measures` are on every rung and group.

    `suppression`: by rung the limits on a class that its rows meet; a rung that is not there is measured before suppression.
    """

    name: str
    relation: str
    dialect: str
    status: Literal["measured", "not_measured", "not_published"]
    rows_read: int | None = None
    rows_filtered: int | None = None
    rows_marked: int | None = None
    rows_suppressed: int | None = None
    rows: int | None = None
    verdict: Verdict
    findings: tuple[FindingResult, ...] = ()
    expired: bool
    valid_until: date
    hypotheses: Mapping[str, Any]
    measures: tuple[Measurement, ...] = ()
    class_sizes: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    suppression: Mapping[str, Sequence[Mapping[str, int | float | str | None]]] = field(default_factory=dict)
    thresholds: tuple[ThresholdResult, ...] = ()
    limits_of_method: tuple[str, ...] = ()
    error: str | None = None
    reproduction: Mapping[str, str] = field(default_factory=dict)
    privacy_differential: PrivacyDifferential | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """The sentence of every finding, those that fail the release first."""
        return tuple(finding.text for finding in self.findings)

    @property
    def failures(self) -> tuple[FindingResult, ...]:
        """The findings that make the release NOT publishable."""
        return tuple(finding for finding in self.findings if finding.is_failure)

    @property
    def is_declared(self) -> bool:
        """Whether the declaration is right, so that its hypotheses are here."""
        return "adversary" in self.hypotheses

    @property
    def is_public(self) -> bool:
        """Whether it is for the public: made of the verdict, the limits and rounded counts alone."""
        return bool(self.hypotheses.get("audience", INTERNAL) != INTERNAL)

    def find(self, measure: str, *, rung: str = PUBLISHED, column: str | None = None, group: str | None = None, l: int | None = None) -> Measurement | None:
        """The measurement of a measure, or None."""
        wanted = (measure, rung, column, group, l)
        return next((found for found in self.measures if (found.measure, found.rung, found.column, found.group, found.l) == wanted), None)

    def of(self, result: ThresholdResult) -> Measurement | None:
        """The measurement of what is published that a limit was held against, or None."""
        return next((found for found in self.measures if found.rung == PUBLISHED and found.about == result.about), None)

    def rungs(self) -> list[str]:
        """The rungs that were measured, the published one first."""
        return list(dict.fromkeys(measurement.rung for measurement in self.measures))

    def groups(self) -> list[str]:
        """The labels of the declared groups that have rows."""
        return list(dict.fromkeys(measurement.group for measurement in self.measures if measurement.group is not None))


@dataclass(frozen=True)
class Report:
    """The reports of all selected releases, and the exit code that a pipeline obeys."""

    releases: tuple[ReleaseReport, ...]
    exit_code: int
    generated_on: date
    tool: Mapping[str, str]

    @property
    def passed(self) -> bool:
        """Whether every release was measured whole and is within its limits, those broken apart that a baseline excuses."""
        return self.exit_code == 0

    def __str__(self) -> str:
        """The verdict of each release, a line each."""
        return "\n".join(line for release in self.releases for line in (f"{visible(release.name)}: {verdict_text(release)}", *_failing(release)))

    def to_frame(self) -> pandas.DataFrame:
        """One row a measurement, in pandas; the column `release` says whose it is. Raises ConfigurationError where pandas is not installed."""
        pd = needed("pandas")
        rows = [{"release": release.name, **plain(asdict(measurement))} for release in self.releases for measurement in release.measures]
        found: pandas.DataFrame = pd.DataFrame(rows)
        return found

    def to_dict(self) -> dict[str, Any]:
        """The results as contract.md lays them out: plain values only."""
        found: dict[str, Any] = plain({"schema_version": SCHEMA_VERSION, "tool": self.tool, "generated_on": self.generated_on})
        return {**found, "releases": [_release(release) for release in self.releases], "exit_code": self.exit_code}

    def _repr_html_(self) -> str:
        """The notebook's view: the verdict of each release and its measures on the published rung."""
        parts = []
        for release in self.releases:
            shown = [found for found in release.measures if found.rung == PUBLISHED and found.group is None]
            cells = [(found.measure, found.column or "", number_text(found), found.unit) for found in shown]
            rows = "".join("<tr>" + "".join(f"<td>{html.escape(visible(cell))}</td>" for cell in row) + "</tr>" for row in cells)
            head = f"<h4>{html.escape(visible(release.name))}: {html.escape(verdict_text(release))}</h4>"
            head += "".join(f"<p>{html.escape(visible(line))}</p>" for line in _failing(release))
            head += "".join(f"<p>{html.escape(visible(limit['text']))}</p>" for limit in release.hypotheses.get("baseline", {}).get("limits", ()))
            parts.append(f"{head}<table><tr><th>measure</th><th>column</th><th>value</th><th>unit</th></tr>{rows}</table>")
        return "".join(parts)


def _failing(release: ReleaseReport) -> list[str]:
    """The findings that fail a release, indented."""
    return [f"  {finding.text}" for finding in release.failures]


def _release(release: ReleaseReport) -> dict[str, Any]:
    """The results of one release; only a protected one has a privacy differential."""
    found: dict[str, Any] = plain(asdict(release))
    found = {name: each for key, value in found.items() for name, each in _with_sentences(key, value, release)}
    found["hypotheses"]["failures"] = [{"kind": each.id, "text": each.text, "column": each.column, "group": each.group} for each in release.failures]
    return {key: value for key, value in found.items() if key != "privacy_differential" or value is not None}


def _with_sentences(key: str, value: Any, release: ReleaseReport) -> Iterator[tuple[str, Any]]:
    """A key of the results; after the findings, their sentences alone."""
    yield key, value
    if key == "findings":
        yield "warnings", list(release.warnings)


def from_dict(values: Mapping[str, Any], earlier: Collection[int] = ()) -> Report:
    """The report of a results file. Raises ValueError where it is not one of this schema version, or of an `earlier` one that is named."""
    if values.get("schema_version") not in (SCHEMA_VERSION, *earlier):
        raise ValueError(f"schema_version is not {SCHEMA_VERSION}")
    return _reader().validate_python({key: value for key, value in values.items() if key != "schema_version"})


@functools.cache
def _reader() -> TypeAdapter[Report]:
    from pydantic import TypeAdapter

    return TypeAdapter(Report)


def results_schema() -> dict[str, Any]:
    """The JSON Schema of the results."""
    schema = _reader().json_schema(mode="validation")
    schema["properties"] = {"schema_version": {"const": SCHEMA_VERSION}, **schema["properties"]}
    return schema


def number_text(measurement: Measurement, language: Language = ENGLISH) -> str:
    """A measurement as people read it: four significant digits, an interval where there is one, or why there is no value."""
    if measurement.status == "infinite":
        return language.say("infinite")
    if measurement.status == "not_measured":
        return language.say("not measured")
    point = "" if measurement.value is None else language.written(measurement.value)
    if measurement.low is None or measurement.high is None or (measurement.value is not None and measurement.low == measurement.high):
        return point
    return f"{point} {language.say('[{low}, {high}]', low=measurement.low, high=measurement.high)}".strip()


def verdict_text(release: ReleaseReport, language: Language = ENGLISH) -> str:
    """The verdict in words, never more than it says."""
    if release.verdict == "publishable":
        warned = any(not result.passed for result in release.thresholds)
        return f"{language.say('publishable with warnings' if warned else 'publishable')} {language.say(DISCLAIMER)}"
    if release.verdict == "not_judged":
        return _look_text(release, language)
    if release.verdict == "not_published":
        return language.say("not published")
    if release.verdict == "not_measured":
        return language.say("NOT MEASURED: no verdict")
    if release.expired:
        return language.say("NOT publishable: the declaration expired on {day}", day=release.valid_until)
    return language.say("NOT publishable")


def _look_text(release: ReleaseReport, language: Language) -> str:
    """The first line of a look, which never says that the file is publishable: k and its limit, what was taken not to be published, what nobody judged."""
    look, found = release.hypotheses["look"], release.find("k")
    ks = [result for result in release.thresholds if result.measure == "k"]
    limit = ks[0].limit["at_least"] if ks else 0
    holds = "at least {limit} holds" if ks and ks[0].passed else "at least {limit} does NOT hold" if ks else "no limit is asked for"
    parts = [language.say("k = {k} for {names}", k=number_text(found, language) if found else "?", names=", ".join(release.hypotheses["quasi_identifiers"]))]
    parts[0] += ": " + language.say(holds, limit=limit)
    parts += [language.say("{findings} {findings|finding fails|findings fail} the look", findings=len(release.failures))] if release.failures else []
    parts += [language.say("Not published: {names}", names=", ".join(look["ignored"]))] if look["ignored"] else []
    nobody = language.say("A look, not a verdict: {columns} {columns|column has|columns have} no role", columns=look["without_role"])
    return f"{'. '.join(parts)}. {nobody} ({language.sentence(look['read'])})."
