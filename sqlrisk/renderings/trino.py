"""Trino, after its documentation."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, trim_of_blanks, with_value

_TO_EVEN = "6755399441055744e0"
"""1.5 * 2^52: a double below 2^51 that it is added to and taken from is rounded, half to even."""


def _trino_cast(node: exp.Cast) -> exp.Expression:
    """A double that ends in .5 goes to the even number; Trino's own cast rounds it away from zero, as DuckDB rounds decimals."""
    if not node.is_type(*exp.DataType.INTEGER_TYPES) or node.this.is_string or isinstance(node.this, exp.Floor | exp.Ceil):
        return node
    even = f"(cast(value as double) + {_TO_EVEN}) - {_TO_EVEN}"
    chosen = f"case when typeof(value) in ('double', 'real') and abs(cast(value as double)) < 2251799813685248 then {even} end"
    return exp.Coalesce(this=exp.cast(with_value(chosen, "trino", node.this), node.to), expressions=[node])


def _by_zero(node: exp.Div | exp.Mod) -> exp.Expression:
    """Division by zero is an error: of doubles, Trino makes infinity, which would be one value of many."""
    if isinstance(node.expression, exp.Literal) and (node.expression.is_string or float(node.expression.name) != 0):
        return node
    guarded = with_value("case when value = 0 then 1 % 0 end", "trino", node.expression)
    guarded.set("default", node)
    return guarded


NODES: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _trino_cast, exp.Trim: trim_of_blanks, exp.Div: _by_zero, exp.Mod: _by_zero}
