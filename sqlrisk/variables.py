"""`{{ env_var('NAME') }}` in a declaration: only variables whose names are made for it, since their values are shown."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sqlrisk.documents import Document, Path_
from sqlrisk.errors import Problem
from sqlrisk.secrets import is_secret_key

_CALL = re.compile(r"\{\{\s*+env_var\(\s*+(['\"])(?P<name>[^'\"]*+)\1\s*+(?:,\s*+(['\"])(?P<default>[^'\"]*+)\3\s*+)?\)\s*+\}\}")
_WORD = re.compile(r"\benv_var\b")
_NAME = re.compile(r"(SQLRISK|DBT)_\w+")
_WRITE = "write {{ env_var('SQLRISK_NAME') }} or {{ env_var('DBT_NAME', 'default') }}"


@dataclass
class _Rendering:
    """A document whose variables are being replaced: those that were used, and what is wrong with others."""

    document: Document
    used: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def value(self, value: Any, path: Path_) -> Any:
        if isinstance(value, dict):
            return {key: self.value(each, (*path, key)) for key, each in value.items()}
        if isinstance(value, list):
            return [self.value(each, (*path, place)) for place, each in enumerate(value)]
        return self._text(value, path) if isinstance(value, str) and _is_begun(value) else value

    def _text(self, text: str, path: Path_) -> str:
        self.problems += (Problem(what, self.document.where(path), _WRITE) for what in _wrong(text))
        self.used |= {match["name"]: _found(match) or "" for match in _CALL.finditer(text)}
        return _CALL.sub(lambda match: _found(match) or "", text)


def rendered(document: Document) -> tuple[Document, dict[str, str]]:
    """The document with the variables in place, and the value of each that was used; what is wrong with one is among its problems."""
    rendering = _Rendering(document)
    value = rendering.value(document.value, ())
    return replace(document, value=value, problems=(*document.problems, *rendering.problems)), rendering.used


def _is_begun(text: str) -> bool:
    """Whether the word env_var comes somewhere after two braces: looked for in one pass."""
    braces = text.find("{{")
    return braces >= 0 and _WORD.search(text, braces) is not None


def _found(match: re.Match[str]) -> str | None:
    return os.environ.get(match["name"], match["default"]) if _is_allowed(match["name"]) else None


def _is_allowed(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and not is_secret_key(name)


def _wrong(text: str) -> Iterator[str]:
    if _is_begun(_CALL.sub("", text)):
        yield "this is not a plain env_var: no filter and no expression is read in a declaration"
    for match in _CALL.finditer(text):
        name = match["name"]
        if not _is_allowed(name):
            yield f"env_var of a declaration reads variables whose names begin with SQLRISK_ or DBT_ and are not those of secrets, not `{name}`"
        elif _found(match) is None:
            yield f"the environment variable {name} is not set"
