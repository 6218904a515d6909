"""The drift as JSON: all that moved, sorted, the same bytes for the same results."""

from __future__ import annotations

from dataclasses import asdict

from sqlrisk.drift.moved import Drift
from sqlrisk.plain import json_text
from sqlrisk.report import SCHEMA_VERSION


def render(drift: Drift) -> str:
    """The drift, indented, in UTF-8."""
    return json_text({"schema_version": SCHEMA_VERSION, **asdict(drift)})
