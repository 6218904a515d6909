"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same, by dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

Rendering = Callable[[Any], exp.Expression]


def rendered(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with each node that an engine reads otherwise replaced by what means the same there, the innermost first."""
    known = RENDERINGS.get(dialect, {})
    for node in reversed(list(tree.walk())):
        if type(node) in known and (new := known[type(node)](node)) is not node:
            tree = new if node is tree else tree
            node.replace(new)
    return tree


def _called(name: str, *arguments: Any) -> exp.Expression:
    return exp.Anonymous(this=name, expressions=list(arguments))


# SQLite: the functions that sqlrisk gives it (sqlite_functions.py), which refuse what its own would turn into 0 or NULL.

_SQLITE_CASTS = {"INT": "sqlrisk_integer", "BIGINT": "sqlrisk_integer", "DOUBLE": "sqlrisk_double", "DATE": "sqlrisk_date"}


def _sqlite_cast(node: exp.Cast) -> exp.Expression:
    name = _SQLITE_CASTS.get(node.to.this.name)
    return _called(name, node.this) if name else node


def _sqlite_extract(node: exp.Extract) -> exp.Expression:
    return _called(f"sqlrisk_{node.name.lower()}", node.expression)


def _sqlite_pad(node: exp.Pad) -> exp.Expression:
    return _called("sqlrisk_lpad", node.this, node.expression, node.args.get("fill_pattern") or exp.Literal.string(" "))


def _sqlite_concat(node: exp.Concat) -> exp.Expression:
    return _called("sqlrisk_concat", *node.expressions)


_SQLITE: Mapping[type[exp.Expression], Rendering] = {
    exp.Cast: _sqlite_cast,
    exp.Extract: _sqlite_extract,
    exp.Pad: _sqlite_pad,
    exp.Concat: _sqlite_concat,
    exp.Lower: lambda node: _called("sqlrisk_lower", node.this),
    exp.Upper: lambda node: _called("sqlrisk_upper", node.this),
}

# ClickHouse: its functions of text count bytes and know ASCII only, its casts cut and wrap, and it groups the -0.0 that an operation can make apart from 0.0.


def _clickhouse_named(name: str, *keys: str) -> Rendering:
    return lambda node: _called(name, *(node.args[key] for key in ("this", *keys) if node.args.get(key) is not None))


def _without_negative_zero(node: exp.Expression) -> exp.Expression:
    return exp.paren(exp.Add(this=exp.paren(node), expression=exp.Literal.number(0)), copy=False)


def _clickhouse_cast(node: exp.Cast) -> exp.Expression:
    """To a whole number by rounding, and out of its range an error; to a date from 1900 on; to a double without -0.0."""
    kind = node.to.this.name
    if kind == "INT":
        return _called("accurateCast", _called("round", _called("toFloat64", node.this)), exp.Literal.string("Nullable(Int32)"))
    if kind == "BIGINT":
        return _called("accurateCast", node.this, exp.Literal.string("Nullable(Int64)"))
    return _without_negative_zero(node) if kind == "DOUBLE" else exp.cast(node.this, exp.DataType.Type.DATE32) if kind == "DATE" else node


def _clickhouse_concat(node: exp.Concat) -> exp.Expression:
    node.set("expressions", [exp.cast(each, exp.DataType.Type.TEXT) for each in node.expressions])
    return node


_CLICKHOUSE: Mapping[type[exp.Expression], Rendering] = {
    exp.Lower: _clickhouse_named("lowerUTF8"),
    exp.Upper: _clickhouse_named("upperUTF8"),
    exp.Substring: _clickhouse_named("substringUTF8", "start", "length"),
    exp.Pad: _clickhouse_named("leftPadUTF8", "expression", "fill_pattern"),
    exp.Concat: _clickhouse_concat,
    exp.Cast: _clickhouse_cast,
    **dict.fromkeys((exp.Neg, exp.Mul, exp.Div, exp.Mod, exp.Ceil), _without_negative_zero),
}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {"sqlite": _SQLITE, "clickhouse": _CLICKHOUSE}
