"""The command: growth curves, written as growth.md and growth.json.

Usage: python -m benchmarks.growth [--rows 10000000] [--up-to 30000000] [--data DIR] [--out DIR].
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.common.results import RESULTS, Results
from benchmarks.growth.curves import MILLION, of_columns, of_rows, of_rungs
from benchmarks.speed.__main__ import DATA, MIDDLE

SIZES = (MILLION, 3 * MILLION, 10 * MILLION, 30 * MILLION)


def main() -> None:
    """Draws every curve and writes both files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--rows", type=int, default=MIDDLE, metavar="N", help="rows of the curves over anything else")
    parser.add_argument("--up-to", type=int, default=SIZES[-1], metavar="N", help="the end of the curve over the rows")
    parser.add_argument("--data", type=Path, metavar="DIR", default=DATA, help="where the tables are made and kept")
    parser.add_argument("--out", type=Path, metavar="DIR", default=RESULTS, help="the folder to write to")
    asked = parser.parse_args()
    results = Results("benchmarks.growth", asked.out)
    results.add("curves", of_rows(asked.data, [rows for rows in SIZES if rows <= asked.up_to]))
    results.add("curves", of_columns(asked.data, asked.rows))
    results.add("curves", of_rungs(asked.data, asked.rows))


if __name__ == "__main__":
    main()
