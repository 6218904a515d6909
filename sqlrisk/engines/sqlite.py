"""SQLite: a database file opened read-only, through Python's own driver."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlrisk import sqlite_functions
from sqlrisk.bounded import Worker
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.causes import unsafe_words
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError, ConnectionFailedError
from sqlrisk.names import ascii_folded
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, relation_parts
from sqlrisk.servers import Abilities, Described, Failure, Server, refuse_frames
from sqlrisk.time_zones import UTC

PATIENCE = 10
"""Seconds to wait for a lock, where the target does not say."""
STEPS = 100_000
"""Between so many steps of a statement Python may hear Ctrl-C."""
_HIDDEN = 1


class SQLite(Server):
    """The engine. Temporary tables live in its private temporary database, not in the file."""

    dialect = "sqlite"
    abilities = Abilities(
        driver="sqlite3, of Python",
        extra="",
        snapshot="one read transaction",
        temporary_tables="yes, outside the file",
        read_only="the file is opened with mode=ro",
        statement_timeout="interrupted; 2 s later the program goes on without it",
        names="compared without the case of A to Z",
        collation="a schema that says COLLATE: every text is grouped by its bytes",
        executed="in every test run",
    )

    def __init__(self, target: Target | None, folder: Path, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._schema = str(self._settings.get("schema") or "main") if self._settings.get("schemas_and_paths") else "main"
        self._files = self._paths(folder)
        self._named: dict[str, str] = {}
        self._temporaries = 0
        self._worker = Worker(lambda: self._connection.interrupt())

    def temporary(self, sql: str, what: str) -> Source | None:
        """A temporary table of the rows of a select, gone when the snapshot ends. Raises QueryFailedError, StatementTimeoutError."""
        self._temporaries += 1
        name = f"sqlrisk_temporary_{self._temporaries}"
        self._sent(lambda: self._run(f"create temporary table {name} as {sql}"), what)
        _, columns = self._sent(lambda: self._run(f"pragma temp.table_xinfo({name})"), what)
        return Source(f"temp.{name}", tuple(CatalogueColumn(row[1], row[2]) for row in columns))

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends."""
        self._sent(lambda: self._run(f"drop table {temporary.sql}"), "a temporary table")

    def _paths(self, folder: Path) -> dict[str, Path]:
        """The file of each schema: that of `path`, or those that dbt-sqlite's profile names. The first is main."""
        named = self._settings.get("schemas_and_paths")
        paths = {"main": self._settings["path"]} if self._settings.get("path") else named if isinstance(named, dict) else {}
        if "main" not in paths or self._schema not in paths:
            raise ConfigurationError("the target names no database file of its schema", where=self._where(), instead="write path: warehouse.sqlite")
        return {name: (folder / str(path)).resolve() for name, path in sorted(paths.items(), key=lambda each: each[0] != "main")}

    def _open(self) -> Any:
        if self.time_zone != UTC:
            raise ConfigurationError("SQLite has no time zones", where=self._where(), instead="leave time_zone out: times are read in UTC")
        for file in self._files.values():
            if not file.is_file():
                raise ConnectionFailedError(
                    "the database does not exist", where=str(file), instead="check the paths of the target: they are relative to the project"
                )
        patience = self._target.seconds("lock_timeout") or PATIENCE
        main, *others = ((name, f"file:{quote(str(file))}?mode=ro") for name, file in self._files.items())
        connection = sqlite3.connect(main[1], uri=True, isolation_level=None, timeout=patience, check_same_thread=False)
        for name, uri in others:
            connection.execute(f"attach ? as {quoted(name, self.dialect)}", (uri,))
        sqlite_functions.give(connection)
        connection.set_progress_handler(lambda: 0, STEPS)
        return connection

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and rows of a statement: rows are made as they are fetched, so both are timed."""
        connection: sqlite3.Connection = self._connected()

        def asked() -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
            cursor = connection.execute(sql)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()

        return self._worker.run(asked, self._timeout)

    def close(self) -> None:
        """Close the connection, unless a statement still runs on it."""
        if not self._worker.is_stuck:
            super().close()

    def _transaction(self) -> tuple[str, str]:
        return "begin", "rollback"

    def _describe(self, name: str) -> Sequence[Described]:
        *schema, table = (quoted(part, self.dialect) for part, _ in relation_parts(name))
        if len(schema) > 1 or (schema and ascii_folded(relation_parts(name)[0][0]) not in {ascii_folded(each) for each in self._files}):
            return []
        where = schema[0] if schema else quoted(self._schema, self.dialect)
        _, rows = self._run(f"pragma {where}.table_xinfo({table})")
        _, collated = self._run(f"select 1 from {where}.sqlite_master where sql like '%collate%' limit 1")
        self._named[name] = f"{where}.{table}"
        return [Described(row[1], row[2], f"{quoted(row[1], self.dialect)} collate binary" if collated else None) for row in rows if row[6] != _HIDDEN]

    def _source(self, name: str, found: Sequence[Described]) -> Source:
        return super()._source(self._named[name], found)

    def _version(self) -> str:
        return sqlite3.sqlite_version

    def _driver_version(self) -> str:
        return f"sqlite3 {sqlite3.sqlite_version}"

    def _rights(self) -> Mapping[str, str]:
        return {"database": ", ".join(map(str, self._files.values())), "rights": "read-only"}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, sqlite3.Error):
            return None
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_INTERRUPT:
            return "timeout" if self._worker.timed_out else "interrupted"
        return _FAILURES.get(code, "missing" if "no such table" in str(error) else "types" if "no such" in str(error) else "other")

    def _failed(self, failure: Failure, error: Exception, what: str) -> BaseException:
        if failure != "connection":
            return super()._failed(failure, error, what)
        raw = unsafe_words(error, self._unsafe_debug)
        text = f"{what}: SQLite cannot read the file ({type(error).__name__}){raw}"
        return ConnectionFailedError(
            text, where=self._where(), instead="is it an SQLite database, whole, and readable? one in WAL mode needs a folder that is writable"
        )


_FAILURES: Mapping[int, Failure] = {
    sqlite3.SQLITE_CANTOPEN: "connection",
    sqlite3.SQLITE_NOTADB: "connection",
    sqlite3.SQLITE_CORRUPT: "connection",
    sqlite3.SQLITE_AUTH: "permission",
    sqlite3.SQLITE_PERM: "permission",
    sqlite3.SQLITE_BUSY: "lock",
    sqlite3.SQLITE_LOCKED: "lock",
    sqlite3.SQLITE_NOMEM: "memory",
    sqlite3.SQLITE_FULL: "memory",
    sqlite3.SQLITE_IOERR: "memory",
    sqlite3.SQLITE_MISMATCH: "value",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> SQLite:
    """The engine of a target. It opens the file when it is first asked."""
    refuse_frames(frames, "sqlite")
    return SQLite(target, folder, unsafe_debug)
