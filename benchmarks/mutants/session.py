"""One run of pytest over tests of a copy of the project, in a fork of a process that has imported nothing of the project."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import coverage
import pytest
from jinja2 import FileSystemBytecodeCache

OPTIONS = ("-q", "-x", "--tb=short", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist")


def passes(folder: Path, files: Sequence[str], chosen: Sequence[str]) -> int:
    """The exit code of the chosen tests of the files, in this order until one fails."""
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    return _pytest(folder, files, _Chosen(chosen), None)


def reach(folder: Path, file: str, written: Path) -> int:
    """The exit code of a whole test file. `written` then says of each test how long it took and which lines it reached (bits of a number, by file)."""
    traced = _Traced(folder)
    code = _pytest(folder, [file], _Reach(traced, written), traced)
    return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code


def _pytest(folder: Path, files: Sequence[str], plugin: object, traced: _Traced | None) -> int:
    os.chdir(folder)
    os.environ.update({"PYTHONPATH": str(folder), "SQLRISK_ENGINES": "duckdb,sqlite"})
    sys.path.insert(0, str(folder))
    from sqlrisk import queries
    from tests import forked, helpers

    assert Path(helpers.__file__).is_relative_to(folder), helpers.__file__
    forked.imports()
    (folder / "macros.compiled").mkdir(exist_ok=True)
    queries._environment(queries.macros_path()).bytecode_cache = FileSystemBytecodeCache(str(folder / "macros.compiled"))
    server = _server(traced)
    vars(helpers)["_server"] = lambda: server
    return int(pytest.main([*OPTIONS, f"--basetemp={folder.with_name('t' + folder.name)}", *files], plugins=[plugin]))


def _server(traced: _Traced | None) -> SimpleNamespace:
    """A fork of this process that stands for the one of tests/helpers.py: it runs the program, and need not import it."""
    asked, answered = os.pipe(), os.pipe()
    if os.fork() == 0:
        from tests import forked

        os.close(asked[1])
        os.close(answered[0])
        with os.fdopen(asked[0]) as requests, os.fdopen(answered[1], "w") as answers:
            first = requests.readline()
            if first:
                forked.warm()
                gc.freeze()
                if traced is not None:
                    traced.begin("program")
                forked.serve(_chain(first, requests), answers, traced.leaving if traced else lambda: None)
        os._exit(0)
    os.close(asked[0])
    os.close(answered[1])
    return SimpleNamespace(stdin=os.fdopen(asked[1], "w"), stdout=os.fdopen(answered[0]))


def _chain(first: str, rest: Any) -> Generator[str, None, None]:
    yield first
    yield from rest


class _Chosen:
    """Keeps the chosen tests, in their order."""

    def __init__(self, chosen: Sequence[str]) -> None:
        self.place = {name: number for number, name in enumerate(chosen)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called by pytest."""
        items[:] = sorted((each for each in items if each.nodeid in self.place), key=lambda each: self.place[each.nodeid])


class _Traced:
    """The lines of the project that run in this process and in its forks: file (relative) -> bits of line numbers (a macro: its compiled form)."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.kept, self.context = folder, folder / "reached", ""
        self.kept.mkdir(exist_ok=True)
        inside = [f"{folder}/sqlrisk/*", f"{folder}/macros/*"]
        self.coverage = coverage.Coverage(data_file=None, include=inside, config_file=False, messages=False)
        self.coverage.start()

    def begin(self, context: str) -> None:
        """Attribute what is reached from now on to a test or a fork."""
        self.context = context
        self.coverage.switch_context(context)

    def taken(self) -> dict[str, int]:
        """What was reached since the beginning, by this process and by the forks that ended."""
        found = self._bits()
        for file in self.kept.iterdir():
            for name, bits in json.loads(file.read_text()).items():
                found[name] = found.get(name, 0) | bits
            file.unlink()
        return found

    def _bits(self) -> dict[str, int]:
        data = self.coverage.get_data()
        data.set_query_context(self.context)
        return {os.path.relpath(name, self.folder): sum(1 << line for line in lines) for name in data.measured_files() if (lines := data.lines(name))}

    def leaving(self) -> None:
        """Keep what this fork reached, before it ends."""
        (self.kept / str(os.getpid())).write_text(json.dumps(self._bits()))


class _Reach:
    """Notes what each test reaches."""

    def __init__(self, traced: _Traced, written: Path) -> None:
        self.traced, self.written = traced, written
        self.tests: dict[str, Any] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Called by pytest around each test."""
        self.traced.begin(item.nodeid)
        start = time.monotonic()
        result = yield
        self.tests[item.nodeid] = {"seconds": round(time.monotonic() - start, 3), "lines": self.traced.taken()}
        return result

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Called by pytest at the end."""
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            self.written.write_text(json.dumps(self.tests))
