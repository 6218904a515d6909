"""Local recoding by median cuts: the regions are those of plain Python, the model publishes them, and the book's table says what it costs."""

from __future__ import annotations

import csv
import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import duckdb
import pytest

from sqlrisk import binding, checking
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.declaration import Release
from sqlrisk.errors import EmptyRelationError, NotMeasuredError
from sqlrisk.loading import load_values
from sqlrisk.mondrian import command, model
from sqlrisk.mondrian.recoding import Recoding
from sqlrisk.planning import Bound
from sqlrisk.relations import bind
from sqlrisk.running import Run
from tests.engines import Engine, Spark
from tests.helpers import TODAY, project, sqlrisk

Rows = Sequence[tuple[Any, ...]]
HOSTILE = ["user", "se\"xo'ñ 😀", "class_size", "rank", "n", "region", "model", "rows"]
TEXTS = ["a", "A", "a ", "á", "", "'", '"', "..", "a..b", "b", "b..c", "a..b..c", "🦆", "\\", "1-2: a"]
NUMBERS = [-5, -4, 0, 1, 2, 3, 7, 10**12]


class Warehouse:
    """An engine of the tests as measuring asks for one: it makes temporary tables, and drops them when told."""

    longest_name: int | None = None
    has_views = False

    def __init__(self, engine: Engine, *, temporaries: bool = True) -> None:
        self.dialect, self._engine, self._allowed = engine.dialect, engine, temporaries
        self.made: list[str] = []

    def fold(self, name: str) -> str:
        return name

    def source(self, relation: Any) -> Source:
        if isinstance(self._engine, Spark):
            return Source(
                relation, tuple(CatalogueColumn(field.name, field.dataType.simpleString()) for field in self._engine.connection.table(relation).schema)
            )
        listed = "select attname as name, format_type(atttypid, atttypmod) as kind from pg_attribute"
        columns = {
            "duckdb": f"select column_name as name, column_type as kind from (describe {relation})",
            "sqlite": f"select name, type as kind from pragma_table_info('{relation}')",
            "clickhouse": f"select name, type as kind from system.columns where database = currentDatabase() and table = '{relation.strip(chr(34))}'",
            "mysql": f"select column_name as name, column_type as kind from information_schema.columns where table_name = '{relation.strip('`')}'",
            "postgres": f"{listed} where attrelid = '{relation}'::regclass and attnum > 0",
        }[self.dialect]
        return Source(relation, tuple(CatalogueColumn(row["name"], row["kind"] or "TEXT") for row in self._engine.rows(columns)))

    def snapshot(self) -> AbstractContextManager[str]:
        return nullcontext("none")

    def rows(self, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        return self._engine.rows(sql)

    def temporary(self, sql: str, what: str) -> Source | None:
        if not self._allowed:
            return None
        name = f"sqlrisk_temporary_{len(self.made) + 1}"
        self._engine._execute(f"drop table if exists {name}")
        self._engine._execute(f"create temporary table {name} as {sql}")
        self.made.append(name)
        return self.source(name)

    def discard(self, temporary: Source) -> None:
        self._engine._execute(f"drop table {temporary.sql}")

    def facts(self) -> Mapping[str, str]:
        return {"engine": self.dialect}

    def close(self) -> None:
        pass


def release(names: Sequence[str], **more: Any) -> Release:
    """A release with these quasi-identifiers, a secret and a number of the row that is published too."""
    declared = {
        "name": "people",
        "relation": "people",
        "columns": {
            **{name: {"role": "quasi_identifier"} for name in names},
            "secret": {"role": "sensitive", "harm": {"level": "high"}},
            "number": {"role": "insensitive", "reason": "the test tells rows apart by it"},
        },
        "waived": {"secret": "not judged"},
        "thresholds": [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }
    return load_values({"version": 1, "releases": [declared]}, Path(), date.fromisoformat(TODAY), "test").declaration.releases[0]


def run_of(engine: Engine, names: Sequence[str], kinds: Sequence[str], rows: Rows, *, temporaries: bool = True, **more: Any) -> Run:
    """A run over a new table: the quasi-identifiers and the secret are the columns of `rows`, and each row has its number."""
    columns = {**dict(zip(names, kinds, strict=True)), "secret": "text", "number": "bigint"}
    relation = engine.load("people", columns, [(*row, number) for number, row in enumerate(rows)])
    found = release(names, **more)
    table = bind(found, Source(relation, tuple(CatalogueColumn(name, kind) for name, kind in columns.items())), engine.dialect, str)
    return Run(Bound(found, table, table), Warehouse(engine, temporaries=temporaries), checking.silent)


def order(value: Any) -> tuple[bool, Any]:
    """How values are ranked: text by its bytes, NULL last."""
    return value is None, value.encode() if isinstance(value, str) else value or 0


def by_hand(rows: Rows, attributes: int, k: int) -> list[set[int]]:
    """Mondrian in plain Python: the regions as sets of row numbers."""
    values = [sorted({row[place] for row in rows}, key=order) for place in range(attributes)]
    ranks = [[values[place].index(row[place]) for place in range(attributes)] for row in rows]
    finished, opened = [], [set(range(len(rows)))]
    while opened:
        region = opened.pop()
        cuts = []
        for place in range(attributes):
            here = sorted({ranks[number][place] for number in region})
            sides = {rank: {number for number in region if ranks[number][place] <= rank} for rank in here}
            smaller, last = max((min(len(left), len(region) - len(left)), -rank) for rank, left in sides.items())
            if smaller >= k:
                cuts.append((Fraction(here[-1] - here[0], len(values[place]) - 1), -place, sides[-last]))
        if cuts:
            left = max(cuts, key=lambda cut: cut[:2])[2]
            opened += [left, region - left]
        else:
            finished.append(region)
    return finished


def uncuttable(region: set[int], rows: Rows, attributes: int, k: int) -> bool:
    """No cut of any quasi-identifier leaves k rows on both sides."""
    for place in range(attributes):
        values = sorted(order(rows[number][place]) for number in region)
        if any(values[cut - 1] != values[cut] for cut in range(k, len(values) - k + 1)):
            return False
    return True


def random_table(chance: random.Random) -> tuple[list[str], list[str], list[tuple[Any, ...]], int]:
    """Names, types, rows and a k: with NULLs, ties, constant columns and hostile names."""
    attributes, k = chance.choice([1, 2, 3]), chance.choice([2, 2, 3, 5])
    kinds = [chance.choice(["text", "bigint"]) for _ in range(attributes)]
    pools = [chance.sample([*(TEXTS if kind == "text" else NUMBERS), None], chance.choice([1, 2, 4, 8])) for kind in kinds]
    rows = [(*(chance.choice(pool) for pool in pools), chance.choice(["x", "y", None])) for _ in range(chance.choice([k, 8, 20, 60]))]
    return chance.sample(HOSTILE, attributes), kinds, rows, k


def published(engine: Engine, run: Run, sql: str, attributes: int) -> list[set[int]]:
    """The regions that a model publishes, as sets of row numbers: the rows of the same labels."""
    found: dict[tuple[Any, ...], set[int]] = defaultdict(set)
    for row in engine.rows(sql):
        found[tuple(row[member.alias] for member in run.bound.quasi_identifiers())].add(row["number"])
    return list(found.values())


def as_set(regions: Sequence[set[int]]) -> set[frozenset[int]]:
    return {frozenset(region) for region in regions}


def test_the_regions_are_those_of_plain_python_and_the_model_publishes_them(engine: Engine) -> None:
    for seed in range(engine.tables // 10):
        names, kinds, rows, k = random_table(random.Random(seed))
        run = run_of(engine, names, kinds, rows)
        outcome = command.measured(run, k, show_cut_points=True)
        expected = by_hand(rows, len(names), k)
        assert outcome.model is not None
        assert as_set(published(engine, run, outcome.model, len(names))) == as_set(expected), seed
        assert outcome.recodings[0].sizes.histogram() == Counter(map(len, expected)), seed
        assert all(len(region) >= k and uncuttable(region, rows, len(names), k) for region in expected)
        assert sorted(number for region in expected for number in region) == [*range(len(rows))]
        for row in engine.rows(outcome.model):
            assert row["secret"] == rows[row["number"]][-1], "what is published beside the quasi-identifiers is as it was"


def test_nothing_but_whole_numbers_and_one_distance_leaves_the_engine_without_cut_points(engine: Engine) -> None:
    for seed in range(10):
        names, kinds, rows, k = random_table(random.Random(seed))
        run = run_of(engine, names, kinds, rows, utility=[{"name": "q", "group_by": [names[0]], "share_of": "secret"}], ladder=[{"name": "raw"}])
        fetched: list[Any] = []
        asked = run.engine.rows

        def spied(sql: str, what: str, asked: Any = asked, fetched: list[Any] = fetched) -> Any:
            found = asked(sql, what)
            fetched.extend(value for row in found for value in row.values())
            return found

        object.__setattr__(run.engine, "rows", spied)
        command.measured(run, k)
        assert fetched
        assert all(not isinstance(value, str) and 0 <= value < 1000 for value in fetched), f"{seed}: a value, or 10**12, or -5"


def test_regions_whose_labels_would_be_the_same_text_stay_apart(engine: Engine) -> None:
    rows = [(text, "x") for text in ("", "-..z", "..-", "z")]
    run = run_of(engine, ["v"], ["text"], rows)
    outcome = command.measured(run, 2, show_cut_points=True)
    assert as_set(published(engine, run, outcome.model or "", 1)) == {frozenset({0, 1}), frozenset({2, 3})}
    assert {row["v"] for row in engine.rows(outcome.model or "")} == {"1-2: ..-..z", "3-4: ..-..z"}


def test_a_greater_value_of_a_later_load_is_not_taken_for_missing(engine: Engine) -> None:
    rows = [(value, "x") for value in (1, 2, None, None)]
    run = run_of(engine, ["v"], ["bigint"], rows)
    outcome = command.measured(run, 2, show_cut_points=True)
    engine.load("people", {"v": "bigint", "secret": "text", "number": "bigint"}, [(3, "x", 0), (None, "x", 1)])
    assert {row["number"]: row["v"] for row in engine.rows(outcome.model or "")} == {0: "1..2", 1: None}


def error_by_hand(rows: Rows, regions: Sequence[set[int]], place: int, *, null_is_value: bool) -> tuple[float | None, Fraction]:
    """The error of the shares of the secret by the quasi-identifier at a place, and the share of rows whose region lies in no one group."""
    counted = [rows[number] for region in regions if len({order(rows[number][place]) for number in region}) == 1 for number in region]

    def shares(some: Rows) -> dict[tuple[Any, Any], Fraction]:
        valued = [(row[place], row[-1]) for row in some if null_is_value or row[-1] is not None]
        groups = Counter(group for group, _ in valued)
        return {pair: Fraction(n, groups[pair[0]]) for pair, n in Counter(valued).items()}

    source, there = shares(rows), shares(counted)
    error = float(100 * sum(abs(there.get(pair, 0) - share) for pair, share in source.items()) / len(source)) if source else None
    return error, Fraction(len(rows) - len(counted), len(rows))


@pytest.mark.parametrize("null_means", ["value", "not_recorded"])
def test_the_query_error_is_that_of_the_rows_whose_region_lies_in_one_group(engine: Engine, null_means: str) -> None:
    for seed in range(engine.tables // 20):
        names, kinds, rows, k = random_table(random.Random(1000 + seed))
        utility = [{"name": "count", "group_by": [names[0]], "count": True}, {"name": "shares", "group_by": [names[0]], "share_of": "secret"}]
        run = run_of(engine, names, kinds, rows, utility=utility)
        if null_means == "value":
            columns = {**run.bound.release.columns, "secret": run.bound.release.columns["secret"].model_copy(update={"null_means": "value"})}
            run = Run(Bound(run.bound.release.model_copy(update={"columns": columns}), run.bound.published, run.bound.ladder), run.engine, checking.silent)
        recodings = command.measured(run, k).recodings[:2]
        classes: dict[tuple[Any, ...], set[int]] = defaultdict(set)
        for number, row in enumerate(rows):
            classes[row[:-1]].add(number)
        kept = [region for region in classes.values() if len(region) >= k]
        for recoding, regions in zip(recodings, (by_hand(rows, len(names), k), kept), strict=True):
            counts, shares = recoding.query_errors
            assert counts.points is None
            assert "share_of" in str(counts.reason)
            error, unattributable = error_by_hand(rows, regions, 0, null_is_value=null_means == "value")
            assert shares.unattributable == unattributable, seed
            assert shares.points == (None if not regions or error is None else pytest.approx(error, abs=1e-9)), seed


def test_an_engine_without_temporary_tables_is_told(engine: Engine) -> None:
    run = run_of(engine, ["n"], ["bigint"], [(1, "x"), (2, "y")], temporaries=False)
    with pytest.raises(NotMeasuredError, match="needs temporary tables"):
        command.measured(run, 2)


@pytest.mark.engines_only("duckdb", because="these are the refusals of one path")
def test_what_cannot_be_recoded_is_told(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotMeasuredError, match="2 rows, fewer than k = 3"):
        command.measured(run_of(engine, ["n"], ["bigint"], [(1, "x"), (2, "y")]), 3)
    with pytest.raises(EmptyRelationError, match="no row is left"):
        command.measured(run_of(engine, ["n"], ["bigint"], []), 3)
    rows = [(number, "x") for number in range(40)]
    for name, limit, told in (("MOST_REGIONS", 15, "16 regions"), ("MOST_DEPTH", 3, "deep"), ("MOST_CHARACTERS", 100, "characters")):
        run = run_of(engine, ["n"], ["bigint"], rows)
        with monkeypatch.context() as patched:
            patched.setattr(model, name, limit)
            with pytest.raises(NotMeasuredError, match=told):
                command.measured(run, 2, show_cut_points=True)


TYPES = {
    "date": "date '2020-01-01' + cast(i % 7 as int)",
    "timestamp": "timestamp '2020-01-01 10:00:00.5' + to_days(cast(i % 7 as int))",
    "double": "[-0.0, 0.0, 0.1 + 0.2, 'nan'::double, 'inf'::double, -1e300, null][1 + i % 7]",
    "decimal": "cast(i % 7 as decimal(10, 2)) / 4 - 1",
    "boolean": "i % 3 = 0",
    "enum": "(['low', 'high', 'mid'][1 + i % 3])::enum('low', 'mid', 'high')",
    "hugeint": "(i % 7)::hugeint * 100000000000000000000",
    "uuid": "('00000000-0000-0000-0000-00000000000' || (i % 7))::uuid",
    "blob": "[''::blob, '\\x00a'::blob, '''b'::blob][1 + i % 3]",
}


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_is_cut_and_compared_as_the_engine_orders_it(tmp_path: Path, kind: str) -> None:
    duckdb.sql(f"copy (select {TYPES[kind]} as v, i % 5 as w from range(60) as t(i)) to '{tmp_path / 'people.parquet'}'")
    columns = {"v": {"role": "quasi_identifier"}, "w": {"role": "quasi_identifier"}}
    outcome = of_file(tmp_path, "people.parquet", columns, k=5)
    assert outcome.model is not None
    sizes = duckdb.sql(f"select n, count(*) from (select count(*) as n from ({outcome.model}) group by v, w) group by n").fetchall()
    assert dict(sizes) == outcome.recodings[0].sizes.histogram()
    assert outcome.recodings[0].regions > 3


def of_file(folder: Path, relation: Any, columns: Any, k: int, **more: Any) -> command.Outcome:
    """The outcome of a release whose relation is a file, through the engine of the program."""
    limit = [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}]
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    declared = {"name": "people", "relation": relation, "columns": columns, "thresholds": limit, **dates, **more}
    loaded = load_values({"version": 1, "releases": [declared]}, folder, date.fromisoformat(TODAY), "test")
    (found,) = loaded.declaration.releases
    engine = checking.open_engine(loaded, (found,), checking.Options(today=date.fromisoformat(TODAY)))
    try:
        return command.measured(Run(binding.bound_release(found, engine), engine, checking.silent), k, show_cut_points=True)
    finally:
        engine.close()


def test_the_model_of_a_csv_file_reads_the_file(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("cp;age\n" + "".join(f"0{i % 9}00{i % 4};{i % 11}\n" for i in range(80)), encoding="utf-8")
    columns = {"cp": {"role": "quasi_identifier"}, "age": {"role": "quasi_identifier"}}
    outcome = of_file(tmp_path, {"file": "people.csv", "delimiter": ";", "types": {"age": "INTEGER"}}, columns, k=5)
    sizes = duckdb.sql(f"select n, count(*) from (select count(*) as n from ({outcome.model}) group by cp, age) group by n").fetchall()
    assert dict(sizes) == outcome.recodings[0].sizes.histogram()
    transcoded = of_file(tmp_path, {"file": "people.csv", "delimiter": ";", "encoding": "cp1252"}, columns, k=5)
    assert str(transcoded.model).startswith("-- python -c ")
    assert "people.utf-8.csv'" in str(transcoded.model)


def test_filter_marker_levels_and_roles_hold_in_the_model(tmp_path: Path) -> None:
    people = (
        "select 'p' || i as who, i as age, case when i % 10 = 0 then '*' else 'z' || i % 3 end as cp, 's' as secret, i as undeclared from range(100) as t(i)"
    )
    duckdb.sql(f"copy ({people}) to '{tmp_path / 'people.parquet'}'")
    columns = {
        "who": {"role": "identifier"},
        "age": {"role": "quasi_identifier", "levels": {"age5": "floor(age / 5) * 5"}},
        "cp": {"role": "quasi_identifier"},
        "secret": {"role": "sensitive"},
    }
    more = {"where": "age >= 50", "suppressed_marker": "*", "publish": {"age": "age5"}, "waived": {"secret": "no"}}
    outcome = of_file(tmp_path, "people.parquet", columns, k=3, **more)
    found = duckdb.sql(outcome.model or "")
    assert found.columns == ["age5", "cp", "secret"]
    assert len(found.fetchall()) == outcome.recodings[0].rows == 45


# The book's table

FRANJA = "case when edad < 18 then 0 when edad < 35 then 18 when edad < 50 then 35 when edad < 65 then 50 else 65 end"
PROFESION = {"profesion": "dropped"}
BOOK: dict[str, Any] = {
    "columns": {
        "num_historia": {"role": "identifier"},
        "edad": {"role": "quasi_identifier", "levels": {"edad5": "floor(edad / 5) * 5", "franja": FRANJA}},
        "codigo_postal": {
            "role": "quasi_identifier",
            "levels": {"cp3": "substring(codigo_postal, 1, 3)", "provincia": "substring(codigo_postal, 1, 2)"},
        },
        "sexo": {"role": "quasi_identifier"},
        "profesion": {"role": "quasi_identifier"},
        "diagnostico": {"role": "sensitive", "harm": {"level": "high"}},
    },
    "publish": PROFESION,
    "ladder": [
        {"name": "CP a 3 digitos", "codigo_postal": "cp3", **PROFESION},
        {"name": "quinquenios", "edad": "edad5", "codigo_postal": "cp3", **PROFESION},
        {"name": "provincia", "edad": "edad5", "codigo_postal": "provincia", **PROFESION},
        {"name": "franja", "edad": "franja", "codigo_postal": "provincia", **PROFESION},
    ],
    "utility": [{"name": "prevalencia", "group_by": ["provincia"], "share_of": "diagnostico"}],
    "waived": {"diagnostico": "not judged here"},
}
OURS = {
    # k: regions, smallest, bits, query error, share of rows of no one province
    2: (8304, 2, 12.988527308898277, 2.858507186032178, 0.24375),
    5: (3168, 5, 11.588794894180651, 6.950218136992244, 0.53585),
    10: (1515, 10, 10.513388527105237, 10.159062639802066, 0.697),
    25: (514, 25, 8.999803781027936, 15.863395815383296, 0.8754),
}
AFTER_SUPPRESSION = {
    # rung: classes, bits, suppressed, query error, of the book's table of measures
    "CP a 3 digitos": (508, 8.87739265798644, 0.7975, 11.633431972300825),
    "quinquenios": (1004, 9.574970037177934, 0.4452, 5.2036220891117075),
    "provincia": (1129, 9.618402223784418, 0.0877, 2.4129305963400407),
    "franja": (487, 8.218979753964113, 0.0048, 0.4993752575169458),
}


@pytest.fixture(scope="module")
def book(shared: Path) -> Path:
    return shared / "data" / "book"


@pytest.fixture(scope="module")
def outcomes(book: Path) -> Mapping[int, command.Outcome]:
    """The book's table, recoded at four k."""
    columns = {name: value for name, value in BOOK.items() if name != "columns"}
    return {k: of_file(book, "poblacion_sintetica.parquet", BOOK["columns"], k, **columns) for k in (2, 5, 10, 25)}


def of_the_book(book: Path, k: int, *, fall_back: bool) -> tuple[int, float, float, float]:
    """The book's own variant: only the quasi-identifier that is widest by its numbers, cut at `<= median`, and left whole where that is not allowable.
    `fall_back`: then the next widest. Returns regions, bits, query error, share of rows of no one province."""
    columns = "edad, cast(codigo_postal as int), case sexo when 'M' then 1 else 0 end, codigo_postal[:2], diagnostico"
    rows = duckdb.sql(f"select {columns} from '{book / 'poblacion_sintetica.parquet'}'").fetchall()
    spans = [max(row[place] for row in rows) - min(row[place] for row in rows) for place in range(3)]
    opened, finished = [rows], []
    while opened:
        region = opened.pop()
        wide = [(max(row[place] for row in region) - min(row[place] for row in region)) / spans[place] for place in range(3)]
        for place in sorted(range(3), key=lambda place: -wide[place])[: 3 if fall_back else 1]:
            middle = median(row[place] for row in region)
            left, right = [row for row in region if row[place] <= middle], [row for row in region if row[place] > middle]
            if min(len(left), len(right)) >= k:
                opened += [left, right]
                break
        else:
            finished.append(region)
    places = iter(range(len(rows)))
    flat = [row[3:] for region in finished for row in region]
    regions = [{next(places) for _ in region} for region in finished]
    error, unattributable = error_by_hand(flat, regions, 0, null_is_value=True)
    bits = -math.fsum(len(region) / len(rows) * math.log2(len(region) / len(rows)) for region in finished)
    assert error is not None
    return len(finished), bits, error, float(unattributable)


def of_the_page(book: Path) -> dict[int, tuple[int, int, float, float, float]]:
    """The book's figures of Mondrian: k: regions, smallest, bits, query error, share of rows of no one province."""
    with (book / "mondrian.csv").open() as file:
        return {
            int(row["k"]): (
                int(row["regiones"]), int(row["k_real"]), float(row["utilidad"]), float(row["error_consulta"]), float(row["no_atribuibles"]),
            )
            for row in csv.DictReader(file)
        }  # fmt: skip


def of_outcome(recoding: Recoding) -> tuple[int, int | None, float | None, float | None, float]:
    (error,) = recoding.query_errors
    assert error.unattributable is not None
    return recoding.regions, recoding.k, recoding.bits, error.points, float(error.unattributable)


def test_the_book_s_figures_are_those_of_a_variant_that_tries_only_the_widest_quasi_identifier(book: Path) -> None:
    page = of_the_page(book)
    for k in (2, 5, 10, 25):
        regions, bits, error, unattributable = of_the_book(book, k, fall_back=False)
        assert (regions, k, bits, error, unattributable) == pytest.approx(page[k], rel=1e-9)


def test_ours_on_the_book_s_table_holds_k_and_tells_more_than_the_book_s(book: Path, outcomes: Mapping[int, command.Outcome]) -> None:
    page = of_the_page(book)
    for k, outcome in outcomes.items():
        found = of_outcome(outcome.recodings[0])
        assert found == pytest.approx(OURS[k], rel=1e-9)
        assert found[1] == k
        assert outcome.recodings[0].suppressed_share == 0
        assert found[0] > page[k][0]
        assert found[2] > page[k][2]
        assert found[3] < page[k][3]
        assert found[4] < page[k][4]
    bits = [outcome.recodings[0].bits or 0 for outcome in outcomes.values()]
    assert bits == sorted(bits, reverse=True)


def test_the_model_of_the_book_s_table_publishes_its_regions(book: Path, outcomes: Mapping[int, command.Outcome]) -> None:
    outcome = outcomes[25]
    sizes = duckdb.sql(f"select n, count(*) from (select count(*) as n from ({outcome.model}) group by edad, codigo_postal, sexo) group by n").fetchall()
    assert dict(sizes) == outcome.recodings[0].sizes.histogram()
    assert duckdb.sql(outcome.model or "").columns == ["edad", "codigo_postal", "sexo", "diagnostico"]


def test_the_rungs_beside_it_are_those_of_the_book_s_ladder_after_suppression(outcomes: Mapping[int, command.Outcome]) -> None:
    for rung in outcomes[5].recodings[2:-1]:
        regions, _, bits, error, unattributable = of_outcome(rung)
        classes, bits_of_page, suppressed, error_of_page = AFTER_SUPPRESSION[rung.name]
        assert (regions, float(rung.suppressed_share), unattributable) == (classes, suppressed, suppressed)
        assert (bits, error) == pytest.approx((bits_of_page, error_of_page), rel=1e-9)
    assert of_outcome(outcomes[5].recodings[1]) == (0, None, None, None, 1.0)


def test_the_best_node_beside_it_keeps_the_most_bits_of_all_nodes_with_k_rows(book: Path, outcomes: Mapping[int, command.Outcome]) -> None:
    ages = ["edad", "edad - edad % 5", "(edad >= 18)::int + (edad >= 35)::int + (edad >= 50)::int + (edad >= 65)::int", "edad * 0"]
    places = ["codigo_postal", "codigo_postal[1:3]", "codigo_postal[1:2]", "codigo_postal[1:0]"]
    file = book / "poblacion_sintetica.parquet"
    nodes = [
        [row[0] for row in duckdb.sql(f"select count(*) from '{file}' group by {a}, {p}, {s}").fetchall()] for a in ages for p in places for s in ("sexo", "''")
    ]
    for k, outcome in outcomes.items():
        best = outcome.recodings[-1]
        kept = [-sum(n / 20000 * math.log2(n / 20000) for n in sizes) for sizes in nodes if min(sizes) >= k]
        assert (best.name, best.suppressed_share, best.k is not None and best.k >= k) == ("best node", 0, True)
        assert best.bits == pytest.approx(max(kept), abs=1e-9)


# The command

DECLARED = """\
version: 1
profile: test
releases:
  - name: altas
    relation: altas
    columns:
      edad: {role: quasi_identifier, levels: {edad5: "floor(edad / 5) * 5"}}
      town: {role: quasi_identifier}
      diagnostico: {role: sensitive, harm: {level: high}}
    ladder: [{name: bands, edad: edad5}]
    utility: [{name: prevalence, group_by: [town], share_of: diagnostico}]
    waived: {diagnostico: "not judged in this test"}
    thresholds:
      - {measure: k, at_least: 4, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
PEOPLE = "(select 100000 + i as edad, 'canary' || (i % 3) as town, 'd' || (i % 2) as diagnostico from range(40) as t(i)) as t"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project(tmp_path, DECLARED, PEOPLE)


def test_the_command_tells_measures_and_no_value(folder: Path) -> None:
    ran = sqlrisk("mondrian", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert "mondrian" in ran.out
    assert "--show-cut-points" in ran.out
    assert "k = 4" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    machine = sqlrisk("mondrian", "--format", "json", "--k", "3", cwd=folder)
    assert "canary" not in ran.out + machine.out
    assert "1000" not in ran.out + machine.out
    (found,) = json.loads(machine.out)["releases"]
    assert (found["model"], found["k_asked"], found["quasi_identifiers"]) == (None, 3, ["edad", "town"])
    assert [each["name"] for each in found["recodings"]] == ["mondrian", "as declared", "bands", "best node"]
    assert found["best_node"] == {"edad": "edad5", "town": "dropped"}
    assert found["recodings"][0]["k"] >= 3
    assert found["recodings"][0]["suppressed_rows"] == 0
    assert found["recodings"][1]["regions"] == 0
    assert found["recodings"][1]["query_errors"][0]["points"] is None


def test_the_model_is_an_explicit_choice_and_says_what_it_shows(folder: Path) -> None:
    ran = sqlrisk("mondrian", "--show-cut-points", cwd=folder)
    assert ran.code == 0
    assert "cut points are values of the data" in ran.err
    assert "Warning: cut points are values of the data" in ran.out
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as connection:
        sizes = connection.execute(f"select min(n), sum(n) from (select count(*) as n from ({ran.out}) group by edad, town)").fetchone()
    assert sizes is not None
    assert sizes[0] >= 4
    assert sizes[1] == 40
    (found,) = json.loads(sqlrisk("mondrian", "--show-cut-points", "--format", "json", cwd=folder).out)["releases"]
    assert found["model"].startswith("select")
    assert found["model"] in ran.out
    assert "cut points" in found["warnings"][0]


def test_what_the_command_refuses(folder: Path) -> None:
    alone = sqlrisk("mondrian", "--k", "1", cwd=folder)
    assert (alone.code, alone.out) == (2, "")
    assert "--k 2 or more" in alone.err
    many = sqlrisk("mondrian", "--k", "41", cwd=folder)
    assert (many.code, many.out) == (3, "")
    assert "40 rows, fewer than k = 41" in many.err
    assert json.loads(sqlrisk("mondrian", "--k", "41", "--format", "json", cwd=folder).out)["releases"][0]["status"] == "not_measured"
    assert sqlrisk("mondrian", "--select", "nobody", cwd=folder).code == 5
    assert sqlrisk("mondrian", "--format", "markdown", cwd=folder).code == 2


def test_one_model_at_a_time_and_one_failure_does_not_stop_the_others(tmp_path: Path) -> None:
    second = DECLARED.split("releases:\n")[1].replace("name: altas", "name: gone").replace("relation: altas", "relation: nowhere")
    folder = project(tmp_path, DECLARED + second, PEOPLE)
    both = sqlrisk("mondrian", "--show-cut-points", cwd=folder)
    assert both.code == 2
    assert "--select one of them" in both.err
    ran = sqlrisk("mondrian", cwd=folder)
    assert ran.code == 3
    assert "altas, k = 4: local recoding" in ran.out
    assert "gone: not measured: " in ran.err
    assert "nowhere" in ran.err


def test_a_query_whose_groups_do_not_follow_from_regions_has_no_value(tmp_path: Path) -> None:
    text = DECLARED.replace("group_by: [town], share_of: diagnostico", "group_by: [diagnostico], share_of: town")
    ran = sqlrisk("mondrian", cwd=project(tmp_path, text, PEOPLE))
    assert ran.code == 0
    assert "no value" in ran.out
    assert "no level of one" in " ".join(ran.out.split())


def test_what_the_model_publishes_passes_the_check_as_a_release_of_its_own(folder: Path) -> None:
    made = sqlrisk("mondrian", "--show-cut-points", cwd=folder).out
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(f"create table altas_local as {made}")
    text = DECLARED.replace("relation: altas", "relation: altas_local").replace(', levels: {edad5: "floor(edad / 5) * 5"}', "")
    (folder / "sqlrisk.yml").write_text(text.replace("    ladder: [{name: bands, edad: edad5}]\n", ""), encoding="utf-8")
    ran = sqlrisk("check", "--format", "json", "--today", TODAY, cwd=folder)
    (found,) = json.loads(ran.out)["releases"]
    assert found["verdict"] == "publishable"
    assert min(map(int, found["class_sizes"]["published"])) >= 4


def test_the_page_s_table_is_what_was_measured(book: Path, outcomes: Mapping[int, command.Outcome]) -> None:
    page = (Path(__file__).parent.parent / "docs" / "mondrian.md").read_text(encoding="utf-8")
    for k, outcome in outcomes.items():
        by_name = {recoding.name: of_outcome(recoding) for recoding in outcome.recodings}
        ours = {"sqlrisk": by_name["mondrian"], "provincia, suppressed": by_name["provincia"], "franja, suppressed": by_name["franja"]}
        ours["best node, nothing suppressed"] = by_name["best node"]
        for name, (regions, _, bits, error, unattributable) in {"book": of_the_page(book)[k], **ours}.items():
            place = 2 if unattributable < 0.001 else 1
            row = f"| {name} | {regions:,} | {bits:.3f} | {error:.2f} | {100 * unattributable:.{place}f} % |"
            assert row in page, row
