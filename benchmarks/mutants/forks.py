"""Jobs in forks of this process, which has imported what is slow to import and is the same for every job."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SLOW_TO_IMPORT = (
    "coverage", "duckdb", "hypothesis", "jinja2.sandbox", "numpy", "pandas", "psycopg", "pydantic", "pytest", "rich.console",
    "rich.table", "sqlglot.dialects", "sqlglot.optimizer", "typer", "yaml",
)  # fmt: skip
"""Modules of others that most jobs import: neither sqlrisk nor its tests, which each job imports from its own folder."""

READY_TO_FORK = "jemalloc_bg_thd"
"""The thread of the allocator beneath pandas, which it stops before a fork and starts after it."""
OUTPUT = "output.txt"


@dataclass(frozen=True)
class Job:
    """What one fork does: `run` in a copy of the project in which `file` (relative) has another `text`; it is killed after `seconds`."""

    name: str
    run: Callable[[Path], int]
    seconds: float
    file: str = ""
    text: str = ""


def prepare() -> None:
    """Import what is slow. Raises RuntimeError where that started a thread: a fork would lack it, with the locks that it holds."""
    os.environ.update({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
    for name in SLOW_TO_IMPORT:
        with suppress(ImportError):
            importlib.import_module(name)
    threads = [file.read_text().strip() for file in Path("/proc/self/task").glob("*/comm") if file.parent.name != str(os.getpid())]
    if set(threads) - {READY_TO_FORK}:
        raise RuntimeError(f"the imports started threads: {', '.join(threads)}: take the module that starts them out of SLOW_TO_IMPORT")


def run(jobs: Sequence[Job], original: Path, copies: Sequence[Path]) -> Iterator[tuple[Job, int | None, str]]:
    """Each job as it ends, with its exit code (None where its time ran out) and what it printed; as many at once as there are copies of the project."""
    waiting, free, running = list(reversed(jobs)), list(copies), dict[int, tuple[Job, Path]]()
    while waiting or running:
        while waiting and free:
            job, folder = waiting.pop(), free.pop()
            if job.file:
                (folder / job.file).write_text(job.text, encoding="utf-8")
            running[_start(job, folder)] = job, folder
        child, status = os.wait()
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        job, folder = running.pop(child)
        if job.file:
            shutil.copy2(original / job.file, folder / job.file)
        free.append(folder)
        code = os.waitstatus_to_exitcode(status)
        yield job, None if code == -signal.SIGALRM else code, (folder / OUTPUT).read_text(encoding="utf-8", errors="replace")


def _start(job: Job, folder: Path) -> int:
    """The process of a job: the leader of a group, so that what it started ends with it. What it prints goes to a file of its folder."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        signal.setitimer(signal.ITIMER_REAL, job.seconds)
        opened = os.open(folder / OUTPUT, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        for number in (0, 1, 2):
            os.dup2(opened, number)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", buffering=1, encoding="utf-8", closefd=False) for number in (1, 2))
        code = job.run(folder)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
