"""An expression is what DuckDB reads in it: what its parser refuses is refused by lint, and nothing is read as another expression."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlrisk.expressions import SOURCE, ExpressionError, parse, render
from tests.helpers import DECLARATION, project, sqlrisk
from tests.test_expressions import ACCEPTED

TOKEN = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\w+(?:\.\d+)?|::|<>|!=|<=|>=|\|\||\S")
PEOPLE = """select * from (values
    (7, 2, 2.5::double, 'Ana', '28013', date '2024-02-29', true, 'a'),
    (-7, 3, -2.5, ' o''Hara ', '', date '1999-12-31', false, 'b'),
    (0, 1, 0.0, '12', '7', date '2020-06-15', true, 'c'),
    (null, null, null, null, null, null, null, null)) as t(i, j, x, t, u, d, b, "user")"""
PIECES = (
    "({0})", "-{0}", "not {0}", "{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} / {1}", "{0} % {1}", "{0} = {1}", "{0} < {1}", "{0} and {1}", "{0} or {1}",
    "{0} is null", "{0} is not null", "{0} in ({1}, 1)", "{0} between {1} and 2", "{0} like 'A%'", "case when {0} then {1} end",
    "case {0} when {1} then 1 else 2 end", "coalesce({0}, {1})", "nullif({0}, {1})", "cast({0} as text)", "{0}::integer", "lower({0})", "trim({0})",
    "substring({0}, 1, 2)", "lpad({0}, 3, {1})", "floor({0} / 5) * 5", "extract(year from d)", "concat({0}, {1})",
)  # fmt: skip
ATOMS = ("i", "j", "x", "t", "u", "d", "b", '"i"', "user", "1", "-2.5", "'a'", "'o''x'", "null", "true")

UNBALANCED = ["floor(i / 10 * 10", "substring(t, 1", "coalesce(i, 1", "lower(t", "case when i > 1 then 2", "(i + 1", "i + 1)", "cast(i as text", "trim(t))"]
READ_OTHERWISE = ["not -2.5 is not null + t", "not i is not null * 2 or b", "i = j = 1", "1 < i < 5", "1 % not b"]


@pytest.mark.parametrize("text", [*UNBALANCED, *READ_OTHERWISE])
def test_what_duckdb_refuses_or_reads_otherwise_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize("text", [text for text, _ in ACCEPTED if "--" not in text and len(text) < 1000])
def test_what_is_right_is_accepted_with_a_comment_and_a_line_end_too(text: str) -> None:
    for written in (text, f"{text} -- why", f"\n{text}\n", f"({text})", f"/* why */ {text}"):
        parse(written)


@pytest.mark.parametrize("text", UNBALANCED[:2])
def test_lint_says_it_with_the_line_and_no_word_of_the_parser(tmp_path: Path, text: str) -> None:
    folder = project(tmp_path, DECLARATION.replace("edad: {role: quasi_identifier", f'edad: {{role: quasi_identifier, levels: {{otra: "{text}"}}', 1))
    ran = sqlrisk("lint", "--today", "2026-11-30", cwd=folder)
    assert (ran.code, "sqlrisk.yml:" in ran.err, "DuckDB does not parse it" in ran.err) == (2, True, True), ran


def sentence(draw: random.Random, depth: int) -> str:
    """A random expression of the language, most of them right."""
    if depth == 0 or draw.random() < 0.2:
        return draw.choice(ATOMS)
    return draw.choice(PIECES).format(sentence(draw, depth - 1), sentence(draw, depth - 1))


def mutated(draw: random.Random, text: str) -> str:
    """The text with one to three tokens dropped, doubled, or two of them swapped."""
    tokens = TOKEN.findall(text)
    for _ in range(draw.randint(1, 3)):
        if not tokens:
            break
        one, other = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        match draw.choice(("drop", "double", "swap", "parenthesis")):
            case "drop":
                del tokens[one]
            case "double":
                tokens.insert(one, tokens[one])
            case "swap":
                tokens[one], tokens[other] = tokens[other], tokens[one]
            case _:
                tokens.insert(one, draw.choice("()"))
    return " ".join(tokens)


def accepted(seed: int, many: int) -> Iterator[tuple[str, str]]:
    """(mutated expression, what the engine is given for it) of those that are accepted."""
    draw = random.Random(seed)
    right = [text for text, _ in ACCEPTED]
    for _ in range(many):
        text = mutated(draw, draw.choice(right) if draw.random() < 0.4 else sentence(draw, 3))
        with suppress(ExpressionError):
            yield text, render(parse(text), "duckdb", str)


def values(connection: duckdb.DuckDBPyConnection, text: str) -> Any:
    """Its values on the small table; the kind of the error where it has none."""
    try:
        return [repr(row[0]) for row in connection.execute(f"select (\n{text}\n) from ({PEOPLE}) as {SOURCE} order by j nulls last").fetchall()]
    except duckdb.Error as error:
        return type(error)


@pytest.mark.parametrize(("seed", "many", "fewest"), [(1, 300, 30), pytest.param(2, 10_000, 500, marks=pytest.mark.slow)], ids=["plain", "slow"])
def test_no_mutated_expression_is_accepted_that_duckdb_refuses_or_reads_otherwise(seed: int, many: int, fewest: int) -> None:
    with duckdb.connect(":memory:") as connection:
        found = list(accepted(seed, many))
        for text, given in found:
            own = values(connection, text)
            assert own is not duckdb.ParserException, text
            assert own == values(connection, given), (text, given)
    assert len(found) >= fewest


TYPED = """
version: 1
releases:
  - name: altas
    relation: altas
    columns:
      edad: {role: quasi_identifier, levels: {edad10: "floor(edad / 10) * 10", mal: "%s"}}
      sexo: {role: quasi_identifier}
      provincia: {role: quasi_identifier}
      diagnostico: {role: sensitive}
    %s
    thresholds: [{measure: k, at_least: 1, source: test, reason: test}, {measure: prosecutor_max, at_most: 0.9, source: test, reason: test}]
    waived: {diagnostico: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""


@pytest.mark.parametrize(
    ("level", "more", "said"),
    [
        ("floor(sexo) + 1", "", "the engine refuses the expression level mal"),
        ("edad + date '2026-01-01' + true", "", "level mal"),
        ("lower(edad)", "", "level mal"),
        ("edad", "where: 'lower(edad) = 1'", "where"),
        ("edad", "groups: [{old: 'substring(edad, 1, 2) > 3'}]", "group old"),
    ],
)
def test_what_duckdb_s_binder_refuses_is_a_wrong_declaration_before_anything_is_measured(tmp_path: Path, level: str, more: str, said: str) -> None:
    folder = project(tmp_path, TYPED % (level, more), "(values (30, 'F', 'a', 'x'), (31, 'M', 'b', 'y')) as t(edad, sexo, provincia, diagnostico)")
    ran = sqlrisk("check", "--today", "2026-11-30", "-v", cwd=folder)
    assert (ran.code, said in ran.err, "row_counts" in ran.err) == (2, True, False), ran
    assert "cast the column in the expression" in ran.err


def test_what_fits_its_types_is_measured(tmp_path: Path) -> None:
    text = TYPED % ("lower(cast(edad as text))", "where: 'edad > 0'")
    folder = project(tmp_path, text, "(values (30, 'F', 'a', 'x')) as t(edad, sexo, provincia, diagnostico)")
    ran = sqlrisk("check", "--today", "2026-11-30", cwd=folder)
    assert ran.code in (0, 1), ran
