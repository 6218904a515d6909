"""What kind of values a column or an expression holds: values of two kinds are converted by each engine in its own way, and so are never compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import Any

from sqlglot import exp

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.expressions import is_of_whole

NUMBER, FLOAT, TEXT, BOOLEAN, DATE = "whole and decimal numbers", "floating-point numbers", "text", "boolean", "date"
KindOf = Callable[[str], str | None]
"""The kind of a column by its name; None where nothing is known of it."""

_WRAPPED = re.compile(r"^(?:NULLABLE|LOWCARDINALITY)\((.*)\)$", re.IGNORECASE | re.DOTALL)
_FIXED = re.compile(r"^(CHAR|CHARACTER|NCHAR|BPCHAR|FIXEDSTRING)\(\d+\)", re.IGNORECASE)
_ONE_NAME = {
    "TIMESTAMP_S": "TIMESTAMP",
    "TIMESTAMP_MS": "TIMESTAMP",
    "TIMESTAMP_NS": "TIMESTAMP",
    "DATE32": "DATE",
    "DATETIME64": "DATETIME",
    "BOOL": "BOOLEAN",
}


_NOTHING = ("NULL", "VOID", "UNKNOWN", "NOTHING")
"""Types of a column that holds nothing but NULL."""


def of_column(column: CatalogueColumn, dialect: str) -> str | None:
    """The kind of a column's values, by its type. Texts of a fixed length are of a kind for each length: engines fill them up, and compare them otherwise.

    None where the type says nothing: that of nothing but NULL, or of a column of SQLite that is neither a number nor text.
    """
    type_ = column.type
    while wrapped := _WRAPPED.match(type_):
        type_ = wrapped[1]
    if not type_ or type_.strip('"').upper() in _NOTHING:
        return None
    if column.is_float:
        return FLOAT
    if column.is_number:
        return NUMBER
    if _FIXED.match(type_) and dialect != "sqlite":
        return type_.lower()
    if column.is_text:
        return TEXT
    base = " ".join(re.sub(r"\(.*?\)", "", type_).upper().split())
    name = _ONE_NAME.get(base, base)
    return None if dialect == "sqlite" else {"BOOLEAN": BOOLEAN, "DATE": DATE}.get(name, name)


def of_expression(tree: exp.Expression, column: KindOf, whole: Container[str] = ()) -> str | None:
    """The kind of an expression's values; None where the engines differ, or its parts do. `whole`: the columns of whole numbers, whose bands are whole."""
    if isinstance(tree, exp.Column):
        return column(tree.name)
    if isinstance(tree, exp.Literal):
        return TEXT if tree.is_string else NUMBER if tree.name.isdigit() else None
    if isinstance(tree, exp.Cast):
        return _CASTS.get(tree.to.this)
    if isinstance(tree, exp.Case):
        return _agreed([each.args["true"] for each in tree.args["ifs"]] + [tree.args.get("default")], column, whole)
    if isinstance(tree, exp.Coalesce):
        return _agreed([tree.this, *tree.expressions], column, whole)
    if isinstance(tree, exp.Floor | exp.Ceil) and is_of_whole(tree.this, whole):
        return NUMBER
    if isinstance(tree, exp.Paren | exp.Neg | exp.Abs | exp.Nullif | exp.Floor | exp.Ceil):
        return of_expression(tree.this, column, whole)
    if isinstance(tree, exp.Add | exp.Sub | exp.Mul | exp.Mod):
        found = {of_expression(tree.this, column, whole), of_expression(tree.expression, column, whole)}
        return FLOAT if found in ({FLOAT}, {FLOAT, NUMBER}) else NUMBER if found == {NUMBER} else None
    return next((kind for types, kind in _BY_NODE if isinstance(tree, types)), None)


def rounds(tree: exp.Expression, fractions: Container[str]) -> bool:
    """Whether a cast to a whole number in a tree may be given a number with digits after its point, which engines round in different ways.

    `fractions`: the columns that can hold such numbers.
    """
    return any(_may_have_fraction(each.this, fractions) for each in tree.find_all(exp.Cast) if each.to.this in _INTEGERS)


def _may_have_fraction(node: Any, fractions: Container[str]) -> bool:
    """Whether the values of a tree may be numbers with digits after the point; a text is no number until it is read."""
    if isinstance(node, exp.Column):
        return node.name in fractions
    if isinstance(node, exp.Literal):
        return not node.is_string and not node.name.isdigit()
    if isinstance(node, exp.Case):
        branches = [*(each.args["true"] for each in node.args["ifs"]), *([node.args["default"]] if node.args.get("default") else [])]
        return any(_may_have_fraction(each, fractions) for each in branches)
    if isinstance(node, exp.Coalesce):
        return any(_may_have_fraction(each, fractions) for each in (node.this, *node.expressions))
    if isinstance(node, exp.Add | exp.Sub | exp.Mul | exp.Mod):
        return _may_have_fraction(node.this, fractions) or _may_have_fraction(node.expression, fractions)
    if isinstance(node, exp.Paren | exp.Neg | exp.Abs | exp.Nullif):
        return _may_have_fraction(node.this, fractions)
    return isinstance(node, exp.Div) or (isinstance(node, exp.Cast) and node.to.this == exp.DataType.Type.DOUBLE)


_INTEGERS = (exp.DataType.Type.INT, exp.DataType.Type.BIGINT)


def _agreed(parts: list[Any], column: KindOf, whole: Container[str]) -> str | None:
    """The kind that all parts but NULL have."""
    found = {of_expression(part, column, whole) for part in parts if part is not None and not isinstance(part, exp.Null)}
    return found.pop() if len(found) == 1 else None


_CASTS: dict[Any, str] = {
    exp.DataType.Type.INT: NUMBER, exp.DataType.Type.BIGINT: NUMBER, exp.DataType.Type.DOUBLE: FLOAT, exp.DataType.Type.TEXT: TEXT,
    exp.DataType.Type.VARCHAR: TEXT, exp.DataType.Type.DATE: DATE,
}  # fmt: skip
_BY_NODE: tuple[tuple[Any, str], ...] = (
    ((exp.Lower, exp.Upper, exp.Trim, exp.Substring, exp.Pad, exp.Concat), TEXT),
    ((exp.Length, exp.Extract), NUMBER),
    (exp.Div, FLOAT),
    ((exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.And, exp.Or, exp.Not, exp.Is, exp.In, exp.Between, exp.Like, exp.Boolean), BOOLEAN),
)
