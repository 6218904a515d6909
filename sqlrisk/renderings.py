"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same, by dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

Rendering = Callable[[Any], exp.Expression]


def rendered(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with each node that an engine reads otherwise replaced by what means the same there, the innermost first."""
    known: Mapping[Any, Rendering] = RENDERINGS.get(dialect, {})
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

# ClickHouse: its functions of text count bytes and know ASCII only; its casts cut, wrap, and make NULL of a text in a column that can be NULL; it groups the
# -0.0 that an operation can make apart from 0.0; its whole numbers wrap beyond 64 bits, which the same sum in doubles shows; `in` takes NULL for a value.

_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Neg)
_WRAPPED = "1000000000000000000"


def _clickhouse_named(name: str, *keys: str) -> Rendering:
    return lambda node: _called(name, *(node.args[key] for key in ("this", *keys) if node.args.get(key) is not None))


def _without_negative_zero(node: exp.Expression) -> exp.Expression:
    return exp.paren(exp.Add(this=exp.paren(node), expression=exp.Literal.number(0)), copy=False)


def _clickhouse_cast(node: exp.Cast) -> exp.Expression:
    """To a whole number by rounding, and out of its range an error; to a double without -0.0; to a day that is in the calendar."""
    value, kind = node.this, node.to.this.name
    if kind == "DATE":
        found = _called("toDate32", value)
        return _checked(found, value, exp.not_(_called("startsWith", _called("toString", value.copy()), _called("toString", found.copy()))))
    if kind == "INT":
        return _checked(_called("accurateCast", _called("round", _called("toFloat64", value)), exp.Literal.string("Nullable(Int32)")), value)
    if kind == "BIGINT":
        return _checked(_called("accurateCast", value, exp.Literal.string("Nullable(Int64)")), value)
    return _checked(_called("toFloat64", value), value) if kind == "DOUBLE" else node


def _checked(found: exp.Expression, value: exp.Expression, wrong: exp.Expression | None = None) -> exp.Expression:
    """What was found and 0, which throws where it is wrong, or NULL for a value that is not."""
    missing = exp.and_(exp.Is(this=found.copy(), expression=exp.null()), exp.not_(exp.Is(this=value.copy(), expression=exp.null())))
    check = _called("throwIf", missing if wrong is None else _called("ifNull", wrong, missing))
    return exp.paren(exp.Add(this=found, expression=check), copy=False)


def _clickhouse_arithmetic(node: exp.Expression) -> exp.Expression:
    """The whole of a sum or product, and 0, which throws where it is not what it is in doubles."""
    if isinstance(_around(node), _ARITHMETIC) or not node.find(exp.Column):
        return node
    difference = _called("abs", exp.Sub(this=_called("toFloat64", node.copy()), expression=exp.paren(_in_doubles(node), copy=False)))
    check = _called("throwIf", _called("ifNull", exp.GT(this=difference, expression=exp.Literal.number(_WRAPPED)), exp.Literal.number(0)))
    return exp.paren(exp.Add(this=exp.paren(node), expression=check), copy=False)


def _around(node: exp.Expression) -> Any:
    parent: Any = node.parent
    while isinstance(parent, exp.Paren):
        parent = parent.parent
    return parent


def _in_doubles(node: exp.Expression) -> exp.Expression:
    if not isinstance(node, (*_ARITHMETIC, exp.Paren)):
        return _called("toFloat64", node.copy())
    return type(node)(**{key: _in_doubles(part) for key, part in node.args.items() if isinstance(part, exp.Expression)})


def _clickhouse_trim(node: exp.Trim) -> exp.Expression:
    """By code points, where there is a list of characters."""
    characters = node.expression.name if isinstance(node.expression, exp.Literal) else ""
    listed = "".join(rf"\x{{{ord(each):x}}}" for each in characters)
    return _called("replaceRegexpAll", node.this, exp.Literal.string(f"^[{listed}]+|[{listed}]+$"), exp.Literal.string("")) if listed else node


def _clickhouse_in(node: exp.In) -> exp.Expression:
    if all(isinstance(each, exp.Literal) for each in node.expressions):
        return node
    return exp.paren(exp.or_(*(exp.EQ(this=node.this.copy(), expression=each) for each in node.expressions)), copy=False)


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
    exp.Trim: _clickhouse_trim,
    exp.In: _clickhouse_in,
    **dict.fromkeys((exp.Div, exp.Mod, exp.Ceil), _without_negative_zero),
    **dict.fromkeys(_ARITHMETIC, _clickhouse_arithmetic),
}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {"sqlite": _SQLITE, "clickhouse": _CLICKHOUSE}
