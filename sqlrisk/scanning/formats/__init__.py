"""The formats of a scan: each file of this folder is one, and its name is what `sqlrisk scan --format` takes."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

from sqlrisk.languages import ENGLISH, Language
from sqlrisk.scanning.model import Scans
from sqlrisk.secrets import redact


def names() -> list[str]:
    """The formats that are built."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def render(scans: Scans, format: str, language: Language = ENGLISH, *, color: bool = False, width: int = 80) -> str:
    """The scans in a format, redacted. Colour and width are for the terminal."""
    module = importlib.import_module(f"{__name__}.{format}")
    look = {"language": language, "color": color, "width": width}
    text: str = module.render(scans, **{name: look[name] for name in look if name in inspect.signature(module.render).parameters})
    return redact(text)
