"""The time zone in which times are read: the same on every machine, since an hour can be another day or year elsewhere."""

from __future__ import annotations

import functools
from collections.abc import Mapping

UTC = "UTC"
_STATEMENTS: Mapping[str, str] = {
    # what sets the zone of a session, by dialect; a dialect without one is not here
    "duckdb": "set TimeZone = '{}'",
    "postgres": "set timezone = '{}'",
    "redshift": "set timezone to '{}'",
    "mysql": "set session time_zone = '{}'",
    "snowflake": "alter session set timezone = '{}'",
    "databricks": "set time zone '{}'",
    "spark": "set time zone '{}'",
    "clickhouse": "set session_timezone = '{}'",
    "trino": "set time zone '{}'",
    "bigquery": "set @@time_zone = '{}'",
}


def statement(dialect: str, zone: str) -> str | None:
    """What sets the zone of a session of an engine; None where its sessions have none."""
    known = _STATEMENTS.get({"mariadb": "mysql"}.get(dialect, dialect))
    return known.format(for_mysql(zone) if dialect in ("mysql", "mariadb") else zone) if known else None


def for_mysql(zone: str) -> str:
    """The zone as MySQL and MariaDB know it, whether or not their tables of time zones are filled: UTC by its offset."""
    return "+00:00" if zone == UTC else zone


def comment(dialect: str, zone: str, of: str = "") -> str:
    """The line above printed SQL that says in which zone the times (`of` some releases) are read."""
    known = statement(dialect, zone)
    return f"-- times{of and f' of {of}'} are read in {zone}{f': {known};' if known else ''}\n"


def checked(zone: str) -> str:
    """The zone. Raises ValueError where it is not the name of one."""
    if zone not in _known():
        raise ValueError("write UTC or an IANA time zone, such as Europe/Madrid")
    return zone


@functools.cache
def _known() -> frozenset[str]:
    """UTC and the zones of places, as DuckDB lists them: abbreviations such as EST or IST are several zones each."""
    import duckdb

    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        names = [str(name) for (name,) in connection.execute("select name from pg_timezone_names()").fetchall()]
    return frozenset({UTC, *(name for name in names if "/" in name and not name.startswith("SystemV/"))})
