"""ClickHouse: a folder of chDB in this process, or a server over HTTP, both through clickhouse-connect."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlrisk import secrets
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError, ConnectionFailedError
from sqlrisk.profiles import Target
from sqlrisk.relations import quoted, relation_parts
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames
from sqlrisk.spilling import spill_folder

MEANING: Mapping[str, str] = {
    # what standard SQL says of NULL, of types and of dates
    "aggregate_functions_null_for_empty": "1",
    "join_use_nulls": "1",
    "cast_keep_nullable": "1",
    "transform_null_in": "0",
    "group_by_use_nulls": "0",
    "use_variant_as_common_type": "0",
    "date_time_overflow_behavior": "throw",
    "prefer_column_name_to_alias": "1",
    "count_distinct_implementation": "uniqExact",
    # what a profile of the server can set so that an answer is silently that of some rows
    **{f"{limit}_overflow_mode": "throw" for limit in ("read", "group_by", "sort", "result", "timeout", "set", "join", "transfer", "distinct")},
    "read_overflow_mode_leaf": "throw",
    "timeout_overflow_mode_leaf": "throw",
    "skip_unavailable_shards": "0",
    "limit": "0",
    "offset": "0",
    "max_query_size": "10000000",
}
"""The settings that an answer hangs on: one that cannot be had is refused."""

_EVERYWHERE = ("session_timezone", "aggregate_functions_null_for_empty", "join_use_nulls", "cast_keep_nullable")
"""Those that a server must know; one that does not know another has nothing to set."""

_HTTP = {
    # dbt's key of a setting -> clickhouse-connect's
    "host": "host", "port": "port", "user": "username", "password": "password", "secure": "secure", "verify": "verify", "connect_timeout": "connect_timeout",
    "client_cert": "client_cert", "client_cert_key": "client_cert_key", "ca_cert": "ca_cert", "server_host_name": "server_host_name",
}  # fmt: skip

_UNTOUCHED = """<clickhouse><merge_tree>
<max_bytes_to_merge_at_min_space_in_pool>1</max_bytes_to_merge_at_min_space_in_pool>
<max_bytes_to_merge_at_max_space_in_pool>1</max_bytes_to_merge_at_max_space_in_pool>
<max_number_of_merges_with_ttl_in_pool>0</max_number_of_merges_with_ttl_in_pool>
<old_parts_lifetime>1000000000</old_parts_lifetime>
</merge_tree></clickhouse>"""
"""What keeps the engine of a folder from merging parts, which it does as soon as it has loaded a table, even in a session that can only read."""

# A part that was never changed has its first block for a data_version, and a merge lowers that.
_PARTS = """
select partition_id, min(min_block_number), max(max_block_number), max(if(data_version > max_block_number, data_version, 0)), sum(rows)
from system.parts where active and database = {database} and table = {table}
group by partition_id order by partition_id"""


class ClickHouse(Server):
    """The engine. Relations without a database are looked up in the profile's."""

    dialect = "clickhouse"
    abilities = Abilities(
        driver="clickhouse-connect",
        extra="clickhouse",
        snapshot="none: the parts of MergeTree tables, the row counts of other relations, are compared at both ends",
        temporary_tables="no",
        read_only="readonly = 2 for each statement; a folder is opened so that it merges nothing",
        statement_timeout="max_execution_time of each statement",
        names="as written",
        collation="none: texts are compared by their bytes; floats are grouped with -0.0 = 0.0 and NaN = NaN",
        executed="a folder in every test run; the path to a server against chDB behind HTTP, not against a server",
    )

    def __init__(self, target: Target | None, folder: Path, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._client = driver("clickhouse_connect", "clickhouse")
        self._errors = driver("clickhouse_connect.driver.exceptions", "clickhouse")
        logging.getLogger("clickhouse_connect").addHandler(logging.NullHandler())
        path = self._settings.get("path")
        if (path is None) == (self._settings.get("host") is None):
            raise ConfigurationError(
                "the target names no folder of chDB and no server, or both", where=self._where(), instead="write path: warehouse, or host:"
            )
        self._path = path if path is None or path == ":memory:" else str((folder / str(path)).resolve())
        if self._settings.get("driver") == "native":
            raise ConfigurationError(
                "the native protocol is not spoken here", where=self._where(), instead="write driver: http, and the port of HTTP (8123, 8443)"
            )

    def _open(self) -> Any:
        client = self._server() if self._path is None else self._embedded(self._path)
        try:
            self._hold(client)
        except BaseException:
            client.close()
            raise
        return client

    def _server(self) -> Any:
        named = {theirs: self._settings[ours] for ours, theirs in _HTTP.items() if self._settings.get(ours) is not None}
        if "password" in named:
            secrets.keep(str(named["password"]))
        patience = self._settings.get("send_receive_timeout") or (self._timeout + 30 if self._timeout else 3600)
        return self._client.get_client(
            **named, interface=None, database=self._database(), send_receive_timeout=int(float(patience)), query_retries=0, autogenerate_session_id=False
        )

    def _embedded(self, path: str) -> Any:
        driver("chdb", "clickhouse")
        if path == ":memory:":
            return self._client.get_client(interface="chdb", path=path, database=self._database())
        if not (Path(path) / "metadata").is_dir():
            raise ConnectionFailedError("the folder of the target is not one of chDB", where=self._where(), instead="check path: it is never created here")
        private = spill_folder(None, Path())
        try:
            configuration = private.path / "untouched.xml"
            configuration.write_text(_UNTOUCHED)
            client = self._client.get_client(interface="chdb", path=path, database=self._database(), chdb_options={"config-file": str(configuration)})
        finally:
            private.remove()
        with suppress(self._errors.ClickHouseError):
            client.command("system stop merges")
        return client

    def _database(self) -> str | None:
        """The database of relations that name none, as dbt's profile spells it."""
        named = self._settings.get("schema") or self._settings.get("database")
        return None if named is None else str(named)

    def _hold(self, client: Any) -> None:
        """Give the session the settings that the answers hang on, the last of them that it only reads. Raises ConfigurationError."""
        wanted = {key: str(value) for key, value in (self._settings.get("custom_settings") or {}).items()} | {**MEANING, "session_timezone": self.time_zone}
        own = client.server_settings.get("max_execution_time")
        if self._timeout and (self._limits_time or (own is not None and not own.readonly and _same(str(own.value), "0"))):
            wanted["max_execution_time"] = f"{self._timeout:g}"
        for key, value in wanted.items():
            known = client.server_settings.get(key)
            if known is None and key in _EVERYWHERE:
                raise ConfigurationError(f"the server does not know {key}", where=self._where(), instead="ask one of a later version")
            if known is None or _same(str(known.value), value):
                continue
            if known.readonly:
                raise ConfigurationError(
                    f"the role may not set {key} = {value}",
                    where=self._where(),
                    instead="give the role a settings profile with readonly = 2, or the setting itself",
                )
            client.set_client_setting(key, value)
        if str(client.server_settings["readonly"].value) == "0":
            client.set_client_setting("readonly", "2")

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        answer = self._connected().query(sql)
        return answer.column_names, answer.result_rows

    def _describe(self, name: str) -> Sequence[Described]:
        try:
            _, rows = self._run(f"describe table {name}")
        except self._errors.ClickHouseError as error:
            if self._failure(error) == "missing":
                return []
            raise
        return [Described(row[0], row[1], exactly(row[0], row[1])) for row in rows if row[2] != "EPHEMERAL"]

    def _state(self) -> Mapping[str, Any]:
        """By relation the blocks of its parts, which merges leave as they are; its row count where it has none, or they may not be read."""
        return {
            relation: self._parts(relation) or self._run(f"select count(*) from {source.stored or source.sql}")[1] for relation, source in self._sources.items()
        }

    def _parts(self, relation: str) -> Sequence[Any]:
        *database, table = (_literal(part) for part, _ in relation_parts(relation))
        try:
            return self._run(_PARTS.format(database=database[-1] if database else "currentDatabase()", table=table))[1]
        except self._errors.ClickHouseError as error:
            if self._failure(error) in ("permission", "missing"):
                return []
            raise

    def _version(self) -> str:
        return str(self._connected().server_version)

    def _driver_version(self) -> str:
        return super()._driver_version() if self._path is None else f"{super()._driver_version()}, chdb {driver('chdb', 'clickhouse').__version__}"

    def _rights(self) -> Mapping[str, str]:
        _, rows = self._run("select currentDatabase(), currentUser(), getSetting('readonly')")
        database, user, readonly = rows[0]
        return {
            "folder" if self._path else "host": self._path or str(self._settings["host"]),
            "database": database,
            "user": user,
            "rights": f"readonly = {readonly}",
        }

    def _failure(self, error: Exception) -> Failure | None:
        if not isinstance(error, self._errors.ClickHouseError):
            return None
        code = getattr(error, "code", None)
        if code is None:
            return "lock" if self._path and "Unable to open" in str(error) else "connection"
        return next((failure for failure, codes in _FAILURES.items() if code in codes), "other")


_FAILURES: Mapping[Failure, tuple[int, ...]] = {
    "connection": (198, 209, 210, 279),
    "credentials": (192, 193, 194, 516),
    "missing": (60, 81),
    "permission": (164, 291, 497),
    "timeout": (159, 160),
    "lock": (473,),
    "memory": (173, 241, 243),
    "value": (6, 26, 27, 38, 41, 70, 72, 321, 349, 395, 691),
    "number": (69, 153, 407),
    "types": (42, 43, 44, 46, 47, 53, 386),
    "syntax": (62,),
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> ClickHouse:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "clickhouse")
    return ClickHouse(target, folder, unsafe_debug)


def exactly(name: str, kind: str) -> str | None:
    """A column's expression that groups as the contract says: -0.0 stands apart from 0.0, and no other text may stand beside an Enum or a FixedString."""
    column, shown = CatalogueColumn(name, kind), quoted(name, "clickhouse")
    if column.is_float:
        return f"cast(if(isNaN({shown}), nan, {shown} + 0) as {kind})"
    return f"cast({shown} as Nullable(String))" if column.is_text and any(each in kind for each in ("Enum", "FixedString")) else None


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _same(held: str, wanted: str) -> bool:
    """Whether two texts of a setting are one value."""
    try:
        return float(held) == float(wanted)
    except ValueError:
        return held == wanted
