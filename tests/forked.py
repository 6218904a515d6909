"""Runs the program once for each line of standard input, in a fork of a process that has imported it: what a run costs is then its own work.

A line is JSON: arguments, folder, environment, the files that standard output and error go to, seconds. The answer is a line with the exit code.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TextIO

IMPORTED = (
    "cli", "checking", "compiling", "reports", "reports.human", "sources", "recommendations", "engines.duckdb", "mondrian.command", "ladders.running",
    "terminal", "measures",
)  # fmt: skip


def main() -> None:
    """Answer until standard input ends."""
    imports()
    warm()
    gc.freeze()
    serve(sys.stdin, sys.stdout)


def imports() -> None:
    """Import what a run uses."""
    for name in IMPORTED:
        importlib.import_module(f"sqlrisk.{name}")


def serve(requests: Iterable[str], answers: TextIO, leaving: Callable[[], None] = lambda: None) -> None:
    """Answer each request with a fork, which calls `leaving` last."""
    for line in requests:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            run(request, leaving)
        print(ended(child, request["timeout"]), file=answers, flush=True)


def warm() -> None:
    """Do once what each run would do alike: compile the macros, load the dialect, learn what each measure reads."""
    from sqlrisk import measures, queries, relations

    dict(queries._macros("duckdb"))
    relations.guard(queries.render("class_sizes", relation="t", quasi_identifiers=["a"]), "duckdb", ["t"])
    frozenset().union(*(each.needs for each in measures.measures().values()))


def run(request: dict[str, Any], leaving: Callable[[], None]) -> NoReturn:
    """The program itself, in the child."""
    code: Any = 70
    try:
        os.chdir(request["cwd"])
        os.environ.clear()
        os.environ.update(request["env"])
        for number, path in ((0, os.devnull), (1, request["out"]), (2, request["err"])):
            opened = os.open(path, os.O_RDWR)
            os.dup2(opened, number)
            os.close(opened)
        sys.argv = ["sqlrisk", *request["arguments"]]
        from sqlrisk.__main__ import main as program

        program()
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else 0 if stopped.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        leaving()
        os._exit(code)


def ended(child: int, seconds: float) -> int:
    """The exit code of the child, which is killed after so many seconds."""
    limit = time.monotonic() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > limit:
            os.kill(child, signal.SIGKILL)
            limit = float("inf")
        time.sleep(0.002)


if __name__ == "__main__":
    main()
