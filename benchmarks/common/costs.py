"""What an action costs: CPU and wall seconds of this process, or of a process of its own together with its peak memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).parent.parent.parent
_LAUNCHER = Path(__file__).parent / "launcher.py"


@dataclass(frozen=True)
class Cost:
    """Seconds. `cpu`: user and system time, all threads."""

    cpu: float
    wall: float


@dataclass(frozen=True)
class Process:
    """What a process used, and what it said. `peak_mb`: its largest resident set, in MB of 2^20 bytes."""

    cpu: float
    wall: float
    peak_mb: float
    code: int
    out: str
    err: str

    def answers(self) -> dict[str, Any]:
        """The last line of its output, as JSON. Raises RuntimeError where the process failed."""
        if self.code:
            raise RuntimeError(f"exit {self.code}: {self.err[-2000:]}")
        found: dict[str, Any] = json.loads(self.out.strip().splitlines()[-1])
        return found


def cost(action: Callable[[], T]) -> tuple[Cost, T]:
    """The cost of one action in this process, and what it gave."""
    before, started = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    found = action()
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF)
    return Cost(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall), found


def best(action: Callable[[], T], repeat: int) -> tuple[Cost, T]:
    """The cheapest of some repeats by CPU: noise only adds."""
    found = [cost(action) for _ in range(repeat)]
    return min(found, key=lambda each: each[0].cpu)


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Process:
    """Runs a command in a process of its own, in a folder; this checkout is importable there."""
    with tempfile.TemporaryDirectory() as name:
        used = Path(name) / "used.json"
        full = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
        told = subprocess.run(
            [sys.executable, "-I", "-S", str(_LAUNCHER), str(used), *command], cwd=folder, env=full, capture_output=True, text=True, check=True
        )
        return Process(**json.loads(used.read_text(encoding="utf-8")), out=told.stdout, err=told.stderr)


def best_run(command: Sequence[str], folder: Path, repeat: int) -> Process:
    """The cheapest of some runs by CPU."""
    return min((run(command, folder) for _ in range(repeat)), key=lambda each: each.cpu)
