"""The scan for people at a terminal, at 80 columns."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sqlrisk.layout import console_of, heading, lines, table, trimmed
from sqlrisk.scanning import words
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans


def render(scans: Scans, *, color: bool = False, width: int = 80) -> str:
    """The scans as text."""
    written = io.StringIO()
    console = console_of(written, color=color, width=width)
    for scan in scans.releases:
        _release(console, scan)
    return trimmed(written.getvalue())


def _release(console: Console, scan: Scan) -> None:
    what = "NOT MEASURED" if scan.error else f"scan of {words.line(scan.relation)}; it judges nothing"
    console.print(Text.assemble((words.line(scan.name), "bold"), ": ", what))
    if scan.error:
        lines(console, [scan.error])
        return
    console.print(Text(words.about(scan)))
    _columns(console, scan, "Each of these columns, known too", scan.forgotten)
    _columns(console, scan, "Columns whose role says what they tell", scan.declared)
    heading(console, "What it says")
    lines(console, words.sentences(scan))
    console.print()


def _columns(console: Console, scan: Scan, title: str, columns: Sequence[ScannedColumn]) -> None:
    if columns:
        heading(console, title)
        rows = [tuple(map(Text, row)) for row in words.rows(columns, scan)]
        table(console, words.HEADINGS, rows, right=range(2, len(words.HEADINGS)), widest=20)
        lines(console, words.left_out(columns))
