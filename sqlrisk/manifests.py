"""The releases that a dbt manifest declares under `meta.sqlrisk`, and the blocks of that name that nothing reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlrisk.causes import cause
from sqlrisk.errors import ConfigurationError, Problem
from sqlrisk.readable import refuse_irregular

READ = ("model", "seed", "snapshot", "source")
"""The resource types whose block declares a release."""
_OTHERS = ("exposures", "metrics", "semantic_models", "saved_queries", "unit_tests")


@dataclass(frozen=True)
class Manifest:
    """The releases as the loader takes them, the file of each by its name, and what is not read. `disabled`: what dbt itself leaves out."""

    releases: tuple[Mapping[str, Any], ...]
    files: Mapping[str, str]
    unread: tuple[Problem, ...]
    disabled: tuple[Problem, ...]


def read(file: Path) -> Manifest:
    """The declarations of a manifest. Raises ConfigurationError where it is not a manifest, or a block is not a mapping."""
    document = _document(file)
    nodes = [node for kind in ("nodes", "sources") for node in _mapping(document.get(kind)).values()]
    found = [(release, _file(node)) for node in nodes if (release := _release(node)) is not None]
    others = [*nodes, *(node for kind in _OTHERS for node in _mapping(document.get(kind)).values())]
    off = [node for versions in _mapping(document.get("disabled")).values() for node in versions]
    unread = tuple(problem for node in others if (problem := _unread(node)) is not None)
    disabled = tuple(_disabled(node) for node in off if _block(node) is not None)
    return Manifest(tuple(release for release, _ in found), {str(release["name"]): path for release, path in found}, unread, disabled)


def _document(file: Path) -> Mapping[str, Any]:
    refuse_irregular(file, str(file))
    try:
        document = json.loads(file.read_bytes(), parse_float=Decimal)
    except OSError as error:
        raise ConfigurationError(
            f"cannot read the manifest: {cause(error)}", where=str(file), instead="run `dbt parse`, or name the file with --manifest"
        ) from None
    except ValueError:
        raise _not_a_manifest(file) from None
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), dict):
        raise _not_a_manifest(file)
    if not all(isinstance(node, dict) for kind in ("nodes", "sources") for node in _mapping(document.get(kind)).values()):
        raise _not_a_manifest(file)
    return document


def _not_a_manifest(file: Path) -> ConfigurationError:
    return ConfigurationError("not a dbt manifest", where=str(file), instead="run `dbt parse` with dbt 1.10 or newer")


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _file(node: Mapping[str, Any]) -> str:
    return str(node.get("original_file_path")).replace("\\", "/")


def _block(node: Mapping[str, Any]) -> Any:
    """What stands under `config.meta.sqlrisk`, or under the older `meta.sqlrisk`; None where nothing does."""
    configured = _mapping(_mapping(node.get("config")).get("meta")).get("sqlrisk")
    return configured if configured is not None else _mapping(node.get("meta")).get("sqlrisk")


def _columns(node: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that have a block, by name."""
    return {name: block for name, column in _mapping(node.get("columns")).items() if (block := _block(_mapping(column))) is not None}


def _release(node: Mapping[str, Any]) -> dict[str, Any] | None:
    declared = _block(node)
    if declared is None or node.get("resource_type") not in READ:
        return None
    if not isinstance(declared, Mapping):
        raise ConfigurationError(f"config.meta.sqlrisk of {_name(node)} is not a mapping", where=_file(node), instead="write the keys of a release in it")
    release = {"name": _name(node), "relation": node.get("relation_name") or node["name"], **declared}
    own = declared.get("columns") or {}
    release["columns"] = {**_columns(node), **own} if isinstance(own, Mapping) else own
    return release


def _name(node: Mapping[str, Any]) -> str:
    """`model`, `model_v2` of a versioned model, or `source.table`."""
    name = str(node.get("name"))
    if node.get("resource_type") == "source":
        return f"{node.get('source_name')}.{name}"
    return name if node.get("version") is None else f"{name}_v{node['version']}"


def _unread(node: Mapping[str, Any]) -> Problem | None:
    """A block that declares nothing, because of where it is; None where there is none."""
    kind, block = str(node.get("resource_type")).replace("_", " "), _block(node)
    if kind not in READ:
        what = f"the block meta.sqlrisk of the {kind} {_name(node)} is not read"
        return None if block is None else Problem(what, _file(node), "move it to config.meta of a model, seed, snapshot or source table, or remove it")
    columns = _columns(node)
    if block is not None or not columns:
        return None
    what = f"the {kind} {_name(node)} has no meta.sqlrisk, so that the block of its column {next(iter(columns))} is not read"
    return Problem(what, _file(node), "declare the release under config: {meta: {sqlrisk: {...}}}, or remove the blocks of its columns")


def _disabled(node: Mapping[str, Any]) -> Problem:
    kind = str(node.get("resource_type")).replace("_", " ")
    return Problem(f"the {kind} {_name(node)} is disabled, so that its meta.sqlrisk is not read", _file(node))


def lines(problems: tuple[Problem, ...]) -> Iterator[str]:
    """Each problem in one line, for a warning."""
    for problem in problems:
        where = f"{problem.where}: " if problem.where else ""
        yield f"warning: {where}{problem.what}{f': {problem.instead}' if problem.instead else ''}"
