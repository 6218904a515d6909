"""PostgreSQL: one REPEATABLE READ READ ONLY transaction a release, through psycopg."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlrisk import sqlstates
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.causes import unsafe_words
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError, ConnectionFailedError, SqlriskError
from sqlrisk.plain import literal
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, relation_parts
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames

_CONNECTION = {
    # dbt's key of a setting -> libpq's
    "host": "host", "port": "port", "user": "user", "password": "password", "pass": "password", "dbname": "dbname", "database": "dbname",
    "connect_timeout": "connect_timeout", "sslmode": "sslmode", "sslcert": "sslcert", "sslkey": "sslkey", "sslrootcert": "sslrootcert",
    "application_name": "application_name", "keepalives_idle": "keepalives_idle", "service": "service",
}  # fmt: skip
_BY_DEFAULT = {"connect_timeout": 10, "application_name": "sqlrisk", "keepalives_idle": 60, "keepalives_interval": 10, "keepalives_count": 3}
_PATIENCE = 30
_CATALOGUE_ONLY = "pg_catalog, pg_temp"

_SETTINGS = {
    "search_path": _CATALOGUE_ONLY, "row_security": "off", "client_encoding": "'UTF8'", "standard_conforming_strings": "on", "transform_null_equals": "off",
    "quote_all_identifiers": "off", "datestyle": "'ISO, MDY'", "intervalstyle": "'postgres'", "extra_float_digits": "1",
    "bytea_output": "'hex'", "lc_monetary": "'C'", "lc_numeric": "'C'", "gin_fuzzy_search_limit": "0",
}  # fmt: skip
"""What a role or a pooled session could have set otherwise, and an answer hangs on."""

_BOUNDED = "select pg_catalog.set_config('statement_timeout', '{}', true) where pg_catalog.current_setting('statement_timeout') = '0'"
"""What bounds a statement where neither the target nor the role does."""
_RESOLVED = "select pg_catalog.to_regclass(%s)::pg_catalog.oid"
_NAME = """
select n.nspname, c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = %s"""
_COLUMNS = """
with recursive based as (
  select a.attnum, a.attname, a.atttypid as type, a.atttypmod as modifier, a.attcollation as collation,
    pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') as readable
  from pg_catalog.pg_attribute a where a.attrelid = %s and a.attnum > 0 and not a.attisdropped
  union all
  select b.attnum, b.attname, t.typbasetype, t.typtypmod, b.collation, b.readable
  from based b join pg_catalog.pg_type t on t.oid = b.type where t.typtype = 'd'
)
select b.attname, pg_catalog.format_type(b.type, b.modifier), t.typtype::text, t.typcategory = 'S' and n.nspname <> 'pg_catalog',
  not coalesce(c.collisdeterministic, true), t.typname = 'bpchar' and b.modifier < 0, b.readable
