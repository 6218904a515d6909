"""The closed expression language: what is accepted and what it is worth on each engine, what is refused, and names that stay names."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2.sandbox import ImmutableSandboxedEnvironment
from sqlglot import exp

from sqlrisk import queries
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.compiling import DIALECTS
from sqlrisk.errors import QueryFailedError
from sqlrisk.expressions import MAX_DEPTH, MAX_LENGTH, SOURCE, ExpressionError, columns, parse, render
from sqlrisk.kinds import rounds
from sqlrisk.relations import quoted
from tests.engines import Engine

COLUMNS = {"i": "bigint", "j": "bigint", "x": "double precision", "t": "text", "u": "text", "d": "date", "b": "boolean", "user": "text"}
WHOLE = frozenset({"i", "j"})
"""The columns of whole numbers."""
ROWS = [
    (7, 2, 2.5, "Ana", "28013", "2024-02-29", True, "a"),
    (-7, 3, -2.5, " o'Hara ", "", "1999-12-31", False, "b"),
    (None, None, None, None, None, None, None, None),
]

# an expression, and its value on each of the three rows
ACCEPTED = [
    ("1", [1, 1, 1]),
    ("-1.5", [-1.5, -1.5, -1.5]),
    ("'o''Hara'", ["o'Hara"] * 3),
    ("'back\\slash'", ["back\\slash"] * 3),
    ("'{{ x }} -- % $1'", ["{{ x }} -- % $1"] * 3),
    ("true", [True] * 3),
    ("null", [None] * 3),
    ("i", [7, -7, None]),
    ('"i"', [7, -7, None]),
    ("I", [7, -7, None]),
    ("user", ["a", "b", None]),
    ("i + j", [9, -4, None]),
    ("i - j", [5, -10, None]),
    ("i * j", [14, -21, None]),
    ("i / j", [3.5, -7 / 3, None]),
    ("i / 2", [3.5, -3.5, None]),
    ("i % j", [1, -1, None]),
    ("-i", [-7, 7, None]),
    ("- -i", [7, -7, None]),
    ("(i + 1) * 2", [16, -12, None]),
    ("1 - (2 - 3)", [2, 2, 2]),
    ("i = 7", [True, False, None]),
    ("i <> 7", [False, True, None]),
    ("i != 7", [False, True, None]),
    ("i > j", [True, False, None]),
    ("i >= 7", [True, False, None]),
    ("i < 7", [False, True, None]),
    ("i <= 7", [True, True, None]),
    ("i > 0 and j > 0", [True, False, None]),
    ("i > 0 or j > 0", [True, True, None]),
    ("not b", [False, True, None]),
    ("not (b and i > 0) or false", [False, True, None]),
    ("i is null", [False, False, True]),
    ("i is not null", [True, True, False]),
    ("case when i > 0 then 'up' when i < 0 then 'down' else 'unknown' end", ["up", "down", "unknown"]),
    ("case when i > 0 then 'up' end", ["up", None, None]),
    ("case i when 7 then 'seven' else 'other' end", ["seven", "other", "other"]),
    ("coalesce(i, j, 0)", [7, -7, 0]),
    ("nullif(i, 7)", [None, -7, None]),
    ("i in (7, 0)", [True, False, None]),
    ("i not in (7, 0)", [False, True, None]),
    ("t in ('Ana', 'Eva')", [True, False, None]),
    ("i between 0 and 7", [True, False, None]),
    ("i not between 0 and 7", [False, True, None]),
    ("t like 'A%'", [True, False, None]),
    ("t not like '_na'", [False, True, None]),
    ("cast('12' as integer)", [12, 12, 12]),
    ("cast(floor(x + 0.5) as integer)", [3, -2, None]),
    ("cast(i as double)", [7.0, -7.0, None]),
    ("cast(i as text)", ["7", "-7", None]),
    ("i::text", ["7", "-7", None]),
    ("cast(d as text)", ["2024-02-29", "1999-12-31", None]),
    ("cast('2024-02-29' as date)", ["2024-02-29"] * 3),
    ("date '2024-02-29'", ["2024-02-29"] * 3),
    ("d > date '2000-01-01'", [True, False, None]),
    ("t like 'a%'", [False, False, None]),
    ("upper('ñandú')", ["ÑANDÚ"] * 3),
    ("lpad(u, 6, '0')", ["028013", "000000", None]),
    ("lpad(u, 3, 'ab')", ["280", "aba", None]),
    ("extract(year from d)", [2024, 1999, None]),
    ("extract(month from d)", [2, 12, None]),
    ("concat(t, '-', u)", ["Ana-28013", " o'Hara -", "-"]),
    ("concat(i, '/', j)", ["7/2", "-7/3", "/"]),
    ("lower(t)", ["ana", " o'hara ", None]),
    ("upper(t)", ["ANA", " O'HARA ", None]),
    ("trim(t)", ["Ana", "o'Hara", None]),
    ("trim(t, 'a')", ["An", " o'Hara ", None]),
    ("substring(u, 1, 3)", ["280", "", None]),
    ("substring(u, 2)", ["8013", "", None]),
    ("length(t)", [3, 8, None]),
    ("length('año 🦆')", [5] * 3),
    ("floor(x)", [2, -3, None]),
    ("floor(i / 5) * 5", [5, -10, None]),
    ("ceil(x)", [3, -2, None]),
    ("abs(i)", [7, 7, None]),
    ("i -- what is left is a comment", [7, -7, None]),
    ("i /* so is this */ + 1", [8, -6, None]),
    ("0" + " + 1" * 40, [40] * 3),
    ("'" + "a" * (MAX_LENGTH - 2) + "'", ["a" * (MAX_LENGTH - 2)] * 3),
]

# what some engines answer otherwise, and why: what they answer must still differ
DIVERGENCES: list[tuple[str, list[Any], dict[str, str]]] = [
    ("cast(b as text)", ["true", "false", None], {"sqlite": "a boolean is a number", "mariadb": "a boolean is a number"}),
    (
        "i / (j - j)",
        [float("inf"), float("-inf"), None],
        dict.fromkeys(("sqlite", "postgres", "mariadb", "sail", "spark"), "a division by zero is an error"),
    ),
    ("cast(d + 1 as text)", ["2024-03-01", "2000-01-01", None], {"sqlite": "a date is text", "mariadb": "a date and a number are added as numbers"}),
    (
        "cast(i > 0 as text)",
        ["true", "false", None],
        {"sqlite": "a boolean is a number", "mariadb": "a boolean is a number", "clickhouse": "a comparison is a number"},
    ),
]

# what must be an error wherever a row holds what cannot be converted: 0 or NULL would make classes larger in silence
NO_VALUE = [
    "cast(t as integer)",
    "cast(concat(u, '.5') as integer)",
    "cast(concat(i, '.0', j) as bigint)",
    "cast(u as integer)",
    "cast(t as double)",
    "cast(u as double)",
    "cast(t as date)",
    "cast('2024-02-30' as date)",
    "i % (j - j)",
]

REFUSED = {
    "a function": ["now()", "getenv('HOME')", "left(t, 1)", "round(x)", "md5(t)", "greatest(i, j)", "regexp_replace(t, 'a', 'b')", "replace(t, 'a', '')"],
    "a function that reads or runs": ["read_csv('people.csv')", "pg_read_file('x')", "query('select 1')", "pragma_version()", "nextval('s')", "sleep(1)"],
    "what the session knows": ["current_user", "current_date", "current_timestamp", "random()", "version()", "current_setting('x')"],
    "a subquery": ["(select 1)", "(select i from people)", "i in (select 1)", "exists (select 1)", "case when (select true) then 1 end", "i = all (select 1)"],
    "a cast to another type": ["cast(i as float)", "cast(x as decimal(3, 1))", "d::timestamp", "i::regclass", "cast(i as integer[])", "cast(t as json)"],
    "try_cast": ["try_cast(t as integer)"],
    "a column with its table": ["people.i", "main.people.i", f"{SOURCE}.i", "people.*"],
    "a star": ["*", "columns(*)", "* exclude (i)"],
    "a window": ["row_number() over ()", "sum(i) over (partition by t)", "lag(i) over (order by i)"],
    "an aggregate": ["sum(i)", "count(*)", "max(i)", "count(i) filter (where b)"],
    "a placeholder": ["?", "$1", "$name", ":name"],
    "more than one statement": ["i; select 1", "i; drop table people", "i;;select 1"],
    "more than one expression": ["i, j", "(i, j)", "i j", "i as k"],
    "more than an expression": ["i from people", "i where b", "i union select 1", "i limit 1", "i order by i", "distinct i", "i into k", "i group by i"],
    "less than an expression": ["", "--", "case", "i +", "(i", "'i", "lower("],
    "another operator": ["t || u", "i // 2", "i ^ 2", "i & 1", "i << 1", "~i", "t ~ 'a'", "t ilike 'a'", "t glob 'a*'", "t similar to 'a'", "t collate nocase"],
    "another comparison": ["i is distinct from j", "i is not distinct from j", "i = any([1])", "t like 'a' escape '!'", "(i, j) = (1, 2)", "i is j"],
    "another literal": ["[1, 2]", "{'a': 1}", "t[1]", "e'\\n'", "x'ff'", "$$a$$", "interval 1 day", "timestamp '2024-01-01'", "map {'a': 1}"],
    "a function that stands for one that is known": ["if(b, 1, 2)", "ltrim(t)", "rtrim(t)", "iff(b, 1, 2)", "strlen(t)", "year(d)", "date_part('year', d)"],
    "a type by itself": ["integer[", "null[", "i % text["],
    "another form of what is known": ["floor(x, 1)", "extract(day from d)", "rpad(t, 3, ' ')", "lower(t, u)", "lower(distinct t)", "nullif(i)", "coalesce()"],
    "a lambda or an assignment": ["x -> x", "i := 1", "i : 1", "lambda x: x"],
    "what the engines answer differently": [
        "t like 'a\\\\%b'",
        "t like u",
        "substring(t, -2)",
        "substring(t, 0, 2)",
        "substring(t, i)",
        "substring(t)",
        "i in ()",
        "1e400",
    ],
    "a cast with a format or a default": ["cast(i as int format 'x')", "cast(i as integer default 0)"],
    "a second argument": ["length(t, 'utf8')", "length(t, 2)"],
    "a comma or a word too many": ["i,", ", i", "all i", "i is true"],
    "too long": ["'" + "a" * (MAX_LENGTH - 1) + "'", "i" + " " * MAX_LENGTH],
    "too deep": ["0" + " + 1" * MAX_DEPTH, "not " * MAX_DEPTH + "b", "(" * 1900 + "i" + ")" * 1900, "abs(" * 900 + "i"],
}


@pytest.fixture
def source(engine: Engine) -> str:
    """The from clause that expressions are rendered for."""
    return f"{engine.load('people', COLUMNS, ROWS)} as {SOURCE}"


def known(name: str) -> str | None:
    return next((column for column in COLUMNS if column == name.casefold()), None)


def values(engine: Engine, source: str, text: str) -> list[Any]:
    """The value of an expression on each row, in the order of the table."""
    found = engine.rows(f"select {render(parse(text), engine.dialect, known, WHOLE)} as v from {source} order by {SOURCE}.j is null, {SOURCE}.j")
    return [str(row["v"]) if isinstance(row["v"], date) else float(row["v"]) if isinstance(row["v"], Decimal) else row["v"] for row in found]


def equal(found: list[Any], expected: list[Any]) -> bool:
    return all(one == pytest.approx(other) if isinstance(other, float) else one == other for one, other in zip(found, expected, strict=True))


@pytest.mark.few(60)
@pytest.mark.parametrize(("text", "expected"), ACCEPTED, ids=[text[:60] for text, _ in ACCEPTED])
def test_it_is_worth_the_same_on_every_engine(engine: Engine, source: str, text: str, expected: list[Any]) -> None:
    found = values(engine, source, text)
    assert equal(found, expected), found


@pytest.mark.parametrize(("text", "expected", "because"), DIVERGENCES, ids=[text for text, *_ in DIVERGENCES])
def test_it_is_worth_the_same_but_where_the_table_says_why(engine: Engine, source: str, text: str, expected: list[Any], because: dict[str, str]) -> None:
    found: list[Any] = []
    with suppress(Exception) if engine.name in because else nullcontext():
        found = values(engine, source, text)
    assert (found != [] and equal(found, expected)) == (engine.name not in because), found


ROUNDED = {
    "cast(i as integer)": False, "cast(t as integer)": False, "cast(floor(x) as integer)": False, "cast(-ceil(x) as bigint)": False,
    "cast(floor(x + 0.5) * 2 as integer)": False, "cast(length(t) as integer)": False, "cast(i > 0 as integer)": False, "cast(i * 2 + 1 as integer)": False,
    "cast(case when x > 1.5 then 1 else i end as integer)": False, "cast('2.5' as integer)": False, "cast(extract(year from d) as integer)": False,
    "cast(x as integer)": True, "cast(i * 0.5 as integer)": True, "cast(i / 2 as integer)": True, "x::bigint": True, "cast(2.6 as integer)": True,
    "cast(abs(-x) as integer)": True, "cast(case when i > 1 then x else 0 end as integer)": True, "cast(coalesce(i, x) as integer)": True,
    "cast(cast(i as double) as integer)": True, "1 + cast(nullif(x, 0) as integer)": True, "cast(i % 1.5 as integer)": True, "cast((x) as integer) % 2": True,
}  # fmt: skip


@pytest.mark.parametrize("text", ROUNDED)
def test_a_cast_that_would_round_is_known(text: str) -> None:
    """D1, D6: engines round halves in different ways."""
    assert rounds(parse(text), {"x"}) is ROUNDED[text]


@pytest.mark.parametrize(
    ("type_", "fractions"),
    [
        *(
            (each, False)
            for each in ("INTEGER", "bigint", "HUGEINT", "UInt64", "DECIMAL(10,0)", "Nullable(Decimal(10, 0))", "NUMBER(38,0)", "NUMERIC(18)", "text")
        ),
        *((each, True) for each in ("double", "numeric", "DECIMAL(10,2)", "Nullable(Decimal(12, 3))", "NUMBER(18, 3)", "FLOAT64", "real", "BIGNUMERIC")),
    ],
)
def test_the_types_that_hold_fractions_are_known(type_: str, fractions: bool) -> None:
    assert CatalogueColumn("a", type_).has_fractions is fractions


BANDS = {
    "floor(i / 5) * 5": [5, -10, None],
    "floor(i / 10)": [0, -1, None],
    "ceil((i + j) / 4) + 1": [4, 0, None],
    "10 * floor(abs(i) / 3)": [20, 20, None],
    "case when i > 0 then floor(i / 2) else floor(j / 2) end": [3, 1, None],
}


@pytest.mark.parametrize("text", BANDS)
def test_a_band_of_whole_numbers_is_a_whole_number(engine: Engine, source: str, text: str) -> None:
    """D5: BigQuery partitions by no double, and 35.0 is published where 35 is meant."""
    found = values(engine, source, text)
    assert found == BANDS[text]
    assert {type(value) for value in found} == {int, type(None)}


@pytest.mark.parametrize("text", ["floor(x)", "floor(x / 5) * 5", "floor(i / 2.5)", "floor(i / x)", "floor(i / j)", "floor(x) + i"])
def test_what_may_not_be_whole_numbers_is_left_as_it_is(text: str) -> None:
    assert render(parse(text), "duckdb", known, WHOLE) == render(parse(text), "duckdb", known)


@pytest.mark.parametrize(
    ("type_", "whole"),
    [
        *(
            (each, True)
            for each in ("INTEGER", "bigint", "int4", "Nullable(Int32)", "LowCardinality(Nullable(Int16))", "NUMBER(38,0)", "DECIMAL(10,0)", "INT64")
        ),
        *((each, True) for each in ("int(11)", "bigint(20)", "tinyint(1)", "int unsigned", "UINTEGER", "smallint", "NUMERIC(18)")),
        *(
            (each, False)
            for each in ("double", "DECIMAL(10,2)", "numeric", "HUGEINT", "UBIGINT", "UInt64", "bigint(20) unsigned", "INTERVAL", "INTEGER[]", "text")
        ),
    ],
)
def test_whole_numbers_of_64_bits_are_known_by_their_type(type_: str, whole: bool) -> None:
    assert CatalogueColumn("a", type_).is_whole is whole


@pytest.mark.parametrize("text", NO_VALUE)
def test_what_cannot_be_converted_is_an_error(engine: Engine, source: str, text: str) -> None:
    failed = False
    try:
        found = values(engine, source, text)
    except Exception:
        failed = True
    assert failed, found


@pytest.mark.engines_excluding("sqlite", "sail", because="SQLite goes on in doubles beyond 64 bits, Sail wraps where Spark refuses")
@pytest.mark.parametrize("text", ["9223372036854775807 * i", "i + 9223372036854775807", "-9223372036854775807 - i - i - i"])
def test_a_whole_number_beyond_64_bits_is_an_error(engine: Engine, source: str, text: str) -> None:
    failed = False
    try:
        found = values(engine, source, text)
    except Exception:
        failed = True
    assert failed, found


def test_the_same_depth_is_accepted_from_however_deep() -> None:
    def from_below(frames: int) -> None:
        if frames:
            from_below(frames - 1)
        else:
            parse("(" * 45 + "i" + ")" * 45)

    from_below(0)
    from_below(600)


def test_what_follows_a_semicolon_is_not_told_by_the_parser(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ExpressionError):
        parse("i; drop table canary")
    assert caplog.text == ""


@pytest.mark.parametrize(("why", "text"), [(why, text) for why, texts in REFUSED.items() for text in texts], ids=lambda text: text[:40])
def test_it_is_refused(why: str, text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("getenv('secret')", "the function `getenv` is not in the expression language"),
        ("cast(t as blob)", "cast goes to integer, double, text or date"),
        ("people.i", "a column is named without its table"),
        ("lpad('x', 2000000000, 'x')", "lpad takes a length from 0 to 255, written as a number"),
        ("lpad(t, i, 'x')", "lpad takes a length from 0 to 255, written as a number"),
        ("lpad(t, 256, 'x')", "lpad takes a length from 0 to 255, written as a number"),
        ("(date(" * 24 + "t" + "))" * 24, "it calls functions that are not in the expression language"),
        ("i; drop table people", "it is not one single expression"),
        ("i +", "it does not parse as one expression"),
        ("i" + " " * MAX_LENGTH, f"longer than {MAX_LENGTH} characters"),
        ("0" + " + 1" * MAX_DEPTH, f"nested deeper than {MAX_DEPTH} levels"),
    ],
)
def test_a_refusal_names_what_is_refused_and_no_literal(text: str, told: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        parse(text)
    assert str(refused.value) == told


def test_an_unknown_column_is_refused_by_name() -> None:
    with pytest.raises(ExpressionError, match="`postcode` is not a column of the relation"):
        render(parse("i + postcode"), "duckdb", known)


def test_the_columns_of_an_expression() -> None:
    assert columns(parse("case when \"i\" > 0 then lower(t) else 'd' end")) == ["i", "t"]


@pytest.mark.parametrize("text", ["i /* drop table people */", "i -- drop table people", "/*+ hint */ i"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_comments_are_dropped(text: str, dialect: str) -> None:
    assert render(parse(text), dialect, known) == quoted("i", dialect, SOURCE)


TOKENS = [
    "i", "j", "x", "t", "d", "b", '"i"', "1", "2.5", "'a'", "'o''x'", "'\\'", "null", "true", "+", "-", "-", "*", "/", "%", "=", "<>", "<", ">=",
    "and", "or", "not", "is", "in", "(", ")", ",", "between", "like", "case", "when", "then", "else", "end", "coalesce(", "nullif(", "cast(", "as",
    "integer", "text", "lower(", "trim(", "substring(", "length(", "lpad(", "floor(", "abs(", "extract(", "year", "from", "concat(", ";", "--", "/*", "*/",
    "select", ".", "::", "[", "]", "$1", "?", "||", "union", "drop", "table", "people", "attach", "copy", "to", "filter", "over", "distinct",
]  # fmt: skip
ATOMS = st.sampled_from(["i", "j", "x", "t", "d", "b", '"i"', "1", "-2.5", "'a'", "'o''x'", "'\\'", "null", "true"])
SHAPES = st.sampled_from([
    "({0})", "-{0}", "not {0}", "{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} / {1}", "{0} % {1}", "{0} = {1}", "{0} < {1}", "{0} and {1}", "{0} or {1}",
    "{0} is null", "{0} is not null", "{0} in ({1}, 1)", "{0} between {1} and 2", "{0} like {1}", "case when {0} then {1} end", "case {0} when {1} then 1 end",
    "coalesce({0}, {1})", "nullif({0}, {1})", "cast({0} as text)", "lower({0})", "trim({0})", "substring({0}, 1, 2)", "lpad({0}, 3, {1})", "floor({0})",
    "extract(year from {0})", "concat({0}, {1})",
])  # fmt: skip
SENTENCES = st.recursive(ATOMS, lambda inner: st.tuples(SHAPES, inner, inner).map(lambda parts: parts[0].format(*parts[1:])), max_leaves=8)
SOUP = st.lists(st.sampled_from(TOKENS), min_size=1, max_size=12).map(" ".join)


@pytest.mark.engines_only("duckdb", because="a text that fails aborts nothing there; the parser is the same for all")
@settings(max_examples=400)
@given(text=st.one_of(SENTENCES, SOUP))
def test_whatever_is_accepted_is_one_expression_and_changes_nothing(engine: Engine, text: str) -> None:
    try:
        tree = parse(text)
    except ExpressionError:
        return
    for dialect in ("duckdb", "postgres", "sqlite", "spark", "bigquery"):
        sql = render(tree, dialect, str)
        (select,) = sqlglot.parse(f"select {sql}", read=dialect)
        assert isinstance(select, exp.Select)
        assert [each.sql(dialect, comments=False) for each in select.expressions] == [sql]
        assert not [key for key, value in select.args.items() if value and key not in ("expressions", "kind")]
    evaluated_or_refused(engine, render(tree, "duckdb", str))


def evaluated_or_refused(engine: Engine, sql: str) -> None:
    source = engine.load("people", COLUMNS, ROWS)
    state = "select table_name, estimated_size, column_count from duckdb_tables()"
    before = engine.rows(state)
    with suppress(duckdb.BinderException, duckdb.ConversionException, duckdb.InvalidInputException, duckdb.OutOfRangeException, duckdb.ParserException):
        assert len(engine.rows(f"select {sql} as v from {source} as {SOURCE}")) == len(ROWS)
    assert engine.rows(state) == before


HOSTILE = [
    "select", "user", "a b", " ", "a.b", 'a"b', '"', '""; drop table people; --', "o'Hara", "a`b", "``", "[a]", "a]b", "a\\", '\\"', "\\`", "a;b", "--a",
    "/*a*/", "{{ ''.__class__.__mro__ }}", "{% set x = 1 %}", "%s ${a} $1 :a ?", "año 🦆 \u202eb", "a\nb\tc",
]  # fmt: skip


def test_there_are_24_hostile_names_and_more_than_9_dialects() -> None:
    assert len(set(HOSTILE)) == 24
    assert len(DIALECTS) > 9


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_read_back_as_it_is_by_both_doors(name: str, dialect: str) -> None:
    for written in (quoted(name, dialect), queries.render("quoted", dialect, name=name).sql):
        (token,) = sqlglot.tokenize(written, read=dialect)
        assert (token.token_type, token.text) == (sqlglot.TokenType.IDENTIFIER, name)


# SQL Server takes both forms and sqlglot writes brackets; ClickHouse takes both; BigQuery's escapes of control characters are two spellings of one name
TWO_SPELLINGS = {"tsql", "fabric", "clickhouse", "bigquery"}


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect not in TWO_SPELLINGS])
@pytest.mark.parametrize("name", HOSTILE)
def test_both_doors_write_the_same(name: str, dialect: str) -> None:
    assert quoted(name, dialect) == queries.render("quoted", dialect, name=name).sql


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_column_and_nothing_more(engine: Engine, name: str) -> None:
    relation = engine.load("people", {name: "text"}, [("a",), ("b",)])
    written = render(parse('"x"'), engine.dialect, lambda _: name)
    assert sorted(row["v"] for row in engine.rows(f"select {written} as v from {relation} as {SOURCE}")) == ["a", "b"]
    counted = queries.render("class_sizes", engine.dialect, relation=relation, quasi_identifiers=[name])
    assert engine.rows(counted.sql) == [{"sqlrisk_class_size": 1, "sqlrisk_classes": 2}]


ESCAPES = {
    "a class": "{{ ''.__class__.__mro__ }}",
    "a class through a filter": "{{ '' | attr('__class__') }}",
    "a class by its subscript": "{{ ''['__class__'] }}",
    "globals of a function": "{{ return.__globals__ }}",
    "a class through format": "{{ '{0.__class__.__mro__}'.format('') }}",
    "what is not there": "{{ nowhere }}",
    "a change of an argument": "{% do names.append('b') %}",
    "an import": "{{ self.__init__.__globals__.__builtins__ }}",
    "another file": "{% include '/etc/passwd' %}",
    "the private part of a namespace": "{{ sqlrisk._macros }}",
    "the dispatcher's insides": "{{ adapter.dispatch.__func__ }}",
}


@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES)
def test_a_macro_cannot_leave_its_sandbox(escape: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "escape.sql").write_text("{% macro escape(names) %}" + escape + "{% endmacro %}")
    monkeypatch.setattr(queries, "macros_path", lambda: tmp_path)
    with pytest.raises(QueryFailedError):
        queries.render("escape", dialect=str(tmp_path), names=["a"])


def test_the_environment_is_the_immutable_sandbox_with_strict_undefined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, Any]] = []

    class Spy(ImmutableSandboxedEnvironment):
        def __init__(self, **options: Any) -> None:
            made.append(options)
            super().__init__(**options)

    (tmp_path / "macros").symlink_to(queries.macros_path())
    monkeypatch.setattr(queries, "macros_path", lambda: tmp_path / "macros")
    monkeypatch.setattr(queries, "ImmutableSandboxedEnvironment", Spy)
    assert queries.render("quoted", dialect="a dialect that no other test has", name="{{ 1 + 1 }}").sql == '"{{ 1 + 1 }}"'
    assert [options["undefined"].__name__ for options in made] == ["StrictUndefined"]
