"""The formats of the ladder: each file of this folder is one, and its name is what `sqlrisk ladder --format` takes."""

from __future__ import annotations

import importlib
import pkgutil

from sqlrisk.errors import ConfigurationError
from sqlrisk.ladders.measured import Ladders
from sqlrisk.secrets import redact


def names() -> list[str]:
    """The formats that are built."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def render(ladders: Ladders, format: str) -> str:
    """The ladders in a format, redacted. Raises ConfigurationError where the format needs a library that is not there."""
    module = importlib.import_module(f"{__name__}.{format}")
    text: str = module.render(ladders)
    return redact(text)


def require(formats: list[str]) -> None:
    """Find the libraries of some formats before anything is measured. Raises ConfigurationError."""
    if "svg" in formats:
        try:
            importlib.import_module("matplotlib.backends.backend_svg")
        except ImportError:
            raise ConfigurationError("the format svg draws with matplotlib, which is not installed", instead="pip install 'sqlrisk[plot]'") from None
