"""What the documentation of BigQuery, Redshift and Snowflake forbids, as far as a text shows it: no such warehouse runs here.

Sources: cloud.google.com/bigquery/docs/reference/standard-sql (window-function-calls, lexical, data-types), docs.aws.amazon.com/redshift/latest/dg
(c_Window_functions, r_pg_keywords, c_Supported_data_types), docs.snowflake.com/en/sql-reference (reserved-keywords, intro-summary-data-types).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import sqlglot
from sqlglot import exp
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify

Rule = Callable[[exp.Expr, str], Iterator[str]]
_UNFRAMED = (exp.RowNumber, exp.DenseRank, exp.Rank, exp.Lead, exp.Lag)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RESERVED: Mapping[str, frozenset[str]] = {
    "bigquery": frozenset(
        [
            "all",
            "and",
            "any",
            "array",
            "as",
            "asc",
            "between",
            "by",
            "case",
            "cast",
            "collate",
            "create",
            "cross",
            "cube",
            "current",
            "default",
            "define",
            "desc",
            "distinct",
            "else",
            "end",
            "enum",
            "escape",
            "except",
            "exclude",
            "exists",
            "extract",
            "false",
            "fetch",
            "following",
            "for",
            "from",
            "full",
            "group",
            "grouping",
            "groups",
            "hash",
            "having",
            "if",
            "ignore",
            "in",
            "inner",
            "intersect",
            "interval",
            "into",
            "is",
            "join",
            "lateral",
            "left",
            "like",
            "limit",
            "lookup",
            "merge",
            "natural",
            "new",
            "no",
            "not",
            "null",
            "nulls",
            "of",
            "on",
            "or",
            "order",
            "outer",
            "over",
            "partition",
            "preceding",
            "proto",
            "qualify",
            "range",
            "recursive",
            "respect",
            "right",
            "rollup",
            "rows",
            "select",
            "set",
            "some",
            "struct",
            "tablesample",
            "then",
            "to",
            "treat",
            "true",
            "unbounded",
            "union",
            "unnest",
            "using",
            "when",
            "where",
            "window",
            "with",
            "within",
        ]
    ),
    "redshift": frozenset(
        [
            "all",
            "analyse",
            "analyze",
            "and",
            "any",
            "array",
            "as",
            "asc",
            "between",
            "both",
            "case",
            "cast",
            "check",
            "collate",
            "column",
            "create",
            "cross",
            "current_date",
            "default",
            "desc",
            "distinct",
            "else",
            "end",
            "except",
            "false",
            "for",
            "foreign",
            "from",
            "full",
            "group",
            "having",
            "identity",
            "in",
            "inner",
            "intersect",
            "into",
            "is",
            "join",
            "leading",
            "left",
            "like",
            "limit",
            "natural",
            "new",
            "not",
            "null",
            "offset",
            "old",
            "on",
            "only",
            "or",
            "order",
            "outer",
            "overlaps",
            "partition",
            "percent",
            "primary",
            "references",
            "right",
            "select",
            "snapshot",
            "some",
            "sysdate",
            "system",
            "table",
            "tag",
            "then",
            "to",
            "top",
            "trailing",
            "true",
            "union",
            "unique",
            "user",
            "using",
            "when",
            "where",
            "with",
        ]
    ),
    "snowflake": frozenset(
        [
            "account",
            "all",
            "alter",
            "and",
            "any",
            "as",
            "between",
            "by",
            "case",
            "cast",
            "check",
            "column",
            "connect",
            "constraint",
            "create",
            "cross",
            "current",
            "database",
            "delete",
            "distinct",
            "drop",
            "else",
            "exists",
            "false",
            "following",
            "for",
            "from",
            "full",
            "grant",
            "group",
            "gscluster",
            "having",
            "ilike",
            "in",
            "increment",
            "inner",
            "insert",
            "intersect",
            "into",
            "is",
            "issue",
            "join",
            "lateral",
            "left",
            "like",
            "localtime",
            "minus",
            "natural",
            "not",
            "null",
            "of",
            "on",
            "or",
            "order",
            "organization",
            "qualify",
            "regexp",
            "revoke",
            "right",
            "rlike",
            "row",
            "rows",
            "sample",
            "schema",
            "select",
            "set",
            "some",
            "start",
            "table",
            "tablesample",
            "then",
            "to",
            "trigger",
            "true",
            "try_cast",
            "union",
            "unique",
            "update",
            "using",
            "values",
            "view",
            "when",
            "whenever",
            "where",
            "with",
        ]
    ),
}
"""Words that are no name without quotes."""
TYPES: Mapping[str, frozenset[str]] = {
    "bigquery": frozenset(("INT64", "FLOAT64", "STRING", "NUMERIC", "BIGNUMERIC", "DATE", "BYTES", "BOOL")),
    "redshift": frozenset(("BIGINT", "INTEGER", "DOUBLE PRECISION", "VARCHAR(MAX)", "DATE", "BOOLEAN")),
    "snowflake": frozenset(("BIGINT", "INT", "DOUBLE", "VARCHAR", "DATE", "BOOLEAN")),
}
"""The types that a cast may name."""
FUNCTIONS = frozenset(
    [
        "abs",
        "and",
        "avg",
        "case",
        "cast",
        "coalesce",
        "count",
        "dense_rank",
        "floor",
        "if",
        "lead",
        "length",
        "ln",
        "lower",
        "max",
        "min",
        "nullif",
        "or",
        "replace",
        "row_number",
        "substring",
        "sum",
        "translate",
        "trim",
        "upper",
        "approx_distinct",
        "collate",
        "group_concat",
        "is_nan",
        "like",
        "regexp_replace",
        "btrim",
        "listagg",
        "concat",
        "string_agg",
        "isnan",
    ]
)
"""The functions, by sqlglot's names, that all three document in the form in which they are called here."""


