"""Where an engine's own text of an expression means something else than DuckDB's, the text that means the same: a dialect is a file, its NODES say which."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from sqlglot import exp

from sqlrisk.errors import ConfigurationError
from sqlrisk.renderings.nodes import Rendering

MOST_NODES = 20_000
"""What an expression may grow to where a rendering writes an operand several times."""


def rendered(tree: exp.Expression, dialect: str) -> exp.Expression:
    """The tree with each node that an engine reads otherwise replaced by what means the same there, the inner ones first."""
    known: Mapping[Any, Rendering] = _nodes(dialect)
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


def _nodes(dialect: str) -> Mapping[Any, Rendering]:
    """Node -> what it becomes, in a dialect; nothing for one that reads as DuckDB does."""
    if dialect not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return {}
    found: Mapping[Any, Rendering] = importlib.import_module(f"{__name__}.{dialect}").NODES
    return found
