"""The ladder for people at a terminal, at 80 columns: the tables, the frontier in plain characters, and what they say."""

from __future__ import annotations

import io

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from sqlrisk.ladders import tables, text_plot, words
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.layout import console_of, heading, lines, table, trimmed


def render(ladders: Ladders, *, color: bool = False, width: int = 80) -> str:
    """The ladders as text."""
    written = io.StringIO()
    console = console_of(written, color=color, width=width)
    for ladder in ladders.releases:
        _release(console, ladder)
    return trimmed(written.getvalue())


def _release(console: Console, ladder: Ladder) -> None:
    console.print(
        Text.assemble(
            (words.line(ladder.name), "bold"), ": ", "NOT MEASURED" if ladder.error else f"ladder of {words.line(ladder.relation)}; it judges nothing"
        )
    )
    if ladder.error:
        lines(console, [ladder.error])
        return
    for each in tables.of(ladder):
        heading(console, each.heading)
        rows = [tuple(map(Text, row)) for row in each.rows]
        table(console, each.headings, rows, right=range(each.names, len(each.headings)), widest=0)
    if len(ladder.points()) > 1:
        heading(console, "Mean risk against bits before suppression")
        for line in text_plot.drawn(ladder):
            console.print(Padding(Text(line, overflow="fold"), (0, 0, 0, 2)))
    heading(console, "What it says")
    lines(console, words.sentences(ladder))
    console.print()
