"""DuckDB: a database file opened read-only, parquet and CSV files, pandas DataFrames; locked down before the first query."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb

from sqlrisk import readable
from sqlrisk.bounded import MEMORY, Worker, said, statement_timeout
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.causes import unsafe_words
from sqlrisk.csv_files import CsvFile, is_csv, is_parquet, paths_of, readable_paths, top_level
from sqlrisk.declared import FileRelation
from sqlrisk.errors import (
    ConfigurationError,
    ConnectionFailedError,
    NotMeasuredError,
    QueryFailedError,
    RelationMissingError,
    SqlriskError,
    StatementRefusedError,
    StatementTimeoutError,
)
from sqlrisk.file_tables import load, refuse_broken_folders
from sqlrisk.frames import copied
from sqlrisk.names import ascii_folded
from sqlrisk.parquet_files import ParquetFiles
from sqlrisk.plain import literal, name_text
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, table_name
from sqlrisk.servers import Abilities
from sqlrisk.spilling import spill_folder
from sqlrisk.time_zones import UTC

dialect = "duckdb"

_SETTINGS = ("memory_limit", "threads", "temp_directory", "statement_timeout")


class DuckDB:
    """The engine. The files among `relations` are allow-listed; nothing else can be opened."""

    dialect = dialect
    time_zone = UTC
    longest_name = None
    abilities = Abilities(
        driver="duckdb", extra="", snapshot="one read-only transaction; files unchanged from first to last read", temporary_tables="yes, outside the file",
        read_only="read_only; external access limited to the declared files; configuration locked",
        statement_timeout="interrupted; 2 s later the program goes on without it",
        names="compared without the case of A to Z",
        collation="columns and a default with a COLLATE: every text is grouped by its bytes", executed="in every test run",
    )  # fmt: skip

    def __init__(self, target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> None:
        self._target, self._folder, self._unsafe_debug = target, folder, unsafe_debug
        self._settings = _settings(target)
        self._database = _database(target, folder)
        self.has_views = self._database is not None
        self._timeout = statement_timeout(self._settings.get("statement_timeout"))
        self._worker = Worker(lambda: self._connection.interrupt())
        self._private = spill_folder(self._settings.get("temp_directory"), folder)
        self._spill = self._private.path
        self._frames = dict(frames)
        self._watched: dict[Path, tuple[int, int, int]] = {}
        self._sources: dict[str, Source] = {}
        self._connection: Any = None
        self._temporaries = 0
        self._collates: bool | None = None
        self._relations = relations
        self.allowed = readable.folders(folder)

    @property
    def bounds(self) -> str:
        """How long a statement may run, and how much memory DuckDB may take, for the report."""
        declared = "memory_limit" in self._settings
        memory = self._memory if declared else f"{MEMORY} RAM (default)"
        return said(self._timeout, "statement_timeout" in self._settings, memory)

    @property
    def _memory(self) -> str:
        return str(self._settings.get("memory_limit", MEMORY))

    def fold(self, name: str) -> str:
        """DuckDB compares names without the case of A to Z."""
        return ascii_folded(name)

    def source(self, relation: str | FileRelation) -> Source:
        """The relation, resolved against the catalogue. Raises RelationMissingError, ConfigurationError."""
        key = repr(relation)
        if key not in self._sources:
            self._sources[key] = self._resolve(relation)
        return self._sources[key]

    @contextmanager
    def snapshot(self) -> Iterator[str]:
        """One read transaction; files are compared by size and time at both ends."""
        self._execute("begin transaction", "begin")
        try:
            yield "one read-only transaction" + ("; files unchanged from first to last read" if self._watched else "")
            self._check_unchanged()
        finally:
            self._rollback()

    def rows(self, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a select. Raises QueryFailedError, StatementTimeoutError."""
        names, rows = self._execute(sql, what)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def temporary(self, sql: str, what: str) -> Source | None:
        """A temporary table of the rows of a select, gone when the snapshot ends. Raises QueryFailedError, StatementTimeoutError."""
        self._temporaries += 1
        name = f"sqlrisk_temporary_{self._temporaries}"
        self._execute(f"create temporary table {name} as {sql}", what)
        return self._described(name, what)

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends."""
        self._execute(f"drop table {temporary.stored or temporary.sql}", "a temporary table")

    @property
    def version(self) -> str:
        """Name and version."""
        return f"duckdb {duckdb.__version__}"

    def powers(self) -> Sequence[str]:
        """Nothing: it has no roles."""
        return ()

    def facts(self) -> Mapping[str, str]:
        """Driver, versions and rights."""
        self._connected()
        return {
            "engine": self.version,
            "database": str(self._database or ":memory:"),
            "settings": ", ".join(f"{key}={value}" for key, value in sorted(self._settings.items())) or "defaults",
            "limits": self.bounds,
            **self.abilities.told(),
        }

    def close(self) -> None:
        """Close the connection and remove the spill folder."""
        if self._connection is not None and not self._worker.is_stuck:
            self._connection.close()
            self._connection = None
        self._private.remove()

    def _resolve(self, relation: str | FileRelation) -> Source:
        if isinstance(relation, str) and relation in self._frames:
            self._connected()
            shown, command = copied(relation, self._frames[relation])
            return replace(self._described(name_text(relation), f"the DataFrame {relation}"), shown=shown, command=command)
        if isinstance(relation, str) and readable.is_inside(self._folder / relation, self.allowed) and os.path.isdir(self._folder / relation):
            raise RelationMissingError(f"`{relation}` is a folder", instead="name a file, a pattern such as part-*.parquet, or a table")
        if isinstance(relation, FileRelation) or is_csv(relation) or is_parquet(relation):
            return self._file(relation if isinstance(relation, FileRelation) else FileRelation(file=relation))
        return self._described(table_name(relation, dialect), f"the relation {relation}")

    def _file(self, relation: FileRelation) -> Source:
        paths = readable_paths(self._folder, relation.file, self.allowed)
        what = f"the file {relation.file}"
        if not paths or not all(os.path.isfile(path) for path in paths):
            where = None if self._folder == Path() else str(self._folder)
            raise RelationMissingError(f"{what} is not there", where=where, instead="paths are relative to the project directory")
        for path in paths:
            self._watched[path] = _fingerprint(path)
        name = f"sqlrisk_file_{len(self._sources) + 1}"
        if is_parquet(relation.file):
            files = ParquetFiles(self._folder / relation.file, paths, relation)
            for path in paths:
                self._refuse_folded_twins(path, what)
            refuse_broken_folders(files, name, lambda sql: self.rows(sql, what))
            self._refuse_other_schemas(paths, files, what)
            return replace(self._described(files.select(), what), shown=files.shown())
        file = CsvFile(self._folder / relation.file, relation, self._spill / f"{name}.csv")
        load(file, name, lambda sql: self.rows(sql, what))
        return replace(self._described(name, what), shown=file.shown(), command=file.command, header_of=relation.file if file.headed else None)

    def _refuse_folded_twins(self, path: Path, what: str) -> None:
        nodes = self.rows(f"select name, coalesce(num_children, 0) as children from parquet_schema({literal(str(path))})", what)
        names = [ascii_folded(name) for name in top_level(nodes[1:])]
        if twice := len(names) - len(set(names)):
            told = f"{what} has {twice + 1} columns of one name, apart from case"
            raise ConfigurationError(told, instead="DuckDB would read the first one twice: rename them")

    def _refuse_other_schemas(self, paths: Sequence[Path], files: ParquetFiles, what: str) -> None:
        """Several files are one relation only where all have the same columns: DuckDB would read the first one's, and cast the rest."""
        schemas = [self._described(files.reader([path]), what).columns for path in paths]
        other = next((path for path, schema in zip(paths, schemas, strict=True) if schema != schemas[0]), None)
        if other is not None:
            raise RelationMissingError(f"{what}: {other.name} has other columns or types than {paths[0].name}", instead="write all files with one schema")

    def _paths(self, relation: str | FileRelation) -> list[Path]:
        name = relation.file if isinstance(relation, FileRelation) else relation
        if isinstance(relation, str) and not (is_csv(name) or is_parquet(name)):
            return []
        return paths_of(self._folder, name)

    def _described(self, sql: str, what: str) -> Source:
        rows = self.rows(f"describe select * from {sql}", what)
        columns = tuple(CatalogueColumn(row["column_name"], row["column_type"]) for row in rows)
        return self._exact(sql, columns) if self._collated() else Source(sql, columns)

    def _collated(self) -> bool:
        """Whether anything in the database declares a collation, which would make different texts one class."""
        if self._collates is None:
            texts = "select sql from duckdb_tables() union all select sql from duckdb_views() where not internal"
            found = f"select 1 as found from ({texts}) as t where sql ilike '%collate%' limit 1"
            self._collates = self._database is not None and bool(self.rows(found, "the catalogue"))
        return self._collates

    def _exact(self, sql: str, columns: tuple[CatalogueColumn, ...]) -> Source:
        """The relation with its texts compared code point by code point."""
        names = [(column.name, quoted(column.name, dialect)) for column in columns]
        exact = {name: f'cast({shown} as varchar) collate "C"' for (name, shown), column in zip(names, columns, strict=True) if column.is_text}
        listed = ", ".join(f"{exact[name]} as {shown}" if name in exact else shown for name, shown in names)
        return Source(f"(select {listed} from {sql})", columns, sql, exact)

    def _connected(self) -> Any:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> Any:
        try:
            connection = duckdb.connect(str(self._database or ":memory:"), read_only=self._database is not None)
        except duckdb.Error as error:
            raise self._not_opened(error) from None
        try:
            for name, frame in self._frames.items():
                connection.register(name, frame)
        except (duckdb.Error, TypeError) as error:
            connection.close()
            what = f"the DataFrame holds a type that DuckDB cannot read ({type(error).__name__})"
            raise ConfigurationError(what, instead="convert periods, intervals, complex and sparse columns to text or numbers") from None
        try:
            for statement in self._lockdown():
                connection.execute(statement)
        except duckdb.Error as error:
            connection.close()
            what = f"DuckDB refuses a setting of the profile ({type(error).__name__})"
            raise ConfigurationError(what, where=self._where(), instead="write memory_limit: 4GB, threads: 4; temp_directory is a folder") from None
        return connection

    def _lockdown(self) -> Iterator[str]:
        yield "set enable_progress_bar = false"
        yield "set Calendar = 'gregorian'"
        yield f"set TimeZone = {literal(self.time_zone)}"
        yield f"set temp_directory = {literal(str(self._spill))}"
        yield f"set memory_limit = {literal(self._memory)}"
        if "threads" in self._settings:
            yield f"set threads = {literal(str(self._settings['threads']))}"
        files = [path for relation in self._relations for path in self._paths(relation) if readable.is_inside(path, self.allowed)]
        yield f"set allowed_paths = [{', '.join(literal(str(path)) for path in files)}]"
        yield f"set allowed_directories = [{literal(str(self._spill))}]"
        yield "set enable_external_access = false"
        yield "set lock_configuration = true"

    def _execute(self, sql: str, what: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement."""
        connection = self._connected()

        def asked() -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
            cursor = connection.execute(sql)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()

        started = time.perf_counter()
        try:
            done = self._worker.run(asked, self._timeout)
        except duckdb.Error as error:
            timed_out = self._worker.timed_out
            if isinstance(error, duckdb.InterruptException) and not timed_out:
                raise KeyboardInterrupt from None
            raise self._failed(error, what, timed_out) from None
        except RuntimeError:  # what the driver makes of Ctrl-C
            raise KeyboardInterrupt from None
        if self._timeout and time.perf_counter() - started > self._timeout:
            raise self._stopped(what)
        return done

    def _stopped(self, what: str, raw: str = "") -> SqlriskError:
        what = f"{what}: stopped after statement_timeout = {self._timeout:g} s{raw}"
        return StatementTimeoutError(what, where=self._where(), instead="raise statement_timeout, or measure fewer rungs")

    def _failed(self, error: duckdb.Error, what: str, timed_out: bool) -> SqlriskError:
        kind = type(error).__name__
        raw = unsafe_words(error, self._unsafe_debug)
        if isinstance(error, duckdb.InterruptException) and timed_out:
            return self._stopped(what, raw)
        if isinstance(error, duckdb.CatalogException):
            return RelationMissingError(f"{what} is not in the catalogue{raw}", where=self._where(), instead="check the name, the schema and the target")
        refused = isinstance(error, (duckdb.BinderException, duckdb.ParserException))
        return (StatementRefusedError if refused else QueryFailedError)(
            f"{what}: {_REASONS.get(kind, 'the engine could not finish')} ({kind}){raw}",
            where=self._where(),
            instead="--unsafe-debug shows the engine's own words, which can hold values",
        )

    def _not_opened(self, error: duckdb.Error) -> SqlriskError:
        if _is_locked(error):
            return ConnectionFailedError(
                "another process holds the write lock of the database",
                where=str(self._database),
                instead="wait until it ends (a dbt run, a notebook), or copy the file",
            )
        if self._database and not self._database.exists():
            return ConnectionFailedError(
                "the database does not exist", where=str(self._database), instead="check `path` of the profile: it is relative to the project directory"
            )
        return ConnectionFailedError(
            f"DuckDB cannot open it ({type(error).__name__})", where=str(self._database), instead="is it a DuckDB file, of this version, and readable?"
        )

    def _where(self) -> str | None:
        return f"{self._target.file}, {self._target.profile}.{self._target.name}" if self._target else None

    def _check_unchanged(self) -> None:
        changed = [path for path, before in self._watched.items() if not path.is_file() or _fingerprint(path) != before]
        if changed:
            raise NotMeasuredError(f"the file {changed[0].name} changed while it was read", instead="run the check again when nothing writes it")

    def _rollback(self) -> None:
        try:
            connection = self._connected()
            self._worker.run(lambda: connection.execute("rollback"), self._timeout)
        except (duckdb.Error, StatementTimeoutError):
            self.close()


def _is_locked(error: duckdb.Error) -> bool:
    """Whether another process has the database: DuckDB says it in words alone."""
    return "lock" in str(error).lower()


_REASONS = {
    "ConversionException": "a value cannot be converted as the declaration asks",
    "InvalidInputException": "it cannot be read whole, or a value does not fit",
    "IOException": "the file cannot be read or the disk is full",
    "OutOfMemoryException": "memory_limit is too small",
    "OutOfRangeException": "a number is out of range",
    "BinderException": "an expression does not fit the types of the columns",
    "ParserException": "the engine does not understand the statement",
    "PermissionException": "the engine may not read this",
    "InterruptException": "interrupted",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> DuckDB:
    """The engine of a target, or in memory where there is none. It opens the database when it is first asked."""
    return DuckDB(target, folder, relations, frames, unsafe_debug)


def _settings(target: Target | None) -> Mapping[str, Any]:
    if target is None:
        return {}
    inner = target.settings.get("settings")
    found = {**(inner if isinstance(inner, dict) else {}), **target.settings}
    return {key: found[key] for key in _SETTINGS if found.get(key) is not None}


def _database(target: Target | None, folder: Path) -> Path | None:
    path = str(target.settings.get("path", ":memory:")) if target else ":memory:"
    return None if path == ":memory:" else (folder / path).resolve()


def _fingerprint(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
