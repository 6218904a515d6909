"""Every estimator on the same draws of some tables."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.accuracy.answers import BELOW, MATCH, MEAN, UNIQUE, answers
from benchmarks.accuracy.packaged import AbsentError
from benchmarks.accuracy.populations import K, Population
from benchmarks.accuracy.sampling import Draw, chance, drawn
from benchmarks.accuracy.scoring import Score
from benchmarks.accuracy.tables import Table

FRACTIONS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
DRAWS, FEWER_DRAWS, LARGE = 6, 3, 500_000
QUICK_FRACTIONS, QUICK_ROWS = (0.05, 0.1), 60_000


@dataclass(frozen=True)
class Run:
    """The scores of the tables that ran; those that did not, with the reason; and each table's rows, columns and U."""

    scores: tuple[Score, ...]
    skipped: dict[str, str]
    known: dict[str, tuple[int, tuple[str, ...], float]]


def run(tables: Sequence[Table], quick: bool) -> Run:
    """Draws every table and scores every answer. `quick` takes one draw at 5 and 10 % of the tables of at most 60,000 rows."""
    scores: list[Score] = []
    skipped: dict[str, str] = {}
    known: dict[str, tuple[int, tuple[str, ...], float]] = {}
    for table in tables:
        began = time.monotonic()
        try:
            population = table.population()
        except AbsentError as absent:
            skipped[table.name] = str(absent)
            continue
        if quick and population.rows > QUICK_ROWS:
            skipped[table.name] = "too large for --quick"
            continue
        known[table.name] = (population.rows, table.columns, population.truth().unique_rows)
        scores += _scored(table.name, population, quick)
        print(f"{table.name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return Run(tuple(scores), skipped, known)


def _scored(name: str, population: Population, quick: bool) -> Iterator[Score]:
    times = 1 if quick else FEWER_DRAWS if population.rows > LARGE else DRAWS
    for fraction in QUICK_FRACTIONS if quick else FRACTIONS:
        random = chance(name, fraction)
        for each in range(times):
            yield from scored(name, population, fraction, each, drawn(population, fraction, random))


def scored(name: str, population: Population, fraction: float, number: int, draw: Draw) -> Iterator[Score]:
    """The answers of a draw beside the truth: the population's, and for theta that of the draw, 1 / mean(F | sample unique)."""
    truth, histogram = population.truth(), draw.histogram()
    mean = draw.mean_class_of_uniques()
    beside = {
        UNIQUE: (truth.unique_rows, histogram.share_below(2)),
        MEAN: (truth.journalist_mean, histogram.classes / histogram.rows),
        BELOW: (truth.rows_below_k_map, histogram.share_below(K)),
        MATCH: (1 / mean if mean else 0.0, 1.0),
    }
    for answer in answers(draw):
        true, naive = beside[answer.quantity]
        yield Score(name, fraction, number, answer, true, naive)
