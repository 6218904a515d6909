"""profiles.yml as dbt reads it: the search path, env_var and its filters, and only the chosen target rendered."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlrisk import secrets
from sqlrisk.bounded import seconds, statement_timeout
from sqlrisk.documents import read_yaml
from sqlrisk.errors import ConfigurationError, DeclarationError, did_you_mean
from sqlrisk.profile_expressions import has_expression, value_of

WRITE_PROFILES = (
    "write one as for dbt, or name its folder with --profiles-dir; for a DuckDB file: NAME: {target: dev, outputs: {dev: {type: duckdb, path: FILE.duckdb}}}"
)


@dataclass(frozen=True)
class Target:
    """The chosen output of a profile. `type` names the engine; `settings` are the rest of its keys, rendered."""

    profile: str
    name: str
    type: str
    file: Path
    settings: Mapping[str, Any] = field(repr=False)
    secret: frozenset[str] = frozenset()
    """The settings that a secret variable is part of."""

    def seconds(self, key: str) -> float | None:
        """A setting that is a number of seconds above 0; None where it is not there. Raises ConfigurationError."""
        return seconds(self.settings.get(key), key)

    @property
    def statement_timeout(self) -> float | None:
        """Seconds a statement may run: 3,600 where the target does not say, None for 0. Raises ConfigurationError."""
        return statement_timeout(self.settings.get("statement_timeout"))

    def paths(self, key: str) -> Sequence[str]:
        """A setting that is a path or a list of paths; none where it is not there. Raises ConfigurationError."""
        found = self.settings.get(key)
        listed = [found] if isinstance(found, str) else found or []
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            raise ConfigurationError(f"{key} is a list of folders", where=str(self.file), instead=f"write {key}: [/data/exports]")
        return listed


def find(profiles_dir: Path | None, project_dir: Path) -> Path | None:
    """The first profiles.yml of --profiles-dir, DBT_PROFILES_DIR, the project, the working directory and ~/.dbt; None where there is none.

    Raises ConfigurationError where the folder that was asked for has none.
    """
    if profiles_dir is not None:
        asked = profiles_dir / "profiles.yml"
        if not os.path.isfile(asked):
            raise ConfigurationError("no profiles.yml in this folder", where=str(profiles_dir), instead="name the folder of profiles.yml with --profiles-dir")
        return asked
    named = os.environ.get("DBT_PROFILES_DIR")
    folders = [*([Path(named)] if named else []), project_dir, Path.cwd(), Path.home() / ".dbt"]
    return next((file for folder in folders if (file := folder / "profiles.yml").is_file()), None)


def load_target(file: Path, profile: str | None, target: str | None) -> Target:
    """The target of a profile. Raises ConfigurationError where a name, a key or an environment variable is missing."""
    document = read_yaml(file)
    # what has no outputs is no profile: in a file of another kind its keys are data
    profiles = {name: value for name, value in _mapping(document.value).items() if name != "config" and _mapping(value).get("outputs")}
    if document.problems and profiles:
        raise DeclarationError(document.problems)
    name = profile or (next(iter(profiles)) if len(profiles) == 1 else None)
    if name is None:
        raise ConfigurationError(f"it holds {len(profiles)} profiles", where=str(file), instead="say which in the declaration (`profile:`) or with --profile")
    if name not in profiles:
        raise ConfigurationError(f"it has no profile `{name}`", where=str(file), instead=did_you_mean(name, profiles))
    outputs = _mapping(_mapping(profiles[name]).get("outputs"))
    chosen = target or str(_rendered(_mapping(profiles[name]).get("target", "default"), "target", file))
    if chosen not in outputs:
        raise ConfigurationError(f"the profile `{name}` has no target `{chosen}`", where=str(file), instead=did_you_mean(chosen, outputs))
    if sum(map(len, _expressions(outputs[chosen]))) > _MOST:
        raise ConfigurationError(f"the target `{chosen}` has more than {_MOST:,} characters of expressions", where=str(file), instead="write plain values")
    settings = {key: _rendered(value, key, file) for key, value in _mapping(outputs[chosen]).items()}
    if not isinstance(settings.get("type"), str):
        raise ConfigurationError(f"the target `{chosen}` of the profile `{name}` has no type", where=str(file), instead="write type: duckdb")
    secret = frozenset(key for key, value in _mapping(outputs[chosen]).items() if secrets.is_secret_key(key) or _reads_secret(value))
    return Target(name, chosen, settings.pop("type"), file, settings, secret)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


_READ = re.compile(r"env_var\(\s*['\"]([^'\"]*)")


def _reads_secret(value: Any) -> bool:
    """Whether a setting, or one inside it, is made of a secret variable."""
    if isinstance(value, dict):
        return any(map(_reads_secret, value.values()))
    if isinstance(value, list):
        return any(map(_reads_secret, value))
    return isinstance(value, str) and any(map(secrets.is_secret_key, _READ.findall(value)))


_MOST = 100_000


def _expressions(value: Any) -> Iterator[str]:
    """The texts with expressions inside a setting, each as often as aliases repeat it."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _expressions(each)
    elif isinstance(value, str) and has_expression(value):
        yield value


def _rendered(value: Any, key: str, file: Path, secret: bool = False) -> Any:
    """A setting with its expressions evaluated; `secret`: one that it is inside of is a secret."""
    secret = secret or secrets.is_secret_key(key)
    if isinstance(value, dict):
        return {inner: _rendered(each, inner, file, secret) for inner, each in value.items()}
    if isinstance(value, list):
        return [_rendered(each, key, file, secret) for each in value]
    rendered = value_of(value, key, str(file)) if isinstance(value, str) else value
    if rendered is not None and (secret or _reads_secret(value)):
        secrets.keep(str(rendered))
    return rendered
