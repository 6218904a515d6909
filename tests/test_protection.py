"""An anonymisation by pivots and blocks is verified from its source and its output alone: what was done well passes, and nothing else does."""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.errors import ConfigurationError, NotMeasuredError, QueryFailedError
from sqlrisk.evidence import Blocks, ClassSizes, PivotGroups, PivotLosses
from sqlrisk.evidence.protection import _OF_LOSSES, BlockLinks, BlockTuples, ConstantBlocks, LinkedGroups, PivotLoss, bernstein, block_links, pivot_losses
from sqlrisk.measures import Noted, NoValue, measures
from sqlrisk.queries import render
from sqlrisk.report import ReleaseReport, Report, from_dict
from tests.anonymising import (
    SPOILED,
    Row,
    Settled,
    Shape,
    Spoil,
    across_groups,
    copied,
    dissolved,
    groups_swapped,
    permuted,
    same_blocks,
    together,
    tuples,
)
from tests.engines import TIMES, Engine
from tests.helpers import MANY, PROFILES, TOY

TODAY = date(2026, 11, 30)
TABLES = 64 * TIMES
HOSTILE = ("n", "c", "rows", "relation", 'va"lue', "user", "class_size", "model", "b", "g", "k", "año 🦆", "source", "blocks")


@functools.cache
def shape_of(seed: int) -> Shape:
    rng = random.Random(seed)
    blocks = rng.choice([(1, 1), (1, 2), (2, 1), (1, 1, 1), (2, 2), (3, 1)])
    return Shape(rng.choice([1, 2, 2, 3]), blocks, rng.choice([2, 3, 4, 6]), rng.choice(["fail", "absorb_smallest", "drop_rows"]))


@functools.cache
def source_of(seed: int) -> tuple[Row, ...]:
    """A table with NULLs in pivots and blocks, ties or none, small groups and large."""
    shape, rng = shape_of(seed), random.Random(seed + 10_000)
    few, many = ["a", "b", None, ""], [*map(str, range(40)), None]
    pivots = [rng.choice([few, few[:2], [*map(str, range(6)), None]]) for _ in range(shape.pivots)]
    values = [rng.choice([few, many, few[:2]]) for _ in range(shape.width - shape.pivots)]
    rows = rng.choice([8, 20, 60, 60, 150])
    return tuple(tuple(rng.choice(names) for names in (*pivots, *values)) for _ in range(rows))


def anonymised(seed: int) -> tuple[Shape, list[Settled], list[Row]]:
    shape = shape_of(seed)
    settled = dissolved(source_of(seed), shape)
    return shape, settled, permuted(settled, shape, random.Random(seed + 20_000))


def names_of(shape: Shape) -> tuple[list[str], list[list[str]]]:
    """The names of pivots and blocks: hostile ones."""
    names = HOSTILE[: shape.width]
    return [*names[: shape.pivots]], [[names[place] for place in shape.places(block)] for block in range(len(shape.blocks))]


class Checked:
    """What the kernels count of one output, on one engine."""

    def __init__(self, engine: Engine, shape: Shape, source: Sequence[Row], output: Sequence[Row]) -> None:
        pivots, self.names = names_of(shape)
        columns = dict.fromkeys(HOSTILE[: shape.width], "varchar(40)")
        relations = {"source": engine.load("source of it", columns, source), "relation": engine.load("output of it", columns, output)}
        self.engine, self.pivots = engine, pivots
        self.common = {**relations, "pivots": pivots, "threshold": shape.threshold, "residue": shape.residue}

    @functools.cached_property
    def losses(self) -> PivotLosses:
        return evidence.pivot_losses(self._rows("pivot_losses", **self.common), self.pivots)

    @functools.cached_property
    def changed(self) -> int:
        """Blocks of which the tuples changed."""
        return sum(self._changed(block) for block in self.names)

    @property
    def any_changed(self) -> bool:
        """Whether the tuples of some block changed; no more is asked than needed."""
        return any(self._changed(block) for block in self.names)

    def _changed(self, block: list[str]) -> bool:
        return evidence.block_tuples(self._rows("block_tuples", block=block, **self.common), block).changed > 0

    @functools.cached_property
    def links(self) -> list[BlockLinks]:
        pairs = itertools.combinations(self.names, 2)
        return [evidence.block_links(self._rows("block_links", block=one, other=other, **self.common)) for one, other in pairs]

    @property
    def kept(self) -> int:
        """Pairs of blocks that kept their links."""
        return sum(links.kept(len(self.links)) for links in self.links)

    @property
    def constant(self) -> ConstantBlocks:
        return evidence.constant_blocks(self._rows("constant_blocks", relation=self.common["relation"], pivots=self.pivots, blocks=self.names))

    def _rows(self, kernel: str, **arguments: Any) -> list[dict[str, Any]]:
        return self.engine.rows(render(kernel, self.engine.dialect, **arguments).sql)


