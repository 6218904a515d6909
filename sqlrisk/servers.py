"""What the engines behind a driver share: names found in the catalogue, texts told apart by their code points, plain numbers, errors without values."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sqlrisk import privileges
from sqlrisk.bounded import said
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.causes import unsafe_words
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.declared import FileRelation
from sqlrisk.errors import (
    ConfigurationError,
    ConnectionFailedError,
    NotMeasuredError,
    QueryFailedError,
    RelationMissingError,
    StatementRefusedError,
    StatementTimeoutError,
)
from sqlrisk.names import ascii_folded, fold_of
from sqlrisk.optional import needed
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, relation_parts
from sqlrisk.time_zones import UTC

Failure = Literal[
    "connection",
    "credentials",
    "missing",
    "permission",
    "policy",
    "timeout",
    "lock",
    "memory",
    "limit",
    "value",
    "number",
    "types",
    "syntax",
    "interrupted",
    "other",
]
"""What a driver's error comes down to."""

_OWN_WORDS = "--unsafe-debug shows the engine's own words, which can hold values"
_FAILED: Mapping[Failure, tuple[type[NotMeasuredError], str, str]] = {
    "connection": (ConnectionFailedError, "the server cannot be reached or refuses, or the connection was lost", "check host, port, network and credentials"),
    "credentials": (ConnectionFailedError, "the server refuses the user or the credentials", "check them; have they expired?"),
    "missing": (RelationMissingError, "it is not in the catalogue", "check the name, the schema and the target"),
    "permission": (QueryFailedError, "the role may not read it", "grant select on it to the role of the profile"),
    "policy": (
        QueryFailedError,
        "a row-level security policy would hide rows from the role, in silence",
        "measure as a role that sees every row, such as one with BYPASSRLS",
    ),
    "timeout": (StatementTimeoutError, "stopped by its time limit (the role's, or 3600 s)", "declare statement_timeout, or measure fewer rungs"),
    "lock": (QueryFailedError, "another session holds a lock that it waited for", "run it again when the other session has ended"),
    "memory": (QueryFailedError, "the engine ran out of memory or disk", _OWN_WORDS),
    "limit": (
        QueryFailedError,
        "the statement is larger than the engine takes",
        "declare fewer columns or levels; --unsafe-debug shows the engine's own words",
    ),
    "value": (QueryFailedError, "a value cannot be converted as the declaration asks", _OWN_WORDS),
    "number": (QueryFailedError, "a number is out of range", _OWN_WORDS),
    "types": (StatementRefusedError, "an expression does not fit the types of the columns", _OWN_WORDS),
    "syntax": (StatementRefusedError, "the engine does not understand the statement", _OWN_WORDS),
    "other": (QueryFailedError, "the engine could not finish", _OWN_WORDS),
}
"""Failure -> the error that it is, what happened, and what to do."""


@dataclass(frozen=True)
class Abilities:
    """What an engine may and how it compares, in words for `sqlrisk debug` and docs/engines.md. `extra` is what pip installs its driver with."""

    driver: str
    extra: str
    snapshot: str
    temporary_tables: str
    read_only: str
    statement_timeout: str
    names: str
    collation: str
    executed: str

    def told(self) -> Mapping[str, str]:
        """What it may, by name in words; not its driver."""
        return {key.replace("_", " "): value for key, value in vars(self).items() if key not in ("driver", "extra")}


class Described(NamedTuple):
    """A column as the catalogue has it, and its expression in the engine's SQL where the column itself is not grouped as the contract says.

    A collation that takes different texts for one, or floats of which -0.0 and 0.0, or two NaN, are grouped apart.
    """

    name: str
    type: str
    exactly: str | None = None
    is_readable: bool = True


