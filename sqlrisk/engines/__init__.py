"""The engines: each file of this folder is one, and its name is the `type:` of profiles.yml."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from sqlrisk import readable
from sqlrisk.catalogue import Source
from sqlrisk.declared import FileRelation
from sqlrisk.profiles import Target
from sqlrisk.servers import Server
from sqlrisk.time_zones import UTC


class Engine(Protocol):
    """What measuring asks of a warehouse: names, one snapshot, and the rows of a select."""

    dialect: str
    time_zone: str
    """The IANA zone in which its sessions read times."""
    allowed: tuple[Path, ...]
    """The folders whose files it may read, where it reads files."""
    longest_name: int | None
    """Bytes of the longest name of a column that it keeps whole; None where there is no such limit."""

    @property
    def has_views(self) -> bool:
        """Whether a relation may be a view: files and frames are none."""

    @property
    def version(self) -> str:
        """Name and version, for the report; never an error."""

    @property
    def bounds(self) -> str:
        """How long a statement may run, and how much memory it may take where we set that, for the report."""

    def fold(self, name: str) -> str:
        """A name as the engine compares it."""

    def source(self, relation: str | FileRelation) -> Source:
        """The relation, resolved against the catalogue. Raises RelationMissingError, ConfigurationError."""

    def snapshot(self) -> AbstractContextManager[str]:
        """One snapshot for all that is read inside; its value says in words what holds it. Raises NotMeasuredError at the end where data changed."""

    def rows(self, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a select. Raises QueryFailedError, StatementTimeoutError; no message holds a cell value."""

    def temporary(self, sql: str, what: str) -> Source | None:
        """A temporary table of the rows of a select, gone when the snapshot ends; None where the engine or the rights allow none.

        Raises QueryFailedError, StatementTimeoutError.
        """

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends."""

    def powers(self) -> Sequence[str]:
        """What the role may do beyond reading, in words, the most first. Raises ConnectionFailedError, QueryFailedError."""

    def facts(self) -> Mapping[str, str]:
        """Driver, versions and rights, for `sqlrisk debug`."""

    def close(self) -> None:
        """Close the connection and remove what was written for it."""


def names() -> list[str]:
    """The engines that are built."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def connect(
    target: Target | None,
    folder: Path,
    relations: Sequence[str | FileRelation],
    frames: Mapping[str, Any] | None = None,
    *,
    unsafe_debug: bool = False,
    time_zone: str = UTC,
    allowed: Iterable[Path] = (),
    allow_superuser: bool = False,
) -> Engine:
    """The engine of a target, or DuckDB in memory where there is none.

    `folder` is where relative files lie; of them, those among `relations` may be read; `frames` are pandas DataFrames by name; times are read in `time_zone`.
    `allowed` are the folders, beside `folder`, that whoever runs the program lets it read files of; SQLRISK_ALLOW_PATHS and the profile's `allowed_paths`
    add to them. `allow_superuser`: read views that call users' functions also as a role that may do more than read; so does the profile's key of that name.
    """
    kind = target.type if target else "duckdb"
    module = importlib.import_module(f"{__name__}.{kind if kind in names() else 'adapter'}")
    engine: Engine = module.connect(target, folder, relations, frames or {}, unsafe_debug)
    engine.time_zone = time_zone
    engine.allowed = readable.folders(folder, *allowed, *(folder / each for each in (target.paths("allowed_paths") if target else ())))
    if isinstance(engine, Server):
        engine.allow_superuser = allow_superuser or (target is not None and target.settings.get("allow_superuser") is True)
    return engine
