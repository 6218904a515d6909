"""The tables of a ladder for people: figures before suppression, what suppression leaves, and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder, Rung
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.report import number_text
from sqlrisk.suppression import Suppression

_FIGURES = {"classes": "classes", "k": "k", "prosecutor_max": "max", "prosecutor_mean": "mean", "unique_rows": "unique", "entropy_bits": "bits"}


@dataclass(frozen=True)
class Table:
    """A table's heading, its columns and rows; the first `names` columns are names, the others numbers."""

    heading: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    names: int = 1


def of(ladder: Ladder, language: Language = ENGLISH) -> Iterator[Table]:
    """The tables of a ladder that was measured."""
    yield _figures(ladder, language)
    for each in ladder.rungs[0].suppressed:
        yield _suppressed(ladder, each.suppression, language)
    if len(ladder.queries()) > 1:
        yield _errors(ladder, language)
    if ladder.steps():
        yield _steps(ladder, language)


def _figures(ladder: Ladder, language: Language) -> Table:
    columns = tuple(ladder.rungs[0].sensitive)
    more = ("l", "t") if columns else ()
    heading = language.say("Ladder, before suppression; max and mean of the prosecutor's risk")
    heading += language.say("; l and t: the worst of {count} columns", count=len(columns)) if len(columns) > 1 else ""
    rows = [_row(rung, ladder, bool(more), language) for rung in words.shown(ladder)]
    return Table(heading, _headings(language, "rung", *_FIGURES.values(), *more), rows)


def _headings(language: Language, *titles: str) -> tuple[str, ...]:
    return tuple(map(language.say, titles))


def _row(rung: Rung, ladder: Ladder, sensitive: bool, language: Language) -> tuple[str, ...]:
    more = [words.worst(rung, measure, language) for measure in ("distinct_l", "t_closeness")] if sensitive else []
    return (words.title(rung.name, ladder, language), *(number_text(rung.figures[name], language) for name in _FIGURES), *more)


def _suppressed(ladder: Ladder, suppression: Suppression, language: Language) -> Table:
    """What a suppression takes; where one query is declared its error stands there too, for the suppression under which it was measured."""
    query = ladder.queries()[0] if suppression == ladder.limit and len(ladder.queries()) == 1 else None
    rows = []
    for rung in words.shown(ladder):
        cut = rung.at(suppression)
        errors = () if query is None else (words.error(rung, query, ladder, language),)
        figures = [language.written(cut.rows), language.written(cut.share), language.written(cut.entropy_bits)]
        rows.append((words.title(rung.name, ladder, language), *figures, *errors))
    heading = language.say("To reach {goal}: what suppression takes and leaves", goal=words.goal(suppression))
    if query is not None:
        heading += language.say("; query error: of {query}, in {unit}", query=words.line(query), unit=language.sentence(ladder.unit(query)))
    return Table(heading, _headings(language, "rung", "rows", "share", "bits left", *(["query error"] if query else [])), rows)


def _errors(ladder: Ladder, language: Language) -> Table:
    rows = [
        (words.line(query), words.title(rung.name, ladder, language), words.error(rung, query, ladder, language))
        for query in ladder.queries()
        for rung in words.shown(ladder)
    ]
    return Table(
        language.say("Errors of the queries once {goal} is reached", goal=words.goal(ladder.limit)),
        _headings(language, "query", "rung", "error"),
        rows,
        names=2,
    )


def _steps(ladder: Ladder, language: Language) -> Table:
    first = words.line(ladder.steps()[0].start.name)
    heading = language.say("Each step from {rung}: what it costs in bits and takes off the mean risk", rung=first)
    return Table(heading, _headings(language, "down to", "bits", "mean risk", "bits so far", "risk so far"), words.steps(ladder, language))
