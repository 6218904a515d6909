"""The privacy differential: which relations survive an anonymisation by pivots and blocks, against a plain one in Python and against brute force."""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import duckdb
import jsonschema
import pandas
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.declaration import Release
from sqlrisk.differential import FALSE_ALARM, PrivacyDifferential, differential
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.evidence.differential import LostPair, Spread
from sqlrisk.loading import load_values
from sqlrisk.planning import Bound, Statement
from sqlrisk.planning.differential import of_broken_blocks, of_differential
from sqlrisk.queries import render
from sqlrisk.relations import Table, quoted
from sqlrisk.report import Report, from_dict, results_schema
from sqlrisk.reports import names
from sqlrisk.reports import render as rendered
from tests.engines import Driven, Engine
from tests.helpers import DECLARATION, ROWS, TOY, project, values
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
Row = tuple[Any, ...]
Blocks = Sequence[Sequence[int]]

# An anonymisation in plain Python: the rows are tuples, the pivots the first columns, the blocks places of the others.


@dataclass(frozen=True)
class Rules:
    """How a table is anonymised: how many pivots it has, which columns are a block, and below which number of rows a group is dissolved."""

    pivots: int
    blocks: Blocks
    threshold: int = 4
    residue: str = "fail"


def fates(rows: Sequence[Row], rules: Rules) -> list[int | None]:
    """How many pivots each row loses, the first so many; None where it is left out."""
    lost = [0] * len(rows)
    for place in range(rules.pivots):
        sizes = Counter((blanked, row[place : rules.pivots]) for blanked, row in zip(lost, rows, strict=True))
        small = [blanked == place and sizes[blanked, row[place : rules.pivots]] < rules.threshold for blanked, row in zip(lost, rows, strict=True)]
        lost = [place + 1 if melts else blanked for melts, blanked in zip(small, lost, strict=True)]
    left = lost.count(rules.pivots)
    if not 0 < left < rules.threshold or rules.residue == "fail":
        return [*lost]
    if rules.residue == "drop_rows":
        return [None if blanked == rules.pivots else blanked for blanked in lost]
    groups = Counter((blanked, shown(row, blanked, rules)) for blanked, row in zip(lost, rows, strict=True) if blanked < rules.pivots)
    absorbed = set()
    for group, size in sorted(groups.items(), key=lambda each: (each[1], each[0][0], [(value is None, value or "") for value in each[0][1]])):
        if left < rules.threshold:
            absorbed.add(group)
            left += size
    return [rules.pivots if (blanked, shown(row, blanked, rules)) in absorbed else blanked for blanked, row in zip(lost, rows, strict=True)]


def shown(row: Row, blanked: int, rules: Rules) -> Row:
    """The pivots of a row that lost the first of them."""
    return (None,) * blanked + row[blanked : rules.pivots]


def dissolved(rows: Sequence[Row], rules: Rules) -> list[Row]:
    """The rows with their pivots as they are published, the others as they were."""
    return [shown(row, lost, rules) + row[rules.pivots :] for row, lost in zip(rows, fates(rows, rules), strict=True) if lost is not None]


def permuted(rows: Sequence[Row], rules: Rules, chance: random.Random, together: Sequence[Blocks] = ()) -> list[Row]:
    """Rows whose blocks are shuffled within their pivot groups, each on its own but for those of `together`, which share their order."""
    groups: dict[Row, list[int]] = {}
    for place, row in enumerate(rows):
        groups.setdefault(row[: rules.pivots], []).append(place)
    found = [[*row] for row in rows]
    for blocks in together or [[block] for block in rules.blocks]:
        for places in groups.values():
            for place, other in zip(places, chance.sample(places, len(places)), strict=True):
                for column in (column for block in blocks for column in block):
                    found[place][column] = rows[other][column]
    return [tuple(row) for row in found]


def anonymised(rows: Sequence[Row], rules: Rules, chance: random.Random) -> list[Row]:
    return permuted(dissolved(rows, rules), rules, chance)


def found_fates(rows: Sequence[Row], published: Sequence[Row], rules: Rules) -> list[int | None]:
    """How many pivots each row lost, given what is published: as declared where that gives its groups, else the fewest at which its key is there.

    What is nowhere to be found lost them all; under drop_rows, where that is less than the threshold, it was left out.
    """
    declared = fates(rows, rules)
    groups = Counter(row[: rules.pivots] for row in published)
    if Counter(shown(row, lost, rules) for row, lost in zip(rows, declared, strict=True) if lost is not None) == groups:
        return declared
    least = [next((lost for lost in range(rules.pivots + 1) if shown(row, lost, rules) in groups), None) for row in rows]
    if rules.residue == "drop_rows" and least.count(None) < rules.threshold:
        return least
    return [rules.pivots if lost is None else lost for lost in least]


# The same counts by brute force.


def cells(rows: Sequence[Row], columns: Sequence[int], kept: Callable[[Row], bool] = lambda row: True) -> Counter[Row]:
    return Counter(tuple(row[column] for column in columns) for row in rows if kept(row))


def differing(source: Sequence[Row], published: Sequence[Row], columns: Sequence[int], survived: Sequence[int] = ()) -> tuple[int, int]:
    """(cells, cells whose counts differ) where the pivots of `survived` are there."""
    before, after = (cells(rows, columns, lambda row: all(row[place] is not None for place in survived)) for rows in (source, published))
    keys = {*before, *after}
    return len(keys), sum(before[key] != after[key] for key in keys)


