"""The figures to reach, and what the results say of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.common.results import Row

Found = Mapping[str, Mapping[str, Any]]
KERNELS = {"class_sizes": "class sizes", "sensitive_classes": "what the classes give away"}
FEW_CLASSES, CLASSES_A_ROW = 10_000, 0.175
"""Up to so many classes the second kernel has its lower goal; its higher one is for L1 at 0.17 classes a row."""


@dataclass(frozen=True)
class Outcome:
    """A goal beside its result. `met` is None where it was not measured. `short` names it in the list of reasons."""

    short: str
    what: str
    goal: str
    result: str
    met: bool | None


@dataclass(frozen=True)
class Goal:
    """A figure to reach: what, how much, and how it is read from the results. `read` gives the result and whether it is reached; None: not measured."""

    short: str
    what: str
    goal: str
    read: Callable[[Found], tuple[str, bool] | None]

    def outcome(self, found: Found) -> Outcome:
        """The goal beside what was found."""
        read = self.read(found)
        return Outcome(self.short, self.what, self.goal, *(read or ("not measured", None)))


def rows_of(found: Found, command: str, part: str, **where: Any) -> Sequence[Row]:
    """The rows of a part that have some values; none where the command or the part was not run."""
    rows: Sequence[Row] = found.get(command, {}).get("parts", {}).get(part, ())
    return [row for row in rows if all(row.get(key) == value for key, value in where.items())]


def millions(rows: int) -> str:
    """A number of rows as people say it."""
    return f"{rows // 1_000_000} M" if rows >= 1_000_000 else f"{rows:,}"


def _worst(rows: Iterable[Row], key: str = "ratio") -> Row | None:
    return max(rows, key=lambda row: row[key], default=None)


def _kernel(kernel: str, limit: float, chosen: Callable[[Row], bool]) -> Callable[[Found], tuple[str, bool] | None]:
    def read(found: Found) -> tuple[str, bool] | None:
        rows = [row for row in rows_of(found, "speed", "kernels", kernel=kernel) if chosen(row)]
        worst = _worst(rows)
        if worst is None:
            return None
        sizes = ", ".join(millions(rows) for rows in sorted({row["rows"] for row in rows}))
        return f"{worst['ratio']:.2f}x at worst ({worst['level']}, {millions(worst['rows'])} rows), of {sizes}", worst["ratio"] <= limit

    return read


def largest_check(found: Found) -> Row | None:
    """The whole check of the largest table, with DuckDB's own memory_limit."""
    rows = [row for row in rows_of(found, "speed", "whole_check") if "memory_limit" not in row["settings"]]
    return max(rows, key=lambda row: row["rows"], default=None)


def _check_ratio(found: Found) -> tuple[str, bool] | None:
    row = largest_check(found)
    if row is None:
        return None
    beside = f"{row['ratio_with_diagnosis']:.2f}x that of the classes with the sensitive column"
    return f"{row['ratio']:.2f}x of {millions(row['rows'])} rows; {beside}", row["ratio"] <= 2


def _check_memory(found: Found) -> tuple[str, bool] | None:
    row = largest_check(found)
    if row is None:
        return None
    return f"{row['peak_mb']:,.0f} MB of {millions(row['rows'])} rows (the bare group-by: {row['floor_peak_mb']:,.0f} MB)", row["peak_mb"] <= 1024


def _metrics(found: Found) -> tuple[str, bool] | None:
    row = min(rows_of(found, "speed", "metrics"), key=lambda row: row["times"], default=None)
    if row is None:
        return None
    return f"{row['times']:.1f}x at least ({row['level']}, {row['metrics']} metrics, {millions(row['rows'])} rows)", row["times"] >= 3


def _lattice(found: Found) -> tuple[str, bool] | None:
    rows = rows_of(found, "speed", "lattice")
    told = "; ".join(f"{row['ratio']:.2f}x of {millions(row['rows'])} rows, finest {row['share']:.1%} of them" for row in rows)
    return (told, all(row["ratio"] <= 1.5 and row["share"] < 0.03 for row in rows)) if rows else None


def _ladder(found: Found) -> tuple[str, bool] | None:
    rows = rows_of(found, "speed", "ladder")
    return ("; ".join(f"{row['ratio']:.2f}x of {millions(row['rows'])} rows" for row in rows), all(row["ratio"] <= 2 for row in rows)) if rows else None


def _search(found: Found) -> tuple[str, bool] | None:
    row = _worst(rows_of(found, "speed", "search", table="people"), "share")
    return (f"{row['share']:.0%} at most: {row['evaluated']} of {row['nodes']}, and the root", row["share"] <= 0.4) if row else None


def _near_unique(found: Found) -> tuple[str, bool] | None:
    rows = rows_of(found, "speed", "near_unique", memory_limit="1GB")
    if not rows:
        return None
    told = "; ".join(f"{row['asked']}: exit {row['exit_code']} after {row['wall']:,.0f} s" for row in rows)
    return f"{rows[0]['classes'] / 1e6:.1f} M groups of {millions(rows[0]['rows'])} rows. {told}", all(row["exit_code"] == 0 for row in rows)


