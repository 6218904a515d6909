"""Files of other people: keys that have no effect, partitions, and the cases that auditors sent, with their right values."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.helpers import Ran, sqlrisk

DATES = "decided_on: 2026-11-01\n    valid_until: 2027-11-01\n"


def declared(relation: str, columns: str, k: int = 2, more: str = "") -> str:
    """A declaration of one release, its columns quasi-identifiers unless they say otherwise."""
    return (
        f"version: 1\nreleases:\n  - name: m\n    relation: {relation}\n    columns: {columns}\n{more}"
        f"    thresholds: [{{measure: k, at_least: {k}, source: test, reason: test}}]\n    {DATES}"
    )


def check(folder: Path, text: str) -> tuple[Ran, dict[str, Any]]:
    """A check of a declaration in a folder, and its measures by name."""
    (folder / "sqlrisk.yml").write_text(text, encoding="utf-8")
    ran = sqlrisk("check", "--format", "json", cwd=folder)
    releases = json.loads(ran.out)["releases"] if ran.out.startswith("{") else []
    return ran, {each["measure"]: each["value"] for each in (releases[0]["measures"] if releases else []) if each["rung"] == "published"}


AB = "{a: {role: quasi_identifier}, b: {role: quasi_identifier}}"
USELESS = [
    "null: ''",
    "null: 'ns/nc'",
    "encoding: latin-1",
    "encoding: utf-8",
    "delimiter: ';'",
    "quote: '\"'",
    "decimal: ','",
    "decimal: '.'",
    "thousands: '.'",
    "types: {nobody: INTEGER}",
    "types: {a: INTEGER}",
]


@pytest.mark.parametrize("key", USELESS)
def test_a_key_without_effect_on_parquet_is_refused(key: str, tmp_path: Path) -> None:
    duckdb.sql(f"copy (select i % 2 as a, 'x' as b from range(10) as t(i)) to '{tmp_path / 'm.parquet'}'")
    ran, _ = check(tmp_path, declared(f"{{file: m.parquet, {key}}}", AB))
    assert ran.code == 2
    assert f"`{key.partition(':')[0]}` has no effect on a parquet file" in ran.err


@pytest.mark.parametrize("where", ["published_as: {}", "population: {{relation: {}}}"])
def test_every_file_of_a_release_is_held_to_it(where: str, tmp_path: Path) -> None:
    ran, _ = check(tmp_path, declared("m.csv", AB, more="    " + where.format("{file: n.parquet, null: ''}") + "\n"))
    assert ran.code == 2
    assert "`null` has no effect on a parquet file" in ran.err


MARKS = [("decimal: '1'", "sign that numbers have"), ("thousands: '-'", "sign that numbers have"), ("decimal: ',', thousands: ','", "is the decimal mark too")]


@pytest.mark.parametrize(("keys", "message"), MARKS)
def test_marks_of_numbers_are_no_digits(keys: str, message: str, tmp_path: Path) -> None:
    ran, _ = check(tmp_path, declared(f"{{file: m.csv, {keys}}}", AB))
    assert ran.code == 2
    assert message in ran.err


def lake(folder: Path, values: list[str]) -> None:
    """Parquet files in partitions by plz."""
    for value in values:
        (folder / "lake" / f"plz={value}").mkdir(parents=True)
        duckdb.sql(f"copy (select i % 2 as a from range(4) as t(i)) to '{folder / 'lake' / f'plz={value}' / 'part-0.parquet'}'")


LAKE = "{file: 'lake/*/*.parquet', types: {plz: KIND}}"
BY_PLZ = "{a: {role: quasi_identifier}, plz: {role: quasi_identifier}}"


def test_a_partition_is_read_as_the_type_that_is_declared(tmp_path: Path) -> None:
    lake(tmp_path, ["01067", "80331", "1067"])
    ran, measures = check(tmp_path, declared(LAKE.replace("KIND", "VARCHAR"), BY_PLZ))
    assert (ran.code, measures["k"], measures["classes"]) == (0, 2, 6)
    ran, _ = check(tmp_path, declared(LAKE.replace("KIND", "INTEGER"), BY_PLZ))
    assert ran.code == 3
    assert "lake/*/*.parquet: column `plz` (INTEGER): 1 folder name has a leading zero" in ran.err
    ran, _ = check(tmp_path, declared(LAKE.replace("plz: KIND", "a: INTEGER"), BY_PLZ))
    assert ran.code == 2
    assert "`types` names `a`, which is not the column of a partition" in ran.err


def test_an_integer_partition_is_an_integer(tmp_path: Path) -> None:
    lake(tmp_path, ["1067", "80331"])
    columns = "{a: {role: quasi_identifier}, plz: {role: quasi_identifier, levels: {thousand: 'floor(plz / 1000)'}}}"
    ran, measures = check(tmp_path, declared(LAKE.replace("KIND", "INTEGER"), columns, more="    publish: {plz: thousand}\n"))
    assert (ran.code, measures["k"], measures["classes"]) == (0, 2, 4)
    printed = sqlrisk("compile", "--publication", cwd=tmp_path).out
    with duckdb.connect() as connection:
        connection.execute(f"set file_search_path = '{tmp_path}'")
        assert Counter(connection.execute(printed.rpartition(";")[0]).fetchall()) == Counter({(a, plz): 2 for a in (0, 1) for plz in (1, 80)})


HIERARCHY = [
    # what in words, types, cells of the column, values of the hierarchy, exit code
    ("the very cells", "{q: INTEGER}", ["7", "8"], ["7", "8"], 0),
    ("the same integers", "{q: INTEGER}", ["7", "8"], ["7.0", "8"], 0),
    ("the same decimals", "{q: 'DECIMAL(5,2)'}", ["1.5", "2"], ["1.50", "2.0"], 0),
    ("the same dates", "{q: {type: DATE, format: '%d.%m.%Y'}}", ["31.01.2026", "01.02.2026"], ["31.01.2026", "1.2.2026"], 0),
    ("a code for a number", "{q: INTEGER}", ["7", "8"], ["007", "8"], 3),
    ("two spellings of one value", "{q: INTEGER}", ["7", "8"], ["7", "7.0", "8"], 3),
    ("text", "{}", ["7", "8"], ["7", "8.0"], 3),
]


@pytest.mark.parametrize(("words", "types", "cells", "values", "code"), HIERARCHY, ids=[case[0] for case in HIERARCHY])
def test_the_values_of_a_hierarchy_have_the_type_of_their_column(
    words: str, types: str, cells: list[str], values: list[str], code: int, tmp_path: Path
) -> None:
    (tmp_path / "m.csv").write_text("q,dx\n" + "".join(f"{cell},x\n" for cell in cells * 3))
    (tmp_path / "h.csv").write_text("value;level1\n" + "".join(f"{value};all\n" for value in values))
    columns = "{q: {role: quasi_identifier, hierarchy: h.csv}, dx: {role: insensitive, reason: test}}"
    ran, measures = check(tmp_path, declared(f"{{file: m.csv, types: {types}}}", columns, more="    publish: {q: level1}\n"))
    assert ran.code == code, ran.err
    assert code or measures["k"] == 6


def test_v12_names_the_column_and_the_record(tmp_path: Path) -> None:
    (tmp_path / "V12_conv.csv").write_text("edad,peso,talla\n30,70.5,180\n30,70.5,18O\n")
    columns = "{edad: {role: quasi_identifier}, peso: {role: quasi_identifier}, talla: {role: quasi_identifier}}"
    ran, _ = check(tmp_path, declared("{file: V12_conv.csv, types: {edad: INTEGER, peso: DOUBLE, talla: INTEGER}}", columns, 2))
    assert ran.code == 3
    assert "V12_conv.csv: column `talla` (INTEGER): 1 cell cannot be read, first in record 3" in ran.err
    assert "18O" not in ran.out + ran.err


def test_v16_does_not_round(tmp_path: Path) -> None:
    (tmp_path / "V16_money.csv").write_text("renta,sexo\n" + "".join(f"{value},H\n" for value in ("1.239", "1.241", "1.24", "1.2449", "1.2351")))
    columns = "{renta: {role: quasi_identifier}, sexo: {role: quasi_identifier}}"
    ran, _ = check(tmp_path, declared("{file: V16_money.csv, types: {renta: 'DECIMAL(4,2)'}}", columns, 5))
    assert ran.code == 3
    assert "column `renta` (DECIMAL(4,2)): 4 cells have more than 2 decimals, which the type would drop, first in record 2" in ran.err
    ran, measures = check(tmp_path, declared("{file: V16_money.csv, types: {renta: 'DECIMAL(5,4)'}}", columns, 5))
    assert (ran.code, measures["k"], measures["classes"]) == (1, 1, 5)


def test_v03_does_not_ignore_keys(tmp_path: Path) -> None:
    duckdb.sql(f"copy (select 'ns/nc' as vih, i % 2 as zona, 'H' as sexo from range(10) as t(i)) to '{tmp_path / 'V03.parquet'}'")
    columns = "{zona: {role: quasi_identifier}, sexo: {role: quasi_identifier}, vih: {role: insensitive, reason: test}}"
    ran, _ = check(tmp_path, declared("{file: V03.parquet, null: 'ns/nc', encoding: latin-1}", columns))
    assert ran.code == 2
    assert "`null` has no effect" in ran.err
    assert "`encoding` has no effect" in ran.err


def test_ok6_three_lines_are_two_rows(tmp_path: Path) -> None:
    (tmp_path / "three.csv").write_text("c0\nv0\na;b\n")
    ran, measures = check(tmp_path, declared("three.csv", "{c0: {role: quasi_identifier}}"))
    assert (ran.code, measures["k"], measures["classes"]) == (1, 1, 2)


def test_ok7_decimal_commas_and_thousands_points(tmp_path: Path) -> None:
    rows = [(20 + i % 5, f'"{1100 + i % 7:,}"'.replace(",", ".").replace('"', "") + ",50", "HM"[i % 2]) for i in range(3000)]
    (tmp_path / "dec.csv").write_text("edad;renta;sexo\n" + "".join(f'{edad};"{renta}";{sexo}\n' for edad, renta, sexo in rows))
    relation = "{file: dec.csv, delimiter: ';', decimal: ',', thousands: '.', types: {edad: INTEGER, renta: DOUBLE}}"
    columns = "{edad: {role: quasi_identifier}, sexo: {role: quasi_identifier}, renta: {role: sensitive, order: natural}}"
    ran, measures = check(tmp_path, declared(relation, columns, 300, more="    waived: {renta: test}\n"))
    assert (ran.code, measures["k"], measures["distinct_l"]) == (0, 300, 7)


def test_ok8_codes_are_codes(tmp_path: Path) -> None:
    cells = ["0870"] * 7 + ["870"] * 7 + ["0087"] * 7
    random.Random(8).shuffle(cells)
    (tmp_path / "zeros.csv").write_text("comune,sexo\n" + "".join(f"{cell},{'HM'[place % 2]}\n" for place, cell in enumerate(sorted(cells))))
    ran, measures = check(tmp_path, declared("zeros.csv", "{comune: {role: quasi_identifier}, sexo: {role: quasi_identifier}}"))
    assert (ran.code, measures["k"], measures["classes"]) == (0, 3, 6)
    ran, _ = check(tmp_path, declared("{file: zeros.csv, types: {comune: INTEGER}}", "{comune: {role: quasi_identifier}, sexo: {role: quasi_identifier}}"))
    assert ran.code == 3
    assert "14 cells have a leading zero, as codes do" in ran.err
