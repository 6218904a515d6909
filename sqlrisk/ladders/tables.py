"""The tables of a ladder for people: figures before suppression, what suppression leaves, and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder, Rung
from sqlrisk.plain import digits
from sqlrisk.report import number_text

_FIGURES = {"classes": "classes", "k": "k", "prosecutor_max": "max", "prosecutor_mean": "mean", "unique_rows": "unique", "entropy_bits": "bits"}


@dataclass(frozen=True)
class Table:
    """A table's heading, its columns and rows; the first `names` columns are names, the others numbers."""

    heading: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    names: int = 1


def of(ladder: Ladder) -> Iterator[Table]:
    """The tables of a ladder that was measured."""
    yield _figures(ladder)
    for k in [each.k for each in ladder.rungs[0].suppressed]:
        yield _suppressed(ladder, k)
    if len(ladder.queries()) > 1:
        yield _errors(ladder)
    if ladder.steps():
        yield _steps(ladder)


def _figures(ladder: Ladder) -> Table:
    columns = tuple(ladder.rungs[0].sensitive)
    more = ("l", "t") if columns else ()
    worst = f"; l and t: the worst of {len(columns)} columns" if len(columns) > 1 else ""
    rows = [_row(rung, ladder, bool(more)) for rung in words.shown(ladder)]
    return Table(f"Ladder, before suppression; max and mean of the prosecutor's risk{worst}", ("rung", *_FIGURES.values(), *more), rows)


def _row(rung: Rung, ladder: Ladder, sensitive: bool) -> tuple[str, ...]:
    more = (words.worst(rung, "distinct_l"), words.worst(rung, "t_closeness")) if sensitive else ()
    return (words.title(rung.name, ladder), *(number_text(rung.figures[name]) for name in _FIGURES), *more)


def _suppressed(ladder: Ladder, k: int) -> Table:
    """What suppression takes to reach k; where one query is declared its error stands there too, for the k at which it was measured."""
    query = ladder.queries()[0] if k == ladder.limit and len(ladder.queries()) == 1 else None
    rows = []
    for rung in words.shown(ladder):
        cut = rung.at(k)
        errors = () if query is None else (words.error(rung, query, ladder),)
        rows.append((words.title(rung.name, ladder), f"{cut.rows:,}", digits(cut.share), digits(cut.entropy_bits), *errors))
    about = "" if query is None else f"; query error: of {words.line(query)}, in {ladder.unit(query)}"
    return Table(
        f"To reach k = {k}: what suppression takes and leaves{about}", ("rung", "rows", "share", "bits left", *(["query error"] if query else [])), rows
    )


def _errors(ladder: Ladder) -> Table:
    rows = [(words.line(query), words.title(rung.name, ladder), words.error(rung, query, ladder)) for query in ladder.queries() for rung in words.shown(ladder)]
    return Table(f"Errors of the queries once k = {ladder.limit} is reached", ("query", "rung", "error"), rows, names=2)


def _steps(ladder: Ladder) -> Table:
    heading = f"Each step from {words.line(ladder.steps()[0].start.name)}: what it costs in bits and takes off the mean risk"
    return Table(heading, ("down to", "bits", "mean risk", "bits so far", "risk so far"), words.steps(ladder))
