"""MySQL 8 and MariaDB: one consistent snapshot a release, through PyMySQL; a warning that a value was changed is an error."""

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
from sqlrisk.time_zones import for_mysql

_CONNECTION = {
    # dbt-mysql's key of a setting, and those that are usual beside it -> PyMySQL's
    "server": "host", "host": "host", "port": "port", "unix_socket": "unix_socket", "username": "user", "user": "user", "password": "password",
    "schema": "database", "database": "database", "connect_timeout": "connect_timeout", "ssl_ca": "ssl_ca", "ssl_cert": "ssl_cert", "ssl_key": "ssl_key",
    "ssl_disabled": "ssl_disabled", "ssl_verify_cert": "ssl_verify_cert", "ssl_verify_identity": "ssl_verify_identity",
}  # fmt: skip
_LONGEST_TEXT = 131_072
_SESSION = {
    "sql_mode": "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_UNSIGNED_SUBTRACTION'",
    "group_concat_max_len": "67108864",
    "max_sort_length": f"{_LONGEST_TEXT}",
    "sort_buffer_size": f"{2048 * _LONGEST_TEXT}",
}
"""What kernels need, whatever the server says: windows part texts by their first max_sort_length bytes, and the sort buffer must hold 15 rows of them."""

_COLUMNS = """
select column_name, column_type, data_type, character_set_name, collation_name
from information_schema.columns where table_schema = coalesce(%s, database()) and table_name = %s order by ordinal_position"""
_TABLES = "select t.engine from information_schema.tables t where t.table_schema = coalesce(%s, database()) and t.table_name = %s"
_TRANSACTIONAL = ("INNODB", "ROCKSDB", "TOKUDB", "NDBCLUSTER")
_LONG_TEXTS = ("mediumtext", "longtext")
_DEPRECATED = (1287, 1681, 3719, 3778)
"""Warnings that speak of the statement's text, not of a value."""


class ValueChanged(Exception):
    """A warning that the server changed a value to go on: a text taken for a number, a list that was cut."""


