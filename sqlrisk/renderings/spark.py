"""Spark: a cast to an integer cuts there, and a text and a number are not put together."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, concat_of_texts, with_value

_WHOLE = (
    "case when typeof(value) in ('double', 'float') then bround(cast(value as double)) "
    "when typeof(value) like 'decimal%' then round(cast(value as decimal(38, 19))) else cast(value as bigint) end"
)


def _spark_cast(node: exp.Cast) -> exp.Expression:
    """Rounded before, as DuckDB rounds: doubles to even, decimals away from zero. `typeof` is known before a row is read."""
    if node.to.this.name not in ("INT", "BIGINT") or isinstance(node.this, exp.Floor | exp.Ceil) or node.this.is_string:
        return node
    return exp.cast(with_value(_WHOLE, "spark", node.this), node.to)


def _without_negative_zero(node: exp.Expression) -> exp.Expression:
    """Sail ranks -0.0 apart from 0.0."""
    return exp.paren(exp.Add(this=exp.paren(node), expression=exp.Literal.number(0)), copy=False)


NODES: Mapping[type[exp.Expression], Rendering] = {
    exp.Cast: _spark_cast,
    exp.Concat: concat_of_texts,
    **dict.fromkeys((exp.Neg, exp.Mul, exp.Div, exp.Mod, exp.Ceil), _without_negative_zero),
}
