"""The utility-risk frontier as a picture: mean risk, suppressed share and the queries' errors over the bits, panel under panel."""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from sqlrisk.ladders import words
from sqlrisk.frontier import Elbow, Point
from sqlrisk.ladders.labels import Labelled, place
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.plain import digits

BLUE, ORANGE, GREEN, INK, FAINT = "#0072B2", "#D55E00", "#009E73", "#1a1a1a", "#8c8c8c"
LOOK = {
    "svg.fonttype": "none",
    "svg.hashsalt": "sqlrisk",
    "text.parse_math": False,
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}
MOST_QUERIES = 3
WIDTH, RISK_HEIGHT, PANEL_HEIGHT, LINE_HEIGHT = 8.6, 4.4, 2.0, 0.18


@dataclass(frozen=True)
class Panel:
    """A panel under the plane of risk: a figure of each compared rung; None where there is none to draw."""

    title: str
    values: Mapping[str, float | None]
    color: str
    marker: str


def render(ladders: Ladders) -> str:
    """The picture, the same bytes for the same ladders: white behind it, so that it reads on light and dark pages."""
    drawn = io.StringIO()
    with style.context(["default", LOOK]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that the measuring font lacks: the reader's own font has them
        figure = _figure(ladders.releases)
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None, "Description": _description(ladders)})
    return drawn.getvalue()


def _description(ladders: Ladders) -> str:
    """What the picture shows, for those who do not see it."""
    told = [f"{words.line(ladder.name)}: {ladder.error or '; '.join(words.sentences(ladder))}" for ladder in ladders.releases]
    return "\n".join(words.line(text) for text in told)


def _figure(ladders: Sequence[Ladder]) -> Figure:
    heights = [_height(ladder) for ladder in ladders]
    figure = Figure(figsize=(WIDTH, sum(heights)), dpi=72)
    parts = figure.subfigures(len(ladders), 1, height_ratios=heights, squeeze=False)
    labelled = [panel for part, ladder, height in zip(parts[:, 0], ladders, heights, strict=True) for panel in _release(part, ladder, height)]
    figure.draw_without_rendering()
    for panel in labelled:
        place(panel)
    return figure


def _height(ladder: Ladder) -> float:
    return 1.2 if ladder.error else RISK_HEIGHT + PANEL_HEIGHT * len(_panels(ladder)) + _words_height(ladder)


def _words_height(ladder: Ladder) -> float:
    return 0.8 + LINE_HEIGHT * _words(ladder).count("\n")


def _panels(ladder: Ladder) -> list[Panel]:
    """Suppressed share, then each query's error after suppression."""
    rungs = ladder.compared()
    shares = {rung.name: float(rung.at(ladder.limit).share) for rung in rungs}
    found = [Panel(f"share of rows suppressed to reach k = {ladder.limit}", shares, INK, "s")]
    for query in ladder.queries():
        errors = {rung.name: rung.query_error.get(query) for rung in rungs}
        values = {name: None if each is None or each.value is None else float(each.value) for name, each in errors.items()}
        found.append(Panel(f"error of {_short(query)} after that suppression ({ladder.unit(query)})", values, GREEN, "^"))
    return found


def _short(name: str, most: int = 40) -> str:
    text = words.line(name)
    return text if len(text) <= most else text[: most - 1] + "…"


