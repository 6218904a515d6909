"""What sqlglot renders otherwise than the expression language means it, put right by dialect before it writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlglot
from sqlglot import exp

Rendering = Callable[[Any], exp.Expression]

_WHOLE = (
    "case when typeof(value) in ('double', 'float') then bround(cast(value as double)) "
    "when typeof(value) like 'decimal%' then round(cast(value as decimal(38, 19))) else cast(value as bigint) end"
)


def put_right(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with the renderings of a dialect in the place of the nodes that need one."""
    renderings = RENDERINGS.get(dialect, {})
    return tree.transform(lambda node: renderings[type(node)](node) if type(node) in renderings else node) if renderings else tree


def _spark_cast(node: exp.Cast) -> exp.Expression:
    """A cast to an integer cuts on Spark: the value is rounded before, as DuckDB rounds it: doubles to even, decimals away from zero."""
    if not node.is_type(*exp.DataType.INTEGER_TYPES) or isinstance(node.this, exp.Floor | exp.Ceil) or node.this.is_string:
        return node

    def value(inner: exp.Expression) -> exp.Expression:
        return node.this.copy() if isinstance(inner, exp.Column) and inner.name == "value" else inner

    return exp.cast(sqlglot.parse_one(_WHOLE, read="spark").transform(value), node.to)


def _spark_concat(node: exp.Concat) -> exp.Expression:
    """The parts as text before NULL becomes the empty text: with ANSI, Spark would make the empty text a number."""
    return exp.Concat(**{**node.args, "expressions": [exp.cast(part, exp.DataType.Type.TEXT) for part in node.expressions]})


_SPARK: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _spark_cast, exp.Concat: _spark_concat}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {"spark": _SPARK, "databricks": _SPARK}
"""Dialect -> node of an expression -> the node that means the same there."""