def seeds(engine: Engine) -> Iterator[int]:
    """All tables on SQLite; fewer where a statement takes longer to plan."""
    return iter(range(TABLES if engine.name == "sqlite" else TABLES // 8))


def test_what_was_done_as_declared_passes(engine: Engine) -> None:
    for seed in seeds(engine):
        shape, settled, output = anonymised(seed)
        checked = Checked(engine, shape, source_of(seed), output)
        assert (checked.losses.unexplained, checked.changed, checked.kept) == (0, 0, 0), (seed, shape)
        groups = {row[: shape.pivots]: key for row, key in settled}
        blank = sum(key is None or any(was is not None and now is None for was, now in zip(row, key, strict=False)) for row, key in groups.items())
        assert blank <= checked.losses.dissolved <= len(groups) == checked.losses.source_groups
        assert checked.losses.dropped == sum(key is None for _, key in settled)
        for place, loss in enumerate(checked.losses.pivots):
            assert loss.before == sum(row[place] is not None for row in source_of(seed))
            assert loss.after == sum(row[place] is not None for row in output)


def test_constant_blocks_are_counted(engine: Engine) -> None:
    for seed in itertools.islice(seeds(engine), 40):
        shape, _, output = anonymised(seed)
        sizes = Counter(row[: shape.pivots] for row in output)
        held = [Counter(found[: shape.pivots] for found in tuples(output, shape, block)) for block in range(len(shape.blocks))]
        constant = {key: sum(each[key] == 1 for each in held) for key in sizes}
        touched = [key for key in sizes if constant[key]]
        found = Checked(engine, shape, source_of(seed), output).constant
        assert (found.groups, found.rows, found.pairs) == (len(touched), sum(sizes[key] for key in touched), sum(constant.values()))


@pytest.mark.few(7)
@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_what_was_spoiled_fails(engine: Engine, spoil: Spoil) -> None:
    """Unless the spoiled table is, tuple by tuple, what another dissolving of the very same source gives: then nobody could tell."""
    spoiled = tables = 0
    for seed in seeds(engine):
        tables += 1
        shape, settled, output = anonymised(seed)
        other = spoil(output, shape, random.Random(seed)) if output else output
        if same_blocks(output, other, shape):
            continue
        if Checked(engine, shape, source_of(seed), other).any_changed:
            spoiled += 1
        else:
            assert spoil in (across_groups, groups_swapped)
            assert explained(settled, other, shape), (seed, shape)
    assert spoiled >= tables * (0.6 if engine.name == "sqlite" else 0.8)


def explained(settled: Sequence[Settled], output: Sequence[Row], shape: Shape) -> bool:
    """Whether some dissolving of whole groups, of first pivots only, gives the tuples of every block: every choice is tried."""
    groups: dict[Row, list[Row]] = {}
    for row, _ in settled:
        groups.setdefault(row[: shape.pivots], []).append(row)
    wanted = [tuples(output, shape, block) for block in range(len(shape.blocks))]
    keys = {row[: shape.pivots] for row in output}
    choices = [[blank for blanks in range(shape.pivots + 1) if (blank := (None,) * blanks + key[blanks:]) in keys] for key in groups]
    if math.prod(map(len, choices)) > 20_000:
        return False
    for choice in itertools.product(*choices):
        moved = [blank + row[shape.pivots :] for blank, rows in zip(choice, groups.values(), strict=True) for row in rows]
        if [tuples(moved, shape, block) for block in range(len(shape.blocks))] == wanted:
            return True
    return False


@functools.cache
def large(seed: int) -> tuple[Shape, list[Settled]]:
    """A table with rows enough to tell: many small groups or a few large ones, the blocks of many values, of few, or of both."""
    rng = random.Random(seed)
    shape = Shape(2, rng.choice([(1, 1), (1, 2), (2, 1), (1, 1, 1)]), 3)
    size = rng.choice([3, 5, 12, 60, 300])
    values = [rng.choice([3, 8, 1000]) for _ in range(shape.width - 2)]
    rows = []
    for group in range(max(4, 1200 // size)):
        rows += [(str(group), str(group % 4), *(str(rng.randrange(each)) if rng.random() < 0.95 else None for each in values)) for _ in range(size)]
    return shape, dissolved(rows, shape)


def test_a_copy_and_a_shared_permutation_keep_their_links(engine: Engine) -> None:
    told, tables = Counter[str](), 12 * TIMES if engine.name == "sqlite" else 5 * TIMES
    for seed in range(tables):
        shape, settled = large(seed)
        source = [row for row, _ in settled]
        pairs = math.comb(len(shape.blocks), 2)
        honest = Checked(engine, shape, source, permuted(settled, shape, random.Random(seed)))
        assert (honest.changed, honest.kept) == (0, 0)
        tellable = [links.tellable_rows(pairs) * 2 > links.rows for links in honest.links]
        copy = Checked(engine, shape, source, copied(settled))
        assert copy.changed == 0
        assert copy.kept >= sum(tellable)
        shared = Checked(engine, shape, source, together(settled, shape, random.Random(seed)))
        assert shared.changed == 0
        assert shared.links[0].kept(pairs) or not tellable[0]
        assert shared.kept <= 1
        told.update(copies=all(tellable), shared=tellable[0])
    assert min(told["copies"], told["shared"]) >= tables * (0.625 if engine.name == "sqlite" else 0.6)


def test_part_of_a_table_left_as_it_was_is_told(engine: Engine) -> None:
    rng = random.Random(5)
    shape = Shape(1, (1, 1), 3)
    rows = [(str(group), str(rng.randrange(50)), str(rng.randrange(50))) for group in range(300) for _ in range(5)]
    rows += [("large", str(rng.randrange(500)), str(rng.randrange(500))) for _ in range(3000)]
    settled = dissolved(rows, shape)
    honest = permuted(settled, shape, rng)
    assert Checked(engine, shape, rows, honest).kept == 0
    small = [row for row in honest if row[0] == "large"] + [row for row in rows if row[0] != "large"]
    big = [row for row in honest if row[0] != "large"] + [row for row in rows if row[0] == "large"]
    assert Checked(engine, shape, rows, small).kept == 1
    assert Checked(engine, shape, rows, big).kept == 1


Weight = Callable[[Any, Any], Fraction]


def moments(left: Sequence[Any], right: Sequence[Any]) -> tuple[Fraction, Fraction, Weight]:
    """(variance, largest, weight of a pair of tuples) of S, exactly, from its definition in block_links."""
    n, joint, of_left, of_right = len(left), Counter(zip(left, right, strict=True)), Counter(left), Counter(right)

    def weight(a: Any, b: Any) -> Fraction:
        return Fraction((n - 1) * joint[a, b], of_left[a] * of_right[b])

    coincidence = sum((Fraction(times * times, of_left[a] * of_right[b]) for (a, b), times in joint.items()), Fraction(0))
    return (n - 1) * (coincidence - 1), max(weight(a, b) for a, b in joint), weight


def small_tables() -> Iterator[tuple[list[int], list[int]]]:
    rng = random.Random(8)
    for _ in range(60):
        n, few, many = rng.randrange(2, 7), rng.randrange(1, 4), rng.randrange(1, 7)
        left = [*range(n)] if rng.random() < 0.3 else [rng.randrange(few) for _ in range(n)]
        right = [*range(n)] if rng.random() < 0.3 else [value % many if rng.random() < 0.6 else rng.randrange(many) for value in left]
        yield left, right


def test_mean_variance_and_bound_are_those_of_all_permutations() -> None:
    for left, right in small_tables():
        variance, largest, weight = moments(left, right)
        weights = [[weight(a, b) for b in right] for a in left]
        orders = itertools.permutations(range(len(left)))
        sums = [sum(weights[place][other] for place, other in enumerate(order)) - (len(left) - 1) for order in orders]
        assert sum(sums) == 0
        assert sum(each * each for each in sums) == variance * len(sums)
        seen, chance = Counter(sums), 0.0
        for excess in sorted((each for each in seen if each > 0), reverse=True):
            chance += seen[excess] / len(sums)
            assert chance <= math.exp(-bernstein(float(excess), float(variance), float(largest)))
        for step in range(1, 30):
            tilt = step / 10 / float(largest)
            moment = math.log(sum(times * math.exp(tilt * float(each)) for each, times in seen.items()) / len(sums))
            assert moment <= float(variance) * tilt * tilt / (2 * (1 - step / 30)) + 1e-12, "the bound adds up over groups"


def test_the_links_are_those_of_the_definition(engine: Engine) -> None:
    for left, right in itertools.islice(small_tables(), 30):
        variance, largest, _ = moments(left, right)
        rows = [("g", str(a), str(b)) for a, b in zip(left, right, strict=True)]
        (links,) = Checked(engine, Shape(1, (1, 1), 2), rows, rows).links
        found = [(each.groups, each.rows, each.excess, each.variance, each.largest) for each in links.orders]
        expected: Any = [(1, len(left), pytest.approx(float(variance)), pytest.approx(float(variance)), pytest.approx(float(largest)))]
        assert found == (expected if variance else [])


def test_false_alarms_are_as_rare_as_the_bound_says() -> None:
    """At a level that can be counted: in 1,000 honest tables the bound of one in fifty is exceeded less often than that."""
    rng, beyond, tables = random.Random(3), 0, 1000
    for _ in range(tables):
        excess = variance = largest = 0.0
        for _ in range(rng.choice([1, 3, 12])):
            n = rng.choice([2, 4, 9, 30])
            left = [rng.randrange(rng.choice([2, 5, 100])) for _ in range(n)]
            right = [value if rng.random() < 0.5 else rng.randrange(100) for value in left]
            of_group, most, weight = moments(left, right)
            excess += sum(float(weight(a, b)) for a, b in zip(left, rng.sample(right, n), strict=True)) - (n - 1)
            variance, largest = variance + float(of_group), max(largest, float(most))
        beyond += bernstein(excess, variance, largest) >= math.log(50)
    assert beyond <= tables / 50


GROUPS = PivotGroups(ClassSizes.of({3: 1, 5: 2}), 4)
LOST = PivotLosses(15, 13, 4, 2, 2, 0, (PivotLoss("zone", 12, 9), PivotLoss("centre", 15, 13)))
KEPT, CHANGED = BlockTuples(("a",), 9, 0, 0, 0), BlockTuples(("b",), 9, 2, 1, 1)


def linked(excess: float, variance: float = 100.0, evidence: float = 1.0) -> BlockLinks:
    """100 groups of one order; no single one stands out but by its evidence."""
    return BlockLinks((LinkedGroups(100, 300, excess, variance, 2.0, evidence, evidence),))


TRUTH: list[tuple[str, str, dict[type, Any], Any]] = [
    ("the smallest group", "pivot_group_min", {PivotGroups: GROUPS, PivotLosses: LOST}, 3),
    ("an empty output", "pivot_group_min", {PivotGroups: PivotGroups(ClassSizes(()), 4), PivotLosses: LOST}, NoValue),
    ("one group below", "residue_rows", {PivotGroups: GROUPS}, 3),
    ("none below", "residue_rows", {PivotGroups: PivotGroups(GROUPS.sizes, 3)}, 0),
    ("the worst pivot", "pivot_lost_share", {PivotLosses: LOST}, Fraction(1, 4)),
    ("a pivot without values", "pivot_lost_share", {PivotLosses: replace(LOST, pivots=(PivotLoss("zone", 0, 0),))}, 0),
    ("a pivot with more values than before", "pivot_lost_share", {PivotLosses: replace(LOST, pivots=(PivotLoss("zone", 3, 4),))}, NoValue),
    ("two constant groups", "unprotected_block_groups", {PivotGroups: GROUPS, Blocks: Blocks((KEPT, KEPT), (), ConstantBlocks(2, 8, 3))}, 2),
    ("one block", "unprotected_block_groups", {PivotGroups: GROUPS, Blocks: Blocks((KEPT,))}, NoValue),
    ("a group of three", "relink_probability_max", {PivotGroups: GROUPS, Blocks: Blocks((KEPT, KEPT))}, Fraction(1, 3)),
    ("no block is cut", "relink_probability_max", {PivotGroups: GROUPS, Blocks: Blocks(())}, NoValue),
    ("one block of two", "block_multisets_changed", {PivotLosses: LOST, Blocks: Blocks((KEPT, CHANGED))}, 1),
    ("no blocks", "block_multisets_changed", {PivotLosses: LOST, Blocks: Blocks(())}, NoValue),
    ("by chance", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (linked(20.0),))}, 0),
    ("fewer than by chance", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (linked(-90.0),))}, 0),
    ("a copy", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (linked(100.0),))}, 1),
    ("one group of a hundred is a copy", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (linked(20.0, evidence=25.0),))}, 1),
    ("one group of a hundred by chance", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (linked(20.0, evidence=19.0),))}, 0),
    ("one pair of three", "block_links_kept", {Blocks: Blocks((KEPT,) * 3, (linked(1.0), linked(100.0), linked(0.0)))}, 1),
    ("too few rows to tell", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (linked(5.0, 5.0),))}, NoValue),
    ("a copy that nobody can tell", "block_links_kept", {Blocks: Blocks((KEPT, KEPT), (BlockLinks(()),))}, NoValue),
    ("links of what was changed", "block_links_kept", {Blocks: Blocks((KEPT, CHANGED), (linked(1.0),))}, NoValue),
    ("one block has no links", "block_links_kept", {Blocks: Blocks((KEPT,))}, NoValue),
]


