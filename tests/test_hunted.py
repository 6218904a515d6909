"""Faults that were hunted down once, each with the answer that is right: none of them may pass a gate, leak a value or hide a figure again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import ConfigurationError
from sqlrisk.report import ReleaseReport, Report
from sqlrisk.reports import render

TODAY = date(2026, 11, 30)


def limit(measure: str, **rest: Any) -> dict[str, Any]:
    return {"measure": measure, "source": "test", "reason": "test", **rest}


def release(name: str = "a", columns: Mapping[str, Any] | None = None, limits: Any = (), **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "relation": name,
        "columns": {"q": {"role": "quasi_identifier"}, **(columns or {})},
        "thresholds": [limit("k", at_least=2), *limits],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }


def checked(*releases: Mapping[str, Any], **frames: pd.DataFrame) -> Report:
    return sqlrisk.check({"version": 1, "releases": list(releases)}, today=TODAY, frames=frames, select=("a",))


def value(report: ReleaseReport, measure: str, **where: Any) -> Any:
    found = report.find(measure, **where)
    assert found is not None, measure
    return found.value


def test_weights_that_stand_for_more_people_than_there_are_have_no_risk() -> None:
    declared = release(columns={"w": {"role": "weight"}}, limits=[limit("individual_risk_max", at_most=0.001)], population={"size": 1000})
    for factor, said in ((1, "too low to be judged"), (100, "stand for 100,000 people, more than the declared population of 1,000")):
        report = checked(declared, a=pd.DataFrame({"q": ["a"] * 5 + ["b"] * 5, "w": [100 * factor] * 10}))
        found = report.releases[0].find("individual_risk_max")
        assert found is not None
        assert (report.exit_code, found.status) == (3, "not_measured")
        assert said in (found.reason or "")


@pytest.mark.parametrize("role", ["identifier", "entity", "cluster", "weight"])
def test_keys_are_no_groups_in_any_case(role: str) -> None:
    with pytest.raises(ConfigurationError, match="identifies people"):
        checked(
            release(columns={"dni": {"role": role}}, groups=["DNI"], other_columns={"role": "insensitive", "reason": "none"}),
            a=pd.DataFrame({"q": [1], "dni": [1]}),
        )


@pytest.mark.parametrize("more", [0, 1, 2, 5])
def test_levels_above_the_root_do_not_thin_a_distance(more: int) -> None:
    levels = {"organ": "case when d in ('g', 'u') then 's' else 'r' end", **{f"world{place}": "'R'" for place in range(more)}}
    declared = release(columns={"d": {"role": "sensitive", "levels": levels, "null_means": "not_recorded"}}, waived={"d": "test"})
    table = pd.DataFrame({"q": ["a"] * 4 + ["b"] * 4, "d": list("gugufpfp")})
    assert value(checked(declared, a=table).releases[0], "t_closeness_hierarchical", column="d") == 0.5


def test_an_empty_key_is_nobody_s() -> None:
    declared = release(columns={"id": {"role": "entity"}}, limits=[limit("entity_k", at_least=1)])
    report = checked(declared, a=pd.DataFrame({"q": ["a", "a", "b"], "id": ["1", "", "2"]}))
    assert report.exit_code == 3
    assert "1 row has no person: the entity column `id` is NULL, blank or declared missing there" in str(report.releases[0].error)


def test_the_worst_group_stands_for_the_groups_that_hold() -> None:
    table = pd.DataFrame({"q": ["a"] * 5 + ["b"] * 2 + ["c"] * 9})
    report = checked(release(groups=["q"], limits=[limit("prosecutor_mean", at_most=0.9, group="each")]), a=table)
    shown = next(line for line in render(report, "human").splitlines() if "prosecutor_mean in" in line)
    assert "q=b" in shown
    assert "0.5" in shown


def test_one_person_behind_many_rows_is_told_without_a_limit() -> None:
    report = checked(release(columns={"id": {"role": "entity"}}), a=pd.DataFrame({"q": ["a"] * 5, "id": ["p1"] * 5}))
    assert [finding.id for finding in report.releases[0].failures] == ["unjudged-people"]
    assert any(warning.startswith("5 rows are of 1 person, and no limit judges people: entity_k is 1") for warning in report.releases[0].warnings)


@pytest.mark.parametrize("role", ["cluster", "weight"])
def test_a_key_that_is_published_is_told(role: str) -> None:
    report = checked(release(columns={"h": {"role": role}}), a=pd.DataFrame({"q": ["a"] * 5, "h": [1, 2, 3, 4, 5]}))
    assert f"the {role} column `h` is published as it is" in " ".join(report.releases[0].warnings)


@pytest.mark.parametrize("name", ["published, a missing value matches anything", "published, suppressed below 5"])
def test_a_rung_does_not_take_the_name_of_ours(name: str) -> None:
    with pytest.raises(ConfigurationError, match="is a reserved name"):
        checked(release(ladder=[{"name": name}]), a=pd.DataFrame({"q": [1]}))


def test_the_sensitive_columns_that_no_other_release_has_are_told() -> None:
    secret = {"role": "sensitive", "null_means": "not_recorded"}
    mine = release(columns={"id": {"role": "entity"}, "d": secret, "s": secret}, composes_with=["b"], waived={"d": "test", "s": "test"})
    other = release("b", columns={"id": {"role": "entity"}, "s": secret}, waived={"s": "test"})
    rows = pd.DataFrame({"id": ["1", "2"], "q": ["x", "x"], "d": ["flu", "hiv"], "s": ["yes", "no"]})
    report = checked(mine, other, a=rows, b=rows[["id", "q", "s"]])
    assert any("not on `d`" in warning for warning in report.releases[0].warnings)


def test_a_header_that_is_data_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("flu,flu\nhiv,flu\n", encoding="utf-8")
    with pytest.raises(ConfigurationError) as told:
        sqlrisk.check({"version": 1, "releases": [release() | {"relation": "a.csv"}]}, today=TODAY, project_dir=tmp_path)
    assert "flu" not in str(told.value)
    assert "columns 1 and 2 of the header have one name" in str(told.value)


def test_a_python_number_is_a_number() -> None:
    assert checked(release(limits=[limit("prosecutor_mean", at_most=0.5)]), a=pd.DataFrame({"q": ["a", "a"]})).passed
