"""Tier B, from the class sizes alone: a Poisson mixture over a generalised gamma density with an atom of certain uniques, averaged over its posterior.

The class of a random row has lambda people on average, and u = ln lambda has the density h(u) ~ exp[(y - e^y + 1) / Q^2], y = Q (u - mu) / sigma
(Prentice 1974): Q = sigma is Poisson-Gamma, Q = 0 Poisson-lognormal. A random class has the density h / lambda. A share of the sample uniques
may come from an atom of classes that are unique for certain. The likelihood is that of the sizes seen, tempered by 1 / (1 + K_s / 300) since no
table follows the family; sigma and Q run over a grid in two stages, mu over Gauss-Hermite nodes about its best place. No optimiser, so nothing
fails to converge. Beside the posterior's spread the interval holds the noise of S_1, that of the population, and a discrepancy: 12 % of the
logarithm over which the model extrapolates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sqlrisk.estimators.arrays import Real
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.intervals import Estimate, Interval
from sqlrisk.estimators.mixtures import log_mixture
from sqlrisk.estimators.special import log_gamma, probability_below

DISCREPANCY = 0.12
MOST_SIZES = 60
_SINGLE_SIZES, _CELL_WIDTH, _STEP, _TAIL = 12, 1.22, 0.2, 60
_TEMPER = 300.0
_LOG_SIGMAS, _QS, _MESH = (math.log(0.3), math.log(6.0)), (-1.5, 3.5), (9, 11)
_PRIOR_LOG_SIGMA, _PRIOR_Q, _PRIOR_ATOM = (math.log(1.5), 0.5), (0.5, 0.7), 0.1
_SMOOTH, _ATOM = np.array([0.0]), np.array([0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97])
_NODES, _NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(5)
_WORTH = 7.0
_TINY = 1e-300


@dataclass(frozen=True)
class Posterior:
    """The posterior's nodes: their weights (adding up to 1), and at each ln rho, the unseen classes for each seen one, and P(F < k)."""

    histogram: Histogram
    fraction: float
    k: int
    weights: Real
    log_still_unique: Real
    unseen: Real
    below: Real

    def unique_rows(self) -> Estimate:
        """U, the share of rows that are unique in the population: the posterior's median, never above S_1 / n; 0 without sample uniques."""
        single, naive = self.histogram.having(1), self.histogram.share_below(2)
        logs = self.log_still_unique + math.log(max(single, 0.5) / self.histogram.rows)
        median, interval = log_mixture(logs, self.weights, self._spread(logs, single, self.log_still_unique))
        if not single:
            return Estimate(0.0, Interval(0.0, min(1.0, interval.high)))
        return _held(min(median, naive), Interval(interval.low, min(1.0, interval.high)))

    def journalist_mean(self) -> Estimate:
        """K / N, the population's classes over its rows: K_s (1 + unseen) / N, its median; never below K_s / N."""
        seen = self.fraction * self.histogram.classes / self.histogram.rows
        reach = np.log1p(self.unseen)
        noise = (1 - self.fraction) / (self.histogram.classes + 1) + (0.4 * DISCREPANCY * reach) ** 2
        median, interval = log_mixture(reach + math.log(seen), self.weights, np.sqrt(noise))
        return _held(min(1.0, max(median, seen)), Interval(max(interval.low, seen), min(1.0, max(interval.high, seen))))

    def rows_below(self) -> Estimate:
        """P(F < k), the share of rows in population classes below k: the posterior's mean, with the interval of U carried over to k."""
        naive = self.histogram.share_below(self.k)
        if not naive:
            return Estimate(0.0, Interval(0.0, 1.0))
        logs = np.log(np.maximum(self.below, _TINY))
        classes = sum(count for _, count in self.histogram.below(self.k))
        interval = log_mixture(logs, self.weights, self._spread(logs, classes, logs - math.log(naive)))[1]
        return _held(min(naive, float(self.weights @ self.below)), Interval(interval.low, min(1.0, interval.high)))

    def _spread(self, logs: Real, classes: int, reach: Real) -> Real:
        """The deviation of each node's logarithm: noise of the classes it rests on, of the population, and the discrepancy over `reach`."""
        people = np.maximum(np.exp(logs) * self.histogram.rows / self.fraction, 0.5)
        return np.asarray(np.sqrt(1 / (classes + 1) + (1 - self.fraction) / people + (DISCREPANCY * reach) ** 2))


def fit(histogram: Histogram, fraction: float, k: int) -> Posterior:
    """The posterior given a histogram and f in (0, 1). `k` is that of P(F < k)."""
    data = _Data(histogram, fraction, k)
    branches = [(_SMOOTH, 1 - _PRIOR_ATOM), (_ATOM, _PRIOR_ATOM)] if histogram.having(1) else [(_SMOOTH, 1.0)]
    found = [_explored(data, shares, math.log(prior)) for shares, prior in branches]
    logs, still_unique, unseen, below = (np.concatenate([each[place].ravel() for each in found]) for place in range(4))
    weights = np.exp(logs - logs.max())
    kept = weights > 1e-7 * weights.sum()
    log_still_unique = np.log(np.clip(still_unique[kept], 1e-12, 1))
    return Posterior(histogram, fraction, k, weights[kept] / weights[kept].sum(), log_still_unique, unseen[kept], below[kept])


