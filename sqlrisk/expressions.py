"""The closed expression language of levels, filters and groups: parsed, checked against a list, rendered for the engine."""

from __future__ import annotations

import functools
import itertools
import math
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sqlglot
from sqlglot import TokenType, exp
from sqlglot.errors import SqlglotError

from sqlrisk import duckdb_parser
from sqlrisk.renderings import rendered

MAX_LENGTH, MAX_DEPTH, MAX_PADDED, MAX_WRITTEN = 4000, 50, 255, 20_000
SOURCE = "sqlrisk_source"

_ALLOWED: tuple[type[exp.Expression], ...] = (
    exp.Literal, exp.Boolean, exp.Null, exp.Column, exp.Identifier, exp.Paren, exp.Neg,
    exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod,
    exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.And, exp.Or, exp.Not, exp.Is,
    exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.In, exp.Between, exp.Like,
    exp.Cast, exp.DataType, exp.Lower, exp.Upper, exp.Trim, exp.Substring, exp.Length, exp.Pad,
    exp.Floor, exp.Ceil, exp.Abs, exp.Extract, exp.Var, exp.Concat,
)  # fmt: skip
_CAST_TYPES = (
    exp.DataType.Type.INT,
    exp.DataType.Type.BIGINT,
    exp.DataType.Type.DOUBLE,
    exp.DataType.Type.TEXT,
    exp.DataType.Type.VARCHAR,
    exp.DataType.Type.DATE,
)
_EXTRACTED = ("YEAR", "MONTH")

Resolve = Callable[[str], str | None]


class ExpressionError(ValueError):
    """An expression outside the language; the text says what is refused, never a literal of it."""


def parse(text: str) -> exp.Expression:
    """The tree of an expression written in DuckDB's dialect. Raises ExpressionError naming what is refused.

    sqlglot forgives what no engine does, such as a missing parenthesis: an expression is what DuckDB's own parser reads in it, or it is refused.
    """
    return _read(text).copy()


@functools.lru_cache(maxsize=1024)
def _read(text: str) -> exp.Expression:
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"longer than {MAX_LENGTH} characters")
    _check_tokens(text)
    try:
        with _room_to_recurse():
            parsed = sqlglot.parse(f"select {text}", read="duckdb")
    except (SqlglotError, RecursionError):
        raise ExpressionError("it does not parse as one expression") from None
    select = parsed[0] if len(parsed) == 1 else None
    if (
        not isinstance(select, exp.Select)
        or len(select.expressions) != 1
        or any(value for key, value in select.args.items() if key not in ("expressions", "kind"))
    ):
        raise ExpressionError("it is not one single expression")
    tree: exp.Expression = select.expressions[0]
    _check(tree)
    with _room_to_recurse():
        refused = duckdb_parser.refusal(text, tree)
    if refused is not None:
        raise ExpressionError(refused)
    return tree


def columns(tree: exp.Expression) -> list[str]:
    """The column names that an expression uses."""
    return [column.name for column in tree.find_all(exp.Column)]


def render(tree: exp.Expression, dialect: str, resolve: Resolve, whole: Container[str] = (), values: Mapping[str, str] | None = None) -> str:
    """The SQL of an expression in an engine's dialect, its columns resolved, qualified and quoted. Raises ExpressionError for an unknown one.

    `whole`: the columns of whole numbers; a band of them (`floor(age / 5) * 5`) is a whole number too.
    `values`: the SQL to write in the place of a column of that name.
    """

    def qualify(node: exp.Expression) -> exp.Expression:
        if not isinstance(node, exp.Column):
            return node
        name = resolve(node.name)
        if name is None:
            raise ExpressionError(f"`{node.name}` is not a column of the relation")
        return exp.column(exp.to_identifier(name, quoted=True), table=exp.to_identifier(SOURCE))

    def value(node: exp.Expression) -> exp.Expression:
        found = (values or {}).get(node.name) if isinstance(node, exp.Column) else None
        return node if found is None else exp.Paren(this=sqlglot.parse_one(found, read=dialect))

    whole_bands = _with_whole_bands(tree.copy().transform(qualify), whole)
    return str(rendered(whole_bands, dialect).transform(value).sql(dialect=dialect, comments=False))


