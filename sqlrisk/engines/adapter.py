"""Any other warehouse: the dbt adapter that is installed beside sqlrisk, driven without a dbt project from the same profile."""

from __future__ import annotations

import importlib
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlglot import exp

from sqlrisk import sqlstates, time_zones
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError, did_you_mean
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted
from sqlrisk.renderings.blanks import with_visible_blanks
from sqlrisk.servers import Abilities, Described, Failure, Server, refuse_frames

DIALECTS = {"sqlserver": "tsql", "synapse": "tsql", "fabric": "fabric", "athena": "athena"}
"""The dialect of an adapter whose name is not that of its dialect."""
_KNOWN = ("athena", "bigquery", "clickhouse", "databricks", "fabric", "postgres", "redshift", "snowflake", "spark", "trino", "tsql")
_OWN = {"duckdb": "duckdb", "sqlite": "sqlite", "mysql": "mysql", "mysql5": "mysql", "mariadb": "mariadb"}
_CATALOGUED = "select c.column_name, c.data_type{collation} from {catalogue}information_schema.columns c where {conditions} order by c.ordinal_position"


class Adapter(Server):
    """The engine. What dbt's adapter opens is what is used: it is as read-only as the role of the profile."""

    abilities = Abilities(
        driver="dbt-adapters",
        extra="",
        snapshot="none: the row counts are the same at both ends",
        temporary_tables="no",
        read_only="as the role of the profile: give it SELECT only",
        statement_timeout="the adapter's own settings",
        names="those without quotes as written, else in upper, else in lower case",
        collation="SQL Server and Fabric: grouped by their binary collation, with blanks at the end as no-break spaces",
        executed="with dbt-postgres",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._kind = str(self._settings.get("adapter", self._target.type))
        self.dialect = DIALECTS.get(self._kind, self._kind)
        if self._kind in _OWN:
            what = f"an own engine measures `{self._kind}`, which tells apart more texts, or opens read-only what the adapter opens for writing"
            raise ConfigurationError(what, where=self._where(), instead=f"write type: {_OWN[self._kind]}")
        if self.dialect not in _KNOWN:
            raise ConfigurationError(
                f"there is no engine of type `{self._kind}`, and no dialect for a dbt adapter of that name",
                where=self._where(),
                instead=did_you_mean(self._kind, [*_KNOWN, *DIALECTS, *_OWN]),
            )
        self._plugin = _plugin(self._kind, self._where())
        self._adapter: Any = None

    @property
    def version(self) -> str:
        """Name and version of the adapter: a warehouse says its own in as many ways as there are."""
        from importlib.metadata import version

        return f"{self._kind} (dbt-{self._kind} {version(f'dbt-{self._kind}')})"

    def close(self) -> None:
        """Close the connection."""
        if self._adapter is not None:
            self._adapter.cleanup_connections()
            self._adapter = self._connection = None

    def _open(self) -> Any:
        importlib.import_module("dbt_common.context").set_invocation_context(dict(os.environ))
        self._adapter = self._plugin.adapter(self._configuration(), multiprocessing.get_context("spawn"))
        self._adapter.acquire_connection("sqlrisk")
        self._set_zone(self._adapter.connections)
        return self._adapter.connections

    def _set_zone(self, connections: Any) -> None:
        """Read times in the zone of the release, where sessions have one. Raises ConfigurationError where they have none and another than UTC is asked for."""
        asked = time_zones.statement(self.dialect, self.time_zone) if hasattr(connections, "add_query") else None
        if asked is not None:
            connections.add_query(asked, auto_begin=False)
            with suppress(Exception):
                connections.get_thread_connection().handle.commit()  # else a statement that fails would set it back
        elif self.time_zone != time_zones.UTC:
            what = f"the sessions of {self._kind} have no time zone"
            raise ConfigurationError(what, where=self._where(), instead="leave time_zone out, or convert the times in a view")

    def _configuration(self) -> Any:
        """What an adapter asks of the project that it usually has."""
        settings = {key: value for key, value in self._settings.items() if key not in ("adapter", "threads", "target")}
        return SimpleNamespace(
            credentials=self._credentials(settings),
            profile_name=self._target.profile,
            target_name=self._target.name,
            threads=1,
            project_name="sqlrisk",
            query_comment=SimpleNamespace(comment="", append=False, job_label=False),
            cli_vars={},
            target_path="",
            log_cache_events=False,
            project_root=str(Path.cwd()),
            to_target_dict=dict,
        )

    def _credentials(self, settings: Mapping[str, Any]) -> Any:
        """The adapter's own reading of the target. Raises ConfigurationError, without the words of the adapter: they can hold a secret."""
        kind = self._plugin.credentials
        try:
            translated = kind.translate_aliases(dict(settings))
            kind.validate(translated)
            return kind.from_dict(translated)
        except Exception as error:
            if type(error).__name__ not in ("ValidationError", "DbtConfigError", "DbtProfileError", "DbtRuntimeError", "DuplicateAliasError"):
                raise
            missing = "a key is missing, misspelt or of another type"
            raise ConfigurationError(f"dbt-{self._kind} refuses the target: {missing} ({type(error).__name__})", where=self._where()) from None

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        connections = self._connected()
        if not hasattr(connections, "add_query"):
            _, table = connections.execute(sql, fetch=True)
            return list(table.column_names), [tuple(row) for row in table.rows]
        try:
            _, cursor = connections.add_query(sql, auto_begin=False)
            return [column[0] for column in cursor.description], [tuple(row) for row in cursor.fetchall()]
        except Exception:
            with suppress(Exception):
                connections.get_thread_connection().handle.rollback()  # else PostgreSQL refuses whatever comes after
            raise

    def _qualified(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        return parts if len(parts) > 1 else (str(self._settings.get("schema", "dbo" if self.dialect == "tsql" else "public")), *parts)

    def _state(self) -> Mapping[str, Any]:
        tables = {source.stored or source.sql for source in self._sources.values()}
        return {table: self._count(table) for table in sorted(tables)}

    def _describe(self, name: str) -> Sequence[Described]:
        *above, schema, table = (part.name for part in exp.to_table(name, dialect=self.dialect).parts)
        catalogue = f"{quoted(above[0], self.dialect)}." if above else ""
        wanted = {"table_schema": schema, "table_name": table}
        conditions = " and ".join(f"c.{key} = {exp.Literal.string(value).sql(dialect=self.dialect)}" for key, value in wanted.items())
        collation = ", c.collation_name" if self.dialect in ("tsql", "fabric") else ", null"
        _, rows = self._run(_CATALOGUED.format(collation=collation, catalogue=catalogue, conditions=conditions))
        return [Described(column, kind, self._exactly(column, found)) for column, kind, found in rows]

    def _exactly(self, column: str, collation: str | None) -> str | None:
        """A text by its code points; on SQL Server by the blanks at its end too, which no collation sees."""
        name = quoted(column, self.dialect)
        binary = {"tsql": "Latin1_General_100_BIN2", "fabric": "Latin1_General_100_BIN2_UTF8"}.get(self.dialect)
        if not binary or not collation:
            return None
        return f"{with_visible_blanks(name, self.dialect)} collate {binary}"

    def _spelt(self, name: str) -> str:
        return name.upper() if self.dialect == "snowflake" else name.lower()

    def _version(self) -> str:
        return ""

    def _driver_version(self) -> str:
        from importlib.metadata import version

        return f"dbt-{self._kind} {version(f'dbt-{self._kind}')}"

    def _failure(self, error: Exception) -> Failure | None:
        names = {kind.__name__ for kind in type(error).__mro__}
        if "FailedToConnectError" in names:
            return "connection"
        state = getattr(error.__cause__, "pgcode", None) or getattr(error.__cause__, "sqlstate", None)
        if isinstance(state, str) and (found := sqlstates.failure(state)):
            return found
        if names & {"DbtRuntimeError", "DbtBaseException"} or "DatabaseError" in names or "Error" in names:
            return "other"
        return None


def _plugin(kind: str, where: str) -> Any:
    """The adapter's plugin. Raises ConfigurationError where it is not installed."""
    try:
        importlib.import_module("dbt.adapters.factory")  # first: adapters import each other through it
        return importlib.import_module(f"dbt.adapters.{kind}").Plugin
    except ImportError as error:
        raise ConfigurationError(
            f"sqlrisk has no engine of type `{kind}`, and no dbt adapter of that name is installed beside it ({type(error).__name__})",
            where=where,
            instead=f"pip install dbt-{kind} into this environment, or check `type:`",
        ) from None


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> Adapter:
    """The engine of a target whose `adapter:`, or `type:`, names a dbt adapter. It connects when it is first asked."""
    refuse_frames(frames, target.type if target else "adapter")
    return Adapter(target, unsafe_debug)
