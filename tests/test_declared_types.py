"""Declared types of text files are exact and one-to-one: what would be merged or dropped is refused, with the column, the cells and the first record."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sqlrisk.declared import FileRelation
from sqlrisk.engines import connect
from sqlrisk.errors import NotMeasuredError
from tests.helpers import project, sqlrisk


def read(folder: Path, cells: list[str], kind: Any, **options: Any) -> list[Any]:
    """The values of one column of a CSV file, in order."""
    (folder / "cells.csv").write_text("x|who\n" + "".join(f"{cell}|{place}\n" for place, cell in enumerate(cells)), encoding="utf-8")
    relation = FileRelation(file="cells.csv", delimiter="|", types={"x": kind}, **options)
    engine = connect(None, folder, [relation])
    try:
        return [row["x"] for row in engine.rows(f"select x from {engine.source(relation).sql} order by cast(who as integer)", "test")]
    finally:
        engine.close()


LOSSY = [
    # what in words, type, options, cells, cells that break the rule, first record, words of the message
    ("a fraction in an integer", "INTEGER", {}, ["30.4", "30.2", "29.9"], 3, 2, "a fraction"),
    ("decimals beyond the scale", "DECIMAL(10,2)", {}, ["1.25", "1.231", "1.229"], 2, 3, "more than 2 decimals"),
    ("the long id of a float", "FLOAT", {}, ["16777216", "16777217"], 1, 3, "more digits than a FLOAT keeps"),
    ("a long id in a float", "FLOAT", {}, ["5", "16777217"], 1, 3, "more digits than a FLOAT keeps"),
    ("long ids in a double", "DOUBLE", {}, ["1", "9007199254740993"], 1, 3, "more digits than a DOUBLE keeps"),
    ("the day of a timestamp", "DATE", {}, ["2026-01-01", "2026-01-02 10:00:00"], 1, 3, "a time of day"),
    ("below a microsecond", "TIMESTAMP", {}, ["2026-01-01 10:00:00.1234561", "2026-01-01 10:00:00.1234562"], 2, 2, "below a microsecond"),
    ("a time below a microsecond", "TIME", {}, ["10:00:00.1234561", "10:00:00"], 1, 2, "below a microsecond"),
    ("a code", "INTEGER", {}, ["30", "030"], 1, 3, "a leading zero"),
    ("two spellings of true", "BOOLEAN", {}, ["true", "t", "1", "false"], 3, 2, "another cell spells differently"),
    ("two spellings of a hundred", "INTEGER", {}, ["1", "100", "1e2"], 2, 3, "another cell spells differently"),
    ("two zones of one moment", "TIMESTAMPTZ", {}, ["2026-01-01 12:00:00+02", "2026-01-01 10:00:00+00"], 2, 2, "another cell spells differently"),
    ("two cases of a UUID", "UUID", {}, ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"], 2, 2, "spells differently"),
    ("a point that is no mark of thousands", "INTEGER", {"thousands": ".", "decimal": ","}, ["1.500", "1.5"], 1, 3, "groups of three digits"),
    ("a dropped zone", "TIMESTAMP", {}, ["2026-01-01 12:00:00+02"], 1, 2, "a time zone"),
    ("a dropped zone of a time", "TIME", {}, ["12:00:00+02"], 1, 2, "a time zone"),
    ("a dropped day", "TIME", {}, ["2026-01-01 12:00:00"], 1, 2, "a day"),
    ("a double beyond its range", "DOUBLE", {}, ["1e400"], 1, 2, "more digits than a DOUBLE keeps"),
    ("a double too near zero", "DOUBLE", {}, ["1e-400"], 1, 2, "more digits than a DOUBLE keeps"),
    ("two spellings of one number", "DOUBLE", {}, ["1", "30", "30.0"], 2, 3, "another cell spells differently"),
    ("two spellings of zero", "DOUBLE", {}, ["0.0", "-0.0"], 2, 2, "another cell spells differently"),
    ("a blank before a number", "INTEGER", {}, ["5", " 5"], 2, 2, "another cell spells differently"),
    ("an exponent that leaves a fraction", "INTEGER", {}, ["15e-1"], 1, 2, "a fraction"),
    ("a text", "DOUBLE", {}, ["1.5", "high", "low"], 2, 3, "cannot be read"),
    ("an empty cell", "INTEGER", {}, ["1", ""], 1, 3, "cannot be read"),
    ("a number of programs", "INTEGER", {}, ["1", "0x1F", "1_000"], 2, 3, "cannot be read"),
    ("a number that is too large", "SMALLINT", {}, ["1", "32768"], 1, 3, "cannot be read"),
    ("a point where commas are declared", "DOUBLE", {"decimal": ","}, ["1,5", "1.5"], 1, 3, "cannot be read"),
    ("another date", "DATE", {}, ["2026-01-01", "01.02.2026"], 1, 3, "format: '%d.%m.%Y'"),
    ("a day that there is not", {"type": "DATE", "format": "%d.%m.%Y"}, {}, ["31.01.2026", "31.02.2026"], 1, 3, "in the format %d.%m.%Y"),
    ("two spellings of a day", {"type": "DATE", "format": "%d.%m.%Y"}, {}, ["01.02.2026", "1.2.2026"], 2, 2, "another cell spells differently"),
]


@pytest.mark.parametrize(("words", "kind", "options", "cells", "broken", "record", "message"), LOSSY, ids=[case[0] for case in LOSSY])
def test_a_lossy_type_is_refused(
    words: str, kind: Any, options: dict[str, Any], cells: list[str], broken: int, record: int, message: str, tmp_path: Path
) -> None:
    with pytest.raises(NotMeasuredError) as refused:
        read(tmp_path, cells, kind, **options)
    text = str(refused.value)
    assert refused.value.exit_code == 3
    assert "cells.csv: column `x`" in text
    assert message in text
    assert f": {broken} cell" in text
    assert f"first in record {record} (the header is record 1)" in text
    assert "leave `x` out of `types`" in text


EXACT = [
    # what in words, type, options, cells, values
    ("numbers as they are written", "INTEGER", {}, ["7", "-7", "0", "100000"], [7, -7, 0, 100000]),
    ("zeros after the point", "INTEGER", {}, ["7.0", "1e+05"], [7, 100000]),
    ("decimals", "DECIMAL(10,2)", {}, ["1.5", "1.25", "1.200", "-3", "1e1"], [Decimal("1.5"), Decimal("1.25"), Decimal("1.2"), Decimal(-3), Decimal(10)]),
    ("doubles", "DOUBLE", {}, ["30", "1e-05", ".5", "2.50", "0.30000000000000004"], [30.0, 1e-05, 0.5, 2.5, 0.30000000000000004]),
    ("no number and infinity", "DOUBLE", {}, ["Inf", "-Inf", "1"], [float("inf"), float("-inf"), 1.0]),
    ("floats", "FLOAT", {}, ["0.1", "2"], [pytest.approx(0.1), 2.0]),
    ("marks", "DOUBLE", {"decimal": ",", "thousands": "."}, ["1.234,5", "12.345.678", "7", "0,25"], [1234.5, 12345678.0, 7.0, 0.25]),
    ("blanks as marks", "BIGINT", {"thousands": " "}, ["1 234", "7"], [1234, 7]),
    ("dates", "DATE", {}, ["2026-01-01", "2026-1-2"], [datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)]),
    ("other dates", {"type": "DATE", "format": "%d.%m.%Y"}, {}, ["31.01.2026", "1.2.2026"], [datetime.date(2026, 1, 31), datetime.date(2026, 2, 1)]),
    (
        "times of ISO 8601",
        "TIMESTAMP",
        {},
        ["2026-01-01T10:00:00", "2026-01-02 10:00", "2026-01-03", "2026-01-04T00:00:00.5Z"],
        [datetime.datetime(2026, 1, 1, 10), datetime.datetime(2026, 1, 2, 10), datetime.datetime(2026, 1, 3), datetime.datetime(2026, 1, 4, 0, 0, 0, 500000)],
    ),
    (
        "other times",
        {"type": "TIMESTAMP", "format": "%d/%m/%Y %H:%M"},
        {},
        ["31/01/2026 10:30"],
        [datetime.datetime(2026, 1, 31, 10, 30)],
    ),
    ("truth", "BOOLEAN", {}, ["t", "f"], [True, False]),
    ("a missing value", "INTEGER", {"null": ""}, ["1", ""], [1, None]),
]


@pytest.mark.parametrize(("words", "kind", "options", "cells", "values"), EXACT, ids=[case[0] for case in EXACT])
def test_what_is_one_to_one_is_read(words: str, kind: Any, options: dict[str, Any], cells: list[str], values: list[Any], tmp_path: Path) -> None:
    assert read(tmp_path, cells, kind, **options) == values


def test_every_column_that_does_not_fit_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("a,b,c\n1.5,x,1\n2.5,y,2\n")
    relation = FileRelation(file="m.csv", types={"a": "INTEGER", "b": "DATE", "c": "INTEGER"})
    engine = connect(None, tmp_path, [relation])
    with pytest.raises(NotMeasuredError, match=r"column `a` \(INTEGER\): 2 cells have a fraction.*; cells of `b` do not fit either"):
        engine.source(relation)
    engine.close()


FORMS = [
    ({"type": "INTEGER", "format": "%Y"}, "`format` belongs to DATE and TIMESTAMP"),
    ({"type": "DATE", "format": "%d.%m.%Y %H:%M"}, "a DATE has no time of day"),
    ({"type": "DATE", "format": "%d.%m"}, "with the year"),
    ({"type": "DATE", "format": "%Q%Y"}, "write a format such as"),
    ("DATE(3)", "DATE has no width"),
    ("DECIMAL(3,4)", "s of them decimals"),
    ("GEOMETRY", "write one of BOOLEAN"),
]


@pytest.mark.parametrize(("kind", "message"), FORMS, ids=[str(kind) for kind, _ in FORMS])
def test_a_type_that_cannot_be_is_refused_by_lint(kind: Any, message: str, tmp_path: Path) -> None:
    (tmp_path / "sqlrisk.yml").write_text(DECLARED.replace("TYPES", str(kind) if isinstance(kind, dict) else repr(kind)))
    ran = sqlrisk("lint", cwd=tmp_path)
    assert ran.code == 2
    assert message in ran.err
    assert "Traceback" not in ran.err


DECLARED = """\
version: 1
releases:
  - name: m
    relation: {file: m.csv, types: {edad: TYPES}}
    columns: {edad: {role: quasi_identifier}, dx: {role: sensitive}}
    waived: {dx: test}
    thresholds: [{measure: k, at_least: 3, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""


def test_rounded_ages_are_no_class(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARED.replace("TYPES", "INTEGER"), rows=None)
    (folder / "m.csv").write_text("edad,dx\n30.4,HIV\n30.2,flu\n29.9,flu\n")
    ran = sqlrisk("check", cwd=folder)
    assert ran.code == 3
    assert "column `edad` (INTEGER): 3 cells have a fraction, which the type would drop, first in record 2 (the header is record 1)" in ran.out + ran.err
