"""Who pays: how far apart the declared groups are in what suppression takes of them and in the risk that is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sqlrisk.declaration import Release
from sqlrisk.plain import counted, digits
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement

WHOLE = "the whole release"


def who_pays(release: Release, measurements: Sequence[Measurement]) -> Iterator[str]:
    """For the values of each declared column, and for all declared conditions: the worst and the best group, and the ratio between them.

    A condition that stands alone is compared with the whole release.
    """
    conditions = release.group_conditions()
    asked = release.suppression()
    share = "share suppressed" if asked.of_column else f"share suppressed below {asked.min_class_size}"
    told = {"suppressed_rows": share, "prosecutor_mean": "mean risk", "unique_rows": "unique rows"}
    for names in _dimensions(release):
        groups = {m.group_of for m in measurements if m.group_of is not None and m.group_of.declared in names}
        if not groups:
            continue
        compared = {*groups, *([None] if len(groups) == 1 else [])}
        parts = []
        for measure, words in told.items():
            found = [m for m in measurements if m.measure == measure and m.rung == PUBLISHED and m.group_of in compared]
            parts.append(f"{words}: {_spread(found)}")
        about = f"by `{names[0]}`" if conditions[names[0]] is None else "by declared group"
        yield f"who pays, {about}: {'; '.join(parts)}"


def _dimensions(release: Release) -> Iterator[list[str]]:
    """The names of groups that are compared with one another: those of one column's values, and all conditions together."""
    conditions = release.group_conditions()
    yield from ([name] for name, condition in conditions.items() if condition is None)
    named = [name for name, condition in conditions.items() if condition is not None]
    if named:
        yield named


def _spread(found: Sequence[Measurement]) -> str:
    """The worst and the best group of a measure that is better when it is smaller. A best of 0 has no ratio, and is said in words."""
    known = [(Fraction(each.value), each.group or WHOLE) for each in found if each.value is not None]
    gone = len(found) - len(known)
    lost = f" ({counted(gone, 'group has none: no row of it', 'groups have none: no row of them')} is left)" if gone else ""
    return (_apart(known) if known else "no value in any group") + lost


def _apart(known: Sequence[tuple[Fraction, str]]) -> str:
    (worst, where), (best, elsewhere) = max(known), min(known)
    if worst == best:
        return f"{digits(worst)} in every group"
    spared = sum(not value for value, _ in known)
    if spared:
        return f"{digits(worst)} in {where}, 0 in {elsewhere if spared == 1 else f'{spared:,} groups'}, which no ratio tells"
    return f"{digits(worst)} in {where}, {digits(best)} in {elsewhere} ({float(worst / best):.4g} times)"
