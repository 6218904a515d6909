"""A population known whole, as its equivalence classes, and what is true of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Whole = NDArray[np.int64]
Columns = Mapping[str, Whole]

K = 5


@dataclass(frozen=True)
class Truth:
    """U = P(F = 1), K / N = E[1 / F] and P(F < 5) over the rows of a population, F being the size of a row's class."""

    unique_rows: float
    journalist_mean: float
    rows_below_k_map: float


@dataclass(frozen=True)
class Population:
    """The classes of a population: the code of each column's value (a row a class), and the rows of each class."""

    columns: tuple[str, ...]
    codes: Whole
    sizes: Whole

    @staticmethod
    def of(rows: Columns, columns: Sequence[str]) -> Population:
        """The classes of some columns of rows. Codes run from 0 within each column."""
        taken = [coded(rows[column]) for column in columns]
        keys = np.zeros(len(taken[0]), dtype=np.int64)
        for codes in taken:
            keys = coded(keys * (int(codes.max()) + 1) + codes)
        sizes = np.bincount(keys).astype(np.int64)
        first = np.zeros(len(sizes), dtype=np.int64)
        first[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)
        return Population(tuple(columns), np.column_stack([codes[first] for codes in taken]), sizes)

    @property
    def rows(self) -> int:
        """N."""
        return int(self.sizes.sum())

    def truth(self) -> Truth:
        """What is true of it."""
        below = int(self.sizes[self.sizes < K].sum())
        return Truth(int((self.sizes == 1).sum()) / self.rows, len(self.sizes) / self.rows, below / self.rows)


def coded(values: Whole) -> Whole:
    """Whole numbers 0, 1, ... in place of values, by first appearance."""
    return np.asarray(pd.factorize(values)[0], dtype=np.int64)