@pytest.mark.parametrize(("words", "measure", "facts", "expected"), TRUTH, ids=[f"{words}: {measure}" for words, measure, *_ in TRUTH])
def test_the_truth_table(words: str, measure: str, facts: dict[type, Any], expected: Any) -> None:
    found = measures()[measure].of(facts)
    assert isinstance(found, NoValue) if expected is NoValue else (found.value if isinstance(found, Noted) else found) == expected


TOY_COLUMNS = ["Titulacion", "Centro", "Genero", "Matriculados", "Superados"]


def declared(**rest: Any) -> dict[str, Any]:
    """The declaration of the toy; the keys of protected_by apart."""
    protected = {"source": "alumnos", "pivots": TOY_COLUMNS[:2], "threshold": 4, "blocks": [TOY_COLUMNS[2:3], TOY_COLUMNS[3:]]}
    roles = dict(zip(TOY_COLUMNS, ("quasi_identifier", "quasi_identifier", "quasi_identifier", "insensitive", "sensitive"), strict=True))
    return {
        "name": "publicos",
        "relation": "publicos",
        "columns": {name: {"role": role, **({"reason": "credits"} if role == "insensitive" else {})} for name, role in roles.items()},
        "protected_by": {**protected, **rest.pop("protected_by", {})},
        "waived": {"Superados": "not judged in this test"},
        "thresholds": [{"measure": "k", "at_least": 2}, *rest.pop("thresholds", [])],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **rest,
    }


