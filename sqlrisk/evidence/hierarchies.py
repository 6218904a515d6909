"""The declared hierarchy of a sensitive column, as counts of its nodes, and what the classes give away of the column along it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlrisk.evidence.rows import Row, count, real, total


@dataclass(frozen=True)
class HierarchyLevel:
    """One level: its nodes, those of them with more than one parent, those that stand in more than one row, and the rows without a node."""

    nodes: int
    nodes_of_two_parents: int
    nodes_repeated: int
    rows_without_node: int


@dataclass(frozen=True)
class Hierarchy:
    """The levels of a hierarchy from the values themselves (level 0) to the coarsest that is declared."""

    levels: tuple[HierarchyLevel, ...]

    @property
    def height(self) -> int:
        """H: the steps from a value to the root, which is the first level with one single node, else lies above the last one. Above a root there is no tree."""
        return next((place for place, level in enumerate(self.levels) if place and level.nodes <= 1), len(self.levels))


@dataclass(frozen=True)
class HierarchicalClasses:
    """The hierarchical distance of the classes to the whole release: the largest, the rows whose value the hierarchy does not hold, and its height."""

    classes_with_value: int
    rows_outside: int
    distance_max: float | None
    height: int


def hierarchy(rows: Iterable[Row], levels: int) -> Hierarchy:
    """Evidence of the kernel hierarchy_levels, for a hierarchy of so many declared levels. A level without any row has no node."""
    found = {count(row, "sqlrisk_level"): row for row in rows}
    return Hierarchy(tuple(_level(found[place]) if place in found else HierarchyLevel(0, 0, 0, 0) for place in range(levels + 1)))


def hierarchical_classes(rows: Iterable[Row], height: int) -> HierarchicalClasses:
    """Evidence of the kernel hierarchical_classes, for a hierarchy of that height."""
    found = list(rows)
    distances = [variations / height for row in found if (variations := real(row["sqlrisk_variations_max"])) is not None]
    outside = max((count(row, "sqlrisk_rows_outside") for row in found), default=0)
    return HierarchicalClasses(total(found, "sqlrisk_classes_with_value"), outside, max(distances, default=None), height)


def _level(row: Row) -> HierarchyLevel:
    return HierarchyLevel(
        count(row, "sqlrisk_nodes"), count(row, "sqlrisk_nodes_of_two_parents"), count(row, "sqlrisk_nodes_repeated"), count(row, "sqlrisk_rows_without_node")
    )
