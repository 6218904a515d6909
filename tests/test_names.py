"""Names of columns: the catalogue's entry, exactly first, then as the engine folds; our own words mean something only where they are values."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import ConfigurationError, DeclarationError
from sqlrisk.names import fold_of, free_name, resolved
from tests.engines import Engine
from tests.helpers import TODAY
from tests.warehouses import WAREHOUSES

DATES = {"decided_on": "2026-11-01", "valid_until": "2027-11-01", "adversary": {"access": "internal"}}
QI, OTHER = {"role": "quasi_identifier"}, {"role": "insensitive", "reason": "test"}
LIMIT = {"measure": "prosecutor_mean", "at_most": 0.99, "source": "test", "reason": "test"}


def declared(columns: dict[str, Any], relation: Any = "t", **more: Any) -> dict[str, Any]:
    return {"version": 1, "releases": [{"name": "r", "relation": relation, "columns": columns, "thresholds": [LIMIT], **DATES, **more}]}


def check(folder: Path, values: dict[str, Any]) -> sqlrisk.Report:
    return sqlrisk.check(values, today=date.fromisoformat(TODAY), project_dir=folder)


def warehouse(folder: Path, *statements: str) -> Path:
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        for statement in statements:
            connection.execute(statement)
    return folder


def named(report: sqlrisk.Report) -> set[str | None]:
    """The columns that a finding names which makes the release NOT publishable."""
    (release,) = report.releases
    assert release.error is None, release.error
    return {found.column for found in release.findings if found.is_failure}


TWINS = """create table t as select 1 as q, 'x' as "ä", ['Ana', 'Eva', 'Leo', 'Ida', 'Max', 'Tom'][i + 1] as "Ä" from range(6) r(i)"""


@pytest.mark.parametrize("kind", ["table", "csv", "parquet", "frame"])
def test_two_letters_of_another_alphabet_are_two_columns(kind: str, tmp_path: Path) -> None:
    warehouse(tmp_path, TWINS, f"copy t to '{tmp_path}/t.csv'", f"copy t to '{tmp_path}/t.parquet'")
    relation = {"table": "t", "csv": "t.csv", "parquet": "t.parquet", "frame": "frame"}[kind]
    frames = {"frame": pd.DataFrame({"q": [1] * 6, "ä": ["x"] * 6, "Ä": ["Ana", "Eva", "Leo", "Ida", "Max", "Tom"]})} if kind == "frame" else {}
    day = date.fromisoformat(TODAY)
    values = declared({"q": QI, "ä": QI}, relation)
    report = sqlrisk.check(values, today=day, project_dir=tmp_path, frames=frames) if frames else check(tmp_path, values)
    assert named(report) == {"Ä"}
    assert report.exit_code == 1
    values = declared({"q": QI, "Ä": QI, "ä": OTHER}, relation)
    report = sqlrisk.check(values, today=day, project_dir=tmp_path, frames=frames) if frames else check(tmp_path, values)
    found = report.releases[0].find("k")
    assert found is not None
    assert found.value == 1


def test_a_name_is_looked_up_exactly_then_as_the_engine_folds() -> None:
    assert resolved("ä", ["Ä", "ä"], fold_of("mysql")) == "ä"
    assert resolved("ä", ["Ä"], fold_of("mysql")) == "Ä"
    assert resolved("ä", ["Ä"], fold_of("duckdb")) is None
    assert resolved("EDAD", ["edad"], fold_of("postgres")) == "edad"
    assert resolved("EDAD", ["edad"], fold_of("clickhouse")) is None
    assert [fold_of(dialect)("Straße") == fold_of(dialect)("STRASSE") for dialect in ("duckdb", "spark", "trino", "bigquery")] == [False] * 4
    assert free_name("a", ["A", "a_"]) == "a__"


def test_each_engine_sees_both_of_two_letters(engine: Engine, tmp_path: Path) -> None:
    """Each is its own column; an engine that takes them for one name holds no such table."""
    if not engine.holds("Ä"):
        return
    warehouse = WAREHOUSES[engine.name](engine, tmp_path)
    fold = fold_of(engine.dialect)
    kinds = {"q": "bigint", "ä": "text", "Ä": "text"}
    if fold("ä") == fold("Ä"):
        return
    table = warehouse.keep("umlauts", kinds, [[1, "x", name] for name in ("Ana", "Eva", "Leo")])
    report = check(warehouse.project, declared({"q": QI, "ä": QI}, table) | {"profile": "test"})
    assert named(report) == {"Ä"}


def test_a_name_of_ours_is_refused(tmp_path: Path) -> None:
    warehouse(tmp_path, "create table t as select 1 as q, i as sqlrisk_row from range(9) r(i)")
    with pytest.raises(ConfigurationError, match="reserved: `sqlrisk_row`"):
        check(tmp_path, declared({"q": QI}, other_columns={"role": "insensitive"}))
    with pytest.raises(DeclarationError, match="`sqlrisk_row` is a reserved name"):
        check(tmp_path, declared({"q": QI}, groups=[{"sqlrisk_row": "q > 1"}]))
    assert named(check(tmp_path, declared({"q": QI}))) == {"sqlrisk_row"}


def test_two_declared_names_of_one_column_are_refused() -> None:
    with pytest.raises(DeclarationError, match="is declared twice"):
        check(Path(), declared({"q": QI, "Q": OTHER}, "t.csv"))


def test_no_module_folds_names_by_itself() -> None:
    """A folding wider than the engine's makes one column of two; `casefold` is for words, never for names of columns."""
    words = {"names.py", "errors.py", "proposals/document.py", "recognition/words.py", "recognition/traces.py"}
    package = Path(sqlrisk.__file__).parent
    found = {file.relative_to(package).as_posix() for file in package.rglob("*.py") if re.search(r"casefold\b", file.read_text())}
    assert found <= words


