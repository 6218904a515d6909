"""Spark: a Spark Connect server or a session of its own, through PySpark; table versions or row counts are compared at both ends."""

from __future__ import annotations

import os
import re
import sys
import threading
import uuid
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from sqlrisk import secrets
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames

_SETTINGS = {
    "spark.sql.ansi.enabled": "true",  # a cast that fails and a sum that overflows are errors, never NULL or another number
    "spark.sql.caseSensitive": "false",  # else a file's column that the catalogue spells in another case is read as NULL
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.variable.substitute": "false",  # else ${name} in a text is another text
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
}
"""What equal answers need, whatever the server's or the profile's settings say."""
_ZONE = "spark.sql.session.timeZone"
_VERSIONS = {"delta": "describe history {} limit 1", "iceberg": "select snapshot_id from {}.snapshots order by committed_at desc limit 1"}
_PLAIN = re.compile(r"string( collate UTF8_BINARY)?$", re.IGNORECASE)
_FATAL = ("connection", "credentials", "timeout", "interrupted")


class Spark(Server):
    """The engine. Relations without a schema are looked up in the profile's."""

    dialect = "spark"
    abilities = Abilities(
        driver="pyspark",
        extra="spark",
        snapshot="none: table versions (Delta, Iceberg), else row counts, compared at both ends",
        temporary_tables="none: a temporary view would be computed anew by each statement",
        read_only="only selects are sent; grant the role no more than select",
        statement_timeout="a timer interrupts the statement by its tag",
        names="compared without case",
        collation="columns of another collation than UTF8_BINARY: grouped as UTF8_BINARY",
        executed="Sail in every test run; Spark 4.3 with `make parity-spark` and `make spark-cluster`; versions of Delta and Iceberg: not executed",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._method = str(self._settings.get("method") or "connect")
        if self._method not in ("connect", "session"):
            raise ConfigurationError(
                f"the method `{self._method}` of dbt-spark is not spoken here",
                where=self._where(),
                instead="write method: connect with host or url, or method: session",
            )
        self._url = self._connect_url() if self._method == "connect" else ""
        self._stopped, self._joined = threading.Event(), False
        self._kinds: set[str] = set()

    @contextmanager
    def snapshot(self) -> Iterator[str]:
        """A comparison at both ends. Raises NotMeasuredError where data changed."""
        with super().snapshot():
            yield f"none: {' and '.join(sorted(self._kinds)) or 'versions or row counts'} compared at both ends"

    def close(self) -> None:
        """Close the session, but for one that it joined."""
        session, self._connection = self._connection, None
        if session is not None and not self._joined:
            with _quiet(), suppress(Exception):
                if self._method == "connect":
                    session.client.set_retry_policies([])
                session.stop()

    def _connect_url(self) -> str:
        """The URL of the Spark Connect server; its token is a secret from here on. Raises ConfigurationError."""
        settings = self._settings
        url = str(settings.get("url") or f"sc://{settings.get('host', '')}:{settings.get('port') or 15002}/")
        if not re.match(r"sc://[^/:;]", url):
            raise ConfigurationError("the target names no Spark Connect server", where=self._where(), instead="write host: and port:, or url: sc://host:15002")
        token = settings.get("token")
        if token is not None:
            secrets.keep(str(token))
            url += f"{'' if '/' in url[5:] else '/'};token={quote(str(token), safe='')}"
        for inside in re.findall(r"(?<=;token=)[^;]+", url):
            secrets.keep(inside)
            secrets.keep(unquote(inside))
        return url + (";use_ssl=true" if settings.get("use_ssl") is True else "")

    def _open(self) -> Any:
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")
        with _quiet():
            self._errors = _errors()
            self._connection = self._connect() if self._method == "connect" else self._start()
            try:
                self._prepare(self._connection)
            except BaseException:
                self.close()
                raise
        return self._connection

    def _prepare(self, session: Any) -> None:
        for key, value in {_ZONE: self.time_zone, **_SETTINGS}.items():
            session.conf.set(key, value)
        for key, value in self._asked().items():
            if key not in _SETTINGS:
                with suppress(*self._errors):  # a running server takes no more what is set when it starts
                    session.conf.set(key, value)
        if self._settings.get("catalog"):
            session.catalog.setCurrentCatalog(str(self._settings["catalog"]))
        if self._settings.get("schema"):
            session.catalog.setCurrentDatabase(str(self._settings["schema"]))

    def _asked(self) -> Mapping[str, str]:
        """The settings of the profile."""
        return {str(key): str(value) for name in ("server_side_parameters", "config") for key, value in (self._settings.get(name) or {}).items()}

    def _connect(self) -> Any:
        """A session of its own on the server, or the one that the URL names. A lost server is given up after seconds, not after minutes."""
        session = connect_session()(self._url)
        policy = driver("pyspark.sql.connect.client.retries", "spark").DefaultPolicy
        session.client.set_retry_policies([policy(max_retries=3, initial_backoff=200, max_backoff=2000)])
        session.release_session_on_close = ";session_id=" not in self._url
        return session

    def _start(self) -> Any:
        """A session in this process: a new one on `master`, or one beside that of the process that asks."""
        sql = driver("pyspark.sql", "spark")
        if driver("pyspark.util", "spark").is_remote_only():
            raise ConfigurationError(
                "method: session needs the whole of PySpark", where=self._where(), instead="pip install pyspark in place of pyspark-client"
            )
        active = sql.SparkSession.getActiveSession()
        if active is not None:
            self._joined = True
            return active.newSession()
        builder = sql.SparkSession.builder.appName("sqlrisk").config(map={"spark.ui.enabled": "false", **self._asked()})
        builder = builder.master(str(self._settings["master"])) if self._settings.get("master") else builder
        with _silent_children():
            return builder.getOrCreate()

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement; no names where there are no rows."""
        session = self._connected()
        with _quiet(), self._timed(session):
            rows = session.sql(sql).collect()
        return (rows[0].__fields__ if rows else ()), rows

    @contextmanager
    def _timed(self, session: Any) -> Iterator[None]:
        """Interrupt what is sent in here when its time is over, until it ends: it may not have reached the server when the time is over."""
        ended, over = threading.Event(), threading.Event()
        self._stopped, tag = over, f"sqlrisk-{uuid.uuid4()}"

        def watch() -> None:
            patience = self._timeout
            while not ended.wait(patience):
                over.set()
                with suppress(Exception):
                    session.interruptTag(tag)
                patience = 0.2

        session.addTag(tag)
        if self._timeout:
            threading.Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            ended.set()
            session.removeTag(tag)

    def _state(self) -> Mapping[str, Any]:
        self._kinds.clear()
        return {name: self._data(name) for name in dict.fromkeys(source.stored or source.sql for source in self._sources.values())}

    def _data(self, name: str) -> Any:
        """The version of a table where its format has one, else how many rows a relation has."""
        ask = _VERSIONS.get(self._provider(name))
        found = self._tried(ask.format(name)) if ask else []
        self._kinds.add("table versions" if found else "row counts")
        return found[0][0] if found else self._count(name)

    def _provider(self, name: str) -> str:
        rows = self._tried(f"describe table extended {name}")
        return next((str(row[1]).lower() for row in rows if row[0] == "Provider"), "")

    def _tried(self, sql: str) -> Sequence[Sequence[Any]]:
        """The rows of a question that not every relation answers; none where it does not."""
        try:
            return self._run(sql)[1]
        except Exception as error:
            if self._failure(error) in (None, *_FATAL):
                raise
            return []

    def _describe(self, name: str) -> Sequence[Described]:
        session = self._connected()
        try:
            with _quiet(), self._timed(session):
                fields = session.table(name).schema
        except Exception as error:
            if self._failure(error) == "missing":
                return []
            raise
        types = [(field.name, field.dataType.simpleString()) for field in fields]
        folds = {column for column, kind in types if kind.startswith("string") and not _PLAIN.match(kind)}
        return [Described(column, kind, self._exactly(column, kind, column in folds)) for column, kind in types]

    def _exactly(self, column: str, kind: str, folds: bool) -> str | None:
        """A text by its code points; a float without -0.0, which Sail ranks apart from 0.0."""
        shown = quoted(column, self.dialect)
        return f"({shown} collate UTF8_BINARY)" if folds else f"({shown} + cast(0 as {kind}))" if kind in ("double", "float") else None

    def _version(self) -> str:
        return str(self._connected().version)

    def _driver_version(self) -> str:
        return f"pyspark {driver('pyspark', 'spark').__version__}"

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run("select current_catalog(), current_database(), current_user()")
        catalog, schema, user = rows[0]
        return {"schema": f"{catalog}.{schema}", "user": user, "rights": "not read-only by itself: only selects are sent"}

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, self._errors):
            return None
        return "timeout" if self._stopped.is_set() else _failure(error)


def _failure(error: Exception) -> Failure:
    """What an error of PySpark comes down to: by the state of gRPC, by SQLSTATE, by the condition (Sail gives it in its text alone), by its class."""
    grpc = getattr(getattr(error, "getGrpcStatusCode", lambda: None)(), "name", "")
    state = getattr(error, "getSqlState", lambda: None)() or ""
    named = getattr(error, "getCondition", lambda: None)() or next(iter(re.findall(r"\[([A-Z]+_[A-Z_.]+)\]", str(error))), "")
    by_condition = (found for start, found in _CONDITIONS.items() if named.startswith(start))
    return _GRPC.get(grpc) or _STATES.get(state) or next(by_condition, None) or _STATES.get(state[:2]) or _CLASSES.get(type(error).__name__, "other")


_GRPC: Mapping[str, Failure] = {
    "UNAVAILABLE": "connection",
    "UNAUTHENTICATED": "credentials",
    "PERMISSION_DENIED": "credentials",
    "RESOURCE_EXHAUSTED": "memory",
}
_STATES: Mapping[str, Failure] = {
    "42P01": "missing",
    "42K03": "missing",
    "42501": "permission",
    "42601": "syntax",
    "42703": "types",
    "42883": "types",
    "42K09": "types",
    "22003": "number",
    "22012": "number",
    "22": "value",
    "08": "connection",
    "HY008": "timeout",
}
_CONDITIONS: Mapping[str, Failure] = {
    "TABLE_OR_VIEW_NOT_FOUND": "missing",
    "SCHEMA_NOT_FOUND": "missing",
    "AMBIGUOUS_REFERENCE": "types",
    "PATH_NOT_FOUND": "missing",
    "INVALID_HANDLE": "connection",
    "CONNECT_URL_NOT_SET": "connection",
    "JAVA_GATEWAY_EXITED": "connection",
    "OPERATION_CANCELED": "timeout",
    "PARSE_SYNTAX_ERROR": "syntax",
}
_CLASSES: Mapping[str, Failure] = {
    "NumberFormatException": "value",
    "DateTimeException": "value",
    "ArithmeticException": "number",
    "AnalysisException": "types",
    "ParseException": "syntax",
    "Py4JNetworkError": "connection",
}


def _errors() -> tuple[type[Exception], ...]:
    """The classes of what PySpark raises."""
    found: tuple[type[Exception], ...] = (driver("pyspark.errors", "spark").PySparkException,)
    with suppress(ConfigurationError):
        found += (driver("py4j.protocol", "spark").Py4JError,)
    return found


@contextmanager
def _quiet() -> Iterator[None]:
    """PySpark warns of pandas 3, of retries and of settings, and logs the server's errors, values and all, to standard error: nothing of it in here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        named = driver("pyspark.logger", "spark").PySparkLogger.getLogger
        loggers = [named(name) for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger")]
        before = [logger.disabled for logger in loggers]
        for logger in loggers:
            logger.disabled = True
        try:
            yield
        finally:
            for logger, disabled in zip(loggers, before, strict=True):
                logger.disabled = disabled


@contextmanager
def _silent_children() -> Iterator[None]:
    """A process that is started in here writes its standard error nowhere: the logs of Spark's JVM."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def connect_session() -> Any:
    """The class of the sessions of Spark Connect. Raises ConfigurationError where the driver is not installed.

    PySpark takes a program without a file (python -c) for its own doctests and ends it: the program has one while PySpark is imported.
    """
    main = sys.modules["__main__"]
    nameless = not hasattr(main, "__file__")
    if nameless:
        main.__file__ = "-c"
    try:
        return driver("pyspark.sql.connect.session", "spark").SparkSession
    finally:
        if nameless:
            del main.__file__


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> Spark:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "spark")
    return Spark(target, unsafe_debug)
