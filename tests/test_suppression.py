"""Suppression by limits on a class: what a plain walk over the rows leaves, and the figures that a table of those rows gives."""

from __future__ import annotations

import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

import sqlrisk
from sqlrisk import checking, compiling, recommendations, recommending
from sqlrisk.errors import DeclarationError
from sqlrisk.ladders import formats
from sqlrisk.ladders.running import measured_ladders
from sqlrisk.languages import language
from sqlrisk.loading import Loaded, load_values
from sqlrisk.measuring import REMEDY
from sqlrisk.planning import PUBLISHED
from sqlrisk.queries import render
from sqlrisk.recommendation import bits_of
from sqlrisk.report import ReleaseReport, Report
from sqlrisk.reports import human
from sqlrisk.scanning.running import scanned
from sqlrisk.suppression import ClassLimit, Suppression, written
from tests.engines import ENGINES, TIMES, Engine
from tests.helpers import TODAY, fill
from tests.warehouses import WAREHOUSES, Warehouse

Row = tuple[Any, ...]
Limit = Mapping[str, Any]

COLUMNS = {"age": "integer", "town": "text", "dx": "text", "job": "text"}
NAMES = [*COLUMNS]
LIMITS: list[Limit] = [
    {"k": 3},
    {"distinct_l": 2, "column": "dx"},
    {"entropy_l": 1.75, "column": "dx"},
    {"max_posterior": 0.75, "column": "dx"},
    {"recursive_c": 2, "l": 2, "column": "dx"},
    {"t_closeness": 0.5, "column": "dx"},
    {"distinct_l": 3, "column": "job"},
    {"max_posterior": 0.5, "column": "job"},
]
MEANINGS = (None, "value", "not_recorded")


# The oracle


def kept(rows: Sequence[Row], limits: Sequence[Limit], quasi_identifiers: Sequence[str] = ("age", "town")) -> list[Row]:
    """The rows of the classes that meet every limit, all decided on the classes as they are."""
    key = [NAMES.index(name) for name in quasi_identifiers]
    classes: dict[Row, list[Row]] = defaultdict(list)
    for row in rows:
        classes[tuple(row[at] for at in key)].append(row)
    return [row for each in classes.values() if all(_meets(each, rows, limit) for limit in limits) for row in each]


def _meets(each: Sequence[Row], rows: Sequence[Row], limit: Limit) -> bool:
    if "k" in limit:
        return len(each) >= int(limit["k"])
    counts, whole = (_counts(table, limit) for table in (each, rows))
    if not counts:
        return limit.get("null_means") == "not_recorded"
    n, most = sum(counts.values()), max(counts.values())
    if "distinct_l" in limit:
        return len(counts) >= int(limit["distinct_l"])
    if "entropy_l" in limit:
        return math.exp(-math.fsum(c / n * math.log(c / n) for c in counts.values())) >= limit["entropy_l"] - 1e-9
    if "max_posterior" in limit:
        return most / n <= limit["max_posterior"] + 1e-9
    if "recursive_c" in limit:
        return most < limit["recursive_c"] * sum(sorted(counts.values(), reverse=True)[limit["l"] - 1 :])
    total = sum(whole.values())
    return math.fsum(max(0.0, c / n - whole[value] / total) for value, c in counts.items()) <= limit["t_closeness"] + 1e-9


def _counts(rows: Sequence[Row], limit: Limit) -> Counter[Any]:
    values = [row[NAMES.index(limit["column"])] for row in rows]
    return Counter(value for value in values if value is not None or limit.get("null_means") == "value")


def table(draw: random.Random) -> list[Row]:
    """Few values, some of them missing; classes of one to a dozen rows."""
    missing = draw.choice((0.0, 0.2, 0.6))

    def value(values: Sequence[Any]) -> Any:
        return None if draw.random() < missing else draw.choice(values)

    return [(value((1, 2, 3)), value("ab"), value("xxyz"), value("pqr")) for _ in range(draw.randrange(1, 40))]


