"""docs/tutorial.md is run as a reader runs it: its file, its changes to it, its commands in their order, every line that it shows."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

from tests.helpers import sqlrisk

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^`(?P<file>[\w.]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```", flags=re.DOTALL | re.MULTILINE)
STEP = re.compile(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", flags=re.MULTILINE)
TODAY = "2026-11-30"


def changed(text: str, change: str) -> str:
    """A text after a change in the manner of a diff: the lines that are kept or taken out stand in it once, and the others come in their place."""
    before = "".join(line[1:] for line in change.splitlines(keepends=True) if line[0] != "+")
    after = "".join(line[1:] for line in change.splitlines(keepends=True) if line[0] != "-")
    assert text.count(before) == 1, before
    return text.replace(before, after)


def ran(command: str, place: Path) -> str:
    """What a command prints, on the day on which the page was written."""
    if command.startswith("sqlrisk "):
        arguments = shlex.split(command)[1:]
        dated = ["--today", TODAY] if arguments[0] in ("demo", "lint", "check", "compile") else []
        done = sqlrisk(*arguments, *dated, cwd=place)
        return done.out + done.err
    return subprocess.run(["sh", "-c", command], cwd=place, capture_output=True, text=True, timeout=60, check=True).stdout


def test_the_reader_gets_what_the_page_shows(tmp_path: Path) -> None:
    place, shown = tmp_path, 0
    for block in BLOCK.finditer(PAGE):
        if block["file"]:
            file = place / block["file"]
            file.write_text(block["text"], encoding="utf-8")
        elif block["kind"] == "diff":
            file.write_text(changed(file.read_text(encoding="utf-8"), block["text"]), encoding="utf-8")
        for command, lines in STEP.findall(block["text"]) if block["kind"] == "console" else ():
            told = ran(command, place)
            assert [line for line in lines.splitlines() if line != "..." and " ".join(line.split()) not in " ".join(told.split())] == [], told
            shown += len(lines.splitlines())
            place = place / command.split()[1] if command.startswith("cd ") else place
    assert shown > 30
