"""The report formats: each file of this folder is one, and its name is what --format takes."""

from __future__ import annotations

import importlib

from sqlrisk.formats import Formats
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.plain import visible as visible
from sqlrisk.report import Report
from sqlrisk.secrets import redact, redacted
from sqlrisk.writing import append as append
from sqlrisk.writing import write as write

_FORMATS = Formats[Report](__name__, __path__)
names, render, lacking = _FORMATS.names, _FORMATS.render, _FORMATS.lacking


def step_summary(report: Report, format: str, language: Language = ENGLISH) -> str:
    """What a format that has a `step_summary` leaves in a pipeline's own summary when it is printed; nothing of the others."""
    found = getattr(importlib.import_module(f"{__name__}.{format}"), "step_summary", None)
    return redact(found(redacted(report), language)) if found else ""
