"""Rows by the size of their class, in bands, the class size that is asked for between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlrisk.charts import drawing, lettering, marks

STARTS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000)
MOST_ABOVE = 6
NARROW = 400.0
STEP, BAR, SIZE = 26.0, 16.0, 12


@dataclass(frozen=True)
class Band:
    """The rows and classes whose class size is from `first` to `last`; None: and above."""

    first: int
    last: int | None
    rows: int
    classes: int


@dataclass(frozen=True)
class Row:
    """A bar: what stands before it, its length, what stands behind it, and the shorter form of that for narrow pictures."""

    name: str
    length: float
    told: str
    short: str


def banded(sizes: Mapping[int, int], k: int) -> list[Band]:
    """The bands of a histogram (class size -> classes), a new one beginning at k; where no class is smaller than k, one band says so."""
    largest, smallest = max(sizes, default=0), min(sizes, default=0)
    below = [start for start in STARTS if start < k]
    above = [k, *[start for start in STARTS if k < start <= largest][:MOST_ABOVE]]
    starts = [*(below if smallest < k else below[:1]), *above]
    bands = [_band(sizes, first, after) for first, after in zip(starts, [*starts[1:], None], strict=True)]
    seen = next((place for place, band in enumerate(bands) if band.first >= k and band.rows), len(bands) - 1)
    return [band for place, band in enumerate(bands) if band.first < k or place >= seen]


def _band(sizes: Mapping[int, int], first: int, after: int | None) -> Band:
    inside = {size: count for size, count in sizes.items() if size >= first and (after is None or size < after)}
    rows = sum(size * count for size, count in inside.items())
    return Band(first, None if after is None else after - 1, rows, sum(inside.values()))


def picture(below: Sequence[Row], above: Sequence[Row], divider: str | None, wide: float) -> drawing.Picture:
    """Bars under one another, those below the class size that is asked for hollow and above a line that says so; no line without `divider`."""
    gutter = max((lettering.width(row.name, SIZE) for row in (*below, *above)), default=0.0) + 10
    if wide < NARROW:
        below, above = ([replace(row, told=row.short) for row in rows] for rows in (below, above))
    told = max((lettering.width(row.told, SIZE) for row in (*below, *above)), default=0.0) + 8
    room = max(40.0, wide - gutter - told)
    longest = max((row.length for row in (*below, *above)), default=0.0) or 1.0
    gap = 0 if divider is None else 1
    rows = [*enumerate(below), *enumerate(above, len(below) + gap)]
    boxes = [(gutter, STEP * at + (STEP - BAR) / 2, gutter + max(1.0, room * row.length / longest) if row.length else gutter, row, at) for at, row in rows]
    layers = [*_bars(boxes, len(below)), *_texts(boxes), *(_divider(divider, STEP * len(below), wide) if divider else ())]
    return drawing.drawn({"width": wide, "height": STEP * (len(rows) + gap), "layer": layers})


_Box = tuple[float, float, float, Row, int]


def _bars(boxes: Sequence[_Box], below: int) -> Iterator[marks.Layer]:
    for hollow in (True, False):
        found = [(x, y, end, y + BAR) for x, y, end, row, at in boxes if row.length and (at < below) == hollow]
        if found:
            yield marks.bars(found, "danger" if hollow else "accent", hollow=hollow)


def _texts(boxes: Sequence[_Box]) -> Iterator[marks.Layer]:
    yield marks.text([(row.name, x - 8, y + BAR - 4) for x, y, _, row, _ in boxes], "muted", align="right", size=SIZE)
    yield marks.text([(row.told, end + 6, y + BAR - 4) for _, y, end, row, _ in boxes], size=SIZE)


def _divider(told: str, top: float, wide: float) -> Iterator[marks.Layer]:
    text = lettering.fitted(told, SIZE, wide - 24)
    start = lettering.width(text, SIZE) + 8
    yield marks.text([(text, 0, top + STEP / 2 + 4)], weight="bold", size=SIZE)
    yield marks.rules([(min(start, wide), top + STEP / 2, wide, top + STEP / 2)], "ink", stroke=1.5)
