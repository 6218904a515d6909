"""The standard streams as the program finds them: closed, full, or in an encoding that does not have a letter."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

from sqlrisk.causes import cause
from sqlrisk.errors import WriteError


def guard() -> None:
    """Make every standard stream one that can be written to without an error that nobody foresaw. A closed one is opened on nothing."""
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # the lowest free number: a file of the run must not become standard output
    sys.stdin = sys.stdin or io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = _of(sys.stdout, 1, _Results)
    sys.stderr = _of(sys.stderr, 2, _Messages)


def _of(stream: Any, number: int, kind: type[io.TextIOWrapper]) -> Any:
    """A stream in place of another. One that is not of this process's files, as in a notebook, stays as it is."""
    if stream is None:
        return kind(io.FileIO(number, "w", closefd=False), encoding="utf-8", write_through=True)
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    encoding, lines, through = stream.encoding, stream.line_buffering, stream.write_through
    return kind(stream.detach(), encoding=encoding, errors="replace", line_buffering=lines, write_through=through)


class _Results(io.TextIOWrapper):
    """Standard output: what cannot be written is a WriteError."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise self._lost(error) from None

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise self._lost(error) from None

    def _lost(self, error: OSError) -> WriteError:
        _to_nothing(1)
        why = "it is closed" if _is_closed(error) else cause(error)
        return WriteError(f"standard output does not take the results: {why}", instead="write them to a file: --output json=results.json")


class _Messages(io.TextIOWrapper):
    """Standard error: a message that nobody can read changes nothing."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError:
            _to_nothing(2)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            _to_nothing(2)


def _is_closed(error: OSError) -> bool:
    return error.errno in (errno.EPIPE, errno.EBADF)


def _to_nothing(number: int) -> None:
    """Send what is left to nothing: Python writes it once more when it ends, and would change the exit code."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, number)
    os.close(nothing)
