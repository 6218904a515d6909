"""The two kernels that every check runs against the bare group-by of the same columns, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.common.people import LEVELS, Level, answer, database, opened
from benchmarks.common.results import Row
from sqlrisk.queries import render


def kernels(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """Class sizes (Q1) against the classes, and what they give away (Q2) against the classes with the sensitive column; CPU seconds."""
    with opened(database(folder, rows)) as connection:
        for level in LEVELS:
            classes = connection.execute(level.bare()).fetchall()[0][0]
            for kernel, ours, floor in texts(level):
                bare, _ = answer(connection, floor, repeat)
                found, returned = answer(connection, ours, repeat)
                ratio = found.cpu / bare.cpu
                yield {
                    "kernel": kernel,
                    "level": level.name,
                    "rows": rows,
                    "classes": classes,
                    "floor_cpu": bare.cpu,
                    "cpu": found.cpu,
                    "ratio": ratio,
                    "wall": found.wall,
                    "rows_returned": len(returned),
                }


def texts(level: Level) -> Iterator[tuple[str, str, str]]:
    """(kernel, its statement, the floor's)."""
    columns = list(level.columns)
    yield "class_sizes", render("class_sizes", relation=level.relation, quasi_identifiers=columns).sql, level.bare()
    sensitive = render("sensitive_classes", relation=level.relation, quasi_identifiers=columns, sensitive="diagnosis").sql
    yield "sensitive_classes", sensitive, level.bare("diagnosis")
