"""The DuckDB engine: what it reads, what it refuses to read or write, and what it leaves behind."""

from __future__ import annotations

import gzip
import hashlib
import os
import stat
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk.declared import FileRelation
from sqlrisk.engines import connect
from sqlrisk.errors import ConfigurationError, ConnectionFailedError, QueryFailedError, RelationMissingError, SqlriskError
from sqlrisk.profiles import Target
from tests.helpers import DECLARATION, ROWS, project, values

TODAY = date(2026, 11, 30)


def target(folder: Path, **settings: Any) -> Target:
    return Target("test", "dev", "duckdb", folder / "profiles.yml", {"path": "warehouse.duckdb", **settings})


def read(folder: Path, content: bytes, name: str = "altas.csv", **options: Any) -> list[tuple[Any, ...]]:
    """The rows of a CSV file as the engine reads it."""
    (folder / name).write_bytes(content)
    relation = FileRelation(file=name, **options)
    engine = connect(None, folder, [relation])
    try:
        source = engine.source(relation)
        return [tuple(row.values()) for row in engine.rows(f"select * from {source.sql}", "test")]
    finally:
        engine.close()


FILES = [
    # what in words, bytes, options, rows
    ("everything is text", b"a,b\n01,2.50\n", {}, [("01", "2.50")]),
    ("an empty field is the empty string", b"a,b\n,x\n", {}, [("", "x")]),
    ("the one marker of NULL", b"a,b\n\\N,NA\n", {"null": "\\N"}, [(None, "NA")]),
    ("no marker, no NULL", b"a,b\n\\N,NULL\n", {}, [("\\N", "NULL")]),
    ("the empty field as marker", b"a,b\n,x\n", {"null": ""}, [(None, "x")]),
    ("two markers of NULL", b"a,b\n,NA\nNA,x\n", {"null": ["", "NA"]}, [(None, None), (None, "x")]),
    (
        "semicolons, decimal commas, thousands",
        b"a;b\n1.234,5;7\n",
        {"delimiter": ";", "decimal": ",", "thousands": ".", "types": {"a": "DECIMAL(12,2)"}},
        [(1234.5, "7")],
    ),
    ("a byte order mark", "\ufeffa;b\n1;2\n".encode(), {"delimiter": ";"}, [("1", "2")]),
    ("Latin-1", "a,b\nñ,2\n".encode("latin-1"), {"encoding": "latin-1"}, [("ñ", "2")]),
    ("Windows-1252, decoded as a stream", "a,b\n€,2\n".encode("cp1252"), {"encoding": "windows-1252"}, [("€", "2")]),
    ("UTF-16", "a,b\nñ,2\n".encode("utf-16"), {"encoding": "utf-16"}, [("ñ", "2")]),
    ("quotes inside quotes", b'a,b\n"x ""y"", z",2\n', {}, [('x "y", z', "2")]),
    ("a line break inside quotes", b'a,b\n"x\ny",2\n', {}, [("x\ny", "2")]),
    ("other quotes", b"a,b\n'x,y',2\n", {"quote": "'"}, [("x,y", "2")]),
    ("no quotes", b'a,b\n"x,2\n', {"quote": ""}, [('"x', "2")]),
    ("a tab", b"a\tb\n1\t2\n", {"delimiter": "\t"}, [("1", "2")]),
    ("carriage returns", b"a,b\r\n1,2\r\n", {}, [("1", "2")]),
    ("no last line break", b"a,b\n1,2", {}, [("1", "2")]),
    ("names that need quotes", b'"se""lect",from\n1,2\n', {}, [("1", "2")]),
    ("whole numbers beyond 2^53", b"a,b\n9007199254740993,2\n", {"types": {"a": "BIGINT"}}, [(9007199254740993, "2")]),
]


@pytest.mark.parametrize(("words", "content", "options", "rows"), FILES, ids=[words for words, *_ in FILES])
def test_a_csv_file_is_read_as_declared(words: str, content: bytes, options: dict[str, Any], rows: list[tuple[Any, ...]], tmp_path: Path) -> None:
    assert [tuple(float(value) if type(value).__name__ == "Decimal" else value for value in row) for row in read(tmp_path, content, **options)] == rows


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, gzip.compress(b"a,b\n1,2\n"), "altas.csv.gz") == [("1", "2")]


