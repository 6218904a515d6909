"""JUnit XML, for test reports: a suite for each release, a case for each limit and for each thing that fails it besides."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

from sqlrisk import wording
from sqlrisk.outcomes import Outcome, of_release, outcomes
from sqlrisk.report import Measurement, ReleaseReport, Report, number_text, verdict_text
from sqlrisk.reports import visible


def render(report: Report) -> str:
    """The report as the `testsuites` that Jenkins, GitLab and pytest's readers agree on (junit-10.xsd).

    A broken limit of severity error is a failure, one without a value an error; a broken limit of severity warn passes and says so in
    `system-out`; one that a baseline excuses is skipped.
    """
    found = outcomes(report)
    root = _element("testsuites", {"name": "sqlrisk", **_counts(found)})
    del root.attrib["skipped"]  # of suites only
    for release in report.releases:
        root.append(_suite(report, release, of_release(found, release)))
    others = [outcome for outcome in found if outcome.release not in {release.name for release in report.releases}]
    if others:
        suite = _element("testsuite", {"name": "sqlrisk"} | _counts(others))
        suite.extend(_case(outcome) for outcome in others)
        root.append(suite)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(report: Report, release: ReleaseReport, found: list[Outcome]) -> ElementTree.Element:
    suite = _element("testsuite", {"name": release.name} | _counts(found) | {"timestamp": f"{report.generated_on}T00:00:00"})
    properties = _element("properties", {})
    properties.extend(_element("property", {"name": name, "value": value}) for name, value in _properties(release).items())
    suite.append(properties)
    suite.extend(_case(outcome) for outcome in found)
    if release.findings:
        suite.append(_element("system-out", {}, "\n".join(map(wording.finding_text, release.findings))))
    return suite


def _properties(release: ReleaseReport) -> dict[str, str]:
    """The verdict, what was measured on the published rung, and what reproduces it."""
    facts = {"relation": release.relation, "verdict": verdict_text(release)} | ({} if release.rows is None else {"rows": str(release.rows)})
    return {**facts, **{wording.subject(found): _labelled(release, found) for found in wording.published(release)}, **release.reproduction}


def _labelled(release: ReleaseReport, found: Measurement) -> str:
    """A value, never without the label of a figure that must not be read as one of the population."""
    label = wording.interpretable(release, found)
    return number_text(found) + (f" ({label})" if label else "")


def _case(outcome: Outcome) -> ElementTree.Element:
    case = _element("testcase", {"name": outcome.subject, "classname": outcome.release})
    where = f"{outcome.file}:{outcome.line}" if outcome.file and outcome.line else outcome.file
    told = "\n".join(filter(None, (outcome.text, outcome.note, where)))
    if outcome.ending == "excused":
        case.append(_element("skipped", {"message": outcome.text}, told))
    elif outcome.fails:
        case.append(_element("failure" if outcome.ending == "broken" else "error", {"type": outcome.rule, "message": outcome.text}, told))
    else:
        case.append(_element("system-out", {}, f"warning: {told}" if outcome.ending == "warned" else told))
    return case


def _counts(found: list[Outcome]) -> dict[str, str]:
    endings = [outcome.ending for outcome in found]
    return {
        "tests": str(len(endings)),
        "skipped": str(endings.count("excused")),
        "failures": str(endings.count("broken")),
        "errors": str(endings.count("not_measured")),
    }


def _element(tag: str, attributes: Mapping[str, str], text: str | None = None) -> ElementTree.Element:
    """An element of characters that XML can hold and people can see."""
    element = ElementTree.Element(tag, {name: visible(value) for name, value in attributes.items()})
    element.text = None if text is None else visible(text)
    return element
