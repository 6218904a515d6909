"""From a file, a dbt manifest or plain values to a declaration; or to every problem of it, each with its place."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sqlrisk import manifests, threshold_profiles
from sqlrisk.declaration import Declaration
from sqlrisk.declaration_rules import problems
from sqlrisk.documents import Document, Path_, read_yaml
from sqlrisk.errors import ConfigurationError, DeclarationError, Problem, did_you_mean
from sqlrisk.variables import rendered
from sqlrisk.wrong_releases import WrongRelease, apart


@dataclass(frozen=True)
class Loaded:
    """A declaration, the folder its paths are relative to, and the digest of its text. `places`: release -> where it is declared, as far as that is known.

    `unread` and `disabled`: the blocks of a dbt manifest that declare nothing because of where they are, or because dbt leaves them out.
    `wrong`: the releases that are declared wrongly; they are not in the declaration. `allowed`: what the command line lets it read beside `folder`.
    """

    declaration: Declaration
    folder: Path
    sha256: str
    source: str
    places: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    unread: tuple[Problem, ...] = ()
    disabled: tuple[Problem, ...] = ()
    wrong: tuple[WrongRelease, ...] = ()
    allowed: tuple[Path, ...] = ()

    def whole(self) -> Loaded:
        """The same, for what needs every release. Raises DeclarationError with all problems where one is wrong."""
        if self.wrong:
            raise DeclarationError([problem for release in self.wrong for problem in release.problems])
        return self


def load_file(file: Path, folder: Path, today: date) -> Loaded:
    """The declaration of a YAML file. Raises DeclarationError with all of its problems where no release is right."""
    document, used = rendered(read_yaml(file))
    name = Path(os.path.relpath(file.resolve(), folder.resolve())).as_posix()
    declaration, document, wrong = _sound(document, today)
    places = {**_places(document, declaration, name, folder), **{each.name: {**_place(name, folder), "line": each.line} for each in wrong}}
    text = file.read_bytes() + (json.dumps(used, sort_keys=True).encode() if used else b"")
    return Loaded(declaration, folder, hashlib.sha256(text).hexdigest(), str(file), places, wrong=wrong)


def load_values(values: Mapping[str, Any], folder: Path, today: date, name: str = "declaration", gated: bool = True) -> Loaded:
    """The declaration of plain values, such as the command line's or a manifest's. `gated`: as in `problems`. Raises as load_file does."""
    text = json.dumps(values, default=str, sort_keys=True, ensure_ascii=False)
    declaration, _, wrong = _sound(Document(name, values, {}), today, gated)
    return Loaded(declaration, folder, hashlib.sha256(text.encode()).hexdigest(), name, wrong=wrong)


def load_manifest(file: Path, today: date) -> Loaded:
    """The declaration of a dbt manifest: `meta.sqlrisk` of its models, seeds, snapshots and source tables, and of their columns."""
    found = manifests.read(file)
    if not found.releases:
        instead = "declare a release under config: {meta: {sqlrisk: {...}}} of a model, seed, snapshot or source table"
        first = "".join(f"\n    {problem.where}: {problem.what}" for problem in (*found.unread, *found.disabled)[:1])
        raise ConfigurationError("nothing in it has config.meta.sqlrisk", where=str(file), instead=instead + first)
    folder = file.resolve().parent.parent
    places = {name: _place(path, folder) for name, path in found.files.items()}
    loaded = load_values({"version": 1, "releases": list(found.releases)}, folder, today, str(file))
    return replace(loaded, places=places, unread=found.unread, disabled=found.disabled)


def merged(first: Loaded, second: Loaded) -> Loaded:
    """Both declarations as one. Raises ConfigurationError where a release stands in both."""
    names = [{*(release.name for release in each.declaration.releases), *(release.name for release in each.wrong)} for each in (first, second)]
    twice = names[0] & names[1]
    if twice:
        raise ConfigurationError(f"the release `{min(twice)}` stands in {first.source} and in {second.source}", instead="declare it in one of them")
    declaration = first.declaration.model_copy(update={"releases": first.declaration.releases + second.declaration.releases})
    sha256 = hashlib.sha256((first.sha256 + second.sha256).encode()).hexdigest()
    source, places = f"{first.source} and {second.source}", {**first.places, **second.places}
    unread, disabled, wrong = first.unread + second.unread, first.disabled + second.disabled, first.wrong + second.wrong
    return Loaded(declaration, first.folder, sha256, source, places, unread, disabled, wrong)


def _place(file: str, folder: Path) -> dict[str, Any]:
    """A file of a project, and the project's folder as the working directory sees it: the root of a repository, in a pipeline."""
    seen = Path(os.path.relpath(folder.resolve()))
    return {"file": file, "folder": "." if ".." in seen.parts else seen.as_posix()}