def faults(sql: str, dialect: str, columns: Mapping[str, str]) -> list[str]:
    """What a text breaks of the rules of its dialect, given the types of the columns of `people`."""
    tree = sqlglot.parse_one(sql, read=dialect)
    return [fault for rule in RULES for fault in rule(_typed(tree, dialect, columns) if rule is partitions else tree, dialect)]


def _typed(tree: exp.Expr, dialect: str, columns: Mapping[str, str]) -> exp.Expr:
    schema: dict[str, object] = {
        "people": {name if name.startswith("sqlrisk_") else f'"{name}"' if dialect == "snowflake" else name: columns[name] for name in columns}
    }
    return annotate_types(qualify(tree.copy(), schema=schema, dialect=dialect, validate_qualify_columns=False), schema=schema, dialect=dialect)


def partitions(tree: exp.Expr, dialect: str) -> Iterator[str]:
    """BigQuery: PARTITION BY takes no FLOAT64."""
    for window in tree.find_all(exp.Window) if dialect == "bigquery" else ():
        yield from (f"PARTITION BY FLOAT64: {each.sql()}" for each in window.args.get("partition_by") or () if each.is_type("double", "float"))


def frames(tree: exp.Expr, dialect: str) -> Iterator[str]:
    """Redshift: an aggregate over an ordered window has a frame, of ROWS; on BigQuery and Redshift a rank has none."""
    for window in tree.find_all(exp.Window):
        spec = window.args.get("spec")
        ordered, ranks = window.args.get("order") is not None, isinstance(window.this, _UNFRAMED)
        if dialect == "redshift" and ordered and not ranks and spec is None:
            yield f"no frame: {window.sql()[:80]}"
        if spec is not None and (ranks or (dialect == "redshift" and spec.args["kind"].upper() != "ROWS")):
            yield f"a frame that is not of rows, or of a rank: {window.sql()[:80]}"


def names(tree: exp.Expr, dialect: str) -> Iterator[str]:
    """A reserved word as a name without quotes."""
    found = (each for each in tree.find_all(exp.Identifier) if not each.quoted)
    yield from (f"reserved: {each.name}" for each in found if each.name.lower() in RESERVED[dialect])


def types(tree: exp.Expr, dialect: str) -> Iterator[str]:
    """A cast to a type that the dialect does not have."""
    written = (cast.to.sql(dialect=dialect).upper() for cast in tree.find_all(exp.Cast))
    yield from (f"type: {each}" for each in written if each not in TYPES[dialect])


def functions(tree: exp.Expr, dialect: str) -> Iterator[str]:
    """A function that one of the three does not document."""
    called = (each.name.lower() if isinstance(each, exp.Anonymous) else each.sql_name().lower() for each in tree.find_all(exp.Func))
    yield from (f"function: {each}" for each in called if each not in FUNCTIONS)


RULES: tuple[Rule, ...] = (partitions, frames, names, types, functions)