def check(release: Mapping[str, Any], output: Sequence[Row], source: Sequence[Row] = tuple(TOY), columns: Sequence[str] = tuple(TOY_COLUMNS)) -> Report:
    frames = {name: pandas.DataFrame(rows, columns=[*columns]).convert_dtypes() for name, rows in (("alumnos", source), ("publicos", output))}
    return sqlrisk.check({"version": 1, "releases": [release]}, frames=frames, today=TODAY)


def failures(report: Report) -> set[str]:
    """The findings that fail the only release; limits apart."""
    return {each.id for each in report.releases[0].failures}


def values(release: ReleaseReport) -> dict[str, Any]:
    return {each.measure: each.value for each in release.measures if each.rung == "published" and each.column is None}


def lost(release: ReleaseReport) -> list[Any]:
    return [found.value for name in TOY_COLUMNS[:2] if (found := release.find("pivot_lost_share", column=name)) is not None]


def toy(residue: str, pivots: tuple[int, ...] = (0, 1)) -> tuple[dict[str, Any], list[Row]]:
    """The toy's declaration and output, the pivots in an order."""
    order = [*pivots, 2, 3, 4]
    shape = Shape(2, (1, 2), 4, residue)
    output = permuted(dissolved([tuple(row[place] for place in order) for row in TOY], shape), shape, random.Random(1))
    back = [tuple(row[order.index(place)] for place in range(5)) for row in output]
    return declared(protected_by={"residue": residue, "pivots": [TOY_COLUMNS[place] for place in pivots]}), back


