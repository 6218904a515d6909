"""CSV and parquet files as relations: the declared options, the header read by us, nothing guessed."""

from __future__ import annotations

import codecs
import csv
import functools
import glob
import gzip
import io
import json
import os
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlrisk import readable
from sqlrisk.cells import TypedColumn, typed, values
from sqlrisk.declared import FileRelation, HierarchyFile, MappingFile
from sqlrisk.errors import ConfigurationError, RelationMissingError
from sqlrisk.names import ascii_folded
from sqlrisk.plain import counted, literal

_CSV = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz")
_PARQUET = (".parquet", ".pq")
_ENGINE_ENCODINGS = {"utf-8": "utf-8", "utf_8_sig": "utf-8", "iso8859-1": "latin-1", "utf-16": "utf-16", "ascii": "utf-8"}
_NO_NULL = "chr(0)"


def is_csv(name: str) -> bool:
    """Whether a relation's name is that of a CSV file."""
    return name.lower().endswith(_CSV)


def is_parquet(name: str) -> bool:
    """Whether a relation's name is that of parquet files."""
    return name.lower().endswith(_PARQUET)


def top_level(nodes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The names of the columns among the nodes of a parquet schema, each of which its children follow."""
    inside = 0
    for node in nodes:
        if not inside:
            yield node["name"]
        inside = max(inside - 1, 0) + node["children"]


def from_here(path: Path) -> str:
    """A path as it is written in the working directory: relative where the file is beneath it, else absolute."""
    relative = os.path.relpath(path)
    return os.path.abspath(path) if relative.startswith("..") else Path(relative).as_posix()


def paths_of(folder: Path, name: str) -> list[Path]:
    """The files of a path, or of a pattern of parquet files, in order."""
    if is_parquet(name) and glob.has_magic(name):
        return [Path(found).resolve() for found in sorted(glob.glob(str(folder / name)))]
    return [(folder / name).resolve()]


def readable_paths(folder: Path, name: str, allowed: Collection[Path]) -> list[Path]:
    """The files of a path or pattern that a declaration names, in order. Raises ConfigurationError for one that may not be read."""
    readable.refuse_outside(folder / name, name, allowed)
    found = paths_of(folder, name)
    for path in found:
        readable.refuse_outside(path, name, allowed)
        readable.refuse_irregular(path, name)
    return found


def no_header(name: str, columns: int) -> str:
    """What to do about a column that a CSV file does not have: how many others it has; none of them is named, since its first line may be data."""
    return (
        f"the first line of {name} has {counted(columns, 'field')}, none of that name: is it a header, and is the delimiter declared "
        "(without a declaration: --delimiter)? `sqlrisk init FILE` proposes it"
    )


def _is_compressed(path: Path) -> bool:
    return path.name.lower().endswith(".gz")


def _text(path: Path, encoding: str) -> io.TextIOWrapper:
    """The text of a file, its line ends as they are."""
    opened = gzip.GzipFile(path) if _is_compressed(path) else path.open("rb")
    return io.TextIOWrapper(cast(BinaryIO, opened), encoding=encoding, newline="")


def _private(path: str, flags: int) -> int:
    """An opener of files that only their user may read."""
    return os.open(path, flags, 0o600)


class CsvFile:
    """A CSV file and its declared options. `copy` is a private place for the file in UTF-8, should the engine not read its encoding."""

    def __init__(self, path: Path, relation: FileRelation, copy: Path) -> None:
        self._path, self._relation, self._copy = path, relation, copy
        try:
            self._encoding = codecs.lookup(relation.encoding).name
        except LookupError:
            raise ConfigurationError(
                f"`{relation.encoding}` is not an encoding", where=relation.file, instead="for instance utf-8, latin-1, windows-1252"
            ) from None

    unit = "cell"

    @property
    def name(self) -> str:
        """The path as it is declared."""
        return self._relation.file

    @property
    def way_out(self) -> str | None:
        """What to do about a cell that is not one value of its type, where `types` does not declare that."""
        return "write each value of the hierarchy as one value of the column's type" if isinstance(self._relation, MappingFile) else None

    @functools.cached_property
    def columns(self) -> list[TypedColumn]:
        """The columns that are not text. Raises ConfigurationError for a type of a column that is not in the header, and what `header` raises."""
        unknown = [name for name in self._relation.types if name not in self.header]
        if unknown:
            raise ConfigurationError(
                f"`types` names `{unknown[0]}`, which is not in the header", where=self._relation.file, instead=no_header("it", len(self.header))
            )
        return typed(self._relation, self.header)

    def select(self, spelt: Sequence[str] = ()) -> str:
        """The SELECT of the whole file as the engine reads it; under the names `spelt`, the cells of its typed columns that are not the text of their value.

        Raises ConfigurationError for a header that cannot be used, RelationMissingError for a file that cannot be decoded.
        """
        return values(self._reader(str(self._path.resolve() if self._is_read_in_place else self._transcoded())), self.header, self.columns, spelt)

    def shown(self) -> str:
        """The relation as people run it in the working directory: the file, or the copy in UTF-8 that `command` makes."""
        reader = self._reader(from_here(self._path if self._is_read_in_place else self._named_copy))
        return f"({values(reader, self.header, self.columns)})" if self.columns else reader

    @property
    def command(self) -> str | None:
        """The command that makes the copy which `shown` reads; None where it reads the file itself."""
        if self._is_read_in_place:
            return None
        source, target = json.dumps(from_here(self._path)), json.dumps(from_here(self._named_copy))
        opened = f'__import__("gzip").open({source})' if _is_compressed(self._path) else f'open({source}, "rb")'
        return "python -c " + shlex.quote(f'open({target}, "wb").write({opened}.read().decode("{self._encoding}").encode())')

    @property
    def _named_copy(self) -> Path:
        return self._path.with_name(self._path.name.split(".")[0] + ".utf-8.csv")

    def _reader(self, path: str) -> str:
        relation = self._relation
        options = {
            "header": "true" if self.headed else "false",
            "auto_detect": "false",
            "strict_mode": "true",
            "delim": literal(relation.delimiter),
            "quote": literal(relation.quote),
            "escape": literal(relation.quote),
            "nullstr": f"[{', '.join(map(literal, relation.null_markers))}]" if relation.null_markers else _NO_NULL,
            "encoding": literal(_ENGINE_ENCODINGS.get(self._encoding, "utf-8")),
            "max_line_size": "64000000",
            "columns": "{" + ", ".join(f"{literal(name)}: 'VARCHAR'" for name in self.header) + "}",
        }
        return f"read_csv({literal(path)}, " + ", ".join(f"{key} = {value}" for key, value in options.items()) + ")"

    @property
    def _is_read_in_place(self) -> bool:
        return self._encoding in _ENGINE_ENCODINGS

    def _transcoded(self) -> Path:
        """The file in UTF-8, in the private folder, decoded as a stream; it goes with the folder."""
        try:
            with _text(self._path, self._encoding) as source, open(self._copy, "w", encoding="utf-8", newline="", opener=_private) as written:
                while chunk := source.read(1 << 20):
                    written.write(chunk)
        except UnicodeError:
            raise RelationMissingError(
                f"the file {self._relation.file} is not {self._relation.encoding} throughout", instead="declare its `encoding`: `sqlrisk init FILE` proposes it"
            ) from None
        return self._copy

    @functools.cached_property
    def header(self) -> list[str]:
        """The names of the columns. Raises RelationMissingError for a file that cannot be read, ConfigurationError for names that cannot be used."""
        first = self._first_record
        header = first if self.headed else ["value", *(f"level{place}" for place in range(1, len(first)))]
        self._check(header)
        return header

    @property
    def headed(self) -> bool:
        """Whether the first record is a header."""
        return not (isinstance(self._relation, HierarchyFile) and self._first_record and not self._relation.has_header(self._first_record))

    @functools.cached_property
    def _first_record(self) -> list[str]:
        encoding = "utf-8-sig" if self._encoding == "utf-8" else self._encoding
        try:
            with _text(self._path, encoding) as text:
                quoted = self._relation.quote
                lines = csv.reader(text, delimiter=self._relation.delimiter, quotechar=quoted or None, quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE)
                return next(lines, [])
        except (UnicodeError, csv.Error, OSError, TypeError) as error:
            instead = "declare its `encoding`, `delimiter` and `quote`: `sqlrisk init FILE` proposes them"
            if isinstance(self._relation, HierarchyFile):
                instead = "write it in UTF-8 with `;` between the columns, or load it as a table and name that: hierarchy: {relation: ...}"
            if isinstance(error, PermissionError):
                instead = "give the user that runs this the right to read it"
            raise RelationMissingError(f"the file {self._relation.file} cannot be read: {type(error).__name__}", instead=instead) from None

    def _check(self, header: list[str]) -> None:
        if not header:
            raise RelationMissingError(f"the file {self._relation.file} is empty: it has not even a header", instead="export it again, with its header")
        if "" in header:
            raise ConfigurationError(
                "a column of the header has no name", where=self._relation.file, instead="name every column, or declare the right delimiter"
            )
        folded = [ascii_folded(name) for name in header]
        twins = [place for place, name in enumerate(folded, 1) if folded.count(name) > 1]
        if twins:
            places = " and ".join(str(place) for place in twins[:3])
            what = f"columns {places} of the header have one name (DuckDB does not tell case apart)"
            raise ConfigurationError(what, where=self._relation.file, instead="rename one of them; is the first line a header, and is the delimiter right?")
