"""The formats of the drift: each file of this folder is one, and its name is what `sqlrisk compare A.json B.json --format` takes."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

from sqlrisk.drift.moved import Drift
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.secrets import redact


def names() -> list[str]:
    """The formats that are built."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def render(drift: Drift, format: str, language: Language = ENGLISH) -> str:
    """The drift in a format, redacted."""
    module = importlib.import_module(f"{__name__}.{format}")
    given = {"language": language} if "language" in inspect.signature(module.render).parameters else {}
    text: str = module.render(drift, **given)
    return redact(text)
