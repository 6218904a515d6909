"""Ctrl-C and the end that a scheduler asks for: both stop the run, and nothing was decided."""

from __future__ import annotations

import signal
from types import FrameType

CODE = 130
MESSAGE = "interrupted: nothing was decided"

_heard: list[int] = []


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or SIGTERM. A class of its own: Python ends by the signal, not by the exit code, once a plain KeyboardInterrupt has left an `exec`."""


def listen() -> None:
    """Raise Interrupted for SIGINT and SIGTERM alike, from here on."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _interrupt)


def heard() -> bool:
    """Whether one came: a library may have taken the exception for a failure of its own."""
    return bool(_heard)


def stop_if_heard() -> None:
    """Raise Interrupted where one came: between two statements, so that none is sent after it."""
    if _heard:
        raise Interrupted


def ignore() -> None:
    """Let none change the exit code of a run that has ended."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _heard.append(number)
    raise Interrupted
