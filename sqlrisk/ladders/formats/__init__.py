"""The formats of the ladder: each file of this folder is one, and its name is what `sqlrisk ladder --format` takes."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

from sqlrisk.ladders.measured import Ladders
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.secrets import redact


def names() -> list[str]:
    """The formats that are built."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def render(ladders: Ladders, format: str, language: Language = ENGLISH) -> str:
    """The ladders in a format, redacted."""
    module = importlib.import_module(f"{__name__}.{format}")
    given = {"language": language} if "language" in inspect.signature(module.render).parameters else {}
    text: str = module.render(ladders, **given)
    return redact(text)
