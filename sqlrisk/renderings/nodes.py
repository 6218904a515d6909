"""What several dialects render alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlglot
from sqlglot import exp

Rendering = Callable[[Any], exp.Expression]
"""A node, and what it becomes."""
_TEXT, _DOUBLE = exp.DataType.Type.TEXT, exp.DataType.Type.DOUBLE


def called(name: str, *arguments: Any) -> exp.Expression:
    """A call of a function by the name that the dialect has for it."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def with_value(text: str, dialect: str, value: exp.Expression) -> exp.Expression:
    """A text of the dialect with a value in the place of its column `value`."""
    tree: Any = sqlglot.parse_one(text, read=dialect)
    found: exp.Expression = tree.transform(lambda node: value.copy() if isinstance(node, exp.Column) and node.name == "value" else node)
    return found


def real_division(node: exp.Div) -> exp.Expression:
    """Snowflake divides to six digits, BigQuery NUMERICs to nine: a double on one side makes it real."""
    return exp.Div(this=exp.cast(node.this, _DOUBLE), expression=node.expression, typed=False, safe=False)


def concat_of_texts(node: exp.Concat) -> exp.Expression:
    """Each part as text first: NULL becomes the empty text, which is no number."""
    parts = [part if part.is_string else exp.Coalesce(this=exp.cast(part, _TEXT), expressions=[exp.Literal.string("")]) for part in node.expressions]
    return exp.Concat(expressions=parts, safe=True, coalesce=False)


def trim_of_blanks(node: exp.Trim) -> exp.Expression:
    """Blanks alone: without characters some engines trim tabs and line ends too."""
    return node if node.expression else exp.Trim(this=node.this, expression=exp.Literal.string(" "))
