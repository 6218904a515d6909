"""Which row is my target? Measures of the class sizes alone."""

from __future__ import annotations

from fractions import Fraction

from sqlrisk.evidence import ClassSizes, EntityClasses
from sqlrisk.measures import KLimit, Noted, NoValue, People, Public, RiskLimit, Value, measure
from sqlrisk.plain import counted

_EMPTY = NoValue("no row is left to measure")


@measure("rows", "at_least", public=Public.SMALLEST, lowest="1")
def k(sizes: ClassSizes) -> Value:
    """How many rows has the smallest equivalence class? (k-anonymity: Samarati & Sweeney 1998; Sweeney 2002)"""
    return min((count.size for count in sizes.counts), default=_EMPTY)


@measure("classes", "at_most", public=Public.CLASSES, judged=False)
def classes(sizes: ClassSizes) -> Value:
    """How many equivalence classes are there?"""
    return sizes.classes


@measure("share of rows", "at_most", public=Public.ZERO, highest="1")
def unique_rows(sizes: ClassSizes) -> Value:
    """What share of the rows is alone in its class?"""
    return _share(sizes.rows_at(1), sizes)


@measure("share of rows", "at_most", public=Public.ZERO, highest="1")
def rows_below_k(sizes: ClassSizes, limit: KLimit) -> Value:
    """What share of the rows lies in classes smaller than the k that is asked for?"""
    return _share(sizes.rows_below(limit), sizes)


@measure("share of rows", "at_most", public=Public.ZERO, highest="1")
def rows_at_risk(sizes: ClassSizes, limit: RiskLimit) -> Value:
    """What share of the rows has a prosecutor risk above the risk limit?"""
    return _share(sum(count.rows for count in sizes.counts if Fraction(1, count.size) > limit.value), sizes)


@measure("probability", "at_most", public=Public.ONE_OVER_SMALLEST, highest="1", assumptions=("the adversary knows that the target is in the table",))
def prosecutor_max(sizes: ClassSizes) -> Value:
    """How likely is the riskiest row to be matched by one who knows that it is there? 1 / k"""
    return max((Fraction(1, count.size) for count in sizes.counts), default=_EMPTY)


@measure("probability", "at_most", public=Public.CLASSES_OVER_ROWS, highest="1", assumptions=("the adversary knows that the target is in the table",))
def prosecutor_mean(sizes: ClassSizes) -> Value:
    """How likely is the average row to be matched by one who knows that it is there? Classes over rows, an exact ratio (El Emam & Dankar 2008)"""
    if not sizes.rows:
        return _EMPTY
    return sum((Fraction(count.rows, count.size) for count in sizes.counts), Fraction(0)) / sizes.rows


def _share(rows: int, sizes: ClassSizes) -> Value:
    return Fraction(rows, sizes.rows) if sizes.rows else _EMPTY


@measure("entities", "at_least", public=Public.HIDDEN, lowest="1", per_group=False)
def entity_k(entities: EntityClasses, people: People) -> Value:
    """How many people hide one another where a person has several rows? With the very same classes where rows can be joined, else the fewest in a class"""
    if people.obstacle:
        return NoValue(people.obstacle)
    if entities.rows_without_key:
        return NoValue(f"{counted(entities.rows_without_key, 'row has', 'rows have')} no entity")
    if not entities.multisets:
        return _EMPTY
    distinct, multiset = min(entities.distinct), min(entities.multisets)
    alone = entities.multisets.get(1, 0)
    found = f"distinct entities per class: {distinct:,} at least; entities that share the same multiset of classes: {multiset:,} at least"
    of_whom = f"{found} ({alone:,} of {entities.entities:,} alone); at most {counted(entities.most_rows, 'row')} an entity"
    return Noted(multiset if people.linkable else distinct, f"{of_whom}; {_joined(people)}")


def _joined(people: People) -> str:
    """Whether the rows of one person can be joined, and who says so."""
    if people.declared:
        return "linkable: the rows of one person can be joined" if people.linkable else "not linkable: nobody can join the rows of one person"
    return _A_PSEUDONYM if people.linkable else _NO_PSEUDONYM


_A_PSEUDONYM = "taken to be linkable, since a pseudonym is published"
_NO_PSEUDONYM = "taken to be not linkable, since no pseudonym is published: declare linkable on the entity"