def _with_whole_bands(tree: exp.Expression, whole: Container[str]) -> exp.Expression:
    """The tree with floor and ceil of whole numbers, divided by whole numbers, as 64-bit integers: most engines make doubles of them."""
    bands = [node for node in tree.find_all(exp.Floor, exp.Ceil) if is_of_whole(node.this, whole) and not _is_cast_to_whole(node.parent)]
    for node in reversed(bands):
        parent, key, index = node.parent, node.arg_key, node.index
        found = exp.cast(node, exp.DataType.Type.BIGINT)
        if parent is None or key is None:
            tree = found
        else:
            parent.set(key, found, index)
    return tree


def is_of_whole(node: Any, whole: Container[str]) -> bool:
    """Whether a tree is made of whole numbers with + - * and division by a whole number that is not 0; `whole` are the columns of whole numbers."""
    if isinstance(node, exp.Column):
        return node.name in whole
    if isinstance(node, exp.Literal):
        return not node.is_string and node.name.isdigit()
    if isinstance(node, exp.Div | exp.Mod):
        return is_of_whole(node.this, whole) and isinstance(node.expression, exp.Literal) and node.expression.name.isdigit() and int(node.expression.name) > 0
    if isinstance(node, exp.Add | exp.Sub | exp.Mul):
        return is_of_whole(node.this, whole) and is_of_whole(node.expression, whole)
    return isinstance(node, exp.Paren | exp.Neg | exp.Abs | exp.Floor | exp.Ceil) and is_of_whole(node.this, whole) or _is_cast_to_whole(node)


def _is_cast_to_whole(node: Any) -> bool:
    return isinstance(node, exp.Cast) and node.to.this in (exp.DataType.Type.INT, exp.DataType.Type.BIGINT)


def is_text(sql: str, dialect: str, text_columns: Iterable[str] = ()) -> bool:
    """Whether the values of a rendered expression are text, as far as it tells; `text_columns` are those known to hold text."""
    from sqlglot.optimizer.annotate_types import annotate_types

    known = set(text_columns)

    def typed(node: exp.Expression) -> exp.Expression:
        return exp.cast(exp.null(), exp.DataType.Type.TEXT) if isinstance(node, exp.Column) and node.name in known else node

    return bool(annotate_types(sqlglot.parse_one(sql, read=dialect).transform(typed)).is_type(*exp.DataType.TEXT_TYPES))


def _check_tokens(text: str) -> None:
    """Refuse before parsing what the parser would forgive, recurse into too deeply, or try in as many ways as two to the power of its depth."""
    try:
        tokens = sqlglot.tokenize(text, read="duckdb")
    except SqlglotError:
        raise ExpressionError("it does not parse as one expression") from None
    kinds = [token.token_type for token in tokens]
    edges = (TokenType.COMMA, TokenType.ALL, TokenType.DISTINCT)
    if TokenType.SEMICOLON in kinds or not kinds or kinds[0] in edges or kinds[-1] in edges:
        raise ExpressionError("it is not one single expression")
    depth = itertools.accumulate((kind == TokenType.L_PAREN) - (kind == TokenType.R_PAREN) for kind in kinds)
    if max(depth) > MAX_DEPTH:
        raise ExpressionError(f"nested deeper than {MAX_DEPTH} levels")
    opened = [token.text.lower() for token, follows in itertools.pairwise(tokens) if follows.token_type == TokenType.L_PAREN]
    if sum(word.isidentifier() and word not in _BEFORE_A_PARENTHESIS for word in opened) > _MAX_FOREIGN:
        raise ExpressionError("it calls functions that are not in the expression language")


_BEFORE_A_PARENTHESIS = frozenset(
    (
        "cast", "lower", "upper", "trim", "substring", "length", "lpad", "floor", "ceil", "ceiling", "abs", "extract", "concat", "coalesce", "nullif",
        "in", "and", "or", "not", "when", "then", "else", "case", "between", "like", "is", "as", "from",
    )
)  # fmt: skip
"""The words of the language that a parenthesis may follow. What sqlglot makes of others, such as date(date(...)), can take it years."""
_MAX_FOREIGN = 5


