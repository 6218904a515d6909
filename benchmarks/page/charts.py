"""The charts of the page, as SVG: the kernels' ratios, the peers' seconds and memory, the growth."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from benchmarks.common.results import Row, shown
from benchmarks.page.goals import KERNELS, Found, curve, millions, rows_of

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
COLOURS = (BLUE, ORANGE, GREEN, "#CC79A7")
LIMITS = {"class_sizes": (1.3,), "sensitive_classes": (1.5, 4.0)}
DASHED = {"class_sizes": "dashed: goal", "sensitive_classes": "dashed: goals at L5 and L3, and at L1"}
CURVES = {
    "rows": "rows",
    "quasi_identifiers": "quasi-identifiers",
    "classes": "classes",
    "sensitive_attributes": "sensitive attributes",
    "rungs": "rungs; the finest alone",
}


def charts(found: Found) -> Iterator[tuple[str, str, str]]:
    """(file name, what it shows in words, SVG) of each chart whose results are there."""
    drawn: Sequence[tuple[str, str, Callable[[Found], Figure], Sequence[Row]]] = (
        ("kernels", "CPU seconds of the two kernels over the bare group-by's, by level and rows", kernels, rows_of(found, "speed", "kernels")),
        ("peers", "wall seconds and peak memory of each tool on the large table", peers, rows_of(found, "peers", "large")),
        ("growth", "CPU seconds of sqlrisk and of the bare group-bys over five sizes", growth, rows_of(found, "growth", "curves")),
    )
    for name, told, draw, there in drawn:
        if there:
            with style.context(["default", LOOK]):
                written = io.StringIO()
                draw(found).savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Description": told})
            yield f"performance_{name}.svg", told, written.getvalue()


def kernels(found: Found) -> Figure:
    """Bars by level, grouped by rows, one panel a kernel; the goals as lines."""
    figure = Figure(figsize=(8.6, 3.4), dpi=72, layout="constrained")
    for axes, (kernel, told) in zip(figure.subplots(1, 2), KERNELS.items(), strict=True):
        rows = rows_of(found, "speed", "kernels", kernel=kernel)
        levels, sizes = list(dict.fromkeys(row["level"] for row in rows)), sorted({row["rows"] for row in rows})
        for place, size in enumerate(sizes):
            ratios = {row["level"]: row["ratio"] for row in rows if row["rows"] == size}
            middle = [at + (place - (len(sizes) - 1) / 2) * 0.27 for at in range(len(levels))]
            axes.bar(middle, [ratios.get(level, 0) for level in levels], 0.25, color=COLOURS[place % len(COLOURS)], label=f"{millions(size)} rows")
        for limit in LIMITS[kernel]:
            axes.axhline(limit, color=INK, linewidth=1, linestyle="--")
        axes.set_xticks(range(len(levels)), levels)
        axes.set_ylim(0, max(*(row["ratio"] for row in rows), *LIMITS[kernel]) * 1.05)
        axes.set_title(f"{told} / bare group-by\n{DASHED[kernel]}", fontsize=9)
        axes.grid(visible=False, axis="x")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=len(sizes), frameon=False)
    return figure


def peers(found: Found) -> Figure:
    """Bars of seconds and memory, one a tool, from the CSV file."""
    rows = list(reversed(rows_of(found, "peers", "large", file="csv")))
    figure = Figure(figsize=(8.6, 0.4 * len(rows) + 1.1), dpi=72, layout="constrained")
    seconds, memory = figure.subplots(1, 2, sharey=True)
    names = [f"{row['tool']}\nmeasures {row['measures'] or 'nothing'}" for row in rows]
    _bars(seconds, names, [row["wall"] for row in rows], BLUE, "wall seconds, whole process")
    _bars(memory, names, [row["peak_mb"] / 1024 for row in rows], ORANGE, "peak memory, GB")
    return figure


def _bars(axes: Axes, names: Sequence[str], values: Sequence[float], colour: str, title: str) -> None:
    bars = axes.barh(range(len(values)), values, color=colour)
    axes.bar_label(bars, [shown(float(value)) for value in values], padding=3, fontsize=9)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_xlim(0, max(values) * 1.18)
    axes.set_title(title)
    axes.grid(visible=False, axis="y")


def growth(found: Found) -> Figure:
    """One panel a curve; logarithmic where it spans decades."""
    figure = Figure(figsize=(8.6, 6.2), dpi=72, layout="constrained")
    panels = figure.subplots(2, 3).flat
    for axes, (name, told) in zip(panels, CURVES.items(), strict=False):
        _curve(axes, curve(found, name), told)
    last = panels[-1]
    last.axis("off")
    last.legend(*panels[0].get_legend_handles_labels(), loc="center", frameon=False)
    return figure


def _curve(axes: Axes, points: Sequence[Row], told: str) -> None:
    at = [row["at"] for row in points]
    axes.plot(at, [row["floor_cpu"] for row in points], color=FAINT, marker="o", markersize=3, label="bare group-bys")
    axes.plot(at, [row["cpu"] for row in points], color=BLUE, marker="o", markersize=3, label="sqlrisk")
    if told == CURVES["classes"]:
        axes.set_xscale("log")
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True, steps=[1, 2, 5, 10]))
        axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: counted(value)))
    axes.set_ylim(bottom=0)
    axes.set_title(told, fontsize=9)
    axes.set_ylabel("CPU seconds", fontsize=8)
    axes.tick_params(labelsize=8)


def counted(value: float) -> str:
    """A number of things, short enough for an axis."""
    return next((f"{value / unit:g} {name}" for unit, name in ((1e6, "M"), (1e3, "k")) if value >= unit), f"{value:g}")
