"""The figures of a public report: a few measures, each made of rounded counts."""

from __future__ import annotations

from sqlrisk import wording
from sqlrisk.languages import Language
from sqlrisk.report import ReleaseReport
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Cell, Section, Table


def section(release: ReleaseReport, language: Language) -> Section | None:
    """Each figure with its unit; None where the public sees none."""
    rows = tuple(
        (Cell(wording.subject(found, language), code=True), Cell(numbers.written(found, language)), Cell(language.sentence(found.unit)))
        for found in wording.published(release)
    )
    if not rows:
        return None
    table = Table(language.say("Figures from counts rounded to tens"), tuple(map(language.say, ("measure", "value", "unit"))), rows, frozenset({1}))
    return Section("figures", language.say("Figures"), (table,))