def test_the_toy_leaves_a_residue_of_three_and_is_flagged() -> None:
    report = check(*toy("fail"))
    release = report.releases[0]
    found = values(release)
    assert (report.exit_code, release.verdict) == (1, "not_publishable")
    assert (found["pivot_group_min"], found["residue_rows"], found["pivot_lost_share"]) == (3, 3, Fraction(3, 8))
    assert (found["block_multisets_changed"], found["unprotected_block_groups"], found["relink_probability_max"]) == (0, 0, Fraction(1, 3))
    assert lost(release) == [Fraction(3, 8), Fraction(3, 8)]
    assert release.warnings[0].startswith("the smallest pivot group has 3 rows where protected_by says 4")
    links = release.find("block_links_kept")
    assert links is not None
    assert (links.status, links.value) == ("not_measured", None)


@pytest.mark.parametrize(
    ("residue", "pivots", "smallest", "share", "rows"),
    [
        ("absorb_smallest", (0, 1), 8, Fraction(1), 8),
        ("drop_rows", (0, 1), 5, Fraction(3, 8), 5),
        ("absorb_smallest", (1, 0), 8, Fraction(1), 8),
        ("drop_rows", (1, 0), 5, Fraction(3, 8), 5),
    ],
)
def test_the_toy_passes_once_its_residue_is_gone(residue: str, pivots: tuple[int, int], smallest: int, share: Fraction, rows: int) -> None:
    report = check(*toy(residue, pivots))
    release = report.releases[0]
    found = values(release)
    assert failures(report) <= {"unverified-protection"}, release.warnings
    assert (found["pivot_group_min"], found["residue_rows"], found["block_multisets_changed"], release.rows) == (smallest, 0, 0, rows)
    assert lost(release) == [share, share]


def test_each_block_is_measured_apart_and_the_worst_is_judged() -> None:
    release = check(*toy("drop_rows")).releases[0]
    sizes = {place: release.find("k", rung=f"published, block {place}") for place in (1, 2)}
    assert {place: found and found.value for place, found in sizes.items()} == {1: 2, 2: 5}
    assert values(release)["k"] == 2
    assert values(release)["prosecutor_mean"] == Fraction(2, 5)
    own = release.find("max_posterior", column="Superados")
    across = release.find("max_posterior", rung="published, pivot groups", column="Superados")
    assert own is not None
    assert across is not None
    assert own.value == across.value == pytest.approx(0.4)
    assert release.class_sizes["published"] == {2: 1, 3: 1}
    persons = {each.measure: each for each in release.measures if "persons" in (each.reason or "")}
    assert {"journalist_mean", "k_map", "delta_presence_max"} <= persons.keys()
    assert {each.status for each in persons.values()} == {"not_measured"}


def test_a_limit_on_links_is_not_held_where_nobody_can_tell() -> None:
    declaration, output = toy("drop_rows")
    declaration["thresholds"].append({"measure": "block_links_kept", "at_most": 0})
    assert check(declaration, output).exit_code == 3


