"""What the method does not see, and how to make the figures again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from sqlrisk.languages import Language
from sqlrisk.report import ReleaseReport, Report
from sqlrisk.reports.html.views import Block, Cell, Code, Facts, Lines, Prose, Section

NAMES = {
    "config_sha256": "declaration (SHA-256)",
    "sql_sha256": "SQL (SHA-256)",
    "tool_commit": "build",
    "engine": "engine",
    "time_zone": "time zone",
    "limits": "limits of a statement",
    "snapshot": "snapshot",
    "seed": "seed",
    "fail_on": "fail on",
    "command": "command",
}
CODE = ("config_sha256", "sql_sha256", "limits", "command")


def limits(release: ReleaseReport, language: Language) -> Section:
    """What the measures cannot see."""
    sparse = language.say(
        "in sparse tables, where most combinations occur once, nearly every row is alone whatever the columns: classes do not tell such tables apart"
    )
    return Section("method", language.say("Limits of the method"), (Lines((*map(language.sentence, release.limits_of_method), sparse)),))


def reproduction(release: ReleaseReport, report: Report, language: Language) -> Section:
    """Hashes, versions, engine, snapshot, command, and how to print the statements."""
    blocks: list[Block] = [Facts(tuple(_facts(release, report, language)))]
    counted = release.hypotheses.get("class_sizes_sql")
    if counted:
        blocks += [
            Prose(language.say("This statement counts the classes of what is published, one row a class size; the last command above prints the others:"))
        ]
        blocks += [Code(counted)]
    return Section("reproduction", language.say("Reproduction"), tuple(blocks))


def _facts(release: ReleaseReport, report: Report, language: Language) -> Iterator[tuple[str, Cell]]:
    yield language.say("relation"), Cell(release.relation, code=True)
    yield language.say("program"), Cell(f"{report.tool.get('name', '')} {report.tool.get('version', '')}")
    for key, value in ((key, value) for key, value in release.reproduction.items() if value):
        yield language.say(NAMES.get(key, key)), Cell(value if key in CODE else language.sentence(value), code=key in CODE)
    yield language.say("to print the SQL"), Cell(f"sqlrisk compile --select {shlex.quote(release.name)} --dialect {release.dialect}", code=True)
