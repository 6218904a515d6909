"""What an anonymisation by pivots and blocks did, counted from its source and its output alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.class_sizes import ClassSizes
from sqlrisk.evidence.rows import Row, count, number

FALSE_ALARM = 1e-6
"""How often, at most, all of the independent permutations of a release would be taken for kept links."""
ORDERS = 40
"""Orders of size, by powers of e, that groups can have."""
_OF_LOSSES = ("source_rows", "rows", "source_groups", "dissolved", "dropped", "unexplained")


@dataclass(frozen=True)
class PivotGroups:
    """The sizes of the output's pivot groups, and the size that each should have."""

    sizes: ClassSizes
    threshold: int


@dataclass(frozen=True)
class PivotLoss:
    """How many rows have a value of one pivot, in the source and in the output."""

    pivot: str
    before: int
    after: int


@dataclass(frozen=True)
class PivotLosses:
    """What was dissolved. `unexplained`: by how many rows the output's groups differ from those of any dissolving of the source's.

    `dissolved` and `dropped` count groups and rows of the source; `pivots` are all pivots, or the one that is spoken of.
    """

    source_rows: int
    rows: int
    source_groups: int
    dissolved: int
    dropped: int
    unexplained: int
    pivots: tuple[PivotLoss, ...]


@dataclass(frozen=True)
class BlockTuples:
    """Of one block: the tuples in the groups, those of which source and output have different numbers, and by how many rows each has more."""

    names: tuple[str, ...]
    tuples: int
    changed: int
    missing: int
    added: int


@dataclass(frozen=True)
class LinkedGroups:
    """The groups of one order of size, for two blocks: see the kernel block_links for excess, variance, largest and evidence."""

    groups: int
    rows: int
    excess: float
    variance: float
    largest: float
    evidence: float
    evidence_of_copy: float


@dataclass(frozen=True)
class BlockLinks:
    """What two blocks kept of their links, by order of size of the groups; groups in which permuting changes nothing are left out."""

    orders: tuple[LinkedGroups, ...]

    @property
    def rows(self) -> int:
        """Rows in groups in which permuting changes something."""
        return sum(each.rows for each in self.orders)

    def kept(self, pairs: int) -> bool:
        """Whether more joint tuples coincide with the source's than independent permutations give."""
        return any(self._beyond(each, each.excess, each.evidence, pairs) for each in self.orders)

    def tellable_rows(self, pairs: int) -> int:
        """Rows in groups of an order of size in which an unpermuted copy would be told from a permutation."""
        return sum(each.rows for each in self.orders if self._beyond(each, each.variance, each.evidence_of_copy, pairs))

    def part_that_shows(self, pairs: int) -> float | None:
        """The least share of rows, spread over all groups, that shows on average where those were left as they were and the others permuted.

        A part p of a copy exceeds chance by p V. None where not even a copy shows that way.
        """
        limit = self._limit(pairs * ORDERS)
        parts = (_part(limit, each) for each in self.orders if each.variance > 0)
        return min((part for part in parts if part <= 1), default=None)

    def _beyond(self, found: LinkedGroups, excess: float, evidence: float, pairs: int) -> bool:
        """Either all groups of the order together, or one of them, is beyond chance: each half of the false alarms, shared out over pairs and tests."""
        groups = sum(each.groups for each in self.orders)
        together = bernstein(excess, found.variance, found.largest)
        return together >= self._limit(pairs * ORDERS) or evidence >= self._limit(pairs * groups)

    @staticmethod
    def _limit(tests: int) -> float:
        return math.log(2 * tests / FALSE_ALARM)


@dataclass(frozen=True)
class ConstantBlocks:
    """Pivot groups of the output in which at least one block holds one single tuple: groups, their rows, and pairs of a group and a block."""

    groups: int
    rows: int
    pairs: int


@dataclass(frozen=True)
class Blocks:
    """What became of the blocks: the tuples of each, the links of each pair, and the groups in which a block is constant."""

    tuples: tuple[BlockTuples, ...]
    links: tuple[BlockLinks, ...] = ()
    constant: ConstantBlocks = ConstantBlocks(0, 0, 0)


def bernstein(excess: float, variance: float, largest: float) -> float:
    """Minus the logarithm of Bernstein's bound on the chance of so large an excess; 0 where there is none."""
    return excess * excess / (2 * (variance + largest * excess / 3)) if excess > 0 and variance > 0 else 0.0


def _part(limit: float, found: LinkedGroups) -> float:
    """The part p at which Bernstein's bound of an excess of p V reaches a limit."""
    steep = limit * found.largest / 3
    return (steep + math.sqrt(steep * steep + 2 * limit * found.variance)) / found.variance


def pivot_losses(rows: Sequence[Row], pivots: Sequence[str]) -> PivotLosses:
    """Evidence of the kernel pivot_losses, its pivots by their names. Raises NotMeasuredError where the source is empty."""
    (row,) = rows
    lost = (PivotLoss(name, count(row, f"sqlrisk_source_values_{place}"), count(row, f"sqlrisk_values_{place}")) for place, name in enumerate(pivots, 1))
    source_rows, kept, groups, dissolved, dropped, unexplained = (count(row, f"sqlrisk_{name}") for name in _OF_LOSSES)
    found = PivotLosses(source_rows, kept, groups, dissolved, dropped, unexplained, tuple(lost))
    if not found.source_rows:
        raise NotMeasuredError("the source that protected_by names has no row", instead="name the table that the anonymisation started from")
    return found


def block_tuples(rows: Sequence[Row], names: Sequence[str]) -> BlockTuples:
    """Evidence of the kernel block_tuples."""
    (row,) = rows
    found = (count(row, f"sqlrisk_{name}") for name in ("tuples", "tuples_changed", "rows_missing", "rows_added"))
    return BlockTuples(tuple(names), *found)


def block_links(rows: Iterable[Row]) -> BlockLinks:
    """Evidence of the kernel block_links. Raises NotMeasuredError for a figure that is no number."""
    found = []
    for row in rows:
        figures = [number(row, f"sqlrisk_{name}") for name in ("excess", "variance", "largest", "evidence", "evidence_of_copy")]
        if not all(map(math.isfinite, figures)):
            raise NotMeasuredError("the engine gave no number for the links of two blocks")
        found.append(LinkedGroups(count(row, "sqlrisk_groups"), count(row, "sqlrisk_rows"), *figures))
    return BlockLinks(tuple(found))


def constant_blocks(rows: Iterable[Row]) -> ConstantBlocks:
    """Evidence of the kernel constant_blocks."""
    found = [(count(row, "sqlrisk_constant"), count(row, "sqlrisk_groups"), count(row, "sqlrisk_rows")) for row in rows]
    touched = [each for each in found if each[0]]
    return ConstantBlocks(sum(groups for _, groups, _ in touched), sum(rows for *_, rows in touched), sum(blocks * groups for blocks, groups, _ in touched))
