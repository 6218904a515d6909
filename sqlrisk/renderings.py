"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same, by dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlglot
from sqlglot import exp

Rendering = Callable[[Any], exp.Expression]


def rendered(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with each node that an engine reads otherwise replaced by what means the same there."""
    for node in reversed(list(tree.find_all(*RENDERINGS.get(dialect, ())))):  # what stands within first
        other = RENDERINGS[dialect][type(node)](node)
        tree = other if node is tree else tree
        node.replace(other)
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


# Spark: a cast to an integer cuts there, and with ANSI the empty text beside a number must be a number.

_WHOLE = (
    "case when typeof(value) in ('double', 'float') then bround(cast(value as double)) "
    "when typeof(value) like 'decimal%' then round(cast(value as decimal(38, 19))) else cast(value as bigint) end"
)
_WHOLE_OF_WHOLE = f"element_at(transform(array(nested), value -> {_WHOLE}), 1)"


def _spark_cast(node: exp.Cast) -> exp.Expression:
    """Rounded before, as DuckDB rounds: doubles to even, decimals away from zero. A cast within a cast is named once, lest the text grow without end."""
    if node.to.this.name not in ("INT", "BIGINT") or isinstance(node.this, exp.Floor | exp.Ceil) or node.this.is_string:
        return node
    name, text = ("nested", _WHOLE_OF_WHOLE) if node.this.find(exp.Typeof) else ("value", _WHOLE)
    whole = sqlglot.parse_one(text, read="spark").transform(lambda each: node.this.copy() if isinstance(each, exp.Column) and each.name == name else each)
    return exp.cast(whole, node.to)


def _spark_concat(node: exp.Concat) -> exp.Expression:
    texts = [exp.cast(part, exp.DataType.Type.TEXT) for part in node.expressions]
    return exp.Concat(**{**node.args, "expressions": texts})


_SPARK: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _spark_cast, exp.Concat: _spark_concat}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {"sqlite": _SQLITE, "spark": _SPARK, "databricks": _SPARK}
