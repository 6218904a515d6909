"""Tables whose rows are nearly all unique, under a limit of memory: they spill and finish, or fail with one message and leave nothing behind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.common import projects
from benchmarks.common.costs import run
from benchmarks.common.people import NEAR_UNIQUE, database, opened
from benchmarks.common.results import Row
from benchmarks.speed.whole import CHECK

COLUMNS = {name: projects.quasi_identifier() for name in NEAR_UNIQUE.columns}
WITH_DIAGNOSIS = {**COLUMNS, "diagnosis": {"role": "sensitive"}}
CHECKS = (
    ("k and the identity measures", projects.declaration(COLUMNS), "1GB"),
    ("and everything of the diagnosis", projects.declaration(WITH_DIAGNOSIS, projects.EVERYTHING), "1GB"),
    ("k and the identity measures", projects.declaration(COLUMNS), "64MB"),
)


def near_unique(folder: Path, rows: int) -> Iterator[Row]:
    """A whole check of six quasi-identifiers under 1 GB, with a sensitive attribute and without, and under 64 MB."""
    with opened(database(folder, rows)) as connection:
        classes = connection.execute(NEAR_UNIQUE.bare()).fetchall()[0][0]
    for asked, declared, limit in CHECKS:
        with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory(dir=folder) as spilled:
            project = projects.write(Path(name), declared, database(folder, rows), threads=2, memory_limit=limit, temp_directory=spilled)
            found = run((*CHECK, "--format", "json"), project)
            left = len(list(Path(spilled).iterdir()))
        yield {
            "asked": asked,
            "rows": rows,
            "classes": classes,
            "memory_limit": limit,
            "exit_code": found.code,
            "said": projects.error(found.out) or found.err.strip(),
            "left_behind": left,
            "cpu": found.cpu,
            "wall": found.wall,
            "peak_mb": found.peak_mb,
        }