@contextmanager
def _room_to_recurse() -> Iterator[None]:
    """The same depth is accepted whoever calls, and from however deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _check(tree: exp.Expression) -> None:
    for node in tree.walk():
        if type(node) not in _ALLOWED:
            raise ExpressionError(f"{_what(node)} is not in the expression language")
        if node.depth > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH} levels")
        _check_node(node)
    if sum(map(_copies, tree.walk())) > MAX_WRITTEN:
        raise ExpressionError("it is too large once an engine has written out each nullif and each `case x when`: nest fewer of them")


def _copies(node: exp.Expr) -> int:
    """How often an engine writes a node: the first argument of nullif twice, what `case x when` compares once for each `when`."""
    found = 1
    while (parent := node.parent) is not None:
        if parent.this is node and isinstance(parent, exp.Nullif):
            found *= 2
        elif parent.this is node and isinstance(parent, exp.Case):
            found *= len(parent.args["ifs"])
        node = parent
    return found


def _check_node(node: exp.Expr) -> None:
    for kind, allowed, said in _RULES:
        if isinstance(node, kind) and not allowed(node):
            raise ExpressionError(said)


def _only(*keys: str) -> Callable[[Any], bool]:
    """Whether a node has no other arguments than these."""
    return lambda node: not any(value for key, value in node.args.items() if key not in keys)


def _is_padded_little(node: Any) -> bool:
    """Whether a text is padded to a length that is written as a number and is no more than MAX_PADDED: nothing else in the language makes long text."""
    length = node.expression
    return isinstance(length, exp.Literal) and not length.is_string and length.name.isdigit() and int(length.name) <= MAX_PADDED


def _at_least_one(start: Any) -> bool:
    return isinstance(start, exp.Literal) and not start.is_string and start.name.isdigit() and int(start.name) >= 1


_RULES: tuple[tuple[Any, Callable[[Any], bool], str], ...] = (
    (exp.Cast, lambda node: node.to.this in _CAST_TYPES, "cast goes to integer, double, text or date"),
    (exp.Cast, _only("this", "to"), "a cast takes neither a format nor a default"),
    (exp.Substring, lambda node: _at_least_one(node.args.get("start")), "substring starts at 1 or later, written as a number"),
    (exp.Like, lambda node: isinstance(node.expression, exp.Literal) and "\\" not in node.expression.name, "like takes a text without backslashes"),
    (exp.Literal, lambda node: node.is_string or math.isfinite(float(node.name)), "a number is too large"),
    (exp.In, lambda node: bool(node.expressions), "`in` takes a list of values"),
    (exp.DataType, lambda node: not node.expressions, "a cast takes no length or precision"),
    (exp.Trim, lambda node: not node.args.get("position"), "ltrim and rtrim are not in the expression language: use trim"),
    (exp.If, lambda node: isinstance(node.parent, exp.Case), "`if` is not in the expression language: use case"),
    (exp.Length, _only("this"), "length takes one argument"),
    (exp.Column, lambda node: len(node.parts) == 1, "a column is named without its table"),
    (exp.In, lambda node: not any(node.args.get(key) for key in ("query", "unnest", "field")), "`in` takes a list of values"),
    (exp.Extract, lambda node: node.name.upper() in _EXTRACTED, "extract takes year or month"),
    (exp.Var, lambda node: isinstance(node.parent, exp.Extract), "a bare word is not in the expression language"),
    (exp.Pad, lambda node: node.args.get("is_left"), "rpad is not in the expression language"),
    (exp.Pad, _is_padded_little, f"lpad takes a length from 0 to {MAX_PADDED}, written as a number"),
    ((exp.Floor, exp.Ceil), lambda node: not any(node.args.get(key) for key in ("decimals", "to")), "floor and ceil take one argument"),
    (exp.Is, lambda node: isinstance(node.expression, exp.Null), "`is` takes null"),
)


def _what(node: exp.Expr) -> str:
    if isinstance(node, exp.Anonymous):
        return f"the function `{node.name}`"
    return f"`{node.sql_name().lower()}`" if isinstance(node, exp.Func) else f"`{type(node).__name__.lower()}`"
