"""What a search of the lattice found: nodes, the frontier of what was evaluated, and the limits that bind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sqlrisk.evidence import ClassSizes
from sqlrisk.lattice import Cost
from sqlrisk.measures.utility import entropy_bits
from sqlrisk.report import Measurement, ThresholdResult
from sqlrisk.suppression import Suppression


@dataclass(frozen=True)
class Found:
    """A node with its levels, as `publish` has them, its class sizes before suppression and those that it leaves, and the measures of the whole check where
    it was measured whole."""

    levels: Mapping[str, str]
    sizes: ClassSizes
    left: ClassSizes
    cost: Cost | None
    measured: tuple[Measurement, ...] = ()

    @property
    def suppressed(self) -> Fraction:
        """The share of the rows that suppression takes."""
        return Fraction(self.sizes.rows - self.left.rows, self.sizes.rows)

    @property
    def mean_risk(self) -> Fraction | None:
        """prosecutor_mean of what is left: classes over rows."""
        return Fraction(self.left.classes, self.left.rows) if self.left.rows else None


@dataclass(frozen=True)
class Binding:
    """A limit that no node meets: the nearest value that a node reaches."""

    measure: str
    column: str | None
    group: str | None
    limit: Mapping[str, int | float]
    nearest: float | None
    met: bool = False


@dataclass(frozen=True)
class Recommendation:
    """What the search of one release found: the best nodes, the first of which is proven least and measured whole; none where a limit binds.

    `suppression` is that of each node; `replaced`: the keys of the one that the release declares, in place of which it stands. `failures`: why a check
    fails whatever the levels.
    """

    release: str
    minimised: str
    budget: Fraction
    suppression: Suppression
    replaced: tuple[str, ...]
    lattice: Mapping[str, tuple[str, ...]]
    nodes: int
    evaluated: int
    confirmed: int
    rolled_up: bool
    bits: float
    best: tuple[Found, ...]
    frontier: tuple[Found, ...]
    binding: tuple[Binding, ...]
    failures: tuple[str, ...]


def bits_of(sizes: ClassSizes) -> float:
    """The entropy of class sizes in bits; 0 where no row is left."""
    value = entropy_bits.of({ClassSizes: sizes}) if sizes.rows else 0.0
    assert isinstance(value, float)
    return value


def broken(results: Sequence[ThresholdResult]) -> int:
    """How many of the limits are broken."""
    return sum(not result.passed for result in results)


def nearest(results: Iterable[ThresholdResult]) -> list[Binding]:
    """Of each limit the result that comes nearest to it."""
    found: dict[tuple[Any, ...], Binding] = {}
    for each in results:
        key = (*each.about, *each.limit.items())
        value = None if each.value is None else float(each.value)
        binding = Binding(each.measure, each.column, each.group, each.limit, value, each.passed)
        if key not in found or _is_nearer(binding, found[key]):
            found[key] = binding
    return [*found.values()]


def _is_nearer(one: Binding, other: Binding) -> bool:
    if one.met or other.met or one.nearest is None or other.nearest is None:
        return one.met and not other.met or (one.nearest is not None and other.nearest is None)
    return one.nearest > other.nearest if "at_least" in one.limit else one.nearest < other.nearest


def frontier(found: Iterable[Found], budget: Fraction) -> list[Found]:
    """Of the nodes within the budget those that no other beats on both the bits left and the mean risk, the most bits first."""
    open_nodes = [(bits_of(each.left), each.mean_risk, each) for each in found if each.suppressed <= budget and each.mean_risk is not None]
    kept: list[Found] = []
    least: Fraction | None = None
    for _, risk, each in sorted(open_nodes, key=lambda node: (-node[0], node[1])):
        if least is None or risk < least:
            kept.append(each)
            least = risk
    return kept
