"""MySQL and MariaDB: what divides integers keeps four digits; what warns that it changed a value is refused by the engine (engines/mysql.py)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering


def _mysql_division(node: exp.Div) -> exp.Expression:
    return exp.Div(this=exp.cast(node.this, exp.DataType.Type.DOUBLE), expression=exp.cast(node.expression, exp.DataType.Type.DOUBLE), safe=True)


NODES: Mapping[type[exp.Expression], Rendering] = {exp.Div: _mysql_division}
