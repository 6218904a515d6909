"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same, by dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

Rendering = Callable[[Any], exp.Expression]


def rendered(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with each node that an engine reads otherwise replaced by what means the same there, the inner ones first."""
    known: Mapping[Any, Rendering] = RENDERINGS.get(dialect, {})
    for node in reversed(list(tree.walk())) if known else ():
        if type(node) in known:
            parent, key, index = node.parent, node.arg_key, node.index
            found = known[type(node)](node)
            if parent is None or key is None:
                tree = found
            elif found is not node:
                parent.set(key, found, index)
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


# MySQL and MariaDB: what divides integers keeps four digits, and what warns that it changed a value is refused by the engine (engines/mysql.py).


def _mysql_division(node: exp.Div) -> exp.Expression:
    return exp.Div(this=exp.cast(node.this, exp.DataType.Type.DOUBLE), expression=exp.cast(node.expression, exp.DataType.Type.DOUBLE), safe=True)


_MYSQL: Mapping[type[exp.Expression], Rendering] = {exp.Div: _mysql_division}

# PostgreSQL: a column whose collation folds is read by code points (COLLATE "C"), where only the letters of ASCII have two cases.


def _postgres_case(node: exp.Lower | exp.Upper) -> exp.Expression:
    return type(node)(this=exp.Collate(this=node.this, expression=exp.to_identifier("default", quoted=True)))


_POSTGRES: Mapping[type[exp.Expression], Rendering] = {exp.Lower: _postgres_case, exp.Upper: _postgres_case}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {"sqlite": _SQLITE, "mysql": _MYSQL, "postgres": _POSTGRES}
