"""The drift in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.drift import tables
from sqlrisk.drift.moved import Drift, ReleaseDrift
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import escape, markdown_table


def render(drift: Drift, language: Language = ENGLISH) -> str:
    """The drift as one Markdown document."""
    lines = [f"# {language.say('Re-identification risk: what moved')}", "", *(f"- {escape(line)}" for line in tables.opening(drift, language)), ""]
    for release in drift.releases:
        lines += _release(release, language)
    return "\n".join(lines).rstrip() + "\n"


def _release(release: ReleaseDrift, language: Language) -> Iterator[str]:
    yield from (f"## {escape(release.name)}", "", escape(tables.summary(release, language)), "")
    for section in tables.sections(release, language):
        yield from (f"### {escape(section.heading)}", "")
        if section.rows:
            yield from markdown_table(section.headings, section.rows)
        if section.sentences:
            yield from (*(f"- {escape(line)}" for line in section.sentences), "")
