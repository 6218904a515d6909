"""How long the program takes to start, and for the example of 20,000 rows: whole processes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import projects
from benchmarks.common.costs import ROOT, run
from benchmarks.common.results import Row

PROGRAM = (sys.executable, "-m", "sqlrisk")
RUNS = {
    "--help": ["--help"],
    "check of 20,000 rows": ["check", "--project-dir", str(ROOT / "example_project"), "--select", "altas_provincia", "--today", projects.TODAY.isoformat()],
}


def start_up(repeat: int) -> Iterator[Row]:
    """The shortest of some runs, wall seconds first: a person waits for them."""
    for name, arguments in RUNS.items():
        with tempfile.TemporaryDirectory() as folder:
            found = min((run((*PROGRAM, *arguments), Path(folder)) for _ in range(repeat)), key=lambda each: each.wall)
        if found.code not in (0, 1):
            raise RuntimeError(f"{name}: exit {found.code}: {found.err[-1000:]}")
        yield {"what": name, "wall": found.wall, "cpu": found.cpu, "peak_mb": found.peak_mb}
