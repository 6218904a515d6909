"""PostgreSQL: a column whose collation folds is read by code points (COLLATE "C"), where only the letters of ASCII have two cases."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering


def _postgres_case(node: exp.Lower | exp.Upper) -> exp.Expression:
    return type(node)(this=exp.Collate(this=node.this, expression=exp.to_identifier("default", quoted=True)))


NODES: Mapping[type[exp.Expression], Rendering] = {exp.Lower: _postgres_case, exp.Upper: _postgres_case}
