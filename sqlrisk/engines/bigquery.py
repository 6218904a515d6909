"""BigQuery: one job a statement, through google-cloud-bigquery."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from sqlrisk.declared import FileRelation
from sqlrisk.errors import ConfigurationError
from sqlrisk.profiles import Target
from sqlrisk.readable import refuse_irregular
from sqlrisk.relations import quoted
from sqlrisk.servers import Abilities, Described, Failure, Server, driver, refuse_frames

_SCOPE = "https://www.googleapis.com/auth/bigquery"
_METHODS = ("oauth", "oauth-secrets", "service-account", "service-account-json")


class BigQuery(Server):
    """The engine. There is no session: each statement is a job, and what changes a relation meanwhile is found out at the end."""

    dialect = "bigquery"
    abilities = Abilities(
        driver="google-cloud-bigquery",
        extra="bigquery",
        snapshot="none: the row count and the time of the last change are compared at both ends",
        temporary_tables="no",
        read_only="by the roles of the account: a job has no such mode",
        statement_timeout="jobTimeoutMs of the job",
        names="as written; columns are compared without case",
        collation="a column with a collation (und:ci), and every text column of a view: grouped as COLLATE(column, '')",
        executed="not executed: text, parser and the driver's error classes only",
    )

    def __init__(self, target: Target | None, unsafe_debug: bool) -> None:
        super().__init__(target, unsafe_debug)
        self._driver = driver("google.cloud.bigquery", "bigquery")
        self._method = str(self._settings.get("method", "oauth"))
        if self._method not in _METHODS:
            raise ConfigurationError(f"the method `{self._method}` is not known here", where=self._where(), instead=f"one of {', '.join(_METHODS)}")
        self._needs("project", "database")
        self._needs("dataset", "schema")
        self._patience = self._driver.DEFAULT_RETRY.with_timeout(self._target.seconds("job_retry_deadline_seconds") or 30)

    def _open(self) -> Any:
        zone = self._driver.ConnectionProperty("time_zone", self.time_zone)
        job = self._driver.QueryJobConfig(
            labels={"tool": "sqlrisk"}, maximum_bytes_billed=self._settings.get("maximum_bytes_billed"), connection_properties=[zone]
        )
        if self._timeout:
            job.job_timeout_ms = round(self._timeout * 1000)
        return self._driver.Client(
            project=self._settings.get("execution_project") or self._project(),
            credentials=self._credentials(),
            location=self._settings.get("location"),
            default_query_job_config=job,
            client_options={key: self._settings[key] for key in ("api_endpoint", "quota_project_id") if self._settings.get(key)},
        )

    def _project(self) -> str:
        return str(self._settings.get("project") or self._settings.get("database"))

    def _qualified(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        return (*(self._project(), str(self._settings.get("dataset") or self._settings.get("schema")))[: 3 - len(parts)], *parts)

    def _credentials(self) -> Any:
        """Those of the profile's method; None: those that the environment gives."""
        if self._method.startswith("service-account"):
            return driver("google.oauth2.service_account", "bigquery").Credentials.from_service_account_info(self._key(), scopes=[_SCOPE])
        if self._method == "oauth-secrets":
            named = {key: self._settings.get(key) for key in ("token", "refresh_token", "client_id", "client_secret", "token_uri")}
            return driver("google.oauth2.credentials", "bigquery").Credentials(**named)
        return None

    def _key(self) -> Mapping[str, Any]:
        """The key of the service account. Raises ConfigurationError where it is none."""
        name = "keyfile_json" if self._method == "service-account-json" else "keyfile"
        given = self._settings.get(name)
        if name == "keyfile" and isinstance(given, str):
            refuse_irregular(Path(given).expanduser(), name)
        try:
            key = given if isinstance(given, dict) else json.loads(str(given) if name == "keyfile_json" else Path(str(given)).expanduser().read_text())
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"{name} cannot be read ({type(error).__name__})", where=self._where(), instead="name the key of a service account"
            ) from None
        if not isinstance(key, dict) or not {"client_email", "private_key", "token_uri"} <= set(key):
            raise ConfigurationError(f"{name} is no key of a service account", where=self._where(), instead="take the JSON that Google Cloud gives")
        return key

    def _run(self, sql: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        """The names and the rows of a statement."""
        job = self._connected().query(sql, retry=self._patience, job_retry=None)
        result = job.result(retry=self._patience)
        return [field.name for field in result.schema], [tuple(row.values()) for row in result]

    def _table(self, name: str) -> Any:
        """The table of a quoted name, by the API: a query of the catalogue would be billed."""
        parts = [part.name for part in sqlglot.parse_one(name, read=self.dialect, into=exp.Table).parts]
        return self._connected().get_table(".".join(parts), retry=self._patience)

    def _describe(self, name: str) -> Sequence[Described]:
        try:
            table = self._table(name)
        except self._errors("google.api_core.exceptions").NotFound:
            return ()
        return [self._described(field, table.table_type != "TABLE") for field in table.schema]

    def _described(self, field: Any, of_a_view: bool) -> Described:
        kind = "ARRAY" if field.mode == "REPEATED" else "STRUCT" if field.field_type == "RECORD" else field.field_type
        folds = kind == "STRING" and (of_a_view or field.to_api_repr().get("collation"))
        return Described(field.name, kind, f"collate({quoted(field.name, self.dialect)}, '')" if folds else None)

    def _state(self) -> Mapping[str, Any]:
        """Rows and the time of the last change of each relation."""
        names = [source.stored or source.sql for source in self._sources.values()]
        return {name: (self._count(name), self._table(name).modified) for name in names}

    def _version(self) -> str:
        return "(a service)"

    def _rights(self) -> Mapping[str, str]:
        client = self._connected()
        self._run("select 1")
        return {"project": str(client.project), "location": str(client.location or "that of the data"), "method": self._method}

    def _errors(self, module: str) -> Any:
        return driver(module, "bigquery")

    def _failure(self, error: Exception) -> Failure | None:
        if isinstance(error, self._errors("google.auth.exceptions").GoogleAuthError):
            return "connection" if type(error).__name__ == "TransportError" else "credentials"
        if isinstance(error, (self._errors("google.api_core.exceptions").RetryError, self._errors("requests").exceptions.RequestException)):
            return "connection"
        if not isinstance(error, self._errors("google.api_core.exceptions").GoogleAPICallError):
            return None
        reason = next((each.get("reason") for each in error.errors or () if isinstance(each, dict)), None)
        return _BY_REASON.get(str(reason)) or _BY_CODE.get(error.code) or next((kind for word, kind in _BY_WORD.items() if word in str(error)), "other")


_BY_REASON: Mapping[str, Failure] = {
    "accessDenied": "permission",
    "authError": "credentials",
    "notFound": "missing",
    "resourcesExceeded": "memory",
    "stopped": "timeout",
    "timeout": "timeout",
}
_BY_CODE: Mapping[int, Failure] = {401: "credentials", 403: "permission", 404: "missing", 502: "connection", 503: "connection", 504: "timeout"}
_BY_WORD: Mapping[str, Failure] = {
    # BigQuery says invalidQuery of all of these
    "Syntax error": "syntax",
    "No matching signature": "types",
    "Unrecognized name": "types",
    "overflow": "number",
    "out of range": "number",
    "division by zero": "number",
    "Bad ": "value",
    "Could not cast": "value",
    "Invalid ": "value",
}


def connect(target: Target | None, folder: Path, relations: Sequence[str | FileRelation], frames: Mapping[str, Any], unsafe_debug: bool) -> BigQuery:
    """The engine of a target. It connects when it is first asked."""
    refuse_frames(frames, "bigquery")
    return BigQuery(target, unsafe_debug)
