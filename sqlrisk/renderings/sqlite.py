"""SQLite: the functions that sqlrisk gives it (sqlite_functions.py), which refuse what its own would turn into 0 or NULL."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, called

_SQLITE_CASTS = {"INT": "sqlrisk_integer", "BIGINT": "sqlrisk_integer", "DOUBLE": "sqlrisk_double", "DATE": "sqlrisk_date"}


def _sqlite_cast(node: exp.Cast) -> exp.Expression:
    name = _SQLITE_CASTS.get(node.to.this.name)
    return called(name, node.this) if name else node


def _sqlite_extract(node: exp.Extract) -> exp.Expression:
    return called(f"sqlrisk_{node.name.lower()}", node.expression)


def _sqlite_pad(node: exp.Pad) -> exp.Expression:
    return called("sqlrisk_lpad", node.this, node.expression, node.args.get("fill_pattern") or exp.Literal.string(" "))


def _sqlite_concat(node: exp.Concat) -> exp.Expression:
    return called("sqlrisk_concat", *node.expressions)


def _sqlite_like(node: exp.Like) -> exp.Expression:
    found = called("sqlrisk_like", node.this, node.expression)
    return exp.not_(found) if node.args.get("negate") else found


NODES: Mapping[type[exp.Expression], Rendering] = {
    exp.Cast: _sqlite_cast,
    exp.Extract: _sqlite_extract,
    exp.Pad: _sqlite_pad,
    exp.Concat: _sqlite_concat,
    exp.Like: _sqlite_like,
    exp.Div: lambda node: called("sqlrisk_quotient", node.this, node.expression),
    exp.Mod: lambda node: called("sqlrisk_remainder", node.this, node.expression),
    exp.Lower: lambda node: called("sqlrisk_lower", node.this),
    exp.Upper: lambda node: called("sqlrisk_upper", node.this),
}
