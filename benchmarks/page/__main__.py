"""The command: docs/performance.md and its charts from the results.

Usage: python -m benchmarks.page [--results DIR] [--docs DIR]. It exits with 1 where a goal is missed and no reason is written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.common.costs import ROOT
from benchmarks.common.results import RESULTS, load
from benchmarks.page.charts import charts
from benchmarks.page.goals import GOALS, Found
from benchmarks.page.reasons import REASONS
from benchmarks.page.text import page

COMMANDS = ("speed", "peers", "growth", "remote")
"""Whose results make the page."""


def main() -> int:
    """Writes the page and the charts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--results", type=Path, metavar="DIR", default=RESULTS, help="the folder of the JSON files")
    parser.add_argument("--docs", type=Path, metavar="DIR", default=ROOT / "docs", help="the folder to write to")
    asked = parser.parse_args()
    found = results(asked.results)
    if not found:
        parser.error(f"no results in {asked.results}: run python -m benchmarks.speed, .peers and .growth first")
    asked.docs.mkdir(parents=True, exist_ok=True)
    drawn = list(charts(found))
    for name, _, svg in drawn:
        (asked.docs / name).write_text(svg, encoding="utf-8")
    outcomes = [goal.outcome(found) for goal in GOALS]
    (asked.docs / "performance.md").write_text(page(found, outcomes, [(name, told) for name, told, _ in drawn]), encoding="utf-8")
    unexplained = [each.short for each in outcomes if each.met is False and each.short not in REASONS]
    for short in unexplained:
        print(f"{short}: missed without a reason; write it into benchmarks/page/reasons.py", file=sys.stderr)
    return bool(unexplained)


def results(folder: Path) -> Found:
    """What each command found; those that were not run are left out."""
    return {name: known for name in COMMANDS if (known := load(name, folder)) is not None}


if __name__ == "__main__":
    sys.exit(main())