def _too_small(found: Found) -> tuple[str, bool] | None:
    row = next(iter(rows_of(found, "speed", "near_unique", memory_limit="64MB")), None)
    return (f"exit {row['exit_code']}, {row['left_behind'] or 'no'} files left behind", row["exit_code"] == 3 and not row["left_behind"]) if row else None


def _bytes(found: Found) -> tuple[str, bool] | None:
    rows = rows_of(found, "speed", "statements")
    fetched = sum(row.get("bytes") or 0 for row in rows) / 1000
    return (f"{fetched:,.0f} KB of {millions(rows[0]['rows'])} rows", fetched <= 300) if rows else None


def _client(found: Found) -> tuple[str, bool] | None:
    worst = _worst(rows_of(found, "remote", "client_memory"), "peak_mb")
    return (f"{worst['peak_mb']:,.0f} MB at most ({worst['engine']}, {millions(worst['rows'])} rows)", worst["peak_mb"] <= 200) if worst else None


def _start(what: str, limit: float) -> Callable[[Found], tuple[str, bool] | None]:
    def read(found: Found) -> tuple[str, bool] | None:
        row = next(iter(rows_of(found, "speed", "start_up", what=what)), None)
        return (f"{row['wall']:.2f} s ({row['cpu']:.2f} CPU seconds)", row["wall"] <= limit) if row else None

    return read


def curve(found: Found, name: str) -> Sequence[Row]:
    """The points of a growth curve."""
    return rows_of(found, "growth", "curves", curve=name)


def _linear(found: Found) -> tuple[str, bool] | None:
    points = curve(found, "rows")
    if len(points) < 2:
        return None
    slope = float(np.polyfit(np.log([row["at"] for row in points]), np.log([row["cpu"] for row in points]), 1)[0])
    return f"cost grows as rows^{slope:.2f}, {millions(points[0]['at'])} to {millions(points[-1]['at'])}", slope <= 1.1


def _flat(found: Found) -> tuple[str, bool] | None:
    points = [row for row in curve(found, "classes") if row["at"] <= FEW_CLASSES]
    if len(points) < 2:
        return None
    ours, floor = (max(row[key] for row in points) / points[0][key] for key in ("cpu", "floor_cpu"))
    return f"{ours:.2f}x from {points[0]['at']} to {points[-1]['at']:,} classes, where the bare group-by takes {floor:.2f}x", ours <= 1.25 * floor


def _additive(found: Found) -> tuple[str, bool] | None:
    points = curve(found, "sensitive_attributes")
    if len(points) < 3:
        return None
    at, cpu = np.array([row["at"] for row in points]), np.array([row["cpu"] for row in points])
    line = np.polyval(np.polyfit(at, cpu, 1), at)
    off = float(np.max(np.abs(cpu - line) / cpu))
    return f"{off:.0%} off a straight line at most, {at[0]} to {at[-1]}", off <= 0.1


GOALS = (
    Goal(
        "class sizes",
        "Q1, class sizes, against the bare `count(*) from (group by)`",
        "<= 1.3x at every level, 1 M to 100 M",
        _kernel("class_sizes", 1.3, lambda _: True),
    ),
    Goal(
        "what few classes give away",
        "Q2, what the classes give away, against the bare (quasi-identifiers, sensitive) group-by",
        "<= 1.5x up to 10,000 classes",
        _kernel("sensitive_classes", 1.5, lambda row: bool(row["classes"] <= FEW_CLASSES)),
    ),
    Goal(
        "what many classes give away",
        "the same, near uniqueness",
        "<= 4x at L1; aim at 2.5x",
        _kernel("sensitive_classes", 4, lambda row: bool(row["level"] == "L1" and row["classes"] / row["rows"] <= CLASSES_A_ROW)),
    ),
    Goal("everything at once", "everything of one sensitive attribute against one query per metric", ">= 3x faster", _metrics),
    Goal("a whole check", "a whole `sqlrisk check` (k, histogram, l, entropy, t, gain) at L3 against the bare group-by, processes", "<= 2x", _check_ratio),
    Goal("the memory of a check", "its memory", "<= 1 GB", _check_memory),
    Goal("the lattice", "24-node lattice, finest classes < 3 % of rows, against its finest node", "<= 1.5x", _lattice),
    Goal("the ladder", "six-rung ladder from raw, against its finest rung", "<= 2x", _ladder),
    Goal("the search", "`recommend` on 72 nodes: nodes evaluated", "<= 40 %", _search),
    Goal("near-unique tables", "near-unique: 99 M groups with memory_limit 1 GB", "finishes", _near_unique),
    Goal("too little memory", "the same with 64 MB", "exit 3, temporary files gone", _too_small),
    Goal("bytes fetched", "bytes fetched from the warehouse for that check", "<= 300 KB", _bytes),
    Goal("client memory", "client memory, any remote engine, any size", "<= 200 MB", _client),
    Goal("starting", "start-up: `--help`", "<= 0.3 s", _start("--help", 0.3)),
    Goal("a small check", "start-up: check of 20,000 rows, whole process", "<= 1.5 s", _start("check of 20,000 rows", 1.5)),
    Goal("growth with rows", "growth with rows", "linear", _linear),
    Goal("growth with classes", "growth with classes, up to 10,000", "flat", _flat),
    Goal("growth with sensitive attributes", "growth with sensitive attributes", "additive", _additive),
)
