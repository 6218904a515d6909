"""Missing values: every attribute measure against brute force, whatever is missing and however it is written; and what `missing` does beside them."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.declaration import Column
from sqlrisk.queries import render
from sqlrisk.report import Measurement, ReleaseReport
from tests import oracle
from tests.engines import ENGINES, Engine
from tests.helpers import TODAY
from tests.helpers import sqlrisk as program
from tests.warehouses import Warehouse

DAY = date.fromisoformat(TODAY)
ORDER = ("low", "mid", "high")
NODE = {"low": "some", "mid": "some", "high": "much"}
SIZES = (4, 3, 5)
FULL = ["low", "low", "mid", "high", "mid", "mid", "high", "low", "mid", "high", "high", "high"]
"""The values of three classes of these sizes, when none is missing."""
GAPS = {"none": (), "some": (1, 3, 4, 5, 6, 9), "all": range(12)}
"""Which of them are missing: some leaves the second class without a value."""
TOKENS = ["", "NA", "  ", " NA ", "-9"]
Values = Sequence[Any]


def classes(values: Values) -> list[Values]:
    ends = [sum(SIZES[:place]) for place in range(len(SIZES) + 1)]
    return [values[start:end] for start, end in zip(ends, ends[1:], strict=False)]


def distance(one: Counter[Any], whole: Counter[Any], ranked: Sequence[Any]) -> float:
    """The ordered distance, by the sums of the differences up to each rank."""
    gaps = [one[value] / one.total() - whole[value] / whole.total() for value in ranked]
    return sum(abs(sum(gaps[: place + 1])) for place in range(len(ranked))) / (len(ranked) - 1) if len(ranked) > 1 else 0.0


def variation(one: Counter[Any], whole: Counter[Any]) -> float:
    return sum(abs(one[value] / one.total() - whole[value] / whole.total()) for value in whole) / 2


def nodes(values: Counter[Any]) -> Counter[Any]:
    return Counter(NODE[value] for value in values.elements())


def beta_enhanced(one: Counter[Any], whole: Counter[Any]) -> float:
    gains = {value: one[value] / one.total() / (whole[value] / whole.total()) - 1 for value in one}
    beyond = any(gain > -math.log(whole[value] / whole.total()) + 1e-9 for value, gain in gains.items())
    return math.inf if beyond else max(0.0, *gains.values())


def delta(one: Counter[Any], whole: Counter[Any]) -> float:
    if set(whole) - set(one):
        return math.inf
    return max(abs(math.log(one[value] / one.total() / (whole[value] / whole.total()))) for value in one)


def recursive(one: Counter[Any]) -> float:
    counts = sorted(one.values(), reverse=True)
    return math.inf if len(counts) < 2 else counts[0] / sum(counts[1:])


def expected(values: Values, null_means: str | None) -> dict[str, Any]:
    """Every attribute measure by its definition; None where it has no value, infinity where it is infinite."""
    counted = [Counter(value for value in members if value is not None or null_means == "value") for members in classes(values)]
    whole = sum(counted, Counter())
    valued = [one for one in counted if one]
    if not valued:
        return dict.fromkeys(MEASURES)
    ranked = [*(value for value in ORDER if value in whole), *([None] if None in whole else [])]
    hierarchical = None if None in whole else max((variation(one, whole) + variation(nodes(one), nodes(whole))) / 2 for one in valued)
    return {
        "distinct_l": min(map(len, valued)),
        "entropy_l": min(math.exp(-sum(n / one.total() * math.log(n / one.total()) for n in one.values())) for one in valued),
        "recursive_c": max(map(recursive, valued)),
        "t_closeness": max(variation(one, whole) for one in valued),
        "t_closeness_ordered": max(distance(one, whole, ranked) for one in valued),
        "t_closeness_hierarchical": hierarchical,
        "max_posterior": max(max(one.values()) / one.total() for one in valued),
        "beta_basic": max(0.0, *(one[value] / one.total() / (whole[value] / whole.total()) - 1 for one in valued for value in one)),
        "beta_enhanced": max(beta_enhanced(one, whole) for one in valued),
        "delta_disclosure": max(delta(one, whole) for one in valued),
        "homogeneous_rows": sum(size for size, one in zip(SIZES, counted, strict=True) if len(one) == 1) / sum(SIZES),
        "classes_without_sensitive_value": sum(not one for one in counted),
    }


MEASURES = {
    "distinct_l": "at_least", "entropy_l": "at_least", "recursive_c": "at_most", "t_closeness": "at_most", "t_closeness_ordered": "at_most",
    "t_closeness_hierarchical": "at_most", "max_posterior": "at_most", "beta_basic": "at_most", "beta_enhanced": "at_most", "delta_disclosure": "at_most",
    "homogeneous_rows": "at_most", "classes_without_sensitive_value": "at_most",
}  # fmt: skip
UNIT = ("t_closeness", "t_closeness_ordered", "t_closeness_hierarchical", "max_posterior", "homogeneous_rows")


def sensitive(name: str, null_means: str | None, **more: Any) -> dict[str, Any]:
    levels = {f"{name}_node": f"case when {name} in ('low', 'mid') then 'some' when {name} = 'high' then 'much' end"}
    meaning = {"null_means": null_means} if null_means else {}
    return {"role": "sensitive", "harm": {"level": "high"}, "order": [*ORDER], "levels": levels, **meaning, **more}


def declared(null_means: str | None) -> dict[str, Any]:
    """A column where what is missing is NULL, and one where it is written in five ways; every limit is as wide as it can be."""
    columns = {"q": {"role": "quasi_identifier"}, "s": sensitive("s", null_means), "coded": sensitive("coded", null_means, missing=["", "NA", -9])}
    limits = [
        {"measure": measure, "column": name, way: 1 if way == "at_least" or measure in UNIT else 1000, **({"l": 2} if measure == "recursive_c" else {})}
        for measure, way in MEASURES.items()
        for name in ("s", "coded")
    ]
    every = [{**limit, "source": "test", "reason": "test"} for limit in [{"measure": "k", "at_least": 3}, *limits]]
    return release("people", columns, every)


def release(relation: Any, columns: Mapping[str, Any], limits: Sequence[Mapping[str, Any]] = (), **more: Any) -> dict[str, Any]:
    thresholds = [*limits] or [{"measure": "prosecutor_mean", "at_most": 0.99, "source": "test", "reason": "test"}]
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01", "adversary": {"access": "internal"}}
    return {"name": "people", "relation": relation, "columns": columns, "thresholds": thresholds, **dates, **more}


def check(folder: Path, declaration: Mapping[str, Any], **profile: str) -> ReleaseReport:
    return sqlrisk.check({"version": 1, **profile, "releases": [declaration]}, today=DAY, project_dir=folder).releases[0]


@pytest.fixture(scope="module", params=[name for name in ("duckdb", "sqlite", "postgres") if name in ENGINES])
def warehouse(request: pytest.FixtureRequest, warehouses: Callable[[str], Warehouse]) -> Warehouse:
    return warehouses(request.param)


@pytest.mark.few(5)
@pytest.mark.parametrize("null_means", [None, "value", "not_recorded"])
@pytest.mark.parametrize("gaps", GAPS)
def test_every_attribute_measure(warehouse: Warehouse, gaps: str, null_means: str | None) -> None:
    values = [None if place in GAPS[gaps] else value for place, value in enumerate(FULL)]
    rows = [(group, *pair) for group, pair in zip(sum(([place] * size for place, size in enumerate(SIZES)), []), pairs(values), strict=True)]
    warehouse.keep("people", {"q": "bigint", "s": "text", "coded": "text"}, rows)
    report = check(warehouse.project, declared(null_means), profile="test")
    oracle = expected(values, null_means)
    empty = null_means is None and any(not any(members) for members in classes(values))
    for result in (result for result in report.thresholds if result.column):
        told = found(report, result.measure, result.column)
        value = math.inf if told.status == "infinite" else told.value
        about = (result.measure, result.column)
        assert value == pytest.approx(oracle[result.measure], abs=1e-9), about
        counts = result.measure == "classes_without_sensitive_value"
        assert result.passed == (value is not None and value != math.inf and (counts or not empty)), about
    assert report.verdict != "publishable" or gaps != "all"


def pairs(values: Values) -> list[tuple[Any, str]]:
    """Each value beside itself, one of the tokens where it is missing."""
    return [(value, TOKENS[place % len(TOKENS)] if value is None else value) for place, value in enumerate(values)]


def table(folder: Path, sql: str) -> None:
    (folder / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: duckdb, path: w.duckdb}}}\n")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute(f"create or replace table people as {sql}")


def found(report: ReleaseReport, name: str, column: str | None = None) -> Measurement:
    """A measurement of the published rung, for the release; by its column where several have it."""
    of_release = (m for m in report.measures if m.rung == "published" and m.group is None and m.column in ((column,) if column else (m.column,)))
    return next(m for m in of_release if m.measure == name)


def figures(report: ReleaseReport, *names: str, column: str | None = None) -> list[Any]:
    return [found(report, name, column).value for name in names]


BLANK = {"missing": [""]}
VALUES: dict[str, Any] = {"missing": []}
V01 = {"hab": ({**BLANK}, [1, 1.0, 1 / 3, 0]), "values": ({**VALUES}, [2, 0.75, 0.25, 0])}


@pytest.mark.parametrize(("more", "right"), V01.values(), ids=["blank cells are missing", "blank cells are values"])
def test_blank_cells_of_a_file(more: Mapping[str, Any], right: list[Any], tmp_path: Path) -> None:
    lines = ["01,H,alcohol", "01,H,", "01,H,alcohol", "01,H,alcohol", "28,M,tabaco", "28,M,alcohol", "28,M,", "28,M,tabaco"]
    (tmp_path / "v01.csv").write_text("\n".join(["prov,sexo,hab", *lines]) + "\n")
    columns = {"prov": {"role": "quasi_identifier"}, "sexo": {"role": "quasi_identifier"}, "hab": {"role": "sensitive", "null_means": "not_recorded", **more}}
    report = check(tmp_path, release("v01.csv", columns))
    told = figures(report, "distinct_l", "max_posterior", "t_closeness", "classes_without_sensitive_value")
    assert told == [pytest.approx(value) for value in right]
    assert figures(report, "k", "classes") == [4, 2]


def test_a_missing_value_is_as_far_in_order_as_any_other(tmp_path: Path) -> None:
    table(tmp_path, "select i // 5 as q, case when i < 5 then null else 'low' end as s from range(10) t(i)")
    columns = {"q": {"role": "quasi_identifier"}, "s": {"role": "sensitive", "order": "natural", "null_means": "value"}}
    report = check(tmp_path, release("people", columns), profile="test")
    assert figures(report, "t_closeness", "t_closeness_ordered") == [0.5, 0.5]


SALARIES = [3, 4, 5, 6, 11, 8, 7, 9, 10]
"""Li et al. 2007, in thousands: the three classes of three."""


@pytest.mark.parametrize(
    ("kind", "order", "value"),
    [("varchar", "natural", None), ("integer", "natural", 0.375), ("varchar", [str(each) for each in sorted(SALARIES)], 0.375)],
    ids=["numbers as text", "numbers", "text in a declared order"],
)
def test_numbers_as_text_have_no_natural_order(kind: str, order: Any, value: float | None, tmp_path: Path) -> None:
    table(tmp_path, f"select i // 3 as q, cast([{', '.join(map(str, SALARIES))}][i + 1] as {kind}) as s from range(9) t(i)")
    columns = {"q": {"role": "quasi_identifier"}, "s": {"role": "sensitive", "order": order}}
    limits = [{"measure": "k", "at_least": 3}, {"measure": "t_closeness_ordered", "at_most": 0.9}]
    report = check(tmp_path, release("people", columns, limits), profile="test")
    told = found(report, "t_closeness_ordered")
    assert told.value == (None if value is None else pytest.approx(value))
    assert report.verdict == ("not_measured" if value is None else "publishable")
    if value is None:
        assert told.reason == "its values are numbers written as text, and as text 10 is before 9: declare `types` for the column, or its `order` as a list"


@pytest.mark.parametrize(("values", "has_value"), [(["2024-01-05", "2023-12-31"], True), (["-1.5", "10"], False), (["a1", "10"], True), (["1", None], False)])
def test_what_is_written_as_a_number(values: list[Any], has_value: bool, tmp_path: Path) -> None:
    listed = ", ".join("null" if value is None else f"'{value}'" for value in values)
    table(tmp_path, f"select 1 as q, unnest([{listed}]) as s")
    report = check(tmp_path, release("people", {"q": {"role": "quasi_identifier"}, "s": {"role": "sensitive", "order": "natural"}}), profile="test")
    assert (found(report, "t_closeness_ordered").value is not None) == has_value


TOWNS = "select unnest(['', 'NA', 'Elche', 'Elche', '', 'NA']) as town, unnest([1, 2, 3, 4, 5, 999]) as age, unnest(['a', 'b', 'a', '', 'c', 'c']) as s"


def test_two_tokens_of_a_quasi_identifier_are_two_classes(tmp_path: Path) -> None:
    table(tmp_path, TOWNS)
    plain: dict[str, Any] = {
        "town": {"role": "quasi_identifier"},
        "age": {"role": "insensitive", "reason": "test"},
        "s": {"role": "sensitive", "missing": [""]},
    }
    known = check(tmp_path, release("people", {**plain, "town": {"role": "quasi_identifier", "missing": ["", "NA"]}}), profile="test")
    unknown = check(tmp_path, release("people", plain), profile="test")
    assert figures(known, "k", "classes") == figures(unknown, "k", "classes") == [2, 3]
    second = {m.measure: m.value for m in known.measures if m.rung == "published, a missing value matches anything"}
    assert (second["k"], second["prosecutor_mean"]) == (6, Fraction(1, 6))
    assert not any(m.rung == "published, a missing value matches anything" for m in unknown.measures)
    suppressed = release("people", {**plain, "town": {"role": "quasi_identifier", "missing": ["", "NA"]}}, suppress_below=2, where="age <> 1")
    held = check(tmp_path, suppressed, profile="test")
    assert (held.rows, held.rows_suppressed, found(held, "classes").value) == (4, 1, 2), "one blank row is a class of its own"


def test_levels_filters_groups_and_queries_see_no_value(tmp_path: Path) -> None:
    table(tmp_path, TOWNS)
    columns = {
        "town": {"role": "quasi_identifier", "missing": ["", "NA"], "levels": {"known": "coalesce(town, 'unknown')"}},
        "age": {"role": "insensitive", "reason": "test", "missing": [999]},
        "s": {"role": "sensitive", "missing": [""], "null_means": "not_recorded"},
    }
    more = {
        "publish": {"town": "known"},
        "where": "s is not null",
        "groups": [{"without a town": "town is null"}, "s"],
        "utility": [{"name": "age", "group_by": ["known"], "mean_of": "age"}],
    }
    report = check(tmp_path, release("people", columns, **more), profile="test")
    assert (report.rows, report.rows_filtered, *figures(report, "k", "classes")) == (5, 1, 1, 2)
    assert {m.group for m in report.measures} == {None, "without a town", "s=a", "s=b", "s=c"}
    assert found(report, "query_error").status == "measured"
    ran = program("compile", "--publication", cwd=written(tmp_path, columns, more)).out
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        towns = Counter(row[0] for row in connection.execute(ran.strip().removesuffix(";")).fetchall())
    assert towns == {"unknown": 4, "Elche": 1}


def written(folder: Path, columns: Mapping[str, Any], more: Mapping[str, Any]) -> Path:
    import yaml

    value = {"version": 1, "profile": "test", "releases": [release("people", columns, **more)]}
    (folder / "sqlrisk.yml").write_text(yaml.safe_dump(value, sort_keys=False))
    return folder


@pytest.mark.parametrize(("missing", "share"), [(None, 1), ([], Fraction(1, 2)), ([7], 1), (["NaN", 7], 1)])
def test_nan_is_missing_unless_every_value_is_a_value(missing: list[Any] | None, share: Any, tmp_path: Path) -> None:
    table(tmp_path, "select i // 3 as q, case when i = 0 then 'nan'::double else 1 + i // 3 end as s from range(6) t(i)")
    column = {"role": "sensitive", "null_means": "not_recorded", **({} if missing is None else {"missing": missing})}
    report = check(tmp_path, release("people", {"q": {"role": "quasi_identifier"}, "s": column}), profile="test")
    assert figures(report, "distinct_l", "homogeneous_rows") == [1, share], "the second class has one value whatever the first has"


def test_a_number_of_a_code_is_compared_as_a_number(tmp_path: Path) -> None:
    table(tmp_path, "select i // 3 as q, [1, 2, -9, -9, 3, 3][i + 1] as s, [1.5, 2.0, -9.0, -9.0, 3, 3][i + 1]::decimal(5, 2) as d from range(6) t(i)")
    columns = {"q": {"role": "quasi_identifier"}, **{name: {"role": "sensitive", "null_means": "not_recorded", "missing": ["-9", "", "x"]} for name in "sd"}}
    report = check(tmp_path, release("people", columns), profile="test")
    for name in "sd":
        assert figures(report, "homogeneous_rows", "distinct_l", column=name) == [Fraction(1, 2), 1]


@pytest.mark.parametrize("token", [None, True, {"a": 1}, float("nan")])
def test_a_token_is_a_text_or_a_number(token: Any) -> None:
    with pytest.raises(ValueError, match="missing"):
        Column(role="sensitive", missing=[token])


def test_a_row_without_a_person_is_not_measured(warehouse: Warehouse) -> None:
    people = [("p1", 1), ("p2", 1), (None, 1), ("", 1), ("  ", 1), ("??", 1)]
    columns = {"id": {"role": "entity", "missing": ["??"]}, "q": {"role": "quasi_identifier"}}
    warehouse.keep("people", {"id": "text", "q": "bigint"}, people)
    report = check(warehouse.project, release("people", columns), profile="test")
    assert report.verdict == "not_measured"
    assert "4 rows have no person: the entity column `id` is NULL, blank or declared missing there" in (report.error or "")
    assert "where: \"trim(id) <> ''\"" in (report.error or "")
    left = check(warehouse.project, release("people", columns, where="trim(id) <> ''"), profile="test")
    assert (left.verdict, left.rows, found(left, "entity_k").value) == ("publishable", 2, 2)


def test_a_person_by_number_without_a_value(warehouse: Warehouse) -> None:
    columns = {"id": {"role": "entity", "missing": [-1]}, "q": {"role": "quasi_identifier"}}
    warehouse.keep("people", {"id": "bigint", "q": "bigint"}, [(1, 1), (2, 1), (-1, 1), (None, 1)])
    report = check(warehouse.project, release("people", columns), profile="test")
    assert (report.verdict, "2 rows have no person" in (report.error or "")) == ("not_measured", True)
    left = check(warehouse.project, release("people", columns, where="id is not null"), profile="test")
    assert (left.verdict, left.rows) == ("publishable", 2)


CELLS = ["", "  ", "NA", "N/A", "null", "NULL", ".", "NaN", "none", "None", "NONE", "na", "x", " NA ", None, "Nan", "n.a.", "-"]


def test_tokens_are_counted_as_brute_force_counts_them(engine: Engine) -> None:
    draw = random.Random(5)
    numbers = [float("nan"), 0.0, 1.5, None] if engine.name not in ("sqlite", "mariadb") else [0.0, 1.5, None]
    rows = [(draw.choice(CELLS), draw.choice(CELLS), draw.choice(numbers)) for _ in range(200)]
    columns = {"a": "text", "b": "text", "x": "double precision"}
    relation = engine.load("cells", columns, rows)
    told = engine.rows(render("missing_tokens", engine.dialect, relation=relation, texts=["a", "b"], numbers=["x"]).sql)
    right = oracle.missing_tokens([dict(zip(columns, row, strict=True)) for row in rows], ["a", "b"], ["x"])
    assert sorted(told, key=lambda row: row["sqlrisk_place"]) == right
    empty = engine.load("cells", columns, [])
    assert evidence.missing_tokens(engine.rows(render("missing_tokens", engine.dialect, relation=empty, texts=["a"]).sql), ["a"])[0].tokens == ()


def ids(report: ReleaseReport) -> list[tuple[str, str | None, str | None]]:
    return [(each.id, each.column, each.group) for each in report.findings if each.id in ("missing-undeclared", "possible-missing")]


def test_undeclared_tokens_fail_until_they_are_declared(warehouse: Warehouse) -> None:
    cells = ["NA", "", " ", "none", "a", "b", "a", "b", ".", "N/A"]
    rows = [(place // 5, "" if place == 0 else "t", cell, "NULL" if place == 1 else "g") for place, cell in enumerate(cells)]
    warehouse.keep("people", {"q": "bigint", "town": "text", "s": "text", "g": "text"}, rows)

    def columns(**more: Any) -> dict[str, Any]:
        plain = {
            "q": {"role": "quasi_identifier"},
            "town": {"role": "quasi_identifier"},
            "s": {"role": "sensitive"},
            "g": {"role": "insensitive", "reason": "x"},
        }
        return {name: {**column, **({"missing": more[name]} if name in more else {})} for name, column in plain.items()}

    undeclared = check(warehouse.project, release("people", columns(), groups=["g"], waived={"s": "test"}), profile="test")
    assert ids(undeclared) == [
        ("missing-undeclared", "s", None),
        ("missing-undeclared", None, "g"),
        ("possible-missing", "s", None),
        ("possible-missing", "town", None),
    ]
    assert (undeclared.verdict, undeclared.findings[0].severity) == ("not_publishable", "error")
    told = next(each.text for each in undeclared.findings if each.id == "missing-undeclared")
    assert told == (
        "the sensitive column `s` holds 2 blank cells, 1 `NA`, 1 `N/A`, 1 `.`, which may mean that nothing was recorded: "
        'declare `missing: ["", "NA", "N/A", "."]` for the column, or `missing: []` if they are values'
    )
    for tokens in (["", "NA", "N/A", ".", "none"], []):
        known = columns(s=tokens, g=["NULL"], town=[""])
        report = check(warehouse.project, release("people", known, groups=["g"], waived={"s": "test"}), profile="test")
        assert (ids(report), report.verdict) == ([], "publishable")


def test_nan_of_a_sensitive_column_is_declared(tmp_path: Path) -> None:
    table(tmp_path, "select i // 3 as q, case when i = 0 then 'nan'::double else i end as s from range(6) t(i)")
    columns = {"q": {"role": "quasi_identifier"}, "s": {"role": "sensitive"}}
    report = check(tmp_path, release("people", columns, waived={"s": "test"}), profile="test")
    assert (ids(report), report.verdict) == ([("missing-undeclared", "s", None)], "not_publishable")
    declared_too = {"q": {"role": "quasi_identifier"}, "s": {"role": "sensitive", "missing": ["NaN"]}}
    assert check(tmp_path, release("people", declared_too, waived={"s": "test"}), profile="test").verdict == "publishable"


def test_the_first_case_of_blank_cells(tmp_path: Path, shared: Path) -> None:
    folder = shared / "cases" / "turn2"
    (tmp_path / "V01_blank.csv").write_bytes((folder / "V01_blank.csv").read_bytes())
    (tmp_path / "sqlrisk.yml").write_bytes((folder / "V01.yml").read_bytes())
    ran = program("check", "--today", TODAY, cwd=tmp_path)
    assert ran.code == 1
    assert "2 blank cells" in ran.out
    assert "missing-undeclared" in ran.out
