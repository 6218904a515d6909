"""Suppression by limits on a class: what a plain walk over the rows leaves, and the figures that a table of those rows gives."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest

from sqlrisk.queries import render
from tests.engines import Engine

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
    for _ in range(150):
        rows, limits = table(draw), asked(draw)
        relation = engine.load("people", COLUMNS, rows)
        found = Counter(run(engine, relation, limits))
        assert found == Counter(run(engine, relation, limits[::-1])) == Counter(kept(rows, limits))
        assert not Counter(run(engine, relation, [*limits, {"k": draw.randrange(2, 6)}])) - found
        assert not found - Counter(run(engine, relation, limits[1:])) if len(limits) > 1 else True
