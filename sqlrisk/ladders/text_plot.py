"""The frontier in plain ASCII characters, for terminals: mean risk against bits, a character a rung."""

from __future__ import annotations

import string
from collections.abc import Iterator

from uniplot import plot_to_string

from sqlrisk.frontier import Elbow
from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder

MARKS = string.digits[1:] + string.ascii_letters
WIDTH, HEIGHT = 60, 14
_PLAIN = str.maketrans("┌┐└┘├┤┬┴┼│─", "+++++++++|-")


def drawn(ladder: Ladder) -> Iterator[str]:
    """The lines of the plot of two rungs or more, and a key that sets each query's error after suppression beside its rung."""
    points = ladder.points()[: len(MARKS)]
    grid = _grid([(point.bits, float(point.risk)) for point in points])
    yield from grid
    yield f"{'bits':>{WIDTH}}"
    hidden = [mark for mark in MARKS[: len(points)] if not any(mark in line[: WIDTH + 1] for line in grid if line.startswith("|"))]
    if hidden:
        yield f"{', '.join(hidden)}: behind another, in the same place"
    chosen = ladder.elbow()
    for mark, point in zip(MARKS, points, strict=False):
        elbow = ", the elbow" if isinstance(chosen, Elbow) and chosen.point.name == point.name else ""
        rung = ladder.rung(point.name)
        errors = [f"error of {words.line(query)} {words.error(rung, query, ladder)}" for query in ladder.queries()]
        yield f"{mark} {words.title(point.name, ladder)}{elbow}: {'; '.join([f'suppressed {float(rung.at(ladder.limit).share):.2%}', *errors])}"
    if len(ladder.points()) > len(points):
        yield f"and {len(ladder.points()) - len(points)} more rungs, not drawn"


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
