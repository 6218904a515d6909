"""Where the labels of a plane go: beside their points, and over nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.charts import lettering

SIZE, ASCENT, DESCENT, MARGIN = 12.0, 11.0, 4.0, 2.0
GAPS, POINT, LINE, STEP = (7.0, 16.0, 28.0, 42.0, 58.0, 76.0, 96.0, 120.0, 150.0, 190.0), 6.0, 1.5, 4.0
SIDES = (
    *((1.0, 0.0), (-1.0, 0.0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (0.0, -1.0), (0.0, 1.0)),
    *((-0.94, -0.34), (-0.94, 0.34), (0.94, -0.34), (0.94, 0.34), (-0.34, -0.94), (-0.34, 0.94), (0.34, -0.94), (0.34, 0.94)),
    *((-0.17, -0.98), (-0.17, 0.98), (0.17, -0.98), (0.17, 0.98)),
)
LED = 12.0
SHORTEST = 60.0


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels, down from the top."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether they share any area."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        return self.left <= other.left and other.right <= self.right and self.top <= other.top and other.bottom <= self.bottom


@dataclass(frozen=True)
class Label:
    """A text beside a point."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Placed:
    """A label with where its text is tied and its baseline; `leader` is the line that leads to it where it stands apart from its point."""

    text: str
    align: str
    x: float
    y: float
    box: Box
    leader: tuple[float, float, float, float] | None


def place(labels: Sequence[Label], lines: Sequence[Sequence[tuple[float, float]]], inside: Box) -> list[Placed | None]:
    """Each label in the first place where it covers no point, no line and no other label; else None.

    From the top down. Long names are cut where that helps, and where all else fails it is led to across points and lines, though across no label.
    """
    drawn = [_around(label.x, label.y, POINT) for label in labels]
    drawn += [box for line in lines for start, end in zip(line, line[1:], strict=False) for box in along(*start, *end)]
    texts: list[Box] = []
    leaders: list[Box] = []
    found: dict[int, Placed | None] = {}
    for place, label in sorted(enumerate(labels), key=lambda pair: (pair[1].y, pair[0])):
        best = _best(label, inside, [*drawn, *leaders], texts) or _best(label, inside, drawn, texts)
        found[place] = best
        if best is not None:
            texts.append(best.box)
            leaders += along(*best.leader) if best.leader else ()
    return [found[place] for place in range(len(labels))]


def _best(label: Label, inside: Box, drawn: Sequence[Box], texts: Sequence[Box]) -> Placed | None:
    """The whole name wherever it fits, the line to it crossing nothing or at least no label; else a shorter one."""
    most = inside.right - inside.left
    for text in dict.fromkeys(lettering.fitted(label.text, SIZE, max(SHORTEST, most * share)) for share in (1.0, 0.5, 0.28)):
        free = [spot for spot in _spots(label, text, inside) if not any(spot.box.meets(each) for taken in (drawn, texts) for each in taken)]
        for crossed in ([*drawn, *texts], texts):
            found = next((spot for spot in free if _leads(spot, crossed, label)), None)
            if found is not None:
                return found
    return None


def along(x: float, y: float, u: float, v: float) -> Iterator[Box]:
    """Small boxes along a line."""
    pieces = max(1, int(max(abs(u - x), abs(v - y)) / STEP))
    for piece in range(pieces + 1):
        yield _around(x + (u - x) * piece / pieces, y + (v - y) * piece / pieces, LINE)


def _spots(label: Label, text: str, inside: Box) -> Iterator[Placed]:
    """The places of a label, the nearest first."""
    for gap in GAPS:
        for right, down in SIDES:
            spot = _spot(label, text, gap * right, gap * down)
            if inside.holds(spot.box):
                yield spot


def _spot(label: Label, text: str, right: float, down: float) -> Placed:
    """The label that far from its point: beside it, or above or below where it is not to one side."""
    wide = lettering.width(text, SIZE)
    left = label.x - wide / 2 if not right else label.x + right if right > 0 else label.x + right - wide
    middle = label.y + down + (0 if right or not down else (ASCENT + DESCENT) / 2 * (1 if down > 0 else -1))
    baseline = middle + (ASCENT - DESCENT) / 2
    box = Box(left - MARGIN, baseline - ASCENT, left + wide + MARGIN, baseline + DESCENT)
    end, align = (left - 1, "left") if right > 0 else (left + wide + 1, "right") if right else (label.x, "center")
    tied = {"left": left, "right": left + wide, "center": label.x}[align]
    edge = middle if right else box.top if down > 0 else box.bottom
    return Placed(text, align, tied, baseline, box, (label.x, label.y, end, edge) if math.hypot(right, down) > LED else None)


def _leads(spot: Placed, taken: Sequence[Box], label: Label) -> bool:
    """Whether the line that leads to the label crosses nothing but its own point."""
    if spot.leader is None:
        return True
    own = _around(label.x, label.y, POINT + STEP)
    return not any(piece.meets(each) for piece in along(*spot.leader) if not piece.meets(own) for each in taken)


def _around(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, x + half, y + half)
