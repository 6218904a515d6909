"""The utility-risk frontier as a picture: mean risk, suppressed share and the queries' errors over the bits, panel under panel."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.charts import drawing
from sqlrisk.charts.plane import Panel, Plane, picture
from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.languages import ENGLISH, Language

NEEDS = "vl_convert"
WIDE, MOST_QUERIES, LINES = 640.0, 3, 2


def render(ladders: Ladders, language: Language = ENGLISH) -> str:
    """The picture, the same bytes for the same ladders: white behind it, so that it reads on light and dark pages."""
    drawn = drawing.stacked([drawing.stacked(list(_release(ladder, language))) for ladder in ladders.releases], gap=36)
    names = ", ".join(words.line(ladder.name) for ladder in ladders.releases)
    return drawing.standalone(drawn, language.say("Generalisation ladder: {names}", names=names), _description(ladders, language))


def _description(ladders: Ladders, language: Language) -> str:
    """What the picture shows, for those who do not see it."""
    told = [(ladder.name, language.sentence(ladder.error) if ladder.error else "; ".join(words.sentences(ladder, language))) for ladder in ladders.releases]
    return " ".join(f"{words.line(name)}: {words.line(text)}" for name, text in told)


def _release(ladder: Ladder, language: Language) -> Iterator[drawing.Picture]:
    say = language.say
    what = say("not measured" if ladder.error else "mean risk against the bits that each rung keeps")
    yield drawing.line(f"{words.line(ladder.name)}: {what}", WIDE, 15, "bold")
    points = ladder.points()
    if points:
        named = [(point, words.title(point.name, ladder, language)) for point in points]
        yield picture(
            Plane(named, (), say("bits before suppression"), say("mean prosecutor risk"), tuple(_panels(ladder, language))), WIDE, language.number("0.5")[1]
        )[0]
        yield drawing.line(say("filled: on the frontier; hollow: beaten; ring: the elbow; dashed: the chord; a cross: no row is left"), WIDE)
    told = [] if ladder.error else [*words.about_elbow(ladder, language), *list(words.about_queries(ladder, language))[:MOST_QUERIES]]
    yield drawing.stacked([part for sentence in told for part in drawing.paragraph(words.line(sentence), WIDE, LINES)], gap=0)


def _panels(ladder: Ladder, language: Language) -> Iterator[Panel]:
    """Suppressed share, then each query's error after suppression."""
    bits = {point.name: point.bits for point in ladder.points()}
    rungs = [rung for rung in ladder.compared() if rung.name in bits]
    shares = [(bits[rung.name], float(rung.at(ladder.limit).share)) for rung in rungs]
    title = language.say("share of rows suppressed to reach {goal}", goal=words.goal(ladder.limit))
    yield Panel(title, [(at, share, language.written(share)) for at, share in shares])
    for query in ladder.queries():
        errors = [(bits[rung.name], found.value) for rung in rungs if (found := rung.query_error.get(query)) is not None]
        values = [(at, None, language.say(words.NONE_LEFT)) if value is None else (at, float(value), language.written(value)) for at, value in errors]
        unit = language.sentence(ladder.unit(query))
        yield Panel(language.say("error of {query} after that suppression ({unit})", query=words.line(query), unit=unit), values, "triangle-up")
