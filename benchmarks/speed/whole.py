"""A whole `sqlrisk check` in a process of its own against the bare group-by in one, statement by statement, and the bytes it fetches."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.common import projects
from benchmarks.common.costs import Process, best_run, cost
from benchmarks.common.people import L3, database
from benchmarks.common.results import Row
from sqlrisk.findings import columns
from sqlrisk.measuring import measured_within
from sqlrisk.planning import Statement
from sqlrisk.running import Run

CHECK = (sys.executable, "-m", "sqlrisk", "check", "--today", projects.TODAY.isoformat())
LIMITS: tuple[Mapping[str, str | int], ...] = ({"threads": 2}, {"threads": 2, "memory_limit": "512MB"})
"""DuckDB's own memory_limit is 80 % of the machine's memory, and it keeps what it has read of the file up to that: a limit is what bounds a process."""
DECLARED = projects.declaration(projects.AT_L3, projects.EVERYTHING, publish=projects.PUBLISHED_AT_L3)


def whole(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """CPU seconds, peak memory and bytes of a check at L3, under each setting; start-up included on both sides."""
    file = database(folder, rows)
    for limits in LIMITS:
        with tempfile.TemporaryDirectory() as name:
            project = projects.write(Path(name), DECLARED, file, **limits)
            floor, pairs = (bare(text, limits, file, repeat) for text in (L3.bare(), L3.bare("diagnosis")))
            ours = best_run(CHECK, project, repeat)
            refuse_failed(ours)
        yield {
            "rows": rows,
            "settings": ", ".join(f"{key} = {value}" for key, value in limits.items()),
            "floor_cpu": floor.cpu,
            "floor_with_diagnosis_cpu": pairs.cpu,
            "cpu": ours.cpu,
            "ratio": ours.cpu / floor.cpu,
            "ratio_with_diagnosis": ours.cpu / pairs.cpu,
            "wall": ours.wall,
            "floor_wall": floor.wall,
            "peak_mb": ours.peak_mb,
            "floor_peak_mb": floor.peak_mb,
        }


def bare(statement: str, limits: Mapping[str, str | int], file: Path, repeat: int) -> Process:
    """The floor in a process of its own."""
    found = best_run((sys.executable, "-m", "benchmarks.common.bare", statement, json.dumps(dict(limits)), str(file)), file.parent, repeat)
    refuse_failed(found)
    return found


def refuse_failed(found: Process) -> None:
    """Raises RuntimeError where a process did not end with 0."""
    if found.code:
        raise RuntimeError(f"exit {found.code}: {found.out[-1000:]} {found.err[-1000:]}")


class Counted(Run):
    """A run that keeps what each statement costs and fetches."""

    def __init__(self, run: Run) -> None:
        super().__init__(run.bound, run.engine, run.tell)
        self.kept: list[dict[str, Any]] = []

    def rows(self, statement: Statement) -> Sequence[Mapping[str, Any]]:
        """The rows of a statement."""
        used, found = cost(lambda: Run.rows(self, statement))
        self.kept.append({"statement": statement.title, "cpu": used.cpu, "rows_returned": len(found), "bytes": fetched(found)})
        return found


def statements(folder: Path, rows: int) -> Iterator[Row]:
    """Each statement of that check: its CPU seconds, the same by the bare group-by's, and the bytes of what it returns."""
    with tempfile.TemporaryDirectory() as name:
        run = projects.opened(projects.write(Path(name), DECLARED, database(folder, rows), threads=2))
        try:
            with run.engine.snapshot() as snapshot:
                run.engine.rows(L3.bare(), "warming")
                floor, _ = cost(lambda: run.engine.rows(L3.bare(), "the floor"))
                counted = Counted(run)
                measured_within(counted, snapshot, columns.profiled(run.bound))
        finally:
            run.engine.close()
    yield {"statement": "the bare group-by", "rows": rows, "cpu": floor.cpu, "ratio": 1.0}
    for each in counted.kept:
        yield {"statement": each["statement"], "rows": rows, "cpu": each["cpu"], "ratio": each["cpu"] / floor.cpu, **each}


def fetched(rows: Sequence[Mapping[str, Any]]) -> int:
    """The bytes of some rows: eight a number, as many as it has a text."""
    return sum(len(value.encode()) if isinstance(value, str) else 8 for row in rows for value in row.values())
