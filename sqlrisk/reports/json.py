"""JSON: the results (`sqlrisk schema results`), the same bytes for the same data, declaration and day."""

from __future__ import annotations

from sqlrisk.plain import json_text
from sqlrisk.report import Report


def render(report: Report) -> str:
    """The results, indented, in UTF-8."""
    return json_text(report.to_dict())
