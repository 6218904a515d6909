"""Snowflake, after its documentation."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from sqlrisk.renderings.nodes import Rendering, concat_of_texts, real_division

NODES: Mapping[type[exp.Expression], Rendering] = {exp.Div: real_division, exp.Concat: concat_of_texts}
