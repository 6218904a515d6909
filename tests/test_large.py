"""A million rows on every engine that runs: what a check asks of them is what DuckDB says, integers identical and reals to 1e-9."""

from __future__ import annotations

from typing import Any

import pytest

from sqlrisk.queries import render
from tests.engines import ALL, Engine
from tests.test_parity import same

ROWS = 1_000_000
SERIES = {
    "duckdb": f"range({ROWS}) as s(i)",
    "postgres": f"generate_series(0::bigint, {ROWS - 1}) as s(i)",
    "sqlite": f"(with recursive s(i) as (select 0 union all select i + 1 from s where i < {ROWS - 1}) select i from s) as s",
    "clickhouse": f"(select toInt64(number) as i from numbers({ROWS})) as s",
    "spark": f"(select id as i from range({ROWS})) as s",
    "mysql": f"(select cast(seq as signed) as i from seq_0_to_{ROWS - 1}) as s",
}
TABLES = {
    "few classes": "nullif(i % 90, 7) as age, i % 2 as sex, (i * 7919) % 52 as town",
    "a class in six rows": "i % 90 as age, i % 2 as sex, (i * 7919) % 3253 as town",
    "nearly unique": "i % 1009 as age, nullif(i % 2, 1) as sex, (i * 7919) % 700001 as town",
}
NAMES = ["age", "sex", "town"]
KERNELS: dict[str, dict[str, Any]] = {
    "class_sizes": {},
    "null_classes": {},
    "sensitive_classes": {"sensitive": "illness"},
    "recursive_classes": {"sensitive": "illness", "l": 2},
}

pytestmark = pytest.mark.slow


def answer(engine: Engine, table: str, kernel: str) -> list[dict[str, Any]]:
    relation = f"(select {TABLES[table]}, nullif((i * 31) % 7, 3) as illness from {SERIES[engine.dialect]})"
    rows = engine.rows(render(kernel, engine.dialect, relation=relation, quasi_identifiers=NAMES, **KERNELS[kernel]).sql)
    return sorted(rows, key=lambda row: [(value is None, value or 0) for value in row.values()])


@pytest.mark.engines_excluding("duckdb", because="it is what the others are compared with")
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("table", TABLES)
def test_a_million_rows(engine: Engine, table: str, kernel: str) -> None:
    with ALL["duckdb"]() as duckdb:
        expected = answer(duckdb, table, kernel)
    same(answer(engine, table, kernel), expected)
    assert expected
