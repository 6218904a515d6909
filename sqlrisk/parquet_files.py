"""Parquet files as a relation: they have types of their own, except for the columns that partitions write into the names of folders."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from sqlrisk.cells import TypedColumn, replaced, typed
from sqlrisk.csv_files import from_here
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import literal

_PARTITION = re.compile(r"([^=]+)=.*")


class ParquetFiles:
    """The files of a path or pattern, in order. Columns of partitions that `types` names are read as text, and then as a CSV's cells are."""

    unit = "folder name"
    way_out: str | None = None

    def __init__(self, pattern: Path, paths: Sequence[Path], relation: FileRelation) -> None:
        self._pattern, self._paths, self._relation = pattern, paths, relation

    @property
    def name(self) -> str:
        """The path or pattern as it is declared."""
        return self._relation.file

    @functools.cached_property
    def columns(self) -> list[TypedColumn]:
        """The columns of partitions whose declared type is not text. Raises ConfigurationError for a type of another column."""
        found = {unquote(match[1]) for path in self._paths for part in path.parts if (match := _PARTITION.fullmatch(part))}
        other = next((name for name in self._relation.types if name not in found), None)
        if other is not None:
            raise ConfigurationError(
                f"`types` names `{other}`, which is not the column of a partition (a folder such as {other}=...)",
                where=self._relation.file,
                instead="leave it out of `types`: the other columns of parquet files have types of their own",
            )
        return typed(self._relation, list(self._relation.types))

    def reader(self, paths: Sequence[Path] | None = None) -> str:
        """The relation text of the files, or of some of them, as the engine reads them: the columns of `types` are text."""
        return self._reader(f"[{', '.join(literal(str(path)) for path in paths or self._paths)}]")

    def select(self) -> str:
        """The relation text of the files with the values of the declared types."""
        return replaced(self.reader(), self.columns)

    def shown(self) -> str:
        """The relation as people run it in the working directory."""
        return replaced(self._reader(literal(from_here(self._pattern))), self.columns)

    def _reader(self, files: str) -> str:
        if not self._relation.types:
            return f"read_parquet({files})"
        types = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in self._relation.types)
        return f"read_parquet({files}, hive_partitioning = true, hive_types = {{{types}}})"
