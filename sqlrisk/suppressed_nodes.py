"""What suppression leaves of each node of a lattice, and what of it holds at finer and coarser nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sqlrisk import evidence
from sqlrisk.declaration import Release
from sqlrisk.evidence import ClassSizes
from sqlrisk.lattice import Numbers
from sqlrisk.planning import PUBLISHED, Bound, left_sizes
from sqlrisk.running import Run
from sqlrisk.suppression import Suppression

SLACK = 1e-9


@dataclass
class SuppressedNodes:
    """The nodes of one search under one suppression, which may take the share `budget` of the rows. `bound` gives the release at a node."""

    run: Run
    suppression: Suppression
    budget: Fraction
    bound: Callable[[int], Bound]
    left: dict[int, ClassSizes] = field(default_factory=dict)

    def of(self, place: int, sizes: ClassSizes) -> ClassSizes:
        """The classes that suppression leaves of a node; where their size alone leaves too few rows, those that their size leaves."""
        if place not in self.left:
            counted = self.suppression.of_column and self.least(sizes) <= self.budget
            self.left[place] = self._counted(place) if counted else sizes.at_least(self.suppression.min_class_size)
        return self.left[place]

    def least(self, sizes: ClassSizes) -> Fraction:
        """The share of the rows that the size of their classes alone takes: it only falls towards coarser nodes."""
        return Fraction(sizes.rows_below(self.suppression.min_class_size), sizes.rows)

    def only_falls(self, release: Release) -> bool:
        """Whether the share that suppression takes only falls towards coarser nodes: a class of k rows or of l values lies in one there.

        Other limits can come to fail there, and so can a class without a value that counts for nothing.
        """
        meant = {name: column.null_means for name, column in release.columns.items()}
        return all(each.measure == "distinct_l" and meant[each.column or ""] != "not_recorded" for each in self.suppression.of_column)

    def most_bits(self, bits: Numbers) -> Numbers:
        """A bound of the bits after suppression from those before it.

        Small classes take bits with them. Others may not: of H bits, the share 1 - s of the rows that is left has at most H / (1 - s), since
        H >= (1 - s) H(left), and s is within the budget.
        """
        return bits / max(1 - float(self.budget), SLACK) if self.suppression.of_column else bits

    def least_suppressed(self, sizes: Mapping[int, ClassSizes]) -> Fraction:
        """The least share of the rows that suppression takes at some nodes, of which none is within the budget."""
        found = Fraction(1)
        for place, least in sorted(((place, self.least(each)) for place, each in sizes.items()), key=lambda pair: pair[1]):
            if least >= found:
                break
            left = self._counted(place) if self.suppression.of_column else sizes[place].at_least(self.suppression.min_class_size)
            found = min(found, 1 - Fraction(left.rows, sizes[place].rows))
        return found

    def _counted(self, place: int) -> ClassSizes:
        statements: Iterable[evidence.Row] = (row for each in left_sizes(self.bound(place), PUBLISHED, self.suppression) for row in self.run.rows(each))
        return evidence.class_sizes(statements)