def _release(part: SubFigure, ladder: Ladder, height: float) -> list[Labelled]:
    """Draw a release's panels; what is to be labelled in them."""
    heading = f"{_short(ladder.name, 60)}: " + ("not measured" if ladder.error else "mean risk against the bits that each rung keeps")
    part.text(0.02, 1 - 0.22 / height, heading, weight="bold", size=12, va="center")
    if ladder.error:
        return []
    panels = _panels(ladder)
    grid = part.add_gridspec(1 + len(panels), 1, height_ratios=[RISK_HEIGHT, *[PANEL_HEIGHT] * len(panels)])
    grid.update(left=0.09, right=0.97, top=1 - 0.6 / height, bottom=(_words_height(ladder) + 0.4) / height, hspace=0.36)
    top = part.add_subplot(grid[0])
    below = [part.add_subplot(grid[place], sharex=top) for place in range(1, 1 + len(panels))]
    _risk(top, ladder)
    for axes, panel in zip(below, panels, strict=True):
        _panel(axes, panel, ladder.points())
    chosen = ladder.elbow()
    if isinstance(chosen, Elbow):
        for axes in (top, *below):
            axes.axvline(chosen.point.bits, color=ORANGE, linestyle=":", linewidth=1.2, zorder=1)
    for axes in (top, *below[:-1]):
        axes.tick_params(labelbottom=False)
    below[-1].set_xlabel("bits before suppression")
    part.text(0.02, (_words_height(ladder) - 0.25) / height, _words(ladder), size=9, va="top")
    return list(_labelled(top, below, ladder, panels))


def _words(ladder: Ladder) -> str:
    told = [*words.about_elbow(ladder), *list(words.about_queries(ladder))[:MOST_QUERIES]]
    return "\n".join(line for sentence in told for line in textwrap.wrap(sentence, 130, max_lines=2, placeholder=" …"))


def _risk(axes: Axes, ladder: Ladder) -> None:
    """The plane of bits and mean risk: the frontier, its chord, the beaten rungs, the elbow."""
    points, kept, chosen = ladder.points(), ladder.frontier(), ladder.elbow()
    axes.plot([point.bits for point in kept], [float(point.risk) for point in kept], "-o", color=BLUE, zorder=3, label="frontier")
    beaten = [point for point in points if point not in kept]
    if beaten:
        axes.plot([p.bits for p in beaten], [float(p.risk) for p in beaten], "o", mfc="white", mec=FAINT, zorder=2, label="beaten")
    if isinstance(chosen, Elbow):
        ends = (chosen.first, chosen.last)
        axes.plot([end.bits for end in ends], [float(end.risk) for end in ends], "--", color=FAINT, zorder=1, label="chord")
        axes.plot([chosen.point.bits], [float(chosen.point.risk)], "o", ms=14, mfc="none", mec=ORANGE, mew=2, zorder=4, label="elbow")
    axes.set_ylim(-0.04, 1.08)
    axes.margins(x=0.12)
    axes.set_ylabel("mean prosecutor risk")
    axes.legend(frameon=False, loc="upper left")


def _panel(axes: Axes, panel: Panel, points: Sequence[Point]) -> None:
    known = [(point.bits, value) for point in points if (value := panel.values[point.name]) is not None]
    axes.set_title(panel.title)
    axes.plot([bits for bits, _ in known], [value for _, value in known], panel.marker, color=panel.color)
    highest = max((value for _, value in known), default=0.0) or 1.0
    axes.set_ylim(-0.12 * highest, 1.35 * highest)
    missing = [point.bits for point in points if panel.values[point.name] is None]
    axes.plot(missing, [0.0] * len(missing), "x", color=FAINT)


def _labelled(top: Axes, below: Sequence[Axes], ladder: Ladder, panels: Sequence[Panel]) -> Iterator[Labelled]:
    """The name beside each rung, and beside each figure below it its value."""
    points, kept = ladder.points(), [_spot(point) for point in ladder.frontier()]
    lines = [kept, [kept[0], kept[-1]]] if kept else []
    yield Labelled(top, [(_short(words.title(point.name, ladder)), _spot(point)) for point in points], lines)
    for axes, panel in zip(below, panels, strict=True):
        values = [(point.bits, panel.values[point.name]) for point in points]
        yield Labelled(axes, [(words.NONE_LEFT if value is None else digits(value), (bits, value or 0.0)) for bits, value in values])


def _spot(point: Point) -> tuple[float, float]:
    return point.bits, float(point.risk)
