"""The command: every estimator on tables of known truth, written as results.md and results.json.

Usage: python -m benchmarks.accuracy [--tables dev|first|second|fresh] [--quick] [--out DIR].
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from benchmarks.accuracy.running import run
from benchmarks.accuracy.tables import SETS
from benchmarks.accuracy.writing import as_json, markdown


def main() -> None:
    """Runs the tables asked for and writes both files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument(
        "--tables", choices=sorted(SETS), default="fresh", help="dev: may be looked at; first, second: were fresh once; fresh: no choice was tuned on them"
    )
    parser.add_argument("--quick", action="store_true", help="one draw at 5 and 10 %% of the small tables")
    parser.add_argument("--out", type=Path, default=Path("accuracy"), help="the folder to write to")
    asked = parser.parse_args()
    found = run(SETS[asked.tables], asked.quick)
    asked.out.mkdir(parents=True, exist_ok=True)
    title = f"Accuracy on the {asked.tables} tables"
    made_of = f"Code: commit {_commit()}. Tables: {len(found.known)} ran, {len(found.skipped)} skipped; see benchmarks/accuracy/tables.py."
    (asked.out / "results.md").write_text(markdown(found, title, made_of), encoding="utf-8")
    (asked.out / "results.json").write_text(as_json(found, title, made_of), encoding="utf-8")
    print(asked.out / "results.md")


def _commit() -> str:
    told = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"


if __name__ == "__main__":
    main()
