"""What ClickHouse is told in place of an expression that it would answer otherwise, or not at all.

Its functions of text count bytes and know ASCII only; its casts cut, wrap, and make NULL of a text in a column that can be NULL; it groups the -0.0 that an
operation can make apart from 0.0; its whole numbers wrap beyond 64 bits, which the same sum in doubles shows; `in` takes NULL for a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, called

_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Neg)
_WRAPPED = "1000000000000000000"


def _named(name: str, *keys: str) -> Rendering:
    return lambda node: called(name, *(node.args[key] for key in ("this", *keys) if node.args.get(key) is not None))


def _without_negative_zero(node: exp.Expression) -> exp.Expression:
    return exp.paren(exp.Add(this=exp.paren(node), expression=exp.Literal.number(0)), copy=False)


def _cast(node: exp.Cast) -> exp.Expression:
    """To a whole number, and an error where it is none or out of range; to a double without -0.0; to a day that is in the calendar.

    Only a text makes NULL of what is not NULL: floor and ceil give none.
    """
    value, kind = node.this, node.to.this.name
    if kind == "DATE":
        found = called("toDate32", value)
        return _checked(found, value, exp.not_(called("startsWith", called("toString", value.copy()), called("toString", found.copy()))))
    if kind in ("INT", "BIGINT"):
        found = called("accurateCast", value, exp.Literal.string(f"Nullable({'Int32' if kind == 'INT' else 'Int64'})"))
        return found if isinstance(value, exp.Floor | exp.Ceil) else _checked(found, value)
    return _checked(called("toFloat64", value), value) if kind == "DOUBLE" else node


def _checked(found: exp.Expression, value: exp.Expression, wrong: exp.Expression | None = None) -> exp.Expression:
    """What was found and 0, which throws where it is wrong, or NULL for a value that is not."""
    missing = exp.and_(exp.Is(this=found.copy(), expression=exp.null()), exp.not_(exp.Is(this=value.copy(), expression=exp.null())))
    check = called("throwIf", missing if wrong is None else called("ifNull", wrong, missing))
    return exp.paren(exp.Add(this=found, expression=check), copy=False)


def _arithmetic(node: exp.Expression) -> exp.Expression:
    """The whole of a sum or product, and 0, which throws where it is not what it is in doubles."""
    if isinstance(_around(node), _ARITHMETIC) or not node.find(exp.Column):
        return node
    difference = called("abs", exp.Sub(this=called("toFloat64", node.copy()), expression=exp.paren(_in_doubles(node), copy=False)))
    check = called("throwIf", called("ifNull", exp.GT(this=difference, expression=exp.Literal.number(_WRAPPED)), exp.Literal.number(0)))
    return exp.paren(exp.Add(this=exp.paren(node), expression=check), copy=False)


def _around(node: exp.Expression) -> Any:
    parent: Any = node.parent
    while isinstance(parent, exp.Paren):
        parent = parent.parent
    return parent


def _in_doubles(node: exp.Expression) -> exp.Expression:
    if not isinstance(node, (*_ARITHMETIC, exp.Paren)):
        return called("toFloat64", node.copy())
    return type(node)(**{key: _in_doubles(part) for key, part in node.args.items() if isinstance(part, exp.Expression)})


def _trim(node: exp.Trim) -> exp.Expression:
    """By code points, where there is a list of characters."""
    characters = node.expression.name if isinstance(node.expression, exp.Literal) else ""
    listed = "".join(rf"\x{{{ord(each):x}}}" for each in characters)
    return called("replaceRegexpAll", node.this, exp.Literal.string(f"^[{listed}]+|[{listed}]+$"), exp.Literal.string("")) if listed else node


def _in(node: exp.In) -> exp.Expression:
    if all(isinstance(each, exp.Literal) for each in node.expressions):
        return node
    return exp.paren(exp.or_(*(exp.EQ(this=node.this.copy(), expression=each) for each in node.expressions)), copy=False)


def _concat(node: exp.Concat) -> exp.Expression:
    node.set("expressions", [exp.cast(each, exp.DataType.Type.TEXT) for each in node.expressions])
    return node


def _length(node: exp.Length) -> exp.Expression:
    """The characters of a text as a number that can stand beside a double in one CASE: UInt64 and Float64 have no type in common."""
    return called("toInt32", called("lengthUTF8", node.this))


def _branches(node: exp.Case | exp.Coalesce) -> exp.Expression:
    """Beside a double each number of a CASE is a double, and an error where that would change it: Int64 and Float64 have no type in common."""
    parts = [*(each.args["true"] for each in node.args["ifs"]), node.args.get("default")] if isinstance(node, exp.Case) else [node.this, *node.expressions]
    if any(_is_double(part) for part in parts):
        for part in parts:
            if part is not None and not _is_double(part) and not isinstance(part, exp.Null):
                part.replace(_checked(called("accurateCastOrNull", part.copy(), exp.Literal.string("Float64")), part.copy()))
    return node


def _is_double(node: Any) -> bool:
    """Whether an expression is a double whatever its columns are."""
    if isinstance(node, exp.Literal):
        return not node.is_string and not node.name.isdigit()
    return isinstance(node, exp.Paren | exp.Neg) and _is_double(node.this)


NODES: Mapping[type[exp.Expression], Rendering] = {
    exp.Case: _branches,
    exp.Coalesce: _branches,
    exp.Length: _length,
    exp.Lower: _named("lowerUTF8"),
    exp.Upper: _named("upperUTF8"),
    exp.Substring: _named("substringUTF8", "start", "length"),
    exp.Pad: _named("leftPadUTF8", "expression", "fill_pattern"),
    exp.Concat: _concat,
    exp.Cast: _cast,
    exp.Trim: _trim,
    exp.In: _in,
    **dict.fromkeys((exp.Div, exp.Mod, exp.Ceil), _without_negative_zero),
    **dict.fromkeys(_ARITHMETIC, _arithmetic),
}
"""By kind of node what means the same; the parts of the node are rendered already."""