class MySQL(Server):
    """The engine. Relations without a schema are looked up in the profile's, which is the database of the connection."""

    dialect = "mysql"
    abilities = Abilities(
        driver="PyMySQL",
        extra="mysql",
        snapshot="one REPEATABLE READ READ ONLY transaction; tables without transactions, and views, are counted at both ends",
        temporary_tables="none",
        read_only="a READ ONLY transaction",
        statement_timeout="max_execution_time of the session",
        names="columns compared without case, tables as the server does",
        collation="every text column whose collation is not of code points without padding: grouped as utf8mb4_0900_bin",
        executed="not executed: no MySQL server runs here; MariaDB does",
    )
    exact_collation = "utf8mb4_0900_bin"

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("pymysql", "mysql")

    def _open(self) -> Any:
        named = {theirs: self._settings[ours] for ours, theirs in _CONNECTION.items() if self._settings.get(ours) is not None}
        if not str(named.get("port", 0)).isdecimal():
            raise ConfigurationError("port is no whole number", where=self._where(), instead="write port: 3306")
        patience = {"connect_timeout": 10, "read_timeout": round(self._timeout) + 60 if self._timeout else None}
        try:
            connection = self._driver.connect(**{**patience, **named, "port": int(named.get("port", 0))}, charset="utf8mb4", autocommit=True)
        except RuntimeError:
            driver("cryptography", "mysql")  # which PyMySQL needs for the passwords of MySQL 8 and may miss
            raise
        with connection.cursor() as cursor:
            cursor.execute(f"set names utf8mb4 collate {self.exact_collation}")
            for name, value in {**_SESSION, "time_zone": literal(for_mysql(self.time_zone)), **self._limits()}.items():
                cursor.execute(f"set session {name} = {value}")
            cursor.execute("set session transaction isolation level repeatable read, read only")
        return connection

    def _limits(self) -> Mapping[str, str]:
        """The settings of the session that bound how long it runs and waits."""
        patience = f"{max(1, round(self._target.seconds('lock_timeout') or 30))}"
        return {"lock_wait_timeout": patience, "innodb_lock_wait_timeout": patience, **self._time_limit()}

    def _time_limit(self) -> Mapping[str, str]:
        return self._bounded("max_execution_time", f"{max(1, self._timeout * 1000):.0f}") if self._timeout else {}

    def _bounded(self, name: str, limit: str) -> Mapping[str, str]:
        """A time limit as the target declares it; else a default where the session has none."""
        return {name: limit if self._limits_time else f"if(@@session.{name} = 0, {limit}, @@session.{name})"}

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement, bytes as text. Raises ValueChanged where the server warns that it changed a value."""
        with self._connected().cursor() as cursor:
            cursor.execute(sql)
            names, rows = [column[0] for column in cursor.description or ()], cursor.fetchall()
            if cursor.warning_count:
                cursor.execute("show warnings")
                told = [message for _, code, message in cursor.fetchall() if code not in _DEPRECATED]
                if told:
                    raise ValueChanged(told[0])
        return names, [[_plain(value) for value in row] for row in rows]

    def _transaction(self) -> tuple[str, str]:
        return "start transaction with consistent snapshot, read only", "rollback"

    def _state(self) -> Mapping[str, Any]:
        names = [name for source in self._sources.values() for name in self._unheld(source.stored or source.sql)]
        return {name: self._count(name) for name in names}

    def _unheld(self, name: str) -> Sequence[str]:
        """The relation, where the snapshot does not hold it: a table of an engine without transactions, or a view, which may read one."""
        engines = [engine for (engine,) in self._asked(_TABLES, _parts(name))]
        return [] if engines and all(engine is not None and engine.upper() in _TRANSACTIONAL for engine in engines) else [name]

    def _describe(self, name: str) -> Sequence[Described]:
        rows = self._asked(_COLUMNS, _parts(name))
        return [Described(column, kind, self._exactly(column, data_type, charset, collation)) for column, kind, data_type, charset, collation in rows]

    def _exactly(self, column: str, kind: str, charset: str | None, collation: str | None) -> str | None:
        """The text by its code points; an error of the server's where it is longer than what windows compare."""
        text = quoted(column, self.dialect)
        if charset is None or (collation == self.exact_collation and kind not in _LONG_TEXTS):
            return None
        if kind in _LONG_TEXTS:
            text = f"case when octet_length({text}) > {_LONGEST_TEXT} then exp(1000 + octet_length({text})) else {text} end"
        return f"convert({text} using utf8mb4) collate {self.exact_collation}"

    def _asked(self, sql: str, values: Sequence[str | None]) -> Sequence[Sequence[Any]]:
        with self._connected().cursor() as cursor:
            cursor.execute(sql, values)
            found: Sequence[Sequence[Any]] = cursor.fetchall()
        return found

    def _version(self) -> str:
        return str(self._asked("select version()", ())[0][0])

    def _rights(self) -> Mapping[str, str]:
        ((database, user, collation),) = self._asked("select database(), current_user(), @@collation_database", ())
        return {"database": str(database), "user": user, "rights": "the session is read-only", "collation of the database": collation}

    def _failure(self, error: Exception) -> Failure | None:
        if isinstance(error, ValueChanged):
            return "value"
        if isinstance(error, OSError):
            return "connection"
        if not isinstance(error, self._driver.Error):
            return None
        code = error.args[0] if error.args else None
        return next((failure for failure, codes in _FAILURES.items() if code in codes), "other")


_FAILURES: Mapping[Failure, tuple[int, ...]] = {
    "credentials": (1044, 1045, 1251, 1698, 1862, 2059, 2061, 3118, 3159, 4151),
    "connection": (0, 1040, 1042, 1043, 1049, 1053, 1077, 1129, 1130, 1152, 1158, 1159, 1160, 1161, 1203, 1226, 1927, 2002, 2003, 2005, 2006, 2013, 2026, 2027),
    "timeout": (1969, 3024),
    "lock": (1205, 1213, 3572),
    "missing": (1146, 1051, 1109),
    "permission": (1142, 1143, 1227, 1356, 1370),
    "memory": (3, 28, 1021, 1037, 1038, 1041, 1114, 1135),
    "number": (1264, 1690),
    "value": (1292, 1366, 1411, 3140, 3141),
    "types": (1054, 1267, 1270, 1271, 1305, 1582),
    "syntax": (1064, 1149),
}


def _parts(name: str) -> tuple[str | None, str]:
    """The schema, where one is written, and the table of a quoted name."""
    parts = [part.replace("``", "`") for part in re.findall(r"`((?:[^`]|``)+)`", name)]
    return (parts[-2] if len(parts) > 1 else None), parts[-1]


def _plain(value: Any) -> Any:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> MySQL:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "mysql")
    return MySQL(target, unsafe_debug)
