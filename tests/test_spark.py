"""Spark Connect as a user meets it: whole checks against Sail, what goes wrong, and what the profile refuses."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from sqlrisk import secrets
from sqlrisk.engines.spark import Spark, _failure
from sqlrisk.errors import ConfigurationError, NotMeasuredError, StatementTimeoutError
from sqlrisk.profiles import Target
from tests import engines
from tests.helpers import Ran, sqlrisk

RELEASE: dict[str, Any] = {
    "name": "people",
    "relation": "people",
    "columns": {"age": {"role": "quasi_identifier"}, "sex": {"role": "quasi_identifier"}, "illness": {"role": "sensitive"}},
    "waived": {"illness": "not judged in these tests"},
    "thresholds": [{"measure": "k", "at_least": 3}],
    "decided_on": "2026-11-01",
    "valid_until": "2027-11-01",
}
TYPES = {"age": "bigint", "sex": "text", "illness": "text"}
ROWS = [(place % 5, "FM"[place % 2], ("flu", "secret-value", None)[place % 3]) for place in range(60)]


@pytest.fixture(scope="module", params=[name for name in ("sail", "spark") if name in engines.ENGINES])
def server(request: pytest.FixtureRequest, _started: Callable[[str], engines.Engine]) -> Any:
    """Sail in each run, Spark itself where it is asked for."""
    return _started(request.param)


@pytest.fixture
def check(server: Any, tmp_path: Path) -> Callable[..., Ran]:
    """Run a command on people through a profile; keyword arguments change the profile, `release` the declaration."""
    server.load("people", TYPES, ROWS)

    def run(*command: str, release: Mapping[str, Any] | None = None, **settings: Any) -> Ran:
        output = {"type": "spark", "method": "connect", "url": server.url, **settings}
        (tmp_path / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": output}}}))
        (tmp_path / "sqlrisk.yml").write_text(yaml.safe_dump({"version": 1, "profile": "test", "releases": [{**RELEASE, **(release or {})}]}))
        return sqlrisk(*(command or ("check", "--format", "json")), cwd=tmp_path)

    return run


def engine(**settings: Any) -> Spark:
    return Spark(Target("test", "dev", "spark", Path("profiles.yml"), settings), False)


def test_a_check_says_what_held_the_data_still(check: Callable[..., Ran]) -> None:
    found = check()
    (release,) = json.loads(found.out)["releases"]
    assert (found.code, found.err, release["verdict"]) == (0, "", "publishable")
    assert release["reproduction"]["snapshot"].startswith("none: row counts compared at both ends")


def test_debug_tells_versions_and_settings(check: Callable[..., Ran]) -> None:
    found = check("debug", token="not-to-be-shown", url="sc://127.0.0.1:1", use_ssl=True)
    assert found.code == 3
    assert "not-to-be-shown" not in found.out + found.err
    found = check("debug")
    assert found.code == 0
    assert ".default\n" in found.out
    assert "connection: opens" in found.out


@pytest.mark.parametrize(
    ("settings", "release", "says"),
    [
        ({}, {"relation": "nothing"}, "the relation nothing is not in the catalogue"),
        ({"url": "sc://127.0.0.1:1"}, {}, "the server cannot be reached"),
        ({}, {"relation": "people.parquet"}, "is a file"),
        ({}, {"columns": {**RELEASE["columns"], "town": {"role": "quasi_identifier"}}}, "no column `town`"),
        ({}, {"where": "cast(illness as integer) > 0"}, "row_counts, rung published: "),
        ({"method": "thrift"}, {}, "the method `thrift` of dbt-spark is not spoken here"),
        ({"url": "127.0.0.1"}, {}, "names no Spark Connect server"),
    ],
)
def test_what_goes_wrong_is_one_message_without_values(check: Callable[..., Ran], settings: Mapping[str, Any], release: Mapping[str, Any], says: str) -> None:
    found = check("check", release=release, **settings)
    assert found.code in (2, 3)
    assert says in " ".join(found.err.split())
    assert "secret-value" not in found.out + found.err
    assert "Traceback" not in found.err
    assert "Warning" not in found.err


def test_a_lost_server_is_given_up_after_seconds(check: Callable[..., Ran]) -> None:
    started = time.monotonic()
    assert check(url="sc://127.0.0.1:1").code == 3
    assert time.monotonic() - started < 30


def test_a_statement_is_stopped_when_its_time_is_over(server: Any) -> None:
    spark = engine(url=server.url, statement_timeout=0.5)
    try:
        started = time.monotonic()
        with pytest.raises(StatementTimeoutError, match="a long one: stopped after statement_timeout = 0.5 s"):
            spark.rows("select count(*) as n from range(200000) as a cross join range(100000) as b where (a.id * b.id) % 7 = 3", "a long one")
        assert time.monotonic() - started < 30
        spark._timeout = 60
        assert spark.rows("select 1 as n", "a short one") == [{"n": 1}], "the session lives on"
    finally:
        spark.close()


def test_a_changed_row_count_is_not_measured(server: Any) -> None:
    server.load("growing", {"age": "bigint"}, [(1,)])
    spark = engine(url=server.url)
    try:
        spark.source("growing")
        with pytest.raises(NotMeasuredError, match="a relation changed while it was measured"), spark.snapshot():
            server.load("growing", {"age": "bigint"}, [(1,), (2,)])
    finally:
        spark.close()


def test_two_columns_of_one_name_are_refused(server: Any) -> None:
    server.connection.conf.set("spark.sql.caseSensitive", "true")
    server.connection.sql("create or replace temp view twins as select 1 as age, 2 as `Age`").collect()
    spark = engine(url=server.url)
    try:
        with pytest.raises(ConfigurationError, match="twins has 2 columns of one name, apart from case"):
            spark.source("twins")
    finally:
        spark.close()


def test_nothing_is_written(check: Callable[..., Ran], server: Any, tmp_path: Path) -> None:
    before = [(table.name, table.tableType) for table in server.connection.catalog.listTables()]
    assert check().code == 0
    assert [(table.name, table.tableType) for table in server.connection.catalog.listTables()] == before
    assert sorted(os.listdir(tmp_path)) == ["profiles.yml", "sqlrisk.yml"]


def test_a_token_in_the_url_is_a_secret() -> None:
    engine(url="sc://spark.example:443/;use_ssl=true;token=a%2Bb-token")
    assert secrets.redact("a%2Bb-token and a+b-token") == "*** and ***"
    assert engine(host="spark.example", token="x;y=z", use_ssl=True)._url == "sc://spark.example:15002/;token=x%3By%3Dz;use_ssl=true"


def test_a_session_of_this_process_needs_the_whole_of_pyspark() -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed")
    spark = engine(method="session", master="local[1]")
    if spark._driver_version().startswith("pyspark 4") and __import__("pyspark.util").util.is_remote_only():
        with pytest.raises(ConfigurationError, match="needs the whole of PySpark"):
            spark.source("people")


def test_what_an_error_of_spark_comes_down_to() -> None:
    class Raised(Exception):
        def __init__(self, state: str | None, condition: str | None, text: str = "") -> None:
            super().__init__(text)
            self.state, self.condition = state, condition

        def getSqlState(self) -> str | None:
            return self.state

        def getCondition(self) -> str | None:
            return self.condition

    assert _failure(Raised("42P01", "TABLE_OR_VIEW_NOT_FOUND")) == "missing"
    assert _failure(Raised(None, None, "Table not found: [TABLE_OR_VIEW_NOT_FOUND] nothing")) == "missing"
    assert _failure(Raised("22018", "CAST_INVALID_INPUT")) == "value"
    assert _failure(Raised("22003", "ARITHMETIC_OVERFLOW")) == "number"
    assert _failure(Raised("42501", "INSUFFICIENT_PERMISSIONS")) == "permission"
    assert _failure(Raised("HY008", "OPERATION_CANCELED")) == "timeout"
    assert _failure(Raised("HY000", "INVALID_HANDLE.SESSION_CLOSED")) == "connection"
    assert _failure(Raised("XXKUC", "SOMETHING_ELSE")) == "other"
