"""The ladder for people at a terminal, at 80 columns: the tables, the frontier in plain characters, and what they say."""

from __future__ import annotations

import io

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from sqlrisk.ladders import tables, text_plot, words
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import console_of, heading, lines, table, trimmed


def render(ladders: Ladders, language: Language = ENGLISH, *, color: bool = False, width: int = 80) -> str:
    """The ladders as text."""
    written = io.StringIO()
    console = console_of(written, color=color, width=width)
    for ladder in ladders.releases:
        _release(console, ladder, language)
    return trimmed(written.getvalue())


def _release(console: Console, ladder: Ladder, language: Language) -> None:
    say = language.say
    what = say("NOT MEASURED") if ladder.error else say("ladder of {relation}; it judges nothing", relation=words.line(ladder.relation))
    console.print(Text.assemble((words.line(ladder.name), "bold"), ": ", what))
    if ladder.error:
        lines(console, [language.sentence(ladder.error)])
        return
    for each in tables.of(ladder, language):
        heading(console, each.heading)
        rows = [tuple(map(Text, row)) for row in each.rows]
        table(console, each.headings, rows, right=range(each.names, len(each.headings)), widest=0)
    if len(ladder.points()) > 1:
        heading(console, say("Mean risk against bits before suppression"))
        for line in text_plot.drawn(ladder, language):
            console.print(Padding(Text(line, overflow="fold"), (0, 0, 0, 2)))
    heading(console, say("What it says"))
    lines(console, words.sentences(ladder, language))
    console.print()
