"""An interval, and an estimate with one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """A lower and an upper end, low <= high."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether a value lies in it."""
        return self.low <= value <= self.high

    def within(self, other: Interval) -> Interval | None:
        """The part of it that lies in another one; None where they do not meet."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else None


@dataclass(frozen=True)
class Estimate:
    """A model's central value of a share or a probability, and its model interval."""

    point: float
    interval: Interval