def _places(document: Document, declaration: Declaration, file: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Release -> its file and line, the line of each threshold in order (those of a profile stand on the profile's), and of each column."""
    found = {}
    for place, release in enumerate(declaration.releases):
        at: Path_ = ("releases", place)
        own = len(document.value["releases"][place].get("thresholds", ()))
        paths: list[Path_] = [(*at, "thresholds", each) if each < own else (*at, "threshold_profile") for each in range(len(release.thresholds))]
        columns = {name: document.line((*at, "columns", name)) for name in release.columns}
        lines = {"line": document.line(at), "thresholds": [document.line(path) for path in paths], "columns": columns}
        found[release.name] = {**_place(file, folder), **lines}
    return found


def _sound(document: Document, today: date, gated: bool = True) -> tuple[Declaration, Document, tuple[WrongRelease, ...]]:
    """The releases that are right, the document without the others, and these. Raises DeclarationError where none is right or the file itself is wrong."""
    try:
        return build(document, today, gated), document, ()
    except DeclarationError as error:
        found = apart(document, error.problems)
        if found is None:
            raise
    rest, wrong = found
    try:
        declaration, rest, more = _sound(rest, today, gated)
    except DeclarationError as error:
        raise DeclarationError([*(problem for release in wrong for problem in release.problems), *error.problems]) from error
    return declaration, rest, tuple(sorted((*wrong, *more), key=lambda release: release.line or 0))


def build(document: Document, today: date, gated: bool = True) -> Declaration:
    """The declaration of a document. `gated`: as in `problems`. Raises DeclarationError with every problem, sorted by line."""
    if not isinstance(document.value, dict) or not document.value.keys() & {"version", "releases"}:  # a file of another kind: its keys are data
        instead = "begin with `version: 1` and `releases:`; `sqlrisk demo` writes an example"
        raise DeclarationError([Problem("the file holds no declaration", document.name, instead)])
    try:
        declaration = _expanded(Declaration.model_validate(document.value))
        found = list(problems(declaration, today, gated))
    except ValidationError as error:
        errors = _innermost(faults(error))
        found = [*_shape_problems(errors, document), *_problems_of_the_rest(errors, document, today)]
    if found or document.problems:
        placed = [Problem(what, document.where(path), instead, _release(path)) for path, what, instead in _sorted(found, document)]
        raise DeclarationError([*document.problems, *placed])
    return declaration


def _release(path: Path_) -> int | None:
    """The place of the release that a problem is about."""
    return path[1] if len(path) > 1 and path[0] == "releases" and isinstance(path[1], int) else None


def _expanded(declaration: Declaration) -> Declaration:
    """The declaration with the limits of its threshold profiles."""
    return declaration.model_copy(update={"releases": tuple(map(threshold_profiles.expanded, declaration.releases))})


Found = tuple[Path_, str, str | None]

_BEARING = ("name", "relation", "columns", "publish", "decided_on", "valid_until", "protected_by", "threshold_profile")
"""Keys of a release on which others stand: without them the rest cannot be judged."""


def _problems_of_the_rest(errors: list[ErrorDetails], document: Document, today: date) -> list[Found]:
    """What is wrong with what is left when the parts of a wrong shape are taken out; nothing where too much stands on them."""
    parts = [_separable(_real_path(error["loc"], document.value), error["type"]) for error in errors]
    wrong = {part for part in parts if part is not None}
    if None in parts:
        return []
    try:
        rest = _expanded(Declaration.model_validate(_without(document.value, (), wrong)))
    except ValidationError:
        return []
    return [(_original(path, wrong), what, instead) for path, what, instead in problems(rest, today)]


def _separable(path: Path_, kind: str) -> Path_ | None:
    """The part that can be taken out: an unknown key, or a key or list item of a release; None where others stand on it."""
    if kind == "extra_forbidden":
        return path
    if len(path) > 2 and path[0] == "releases" and path[2] not in _BEARING:
        return path[:4] if len(path) > 3 and isinstance(path[3], int) else path[:3]
    return None


def _without(value: Any, path: Path_, wrong: set[Path_]) -> Any:
    if isinstance(value, dict):
        return {key: _without(each, (*path, key), wrong) for key, each in value.items() if (*path, key) not in wrong}
    if isinstance(value, list):
        return [_without(each, (*path, place), wrong) for place, each in enumerate(value) if (*path, place) not in wrong]
    return value


def _original(path: Path_, wrong: set[Path_]) -> Path_:
    """The path before the wrong items were taken out of their lists."""
    found: Path_ = ()
    for part in path:
        if isinstance(part, int):
            taken = {gap[-1] for gap in wrong if gap[:-1] == found}
            part = [place for place in range(part + len(taken) + 1) if place not in taken][part]
        found = (*found, part)
    return found


def _innermost(errors: list[ErrorDetails]) -> list[ErrorDetails]:
    """Without "too short" of a list whose items are wrong themselves: pydantic counts only those that are right."""
    return [error for error in errors if error["type"] != "too_short" or not any(_is_within(other["loc"], error["loc"]) for other in errors)]


def _is_within(inner: tuple[int | str, ...], outer: tuple[int | str, ...]) -> bool:
    return len(inner) > len(outer) and inner[: len(outer)] == outer


def _sorted(found: list[Found], document: Document) -> list[Found]:
    """By line, one problem a place, and none about a whole whose part has one."""

    def line(problem: Found) -> int:
        path = problem[0]
        return next((document.lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in document.lines), 0)

    first = {path: (path, what, instead) for path, what, instead in reversed(found)}
    return sorted((problem for path, problem in first.items() if path and not any(_is_within(other, path) for other in first)), key=line)


def _shape_problems(errors: list[ErrorDetails], document: Document) -> Iterator[Found]:
    for error in errors:
        path = _real_path(error["loc"], document.value)
        kind = error["type"]
        if kind == "extra_forbidden":
            yield path, f"`{path[-1]}` is not a key here", did_you_mean(str(path[-1]), _keys_at(path[:-1]))
        elif kind == "missing":
            yield path, f"the key `{path[-1]}` is missing", None
        else:
            yield path, sentence(error), None


def faults(error: ValidationError) -> list[ErrorDetails]:
    """Where a value has the wrong shape, and in which way: no value stands in it, and its words are not shown."""
    return error.errors(include_url=False, include_input=False)


def sentence(error: ErrorDetails) -> str:
    """What to write where a value has the wrong shape."""
    context = error.get("ctx", {})
    if error["type"] == "value_error":
        return str(context["error"])
    written = next((text for kinds, text in _SENTENCES.items() if error["type"] in kinds), _ELSE)
    return written.format(**context)


_SENTENCES = {
    ("literal_error",): "write one of {expected}",
    ("string_type",): "write text, in quotes where YAML would read it as something else",
    ("int_type", "int_parsing", "int_from_float"): "write a whole number",
    ("bool_type",): "write true or false",
    ("too_short", "string_too_short"): "write at least one, it is empty",
    ("string_too_long",): "write a text of at most {max_length} character(s)",
    ("too_long",): "write at most {max_length} of them",
    ("model_type", "model_attributes_type", "dict_type"): "write a mapping, such as {{role: insensitive}}",
    ("tuple_type", "list_type"): "write a list, in brackets, such as [edad, sexo]",
    ("greater_than_equal",): "write {ge} or more",
    ("greater_than",): "write more than {gt}",
    ("less_than_equal",): "write {le} or less",
    ("less_than",): "write less than {lt}",
    ("finite_number", "decimal_type", "decimal_parsing", "float_type"): "write a number",
    ("date_type", "date_parsing", "date_from_datetime_parsing"): "write a day as 2026-11-30",
}
_ELSE = "this value does not fit here: docs/reference/declaration.md says which do"


def _real_path(loc: tuple[int | str, ...], value: Any) -> Path_:
    """The error's place in the document: pydantic names the branches of unions too, which nobody wrote."""
    path: list[str | int] = []
    for place, part in enumerate(loc):
        inner = _step(value, part)
        if inner is None and not (place == len(loc) - 1 and isinstance(value, Mapping) and isinstance(part, str)):
            continue
        path.append(part)
        value = inner[0] if inner else None
    return tuple(path)


def _step(value: Any, part: int | str) -> tuple[Any] | None:
    """What stands at a key or index of a value, if anything does."""
    if isinstance(value, Mapping):
        return (value[part],) if part in value else None
    return (value[part],) if isinstance(part, int) and isinstance(value, (list, tuple)) and part < len(value) else None


def _keys_at(path: Path_) -> list[str]:
    """The keys that the declaration has at a path."""
    model: type[BaseModel] | None = Declaration
    for part in path:
        if isinstance(part, str) and model is not None and part in model.model_fields:
            model = _model_of(model.model_fields[part].annotation)
    return list(model.model_fields) if model else []


def _model_of(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    arguments = getattr(annotation, "__args__", ()) or ()
    return next((model for argument in arguments if (model := _model_of(argument)) is not None), None)
