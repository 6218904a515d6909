"""The people behind the rows: how many there are, whether a reader can join the rows of one, and whether they can be counted at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlrisk import evidence
from sqlrisk.evidence import ClassSizes, EntityClasses
from sqlrisk.measures import People
from sqlrisk.planning import SOURCE_SIZES, Bound, Key

Store = Mapping[Key, Sequence[Mapping[str, Any]]]
OTHER_ROWS = "people cannot be counted: the rows of `relation`, at the published levels, do not form the classes of what is published"


@dataclass(frozen=True)
class PeopleCounted:
    """The people of a release, who are in `rows` of its `relation`, and what is known of them."""

    known: People
    classes: EntityClasses
    rows: int

    @property
    def rows_a_person(self) -> float:
        """How many rows a person has on average; 0 where nobody is counted."""
        return self.rows / self.classes.entities if self.classes.entities else 0.0


def people(bound: Bound, store: Store, sizes: ClassSizes, pseudonym: bool = False) -> PeopleCounted | None:
    """The people of a release; None where it has no entity. `sizes` are the published classes; `pseudonym`: one is recognised in what is published."""
    classes = next((evidence.entity_classes(rows) for key, rows in store.items() if key.kernel == "entity_classes"), None)
    if classes is None:
        return None
    source = evidence.class_sizes(store[SOURCE_SIZES]).at_least(bound.release.suppress_below or 1) if SOURCE_SIZES in store else sizes
    obstacle = None if source.histogram() == sizes.histogram() else OTHER_ROWS
    return PeopleCounted(replace(linkable(bound, pseudonym), obstacle=obstacle), classes, source.rows)


def linkable(bound: Bound, pseudonym: bool = False) -> People:
    """Whether the rows of one person can be joined: as declared, else where the entity or another pseudonym is in what is published."""
    release = bound.release
    declared = next((release.columns[name].linkable for name in release.with_role("entity")), None)
    if declared is not None:
        return People(declared)
    keys = release.with_role("identifier", "entity") if bound.as_published else ()
    return People(pseudonym or any(bound.published.resolve(name) is not None for name in keys), declared=False)
