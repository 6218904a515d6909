"""Every kernel on every engine: one table with missing values, and the rows that DuckDB gives, integers identical and reals to 1e-9."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sqlrisk.queries import render
from tests.engines import Engine
from tests.test_one_text import CALLS, OF_RANKS, SCHEMA
from tests.test_parity import same

COLUMNS = {name: {"varchar": "text", "double": "double precision"}.get(kind, kind) for name, kind in SCHEMA["people"].items()}
NOT_HERE = {
    "sqlite": {"composed_classes": "aggregates take an order since SQLite 3.44", "composed_values": "aggregates take an order since SQLite 3.44"},
}
"""The kernels that an engine cannot run, by engine, and why."""


NUMBERED = ("codes of levels", "classes as ranks, for queries")
"""The calls that number values in an order of the engine's own, NULL first or last: as many rows, and as many values in each column."""


def people() -> list[list[Any]]:
    """Sixty rows of few values, a sixth of them missing; what stands for counts and numbers is small and positive, and numbers each row."""
    draw = random.Random(11)
    rows = []
    for place in range(60):
        row: dict[str, Any] = {name: draw.choice("abc") if kind == "text" else draw.randrange(1, 4) for name, kind in COLUMNS.items()}
        row |= {name: None for name, kind in COLUMNS.items() if kind == "text" and draw.random() < 1 / 6}
        row |= {
            "weight": draw.choice((1.0, 1.5, 2.25)),
            "income": draw.choice((None, 2.0, 7.5)),
            "sqlrisk_kept": draw.randrange(2),
            "sqlrisk_marked": 0,
            "sqlrisk_number": place,
        }
        rows.append([row[name] for name in COLUMNS])
    return rows


def answer(engine: Engine, call: str) -> list[dict[str, Any]]:
    kernel, arguments = CALLS[call]
    relation = {} if "releases" in arguments else {"relation": "people"}
    rows = engine.rows(render(kernel, engine.dialect, **relation, **arguments).sql)
    return sorted(rows, key=lambda row: [(value is None, str(type(value)), f"{value:.6g}" if isinstance(value, float) else value) for value in row.values()])


@pytest.fixture(scope="module")
def expected(_started: Callable[[str], Engine]) -> dict[str, list[dict[str, Any]]]:
    """What DuckDB answers to each call."""
    duckdb = _started("duckdb")
    duckdb.load("people", COLUMNS, people())
    return {call: answer(duckdb, call) for call in CALLS}


@pytest.fixture(scope="module")
def loaded(engine: Engine) -> Engine:
    """The engine, with the table."""
    assert OF_RANKS
    engine.load("people", COLUMNS, people())
    return engine


@pytest.mark.engines_excluding("duckdb", because="it is what the others are compared with")
@pytest.mark.parametrize("call", CALLS)
def test_a_kernel_says_what_it_says_on_duckdb(engine: Engine, loaded: Engine, expected: Mapping[str, Any], call: str) -> None:
    why = NOT_HERE.get(engine.name, {}).get(CALLS[call][0])
    if why is not None:
        pytest.skip(why)
    found, told = answer(loaded, call), expected[call]
    same(*(map(numbers, (found, told)) if call in NUMBERED else (found, told)))


def numbers(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {name: len({row[name] for row in rows}) for name in rows[0]} | {"rows": len(rows)}
