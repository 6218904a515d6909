"""Where pair tables are sparse the bounds without a model are judged: how often the judged upper end holds, and how many tables the model still judges.

Usage: python -m benchmarks.accuracy.sparse_pairs [--tables dev first second fresh] [--draws 2] [--out FILE]. The threshold, MOST_LONE_PAIRS, was chosen on
the development tables and on the family `schools` (25 populations of pupils whose model misses); the other sets only show what it does there.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.accuracy import generated
from benchmarks.accuracy.packaged import AbsentError
from benchmarks.accuracy.populations import K
from benchmarks.accuracy.sampling import chance, drawn, margin_counts
from benchmarks.accuracy.tables import SETS, Table
from sqlrisk.estimators.layers import population_risk
from sqlrisk.estimators.statuses import MOST_LONE_PAIRS

FRACTIONS = (0.01, 0.02, 0.05, 0.1)
COLUMNS = ("school", "grade", "language", "sex")


class Judged(NamedTuple):
    """One draw: whether the model's upper end of U holds, whether the judged one does, and whether the model judges."""

    table: str
    fraction: float
    model_holds: bool
    holds: bool
    by_model: bool


def schools() -> list[Table]:
    """The family on which the model's upper end misses: 400,000 pupils of 400 schools, and 24 random ones of 250,000 to 600,000 of 200 to 600."""
    random = np.random.default_rng(2024)
    found = [Table("schools 400k", partial(generated.schools, 400_000, 9, places=400), COLUMNS)]
    for place in range(24):
        rows, places = int(random.integers(250_000, 600_001)), int(random.integers(200, 601))
        found.append(Table(f"schools {place}", partial(generated.schools, rows, 1000 + place, places=places), COLUMNS))
    return found


def judged(table: Table, draws: int) -> Iterator[Judged]:
    """Draws of one table. Raises AbsentError where its package is not installed. Tables that the model never judges (values seen once) are left out."""
    population = table.population()
    truth = population.truth().unique_rows
    for fraction in FRACTIONS:
        random = chance(table.name, fraction)
        for _ in range(draws):
            draw = drawn(population, fraction, random)
            counts = margin_counts(draw)
            if counts.too_sparse:
                continue
            risk = population_risk(draw.histogram(), draw.fraction, K, counts)
            high = risk.unique_rows.bounds.high if risk.has_sparse_pairs else risk.unique_rows.interval.high
            yield Judged(table.name, fraction, risk.unique_rows.interval.high >= truth, high >= truth, not risk.has_sparse_pairs)


def lines(name: str, found: list[Judged]) -> Iterator[str]:
    """A row of the table for each fraction, and one for all."""
    by_fraction: dict[str, list[Judged]] = defaultdict(list)
    for each in found:
        by_fraction[f"{each.fraction:.0%}"].append(each)
    for fraction, draws in [*by_fraction.items(), *([("all", found)] if found else [])]:
        shares = [sum(getattr(each, key) for each in draws) / len(draws) for key in ("model_holds", "holds", "by_model")]
        yield f"| {name} | {fraction} | {len({each.table for each in draws})} | {len(draws)} | " + " | ".join(f"{share:.1%}" for share in shares) + " |"


def main() -> None:
    """Prints the table, and writes it where --out says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy.sparse_pairs", description=__doc__)
    parser.add_argument("--tables", nargs="*", choices=sorted(SETS), default=["dev"])
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    rows = [f"Threshold: over {MOST_LONE_PAIRS:.0%} of the sample uniques alone in a pair of the model.", ""]
    rows += ["| tables | f | tables read | draws | model's upper end holds | judged upper end holds | judged by the model |", "| --- " * 7 + "|"]
    for name, tables in [("schools", schools()), *((each, list(SETS[each])) for each in asked.tables)]:
        found: list[Judged] = []
        for table in tables:
            try:
                found += judged(table, asked.draws)
            except AbsentError as absent:
                print(f"{table.name}: {absent}", file=sys.stderr)
        rows += lines(name, found)
    print("\n".join(rows))
    if asked.out:
        asked.out.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
