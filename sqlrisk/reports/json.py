"""JSON: the results (`sqlrisk schema results`), the same bytes for the same data, declaration and day."""

from __future__ import annotations

import json

from sqlrisk.report import Report


def render(report: Report) -> str:
    """The results, indented, in UTF-8."""
    return json.dumps(report.to_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
