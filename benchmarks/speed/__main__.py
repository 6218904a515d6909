"""The command: what sqlrisk costs beside the bare group-by, written as speed.md and speed.json.

Usage: python -m benchmarks.speed [--rows 1000000 10000000 100000000] [--data DIR] [--parts NAME ...] [--out DIR].
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.common.results import RESULTS, Results, Row
from benchmarks.speed.generalisation import ladder, lattice, search
from benchmarks.speed.kernels import kernels
from benchmarks.speed.metrics import metrics
from benchmarks.speed.near_unique import near_unique
from benchmarks.speed.population import population
from benchmarks.speed.sensor import sensor
from benchmarks.speed.start_up import start_up
from benchmarks.speed.whole import statements, whole

DATA = Path(tempfile.gettempdir()) / "sqlrisk_benchmarks"
MIDDLE, LARGE = 10_000_000, 100_000_000
PARTS = ("start_up", "kernels", "metrics", "whole_check", "statements", "lattice", "ladder", "search", "population", "near_unique", "sensor")


def main() -> None:
    """Runs the parts asked for and writes both files after each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, MIDDLE, LARGE], metavar="N", help="tables of so many rows")
    parser.add_argument("--data", type=Path, metavar="DIR", default=DATA, help="where the tables are made and kept, and spilled: keep 20 GB free")
    parser.add_argument("--parts", nargs="+", choices=PARTS, metavar="NAME", help=f"only these: {', '.join(PARTS)}")
    parser.add_argument("--out", type=Path, metavar="DIR", default=RESULTS, help="the folder to write to")
    asked = parser.parse_args()
    results = Results("benchmarks.speed", asked.out)
    for name in asked.parts or PARTS:
        results.add(name, parts(sorted(asked.rows), asked.data)[name]())


def parts(sizes: Sequence[int], data: Path) -> dict[str, Callable[[], Iterator[Row]]]:
    """The parts by name. Those that do not ask for every size take the largest, 10 M rows where there are more, or both."""
    largest, middle = sizes[-1], min(sizes[-1], MIDDLE)
    upper = sorted({middle, largest})
    return {
        "start_up": lambda: start_up(5),
        "kernels": lambda: (row for rows in sizes for row in kernels(data, rows, repeats(rows))),
        "metrics": lambda: metrics(data, middle, 1),
        "whole_check": lambda: (row for rows in sizes for row in whole(data, rows, repeats(rows))),
        "statements": lambda: statements(data, largest),
        "lattice": lambda: (row for rows in upper for row in lattice(data, rows, repeats(rows))),
        "ladder": lambda: (row for rows in upper for row in ladder(data, rows, repeats(rows))),
        "search": lambda: search(data, middle),
        "population": lambda: population(data, middle, 2),
        "near_unique": lambda: near_unique(data, largest),
        "sensor": lambda: sensor(data, min(sizes[0], MIDDLE), 3),
    }


def repeats(rows: int) -> int:
    """Short runs are repeated, and the cheapest counts."""
    return 1 if rows >= LARGE else 3


if __name__ == "__main__":
    main()
