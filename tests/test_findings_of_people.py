"""Findings about people: panels, repeating and recognised identifiers, traces, composition. What `check` says of them `scan` does not contradict."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.report import ReleaseReport
from tests.helpers import TODAY
from tests.helpers import sqlrisk as program

DAY = date.fromisoformat(TODAY)
K5 = {"measure": "k", "at_least": 5, "source": "test", "reason": "test"}
PERSON = {"role": "entity"}


def limit(measure: str, **more: Any) -> dict[str, Any]:
    return {"measure": measure, "source": "test", "reason": "test", **more}


def check(table: pd.DataFrame, columns: Mapping[str, Any], limits: Sequence[Mapping[str, Any]] = (), **more: Any) -> ReleaseReport:
    release = {"name": "a", "relation": "a", "columns": columns, "thresholds": [K5, *limits], "decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    return sqlrisk.check({"version": 1, "releases": [{**release, **more}]}, frames={"a": table}, today=DAY).releases[0]


def errors(report: ReleaseReport) -> list[tuple[str, str | None]]:
    return [(each.id, each.column) for each in report.findings if each.severity == "error"]


def visits(people: int = 40, rows: int = 25) -> pd.DataFrame:
    """So many visits of each person: two ages, a moment each, whose rows make classes far larger than 5."""
    table = pd.DataFrame({"persona": [f"p{person}" for person in range(people) for _ in range(rows)]})
    table["edad"] = [30 + person % 2 for person in range(people) for _ in range(rows)]
    table["momento"] = pd.date_range("2026-01-01", periods=len(table), freq="h")
    return table


QI = {"role": "quasi_identifier"}
LEFT_OUT = {"role": "identifier", "of": "the moment of a visit"}
DATED = {"role": "insensitive", "reason": "the moment of a visit"}


def test_a_panel_whose_people_nobody_judges_is_not_publishable() -> None:
    """25 rows a person, and the rows of one person alone make a class: k at_least 5 says nothing of people."""
    columns = {"persona": PERSON, "edad": QI, "momento": LEFT_OUT}
    table = visits()
    table.loc[table.persona == "p0", "edad"] = 99
    report = check(table, columns)
    assert (errors(report), report.verdict) == ([("unjudged-people", "persona")], "not_publishable")
    assert "1,000 rows are of 40 people" in report.findings[0].text
    assert errors(check(table, columns, [limit("entity_k", at_least=1)])) == [("unjudged-people", "persona")], "a limit that cannot break judges nobody"
    judged = check(table, columns, [limit("entity_k", at_least=5)])
    assert (errors(judged), judged.verdict) == ([], "not_publishable")
    held = check(visits(), columns, [limit("entity_k", at_least=5)])
    assert (errors(held), held.verdict, held.find("entity_k").value) == ([], "publishable", 20)
    accepted = check(table, columns, accepted=[{"finding": "unjudged-people", "column": "persona", "reason": "x", "until": "2027-01-01"}])
    assert accepted.verdict == "publishable"


def test_one_row_a_person_needs_no_limit_on_people() -> None:
    table = visits(rows=1)
    assert errors(check(table, {"persona": PERSON, "edad": QI, "momento": LEFT_OUT})) == []


IDENTIFIERS = [
    ("80 values in 2,000 rows", [f"s{row % 80}" for row in range(2000)], {}, True),
    ("95 % distinct: namesakes", [f"s{row % 1900}" for row in range(2000)], {}, False),
    ("just below", [f"s{row % 1899}" for row in range(2000)], {}, True),
    ("somebody else's", [f"s{row % 80}" for row in range(2000)], {"of": "doctor"}, False),
    ("missing values are no values", [f"s{row}" if row % 2 else None for row in range(2000)], {}, False),
    ("blank values are no values", [f"s{row}" if row % 2 else "" for row in range(2000)], {}, False),
]


@pytest.mark.parametrize(("values", "more", "repeats"), [each[1:] for each in IDENTIFIERS], ids=[each[0] for each in IDENTIFIERS])
def test_an_identifier_that_repeats_is_somebody_with_several_rows(values: list[str | None], more: dict[str, Any], repeats: bool) -> None:
    table = pd.DataFrame({"socio": values, "edad": [30 + row % 2 for row in range(len(values))]})
    report = check(table, {"socio": {"role": "identifier", **more}, "edad": QI})
    assert errors(report) == ([("repeating-identifier", "socio")] if repeats else [])


def test_an_identifier_through_other_columns_may_repeat_and_so_may_those_of_an_entity() -> None:
    table = pd.DataFrame({"socio": [f"s{row % 80}" for row in range(2000)], "edad": [30 + row % 2 for row in range(2000)]})
    assert errors(check(table, {"edad": QI}, other_columns={"role": "identifier", "reason": "left out"})) == []
    table["dni"] = table.socio + "x"
    people = {"socio": PERSON, "dni": {"role": "identifier"}, "edad": QI}
    assert errors(check(table, people, [limit("entity_k", at_least=5)])) == []


ROLES: list[tuple[str, dict[str, Any]]] = [
    ("insensitive", {"role": "insensitive", "reason": "x"}),
    ("sensitive", {"role": "sensitive", "null_means": "value"}),
    ("quasi_identifier", {"role": "quasi_identifier"}),
]


@pytest.mark.parametrize("role", [each[1] for each in ROLES], ids=[each[0] for each in ROLES])
@pytest.mark.parametrize(("name", "values"), [("email", ["a", "b"]), ("extra", ["a@x.es", "b@y.org"]), ("extra", ["12345678Z", "X1234567L"])])
def test_no_role_and_no_reason_hides_an_identifier(name: str, values: list[str], role: dict[str, Any]) -> None:
    table = pd.DataFrame({name: [f"{value[0]}{row}" if value in "ab" else value for row in range(60) for value in values], "edad": [30] * 120})
    waived = {name: "test"} if role["role"] == "sensitive" else {}
    report = check(table, {name: role, "edad": QI}, waived=waived)
    assert ("recognised-identifier", name) in errors(report)
    excused = check(
        table, {name: role, "edad": QI}, waived=waived, accepted=[{"finding": "recognised-identifier", "column": name, "reason": "x", "until": "2027-01-01"}]
    )
    assert [each.outcome for each in excused.findings if each.id == "recognised-identifier"] == ["accepted"]


def test_what_is_not_published_is_not_recognised() -> None:
    table = pd.DataFrame({"email": [f"{row}@x.es" for row in range(60)], "edad": [30] * 60})
    assert errors(check(table, {"email": {"role": "identifier"}, "edad": QI})) == []
    levels = {"role": "quasi_identifier", "levels": {"domain": "substring(email, 3, 1)"}}
    assert errors(check(table, {"email": levels, "edad": QI}, publish={"email": "dropped"})) == []


def test_a_trace_is_what_a_reader_can_join() -> None:
    """1,000 people x 60 points: a few of them single a person out, whatever the classes are."""
    columns: dict[str, Any] = {"persona": PERSON, "edad": QI, "momento": DATED}
    limits = [limit("entity_k", at_least=2)]
    apart = check(visits(), columns, limits)
    assert ([each for each in errors(apart) if each[0] == "traces"], "not linkable" in apart.find("entity_k").reason) == ([], True)
    joined = check(visits(), {**columns, "persona": {**PERSON, "linkable": True}}, limits)
    assert ("traces", "persona") in errors(joined)
    assert ("traces", "persona") not in errors(check(visits(rows=1), {**columns, "persona": {**PERSON, "linkable": True}}))


def test_dates_that_entity_k_judges_are_no_trace() -> None:
    table = visits()
    table["momento"] = [str(row % 25) for row in range(len(table))]
    columns = {"persona": {**PERSON, "linkable": True}, "edad": QI, "momento": {**QI, "levels": {}}}
    table = table.rename(columns={"momento": "fecha"})
    columns["fecha"] = columns.pop("momento")
    report = check(table, columns, [limit("entity_k", at_least=5)])
    assert (errors(report), report.find("entity_k").value) == ([], 20)
    assert ("traces", "persona") in errors(check(table, columns))


@pytest.mark.parametrize("linkable", [True, False])
def test_scan_says_of_traces_what_check_says(linkable: bool, tmp_path: Path) -> None:
    visits().to_parquet(tmp_path / "visits.parquet")
    columns = {"persona": {**PERSON, "linkable": linkable}, "edad": QI, "momento": DATED}
    release = {"name": "a", "relation": "visits.parquet", "columns": columns, "thresholds": [K5, limit("entity_k", at_least=2)]}
    declared = {"version": 1, "releases": [{**release, "decided_on": "2026-11-01", "valid_until": "2027-11-01"}]}
    (tmp_path / "sqlrisk.yml").write_text(json.dumps(declared))
    scanned = program("scan", "--today", TODAY, cwd=tmp_path).out
    checked = sqlrisk.check(tmp_path / "sqlrisk.yml", today=DAY).releases[0]
    assert ("look like traces" in scanned) is (("traces", "persona") in errors(checked)) is linkable


def edition(dx: str) -> pd.DataFrame:
    return pd.DataFrame({"persona": [f"p{row}" for row in range(40)], "edad": [row % 4 for row in range(40)], dx: [row % 5 for row in range(40)]})


def test_composition_without_a_limit_is_not_publishable() -> None:
    of = {"relation": "a", "decided_on": "2026-11-01", "valid_until": "2027-11-01", "thresholds": [K5]}
    releases: list[dict[str, Any]] = [
        {**of, "name": "one", "columns": {"persona": PERSON, "edad": QI}, "composes_with": ["two"]},
        {**of, "name": "two", "relation": "b", "columns": {"persona": PERSON, "zona": QI}},
    ]
    frames = {"a": edition("x").drop(columns="x"), "b": edition("zona").drop(columns="edad")}

    def first() -> ReleaseReport:
        return sqlrisk.check({"version": 1, "releases": releases}, frames=frames, today=DAY).releases[0]

    assert (errors(first()), first().find("composition_k").value) == ([("unjudged-composition", None)], 2)
    releases[0]["thresholds"] = [K5, limit("composition_k", at_least=1)]
    assert errors(first()) == [("unjudged-composition", None)], "a limit that cannot break judges nothing"
    releases[0]["thresholds"] = [K5, limit("composition_k", at_least=2)]
    assert (errors(first()), first().verdict) == ([], "publishable")
    releases[0].update(thresholds=[K5], composes_with=["elsewhere"])
    assert errors(first()) == [("unjudged-composition", None)]
    releases[0]["accepted"] = [{"finding": "unjudged-composition", "reason": "the other table is not ours", "until": "2027-01-01"}]
    assert first().verdict == "publishable"
