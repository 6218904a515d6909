"""What looking for identifiers adds to a check: CPU seconds with and without it, on 1 M rows and 20 columns, 10 of them text."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.common import projects
from benchmarks.common.costs import Cost, cost
from benchmarks.common.people import made
from benchmarks.common.results import Row
from sqlrisk.checking import silent
from sqlrisk.findings.columns import profiled
from sqlrisk.measuring import measure
from sqlrisk.running import Run
from sqlrisk.sensor import nothing, sensed

# What is published: age, sex, postcode and diagnosis as in the other benchmarks. Texts of few and of many values, of one word and of several; days and
# times as text; codes; whole numbers, amounts and moments.
VISITS = """create table visits as select
  (hash(i * 7 + 1) % 100)::int as age,
  case when hash(i * 3 + 2) % 2 = 0 then 'M' else 'F' end as sex,
  lpad(((hash(i * 5 + 3) % 52) * 1000 + hash(i * 11) % 165 * 17 // 10)::varchar, 5, '0') as postcode,
  'd' || ((hash(i * 17 + 5) % 6) * (1 + hash(i) % 3) % 6) as diagnosis,
  ['single', 'married', 'widowed', 'divorced'][1 + (hash(i * 29) % 4)::int] as marital_status,
  ['ingeniero de caminos', 'profesora de primaria', 'administrativo', 'conductor de autobus', 'enfermera'][1 + (hash(i * 31) % 5)::int] as profession,
  (date '2020-01-01' + (hash(i * 37) % 1500)::int)::varchar as day,
  (timestamp '2020-01-01' + interval (hash(i * 41) % 100000000) second)::varchar as admitted,
  'C' || (hash(i * 43) % 90 + 10) || '.' || hash(i * 47) % 10 as tumour,
  'unidad ' || (hash(i * 53) % 4000) || ' planta ' || hash(i * 59) % 9 as ward,
  'remitido por ' || ['urgencias', 'su centro de salud', 'otro hospital'][1 + (hash(i * 61) % 3)::int] || ', ' || hash(i * 67) % 3000 || ' minutos' as note,
  (hash(i * 71) % 40)::int as stay, (hash(i * 73) % 6)::int as children, (hash(i * 79) % 4000)::int as minutes,
  (hash(i * 83) % 300)::bigint as visits, (hash(i * 89) % 90000)::bigint as income,
  (hash(i * 97) % 200000)::double / 7 as cost, (hash(i * 101) % 1000)::double / 10 as pressure,
  (hash(i * 103) % 100000)::decimal(9, 2) as paid, date '2020-01-01' + (hash(i * 107) % 1500)::int as left_on
from range({rows}) r(i)"""
DECLARED = ("age", "sex", "postcode", "diagnosis")


def sensor(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """CPU seconds of a check with the sensor and without it, each where every other column is profiled and where each has a reason and none is.

    One thread; the check is measured in this process, so that no start-up is in its seconds.
    """
    file = made(folder, "visits", VISITS, rows)
    for case, role in {"profiled": {}, "reasons": {"reason": "benchmark"}}.items():
        with tempfile.TemporaryDirectory() as name:
            run = projects.opened(projects.write(Path(name), _declaration(file, role), file, threads=1))
            try:
                without, with_it = _in_turn(run, repeat)
            finally:
                run.engine.close()
        yield {"columns": case, "rows": rows, "cpu_without": without.cpu, "cpu": with_it.cpu, "ratio": with_it.cpu / without.cpu}


def _declaration(file: Path, role: Mapping[str, str]) -> dict[str, Any]:
    with duckdb.connect(str(file), read_only=True) as connection:
        names = [name for name, *_ in connection.execute("describe visits").fetchall()]
    others = {name: {"role": "insensitive", **role} for name in names if name not in DECLARED}
    declared = projects.declaration({**projects.AT_L3, **others}, publish=projects.PUBLISHED_AT_L3, relation="visits")
    for release in declared["releases"]:
        del release["other_columns"]
    return declared


def _in_turn(run: Run, repeat: int) -> tuple[Cost, Cost]:
    """The cheapest check without and with the sensor, in turn, after one that warms up."""
    checks = [lambda sense=sense: measure(run.bound, run.engine, silent, profiled(run.bound), sense) for sense in (nothing, sensed)]
    pairs = [[cost(check)[0] for check in checks] for _ in range(repeat + 1)][1:]
    without, with_it = (min(costs, key=lambda each: each.cpu) for costs in zip(*pairs, strict=True))
    return without, with_it