from based b
join pg_catalog.pg_type t on t.oid = b.type and t.typtype <> 'd'
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_collation c on c.oid = b.collation
order by b.attnum"""
_UNGROUPED = ("json", "xml", "point", "line", "lseg", "box", "path", "polygon", "circle")
_ONE_TEXT = {
    "numeric": "trim_scale({0})",
    "double precision": "case when {0} = 0 then 0::double precision else {0} end",
    "real": "case when {0} = 0 then 0::real else {0} end",
}
"""Types of which equal values have several texts, 1.0 and 1.00 or 0 and -0, and their values with one text each."""
_TYPES = {"c": "row"}


class PostgreSQL(Server):
    """The engine. Relations without a schema are looked up in the profile's; what is sent names schemas, and the path holds pg_catalog alone.

    Every setting is local to a transaction: a connection pooler may give each transaction another session, and other users must not get ours.
    """

    dialect = "postgres"
    longest_name = 63
    abilities = Abilities(
        driver="psycopg",
        extra="postgres",
        snapshot="one REPEATABLE READ READ ONLY transaction",
        temporary_tables="only where the target says temporary_tables: true; the transaction is then not READ ONLY, and is rolled back",
        read_only="every transaction is READ ONLY and rolled back",
        statement_timeout="statement_timeout of the transaction",
        names="those without quotes as written, else in lower case; two that differ by case are refused",
        collation='citext, collations that are not deterministic, bpchar without a length: grouped as text COLLATE "C"',
        executed="in every test run",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("psycopg", "postgres")
        self._writes_temporary = self._settings.get("temporary_tables") is True
        self._lock_timeout = self._target.seconds("lock_timeout") or _PATIENCE
        self._temporaries = 0
        self._named: dict[str, str] = {}
        self._inside = False
        self._refused: SqlriskError | None = None

    @contextmanager
    def snapshot(self) -> Iterator[str]:
        """One transaction. What was resolved is locked against being emptied or replaced before its snapshot is taken: it would look empty from there."""
        try:
            self._sent(lambda: self._begin("" if self._writes_temporary else " read only"), "the snapshot")
            self._inside = True
            for name in dict.fromkeys(self._named.values()):
                self._sent(lambda name=name: self._lock(name), f"the relation {name}")
            yield self._held()
        finally:
            self._inside = False
            self._ended()

    def temporary(self, sql: str, what: str) -> Source | None:
        """A temporary table of the rows of a select, where the target asks for them and the role may. Raises QueryFailedError, StatementTimeoutError."""
        if not self._writes_temporary or not self._may_create_temporary(what):
            return None
        self._temporaries += 1
        name = f"sqlrisk_temporary_{self._temporaries}"
        self._sent(lambda: self._run(f"create temporary table {name} on commit drop as {sql}"), what)
        found = self._sent(lambda: self._columns(self._oid(f"pg_temp.{name}")), what)
        return Source(f"pg_temp.{name}", tuple(CatalogueColumn(column.name, column.type) for column in found))

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends."""
        self._sent(lambda: self._run(f"drop table {temporary.sql}"), "a temporary table")

    def _held(self) -> str:
        writes = "one REPEATABLE READ transaction, rolled back, temporary tables its only writes"
        return writes if self._writes_temporary else self.abilities.snapshot

    def _may_create_temporary(self, what: str) -> bool:
        asked = "select has_database_privilege(current_database(), 'TEMP') and not pg_is_in_recovery()"
        _, rows = self._sent(lambda: self._run(asked), what)
        return bool(rows[0][0])

    def _open(self) -> Any:
        """A connection; one that was refused is not asked for again: a role is locked after so many wrong passwords."""
        if self._refused is not None:
            raise self._refused
        named = {theirs: self._settings[ours] for ours, theirs in _CONNECTION.items() if self._settings.get(ours) is not None}
        try:
            return self._driver.connect(**{**_BY_DEFAULT, **named}, autocommit=True, prepare_threshold=None)
        except self._driver.Error as error:
            self._refused = self._not_opened(error)
            raise self._refused from None

    def _not_opened(self, error: Exception) -> SqlriskError:
        """Before a session stands, the driver has words only, in the server's language."""
        refusal, raw = _refusal(error), unsafe_words(error, self._unsafe_debug)
        if refusal == "credentials":
            what, instead = "the server refuses the user or the credentials", "check user, password and pg_hba.conf; have they expired?"
        elif refusal == "permission":
            what, instead = "the server refuses the connection", "does the database of the target exist, is there a free connection, is the server starting?"
        else:
            what, instead = "the server cannot be reached", "check host, port, network and sslmode"
        return ConnectionFailedError(f"the connection: {what} ({type(error).__name__}){raw}", where=self._where(), instead=instead)

    def _begin(self, mode: str = " read only") -> None:
        """Open a transaction in which nothing hangs on what the role or the session had set. Raises ConnectionFailedError where the role cannot be taken."""
        limits = {"statement_timeout": self._timeout if self._limits_time else None, "lock_timeout": self._lock_timeout}
        settings = {**_SETTINGS, "timezone": literal(self.time_zone), **{key: str(math.ceil(seconds * 1000)) for key, seconds in limits.items() if seconds}}
        self._run("; ".join([f"begin isolation level repeatable read{mode}", *(f"set local {key} = {value}" for key, value in settings.items())]))
        if self._timeout and not self._limits_time:
            self._run(_BOUNDED.format(math.ceil(self._timeout * 1000)))
        if not self._settings.get("role"):
            return
        try:
            self._run(f"set local role {quoted(str(self._settings['role']), self.dialect)}")
        except self._driver.Error as error:
            if not _has_state(error, "22023", "42501"):
                raise
            raise ConnectionFailedError(
                "the user may not take the role of the target", where=self._where(), instead="grant it the role, or correct `role`"
            ) from None

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A short transaction, where none is open."""
        if self._inside:
            yield
            return
        try:
            self._begin()
            yield
        finally:
            self._ended()

    def _read_catalogue(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        with self._reading():
            return self._run(sql)

    def _ended(self) -> None:
        if self._connection is not None:
            self._rollback("rollback")

    def _lock(self, name: str) -> None:
        """Lock a relation as a select does, where the role may: it needs SELECT on the whole, and a materialized view takes no lock."""
        self._run("savepoint sqlrisk_lock")
        try:
            self._run(f"lock table {name} in access share mode")
        except self._driver.Error as error:
            if not _has_state(error, "42501", "42809", "42P01", "3F000"):
                raise
            self._run("rollback to savepoint sqlrisk_lock")

    def _path(self) -> str:
        """What relations without a schema are looked up in: the profile's schema, then its search_path."""
        schema, path = self._settings.get("schema"), self._settings.get("search_path")
        asked = [quoted(str(schema), self.dialect)] if schema else []
        return ", ".join([*asked, *([str(path)] if path else []), *([] if schema or path else ['"$user", public']), _CATALOGUE_ONLY])

    def _spelt(self, name: str) -> str:
        return name.lower()

    def _describe(self, name: str) -> Sequence[Described]:
        with self._reading():
            oid = self._oid(name, self._path())
            if oid is None:
                return []
            ((schema, relation),) = self._asked(_NAME, oid)
            self._named[name] = f"{quoted(schema, self.dialect)}.{quoted(relation, self.dialect)}"
            return self._columns(oid)

    def _oid(self, name: str, path: str = _CATALOGUE_ONLY) -> Any:
        """A relation's number in the catalogue; None where it is not there, or in another database."""
        self._set_path(path)
        try:
            return self._asked(_RESOLVED, name)[0][0]
        except self._driver.errors.FeatureNotSupported:
            return None
        finally:
            if self._connected().info.transaction_status != self._driver.pq.TransactionStatus.INERROR:
                self._set_path(_CATALOGUE_ONLY)

    def _set_path(self, path: str) -> None:
        self._asked("select pg_catalog.set_config('search_path', %s, true)", path)

    def _columns(self, oid: int) -> list[Described]:
        return [self._described(*row)._replace(is_readable=readable) for *row, readable in self._asked(_COLUMNS, oid)]

    def _described(self, name: str, kind: str, sort: str, is_foreign_text: bool, folds: bool, keeps_spaces: bool) -> Described:
        """A column; of a domain, as what it is made of."""
        shown = quoted(name, self.dialect)
        if keeps_spaces:
            return Described(name, f"text ({kind})", f'pg_catalog.bpcharout({shown})::text collate "C"')
        if kind.startswith("character("):
            return Described(name, kind, f"{shown}::text")  # without the blanks that fill it up
        if sort == "e":
            return Described(name, f"enum ({kind})", f'{shown}::text collate "C"')
        if is_foreign_text:
            return Described(name, f"text ({kind})", f'{shown}::text collate "C"')
        if kind in _ONE_TEXT:
            return Described(name, kind, _ONE_TEXT[kind].format(shown))
        named = f"object ({kind})" if kind in _UNGROUPED else f"{_TYPES[sort]} ({kind})" if sort in _TYPES else kind
        return Described(name, named, f'{shown}::text collate "C"' if folds else None)

    def _resolve(self, relation: str) -> Source:
        source = super()._resolve(relation)
        parts = relation_parts(relation)
        if all(is_quoted or text == self._spelt(text) for text, is_quoted in parts):
            return source
        lowered = ".".join(quoted(text if is_quoted else self._spelt(text), self.dialect) for text, is_quoted in parts)
        also = self._sent(lambda: self._describe(lowered), f"the relation {relation}") and self._named[lowered]
        if also and also != (source.stored or source.sql):
            what = f"there are two relations of the name {relation}, apart from case: {source.stored or source.sql} and {also}"
            raise ConfigurationError(what, where=self._where(), instead="write the name of the relation in double quotes")
        return source

    def _source(self, name: str, found: Sequence[Described]) -> Source:
        return super()._source(self._named[name], found)

    def _asked(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = self._connected().execute(sql, values).fetchall()
        return rows

    def _version(self) -> str:
        return str(self._connected().info.parameter_status("server_version"))

    def _rights(self) -> Mapping[str, str]:
        with self._reading():
            ((database, user, is_super, temporary, collation),) = self._asked(
                "select current_database(), current_user, r.rolsuper, has_database_privilege(current_database(), 'TEMP'), "
                "concat(d.datcollate, case to_jsonb(d) ->> 'datlocprovider' when 'i' then ', and ICU' end) "
                "from pg_catalog.pg_roles r, pg_catalog.pg_database d where r.rolname = current_user and d.datname = current_database()"
            )
        rights = "a superuser: a role that may only SELECT is enough" if is_super else f"{'TEMP granted' if temporary else 'no TEMP'}; the session is read-only"
        return {"database": database, "user": user, "rights": rights, "collation of the database": collation}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, self._driver.Error):
            return None
        state = error.sqlstate or ""
        if not state:
            return "connection" if isinstance(error, (self._driver.OperationalError, self._driver.InterfaceError)) else "other"
        if error.diag.source_function == "check_enable_rls":
            return "policy"
        return sqlstates.failure(state) or "other"


def _refusal(error: Exception) -> Failure:
    """What a connection that was not opened comes down to."""
    text = str(error)
    return "credentials" if _CREDENTIALS.search(text) else "permission" if "FATAL" in text else "connection"


def _has_state(error: Any, *states: str) -> bool:
    """Whether an error is of one of some SQLSTATEs."""
    return error.sqlstate in states


_CREDENTIALS = re.compile(r"passw|authenti|autenti|authentifi|pg_hba|SCRAM|SASL", re.IGNORECASE)


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> PostgreSQL:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "postgres")
    return PostgreSQL(target, unsafe_debug)
