"""The tables of a ladder for people: figures before suppression, what suppression leaves, and the steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder, Rung
from sqlrisk.plain import digits
from sqlrisk.report import number_text

_FIGURES = {"classes": "classes", "k": "k", "prosecutor_max": "max", "prosecutor_mean": "mean", "unique_rows": "unique", "entropy_bits": "bits"}
MOST_QUERIES = 3


@dataclass(frozen=True)
class Table:
    """A table's heading, its columns and rows; the first column is names, the others numbers."""

    heading: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]]


def of(ladder: Ladder) -> Iterator[Table]:
    """The tables of a ladder that was measured."""
    yield _figures(ladder)
    for k in [each.k for each in ladder.rungs[0].suppressed]:
        yield _suppressed(ladder, k)
    queries = ladder.queries()[MOST_QUERIES:]
    for place in range(0, len(queries), MOST_QUERIES):
        yield _errors(ladder, queries[place : place + MOST_QUERIES])
    steps = words.steps(ladder)
    if steps:
        headings = ("down to", "bits", "mean risk", "bits so far", "risk so far")
        yield Table(f"Each step from {words.line(ladder.steps()[0].start.name)}: what it costs in bits and takes off the mean risk", headings, steps)


def _figures(ladder: Ladder) -> Table:
    columns = tuple(ladder.rungs[0].sensitive)
    more = ("l", "t") if columns else ()
    heading = "Ladder, before suppression; max and mean of the prosecutor's risk" + (
        f"; l and t: the worst of {len(columns)} columns" if len(columns) > 1 else ""
    )
    rows = [_row(rung, ladder, bool(more)) for rung in words.shown(ladder)]
    return Table(heading, ("rung", *_FIGURES.values(), *more), rows)


def _row(rung: Rung, ladder: Ladder, sensitive: bool) -> tuple[str, ...]:
    more = (words.worst(rung, "distinct_l"), words.worst(rung, "t_closeness")) if sensitive else ()
    return (words.title(rung.name, ladder), *(number_text(rung.figures[name]) for name in _FIGURES), *more)


def _suppressed(ladder: Ladder, k: int) -> Table:
    """What suppression takes to reach k; the errors of the queries stand where they were measured, beside the release's own limit."""
    queries = ladder.queries()[:MOST_QUERIES] if k == ladder.limit else []
    rows = []
    for rung in words.shown(ladder):
        cut = rung.at(k)
        errors = [words.error(rung, query, ladder) for query in queries]
        rows.append((words.title(rung.name, ladder), f"{cut.rows:,}", digits(cut.share), digits(cut.entropy_bits), *errors))
    return Table(f"To reach k = {k}: what suppression takes and leaves", ("rung", "rows", "share", "bits left", *_error_headings(ladder, queries)), rows)


def _errors(ladder: Ladder, queries: list[str]) -> Table:
    rows = [(words.title(rung.name, ladder), *(words.error(rung, query, ladder) for query in queries)) for rung in words.shown(ladder)]
    return Table(f"Errors of more queries once k = {ladder.limit} is reached", ("rung", *_error_headings(ladder, queries)), rows)


def _error_headings(ladder: Ladder, queries: list[str]) -> list[str]:
    return [f"error of {words.line(query)}" for query in queries]
