"""SQL that is printed gives what was measured: random releases over files and frames, their publication run in a fresh connection and regrouped."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pandas
import pytest

import sqlrisk
from sqlrisk import checking, compiling
from sqlrisk.loading import load_values
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
ENCODINGS = ("utf-8", "latin-1", "utf-16", "cp1252", "mac-roman")


class Column(NamedTuple):
    """A column of a random table: how it is declared, its levels, and its cells as a CSV file has them; None for a missing one."""

    name: str
    type: Any
    levels: dict[str, str]
    cells: list[str | None]


def ints(rng: random.Random, rows: int, _: str) -> Column:
    cells = [str(rng.randrange(18, 40)) for _ in range(rows)]
    return Column("age", "INTEGER", {"age5": "floor(age / 5) * 5", "adult": "age >= 30"}, [*cells])


def decimals(rng: random.Random, rows: int, mark: str) -> Column:
    cells = [f"{rng.randrange(4)}{mark}{rng.choice('05')}0" for _ in range(rows)]
    return Column("dose", rng.choice(["DOUBLE", "DECIMAL(6,2)"]), {"whole": "floor(dose)"}, [*cells])


def days(rng: random.Random, rows: int, _: str) -> Column:
    form = rng.choice([None, "%d.%m.%Y"])
    chosen = [date(2026, 1, 1) + timedelta(days=rng.randrange(80)) for _ in range(rows)]
    kind = {"type": "DATE", "format": form} if form else "DATE"
    return Column("admitted", kind, {"month": "extract(month from admitted)"}, [f"{day:{form or '%Y-%m-%d'}}" for day in chosen])


def texts(rng: random.Random, rows: int, _: str) -> Column:
    towns = ["Málaga", "Ávila", "León", "08001", "8001", "NA", "", 'a"b', "x, y"]
    return Column("town", None, {"initial": "substring(town, 1, 1)", "known": "coalesce(town, 'unknown')"}, [rng.choice(towns) for _ in range(rows)])


def codes(rng: random.Random, rows: int, _: str) -> Column:
    return Column('se"x', None, {}, [rng.choice("HM") for _ in range(rows)])


class Drawn(NamedTuple):
    """A random release: its declaration, its columns, and how its file is written."""

    values: dict[str, Any]
    columns: list[Column]
    options: dict[str, Any]


def drawn(rng: random.Random, kind: str) -> Drawn:
    rows = rng.randrange(5, 60)
    mark = rng.choice(".,") if kind == "csv" else "."
    columns = [make(rng, rows, mark) for make in rng.sample([ints, decimals, days, texts, codes], rng.randrange(1, 5))]
    marker = rng.choice(["", "NA", "-99", "\\N", ["NA", ""]]) if sometimes(rng) else None
    columns = [column._replace(cells=[None if marker is not None and rng.random() < 0.1 else cell for cell in column.cells]) for column in columns]
    options: dict[str, Any] = {"types": {column.name: column.type for column in columns if column.type}}
    options |= {"delimiter": rng.choice(",;\t|"), "decimal": mark, "encoding": rng.choice(ENCODINGS)} if kind == "csv" else {}
    options |= {"null": marker} if marker is not None and kind == "csv" else {}
    publish = {column.name: rng.choice([*column.levels]) for column in columns if column.levels and sometimes(rng)}
    relation = {"csv": {"file": "data/m.csv", **options}, "parquet": "data/m.parquet", "frame": "frame"}[kind]
    release: dict[str, Any] = {
        "name": "m",
        "relation": relation,
        "columns": {column.name: {"role": "quasi_identifier", "levels": column.levels} for column in columns},
        "publish": publish,
        "thresholds": [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }
    if columns[0].name == "age" and sometimes(rng):
        release["where"] = "age < 35"
    if sometimes(rng):
        release["suppress_below"] = 2
    return Drawn({"version": 1, "releases": [release]}, columns, options)


def sometimes(rng: random.Random) -> bool:
    return rng.random() < 0.4


def write(folder: Path, made: Drawn, rng: random.Random) -> None:
    """The CSV file of a release, each missing cell as one of its markers."""
    options, columns = made.options, made.columns
    markers = options.get("null") or [""]
    markers = [markers] if isinstance(markers, str) else markers

    def cell(text: str | None) -> str:
        text = rng.choice(markers) if text is None else text
        needs = any(sign in text for sign in (options["delimiter"], '"', "\n"))
        return '"' + text.replace('"', '""') + '"' if needs else text

    lines = [[column.name for column in columns], *zip(*(column.cells for column in columns), strict=True)]
    body = "".join(options["delimiter"].join(map(cell, line)) + "\n" for line in lines)
    (folder / "data" / "m.csv").write_bytes(body.encode(options["encoding"]))


def frame_of(columns: Sequence[Column]) -> pandas.DataFrame:
    """The table as pandas has it, of the declared types."""
    made = {}
    for column in columns:
        cells: Any = pandas.Series(column.cells, dtype="object")
        if column.type == "INTEGER":
            cells = cells.astype("Int64")
        elif column.type in ("DOUBLE", "DECIMAL(6,2)"):
            cells = cells.astype("float64")
        elif column.type is not None:
            cells = pandas.to_datetime(cells, format=column.type["format"] if isinstance(column.type, dict) else "%Y-%m-%d")
        made[column.name] = cells
    return pandas.DataFrame(made)


def measured(folder: Path, made: Drawn, kind: str, rng: random.Random) -> tuple[sqlrisk.Report, pandas.DataFrame | None]:
    """The report of a release whose table stands in a folder."""
    (folder / "data").mkdir(parents=True)
    frame = frame_of(made.columns) if kind != "csv" else None
    if kind == "csv":
        write(folder, made, rng)
    elif kind == "parquet":
        duckdb.sql(f"copy frame to '{folder / 'data' / 'm.parquet'}'")
    return sqlrisk.check(made.values, project_dir=folder, today=TODAY, frames={"frame": frame} if kind == "frame" else None), frame


def made_copies(printed: str, folder: Path, frame: pandas.DataFrame | None) -> None:
    """Run what the first lines say: a command of the shell, or Python where the frame is."""
    for line in printed.splitlines():
        if line.startswith("-- python -c "):
            subprocess.run(line.removeprefix("-- "), shell=True, check=True, cwd=folder)
        elif line.startswith("-- duckdb."):
            assert frame is not None
            exec(line.removeprefix("-- "), {"duckdb": duckdb, "frame": frame})


def histogram(rows: Sequence[tuple[Any, ...]]) -> dict[int, int]:
    """Class size -> classes."""
    return dict(Counter(Counter(rows).values()))


@pytest.mark.parametrize(("first", "releases"), [(0, 20), pytest.param(1_000, 1_000, marks=pytest.mark.slow)])
def test_what_is_printed_is_what_was_measured(first: int, releases: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = ran = 0
    for seed in range(first, first + releases):
        rng = random.Random(seed)
        kind = ("csv", "csv", "csv", "parquet", "frame")[seed % 5]
        made, folder = drawn(rng, kind), tmp_path / str(seed)
        folder.mkdir()
        monkeypatch.chdir(folder)
        report, frame = measured(folder, made, kind, rng)
        (release,) = report.releases
        if release.status != "measured":
            assert release.error is not None
            assert "no row is left" in release.error or "spells differently" in release.error, (seed, release.error)
            continue
        ran += 1
        printed = [release.hypotheses["class_sizes_sql"]]
        if kind != "frame":
            loaded = load_values(made.values, folder, TODAY)
            printed.append(compiling.compiled(loaded, checking.Options(today=TODAY), "duckdb", publication=True, as_json=False))
        made_copies(printed[0], folder, frame)
        sizes = release.class_sizes["published"]
        with duckdb.connect() as connection:
            counted = dict(connection.execute(printed[0]).fetchall())
            assert {size: classes for size, classes in counted.items() if size >= (made.values["releases"][0].get("suppress_below") or 1)} == sizes, seed
            for text in printed[1:]:
                assert histogram(connection.execute(text.rstrip().removesuffix(";")).fetchall()) == sizes, seed
        if kind == "csv" and not {"publish", "where", "suppress_below"} & {key for key, value in made.values["releases"][0].items() if value}:
            assert histogram(list(zip(*(as_read(column, made) for column in made.columns), strict=True))) == sizes, seed
            compared += 1
    assert (ran >= releases * 0.8, compared >= releases / 50) == (True, True), (ran, compared)


def as_read(column: Column, made: Drawn) -> list[str | None]:
    """The cells of a column, those that a marker makes missing as None: a type that is one-to-one changes nothing about their classes."""
    markers = made.options.get("null", [])
    markers = [markers] if isinstance(markers, str) else markers
    return [None if cell in markers else cell for cell in column.cells]


def test_a_marker_of_null_is_no_town(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("town,dx\n" + "A,x\n" * 15 + "-99,y\n" * 15)
    (tmp_path / "sqlrisk.yml").write_text("""\
