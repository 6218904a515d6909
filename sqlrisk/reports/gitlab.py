"""GitLab's code quality report: what fails or warns, beside the line of the declaration in a merge request."""

from __future__ import annotations

from typing import Any

from sqlrisk.outcomes import Outcome, outcomes
from sqlrisk.plain import json_text, one_line
from sqlrisk.report import Report

SEVERITY = {"not_measured": "blocker", "broken": "critical", "warned": "minor", "excused": "info"}


def render(report: Report) -> str:
    """A list of issues; limits that hold are none. Where no file declares the release its relation stands for the path."""
    return json_text([_issue(outcome) for outcome in outcomes(report) if outcome.ending != "held"])


def _issue(outcome: Outcome) -> dict[str, Any]:
    return {
        "type": "issue",
        "description": one_line(f"{outcome.release}: {outcome.text}"),
        "check_name": f"sqlrisk/{outcome.rule}",
        "categories": ["Security"],
        "fingerprint": outcome.fingerprint,
        "severity": SEVERITY[outcome.ending],
        "location": {"path": one_line(outcome.file or outcome.relation), "lines": {"begin": outcome.line or 1}},
    }
