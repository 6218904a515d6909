"""Random declarations over keys of every kind that engines compare, cast, pad, fold or write in their own ways, for test_canonical_keys.py."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

DATES = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
LABELS = ("a", "B", "ab", "abc")
VALUES: Mapping[str, Sequence[Any]] = {
    "float": (0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -2.5, 1.0, 0.1, 1e10),
    "numeric": tuple(map(Decimal, ("0", "-0.0", "0.00", "1", "1.0", "1.00", "2.50", "2.5", "0.125", "-1.500"))),
    "scaled": tuple(map(Decimal, ("0.00", "0.50", "1.50", "2.50", "-2.50", "10.25"))),
    "enum": LABELS,
    "char": LABELS,
    "text": ("a", "A", " a", "a ", "\ta", "a\u00a0", "\u2003a", "á", "", " "),
    "whole": (0, 1, 2, 3, 5, 7, -3, -5),
    "date": (date(2024, 2, 29), date(1999, 12, 31), date(2024, 1, 1)),
}
"""Values of a kind, in which equal ones are written in several ways."""
LEVELS: Mapping[str, Sequence[str]] = {
    "float": ("floor({0})", "ceil({0})", "{0} * 2", "-{0}", "{0} * -1", "abs({0})", "{0} / 2", "floor({0} + 0.5)", "cast(floor({0} + 0.5) as integer)"),
    "numeric": ("floor({0})", "ceil({0})", "{0} * 2", "-{0}", "{0} / 2", "floor({0} + 0.5)", "cast(floor({0} * 0.5) as integer)", "{0} + 0.5"),
    "scaled": ("floor({0})", "{0} * 2", "-{0}", "{0} / 2", "floor({0} + 0.5)", "cast(floor({0}) as bigint)", "case when {0} > 1 then {0} else 0.5 end"),
    "enum": ("upper({0})", "substring({0}, 1, 1)", "length({0})", "concat({0}, '-')", "case when {0} = 'a' then 'x' else {0} end", "lpad({0}, 5, '0')"),
    "char": (
        "upper({0})",
        "substring({0}, 1, 1)",
        "length({0})",
        "concat({0}, '-')",
        "coalesce(nullif({0}, 'a'), 'none')",
        "{0} like 'ab'",
        "lpad({0}, 5, '0')",
    ),
    "text": ("lower({0})", "trim({0})", "length(trim({0}))", "concat({0}, '.')", "case when {0} in ('a', 'A') then 'a' else trim({0}) end"),
    "whole": ("floor({0} / 5) * 5", "floor({0} * 0.5)", "cast(floor({0} * 0.5) as integer)", "{0} * 0.5", "case when {0} > 2 then 0.5 else {0} end", "-{0}"),
    "date": ("extract(year from {0})", "substring(cast({0} as text), 1, 7)", "case when {0} < date '2000-01-01' then 'old' else 'new' end"),
}
MIXED = ("case when length({1}) > 1 then length({1}) else {0} end", "case when {0} > 0.5 then length({1}) else {0} / 2 end", "coalesce({0}, length({1}))")
"""Levels in which one CASE holds values of two types of numbers: of a float and a text."""
KEYS = ("whole", "text", "numeric", "float", "scaled", "date", "enum", "char")
"""The kinds of entity keys."""


def drawn(seed: int) -> dict[str, Any]:
    """A case: {tables: name -> (kinds by column, rows), releases: over `{table}` names, first: whose answer is compared}."""
    draw = random.Random(seed)
    kinds = {f"q{place}": draw.choice(list(VALUES)) for place in range(1, draw.choice((2, 3, 3, 4)) + 1)}
    kinds |= {"f": "float", "t": "text", "s": draw.choice(list(VALUES)), "e": draw.choice(KEYS)}
    columns = {name: _quasi_identifier(draw, name, kind) for name, kind in kinds.items() if name.startswith("q")}
    used = {name: dict(column) for name, column in columns.items()}
    sensitive = {"s": {"role": "sensitive", "null_means": draw.choice(("value", "not_recorded"))}}
    release = {
        "name": "first",
        "relation": "first",
        "columns": {**used, **sensitive, "e": {"role": "entity"}},
        "publish": {name: next(iter(column["levels"])) for name, column in columns.items() if column.get("levels") and draw.random() < 0.6},
        "other_columns": {"role": "insensitive", "reason": "not published"},
        "thresholds": [{"measure": "k", "at_least": draw.choice((2, 3))}, {"measure": "max_posterior", "column": "s", "at_most": 0.9}],
        **DATES,
    }
    found: dict[str, Any] = {"tables": {"first": (kinds, _rows(draw, kinds))}, "releases": [release]}
    return _with_another(draw, found, kinds) if draw.random() < 0.5 else _with_population(draw, found, kinds)


def _quasi_identifier(draw: random.Random, name: str, kind: str) -> dict[str, Any]:
    level = draw.choice(MIXED).format("f", "t") if draw.random() < 0.15 else draw.choice(LEVELS[kind]).format(name)
    return {"role": "quasi_identifier", "levels": {f"{name}_level": level}}


def _rows(draw: random.Random, kinds: Mapping[str, str]) -> list[list[Any]]:
    few = {name: draw.sample(list(VALUES[kind]), min(len(VALUES[kind]), draw.choice((2, 3, 6)))) for name, kind in kinds.items()}
    few["e"] = [value for value in VALUES[kinds["e"]] if not isinstance(value, str) or value.strip(" ")]
    return [[None if name != "e" and draw.random() < 0.08 else draw.choice(few[name]) for name in kinds] for _ in range(draw.choice((12, 30, 60)))]


def _with_another(draw: random.Random, case: dict[str, Any], kinds: Mapping[str, str]) -> dict[str, Any]:
    """A second release about the same people: keys and secrets are compared across tables."""
    (release,) = case["releases"]
    other = {**release, "name": "second", "relation": "second", "composes_with": ["first"], "publish": {}}
    release["composes_with"] = ["second"]
    release["thresholds"].append({"measure": "composition_k", "at_least": 2})
    case["tables"]["second"] = (kinds, _rows(draw, kinds))
    case["releases"].append(other)
    return case


def _with_population(draw: random.Random, case: dict[str, Any], kinds: Mapping[str, str]) -> dict[str, Any]:
    (release,) = case["releases"]
    del release["columns"]["e"]
    if draw.random() < 0.5:
        release["population"] = {"size": 10_000, "random_sample": True, "evidence": "drawn by lot"}
        return case
    release["population"] = {"relation": "people", "evidence": "a register"}
    release["thresholds"].append({"measure": "k_map", "at_least": 2})
    rows = case["tables"]["first"][1]
    case["tables"]["people"] = (kinds, [*rows, *rows, *_rows(draw, kinds)])
    return case
