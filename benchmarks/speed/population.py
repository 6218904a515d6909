"""The estimators' two statements and the matching with a reference, on five quasi-identifiers, against the bare group-by."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.common.costs import best
from benchmarks.common.people import Level, answer, database, opened
from benchmarks.common.results import Row
from sqlrisk.estimators.margin_forest import forest
from sqlrisk.evidence import margin_histograms
from sqlrisk.planning.population import alone, edges
from sqlrisk.queries import render

FIVE = ("age", "sex", "postcode", "profession", "shift")
LEVELS = (
    Level(
        "ten years, province",
        "five columns",
        "(select age - age % 10 as age, sex, substring(postcode, 1, 2) as postcode, profession, shift from people)",
        FIVE,
    ),
    Level("as they are", "five columns", "people", FIVE),
)


def population(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """CPU seconds of both, and the bytes that the two statements fetch."""
    with opened(database(folder, rows)) as connection:
        for level in LEVELS:
            classes = connection.execute(level.bare()).fetchall()[0][0]
            bare, _ = answer(connection, level.bare(), repeat)
            first, returned = best(functools.partial(margins, connection, level), repeat)
            second, more = answer(connection, of_margins(level, returned, rows), repeat)
            matched = render("matched_classes", relation=level.relation, quasi_identifiers=list(level.columns), reference=level.relation).sql
            reference, _ = answer(connection, matched)
            yield {
                "level": level.name,
                "rows": rows,
                "classes": classes,
                "floor_cpu": bare.cpu,
                "estimators_ratio": (first.cpu + second.cpu) / bare.cpu,
                "bytes": sum(8 * len(row) for row in (*returned, *more)),
                "reference_ratio": reference.cpu / bare.cpu,
            }


def margins(connection: duckdb.DuckDBPyConnection, level: Level) -> list[dict[str, Any]]:
    """The histograms of the margins, from the first statement."""
    cursor = connection.execute(render("margin_histograms", relation=level.relation, quasi_identifiers=list(level.columns), paired=len(FIVE)).sql)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def of_margins(level: Level, histograms: Sequence[dict[str, Any]], rows: int) -> str:
    """The second statement, whose parameters the first one gives."""
    columns = list(level.columns)
    model = forest(columns, margin_histograms(histograms, columns))
    return render("margin_classes", relation=level.relation, quasi_identifiers=columns, rows=rows, edges=list(edges(model)), alone=list(alone(model))).sql
