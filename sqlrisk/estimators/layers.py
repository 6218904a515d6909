"""What a sample says of the population, in three layers: bounds that need no model, a model's estimate and interval, and the naive figure."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sqlrisk.errors import ConfigurationError
from sqlrisk.estimators import skinner_elliot
from sqlrisk.estimators.histograms import Histogram, sampling_fraction
from sqlrisk.estimators.intervals import Estimate, Interval
from sqlrisk.estimators.risks import MOST_K, TIER_A, TIER_B, Layers, PopulationRisk
from sqlrisk.estimators.statuses import RESOLUTION, Status, too_small

if TYPE_CHECKING:
    from sqlrisk.estimators.margin_nb import MarginCounts

LOOSE_SHAPE = 0.5
SKINNER_ELLIOT = "Skinner & Elliot"
CENSUS = "counted: the sample is the population"
_BOUNDS_ONLY = (Status.NOT_A_RANDOM_SAMPLE, Status.MODEL_REJECTED, Status.BOUNDARY_HOMOGENEOUS)


def population_risk(
    histogram: Histogram, fraction: float | Fraction | tuple[float | Fraction, float | Fraction], k: int = 5, margins: MarginCounts | None = None
) -> PopulationRisk:
    """The figures for a fraction, or for a range of it: then no point, and the interval from the lower end at its start to the upper end at its end.

    `k` is that of P(F < k), from 1 to 1000. With `margins` the model is Tier A, unless they are too sparse. Raises ConfigurationError for bad input.
    """
    if isinstance(k, bool) or not 1 <= k <= MOST_K:
        raise ConfigurationError(f"the k of rows_below_k_map must lie between 1 and {MOST_K:,}")
    if margins is not None and margins.histogram() != histogram:
        raise ConfigurationError("the classes by margin are not the classes of the histogram: they were counted on different rows")
    given = fraction if isinstance(fraction, tuple) else (fraction,)
    ends = sorted({sampling_fraction(end) for end in given})
    places = ends if len(ends) == 1 else [ends[0], math.sqrt(ends[0] * ends[-1]), ends[-1]]
    found = [_at(histogram, place, k, margins) for place in places]
    return found[0] if len(found) == 1 else _over(_over(found[0], found[1]), found[2])


def _at(histogram: Histogram, fraction: float, k: int, margins: MarginCounts | None) -> PopulationRisk:
    match = _correct_match(histogram, fraction)
    naive = histogram.share_below(2), histogram.classes / histogram.rows, histogram.share_below(k)
    if fraction == 1:
        counted = [_census(value) for value in naive]
        return PopulationRisk(histogram, (fraction,), k, counted[0], counted[1], counted[2], match, float(histogram.having(1)))
    return _estimated(histogram, fraction, k, margins, match, naive)


def _estimated(
    histogram: Histogram, fraction: float, k: int, margins: MarginCounts | None, match: Layers | None, naive: tuple[float, float, float]
) -> PopulationRisk:
    """The figures below a census. The models load NumPy, which a census does without."""
    from sqlrisk.estimators import free_bounds, generalised_gamma, margin_nb, poisson_gamma

    sparse = margins is not None and margins.too_sparse
    model = generalised_gamma.fit(histogram, fraction, k) if margins is None or sparse else margin_nb.fit(margins, fraction, k)
    unique, mean = free_bounds.unique_rows(histogram, fraction), free_bounds.journalist_mean(histogram, fraction)
    tier = TIER_A if isinstance(model, margin_nb.Posterior) else TIER_B
    judge = _Judge(histogram, fraction, tier, poisson_gamma.fit(histogram).status, unique.consistent and mean.consistent, sparse)
    central = model.unique_rows()
    figures = central, model.journalist_mean(), model.rows_below()
    if isinstance(model, margin_nb.Posterior):
        alone = generalised_gamma.fit(histogram, fraction, k)
        others = alone.unique_rows(), alone.journalist_mean(), alone.rows_below()
        loose = model.shape < LOOSE_SHAPE
        figures = _widened(figures[0], others[0], loose), _widened(figures[1], others[1], loose), _widened(figures[2], others[2], loose)
    return PopulationRisk(
        histogram=histogram,
        fractions=(fraction,),
        k=k,
        unique_rows=judge.unique_rows(figures[0], unique, naive[0]),
        journalist_mean=judge.figure(figures[1], mean, naive[1]),
        rows_below_k_map=judge.figure(figures[2], free_bounds.rows_below(histogram, fraction, k, unique, mean), naive[2]),
        correct_match_probability=match,
        expected_unique_rows=histogram.rows * central.point,
        has_sparse_pairs=tier == TIER_A and margins is not None and margins.has_sparse_pairs,
    )


def _widened(with_margins: Estimate, alone: Estimate, loose: bool) -> Estimate:
    """Tier A's estimate down to the lower end of Tier B: a dependence that no pair of columns shows mostly makes rows look rarer than they are.

    Where the classes are `loose` around their margins, up to its upper end too: then a part of the rows depends strongly, and the rest look too common.
    """
    interval, other = with_margins.interval, alone.interval
    return Estimate(with_margins.point, Interval(min(interval.low, other.low), max(interval.high, other.high) if loose else interval.high))


@dataclass(frozen=True)
class _Judge:
    """Says of each figure what kind of answer it is. `alone` is the status of the Poisson-Gamma fit of the class sizes."""

    histogram: Histogram
    fraction: float
    estimator: str
    alone: Status
    consistent: bool
    margins_too_sparse: bool

    def unique_rows(self, estimate: Estimate, bounds: Interval, naive: float) -> Layers:
        """The layers of U: exactly 0 without sample uniques, and nothing finer than the model resolves."""
        if not naive:
            estimate = Estimate(0.0, Interval(0.0, bounds.high))
        found = self.figure(estimate, bounds, naive)
        fine = found.interval.high < RESOLUTION or (found.point is not None and found.point < RESOLUTION)
        if not fine:
            return found
        floored = replace(found, interval=Interval(found.interval.low, max(found.interval.high, RESOLUTION)))
        if not naive or found.status in _BOUNDS_ONLY:
            return floored
        return replace(floored, point=None, status=Status.BELOW_RESOLUTION, reason=Status.BELOW_RESOLUTION.sentence)

    def figure(self, estimate: Estimate, bounds: Interval, naive: float) -> Layers:
        """The layers of a figure: the interval cut to the bounds; the bounds themselves where the model has nothing to say."""
        bounds = Interval(bounds.low, bounds.high)
        cut = estimate.interval.within(bounds)
        status = self._status(cut is not None and bounds.holds(estimate.point))
        point: float | None = estimate.point
        if cut is None or status in _BOUNDS_ONLY:
            point, cut = None, bounds
        elif status is Status.ALL_CLASSES_SINGLETONS:
            point, cut = bounds.high, bounds
        reasons = [status.sentence]
        if too_small(self.histogram, self.fraction):
            point = None
            reasons += [] if status in (*_BOUNDS_ONLY, Status.SAMPLE_TOO_SMALL) else [Status.SAMPLE_TOO_SMALL.sentence]
        return Layers(bounds, point, cut, naive, self.estimator, status, "; ".join(each for each in reasons if each) or None)

    def _status(self, accepted: bool) -> Status:
        """What binds most. An end of the fit of the class sizes alone says nothing against a model that has the margins too."""
        if not self.consistent:
            return Status.NOT_A_RANDOM_SAMPLE
        if self.alone is Status.ALL_CLASSES_SINGLETONS:
            return self.alone
        if not accepted:
            return Status.MODEL_REJECTED
        if self.alone is Status.NO_SAMPLE_UNIQUES or (self.alone is Status.BOUNDARY_HOMOGENEOUS and self.estimator == TIER_B):
            return self.alone
        if too_small(self.histogram, self.fraction):
            return Status.SAMPLE_TOO_SMALL
        if self.margins_too_sparse:
            return Status.MARGINS_TOO_SPARSE
        return self.alone if self.estimator == TIER_B else Status.ESTIMATED


def _census(value: float) -> Layers:
    exact = Interval(value, value)
    return Layers(exact, value, exact, value, CENSUS, Status.CENSUS, Status.CENSUS.sentence)


def _correct_match(histogram: Histogram, fraction: float) -> Layers | None:
    point = skinner_elliot.correct_match_probability(histogram, fraction)
    if point is None:
        return None
    interval = skinner_elliot.interval(histogram, fraction)
    status = Status.CENSUS if fraction == 1 else Status.ESTIMATED if histogram.having(1) else Status.NO_SAMPLE_UNIQUES
    return Layers(interval, point, interval, 1.0, SKINNER_ELLIOT, status, None)


def _over(start: PopulationRisk, end: PopulationRisk) -> PopulationRisk:
    """The figures over a range of the sampling fraction."""
    match = None
    if start.correct_match_probability and end.correct_match_probability:
        match = _joined(start.correct_match_probability, end.correct_match_probability)
    return replace(
        end,
        fractions=(start.fractions[0], end.fractions[0]),
        unique_rows=_joined(start.unique_rows, end.unique_rows),
        journalist_mean=_joined(start.journalist_mean, end.journalist_mean),
        rows_below_k_map=_joined(start.rows_below_k_map, end.rows_below_k_map),
        correct_match_probability=match,
    )


def _joined(start: Layers, end: Layers) -> Layers:
    """Both ends of a range as one interval without a point. The status is that of the end that says less."""
    less = start if start.point is None or end.status in (Status.ESTIMATED, Status.CENSUS) else end
    bounds, interval = (
        Interval(min(one.low, other.low), max(one.high, other.high)) for one, other in ((start.bounds, end.bounds), (start.interval, end.interval))
    )
    return Layers(bounds, None, interval, start.naive, less.estimator, less.status, less.reason)
