"""The command: the same tables through sqlrisk and its peers, written as peers.md and peers.json.

Usage: python -m benchmarks.peers [--rows 10000000] [--data DIR] [--out DIR]. pyCANON is installed with pip into an environment of its own in DIR.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.common.results import RESULTS, Results, Row
from benchmarks.peers import agreement, tools
from benchmarks.peers.tables import FINE, Table, table
from benchmarks.peers.tools import Found
from benchmarks.speed.__main__ import DATA, MIDDLE

REST = "l, entropy l, t, gain"
Tool = tuple[str, str, str, Callable[[Table, str], Found]]


def main() -> None:
    """Runs every tool on both tables and writes both files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rows", type=int, default=MIDDLE, metavar="N", help="the table at L3 has so many")
    parser.add_argument("--data", type=Path, metavar="DIR", default=DATA, help="where the tables and pyCANON's environment are made and kept")
    parser.add_argument("--out", type=Path, metavar="DIR", default=RESULTS, help="the folder to write to")
    asked = parser.parse_args()
    python, told = tools.pycanon_environment(asked.data)
    results = Results("benchmarks.peers", asked.out)
    results.head["peers"] = told
    for part, made in (("large", table(asked.data, asked.rows)), ("nearly_unique", table(asked.data, min(asked.rows, 1_000_000), FINE))):
        found: list[tuple[str, Found]] = []
        results.add(part, measured(made, every_tool(python, large=part == "large"), found))
        results.add("agreement", agreement.of(part, found))


def every_tool(python: str | None, *, large: bool) -> Iterator[tuple[Tool, str]]:
    """(the tool, the kind of file). On a large table every tool reads both, but for the slowest."""
    alone: list[Tool] = [
        ("sqlrisk check, whole", "k, histogram, l, entropy l, t, gain", "", tools.sqlrisk),
        ("DuckDB, bare group-by", "", "everything", tools.duckdb),
        ("pandas, as books write it", "k", REST, lambda made, suffix: tools.script(sys.executable, "by_pandas", "book", made, suffix)),
        ("pandas, vectorised", "k, l, entropy l, t, gain", "histogram", lambda made, suffix: tools.script(sys.executable, "by_pandas", "plain", made, suffix)),
    ]
    yield from ((tool, suffix) for tool in alone for suffix in (("csv", "parquet") if large else ("csv",)))
    if python is not None:
        yield from pycanon(python, large=large)


def pycanon(python: str, *, large: bool) -> Iterator[tuple[Tool, str]]:
    """pyCANON for k alone, and for all it has of what the others measure."""
    alone: Tool = ("pyCANON, k alone", "k", REST, lambda made, suffix: tools.script(python, "by_pycanon", "k", made, suffix))
    yield from ((alone, suffix) for suffix in (("csv", "parquet") if large else ("csv",)))
    measures = "k, l, entropy l (rounded down), t"
    yield ("pyCANON", measures, "histogram, gain", lambda made, suffix: tools.script(python, "by_pycanon", "all", made, suffix)), "csv"


def measured(made: Table, asked: Iterator[tuple[Tool, str]], kept: list[tuple[str, Found]]) -> Iterator[Row]:
    """What each tool used; what it answered is kept."""
    for (name, measures, without, tool), suffix in asked:
        found = tool(made, suffix)
        kept.append((f"{name}, {suffix}", found))
        yield {
            "tool": name,
            "file": suffix,
            "rows": made.rows,
            "classes": made.classes,
            "measures": measures,
            "did_not_measure": without,
            "wall": found.used.wall,
            "cpu": found.used.cpu,
            "peak_mb": found.used.peak_mb,
            "wall_without_reading": found.measuring,
        }


if __name__ == "__main__":
    main()
