"""One HTML file for people: no script, nothing loaded from outside, on screens, phones and paper."""

from __future__ import annotations

from pathlib import Path

from sqlrisk.languages import ENGLISH, Language
from sqlrisk.report import Report
from sqlrisk.reports.html import page

NEEDS = "vl_convert"


def render(report: Report, language: Language = ENGLISH) -> str:
    """The report as one HTML document in a language; the same bytes for the same results."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, finalize=page.shown, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["coded"] = page.coded
    return environment.get_template("page.html").render(page=page.page(report, language), say=language.say)
