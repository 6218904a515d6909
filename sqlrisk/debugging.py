"""What `debug` and `dbt-package` tell: profile, driver, versions, rights, the relations of the declaration, and where the macros are."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sqlrisk import __version__
from sqlrisk.causes import cause
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.declaration import Declaration
from sqlrisk.declared import FileRelation
from sqlrisk.documents import read_yaml
from sqlrisk.engines import Engine, connect
from sqlrisk.errors import ConfigurationError, SqlriskError, WriteError
from sqlrisk.loading import Loaded
from sqlrisk.plain import counted
from sqlrisk.profiles import find, load_target
from sqlrisk.queries import macros_path
from sqlrisk.secrets import redact
from sqlrisk.sources import DECLARATION, declared
from sqlrisk.variables import rendered


def facts(
    project_dir: Path, config: Path | None, profiles_dir: Path | None, profile: str | None, target: str | None, unsafe_debug: bool, allowed: Iterable[Path] = ()
) -> str:
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
        found.update({f"  {key}": _shown(key, value, chosen.secret) for key, value in chosen.settings.items()})
    loaded, said = _declaration(project_dir, config, allowed)
    relations = _relations(loaded.declaration) if loaded else {}
    also = [*(loaded.allowed if loaded else allowed), *filter(None, [profiles_dir])]
    engine = connect(chosen, project_dir, [*relations.values()], unsafe_debug=unsafe_debug, allowed=also)
    try:
        found.update(engine.facts())
        with engine.snapshot() as snapshot:
            found["snapshot"] = snapshot
        found["connection"] = "opens"
        found.update(said)
        found.update((f"  {name}", _told(engine, relation)) for name, relation in relations.items())
    finally:
        engine.close()
    return redact("\n".join(f"{key}: {value}" for key, value in found.items()))


def _declaration(project_dir: Path, config: Path | None, allowed: Iterable[Path]) -> tuple[Loaded | None, dict[str, str]]:
    """The declaration, where there is one without problems, and what to say of it."""
    try:
        loaded = declared(project_dir, config, None, date.today(), allowed)
    except SqlriskError as error:
        there = (config or project_dir / DECLARATION).exists()
        return None, {"declaration": f"not read: {str(error).splitlines()[0]}"} if there else {}
    return loaded, {"declaration": f"{loaded.source}, {counted(len(loaded.declaration.releases), 'release')}; its relations:"}


def _relations(declaration: Declaration) -> dict[str, str | FileRelation]:
    """Every relation of every release, by what it is called."""
    found = [relation for release in declaration.releases for relation in release.relations()]
    return {relation.file if isinstance(relation, FileRelation) else relation: relation for relation in found}


def _told(engine: Engine, relation: str | FileRelation) -> str:
    """Where a relation was found, and which of its texts are grouped by code points since their own collation may fold them; else why it was not."""
    is_file = isinstance(relation, FileRelation) or is_csv(relation) or is_parquet(relation)
    if is_file and engine.dialect != "duckdb":
        return "a file: DuckDB reads it, where every relation is a file"
    try:
        source = engine.source(relation)
        with engine.snapshot():
            engine.rows(f"select count(*) as sqlrisk_rows from {source.sql} as sqlrisk_source where 1 = 0", "its rows")
    except SqlriskError as error:
        return f"CANNOT BE READ: {'; '.join(line.strip() for line in str(error).splitlines())}"
    columns = counted(len(source.columns), "column")
    found = columns if is_file else f"{source.stored or source.sql}, {columns}"
    exact = ", ".join(source.exact)
    return f"{found}; grouped by code points, since a collation may take different texts for one: {exact}" if exact else found


SHOWN = frozenset(
    (
        "account", "adapter", "allow_superuser", "allowed_paths", "catalog", "connect_timeout", "database", "dataset", "dbname", "driver", "host",
        "keepalives_idle", "location", "lock_timeout", "memory_limit", "method", "path", "port", "project", "region", "retries", "role", "schema",
        "search_path", "secure", "server", "sslmode", "statement_timeout", "temp_directory", "threads", "user", "verify", "warehouse",
    )
)  # fmt: skip
"""The settings whose values are shown; of every other one the name alone."""


def _shown(key: str, value: Any, secret: frozenset[str]) -> str:
    """The value of a setting on the list that is a plain value, or a list of them; else `***`."""
    listed = value if isinstance(value, list) else [value]
    if key not in SHOWN or key in secret or any(isinstance(each, (dict, list)) for each in listed):
        return "***"
    return str(value)


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
        raise WriteError(f"cannot copy the dbt package: {cause(error)}", where=str(folder)) from None


def _declared_profile(file: Path) -> str | None:
    if not file.is_file():
        return None
    value = rendered(read_yaml(file))[0].value
    return value.get("profile") if isinstance(value, dict) else None