class _Data:
    """The sample as the likelihood reads it: classes a cell of sizes, and what a class of lambda people does, on a grid of ln lambda."""

    def __init__(self, histogram: Histogram, fraction: float, k: int) -> None:
        sizes, counts = histogram.arrays()
        largest = int(min(MOST_SIZES, max(sizes[-1], 5)))
        cells = _cells(largest)
        self.fraction, self.rows, self.classes, self.single = fraction, histogram.rows, histogram.classes, histogram.having(1)
        self.counts = np.array([counts[(sizes >= first) & (sizes <= last)].sum() for first, last in cells])
        self.temper = 1 / (1 + histogram.classes / _TEMPER)
        self.places = (math.log(0.02), math.log((largest + 10) / fraction) + 2)
        self.u = np.arange(-6, math.log((largest + 8 * math.sqrt(largest) + 20) / fraction) + 3, _STEP)
        small, large = sizes < min(k, largest + 1), (sizes > largest) & (sizes < k)
        self.small_sizes, self.small_rows = sizes[small], sizes[small] * counts[small]
        self.large_below = float(probability_below(k, sizes[large], sizes[large], fraction) @ (sizes[large] * counts[large]))
        self.kernel = np.column_stack(_kernel(np.exp(self.u), fraction, cells, self.small_sizes, k))

    def masses(self, mu: Real, log_sigma: Real, q: Real) -> _Masses:
        """What densities put where: arrays of parameters in, the same shape out; each density up to a factor of its own."""
        bent = np.where(np.abs(q) < 1e-3, 1e-3, q)[..., None]
        y = np.clip(bent * (self.u - mu[..., None]) * np.exp(-log_sigma)[..., None], -700, 60)
        logs = (y - np.expm1(y)) / (bent * bent) - self.u
        found = np.exp(logs - logs.max(-1, keepdims=True)) @ self.kernel
        cells = len(self.counts)
        small = cells + 3 + len(self.small_sizes)
        seen, unique, unseen = (found[..., cells + place] for place in range(3))
        return _Masses(np.maximum(found[..., :cells], _TINY), np.maximum(seen, _TINY), unique, unseen, found[..., cells + 3 : small], found[..., small:])


@dataclass(frozen=True)
class _Masses:
    """Classes by cell of their sample size, seen at all, unique in the population, unseen; of each size below k, and those with F < k too."""

    cells: Real
    seen: Real
    unique: Real
    unseen: Real
    small: Real
    small_below: Real


def _cells(largest: int) -> list[tuple[int, float]]:
    """First and last size of each cell: single sizes up to 12, then bins 22 % wide, then whatever is larger."""
    cells: list[tuple[int, float]] = []
    first = 1
    while first <= largest:
        last = first if first <= _SINGLE_SIZES else min(largest, int(first * _CELL_WIDTH))
        cells.append((first, last))
        first = last + 1
    return [*cells, (first, math.inf)]


def _kernel(people: Real, fraction: float, cells: list[tuple[int, float]], small: Real, k: int) -> list[Real]:
    """The columns of `_Masses` for a class of `people` on average, F ~ Poisson(people), r ~ Poisson(f people)."""
    seen, unseen = fraction * people, (1 - fraction) * people
    largest = cells[-1][0] - 1
    sizes = np.arange(largest + _TAIL + 1)
    each = np.exp(sizes * np.log(seen)[:, None] - seen[:, None] - log_gamma(sizes + 1))
    rest = np.where(seen < largest / 2, each[:, largest + 1 :].sum(1), np.maximum(1 - each[:, : largest + 1].sum(1), 0))
    columns = [each[:, first : int(last) + 1].sum(1) for first, last in cells[:-1]]
    columns += [rest, -np.expm1(-seen), people * np.exp(-people), np.exp(-seen) * -np.expm1(-unseen)]
    at = [each[:, int(size)] for size in small]
    term, up_to = np.exp(-unseen), {}
    total = np.zeros_like(people)
    for others in range(k - 1):
        total = total + term
        up_to[others] = total
        term = term * unseen / (others + 1)
    return [*columns, *at, *(column * up_to[k - 1 - int(size)] for column, size in zip(at, small, strict=True))]


def _explored(data: _Data, shares: Real, log_prior: float) -> tuple[Real, Real, Real, Real]:
    """Log-weights, rho, unseen and P(F < k) at the nodes of the second, closer mesh."""
    log_sigmas, qs = np.linspace(*_LOG_SIGMAS, _MESH[0]), np.linspace(*_QS, _MESH[1])
    sigma_step, q_step = log_sigmas[1] - log_sigmas[0], qs[1] - qs[0]
    mesh = _mesh(log_sigmas, qs)
    best = _nodes(data, *mesh, shares)[0].max((1, 2))
    worth = best > best.max() - _WORTH
    log_sigmas = _closer(mesh[0][worth], sigma_step, _LOG_SIGMAS, _MESH[0])
    qs = _closer(mesh[1][worth], q_step, _QS, _MESH[1])
    logs, *figures = _nodes(data, *_mesh(log_sigmas, qs), shares)
    area = math.log((log_sigmas[1] - log_sigmas[0]) * (qs[1] - qs[0]))
    return logs + area + log_prior, figures[0], figures[1], figures[2]


