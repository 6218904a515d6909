"""The tables of the peers: people at L3, and 20,000 of them at a level where nearly each is alone; as CSV and as parquet, kept as files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.common.people import L3, Level, database, opened

SMALL_ROWS = 20_000
FINE = Level(
    "L4", "5 years, sex, postcode", f"(select age - age % 5 as age, sex, postcode, diagnosis from people order by hash(day, age, postcode) limit {SMALL_ROWS})"
)


@dataclass(frozen=True)
class Table:
    """A table of the peers. Its columns are generalised already, so that no tool is charged for it."""

    folder: Path
    level: str
    rows: int
    classes: int

    def file(self, suffix: str) -> Path:
        """Its file: csv or parquet."""
        return self.folder / f"peers_{self.level}_{self.rows}.{suffix}"


def table(folder: Path, rows: int, level: Level = L3) -> Table:
    """The table, written where it is not there yet. `rows` are those of the people it is taken from."""
    source = database(folder, rows)
    with opened(source) as connection:
        kept, classes = connection.execute(
            f"select coalesce(sum(n), 0)::bigint, count(*) from (select count(*) as n from {level.relation} as t group by {level.listed})"
        ).fetchall()[0]
        made = Table(folder, f"{level.name}_{source.stem}", kept, classes)
        for suffix, options in (("csv", "header"), ("parquet", "format parquet")):
            if not made.file(suffix).exists():
                unfinished = made.file(suffix).with_suffix(".part")
                connection.execute(f"copy (select {level.listed}, diagnosis from {level.relation} as t) to '{unfinished}' ({options})")
                unfinished.rename(made.file(suffix))
    return made
