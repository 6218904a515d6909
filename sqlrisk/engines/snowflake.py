"""Snowflake: one session of a role that may read, through snowflake-connector-python."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames
from sqlrisk.sqlstates import failure

_CONNECTION = {
    # dbt's key of a setting -> the driver's
    "account": "account", "user": "user", "password": "password", "authenticator": "authenticator", "token": "token", "role": "role",
    "warehouse": "warehouse", "database": "database", "schema": "schema", "private_key": "private_key", "private_key_path": "private_key_file",
    "private_key_passphrase": "private_key_file_pwd", "oauth_client_id": "oauth_client_id", "oauth_client_secret": "oauth_client_secret",
    "host": "host", "port": "port", "protocol": "protocol", "insecure_mode": "insecure_mode", "connect_timeout": "login_timeout",
}  # fmt: skip
_SESSION = {"DATE_INPUT_FORMAT": "YYYY-MM-DD", "DATE_OUTPUT_FORMAT": "YYYY-MM-DD", "QUERY_TAG": "sqlrisk", "CLIENT_TELEMETRY_ENABLED": False}
_BINARY = ("", "utf8", "bin")


class Snowflake(Server):
    """The engine. What changes a relation while it is measured is found out at the end: sessions have no read-only snapshot."""

    dialect = "snowflake"
    abilities = Abilities(
        driver="snowflake-connector-python",
        extra="snowflake",
        snapshot="none: the row count and SYSTEM$LAST_CHANGE_COMMIT_TIME are compared at both ends",
        temporary_tables="no",
        read_only="by the grants of the role: a session has no such mode",
        statement_timeout="STATEMENT_TIMEOUT_IN_SECONDS of the session",
        names="those without quotes as written, else in upper case",
        collation="a column whose COLLATION() is not binary: grouped as COLLATE(column, '')",
        executed="not executed: text, parser and the driver's error classes only; connection, catalogue and text on the emulator fakesnow",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("snowflake.connector", "snowflake")
        self._needs("account")

    def _open(self) -> Any:
        named = {theirs: self._settings[ours] for ours, theirs in _CONNECTION.items() if self._settings.get(ours) is not None}
        named = {"login_timeout": 30, "application": "sqlrisk", **named}
        session = {**_SESSION, "TIMEZONE": self.time_zone} | ({"STATEMENT_TIMEOUT_IN_SECONDS": max(1, round(self._timeout))} if self._timeout else {})
        try:
            with warnings.catch_warnings(action="ignore"):
                return self._driver.connect(**named, session_parameters=session)
        except (OSError, TypeError, ValueError) as error:
            what = "the private key cannot be read" if set(named) & {"private_key", "private_key_file"} else "the driver does not take these settings"
            raise ConfigurationError(f"{what} ({type(error).__name__})", where=self._where(), instead="see docs/engines/snowflake.md") from None

    def _spelt(self, name: str) -> str:
        return name.upper()

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement. Names that are written without quotes, as ours are, come back in upper case."""
        names, rows = super()._run(sql)
        return [name.lower() if name.startswith("SQLRISK_") else name for name in names], rows

    def _describe(self, name: str) -> Sequence[Described]:
        try:
            _, rows = self._run(f"describe table {name}")
        except self._driver.Error as error:
            if self._failure(error) == "missing":
                return ()
            raise
        columns = [CatalogueColumn(row[0], row[1]) for row in rows]
        collated = self._collated(name, [column.name for column in columns if column.is_text])
        return [Described(*_plain(column), f"collate({quoted(column.name, self.dialect)}, '')" if column.name in collated else None) for column in columns]

    def _collated(self, name: str, texts: Sequence[str]) -> set[str]:
        """The columns whose collation is not binary, of a relation that has rows."""
        if not texts:
            return set()
        _, rows = self._run(f"select {', '.join(f'collation({quoted(text, self.dialect)})' for text in texts)} from {name} limit 1")
        return {text for row in rows for text, collation in zip(texts, row, strict=True) if (collation or "").lower() not in _BINARY}

    def _state(self) -> Mapping[str, Any]:
        """Rows and the token of the last change of each relation."""
        names = [source.stored or source.sql for source in self._sources.values()]
        return {name: self._run(f"select count(*), {_last_change(name)} from {name}")[1][0] for name in names}

    def _version(self) -> str:
        return str(self._run("select current_version()")[1][0][0])

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run("select current_database(), current_user(), current_role(), current_warehouse()")
        database, user, role, warehouse = rows[0]
        if not warehouse:
            raise ConfigurationError("the session has no warehouse", where=self._where(), instead="name one in the profile: warehouse: ...")
        return {"database": str(database), "user": str(user), "role": str(role), "warehouse": str(warehouse)}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, self._driver.Error):
            return None
        number, state = int(error.errno or -1), error.sqlstate
        if number in _BY_NUMBER:
            return _BY_NUMBER[number]
        if "incorrect username or password" in str(error).lower() or 390100 <= number < 390500:
            return "credentials"
        return "connection" if 250000 <= number < 252000 or state == "HYT00" else failure(state) or "other"


_BY_NUMBER: Mapping[int, Failure] = {
    604: "timeout",  # cancelled, which its own time limit does too
    630: "timeout",
    904: "types",
    1003: "syntax",
    1044: "types",
    2003: "missing",
    2043: "missing",
    3001: "permission",
    100035: "value",
    100038: "value",
    100040: "value",
    100051: "number",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> Snowflake:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "snowflake")
    return Snowflake(target, unsafe_debug)


def _plain(column: CatalogueColumn) -> tuple[str, str]:
    return column.name, column.type


def _last_change(name: str) -> str:
    return "system$last_change_commit_time('" + name.replace("\\", "\\\\").replace("'", "''") + "')"
