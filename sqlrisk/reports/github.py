"""Workflow commands of GitHub Actions: annotations on the lines of the declaration; beside them, Markdown for the step's summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlrisk.languages import ENGLISH, Language
from sqlrisk.outcomes import Outcome, outcomes
from sqlrisk.report import Report, verdict_text
from sqlrisk.reports import markdown, visible

MOST = 10
"""As many annotations of each level GitHub shows of one step: the rest it drops in silence."""


def render(report: Report) -> str:
    """One command a line: errors, warnings, and a notice with the verdict of each release that is publishable."""
    found = outcomes(report)
    lines = [
        *_annotations("error", [outcome for outcome in found if outcome.fails]),
        *_annotations("warning", [outcome for outcome in found if outcome.ending in ("warned", "excused")]),
        *_most(
            "notice", [_command("notice", verdict_text(each), title=each.name) for each in report.releases if each.verdict in ("publishable", "not_judged")]
        ),
    ]
    return "\n".join(lines) + "\n"


def step_summary(report: Report, language: Language = ENGLISH) -> str:
    """What is appended to the file that GITHUB_STEP_SUMMARY names when this format is printed."""
    return markdown.render(report, language)


def _annotations(level: str, found: Iterable[Outcome]) -> Iterator[str]:
    lines = []
    for outcome in found:
        place = {"file": outcome.file, "line": str(outcome.line or 1)} if outcome.file else {}
        text = "\n".join(filter(None, (outcome.text, outcome.note)))
        lines.append(_command(level, text, **place, title=f"{outcome.release}: {outcome.rule.replace('_', ' ')}"))
    return _most(level, lines)


def _most(level: str, lines: list[str]) -> Iterator[str]:
    """As many lines as are shown; the last one says how many are not."""
    yield from lines if len(lines) <= MOST else lines[: MOST - 1]
    if len(lines) > MOST:
        yield _command(level, f"and {len(lines) - MOST + 1} more: the step's summary lists them", title="sqlrisk")


def _command(name: str, message: str, **properties: str) -> str:
    shown = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {shown}::{_data(message)}"


def _data(text: str) -> str:
    """GitHub's own escaping of a message."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """GitHub's own escaping of a property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
