"""Class sizes as arrays of doubles, and their bins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.float64]

EXACT_SIZES = 100
BIN_WIDTH = 0.02


def real(numbers: Sequence[int]) -> Real:
    """Whole numbers as doubles."""
    return np.array(numbers, dtype=np.float64)


def binned(sizes: Real, counts: Real) -> tuple[Real, Real]:
    """The mean size and the classes of each bin, of classes (`counts`) of each size."""
    places = np.unique(size_bins(sizes), return_inverse=True)[1]
    together = gathered(counts, places)
    return gathered(counts * sizes, places) / together, together


def size_bins(sizes: Real) -> NDArray[np.int64]:
    """The number of the bin of each class size: the size itself up to 100, then equal steps of its logarithm."""
    above = EXACT_SIZES + 1 + np.floor(np.log(np.maximum(sizes, EXACT_SIZES) / EXACT_SIZES) / BIN_WIDTH)
    return np.where(sizes <= EXACT_SIZES, sizes, above).astype(np.int64)


def gathered(amounts: Real, places: NDArray[np.intp]) -> Real:
    """The sum of the amounts at each place."""
    return np.asarray(np.bincount(places, amounts), dtype=np.float64)
