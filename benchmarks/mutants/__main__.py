"""Change one condition, boundary, constant or raise at a time, and run the tests that reach it: which changes does no test notice?

    python -m benchmarks.mutants --sample 300 --seed 6                  # verdict, measures, measuring, findings, ratchet, evidence and their macros
    python -m benchmarks.mutants --raises                               # every raise and every refusal that makes a check fail closed, removed
    python -m benchmarks.mutants --sample 60 --only sqlrisk/history.py  # a part of the paths, of any module

First the tests run once to see which lines each reaches (--reach FOLDER keeps that between runs; remove the file of a test file that changed).
A mutant that survives is printed with its file and line: write a test that says what it protects, or give the reason in EQUIVALENT.
"""

from __future__ import annotations

import argparse
import compileall
import functools
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.mutants.changes import Mutant, mutants_of
from benchmarks.mutants.equivalent import EQUIVALENT
from benchmarks.mutants.forks import Job, prepare, run
from benchmarks.mutants.reached import Reached

ROOT = Path(__file__).parents[2]
JUDGING = "verdict.py measures/*.py measuring.py findings/*.py ratchet/*.py evidence/*.py"
CLOSING = (
    "verdict.py measuring.py gate_rules.py acceptance_rules.py cells.py file_rules.py file_tables.py missing_values.py names.py groups.py kinds.py "
    "steadiness.py views.py planning/*.py findings/*.py probing.py rejudging.py suppression_rules.py"
)
"""The modules of sqlrisk/ in which a raise that is missing could let a release pass."""
YIELDING = ("_rules", "findings/")
"""Where refusals are yielded."""
NOT_RUN = (
    "accuracy_benchmark action adapter benchmarks clickhouse dbt dbt_engines engines_not_run engines_page generic_tests house languages large mariadb "
    "mutants pages parity postgres postgres_faults recipes reference site snowflake_emulated spark tutorial vendored warehouse_texts"
)
"""Test files that need another engine, a program or a network, or that test what is no mutant here."""


def main() -> int:
    """Run the mutants that were asked for; 1 where one survives."""
    asked = _arguments()
    os.environ.setdefault("SQLRISK_SHARED", str(ROOT.parent / "shared"))
    prepare()
    with tempfile.TemporaryDirectory() as made:
        original, *copies = [Path(made) / str(number) for number in range(asked.processes + 1)]
        shutil.copytree(ROOT, original, ignore=shutil.ignore_patterns(".git", ".venv*", ".hypothesis", "node_modules", "__pycache__", "site"))
        compileall.compile_dir(original, quiet=1)
        for folder in copies:
            shutil.copytree(original, folder)
        reached = Reached(asked.reach or Path(made) / "reached", asked.seconds)
        _measure(reached, original, copies)
        mutants = _chosen(original, asked)
        jobs = [
            Job(str(number), functools.partial(reached.passes, mutant), asked.seconds * 3 + 30, mutant.file, mutant.text())
            for number, mutant in enumerate(mutants)
        ]
        counts = Counter[str]()
        for job, code, _ in run(jobs, original, copies):
            mutant = mutants[int(job.name)]
            word = "undecided" if code is None or code < 0 else "killed" if code else "equivalent" if mutant.name in EQUIVALENT else "SURVIVED"
            counts[word] += 1
            print(f"{word:10} {mutant.name}", flush=True)
    print(", ".join(f"{count} {word}" for word, count in sorted(counts.items())), f"of {len(mutants)}")
    return 1 if counts["SURVIVED"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=60, help="how many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=40, help="how long the tests of one mutant may take, the fastest first")
    parser.add_argument("--only", default="", help="a part of the paths of the files, of any module or kernel")
    parser.add_argument("--raises", action="store_true", help="every raise and every refusal of the modules that refuse, removed")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--reach", type=Path, help="a folder that keeps which lines the tests reach")
    return parser.parse_args()


def _measure(reached: Reached, original: Path, copies: Sequence[Path]) -> None:
    """Run the test files whose reach is not known yet. A file that fails without any mutant is left out, and named: it would kill every mutant."""
    files = [file.relative_to(original).as_posix() for file in sorted(original.glob("tests/test_*.py")) if file.stem[5:] not in NOT_RUN.split()]
    jobs = [Job(file, functools.partial(reached.measure, file), 1800) for file in files if not reached.knows(file)]
    for job, code, printed in run(jobs, original, copies):
        if code != 0:
            files.remove(job.name)
            print(f"LEFT OUT   {job.name} fails without any mutant (exit code {code}):\n{printed[-3000:]}", flush=True)
    reached.read(files)


def _chosen(original: Path, asked: argparse.Namespace) -> list[Mutant]:
    found = [mutant for file in _files(original, asked) for mutant in mutants_of(original, file)]
    if asked.raises:
        return [
            each for each in found if each.change.startswith("raise ") or (each.change.startswith("yield ") and any(part in each.file for part in YIELDING))
        ]
    return random.Random(asked.seed).sample(found, min(asked.sample, len(found)))


def _files(original: Path, asked: argparse.Namespace) -> Iterator[str]:
    """The files that are changed, relative to the project."""
    patterns = ["sqlrisk/**/*.py", "macros/**/*.sql"] if asked.only else [f"sqlrisk/{each}" for each in (CLOSING if asked.raises else JUDGING).split()]
    if not asked.only and not asked.raises:
        patterns.append("macros/evidence/*.sql")
    for pattern in patterns:
        yield from (file.relative_to(original).as_posix() for file in sorted(original.glob(pattern)) if asked.only in file.relative_to(original).as_posix())


if __name__ == "__main__":
    sys.exit(main())
