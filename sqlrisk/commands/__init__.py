"""The commands: a file of this folder each, its first line for `sqlrisk -h`, with a function of its name and an EXAMPLE; groups of options are spread."""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from inspect import Parameter, Signature
from typing import Any

import typer


def register(app: typer.Typer) -> None:
    """Give every command to the program."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        found = importlib.import_module(f"{__name__}.{module.name}")
        command = spread(getattr(found, module.name))
        first = (found.__doc__ or "").partition(": ")[2]
        app.command(module.name.replace("_", "-"), short_help=first[:1].upper() + first[1:], epilog=f"Example: {found.EXAMPLE}")(command)


def spread(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with keyword parameters only: one that is a group of options (a dataclass) becomes the options of the group, after its own."""
    hints = typing.get_type_hints(function, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)}

    @functools.wraps(function)
    def called(**given: Any) -> Any:
        made = {name: kind(**{field.name: given.pop(field.name) for field in fields(kind)}) for name, kind in groups.items()}
        return function(**given, **made)

    own = sorted(inspect.signature(function).parameters.values(), key=lambda each: each.name in groups)
    parameters = [option for each in own for option in _options(each.replace(annotation=hints[each.name]))]
    called.__dict__["__signature__"] = Signature(parameters)
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _options(own: Parameter) -> Iterator[Parameter]:
    if not is_dataclass(own.annotation):
        yield own.replace(kind=Parameter.KEYWORD_ONLY)
        return
    hints = typing.get_type_hints(own.annotation, include_extras=True)
    for field in fields(own.annotation):
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name])
