"""What several releases of the same people tell together: joint classes of people, and the sensitive values that they leave open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import Row, count, total
from sqlrisk.plain import counted


@dataclass(frozen=True)
class JointClasses:
    """Joint classes of one number of people, in the same releases. `releases` are the places (from 1) of those that the people are in.

    `unaware` is what protects them from one who does not know who is in more than one release: for people in one only, the whole class there.
    """

    releases: tuple[int, ...]
    people: int
    unaware: int
    classes: int

    @property
    def members(self) -> int:
        """People in these classes together."""
        return self.people * self.classes


@dataclass(frozen=True)
class ComposedClasses:
    """The joint classes of the people of `releases` releases. A joint class shares its class in every release; being in none is a class of its own."""

    releases: int
    counts: tuple[JointClasses, ...]
    rows_without_entity: int

    @property
    def people(self) -> int:
        """Different entity keys, over all releases."""
        return sum(count.members for count in self.counts)

    @property
    def classes(self) -> int:
        """Joint classes."""
        return sum(count.classes for count in self.counts)

    @property
    def people_in_all(self) -> int:
        """People that are in every release."""
        return sum(count.members for count in self.counts if len(count.releases) == self.releases)

    def of_all(self) -> tuple[JointClasses, ...]:
        """The joint classes of the people who are in every release."""
        return tuple(each for each in self.counts if len(each.releases) == self.releases)

    def apart(self) -> tuple[int, ...]:
        """The places of the releases none of whose people are in another: nothing of theirs was joined."""
        joined = {release for count in self.counts if len(count.releases) > 1 for release in count.releases}
        return tuple(release for release in range(1, self.releases + 1) if release not in joined)


@dataclass(frozen=True)
class ValuesLeft:
    """Of one sensitive column: people left with exactly one compatible value, with none, with several, and those of whom no class holds a value."""

    column: str
    single: int
    none: int
    several: int
    untold: int


@dataclass(frozen=True)
class ComposedValues:
    """What the intersection attack leaves of each sensitive column that several releases share."""

    columns: tuple[ValuesLeft, ...]


def composed_classes(rows: Sequence[Row]) -> ComposedClasses:
    """Evidence of the kernel composed_classes. Raises NotMeasuredError where the engine cut a list of classes short."""
    cut = total(rows, "sqlrisk_lists_cut")
    if cut:
        raise NotMeasuredError(
            f"the engine cut the lists of classes of {counted(cut, 'person', 'people')} short, and different people would be taken for alike",
            instead="raise its limit on aggregated text (MySQL: group_concat_max_len)",
        )
    places = range(1, 1 + max((sum(name.startswith("sqlrisk_in_") for name in row) for row in rows), default=0))
    counts = (
        JointClasses(
            tuple(place for place in places if count(row, f"sqlrisk_in_{place}")),
            count(row, "sqlrisk_people"),
            count(row, "sqlrisk_unaware"),
            count(row, "sqlrisk_classes"),
        )
        for row in rows
    )
    keyed = tuple(sorted((each for each in counts if each.releases), key=lambda each: (each.releases, each.people, each.unaware)))
    return ComposedClasses(len(places), keyed, total(rows, "sqlrisk_rows_without_entity"))


def composed_values(rows: Sequence[Row]) -> ComposedValues:
    """Evidence of the kernel composed_values, the columns in alphabetical order."""
    names = sorted({str(row["sqlrisk_column"]) for row in rows})
    return ComposedValues(tuple(_values_left(name, [row for row in rows if row["sqlrisk_column"] == name]) for name in names))


def _values_left(column: str, rows: Iterable[Row]) -> ValuesLeft:
    found = {(count(row, "sqlrisk_told"), count(row, "sqlrisk_compatible_values")): count(row, "sqlrisk_members") for row in rows}
    return ValuesLeft(column, single=found.get((1, 1), 0), none=found.get((1, 0), 0), several=found.get((1, 2), 0), untold=found.get((0, 0), 0))
