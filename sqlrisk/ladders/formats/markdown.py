"""The ladder in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.ladders import tables, words
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import escape, markdown_table


def render(ladders: Ladders, language: Language = ENGLISH) -> str:
    """The ladders as one Markdown document."""
    lines = [f"# {language.say('Generalisation ladder, {day}', day=ladders.generated_on)}", ""]
    for ladder in ladders.releases:
        lines += [*_release(ladder, language), ""]
    return "\n".join(lines).rstrip() + "\n"


def _release(ladder: Ladder, language: Language) -> Iterator[str]:
    yield f"## {escape(words.line(ladder.name))}"
    yield ""
    if ladder.error:
        yield language.say("Not measured: {error}", error=escape(language.sentence(ladder.error)))
        return
    for table in tables.of(ladder, language):
        yield f"{escape(table.heading)}:"
        yield ""
        yield from markdown_table(table.headings, table.rows)
    yield f"{language.say('What it says')}:"
    yield ""
    yield from (f"- {escape(sentence)}" for sentence in words.sentences(ladder, language))
