"""The engines that nobody can run here: what is missing or wrong before a warehouse answers, with the real drivers where they are installed."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.engines import connect
from sqlrisk.errors import ConfigurationError, SqlriskError
from sqlrisk.profiles import Target
from sqlrisk.servers import Server
from tests.helpers import project, sqlrisk

SECRET = "s3cret/with+odd=characters"
DRIVERS = {
    "snowflake": "snowflake.connector",
    "bigquery": "google.cloud.bigquery",
    "databricks": "databricks.sql",
    "redshift": "redshift_connector",
    "trino": "trino",
}


@pytest.fixture
def nowhere() -> int:
    """A port of 127.0.0.1 that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(kind: str, port: int) -> dict[str, Any]:
    """The keys of a profile that leads nowhere, and the seconds after which each driver gives up."""
    return {
        "snowflake": {
            "account": "nowhere", "user": "u", "password": SECRET, "host": "127.0.0.1", "port": port, "protocol": "http", "database": "d", "schema": "s",
            "warehouse": "w", "connect_timeout": 2,
        },
        "bigquery": {
            "method": "oauth-secrets", "token": SECRET, "project": "p", "dataset": "d", "api_endpoint": f"http://127.0.0.1:{port}",
            "job_retry_deadline_seconds": 1,
        },
        "databricks": {
            "host": "127.0.0.1", "http_path": "/sql/1.0/warehouses/w", "token": SECRET, "schema": "s", "connect_timeout": 2,
            "connection_parameters": {"_port": port},
        },
        "redshift": {"host": "127.0.0.1", "port": port, "user": "u", "password": SECRET, "dbname": "d", "schema": "s", "connect_timeout": 2},
        "trino": {"method": "ldap", "host": "127.0.0.1", "port": port, "user": "u", "password": SECRET, "database": "c", "schema": "s", "retries": 1},
    }[kind]  # fmt: skip


def engine(kind: str, **given: Any) -> Any:
    """The engine of a profile, not connected."""
    return connect(Target("p", "dev", kind, Path("profiles.yml"), given), Path(), ("people",))


def installed(kind: str) -> Any:
    """The driver of an engine. Skips where it is not installed."""
    return pytest.importorskip(DRIVERS[kind], reason=f"the driver of {kind} is not installed: pip install 'sqlrisk[{kind}]'")


@pytest.mark.parametrize("kind", DRIVERS)
def test_a_driver_that_is_not_installed_says_what_to_install(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, DRIVERS[kind], None)
    with pytest.raises(ConfigurationError) as missing:
        engine(kind, **settings(kind, 1))
    assert missing.value.exit_code == 2
    assert str(missing.value) == f'the driver `{DRIVERS[kind]}` is not installed (ModuleNotFoundError)\n    pip install "sqlrisk[{kind}]"'


