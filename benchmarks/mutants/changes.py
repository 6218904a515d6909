"""The mutants of a file: one change of a condition, a boundary, a constant or a raise at a time."""

from __future__ import annotations

import ast
import copy
import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

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
    """A file (relative to the project) with one change: the line that changed, what it became, and what makes the whole text."""

    file: str
    line: int
    change: str
    text: Callable[[], str]

    @property
    def name(self) -> str:
        """The file, the line and the change."""
        return f"{self.file}:{self.line}: {self.change}"


def mutants_of(project: Path, file: str) -> Iterator[Mutant]:
    """Every mutant of a file of the project, in its order."""
    text = (project / file).read_text(encoding="utf-8")
    yield from _of_python(file, text) if file.endswith(".py") else _of_text(file, text)


def _of_text(file: str, text: str) -> Iterator[Mutant]:
    code = re.sub(r"\{#.*?#\}", lambda note: re.sub(r"[^\n]", " ", note[0]), text, flags=re.DOTALL)
    for pattern, new in TEXTS.items():
        for found in re.finditer(pattern, code):
            line = text.count("\n", 0, found.start()) + 1
            yield Mutant(file, line, f"{found[0].strip()} became {new.strip()}", functools.partial(_replaced, text, *found.span(), new))


def _replaced(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _of_python(file: str, text: str) -> Iterator[Mutant]:
    tree = ast.parse(text)
    left_alone = {id(inner) for node in ast.walk(tree) for inner in _checked_by_mypy(node)}
    for place, node in enumerate(ast.walk(tree)):
        for choice in range(0 if id(node) in left_alone else _choices(node)):
            changed = copy.deepcopy(node)
            _change(changed, choice)
            before, after = (ast.unparse(each).splitlines()[0] for each in (node, changed))
            yield Mutant(file, getattr(node, "lineno", 0), f"{before} became {after}", functools.partial(_changed, text, place, choice))


def _checked_by_mypy(node: ast.AST) -> Iterator[ast.AST]:
    """What is inside `@dataclass(frozen=True)`: mypy refuses an assignment, whatever the class does at run time."""
    for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else ():
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "dataclass":
            yield from ast.walk(decorator)


def _changed(text: str, place: int, choice: int) -> str:
    """The text of a module with one change of the node at a place of its tree."""
    tree = ast.parse(text)
    _change(next(node for number, node in enumerate(ast.walk(tree)) if number == place), choice)
    return ast.unparse(tree)


def _choices(node: ast.AST) -> int:
    """In how many ways a node can be changed."""
    match node:
        case ast.Compare(ops=ops):
            return sum(type(each) in SWAPPED for each in ops)
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Raise() | ast.If() | ast.Expr(value=ast.Yield()):
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
        case ast.Expr():
            _set(node, value=ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Constant(value=value):
            _set(node, value=(not value) if isinstance(value, bool) else int(str(value)) + 1)
        case ast.Name(id=name):
            _set(node, id=NAMES[name])


def _set(node: ast.AST, **fields: object) -> None:
    vars(node).update(fields)
