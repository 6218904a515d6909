"""Reads YAML into plain values and remembers on which line each key stands; refuses what YAML lets pass in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, get_args

import yaml

from sqlrisk.causes import cause, first_byte
from sqlrisk.errors import ConfigurationError, DeclarationError, Problem
from sqlrisk.readable import refuse_irregular

MAX_BYTES, MAX_DEPTH, MAX_VALUES = 5_000_000, 50, 500_000
Path_ = tuple[str | int, ...]

_NULLS = {"", "~", "null", "Null", "NULL"}
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?")
_HUGE = re.compile(r"[-+]?([1-9][0-9]{299,}|(?=[0-9.])[0-9]*\.?[0-9]*[eE][-+]?[0-9]{12,})(\.[0-9]*)?")
_AMBIGUOUS = re.compile(r"[-+]?(0[0-9_]+|0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7]+|[0-9][0-9_]*_[0-9_.]*|[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?|\.(inf|Inf|INF|nan|NaN|NAN))")
_TAB = re.compile(r" *\t")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Document:
    """A YAML file as plain values. `lines` maps the path of each key or item to its line, counted from 1; `problems` are its own."""

    name: str
    value: Any
    lines: dict[Path_, int] = field(repr=False)
    problems: tuple[Problem, ...] = ()

    def line(self, path: Path_) -> int | None:
        """The line of the nearest thing that stands in the file; that of an alias for what stands elsewhere."""
        return next((self.lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self.lines), None)

    def where(self, path: Path_) -> str:
        """`file:line, key` of the nearest thing that stands in the file."""
        line = self.line(path)
        place = self.name if line is None else f"{self.name}:{line}"
        return f"{place}, {key_text(path)}" if path else place


def key_text(path: Path_) -> str:
    """The path as people read it: releases[0].columns.edad."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def read_yaml(file: Path, instead: str = "name the file with --config or its folder with --project-dir") -> Document:
    """The document of a file. Raises ConfigurationError where it cannot be read, with what to do `instead`, DeclarationError where YAML would mislead."""
    refuse_irregular(file, str(file))
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"cannot read it: {cause(error)}", where=str(file), instead=instead) from None
    if len(data) > MAX_BYTES:
        raise ConfigurationError(f"the file is larger than {MAX_BYTES:,} bytes", where=str(file))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"byte {first_byte(error)} is not UTF-8", where=str(file), instead="save the file as UTF-8") from None
    return parse_yaml(text, str(file))


def parse_yaml(text: str, name: str) -> Document:
    """The document of a text; its `problems`: duplicate keys, ambiguous numbers, names that are no strings. Raises DeclarationError where it is no YAML."""
    try:
        reader = _Reader(name, yaml.parse(text, Loader=yaml.CSafeLoader))
        value = reader.document()
    except yaml.MarkedYAMLError as error:
        line = _line_of(error)
        instead = "indent with spaces: the line begins with a tab" if _TAB.match("".join(text.splitlines()[line - 1 : line])) else None
        raise DeclarationError([Problem(f"not YAML: {_fault(error)}", f"{name}:{line}", instead)]) from None
    except yaml.YAMLError:
        raise DeclarationError([Problem("not YAML: a character that YAML does not allow", name)]) from None
    return Document(name, value, reader.lines, tuple(reader.problems))


Fault = Literal[
    "found character that cannot start any token",
    "did not find expected node content",
    "mapping values are not allowed in this context",
    "did not find expected key",
    "could not find expected ':'",
    "did not find expected ',' or ']'",
    "did not find expected ',' or '}'",
    "did not find expected '-' indicator",
    "found unexpected end of stream",
    "block sequence entries are not allowed in this context",
    "did not find expected <document start>",
    "it cannot be parsed here",
]
_FAULTS: tuple[Fault, ...] = get_args(Fault)


def _fault(error: yaml.MarkedYAMLError) -> Fault:
    """What is wrong, of the parser's messages one that holds nothing of the file."""
    return next((fault for fault in _FAULTS if fault == error.problem), _FAULTS[-1])


def _line_of(error: yaml.MarkedYAMLError) -> int:
    return int(error.problem_mark.line) + 1 if error.problem_mark else 1


