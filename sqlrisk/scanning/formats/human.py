"""The scan for people at a terminal, at 80 columns."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import console_of, heading, lines, table, trimmed
from sqlrisk.scanning import words
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans


def render(scans: Scans, language: Language = ENGLISH, *, color: bool = False, width: int = 80) -> str:
    """The scans as text."""
    written = io.StringIO()
    console = console_of(written, color=color, width=width)
    for scan in scans.releases:
        _release(console, scan, language)
    return trimmed(written.getvalue())


def _release(console: Console, scan: Scan, language: Language) -> None:
    say = language.say
    what = say("NOT MEASURED") if scan.error else say("scan of {relation}; it judges nothing", relation=words.line(scan.relation))
    console.print(Text.assemble((words.line(scan.name), "bold"), ": ", what))
    if scan.error:
        lines(console, [language.sentence(scan.error)])
        return
    console.print(Text(words.about(scan, language)))
    _columns(console, scan, say("Each of these columns, known too"), scan.forgotten, language)
    _columns(console, scan, say("Columns whose role says what they tell"), scan.declared, language)
    heading(console, say("What it says"))
    lines(console, words.sentences(scan, language))
    console.print()


def _columns(console: Console, scan: Scan, title: str, columns: Sequence[ScannedColumn], language: Language) -> None:
    if columns:
        heading(console, title)
        rows = [tuple(map(Text, row)) for row in words.rows(columns, scan, language)]
        table(console, words.headings(language), rows, right=range(2, len(words.HEADINGS)), widest=20)
        lines(console, words.left_out(columns, language))
