"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same, by dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlglot
from sqlglot import exp

from sqlrisk.errors import ConfigurationError

Rendering = Callable[[Any], exp.Expression]
MOST_NODES = 20_000
"""What an expression may grow to where a rendering writes an operand several times."""


def rendered(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with each node that an engine reads otherwise replaced by what means the same there, the inner ones first."""
    known: Mapping[Any, Rendering] = RENDERINGS.get(dialect, {})
    for node in reversed(list(tree.walk())) if known else ():
        if type(node) in known:
            parent, key, index = node.parent, node.arg_key, node.index
            found = known[type(node)](node)
            if sum(1 for _ in found.walk()) > MOST_NODES:
                raise ConfigurationError(f"an expression becomes too long for {dialect}", instead="nest fewer casts, substrings and concatenations")
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


# The warehouses that are not run here: what follows stands on their documentation.

_TEXT, _DOUBLE = exp.DataType.Type.TEXT, exp.DataType.Type.DOUBLE
_NO_BREAK = "\u00a0"
_TO_EVEN = "6755399441055744e0"
"""1.5 * 2^52: a double below 2^51 that it is added to and taken from is rounded, half to even."""


def _of(text: str, dialect: str, value: exp.Expression) -> exp.Expression:
    """A text of the dialect with a value in the place of its column `value`."""
    tree: Any = sqlglot.parse_one(text, read=dialect)
    found: exp.Expression = tree.transform(lambda node: value.copy() if isinstance(node, exp.Column) and node.name == "value" else node)
    return found


def _real_division(node: exp.Div) -> exp.Expression:
    """Snowflake divides to six digits, BigQuery NUMERICs to nine: a double on one side makes it real."""
    return exp.Div(this=exp.cast(node.this, _DOUBLE), expression=node.expression, typed=False, safe=False)


def _concat_of_texts(node: exp.Concat) -> exp.Expression:
    """Each part as text first: NULL becomes the empty text, which is no number."""
    parts = [part if part.is_string else exp.Coalesce(this=exp.cast(part, _TEXT), expressions=[exp.Literal.string("")]) for part in node.expressions]
    return exp.Concat(expressions=parts, safe=True, coalesce=False)


def _trim_of_blanks(node: exp.Trim) -> exp.Expression:
    """Blanks alone: without characters some engines trim tabs and line ends too."""
    return node if node.expression else exp.Trim(this=node.this, expression=exp.Literal.string(" "))


def _trino_cast(node: exp.Cast) -> exp.Expression:
    """A double that ends in .5 goes to the even number; Trino's own cast rounds it away from zero, as DuckDB rounds decimals."""
    if not node.is_type(*exp.DataType.INTEGER_TYPES) or node.this.is_string:
        return node
    even = f"(cast(value as double) + {_TO_EVEN}) - {_TO_EVEN}"
    chosen = f"case when typeof(value) in ('double', 'real') and abs(cast(value as double)) < 2251799813685248 then {even} end"
    return exp.Coalesce(this=exp.cast(_of(chosen, "trino", node.this), node.to), expressions=[node])


def _visible_blanks(node: exp.Expression) -> exp.Expression:
    """The text with a no-break space for each blank at its end: Redshift takes 'a' and 'a ' for one."""
    return exp.Paren(this=_of(f"rtrim(value) || repeat('{_NO_BREAK}', len(value) - len(rtrim(value)))", "redshift", node))


def _redshift_trim(node: exp.Trim) -> exp.Expression:
    if node.expression:
        return _visible_blanks(node)
    return exp.Trim(this=node.this, expression=exp.Literal.string(" " + _NO_BREAK))


def _redshift_literal(node: exp.Literal) -> exp.Expression:
    blanks = len(node.name) - len(node.name.rstrip(" "))
    if not node.is_string or not blanks or isinstance(node.parent, (exp.Trim, exp.Pad)):
        return node
    return exp.Literal.string(node.name[:-blanks] + _NO_BREAK * blanks)


def _tsql_cast(node: exp.Cast) -> exp.Expression:
    """A cast to an integer rounds: SQL Server's own would cut."""
    if node.is_type(*exp.DataType.INTEGER_TYPES) and not (isinstance(node.this, exp.National) or node.this.is_string):
        return exp.cast(_called("ROUND", node.this, exp.Literal.number(0)), node.to)
    return node


def _tsql_national_cast(node: exp.Cast) -> exp.Expression:
    """A cast to text keeps every letter: VARCHAR has those of one code page."""
    if node.is_type(*exp.DataType.TEXT_TYPES):
        return exp.cast(node.this, exp.DataType.build("nvarchar(max)", dialect="tsql"))
    return _tsql_cast(node)


def _tsql_length(node: exp.Length) -> exp.Expression:
    """LEN leaves blanks at the end out."""
    marked = exp.Add(this=node.this, expression=exp.Literal.string("."))
    return exp.Paren(this=exp.Sub(this=_called("LEN", marked), expression=exp.Literal.number(1)))


def _tsql_literal(node: exp.Literal) -> exp.Expression:
    return exp.National(this=node.name) if node.is_string else node


def _tsql_like(node: exp.Like) -> exp.Expression:
    """A bracket stands for itself."""
    node.expression.set("this", node.expression.name.replace("[", "[[]"))
    return node


def _tsql_substring(node: exp.Substring) -> exp.Expression:
    """The length is not optional."""
    return exp.Substring(this=node.this, start=node.args["start"], length=node.args.get("length") or exp.Literal.number(2**31 - 1))


_SNOWFLAKE: Mapping[type[exp.Expression], Rendering] = {exp.Div: _real_division, exp.Concat: _concat_of_texts}
_BIGQUERY: Mapping[type[exp.Expression], Rendering] = {exp.Div: _real_division, exp.Concat: _concat_of_texts, exp.Trim: _trim_of_blanks}
_TRINO: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _trino_cast, exp.Trim: _trim_of_blanks}
_REDSHIFT: Mapping[type[exp.Expression], Rendering] = {
    exp.Concat: lambda node: _visible_blanks(_concat_of_texts(node)),
    exp.Substring: _visible_blanks,
    exp.Pad: _visible_blanks,
    exp.Trim: _redshift_trim,
    exp.Literal: _redshift_literal,
}
_FABRIC: Mapping[type[exp.Expression], Rendering] = {
    exp.Cast: _tsql_cast,
    exp.Length: _tsql_length,
    exp.Like: _tsql_like,
    exp.Substring: _tsql_substring,
}
_TSQL: Mapping[type[exp.Expression], Rendering] = {**_FABRIC, exp.Cast: _tsql_national_cast, exp.Literal: _tsql_literal}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {
    "sqlite": _SQLITE,
    "snowflake": _SNOWFLAKE,
    "bigquery": _BIGQUERY,
    "redshift": _REDSHIFT,
    "trino": _TRINO,
    "athena": _TRINO,
    "tsql": _TSQL,
    "fabric": _FABRIC,
}
