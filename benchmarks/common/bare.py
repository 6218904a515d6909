"""The floor in a process of its own: one statement of DuckDB, its rows thrown away. Usage: python -m benchmarks.common.bare STATEMENT SETTINGS [DATABASE]."""

from __future__ import annotations

import json
import sys

import duckdb


def main() -> None:
    """Prints the first row as JSON."""
    statement, settings, *database = sys.argv[1:]
    with duckdb.connect(database[0] if database else ":memory:", read_only=bool(database), config=json.loads(settings)) as connection:
        connection.execute("set enable_progress_bar = false")
        print(json.dumps({"found": connection.execute(statement).fetchall()[0][0]}))


if __name__ == "__main__":
    main()
