"""What `sqlrisk init` tells on standard error: a table of the proposals, and what to do next; and writes the file, once."""

from __future__ import annotations

import io
import shlex
import textwrap
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from rich.text import Text

from sqlrisk import reports
from sqlrisk.errors import ConfigurationError
from sqlrisk.layout import console_of, table, trimmed
from sqlrisk.plain import visible
from sqlrisk.recognition.rules import Proposal
from sqlrisk.sources import DECLARATION


def summary(found: Sequence[Proposal], written: Path | None) -> str:
    """The proposals as a table 80 columns wide, and the next steps."""
    text = io.StringIO()
    console = console_of(text, color=False, width=80)
    rows = [_row(list(alike)) for _, alike in groupby(found, lambda each: each.text)]
    table(console, ("column", "proposed role", "why"), rows, widest=24)
    where = f"thresholds in {written}" if written else "thresholds"
    next_steps = f"next: read each line of it, write your limits under {where}, then sqlrisk lint{_where(written)}"
    return trimmed(text.getvalue()) + "\n" + textwrap.fill(next_steps, 80, break_on_hyphens=False, break_long_words=False)


def _where(written: Path | None) -> str:
    """The option with which a command finds the file."""
    if written is None or str(written) == DECLARATION:
        return ""
    return f" --project-dir {shlex.quote(str(written.parent))}" if written.name == DECLARATION else f" --config {shlex.quote(str(written))}"


def _row(alike: Sequence[Proposal]) -> list[Text]:
    """The row of a column; of columns in a row of which the same is said, one for all."""
    one, last = alike[0], alike[-1]
    name = one.name if len(alike) == 1 else f"{one.name} to {last.name} ({len(alike)})"
    return [Text(visible(name)), Text(one.role), Text(visible(one.why))]


def free(file: Path) -> Path:
    """The file, if it can be written and nothing stands there. Raises ConfigurationError."""
    if file.exists() or file.is_symlink():
        raise ConfigurationError(
            "this file exists already: nothing is overwritten", where=str(file), instead="write another with --out FILE, or print it with --out -"
        )
    if not file.resolve().parent.is_dir():
        raise ConfigurationError(f"the folder of {file} is not there", instead="make it first")
    return file


def write(text: str, file: Path) -> None:
    """Write a file that is not there yet, whole or not at all. Raises ConfigurationError where one came meanwhile, WriteError."""
    try:
        reports.write(text, file, anew=True)
    except FileExistsError:
        free(file)
