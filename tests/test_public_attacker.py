"""The exhaustive attacker of the public report, who knows the declaration and the verdict, and tries every small table.

A table is what a report is made of: the sizes of its classes, by group, before suppression. For every public report the attacker lists the publishable
tables (or the pairs of them, one row apart) that give exactly these bytes. No count of rows below ten may be one and the same in all of them, unless it is
so in all publishable tables of the declaration: then the limits say it. The number of classes is no count of rows.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sqlrisk
from sqlrisk import audience
from sqlrisk.audience import LARGE, for_audience
from sqlrisk.evidence import ClassSizes
from sqlrisk.groups import GroupOf
from sqlrisk.measures import Public, measures
from sqlrisk.report import Measurement, ReleaseReport, Report, ThresholdResult
from sqlrisk.reports import render
from tests.helpers import DECLARATION, values

MOST = 24
TODAY = date(2026, 11, 30)
FORMS = (LARGE, 0)
FEW = 10
Limits = tuple[tuple[str, str | None, float], ...]
"""(measure, `each` group or None, number) of each limit."""
LIMITS: Mapping[str, Limits] = {
    "k 2": (("k", None, 2),),
    "k 3": (("k", None, 3),),
    "k 5": (("k", None, 5),),
    "k 7": (("k", None, 7),),
    "k 10": (("k", None, 10),),
    "k 2, no unique row": (("k", None, 2), ("unique_rows", None, 0)),
    "risk 0.2": (("prosecutor_max", None, 0.2),),
    "mean 0.5": (("prosecutor_mean", None, 0.5),),
    "mean 0.9": (("prosecutor_mean", None, 0.9),),
    "k 2, 3 in each group": (("k", None, 2), ("k", "each", 3)),
    "mean 0.95, unique 0.7": (("prosecutor_mean", None, 0.95), ("unique_rows", None, 0.7)),
}
SHOWN = ("k", "classes", "unique_rows", "rows_below_k", "rows_at_risk", "prosecutor_max", "prosecutor_mean", "suppressed_rows")
"""The measures that a public report may show: those that the attacker sees."""
Table = tuple[tuple[str, int], ...]
"""(group, size) of each class, before suppression; in order."""
SUPPRESSED_BELOW = 3


@dataclass(frozen=True)
class World:
    """A table as it is published, and the rows that suppression took."""

    published: Table
    suppressed: int

    @property
    def rows(self) -> int:
        return sum(size for _, size in self.published)

    def k(self, groups: str = "FM") -> int:
        return min((size for group, size in self.published if group in groups), default=0)

    def rows_of(self, group: str) -> int:
        return sum(size for each, size in self.published if each == group)

    def rows_below(self, size: int) -> int:
        return sum(each for _, each in self.published if each < size)

    def shares(self) -> dict[str, Fraction]:
        return {
            "prosecutor_max": Fraction(1, self.k()),
            "prosecutor_mean": Fraction(len(self.published), self.rows),
            "unique_rows": Fraction(self.rows_below(2), self.rows),
        }


def counts(world: World) -> dict[str, int]:
    """The counts of rows that the attacker is after."""
    below = [world.rows_below(size) for size in range(FEW + 2)]
    return {
        "rows": world.rows,
        "suppressed rows": world.suppressed,
        "unique rows": below[2],
        "rows that are not unique": world.rows - below[2],
        **{f"rows of {group}": world.rows_of(group) for group in "FM"},
        **{f"k of {group}": world.k(group) for group in "FM"},
        "k": world.k(),
        **{f"rows in classes of {size}": below[size + 1] - below[size] for size in range(2, FEW)},
        **{f"rows below {size}": below[size] for size in (3, 5)},
    }


NAMES = tuple(counts(World((), 0)))
OF_ALL = 6
"""The first of NAMES, which 0 tells something of too: of the others it says that classes are large, as a limit does."""


def holds(world: World, limits: Limits) -> bool:
    """Whether a release is publishable: it has rows, and every limit holds. Counted here, not by the product."""
    if not world.published:
        return False
    shares = world.shares()
    return all(
        all(world.k(each) >= number for each in "FM" if world.rows_of(each))
        if group is not None
        else world.k() >= number
        if measure == "k"
        else shares[measure] <= Fraction(str(number))
        for measure, group, number in limits
    )


def partitions(rows: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to cut so many rows into classes of at most so many."""
    if not rows:
        yield ()
    for first in range(min(rows, most), 0, -1):
        for rest in partitions(rows - first, first):
            yield (first, *rest)


