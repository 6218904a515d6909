"""The drift as JSON: all that moved, sorted, the same bytes for the same results."""

from __future__ import annotations

import json
from dataclasses import asdict

from sqlrisk.drift.moved import Drift
from sqlrisk.plain import plain
from sqlrisk.report import SCHEMA_VERSION


def render(drift: Drift) -> str:
    """The drift, indented, in UTF-8."""
    return json.dumps({"schema_version": SCHEMA_VERSION, **plain(asdict(drift))}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
