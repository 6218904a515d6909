"""What would be sent to the engines that nobody can run here: each text as it was reviewed, and what their rules of names make of it.

`python -m tests.test_warehouse_texts` writes tests/snapshots anew; the difference is then read against the engine's documentation.
"""

from __future__ import annotations

import difflib
import functools
import sys
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp
from sqlglot.errors import OptimizeError
from sqlglot.optimizer.qualify import qualify

from sqlrisk.engines.redshift import _exactly
from sqlrisk.errors import ConfigurationError
from sqlrisk.expressions import SOURCE, parse, render
from tests.engines import Engine
from tests.test_expressions import ACCEPTED, COLUMNS, DIVERGENCES, ROWS, equal, known
from tests.test_expressions import WHOLE as WHOLE_NUMBERS
from tests.test_one_text import CALLS, SCHEMA, query

WHOLE = "trino"
NOT_RUN = (WHOLE, "athena", "snowflake", "bigquery", "redshift", "databricks", "tsql", "fabric")
FOLDER = Path(__file__).parent / "snapshots"
EXPRESSIONS = [text for text, *_ in (*ACCEPTED, *DIVERGENCES) if len(text) < 100]


@functools.cache
def texts(dialect: str) -> dict[str, str]:
    """Each kernel of CALLS, and each expression of the language's table, in a dialect."""
    return {call: query(call, dialect).sql for call in CALLS} | {
        f"expression: {text}": render(parse(text), dialect, known, WHOLE_NUMBERS) for text in EXPRESSIONS
    }


def snapshot(dialect: str) -> str:
    """The file of a dialect. That of Trino has the texts whole, the others the lines in which they differ from it, by their numbers."""
    return "".join(f"-- {title}\n{text}\n\n" for title, text in _shown(dialect))


def _shown(dialect: str) -> Iterator[tuple[str, str]]:
    whole = texts(WHOLE)
    for title, text in texts(dialect).items():
        if dialect == WHOLE:
            yield title, text
        elif text != whole[title]:
            yield title, "\n".join(_differing(text.split("\n"), whole[title].split("\n")))


def _differing(lines: list[str], whole: list[str]) -> Iterator[str]:
    if len(lines) != len(whole):
        yield from lines
        return
    for number, (line, other) in enumerate(zip(lines, whole, strict=True), 1):
        if line != other:
            yield f"{number:3} {line}"


@pytest.mark.parametrize("dialect", NOT_RUN)
def test_it_is_the_text_that_was_reviewed(dialect: str) -> None:
    reviewed = (FOLDER / f"{dialect}.sql").read_text(encoding="utf-8")
    changed = list(difflib.unified_diff(reviewed.splitlines(), snapshot(dialect).splitlines(), "reviewed", "now", n=1, lineterm=""))
    assert not changed, "\n".join([*changed[:40], "read it against the engine's documentation, then: python -m tests.test_warehouse_texts"])


def test_there_is_a_snapshot_of_each_dialect_and_no_other() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(NOT_RUN)


@pytest.mark.parametrize("dialect", NOT_RUN)
def test_every_expression_is_one_expression_there(dialect: str) -> None:
    for text in EXPRESSIONS:
        (select,) = sqlglot.parse(f"select {render(parse(text), dialect, known, WHOLE_NUMBERS)} as v from people as {SOURCE}", read=dialect)
        assert isinstance(select, exp.Select), text
        assert [each.alias for each in select.expressions] == ["v"], text


def resolved(sql: str, dialect: str) -> None:
    """Raises OptimizeError where a name means no column under the dialect's rule of names: those in quotes as written, ours in the other case or none."""
    columns = {name if name.startswith("sqlrisk_") else f'"{name}"' if dialect == "snowflake" else name: kind for name, kind in _people().items()}
    qualify(sqlglot.parse_one(sql, read=dialect), schema={"people": columns}, dialect=dialect)


