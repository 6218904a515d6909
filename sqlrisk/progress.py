"""What is being measured, told on standard error: a line for each statement, or a bar for one that takes longer than a second."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlrisk.reports import visible
from sqlrisk.running import Counted, silent
from sqlrisk.secrets import redact
from sqlrisk.terminal import tell

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["bars", "is_terminal", "lines", "silent"]
PATIENCE = 1.0


def is_terminal() -> bool:
    """Whether standard error is a terminal that can draw over a line."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def lines(title: str, before: int, planned: int) -> Iterator[Counted]:
    """A line for each statement that ended: its seconds, the rows that it returned, its title."""
    returned: list[int] = []
    started = time.perf_counter()
    yield returned.append
    tell(f"{time.perf_counter() - started:8.3f} s {sum(returned):7,} rows  {title}")


@contextmanager
def bars(title: str, before: int, planned: int) -> Iterator[Counted]:
    """A bar for a statement once it has run for a second; it is gone when the statement is, whatever became of it."""
    drawn: list[Progress] = []
    timer = threading.Timer(PATIENCE, lambda: drawn.append(_started(title, before, planned)))
    timer.daemon = True
    timer.start()
    try:
        yield lambda rows: None
    finally:
        timer.cancel()
        timer.join()
        for progress in drawn:
            progress.stop()


def _started(title: str, before: int, planned: int) -> Progress:
    """A bar of the statements sent so far, that moves by itself where nobody knows how many will come."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Column

    columns = (BarColumn(12), TimeElapsedColumn(), TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")))
    progress = Progress(*columns, console=Console(stderr=True, highlight=False, emoji=False), transient=True)
    progress.add_task(visible(redact(title)), total=max(planned, before + 1) if planned else None, completed=before)
    progress.start()
    return progress
