"""Outputs that are not what protected_by says: what the check catches, and how much of a copy passes, which the report and the page must tell."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Collection
from datetime import date
from pathlib import Path

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import QueryFailedError
from sqlrisk.queries import render as rendered
from sqlrisk.report import Measurement, Report
from tests.anonymising import Row, Settled, Shape, copied, dissolved, permuted
from tests.helpers import project
from tests.helpers import sqlrisk as program
from tests.test_protected import DECLARED, school

TODAY = date(2026, 11, 30)
NAMES = ("titulacion", "centro", "genero", "edad", "matriculados", "superados")
LIMITS = {"k": {"at_least": 2}, "block_links_kept": {"at_most": 0}}
SHAPE = Shape(2, (2, 2), 4, "absorb_smallest")


def students(rows: int, distinct: bool = False) -> list[Row]:
    """Students in up to 20 groups of very different sizes; `distinct` gives every row values of its own in both blocks."""
    rng = random.Random(1)
    found = []
    for place in range(rows):
        degree, taken = min(int(rng.expovariate(0.15)), 19), rng.choice((48, 54, 60, 66, 72))
        gender, age, passed = rng.choice("FM"), rng.randint(18, 30), taken - rng.randint(0, 30)
        found.append((f"t{degree}", f"c{degree % 5}", gender, *((place * 3, place, place * 7) if distinct else (age, taken, passed))))
    return found


def failed(report: Report) -> bool:
    """Whether the output is found not to be what protected_by says; limits apart."""
    return "protection-failed" in {each.id for each in report.releases[0].failures}


def held(source: list[Row], output: list[Row], limited: Collection[str] = LIMITS) -> Report:
    """The output held against its source, with no limit but on k and, where it is asked for, on the links that are left."""
    roles = {name: {"role": "quasi_identifier"} for name in NAMES}
    limits = [{"measure": measure, **LIMITS[measure], "source": "test", "reason": "test"} for measure in limited]
    blocks = [NAMES[2:4], NAMES[4:]]
    anonymised = {"source": "alumnos", "pivots": NAMES[:2], "threshold": 4, "blocks": blocks, "residue": "absorb_smallest"}
    release = {"name": "a", "relation": "publicos", "columns": roles, "protected_by": anonymised, "thresholds": limits}
    declared = {"version": 1, "releases": [{**release, "decided_on": "2026-11-01", "valid_until": "2027-11-01"}]}
    frames = {"alumnos": pd.DataFrame(source, columns=list(NAMES)), "publicos": pd.DataFrame(output, columns=list(NAMES))}
    return sqlrisk.check(declared, today=TODAY, frames=frames)


def links(report: Report) -> Measurement:
    found = report.releases[0].find("block_links_kept")
    assert found is not None
    return found


def partly(settled: list[Settled], kept: int, rng: random.Random) -> list[Row]:
    """So many rows, drawn from the whole table, left as they were; the others permuted."""
    chosen = set(rng.sample(range(len(settled)), kept))
    rest = [row for place, row in enumerate(settled) if place not in chosen]
    return copied([settled[place] for place in chosen]) + permuted(rest, SHAPE, rng)


@pytest.mark.parametrize(("distinct", "told"), [(False, 0.1475), (True, 0.04)])
def test_how_much_of_a_copy_would_not_show_is_told(distinct: bool, told: float) -> None:
    settled = dissolved(students(1000, distinct), SHAPE)
    source, rng = [row for row, _ in settled], random.Random(3)
    honest = held(source, permuted(settled, SHAPE, rng))
    part = re.search(r"fewer than about ([\d.]+)% of the rows, left as they were", links(honest).reason or "")
    assert not failed(honest)
    assert part is not None
    assert float(part[1]) / 100 == pytest.approx(told, abs=0.005)
    found = [failed(held(source, partly(settled, round(share * told * 1000), rng))) for share in (0.4, 1.6)]
    assert found == [False, True]


@pytest.mark.parametrize("rows", [students(24), [("t", "c", "F", 20, 60, 50)] * 9900 + [("t", "c", "M", 30 + place, 40, place) for place in range(5)]])
def test_a_copy_that_nobody_can_tell_is_not_measured(rows: list[Row]) -> None:
    """V3.10: an unpermuted copy of 12 rows declared permuted passed with a remark."""
    copy = copied(dissolved(rows, SHAPE))
    without = held(rows, copy, limited=("k",))
    assert (without.exit_code, held(rows, copy).exit_code) == (3, 3)
    assert {each.id for each in without.releases[0].failures} == {"unverified-protection"}
    assert [each for each in without.releases[0].warnings if each.startswith("whether the blocks are still linked is not known")]


def test_neighbours_that_change_places_are_not_seen() -> None:
    """What docs/anonymisation.md says that the verification cannot see: no row is as it was, and all but the noise of the relation is left."""
    rng = random.Random(2)
    source = [(f"t{place % 20}", "c", rng.choice("FM"), place * 5 + rng.randrange(5), place * 13 + rng.randrange(13), place % 7) for place in range(1000)]
    groups: dict[Row, list[Row]] = defaultdict(list)
    for row in source:
        groups[row[:2]].append(row)
    output = []
    for key, members in groups.items():
        output += [(*key, *row[2:4], *members[place ^ 1][4:]) for place, row in enumerate(members)]
    report = held(source, output)
    frame = pd.DataFrame(output, columns=list(NAMES))
    assert not failed(report)
    assert links(report).value == 0
    assert frame["edad"].corr(frame["matriculados"]) > 0.99


def test_an_output_is_no_permutation_of_itself() -> None:
    output = permuted(dissolved(students(1000), SHAPE), SHAPE, random.Random(3))
    assert failed(held(output, output))


def test_a_column_of_another_type_in_the_source_is_not_compared() -> None:
    settled = dissolved(students(200), SHAPE)
    source, output = [row for row, _ in settled], permuted(settled, SHAPE, random.Random(3))
    report = held([(*row[:5], f"{row[5]}.0") for row in source], output)
    assert report.exit_code == 3
    assert "`superados` of `publicos` is BIGINT and `superados` of `alumnos` is VARCHAR: their values are not compared" in (report.releases[0].error or "")
    assert held(source, output).releases[0].error is None


def test_the_statement_that_is_printed_holds_one_semicolon(tmp_path: Path) -> None:
    printed = program("compile", "--protect", cwd=project(tmp_path, DECLARED, rows=None))
    statements = [line for line in printed.out.splitlines() if not line.startswith("--")]
    assert (printed.code, "\n".join(statements).count(";")) == (0, 1)


@pytest.mark.parametrize("words", [("ladder",), ("ladder", "--format", "json"), ("mondrian", "--k", "4")])
def test_a_permuted_table_has_no_ladder_and_is_not_recoded(words: tuple[str, ...], tmp_path: Path) -> None:
    ran = program(*words, cwd=school(tmp_path))
    assert (ran.code, "internal error" in ran.out + ran.err) == (3, False)
    assert "the rows of a permuted table are no persons: it " in ran.err
    assert "as a release without protected_by" in ran.err
    assert "composed" not in ran.err


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("blocks: [[genero, edad5], [superados]]", "blocks: [genero, superados]", "write a list, in brackets"),
        ("threshold: 4", "threshold: 1", "write 2 or more"),
        ("source: alumnos, ", "", "the key `source` is missing"),
    ],
)
def test_a_wrong_protected_by_is_told_and_not_that_there_is_none(old: str, new: str, told: str, tmp_path: Path) -> None:
    ran = program("lint", cwd=project(tmp_path, DECLARED.replace(old, new), rows=None))
    assert (ran.code, told in ran.err) == (2, True)
    assert "needs an anonymisation" not in ran.err


def test_a_block_that_is_no_list_is_told_how_to_write_it() -> None:
    with pytest.raises(QueryFailedError, match=r"block 1 is a list of at least one column: write it as \['\.\.\.'\]"):
        rendered("permute", "duckdb", relation="alumnos", pivots=["centro"], blocks=["genero", "edad"])


def test_local_recoding_and_the_ladder_measure_a_query_alike_where_a_quasi_identifier_is_missing(tmp_path: Path) -> None:
    rows = [("a", "F"), ("a", "F"), ("a", None), ("a", None), ("b", "M"), ("b", "M"), ("b", None)]
    declared = """\
version: 1
profile: test
releases:
  - name: altas
    relation: altas
    columns: {centro: {role: quasi_identifier}, genero: {role: quasi_identifier}}
    utility: [{name: mujeres, group_by: [centro], share_of: genero}]
    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
    folder = project(tmp_path, declared, rows=f"(values {', '.join(str(row).replace('None', 'null') for row in rows)}) as t(centro, genero)")
    recoded = json.loads(program("mondrian", "--k", "2", "--format", "json", cwd=folder).out)["releases"][0]["recodings"]
    ladder = json.loads(program("ladder", "--format", "json", cwd=folder).out)["releases"][0]["rungs"]
    told = [next(iter(ladder[0]["suppressed_query_error"].values())), *(each["query_errors"][0]["points"] for each in recoded if each["name"] == "as declared")]
    assert told == [pytest.approx(100 * (1 / 3 + 1 / 3) / 4)] * 2
