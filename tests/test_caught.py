"""No exception of Python, a driver or a library is used in any expression but its type: its words can hold values, secrets and lines of files.

The code is walked. A caught exception may be named in `type(...)` and `isinstance(...)`, and given to a function of ours. A function that takes one is held to
the same rule, unless what it returns can only be a word of ours or a number: then it may read what it likes. `UNSAFE` shows an exception's own words, where
--unsafe-debug asks for them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sqlrisk"
FILES = sorted(PACKAGE.rglob("*.py"))
TREES = {file: ast.parse(file.read_text()) for file in FILES}
CLOSED = {"bool", "int", "Cause", "Fault", "Failure", "Failure | None"}
"""What a function may return that reads an exception: all but a number are Literals, so that mypy refuses any other text."""
UNSAFE = {"unsafe_words"}
OF_THE_COMMAND_LINE = {"_usage", "_explained"}
"""They read what the parser of the command line says of its own options."""
OF_THE_DECLARATION = {"faults"}
"""What pydantic finds: places and kinds, which `sentence` puts into words of ours."""
OF_A_THREAD = {"_keep"}
"""It hands the exception of a statement to the thread that asked, which raises it again."""
READERS = UNSAFE | OF_THE_COMMAND_LINE | OF_THE_DECLARATION | OF_A_THREAD


def functions() -> Iterator[ast.FunctionDef]:
    yield from (node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


OWN = {node.name for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
RETURNS: dict[str, set[str]] = {}
for _node in functions():
    RETURNS.setdefault(_node.name, set()).add(ast.unparse(_node.returns) if _node.returns else "")


def is_foreign(caught: ast.expr | None) -> bool:
    """Whether a handler's classes are not all ours. `errors` of a driver and tuples of classes are not."""
    classes = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(each is None or name_of(each) not in OWN for each in classes)


def reads(function: str) -> bool:
    """Whether a function may read an exception whole."""
    return function in READERS or (function in RETURNS and RETURNS[function] <= CLOSED)


def takes(node: ast.FunctionDef) -> list[str]:
    """The parameters of a function that are exceptions which are not ours."""
    found = []
    for each in (*node.args.args, *node.args.kwonlyargs):
        text = ast.unparse(each.annotation) if each.annotation else ""
        kinds = {part.rpartition(".")[2] for part in text.split(" | ")} - OWN
        if any(kind.endswith(("Exception", "Error")) for kind in kinds) or (each.arg == "error" and kinds == {"Any"}):
            found.append(each.arg)
    return found


def uses(body: list[ast.stmt], name: str) -> Iterator[ast.Name]:
    """The places where an exception is used in another way than the rule allows."""
    allowed: set[ast.AST] = set()
    nodes = [node for statement in body for node in ast.walk(statement)]
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        called = name_of(node.func)
        if called in ("type", "isinstance"):
            allowed.add(node.args[0])
        elif called in RETURNS:
            allowed |= {each for each in node.args if isinstance(each, ast.Name)}
    yield from (node for node in nodes if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) and node not in allowed)


def broken(tree: ast.Module) -> list[str]:
    """The lines that break the rule."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name and is_foreign(node.type):
            found += [f"line {use.lineno}: a caught exception" for use in uses(node.body, node.name)]
        if isinstance(node, ast.FunctionDef) and not reads(node.name):
            found += [f"line {use.lineno}: the exception that {node.name} takes" for name in takes(node) for use in uses(node.body, name)]
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_caught_exception_is_used_but_its_type(file: Path) -> None:
    assert broken(TREES[file]) == []


def test_each_reader_stands_in_one_place_and_is_called() -> None:
    for name in READERS:
        assert len([node for node in functions() if node.name == name]) == 1, name
    text = "\n".join(file.read_text() for file in FILES)
    assert all(text.count(f"{name}(") > 1 for name in READERS)


def test_closed_returns_are_literals() -> None:
    literals = {
        target.id
        for tree in TREES.values()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript) and name_of(node.value.value) == "Literal"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert {each.removesuffix(" | None") for each in CLOSED} - {"bool", "int"} <= literals


BROKEN = {
    "formatted": "try:\n    f()\nexcept OSError as error:\n    raise ConfigurationError(f'no: {error}')",
    "as text": "try:\n    f()\nexcept OSError as error:\n    print(str(error))",
    "an attribute": "try:\n    f()\nexcept OSError as error:\n    print(error.strerror)",
    "a cause": "try:\n    f()\nexcept OSError as error:\n    raise ConfigurationError('no') from error",
    "in a tuple of ours and another": "try:\n    f()\nexcept (SqlriskError, ValueError) as error:\n    print(error)",
    "handed on under another name": "try:\n    f()\nexcept OSError as error:\n    other = error",
    "in a function that takes one": "def _shown(error: OSError) -> str:\n    return str(error)",
    "of a driver, in a function that takes one": "def _shown(error: duckdb.Error) -> str:\n    return error.args[0]",
    "given to a function of another": "try:\n    f()\nexcept OSError as error:\n    log.warning(error)",
}
WHOLE = {
    "its type": "try:\n    f()\nexcept OSError as error:\n    print(type(error).__name__)",
    "what it is": "try:\n    f()\nexcept OSError as error:\n    print(isinstance(error, PermissionError))",
    "ours": "try:\n    f()\nexcept SqlriskError as error:\n    print(error)",
    "a function that reads": "try:\n    f()\nexcept OSError as error:\n    print(cause(error))",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_the_walk_finds_each_way_to_use_one(kind: str) -> None:
    assert broken(ast.parse(BROKEN[kind])) != []


@pytest.mark.parametrize("kind", WHOLE)
def test_the_walk_lets_the_allowed_ways_be(kind: str) -> None:
    assert broken(ast.parse(WHOLE[kind])) == []
