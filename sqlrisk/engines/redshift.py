"""Redshift: one READ ONLY transaction a release, through redshift_connector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import literal
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, relation_parts
from sqlrisk.renderings.blanks import with_visible_blanks
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames
from sqlrisk.sqlstates import failure

_CONNECTION = {
    # dbt's key of a setting -> the driver's
    "host": "host", "port": "port", "dbname": "database", "database": "database", "user": "user", "password": "password", "pass": "password",
    "connect_timeout": "timeout", "sslmode": "sslmode", "region": "region", "cluster_id": "cluster_identifier", "iam_profile": "profile",
    "access_key_id": "access_key_id", "secret_access_key": "secret_access_key", "autocreate": "auto_create", "db_groups": "db_groups",
    "is_serverless": "is_serverless", "serverless_work_group": "serverless_work_group", "serverless_acct_id": "serverless_acct_id",
}  # fmt: skip
_METHODS = ("database", "iam", "iam_role")


class Redshift(Server):
    """The engine. Blanks at the end of a text are told apart: Redshift itself compares 'a' and 'a ' as equal."""

    dialect = "redshift"
    longest_name = 127
    abilities = Abilities(
        driver="redshift_connector",
        extra="redshift",
        snapshot="one READ ONLY transaction",
        temporary_tables="no",
        read_only="a READ ONLY transaction",
        statement_timeout="statement_timeout of the session",
        names="those without quotes as written, else in lower case",
        collation="every VARCHAR, as COLLATE(column, 'case_sensitive'), blanks at its end as no-break spaces: both may be folded",
        executed="not executed: text, parser and the driver's error classes only",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("redshift_connector", "redshift")
        self._needs("host", "cluster_id", "serverless_work_group")
        self._method = str(self._settings.get("method", "database"))
        if self._method not in _METHODS:
            raise ConfigurationError(f"the method `{self._method}` is not known here", where=self._where(), instead=f"one of {', '.join(_METHODS)}")

    def _open(self) -> Any:
        named = {theirs: self._settings[ours] for ours, theirs in _CONNECTION.items() if self._settings.get(ours) is not None}
        if self._method != "database":
            named = {"iam": True, **named}
            if named.get("user") and self._method == "iam":
                named["db_user"] = named.pop("user")
        connection = self._driver.connect(**{"timeout": 30, "application_name": "sqlrisk", **named})
        connection.autocommit = True
        with connection.cursor() as cursor:
            for statement in self._session():
                cursor.execute(statement)
        return connection

    def _session(self) -> list[str]:
        """What is set first: names in quotes keep their case, dates are ISO."""
        role = self._settings.get("role")
        return [
            *([f"set role {quoted(str(role), self.dialect)}"] if role else []),
            f"set search_path to {quoted(self._schema(), self.dialect)}",
            "set enable_case_sensitive_identifier to true",
            "set datestyle to ISO",
            f"set timezone to {literal(self.time_zone)}",
            *([f"set statement_timeout to {self._timeout * 1000:.0f}"] if self._timeout else []),
        ]

    def _schema(self) -> str:
        return str(self._settings.get("schema") or "public")

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement. The driver's usual style would take each % for a place of a parameter."""
        with self._connected().cursor() as cursor:
            cursor.paramstyle = "qmark"
            cursor.execute(sql)
            return [column[0] for column in cursor.description or ()], cursor.fetchall() if cursor.description else []

    def _transaction(self) -> tuple[str, str]:
        return "begin read only", "rollback"

    def _spelt(self, name: str) -> str:
        return name.lower()

    def _describe(self, name: str) -> Sequence[Described]:
        *qualified, table = (text for text, _ in relation_parts(name))
        schema = qualified.pop() if qualified else self._schema()
        catalogue = _literal(qualified[0]) if qualified else "current_database()"
        _, rows = self._run(
            "select column_name, data_type from svv_columns "
            f"where table_catalog = {catalogue} and table_schema = {_literal(schema)} and table_name = {_literal(table)} order by ordinal_position"
        )
        return [Described(column, kind, _exactly(quoted(column, self.dialect)) if kind.startswith("character varying") else None) for column, kind in rows]

    def _version(self) -> str:
        return str(self._run("select version()")[1][0][0]).rpartition("Redshift ")[2]

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run("select current_database(), current_user")
        return {"database": str(rows[0][0]), "user": str(rows[0][1]), "rights": "what the user is granted; the transaction is READ ONLY"}

    def _failure(self, error: Exception) -> Failure | None:
        if type(error).__module__.startswith("botocore"):
            return "credentials"
        if not isinstance(error, self._driver.Error):
            return None
        told = error.args[0] if error.args else None
        if not isinstance(told, dict):
            return "credentials" if "password" in str(told) or "authentication" in str(told) else "connection" if self._is_of_the_line(error) else "other"
        return failure(told.get("C")) or "other"

    def _is_of_the_line(self, error: Exception) -> bool:
        return isinstance(error, (self._driver.InterfaceError, self._driver.OperationalError))


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> Redshift:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "redshift")
    return Redshift(target, unsafe_debug)


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def _exactly(name: str) -> str:
    """The text of a column, with a no-break space for each blank at its end, whatever the collation."""
    return f"collate({with_visible_blanks(name, 'redshift')}, 'case_sensitive')"
