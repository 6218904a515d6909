"""What kind of answer an estimate is, and the sentence that a person needs beside it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlrisk.estimators.histograms import Histogram

FEWEST_ROWS = 500
FEWEST_UNIQUES = 20
LOWEST_FRACTION = 0.01
RESOLUTION = 0.001
MOST_RARE_VALUES = 0.3
MOST_LONE_PAIRS = 0.2


class Status(StrEnum):
    """What kind of answer an estimate is."""

    ESTIMATED = "estimated"
    CENSUS = "census"
    ALL_CLASSES_SINGLETONS = "all_classes_singletons"
    NO_SAMPLE_UNIQUES = "no_sample_uniques"
    NOT_A_RANDOM_SAMPLE = "not_a_random_sample"
    MODEL_REJECTED = "model_rejected"
    BOUNDARY_HOMOGENEOUS = "boundary_homogeneous"
    SAMPLE_TOO_SMALL = "sample_too_small"
    BELOW_RESOLUTION = "below_resolution"
    BOUNDARY_HEAVY_TAIL = "boundary_heavy_tail"
    MARGINS_TOO_SPARSE = "margins_too_sparse"

    @property
    def sentence(self) -> str | None:
        """What to tell a person; None where nothing stands in the way."""
        return _SENTENCES.get(self)


_SENTENCES = {
    Status.CENSUS: "the sample is the whole population (f = 1): the figure is exact, nothing is estimated",
    Status.ALL_CLASSES_SINGLETONS: (
        "every class has one row: nothing tells the population's uniques from other rows, so the figure is the upper end and undetermined below it"
    ),
    Status.NO_SAMPLE_UNIQUES: "no class has one row: population uniques are estimated at 0, and the upper end is what the sample cannot exclude",
    Status.NOT_A_RANDOM_SAMPLE: (
        "hardly any population gives such class sizes to a simple random sample of this fraction (were small classes suppressed?): "
        "the bounds contradict each other; only the widest are given, and no point"
    ),
    Status.MODEL_REJECTED: "the model contradicts the bounds that need no model: those bounds are given, and no point",
    Status.BOUNDARY_HOMOGENEOUS: (
        "the class sizes vary no more than chance would have it, as where all population classes have one size: "
        "no smooth model can know; the bounds that need no model are given, and no point"
    ),
    Status.SAMPLE_TOO_SMALL: (
        f"sample too small to tell (fewer than {FEWEST_ROWS} rows or {FEWEST_UNIQUES} classes of one row, or f below {LOWEST_FRACTION:.0%}): "
        "an interval and no point"
    ),
    Status.BELOW_RESOLUTION: f"the estimate is below {RESOLUTION:.1%}, finer than the model resolves: read the upper end, never taken below {RESOLUTION}",
    Status.BOUNDARY_HEAVY_TAIL: "the class sizes have the heaviest tail that the Poisson-Gamma model knows: read the interval, not the point",
    Status.MARGINS_TOO_SPARSE: (
        f"a column is nearly an identifier (over {MOST_RARE_VALUES:.0%} of the sample uniques hold a value seen once): "
        "the margins would mislead, so the class sizes alone are used"
    ),
}


def too_small(histogram: Histogram, fraction: float) -> bool:
    """Whether a sample is too small for a point: n < 500, f < 1 %, or 0 < S_1 < 20 (statistics.md, section 6; without any S_1 the answer is 0)."""
    return histogram.rows < FEWEST_ROWS or 0 < histogram.having(1) < FEWEST_UNIQUES or fraction < LOWEST_FRACTION
