"""Task utility: the error of declared queries against the source, from the kernels to the command, against brute force."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.errors import ConfigurationError, DeclarationError
from sqlrisk.evidence import Nesting, QueryError, QueryErrors, Unanswered
from sqlrisk.expressions import is_text
from sqlrisk.measures import Noted, NoValue, measures
from sqlrisk.plain import counted
from sqlrisk.queries import render
from sqlrisk.report import Measurement, ReleaseReport
from tests import test_book as book
from tests.engines import Engine
from tests.helpers import TODAY
from tests.helpers import sqlrisk as program

DAY = date.fromisoformat(TODAY)
Pairs = Sequence[tuple[Any, Any]]
NAMES = [("n", "c", "k", "b", "rows"), ("user", "value", "class_size", "g", "limit"), ('a"b', "año", "relation", "model", "select")]
KINDS = ("text", "bigint", "text", "text", "double precision")
LIMITS = [1, 2, 3]


# brute force: rows are pairs of a group and a value


def answers(pairs: Pairs, of: str, null_is_value: bool = False) -> dict[Any, Fraction]:
    """The answer of each cell that has one."""
    groups: dict[Any, list[Any]] = defaultdict(list)
    for group, value in pairs:
        if of == "count" or value is not None or (of == "share" and null_is_value):
            groups[group].append(value)
    if of == "share":
        return {(group, value): Fraction(rows, len(values)) for group, values in groups.items() for value, rows in Counter(values).items()}
    totals = {group: sum(map(Fraction, values), Fraction(0)) for group, values in groups.items()} if of in ("mean", "sum") else {}
    return {
        group: {"count": Fraction(len(values)), "sum": totals.get(group), "mean": totals.get(group, 0) / len(values)}[of] for group, values in groups.items()
    }


def brute(source: Pairs, published: Pairs, of: str, null_is_value: bool = False) -> QueryError:
    """What the kernel is to count; the error exactly."""
    true, found = answers(source, of, null_is_value), answers(published, of, null_is_value)

    def groups(cells: Iterable[Any]) -> set[Any]:
        return {cell[0] for cell in cells} if of == "share" else set(cells)

    def rows(pairs: Pairs) -> int:
        return sum(of == "count" or value is not None or (of == "share" and null_is_value) for _, value in pairs)

    return QueryError(
        sum((abs(found.get(cell, Fraction(0)) - answer) for cell, answer in true.items()), Fraction(0)),
        len(true),
        len(groups(true)),
        rows(source),
        rows(published),
        len(true.keys() - found.keys()),
        len(groups(true) - groups(found)),
        len(groups(found) - groups(true)),
    )


def random_rows(seed: int) -> list[tuple[Any, ...]]:
    """Rows of two quasi-identifiers, a group, a value of text and a number."""
    chance = random.Random(seed)
    towns, wide = ["a", "A", "", None, "1,1"], chance.choice([1, 3, 12])
    return [
        (
            chance.choice(towns),
            chance.choice([*range(wide), None]),
            chance.choice(["x", "y", None]),
            chance.choice(["flu", "Flu", "", None]),
            chance.choice([0.5, -3.25, 1e6, 7.0, None]),
        )
        for _ in range(chance.choice([0, 1, 2, 9, 40]))
    ]


def kept(rows: Sequence[tuple[Any, ...]], limit: int) -> list[tuple[Any, ...]]:
    sizes = Counter(row[:2] for row in rows)
    return [row for row in rows if sizes[row[:2]] >= limit]


def approximately(expected: QueryError) -> QueryError:
    return QueryError(pytest.approx(float(expected.error or 0), rel=1e-9, abs=1e-9), *list(vars(expected).values())[1:])


@pytest.mark.parametrize("of", ["share", "count", "mean", "sum"])
def test_the_error_is_that_of_brute_force(of: str, engine: Engine) -> None:
    place = {"share": 3, "count": 3, "mean": 4, "sum": 4}[of]
    for seed in range(engine.tables // 12):
        rows, names = random_rows(seed), NAMES[seed % 3]
        null = seed % 4 == 0
        relation = engine.load("people", dict(zip(names, KINDS, strict=True)), rows)
        value = {} if of == "count" else {"value": names[place]}
        for grouped in ([2], [1, 2], [0]):
            arguments = {"quasi_identifiers": [*names[:2]], "group_by": [names[each] for each in grouped], "of": of, "limits": LIMITS, **value}
            found = engine.rows(render("query_errors", engine.dialect, relation=relation, null_is_value=null, **arguments).sql)
            assert len(found) == 1
            pairs = [[(tuple(row[each] for each in grouped), row[place]) for row in kept(rows, limit)] for limit in (1, *LIMITS)]
            for at, published in enumerate(pairs[1:], start=1):
                assert evidence.query_error(found, at) == approximately(brute(pairs[0], published, of, null)), (seed, rows)


@pytest.mark.parametrize("of", ["share", "count", "mean", "sum"])
def test_against_a_source_of_its_own(of: str, engine: Engine) -> None:
    place = {"share": 3, "count": 3, "mean": 4, "sum": 4}[of]
    for seed in range(engine.tables // 12):
        rows, true, names = random_rows(seed), random_rows(seed + 1000), NAMES[seed % 3]
        relation = engine.load("people", dict(zip(names, KINDS, strict=True)), rows)
        source = engine.load("truth", dict(zip(names, KINDS, strict=True)), true)
        value = {} if of == "count" else {"value": names[place]}
        arguments = {"quasi_identifiers": [*names[:2]], "group_by": [names[2]], "of": of, "limits": [2], "source": source, **value}
        found = engine.rows(render("query_errors", engine.dialect, relation=relation, **arguments).sql)
        pairs = [[(row[2], row[place]) for row in each] for each in (true, kept(rows, 2))]
        assert evidence.query_error(found, 1) == approximately(brute(*pairs, of)), (seed, rows, true)


def test_the_published_value_is_compared_with_the_true_one(engine: Engine) -> None:
    rows = [("a", 30, "x", None, 31.0), ("a", 30, "x", None, 34.0), ("a", None, "y", None, 40.0)]
    relation = engine.load("people", dict(zip(NAMES[0], KINDS, strict=True)), rows)
    common = {"relation": relation, "quasi_identifiers": ["n"], "group_by": ["k"], "value": "c", "source_value": "rows", "limits": [1, 4]}
    means, sums = (evidence.query_error(engine.rows(render("query_errors", engine.dialect, of=of, **common).sql), 1) for of in ("mean", "sum"))
    assert (means.error, means.cells, means.groups_missing) == (pytest.approx(2.5 + 40), 2, 1)
    assert (sums.error, sums.rows, sums.rows_published) == (pytest.approx(5 + 40), 3, 2)


def test_which_values_lie_in_two(engine: Engine) -> None:
    for seed in range(engine.tables // 3):
        rows = random_rows(seed)
        relation = engine.load("people", dict(zip(NAMES[0], KINDS, strict=True)), rows)
        parents: dict[Any, set[Any]] = defaultdict(set)
        for row in rows:
            parents[row[1]].add(row[2])
        found = evidence.nesting(engine.rows(render("nesting", engine.dialect, relation=relation, finer="c", coarser="k").sql))
        assert found == Nesting(len(parents), sum(len(each) > 1 for each in parents.values())), (seed, rows)
        assert found.holds == (not found.split)


# the measures: pure functions of counts


def measured(found: QueryError | Unanswered, of: str = "share") -> Any:
    known = measures()["query_error"]
    return known.of({QueryErrors: QueryErrors(of, found, Unanswered("not asked"))})


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (Unanswered("it is dropped"), "it is dropped"),
        (QueryError(0.0, 0, 0, 0, 0, 0, 0, 0), "the source has no value"),
        (QueryError(1.0, 1, 1, 5, 0, 1, 1, 0), "nothing is left"),
        (QueryError(None, 1, 1, 5, 5, 0, 0, 0), "not all finite"),
        (QueryError(float("nan"), 1, 1, 5, 5, 0, 0, 0), "not all finite"),
        (QueryError(float("inf"), 1, 1, 5, 5, 0, 0, 0), "not all finite"),
    ],
)
def test_what_has_no_value(found: QueryError | Unanswered, why: str) -> None:
    got = measured(found, "mean")
    assert isinstance(got, NoValue)
    assert why in got.reason


def test_what_vanishes_is_named_by_count() -> None:
    got = measured(QueryError(1.5, 4, 2, 10, 7, 3, 1, 1))
    assert isinstance(got, Noted)
    assert got.value == 37.5
    assert got.note == "3 of 10 rows vanish, 1 of 2 groups vanishes, 3 of 4 pairs of a group and a value vanish, groups published that the source lacks: 1"
    more = measured(QueryError(3.0, 2, 2, 10, 13, 0, 0, 0), "count")
    assert (more.value, more.note) == (Fraction(3, 2), "rows published beyond those of the source: 3")
    assert measured(QueryError(3.0, 4, 2, 10, 10, 0, 0, 0), "sum") == 0.75


# a release


def release(**more: Any) -> dict[str, Any]:
    return {
        "name": "people",
        "relation": "people",
        "columns": {
            "id": {"role": "identifier"},
            "age": {
                "role": "quasi_identifier",
                "levels": {
                    "age5": "floor(age / 5) * 5",
                    "band": "case when age < 18 then 0 else 18 end",
                    "life": "case when age < 18 then 'young' else 'old' end",
                    "mixed": "case when age < 18 and sex = 'F' then 1 else 0 end",
                },
            },
            "sex": {"role": "quasi_identifier"},
            "town": {"role": "quasi_identifier", "levels": {"region": "substring(town, 1, 1)"}},
            "illness": {"role": "sensitive", "harm": {"level": "high"}, "levels": {"organ": "substring(illness, 1, 1)"}},
            "days": {"role": "insensitive", "reason": "a number"},
        },
        "thresholds": [{"measure": "k", "at_least": 3, "source": "t", "reason": "t"}],
        "waived": {"illness": "not judged in this test"},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }


def people(seed: int, rows: int = 120) -> pd.DataFrame:
    chance = random.Random(seed)
    found = {
        "id": [f"p{each}" for each in range(rows)],
        "age": pd.array([chance.choice([None, *range(30)]) for _ in range(rows)], dtype="Int64"),
        "sex": [chance.choice(["F", "M", None]) for _ in range(rows)],
        "town": [chance.choice(["aa", "ab", "ba", "c", None]) for _ in range(rows)],
        "illness": [chance.choice(["flu", "fever", "gout", "cold", None]) for _ in range(rows)],
        "days": pd.array([chance.choice([None, 0, 1, 5, 100]) for _ in range(rows)], dtype="Int64"),
    }
    return pd.DataFrame(found)


def check(declared: dict[str, Any], **frames: pd.DataFrame) -> tuple[ReleaseReport, int]:
    report = sqlrisk.check({"version": 1, "releases": [declared]}, frames=frames, today=DAY)
    return report.releases[0], report.exit_code


def query(of: str, value: str | None = None, *by: str, name: str = "q") -> dict[str, Any]:
    return {"name": name, "group_by": [*by], **({"count": True} if of == "count" else {f"{of}_of": value})}


def found(report: ReleaseReport, measure: str = "query_error", **where: Any) -> Measurement:
    measurement = report.find(measure, **where)
    assert measurement is not None, report.error
    return measurement


def python_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{key: None if pd.isna(value) else value for key, value in row.items()} for row in frame.to_dict("records")]


def level(name: str, row: dict[str, Any]) -> Any:
    """A column or level of a row, by hand."""
    age, town, illness = row["age"], row["town"], row["illness"]
    return {
        **row,
        "age5": None if age is None else age // 5 * 5,
        "band": 0 if age is not None and age < 18 else 18,
        "region": None if town is None else town[:1],
        "organ": None if illness is None else illness[:1],
    }[name]


RUNG_LEVELS = ("age5", "sex", "region")
ANSWERED = [
    ("share", "illness", ("region",)),
    ("share", "organ", ("sex", "region")),
    ("share", "sex", ("region",)),
    ("share", "region", ("sex",)),
    ("count", None, ("region", "sex")),
    ("count", None, ("age5",)),
    ("count", None, ("illness",)),
    ("sum", "days", ("region",)),
    ("mean", "days", ("illness", "sex")),
    ("mean", "age", ("region",)),
    ("sum", "age", ("sex",)),
    ("mean", "band", ("sex",)),
]


@pytest.mark.parametrize(("of", "value", "by"), ANSWERED, ids=str)
def test_a_rung_answers_as_by_hand(of: str, value: str | None, by: tuple[str, ...]) -> None:
    for seed in range(4):
        frame = people(seed)
        declared = release(
            ladder=[{"name": "rung", "age": "age5", "town": "region"}], publish={"town": "region"}, utility=[query(of, value, *by)], where="days <> 1"
        )
        report, _ = check(declared, people=frame)
        rows = [row for row in python_rows(frame) if row["days"] not in (None, 1)]
        sizes = Counter(tuple(level(name, row) for name in RUNG_LEVELS) for row in rows)
        published_value = {"age": "age5", "band": "age5"}.get(value or "", value)
        null = value in ("sex", "region")

        def pairs(rows: list[dict[str, Any]], name: str | None) -> Pairs:
            return [(tuple(level(each, row) for each in by), None if name is None else level(name, row)) for row in rows]

        for measure, limit in (("query_error", 1), ("suppressed_query_error", 3)):
            left = [row for row in rows if sizes[tuple(level(name, row) for name in RUNG_LEVELS)] >= limit]
            expected = brute(pairs(rows, value), pairs(left, published_value), of, null)
            got = found(report, measure, rung="rung")
            assert expected.error is not None
            if not expected.rows_published:
                assert got.status == "not_measured"
                continue
            assert got.value == pytest.approx(float(expected.error / expected.cells * (100 if of == "share" else 1)), rel=1e-9, abs=1e-9), (seed, measure)
            assert got.unit == {"share": "percentage points", "count": "rows"}.get(of, f"units of {value}")
            vanish = f"{expected.rows - expected.rows_published} of {counted(expected.rows, 'row')} vanish"
            assert (vanish in (got.reason or "")) == (expected.rows > expected.rows_published)


UNANSWERED = [
    ({"town": "dropped"}, query("count", None, "region"), "the rung does not publish `town`, and the query reads `region`"),
    ({"age": "dropped"}, query("mean", "age", "sex"), "the rung does not publish `age`, and the query reads `age`"),
    ({"age": "age5"}, query("count", None, "band"), "`band` does not follow from what the rung publishes: 1 of 7 values of `age5` lies in more than one"),
    ({"age": "band"}, query("share", "age5", "sex"), "`age5` does not follow"),
    ({"town": "region"}, query("count", None, "town"), "`town` does not follow"),
    ({"age": "life"}, query("sum", "age", "sex"), "the rung publishes `age` as `life`, which is text: it has no sum"),
    ({"sex": "dropped"}, query("count", None, "mixed"), "`mixed` does not follow from what the rung publishes"),
]


@pytest.mark.parametrize(("rung", "asked", "why"), UNANSWERED, ids=str)
def test_what_a_rung_cannot_answer_has_no_value_and_never_0(rung: dict[str, str], asked: dict[str, Any], why: str) -> None:
    frame = people(1)
    limit = {"measure": "query_error", "at_most": 100, "source": "t", "reason": "t"}
    declared = release(publish=rung, ladder=[{"name": "rung", **rung}], utility=[asked])
    declared["thresholds"].append(limit)
    report, code = check(declared, people=frame)
    for where in ("published", "rung"):
        for measure in ("query_error", "suppressed_query_error"):
            got = found(report, measure, rung=where)
            assert (got.status, got.value) == ("not_measured", None)
            assert why in (got.reason or "")
    assert code == 3
    assert not report.thresholds[1].passed
    assert any(why in warning for warning in report.warnings)


def test_what_is_published_whole_has_no_error() -> None:
    frame = people(2)
    queries = [query(of, value, *by, name=f"q{place}") for place, (of, value, by) in enumerate(ANSWERED)]
    report, _ = check(release(utility=queries), people=frame)
    for each in queries:
        assert found(report, column=each["name"]).value == 0
        assert found(report, column=each["name"]).reason is None


def test_null_is_a_value_of_the_column_that_says_so() -> None:
    frame = people(3)
    frame.loc[frame["sex"].isna(), "illness"] = None
    got = []
    for null_means in ("value", "not_recorded"):
        declared = release(publish={"age": "band", "town": "region"}, utility=[query("share", "illness", "sex")])
        declared["columns"]["illness"]["null_means"] = null_means
        rows = python_rows(frame)
        sizes = Counter(tuple(level(name, row) for name in ("band", "sex", "region")) for row in rows)
        left = [row for row in rows if sizes[tuple(level(name, row) for name in ("band", "sex", "region"))] >= 3]
        expected = brute(*([(row["sex"], row["illness"]) for row in each] for each in (rows, left)), "share", null_means == "value")
        assert expected.error is not None
        report, _ = check(declared, people=frame)
        got.append(found(report, "suppressed_query_error").value)
        assert got[-1] == pytest.approx(float(100 * expected.error / expected.cells), rel=1e-9)
    assert got[0] != got[1]


def test_a_level_follows_where_no_band_of_the_data_straddles() -> None:
    frame = people(4)
    frame["age"] = frame["age"] // 10 * 10
    declared = release(publish={"age": "age5"}, utility=[query("count", None, "band")])
    got = found(check(declared, people=frame)[0])
    assert (got.status, got.value) == ("measured", 0)
    frame.loc[0, "age"], frame.loc[1, "age"] = 15, 19
    assert found(check(declared, people=frame)[0]).status == "not_measured"


def test_an_undeclared_column_may_not_have_the_name_of_what_is_published() -> None:
    others = {"role": "insensitive", "reason": "of no matter here"}
    with pytest.raises(ConfigurationError, match="two columns of one name"):
        check(release(publish={"town": "region"}, other_columns=others, utility=[query("count", None, "region")]), people=people(4).assign(region="all"))


def test_another_case_does_not_pass_for_what_is_published() -> None:
    frame = people(4)
    others = {"role": "insensitive", "reason": "of no matter here"}
    declared = release(
        publish={"town": "region", "age": "age5"}, other_columns=others, utility=[query("count", None, "region"), query("count", None, "AGE", name="r")]
    )
    report, _ = check(declared, people=frame)
    assert found(report, column="q").value == 0
    vanished = found(report, "suppressed_query_error", column="q")
    assert (vanished.reason, vanished.value) == ("50 of 120 rows vanish", Fraction(50, 4)), "four regions, not one"
    assert "`age` does not follow" in (found(report, column="r").reason or "")


def test_the_publication_that_is_there_is_compared_with_its_source() -> None:
    frame = people(5)
    rows = python_rows(frame)
    published = frame.assign(region=frame["town"].str[:1]).drop(columns=["id", "town"]).iloc[10:].copy()
    extra = published.iloc[:2].assign(region="z")
    published = pd.concat([published, extra])
    for of, value, by in [("share", "illness", ("region",)), ("count", None, ("region", "sex")), ("mean", "days", ("region",)), ("share", "organ", ("sex",))]:
        declared = release(published_as="open", publish={"town": "region"}, utility=[query(of, value, *by)], where="days is null or days <> 1")
        report, _ = check(declared, people=frame, open=published)
        true = [row for row in rows if row["days"] != 1]
        opened = [{**row, "town": row["region"]} for row in python_rows(published)]
        sizes = Counter((row["age"], row["sex"], row["region"]) for row in opened)
        left = [row for row in opened if sizes[row["age"], row["sex"], row["region"]] >= 3]
        for measure, each in (("query_error", opened), ("suppressed_query_error", left)):
            pairs = [[(tuple(level(name, row) for name in by), level(value, row) if value else None) for row in some] for some in (true, each)]
            expected = brute(*pairs, of)
            assert expected.error is not None
            got = found(report, measure)
            if not expected.rows_published:
                assert got.status == "not_measured"
                continue
            assert got.value == pytest.approx(float(expected.error / expected.cells * (100 if of == "share" else 1)), rel=1e-9)
            if expected.groups_new:
                assert f"groups published that the source lacks: {expected.groups_new}" in (got.reason or "")


@pytest.mark.parametrize("asked", [query("count", None, "town"), query("mean", "age5", "sex"), query("count", None, "age5")], ids=str)
def test_a_query_reads_what_the_published_relation_holds(asked: dict[str, Any]) -> None:
    frame = people(6)
    published = frame.assign(region=frame["town"].str[:1]).drop(columns=["id", "town"])
    with pytest.raises(ConfigurationError, match="which is not a column of what is published"):
        check(release(published_as="open", publish={"town": "region"}, utility=[asked]), people=frame, open=published)


@pytest.mark.parametrize("name", ["illness", "organ", "life", "town"])
def test_a_mean_of_text_is_refused_before_measuring(name: str) -> None:
    frame = people(7)
    with pytest.raises(ConfigurationError, match=f"the mean of `{name}`, which is text"):
        check(release(utility=[query("mean", name, "sex")]), people=frame)


RULES = [
    ([query("count", None, "regoin")], "`regoin` is neither a column nor a level", "region"),
    ([query("mean", "dayz", "sex")], "`dayz` is neither a column nor a level", "days"),
    ([query("count", None, "id")], "`id` identifies people and is never published", ""),
    ([query("count", None, "sex"), query("count", None, "town")], "the query `q` stands 2 times", "a name of its own"),
    ([query("count", None, "sex", "sex")], "`sex` stands twice", ""),
    ([query("share", "sex", "sex")], "`sex` is grouped by", ""),
    ([{"name": "q", "group_by": ["sex"]}], "one of share_of, count, mean_of, sum_of", "count: true"),
    ([{"name": "q", "group_by": ["sex"], "count": True, "sum_of": "days"}], "one of share_of, count, mean_of, sum_of", ""),
]


def refused(declared: dict[str, Any], frame: pd.DataFrame) -> str:
    with pytest.raises(DeclarationError) as caught:
        check(declared, people=frame)
    return str(caught.value)


@pytest.mark.parametrize(("queries", "what", "instead"), RULES, ids=[what for _, what, _ in RULES])
def test_a_query_that_cannot_be_asked_is_refused(queries: list[dict[str, Any]], what: str, instead: str) -> None:
    frame = people(8)
    told = refused(release(utility=queries), frame)
    assert what in told
    assert instead in told


LIMIT_RULES = [
    ([], {}, "query_error needs a utility query, and none is declared"),
    (["one", "two"], {}, "query_error needs a column: 2 utility queries are declared"),
    (["one", "two"], {"column": "tow"}, "`tow` is not a utility query"),
    (["one"], {"column": "illness"}, "`illness` is not a utility query"),
    (["one"], {"group": "each"}, "query_error speaks of the whole release"),
]


@pytest.mark.parametrize(("names", "more", "what"), LIMIT_RULES, ids=[what for *_, what in LIMIT_RULES])
def test_a_limit_says_which_query(names: list[str], more: dict[str, str], what: str) -> None:
    frame = people(9)
    declared = release(groups=["sex"], utility=[query("count", None, "sex", name=name) for name in names])
    declared["thresholds"].append({"measure": "query_error", "at_most": 1, "source": "t", "reason": "t", **more})
    assert what in refused(declared, frame)


@pytest.mark.parametrize("measure", ["query_error", "suppressed_query_error"])
def test_a_limit_is_held_against_its_own_query(measure: str) -> None:
    frame = people(10)
    queries = [query("count", None, "sex", name="rows"), query("share", "illness", "sex", name="illness")]
    values = []
    for asked in (queries, queries[:1], queries[1:]):
        declared = release(publish={"age": "age5", "town": "region"}, suppress_below=3, utility=asked)
        named = [{"measure": measure, "column": each["name"], "at_most": 0, "source": "t", "reason": "t"} for each in asked]
        report, code = check({**declared, "thresholds": [*declared["thresholds"], *named]}, people=frame)
        assert code == 1
        assert [result.passed for result in report.thresholds] == [True, *(False for _ in asked)]
        assert [result.column for result in report.thresholds[1:]] == ([each["name"] for each in asked] if len(asked) > 1 else [None])
        values.append([result.value for result in report.thresholds[1:]])
    assert values[0] == [*values[1], *values[2]]
    assert values[0][0] != values[0][1]


def test_the_remedy_is_measured_again() -> None:
    frame = people(12)
    declared = release(publish={"age": "age5", "town": "region"}, utility=[query("count", None, "sex")])
    report, _ = check(declared, people=frame)
    remedy = "published, suppressed below 3"
    assert found(report).value == 0
    assert found(report, rung=remedy).value == found(report, "suppressed_query_error").value
    assert found(report, "suppressed_query_error", rung=remedy).value == found(report, rung=remedy).value
    suppressed, _ = check({**declared, "suppress_below": 3}, people=frame)
    assert found(suppressed).value == found(report, rung=remedy).value


def test_a_release_that_loses_every_row_has_no_value() -> None:
    frame = people(13, rows=20)
    report, _ = check(release(utility=[query("count", None, "sex")]), people=frame)
    assert found(report, "suppressed_query_error").reason == "nothing is left that could answer the query"


# laws


def test_neither_order_nor_names_nor_a_finer_class_that_is_kept_matter() -> None:
    frame = people(14)
    asked = [query("share", "illness", "region", name="illness"), query("sum", "days", "sex", name="days")]
    declared = release(publish={"age": "band", "town": "region"}, utility=asked)
    first, _ = check(declared, people=frame)
    shuffled, _ = check(declared, people=frame.sample(frac=1, random_state=3))
    twice, _ = check({**declared, "suppress_below": 6}, people=pd.concat([frame, frame]))
    for name in ("illness", "days"):
        error = found(first, "suppressed_query_error", column=name).value
        assert error == pytest.approx(found(shuffled, "suppressed_query_error", column=name).value, rel=1e-12)
        assert found(twice, column=name).value == pytest.approx(error * (2 if name == "days" else 1), rel=1e-9)


# the book


@pytest.fixture(scope="module")
def table(shared: Path) -> Path:
    return shared / "data" / "book" / "poblacion_sintetica.parquet"


LADDER = {
    "crudo": None,
    "sin profesion": None,
    "CP a 3 digitos": 11.633431972300825,
    "quinquenios": 5.2036220891117075,
    "provincia": 2.4129305963400407,
    "franja": 0.4993752575169458,
}
PREVALENCE = {"name": "prevalence", "group_by": ["provincia"], "share_of": "diagnostico"}


def test_the_ladder_of_the_book(table: Path) -> None:
    report, _ = book.checked(book.release(table, utility=[PREVALENCE]))
    for rung, error in LADDER.items():
        got = found(report, "suppressed_query_error", rung=rung)
        assert (got.value is None) == (error is None)
        assert got.value is None or got.value == pytest.approx(error, rel=1e-9)
        assert found(report, rung=rung).value == 0
    assert found(report, rung="published, suppressed below 5").value == pytest.approx(LADDER["provincia"], rel=1e-9)
    assert found(report, "suppressed_query_error").reason == (
        "1,754 of 20,000 rows vanish, 3 of 52 groups vanish, 30 of 311 pairs of a group and a value vanish"
    )


def test_the_ages_of_the_book_before_and_after_suppression(table: Path) -> None:
    asked = [{"name": "age", "group_by": ["provincia"], "mean_of": "edad"}, {"name": "bands", "group_by": ["franja"], "count": True}]
    report, _ = book.checked(book.release(table, utility=asked))
    with duckdb.connect() as connection:
        ages = connection.execute(
            f"select avg(abs(age - age5)) from (select avg(edad) age, avg(edad // 5 * 5) age5 from '{table}' group by substring(codigo_postal, 1, 2))"
        ).fetchone()
    assert ages is not None
    assert found(report, column="age", rung="quinquenios").value == pytest.approx(ages[0], rel=1e-9)
    assert found(report, column="age", rung="quinquenios").assumptions == ("`edad` is answered with `edad5`, which is what is published of it",)
    assert (found(report, column="age", rung="crudo").value, found(report, column="age", rung="crudo").assumptions) == (0, ())
    assert "1 of 21 values of `edad5` lies in more than one of `franja`" in (found(report, column="bands").reason or "")
    assert found(report, column="bands", rung="crudo").value == 0
    assert found(report, column="bands", rung="franja").value == 0


def test_the_book_shuffled_renamed_and_with_rows_dropped_agrees_with_brute_force(table: Path, tmp_path: Path) -> None:
    names = {"edad": "Age", "sexo": "group", "codigo_postal": "postcode", "profesion": "c", "diagnostico": "rows", "num_historia": "n"}
    with duckdb.connect() as connection:
        rows = connection.execute(f"select num_historia, edad, sexo, codigo_postal, profesion, diagnostico from '{table}'").fetchall()
    random.Random(8).shuffle(rows)
    left = [row for row in rows if random.Random(row[0]).random() >= 0.05]
    pd.DataFrame(left, columns=[names[name] for name in ("num_historia", "edad", "sexo", "codigo_postal", "profesion", "diagnostico")]).to_parquet(
        tmp_path / "book.parquet"
    )
    declared = book.release(tmp_path / "book.parquet", names=names, utility=[{**PREVALENCE, "share_of": "rows"}])
    declared["columns"]["Age"]["levels"]["edad5"] = 'floor("Age" / 5) * 5'
    declared["columns"]["Age"]["levels"]["franja"] = book.FRANJA.replace("edad", '"Age"')
    report, _ = book.checked(declared)
    for rung, key in {"provincia": lambda row: (row[1] // 5, row[2], row[3][:2]), "CP a 3 digitos": lambda row: (row[1], row[2], row[3][:3])}.items():
        sizes = Counter(map(key, left))
        pairs = [[(row[3][:2], row[5]) for row in each] for each in (left, [row for row in left if sizes[key(row)] >= 5])]
        expected = brute(*pairs, "share")
        assert expected.error is not None
        assert found(report, "suppressed_query_error", rung=rung).value == pytest.approx(float(100 * expected.error / expected.cells), rel=1e-9)


# the program


DECLARED = """\
version: 1
releases:
  - name: altas
    relation: people.csv
    columns:
      edad: {role: quasi_identifier, levels: {decada: "floor(cast(edad as integer) / 10) * 10"}}
      sexo: {role: quasi_identifier}
      estancia: {role: insensitive, reason: a number}
    publish: {edad: decada}
    ladder: [{name: crudo}]
    suppress_below: 2
    utility:
      - {name: pacientes, group_by: [sexo], count: true}
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
      - {measure: query_error, at_most: 0.4, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text("edad,sexo,estancia\n31,F,3\n33,F,4\n41,M,5\n45,M,6\n77,M,7\n")
    (tmp_path / "sqlrisk.yml").write_text(DECLARED)
    return tmp_path


def test_check_prints_the_error_and_what_vanishes(project: Path) -> None:
    done = program("check", "--today", TODAY, cwd=project)
    assert done.code == 1, done.err
    told = " ".join(done.out.split())
    assert "query_error 0.5 at most 0.4 BROKEN" in told
    assert "the error of the utility query `pacientes` is 0.5 rows: 1 of 5 rows vanishes" in told
    assert "utility query pacientes: rows by sexo" in told
    assert "error: of the answers to pacientes: rows by sexo, once the small classes are suppressed, in rows" in told
    assert max(map(len, done.out.splitlines())) <= 80
    assert "77" not in done.out
    results = json.loads(program("check", "--today", TODAY, "--format", "json", cwd=project).out)["releases"][0]
    (error,) = (each for each in results["measures"] if (each["measure"], each["rung"]) == ("query_error", "published"))
    assert (error["column"], error["value"], error["unit"], error["reason"]) == (None, 0.5, "rows", "1 of 5 rows vanishes")
    assert results["hypotheses"]["utility"] == [{"name": "pacientes", "group_by": ["sexo"], "count": True}]


def test_a_limit_holds_at_equality(project: Path) -> None:
    (project / "sqlrisk.yml").write_text(DECLARED.replace("at_most: 0.4", "at_most: 0.5"))
    assert program("check", "--today", TODAY, cwd=project).code == 0


def test_the_reports_name_each_of_several_queries(project: Path) -> None:
    more = "      - {name: estancia, group_by: [sexo], sum_of: estancia}\n    thresholds:"
    text = DECLARED.replace("    thresholds:", more).replace("measure: query_error,", "measure: query_error, column: estancia,")
    text = text.replace("relation: people.csv", "relation: {file: people.csv, types: {estancia: INTEGER}}")
    (project / "sqlrisk.yml").write_text(text)
    done = program("check", "--today", TODAY, cwd=project)
    told = " ".join(done.out.split())
    assert "query_error (pacientes) 0.5 rows" in told, done.out + done.err
    assert "query_error (estancia) 3.5 units of estancia" in told
    assert "query_error of estancia 3.5 at most 0.4 BROKEN" in told
    markdown = program("report", "--today", TODAY, "--format", "markdown", cwd=project).out
    assert "| query_error of estancia | 3.5 | units of estancia | 1 of 5 rows vanishes |" in markdown
    assert "| utility queries | pacientes: rows by sexo; estancia: sum of estancia by sexo |" in markdown


def test_text_of_a_csv_has_no_mean(project: Path) -> None:
    (project / "sqlrisk.yml").write_text(DECLARED.replace("count: true", "mean_of: estancia"))
    done = program("check", "--today", TODAY, cwd=project)
    assert done.code == 2
    assert "the mean of `estancia`, which is text" in " ".join(done.err.split())


def test_compile_and_dry_run_name_the_statements(project: Path) -> None:
    compiled = json.loads(program("compile", "--dialect", "duckdb", "--format", "json", cwd=project).out)
    rungs = [each["rung"] for each in compiled if each["kernel"] == "query_errors"]
    assert rungs == ["published", "crudo"]
    assert {each["column"] for each in compiled if each["kernel"] == "query_errors"} == {"pacientes"}
    dry = program("check", "--dry-run", "--today", TODAY, cwd=project).out
    assert "1 scan   query_errors, rung published, column pacientes" in dry


@pytest.mark.parametrize(
    ("sql", "text"),
    [
        ('substring(t."a", 1, 2)', True),
        ("case when t.a < 18 then 'x' else 'y' end", True),
        ("cast(t.a as text)", True),
        ("floor(t.a / 5) * 5", False),
        ("case when t.a < 18 then 0 else 18 end", False),
        ("t.a", False),
        ("t.b", True),
        ("nullif(t.b, 'x')", True),
    ],
)
def test_text_is_known_by_what_makes_it(sql: str, text: bool) -> None:
    assert is_text(sql, "duckdb", ["b"]) is text
