"""Numbers that surveys write where nothing was recorded: `init` proposes a line, `scan` remarks on them, `check` takes them for values."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sqlrisk.evidence import numeric_codes
from sqlrisk.queries import render
from sqlrisk.scanning.running import AT_ONCE
from tests.engines import Engine
from tests.helpers import DECLARATION, TODAY, project, sqlrisk

Value = int | float | None
CODES = (-9, -8, 9, 99, 999)
COLUMNS: list[tuple[str, list[Value], dict[int, int]]] = [
    ("a scale of 1 to 5", [1, 2, 3, 4, 5, 9, 9, 99, -9, -8, None], {-9: 1, -8: 1, 9: 2, 99: 1}),
    ("a count that goes beyond 9", [0, 3, 9, 12], {}),
    ("a count that ends at 9", [0, 3, 8, 9], {}),
    ("ages with a code", [18, 45, 91, 99, 999], {99: 1, 999: 1}),
    ("ages of the very old", [18, 45, 98, 99], {}),
    ("money above the code", [400, 999, 1500], {}),
    ("temperatures", [-8.5, -9, 12.25], {}),
    ("a code below negative values", [-3, -9, 12], {-9: 1}),
    ("nothing but a code", [99, 99], {}),
    ("nothing", [None, None], {}),
]


def apart(values: Sequence[Value]) -> dict[int, int]:
    """The codes of a column that stand apart from its other values, by brute force."""
    rest = [value for value in values if value is not None and value == value and value not in CODES]
    found = {code: values.count(code) for code in CODES if rest and (code < min(rest) - 1 if code < 0 else code > max(rest) + 1)}
    return {code: rows for code, rows in found.items() if rows}


@pytest.mark.parametrize(("values", "expected"), [each[1:] for each in COLUMNS], ids=[each[0] for each in COLUMNS])
def test_the_table_of_columns_is_what_brute_force_says(values: list[Value], expected: dict[int, int]) -> None:
    assert apart(values) == expected


def test_every_engine_counts_what_brute_force_counts(engine: Engine) -> None:
    draw = random.Random(3)
    columns = [values for _, values, _ in COLUMNS]
    columns += [[draw.choice((*CODES, *range(draw.choice((1, 7, 8, 10, 97, 98, 1100))), None)) for _ in range(12)] for _ in range(9)]
    if engine.name not in ("sqlite", "mariadb"):
        columns.append([1.0, 2.0, float("nan"), 9.0])
    names = [f"c{place}" for place in range(len(columns))]
    written = [[None if value is None or value != value else f"{value}" for value in values] for values in columns]
    texts = [f"t{place}" for place in range(len(columns))]
    longest = max(map(len, columns))
    filled = [[*values, *[None] * (longest - len(values))] for values in columns]
    rows = list(zip(*filled, *([*values, *[""] * (longest - len(values))] for values in written), strict=True))
    kinds = {**dict.fromkeys(names, "double precision"), **dict.fromkeys(texts, "text")}
    relation = engine.load("codes", kinds, rows)
    told: dict[str, dict[int, int]] = {}
    for start in range(0, len(columns), AT_ONCE // 2):
        numbers, written_so = names[start : start + AT_ONCE // 2], texts[start : start + AT_ONCE // 2]
        found = engine.rows(render("numeric_codes", engine.dialect, relation=relation, numbers=numbers, texts=written_so).sql)
        told |= numeric_codes(found, [*numbers, *written_so])
    right = [apart(values) for values in columns]
    assert told == {name: found for name, found in zip([*names, *texts], [*right, *right], strict=True) if found}


SURVEY = """(select 20 + i % 40 as edad, case when i % 2 = 0 then 'F' else 'M' end as sexo, 'flu' as diagnostico,
  case when i % 10 = 0 then 99 else i % 5 end as respuesta, case when i % 4 = 0 then '-9' else cast(i % 3 as varchar) end as nivel,
  case when i % 10 = 0 then 99 else 50 end as otra, i % 13 as visitas from range(80) r(i))"""
HELD = "8 rows hold 99, apart from the other values: add this line if nothing was recorded there"


def test_init_proposes_a_line_for_a_code(tmp_path: Path) -> None:
    (project(tmp_path, rows=SURVEY) / "sqlrisk.yml").unlink()
    for format in ("sqlrisk", "dbt"):
        told = sqlrisk("init", "altas", "--format", format, "--out", "-", "--today", TODAY, cwd=tmp_path)
        lines = [line.strip() for line in told.out.splitlines() if "missing:" in line]
        assert (told.code, [line.partition(" - ")[0] for line in lines]) == (0, ["# missing: [99]", "# missing: [-9]", "# missing: [99]"])
        assert HELD in " ".join(told.out.replace("#", "").split())


def test_init_proposes_it_for_a_file_and_for_sqlite(tmp_path: Path) -> None:
    rows = [(i, 9 if i % 10 == 0 else i % 5, "" if i % 7 == 0 else 999 if i % 3 == 0 else 100 + i) for i in range(60)]
    (tmp_path / "encuesta.csv").write_text("edad,respuesta,renta\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    with closing(sqlite3.connect(tmp_path / "w.sqlite")) as connection:
        connection.execute("create table encuesta (edad integer, respuesta integer, renta integer)")
        connection.executemany("insert into encuesta values (?, ?, nullif(?, ''))", rows)
        connection.commit()
    (tmp_path / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: sqlite, path: w.sqlite}}}")
    for relation in ("encuesta.csv", "encuesta"):
        told = sqlrisk("init", relation, "--out", "-", "--today", TODAY, cwd=tmp_path)
        found = [line.strip().partition(" - ")[::2] for line in told.out.splitlines() if "missing:" in line]
        assert [line for line, _ in found] == ["# missing: [9]", "# missing: [999]"], relation
        assert [why.partition(" hold")[0] for _, why in found] == ["6 rows", "17 rows"], relation


def scanned(folder: Path, declaration: str, *options: str) -> str:
    ran = sqlrisk("scan", "--today", TODAY, *options, cwd=project(folder, declaration, SURVEY))
    assert ran.code == 0
    return ran.out


def test_scan_remarks_on_a_code_until_it_is_declared_and_check_never_does(tmp_path: Path) -> None:
    declaration = DECLARATION.replace("    publish:", "      respuesta: {role: quasi_identifier}\n    publish:", 1)
    told = json.loads(scanned(tmp_path, declaration, "--format", "json"))["releases"][0]["warnings"]
    said = '`{}` holds 8 `99`, apart from its other values: declare `missing: [99]` if they mean "not recorded", else `missing: []`'
    assert [each for each in told if "missing" in each] == [said.format("respuesta"), said.format("otra")]
    declared = declaration.replace("respuesta: {role: quasi_identifier}", "respuesta: {role: quasi_identifier, missing: [99]}")
    closed = "      otra: {role: insensitive, reason: test, missing: []}\n"
    assert "missing" not in scanned(tmp_path, declared.replace("    publish:", f"{closed}    publish:", 1))
    others = "".join(f"      {name}: {{role: insensitive, reason: test}}\n" for name in ("respuesta", "otra", "nivel", "visitas"))
    checked = sqlrisk("check", "--today", TODAY, cwd=project(tmp_path, DECLARATION.replace("    publish:", f"{others}    publish:", 1), SURVEY))
    assert (checked.code, "99" in checked.out) == (0, False)


def test_the_remark_is_in_spanish_too(tmp_path: Path) -> None:
    assert "`respuesta` contiene 8 `99`, separados de sus demás valores" in " ".join(scanned(tmp_path, DECLARATION, "--lang", "es").split())