class _Reader:
    """Builds the values from YAML's events, so that depth and size are bounded before anything is built."""

    def __init__(self, name: str, events: Iterator[Any]) -> None:
        self._name, self._events = name, events
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._size = 0
        self.lines: dict[Path_, int] = {}
        self.problems: list[Problem] = []

    def document(self) -> Any:
        value = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if self.lines:
                    raise self._stop("a second document: one file holds one", event)
                value = self._value(next(self._events), ())
        return value

    def _value(self, event: Any, path: Path_) -> Any:
        self.lines.setdefault(path, event.start_mark.line + 1)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if event.tag not in (None, "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            raise self._stop("a tag (!...) is refused", event)
        before = self._size
        self._grow(1, event)
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, path)
        else:
            if len(path) >= MAX_DEPTH:
                raise self._stop(f"nested deeper than {MAX_DEPTH} levels", event)
            value = self._mapping(path) if isinstance(event, yaml.MappingStartEvent) else self._sequence(path)
        if event.anchor:
            self._anchors[event.anchor] = (value, self._size - before)
        return value

    def _alias(self, event: Any) -> Any:
        if event.anchor not in self._anchors:
            raise self._stop("an alias (*...) stands inside what it names, or before it", event)
        value, size = self._anchors[event.anchor]
        self._grow(size, event)
        return value

    def _mapping(self, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for event in iter(lambda: next(self._events), None):
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event, path)
            if key in found:
                self.problems.append(
                    Problem(f"the key `{key}` stands twice", self._at(event, path + (key,)), f"first on line {self.lines[path + (key,)]}; keep one")
                )
                self._value(next(self._events), path + (key, "(twice)"))
                continue
            self.lines[path + (key,)] = event.start_mark.line + 1
            found[key] = self._value(next(self._events), path + (key,))
        return found

    def _key(self, event: Any, path: Path_) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise self._stop("a key must be a name", event)
        if not event.style and event.value != "null" and not isinstance(self._scalar(event, path), str):  # `null` is a key of file relations
            self.problems.append(Problem(f"`{event.value}` without quotes is not a name in YAML", self._at(event, path), f'write "{event.value}" in quotes'))
        return str(event.value)

    def _sequence(self, path: Path_) -> list[Any]:
        found: list[Any] = []
        for event in iter(lambda: next(self._events), None):
            if isinstance(event, yaml.SequenceEndEvent):
                break
            found.append(self._value(event, path + (len(found),)))
        return found

    def _scalar(self, event: Any, path: Path_) -> Any:
        text: str = event.value
        if event.style or event.tag == "tag:yaml.org,2002:str":
            return text
        if text in _NULLS:
            return None
        if text.lower() in _TRUTHS:
            return _TRUTHS[text.lower()]
        if _HUGE.fullmatch(text):
            self.problems.append(Problem("a number too large, or too near 0, to reckon with", self._at(event, path), "write fewer digits, or a text in quotes"))
            return text
        if _INTEGER.fullmatch(text):
            return int(text)
        if _AMBIGUOUS.fullmatch(text):
            self.problems.append(Problem("a number that readers of YAML do not agree on", self._at(event, path), "write it in decimal digits, or in quotes"))
            return text
        if _DECIMAL.fullmatch(text):
            return Decimal(text)
        return self._date(event, path) if _DATE.fullmatch(text) else text

    def _date(self, event: Any, path: Path_) -> Any:
        try:
            return date.fromisoformat(event.value)
        except ValueError:
            self.problems.append(Problem("this is not a day of the calendar", self._at(event, path)))
            return event.value

    def _grow(self, by: int, event: Any) -> None:
        self._size += by
        if self._size > MAX_VALUES:
            raise self._stop(f"more than {MAX_VALUES:,} values once aliases are expanded", event)

    def _at(self, event: Any, path: Path_) -> str:
        return f"{self._name}:{event.start_mark.line + 1}, {key_text(path)}" if path else f"{self._name}:{event.start_mark.line + 1}"

    def _stop(self, what: str, event: Any) -> DeclarationError:
        return DeclarationError([*self.problems, Problem(what, f"{self._name}:{event.start_mark.line + 1}")])
