"""The scan in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk.layout import escape, markdown_table
from sqlrisk.scanning import words
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans


def render(scans: Scans) -> str:
    """The scans as one Markdown document."""
    lines = [f"# Scan for forgotten columns, {scans.generated_on}", ""]
    for scan in scans.releases:
        lines += [*_release(scan), ""]
    return "\n".join(lines).rstrip() + "\n"


def _release(scan: Scan) -> Iterator[str]:
    yield f"## {escape(words.line(scan.name))}"
    yield ""
    if scan.error:
        yield f"Not measured: {escape(scan.error)}"
        return
    yield escape(words.about(scan))
    yield ""
    yield from _columns(scan, "Each of these columns, known too:", scan.forgotten)
    yield from _columns(scan, "Columns whose role says what they tell:", scan.declared)
    yield "What it says:"
    yield ""
    yield from (f"- {escape(sentence)}" for sentence in words.sentences(scan))


def _columns(scan: Scan, title: str, columns: Sequence[ScannedColumn]) -> Iterator[str]:
    if columns:
        yield from (title, "")
        yield from markdown_table(words.HEADINGS, words.rows(columns, scan))
        yield from (f"{sentence}\n" for sentence in words.left_out(columns))