def weighed(source: Sequence[Row], published: Sequence[Row], rules: Rules, one: int, other: int) -> LostPair:
    """The statistic of two columns, in exact fractions until the end: every cell of every group, the empty ones too."""
    observed = unpermuted = expected = variance = Fraction(0)
    largest = Fraction(0)
    for group in {row[: rules.pivots] for row in published}:
        before, after = (cells([row for row in rows if row[: rules.pivots] == group], (one, other)) for rows in (source, published))
        ones, others = (Counter(key[place] for key in after.elements()) for place in (0, 1))
        size = after.total()
        weights = {(a, b): min(Fraction(before[a, b] * size, ones[a] * others[b]), Fraction(4)) for a, b in product(ones, others)}
        rows_of = {a: sum(others[b] * weights[a, b] for b in others) / size for a in ones}
        columns_of = {b: sum(ones[a] * weights[a, b] for a in ones) / size for b in others}
        mean = sum(ones[a] * rows_of[a] for a in ones) / size
        deviations = {(a, b): weights[a, b] - rows_of[a] - columns_of[b] + mean for a, b in weights}
        observed += sum(after[key] * weight for key, weight in weights.items())
        unpermuted += sum(before[key] * weight for key, weight in weights.items())
        expected += size * mean
        variance += sum(Fraction(ones[a] * others[b], size) * deviations[a, b] ** 2 for a, b in weights)
        largest = max([largest, mean, *(deviations[key] for key in weights if before[key])])
    return LostPair(
        observed=float(observed),
        unpermuted=float(unpermuted),
        expected=float(expected),
        variance=float(variance),
        largest=float(largest),
        source=spread(source, one, other),
        published=spread(published, one, other),
    )


def spread(rows: Sequence[Row], one: int, other: int) -> Spread:
    joint, ones, others = (cells(rows, columns) for columns in ((one, other), (one,), (other,)))
    return Spread(float(sum(Fraction(size**2, ones[a,] * others[b,]) for (a, b), size in joint.items())), len(ones), len(others), len(rows))


# The tables, and the program's own entry on each engine.

HOSTILE = ["n", "user", "rows", 'na"me', "it's", "value", "relation", "model", "classes", "ñ 😀", "k", "group", "b", "order"]


def table(chance: random.Random) -> tuple[list[Row], Rules]:
    """A small table with NULLs, and how it is anonymised."""
    pivots = chance.randint(1, 3)
    sizes = [chance.randint(1, 2) for _ in range(chance.randint(2, 3))]
    places = iter(range(pivots, pivots + sum(sizes)))
    blocks = [[next(places) for _ in range(size)] for size in sizes]
    domains = [chance.sample([None, "a", "b", "A", "a ", "", "'", "á"], chance.randint(1, 4)) for _ in range(pivots + sum(sizes))]
    rows = [tuple(chance.choice(domain) for domain in domains) for _ in range(chance.randint(1, 40))]
    return rows, Rules(pivots, blocks, chance.randint(2, 6), chance.choice(["fail", "absorb_smallest", "drop_rows"]))


def bound(engine: Engine, columns: dict[str, str], source: Sequence[Row], published: Sequence[Row], rules: Rules, permuting: bool = True) -> Bound:
    """A protected release over two new tables of an engine."""
    for name, rows in (("registro", source), ("publicas", published)):
        engine.load(name, columns, rows)
    names = [*columns]
    protection: dict[str, Any] = {"source": "registro", "pivots": names[: rules.pivots], "threshold": rules.threshold, "residue": rules.residue}
    if permuting:
        protection["blocks"] = [[names[place] for place in block] for block in rules.blocks]
    used = {*range(rules.pivots), *(place for block in rules.blocks for place in block)}
    release = declared([name for place, name in enumerate(names) if place in used or not permuting], protection)
    catalogue = tuple(CatalogueColumn(name, kind) for name, kind in columns.items())
    tables = [Table(Source(quoted(name, engine.dialect), catalogue), engine.dialect, str.casefold, {}) for name in ("publicas", "registro")]
    return Bound(release, tables[0], tables[0], unprotected=tables[1])


def declared(columns: Sequence[str], protection: dict[str, Any]) -> Release:
    return load_values({"version": 1, "releases": [declaration(columns, protection)]}, Path(), TODAY).declaration.releases[0]


def declaration(columns: Sequence[str], protection: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "alumnos",
        "relation": "publicas",
        "columns": {name: {"role": "quasi_identifier"} for name in columns},
        "protected_by": protection,
        "thresholds": [{"measure": "k", "at_least": 2}],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }


def found(engine: Engine, release: Bound) -> PrivacyDifferential:
    told = differential(release, lambda statement: engine.rows(statement.query.sql))
    assert told is not None
    return told


def outcomes(told: PrivacyDifferential) -> dict[Row, str]:
    return {relation.columns: relation.outcome for relation in told.relations}


# The toy of the portal.

TOY_COLUMNS = {"Titulacion": "text", "Centro": "text", "Genero": "text", "Matriculados": "bigint", "Superados": "bigint"}
TOY_RULES = Rules(2, [[2], [3, 4]])
RATE = "a rate between two variables of one block can be computed: `Superados` / `Matriculados`"
MEAN = (
    "a mean of one block's variable by another block's variable cannot be computed: the mean of `Matriculados` by `Genero` tells only what the pivots explain"
)
BY_PIVOTS = "any aggregate of one variable, or of variables of one block, by `{}` or `{}`, or by both, is exact over the rows where the pivot survived"


