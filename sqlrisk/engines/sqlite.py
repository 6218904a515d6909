"""SQLite: a database file opened read-only, through Python's own driver."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlrisk import sqlite_functions
from sqlrisk.declaration import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.profiles import Target
from sqlrisk.relations import CatalogueColumn, Source, quoted
from sqlrisk.servers import Abilities, Described, Failure, Server, refuse_frames


class SQLite(Server):
    """The engine. Temporary tables live in its private temporary database, not in the file."""

    dialect = "sqlite"
    abilities = Abilities(
        driver="sqlite3, of Python",
        extra="",
        snapshot="one read transaction",
        temporary_tables="yes, outside the file",
        read_only="the file is opened with mode=ro",
        statement_timeout="a timer interrupts the statement",
        names="compared without case",
        collation="a schema that says COLLATE: every text is grouped by its bytes",
        executed="in every test run",
    )

    def __init__(self, target: Target | None, folder: Path, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._file = (folder / str(self._settings.get("path") or self._main())).resolve()
        self._temporaries = 0

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

    def _main(self) -> str:
        """The file of the main schema, as dbt-sqlite's profile names it."""
        paths = self._settings.get("schemas_and_paths")
        found = paths.get(self._settings.get("schema", "main")) if isinstance(paths, dict) else None
        if not isinstance(found, str):
            raise ConfigurationError("the target names no database file", where=self._where(), instead="write path: warehouse.sqlite")
        return found

    def _open(self) -> Any:
        patience = self._target.seconds("lock_timeout") or 10
        connection = sqlite3.connect(f"file:{quote(str(self._file))}?mode=ro", uri=True, isolation_level=None, timeout=patience, check_same_thread=False)
        sqlite_functions.give(connection)
        connection.execute("pragma trusted_schema = off")
        return connection

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and rows of a statement: rows are made as they are fetched, so both are timed."""
        connection: sqlite3.Connection = self._connected()
        timer = threading.Timer(self._timeout, connection.interrupt) if self._timeout else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            cursor = connection.execute(sql)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()
        finally:
            if timer:
                timer.cancel()

    def _transaction(self) -> tuple[str, str]:
        return "begin", "rollback"

    def _describe(self, name: str) -> Sequence[Described]:
        parts = name.rsplit(".", 1)
        pragma = f"pragma {parts[0]}.table_xinfo({parts[1]})" if len(parts) == 2 else f"pragma table_xinfo({name})"
        _, rows = self._run(pragma)
        _, collated = self._run("select 1 from sqlite_master where sql like '%collate%' limit 1")
        return [Described(row[1], row[2], f"{quoted(row[1], self.dialect)} collate binary" if collated else None) for row in rows]

    def _version(self) -> str:
        return sqlite3.sqlite_version

    def _driver_version(self) -> str:
        return f"sqlite3 {sqlite3.sqlite_version}"

    def _rights(self) -> Mapping[str, str]:
        return {"database": str(self._file), "rights": "read-only"}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, sqlite3.Error):
            return None
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _FAILURES.get(code, "types" if "no such" in str(error) else "other")


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
    sqlite3.SQLITE_INTERRUPT: "timeout",
    sqlite3.SQLITE_MISMATCH: "value",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> SQLite:
    """The engine of a target. It opens the file when it is first asked."""
    refuse_frames(frames, "sqlite")
    return SQLite(target, folder, unsafe_debug)
