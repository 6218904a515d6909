"""Where the labels of a plane go: beside their points, and over nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.charts import lettering

SIZE, ASCENT, DESCENT, MARGIN = 12.0, 11.0, 4.0, 2.0
GAPS, POINT, LINE, STEP = (7.0, 16.0, 28.0, 42.0, 58.0, 76.0, 96.0), 6.0, 1.5, 4.0
SIDES = ((1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1))
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
    """A label with its left end and its baseline; `leader` is the line that leads to it where it stands apart from its point."""

    text: str
    x: float
    y: float
    box: Box
    leader: tuple[float, float, float, float] | None


def place(labels: Sequence[Label], lines: Sequence[Sequence[tuple[float, float]]], inside: Box) -> list[Placed | None]:
    """Each label in the first place where it covers no point, no line and no other label; else None. Long names are cut where that helps."""
    taken = [_around(label.x, label.y, POINT) for label in labels]
    taken += [box for line in lines for start, end in zip(line, line[1:], strict=False) for box in along(*start, *end)]
    found: list[Placed | None] = []
    for label in labels:
        best = next((spot for spot in _spots(label, inside) if _free(spot, taken, label)), None)
        found.append(best)
        if best is not None:
            taken += [best.box, *(along(*best.leader) if best.leader else ())]
    return found


def along(x: float, y: float, u: float, v: float) -> Iterator[Box]:
    """Small boxes along a line."""
    pieces = max(1, int(max(abs(u - x), abs(v - y)) / STEP))
    for piece in range(pieces + 1):
        yield _around(x + (u - x) * piece / pieces, y + (v - y) * piece / pieces, LINE)


def _spots(label: Label, inside: Box) -> Iterator[Placed]:
    """The places of a label, the best first: the whole name wherever it fits, then a shorter one."""
    most = inside.right - inside.left
    for share in (1.0, 0.5, 0.28):
        text = lettering.fitted(label.text, SIZE, max(SHORTEST, most * share))
        for gap in GAPS:
            for right, down in SIDES:
                spot = _spot(label, text, gap, right, down)
                if inside.holds(spot.box):
                    yield spot


def _spot(label: Label, text: str, gap: float, right: int, down: int) -> Placed:
    wide = lettering.width(text, SIZE)
    across = gap if not down else gap * 0.7 if right else 0.0
    left = label.x - wide / 2 if not right else label.x + across if right > 0 else label.x - across - wide
    middle = label.y + down * (gap * (0.7 if right else 1.0) + (ASCENT + DESCENT) / 2 - (2 if right else 0))
    baseline = middle + (ASCENT - DESCENT) / 2
    box = Box(left - MARGIN, baseline - ASCENT, left + wide + MARGIN, baseline + DESCENT)
    end = left - 1 if right > 0 else left + wide + 1 if right < 0 else label.x
    edge = middle if right else (box.top if down > 0 else box.bottom)
    return Placed(text, left, baseline, box, (label.x, label.y, end, edge) if gap > LED else None)


def _free(spot: Placed, taken: Sequence[Box], label: Label) -> bool:
    if any(spot.box.meets(each) for each in taken):
        return False
    if spot.leader is None:
        return True
    own = _around(label.x, label.y, POINT + STEP)
    return not any(piece.meets(each) for piece in along(*spot.leader) if not piece.meets(own) for each in taken)


def _around(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, x + half, y + half)
