"""The classes of the release against those of a reference relation: the population itself, counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from sqlrisk.evidence.rows import Row, count
from sqlrisk.plain import counted


@dataclass(frozen=True)
class MatchedCount:
    """The classes that have `people` in the reference, counted.

    `classes` hold `rows` rows of the release, from `fewest` to `most` in one class; `classes_single` hold one, `classes_larger` hold more than
    `people`, in `rows_larger` rows together. `classes_absent` hold none.
    """

    people: int
    classes: int
    rows: int
    fewest: int
    most: int
    classes_single: int
    classes_absent: int
    classes_larger: int
    rows_larger: int


@dataclass(frozen=True)
class MatchedClasses:
    """Every class of the release or of the reference, by the number of people that the reference has in it; `faults` are rows without a usable weight."""

    counts: tuple[MatchedCount, ...]
    faults: int

    @property
    def population(self) -> int:
        """N: the people of the reference."""
        return sum(each.people * (each.classes + each.classes_absent) for each in self.counts)

    @property
    def rows(self) -> int:
        """n: the rows of the release."""
        return sum(each.rows for each in self.counts)

    @property
    def missing(self) -> int:
        """Classes of the release that the reference does not have."""
        return sum(each.classes for each in self.counts if not each.people)

    @property
    def larger(self) -> int:
        """Classes of the release that are larger than the reference says, the missing ones apart."""
        return sum(each.classes_larger for each in self.counts if each.people)

    @property
    def contradiction(self) -> str | None:
        """Why the reference is not the population of the release, in words with counts; None where nothing speaks against it."""
        parts = [f"{counted(self.missing, 'class', 'classes')} of the release missing from the reference"] if self.missing else []
        parts += [f"{counted(self.larger, 'class', 'classes')} larger than the reference says"] if self.larger else []
        parts += [f"{counted(self.faults, 'row')} of the reference without a whole weight of 0 or more"] if self.faults else []
        return ", ".join(parts) or None

    def of_release(self) -> list[MatchedCount]:
        """The counts of classes that hold rows of the release."""
        return [each for each in self.counts if each.classes]

    def rows_below(self, k: int) -> int:
        """Rows of the release whose class has fewer than `k` people."""
        return sum(each.rows for each in self.counts if each.people < k)

    def mean_risk(self) -> Fraction:
        """(1 / n) sum n_j / F_j, where F_j is at least n_j."""
        fitting = (Fraction(each.rows - each.rows_larger, max(each.people, 1)) + each.classes_larger for each in self.counts)
        return sum(fitting, Fraction(0)) / self.rows

    def single_people(self) -> tuple[int, int]:
        """The classes with one row of the release, and the people that the reference has in them."""
        return sum(each.classes_single for each in self.counts), sum(each.classes_single * each.people for each in self.counts)

    def presence(self) -> list[Fraction]:
        """n_j / F_j: its least and its greatest over the classes of each size in the reference; 0 for a class without a row of the release."""
        shares = [Fraction(end, each.people) for each in self.of_release() if each.people for end in (each.fewest, each.most)]
        return shares + [Fraction(0) for each in self.counts if each.people and each.classes_absent]


def matched_classes(rows: Iterable[Row]) -> MatchedClasses:
    """Evidence of the kernel matched_classes. A class without rows and without people (a weight of 0) is none."""
    counts, faults = [], 0
    for row in rows:
        faults += count(row, "sqlrisk_faults")
        counts.append(
            MatchedCount(
                people=count(row, "sqlrisk_people"),
                classes=count(row, "sqlrisk_classes"),
                rows=count(row, "sqlrisk_rows"),
                fewest=count(row, "sqlrisk_fewest"),
                most=count(row, "sqlrisk_most"),
                classes_single=count(row, "sqlrisk_classes_single"),
                classes_absent=count(row, "sqlrisk_classes_absent"),
                classes_larger=count(row, "sqlrisk_classes_larger"),
                rows_larger=count(row, "sqlrisk_rows_larger"),
            )
        )
    return MatchedClasses(tuple(sorted(counts, key=lambda each: each.people)), faults)
