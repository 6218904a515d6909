"""SQL Server and Synapse, after their documentation."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.blanks import visible, visible_blanks
from sqlrisk.renderings.nodes import Rendering, called


def cast(node: exp.Cast) -> exp.Expression:
    """A cast to an integer rounds: SQL Server's own would cut."""
    if node.is_type(*exp.DataType.INTEGER_TYPES) and not (isinstance(node.this, exp.National | exp.Floor | exp.Ceil) or node.this.is_string):
        return exp.cast(called("ROUND", node.this, exp.Literal.number(0)), node.to)
    return node


def _national_cast(node: exp.Cast) -> exp.Expression:
    """A cast to text keeps every letter: VARCHAR has those of one code page."""
    if node.is_type(*exp.DataType.TEXT_TYPES):
        return exp.cast(node.this, exp.DataType.build("nvarchar(max)", dialect="tsql"))
    return cast(node)


def _length(node: exp.Length) -> exp.Expression:
    """LEN leaves blanks at the end out."""
    marked = exp.Add(this=node.this, expression=exp.Literal.string("."))
    return exp.Paren(this=exp.Sub(this=called("LEN", marked), expression=exp.Literal.number(1)))


def _like(node: exp.Like) -> exp.Expression:
    """A bracket stands for itself."""
    node.expression.set("this", node.expression.name.replace("[", "[[]"))
    return node


def _substring(node: exp.Substring) -> exp.Expression:
    """The length is not optional."""
    return exp.Substring(this=node.this, start=node.args["start"], length=node.args.get("length") or exp.Literal.number(2**31 - 1))


def of_sql_server(dialect: str, casting: Rendering) -> Mapping[type[exp.Expression], Rendering]:
    """What SQL Server and Fabric read alike."""
    return {
        **visible(dialect, lambda node: node),
        exp.Cast: casting,
        exp.Length: _length,
        exp.Like: _like,
        exp.Substring: lambda node: visible_blanks(_substring(node), dialect),
    }


NODES = of_sql_server("tsql", _national_cast)
