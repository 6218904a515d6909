"""The two superpopulation estimators of the book's companion code, exactly as published: reported beside better ones, never judged."""

from __future__ import annotations

import math
from collections.abc import Mapping


def poisson(histogram: Mapping[int, int], fraction: float) -> float:
    """Share of population uniques, (1/n) sum_j n_j (n_j / f) exp(-n_j / f) over all rows.

    `histogram` maps class size to classes (not empty); `fraction` is f in (0, 1]. Not the sample uniqueness at f = 1.
    """
    rows = sum(size * classes for size, classes in histogram.items())
    return math.fsum(classes * size * (size / fraction) * math.exp(-size / fraction) for size, classes in histogram.items()) / rows


def poisson_gamma(histogram: Mapping[int, int], fraction: float) -> float | None:
    """Share of population uniques, m_1 P(rest = 0 | 1) / n, with the moments of the observed classes; None with one class only.

    m, v = mean and variance (ddof 1) of the class sizes; beta = (v / m - 1) / f; alpha = m / (beta f);
    P = ((1 / beta + f) / (1 / beta + 1)) ** (alpha + 1). Where v <= m it falls back to `poisson`, as the published code does.
    """
    classes = sum(histogram.values())
    rows = sum(size * count for size, count in histogram.items())
    if classes < 2:
        return None
    mean = rows / classes
    variance = math.fsum(count * (size - mean) ** 2 for size, count in histogram.items()) / (classes - 1)
    if variance <= mean:
        return poisson(histogram, fraction)
    beta = (variance / mean - 1) / fraction
    alpha = mean / (beta * fraction)
    still_alone: float = ((1 / beta + fraction) / (1 / beta + 1)) ** (alpha + 1)
    return histogram.get(1, 0) / rows * still_alone
