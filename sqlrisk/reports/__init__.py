"""The report formats: each file of this folder is one, and its name is what --format takes."""

from __future__ import annotations

import importlib
import os
import re
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from sqlrisk.causes import cause
from sqlrisk.errors import WriteError
from sqlrisk.formats import Formats
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.plain import visible as visible
from sqlrisk.report import Report
from sqlrisk.secrets import redact, redacted

_FORMATS = Formats[Report](__name__, __path__)
names, render, lacking = _FORMATS.names, _FORMATS.render, _FORMATS.lacking


def step_summary(report: Report, format: str, language: Language = ENGLISH) -> str:
    """What a format that has a `step_summary` leaves in a pipeline's own summary when it is printed; nothing of the others."""
    found = getattr(importlib.import_module(f"{__name__}.{format}"), "step_summary", None)
    return redact(found(redacted(report), language)) if found else ""


def append(text: str, path: Path, most: int) -> None:
    """Append to a file that may hold `most` bytes, cut at the end of a line where it is more. Raises WriteError."""
    try:
        room = most - (path.stat().st_size if path.exists() else 0)
        data = text.encode()
        if len(data) > room:
            kept = data[: max(room - len(_CUT), 0)]
            data = kept[: kept.rfind(b"\n") + 1] + _CUT if room >= len(_CUT) else b""
        with open(path, "ab") as file:
            file.write(data)
    except OSError as error:
        raise WriteError(f"cannot append to it: {cause(error)}", where=str(path)) from None


_CUT = b"\n(cut: the summary of a step has no more room)\n"


def write(text: str, path: Path, anew: bool = False) -> None:
    """Write a file whole or not at all; `anew`: only where none stands. What killed runs left of it is removed.

    Raises WriteError; the file that stood there before is untouched. Raises FileExistsError where one stands that must not.
    """
    temporary: str | None = None
    try:
        _remove_leftovers(path)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.{os.getpid()}-")
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        if not anew or not _linked(temporary, path):
            os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        if anew and isinstance(error, FileExistsError):
            raise
        raise WriteError(f"cannot write it: {cause(error)}", where=str(path)) from None


def _linked(temporary: str, path: Path) -> bool:
    """Let a file stand under its name where none stands; False where the name is only taken, on a file system without hard links.

    Raises FileExistsError.
    """
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        path.open("x").close()
        return False
    os.unlink(temporary)
    return True


def _remove_leftovers(path: Path) -> None:
    """Remove the temporary files of this file whose process is gone. Young ones stay: a process of another container is not seen in /proc."""
    name = re.compile(rf"\.{re.escape(path.name)}\.(\d+)-\w{{8}}")
    with suppress(OSError):
        for left in path.parent.iterdir() if Path("/proc/self").exists() else ():
            match = name.fullmatch(left.name)
            if match and not Path(f"/proc/{match[1]}").exists() and time.time() - left.lstat().st_mtime > _YOUNG:
                left.unlink()


_YOUNG = 60