BROKEN = [
    ("a field too few", b"a,b\n1\n", {}, QueryFailedError),
    ("a field too many", b"a,b\n1,2,3\n", {}, QueryFailedError),
    ("a number that is none", b"a,b\nx,2\n", {"types": {"a": "INTEGER"}}, QueryFailedError),
    ("another encoding in the header", "ñ,b\n1,2\n".encode("latin-1"), {}, RelationMissingError),
    ("another encoding far down", b"a,b\n" + b"1,2\n" * 50_000 + "ñ,2\n".encode("latin-1"), {}, QueryFailedError),
    ("an encoding that nobody knows", b"a,b\n1,2\n", {"encoding": "utf-99"}, ConfigurationError),
    ("the wrong encoding", "a,b\n€,2\n".encode(), {"encoding": "ascii"}, RelationMissingError),
    ("nothing at all", b"", {}, RelationMissingError),
    ("a name that stands twice", b"a,A\n1,2\n", {}, ConfigurationError),
    ("a column without a name", b"a,\n1,2\n", {}, ConfigurationError),
    ("a type for a column that is not there", b"a,b\n1,2\n", {"types": {"c": "INTEGER"}}, ConfigurationError),
]


@pytest.mark.parametrize(("words", "content", "options", "error"), BROKEN, ids=[words for words, *_ in BROKEN])
def test_a_file_that_cannot_be_read_whole_is_an_error(words: str, content: bytes, options: dict[str, Any], error: type[SqlriskError], tmp_path: Path) -> None:
    with pytest.raises(error):
        read(tmp_path, content, **options)


ATTEMPTS = [
    "select * from read_csv('/etc/passwd')",
    "select * from 'other.parquet'",
    "copy (select 1) to 'out.csv'",
    "attach 'other.duckdb'",
    "insert into altas select * from altas",
    "drop table altas",
    "set enable_external_access = true",
    "set memory_limit = '1GB'",
    "install httpfs",
    "load httpfs",
]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_nothing_else_can_be_read_written_or_set(attempt: str, tmp_path: Path) -> None:
    folder = project(tmp_path)
    before = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
    engine = connect(target(folder), folder, ["altas"])
    try:
        engine.source("altas")
        with pytest.raises(SqlriskError):
            engine.rows(attempt, "test")
    finally:
        engine.close()
    assert {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()} == before


def test_the_settings_of_the_profile_are_honoured(tmp_path: Path) -> None:
    folder = project(tmp_path)
    engine = connect(target(folder, threads=1, settings={"memory_limit": "300MB"}, temp_directory="spill"), folder, ["altas"])
    try:
        told = engine.rows(
            "select current_setting('threads') as threads, current_setting('memory_limit') as memory, current_setting('temp_directory') as spill", "test"
        )[0]
        assert told["threads"] == 1
        assert told["memory"] == "286.1 MiB"
        spill = Path(told["spill"])
        assert spill.parent == folder / "spill"
        assert stat.S_IMODE(spill.stat().st_mode) == 0o700
    finally:
        engine.close()
    assert list((folder / "spill").iterdir()) == []


def test_what_a_killed_run_left_is_removed_at_the_next_start(tmp_path: Path) -> None:
    folder = project(tmp_path)
    left = folder / "spill" / "sqlrisk-999999999-abc"
    left.mkdir(parents=True)
    (left / "rows.tmp").write_text("rows")
    living = folder / "spill" / f"sqlrisk-{os.getpid()}-abc"
    living.mkdir()
    connect(target(folder, temp_directory="spill"), folder, ["altas"]).close()
    assert [file.name for file in (folder / "spill").iterdir()] == [living.name]


def test_a_setting_that_duckdb_refuses_says_so(tmp_path: Path) -> None:
    folder = project(tmp_path)
    engine = connect(target(folder, memory_limit="much"), folder, ["altas"])
    try:
        with pytest.raises(ConfigurationError, match="refuses a setting"):
            engine.source("altas")
    finally:
        engine.close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "warehouse.duckdb").write_bytes(b"not a database" * 1000)
    engine = connect(target(tmp_path), tmp_path, ["altas"])
    with pytest.raises(ConnectionFailedError):
        engine.source("altas")
    engine.close()


def test_one_and_the_same_file_from_the_first_read_to_the_last(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"copy (select * from {ROWS}) to '{tmp_path / 'altas.parquet'}'")
    engine = connect(None, tmp_path, ["altas.parquet"])
    engine.source("altas.parquet")
    with pytest.raises(SqlriskError, match="changed while it was read"), engine.snapshot():
        os.utime(tmp_path / "altas.parquet", ns=(1, 1))
    engine.close()


def test_columns_that_differ_in_case_only_are_refused_in_parquet_too(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: make test-all")
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table([[1], [2]], names=["edad", "Edad"]), tmp_path / "altas.parquet")
    engine = connect(None, tmp_path, ["altas.parquet"])
    with pytest.raises(ConfigurationError, match="columns of one name"):
        engine.source("altas.parquet")
    engine.close()


