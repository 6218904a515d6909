"""SARIF 2.1.0, for code scanning: broken limits and findings on the lines of the declaration that they stand on."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from sqlrisk.measures import measures
from sqlrisk.outcomes import Outcome, outcomes, rule_text
from sqlrisk.plain import json_text, plain
from sqlrisk.report import DISCLAIMER, ReleaseReport, Report
from sqlrisk.reports import visible

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVEL = {"excused": "note", "warned": "warning", "broken": "error", "not_measured": "error"}
_LINK = re.compile(r"\[(?=[^\]]*\]\()")


def render(report: Report) -> str:
    """One run. What could not be measured is a result and a notification too, so that no reader takes it for a finding that is gone."""
    found = [outcome for outcome in outcomes(report) if outcome.ending != "held"]
    rules = sorted({outcome.rule for outcome in outcomes(report)})
    driver = {"name": report.tool["name"], "version": report.tool["version"], "rules": [_rule(rule) for rule in rules]}
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"{report.tool['name']}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report, found)],
        "results": [_result(outcome, rules) for outcome in found],
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: str) -> dict[str, Any]:
    question, help_text = rule_text(rule)
    told = f"{question} {help_text} A publishable release is so {DISCLAIMER}."
    return {
        "id": rule,
        "shortDescription": _message(question),
        "fullDescription": _message(f"{question} {help_text}"),
        "help": {"text": _text(told), "markdown": told},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["privacy", measures()[rule].family if rule in measures() else "declaration"]},
    }


def _invocation(report: Report, found: list[Outcome]) -> dict[str, Any]:
    """How the run ended; what was not measured as errors, what stands beside the verdicts as notes."""
    told = [_notification("error", outcome.text, outcome) for outcome in found if outcome.ending == "not_measured"]
    told += [_notification("note", finding.text, release) | {"descriptor": {"id": finding.id}} for release in report.releases for finding in release.findings]
    return {
        "executionSuccessful": report.exit_code in (0, 1),
        "exitCode": report.exit_code,
        "toolExecutionNotifications": told,
    }


def _notification(level: str, text: str, about: Outcome | ReleaseReport) -> dict[str, Any]:
    name = about.release if isinstance(about, Outcome) else about.name
    return {"level": level, "message": _message(f"{name}: {text}"), "locations": [{"logicalLocations": [_logical(about.relation)]}]}


def _result(outcome: Outcome, rules: list[str]) -> dict[str, Any]:
    result = outcome.result
    known = {"limit": plain(result.limit)} if result else {}
    known |= {"value": plain(result.value)} if result and result.value is not None else {}
    return {
        "ruleId": outcome.rule,
        "ruleIndex": rules.index(outcome.rule),
        "level": LEVEL[outcome.ending],
        "message": _message(". ".join(filter(None, (f"{outcome.release}: {outcome.text}", outcome.note)))),
        "locations": [_location(outcome)],
        "suppressions": [{"kind": "external", "status": "accepted", "justification": _text(outcome.note)}] if outcome.ending == "excused" else [],
        "partialFingerprints": {"primaryLocationLineHash": outcome.fingerprint, "sqlrisk/v1": outcome.fingerprint},
        "properties": {"release": visible(outcome.release), **known},
    }


def _location(outcome: Outcome) -> dict[str, Any]:
    """The line of the declaration, where a file declares it, and the relation."""
    logical = {"logicalLocations": [_logical(outcome.relation)]}
    if outcome.file is None:
        return logical
    artifact = {"uri": quote(outcome.file, errors="surrogateescape"), "uriBaseId": "%SRCROOT%"}
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": outcome.line or 1}}, **logical}


def _logical(relation: str) -> dict[str, str]:
    return {"fullyQualifiedName": visible(relation), "kind": "table"}


def _message(text: str) -> dict[str, str]:
    return {"text": _text(text)}


def _text(text: str) -> str:
    """Plain text of SARIF: braces would hold arguments, and brackets before parentheses a link."""
    return _LINK.sub(r"\\[", visible(text).replace("{", "{{").replace("}", "}}"))
