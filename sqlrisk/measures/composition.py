"""What do several releases of the same people tell together? Measures of joint classes of people."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.evidence import ComposedClasses, ComposedValues
from sqlrisk.evidence.composition import ValuesLeft
from sqlrisk.measures import KLimit, Noted, NoValue, Public, Value, measure
from sqlrisk.plain import counted

_JOINED = (
    "the adversary holds all of the releases, and knows which of them their target is in",
    "joint classes are those of the people who are in every release",
    "the releases are joined by their entity columns, compared as text, in their `relation` as published: no published_as relation holds that column",
)
_ONE_VALUE = "a person has one and the same value in all of their rows, in every release"


@measure("people", "at_least", public=Public.HIDDEN, lowest="1", per_group=False, assumptions=_JOINED)
def composition_k(composed: ComposedClasses, limit: KLimit) -> Value:
    """How many people share the rarest combination of their classes in all releases? (composition: Ganta, Kasiviswanathan & Smith 2008)"""
    unsound = _unsound(composed) or _nobody_in_all(composed)
    if unsound is not None:
        return unsound
    below = sum(each.members for each in composed.of_all() if each.people < limit)
    return Noted(
        min(each.people for each in composed.of_all()),
        f"{_joint(composed)}; {counted(below, 'person', 'people')} in classes below {limit}",
    )


@measure("people", "at_most", public=Public.HIDDEN, per_group=False, assumptions=_JOINED)
def composition_unique_rows(composed: ComposedClasses) -> Value:
    """How many people are alone in the combination of their classes in all releases?"""
    return _unsound(composed) or _nobody_in_all(composed) or sum(each.members for each in composed.of_all() if each.people == 1)


@measure("people", "at_most", public=Public.HIDDEN, per_group=False, assumptions=(*_JOINED, _ONE_VALUE))
def composition_single_value_people(composed: ComposedClasses, values: ComposedValues) -> Value:
    """How many people are left with exactly one sensitive value that all their classes hold? The worst column (intersection attack: Ganta et al. 2008)"""
    unsound = _unsound(composed)
    if unsound is not None:
        return unsound
    astray = [left.column for left in values.columns if left.single + left.none + left.several + left.untold != composed.people]
    if astray:
        return NoValue(f"not all of the {composed.people:,} people were seen for {', '.join(f'`{name}`' for name in astray)}")
    if all(left.untold == composed.people for left in values.columns):
        return NoValue("no release holds a value of the sensitive columns that they share")
    told = "; ".join(map(_left, values.columns))
    worst = max(left.single for left in values.columns)
    if any(left.none for left in values.columns):
        return NoValue(f"{told}: for them the releases contradict one another (other spellings, types or times?)", worst)
    return Noted(worst, told)


def _unsound(composed: ComposedClasses) -> NoValue | None:
    """Why nothing can be said of the people, if so."""
    if composed.rows_without_entity:
        return NoValue(f"{counted(composed.rows_without_entity, 'row has', 'rows have')} no entity key: whose they are is not known")
    if composed.releases < 2 or not composed.people:
        return NoValue("no row is left to compose")
    if composed.apart():
        places = " and ".join(str(place) for place in composed.apart())
        return NoValue(
            f"no entity key of release {places} of {composed.releases} (in the order in which they are named, its own first) is in another: "
            "the keys do not name the same people, and nothing was joined"
        )
    return None


def _nobody_in_all(composed: ComposedClasses) -> NoValue | None:
    """Joint classes are judged on the people of every release: one who is in some only is alone by that, whatever the classes are."""
    if composed.of_all():
        return None
    return NoValue(f"no person is in all {composed.releases} releases: declare composes_with for fewer of them at a time")


def _joint(composed: ComposedClasses) -> str:
    """The joint classes and the people in words."""
    joint, people = counted(composed.classes, "joint class", "joint classes"), counted(composed.people, "person", "people")
    text = f"{joint} of {people}, {composed.people_in_all:,} of them in all {composed.releases} releases"
    return "; ".join([text, *_of_some(composed)])


def _of_some(composed: ComposedClasses) -> Iterator[str]:
    """Those who are in one release only: they left or joined, and are not judged."""
    for place in range(1, composed.releases + 1):
        alone = [each for each in composed.counts if each.releases == (place,)]
        if alone:
            people, least = sum(each.members for each in alone), min(each.people for each in alone)
            yield f"in release {place} only {counted(people, 'person', 'people')}, in joint classes of {least:,} at least"


def _left(left: ValuesLeft) -> str:
    text = f"{left.column}: {counted(left.single, 'person', 'people')} left with one value"
    text += f", {left.none:,} whose classes have no value in common" if left.none else ""
    return text + (f", {left.untold:,} of whom no class holds a value" if left.untold else "")
