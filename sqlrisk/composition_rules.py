"""The rules of composition, which no release can state alone: what it is joined with, and by which column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlrisk.declaration import Declaration, Release, shared_sensitive
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean

Found = tuple[Path_, str, str | None]


def composition(release: Release, declaration: Declaration) -> Iterator[Found]:
    """A release composes with others, each once; where a limit asks, they are of the same declaration, each with one entity column to join them by."""
    by_name = {other.name: other for other in declaration.releases if other.name != release.name}
    for place, name in enumerate(release.composes_with):
        if name == release.name:
            yield ("composes_with", place), "a release does not compose with itself", "name the other releases about the same people"
        elif name in release.composes_with[:place]:
            yield ("composes_with", place), f"`{name}` stands twice", "keep one of them"
        elif name in by_name and by_name[name].time_zone != release.time_zone:
            what = f"`{name}` is read in {by_name[name].time_zone} and `{release.name}` in {release.time_zone}"
            yield ("composes_with", place), what, "releases that are composed have one time_zone"
    if any(threshold.measure.startswith("composition_") for threshold in release.thresholds):
        yield from _joined(release, by_name)
        known = [release, *(by_name[name] for name in dict.fromkeys(release.composes_with) if name in by_name)]
        yield from _composition_thresholds(release, shared_sensitive(known))


def _joined(release: Release, others: Mapping[str, Release]) -> Iterator[Found]:
    for place, name in enumerate(release.composes_with):
        at: Path_ = ("composes_with", place)
        if name not in others and name != release.name:
            yield at, f"`{name}` is not another release of this declaration", did_you_mean(name, others) if others else "declare it under `releases`"
        elif name in others and len(entities := others[name].with_role("entity")) != 1:
            yield at, f"`{name}` has {len(entities)} columns of role entity: people are joined by exactly one", _ENTITY
    if release.composes_with and len(entities := release.with_role("entity")) != 1:
        yield ("composes_with",), f"{len(entities)} columns are of role entity: people are joined by exactly one", _ENTITY


_ENTITY = "give role: entity to the one column that says whose row it is"


def _composition_thresholds(release: Release, shared: tuple[str, ...]) -> Iterator[Found]:
    for place, threshold in enumerate(release.thresholds):
        if not threshold.measure.startswith("composition_"):
            continue
        at: Path_ = ("thresholds", place, "measure")
        if not release.composes_with:
            yield at, f"{threshold.measure} needs other releases about the same people", "declare composes_with: [other releases]"
        elif threshold.measure == "composition_single_value_people" and not shared:
            yield at, f"{threshold.measure} needs a sensitive column that two of the releases have", "declare it role: sensitive, by one name, in both"
