"""Where the labels of a panel go: beside their points, and over nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox

GAPS, POINT, LINE, STEP = (8.0, 20.0, 32.0, 44.0), 5.0, 1.5, 4.0
SIDES = (
    (1, -1, "left", "top"),
    (-1, 1, "right", "bottom"),
    (0, 1, "center", "bottom"),
    (1, 0, "left", "center"),
    (-1, 0, "right", "center"),
    (0, -1, "center", "top"),
    (1, 1, "left", "bottom"),
    (-1, -1, "right", "top"),
)
Spot = tuple[float, float]


@dataclass(frozen=True)
class Labelled:
    """A panel, what is written beside which spot of its data, and the lines drawn there that no label is to cover."""

    axes: Axes
    labels: Sequence[tuple[str, Spot]]
    lines: Sequence[Sequence[Spot]] = ()


def place(panel: Labelled) -> None:
    """Put each label at the first place where it covers nothing; else where it covers least. The figure's layout must stand."""
    taken = list(_taken(panel))
    for text, spot in panel.labels:
        boxes: list[tuple[float, int, Annotation]] = []
        for gap, (right, up, across, along) in itertools.product(GAPS, SIDES):
            label = panel.axes.annotate(text, spot, (right * gap, up * gap), textcoords="offset points", ha=across, va=along, size=9)
            boxes.append((_covered(label.get_window_extent(), taken, panel.axes.bbox), len(boxes), label))
            if not boxes[-1][0]:
                break
        best = min(boxes, key=lambda each: each[:2])[2]
        _keep(best, [label for _, _, label in boxes])
        taken.append(best.get_window_extent())


def _keep(best: Annotation, tried: Sequence[Annotation]) -> None:
    for label in tried:
        if label is not best:
            label.remove()


def _taken(panel: Labelled) -> Iterator[Bbox]:
    """The boxes of the points, of the lines piece by piece, and of the legend."""
    across = panel.axes.transData
    for _, spot in panel.labels:
        x, y = across.transform(spot)
        yield _around(x, y, POINT)
    for line in panel.lines:
        ends = across.transform(list(line))
        for (x, y), (u, v) in zip(ends, ends[1:], strict=False):
            pieces = max(1, int(max(abs(u - x), abs(v - y)) / STEP))
            for piece in range(pieces + 1):
                yield _around(x + (u - x) * piece / pieces, y + (v - y) * piece / pieces, LINE)
    legend = panel.axes.get_legend()
    if legend is not None:
        yield legend.get_window_extent()


def _around(x: float, y: float, half: float) -> Bbox:
    return Bbox.from_extents(x - half, y - half, x + half, y + half)


def _covered(box: Bbox, taken: Sequence[Bbox], inside: Bbox) -> float:
    """The area that a label would cover, what stands out of the panel counted tenfold."""
    within = Bbox.intersection(box, inside)
    outside = box.width * box.height - (within.width * within.height if within else 0.0)
    shared = (Bbox.intersection(box, each) for each in taken)
    return round(10 * outside + sum(each.width * each.height for each in shared if each), 3)
