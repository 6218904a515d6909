"""The frontier in plain ASCII characters, for terminals: mean risk against bits, a character a rung."""

from __future__ import annotations

import string
from collections.abc import Iterator

from uniplot import plot_to_string

from sqlrisk.frontier import Elbow
from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder
from sqlrisk.languages import ENGLISH, Language

MARKS = string.digits[1:] + string.ascii_letters
WIDTH, HEIGHT = 60, 14
_PLAIN = str.maketrans("┌┐└┘├┤┬┴┼│─", "+++++++++|-")


def drawn(ladder: Ladder, language: Language = ENGLISH) -> Iterator[str]:
    """The lines of the plot of two rungs or more, and a key that sets each query's error after suppression beside its rung."""
    points = ladder.points()[: len(MARKS)]
    grid = _grid([(point.bits, float(point.risk)) for point in points])
    yield from map(language.number, grid)
    yield f"{language.say('bits'):>{WIDTH}}"
    hidden = [mark for mark in MARKS[: len(points)] if not any(mark in line[: WIDTH + 1] for line in grid if line.startswith("|"))]
    if hidden:
        yield language.say("{marks}: behind another, in the same place", marks=", ".join(hidden))
    chosen = ladder.elbow()
    for mark, point in zip(MARKS, points, strict=False):
        name = words.title(point.name, ladder, language)
        is_elbow = isinstance(chosen, Elbow) and chosen.point.name == point.name
        yield f"{mark} {language.say('{rung}, the elbow', rung=name) if is_elbow else name}: {'; '.join(_key(point.name, ladder, language))}"
    if len(ladder.points()) > len(points):
        yield language.say("and {count} more {count|rung|rungs}, not drawn", count=len(ladder.points()) - len(points))


def _key(name: str, ladder: Ladder, language: Language) -> Iterator[str]:
    """What suppression takes of a rung, and each query's error after it."""
    rung = ladder.rung(name)
    yield language.say("suppressed {share}", share=language.percent(f"{float(rung.at(ladder.limit).share):.2%}"))
    for query in ladder.queries():
        yield language.say("error of {query} {error}", query=words.line(query), error=words.error(rung, query, ladder, language))


def _grid(points: list[tuple[float, float]]) -> list[str]:
    bits = [x for x, _ in points]
    margin = max((max(bits) - min(bits)) / 20, 0.05)
    text = plot_to_string(
        xs=[[x] for x, _ in points],
        ys=[[y] for _, y in points],
        character_set="ascii",
        force_ascii_characters=list(MARKS[: len(points)]),
        color=False,
        width=WIDTH,
        height=HEIGHT,
        x_min=min(bits) - margin,
        x_max=max(bits) + margin,
        y_min=0.0,
        y_max=1.05,
        y_gridlines=[],
        x_gridlines=[],
    )
    return [line.translate(_PLAIN).encode("ascii", "replace").decode("ascii").rstrip() for line in text.splitlines()]
