"""The report formats: each file of this folder is one, and its name is what --format takes."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
import tempfile
from pathlib import Path

from sqlrisk.errors import WriteError
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.report import Report
from sqlrisk.secrets import redact

_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def names() -> list[str]:
    """The formats that are built."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def render(report: Report, format: str, language: Language = ENGLISH) -> str:
    """The report in a format, redacted. Formats for people have no colour here; those that name a language in their signature are worded in it."""
    module = importlib.import_module(f"{__name__}.{format}")
    given = {"language": language} if "language" in inspect.signature(module.render).parameters else {}
    text: str = module.render(report, **given)
    return redact(text)


def visible(text: str) -> str:
    """A text without control, bidirectional and zero-width characters: each is shown by its code point."""
    return _INVISIBLE.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def write(text: str, path: Path) -> None:
    """Write a file whole or not at all. Raises WriteError; the file that stood there before is untouched."""
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise WriteError(f"cannot write it: {error.strerror}", where=str(path)) from error