@pytest.mark.parametrize("swapped", [False, True], ids=["degree first", "faculty first"])
def test_the_toy_prints_its_four_sentences(engine: Engine, swapped: bool) -> None:
    order = [1, 0, 2, 3, 4] if swapped else [0, 1, 2, 3, 4]
    columns = {[*TOY_COLUMNS][place]: [*TOY_COLUMNS.values()][place] for place in order}
    rows = [tuple(row[place] for place in order) for row in TOY]
    told = found(engine, bound(engine, columns, rows, anonymised(rows, TOY_RULES, random.Random(1)), TOY_RULES))
    finer, coarser = [*columns][:2]
    # by faculty first Fisica (1) and Quimica (2) stay below 4 without their faculty too: the same loss
    losses = f"`{finer}` lost 37.5 % of its values (3 of 8), `{coarser}` lost 37.5 % of its values (3 of 8)"
    assert told.sentences == (BY_PIVOTS.format(finer, coarser), RATE, MEAN, losses)
    assert not told.failures
    assert {relation.outcome for relation in told.relations if relation.preserved} == {"equal"}
    assert {relation.columns for relation in told.relations if not relation.preserved} == {("Genero", "Matriculados"), ("Genero", "Superados")}
    assert {relation.coverage for relation in told.relations if relation.columns[0] == finer} == {0.625}


def test_the_toy_s_groups_absorbed_or_dropped(engine: Engine) -> None:
    for residue, lost, published in (("absorb_smallest", 8, 8), ("drop_rows", 3, 5)):
        rules = replace(TOY_RULES, residue=residue)
        told = found(engine, bound(engine, TOY_COLUMNS, TOY, anonymised(TOY, rules, random.Random(1)), rules))
        assert not told.failures
        assert [(loss.lost, loss.values) for loss in told.losses] == [(lost, 8), (lost, 8)]
        assert told.rows_published == published
        coverage = {relation.columns: relation.coverage for relation in told.relations}
        assert coverage["Titulacion", "Genero"] == (0 if lost == 8 else 0.625)
        assert coverage["Matriculados", "Superados"] == published / 8


def test_a_residue_that_reaches_the_threshold_absorbs_nothing(engine: Engine) -> None:
    columns = {"Titulacion": "text", "Genero": "text", "Matriculados": "bigint"}
    rows = [(row[0], row[2], row[3]) for row in TOY]
    rules = Rules(1, [[1], [2]], threshold=3, residue="absorb_smallest")
    told = found(engine, bound(engine, columns, rows, anonymised(rows, rules, random.Random(1)), rules))
    assert (told.failures, told.losses[0].lost) == ((), 3)


def test_a_table_too_small_to_tell_a_copy_says_so(engine: Engine) -> None:
    told = found(engine, bound(engine, TOY_COLUMNS, TOY, dissolved(TOY, TOY_RULES), TOY_RULES))
    assert {relation.outcome for relation in told.relations if not relation.preserved} == {"not told"}
    assert told.remarks == [
        "privacy differential: 2 of 2 relations that should be lost could not be checked one by one: an unpermuted copy would not stand out",
    ]


# The kernels against brute force.


