"""Intervals and points on one axis, each under its name and its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.charts import drawing, lettering, marks

STEP, HEAD, CAP, SIZE, SIDE = 46.0, 15.0, 6.0, 12, 8.0


@dataclass(frozen=True)
class Span:
    """From `low` to `high`, or a point where they are equal; `told` is the value in words. `compared`: what the others are held against."""

    name: str
    low: float
    high: float
    told: str
    compared: bool = False


def picture(spans: Sequence[Span], wide: float, decimal: str = ".") -> drawing.Picture:
    """Spans under one another: those that are compared with are diamonds, the others bars with ends."""
    highest = max((span.high for span in spans), default=0.0) * 1.08 or 1.0
    width = wide - 2 * SIDE
    layers = [marks.axis("x", highest, ticks=max(3, int(width / 90)))]
    for place, span in enumerate(spans):
        layers += _span(span, STEP * place, width, highest)
    layers.append(marks.rules([(0, STEP * len(spans), width, STEP * len(spans))], "muted"))
    return drawing.drawn(
        {"width": width, "height": STEP * len(spans), "padding": {"left": SIDE, "right": SIDE, "top": 2, "bottom": 0}, "layer": layers}, decimal
    )


def _span(span: Span, top: float, width: float, highest: float) -> Iterator[marks.Layer]:
    start, end = width * span.low / highest, width * span.high / highest
    middle = top + HEAD + 13
    value = lettering.fitted(span.told, SIZE, width / 2)
    name = lettering.fitted(span.name, SIZE, width - lettering.width(value, SIZE) - 10)
    yield marks.text([(name, 0, top + HEAD)], "muted", size=SIZE)
    yield marks.text([(value, width, top + HEAD)], align="right", weight="bold", size=SIZE)
    if end - start < 2:
        yield marks.symbols([((start + end) / 2, middle)], "diamond" if span.compared else "circle", "danger" if span.compared else "accent", size=110)
    else:
        yield marks.rules([(start, middle, end, middle)], "accent", stroke=5)
        yield marks.rules([(x, middle - CAP, x, middle + CAP) for x in (start, end)], "accent", stroke=2)