def _mesh(log_sigmas: Real, qs: Real) -> tuple[Real, Real]:
    return np.repeat(log_sigmas, len(qs)), np.tile(qs, len(log_sigmas))


def _closer(worth: Real, step: float, ends: tuple[float, float], nodes: int) -> Real:
    return np.linspace(max(ends[0], worth.min() - step), min(ends[1], worth.max() + step), nodes)


def _nodes(data: _Data, log_sigma: Real, q: Real, shares: Real) -> tuple[Real, Real, Real, Real]:
    """Log-weights, rho, unseen and P(F < k) at every (sigma, Q), node of mu, and share of the sample uniques that the atom takes."""
    mu, deviation = _located(data, log_sigma, q, bool(shares.any()))
    masses = data.masses(mu[:, None] + deviation[:, None] * _NODES, *(np.repeat(each[:, None], len(_NODES), 1) for each in (log_sigma, q)))
    single = masses.cells[..., :1]
    atom = single * shares / (1 - shares)
    prior = -(((log_sigma - _PRIOR_LOG_SIGMA[0]) / _PRIOR_LOG_SIGMA[1]) ** 2 + ((q - _PRIOR_Q[0]) / _PRIOR_Q[1]) ** 2) / 2
    volume = prior[:, None] + np.log(deviation)[:, None] + _NODES**2 / 2 + np.log(_NODE_WEIGHTS)
    logs = data.temper * _likelihood(data, masses, atom) + volume[..., None] - math.log(len(shares))
    still_unique = (data.fraction * masses.unique[..., None] + atom) / (single + atom)
    unseen = (masses.unseen[..., None] + atom * (1 - data.fraction) / data.fraction) / (masses.seen[..., None] + atom)
    return logs, still_unique, unseen, _below(data, masses, shares)


def _below(data: _Data, masses: _Masses, shares: Real) -> Real:
    """P(F < k) over the sample's rows: the atom's share of the sample uniques has F = 1."""
    given = masses.small_below / np.maximum(masses.small, _TINY)
    rows = (given @ data.small_rows)[..., None] + np.zeros(len(shares))
    if len(data.small_sizes) and data.small_sizes[0] == 1:
        rows = rows + data.small_rows[0] * shares * (1 - given[..., :1])
    found: Real = (rows + data.large_below) / data.rows
    return found


def _likelihood(data: _Data, masses: _Masses, atom: Real) -> Real:
    """The log-likelihood of the cells of the classes seen, for the atom's masses along the last axis."""
    others = (np.log(masses.cells[..., 1:]) @ data.counts[1:])[..., None]
    found: Real = others + data.single * np.log(masses.cells[..., :1] + atom) - data.classes * np.log(masses.seen[..., None] + atom)
    return found


def _located(data: _Data, log_sigma: Real, q: Real, with_atom: bool) -> tuple[Real, Real]:
    """For each (sigma, Q), where the likelihood over mu is highest, and the deviation of its tempered peak."""
    low, high = (np.full(log_sigma.shape, end) for end in data.places)
    steps, rows = np.linspace(0, 1, 8), np.arange(len(q))
    wide = [np.repeat(each[:, None], len(steps), 1) for each in (log_sigma, q)]
    for _ in range(3):
        mu = low[:, None] + (high - low)[:, None] * steps
        masses = data.masses(mu, *wide)
        height = _likelihood(data, masses, _best_atom(data, masses) if with_atom else np.zeros(1))[..., 0]
        top = np.clip(height.argmax(1), 1, len(steps) - 2)
        gap, centre = (high - low) / (len(steps) - 1), mu[rows, top]
        low, high = centre - gap, centre + gap
    before, at, after = (height[rows, top + move] for move in (-1, 0, 1))
    bend = before - 2 * at + after
    curved = bend < -1e-9
    step = np.where(curved, (before - after) / (2 * np.where(curved, bend, -1)), np.where(after > before, 1.0, -1.0))
    curvature = np.where(curved, -bend / gap**2, 1e-3)
    return centre + np.clip(step, -1, 1) * gap, 1 / np.sqrt(np.maximum(curvature * data.temper, 1e-2) + 1e-3)


def _best_atom(data: _Data, masses: _Masses) -> Real:
    """The atom's mass that maximises the likelihood, in closed form: (S_1 Z - K_s p_1) / (K_s - S_1), never below 0."""
    surplus = data.single * masses.seen - data.classes * masses.cells[..., 0]
    found: Real = np.maximum(0, surplus / max(data.classes - data.single, 0.5))[..., None]
    return found


def _held(point: float, interval: Interval) -> Estimate:
    return Estimate(point, Interval(min(interval.low, point), max(interval.high, point)))
