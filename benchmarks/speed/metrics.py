"""Everything about one sensitive attribute in one statement, against one statement a metric as one would write it by hand."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb

from benchmarks.common.costs import best
from benchmarks.common.people import LEVELS, Level, answer, database, opened
from benchmarks.common.results import Row
from sqlrisk import evidence
from sqlrisk.queries import render

# A class and a value of it: n rows have both, c the class, g the value, t the table.
CLASS = "sum(n) over (partition by {listed}) as c"
VALUE = "sum(n) over (partition by diagnosis) as g, sum(n) over () as t"
COUNTED = "(select {listed}, diagnosis, count(*) as n from {relation} as r group by {listed}, diagnosis)"
PAIRS = f"(select *, {CLASS} from {COUNTED})"
SHARES = f"(select *, {CLASS}, {VALUE} from {COUNTED})"
DISTINCT = "(select count(distinct diagnosis) as l, count(*) as n from {relation} as r group by {listed})"
BY_HAND: Mapping[str, str] = {
    "distinct_l": f"select min(l) from {DISTINCT}",
    "homogeneous_rows": f"select sum(case when l = 1 then n else 0 end) from {DISTINCT}",
    "entropy_l": f"select exp(min(h)) from (select -sum(n / c * ln(n / c)) as h from {PAIRS} group by {{listed}})",
    "max_posterior": f"select max(n / c) from {PAIRS}",
    "t_closeness": f"select max(v) from (select sum(greatest(n / c - g / t, 0)) as v from {SHARES} group by {{listed}})",
    "beta_basic": f"select max(n / c / (g / t)) - 1 from {SHARES}",
    "delta_disclosure": f"select max(abs(ln(n / c / (g / t)))) from {SHARES}",
}


def metrics(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """Both ways at each level, CPU seconds. Raises ValueError where they do not give the same answers."""
    with opened(database(folder, rows)) as connection:
        for level in LEVELS:
            seconds, by_hand = 0.0, {}
            for name, text in BY_HAND.items():
                used, found = answer(connection, text.format(listed=level.listed, relation=level.relation), repeat)
                seconds, by_hand[name] = seconds + used.cpu, float(found[0][0])
            together, ours = best(functools.partial(of_kernel, connection, level, rows), repeat)
            refuse_different(level, by_hand, ours)
            yield {"level": level.name, "rows": rows, "metrics": len(by_hand), "by_hand_cpu": seconds, "cpu": together.cpu, "times": seconds / together.cpu}


def of_kernel(connection: duckdb.DuckDBPyConnection, level: Level, rows: int) -> dict[str, float]:
    """The metrics, from the one statement."""
    cursor = connection.execute(render("sensitive_classes", relation=level.relation, quasi_identifiers=list(level.columns), sensitive="diagnosis").sql)
    names = [column[0] for column in cursor.description]
    found = evidence.sensitive_classes((dict(zip(names, row, strict=True)) for row in cursor.fetchall()), rows)
    return {
        "distinct_l": found.lowest("distinct_min"),
        "homogeneous_rows": found.total("homogeneous_rows"),
        "entropy_l": math.exp(found.lowest("entropy_min")),
        "max_posterior": found.highest("share_max"),
        "t_closeness": found.highest("variation_max"),
        "beta_basic": found.highest("highest_gain") - 1,
        "delta_disclosure": max(math.log(found.highest("highest_gain")), -math.log(found.lowest("lowest_gain"))),
    }


def refuse_different(level: Level, by_hand: Mapping[str, float], ours: Mapping[str, float]) -> None:
    """Raises ValueError where a metric differs by more than rounding."""
    different = [name for name, value in by_hand.items() if not math.isclose(value, ours[name], rel_tol=1e-9, abs_tol=1e-9)]
    if different:
        raise ValueError(f"{level.name}: {', '.join(f'{name}: {by_hand[name]} by hand, {ours[name]} ours' for name in different)}")