def _people() -> dict[str, str]:
    found = SCHEMA["people"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("call", CALLS)
def test_every_name_of_a_kernel_is_found_where_case_tells_names_apart(call: str) -> None:
    resolved(query(call, "snowflake").sql, "snowflake")


def test_a_name_of_another_case_is_not_found() -> None:
    with pytest.raises(OptimizeError):
        resolved(query("class sizes", "snowflake").sql.replace("sqlrisk_class.sqlrisk_class_size", 'sqlrisk_class."sqlrisk_class_size"', 1), "snowflake")


NESTED = {
    ("upper(lower(t))", "sqlite"): 'SQLRISK_UPPER(SQLRISK_LOWER(sqlrisk_source."t"))',
    ("1 + cast(lower(u) as integer)", "sqlite"): '1 + SQLRISK_INTEGER(SQLRISK_LOWER(sqlrisk_source."u"))',
    ("lower(trim(t))", "bigquery"): "LOWER(TRIM(sqlrisk_source.`t`, ' '))",
    ("not t not like '[%'", "tsql"): "NOT sqlrisk_source.[t] NOT LIKE N'[[]%'",
    ("t = 'a '", "redshift"): "sqlrisk_source.\"t\" = 'a\u00a0'",
    ("trim(t, ' x')", "fabric"): "TRIM(' x\u00a0' FROM sqlrisk_source.[t])",
    ("i / j", "trino"): 'CASE WHEN sqlrisk_source."j" = 0 THEN 1 % 0 ELSE CAST(sqlrisk_source."i" AS DOUBLE) / sqlrisk_source."j" END',
    ("floor(i / 5) % 0", "athena"): 'CASE WHEN 0 = 0 THEN 1 % 0 ELSE FLOOR(CAST(sqlrisk_source."i" AS DOUBLE) / 5) % 0 END',
    ("lpad(u, 3, ' ') = trim(t, ' ')", "bigquery"): "LPAD(sqlrisk_source.`u`, 3, ' ') = TRIM(sqlrisk_source.`t`, ' ')",
}


@pytest.mark.parametrize(("text", "dialect"), NESTED, ids=[f"{dialect}: {text}" for text, dialect in NESTED])
def test_a_rendering_inside_another_is_not_left_out(text: str, dialect: str) -> None:
    assert render(parse(text), dialect, str) == NESTED[text, dialect]


@pytest.mark.parametrize(("dialect", "shape"), [("trino", "cast({} as integer)"), ("redshift", "substring({}, 1, 9)")])
def test_an_expression_that_would_grow_without_end_is_refused(dialect: str, shape: str) -> None:
    text = "t"
    for _ in range(40):
        text = shape.format(text)
    with pytest.raises(ConfigurationError, match=f"too long for {dialect}"):
        render(parse(text), dialect, known)


def on_postgres(sql: str) -> str:
    """A text of Redshift as PostgreSQL takes it, which it once was."""
    return sql.replace("VARCHAR(MAX)", "VARCHAR").replace("\\'", "''").replace("\\\\", "\\").replace("len(", "length(")


@pytest.mark.engines_only("postgres", because="Redshift's text is PostgreSQL's but for a few words")
def test_the_expressions_of_redshift_are_worth_what_they_must_on_postgres(engine: Engine) -> None:
    source = f"{engine.load('people', COLUMNS, ROWS)} as {SOURCE}"
    for text, expected, *_ in ACCEPTED:
        sql = on_postgres(render(parse(text), "redshift", known, WHOLE_NUMBERS))
        found = engine.rows(f"select {sql} as v from {source} order by {SOURCE}.j is null, {SOURCE}.j")
        plain = [str(row["v"]) if isinstance(row["v"], date) else float(row["v"]) if isinstance(row["v"], Decimal) else row["v"] for row in found]
        assert equal([value.replace("\u00a0", " ") if isinstance(value, str) else value for value in plain], expected), (text, plain)


@pytest.mark.engines_only("postgres", because="its type char compares as Redshift compares every text")
@pytest.mark.parametrize("text", ["t", "substring(t, 1, 3)", "concat(t, '')", "lpad(t, 3, ' ')", "lower(t)", "trim(t, 'x')"])
def test_blanks_at_the_end_are_told_apart_where_comparisons_ignore_them(engine: Engine, text: str) -> None:
    table = engine.load("blanks", {"t": "text"}, [("ab",), ("ab ",), ("ab  ",), ("ab",)])
    exactly = _exactly('"t"').removeprefix("collate(").removesuffix(", 'case_sensitive')")
    found = on_postgres(render(parse(text), "redshift", str))
    source = f"(select {on_postgres(exactly)} as t from {table}) as {SOURCE}"
    (told,) = engine.rows(f"select count(distinct cast({found} as char(9))) as exact, count(distinct cast({SOURCE}.t as text)) as texts from {source}")
    (folded,) = engine.rows(f"select count(distinct cast(t as char(9))) as stored from {table}")
    assert (told["exact"], told["texts"], folded["stored"]) == (2 if "1, 3" in text or "lpad" in text else 3, 3, 1)


@given(st.floats(min_value=-(2.0**51) + 1, max_value=2.0**51 - 1) | st.integers(-(2**40), 2**40).map(lambda n: n / 2))
def test_the_number_that_rounds_to_even_on_trino_does(value: float) -> None:
    assert (value + 6755399441055744e0) - 6755399441055744e0 == round(value)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or NOT_RUN:
        (FOLDER / f"{name}.sql").write_text(snapshot(name), encoding="utf-8")
