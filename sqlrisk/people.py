"""The people behind the rows: how many there are, whether a reader can join the rows of one, and whether they can be counted at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlrisk import evidence
from sqlrisk.declaration import Release
from sqlrisk.evidence import ClassSizes, EntityClasses
from sqlrisk.gate_rules import binds
from sqlrisk.measures import People
from sqlrisk.planning import SOURCE_SIZES, Bound, Key
from sqlrisk.planning.sensing import published_columns
from sqlrisk.recognition.traces import traces

Store = Mapping[Key, Sequence[Mapping[str, Any]]]
OTHER_ROWS = (
    "people cannot be counted: the rows of `relation`, at the published levels, do not form the classes of what is published: "
    "declare the where or the suppression that made it"
)


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


def people(bound: Bound, store: Store, sizes: ClassSizes) -> PeopleCounted | None:
    """The people of a release; None where it has no entity. `sizes` are the published classes."""
    classes = next((evidence.entity_classes(rows) for key, rows in store.items() if key.kernel == "entity_classes"), None)
    if classes is None:
        return None
    source = evidence.class_sizes(store[SOURCE_SIZES]).at_least(bound.release.declared_suppression().min_class_size) if SOURCE_SIZES in store else sizes
    obstacle = None if source.histogram() == sizes.histogram() else OTHER_ROWS
    return PeopleCounted(replace(linkable(bound), obstacle=obstacle), classes, source.rows)


def linkable(bound: Bound) -> People:
    """Whether the rows of one person can be joined: as declared, else where the entity or another pseudonym is in what is published."""
    release = bound.release
    declared = next((release.columns[name].linkable for name in release.with_role("entity")), None)
    if declared is not None:
        return People(declared)
    keys = release.with_role("identifier", "entity") if bound.as_published else ()
    return People(bool(bound.pseudonyms) or any(bound.published.resolve(name) is not None for name in keys), declared=False)


def trace_columns(bound: Bound, rows_a_person: float, linked: bool) -> list[str]:
    """The published columns that make traces of the rows of a person, who has so many on average; none where nobody can join them (`linked`).

    Where entity_k is judged, the quasi-identifiers are no trace: several people share whole multisets of their classes.
    """
    judged = limited(bound.release, "entity_k")
    columns = [each.column for each in published_columns(bound) if not (judged and each.role == "quasi_identifier")]
    return traces(columns, rows_a_person) if linked else []


def limited(release: Release, beginning: str) -> bool:
    """Whether a limit that binds judges the release by a measure whose name begins so."""
    return any(each.measure.startswith(beginning) and binds(each) for each in release.thresholds)
