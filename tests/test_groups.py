"""Groups are told apart by what they are, a declared group and a value of it; their labels are only shown."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk.audience import PUBLIC, for_audience
from sqlrisk.drift.moved import drift
from sqlrisk.errors import DeclarationError
from sqlrisk.groups import GroupOf, group_of, labels
from sqlrisk.ratchet.entries import Baseline, Entry, read, written
from sqlrisk.ratchet.excuses import ledger
from sqlrisk.stored import results
from tests.helpers import TODAY

DATES = {"decided_on": "2026-11-01", "valid_until": "2027-11-01", "adversary": {"access": "internal"}}
COLUMNS: dict[str, Any] = {"age": {"role": "quasi_identifier"}, "sexo": {"role": "insensitive", "reason": "test"}}
SEX = "create table t as select 30 as age, 'M' as sexo from range(5) union all select 90, 'F'"


def limit(measure: str = "k", group: str | None = None, **bound: Any) -> dict[str, Any]:
    return {"measure": measure, **({"group": group} if group else {}), **(bound or {"at_least": 5}), "source": "test", "reason": "test"}


def declared(groups: list[Any], *thresholds: dict[str, Any], columns: dict[str, Any] = COLUMNS, **more: Any) -> dict[str, Any]:
    release = {
        "name": "r",
        "relation": "t",
        "columns": columns,
        "groups": groups,
        "thresholds": [limit("prosecutor_mean", at_most=0.99), *thresholds],
        **DATES,
        **more,
    }
    return {"version": 1, "releases": [release]}


def check(folder: Path, table: str, values: dict[str, Any]) -> sqlrisk.Report:
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    (folder / "w.duckdb").unlink(missing_ok=True)
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute(table)
    return sqlrisk.check(values, today=date.fromisoformat(TODAY), project_dir=folder)


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        (["sexo", {"sexo=F": "age > 100"}], "value of the grouped column `sexo`"),
        (["sexo", {"SEXO=m": "age > 100"}], "value of the grouped column `sexo`"),
        (["sexo", {"sexo is null": "age > 100"}], "value of the grouped column `sexo`"),
        ([{"age": "age > 100"}], "name of a column"),
        ([{"Sexo": "age > 100"}], "name of a column"),
    ],
)
def test_a_condition_with_the_name_of_another_group_is_refused(groups: list[Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match=told):
        check(tmp_path, SEX, declared(groups, limit(group="sexo")))


def test_a_condition_may_be_called_like_an_equation_of_a_column_without_groups(tmp_path: Path) -> None:
    report = check(tmp_path, SEX, declared([{"age=90": "age >= 90"}], limit(group="age=90")))
    assert [(result.group_of, result.value) for result in report.releases[0].thresholds[1:]] == [(GroupOf("age=90", "condition"), 1)]


def test_each_value_of_a_column_is_judged_whatever_the_others_are_called(tmp_path: Path) -> None:
    """`a` with the value `b=c` and `a=b` with the value `c` would have one label: both are judged, under labels of their own."""
    table = """create table t as select 1 as q, 'b=c' as a, 'd' as "a=b" from range(5) union all select 2, 'x', 'c'"""
    columns = {"q": {"role": "quasi_identifier"}, **{name: {"role": "insensitive", "reason": "test"} for name in ("a", "a=b")}}
    report = check(tmp_path, table, declared(["a", "a=b"], limit(group="each"), columns=columns))
    found = {(result.group, result.group_of): result.value for result in report.releases[0].thresholds[1:]}
    assert found == {
        ('"a"="b=c"', GroupOf("a", "value", "b=c")): 5,
        ("a=x", GroupOf("a", "value", "x")): 1,
        ("a=b=d", GroupOf("a=b", "value", "d")): 5,
        ('"a=b"="c"', GroupOf("a=b", "value", "c")): 1,
    }
    assert report.exit_code == 1


def test_a_group_of_null_is_the_column_s_own(tmp_path: Path) -> None:
    table = "create table t as select 30 as age, null as sexo from range(2) union all select 30, 'F' from range(5)"
    report = check(tmp_path, table, declared(["sexo", {"old": "age > 20"}], limit("unique_rows", "each", at_most=0)))
    assert [result.group_of for result in report.releases[0].thresholds[1:]] == [
        GroupOf("sexo", "value", "F"), GroupOf("sexo", "null"), GroupOf("old", "condition"),
    ]  # fmt: skip


def test_a_declared_group_without_rows_is_not_measured(tmp_path: Path) -> None:
    report = check(tmp_path, SEX, declared([{"old": "age > 100"}], limit(group="old")))
    (result,) = report.releases[0].thresholds[1:]
    assert (result.group_of, result.value, result.passed, report.exit_code) == (GroupOf("old", "condition"), None, False, 3)


@pytest.mark.parametrize(("values", "refused"), [(20, False), (21, True)])
def test_a_group_of_many_values_is_no_group(values: int, refused: bool, tmp_path: Path) -> None:
    """Up to 20 values or a tenth of the rows: more would put the column itself into the report."""
    table = f"create table t as select 30 as age, 'town ' || (i % {values}) as sexo from range(42) r(i)"
    report = check(tmp_path, table, declared(["sexo"], limit()))
    assert report.exit_code == (3 if refused else 0)
    assert ("the group `sexo` has 21 values in 42 rows: they are no groups" in (report.releases[0].error or "")) is refused


def test_many_values_are_groups_where_each_has_ten_rows(tmp_path: Path) -> None:
    table = "create table t as select 30 as age, 'town ' || (i % 30) as sexo from range(300) r(i)"
    assert check(tmp_path, table, declared(["sexo"], limit())).exit_code == 0


def test_two_values_of_one_text_are_no_group(tmp_path: Path) -> None:
    """SQLite holds a blob beside the text that Python prints for it: their rows are not counted as one group."""
    (tmp_path / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: sqlite, path: w.sqlite}}}")
    with closing(sqlite3.connect(tmp_path / "w.sqlite")) as connection, connection:
        connection.execute("create table t (age integer, sexo)")
        connection.executemany("insert into t values (30, ?)", [(b"F",), ("b'F'",)] * 5)
    (release,) = sqlrisk.check(declared(["sexo"], limit()), today=date.fromisoformat(TODAY), project_dir=tmp_path).releases
    assert "the group `sexo` has two values of one text" in (release.error or "")


def test_no_two_groups_share_a_label() -> None:
    texts = ["", "a", "a=b", 'a"', '"a"', "a is null", "null", "a=b is null", '"a"="b"', "1"]
    groups = [GroupOf(name, kind) for name in texts for kind in ("null", "condition", "no_rows")]
    groups += [GroupOf(name, "value", value) for name in texts for value in (*texts, 1, 2.5)]
    shown = labels(groups)
    assert len(set(shown.values())) == len(shown) == len(set(groups))
    assert labels([GroupOf("sexo", "value", "F")]) == {GroupOf("sexo", "value", "F"): "sexo=F"}


def test_a_value_that_is_no_number_is_its_text() -> None:
    assert [group_of("a", False, value).value for value in (1, 1.5, True, "x", date(2026, 1, 2))] == [1, 1.5, True, "x", "2026-01-02"]
    assert group_of("a", False, float("nan")) == group_of("a", False, float("nan")) == GroupOf("a", "value", "nan")
    assert (group_of("a", False, None), group_of("a", True, 1)) == (GroupOf("a", "null"), GroupOf("a", "condition"))


def test_results_hold_the_group_beside_its_label(tmp_path: Path) -> None:
    """What is stored is read again as the same groups; a number stays a number and a text a text."""
    table = "create table t as select 30 as age, i % 2 as sexo from range(40) r(i)"
    report = check(tmp_path, table, declared(["sexo", {"old": "age > 20"}], limit(group="each")))
    stored = json.loads(json.dumps(report.to_dict()))
    found = {(each["group"], json.dumps(each["group_of"])) for each in stored["releases"][0]["measures"]}
    assert ("sexo=1", '{"declared": "sexo", "kind": "value", "value": 1}') in found
    assert ("old", '{"declared": "old", "kind": "condition", "value": null}') in found
    again = results(json.dumps(stored).encode())
    assert [(each.about, float(each.value)) for each in again.releases[0].thresholds] == [
        (each.about, float(each.value)) for each in report.releases[0].thresholds
    ]
    assert drift(again, report).releases[0].moved == ()


def test_results_that_hold_labels_alone_are_compared_by_them(tmp_path: Path) -> None:
    report = check(tmp_path, SEX, declared(["sexo"], limit(group="sexo")))
    (release,) = report.releases
    bare = replace(release, measures=tuple(replace(each, group_of=None) for each in release.measures))
    moved = drift(replace(report, releases=(bare,)), report).releases[0]
    assert (moved.moved, moved.limits) == ((), ())


def test_the_public_sees_no_value_of_a_small_group(tmp_path: Path) -> None:
    table = "create table t as select 30 as age, 'common' as sexo from range(40) union all select 90, 'rarest' from range(3)"
    report = check(tmp_path, table, declared(["sexo"], limit(group="sexo", at_least=2)))
    public = json.dumps(for_audience(report, PUBLIC).to_dict())
    assert json.loads(public)["releases"][0]["thresholds"][1]["group"] == "every group of `sexo`"
    assert "common" not in public
    assert "rarest" not in public


def test_a_baseline_excuses_the_group_itself(tmp_path: Path) -> None:
    """An entry holds the group; one of an older file that holds its label alone excuses the group that is shown so."""
    report = check(tmp_path, SEX, declared(["sexo"], limit(group="sexo")))
    (release,) = report.releases
    broken = next(result for result in release.thresholds if not result.passed)
    decided = {"value": 1, "reason": "test", "until": "2027-01-01", "recorded_on": TODAY}
    named = {name: getattr(broken, name) for name in ("measure", "group", "l", "limit")}
    for more in ({}, {"group_of": broken.group_of}):
        entry = Entry.model_validate({"release": "r", **named, **more, **decided})
        assert ledger(Baseline("b", (entry,)), sqlrisk.load(declared(["sexo"])).declaration.releases[0], release.measures, date.fromisoformat(TODAY)).excuses(
            broken
        )
    other = Entry.model_validate({"release": "r", **named, "group_of": GroupOf("sexo", "value", "M"), **decided})
    assert not ledger(Baseline("b", (other,)), sqlrisk.load(declared(["sexo"])).declaration.releases[0], release.measures, date.fromisoformat(TODAY)).excuses(
        broken
    )
    (tmp_path / "b.yml").write_text(written(Baseline("b", (entry,))))
    assert 'group_of: {declared: "sexo", kind: value, value: "F"}' in (tmp_path / "b.yml").read_text()
    assert read(tmp_path / "b.yml").entries == (entry,)