def test_a_column_called_dropped_is_a_column(tmp_path: Path) -> None:
    warehouse(tmp_path, "create table t as select 1 as q, i as age, i as dropped from range(9) r(i)")
    report = check(tmp_path, declared({"q": QI, "age": QI}, publish={"age": "dropped"}))
    assert (named(report), report.exit_code) == ({"dropped"}, 1)
    warehouse(tmp_path, "create table p as select q, dropped from t")
    report = check(tmp_path, declared({"q": QI, "age": QI}, publish={"age": "dropped"}, published_as="p", other_columns={"role": "identifier"}))
    assert (named(report), report.exit_code) == ({"dropped"}, 1)
    report = check(tmp_path, declared({"q": QI, "age": OTHER, "dropped": QI}))
    assert [found.value for found in report.releases[0].measures if found.measure == "k"] == [1]
    report = check(tmp_path, declared({"q": QI, "age": OTHER, "dropped": QI}, publish={"dropped": "dropped"}))
    assert [found.value for found in report.releases[0].measures if found.measure == "k"] == [9]


@pytest.mark.parametrize("level", ["dropped", "Dropped"])
def test_a_level_called_dropped_is_refused(level: str, tmp_path: Path) -> None:
    warehouse(tmp_path, "create table t as select 1 as q, i as age from range(9) r(i)")
    with pytest.raises(DeclarationError, match="reserved"):
        check(tmp_path, declared({"q": QI, "age": {**QI, "levels": {level: "floor(age / 5)"}}}))
    (tmp_path / "h.csv").write_text(f"value;{level}\n" + "".join(f"{age};x\n" for age in range(9)))
    with pytest.raises(ConfigurationError, match="reserved"):
        check(tmp_path, declared({"q": QI, "age": {**QI, "hierarchy": "h.csv"}}))


def hierarchies(folder: Path, **more: Any) -> dict[str, Any]:
    """zip and city, each with a hierarchy whose levels have the names level1 and level2, published at level2 and level1."""
    for name in ("zip", "city"):
        (folder / f"{name}.csv").write_text("value;level1;level2\n" + "".join(f"{name}{i};{name}{i // 2};{name}\n" for i in range(8)))
    columns = {name: {**QI, "hierarchy": f"{name}.csv"} for name in ("zip", "city")}
    return declared(columns, publish={"zip": "level2", "city": "level1"}, **more)


ROWS = "create table t as select 'zip' || i as zip, 'city' || i as city from range(8) r(i)"
PUBLISHED = "select 'zip' as zip_level2, 'city' || (i // 2) as city_level1"


def test_two_hierarchies_may_have_a_level_of_one_name(tmp_path: Path) -> None:
    """What is published under a level's own name or with the column's before it is known; a level beside the declared one is found."""
    warehouse(
        tmp_path,
        ROWS,
        f"create table p as {PUBLISHED} from range(8) r(i)",
        f"create table finer as {PUBLISHED}, 'zip' || (i // 2) as zip_level1 from range(8) r(i)",
    )
    warehouse(tmp_path, f"create table raw as {PUBLISHED}, 'zip' || i as level1 from range(8) r(i)")
    report = check(tmp_path, hierarchies(tmp_path, published_as="p"))
    assert (named(report), report.exit_code) == (set(), 0)
    found = report.releases[0].find("k")
    assert found is not None
    assert found.value == 2
    for others in ({}, {"other_columns": {"role": "insensitive", "reason": "test"}}):
        assert named(check(tmp_path, hierarchies(tmp_path, published_as="finer", **others))) == {"zip_level1"}
        assert named(check(tmp_path, hierarchies(tmp_path, published_as="raw", **others))) == {"level1"}


def test_a_finer_level_beside_the_published_one_is_found(tmp_path: Path) -> None:
    warehouse(tmp_path, ROWS, "create table p as select 'zip' as level2, 'zip' || (i // 2) as level1, 'c' as city from range(8) r(i)")
    (tmp_path / "zip.csv").write_text("value;level1;level2\n" + "".join(f"zip{i};zip{i // 2};zip\n" for i in range(8)))
    columns = {"zip": {**QI, "hierarchy": "zip.csv"}, "city": QI}
    for others in ({}, {"other_columns": {"role": "insensitive", "reason": "test"}}):
        report = check(tmp_path, declared(columns, publish={"zip": "level2"}, published_as="p", **others))
        assert (named(report), report.exit_code) == ({"level1"}, 1)


def test_a_column_that_is_not_declared_and_a_published_level_may_not_have_one_name(tmp_path: Path) -> None:
    """D7: the SELECT of what is published would have two columns of one name."""
    warehouse(tmp_path, "create table t as select i as age, i as age5 from range(8) r(i)")
    columns = {"age": {**QI, "levels": {"age5": "floor(age / 5)"}}}
    with pytest.raises(ConfigurationError, match="two columns of one name"):
        check(tmp_path, declared(columns, publish={"age": "age5"}, other_columns={"role": "insensitive", "reason": "test"}))
    report = check(tmp_path, declared(columns, publish={"age": "age5"}))
    assert (named(report), report.exit_code) == ({"age5"}, 1)
