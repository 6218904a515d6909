"""What an estimate of the population consists of. Without arrays: a check that estimates nothing loads no NumPy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlrisk.estimators.intervals import Interval
from sqlrisk.estimators.statuses import Status

if TYPE_CHECKING:
    from sqlrisk.estimators.histograms import Histogram

MOST_K = 1000
TIER_A = "Poisson-Gamma around the margins (margin-NB)"
TIER_B = "Poisson-generalised-gamma with an atom of certain uniques"


@dataclass(frozen=True)
class Layers:
    """One figure of the population. `point` is None where none can be given; `interval` is the model's, within `bounds`; `naive` assumes f = 1."""

    bounds: Interval
    point: float | None
    interval: Interval
    naive: float
    estimator: str
    status: Status
    reason: str | None


@dataclass(frozen=True)
class PopulationRisk:
    """The figures of the population that a histogram and a sampling fraction (or both ends of its range) give.

    `correct_match_probability` is None without classes of one or two rows. `expected_unique_rows` is how many rows of the file are
    population uniques on average under the model (n U, at the upper end of a range), whether or not a point is given. `has_sparse_pairs`:
    the model's upper end is not to be relied on, since many sample uniques are alone in a pair of columns; then the bounds are judged.
    """

    histogram: Histogram
    fractions: tuple[float, ...]
    k: int
    unique_rows: Layers
    journalist_mean: Layers
    rows_below_k_map: Layers
    correct_match_probability: Layers | None
    expected_unique_rows: float
    has_sparse_pairs: bool = False

    @property
    def chance_of_a_population_unique(self) -> float:
        """P(at least one row of the file is unique in the population) = 1 - exp(-n U); then the greatest journalist risk is 1. A census knows."""
        if self.fractions[-1] == 1:
            return float(self.histogram.having(1) > 0)
        return -math.expm1(-self.expected_unique_rows)
