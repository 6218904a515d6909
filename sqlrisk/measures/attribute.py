"""What is his secret? Measures of what a class gives away of a sensitive column."""

from __future__ import annotations

import math
from fractions import Fraction

from sqlrisk.evidence import HierarchicalClasses, OrderedClasses, RecursiveClasses, SensitiveClasses
from sqlrisk.measures import Noted, NoValue, Public, Unbounded, Value, measure
from sqlrisk.plain import agreed, counted

_VALUELESS = NoValue("no class holds a value of the column")


@measure("values", "at_least", public=Public.HIDDEN, lowest="1")
def distinct_l(sensitive: SensitiveClasses) -> Value:
    """How many different values has the class that has fewest? (distinct l-diversity: Li et al. 2007)"""
    return _known(sensitive.lowest("distinct_min"))


@measure("effective values", "at_least", public=Public.HIDDEN, lowest="1")
def entropy_l(sensitive: SensitiveClasses) -> Value:
    """How many values, weighed by how evenly they are spread, has the poorest class? exp(entropy) (Machanavajjhala et al. 2007)"""
    entropy = sensitive.lowest("entropy_min")
    return _VALUELESS if entropy is None else math.exp(entropy)


@measure("ratio", "at_most", public=Public.HIDDEN, strict=True)
def recursive_c(recursive: RecursiveClasses) -> Value:
    """By how much does the most frequent value outweigh the l-th and rarer ones? (recursive (c, l)-diversity: Machanavajjhala et al. 2007)"""
    if not recursive.classes_with_value:
        return _VALUELESS
    if recursive.classes_unbounded:
        return Unbounded(f"{counted(recursive.classes_unbounded, 'class has', 'classes have')} fewer than l values")
    return _known(recursive.ratio_max)


@measure("distance", "at_most", public=Public.HIDDEN, highest="1")
def t_closeness(sensitive: SensitiveClasses) -> Value:
    """How far is a class's distribution from the release's, at most? Total variation (Li et al. 2007, equal ground distance)"""
    return _known(sensitive.highest("variation_max"))


@measure("distance", "at_most", public=Public.HIDDEN, highest="1")
def t_closeness_ordered(ordered: OrderedClasses) -> Value:
    """How far is a class's distribution from the release's in the declared order, at most? By rank (Li et al. 2007, ordered distance)"""
    if ordered.rows_out_of_order:
        return NoValue(f"{counted(ordered.rows_out_of_order, 'row holds a value', 'rows hold values')} that the declared order does not name")
    if ordered.numbers_as_text:
        return NoValue("its values are numbers written as text, and as text 10 is before 9: declare `types` for the column, or its `order` as a list")
    return _known(ordered.distance_max)


@measure("distance", "at_most", public=Public.HIDDEN, highest="1")
def t_closeness_hierarchical(hierarchical: HierarchicalClasses) -> Value:
    """How far is a class's distribution from the release's over the declared hierarchy, at most? (Li et al. 2007, hierarchical distance)"""
    if hierarchical.rows_outside:
        return NoValue(
            f"{counted(hierarchical.rows_outside, 'row holds a value', 'rows hold values')} that the declared hierarchy does not hold at every level"
        )
    if hierarchical.distance_max is None:
        return _VALUELESS
    return Noted(hierarchical.distance_max, f"over a hierarchy of height {hierarchical.height}")


@measure("probability", "at_most", public=Public.HIDDEN, highest="1")
def max_posterior(sensitive: SensitiveClasses) -> Value:
    """How sure can one be of a value, knowing only the class? (alpha of (alpha, k)-anonymity: Wong et al. 2006)"""
    return _known(sensitive.highest("share_max"))


@measure("relative gain", "at_most", public=Public.HIDDEN)
def beta_basic(sensitive: SensitiveClasses) -> Value:
    """By how much does a class raise the belief in a value, at most? (p - q) / q (basic beta-likeness: Cao & Karras 2012)"""
    gain = sensitive.highest("highest_gain")
    return _VALUELESS if gain is None else max(0.0, gain - 1)


@measure("relative gain", "at_most", public=Public.HIDDEN)
def beta_enhanced(sensitive: SensitiveClasses) -> Value:
    """The same gain, infinite where it exceeds -ln q for some value (enhanced beta-likeness: Cao & Karras 2012)"""
    gain = sensitive.highest("highest_gain")
    if gain is None:
        return _VALUELESS
    beyond = sensitive.total("classes_beyond_surprise")
    if beyond:
        return Unbounded(f"in {counted(beyond, 'class', 'classes')} the gain of a value exceeds -ln of its share; the largest gain is {max(0.0, gain - 1):.6g}")
    return max(0.0, float(gain) - 1)


@measure("natural logarithm", "at_most", public=Public.HIDDEN, strict=True)
def delta_disclosure(sensitive: SensitiveClasses) -> Value:
    """How far does a class move the belief in a value, up or down, at most? |ln(p / q)| (delta-disclosure: Brickell & Shmatikov 2008)"""
    highest, lowest = sensitive.highest("highest_gain"), sensitive.lowest("lowest_gain")
    if highest is None or lowest is None:
        return _VALUELESS
    present = max(abs(math.log(highest)), abs(math.log(lowest)))
    absent = sensitive.total("classes_with_absent_value")
    if absent:
        return Unbounded(
            f"a value of the release is absent from {counted(absent, 'class', 'classes')}; over the values present it is {present:.6f} (natural logarithm)"
        )
    return present


@measure("share of rows", "at_most", public=Public.HIDDEN, highest="1")
def homogeneous_rows(sensitive: SensitiveClasses) -> Value:
    """What share of the rows lies in classes with one single value, which tell it to whoever knows the class?"""
    if not sensitive.rows:
        return NoValue("no row is left to measure")
    if _is_valueless(sensitive):
        return _VALUELESS
    rows = sensitive.total("homogeneous_rows")
    classes = sensitive.total("homogeneous_classes")
    told = f"{counted(classes, 'class', 'classes')} ({counted(rows, 'row')}) {agreed(classes, 'holds', 'hold')} one single value"
    return Noted(Fraction(rows, sensitive.rows), told)


@measure("classes", "at_most", public=Public.HIDDEN)
def classes_without_sensitive_value(sensitive: SensitiveClasses) -> Value:
    """How many classes hold no value of the column at all?"""
    return _VALUELESS if _is_valueless(sensitive) else sensitive.total("classes_without_value")


def _is_valueless(sensitive: SensitiveClasses) -> bool:
    """Whether there are classes, and none of them holds a value."""
    return 0 < sensitive.total("classes") == sensitive.total("classes_without_value")


def _known(value: int | float | None) -> Value:
    return _VALUELESS if value is None else value
