"""sqlrisk: how re-identifiable a table is, measured inside the warehouse that holds it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sqlrisk.api import check, compile, load
    from sqlrisk.engines import connect
    from sqlrisk.errors import ConfigurationError, DeclarationError, NothingSelectedError, NotMeasuredError, SqlriskError
    from sqlrisk.report import Report

__all__ = [
    "ConfigurationError",
    "DeclarationError",
    "NotMeasuredError",
    "NothingSelectedError",
    "Report",
    "SqlriskError",
    "check",
    "compile",
    "connect",
    "load",
]

_HOMES = {"check": "api", "compile": "api", "load": "api", "connect": "engines", "Report": "report"}


def __getattr__(name: str) -> Any:
    """The public face, imported when it is asked for: `sqlrisk --help` opens no engine."""
    if name not in __all__:
        raise AttributeError(f"module 'sqlrisk' has no attribute '{name}'")
    return getattr(importlib.import_module(f"sqlrisk.{_HOMES.get(name, 'errors')}"), name)
