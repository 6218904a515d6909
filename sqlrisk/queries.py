"""From a macro and its arguments to the text of one query: the very files that dbt compiles."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sqlrisk.errors import QueryFailedError

PARENT_DIALECTS = {"redshift": "postgres", "databricks": "spark", "athena": "trino", "mariadb": "mysql", "fabric": "tsql", "sqlserver": "tsql"}


@dataclass(frozen=True)
class Query:
    """A kernel rendered for a dialect. `kernel` and `arguments` are those that dbt would be given for the same text."""

    kernel: str
    arguments: Mapping[str, Any]
    sql: str


def render(kernel: str, dialect: str = "duckdb", **arguments: Any) -> Query:
    """The query of one macro of macros/. Raises QueryFailedError when the macro refuses its arguments."""
    return Query(kernel, arguments, _text(kernel, dialect, _Given(repr(arguments), arguments)))


@dataclass(frozen=True)
class _Given:
    """The arguments of a macro, equal where they are written alike: the plain values of which they are made cannot be hashed."""

    written: str
    values: Mapping[str, Any] = field(compare=False)


@functools.lru_cache(maxsize=1024)
def _text(kernel: str, dialect: str, given: _Given) -> str:
    """The text of a macro. A check plans its statements before it connects and once more after: they are written once."""
    try:
        return str(_macros(dialect)[kernel](**given.values))
    except _RefusedError as error:
        raise QueryFailedError(f"the macro {kernel} refuses its arguments: {error}") from None
    except TemplateError as error:
        raise QueryFailedError(f"the macro {kernel} cannot be rendered ({type(error).__name__})") from None


def macros_path() -> Path:
    """The folder of the macros: the checkout's where there is one (an editable install copies them only once), else the wheel's."""
    checkout = Path(__file__).parent.parent
    return checkout / "macros" if (checkout / "pyproject.toml").is_file() else Path(__file__).parent / "dbt_package" / "macros"


class _RefusedError(Exception):
    """What a macro of ours says of its arguments."""


class _Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


def _return(value: Any) -> NoReturn:
    raise _Returned(value)


def _raise_compiler_error(message: str) -> NoReturn:
    raise _RefusedError(message)


def _configured(**_settings: Any) -> str:
    """What a test's `{{ config(...) }}` leaves in its text: nothing."""
    return ""


class _TestTag(Extension):
    """Reads `{% test name(...) %}` as dbt does: the macro `test_name`."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.tags = {"test"}

    def parse(self, parser: Parser) -> nodes.Node:
        """Parse the tag as a macro. `parser` stands on the tag's name."""
        line = next(parser.stream).lineno
        macro = nodes.Macro(lineno=line)
        macro.name = "test_" + parser.parse_assign_target(name_only=True).name
        parser.parse_signature(macro)
        macro.body = parser.parse_statements(("name:endtest",), drop_needle=True)
        return macro


class _Namespace:
    """What a macro sees as `sqlrisk.`: the macros of this package, and nothing else."""

    def __init__(self, macros: Mapping[str, Callable[..., Any]]) -> None:
        self._macros = macros

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self._macros[name]


class _Adapter:
    """What a macro sees as `adapter`: the choice of a leaf by dialect."""

    def __init__(self, dialect: str, macros: Mapping[str, Callable[..., Any]]) -> None:
        self._prefixes = [dialect, PARENT_DIALECTS.get(dialect, dialect), "default"]
        self._macros = macros

    def dispatch(self, name: str, package: str) -> Callable[..., Any]:
        """The macro `<dialect>__<name>`, else that of the parent dialect, else the default. Only this package's macros are there."""
        assert package == "sqlrisk"
        return next(self._macros[f"{prefix}__{name}"] for prefix in self._prefixes if f"{prefix}__{name}" in self._macros)


class _Exceptions:
    raise_compiler_error = staticmethod(_raise_compiler_error)


_DEFINED = re.compile(r"{%-?\s*(macro|test)\s+(\w+)\(")


class _Macros(Mapping[str, Callable[..., Any]]):
    """The macros of the folder for one dialect, by name; a file is compiled when one of its macros is first asked for."""

    def __init__(self, dialect: str, folder: Path) -> None:
        self._environment = _environment(folder)
        self._context = {
            "sqlrisk": _Namespace(self),
            "adapter": _Adapter(dialect, self),
            "exceptions": _Exceptions(),
            "config": _configured,
            "return": _return,
        }
        self._files = _files_of_macros(folder)
        self._compiled: dict[str, Callable[..., Any]] = {}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if name not in self._compiled:
            module = self._environment.get_template(self._files[name]).make_module(self._context)
            found = {name: macro for name, macro in vars(module).items() if callable(macro) and not name.startswith("_")}
            self._compiled.update({name: _catching_return(macro) for name, macro in found.items()})
        return self._compiled[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


@functools.cache
def _environment(folder: Path) -> ImmutableSandboxedEnvironment:
    """What compiles the files of macros, each once for all dialects."""
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folder), undefined=StrictUndefined, extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols", _TestTag]
    )


@functools.lru_cache(maxsize=32)
def _macros(dialect: str) -> Mapping[str, Callable[..., Any]]:
    return _Macros(dialect, macros_path())


@functools.cache
def _files_of_macros(folder: Path) -> Mapping[str, str]:
    """Macro -> the file that defines it; a test is the macro `test_name`."""
    found = {}
    for file in sorted(folder.rglob("*.sql")):
        for kind, name in _DEFINED.findall(file.read_text(encoding="utf-8")):
            found[f"test_{name}" if kind == "test" else name] = file.relative_to(folder).as_posix()
    return found


def _catching_return(macro: Callable[..., Any]) -> Callable[..., Any]:
    def call(*positional: Any, **named: Any) -> Any:
        try:
            return macro(*positional, **named)
        except _Returned as returned:
            return returned.value

    return call
