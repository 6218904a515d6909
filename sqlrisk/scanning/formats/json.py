"""The scan for other programs: a small document of its own, described in docs/scan.md."""

from __future__ import annotations

from typing import Any

from sqlrisk.checking import TOOL
from sqlrisk.plain import json_text
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans

SCHEMA_VERSION = 1


def render(scans: Scans) -> str:
    """The document, indented, in UTF-8."""
    releases = [_release(scan) for scan in scans.releases]
    found = {"schema_version": SCHEMA_VERSION, "tool": TOOL, "generated_on": scans.generated_on, "releases": releases, "exit_code": scans.exit_code}
    return json_text(found)


def _release(scan: Scan) -> dict[str, Any]:
    return {
        "name": scan.name,
        "relation": scan.relation,
        "status": "not_measured" if scan.error else "measured",
        "quasi_identifiers": scan.quasi_identifiers,
        "rows": scan.rows,
        "unique_rows": scan.unique_rows,
        "smallest_class": scan.smallest,
        "columns": [_column(column) for column in (*scan.columns, *scan.unmeasured)],
        "identifiers": scan.identifiers,
        "warnings": scan.warnings,
        "error": scan.error,
    }


def _column(column: ScannedColumn) -> dict[str, Any]:
    return {
        "column": column.name,
        "role": column.role,
        "status": "not_measured" if column.reason else "measured",
        "reason": column.reason,
        "distinct": column.distinct,
        "unique_rows": column.unique_rows,
        "gained": column.gained,
        "smallest_class": column.smallest,
    }
