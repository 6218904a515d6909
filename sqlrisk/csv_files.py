"""CSV and parquet files as relations: the declared options, the header read by us, nothing guessed."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlrisk.declared import FileRelation, HierarchyFile
from sqlrisk.errors import ConfigurationError, RelationMissingError, did_you_mean
from sqlrisk.plain import literal

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


class CsvFile:
    """A CSV file and its declared options. `copy` is a private place for the file in UTF-8, should the engine not read its encoding."""

    def __init__(self, path: Path, relation: FileRelation, copy: Path) -> None:
        self._path, self._relation, self._copy, self._headed = path, relation, copy, True
        try:
            self._encoding = codecs.lookup(relation.encoding).name
        except LookupError:
            raise ConfigurationError(
                f"`{relation.encoding}` is not an encoding", where=relation.file, instead="for instance utf-8, latin-1, windows-1252"
            ) from None

    def reader(self) -> str:
        """The read_csv call of DuckDB for the whole file. Raises ConfigurationError for a header that cannot be used."""
        header = self.header()
        unknown = [name for name in self._relation.types if name not in header]
        if unknown:
            raise ConfigurationError(
                f"`types` names `{unknown[0]}`, which is not in the header", where=self._relation.file, instead=did_you_mean(unknown[0], header)
            )
        types = ", ".join(f"{literal(name)}: {literal(self._relation.types.get(name, 'VARCHAR'))}" for name in header)
        options = {
            "header": "true" if self._headed else "false",
            "auto_detect": "false",
            "strict_mode": "true",
            "delim": literal(self._relation.delimiter),
            "quote": literal(self._relation.quote),
            "escape": literal(self._relation.quote),
            "nullstr": f"[{', '.join(map(literal, self._relation.null_markers))}]" if self._relation.null_markers else _NO_NULL,
            "decimal_separator": literal(self._relation.decimal),
            "max_line_size": "64000000",
            "columns": "{" + types + "}",
        }
        if self._relation.thousands:
            options["thousands"] = literal(self._relation.thousands)
        path = self._readable(options)
        return f"read_csv({literal(str(path))}, " + ", ".join(f"{key} = {value}" for key, value in options.items()) + ")"

    @property
    def is_read_in_place(self) -> bool:
        """Whether the engine reads the file's encoding itself, so that its reader is of use to others."""
        return self._encoding in _ENGINE_ENCODINGS

    def _readable(self, options: dict[str, str]) -> Path:
        known = _ENGINE_ENCODINGS.get(self._encoding)
        if known is not None:
            options["encoding"] = literal(known)
            return self._path
        options["encoding"] = literal("utf-8")
        return self._transcoded()

    def _transcoded(self) -> Path:
        """The file in UTF-8, in the private folder, decoded as a stream; it goes with the folder."""
        try:
            with open(self._path, encoding=self._encoding, newline="") as source, open(self._copy, "w", encoding="utf-8", newline="") as written:
                while chunk := source.read(1 << 20):
                    written.write(chunk)
        except UnicodeError:
            raise RelationMissingError(
                f"the file {self._relation.file} is not {self._relation.encoding} throughout", instead="declare its `encoding`: `sqlrisk init FILE` proposes it"
            ) from None
        return self._copy

    def header(self) -> list[str]:
        """The names of the columns. Raises RelationMissingError for a file that cannot be read, ConfigurationError for names that cannot be used."""
        encoding = "utf-8-sig" if self._encoding == "utf-8" else self._encoding
        try:
            opened = gzip.GzipFile(self._path) if self._path.name.lower().endswith(".gz") else self._path.open("rb")
            with opened as raw, io.TextIOWrapper(cast(BinaryIO, raw), encoding=encoding, newline="") as text:
                quoted = self._relation.quote
                lines = csv.reader(text, delimiter=self._relation.delimiter, quotechar=quoted or None, quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE)
                header = next(lines, [])
        except (UnicodeError, csv.Error, OSError, TypeError) as error:
            instead = "declare its `encoding`, `delimiter` and `quote`: `sqlrisk init FILE` proposes them"
            if isinstance(self._relation, HierarchyFile):
                instead = "write it in UTF-8 with `;` between the columns, or load it as a table and name that: hierarchy: {relation: ...}"
            if isinstance(error, PermissionError):
                instead = "give the user that runs this the right to read it"
            raise RelationMissingError(f"the file {self._relation.file} cannot be read: {type(error).__name__}", instead=instead) from None
        if isinstance(self._relation, HierarchyFile) and header and not self._relation.has_header(header):
            self._headed = False
            header = ["value", *(f"level{place}" for place in range(1, len(header)))]
        self._check(header)
        return header

    def _check(self, header: list[str]) -> None:
        if not header:
            raise RelationMissingError(f"the file {self._relation.file} is empty: it has not even a header", instead="export it again, with its header")
        if "" in header:
            raise ConfigurationError(
                "a column of the header has no name", where=self._relation.file, instead="name every column, or declare the right delimiter"
            )
        folded = [name.casefold() for name in header]
        twins = [place for place, name in enumerate(folded, 1) if folded.count(name) > 1]
        if twins:
            places = " and ".join(str(place) for place in twins[:3])
            what = f"columns {places} of the header have one name (DuckDB does not tell case apart)"
            raise ConfigurationError(what, where=self._relation.file, instead="rename one of them; is the first line a header, and is the delimiter right?")
