"""Random columns of cells: a declared type is taken where plain Python finds it exact and one-to-one, and nowhere else, with the same values."""

from __future__ import annotations

import datetime
import math
import random
import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import duckdb
import pytest

from sqlrisk.cells import broken_rules, typed, values
from sqlrisk.declared import FileRelation
from tests.spellings import Form, one_to_one

Make = Callable[[random.Random], str]


def sometimes(rng: random.Random, share: float) -> bool:
    return rng.random() < share


def grouped(whole: str, mark: str) -> str:
    """A number with a mark before each group of three digits."""
    return f"{int(whole):,}".replace(",", mark)


def numbers(form: Form, strange: float) -> Make:
    """How the numbers of one column are written: most in one way, a share in a way that may be another number, another spelling, or none."""
    is_real = form.type.startswith(("DOUBLE", "FLOAT", "DECIMAL"))

    def make(rng: random.Random) -> str:
        digits = rng.choice((1, 2, 3, 4, 9))
        whole = str(rng.randrange(10**digits))
        fraction = "".join(rng.choice("0125") for _ in range(rng.choice((1, 1, 2, 3)))) if is_real or sometimes(rng, 0.01) else ""
        if form.thousands and len(whole) > 3:
            whole = grouped(whole, form.thousands)
        cell = f"{'-' if sometimes(rng, 0.1) else ''}{whole}{form.decimal + fraction if fraction else ''}"
        return odd(rng, cell) if sometimes(rng, strange) else cell

    def odd(rng: random.Random, cell: str) -> str:
        ways = [
            f"0{cell}",
            f" {cell}",
            f"{cell}e0",
            f"{cell}e2",
            f"{cell}e-1",
            f"+{cell}",
            f"{cell}{form.decimal}0",
            f"{form.decimal}5",
            f"{cell}{form.decimal}",
        ]
        ways += ["", "x", "1_0", "0x1F", "-0", "nan", "Inf", "1e400", "1e-400", "1.5", "1,5", "1.2.3", "9007199254740993", "0.30000000000000004", "16777217"]
        ways += [repr(rng.random()), f"{rng.random():.17g}", f"{rng.random():.20f}", "1e+05", "100000", "12345678901234567890"]
        return rng.choice(ways)

    return make


def days(form: Form, strange: float) -> Make:
    def make(rng: random.Random) -> str:
        day = datetime.date(2026, 1, 1) + datetime.timedelta(days=rng.randrange(400))
        if sometimes(rng, strange):
            return rng.choice([f"{day.day}.{day.month}.{day.year}", f"{day.year}-{day.month}-{day.day}", f"{day} 10:00:00", "2026-02-30", "31.02.2026"])
        return f"{day:%d.%m.%Y}" if form.format else f"{day:%Y-%m-%d}"

    return make


def moments(_: Form, strange: float) -> Make:
    def make(rng: random.Random) -> str:
        moment = datetime.datetime(2026, 1, 1) + datetime.timedelta(seconds=60 * rng.randrange(100_000))
        if not sometimes(rng, strange):
            return f"{moment:%Y-%m-%d %H:%M:%S}"
        ways = [f"{moment:%Y-%m-%dT%H:%M}", f"{moment:%Y-%m-%d}", f"{moment:%Y-%m-%d %H:%M:%S}.{rng.randrange(10**9)}", f"{moment:%Y-%m-%d %H:%M}Z"]
        return rng.choice([*ways, f"{moment:%Y-%m-%d %H:%M:%S}+02", f"{moment:%Y-%m-%d %H:%M:%S}.5000000"])

    return make


def truths(_: Form, strange: float) -> Make:
    pairs = [["true", "false"], ["t", "f"], ["1", "0"], ["yes", "no"], ["TRUE", "FALSE"]]
    return lambda rng: rng.choice(pairs[0] if not strange else [*pairs[rng.randrange(5)], "maybe"])


def identities(_: Form, strange: float) -> Make:
    def make(rng: random.Random) -> str:
        text = str(uuid.UUID(int=rng.randrange(10, 40) << 100))
        return text.upper() if sometimes(rng, strange) else text

    return make


KINDS: list[tuple[Form, Callable[[Form, float], Make]]] = [
    *((Form(kind), numbers) for kind in ("INTEGER", "SMALLINT", "BIGINT", "UTINYINT", "DECIMAL(10,2)", "DECIMAL(38,10)", "DOUBLE", "FLOAT")),
    *((Form(kind, ",", "."), numbers) for kind in ("INTEGER", "DECIMAL(12,3)", "DOUBLE")),
    *((Form(kind, ","), numbers) for kind in ("DECIMAL(12,3)", "DOUBLE")),
    *((Form(kind, ".", mark), numbers) for kind in ("BIGINT", "DOUBLE") for mark in (",", " ", "'", "\u00a0")),
    (Form("DATE"), days),
    (Form("DATE", format="%d.%m.%Y"), days),
    (Form("TIMESTAMP"), moments),
    (Form("BOOLEAN"), truths),
    (Form("UUID"), identities),
]


def taken(connection: duckdb.DuckDBPyConnection, cells: list[str | None], form: Form) -> list[Any] | None:
    """The values that the statements of a check find; None where one of their rules is broken."""
    kind: Any = {"type": form.type, "format": form.format} if form.format else form.type
    relation = FileRelation(file="x.csv", types={"x": kind}, decimal=form.decimal, thousands=form.thousands)
    connection.execute("create or replace temp table cells (place integer, x varchar)")
    connection.execute(f"insert into cells select unnest(range({len(cells)})), unnest(?)", [cells])
    columns = typed(relation, ["x"])
    connection.execute(f"create or replace temp table held as {values('cells', ['x', 'place'], columns, ['spelt'])}")
    if connection.execute(broken_rules("held", columns, ["spelt"])).fetchall():
        return None
    return [row[0] for row in connection.execute("select x from held order by place").fetchall()]


def alike(mine: Any, theirs: Any) -> bool:
    """Whether two values are one: a number that is none is one, and the reals of FLOAT are the nearest."""
    if isinstance(mine, float) and math.isnan(mine):
        return isinstance(theirs, float) and math.isnan(theirs)
    if isinstance(theirs, (Decimal, int)) and not isinstance(theirs, bool):
        return Decimal(mine) == Decimal(theirs)
    return bool(mine == theirs)


def random_cells(rng: random.Random, make: Make) -> list[str | None]:
    count = rng.choice((1, 3, 10, 40))
    return [None if sometimes(rng, 0.02) else make(rng) for _ in range(count)]


@pytest.mark.parametrize(("first", "columns"), [(0, 120), pytest.param(10_000, 20_000, marks=pytest.mark.slow)])
def test_a_type_is_taken_where_it_is_one_to_one(first: int, columns: int) -> None:
    kept = refused = 0
    with duckdb.connect() as connection:
        connection.execute("set threads = 1")
        for seed in range(first, first + columns):
            rng = random.Random(seed)
            form, kind = rng.choice(KINDS)
            cells = random_cells(rng, kind(form, rng.choice((0.0, 0.05, 0.3))))
            expected, found = one_to_one(cells, form), taken(connection, cells, form)
            assert (expected is None) == (found is None), (seed, form, cells, expected)
            assert expected is None or found is not None
            assert all(map(alike, found or [], expected or [])), (seed, form, cells, found, expected)
            kept, refused = kept + (expected is not None), refused + (expected is None)
    assert min(kept, refused) > columns / 5, (kept, refused)
