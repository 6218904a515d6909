"""What init must not write: a cell value that stands in a type or a first line, a name that no declaration can hold; and parquet that nests."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from sqlrisk import sqlstates
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.csv_files import top_level
from tests.helpers import project, sqlrisk

TYPES = {
    "ENUM('a''b', 'c')": "ENUM(...)",
    "STRUCT(x ENUM('a', 'b'), y INTEGER)": "STRUCT(x ENUM(...), y INTEGER)",
    r"Enum8('a' = 1, 'b\'c' = -2)": "Enum8(...)",
    "DECIMAL(10,2)": "DECIMAL(10,2)",
}


@pytest.mark.parametrize("named", TYPES)
def test_the_labels_of_an_enumeration_are_cell_values(named: str) -> None:
    assert CatalogueColumn("a", named).shown_type == TYPES[named]


def test_no_label_of_an_enumeration_is_told(tmp_path: Path) -> None:
    (project(tmp_path) / "sqlrisk.yml").unlink()
    with duckdb.connect(str(tmp_path / "warehouse.duckdb")) as connection:
        label = "(case i % 2 when 0 then 'canary1' else 'canary2' end)::enum('canary1', 'canary2')"
        connection.execute(f"create table t as select i % 3 as edad, {label} as e, {{'x': {label}}} as nested from range(9) r(i)")
    proposed = sqlrisk("init", "t", cwd=tmp_path)
    assert proposed.code == 0, proposed.err
    file = tmp_path / "sqlrisk.yml"
    file.write_text(file.read_text().replace("thresholds: []", "thresholds: [{measure: k, at_least: 2, source: s, reason: r}]"))
    checked, scanned = (sqlrisk(command, cwd=tmp_path) for command in ("check", "scan"))
    assert "of the nested or ambiguous type STRUCT(x ENUM(...))" in checked.err
    for text in (file.read_text(), *(each.out + each.err for each in (proposed, checked, scanned))):
        assert "canary" not in text


@pytest.mark.parametrize(
    ("first", "said"), [("1,ana,Madrid", "seems to be a row of data"), ("edad,se\0xo,x", "the character NUL, which no declaration can hold")]
)
def test_a_first_line_that_is_no_header(first: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{first}\n2,luis,Lugo\n3,eva,Lugo\n")
    for format in ("sqlrisk", "dbt"):
        ran = sqlrisk("init", "a.csv", "--format", format, cwd=tmp_path)
        assert (ran.code, ran.out, (tmp_path / "sqlrisk.yml").exists()) == (2, "", False)
        assert said in ran.err


def test_a_statement_that_is_too_large_is_no_lack_of_memory() -> None:
    """PostgreSQL answers 54011, too many columns, for a table of a thousand quasi-identifiers."""
    assert (sqlstates.failure("54011"), sqlstates.failure("53200")) == ("limit", "memory")


def test_fields_inside_a_nested_column_are_no_columns(tmp_path: Path) -> None:
    schema = [("s", 2), ("a", 0), ("l", 1), ("a", 0), ("b", 0)]
    assert list(top_level([{"name": name, "children": children} for name, children in schema])) == ["s", "b"]
    with duckdb.connect() as connection:
        rows = "select {'a': i, 'b': [i]} as s, [i] as l, map([1], [i]) as m, i % 2 as edad from range(9) r(i)"
        connection.execute(f"copy ({rows}) to '{tmp_path / 'nested.parquet'}'")
    assert sqlrisk("init", "nested.parquet", cwd=tmp_path).code == 0
