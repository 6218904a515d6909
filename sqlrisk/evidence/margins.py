"""The classes against the margins of their quasi-identifiers: what the model of the unseen population is fitted on."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import Row, count, total

if TYPE_CHECKING:
    from sqlrisk.estimators.margin_forest import Histograms
    from sqlrisk.estimators.margin_nb import MarginCounts

MOST_PAIRED = 12
FEWEST_COLUMNS = 3


def paired(columns: Sequence[str]) -> int:
    """Of how many quasi-identifiers, the first ones, the pairs are counted: at most 12."""
    return min(len(columns), MOST_PAIRED)


def margins(columns: Sequence[str]) -> list[tuple[str, ...]]:
    """The margins in the order in which the kernel margin_histograms numbers them, from 0."""
    return [tuple(columns), *((column,) for column in columns), *itertools.combinations(columns[: paired(columns)], 2)]


def margin_histograms(rows: Iterable[Row], columns: Sequence[str]) -> Histograms:
    """Evidence of the kernel margin_histograms: the histogram of each margin. Raises NotMeasuredError where margins hold different numbers of rows."""
    from sqlrisk.estimators.histograms import Histogram

    counted: list[list[tuple[int, int]]] = [[] for _ in margins(columns)]
    for row in rows:
        counted[count(row, "sqlrisk_margin")].append((count(row, "sqlrisk_size"), count(row, "sqlrisk_categories")))
    found = {margin: Histogram.of(pairs) for margin, pairs in zip(margins(columns), counted, strict=True)}
    if len({histogram.rows for histogram in found.values()}) > 1:
        raise NotMeasuredError("the margins of the quasi-identifiers hold different numbers of rows")
    return found


def margin_classes(rows: Sequence[Row]) -> MarginCounts:
    """Evidence of the kernel margin_classes."""
    from sqlrisk.estimators.margin_nb import MarginCounts

    cells = ((count(row, "sqlrisk_bin"), count(row, "sqlrisk_class_size"), count(row, "sqlrisk_classes")) for row in rows)
    return MarginCounts.of(cells, total(rows, "sqlrisk_rare_uniques"), total(rows, "sqlrisk_lone_uniques"))
