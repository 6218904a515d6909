"""DuckDB's own reading of an expression: what its parser refuses is refused, and what it reads otherwise than sqlglot does is refused too."""

from __future__ import annotations

import functools
import json
from typing import Any

from sqlglot import exp

_OPERATORS = (exp.Binary, exp.Unary, exp.Between, exp.In)
_PLACES = ("query_location", "query_location_length")


def refusal(text: str, tree: exp.Expression) -> str | None:
    """Why an expression cannot be used, None where it can. `tree` is what sqlglot reads in it, and what every engine is given."""
    own = _tree(text)
    if own is None:
        return "DuckDB does not parse it: are its parentheses, quotes and keywords complete?"
    return None if own == _tree(_grouped(tree)) else "DuckDB reads it as another expression: put parentheses around each part"


def _grouped(tree: exp.Expression) -> str:
    """The tree in DuckDB's dialect, with parentheses around each operator: how its parts are grouped is in the text."""
    grouped = tree.copy()
    for node in reversed(list(grouped.walk())):
        if isinstance(node, _OPERATORS) and not isinstance(node, exp.Paren) and node.parent is not None:
            node.replace(exp.Paren(this=node.copy()))
    return grouped.sql(dialect="duckdb", comments=False)


@functools.lru_cache(maxsize=4096)
def _tree(text: str) -> str | None:
    """DuckDB's tree of an expression, without the places in the text; None where it does not parse as one expression."""
    found = json.loads(_connection().execute("select json_serialize_sql(?)", [f"select (\n{text}\n)"]).fetchone()[0])
    if found["error"] or len(found["statements"]) != 1:
        return None
    node = found["statements"][0]["node"]
    return json.dumps(_plain(node)) if node["type"] == "SELECT_NODE" and len(node["select_list"]) == 1 else None


def _plain(value: Any) -> Any:
    """A tree in which each thing that has two spellings has one: names of types, `is not null`, a conjunction of conjunctions."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: _plain(each) for key, each in value.items() if key not in _PLACES}
    if found.get("type") == "TYPE":
        return found["type_name"].lower()
    if found.get("type") == "OPERATOR_IS_NOT_NULL":
        return {**found, "type": "OPERATOR_NOT", "children": [{**found, "type": "OPERATOR_IS_NULL"}]}
    if found.get("class") == "CONJUNCTION":
        parts = [part.get("children") if part.get("type") == found["type"] else [part] for part in found["children"]]
        return {**found, "children": [each for part in parts for each in part]}
    return found


@functools.cache
def _connection() -> Any:
    import duckdb

    return duckdb.connect(":memory:", config={"threads": 1})
