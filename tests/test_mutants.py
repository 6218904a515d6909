"""The mutation tests' own machinery: which changes are made of a file, which tests of a mutant run, and that a fork ends with what it started."""

from __future__ import annotations

import os
import time
from pathlib import Path

from benchmarks.mutants import forks
from benchmarks.mutants.changes import Mutant, mutants_of
from benchmarks.mutants.equivalent import EQUIVALENT
from benchmarks.mutants.forks import Job
from benchmarks.mutants.reached import Reached

SOURCE = """\
@dataclass(frozen=True)
class Checked: ...


def checked(number):
    if number >= 3 and not refused(number):
        raise ValueError(number)
    yield min(number, True)
"""
CHANGES = [
    (6, "if number >= 3 and (not refused(number)): became if False:"),
    (8, "yield min(number, True) became yield from ()"),
    (6, "number >= 3 and (not refused(number)) became number >= 3 or not refused(number)"),
    (7, "raise ValueError(number) became pass"),
    (6, "number >= 3 became number > 3"),
    (6, "not refused(number) became not not refused(number)"),
    (6, "3 became 4"),
    (8, "min became max"),
    (8, "True became False"),
]


def test_each_condition_boundary_raise_and_yield_is_changed_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SOURCE)
    found = list(mutants_of(tmp_path, "a.py"))
    assert sorted((each.line, each.change) for each in found) == sorted(CHANGES)
    assert len({each.text() for each in found}) == len(CHANGES)
    (tmp_path / "a.sql").write_text("{# a < b #}\nselect max(a) from t where a < b")
    assert [(each.line, each.change, each.text().splitlines()[1]) for each in mutants_of(tmp_path, "a.sql")] == [
        (2, "< became <=", "select max(a) from t where a <= b"),
        (2, "max( became min(", "select min(a) from t where a < b"),
    ]


def test_every_mutant_that_is_called_equivalent_is_one() -> None:
    project = Path(__file__).parents[1]
    files = {name.partition(":")[0] for name in EQUIVALENT}
    assert {*EQUIVALENT} <= {mutant.name for file in files for mutant in mutants_of(project, file)}


def test_the_tests_that_reach_the_line_run_first_and_each_file_gets_the_same_time(tmp_path: Path) -> None:
    reached = Reached(tmp_path, seconds=9)
    lines = {"a::slow": (2.2, 0b110), "a::fast": (0.5, 0b010), "a::faster": (0.4, 0b010), "b::slower": (3.0, 0b010), "b::beside": (0.1, 0b100)}
    reached.tests = {name: {"seconds": seconds, "lines": {"a.py": bits}} for name, (seconds, bits) in lines.items()}
    reached.tests["b::elsewhere"] = {"seconds": 0.1, "lines": {"b.py": 0b010}}
    assert reached.chosen(Mutant("a.py", 1, "", str)) == ["a::faster", "a::fast", "b::slower", "a::slow", "b::beside"]
    assert reached.chosen(Mutant("c.py", 1, "", str)) == []
    for seconds, names in ((1, ["b::beside"]), (0.01, ["b::beside"]), (2.4, ["b::beside", "a::slow"])):
        reached.seconds = seconds
        assert reached.chosen(Mutant("a.py", 2, "", str)) == names


def test_a_fork_sees_its_mutant_and_ends_with_what_it_started(tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "copy"
    for folder in (original, copy):
        folder.mkdir()
        (folder / "a.py").write_text("1")

    def reads(folder: Path) -> int:
        print("read", flush=True)
        return int((folder / "a.py").read_text())

    def hangs(folder: Path) -> int:
        if os.fork() == 0:
            time.sleep(60)
        (folder / "child").write_text("started")
        time.sleep(60)
        return 0

    jobs = [Job("a", reads, 5, "a.py", "7"), Job("b", reads, 5), Job("c", lambda folder: 1 // 0, 5), Job("d", hangs, 0.2)]
    found = [(job.name, code, printed.strip().splitlines()[-1:]) for job, code, printed in forks.run(jobs, original, [copy])]
    assert found == [("a", 7, ["read"]), ("b", 1, ["read"]), ("c", 70, ["ZeroDivisionError: integer division or modulo by zero"]), ("d", None, [])]
    assert (copy / "child").exists()
    assert (copy / "a.py").read_text() == "1"