def asked(draw: random.Random) -> list[Limit]:
    """Some limits, in any order, each column with one meaning of NULL."""
    means = {name: draw.choice(MEANINGS) for name in ("dx", "job")}
    chosen = draw.sample(LIMITS, draw.randrange(1, 5))
    return [{**limit, **({"null_means": means[limit["column"]]} if limit.get("column") and means[limit["column"]] else {})} for limit in chosen]


def combined() -> Iterator[tuple[Limit, ...]]:
    """Every combination of one to three limits."""
    return (found for size in (1, 2, 3) for found in combinations(LIMITS, size))


# The macro


def run(engine: Engine, relation: str, limits: Sequence[Limit], columns: Sequence[str] = NAMES) -> list[Row]:
    about: dict[str, Any] = {"quasi_identifiers": ["age", "town"], "columns": [*columns], "limits": [*limits]}
    sql = render("suppress", engine.dialect, relation=relation, **about).sql
    return [tuple(row.values()) for row in engine.rows(sql)]


@pytest.mark.few(3)
@pytest.mark.parametrize("null_means", MEANINGS)
def test_every_combination_of_limits_leaves_what_the_oracle_leaves(engine: Engine, null_means: str | None) -> None:
    draw = random.Random(f"combinations {null_means}")
    chosen = [*combined()] if engine.tables >= 40 else draw.sample([*combined()], max(4, engine.tables // 4))
    for place, limits in enumerate(chosen):
        if place % 8 == 0:
            rows = table(draw)
            relation = engine.load("people", COLUMNS, rows)
        meant = [{**limit, **({"null_means": null_means} if null_means and "column" in limit else {})} for limit in limits]
        assert Counter(run(engine, relation, meant)) == Counter(kept(rows, meant)), (meant, rows)


@pytest.mark.engines_only("duckdb", because="the laws are of the text, which every engine is given")
def test_a_limit_more_keeps_no_more_classes_and_their_order_says_nothing(engine: Engine) -> None:
    draw = random.Random(9)
    for _ in range(40 * TIMES):
        rows, limits = table(draw), asked(draw)
        relation = engine.load("people", COLUMNS, rows)
        found = Counter(run(engine, relation, limits))
        assert found == Counter(run(engine, relation, limits[::-1])) == Counter(kept(rows, limits))
        assert not Counter(run(engine, relation, [*limits, {"k": draw.randrange(2, 6)}])) - found
        assert not found - Counter(run(engine, relation, limits[1:])) if len(limits) > 1 else True


# The check

DAY = date.fromisoformat(TODAY)
PEOPLE = {"age": "bigint", "town": "text", "dx": "text", "job": "text", "person": "text", "home": "text", "weight": "double precision", "colour": "text"}
FIVES = "floor(age / 5) * 5"


DECLARATION = ("declaration", "history")
SOME = (3, pytest.param(300, marks=pytest.mark.slow))
"""How many random tables a law is put to: in every run, and where there is time."""


def declared(**more: Any) -> dict[str, Any]:
    """A release that measures of its rows whatever can be measured."""
    limits: list[dict[str, Any]] = [
        {"measure": "k", "at_least": 2},
        {"measure": "recursive_c", "column": "dx", "l": 2, "at_most": 9},
        {"measure": "forgotten_column_uniques", "column": "colour", "at_most": 1},
    ]
    return {
        "name": "people",
        "relation": "people",
        "columns": {
            "age": {"role": "quasi_identifier", "levels": {"five": FIVES}},
            "town": {"role": "quasi_identifier"},
            "dx": {"role": "sensitive", "order": "natural", "levels": {"organ": "case when dx = 'x' then 'blood' else 'lung' end"}},
            "job": {"role": "sensitive", "null_means": "value"},
            "person": {"role": "entity"},
            "home": {"role": "cluster"},
            "weight": {"role": "weight"},
            "colour": {"role": "insensitive", "reason": "test"},
        },
        "publish": {"age": "five"},
        "where": "age < 90 or age is null",
        "groups": ["colour", {"minors": "age < 18"}],
        "utility": [{"name": "shares", "group_by": ["town"], "share_of": "dx"}, {"name": "ages", "group_by": ["colour"], "mean_of": "age"}],
        "thresholds": [{"source": "test", "reason": "test", **limit} for limit in limits],
        "waived": {"dx": "test", "job": "test"},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }


def some_people(draw: random.Random) -> list[Row]:
    missing = draw.choice((0.0, 0.15))

    def value(values: Sequence[Any]) -> Any:
        return None if draw.random() < missing else draw.choice(values)

    return [
        (value((11, 12, 31, 33, 47, 95)), value("ab"), value("xxyz"), value("pqr"), f"p{place // 2}", value("hij"), draw.choice((1.0, 2.5)), draw.choice("rg"))
        for place in range(draw.randrange(6, 60))
    ]


def left(rows: Sequence[Row], limits: Sequence[Limit]) -> list[Row]:
    """The rows that the release publishes under some limits."""
    names = [*PEOPLE]
    filtered = [row for row in rows if row[0] is None or row[0] < 90]
    classes: dict[Row, list[Row]] = defaultdict(list)
    for row in filtered:
        classes[(None if row[0] is None else row[0] // 5, row[1])].append(row)

    def cut(some: Sequence[Row]) -> list[Row]:
        return [tuple(row[names.index(name)] for name in NAMES) for row in some]

    meant = [{**limit, **({"null_means": "value"} if limit.get("column") == "job" else {})} for limit in limits]
    return [row for each in classes.values() if all(_meets(cut(each), cut(filtered), limit) for limit in meant) for row in each]


def checked(folder: Path, rows: Sequence[Row], release: Mapping[str, Any]) -> ReleaseReport:
    """The report of a release over a table of these rows, in DuckDB."""
    folder.mkdir(exist_ok=True)
    (folder / "profiles.yml").write_text("p: {target: d, outputs: {d: {type: duckdb, path: w.duckdb}}}")
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute(f"create or replace table people ({', '.join(f'{name} {kind}' for name, kind in PEOPLE.items())})")
        fill(connection, "people", rows)
    return sqlrisk.check({"version": 1, "profile": "p", "releases": [dict(release)]}, today=DAY, project_dir=folder).releases[0]


def figures(report: ReleaseReport) -> dict[tuple[Any, ...], Any]:
    """What was measured of the published rows by themselves: not what suppression takes, nor how far answers are from those of all rows, nor what
    divides by the height of a tree, which is that of all rows."""
    apart = ("t_closeness_hierarchical", "suppressed_", "query_error", "population_", "journalist_", "correct_match", "rows_below_k_map")
    return {
        (m.measure, m.column, m.group, m.l): (m.status, m.reason, None if m.value is None else pytest.approx(float(m.value), abs=1e-9), m.interval)
        for m in report.measures
        if m.rung == PUBLISHED and not m.measure.startswith(apart)
    }


@pytest.mark.parametrize("tables", SOME)
def test_what_is_measured_is_what_a_table_of_the_rows_left_gives(tables: int, tmp_path: Path) -> None:
    draw, compared = random.Random(tables), 0
    for _ in range(tables):
        rows, limits = some_people(draw), draw.sample(LIMITS, draw.randrange(1, 4))
        kept_rows = left(rows, limits)
        report = checked(tmp_path, rows, declared(suppress=limits))
        if not kept_rows:
            assert report.rows in (0, None)
            continue
        found, expected = figures(report), figures(checked(tmp_path, kept_rows, declared()))
        compared += len(expected)
        assert {key: found.get(key) for key in expected} == expected, (limits, rows)
        assert report.rows == len(kept_rows)
        assert report.rows_suppressed == (report.rows_read or 0) - (report.rows_filtered or 0) - len(kept_rows)
        share = report.find("suppressed_rows")
        assert share is not None
        assert share.value == 1 - Fraction(len(kept_rows), len(left(rows, ())))
    assert compared > 40 * tables


@pytest.mark.parametrize("tables", SOME)
def test_a_column_limit_that_no_class_fails_changes_no_figure(tables: int, tmp_path: Path) -> None:
    """The classes are left out in the relation, where a limit speaks of a column, or by each kernel: the two are one."""
    draw = random.Random(tables)
    for _ in range(tables // 2):
        rows, k = some_people(draw), draw.randrange(2, 5)
        by_size = checked(tmp_path, rows, declared(suppress_below=k, ladder=[{"name": "raw"}]))
        of_column = checked(tmp_path, rows, declared(suppress=[{"max_posterior": 1, "column": "job"}, {"k": k}], ladder=[{"name": "raw"}]))
        one, other = ({repr(each) for each in report.measures if not each.rung.startswith(REMEDY)} for report in (by_size, of_column))
        assert one == other
        assert (by_size.class_sizes[PUBLISHED], by_size.thresholds) == (of_column.class_sizes[PUBLISHED], of_column.thresholds)


def test_one_k_is_suppress_below(tmp_path: Path) -> None:
    draw = random.Random(23)
    for _ in range(2 * TIMES):
        rows, k = some_people(draw), draw.randrange(1, 5)
        one, other = (checked(tmp_path, rows, declared(ladder=[{"name": "raw"}], **key)) for key in ({"suppress_below": k}, {"suppress": [{"k": k}]}))
        told = [{**vars(each), "hypotheses": {**each.hypotheses}, "reproduction": {**each.reproduction}} for each in (one, other)]
        for each in told:
            assert [each["hypotheses"].pop(key) for key in ("suppress_below", "suppress")] != [None, None]
            for key in DECLARATION:
                each["hypotheses"].pop(key)
            each["reproduction"].pop("config_sha256")
        assert repr(told[0]) == repr(told[1])


def test_the_printed_publication_gives_the_measured_classes(tmp_path: Path) -> None:
    draw = random.Random(24)
    for _ in range(3 * TIMES):
        rows, limits = some_people(draw), draw.sample(LIMITS, draw.randrange(1, 4))
        release = declared(suppress=limits)
        report = checked(tmp_path, rows, release)
        loaded = load_values({"version": 1, "profile": "p", "releases": [release]}, tmp_path, DAY)
        sql = compiling.compiled(loaded, checking.Options(today=DAY), "duckdb", publication=True, as_json=False).strip().rstrip(";")
        with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
            sizes = connection.execute(f"select n, count(*) from (select count(*) as n from ({sql}) group by five, town) group by n").fetchall()
        assert dict(sizes) == report.class_sizes.get(PUBLISHED, {}), (limits, rows)


@pytest.mark.parametrize("name", [name for name in WAREHOUSES if name in ENGINES])
def test_a_whole_check_on_every_engine(name: str, warehouses: Callable[[str], Warehouse], tmp_path: Path) -> None:
    draw, warehouse = random.Random(25), warehouses(name)
    for _ in range(TIMES):
        rows, limits = some_people(draw), draw.sample(LIMITS, 3)
        release = declared(suppress=limits, relation=warehouse.keep("people", PEOPLE, rows))
        report = sqlrisk.check({"version": 1, "profile": "test", "releases": [release]}, today=DAY, project_dir=warehouse.project).releases[0]
        expected = checked(tmp_path, rows, {**release, "relation": "people"})
        assert report.error == expected.error
        assert figures(report) == figures(expected), (limits, rows)


# The declaration


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"suppress_below": 5, "suppress": [{"k": 5}]}, "suppress_below and suppress are declared"),
        ({"suppress": []}, "write at least one, it is empty"),
        ({"suppress": [{}]}, "a limit on a class has one of k, distinct_l"),
        ({"suppress": [{"k": 5, "distinct_l": 2, "column": "dx"}]}, "a limit on a class has one of k, distinct_l"),
        ({"suppress": [{"k": 0}]}, "write 1 or more"),
        ({"suppress": [{"beta_basic": 2, "column": "dx"}]}, "beta_basic"),
        ({"suppress": [{"k": 5, "column": "dx"}]}, "k is not measured by column"),
        ({"suppress": [{"distinct_l": 2}]}, "distinct_l needs a column: 2 columns are sensitive"),
        ({"suppress": [{"distinct_l": 2, "column": "age"}]}, "`age` is not a sensitive column"),
        ({"suppress": [{"max_posterior": 8, "column": "dx"}]}, "8 is outside the range of max_posterior: 0 to 1"),
        ({"suppress": [{"recursive_c": 2, "column": "dx"}]}, "recursive_c needs `l`"),
        ({"suppress": [{"distinct_l": 2, "l": 2, "column": "dx"}]}, "recursive_c needs `l`"),
    ],
)
def test_what_is_no_suppression_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(DeclarationError) as refused:
        load_values({"version": 1, "profile": "p", "releases": [declared(**more)]}, Path(), DAY)
    assert said in str(refused.value)


def test_a_limit_is_written_as_it_is_declared() -> None:
    limits = [
        ClassLimit(t_closeness=Decimal("0.5"), column="dx"),
        ClassLimit(k=3),
        ClassLimit(recursive_c=Decimal(3), l=2, column="yes"),
        ClassLimit(distinct_l=2, column="it's: 1"),
        ClassLimit(k=5),
    ]
    found = Suppression.of(limits)
    assert found == Suppression.of(limits[::-1])
    assert found.min_class_size == 5
    assert yaml.safe_load(written(found.values())) == {"suppress": found.values()}
    assert Suppression.of(ClassLimit.model_validate(each) for each in found.values()) == found


# The book, the remedy, the ladder and the search

BOOK_LIMITS = [{"measure": "k", "at_least": 5}, {"measure": "prosecutor_mean", "at_most": 0.05}, {"measure": "homogeneous_rows", "at_most": 0}]
BOTH = [{"k": 5}, {"distinct_l": 2, "column": "diagnostico"}]
AGES = "case when edad < 18 then 0 when edad < 35 then 18 when edad < 50 then 35 when edad < 65 then 50 else 65 end"


def of_book(shared: Path, **more: Any) -> Loaded:
    """The book's discharges by age, sex and postcode, under its limits and one on classes of a single diagnosis."""
    release = {
        "name": "altas",
        "relation": str(shared / "data" / "book" / "poblacion_sintetica.parquet"),
        "columns": {
            "num_historia": {"role": "identifier"},
            "edad": {"role": "quasi_identifier", "levels": {"edad5": "floor(edad / 5) * 5", "franja": AGES}},
            "sexo": {"role": "quasi_identifier"},
            "codigo_postal": {"role": "quasi_identifier", "levels": {"provincia": "substring(codigo_postal, 1, 2)"}},
            "profesion": {"role": "insensitive", "reason": "it is not published"},
            "diagnostico": {"role": "sensitive", "harm": {"level": "high"}},
        },
        "utility": [{"name": "prevalencia", "group_by": ["provincia"], "share_of": "diagnostico"}],
        "thresholds": [{"source": "the book", "reason": "test", **limit} for limit in BOOK_LIMITS],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }
    return load_values({"version": 1, "releases": [release]}, Path(), DAY)


FRANJA = {"edad": "franja", "codigo_postal": "provincia"}


def test_the_book_keeps_its_provinces(shared: Path) -> None:
    (found,) = recommending.recommended(of_book(shared), checking.Options(today=DAY), "entropy", Fraction(1, 100), checking.silent)
    best = found.best[0]
    assert (dict(best.levels), best.sizes.rows - best.left.rows, bits_of(best.left)) == (FRANJA, 112, pytest.approx(8.21489, abs=5e-6))
    pasted = yaml.safe_load(recommendations.block(found))
    assert pasted == {"publish": FRANJA, "suppress": BOTH}
    (report,) = checking.run(of_book(shared, **pasted), checking.Options(today=DAY)).releases
    assert (report.verdict, report.rows_suppressed, report.suppression) == ("publishable", 112, {PUBLISHED: BOTH})
    error, errors_after = report.find("query_error"), report.find("suppressed_query_error")
    assert error is not None
    assert errors_after is not None
    assert error.value == errors_after.value == pytest.approx(0.539, abs=5e-4)


def test_the_remedy_of_a_broken_limit_on_classes_is_measured(shared: Path) -> None:
    loaded = of_book(shared, publish=FRANJA)
    (report,) = checking.run(loaded, checking.Options(today=DAY)).releases
    (told,) = (each.text for each in report.findings if each.id == "suppression-remedy")
    assert told.startswith("suppressing the classes that fail suppress: [{k: 5}, {distinct_l: 2, column: diagnostico}] would take 112 of 20,000 rows (0.56%)")
    assert told.endswith("query_error 0.5392: then it would be within its limits")
    rung = f"{REMEDY}by [{{k: 5}}, {{distinct_l: 2, column: diagnostico}}]"
    assert report.suppression == {rung: BOTH}
    left_bits = report.find("entropy_bits", rung=rung)
    assert left_bits is not None
    assert left_bits.value == pytest.approx(8.21489, abs=5e-6)
    spanish = human.render(Report((report,), 1, DAY, checking.TOOL), language("es"), width=300)
    assert "suprimir las clases que incumplen suppress:" in spanish
    assert "Antes y después de suppress: [{k: 5}, {distinct_l: 2, column: diagnostico}]" in spanish


def test_a_limit_on_classes_that_holds_asks_for_no_suppression_by_it(shared: Path) -> None:
    limits = [{"measure": "k", "at_least": 5}, {"measure": "max_posterior", "at_most": 1}]
    (report,) = checking.run(of_book(shared, publish=FRANJA, thresholds=limits), checking.Options(today=DAY)).releases
    assert list(report.suppression) == [f"{REMEDY}below 5"]


def test_a_compilation_lists_what_a_check_sends_after_suppression(shared: Path) -> None:
    loaded, options = of_book(shared, publish=FRANJA), checking.Options(today=DAY)
    text = compiling.compiled(loaded, options, "duckdb", publication=False, as_json=False)
    assert "(only if a limit is broken)" in text
    assert "(only if a limit on what a class gives away is broken)" in text
    dry = compiling.dry_run(loaded, options)
    assert "2 scans  left_class_sizes, rung published (only if a limit on what a class gives away is broken)" in dry


def test_the_ladder_knows_the_declared_suppression(shared: Path) -> None:
    steps = [{"name": "provincia", "edad": "edad5", "codigo_postal": "provincia"}, {"name": "franja", **FRANJA}]
    loaded = of_book(shared, publish=FRANJA, ladder=steps, suppress=BOTH)
    ladders = measured_ladders(loaded, checking.Options(today=DAY), [3], checking.silent)
    (release,) = json.loads(formats.render(ladders, "json"))["releases"]
    assert release["suppression"] == BOTH
    found = {rung["rung"]: rung for rung in release["rungs"]}
    assert [(cut["suppression"], cut["rows"]) for cut in found["franja"]["suppressed"]] == [([{"k": 3}], 11), (BOTH, 112)]
    assert found["franja"]["suppressed"][1]["entropy_bits"] == pytest.approx(8.21489, abs=5e-6)
    assert found["franja"]["suppressed_query_error"]["prevalencia"] == pytest.approx(0.539, abs=5e-4)
    assert found["published"]["k"] == 1
    assert "To reach suppress: [{k: 5}, {distinct_l: 2, column: diagnostico}]:" in formats.render(ladders, "human")


def test_a_scan_is_of_the_rows_that_suppression_leaves(tmp_path: Path) -> None:
    rows: list[Row] = [(11, "a", "x", "p", "p1", "h", 1.0, "r")] * 3 + [(31, "b", "xyz"[at], "p", "p2", "h", 1.0, "rgb"[at]) for at in range(3)]
    checked(tmp_path, rows, declared())
    loaded = load_values({"version": 1, "profile": "p", "releases": [declared(suppress=[{"distinct_l": 2, "column": "dx"}])]}, tmp_path, DAY)
    (scan,) = scanned(loaded, checking.Options(today=DAY), checking.silent).releases
    assert (scan.rows, {column.name: column.unique_rows for column in scan.columns}["colour"]) == (3, 3)
