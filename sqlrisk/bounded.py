"""How long a statement runs and how much memory it takes where the profile does not say, and what becomes of one that does not stop when it is asked to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sqlrisk.errors import ConfigurationError, StatementTimeoutError

T = TypeVar("T")

TIMEOUT = 3600.0
"""Seconds a statement, where `statement_timeout` is not declared; 0 declares none."""
MEMORY = "60%"
"""The memory_limit of DuckDB, where it is not declared: of the machine's memory, or of what its container has."""
GRACE = 2
"""Seconds that a statement has to stop once it is interrupted."""
_AGAIN = 0.1
_TICK = 1.0

_stuck = threading.Event()


def statement_timeout(value: Any) -> float | None:
    """The seconds of a setting: TIMEOUT where it is None, None (no limit) for 0. Raises ConfigurationError."""
    if value is None:
        return TIMEOUT
    return None if str(value).strip() in ("0", "0.0") else seconds(value, "statement_timeout")


def seconds(value: Any, key: str) -> float | None:
    """A number of seconds above 0; None for None. Raises ConfigurationError."""
    if value is None:
        return None
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = 0
    if not 0 < found < float("inf"):
        raise ConfigurationError(f"{key} is a number of seconds above 0")
    return found


def said(timeout: float | None, declared: bool, memory: str | None = None) -> str:
    """The limits in one line, for `debug` and the report; those that are not `declared` as such."""
    time_limit = "statement_timeout none" if timeout is None else f"statement_timeout {timeout:g} s" + ("" if declared else " (default)")
    return time_limit if memory is None else f"{time_limit}, memory_limit {memory}"


def is_any_stuck() -> bool:
    """Whether a statement of this process did not stop: its thread may still run, and only the end of the process ends it."""
    return _stuck.is_set()


class Worker:
    """Runs the statements of one connection, one at a time, each in a thread: the program goes on where one does not stop.

    DuckDB and SQLite hear an interrupt between vectors or steps only, and one value of a view can take minutes.
    """

    def __init__(self, interrupt: Callable[[], object]) -> None:
        self._interrupt = interrupt
        self.is_stuck = False
        self.timed_out = False

    def run(self, ask: Callable[[], T], timeout: float | None) -> T:
        """What `ask` returns or raises; `timed_out` says whether it was interrupted after `timeout` seconds.

        Raises StatementTimeoutError where it does not stop GRACE seconds after that, and at once for whatever is asked after one that did not.
        """
        if self.is_stuck:
            raise StatementTimeoutError("a statement before it has not stopped", instead=_WRITE)
        self.timed_out = False
        asked = _Asked(ask)
        try:
            if not asked.ends_within(timeout):
                self.timed_out = True
                self._stop(asked)
        except KeyboardInterrupt:
            self._stop(asked)
            raise
        if not asked.ended.is_set():
            text = f"it did not stop {GRACE} s after statement_timeout = {timeout:g} s: one value of it takes that long"
            raise StatementTimeoutError(text, instead=_WRITE)
        return asked.result()

    def _stop(self, asked: _Asked[Any]) -> None:
        """Interrupt until it ends: what is interrupted before it began is not."""
        until = time.monotonic() + GRACE
        while not asked.ended.is_set() and time.monotonic() < until:
            self._interrupt()
            asked.ended.wait(_AGAIN)
        if not asked.ended.is_set():
            self.is_stuck = True
            _stuck.set()


_WRITE = "measure a table in place of the view, or a view that makes no long text"


class _Asked(Generic[T]):
    """A call in a thread of its own."""

    def __init__(self, ask: Callable[[], T]) -> None:
        self._ask = ask
        self._results: list[T] = []
        self._error: BaseException | None = None
        self.ended = threading.Event()
        threading.Thread(target=self._run, name="sqlrisk statement", daemon=True).start()

    def _run(self) -> None:
        try:
            self._results.append(self._ask())
        except BaseException as error:
            self._keep(error)
        finally:
            self.ended.set()

    def _keep(self, error: BaseException) -> None:
        self._error = error

    def ends_within(self, timeout: float | None) -> bool:
        """Whether it ends in so many seconds; a wait without an end would not hear Ctrl-C on every system."""
        until = float("inf") if timeout is None else time.monotonic() + timeout
        while not self.ended.wait(max(min(until - time.monotonic(), _TICK), 0)):
            if time.monotonic() >= until:
                return False
        return True

    def result(self) -> T:
        """What the call returned. Raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._results[0]
