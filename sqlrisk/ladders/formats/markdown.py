"""The ladder in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.ladders import tables, words
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.layout import escape, markdown_table


def render(ladders: Ladders) -> str:
    """The ladders as one Markdown document."""
    lines = [f"# Generalisation ladder, {ladders.generated_on}", ""]
    for ladder in ladders.releases:
        lines += [*_release(ladder), ""]
    return "\n".join(lines).rstrip() + "\n"


def _release(ladder: Ladder) -> Iterator[str]:
    yield f"## {escape(words.line(ladder.name))}"
    yield ""
    if ladder.error:
        yield f"Not measured: {escape(ladder.error)}"
        return
    for table in tables.of(ladder):
        yield f"{escape(table.heading)}:"
        yield ""
        yield from markdown_table(table.headings, table.rows)
    yield "What it says:"
    yield ""
    yield from (f"- {escape(sentence)}" for sentence in words.sentences(ladder))
