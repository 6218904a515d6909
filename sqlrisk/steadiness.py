"""Whether two readings of a release give the same rows: what its views call is looked up, and where that cannot tell, the classes are counted twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlrisk import evidence
from sqlrisk.errors import NotMeasuredError
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.classes import class_sizes, sizes_of
from sqlrisk.running import Run
from sqlrisk.views import beneath, refuse_volatile


class Steady(NamedTuple):
    """A snapshot in which two readings give the same rows: what holds it, in words, and (view, function) of what depends on the day."""

    words: str
    by_day: tuple[tuple[str, str], ...]


@contextmanager
def steady(run: Run) -> Iterator[Steady]:
    """The snapshot in which a release is measured; every command that gives figures of a release opens it here.

    Raises NotMeasuredError where a view of the release gives other rows each time it is read.
    """
    with run.engine.snapshot() as words:
        yield Steady(words, refuse_unsteady(run))


def refuse_unsteady(run: Run) -> tuple[tuple[str, str], ...]:
    """(view, function) of what depends on the day. Raises NotMeasuredError where a view gives other rows each time. Tables are never read twice."""
    found = beneath(run.engine, run.bound.sources)
    refuse_volatile(run.bound.release.name, found)
    for statement in _doubted(run.bound) if found.doubtful else ():
        first, second = (evidence.class_sizes(run.rows(statement)) for _ in range(2))
        if first != second:
            what = f"{run.bound.release.name}: two readings of the view `{found.doubtful[0]}` give classes of other sizes: it calls a function that is volatile"
            raise NotMeasuredError(what, instead="write its rows to a table once, and measure that")
    return tuple(dict.fromkeys(found.stable))


def _doubted(bound: Bound) -> Iterator[Statement]:
    """What counts the classes of the published rows, and of the population's."""
    yield class_sizes(bound, PUBLISHED, bound.published)
    if bound.reference is not None:
        names = [member.alias for member in bound.quasi_identifiers()]
        members = [bound.reference.member(name) for name in names if bound.reference.resolve(name) is not None]
        if members:
            yield Statement(Key("class_sizes", "population"), sizes_of(bound.reference, members))