def test_a_copy_of_a_larger_table_fails_without_any_limit() -> None:
    rng = random.Random(2)
    source = [(f"t{group % 8}", f"c{group % 2}", rng.choice("MF"), rng.randrange(40), rng.randrange(40)) for group in range(1200)]
    shape = Shape(2, (1, 2), 4)
    settled = dissolved(source, shape)
    honest, copy = check(declared(), permuted(settled, shape, rng), source), check(declared(), copied(settled), source)
    assert (failures(honest), values(honest.releases[0])["block_links_kept"]) == (set(), 0)
    assert (failures(copy), values(copy.releases[0])["block_links_kept"]) == ({"protection-failed"}, 1)
    (told,) = [warning for warning in copy.releases[0].warnings if "kept" in warning]
    assert "2 relations that should be lost are kept within pivot groups" in told
    told = "groups of `Titulacion`, `Centro` below 4 dissolved; 2 blocks permuted inside each group; held against `alumnos`, which is taken at its word"
    assert honest.releases[0].hypotheses["mitigation"] == told


def test_reports_say_what_was_held_and_what_stays_possible() -> None:
    from sqlrisk.reports import render as report_in

    report = check(*toy("fail"))
    for format in ("human", "markdown"):
        text = " ".join(report_in(report, format).split())
        assert "Anonymisation by pivots, held against its source" in text
        assert "2 groups of 8 rows; 2 of 3 groups of the source dissolved" in text.replace(" - ", " ")
        assert "40.0% sure in the worst group" in text
        assert "a file written in the order of the source links the blocks again" in text.replace("\n", " ")
        assert "Historia" not in text
    again = from_dict(report.to_dict())
    assert report_in(again, "markdown") == report_in(report, "markdown")


def test_pivots_alone_leave_rows_persons() -> None:
    declaration, _ = toy("drop_rows")
    declaration["protected_by"]["blocks"] = []
    shape = Shape(2, (1, 2), 4, "drop_rows")
    output = copied(dissolved(TOY, shape))
    release = check(declaration, output).releases[0]
    found = values(release)
    assert release.verdict == "publishable"
    assert (found["k"], found["pivot_group_min"], found["block_multisets_changed"]) == (2, 5, None)
    assert check(declaration, [("Historia", "Ciencias", *row[2:]) for row in output]).exit_code == 1


def test_another_dissolving_than_the_declared_one_is_found_and_verified() -> None:
    """More was dissolved than needed: everything lost its first pivot."""
    declaration, _ = toy("fail")
    declaration["protected_by"]["threshold"] = 2
    output = permuted([Settled(row, (None, row[1])) for row in TOY], Shape(2, (1, 2), 2), random.Random(4))
    report = check(declaration, output)
    release = report.releases[0]
    assert failures(report) <= {"unverified-protection"}, release.warnings
    assert lost(release) == [Fraction(1), Fraction(0)]
    assert values(release)["block_multisets_changed"] == 0
    assert check(declaration, [(None, row[1], "F", *row[3:]) for row in output]).exit_code == 1


def test_a_group_of_nulls_that_is_absorbed_is_told_from_the_blanks_beside_it(engine: Engine) -> None:
    """Three rows whose first pivot is NULL join the residue; four that lost theirs stay, under the very same key."""
    shape = Shape(2, (1, 1), 3, "absorb_smallest")
    keys = [(None, "L")] * 3 + [("f", "L")] * 2 + [("q", "L")] * 2 + [("z", "M")]
    source = [(*key, str(place), str(place)) for place, key in enumerate(keys)]
    settled = dissolved(source, shape)
    assert Counter(key for _, key in settled) == {(None, "L"): 4, (None, None): 4}
    checked = Checked(engine, shape, source, permuted(settled, shape, random.Random(1)))
    assert (checked.losses.unexplained, checked.changed) == (0, 0)


