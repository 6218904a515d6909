"""DuckDB: what it would round where other engines end with an error, and blanks that it alone trims."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, trim_of_blanks, with_value

_WHOLE = "case when cast(value as double) <> cast(value as bigint) then cast('no whole number' as bigint) else cast(value as bigint) end"


def _cast(node: exp.Cast) -> exp.Expression:
    """A text with digits after the point is no whole number; numbers with such digits are refused before (kinds.rounds)."""
    if node.to.this.name not in ("INT", "BIGINT") or isinstance(node.this, exp.Floor | exp.Ceil | exp.Literal):
        return node
    return exp.cast(with_value(_WHOLE, "duckdb", node.this), node.to)


NODES: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _cast, exp.Trim: trim_of_blanks}
