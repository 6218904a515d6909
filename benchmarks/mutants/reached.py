"""Which tests reach a line, and the run of those of a mutant."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.mutants.changes import Mutant

FEW = 20
"""Where fewer tests reach a line, the others of its file run too: what runs once a process, at an import or under a cache, is reached by the first one only."""


class Reached:
    """The tests by the lines that they reach, kept in a folder: one file for each test file. `seconds` is how long the tests of a mutant took without it."""

    def __init__(self, folder: Path, seconds: float = 40) -> None:
        self.folder, self.seconds = folder, seconds
        self.tests: dict[str, Any] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def knows(self, file: str) -> bool:
        """Whether the test file has been run."""
        return self._kept(file).exists()

    def measure(self, file: str, folder: Path) -> int:
        """Run a test file in a copy of the project, and keep what its tests reach. The exit code of pytest, 0 where the file has no test for these engines."""
        from benchmarks.mutants.session import reach

        return reach(folder, file, self._kept(file))

    def read(self, files: Iterable[str]) -> None:
        """Learn what the tests of these files reach."""
        for file in files:
            self.tests.update(json.loads(self._kept(file).read_text()))

    def chosen(self, mutant: Mutant) -> list[str]:
        """The tests that reach the line of a mutant, as many as the time allows: each test file gets the same time, and its fastest run first."""
        on_line = self._reaching(mutant.file, 1 << mutant.line if mutant.file.endswith(".py") else -1)
        names = on_line if len(on_line) >= FEW else [*on_line, *(name for name in self._reaching(mutant.file, -1) if name not in set(on_line))]
        total, kept = 0.0, list[str]()
        for name in names:
            total += self._seconds(name)
            if total > self.seconds and kept:
                break
            kept.append(name)
        return kept

    def passes(self, mutant: Mutant, folder: Path) -> int:
        """The exit code of the tests of a mutant, in the copy of the project that has it; 0 where no test reaches its file."""
        from benchmarks.mutants.session import passes

        chosen = self.chosen(mutant)
        return passes(folder, list(dict.fromkeys(map(_file, chosen))), chosen) if chosen else 0

    def _reaching(self, file: str, bits: int) -> list[str]:
        spent = defaultdict[str, float](float)
        ends = dict[str, float]()
        for name in sorted((name for name, test in self.tests.items() if test["lines"].get(file, 0) & bits), key=self._seconds):
            spent[_file(name)] += self._seconds(name)
            ends[name] = spent[_file(name)]
        return sorted(ends, key=lambda name: ends[name])

    def _seconds(self, name: str) -> float:
        seconds: float = self.tests[name]["seconds"]
        return seconds

    def _kept(self, file: str) -> Path:
        return self.folder.absolute() / f"{Path(file).stem}.json"


def _file(name: str) -> str:
    return name.partition("::")[0]