def test_several_parquet_files_are_one_relation(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        for part in (1, 2):
            connection.execute(f"copy (select {part} as a) to '{tmp_path / f'part{part}.parquet'}'")
    engine = connect(None, tmp_path, ["part*.parquet"])
    assert engine.rows(f"select count(*) as n from {engine.source('part*.parquet').sql}", "test")[0]["n"] == 2
    engine.close()


NAMES = ["altas", "main.altas", "warehouse.main.altas", '"altas"', "ALTAS", 'odd."my table"']


@pytest.mark.parametrize("name", NAMES)
def test_names_resolve_against_the_catalogue_with_its_case_rule(name: str, tmp_path: Path) -> None:
    folder = project(tmp_path)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute('create schema odd; create table odd."my table" as select * from altas')
    declared = values(
        DECLARATION.replace("relation: altas", f"relation: '{name}'").replace("edad: {role", "EDAD: {role").replace("{edad: edad5}", "{EDAD: edad5}")
    )
    report = sqlrisk.check(declared, today=TODAY, project_dir=folder)
    assert (report.exit_code, report.releases[0].error) == (0, None)


HOSTILE = ["altas; drop table altas", "(select 1)", "altas as x", "a.b.c.d.e", "altas where 1=1", "read_csv('/etc/passwd')", "", "altas\0"]


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_name_of_a_relation_is_refused(name: str, tmp_path: Path) -> None:
    folder = project(tmp_path)
    declared = values()
    declared["releases"][0]["relation"] = name
    with pytest.raises(ConfigurationError):
        sqlrisk.check(declared, today=TODAY, project_dir=folder)


def test_a_nested_quasi_identifier_needs_a_level_that_is_text(tmp_path: Path) -> None:
    folder = project(tmp_path, rows="(values (30, ['F'], 'flu'), (31, ['F'], 'flu')) as t(edad, sexo, diagnostico)")
    with pytest.raises(ConfigurationError, match="nested or ambiguous type"):
        sqlrisk.check(values(), today=TODAY, project_dir=folder)
    declared = values(
        DECLARATION.replace("sexo: {role: quasi_identifier}", 'sexo: {role: quasi_identifier, levels: {texto: "cast(sexo as text)"}}').replace(
            "{edad: edad5}", "{edad: edad5, sexo: texto}"
        )
    )
    assert sqlrisk.check(declared, today=TODAY, project_dir=folder).exit_code == 0


def test_many_threads_and_few_give_the_same_bytes(tmp_path: Path) -> None:
    from sqlrisk.reports import render

    folder = project(tmp_path, rows="(select (i * 7 % 90)::int as edad, 's' || i % 3 as sexo, 'd' || (i * i) % 5 as diagnostico from range(5000) r(i))")
    texts = set()
    for threads in (1, 2, 4):
        (folder / "profiles.yml").write_text(f"test: {{target: dev, outputs: {{dev: {{type: duckdb, path: warehouse.duckdb, threads: {threads}}}}}}}")
        texts.add(render(sqlrisk.check(values(), today=TODAY, project_dir=folder), "json"))
    assert len(texts) == 1


PARTS = [("a column more", "select 1 as q, 2 as dni"), ("another type", "select 1.5 as q")]


@pytest.mark.parametrize(("words", "second"), PARTS, ids=[words for words, _ in PARTS])
def test_parquet_files_of_different_columns_are_no_relation(words: str, second: str, tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        for name, select in (("p1", "select 1 as q"), ("p2", second)):
            connection.execute(f"copy ({select}) to '{tmp_path / name}.parquet'")
    engine = connect(None, tmp_path, ["p*.parquet"])
    with pytest.raises(RelationMissingError, match="other columns or types"):
        engine.source("p*.parquet")
    engine.close()


AMBIGUOUS = ["interval '1 month'", "'10:00:00+02'::timetz"]


@pytest.mark.parametrize("expression", AMBIGUOUS)
def test_types_whose_different_values_the_engine_takes_for_equal_are_refused(expression: str, tmp_path: Path) -> None:
    folder = project(tmp_path, rows=f"(select 30 as edad, {expression} as sexo, 'flu' as diagnostico from range(4))")
    with pytest.raises(ConfigurationError, match="ambiguous type"):
        sqlrisk.check(values(), today=TODAY, project_dir=folder)


def test_a_first_line_that_is_no_header_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "altas.csv").write_text("canary1,canary2\ncanary3,canary4\n")
    with pytest.raises(ConfigurationError, match="is it a header, and is the delimiter") as caught:
        sqlrisk.check(tmp_path / "altas.csv", quasi_identifiers=["edad"], k=2, today=TODAY)
    assert "canary" not in str(caught.value)
