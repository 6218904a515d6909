"""The drift for people at a terminal: what got worse first, at 80 columns."""

from __future__ import annotations

import io

from rich.console import Console
from rich.text import Text

from sqlrisk.drift import tables
from sqlrisk.drift.moved import Drift, ReleaseDrift
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import console_of, heading, lines, table, trimmed
from sqlrisk.reports import visible


def render(drift: Drift, language: Language = ENGLISH, *, color: bool = False, width: int = 80) -> str:
    """The drift as text."""
    written = io.StringIO()
    console = console_of(written, color=color, width=width)
    lines(console, tables.opening(drift, language))
    for release in drift.releases:
        _release(console, release, language)
    return trimmed(written.getvalue())


def _release(console: Console, release: ReleaseDrift, language: Language) -> None:
    console.print()
    console.print(Text.assemble((visible(release.name), "bold"), ": ", tables.summary(release, language)))
    for section in tables.sections(release, language):
        heading(console, visible(section.heading))
        if section.rows:
            rows = [tuple(Text(visible(cell)) for cell in row) for row in section.rows]
            table(console, section.headings, rows, section.right, widest=24)
        lines(console, section.sentences)
