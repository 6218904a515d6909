"""PostgreSQL: one REPEATABLE READ READ ONLY transaction a release, through psycopg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlrisk.declaration import FileRelation
from sqlrisk.profiles import Target
from sqlrisk.relations import CatalogueColumn, Source, quoted
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames

_CONNECTION = {
    # dbt's key of a setting -> libpq's
    "host": "host", "port": "port", "user": "user", "password": "password", "pass": "password", "dbname": "dbname", "database": "dbname",
    "connect_timeout": "connect_timeout", "sslmode": "sslmode", "sslcert": "sslcert", "sslkey": "sslkey", "sslrootcert": "sslrootcert",
    "application_name": "application_name", "keepalives_idle": "keepalives_idle", "service": "service",
}  # fmt: skip

_COLUMNS = """
select a.attname, format_type(a.atttypid, a.atttypmod), t.typname = 'citext' or not coalesce(c.collisdeterministic, true)
from pg_catalog.pg_attribute a
join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_collation c on c.oid = a.attcollation
where a.attrelid = pg_catalog.to_regclass(%s) and a.attnum > 0 and not a.attisdropped
order by a.attnum"""


class PostgreSQL(Server):
    """The engine. Relations without a schema are looked up in the profile's; no other schema is on the path of what is sent."""

    dialect = "postgres"
    longest_name = 63
    abilities = Abilities(
        driver="psycopg",
        extra="postgres",
        snapshot="one REPEATABLE READ READ ONLY transaction",
        temporary_tables="only where the target says temporary_tables: true; the transaction is then not READ ONLY",
        read_only="default_transaction_read_only and a READ ONLY transaction",
        statement_timeout="statement_timeout of the session",
        names="those without quotes as written, else in lower case",
        collation='citext and collations that are not deterministic: grouped as text COLLATE "C"',
        executed="in every test run",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("psycopg", "postgres")
        self._writes_temporary = self._settings.get("temporary_tables") is True
        self._temporaries = 0

    def temporary(self, sql: str, what: str) -> Source | None:
        """A temporary table of the rows of a select, where the target asks for them and the role may. Raises QueryFailedError, StatementTimeoutError."""
        if not self._writes_temporary or not self._may_create_temporary(what):
            return None
        self._temporaries += 1
        name = f"pg_temp.sqlrisk_temporary_{self._temporaries}"
        self._sent(lambda: self._run(f"create temporary table {name.removeprefix('pg_temp.')} on commit drop as {sql}"), what)
        found = self._sent(lambda: self._describe(name), what)
        return Source(name, tuple(CatalogueColumn(column.name, column.type) for column in found))

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends."""
        self._sent(lambda: self._run(f"drop table {temporary.sql}"), "a temporary table")

    def _may_create_temporary(self, what: str) -> bool:
        _, rows = self._sent(lambda: self._run("select has_database_privilege(current_database(), 'TEMP')"), what)
        return bool(rows[0][0])

    def _open(self) -> Any:
        named = {theirs: self._settings[ours] for ours, theirs in _CONNECTION.items() if self._settings.get(ours) is not None}
        connection = self._driver.connect(**{"connect_timeout": 10, "application_name": "sqlrisk", **named}, autocommit=True)
        milliseconds = {"statement_timeout": self._timeout, "lock_timeout": self._target.seconds("lock_timeout") or 30}
        settings = {key: f"{seconds * 1000:.0f}" for key, seconds in milliseconds.items() if seconds}
        settings |= {"search_path": self._path(), "default_transaction_read_only": "off" if self._writes_temporary else "on"}
        settings |= {"role": str(self._settings["role"])} if self._settings.get("role") else {}
        for key, value in settings.items():
            connection.execute("select pg_catalog.set_config(%s, %s, false)", (key, value))
        return connection

    def _path(self) -> str:
        """What relations without a schema, and functions after those of pg_catalog, are looked up in."""
        asked = self._settings.get("search_path") or self._settings.get("schema")
        return str(asked) if self._settings.get("search_path") else quoted(str(asked or "public"), self.dialect)

    def _transaction(self) -> tuple[str, str]:
        return f"begin isolation level repeatable read{'' if self._writes_temporary else ' read only'}", "rollback"

    def _spelt(self, name: str) -> str:
        return name.lower()

    def _describe(self, name: str) -> Sequence[Described]:
        rows = self._connected().execute(_COLUMNS, (name,)).fetchall()
        return [Described(column, kind, f'{quoted(column, self.dialect)}::text collate "C"' if folds else None) for column, kind, folds in rows]

    def _version(self) -> str:
        return str(self._connected().info.parameter_status("server_version"))

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run(
            "select current_database(), current_user, r.rolsuper, has_database_privilege(current_database(), 'TEMP'), d.datcollate "
            "from pg_catalog.pg_roles r, pg_catalog.pg_database d where r.rolname = current_user and d.datname = current_database()"
        )
        database, user, is_super, temporary, collation = rows[0]
        rights = "a superuser: a role that may only SELECT is enough" if is_super else f"{'TEMP granted' if temporary else 'no TEMP'}; the session is read-only"
        return {"database": database, "user": user, "rights": rights, "collation of the database": collation}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, self._driver.Error):
            return None
        state = error.sqlstate or ""
        if not state:
            return "credentials" if "authentication" in str(error) or "password" in str(error) else "connection"
        return _FAILURES.get(state) or _FAILURES.get(state[:2], "other")


_FAILURES: Mapping[str, Failure] = {
    "28": "credentials",
    "08": "connection",
    "57P01": "connection",
    "57P02": "connection",
    "57P03": "connection",
    "57014": "timeout",
    "25P03": "timeout",
    "3D000": "connection",
    "3F000": "missing",
    "42P01": "missing",
    "42501": "permission",
    "55P03": "lock",
    "40P01": "lock",
    "53": "memory",
    "22003": "number",
    "22": "value",
    "42804": "types",
    "42883": "types",
    "42703": "types",
    "42": "syntax",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> PostgreSQL:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "postgres")
    return PostgreSQL(target, unsafe_debug)
