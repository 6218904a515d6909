"""The utility-risk frontier as a picture: mean risk, suppressed share and the queries' errors over the bits, panel under panel."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.charts import drawing
from sqlrisk.charts.plane import Panel, Plane, picture
from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.plain import digits

WIDE, MOST_QUERIES, LINES = 640.0, 3, 2


def render(ladders: Ladders) -> str:
    """The picture, the same bytes for the same ladders: white behind it, so that it reads on light and dark pages."""
    drawn = drawing.stacked([drawing.stacked(list(_release(ladder))) for ladder in ladders.releases], gap=36)
    names = ", ".join(words.line(ladder.name) for ladder in ladders.releases)
    return drawing.standalone(drawn, f"Generalisation ladder: {names}", _description(ladders))


def _description(ladders: Ladders) -> str:
    """What the picture shows, for those who do not see it."""
    told = [f"{words.line(ladder.name)}: {ladder.error or '; '.join(words.sentences(ladder))}" for ladder in ladders.releases]
    return " ".join(words.line(text) for text in told)


def _release(ladder: Ladder) -> Iterator[drawing.Picture]:
    what = "not measured" if ladder.error else "mean risk against the bits that each rung keeps"
    yield drawing.line(f"{words.line(ladder.name)}: {what}", WIDE, 15, "bold")
    points = ladder.points()
    if points:
        named = [(point, words.title(point.name, ladder)) for point in points]
        yield picture(Plane(named, (), "bits before suppression", "mean prosecutor risk", tuple(_panels(ladder))), WIDE)[0]
        yield drawing.line("filled: on the frontier; hollow: beaten; ring: the elbow; dashed: the chord; a cross: no row is left", WIDE)
    told = [] if ladder.error else [*words.about_elbow(ladder), *list(words.about_queries(ladder))[:MOST_QUERIES]]
    yield drawing.stacked([part for sentence in told for part in drawing.paragraph(words.line(sentence), WIDE, LINES)], gap=0)


def _panels(ladder: Ladder) -> Iterator[Panel]:
    """Suppressed share, then each query's error after suppression."""
    bits = {point.name: point.bits for point in ladder.points()}
    rungs = [rung for rung in ladder.compared() if rung.name in bits]
    shares = [(bits[rung.name], float(rung.at(ladder.limit).share)) for rung in rungs]
    yield Panel(f"share of rows suppressed to reach k = {ladder.limit}", [(at, share, digits(share)) for at, share in shares])
    for query in ladder.queries():
        errors = [(bits[rung.name], found.value) for rung in rungs if (found := rung.query_error.get(query)) is not None]
        values = [(at, None, words.NONE_LEFT) if value is None else (at, float(value), digits(value)) for at, value in errors]
        yield Panel(f"error of {words.line(query)} after that suppression ({ladder.unit(query)})", values, "triangle-up")