REFUSED = {
    "a limit without an anonymisation": ({"protected_by": None, "thresholds": [{"measure": "residue_rows", "at_most": 0}]}, "needs an anonymisation to verify"),
    "a limit on links without blocks": (
        {"protected_by": {"blocks": []}, "thresholds": [{"measure": "block_links_kept", "at_most": 0}]},
        "needs 2 blocks: 0 are declared",
    ),
    "a limit on a pivot that is none": ({"thresholds": [{"measure": "pivot_lost_share", "column": "Genero", "at_most": 1}]}, "`Genero` is not a pivot"),
    "a limit on a column": ({"thresholds": [{"measure": "residue_rows", "column": "Centro", "at_most": 1}]}, "is not measured by column"),
    "a limit on persons": ({"thresholds": [{"measure": "delta_presence_max", "at_most": 1}]}, "a permuted row is none"),
    "a column in no block": ({"protected_by": {"blocks": [["Genero"], ["Matriculados"]]}}, "`Superados` is published, and neither a pivot nor in a block"),
    "a column in two blocks": ({"protected_by": {"blocks": [["Genero", "Superados"], ["Matriculados", "Superados"]]}}, "`Superados` stands 2 times"),
    "a pivot in a block": ({"protected_by": {"blocks": [["Genero", "Centro"], ["Matriculados", "Superados"]]}}, "`Centro` stands 2 times"),
    "a column that is not there": ({"protected_by": {"pivots": ["Titulacion", "Centros"]}}, "`Centros` is not a published column"),
    "a block of nothing": ({"protected_by": {"blocks": [["Genero"], [], ["Matriculados", "Superados"]]}}, "an empty block"),
    "a secret pivot": (
        {"protected_by": {"pivots": ["Titulacion", "Superados"], "blocks": [["Genero"], ["Matriculados", "Centro"]]}},
        "the pivot `Superados` is sensitive",
    ),
    "its own source": ({"protected_by": {"source": "publicos"}}, "the source is the published relation itself"),
    "a threshold of one": ({"protected_by": {"threshold": 1}}, "write 2 or more"),
    "a filter": ({"where": "Superados > 40"}, "`where` would take rows out"),
    "suppression": ({"suppress_below": 3}, "`suppress_below` would take rows out"),
    "groups": ({"groups": ["Genero"]}, "a permuted row is no person"),
    "a ladder": ({"ladder": [{"name": "crudo"}]}, "a permuted row is no person"),
    "columns without a name": ({"other_columns": {"role": "insensitive", "reason": "x"}}, "could link the blocks again"),
}


