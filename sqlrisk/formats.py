"""The formats of a folder: each of its files is one, and its name is what --format takes."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlrisk import optional
from sqlrisk.errors import ConfigurationError
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.secrets import redact, redacted

Told = TypeVar("Told")
_STRUCTURED = ("gitlab", "html", "json", "junit", "openlineage", "sarif", "svg")
"""Formats whose own words, keys and numbers are no text: a secret of the same letters must not be taken out of them."""


@dataclass(frozen=True)
class Formats(Generic[Told]):
    """The formats that the files of a package give something that is told. `package` and `path` are its `__name__` and `__path__`."""

    package: str
    path: Iterable[str]

    def names(self) -> list[str]:
        """The formats that are built."""
        return sorted(module.name for module in pkgutil.iter_modules(self.path))

    def lacking(self, format: str) -> ConfigurationError | None:
        """What a format lacks, where it `NEEDS` an optional module that is not installed: the error that says what to install."""
        module = getattr(importlib.import_module(f"{self.package}.{format}"), "NEEDS", None)
        return optional.lacking(module) if module else None

    def render(self, told: Told, format: str, language: Language = ENGLISH, **look: Any) -> str:
        """It in a format, its texts redacted before they are written.

        A format is given what its signature names: the language, and of `look` (color, width, quiet) what a terminal asks for.
        """
        module = importlib.import_module(f"{self.package}.{format}")
        known = inspect.signature(module.render).parameters
        text: str = module.render(redacted(told), **{name: value for name, value in {"language": language, **look}.items() if name in known})
        return text if format in _STRUCTURED else redact(text)
