"""Mutants: one change of a condition, a boundary or a raise at a time, and whether the tests of its module notice.

    python -m benchmarks.mutants --sample 60 --seed 1

A mutant that survives is printed with its file and line: write a test that says what it protects, or show that it changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS: dict[str, str] = {
    "sqlrisk/verdict.py": "test_check test_guards test_reports test_gate test_groups test_findings",
    "sqlrisk/gate_rules.py": "test_gate test_declaration",
    "sqlrisk/equality.py": "test_check test_guards test_equality",
    "sqlrisk/rejudging.py": "test_rejudging",
    "sqlrisk/history.py": "test_history test_parts",
    "sqlrisk/parts.py": "test_parts test_history",
    "sqlrisk/preregistration.py": "test_parts test_history test_drift",
    "sqlrisk/forgetting.py": "test_guards test_scan",
    "sqlrisk/unseen.py": "test_guards test_population",
    "sqlrisk/measuring.py": "test_guards test_check test_rungs test_population test_utility",
    "sqlrisk/findings/*.py": "test_findings test_check test_guards test_names test_people test_composition",
    "sqlrisk/ratchet/*.py": "test_baseline test_guards test_hunted_results",
    "sqlrisk/measures/*.py": "test_measures test_guards test_people test_population test_protection",
    "sqlrisk/evidence/*.py": "test_evidence test_measures test_people test_composition test_protection",
    "macros/evidence/*.sql": "test_evidence test_every_kernel test_guards test_people test_composition test_utility test_protection",
}
"""Files -> the test files that protect them."""
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    one: other
    for pair in ("Lt LtE", "Gt GtE", "Eq NotEq", "In NotIn", "Is IsNot", "And Or", "Add Sub", "Mult Div")
    for first, second in [map(vars(ast).__getitem__, pair.split())]
    for one, other in ((first, second), (second, first))
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = {
    r"\bunion all\b": "union",
    r" < ": " <= ",
    r" <= ": " < ",
    r" > ": " >= ",
    r" >= ": " > ",
    r" and ": " or ",
    r"\bmin\(": "max(",
    r"\bmax\(": "min(",
    r" is null\b": " is not null",
    r" then 1 else 0\b": " then 0 else 1",
    r"\bleft join\b": "join",
    r" = 1\b": " = 0",
}


@dataclass(frozen=True)
class Mutant:
    """A file with one change: its whole text, the line that changed and what it became."""

    file: Path
    line: int
    change: str
    text: str


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in its order."""
    yield from _of_python(file) if file.suffix == ".py" else _of_text(file)


def _of_text(file: Path) -> Iterator[Mutant]:
    text = re.sub(r"\{#.*?#\}", lambda note: re.sub(r"[^\n]", " ", note[0]), file.read_text(encoding="utf-8"), flags=re.DOTALL)
    for pattern, new in TEXTS.items():
        for found in re.finditer(pattern, text):
            line = text.count("\n", 0, found.start()) + 1
            yield Mutant(file, line, f"{found[0].strip()} became {new.strip()}", text[: found.start()] + new + text[found.end() :])


def _of_python(file: Path) -> Iterator[Mutant]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for place, node in enumerate(ast.walk(tree)):
        for choice in range(_choices(node)):
            changed = copy.deepcopy(tree)
            target = next(each for number, each in enumerate(ast.walk(changed)) if number == place)
            before = ast.unparse(target).splitlines()[0]
            _change(target, choice)
            yield Mutant(file, getattr(node, "lineno", 0), f"{before} became {ast.unparse(target).splitlines()[0]}", ast.unparse(changed))


def _choices(node: ast.AST) -> int:
    """In how many ways a node can be changed."""
    match node:
        case ast.Compare(ops=ops):
            return sum(type(each) in SWAPPED for each in ops)
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Raise() | ast.If():
            return 1
        case ast.BinOp(op=op, left=left, right=right) if type(op) in SWAPPED:
            return 0 if any(isinstance(each, (ast.Constant, ast.JoinedStr, ast.List)) and not _is_number(each) for each in (left, right)) else 1
        case ast.Constant(value=value) if isinstance(value, (bool, int)):
            return 1
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            return 1
    return 0


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _change(node: ast.AST, choice: int) -> None:
    match node:
        case ast.Compare(ops=ops):
            at = [place for place, each in enumerate(ops) if type(each) in SWAPPED][choice]
            _set(node, ops=[SWAPPED[type(each)]() if place == at else each for place, each in enumerate(ops)])
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            _set(node, op=SWAPPED[type(op)]())
        case ast.UnaryOp(operand=operand):
            _set(node, operand=ast.UnaryOp(ast.Not(), operand))
        case ast.If():
            _set(node, test=ast.Constant(False))
        case ast.Raise():
            object.__setattr__(node, "__class__", ast.Pass)
        case ast.Constant(value=value):
            _set(node, value=(not value) if isinstance(value, bool) else int(str(value)) + 1)
        case ast.Name(id=name):
            _set(node, id=NAMES[name])


def _set(node: ast.AST, **fields: object) -> None:
    vars(node).update(fields)


def survives(mutant: Mutant, tests: str, folder: Path, seconds: float) -> bool | None:
    """Whether the tests pass with the mutant in a copy of the project; None where they took too long."""
    inside = folder / mutant.file.relative_to(ROOT)
    original = inside.read_text(encoding="utf-8")
    files = [f"tests/{name}.py" for name in tests.split() if (folder / f"tests/{name}.py").is_file()]
    inside.write_text(mutant.text, encoding="utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files]
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "SQLRISK_ENGINES": "duckdb,sqlite"},
            capture_output=True,
            timeout=seconds,
            check=False,
        )
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return None
    finally:
        inside.write_text(original, encoding="utf-8")


def main() -> int:
    """Run a sample of mutants; 1 where one survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--only", default="", help="a part of the paths of the files")
    asked = parser.parse_args()
    found = [(each, tests) for pattern, tests in TESTS.items() for file in sorted(ROOT.glob(pattern)) if asked.only in str(file) for each in mutants_of(file)]
    chosen = random.Random(asked.seed).sample(found, min(asked.sample, len(found)))
    survivors = undecided = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "project"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules", "__pycache__", "site"))
        for tests in dict.fromkeys(tests for _, tests in chosen):
            unchanged = Mutant(ROOT / "README.md", 0, "", (ROOT / "README.md").read_text(encoding="utf-8"))
            assert survives(unchanged, tests, folder, asked.seconds), f"{tests}: they fail, or take too long, without any mutant"
        for mutant, tests in chosen:
            survived = survives(mutant, tests, folder, asked.seconds)
            survivors, undecided = survivors + (survived is True), undecided + (survived is None)
            word = {True: "SURVIVED", False: "killed", None: "undecided"}[survived]
            print(f"{word:9} {mutant.file.relative_to(ROOT)}:{mutant.line}: {mutant.change}", flush=True)
    print(f"{len(chosen) - survivors - undecided} of {len(chosen) - undecided} killed ({len(found)} mutants in all, {undecided} undecided)")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
