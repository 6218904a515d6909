"""The plane of bits and mean risk: the frontier of the rungs, its chord and elbow, and panels of other figures below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.charts import drawing, labels, lettering, marks
from sqlrisk.charts.labels import Box, Label, Placed
from sqlrisk.frontier import Elbow, Point, elbow, frontier

LEFT, ABOVE, BELOW, HEIGHT, PANEL = 40, 14, 36, 270, 70
HEADROOM, SIDE = 1.16, 0.09


@dataclass(frozen=True)
class Panel:
    """A figure of each point below the plane, under its title; a value is None where there is none, and has its text in any case."""

    title: str
    values: Sequence[tuple[float, float | None, str]]
    shape: str = "square"


@dataclass(frozen=True)
class Plane:
    """Points with the names that stand beside them, those that are shown and not compared, the titles of both axes, and panels."""

    points: Sequence[tuple[Point, str]]
    apart: Sequence[tuple[Point, str]]
    across: str
    upward: str
    panels: Sequence[Panel] = ()


@dataclass(frozen=True)
class _Scale:
    """From bits and risk to pixels."""

    least: float
    most: float
    highest: float
    width: float

    def spot(self, point: Point) -> marks.Spot:
        return self.across(point.bits), HEIGHT * (1 - float(point.risk) / self.highest)

    def across(self, bits: float) -> float:
        return self.width * (bits - self.least) / (self.most - self.least)


def picture(plane: Plane, wide: float, decimal: str = ".") -> tuple[drawing.Picture, int]:
    """The picture, so many pixels wide, and how many points found no room for their names."""
    scale = _scale(plane, wide - LEFT)
    placed = _placed(plane, scale)
    spec = {"width": scale.width, "height": HEIGHT, "layer": [*_axes(plane, scale), *_lines(plane, scale), *_points(plane, scale), *_names(placed)]}
    below = [drawing.drawn(_panel(panel, plane, scale), decimal) for panel in plane.panels]
    return drawing.stacked([drawing.drawn(spec, decimal), *below]), sum(each is None for each in placed)


def _scale(plane: Plane, width: float) -> _Scale:
    every = [point for point, _ in (*plane.points, *plane.apart)]
    least, most = min(point.bits for point in every), max(point.bits for point in every)
    side = SIDE * (most - least) or 1.0
    highest = max(float(point.risk) for point in every) * HEADROOM or 1.0
    return _Scale(least - side, most + side, highest, width)


def _placed(plane: Plane, scale: _Scale) -> list[Placed | None]:
    named = [Label(name, *scale.spot(point)) for point, name in (*plane.points, *plane.apart)]
    kept = [scale.spot(point) for point in frontier([point for point, _ in plane.points])]
    return labels.place(named, [kept, [kept[0], kept[-1]]] if kept else [], Box(0, 0, scale.width, HEIGHT))


def _axes(plane: Plane, scale: _Scale) -> Iterator[marks.Layer]:
    yield marks.axis("y", scale.highest, extent=LEFT)
    yield marks.axis("x", scale.most, scale.least, ticks=max(3, int(scale.width / 90)))
    yield marks.text([(lettering.fitted(plane.upward, 12, scale.width + LEFT), -LEFT, -ABOVE)], "muted")
    yield marks.text([(lettering.fitted(plane.across, 12, scale.width + LEFT), scale.width, HEIGHT + BELOW)], "muted", align="right")


def _lines(plane: Plane, scale: _Scale) -> Iterator[marks.Layer]:
    points = [point for point, _ in plane.points]
    chosen = elbow(points)
    if isinstance(chosen, Elbow):
        yield marks.line([scale.spot(chosen.first), scale.spot(chosen.last)], "muted", dash=(5, 4), stroke=1)
    yield marks.line([scale.spot(point) for point in frontier(points)], "accent")


def _points(plane: Plane, scale: _Scale) -> Iterator[marks.Layer]:
    points = [point for point, _ in plane.points]
    kept, chosen = frontier(points), elbow(points)
    yield marks.symbols([scale.spot(point) for point in points if point not in kept], "circle", "muted", hollow=True)
    yield marks.symbols([scale.spot(point) for point in kept], "circle", "accent")
    yield marks.symbols([scale.spot(point) for point, _ in plane.apart], "diamond", "ink", size=90)
    if isinstance(chosen, Elbow):
        yield marks.rings([scale.spot(chosen.point)], "danger", 330)


def _names(placed: Sequence[Placed | None]) -> Iterator[marks.Layer]:
    known = [each for each in placed if each is not None]
    yield marks.rules([each.leader for each in known if each.leader is not None], "muted")
    for align in ("left", "right", "center"):
        yield marks.text([(each.text, each.x, each.y) for each in known if each.align == align], align=align)


def _panel(panel: Panel, plane: Plane, scale: _Scale) -> drawing.Spec:
    """Symbols over the same bits, each with its value beside it where that covers nothing."""
    highest = max((value for _, value, _ in panel.values if value is not None), default=0.0) * 1.5 or 1.0
    spots = [(scale.across(bits), PANEL * (1 - (value or 0.0) / highest)) for bits, value, _ in panel.values]
    placed = labels.place([Label(text, *spot) for (_, _, text), spot in zip(panel.values, spots, strict=True)], [], Box(-LEFT, -6, scale.width + 8, PANEL + 24))
    there = [spot for spot, (_, value, _) in zip(spots, panel.values, strict=True) if value is not None]
    missing = [spot for spot, (_, value, _) in zip(spots, panel.values, strict=True) if value is None]
    title = marks.text([(lettering.fitted(panel.title, 12, scale.width + LEFT), -LEFT, -12)], "muted")
    layers = [
        marks.axis("y", highest, ticks=3, extent=LEFT),
        title,
        marks.symbols(there, panel.shape, "accent"),
        marks.symbols(missing, "cross", "muted", hollow=True),
    ]
    foot = marks.rules([(0, PANEL, scale.width, PANEL)], "line")
    return {"width": scale.width, "height": PANEL, "layer": [*layers, foot, *_names(placed)]}