@pytest.mark.parametrize(("changes", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_verified_is_refused_before_measuring(changes: dict[str, Any], said: str) -> None:
    changes = dict(changes)
    without = "protected_by" in changes and changes["protected_by"] is None
    release = declared(**{key: value for key, value in changes.items() if not (without and key == "protected_by")})
    if without:
        del release["protected_by"]
    with pytest.raises(ConfigurationError, match=said):
        check(release, TOY)


def test_a_source_without_a_column_is_refused() -> None:
    frames = {"alumnos": pandas.DataFrame(TOY, columns=[*TOY_COLUMNS[:2], "x", *TOY_COLUMNS[3:]]), "publicos": pandas.DataFrame(TOY, columns=TOY_COLUMNS)}
    with pytest.raises(ConfigurationError, match="the source of protected_by has no column `Genero`"):
        sqlrisk.check({"version": 1, "releases": [declared()]}, frames=frames, today=TODAY)


def test_an_empty_source_or_output_is_not_measured() -> None:
    declaration, output = toy("drop_rows")
    columns: Any = {name: pandas.Series(dtype="string") for name in TOY_COLUMNS}
    whole, empty = pandas.DataFrame(output, columns=TOY_COLUMNS).astype("string"), pandas.DataFrame(columns)
    for source, published in ((empty, whole), (whole, empty)):
        report = sqlrisk.check({"version": 1, "releases": [declaration]}, frames={"alumnos": source, "publicos": published}, today=TODAY)
        assert report.exit_code == 3


def test_a_new_column_of_the_output_fails() -> None:
    declaration, output = toy("drop_rows")
    frames = {
        "alumnos": pandas.DataFrame(TOY, columns=TOY_COLUMNS).convert_dtypes(),
        "publicos": pandas.DataFrame([(*row, place) for place, row in enumerate(output)], columns=[*TOY_COLUMNS, "orden"]).convert_dtypes(),
    }
    report = sqlrisk.check({"version": 1, "releases": [declaration]}, frames=frames, today=TODAY)
    assert "undeclared-column" in failures(report)
    assert any("the column `orden` of `publicos` has no role" in warning for warning in report.releases[0].warnings)


@pytest.mark.parametrize("rows", MANY)
def test_a_million_rows_pass_in_seconds(rows: int, tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "warehouse.duckdb")) as connection:
        connection.execute("set threads = 2")
        connection.execute(f"""create table alumnos as select 't' || (hash(i) % 400) as "Titulacion", 'c' || (hash(i) % 20) as "Centro",
          case when hash(i, 1) % 2 = 0 then 'M' else 'F' end as "Genero", cast(hash(i, 2) % 60 as integer) as "Matriculados",
          cast(hash(i, 3) % 60 as integer) as "Superados" from range({rows}) as r(i)""")
        connection.execute("create table orders as select *, random() as one, random() as other from alumnos")
        connection.execute("""create table publicos as
          with one as (select "Titulacion", "Centro", "Genero", row_number() over (partition by "Titulacion", "Centro" order by one) as n from orders),
          two as (select "Titulacion", "Centro", "Matriculados", "Superados", row_number() over (partition by "Titulacion", "Centro" order by other) as n
            from orders)
          select "Titulacion", "Centro", "Genero", "Matriculados", "Superados" from one join two using ("Titulacion", "Centro", n)""")
    (tmp_path / "profiles.yml").write_text(PROFILES)
    limits = [{"measure": name, "at_most": 0} for name in ("residue_rows", "block_multisets_changed", "block_links_kept", "pivot_lost_share")]
    started = pandas.Timestamp.now()
    report = sqlrisk.check({"version": 1, "profile": "test", "releases": [declared(thresholds=limits)]}, project_dir=tmp_path, today=TODAY)
    assert (failures(report), [result.passed for result in report.releases[0].thresholds[1:]]) == (set(), [True] * 4), report.releases[0].warnings
    assert (pandas.Timestamp.now() - started).total_seconds() < 60


def failing(engine: Engine, test: str, **arguments: Any) -> list[dict[str, Any]]:
    return engine.rows(render(f"test_{test}", engine.dialect, **arguments).sql)


@pytest.mark.engines_excluding("mariadb", because="it does not find a CTE from within another that is read twice")
def test_the_dbt_tests_agree(engine: Engine) -> None:
    told, tables = Counter[bool](), 4 * TIMES if engine.name == "sqlite" else 2 * TIMES
    for seed in range(tables):
        shape, _, output = anonymised(seed)
        for rows in (output, *(spoil(output, shape, random.Random(seed)) for spoil in SPOILED if output)):
            checked = Checked(engine, shape, source_of(seed), rows)
            arguments = {key: value for key, value in checked.common.items() if key != "relation"}
            failed = failing(engine, "permuted", model=checked.common["relation"], blocks=checked.names, **arguments)
            assert bool(failed) == bool(checked.changed or checked.kept or not rows), seed
            assert all(row.keys() == {"class_size", "classes", "rows"} for row in failed)
            small = failing(engine, "pivot_groups", model=checked.common["relation"], pivots=checked.pivots, threshold=shape.threshold)
            assert bool(small) == (not rows or min(Counter(row[: shape.pivots] for row in rows).values()) < shape.threshold)
            told[bool(failed)] += 1
    assert told[False] >= tables, "what was done as declared passes"
    assert told[True] >= 5 * tables, "of six ways to spoil a table one may give, by chance, what another dissolving gives"


@pytest.mark.engines_excluding("mariadb", because="it does not find a CTE from within another that is read twice")
def test_the_dbt_test_tells_a_copy_and_can_be_asked_to_tell(engine: Engine) -> None:
    shape, settled = next((shape, settled) for shape, settled in map(large, range(40)) if shape.blocks == (1, 1))
    source = [row for row, _ in settled]
    for rows, fails in ((permuted(settled, shape, random.Random(1)), False), (copied(settled), True)):
        checked = Checked(engine, shape, source, rows)
        arguments = {"model": checked.common["relation"], "blocks": checked.names, **{k: v for k, v in checked.common.items() if k != "relation"}}
        assert bool(failing(engine, "permuted", must_tell=True, **arguments)) == fails
    checked = Checked(engine, Shape(2, (1, 2), 4), [tuple(map(str, row)) for row in TOY], [tuple(map(str, row)) for row in TOY])
    arguments = {"model": checked.common["relation"], "blocks": checked.names, **{k: v for k, v in checked.common.items() if k != "relation"}}
    assert failing(engine, "permuted", must_tell=True, **{**arguments, "threshold": 2})


@pytest.mark.parametrize(
    "wrong",
    [{"threshold": 1}, {"threshold": "4"}, {"threshold": True}, {"pivots": []}, {"pivots": "a"}, {"residue": "none"}, {"blocks": [["b"]]}, {"blocks": []},
     {"blocks": [["b"], ["B"]]}, {"blocks": [["b"], ["a"]]}, {"blocks": ["b", "c"]}, {"blocks": [["b"], []]}],
)  # fmt: skip
def test_arguments_that_verify_nothing_are_refused(wrong: dict[str, Any]) -> None:
    arguments = {"model": "m", "source": "s", "pivots": ["a"], "threshold": 4, "blocks": [["b"], ["c"]]}
    with pytest.raises(QueryFailedError):
        render("test_permuted", **{**arguments, **wrong})


def test_a_source_without_rows_and_a_figure_that_is_no_number_are_not_measured() -> None:
    row = {f"sqlrisk_{name}": 1 for name in _OF_LOSSES} | {"sqlrisk_source_values_1": 2, "sqlrisk_values_1": 1}
    assert pivot_losses([row], ["g"]).source_rows == 1
    with pytest.raises(NotMeasuredError, match="the source that protected_by names has no row"):
        pivot_losses([row | {"sqlrisk_source_rows": 0}], ["g"])
    figures = {f"sqlrisk_{name}": 1.0 for name in ("excess", "variance", "largest", "evidence", "evidence_of_copy")}
    row = {"sqlrisk_groups": 1, "sqlrisk_rows": 2} | figures
    assert len(block_links([row]).orders) == 1
    for name in figures:
        for wrong in (math.nan, math.inf):
            with pytest.raises(NotMeasuredError, match="the engine gave no number for the links of two blocks"):
                block_links([row | {name: wrong}])
    assert (bernstein(0.0, 1.0, 1.0), bernstein(-1.0, 1.0, 1.0), bernstein(1.0, 0.0, 1.0)) == (0, 0, 0)
