"""GitLab's code quality report: what fails or warns, beside the line of the declaration in a merge request."""

from __future__ import annotations

from typing import Any

from sqlrisk.outcomes import Outcome, outcomes
from sqlrisk.plain import json_text
from sqlrisk.report import Report
from sqlrisk.reports import visible

SEVERITY = {"not_measured": "blocker", "broken": "critical", "warned": "minor"}


def render(report: Report) -> str:
    """A list of issues; limits that hold are none. Where no file declares the release its relation stands for the path."""
    return json_text([_issue(outcome) for outcome in outcomes(report) if outcome.ending != "held"])


def _issue(outcome: Outcome) -> dict[str, Any]:
    return {
        "type": "issue",
        "description": _line(f"{outcome.release}: {outcome.text}"),
        "check_name": f"sqlrisk/{outcome.rule}",
        "categories": ["Security"],
        "fingerprint": outcome.fingerprint,
        "severity": SEVERITY[outcome.ending],
        "location": {"path": _line(outcome.file or outcome.relation), "lines": {"begin": outcome.line or 1}},
    }


def _line(text: str) -> str:
    """A single line of visible characters."""
    return " ".join(visible(text).split())
