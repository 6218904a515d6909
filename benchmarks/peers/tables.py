"""The tables of the peers: people at L3, and 20,000 of them at a level where nearly each is alone; as CSV and as parquet, kept as files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import duckdb

from benchmarks.common.people import L3, Level, database, opened

SMALL_ROWS = 20_000
FINE = Level(
    "L4", "5 years, sex, postcode", f"(select age - age % 5 as age, sex, postcode, diagnosis from people order by hash(day, age, postcode) limit {SMALL_ROWS})"
)


@dataclass(frozen=True)
class Table:
    """A table of the peers. Its columns are generalised already, so that no tool is charged for it."""

    csv: Path
    parquet: Path
    rows: int
    classes: int

    def file(self, suffix: str) -> Path:
        """Its file: csv or parquet."""
        return {"csv": self.csv, "parquet": self.parquet}[suffix]


def table(folder: Path, rows: int, level: Level = L3) -> Table:
    """The table, written where it is not there yet. `rows` are those of the people it is taken from."""
    source = database(folder, rows)
    stem = f"peers_{level.name}_{source.stem}"
    csv, parquet = folder / f"{stem}.csv", folder / f"{stem}.parquet"
    with opened(source) as connection:
        _copy(connection, f"select {level.listed}, diagnosis from {level.relation} as t", parquet, "format parquet")
        _copy(connection, f"from '{parquet}'", csv, "header")
        counted = f"select coalesce(sum(n), 0)::bigint, count(*) from (select count(*) as n from '{parquet}' group by {level.listed})"
        return Table(csv, parquet, *connection.execute(counted).fetchall()[0])


def _copy(connection: duckdb.DuckDBPyConnection, statement: str, file: Path, options: str) -> None:
    if not file.exists():
        unfinished = file.with_suffix(".part")
        connection.execute(f"copy ({statement}) to '{unfinished}' ({options})")
        unfinished.rename(file)
