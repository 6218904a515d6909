"""The parts that are not in the core install: what each is for, whether it is installed, and what to install where it is not."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from sqlrisk.errors import ConfigurationError

EXTRAS = {"vl_convert": ("HTML reports and SVG charts need vl-convert-python, which", "report"), "pandas": ("DataFrames need pandas, which", "frames")}
"""Optional module -> what needs it, and the extra of pyproject.toml that installs it. Drivers are named by their engines."""


def needed(module: str, what: str | None = None, extra: str | None = None) -> Any:
    """The optional module, imported when it is needed. `what` and `extra` describe a module that is not in EXTRAS, such as a driver.

    Raises ConfigurationError that says what to install; the program never installs anything.
    """
    about, name = EXTRAS.get(module, (what, extra))
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ConfigurationError(f"{about} is not installed ({type(error).__name__})", instead=f'pip install "sqlrisk[{name}]"') from None


def lacking(module: str) -> ConfigurationError | None:
    """The error that `needed` would raise for a module of EXTRAS, found without importing it; None where it is installed."""
    if importlib.util.find_spec(module) is not None:
        return None
    about, name = EXTRAS[module]
    return ConfigurationError(f"{about} is not installed", instead=f'pip install "sqlrisk[{name}]"')
