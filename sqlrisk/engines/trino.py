"""Trino: one session, through the driver trino."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import literal
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, relation_parts
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames

_CONNECTION = ("host", "port", "user", "schema", "http_headers", "session_properties", "roles")
_METHODS = ("none", "ldap", "jwt", "certificate", "oauth")


class Trino(Server):
    """The engine. A change that keeps the number of rows goes unseen: connectors share no version of a table."""

    dialect = "trino"
    abilities = Abilities(
        driver="trino",
        extra="trino",
        snapshot="none: the row count is compared at both ends",
        temporary_tables="no",
        read_only="by the grants of the user: a session has no such mode",
        statement_timeout="query_max_run_time of the session",
        names="compared without case",
        collation="none: varchar is compared by its code points",
        executed="not executed: text, parser and the driver's error classes only",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("trino", "trino")
        self._needs("host")
        self._needs("user")
        self._method = str(self._settings.get("method") or "none")
        if self._method not in _METHODS:
            raise ConfigurationError(f"the method `{self._method}` is not known here", where=self._where(), instead=f"one of {', '.join(_METHODS)}")

    def _open(self) -> Any:
        named = {key: self._settings[key] for key in _CONNECTION if self._settings.get(key) is not None}
        limit = {"query_max_run_time": f"{max(1, round(self._timeout))}s"} if self._timeout else {}
        named["session_properties"] = {**dict(named.get("session_properties") or {}), **limit}
        return self._driver.dbapi.connect(
            **named,
            catalog=self._catalogue(),
            source="sqlrisk",
            timezone=self.time_zone,
            http_scheme=self._settings.get("http_scheme") or ("http" if self._method == "none" else "https"),
            auth=self._authentication(),
            verify=self._settings.get("cert", True),
            max_attempts=int(self._settings.get("retries", 3)),
            request_timeout=self._target.seconds("connect_timeout") or 30,
        )

    def _authentication(self) -> Any:
        """What the method asks for. Raises ConfigurationError where the profile lacks a part of it."""
        auth, settings = self._driver.auth, self._settings
        made: Mapping[str, Callable[[], Any]] = {
            "none": lambda: None,
            "ldap": lambda: auth.BasicAuthentication(settings["user"], settings["password"]),
            "jwt": lambda: auth.JWTAuthentication(settings["jwt_token"]),
            "certificate": lambda: auth.CertificateAuthentication(settings["client_certificate"], settings["client_private_key"]),
            "oauth": lambda: auth.OAuth2Authentication(),
        }
        try:
            return made[self._method]()
        except KeyError:
            missing = next(key for key in _NEEDS[self._method] if key not in settings)
            raise ConfigurationError(f"the method {self._method} needs {missing}", where=self._where(), instead=f"write {missing}: ...") from None

    def _catalogue(self) -> str | None:
        return self._settings.get("catalog") or self._settings.get("database")

    def _spelt(self, name: str) -> str:
        return name.lower()

    def _describe(self, name: str) -> Sequence[Described]:
        *qualified, table = (text.lower() for text, _ in relation_parts(name))
        schema = qualified.pop() if qualified else str(self._settings.get("schema", "")).lower()
        catalogue = qualified[0] if qualified else str(self._catalogue() or "")
        try:
            _, rows = self._run(
                f"select column_name, data_type from {quoted(catalogue, self.dialect)}.information_schema.columns "
                f"where table_schema = {literal(schema)} and table_name = {literal(table)} order by ordinal_position"
            )
        except self._driver.exceptions.TrinoUserError as error:
            if self._failure(error) == "missing":
                return ()
            raise
        return [Described(column, kind) for column, kind in rows]

    def _state(self) -> Mapping[str, Any]:
        """Rows of each relation."""
        return {source.sql: self._count(source.sql) for source in self._sources.values()}

    def _version(self) -> str:
        return str(self._run("select version()")[1][0][0])

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run("select current_user")
        return {"user": str(rows[0][0]), "catalogue": str(self._catalogue()), "schema": str(self._settings.get("schema"))}

    def _failure(self, error: Exception) -> Failure | None:
        errors = self._driver.exceptions
        if isinstance(error, errors.TrinoQueryError):
            name = error.error_name or ""
            return _BY_NAME.get(name) or next((kind for word, kind in _BY_WORD.items() if word in name), "other")
        if isinstance(error, errors.HttpError):
            return "credentials" if "error 401" in str(error) or "error 403" in str(error) else "connection"
        if isinstance(error, errors.TrinoAuthError):
            return "credentials"
        return "connection" if isinstance(error, (errors.Error, OSError)) else None


_BY_NAME: Mapping[str, Failure] = {
    "CATALOG_NOT_FOUND": "missing",
    "SCHEMA_NOT_FOUND": "missing",
    "TABLE_NOT_FOUND": "missing",
    "PERMISSION_DENIED": "permission",
    "EXCEEDED_TIME_LIMIT": "timeout",
    "INVALID_CAST_ARGUMENT": "value",
    "INVALID_FUNCTION_ARGUMENT": "value",
    "NUMERIC_VALUE_OUT_OF_RANGE": "number",
    "DIVISION_BY_ZERO": "number",
    "SYNTAX_ERROR": "syntax",
}
_BY_WORD: Mapping[str, Failure] = {"MEMORY": "memory", "SPILL": "memory", "MISMATCH": "types", "COLUMN_NOT_FOUND": "types", "FUNCTION_NOT_FOUND": "types"}


_NEEDS = {"ldap": ("user", "password"), "jwt": ("jwt_token",), "certificate": ("client_certificate", "client_private_key")}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> Trino:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "trino")
    return Trino(target, unsafe_debug)
