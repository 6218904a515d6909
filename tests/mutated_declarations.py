"""Declarations that have every key, made from the model's own JSON Schema, and the same with one value otherwise."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from sqlrisk.declaration import Release
from sqlrisk.parts import Declared, Part, Presence

POOL = (
    "x",
    "y",
    "a + 1",
    "a + 2",
    2,
    3,
    0.5,
    0.25,
    True,
    False,
    "2026-01-01",
    "2026-02-02",
    "DATE",
    "TIMESTAMP",
    ";",
    "|",
    "%d.%m.%Y",
    "%Y/%m/%d",
    "Europe/Madrid",
    "Asia/Tokyo",
)
"""Values of keys: a key that none of them fits needs two more here."""
INSTEAD_OF = {"at_most": "at_least"}
"""Keys of which a mapping has one: those left out of the full declaration, with the key that each is put in the place of."""
SCHEMA = Release.model_json_schema()
Schema = dict[str, Any]


@dataclass(frozen=True)
class Mutation:
    """The key whose value is otherwise, the parts to which that belongs, and the whole declaration's plain values."""

    key: str
    parts: frozenset[Part]
    values: Any


@functools.cache
def mutations(branch: int) -> tuple[dict[str, Any], list[Mutation]]:
    """The plain values of a release with every key, and each of its mutations. `branch`: which form is taken of a key that has several."""
    full = _full(Release, branch)
    return full, [each for each in _of_mapping(Release, full, branch, None) if _is_whole(each.values)]


def _is_whole(values: Any) -> bool:
    """Whether no key contradicts another."""
    try:
        Release.model_validate(values)
    except ValidationError:
        return False
    return True


def _classes(of: type[Declared] = Declared) -> dict[str, type[Declared]]:
    return {each.__name__: each for sub in of.__subclasses__() for each in (sub, *_classes(sub).values())}


def _properties(model: type[Declared]) -> dict[str, Schema]:
    found: dict[str, Schema] = (SCHEMA if model is Release else SCHEMA["$defs"][model.__name__])["properties"]
    return found


def _full(model: type[Declared], branch: int) -> dict[str, Any]:
    return {name: _of_key(model, name, branch)[0] for name in _properties(model) if name not in INSTEAD_OF}


def _of_key(model: type[Declared], name: str, branch: int) -> list[Any]:
    """Valid values of a key, the default apart; the first is that of the full declaration."""
    known = model.model_fields[name]
    found = [value for value in _of_schema(_properties(model)[name], branch) if value != known.get_default(call_default_factory=True)]
    valid = [value for value in found if _is_valid(model, name, value)]
    assert valid, f"no value of POOL fits {model.__name__}.{name}"
    return valid


def _is_valid(model: type[Declared], name: str, value: Any) -> bool:
    try:
        _adapter(model, name).validate_python(value)
    except ValidationError:
        return False
    return True


@functools.cache
def _adapter(model: type[Declared], name: str) -> TypeAdapter[Any]:
    return TypeAdapter(model.model_fields[name].rebuild_annotation())


def _form(schema: Schema, branch: int) -> Schema:
    """The form of a value that is taken where it can have several."""
    forms = [each for each in schema.get("anyOf", schema.get("oneOf", ())) if each.get("type") != "null"]
    return _form(forms[-1 - branch % len(forms)], branch) if forms else schema


def _model(schema: Schema) -> type[Declared] | None:
    return _classes()[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else None


def _of_schema(schema: Schema, branch: int) -> list[Any]:
    form = _form(schema, branch)
    model = _model(form)
    if model is not None:
        return [_full(model, branch)]
    if form.get("type") == "array":
        items = [_of_schema(each, branch) for each in form.get("prefixItems", [form.get("items", {})])]
        return [list(row) for row in zip(*items, strict=False)]
    if form.get("type") == "object":
        one, *others = _of_schema(form["additionalProperties"], branch)
        return [{"x": one}, *({"x": other} for other in others), {"y": one}]
    return [form["const"]] if "const" in form else list(form.get("enum", POOL))


def _of_mapping(model: type[Declared], full: dict[str, Any], branch: int, whole: Part | None) -> Iterator[Mutation]:
    """A mapping's values with one of them otherwise, or left out. `whole`: the part that all of them belong to."""
    for name in _properties(model):
        marks = model.model_fields[name].metadata
        own = whole or next((mark for mark in marks if isinstance(mark, Part)), None)
        there = next((mark.part for mark in marks if isinstance(mark, Presence)), own)
        others = {key: value for key, value in full.items() if key not in (name, INSTEAD_OF.get(name))}
        inside = list(_inside(_properties(model)[name], full.get(name), branch, None if own is Part.PLACE else own))
        yield from (Mutation(f"{name}.{each.key}", each.parts, {**full, name: each.values}) for each in inside)
        if not model.model_fields[name].is_required() and name not in (*INSTEAD_OF, *INSTEAD_OF.values()):
            parts = {there, *(part for each in inside for part in each.parts)} - {None}
            yield Mutation(name, frozenset(parts), others)
        for value in [] if inside else _of_key(model, name, branch)[0 if name in INSTEAD_OF else 1 :]:
            same_keys = not isinstance(value, dict) or value.keys() == full[name].keys()
            yield Mutation(name, frozenset({own if same_keys else there}), {**others, name: value})


def _inside(schema: Schema, value: Any, branch: int, whole: Part | None) -> Iterator[Mutation]:
    """The mutations of the mappings that a key holds: it is one, or a list or a mapping of one."""
    form = _form(schema, branch)
    wrapped = form.get("items") or form.get("additionalProperties") or {}
    if (model := _model(form)) is not None:
        yield from _of_mapping(model, value, branch, whole)
    elif isinstance(wrapped, dict) and (model := _model(_form(wrapped, branch))) is not None:
        (inner,) = value if isinstance(value, list) else value.values()
        for each in _of_mapping(model, inner, branch, whole):
            yield Mutation(each.key, each.parts, [each.values] if isinstance(value, list) else dict.fromkeys(value, each.values))
