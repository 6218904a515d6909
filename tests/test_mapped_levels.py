"""Quasi-identifiers whose levels stand in a mapping: a CSV file or a table gives what an expression gives, or is refused with counts."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk import checking, compiling
from sqlrisk.errors import ConfigurationError
from sqlrisk.loading import load_values
from sqlrisk.queries import render
from sqlrisk.report import Report
from tests.engines import Engine
from tests.helpers import TODAY, fill

TREE = {"a1": ("a", "all"), "a2": ("a", "all"), "b1": ("b", "all"), "": ("none", "all"), "it's": ("b", "all")}
CASES = "case code when 'a1' then 'a' when 'a2' then 'a' when 'b1' then 'b' when '' then 'none' when 'it''s' then 'b' end"
COLUMNS: dict[str, Any] = {"code": {"role": "quasi_identifier"}, "age": {"role": "quasi_identifier"}, "ill": {"role": "sensitive", "null_means": "value"}}
LIMIT = {"measure": "k", "at_least": 2, "source": "test", "reason": "test"}


def project(folder: Path, rows: list[tuple[Any, ...]]) -> None:
    """A warehouse with the table t(code, age, ill) and the mapping tree(code, letter, top)."""
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute("create table t (code text, age integer, ill text)")
        fill(connection, "t", rows)
        connection.execute("create table tree (code text, letter text, top text)")
        fill(connection, "tree", [(value, *nodes) for value, nodes in TREE.items()])


def csv(header: str = "") -> str:
    return header + "".join(f"{value};{';'.join(nodes)}\n" for value, nodes in TREE.items())


def declared(code: dict[str, Any], level: str, **more: Any) -> dict[str, Any]:
    columns = {**COLUMNS, "code": {**COLUMNS["code"], **code}}
    ladder = [{"name": "raw"}, {"name": "without", "code": "dropped"}, {"name": "coarse", "code": level}]
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    release = {"name": "t", "relation": "t", "columns": columns, "publish": {"code": level}, "ladder": ladder, "thresholds": [LIMIT], **dates, **more}
    return {"version": 1, "releases": [release]}


def check(folder: Path, code: dict[str, Any], level: str, **more: Any) -> Report:
    return sqlrisk.check(declared(code, level, **more), today=date.fromisoformat(TODAY), project_dir=folder)


def figures(report: Report) -> list[Any]:
    release = report.releases[0]
    assert release.error is None
    return [release.class_sizes, [(m.measure, m.rung, m.column, m.group, m.status, m.value) for m in release.measures]]


def some_rows(seed: int) -> list[tuple[Any, ...]]:
    chance = random.Random(seed)
    return [(chance.choice([*TREE, None]), chance.choice([1, 2, None]), chance.choice(["x", "y", None])) for _ in range(chance.randint(1, 40))]


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(8))
def test_a_file_a_table_and_an_expression_are_one_level(seed: int, tmp_path: Path) -> None:
    project(tmp_path, some_rows(seed))
    (tmp_path / "headed.csv").write_text(csv("value;letter;top\n"))
    (tmp_path / "named.csv").write_text(csv("CODE;letter;top\n"))
    (tmp_path / "asked.csv").write_text(csv("Schlüssel;letter;top\n"))
    (tmp_path / "bare.csv").write_text(csv())
    groups = {"groups": [{"young": "age < 2"}], "suppress_below": 2}
    expected = figures(check(tmp_path, {"levels": {"letter": CASES}}, "letter", **groups))
    for file in ("headed.csv", "named.csv", "asked.csv"):
        assert figures(check(tmp_path, {"hierarchy": file}, "letter", **groups)) == expected, file
    assert figures(check(tmp_path, {"hierarchy": "bare.csv"}, "level1", **groups)) == expected
    assert figures(check(tmp_path, {"hierarchy": {"relation": "tree"}}, "letter", **groups)) == expected


def test_levels_of_two_mappings_may_have_one_name(tmp_path: Path) -> None:
    project(tmp_path, [("a1", 1, "x"), ("a2", 1, "x"), ("b1", 2, "y"), ("b1", 2, "y")])
    (tmp_path / "code.csv").write_text(csv())
    (tmp_path / "age.csv").write_text("1;low\n2;high\n")
    columns = {**COLUMNS, "code": {"role": "quasi_identifier", "hierarchy": "code.csv"}, "age": {"role": "quasi_identifier", "hierarchy": "age.csv"}}
    report = check(tmp_path, {}, "level1", columns=columns, publish={"code": "level1", "age": "level1"}, ladder=[])
    assert report.releases[0].hypotheses["quasi_identifiers"] == ["code_level1", "age_level1"]
    assert report.releases[0].class_sizes["published"] == {2: 2}


REFUSED = {
    "a value that is missing": ("value;letter\na1;a\n", 3, "lacks 2 values that the relation holds, in 3 rows"),
    "two parents": (csv("value;letter;top\n") + "a1;b;all\n", 3, "nodes of `value` with more than one parent"),
    "a value twice": (csv("value;letter;top\n") + "a1;a;all\n", 3, "values that stand in more than one row: 1"),
    "a level that is not there": (csv("value;other;top\n"), 2, "`code` has no level `letter`"),
    "an empty cell": (csv("value;letter;top\n").replace("b1;b", "b1;"), 3, "values without a node at `level 1`: 1"),
    "one column": ("value\na1\n", 2, "no level"),
    "nothing": ("", 3, "is empty"),
}


@pytest.mark.parametrize(("text", "code", "said"), REFUSED.values(), ids=REFUSED)
def test_a_mapping_that_cannot_be_used_is_never_a_class(text: str, code: int, said: str, tmp_path: Path) -> None:
    project(tmp_path, [("a1", 1, "x"), ("a2", 1, "x"), ("b1", 2, "y"), ("b1", 2, None), (None, 1, "x")])
    (tmp_path / "tree.csv").write_text(text)
    if code == 2:
        with pytest.raises(ConfigurationError, match=said):
            check(tmp_path, {"hierarchy": "tree.csv"}, "letter")
    else:
        report = check(tmp_path, {"hierarchy": "tree.csv"}, "letter")
        assert report.exit_code == 3
        assert said in str(report.releases[0].error)
        assert not [value for value in ("a2", "b1") if value in str(report.releases[0].error)]


def test_what_is_published_already_bears_the_name_of_the_level(tmp_path: Path) -> None:
    project(tmp_path, [("a1", 1, "x"), ("a2", 1, "x"), ("b1", 2, "y")])
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute("create table public as select 'q' as letter, age, ill from t")
    report = check(tmp_path, {"hierarchy": {"relation": "tree"}}, "letter", published_as="public", ladder=[])
    assert report.releases[0].class_sizes["published"] == {1: 1, 2: 1}
    with pytest.raises(ConfigurationError, match="no column `top`"):
        check(tmp_path, {"hierarchy": {"relation": "tree"}}, "top", published_as="public", ladder=[])


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "clickhouse", "bigquery"])
def test_compile_needs_no_connection(dialect: str, tmp_path: Path) -> None:
    loaded = load_values(declared({"hierarchy": {"relation": "s.tree"}}, "letter"), tmp_path, date.fromisoformat(TODAY))
    options = checking.Options(today=date.fromisoformat(TODAY))
    text = compiling.compiled(loaded, options, dialect, publication=False, as_json=False)
    assert "the hierarchy of `code` is taken to have the columns value and letter" in text
    assert "left join" in compiling.compiled(loaded, options, dialect, publication=True, as_json=False).lower()


def test_uncovered_values_are_counted(engine: Engine) -> None:
    for seed in range(engine.tables // 4):
        chance = random.Random(seed)
        rows = [(chance.choice(["a", "b", "c", "", None]), chance.choice(["k", None])) for _ in range(chance.choice([0, 1, 9]))]
        relation = engine.load("people", {"value": "text", "rows": "text"}, rows)
        (found,) = engine.rows(render("uncovered_values", engine.dialect, relation=relation, value="value", known="rows").sql)
        bad = {value for value, known in rows if value is not None and known is None}
        assert found["sqlrisk_values"] == len(bad)
        assert found["sqlrisk_rows"] == sum(value in bad for value, _ in rows)


def test_adult_with_its_hierarchies(shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "adult"
    names = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class"]
    columns = {name: {"role": "quasi_identifier", "hierarchy": str(folder / f"adult_hierarchy_{name}.csv")} for name in names}
    relation = {"file": str(folder / "adult.csv"), "delimiter": ";"}
    publish = {"age": "level2", "education": "level1", "native-country": "level2", "occupation": "level1"}
    values = declared({}, "x", relation=relation, columns=columns, publish=publish, ladder=[{"name": "crudo"}])
    report = sqlrisk.check(values, today=date.fromisoformat(TODAY), project_dir=tmp_path)
    release = report.releases[0]
    assert (release.error, release.rows) == (None, 30162)
    with duckdb.connect() as connection:
        adult = f"read_csv('{folder / 'adult.csv'}', delim = ';', all_varchar = true)"
        crudo = connection.execute(f"select n, count(*) from (select *, count(*) as n from {adult} group by all) group by n").fetchall()
    assert release.class_sizes["crudo"] == dict(crudo)
    assert len(release.class_sizes["published"]) > 1
