"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same, by dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlglot
from sqlglot import exp

from sqlrisk.clickhouse_renderings import CLICKHOUSE
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


def _sqlite_like(node: exp.Like) -> exp.Expression:
    called = _called("sqlrisk_like", node.this, node.expression)
    return exp.not_(called) if node.args.get("negate") else called


_SQLITE: Mapping[type[exp.Expression], Rendering] = {
    exp.Cast: _sqlite_cast,
    exp.Extract: _sqlite_extract,
    exp.Pad: _sqlite_pad,
    exp.Concat: _sqlite_concat,
    exp.Like: _sqlite_like,
    exp.Div: lambda node: _called("sqlrisk_quotient", node.this, node.expression),
    exp.Mod: lambda node: _called("sqlrisk_remainder", node.this, node.expression),
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


def _by_zero(node: exp.Div | exp.Mod) -> exp.Expression:
    """Division by zero is an error: of doubles, Trino makes infinity, which would be one value of many."""
    if isinstance(node.expression, exp.Literal) and (node.expression.is_string or float(node.expression.name) != 0):
        return node
    guarded = _of("case when value = 0 then 1 % 0 end", "trino", node.expression)
    guarded.set("default", node)
    return guarded


_VISIBLE_BLANKS = {
    "redshift": f"rtrim(value) || repeat('{_NO_BREAK}', len(value) - len(rtrim(value)))",
    "tsql": f"rtrim(value) + replicate(N'{_NO_BREAK}', len(value + '.') - 1 - len(value))",
    "fabric": f"rtrim(value) + replicate('{_NO_BREAK}', len(value + '.') - 1 - len(value))",
}
"""Where 'a' and 'a ' are equal whatever the collation: the text with a no-break space for each blank at its end."""


def with_visible_blanks(sql: str, dialect: str) -> str:
    """A text in SQL, told apart from others by the blanks at its end too, for the dialects that ignore them."""
    return str(_visible_blanks(sqlglot.parse_one(sql, read=dialect), dialect).sql(dialect=dialect))


def _visible_blanks(node: Any, dialect: str) -> exp.Expression:
    return exp.Paren(this=_of(_VISIBLE_BLANKS[dialect], dialect, node))


def _visible_trim(node: exp.Trim, dialect: str) -> exp.Expression:
    """Blanks at the end that were made visible are trimmed like blanks."""
    characters = node.expression
    if characters and not (isinstance(characters, (exp.Literal, exp.National)) and " " in characters.name):
        return _visible_blanks(node, dialect)
    return exp.Trim(this=node.this, expression=_text_literal((characters.name if characters else " ") + _NO_BREAK, dialect))


def _visible_literal(node: exp.Literal, dialect: str) -> exp.Expression:
    blanks = len(node.name) - len(node.name.rstrip(" "))
    if not node.is_string:
        return node
    as_written = not blanks or isinstance(node.parent, (exp.Trim, exp.Pad))
    return _text_literal(node.name if as_written else node.name[:-blanks] + _NO_BREAK * blanks, dialect)


def _text_literal(text: str, dialect: str) -> exp.Expression:
    """A text; SQL Server keeps letters outside its code page only in N'...'."""
    return exp.National(this=text) if dialect == "tsql" else exp.Literal.string(text)


def _visible(dialect: str, concat: Rendering) -> Mapping[type[exp.Expression], Rendering]:
    """The renderings of the nodes that can make a text with blanks at its end."""
    return {
        exp.Concat: lambda node: _visible_blanks(concat(node), dialect),
        exp.Substring: lambda node: _visible_blanks(node, dialect),
        exp.Pad: lambda node: _visible_blanks(node, dialect),
        exp.Trim: lambda node: _visible_trim(node, dialect),
        exp.Literal: lambda node: _visible_literal(node, dialect),
    }


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


def _tsql_like(node: exp.Like) -> exp.Expression:
    """A bracket stands for itself."""
    node.expression.set("this", node.expression.name.replace("[", "[[]"))
    return node


def _tsql_substring(node: exp.Substring) -> exp.Expression:
    """The length is not optional."""
    return exp.Substring(this=node.this, start=node.args["start"], length=node.args.get("length") or exp.Literal.number(2**31 - 1))


_SNOWFLAKE: Mapping[type[exp.Expression], Rendering] = {exp.Div: _real_division, exp.Concat: _concat_of_texts}
_BIGQUERY: Mapping[type[exp.Expression], Rendering] = {exp.Div: _real_division, exp.Concat: _concat_of_texts, exp.Trim: _trim_of_blanks}
_TRINO: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _trino_cast, exp.Trim: _trim_of_blanks, exp.Div: _by_zero, exp.Mod: _by_zero}
_REDSHIFT = _visible("redshift", _concat_of_texts)


def _of_sql_server(dialect: str, cast: Rendering) -> Mapping[type[exp.Expression], Rendering]:
    return {
        **_visible(dialect, lambda node: node),
        exp.Cast: cast,
        exp.Length: _tsql_length,
        exp.Like: _tsql_like,
        exp.Substring: lambda node: _visible_blanks(_tsql_substring(node), dialect),
    }


# MySQL and MariaDB: what divides integers keeps four digits, and what warns that it changed a value is refused by the engine (engines/mysql.py).


def _mysql_division(node: exp.Div) -> exp.Expression:
    return exp.Div(this=exp.cast(node.this, exp.DataType.Type.DOUBLE), expression=exp.cast(node.expression, exp.DataType.Type.DOUBLE), safe=True)


_MYSQL: Mapping[type[exp.Expression], Rendering] = {exp.Div: _mysql_division}

# PostgreSQL: a column whose collation folds is read by code points (COLLATE "C"), where only the letters of ASCII have two cases.


def _postgres_case(node: exp.Lower | exp.Upper) -> exp.Expression:
    return type(node)(this=exp.Collate(this=node.this, expression=exp.to_identifier("default", quoted=True)))


# Spark: a cast to an integer cuts there, and with ANSI the empty text beside a number must be a number.

_WHOLE = (
    "case when typeof(value) in ('double', 'float') then bround(cast(value as double)) "
    "when typeof(value) like 'decimal%' then round(cast(value as decimal(38, 19))) else cast(value as bigint) end"
)


def _spark_cast(node: exp.Cast) -> exp.Expression:
    """Rounded before, as DuckDB rounds: doubles to even, decimals away from zero. `typeof` is known before a row is read."""
    if node.to.this.name not in ("INT", "BIGINT") or isinstance(node.this, exp.Floor | exp.Ceil) or node.this.is_string:
        return node
    return exp.cast(_of(_WHOLE, "spark", node.this), node.to)


_SPARK: Mapping[type[exp.Expression], Rendering] = {exp.Cast: _spark_cast, exp.Concat: _concat_of_texts}
_POSTGRES: Mapping[type[exp.Expression], Rendering] = {exp.Lower: _postgres_case, exp.Upper: _postgres_case}

RENDERINGS: Mapping[str, Mapping[type[exp.Expression], Rendering]] = {
    "sqlite": _SQLITE,
    "clickhouse": CLICKHOUSE,
    "mysql": _MYSQL,
    "postgres": _POSTGRES,
    "spark": _SPARK,
    "databricks": _SPARK,
    "snowflake": _SNOWFLAKE,
    "bigquery": _BIGQUERY,
    "redshift": _REDSHIFT,
    "trino": _TRINO,
    "athena": _TRINO,
    "tsql": _of_sql_server("tsql", _tsql_national_cast),
    "fabric": _of_sql_server("fabric", _tsql_cast),
}