def test_the_kernels_count_what_brute_force_counts(engine: Engine) -> None:
    chance = random.Random(20261130)
    for _ in range(engine.tables // 6):
        source, rules = table(chance)
        published = anonymised(source, rules, chance)
        if chance.random() < 0.7 and published:
            published = tampered(published, chance)
        columns = dict(zip(chance.sample(HOSTILE, len(source[0])), ["text"] * len(source[0]), strict=True))
        kernels_agree(engine, columns, source, published, rules)


def tampered(rows: Sequence[Row], chance: random.Random) -> list[Row]:
    """Rows with one value of another row, one less or one more."""
    place, column = chance.randrange(len(rows)), chance.randrange(len(rows[0]))
    changed = [*rows]
    changed[place] = (*rows[place][:column], chance.choice(rows)[column], *rows[place][column + 1 :])
    return chance.choice([changed, [*rows[:place], *rows[place + 1 :]] or [*rows], [*rows, rows[place]]])


def kernels_agree(engine: Engine, columns: dict[str, str], source: Sequence[Row], published: Sequence[Row], rules: Rules) -> None:
    relations = {"source": engine.load("registro", columns, source), "relation": engine.load("publicas", columns, published)}
    names, keys = [*columns], [*range(rules.pivots)]
    about = {**relations, "pivots": names[: rules.pivots], "threshold": rules.threshold, "residue": rules.residue}
    lost = found_fates(source, published, rules)
    before = [shown(row, blanks, rules) + row[rules.pivots :] for row, blanks in zip(source, lost, strict=True) if blanks is not None]

    def rows(kernel: str, **arguments: Any) -> list[dict[str, Any]]:
        return engine.rows(render(kernel, engine.dialect, **{**about, **arguments}).sql)

    told = evidence.pivot_values(engine.rows(render("pivot_values", engine.dialect, **relations, pivots=about["pivots"]).sql), rules.pivots)
    for side, counted in zip(told, (source, published), strict=True):
        assert (side.rows, side.values) == (len(counted), tuple(sum(row[place] is not None for row in counted) for place in keys))
    for block in ([], *rules.blocks):
        counts = evidence.block_counts(rows("block_counts", columns=[names[place] for place in block]))
        assert (counts.cells, counts.cells_differ) == differing(before, published, [*keys, *block]), (source, published, rules)
        assert (counts.rows_source, counts.rows_published) == (len(before), len(published))
        assert counts.rows_whole == lost.count(0)
    others = [*range(rules.pivots, len(names))]
    pairs = [(0, number) for number in range(1, len(others) + 1)] + [(-p - 1, number) for p in keys for number in range(1, len(others) + 1)]
    pairs += [(-one - 1, -other - 1) for one, other in combinations(keys, 2)] + [*combinations(range(1, len(others) + 1), 2)]
    differ = evidence.preserved_pairs(rows("preserved_pairs", columns=names[rules.pivots :], pairs=[[*pair] for pair in pairs]), len(pairs))
    for pair, number in zip(pairs, differ, strict=True):
        places = [place for each in pair for place in (keys if each == 0 else [-each - 1] if each < 0 else [others[each - 1]])]
        assert number == differing(before, published, places, [-each - 1 for each in pair if each < 0])[1], (pair, source, published, rules)
    across = [(one, other) for first, second in combinations(rules.blocks, 2) for one in first for other in second]
    numbers = [[others.index(one) + 1, others.index(other) + 1] for one, other in across]
    if across and published:
        told_of = evidence.lost_pairs(rows("lost_pairs", columns=names[rules.pivots :], pairs=numbers), len(across))
        for (one, other), pair in zip(across, told_of, strict=True):
            close(pair, weighed(before, published, rules, one, other))


def close(pair: LostPair, expected: LostPair) -> None:
    for name in ("observed", "unpermuted", "expected", "variance", "largest"):
        assert getattr(pair, name) == pytest.approx(getattr(expected, name), rel=1e-9, abs=1e-9), name
    for side, other in ((pair.source, expected.source), (pair.published, expected.published)):
        assert (side.ones, side.others, side.rows) == (other.ones, other.others, other.rows)
        assert side.squares == pytest.approx(other.squares, rel=1e-9)


# Random tables.


def test_on_random_tables_what_is_preserved_is_equal_and_what_is_lost_is_lost(engine: Engine) -> None:
    chance = random.Random(7)
    told_of = 0
    for _ in range(engine.tables // 2 if engine.name == "duckdb" else engine.tables // 10):
        source, rules = table(chance)
        published = anonymised(source, rules, chance)
        if not published:
            continue
        columns = dict(zip(chance.sample(HOSTILE, len(source[0])), ["text"] * len(source[0]), strict=True))
        told = found(engine, bound(engine, columns, source, published, rules))
        assert not told.failures, (source, published, rules)
        assert {relation.outcome for relation in told.relations if relation.preserved} <= {"equal"}
        assert {relation.outcome for relation in told.relations if not relation.preserved} <= {"lost", "not told"}
        assert [loss.values - loss.lost for loss in told.losses] == [sum(row[place] is not None for row in published) for place in range(rules.pivots)]
        every = {frozenset(pair) for pair in combinations(columns, 2)}
        assert {frozenset(relation.columns) for relation in told.relations if len(relation.columns) == 2} == every
        told_of += 1
    assert told_of >= engine.tables // 12


SCHOOL = {"degree": "text", "faculty": "text", "sex": "text", "age": "bigint", "taken": "bigint", "passed": "bigint", "town": "text"}
SCHOOL_RULES = Rules(2, [[2, 3], [4, 5], [6]])
ACROSS = [(one, other) for one in ("sex", "age") for other in ("taken", "passed", "town")] + [("taken", "town"), ("passed", "town")]


def school(rows: int = 900, seed: int = 3) -> list[Row]:
    """Students whose sex, credits and towns hang together; one degree and one faculty are rare, some values are missing."""
    chance = random.Random(seed)
    found: list[Row] = []
    for place in range(rows):
        degree = chance.randint(0, 11) if place > 5 else 20 + place // 3
        sex = chance.choice(["F", "M"])
        taken = chance.choice([30, 48, 60, 72]) + (12 if sex == "F" else 0)
        town = chance.choice(["A", "B", "C"]) if sex == "F" else chance.choice(["B", "C", "D", None])
        found.append((f"d{degree}", None if degree == 3 else f"f{degree % 4}", sex, chance.randint(18, 60), taken, taken - chance.choice([0, 6, 12]), town))
    return found


def school_told(engine: Engine, published: Sequence[Row], source: Sequence[Row] | None = None) -> PrivacyDifferential:
    return found(engine, bound(engine, SCHOOL, source or school(), published, SCHOOL_RULES))


def test_a_permuted_school_keeps_and_loses_what_it_should(engine: Engine) -> None:
    told = school_told(engine, anonymised(school(), SCHOOL_RULES, random.Random(5)))
    assert not told.failures
    by_columns = {relation.columns: relation for relation in told.relations}
    for pair in (("sex", "taken"), ("sex", "town"), ("taken", "town")):
        assert by_columns[pair].outcome == "lost"
        assert abs(by_columns[pair].kept or 0) < 0.2
        assert (by_columns[pair].source or 0) > 0.2
        assert (by_columns[pair].published or 0) < 0.15
    assert by_columns["faculty", "sex"].coverage == pytest.approx(sum(row[1] is not None for row in dissolved(school(), SCHOOL_RULES)) / 900)


def test_an_unpermuted_copy_is_found(engine: Engine) -> None:
    told = school_told(engine, dissolved(school(), SCHOOL_RULES))
    found = outcomes(told)
    assert {pair: found[pair] for pair in ACROSS} == dict.fromkeys(ACROSS, "kept")
    assert {relation.outcome for relation in told.relations if relation.preserved} == {"equal"}
    assert len(told.failures) == 1
    assert told.failures[0].startswith("privacy differential: 8 relations that should be lost are kept within pivot groups")
    assert "`sex` x `taken` (100 %)" in told.failures[0]
    assert told.sentences[0] == "the check failed: which relations survive in these rows is not known, whatever is declared"


def test_one_permutation_for_two_blocks_is_found_between_these_two_only(engine: Engine) -> None:
    before = dissolved(school(), SCHOOL_RULES)
    published = permuted(before, SCHOOL_RULES, random.Random(5), [SCHOOL_RULES.blocks[:2], SCHOOL_RULES.blocks[2:]])
    kept = {pair for pair, outcome in outcomes(school_told(engine, published)).items() if outcome == "kept"}
    assert kept == {("sex", "taken"), ("sex", "passed"), ("age", "taken"), ("age", "passed")}


def test_a_copy_in_part_of_the_groups_is_found(engine: Engine) -> None:
    rows = school(2700)
    before = dissolved(rows, SCHOOL_RULES)
    shuffled = permuted(before, SCHOOL_RULES, random.Random(5))
    published = [copy if (copy[0] or "") < "d3" else other for copy, other in zip(before, shuffled, strict=True)]
    assert 0.2 < sum((row[0] or "") < "d3" for row in before) / 2700 < 0.6
    assert outcomes(school_told(engine, published, rows))["sex", "taken"] == "kept"


def changed(rows: Sequence[Row], place: int, column: int, value: Any) -> list[Row]:
    return [(*row[:column], value, *row[column + 1 :]) if number == place else row for number, row in enumerate(rows)]


def broken(told: PrivacyDifferential) -> set[Row]:
    return {relation.columns for relation in told.relations if relation.outcome == "broken"}


def test_a_tampered_cell_breaks_the_pairs_of_its_variable(engine: Engine) -> None:
    published = anonymised(school(), SCHOOL_RULES, random.Random(5))
    place = next(place for place, row in enumerate(published) if row[0] is not None and row[2] == "F")
    told = school_told(engine, changed(published, place, 2, "M"))
    assert broken(told) == {("degree", "faculty", "sex"), ("degree", "sex"), ("faculty", "sex"), ("sex", "age")}
    assert told.failures[0].startswith("privacy differential: the block `sex`, `age`: ")
    assert [relation.cells_differ for relation in told.relations if relation.columns == ("degree", "sex")] == [2]


def test_a_tampered_pivot_breaks_every_pair_of_it(engine: Engine) -> None:
    published = anonymised(school(), SCHOOL_RULES, random.Random(5))
    place = next(place for place, row in enumerate(published) if row[0] == "d1")
    found = broken(school_told(engine, changed(published, place, 0, "d5")))
    assert {pair for pair in found if pair[0] == "degree" and len(pair) == 2} == {("degree", name) for name in [*SCHOOL][1:]}
    assert not {pair for pair in found if "degree" not in pair}


def test_two_pivots_are_compared_where_both_survived(engine: Engine) -> None:
    published = anonymised(school(), SCHOOL_RULES, random.Random(5))
    place = next(place for place, row in enumerate(published) if row[:2] == ("d3", None))
    found = broken(school_told(engine, changed(published, place, 0, "d7")))
    assert ("degree", "sex") in found
    assert ("degree", "faculty") not in found


@pytest.mark.parametrize("change", [lambda rows: rows[:-1], lambda rows: [*rows, rows[-1]]], ids=["a dropped row", "an added row"])
def test_a_row_less_or_more_is_found(engine: Engine, change: Callable[[list[Row]], list[Row]]) -> None:
    told = school_told(engine, change(anonymised(school(), SCHOOL_RULES, random.Random(5))))
    assert len(told.failures) == 4
    assert "900 rows should be published and " in told.failures[0]


def test_shuffling_across_groups_is_found(engine: Engine) -> None:
    before = dissolved(school(), SCHOOL_RULES)
    order = random.Random(5).sample(range(900), 900)
    told = school_told(engine, [(*row[:2], *before[other][2:4], *row[4:]) for row, other in zip(before, order, strict=True)])
    assert {("degree", "sex"), ("faculty", "age")} <= broken(told)
    assert ("sex", "age") not in broken(told)


def test_a_group_that_is_dissolved_though_it_need_not_be_keeps_its_joint_counts(engine: Engine) -> None:
    """It is another dissolving than the declared one: what it cost is told, and all that is published is equal."""
    before = [(None, None, *row[2:]) if row[0] == "d2" else row for row in dissolved(school(), SCHOOL_RULES)]
    told = school_told(engine, permuted(before, SCHOOL_RULES, random.Random(5)))
    assert (told.failures, broken(told)) == ((), set())
    more = sum(row[0] == "d2" for row in school())
    assert [loss.lost - declared.lost for loss, declared in zip(told.losses, school_told(engine, dissolved(school(), SCHOOL_RULES)).losses, strict=True)] == [
        more,
        more,
    ]


def test_half_a_group_that_is_dissolved_is_found(engine: Engine) -> None:
    """A group is dissolved whole or not at all."""
    half = [place for place, row in enumerate(school()) if row[0] == "d2"][::2]
    before = [(None, None, *row[2:]) if place in half else row for place, row in enumerate(dissolved(school(), SCHOOL_RULES))]
    told = school_told(engine, permuted(before, SCHOOL_RULES, random.Random(5)))
    assert "the pivot groups" in told.failures[0]
    assert ("faculty", "sex") in broken(told)


def test_a_group_that_is_not_dissolved_though_it_must_be_is_not_publishable(engine: Engine) -> None:
    """Its joint counts are those of the source; the check finds its size."""
    rows = permuted(school(), SCHOOL_RULES, random.Random(5))
    assert not school_told(engine, rows).failures
    frames = {name: pandas.DataFrame(found, columns=[*SCHOOL]).convert_dtypes() for name, found in (("registro", school()), ("publicas", rows))}
    protection = {
        "source": "registro",
        "pivots": [*SCHOOL][:2],
        "threshold": 4,
        "blocks": [[[*SCHOOL][place] for place in block] for block in SCHOOL_RULES.blocks],
    }
    release = sqlrisk.check({"version": 1, "releases": [declaration([*SCHOOL], protection)]}, frames=frames, today=TODAY).releases[0]
    assert release.verdict == "not_publishable"
    assert release.warnings[0].startswith("the smallest pivot group has 3 rows where protected_by says 4")


# How sure the check is.


def pairs_of(ones: Sequence[Any], others: Sequence[Any]) -> list[Row]:
    return [("g", one, other) for one, other in zip(ones, others, strict=True)]


def test_over_all_permutations_the_bound_holds_and_the_mean_is_exact() -> None:
    chance = random.Random(11)
    rules = Rules(1, [[1], [2]])
    for size, domain in product((3, 5, 6), (1, 2, 3, 6)):
        ones, others = ([chance.randrange(domain) for _ in range(size)] for _ in range(2))
        source = pairs_of(ones, others)
        found = weighed(source, source, rules, 1, 2)
        weights = {pair: min(Fraction(n * size, ones.count(pair[1]) * others.count(pair[2])), Fraction(4)) for pair, n in Counter(source).items()}
        reached = [float(sum(weights.get(pair, 0) for pair in pairs_of(ones, order))) for order in permutations(others)]
        assert math.fsum(reached) / len(reached) == pytest.approx(found.expected)
        for value in set(reached):
            share = sum(each >= value - 1e-9 for each in reached) / len(reached)
            assert share <= math.exp(-found.surprise(value)) + 1e-12


def test_the_bound_is_the_one_of_the_documentation() -> None:
    pair = LostPair(20.0, 30.0, 10.0, 5.0, 3.0, Spread(1.0, 1, 1, 9), Spread(1.0, 1, 1, 9))
    assert pair.surprise(20.0) == pytest.approx(100 / (4 * (5 + 3 * 10 / 3)))
    assert (pair.surprise(10.0), pair.surprise(0.0), pair.kept) == (0, 0, 0.5)


PERMUTATIONS = 4000


def test_false_alarms_over_many_permutations() -> None:
    """At a bound of 1 in 20 at most 1 in 20 alarms, and none at all at that of the check, over 4,000 permutations of a skewed table."""
    chance = random.Random(13)
    rules = Rules(1, [[1], [2]])
    rows = [(f"g{place % 20}", value := chance.choice([0, 0, 0, 1, 2, chance.randrange(99)]), (value + chance.randrange(2)) % 7) for place in range(400)]
    with duckdb.connect() as connection:
        weights, pair = weights_of(Driven("duckdb", connection, tables=1), rows, rules)
    values = [sum(weights.get(row, 0.0) for row in permuted(rows, rules, chance)) for _ in range(PERMUTATIONS)]
    assert sum(values) / PERMUTATIONS == pytest.approx(pair.expected, rel=0.01)
    surprises = [pair.surprise(value) for value in values]
    assert sum(surprise > math.log(20) for surprise in surprises) <= PERMUTATIONS / 20
    assert max(surprises) < math.log(1 / FALSE_ALARM)
    assert pair.surprise(pair.unpermuted) > 3 * math.log(1 / FALSE_ALARM)


def weights_of(engine: Engine, rows: Sequence[Row], rules: Rules) -> tuple[dict[Row, float], LostPair]:
    columns = {"p": "text", "v": "bigint", "w": "bigint"}
    relations = {"source": engine.load("registro", columns, rows), "relation": engine.load("publicas", columns, rows)}
    sql = render("lost_pairs", engine.dialect, **relations, pivots=["p"], threshold=2, columns=["v", "w"], pairs=[[1, 2]]).sql
    joint, ones, others, sizes = (cells(rows, places) for places in ((0, 1, 2), (0, 1), (0, 2), (0,)))
    weights = {row: min(joint[row] * sizes[row[0],] / (ones[row[:2]] * others[row[0], row[2]]), 4.0) for row in joint}
    return weights, evidence.lost_pairs(engine.rows(sql), 1)[0]


def test_cramer_s_v_is_less_chance() -> None:
    chance = random.Random(17)
    same = [(value, value) for value in range(10) for _ in range(20)]
    assert spread(same, 0, 1).association == pytest.approx(1)
    unrelated = [(chance.randrange(10), chance.randrange(10)) for _ in range(2000)]
    assert spread(unrelated, 0, 1).association == pytest.approx(0, abs=0.06)
    assert spread([(1, value) for value in range(9)], 0, 1).association is None
    assert spread([(value, value % 3) for value in range(9)], 0, 1).association is None
    assert (Spread(0.0, 0, 0, 0).association, Spread(1.0, 1, 1, 1).association) == (None, None)


# What is told for any declaration.

COLUMNS = {"degree": "text", "faculty": "text", "sex": "text", "town": "text", "age": "bigint", "taken": "bigint"}
SENTENCES = [
    ("one pivot", 1, [[2], [4]], "by `degree` is exact over the rows where it survived", "no block holds two variables", "the mean of `age` by `sex`"),
    ("numbers in one block", 2, [[4, 5], [2]], "by `degree` or `faculty`, or by both", "`taken` / `age`", "the mean of `age` by `sex`"),
    ("no number", 2, [[2], [3]], "by both, is exact over the rows", "no block holds two variables", "the share of `town` by `sex`"),
    ("words in one block", 1, [[2, 3], [4]], "by `degree`", "that of the source: `sex` with `town`", "the mean of `age` by `sex`"),
    ("three pivots", 3, [[3], [4, 5]], "by `degree`, `faculty` or `sex`, or by all of them,", "`taken` / `age`", "the mean of `age` by `town`"),
    ("numbers alone", 2, [[4], [5]], "by both", "no block holds two variables", "the mean of `taken` by `age`"),
]


@pytest.mark.parametrize(("words", "pivots", "blocks", "first", "second", "third"), SENTENCES, ids=[words for words, *_ in SENTENCES])
def test_the_sentences_are_made_from_the_declaration(words: str, pivots: int, blocks: Blocks, first: str, second: str, third: str) -> None:
    with duckdb.connect() as connection:
        engine = Driven("duckdb", connection, tables=1)
        rows = [("d", "f", "F", "A", 20, 60)] * 8
        told = found(engine, bound(engine, COLUMNS, rows, rows, Rules(pivots, blocks)))
    assert len(told.sentences) == 4
    for said, sentence in zip((first, second, third, "lost 0 % of its values (0 of 8)"), told.sentences, strict=True):
        assert said in sentence


def test_without_blocks_the_other_columns_are_one_and_nothing_is_lost(engine: Engine) -> None:
    rows = school()
    before = dissolved(rows, SCHOOL_RULES)
    told = found(engine, bound(engine, SCHOOL, rows, before, SCHOOL_RULES, permuting=False))
    assert (told.failures, told.permuted, told.blocks) == ((), False, (("sex", "age", "taken", "passed", "town"),))
    assert all(relation.preserved for relation in told.relations)
    assert told.sentences[0] == "any aggregate by `degree` or `faculty`, or by both, is exact over the rows where the pivot survived"
    assert told.sentences[1] == "the rows are not permuted: relations between variables that are no pivots are those of the source"
    shuffled = permuted(before, SCHOOL_RULES, random.Random(1))
    assert ("sex", "taken") in broken(found(engine, bound(engine, SCHOOL, rows, shuffled, SCHOOL_RULES, permuting=False)))


def test_nothing_is_said_where_nothing_can_be_compared(engine: Engine) -> None:
    for source, published in (([], TOY), (TOY, [])):
        with pytest.raises(NotMeasuredError, match="nothing can be compared"):
            found(engine, bound(engine, TOY_COLUMNS, source, published, TOY_RULES))


def test_a_column_in_two_places_is_refused() -> None:
    with duckdb.connect() as connection:
        engine = Driven("duckdb", connection, tables=1)
        for blocks in ([[2], [2, 3]], [[0], [2]]):
            with pytest.raises(ConfigurationError, match="stands 2 times in pivots and blocks"):
                list(of_differential(bound(engine, TOY_COLUMNS, TOY, TOY, Rules(2, blocks))))


def test_a_release_that_is_not_protected_has_none(engine: Engine) -> None:
    release = bound(engine, TOY_COLUMNS, TOY, TOY, TOY_RULES)
    bare = replace(release, release=release.release.model_copy(update={"protected_by": None}), unprotected=None)
    assert differential(bare, lambda statement: []) is None
    assert not [*of_differential(bare), *of_broken_blocks(bare)]


# Size.


@pytest.mark.slow
def test_a_million_rows_within_seconds() -> None:
    with duckdb.connect(config={"threads": 2}) as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute(
            "create table registro as select 'd' || hash(i) % 400 as Titulacion, 'c' || (hash(i) % 400) % 20 as Centro,"
            " case when hash(i + 7) % 2 = 0 then 'F' else 'M' end as Genero, hash(i + 11) % 10 * 6 + hash(i + 7) % 2 * 6 as Matriculados,"
            " hash(i + 11) % 10 * 6 + hash(i + 13) % 3 as Superados from range(1000000) r(i)"
        )
        connection.execute(
            "create table publicas as with d as (select *, random() as one, random() as other from registro),"
            " a as (select *, row_number() over (partition by Titulacion, Centro order by one) as n from d),"
            " b as (select *, row_number() over (partition by Titulacion, Centro order by other) as n from d)"
            " select a.Titulacion, a.Centro, a.Genero, b.Matriculados, b.Superados from a join b using (Titulacion, Centro, n)"
        )
        engine = Driven("duckdb", connection, tables=1)
        release = protected_tables(TOY_COLUMNS, TOY_RULES)
        started = time.perf_counter()
        told = found(engine, release)
    assert time.perf_counter() - started < 60
    assert not told.failures
    assert {relation.outcome for relation in told.relations if not relation.preserved} == {"lost"}


def protected_tables(columns: dict[str, str], rules: Rules) -> Bound:
    """A protected release over the tables registro and publicas, as they stand."""
    names = [*columns]
    protection = {"source": "registro", "pivots": names[: rules.pivots], "threshold": 4, "blocks": [[names[place] for place in each] for each in rules.blocks]}
    catalogue = tuple(CatalogueColumn(name, kind) for name, kind in columns.items())
    tables = [Table(Source(name, catalogue), "duckdb", str.casefold, {}) for name in ("publicas", "registro")]
    return Bound(declared(names, protection), tables[0], tables[0], unprotected=tables[1])


def test_sixty_columns_ask_a_statement_for_each_block_and_for_each_25_pairs() -> None:
    columns = {f"c{place}": "text" for place in range(60)}
    blocks = [[*range(2 + 10 * place, min(12 + 10 * place, 60))] for place in range(6)]
    statements = [*of_differential(protected_tables(columns, Rules(2, blocks)))]
    counted = Counter(statement.key.kernel for statement in statements)
    assert counted == {"pivot_values": 1, "block_counts": 7, "lost_pairs": 10 * 4 + 5 * 4}
    assert len({statement.key for statement in statements}) == len(statements)
    assert sum(map(scans_of, statements)) == sum(statement.scans for statement in statements) == 2 + 4 * 67


def scans_of(statement: Statement) -> int:
    return statement.query.sql.count(" as sqlrisk_row\n")


# In reports.


def protected(residue: str = "fail") -> str:
    more = f"    protected_by: {{source: registro, pivots: [sexo], threshold: 2, residue: {residue}}}\n"
    return DECLARATION.replace("    publish: {edad: edad5}\n", more)


def school_project(folder: Path, declaration: str, published: str) -> Path:
    """A project whose table altas is what an anonymisation made of the table registro."""
    made = project(folder, declaration, rows=f"(select {published} from {ROWS})")
    with duckdb.connect(str(made / "warehouse.duckdb")) as connection:
        connection.execute(f"create table registro as select * from {ROWS}")
    return made


@pytest.mark.parametrize("format", ["human", "markdown"])
def test_a_check_tells_the_differential(format: str, tmp_path: Path) -> None:
    folder = school_project(tmp_path, protected(), "*")
    ran = program("check", "--today", "2026-11-30", "--format", format, "--output", "json=results.json", cwd=folder)
    assert ran.code == 1, ran.err + ran.out
    for said in (
        "the privacy differential",
        "any aggregate by `sexo` is exact over the rows where it survived",
        "`sexo` lost 0 % of its values (0 of 4)",
        "not permuted",
    ):
        assert said in " ".join(ran.out.split())
    results = json.loads((folder / "results.json").read_text())
    jsonschema.validate(results, results_schema())
    assert results["releases"][0]["privacy_differential"]["relations"][0]["columns"] == ["sexo", "edad"]
    again = program("report", "--from", "results.json", "--format", format, cwd=folder)
    assert again.out == ran.out


def test_a_broken_relation_fails_the_check(tmp_path: Path) -> None:
    folder = school_project(tmp_path, protected(), "edad, sexo, case when edad = 40 then 'asthma' else diagnostico end as diagnostico")
    ran = program("check", "--today", "2026-11-30", cwd=folder)
    assert ran.code == 1
    assert "NOT publishable" in ran.out
    assert "2 of 5 cells are not those of the source" in " ".join(ran.out.split())
    assert "the check failed" in " ".join(ran.out.split())


def test_a_source_without_a_column_is_a_wrong_declaration(tmp_path: Path) -> None:
    folder = school_project(tmp_path, protected(), "*")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("alter table registro rename sexo to sex")
    ran = program("check", "--today", "2026-11-30", cwd=folder)
    assert (ran.code, "the source of protected_by has no column `sexo`" in ran.err) == (2, True)


def test_what_will_be_sent_is_listed(tmp_path: Path) -> None:
    folder = school_project(tmp_path, protected(), "*")
    for command in (["compile"], ["check", "--dry-run"]):
        out = program(*command, "--today", "2026-11-30", cwd=folder).out
        assert all(kernel in out for kernel in ("pivot_values", "block_counts", "preserved_pairs"))
        assert "only where the cells of its block differ" in out


def reported(told: PrivacyDifferential, folder: Path) -> Report:
    """A report of a release that has this differential."""
    report = sqlrisk.check(values(), today=TODAY, project_dir=project(folder))
    return replace(report, releases=(replace(report.releases[0], privacy_differential=told),))


def wide(variables: int, odd: str) -> Iterator[PrivacyDifferential]:
    """The differential of many variables with odd names, as it should be and as a copy."""
    columns = {f"{odd}{HOSTILE[place % len(HOSTILE)]}|{place}": "text" for place in range(variables)}
    chance = random.Random(23)
    rules = Rules(2, [[*range(2, variables // 2)], [*range(variables // 2, variables)]])
    rows = []
    for place in range(300):
        base = chance.randrange(4)
        rows.append((f"a{place % 6}", f"b{place % 3}", *(str((base + chance.randrange(2)) % 4) for _ in range(variables - 2))))
    with duckdb.connect() as connection:
        engine = Driven("duckdb", connection, tables=1)
        for published in (anonymised(rows, rules, chance), dissolved(rows, rules)):
            yield found(engine, bound(engine, columns, rows, published, rules))


@pytest.mark.parametrize(("variables", "odd"), [(6, "<b>"), (16, "<b>a name that is much longer than anybody would want it to be "), (30, "<b>")])
def test_any_differential_is_read_at_80_columns_and_read_back(variables: int, odd: str, tmp_path: Path) -> None:
    for number, told in enumerate(wide(variables, odd)):
        report = reported(told, tmp_path / str(number))
        assert max(len(line) for line in rendered(report, "human").splitlines()) <= 80
        text = json.loads(rendered(report, "json"))
        jsonschema.validate(text, results_schema())
        again = from_dict(text)
        for format in names():
            assert rendered(again, format) == rendered(report, format)
        shown = rendered(report, "human")
        assert ("block 1 with block 2" in shown) is (variables > 16)
        assert ("NOT as declared" in shown) is (number == 1)
        assert "<b>" not in rendered(report, "markdown").replace("\\<b\\>", "").replace("`<b>", "")
