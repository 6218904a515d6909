"""The scan in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import escape, markdown_table
from sqlrisk.scanning import words
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans


def render(scans: Scans, language: Language = ENGLISH) -> str:
    """The scans as one Markdown document."""
    lines = [f"# {language.say('Scan for forgotten columns, {day}', day=scans.generated_on)}", ""]
    for scan in scans.releases:
        lines += [*_release(scan, language), ""]
    return "\n".join(lines).rstrip() + "\n"


def _release(scan: Scan, language: Language) -> Iterator[str]:
    yield f"## {escape(words.line(scan.name))}"
    yield ""
    if scan.error:
        yield language.say("Not measured: {error}", error=escape(language.sentence(scan.error)))
        return
    yield escape(words.about(scan, language))
    yield ""
    yield from _columns(scan, language.say("Each of these columns, known too"), scan.forgotten, language)
    yield from _columns(scan, language.say("Columns whose role says what they tell"), scan.declared, language)
    yield f"{language.say('What it says')}:"
    yield ""
    yield from (f"- {escape(sentence)}" for sentence in words.sentences(scan, language))


def _columns(scan: Scan, title: str, columns: Sequence[ScannedColumn], language: Language) -> Iterator[str]:
    if columns:
        yield from (f"{title}:", "")
        yield from markdown_table(words.headings(language), words.rows(columns, scan, language))
        yield from (f"{sentence}\n" for sentence in words.left_out(columns, language))