def tables(groups: str, most: int) -> Iterator[Table]:
    """Every table of up to so many rows."""
    classes = {group: [(group, size) for size in range(most + 1)] for group in groups}
    cuts = {group: [[tuple(classes[group][size] for size in cut) for cut in partitions(rows, rows)] for rows in range(most + 1)] for group in groups}
    if groups == "F":
        yield from (cut for each in cuts["F"] for cut in each)
        return
    for rows in range(most + 1):
        for ours in range(rows + 1):
            yield from (left + right for left in cuts["F"][ours] for right in cuts["M"][rows - ours])


def of_two_sizes(rows: range, classes: range) -> Iterator[Table]:
    """Larger tables, of classes of two sizes, one group: the others give no fewer tables to choose from."""
    for all_rows in rows:
        for many in classes:
            for few in range(many):
                for small in range(1, all_rows // many + 1):
                    rest = all_rows - few * small
                    if rest % (many - few) == 0 and (few or small == 1):
                        yield tuple(sorted([("F", small)] * few + [("F", rest // (many - few))] * (many - few), reverse=True))


def published(table: Table, below: int) -> World:
    """The table once the classes below a size are suppressed."""
    kept = tuple(each for each in table if each[1] >= below)
    return World(kept, sum(size for _, size in table) - sum(size for _, size in kept))


def with_a_row_more(table: Table, groups: str) -> Iterator[Table]:
    """Every table that has one row more."""
    for group, size in dict.fromkeys(table):
        place = table.index((group, size))
        yield _in_order([*table[:place], (group, size + 1), *table[place + 1 :]])
    yield from (_in_order([*table, (group, 1)]) for group in groups)


def _in_order(table: Iterable[tuple[str, int]]) -> Table:
    return tuple(sorted(table, key=lambda each: (each[0], -each[1])))


class Tables:
    """Tables, what is counted in each, and the pairs of them that are one row apart."""

    def __init__(self, found: Iterable[Table], groups: str, below: int) -> None:
        listed = list(dict.fromkeys(map(_in_order, found)))
        places = {table: place for place, table in enumerate(listed)}
        self.below = below
        self.worlds = [published(table, below) for table in listed]
        self.counts = np.array([tuple(counts(world).values()) for world in self.worlds], dtype=np.int16)
        pairs = [(place, places[more]) for place, table in enumerate(listed) for more in with_a_row_more(table, groups) if more in places]
        self.before, self.after = np.array(pairs, dtype=np.int32).T

    def told(self, limits: Limits, large: int) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
        """What one report determines, and what the two reports of a pair do."""
        good = np.array([holds(world, limits) for world in self.worlds])
        seen = self.seen(limits, large, good)
        one = determined(seen[good], [self.counts[good]])
        both = good[self.before] & good[self.after]
        before, after = self.before[both], self.after[both]
        assert len(before)
        return one, determined(seen[before].astype(np.int64) * len(self.worlds) + seen[after], [self.counts[before], self.counts[after]])

    def seen(self, limits: Limits, large: int, good: Any) -> Any:
        """A number for the bytes that the public sees of each publishable table. Those that agree in rows, k and classes are rendered once."""
        numbers: dict[str, int] = {}
        rendered: dict[tuple[int, int, int], int] = {}
        found = np.zeros(len(self.worlds), dtype=np.int32)
        for place in np.flatnonzero(good):
            world = self.worlds[place]
            key = (world.rows, world.k(), len(world.published))
            if key not in rendered:
                rendered[key] = numbers.setdefault(public_bytes(world, limits, large, self.below), len(numbers))
            found[place] = rendered[key]
        return found


def determined(seen: Any, each: Sequence[Any]) -> set[tuple[str, int]]:
    """The counts below ten that are the same wherever the public sees the same, and not everywhere."""
    order = np.argsort(seen, kind="stable")
    starts = np.flatnonzero(np.diff(seen[order], prepend=-1))
    found = set()
    for of_table in each:
        low, high = (function.reduceat(of_table[order], starts) for function in (np.minimum, np.maximum))
        everywhere = of_table.min(axis=0) == of_table.max(axis=0)
        told = (low == high) & (low < FEW) & ~everywhere
        told[:, OF_ALL:] &= low[:, OF_ALL:] > 0
        found |= {(NAMES[column], int(low[row, column])) for row, column in zip(*np.nonzero(told), strict=True)}
    return found


def public_bytes(world: World, limits: Limits, large: int, below: int = 0) -> str:
    return render(for_audience(report_of(world, limits, below), "public", large), "json")


def report_of(world: World, limits: Limits, below: int = 0) -> Report:
    """The internal report of a publishable table: figures of the product, on another rung and by group too, counts in its hypotheses and its findings."""
    sizes = ClassSizes.of(Counter(size for _, size in world.published))
    facts: dict[type, Any] = {ClassSizes: sizes}
    found = [measurement(each, measures()[each].of(facts)) for each in ("k", "classes", "unique_rows", "prosecutor_max", "prosecutor_mean")]
    of_groups = [replace(measurement("k", world.k(group)), group=f"sexo={group}") for group in "FM" if world.rows_of(group)]
    finer = replace(measurement("k", 1 + world.suppressed % 3), rung="edad=edad")
    taken = measurement("suppressed_rows", Fraction(world.suppressed, world.rows + world.suppressed))
    release = ReleaseReport(
        name="altas",
        relation="altas",
        dialect="duckdb",
        status="measured",
        verdict="publishable",
        expired=False,
        valid_until=date(2027, 11, 1),
        hypotheses={"adversary": {"described": "x"}, "mitigation": f"suppression takes {world.suppressed} rows", "suppress_below": below or None},
        rows=world.rows,
        rows_read=world.rows + world.suppressed,
        rows_suppressed=world.suppressed,
        measures=(*found, *of_groups, finer, taken),
        class_sizes={"published": sizes.histogram()},
        thresholds=tuple(results(world, limits)),
    )
    return Report((release,), 0, TODAY, {"name": "sqlrisk", "version": "0"})


def measurement(measure: str, value: Any) -> Measurement:
    return Measurement(measure, "published", None, None, None, "measured", None, value, None, None, measures()[measure].unit)


def results(world: World, limits: Limits) -> Iterator[ThresholdResult]:
    """The limits with their values; one for each group stands for every group that has rows."""
    for measure, group, number in limits:
        value: Any = world.k() if measure == "k" else world.shares()[measure]
        plain = ThresholdResult(measure, None, None, None, {measures()[measure].protects: number}, value, True, "error", "s", "r")
        if group is None:
            yield plain
        else:
            yield from (
                replace(plain, group=f"sexo={each}", group_of=GroupOf("sexo", "value", each), value=world.k(each)) for each in "FM" if world.rows_of(each)
            )


@functools.cache
def tables_of(groups: str, below: int, most: int) -> Tables:
    return Tables(tables(groups, most), groups, below)


PROOFS = [
    *(pytest.param(name, 0, *which) for name in LIMITS for which in (("F", 0, 18), ("F", SUPPRESSED_BELOW, 14), ("FM", 0, 11))),
    *(
        pytest.param(name, large, groups, below, MOST if groups == "F" else 20, marks=pytest.mark.slow)
        for groups in ("F", "FM")
        for below in (0, SUPPRESSED_BELOW)
        for large in FORMS
        for name in LIMITS
    ),
]
"""In every run the form that shows most, of which the other is a part."""


@pytest.mark.parametrize(("name", "large", "groups", "below", "most"), PROOFS)
def test_no_count_below_ten_is_determined(name: str, large: int, groups: str, below: int, most: int) -> None:
    assert tables_of(groups, below, most).told(LIMITS[name], large) == (set(), set())


LARGER = {
    "k is shown": (range(55, 66), range(1, 4), ("k 5", "k 10")),
    "classes are shown": (range(194, 197), range(14, 20), ("k 5",)),
    "k is shown or not": pytest.param(range(50, 90), range(1, 7), tuple(LIMITS), marks=pytest.mark.slow),
    "classes are shown or not": pytest.param(range(186, 216), range(13, 25), ("k 2", "k 5", "mean 0.9"), marks=pytest.mark.slow),
}


@pytest.mark.parametrize(("rows", "classes", "names"), LARGER.values(), ids=LARGER)
def test_no_count_below_ten_is_determined_where_figures_are_shown(rows: range, classes: range, names: tuple[str, ...]) -> None:
    """Some of the larger tables: whoever knows that there are no others knows more than the attacker, and still determines nothing."""
    found = Tables(of_two_sizes(rows, classes), "F", 0)
    good = [world for world in found.worlds if holds(world, LIMITS["k 5"])]
    assert any("prosecutor_" in public_bytes(world, LIMITS["k 5"], 0) for world in good[:: len(good) // 20])
    for name in names:
        if any(holds(found.worlds[place], LIMITS[name]) for place in found.before):
            assert found.told(LIMITS[name], 0) == (set(), set())


def with_a_class_of(sizes: Iterable[int]) -> list[Table]:
    """Tables of two classes of at least 20 rows, alone and with a small class."""
    large = [table for table in of_two_sizes(range(96, 100), range(2, 3)) if min(table)[1] >= 20]
    return [*large, *(_in_order([*table, ("F", size)]) for table in large for size in sizes)]


UNGUARDED: dict[str, tuple[str, Any, str, Callable[[], Tables]]] = {
    "rows are rounded from 5 on": ("LEAST_SHOWN", 5, "k 3", lambda: tables_of("F", 0, 18)),
    "a class can appear": ("_keeps_classes", lambda *_: True, "k 2", lambda: Tables(with_a_class_of((2, 3)), "F", SUPPRESSED_BELOW)),
    "small classes": ("LEAST_MEAN", 1, "k 7", lambda: Tables(of_two_sizes(range(105, 115), range(14, 16)), "F", 0)),
    "one class": ("LEAST_CLASSES", 1, "k 7", lambda: Tables(of_two_sizes(range(14, 22), range(1, 4)), "F", 0)),
    "nothing is rounded": ("rounded", lambda count: count or None, "k 2", lambda: tables_of("F", 0, 14)),
}


@pytest.mark.parametrize("case", UNGUARDED)
def test_the_attacker_finds_a_rule_that_is_left_out(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, value, limits, found = UNGUARDED[case]
    monkeypatch.setattr(audience, name, value)
    assert found().told(LIMITS[limits], 0) != (set(), set())


def test_the_public_sees_nothing_but_rows_smallest_class_and_number_of_classes() -> None:
    """Tables that differ otherwise, in groups, unique rows, suppressed rows or finer rungs, give the same bytes: so that few need be rendered."""
    seen: dict[tuple[int, int, int], set[str]] = {}
    for world in tables_of("FM", SUPPRESSED_BELOW, 8).worlds:
        if holds(world, LIMITS["mean 0.9"]):
            key = (world.rows, world.k(), len(world.published))
            seen.setdefault(key, set()).add(public_bytes(world, LIMITS["mean 0.9"], 0, SUPPRESSED_BELOW))
    assert {len(each) for each in seen.values()} == {1}


def test_every_measure_that_the_public_may_see_is_attacked() -> None:
    assert {each.name for each in measures().values() if each.public is not Public.HIDDEN} == set(SHOWN)


@pytest.mark.parametrize("seed", range(6))
def test_the_attacker_sees_what_a_check_gives(seed: int) -> None:
    """The tables of the attacker are those of the product: a check of real rows gives the bytes of the table."""
    chance = random.Random(seed)
    table = _in_order([(chance.choice("FM"), chance.choice([1, 2, 5, 12, 15, 24, 40])) for _ in range(chance.choice([1, 3, 20]))])
    below = chance.choice([0, 0, SUPPRESSED_BELOW])
    rows = [(5 * place, group, value) for place, (group, size) in enumerate(table) for value in ("ab" * size)[:size]]
    document = values(DECLARATION.replace("profile: test\n", "").replace("at_least: 2, source: test, reason: test", "at_least: 2, source: s, reason: r"))
    document["releases"][0] |= {"publish": {}} | ({"suppress_below": below} if below else {})
    report = sqlrisk.check(document, frames={"altas": pd.DataFrame(rows, columns=["edad", "sexo", "diagnostico"])}, today=TODAY)
    world, limits = published(table, below), LIMITS["k 2"]
    assert (report.releases[0].verdict == "publishable") == holds(world, limits)
    for large in FORMS:
        shown = render(for_audience(replace(report, tool={"name": "sqlrisk", "version": "0"}), "public", large), "json")
        assert ("not_published" in shown) if not holds(world, limits) else shown == public_bytes(world, limits, large, below)
