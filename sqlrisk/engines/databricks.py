"""Databricks: one session of a SQL warehouse or a cluster, through databricks-sql-connector."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import literal
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames
from sqlrisk.sqlstates import failure

_STATE = re.compile(r"SQLSTATE: ?([0-9A-Z]{5})")
_COLLATION = re.compile(r" collate (\w+)$", re.IGNORECASE)


class Databricks(Server):
    """The engine. What changes a relation while it is measured is found out at the end: a session has no snapshot."""

    dialect = "databricks"
    abilities = Abilities(
        driver="databricks-sql-connector",
        extra="databricks",
        snapshot="none: the row count and, where there is one, the Delta version are compared at both ends",
        temporary_tables="no",
        read_only="by the grants of the user: a session has no such mode",
        statement_timeout="STATEMENT_TIMEOUT of a SQL warehouse; a cluster has none",
        names="compared without case",
        collation="a column with a collation but UTF8_BINARY: grouped as column COLLATE UTF8_BINARY",
        executed="not executed: text, parser and the driver's error classes only",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("databricks.sql", "databricks")
        self._needs("host")
        self._needs("http_path")
        if self._settings.get("statement_timeout") and not self._is_warehouse:
            raise ConfigurationError("statement_timeout is for a SQL warehouse", where=self._where(), instead="leave it out, or name a warehouse in http_path")
        if self._settings.get("auth_type") == "oauth" and self._settings.get("client_secret"):
            raise ConfigurationError("client_secret (OAuth of a service principal) is not built yet", where=self._where(), instead="write token: ...")

    @property
    def _is_warehouse(self) -> bool:
        return "/protocolv1/" not in str(self._settings.get("http_path", ""))

    def _open(self) -> Any:
        named = {
            "server_hostname": self._settings.get("host"),
            "http_path": self._settings.get("http_path"),
            "access_token": self._settings.get("token"),
            "auth_type": "databricks-oauth" if self._settings.get("auth_type") == "oauth" else None,
            "catalog": self._settings.get("catalog") or self._settings.get("database"),
            "schema": self._settings.get("schema"),
            "session_configuration": {"STATEMENT_TIMEOUT": str(max(1, round(self._timeout)))} if self._timeout and self._is_warehouse else None,
            "_retry_stop_after_attempts_duration": self._target.seconds("connect_timeout") or 30,
            "enable_telemetry": False,
            **dict(self._settings.get("connection_parameters") or {}),
        }
        connection = self._driver.connect(**{key: value for key, value in named.items() if value is not None})
        self._be_strict(connection)
        return connection

    def _be_strict(self, connection: Any) -> None:
        """A value that cannot be cast is an error: without ANSI mode it would be NULL, and NULLs are one value."""
        with connection.cursor() as cursor:
            cursor.execute(f"set time zone {literal(self.time_zone)}")
            cursor.execute("set ansi_mode = true" if self._is_warehouse else "set spark.sql.ansi.enabled = true")
            try:
                cursor.execute("select cast('x' as int)")
            except self._driver.exc.ServerOperationError:
                return
        connection.close()
        raise ConfigurationError(
            "ANSI mode cannot be switched on", where=self._where(), instead="a SQL warehouse has it; on a cluster set spark.sql.ansi.enabled"
        )

    def _describe(self, name: str) -> Sequence[Described]:
        try:
            _, rows = self._run(f"describe table {name}")
        except self._driver.exc.ServerOperationError as error:
            if self._failure(error) == "missing":
                return ()
            raise
        found = []
        for column, kind, *_ in rows:
            if not column or column.startswith("#"):
                break
            collation = _COLLATION.search(kind)
            folds = collation is not None and collation[1].upper() != "UTF8_BINARY"
            found.append(Described(column, _COLLATION.sub("", kind), f"{quoted(column, self.dialect)} collate UTF8_BINARY" if folds else None))
        return found

    def _state(self) -> Mapping[str, Any]:
        """Rows and the version of each relation."""
        names = [source.stored or source.sql for source in self._sources.values()]
        return {name: (self._count(name), self._delta_version(name)) for name in names}

    def _delta_version(self, name: str) -> Any:
        """None where the relation has no history, or the user may not see it."""
        try:
            return self._run(f"describe history {name} limit 1")[1][0][0]
        except self._driver.exc.ServerOperationError:
            return None

    def _version(self) -> str:
        return str(self._run("select version()")[1][0][0])

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run("select current_catalog(), current_schema(), current_user()")
        catalog, schema, user = rows[0]
        return {"catalog": str(catalog), "schema": str(schema), "user": str(user), "ANSI mode": "on"}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, self._driver.exc.Error):
            return None
        if isinstance(error, self._driver.exc.RequestError):
            return "credentials" if error.context.get("http-code") in (401, 403) else "connection"
        text = str(error)
        known = next((kind for word, kind in _BY_CLASS.items() if word in text), None)
        state = _STATE.search(text)
        return known or failure(state[1] if state else None) or "other"


_BY_CLASS: Mapping[str, Failure] = {
    "TABLE_OR_VIEW_NOT_FOUND": "missing",
    "SCHEMA_NOT_FOUND": "missing",
    "INSUFFICIENT_PERMISSIONS": "permission",
    "PERMISSION_DENIED": "permission",
    "timed out": "timeout",
    "OPERATION_CANCELED": "timeout",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> Databricks:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "databricks")
    return Databricks(target, unsafe_debug)