@dataclass(frozen=True)
class _Catalogue:
    """The catalogue of a connection."""

    dialect: str
    ask: Callable[[str, str], tuple[Sequence[str], Sequence[Sequence[Any]]]]
    has_views: bool = True

    def rows(self, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a select from it, by lower-case name."""
        try:
            names, rows = self.ask(sql, what)
        except (QueryFailedError, RelationMissingError) as error:
            raise NotMeasuredError(f"what the role may do is not known: {error.what}", where=error.where, instead=error.instead) from None
        return [dict(zip((name.lower() for name in names), row, strict=True)) for row in rows]


class Server(ABC):
    """An engine behind the driver of its file. It connects when it is first asked."""

    dialect: str
    abilities: Abilities
    longest_name: int | None = None
    time_zone = UTC
    allowed: tuple[Path, ...] = ()
    allow_superuser = False
    has_views: bool = True

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        if target is None:
            raise ConfigurationError(f"a {type(self).__name__} engine needs a profile", instead="write one in profiles.yml, as for dbt")
        self._target, self._unsafe_debug = target, unsafe_debug
        self._settings = target.settings
        self._timeout = target.statement_timeout
        self._limits_time = target.settings.get("statement_timeout") is not None
        self._connection: Any = None
        self._sources: dict[str, Source] = {}
        self._powers: Sequence[str] | None = None

    @abstractmethod
    def _open(self) -> Any:
        """A connection that can only read, its statement timeout set. Lets the driver's errors out."""

    @abstractmethod
    def _failure(self, error: Exception) -> Failure | None:
        """What an error comes down to; None where it is not of the driver."""

    @abstractmethod
    def _describe(self, name: str) -> Sequence[Described]:
        """The columns of a relation by its quoted name; none where there is no such relation. Lets the driver's errors out."""

    @abstractmethod
    def _version(self) -> str:
        """The engine's version, of an open connection."""

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement. Lets the driver's errors out."""
        cursor = self._connected().cursor()
        try:
            cursor.execute(sql)
            return [column[0] for column in cursor.description or ()], cursor.fetchall() if cursor.description else []
        finally:
            cursor.close()

    def powers(self) -> Sequence[str]:
        """What the role may do beyond reading, in words. Raises ConnectionFailedError, QueryFailedError."""
        if self._powers is None:
            self._powers = privileges.powers(self._from_catalogue())
        return self._powers

    def _refuse_powers(self, source: Source) -> None:
        """Before any statement on a relation: raises ConfigurationError where a view's function would run with more than the right to read."""
        if not self.allow_superuser and self.powers():
            privileges.refuse(self._from_catalogue(), self.powers()[0], source, self._where())

    def _from_catalogue(self) -> _Catalogue:
        return _Catalogue(self.dialect, lambda sql, what: self._sent(lambda: self._read_catalogue(sql), what))

    def _read_catalogue(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and rows of a select from the catalogue. Lets the driver's errors out."""
        return self._run(sql)

    def _count(self, name: str) -> Any:
        """The rows of a relation: what its state is where nothing better is known. Lets the driver's errors out."""
        return self._run(f"select count(*) as sqlrisk_rows from {name}")[1][0][0]

    def _transaction(self) -> tuple[str, str] | None:
        """The statements that open and close the snapshot; None where the engine has none."""
        return None

    def _state(self) -> Mapping[str, Any]:
        """What tells by relation that its data changed, compared at both ends; nothing where a snapshot holds it."""
        return {}

    def _spelt(self, name: str) -> str:
        """A name that is written without quotes, as the engine reads it."""
        return name

    def _qualified(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """The parts of a relation's name with the schema where the session looks up none by itself."""
        return parts

    @property
    def version(self) -> str:
        """Name and version, without an error where it is not connected."""
        name = self._target.type
        if self._connection is None:
            return f"{name} (not connected)"
        try:
            return f"{name} {self._version()}"
        except Exception as error:
            if self._failure(error) is None:
                raise
            return f"{name} (connection lost)"

    @property
    def bounds(self) -> str:
        """How long a statement may run, for the report."""
        return said(self._timeout, self._limits_time)

    def fold(self, name: str) -> str:
        """A name as the engine folds it: a relation with two names of one folding is refused."""
        return fold_of(self.dialect)(name)

    def source(self, relation: str | FileRelation) -> Source:
        """The relation, resolved against the catalogue. Raises RelationMissingError, ConfigurationError."""
        if isinstance(relation, FileRelation) or is_csv(relation) or is_parquet(relation):
            what = relation.file if isinstance(relation, FileRelation) else relation
            raise ConfigurationError(
                f"`{what}` is a file, and the target is of type {self._target.type}", where=self._where(), instead="files are read by DuckDB: name a table"
            )
        if relation not in self._sources:
            found = self._resolve(relation)
            self._refuse_powers(found)
            self._sources[relation] = found
        return self._sources[relation]

    @contextmanager
    def snapshot(self) -> Iterator[str]:
        """One snapshot, or a comparison at both ends. Raises NotMeasuredError where data changed."""
        transaction = self._transaction()
        if transaction:
            self._sent(lambda: self._run(transaction[0]), "the snapshot")
        try:
            before = self._sent(self._state, "the snapshot")
            yield self.abilities.snapshot
            after = self._sent(self._state, "the snapshot")
            if any(after.get(relation) != state for relation, state in before.items()):
                raise NotMeasuredError("a relation changed while it was measured", where=self._where(), instead="run the check again when nothing writes it")
        finally:
            if transaction:
                self._rollback(transaction[1])

    def rows(self, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a select, numbers plain. Raises QueryFailedError, StatementTimeoutError."""
        names, rows = self._sent(lambda: self._run(sql), what)
        return [dict(zip(names, map(plain_number, row), strict=True)) for row in rows]

    def temporary(self, sql: str, what: str) -> Source | None:
        """None: the engine allows no temporary table in a read-only session."""
        return None

    def discard(self, temporary: Source) -> None:
        """Raises QueryFailedError: there is no temporary table."""
        raise QueryFailedError("this engine makes no temporary table")

    def facts(self) -> Mapping[str, str]:
        """Driver, versions, rights, and what the engine may. Raises ConnectionFailedError."""
        self._sent(self._connected, "the connection")
        rights = self._sent(self._rights, "the rights of the role")
        return {"engine": self.version, "driver": self._driver_version(), **rights, "limits": self.bounds, **self.abilities.told()}

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    def _rights(self) -> Mapping[str, str]:
        """Who is connected and what they may, for `sqlrisk debug`."""
        return {}

    def _driver_version(self) -> str:
        from importlib.metadata import version

        return f"{self.abilities.driver} {version(self.abilities.driver)}"

    def _needs(self, *keys: str) -> None:
        """Raises ConfigurationError where the target has none of the keys."""
        if not any(self._settings.get(key) for key in keys):
            raise ConfigurationError(f"the target names no {keys[0]}", where=self._where(), instead=" or ".join(f"write {key}: ..." for key in keys))

    def _connected(self) -> Any:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _rollback(self, statement: str) -> None:
        try:
            self._run(statement)
        except Exception as error:
            if self._failure(error) is None:
                raise
            self.close()

    def _resolve(self, relation: str) -> Source:
        parts = relation_parts(relation)
        written = tuple(text for text, _ in parts)
        read = tuple(text if is_quoted else self._spelt(text) for text, is_quoted in parts)
        for spelling in dict.fromkeys((written, read)):
            name = ".".join(quoted(part, self.dialect) for part in self._qualified(spelling))
            found = self._sent(lambda name=name: self._describe(name), f"the relation {relation}")
            if found:
                self._refuse_twins(relation, found)
                return self._source(name, found)
        raise RelationMissingError(
            f"the relation {relation} is not in the catalogue, or the role may not see it",
            where=self._where(),
            instead="check the name, the schema and the target",
        )

    def _source(self, name: str, found: Sequence[Described]) -> Source:
        columns = tuple(CatalogueColumn(column.name, column.type, column.is_readable) for column in found)
        exact = {column.name: column.exactly for column in found if column.exactly is not None}
        if not exact:
            return Source(name, columns)
        names = [(column.name, quoted(column.name, self.dialect)) for column in found]
        listed = ", ".join(f"{exact[plain]} as {shown}" if plain in exact else shown for plain, shown in names)
        return Source(f"(select {listed} from {name})", columns, name, exact)

    def _refuse_twins(self, relation: str, found: Sequence[Described]) -> None:
        folded = [ascii_folded(self.fold(column.name)) for column in found]
        if len(set(folded)) < len(folded):
            raise ConfigurationError(
                f"{relation} has {len(folded) - len(set(folded)) + 1} columns of one name, apart from case",
                where=self._where(),
                instead="measure a view that gives each a name of its own",
            )

    def _sent(self, ask: Any, what: str) -> Any:
        """What the driver answers; its errors as ours, without their words."""
        try:
            return ask()
        except Exception as error:
            failure = self._failure(error)
            if failure is None:
                raise
            raise self._failed(failure, error, what) from None

    def _failed(self, failure: Failure, error: Exception, what: str) -> BaseException:
        if failure == "interrupted":
            return KeyboardInterrupt()
        error_class, text, instead = _FAILED[failure]
        if failure == "timeout" and self._timeout and self._limits_time:
            text = f"stopped after statement_timeout = {self._timeout:g} s"
        raw = unsafe_words(error, self._unsafe_debug)
        return error_class(f"{what}: {text} ({type(error).__name__}){raw}", where=self._where(), instead=instead)

    def _where(self) -> str:
        return f"{self._target.file}, {self._target.profile}.{self._target.name}"


def driver(module: str, extra: str) -> Any:
    """The driver's module, imported when it is needed; what it logs, which can quote values, is not printed. Raises ConfigurationError that says
    what to install."""
    log = logging.getLogger(module.partition(".")[0])
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    return needed(module, f"the driver `{module}`", extra)


def refuse_frames(frames: Mapping[str, Any], kind: str) -> None:
    """Raises ConfigurationError where there are DataFrames: only DuckDB reads them."""
    if frames:
        raise ConfigurationError(f"a DataFrame cannot be measured by a target of type {kind}", instead="leave the profile out: DuckDB measures it in memory")


def plain_number(value: Any) -> Any:
    """A Decimal as the integer or the double that it is; any other value as it stands."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() and value.is_finite() else float(value)