@pytest.mark.parametrize("kind", DRIVERS)
def test_a_server_that_does_not_answer_is_exit_code_3_and_one_message_without_a_secret(kind: str, nowhere: int, tmp_path: Path) -> None:
    installed(kind)
    folder = project(tmp_path, rows=None)
    (folder / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": {"type": kind, **settings(kind, nowhere)}}}}))
    ran = sqlrisk("check", "--today", "2026-11-30", cwd=folder)
    assert ran.code == 3, ran
    assert "the server cannot be reached" in " ".join((ran.out + ran.err).split())
    assert ran.err.startswith("altas: not measured: "), "what the driver warns of and logs is not printed"
    assert SECRET not in ran.out + ran.err


WRONG = [
    ("snowflake", {"account": ""}, "names no account"),
    ("bigquery", {"dataset": None}, "names no dataset"),
    ("databricks", {"http_path": None}, "names no http_path"),
    ("redshift", {"host": None}, "names no host"),
    ("trino", {"user": None}, "names no user"),
    ("bigquery", {"method": "magic"}, "the method `magic` is not known here"),
    ("redshift", {"method": "magic"}, "the method `magic` is not known here"),
    ("trino", {"method": "magic"}, "the method `magic` is not known here"),
    ("databricks", {"auth_type": "oauth", "client_secret": SECRET}, "not built yet"),
    ("databricks", {"http_path": "sql/protocolv1/o/1/2", "statement_timeout": 60}, "statement_timeout is for a SQL warehouse"),
    ("snowflake", {"statement_timeout": -1}, "a number of seconds above 0"),
]


@pytest.mark.parametrize(("kind", "given", "said"), WRONG, ids=[f"{kind}: {' '.join(given)}" for kind, given, _ in WRONG])
def test_a_profile_that_is_wrong_says_so_before_connecting(kind: str, given: dict[str, Any], said: str) -> None:
    installed(kind)
    with pytest.raises(ConfigurationError, match=said) as wrong:
        engine(kind, **{**settings(kind, 1), **given})
    assert SECRET not in str(wrong.value)


@pytest.mark.parametrize("given", [{"keyfile": "nowhere.json"}, {"keyfile": "/dev/null"}, {"method": "service-account-json", "keyfile_json": {"type": "x"}}])
def test_a_key_that_is_none_says_so(given: dict[str, Any]) -> None:
    installed("bigquery")
    with pytest.raises(ConfigurationError, match="keyfile"):
        engine("bigquery", **{"method": "service-account", "project": "p", "dataset": "d", **given}).source("people")


@pytest.mark.parametrize("given", [{"private_key_path": "/nowhere.p8"}, {"private_key_path": "/dev/null"}])
def test_a_private_key_that_is_none_is_a_message(given: dict[str, Any]) -> None:
    installed("snowflake")
    with pytest.raises(SqlriskError) as failed:
        engine("snowflake", **{**settings("snowflake", 1), **given}).source("people")
    assert SECRET not in str(failed.value)


@pytest.mark.parametrize("sql", ["select 7 % 2 as v, ':a' as w", "select 1 as v from t where u like 'A%' and w = '?'"])
def test_a_percent_sign_is_no_place_of_a_parameter_on_redshift(sql: str) -> None:
    installed("redshift")
    from redshift_connector.core import convert_paramstyle

    assert convert_paramstyle("qmark", sql)[0] == sql
    with pytest.raises(Exception, match="Only %s and %% are supported"):
        convert_paramstyle("format", "select 7 % 2 as v")


def test_a_method_that_lacks_its_part_names_it() -> None:
    installed("trino")
    with pytest.raises(ConfigurationError, match="needs password"):
        engine("trino", method="ldap", host="127.0.0.1", user="u").source("people")


def failures(kind: str, driver: Any) -> list[tuple[Exception, str]]:
    """Errors of a driver's own classes, built as it builds them, and what each comes down to."""
    if kind == "snowflake":
        made = driver.errors.ProgrammingError
        numbers = {(2003, "42S02"): "missing", (3001, "42501"): "permission", (604, "57014"): "timeout", (630, "57014"): "timeout", (904, "42000"): "types",
                   (1003, "42000"): "syntax", (100038, "22018"): "value", (100051, "22012"): "number", (390144, "08001"): "credentials"}  # fmt: skip
        return [
            *((made(msg="told", errno=number, sqlstate=state), kind) for (number, state), kind in numbers.items()),
            (driver.errors.DatabaseError(msg="Incorrect username or password was specified.", errno=250001, sqlstate="08001"), "credentials"),
            (driver.errors.OperationalError(msg="Could not connect to Snowflake backend", errno=250001, sqlstate="08001"), "connection"),
            (driver.errors.OperationalError(msg="login timed out", errno=14, sqlstate="HYT00"), "connection"),
        ]
    if kind == "bigquery":
        from google.api_core import exceptions
        from google.auth.exceptions import DefaultCredentialsError, RefreshError

        return [
            (exceptions.NotFound("Not found: Table p:d.t", errors=[{"reason": "notFound"}]), "missing"),
            (exceptions.Forbidden("Access Denied", errors=[{"reason": "accessDenied"}]), "permission"),
            (exceptions.Unauthorized("Request had invalid credentials"), "credentials"),
            (exceptions.BadRequest("Syntax error: Unexpected", errors=[{"reason": "invalidQuery"}]), "syntax"),
            (exceptions.BadRequest("Unrecognized name: x", errors=[{"reason": "invalidQuery"}]), "types"),
            (exceptions.BadRequest("Bad int64 value: VIH", errors=[{"reason": "invalidQuery"}]), "value"),
            (exceptions.BadRequest("int64 overflow: 1 + 2", errors=[{"reason": "invalidQuery"}]), "number"),
            (exceptions.BadRequest("Resources exceeded", errors=[{"reason": "resourcesExceeded"}]), "memory"),
            (exceptions.ServiceUnavailable("try again"), "connection"),
            (exceptions.RetryError("Timeout of 30s exceeded", OSError()), "connection"),
            (DefaultCredentialsError("none found"), "credentials"),
            (RefreshError("expired"), "credentials"),
        ]
    if kind == "databricks":
        server, request = driver.exc.ServerOperationError, driver.exc.RequestError
        return [
            (server("[TABLE_OR_VIEW_NOT_FOUND] The table cannot be found. SQLSTATE: 42P01"), "missing"),
            (server("[INSUFFICIENT_PERMISSIONS] Insufficient privileges SQLSTATE: 42501"), "permission"),
            (server("[CAST_INVALID_INPUT] The value 'VIH' cannot be cast. SQLSTATE: 22018"), "value"),
            (server("[ARITHMETIC_OVERFLOW] long overflow. SQLSTATE: 22003"), "number"),
            (server("[PARSE_SYNTAX_ERROR] Syntax error at or near SQLSTATE: 42601"), "syntax"),
            (server("Query has been timed out due to STATEMENT_TIMEOUT"), "timeout"),
            (request("Error during request to server", context={"http-code": 403}), "credentials"),
            (request("Error during request to server", context={}), "connection"),
        ]
    if kind == "redshift":
        told = {"42P01": "missing", "42501": "permission", "57014": "timeout", "22P02": "value", "22003": "number", "42601": "syntax", "28000": "credentials"}
        return [
            *((driver.ProgrammingError({"S": "ERROR", "C": state, "M": "told"}), kind) for state, kind in told.items()),
            (driver.InterfaceError("communication error", OSError()), "connection"),
            (driver.InterfaceError("server requesting MD5 password authentication, but no password was provided"), "credentials"),
        ]
    names = {"TABLE_NOT_FOUND": "missing", "SCHEMA_NOT_FOUND": "missing", "PERMISSION_DENIED": "permission", "EXCEEDED_TIME_LIMIT": "timeout",
             "INVALID_CAST_ARGUMENT": "value", "NUMERIC_VALUE_OUT_OF_RANGE": "number", "TYPE_MISMATCH": "types", "COLUMN_NOT_FOUND": "types",
             "SYNTAX_ERROR": "syntax", "EXCEEDED_LOCAL_MEMORY_LIMIT": "memory", "CLUSTER_OUT_OF_MEMORY": "memory"}  # fmt: skip
    errors = driver.exceptions
    return [
        *((errors.TrinoUserError({"errorName": name, "message": "told"}), kind) for name, kind in names.items()),
        (errors.TrinoConnectionError("failed to execute"), "connection"),
        (errors.HttpError("error 401: b'Unauthorized'"), "credentials"),
        (errors.Http503Error("error 503: service unavailable"), "connection"),
    ]


@pytest.mark.parametrize("kind", DRIVERS)
def test_the_errors_of_the_driver_are_told_apart(kind: str) -> None:
    driver = installed(kind)
    found = engine(kind, **settings(kind, 1))
    assert found.version == f"{kind} (not connected)"
    listed = failures(kind, driver)
    assert {f"{error}": found._failure(error) for error, _ in listed} == {f"{error}": expected for error, expected in listed}
    assert found._failure(ValueError("not the driver's")) is None


@pytest.mark.parametrize("kind", DRIVERS)
def test_an_error_of_the_driver_is_told_without_its_words(kind: str) -> None:
    driver = installed(kind)
    found = engine(kind, **settings(kind, 1))
    for error, failure in failures(kind, driver):
        assert "VIH" not in str(found._failed(failure, error, "a statement"))


@pytest.mark.parametrize("inside", [{"keyfile_json": {"type": "x", "private_key": "-----BEGIN\ns3cret\n"}}, {"http_headers": {"X-Key": "s3cret"}},
                                    {"connection_parameters": {"oauth_client_secret": "s3cret"}}])  # fmt: skip
def test_debug_masks_what_is_secret_inside_a_setting(inside: dict[str, Any], tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "profiles.yml").write_text(
        yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": {"type": "duckdb", "path": "warehouse.duckdb", **inside}}}})
    )
    ran = sqlrisk("debug", cwd=folder)
    assert ran.code == 0, ran
    assert "***" in ran.out
    assert "s3cret" not in ran.out + ran.err


TYPES = {
    # the engine's name of a type: text, number, nested
    "VARCHAR(16777216)": (True, False, False), "NUMBER(38,0)": (False, True, False), "FLOAT": (False, True, False), "VARIANT": (False, False, True),
    "TIMESTAMP_NTZ(9)": (False, False, False), "OBJECT": (False, False, True), "STRING": (True, False, False), "INTEGER": (False, True, False),
    "BIGNUMERIC": (False, True, False), "STRUCT": (False, False, True), "ARRAY": (False, False, True), "JSON": (False, False, True),
    "string": (True, False, False), "decimal(10,2)": (False, True, False), "map<string,int>": (False, False, True), "array<string>": (False, False, True),
    "struct<a:string>": (False, False, True), "character varying": (True, False, False), "double precision": (False, True, False),
    "super": (False, False, True), "row(a varchar)": (False, False, True), "array(varchar)": (False, False, True), "char(3)": (True, False, False),
    "date": (False, False, False), "boolean": (False, False, False), "timestamp(3) with time zone": (False, False, False),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPES)
def test_the_names_of_types_are_read(name: str) -> None:
    column = CatalogueColumn("c", name)
    assert (column.is_text, column.is_number, column.is_nested) == TYPES[name]


@pytest.mark.parametrize("name", ["time(3) with time zone", "interval day to second"])
def test_a_type_that_takes_two_values_for_one_is_ambiguous(name: str) -> None:
    assert CatalogueColumn("c", name).is_ambiguous


@pytest.mark.parametrize(
    ("kind", "read"), [("snowflake", "PEOPLE"), ("redshift", "people"), ("trino", "people"), ("databricks", "People"), ("bigquery", "People")]
)
def test_a_name_without_quotes_is_read_as_the_engine_reads_it(kind: str, read: str) -> None:
    installed(kind)
    found: Server = engine(kind, **settings(kind, 1))
    assert found._spelt("People") == read
