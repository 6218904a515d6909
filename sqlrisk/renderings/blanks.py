"""The dialects that ignore the blanks at the end of a text whatever its collation: each is measured as a no-break space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlglot
from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, with_value

_NO_BREAK = "\u00a0"


_VISIBLE_BLANKS = {
    "redshift": f"rtrim(value) || repeat('{_NO_BREAK}', len(value) - len(rtrim(value)))",
    "tsql": f"rtrim(value) + replicate(N'{_NO_BREAK}', len(value + '.') - 1 - len(value))",
    "fabric": f"rtrim(value) + replicate('{_NO_BREAK}', len(value + '.') - 1 - len(value))",
}
"""Where 'a' and 'a ' are equal whatever the collation: the text with a no-break space for each blank at its end."""


def with_visible_blanks(sql: str, dialect: str) -> str:
    """A text in SQL, told apart from others by the blanks at its end too, for the dialects that ignore them."""
    return str(visible_blanks(sqlglot.parse_one(sql, read=dialect), dialect).sql(dialect=dialect))


def visible_blanks(node: Any, dialect: str) -> exp.Expression:
    """A node, with a no-break space for each blank at its end."""
    return exp.Paren(this=with_value(_VISIBLE_BLANKS[dialect], dialect, node))


def _visible_trim(node: exp.Trim, dialect: str) -> exp.Expression:
    """Blanks at the end that were made visible are trimmed like blanks."""
    characters = node.expression
    if characters and not (isinstance(characters, (exp.Literal, exp.National)) and " " in characters.name):
        return visible_blanks(node, dialect)
    return exp.Trim(this=node.this, expression=text_literal((characters.name if characters else " ") + _NO_BREAK, dialect))


def _visible_literal(node: exp.Literal, dialect: str) -> exp.Expression:
    blanks = len(node.name) - len(node.name.rstrip(" "))
    if not node.is_string:
        return node
    as_written = not blanks or isinstance(node.parent, (exp.Trim, exp.Pad))
    return text_literal(node.name if as_written else node.name[:-blanks] + _NO_BREAK * blanks, dialect)


def text_literal(text: str, dialect: str) -> exp.Expression:
    """A text; SQL Server keeps letters outside its code page only in N'...'."""
    return exp.National(this=text) if dialect == "tsql" else exp.Literal.string(text)


def visible(dialect: str, concat: Rendering) -> Mapping[type[exp.Expression], Rendering]:
    """The renderings of the nodes that can make a text with blanks at its end."""
    return {
        exp.Concat: lambda node: visible_blanks(concat(node), dialect),
        exp.Substring: lambda node: visible_blanks(node, dialect),
        exp.Pad: lambda node: visible_blanks(node, dialect),
        exp.Trim: lambda node: _visible_trim(node, dialect),
        exp.Literal: lambda node: _visible_literal(node, dialect),
    }
