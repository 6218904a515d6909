"""Faults that were found by trying, in hierarchies of quasi-identifiers, rolled-up rungs and the search for levels, each with what would bring it back."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

import sqlrisk
from sqlrisk import checking, recommendations, recommending
from sqlrisk.engines.duckdb import DuckDB
from sqlrisk.errors import ConfigurationError
from sqlrisk.loading import load_values
from sqlrisk.recommending import Recommendation
from sqlrisk.report import ReleaseReport
from sqlrisk.suppression import Suppression
from tests.helpers import TODAY
from tests.helpers import sqlrisk as program

DAY = date.fromisoformat(TODAY)
QUASI: dict[str, Any] = {"role": "quasi_identifier"}
OTHERS: dict[str, Any] = {"other_columns": {"role": "insensitive", "reason": "test"}}


def warehouse(folder: Path, *statements: str) -> None:
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        for statement in statements:
            connection.execute(f"create or replace table {statement}")


def declared(columns: dict[str, Any], limits: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    thresholds = [{"source": "test", "reason": "test", **limit} for limit in limits or [{"measure": "k", "at_least": 2}]]
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    return {"version": 1, "releases": [{"name": "t", "relation": "t", "columns": columns, "thresholds": thresholds, **dates, **more}]}


def check(folder: Path, values: dict[str, Any]) -> ReleaseReport:
    return sqlrisk.check(values, today=DAY, project_dir=folder).releases[0]


def recommend(folder: Path, values: dict[str, Any], minimised: str = "entropy", budget: str | None = None) -> Recommendation:
    options = checking.Options(today=DAY)
    (found,) = recommending.recommended(load_values(values, folder, DAY), options, minimised, recommending.share(budget), checking.silent)
    return found


def test_a_level_never_takes_the_name_of_a_declared_column(tmp_path: Path) -> None:
    """`code_level1` is a quasi-identifier of its own, and unique: it was counted as the level of `code` beside it, and publishable."""
    warehouse(tmp_path, "t as from (values ('a1', 1, 'u'), ('a2', 1, 'v'), ('a1', 1, 'w'), ('a2', 1, 'z')) as t (code, age, code_level1)")
    (tmp_path / "code.csv").write_text("a1;a\na2;a\n")
    (tmp_path / "age.csv").write_text("1;low\n")
    columns = {"code": {**QUASI, "hierarchy": "code.csv"}, "age": {**QUASI, "hierarchy": "age.csv"}, "code_level1": QUASI}
    found = check(tmp_path, declared(columns, publish={"code": "level1", "age": "level1"}))
    assert found.hypotheses["quasi_identifiers"] == ["code_level1_", "age_level1", "code_level1"]
    assert (found.class_sizes["published"], found.verdict) == ({1: 4}, "not_publishable")


@pytest.mark.parametrize("order", [*itertools.permutations(["a", "a_b", "y", "z"])][::5])
def test_two_levels_never_take_one_name(order: tuple[str, ...], tmp_path: Path) -> None:
    """a with b_c, and a_b with c: both were a_b_c, and the last one stood for both."""
    nodes = {"a": "b_c", "a_b": "c", "y": "b_c", "z": "c"}
    mappings = [f"m_{column} as select value, value as {level} from (values ('1'), ('2')) as m (value)" for column, level in nodes.items()]
    warehouse(tmp_path, "t as from (values (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1)) as t (a, a_b, y, z)", *mappings)
    columns = {column: {**QUASI, "hierarchy": {"relation": f"m_{column}"}} for column in order}
    assert check(tmp_path, declared(columns, publish=nodes)).class_sizes["published"] == {1: 4}


@pytest.mark.parametrize("level", ["code", "Code", "dropped", "sqlrisk_rows", "letter"])
def test_a_level_that_publish_could_not_tell_is_refused(level: str, tmp_path: Path) -> None:
    warehouse(tmp_path, "t as from (values ('a1'), ('a2')) as t (code)", f"m as select code as value, 'zzCANARYzz' as \"{level}\" from t")
    columns = {"code": {**QUASI, "hierarchy": {"relation": "m"}, "levels": {"letter": "substring(code, 1, 1)"}}}
    with pytest.raises(ConfigurationError, match="the name of level 1 of the hierarchy of `code`") as raised:
        check(tmp_path, declared(columns))
    assert "CANARY" not in str(raised.value)


@pytest.mark.parametrize("how", [{"hierarchy": {"relation": "m"}}, {"levels": {"letter": "substring(code, 1, 1)"}}], ids=["mapping", "expression"])
def test_a_group_that_is_a_level_and_a_column_is_refused(how: dict[str, Any], tmp_path: Path) -> None:
    """A group of that name would be measured by the level, and the classes by whichever of the two the engine took."""
    rows = "t as from (values ('a1', 'g'), ('b1', 'g'), ('a1', 'h'), ('b1', 'h')) as t (code, letter)"
    warehouse(tmp_path, rows, "m as from (values ('a1', 'a'), ('b1', 'b')) as m (value, letter)")
    values = declared({"code": {**QUASI, **how}}, **OTHERS)
    assert check(tmp_path, values).class_sizes["published"] == {2: 2}
    values["releases"][0]["groups"] = ["Letter"]
    with pytest.raises(ConfigurationError, match="the group `Letter` is a level and a column"):
        check(tmp_path, values)


EQUAL = {
    "30 days and a month": ("interval 30 days", "interval 1 month"),
    "zero and minus zero": ("cast(0.0 as double)", "cast('-0.0' as double)"),
    "one instant in two zones": ("timetz '12:00:00+00'", "timetz '14:00:00+02'"),
}


@pytest.mark.parametrize(("one", "other"), EQUAL.values(), ids=EQUAL)
def test_equal_values_that_are_two_as_text_are_two_in_a_rolled_up_rung(one: str, other: str, tmp_path: Path) -> None:
    warehouse(tmp_path, f"t as select case when i = 0 then {one} else {other} end as a from range(30) as r (i)")
    columns = {"a": {**QUASI, "levels": {"text": "cast(a as text)"}}}
    found = check(tmp_path, declared(columns, publish={"a": "text"}, ladder=[{"name": name, "a": "text"} for name in "xyz"]))
    assert (found.class_sizes["published"], found.verdict) == ({1: 1, 29: 1}, "not_publishable")
    assert found.class_sizes["x"] == {1: 1, 29: 1}


def test_the_search_scans_what_cannot_be_told_from_a_class(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as select case when i = 0 then cast('-0.0' as double) else cast(i % 3 as double) end as a, i % 2 as b from range(30) as r (i)")
    found = recommend(tmp_path, declared({"a": {**QUASI, "levels": {"text": "cast(a as text)"}}, "b": QUASI}), budget="1")
    assert not found.rolled_up
    assert found.lattice["a"] == ("a", "text", "dropped"), "the text is finer than the number"


def test_rungs_that_are_made_of_no_column_are_measured(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as select i as code from range(30) as r (i)")
    values = declared({"code": {**QUASI, "levels": {"all": "'x'"}}}, publish={"code": "all"}, ladder=[{"name": name, "code": "all"} for name in "xyz"])
    found = check(tmp_path, values)
    assert (found.error, found.class_sizes["x"]) == (None, {30: 1})


@pytest.mark.parametrize("measure", ["entropy_bits", "suppressed_entropy_bits"])
def test_a_limit_on_what_is_left_refuses_no_finer_node(measure: str, tmp_path: Path) -> None:
    """Without a budget, a coarse node that keeps too few bits was taken to say so of all finer ones."""
    warehouse(tmp_path, "t as select i % 4 as a, i // 4 % 4 as b from range(64) as r (i)")
    limits = [{"measure": "k", "at_least": 2}, {"measure": measure, "at_least": 3.5}]
    found = recommend(tmp_path, declared({"a": {**QUASI, "levels": {"half": "floor(a / 2)"}}, "b": QUASI}, limits))
    assert [each.levels for each in found.best] == [{}]


def test_a_class_of_one_value_grows_by_those_without_any() -> None:
    """homogeneous_rows is no reason to refuse a finer node: coarser classes can hold one value beside NULLs."""
    chance = random.Random(1)
    grew = 0
    for _ in range(200):
        rows = [(chance.randint(0, 5), chance.choice(["p", "q", None, None])) for _ in range(chance.randint(2, 12))]
        grew += homogeneous([(a // 2, ill) for a, ill in rows]) > homogeneous(rows)
    assert grew
    assert "homogeneous_rows" not in recommending.MONOTONE


def homogeneous(rows: list[tuple[int, str | None]]) -> int:
    sizes = Counter(a for a, _ in rows)
    values = {a: {ill for b, ill in rows if a == b and ill is not None} for a in sizes}
    return sum(sizes[a] for a in sizes if len(values[a]) == 1)


@pytest.mark.parametrize("rolled_up", [True, False], ids=["rolled up", "scanned"])
def test_a_level_of_one_value_is_a_node_where_nothing_else_is_left(rolled_up: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not rolled_up:
        monkeypatch.setattr(DuckDB, "temporary", lambda engine, sql, what: None)
    warehouse(tmp_path, "t as select i as a, i % 10 as b from range(20) as r (i)")
    values = declared({"a": QUASI, "b": {**QUASI, "levels": {"any": "'*'"}}}, [{"measure": "k", "at_least": 5}])
    found = recommend(tmp_path, values)
    assert [(each.levels, each.left.histogram()) for each in found.best] == [({"a": "dropped", "b": "any"}, {20: 1})]
    values["releases"][0].update(yaml.safe_load(recommendations.block(found)))
    assert check(tmp_path, values).verdict == "publishable"


ODD = ["a" * 90, "a\u200bb", "Ñ 'x' \"y\": #z", "yes", "~", "- a", "two  spaces", "{a}", "1", "null"]


@pytest.mark.parametrize("name", ODD)
def test_the_block_to_paste_is_read_as_it_was_meant(name: str, tmp_path: Path) -> None:
    quoted = '"' + name.replace('"', '""') + '"'
    warehouse(tmp_path, f"t as select i as {quoted}, i % 2 as b from range(40) as r (i)")
    values = declared(
        {name: {**QUASI, "levels": {f"{name} half": f"floor({quoted} / 20)"}}, "b": {**QUASI, "levels": {"on": "b + 0"}}}, [{"measure": "k", "at_least": 20}]
    )
    (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump(values))
    told = program("recommend", "--today", TODAY, cwd=tmp_path)
    assert told.code == 0, told.err
    pasted = yaml.safe_load("\n".join(line[2:] for line in told.out.split("To paste into the release\n")[1].split("\n\n")[0].splitlines()))
    assert pasted in ({"publish": {name: f"{name} half", "b": "dropped"}, "suppress_below": 20}, {"publish": {name: "dropped"}, "suppress_below": 20})


def test_the_block_takes_a_declared_suppression_back(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as select i // 5 as a from range(50) as r (i)")
    values = declared({"a": QUASI}, [{"measure": "prosecutor_mean", "at_most": 0.5}, {"measure": "suppressed_rows", "at_most": 0}], suppress_below=6)
    values["releases"][0]["adversary"] = {"access": "agreement"}
    pasted = yaml.safe_load(recommendations.block(recommend(tmp_path, values)))
    assert pasted == {"publish": {}, "suppress_below": None}
    values["releases"][0].update(pasted)
    assert check(tmp_path, values).verdict == "publishable"


def test_a_k_between_two_sizes_asks_for_the_larger(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as select case when i < 4 then 0 else 1 end as a from range(40) as r (i)")
    limits = [{"measure": "k", "at_least": 4.5}, {"measure": "suppressed_rows", "at_most": 0.2}]
    found = recommend(tmp_path, declared({"a": QUASI}, limits))
    assert (found.suppression, [(each.levels, each.left.histogram()) for each in found.best]) == (Suppression(5), [({}, {36: 1})])
    below = check(tmp_path, declared({"a": QUASI}, limits)).find("rows_below_k")
    assert below is not None
    assert below.value == pytest.approx(0.1)


def test_the_limits_of_a_profile_bind_a_recommendation(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as select case when i < 10 then 0 else 1 end as a from range(40) as r (i)")
    limits = [{"measure": "k", "at_least": 2}, {"measure": "suppressed_rows", "at_most": 0.3}]
    found = recommend(tmp_path, declared({"a": QUASI}, limits, threshold_profile={"name": "sector_k11", "reason": "test"}))
    assert found.suppression == Suppression(11)
    assert [each.left.histogram() for each in found.best] == [{30: 1}]


def test_a_hierarchy_in_another_encoding_is_told_what_to_do(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as from (values ('ñ'), ('n')) as t (code)")
    (tmp_path / "tree.csv").write_bytes("ñ;x\nn;x\n".encode("latin-1"))
    found = check(tmp_path, declared({"code": {**QUASI, "hierarchy": "tree.csv"}}, publish={"code": "level1"}))
    assert (found.verdict, "write it in UTF-8" in str(found.error)) == ("not_measured", True)


def test_why_a_check_fails_whatever_the_levels_is_said(tmp_path: Path) -> None:
    warehouse(tmp_path, "t as select i % 2 as a, i % 3 as b, 'zzCANARYzz' || i as c from range(40) as r (i)")
    values = declared({"a": QUASI, "c": {"role": "insensitive"}}, valid_until="2026-11-29")
    (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump(values))
    told = program("recommend", "--today", TODAY, cwd=tmp_path)
    assert told.code == 0
    assert "CANARY" not in told.out
    assert max(map(len, told.out.splitlines())) <= 80
    words = " ".join(told.out.split())
    for said in ("the declaration expired on 2026-11-29", "the column `b` of `t` has no role", "the column `c` is called insensitive and is nearly unique"):
        assert said in words
    assert len(recommend(tmp_path, values).failures) == 3
    values["releases"][0].update(valid_until="2027-11-01", other_columns={"role": "insensitive"})
    values["releases"][0]["columns"]["c"]["reason"] = "test"
    assert recommend(tmp_path, values).failures == ()
