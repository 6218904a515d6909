"""The utility-risk frontier of some rungs, and its elbow: plain geometry of (bits, mean risk)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

TOLERANCE = 1e-9
METHOD = "the largest distance below the chord of the frontier, both axes scaled to 0..1 (Kneedle: Satopaa et al. 2011)"


@dataclass(frozen=True)
class Point:
    """A rung as the frontier sees it: what it keeps (entropy in bits), and its mean prosecutor risk."""

    name: str
    bits: float
    risk: Fraction

    def beats(self, other: Point) -> bool:
        """Whether it is no worse on both, and better on one; bits are computed reals, so those within 1e-9 are equal."""
        better = self.risk < other.risk or self.bits > other.bits + TOLERANCE
        return better and self.risk <= other.risk and self.bits >= other.bits - TOLERANCE


@dataclass(frozen=True)
class Elbow:
    """The point of the frontier farthest below the chord from `first` to `last`; `distance` is measured along the scaled axes."""

    point: Point
    distance: float
    first: Point
    last: Point


def frontier(points: Sequence[Point]) -> list[Point]:
    """The points that no other beats, from the fewest bits to the most; equal ones all stay."""
    return sorted((point for point in points if not any(other.beats(point) for other in points)), key=lambda point: (point.bits, point.risk))


def elbow(points: Sequence[Point]) -> Elbow | str:
    """The elbow of the points' frontier, or why there is none. Of equal distances that of the lower risk."""
    kept = frontier(points)
    if len({point.risk for point in kept}) < 3:
        return "an elbow needs three different rungs on the frontier"
    first, last = kept[0], kept[-1]
    found = max(kept, key=lambda point: (round(_below(point, first, last), 9), -point.risk))
    distance = _below(found, first, last)
    if distance <= TOLERANCE:
        return "no rung lies below the straight line between the ends of the frontier"
    return Elbow(found, distance, first, last)


def _below(point: Point, first: Point, last: Point) -> float:
    """How far a point lies below the chord: its share of the bits less its share of the risk."""
    return (point.bits - first.bits) / (last.bits - first.bits) - float((point.risk - first.risk) / (last.risk - first.risk))
