"""A protected release from its declaration to its report: what compile --protect prints passes, what was done to it afterwards does not."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk.queries import render as rendered
from sqlrisk.report import ReleaseReport
from sqlrisk.reports import render
from tests.anonymising import SPOILED, Shape, dissolved, permuted
from tests.engines import Engine
from tests.helpers import TODAY, project
from tests.helpers import sqlrisk as program
from tests.test_protection import Checked, anonymised, check, declared, source_of, toy

DECLARED = """\
version: 1
profile: test
releases:
  - name: alumnos
    relation: alumnos
    published_as: alumnos_publicos
    columns:
      dni: {role: identifier}
      titulacion: {role: quasi_identifier, levels: {rama: "substring(titulacion, 1, 1)"}}
      centro: {role: quasi_identifier}
      genero: {role: quasi_identifier}
      edad: {role: quasi_identifier, levels: {edad5: "floor(edad / 5) * 5"}}
      barrio: {role: quasi_identifier}
      superados: {role: sensitive, harm: {level: low}}
    publish: {titulacion: rama, edad: edad5, barrio: dropped}
    waived: {superados: "not judged in this test"}
    utility:
      - {name: genero por rama, group_by: [rama], share_of: genero}
      - {name: edades por centro, group_by: [centro], mean_of: edad5}
      - {name: superados por genero, group_by: [genero], mean_of: superados}
    protected_by: {source: alumnos, pivots: [rama, centro], threshold: 4, blocks: [[genero, edad5], [superados]]}
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
      - {measure: block_links_kept, at_most: 0, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
MADE = """create table alumnos as select i as dni, chr((65 + hash(i) % 3)::int) || i % 5 as titulacion, 'c' || hash(i) % 3 % 2 as centro,
  case when hash(i, 1) % 2 = 0 then 'F' else 'M' end as genero, (20 + hash(i, 2) % 17)::int as edad, 'b' || i % 9 as barrio,
  (hash(i, 1) % 2 * 20 + hash(i, 3) % 7)::int as superados from range(900) as r(i)"""
RARE = "insert into alumnos select 10000 + i, 'Z1', 'c0', 'F', 30, 'b1', i from range(5) as r(i)"


def school(folder: Path, *statements: str, declared: str = DECLARED) -> Path:
    """A project whose table alumnos_publicos is what compile --protect printed; the statements run before it is made, those after `then` on it."""
    made = project(folder, declared, rows=None)
    before, after = (statements[: statements.index("then")], statements[statements.index("then") + 1 :]) if "then" in statements else (statements, ())
    printed = program("compile", "--protect", cwd=made)
    assert (printed.code, printed.err) == (0, "")
    with duckdb.connect(str(made / "warehouse.duckdb")) as connection:
        connection.execute("set enable_progress_bar = false")
        for statement in (MADE, *before, f"create table alumnos_publicos as {printed.out.rstrip().removesuffix(';')}", *after):
            connection.execute(statement)
    return made


def checked(folder: Path) -> ReleaseReport:
    return sqlrisk.check(folder / "sqlrisk.yml", today=date.fromisoformat(TODAY)).releases[0]


def error(release: ReleaseReport, query: str, measure: str = "query_error") -> Any:
    found = release.find(measure, column=query)
    assert found is not None
    return found.value


def test_what_compile_prints_is_publishable_at_its_levels(tmp_path: Path) -> None:
    release = checked(school(tmp_path))
    assert release.verdict == "publishable", release.warnings
    kept = release.privacy_differential
    assert kept is not None
    assert (kept.pivots, kept.blocks, kept.failures) == (("rama", "centro"), (("genero", "edad5"), ("superados",)), ())
    assert {each.columns: each.outcome for each in kept.relations if not each.preserved}["genero", "superados"] == "lost"
    assert {each.outcome for each in kept.relations if each.preserved} == {"equal"}
    assert [loss.lost for loss in kept.losses] == [0, 0]


TAMPERED = {
    "a value of a level": "update alumnos_publicos set edad5 = 95 where rowid = 7",
    "a pivot": "update alumnos_publicos set rama = 'B' where rowid = (select min(rowid) from alumnos_publicos where rama = 'A')",
    "a row less": "delete from alumnos_publicos where rowid = 7",
    "a row more": "insert into alumnos_publicos select * from alumnos_publicos limit 1",
    "a copy": "create or replace table alumnos_publicos as select substring(titulacion, 1, 1) as rama, centro, genero, floor(edad / 5) * 5 as edad5, superados"
    " from alumnos",
    "the source's own ages": "alter table alumnos_publicos add column edad integer",
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED)
def test_what_was_done_to_it_afterwards_is_not(change: str, tmp_path: Path) -> None:
    release = checked(school(tmp_path, "then", change))
    assert release.verdict == "not_publishable"
    assert len(release.warnings) == len(set(release.warnings))


def test_compiled_statements_make_the_levels_of_the_source(tmp_path: Path) -> None:
    """Without a connection too: the source has ages, not their bands."""
    printed = program("compile", "--format", "json", cwd=project(tmp_path, DECLARED, rows=None))
    assert (printed.code, printed.err) == (0, "")
    found = [each["sql"] for each in json.loads(printed.out) if each["kernel"] in ("block_tuples", "block_counts") and each["sql"]]
    assert any('from "alumnos"' in sql and 'from "alumnos_publicos"' in sql for sql in found)
    assert not any('sqlrisk_source."edad5" as "edad5" from "alumnos" ' in sql for sql in found)


# Utility queries


def test_a_query_of_one_block_by_a_pivot_is_answered_exactly_and_one_across_blocks_is_not(tmp_path: Path) -> None:
    release = checked(school(tmp_path))
    assert (error(release, "genero por rama"), error(release, "edades por centro")) == (0, 0)
    assert error(release, "superados por genero") > 5
    for query in ("genero por rama", "superados por genero"):
        assert error(release, query, "suppressed_query_error") is None
    assert not [each for each in release.measures if each.measure == "suppressed_query_error" and each.status == "measured"]


def test_a_dissolved_group_is_missed_by_the_pivot_it_lost(tmp_path: Path) -> None:
    few = school(tmp_path / "few", RARE, declared=DECLARED.replace("threshold: 4", "threshold: 6"))
    release = checked(few)
    assert error(release, "genero por rama") > 0
    assert error(checked(school(tmp_path / "none", RARE)), "genero por rama") == 0


def test_the_error_across_blocks_is_that_of_the_source_and_the_output(tmp_path: Path) -> None:
    folder = school(tmp_path)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        sides = [dict(connection.execute(f"select genero, avg(superados) from {table} group by 1").fetchall()) for table in ("alumnos", "alumnos_publicos")]
    expected = sum(abs(sides[0][genero] - sides[1][genero]) for genero in "FM") / 2
    assert float(error(checked(folder), "superados por genero")) == pytest.approx(expected)


def test_an_output_that_is_the_relation_is_held_against_its_source_too() -> None:
    rng = random.Random(3)
    source = [(f"t{place % 6}", f"c{place % 2}", sex := rng.choice("FM"), rng.randrange(9) + 40 * (sex == "F"), rng.randrange(9)) for place in range(600)]
    shape = Shape(2, (1, 2), 4)
    queries = [{"name": "within", "group_by": ["Titulacion"], "mean_of": "Matriculados"}, {"name": "across", "group_by": ["Genero"], "mean_of": "Matriculados"}]
    release = check(declared(utility=queries), permuted(dissolved(source, shape), shape, rng), source).releases[0]
    assert error(release, "within") == 0
    assert error(release, "across") > 10


def test_a_mean_of_what_is_text_in_the_source_is_refused(tmp_path: Path) -> None:
    folder = school(tmp_path, "then", "alter table alumnos alter superados type varchar")
    with pytest.raises(sqlrisk.ConfigurationError, match="which is text"):
        checked(folder)


# The report


@pytest.mark.parametrize("residue", ["fail", "absorb_smallest", "drop_rows"])
@pytest.mark.parametrize("pivots", [(0, 1), (1, 0)], ids=["degree first", "faculty first"])
def test_an_anonymisation_is_told_once(residue: str, pivots: tuple[int, int]) -> None:
    report = check(*toy(residue, pivots))
    for format in ("human", "markdown"):
        text = " ".join(render(report, format).replace("\\", "").split())
        assert text.count("% of its values") == 2
        assert text.count("pivot_lost_share") == 0
        assert text.count("too few different ones") == 1
        assert text.count("is below 4") == (residue == "fail")
        assert text.count("privacy differential") == 1
        assert text.index("held against its source") < text.index("Each block") < text.index("What a re-user may compute")


# One law


def test_verification_and_differential_find_the_same(engine: Engine) -> None:
    """How a source was dissolved is one law: where one finds a block as the source has it, so does the other, whatever was done to the output."""
    told = Counter[bool]()
    for seed in range(max(2, min(5, engine.tables // 20))):
        shape, _, output = anonymised(seed)
        for rows in (output, *(spoil(output, shape, random.Random(seed)) for spoil in SPOILED if output)):
            held = Checked(engine, shape, source_of(seed), rows)
            for block in held.names:
                counted = {
                    kernel: engine.rows(rendered(kernel, engine.dialect, **held.common, **{key: block}).sql)[0]
                    for kernel, key in (("block_tuples", "block"), ("block_counts", "columns"))
                }
                found = [int(counted[kernel][name]) for kernel, name in (("block_tuples", "sqlrisk_tuples_changed"), ("block_counts", "sqlrisk_cells_differ"))]
                assert found[0] == found[1], (seed, shape, block)
                told[bool(found[0])] += 1
    assert min(told.values()) >= 10
