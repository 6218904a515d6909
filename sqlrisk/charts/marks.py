"""Layers of a specification whose places are pixels: lines, symbols, bars and texts that were placed before they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlrisk.charts.palette import LIGHT

Layer = dict[str, Any]
Spot = tuple[float, float]


def text(spots: Sequence[tuple[str, float, float]], role: str = "ink", *, align: str = "left", size: int = 12, weight: str = "normal") -> Layer:
    """Texts at their left ends (or right ends, or middles) and baselines."""
    values = [{"t": words, "x": x, "y": y} for words, x, y in spots]
    mark = {"type": "text", "align": align, "fontSize": size, "fontWeight": weight, "color": LIGHT[role]}
    return {"data": {"values": values}, "mark": mark, "encoding": {**_places("x", "y"), "text": {"field": "t"}}}


def symbols(spots: Sequence[Spot], shape: str, role: str, *, size: int = 70, hollow: bool = False, stroke: float = 2) -> Layer:
    """Symbols around their middles."""
    mark = {
        "type": "point",
        "shape": shape,
        "size": size,
        "opacity": 1,
        "strokeWidth": stroke,
        "stroke": LIGHT[role],
        "fill": LIGHT["page" if hollow else role],
    }
    return {"data": {"values": [{"x": x, "y": y} for x, y in spots]}, "mark": mark, "encoding": _places("x", "y")}


def rings(spots: Sequence[Spot], role: str, size: int) -> Layer:
    """Circles with nothing inside."""
    mark = {"type": "point", "size": size, "opacity": 1, "filled": False, "strokeWidth": 2, "stroke": LIGHT[role]}
    return {"data": {"values": [{"x": x, "y": y} for x, y in spots]}, "mark": mark, "encoding": _places("x", "y")}


def line(spots: Sequence[Spot], role: str, *, dash: Sequence[int] | None = None, stroke: float = 2) -> Layer:
    """A line through places, in their order."""
    values = [{"x": x, "y": y, "o": place} for place, (x, y) in enumerate(spots)]
    mark = {"type": "line", "color": LIGHT[role], "strokeWidth": stroke, **({"strokeDash": list(dash)} if dash else {})}
    return {"data": {"values": values}, "mark": mark, "encoding": {**_places("x", "y"), "order": {"field": "o", "type": "quantitative"}}}


def rules(spots: Sequence[tuple[float, float, float, float]], role: str, *, dash: Sequence[int] | None = None, stroke: float = 1) -> Layer:
    """Straight lines, each from one place to another."""
    values = [{"x": x, "y": y, "u": u, "v": v} for x, y, u, v in spots]
    mark = {"type": "rule", "color": LIGHT[role], "strokeWidth": stroke, **({"strokeDash": list(dash)} if dash else {})}
    return {"data": {"values": values}, "mark": mark, "encoding": {**_places("x", "y"), **_places("u", "v", "2")}}


def bars(boxes: Sequence[tuple[float, float, float, float]], role: str, *, hollow: bool = False) -> Layer:
    """Bars, each from its left top to its right bottom; hollow ones are outlined and dashed."""
    values = [{"x": x, "y": y, "u": u, "v": v} for x, y, u, v in boxes]
    look = {"fill": LIGHT["page"], "stroke": LIGHT[role], "strokeWidth": 2, "strokeDash": [4, 2]} if hollow else {"fill": LIGHT[role]}
    return {"data": {"values": values}, "mark": {"type": "rect", "opacity": 1, **look}, "encoding": {**_places("x", "y"), **_places("u", "v", "2")}}


def axis(channel: str, most: float, least: float = 0.0, *, ticks: int = 5, extent: int | None = None, format: str = ".3~g") -> Layer:
    """An axis of numbers with its grid, and nothing drawn on it; `extent` is the room that its numbers take."""
    room = {} if extent is None else {"minExtent": extent, "maxExtent": extent}
    scale = {"domain": [least, most], "nice": False, "zero": False}
    look = {"tickCount": ticks, "format": format, **room}
    encoding = {channel: {"field": "at", "type": "quantitative", "scale": scale, "axis": look}}
    return {"data": {"values": [{"at": least}]}, "mark": {"type": "point", "size": 0, "color": LIGHT["line"]}, "encoding": encoding}


def _places(x: str, y: str, end: str = "") -> dict[str, Any]:
    """The channels of places in pixels."""
    if end:
        return {f"x{end}": {"field": x}, f"y{end}": {"field": y}}
    return {channel: {"field": field, "type": "quantitative", "scale": None, "axis": None} for channel, field in (("x", x), ("y", y))}
