"""What is told while it is measured: lines with -v, a bar on a terminal for what takes long, nothing elsewhere."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.helpers import TODAY, project
from tests.helpers import sqlrisk as program

RUN = """
import time
from sqlrisk import progress
progress.PATIENCE = 0.2
assert progress.is_terminal()
with progress.bars("altas: {title}", 3, 12) as counted:
    time.sleep({seconds})
    counted(1)
"""


def drawn(title: str, seconds: float) -> str:
    """What a statement of so many seconds draws on a terminal of 80 columns."""
    master, slave = pty.openpty()
    code = RUN.format(title=title, seconds=seconds)
    ran = subprocess.Popen([sys.executable, "-c", code], stderr=slave, stdout=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", "COLUMNS": "80"})
    os.close(slave)
    seen = b""
    try:
        while read := os.read(master, 65536):
            seen += read
    except OSError:  # the other end of a terminal is closed
        pass
    os.close(master)
    assert ran.wait() == 0
    return seen.decode()


def test_a_long_statement_has_a_bar_that_says_what_is_measured_and_goes() -> None:
    seen = drawn("sensitive_classes, rung a\\u202eb, column diagnostico", 0.6)
    assert "altas: sensitive_classes, rung a<U+202E>b, column diagnos" in seen
    assert seen.rstrip().endswith("\x1b[2K"), "the line is not erased at the end"


def test_a_short_statement_draws_nothing() -> None:
    assert drawn("row_counts", 0.0) == ""


def test_where_there_is_no_terminal_nothing_is_told_but_with_v_every_statement(tmp_path: Path) -> None:
    folder = project(tmp_path)
    assert program("check", "--today", TODAY, cwd=folder).err == ""
    told = program("check", "-v", "--today", TODAY, cwd=folder).err.splitlines()
    assert [line.split()[1] for line in told] == ["s"] * len(told)
    assert "altas: row_counts, rung published" in told[0]
