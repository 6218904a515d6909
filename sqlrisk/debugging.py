"""What `debug` and `dbt-package` tell: profile, driver, versions, rights, and where the macros are."""

from __future__ import annotations

import platform
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlrisk import __version__
from sqlrisk.documents import read_yaml
from sqlrisk.engines import connect
from sqlrisk.errors import ConfigurationError, WriteError
from sqlrisk.profiles import find, load_target
from sqlrisk.queries import macros_path
from sqlrisk.secrets import is_secret_key, redact
from sqlrisk.sources import DECLARATION


def facts(project_dir: Path, config: Path | None, profiles_dir: Path | None, profile: str | None, target: str | None, unsafe_debug: bool) -> str:
    """One fact a line. Raises what connecting raises."""
    file = find(profiles_dir, project_dir)
    profile = profile or _declared_profile(config or project_dir / DECLARATION)
    chosen = load_target(file, profile, target) if file is not None else None
    found = {
        "sqlrisk": __version__,
        "python": platform.python_version(),
        "sqlglot": version("sqlglot"),
        "macros": str(macros_path()),
        "profiles.yml": str(file) if file else "none: files are read with DuckDB in memory",
    }
    if chosen is not None:
        found["target"] = f"{chosen.profile}.{chosen.name}, type {chosen.type}"
        found.update({f"  {key}": str(_masked(key, value)) for key, value in chosen.settings.items()})
    engine = connect(chosen, project_dir, (), unsafe_debug=unsafe_debug)
    try:
        found.update(engine.facts())
        with engine.snapshot() as snapshot:
            found["snapshot"] = snapshot
        found["connection"] = "opens"
    finally:
        engine.close()
    return redact("\n".join(f"{key}: {value}" for key, value in found.items()))


def _masked(key: str, value: Any) -> Any:
    """A setting without what its name, or that of a setting inside it, says is secret."""
    if is_secret_key(key):
        return "***"
    return {inner: _masked(inner, each) for inner, each in value.items()} if isinstance(value, dict) else value


def package_path() -> Path:
    """The folder of the dbt package, for `packages.yml`: `- local: PATH`."""
    return macros_path().parent


def vendored(folder: Path) -> None:
    """Copy the dbt package to a folder that is not there yet. Raises ConfigurationError, WriteError."""
    if folder.exists():
        raise ConfigurationError("this folder exists already", where=str(folder), instead="remove it first: nothing is overwritten")
    try:
        shutil.copytree(macros_path(), folder / "macros")
        shutil.copy(package_path() / "dbt_project.yml", folder / "dbt_project.yml")
    except OSError as error:
        raise WriteError(f"cannot copy the dbt package: {error.strerror}", where=str(folder)) from error


def _declared_profile(file: Path) -> str | None:
    if not file.is_file():
        return None
    value = read_yaml(file).value
    return value.get("profile") if isinstance(value, dict) else None
