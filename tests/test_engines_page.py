"""docs/engines.md says of each engine what its file says. `python -m tests.test_engines_page` writes its tables anew."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from sqlrisk import engines
from sqlrisk.servers import Abilities
from tests.test_expressions import DIVERGENCES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "engines.md"
BLOCK = re.compile(r"(<!-- engines: [^>]* -->\n).*?(<!-- end of engines -->)", re.DOTALL)
TABLES = (("extra", "snapshot", "names", "executed"), ("driver", "read_only", "temporary_tables", "statement_timeout", "collation"))
KEY = re.compile(r"""settings(?:\.get\(|\[)"(\w+)"|seconds\("(\w+)"\)""")
NOT_RUN = ("snowflake", "bigquery", "databricks", "redshift", "trino")


def abilities() -> dict[str, Abilities]:
    """What each engine file says, by its name; a file that only gives another's class under a second name is left out."""
    found = {}
    for name in engines.names():
        module = importlib.import_module(f"sqlrisk.engines.{name}")
        classes = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__ and "abilities" in vars(each)]
        if classes:
            found[name] = vars(classes[0])["abilities"]
    return found


def block() -> str:
    """The generated part of the page."""
    shown = abilities()
    tables = [
        _table(["engine", *(key.replace("_", " ") for key in keys)], [[_linked(name), *_cells(each, keys)] for name, each in shown.items()]) for keys in TABLES
    ]
    rows = [[f"`{text}`", engine, because] for text, _, reasons in DIVERGENCES for engine, because in reasons.items()]
    return "\n".join(
        [*tables, "What an expression is worth otherwise, of the engines that run in the tests:\n", _table(["expression", "engine", "because"], rows)]
    )


def _cells(each: Abilities, keys: tuple[str, ...]) -> list[str]:
    shown = {**vars(each), "extra": f"`sqlrisk[{each.extra}]`" if each.extra else ""}
    return [shown[key] for key in keys]


def _linked(name: str) -> str:
    return f"[{name}](engines/{name}.md)" if (PAGE.parent / "engines" / f"{name}.md").exists() else name


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [[cell.replace("|", "\\|") for cell in line] for line in (head, ["---"] * len(head), *rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def test_the_page_says_what_the_engines_say() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = BLOCK.search(text)
    assert found, "the marks of the generated part are gone"
    assert text == BLOCK.sub(lambda match: match[1] + block() + match[2], text), "python -m tests.test_engines_page"


def test_every_engine_says_what_it_may() -> None:
    assert set(engines.names()) - set(abilities()) <= {"mariadb", "mysql"}, "a second name of another file's class"
    assert all(value or key in ("extra", "driver") for each in abilities().values() for key, value in vars(each).items())


def test_every_extra_is_one_that_pip_installs() -> None:
    extras = set(re.findall(r"^(\w+) = \[", (ROOT / "pyproject.toml").read_text(), re.MULTILINE))
    assert {each.extra for each in abilities().values()} - {""} <= extras


@pytest.mark.parametrize("name", NOT_RUN)
def test_every_key_that_is_read_stands_in_the_engines_page(name: str) -> None:
    source = (ROOT / "sqlrisk" / "engines" / f"{name}.py").read_text()
    module = importlib.import_module(f"sqlrisk.engines.{name}")
    read = {first or second for first, second in KEY.findall(source)} | set(getattr(module, "_CONNECTION", ()))
    page = (ROOT / "docs" / "engines" / f"{name}.md").read_text(encoding="utf-8")
    assert {key for key in read if f"`{key}`" not in page} == set()


if __name__ == "__main__":
    PAGE.write_text(BLOCK.sub(lambda match: match[1] + block() + match[2], PAGE.read_text(encoding="utf-8")), encoding="utf-8")