version: 1
releases:
  - name: m
    relation: {file: m.csv, null: "-99"}
    columns: {town: {role: quasi_identifier, levels: {known: "coalesce(town, 'A')"}}, dx: {role: insensitive, reason: test}}
    publish: {town: known}
    thresholds: [{measure: k, at_least: 30, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
""")
    assert program("check", cwd=tmp_path).code == 0
    printed = program("compile", "--publication", cwd=tmp_path).out
    with duckdb.connect() as connection:
        connection.execute(f"set file_search_path = '{tmp_path}'")
        assert Counter(row[0] for row in connection.execute(printed.rstrip().removesuffix(";")).fetchall()) == {"A": 30}


TRANSCODED = """\
version: 1
releases:
  - name: m
    relation: {file: data/m.csv.gz, delimiter: ";", encoding: cp1252, types: {age: INTEGER}}
    columns: {town: {role: quasi_identifier}, age: {role: quasi_identifier}, dx: {role: insensitive, reason: test}}
    publish: {age: dropped}
    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""


@pytest.mark.parametrize("more", [(), ("--publication",), ("--format", "json")])
def test_the_first_line_makes_the_copy_of_a_transcoded_file(more: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "m.csv.gz").write_bytes(gzip.compress(("town;age;dx\n" + "Málaga €;30;x\n" * 3 + "León;31;y\n" * 2).encode("cp1252")))
    (tmp_path / "sqlrisk.yml").write_text(TRANSCODED)
    assert program("check", cwd=tmp_path).code == 0
    printed = program("compile", *more, cwd=tmp_path).out
    first = (json.loads(printed)[0]["sql"] if "json" in more else printed).splitlines()[0]
    assert first.startswith("-- python -c ")
    subprocess.run(first.removeprefix("-- "), shell=True, check=True, cwd=tmp_path)
    assert (tmp_path / "data" / "m.utf-8.csv").read_text(encoding="utf-8").count("Málaga €") == 3
    if "--publication" in more:
        with duckdb.connect() as connection:
            connection.execute(f"set file_search_path = '{tmp_path}'")
            assert Counter(row[0] for row in connection.execute(printed.rstrip().removesuffix(";")).fetchall()) == {"Málaga €": 3, "León": 2}


def test_an_index_is_a_column_of_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    frame = pandas.DataFrame({"sex": ["F", "M"] * 4}, index=pandas.Index([30, 31] * 4, name="age"))
    report = sqlrisk.check(frame, quasi_identifiers=["age", "sex"], k=2, today=TODAY)
    printed = report.releases[0].hypotheses["class_sizes_sql"]
    assert printed.startswith('-- duckdb.from_df(frame.reset_index()).write_parquet("frame.parquet")\n')
    made_copies(printed, tmp_path, frame)
    assert duckdb.sql(printed).fetchall() == [(4, 2)]


def test_what_protects_reads_the_file_as_it_is_declared(tmp_path: Path) -> None:
    (tmp_path / "source.csv").write_text("title;sex\nHistory;F\n")
    (tmp_path / "sqlrisk.yml").write_text("""\
version: 1
releases:
  - name: m
    relation: out
    columns: {title: {role: quasi_identifier}, sex: {role: quasi_identifier}}
    protected_by: {source: {file: source.csv, delimiter: ";"}, pivots: [title], threshold: 2}
    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
""")
    printed = program("compile", "--protect", cwd=tmp_path)
    assert (printed.code, "read_csv('source.csv', " in printed.out, "delim = ';'" in printed.out) == (0, True, True), printed.err
