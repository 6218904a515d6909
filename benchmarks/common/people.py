"""The made-up people on which everything is measured: their table, kept as a database file, and the levels at which they are published."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.common.costs import Cost, best

MEMORY = "8GB"
"""What the floor and the kernels may use in this process; more spills."""

# 100 ages, 2 sexes, 8,580 postcodes in 52 provinces (156 of three digits), 20 professions that are not even, 4 shifts, 365 days, 6 diagnoses.
PEOPLE = """create table people as select *, substring(postcode, 1, 4) as area from (select
  (abs(hash(i * 7 + 1)) % 100)::int as age,
  case when hash(i * 3 + 2) % 2 = 0 then 'M' else 'F' end as sex,
  lpad(((hash(i * 5 + 3) % 52) * 1000 + hash(i * 11) % 165 * 17 // 10)::varchar, 5, '0') as postcode,
  floor(20 * pow((hash(i * 13 + 9) % 1000000) / 1e6, 2))::int as profession,
  (hash(i * 19 + 7) % 4)::int as shift,
  (hash(i * 23 + 11) % 365)::int as day,
  'd' || ((hash(i * 17 + 5) % 6) * (1 + hash(i) % 3) % 6) as diagnosis
from range({rows}) r(i))"""


@dataclass(frozen=True)
class Level:
    """A way of publishing the people: the relation as SQL, and its quasi-identifiers."""

    name: str
    told: str
    relation: str
    columns: tuple[str, ...] = ("age", "sex", "postcode")

    @property
    def listed(self) -> str:
        """The quasi-identifiers, as SQL."""
        return ", ".join(self.columns)

    def bare(self, *more: str) -> str:
        """The floor: the classes, and columns beside them, counted and thrown away."""
        listed = ", ".join((*self.columns, *more))
        return f"select count(*) from (select {listed}, count(*) from {self.relation} as t group by {listed})"


L5 = Level("L5", "20 years, sex, province", "(select age - age % 20 as age, sex, substring(postcode, 1, 2) as postcode, diagnosis from people)")
L3 = Level("L3", "5 years, sex, 3 digits", "(select age - age % 5 as age, sex, substring(postcode, 1, 3) as postcode, diagnosis from people)")
L1 = Level("L1", "age, sex, postcode", "people")
RAW = Level("raw", "L1 and profession", "people", (*L1.columns, "profession"))
LEVELS = (L5, L3, L1, RAW)
NEAR_UNIQUE = Level("near unique", "raw, shift and day", "people", (*RAW.columns, "shift", "day"))


def database(folder: Path, rows: int) -> Path:
    """The database file of so many people, made when it is not there yet."""
    return made(folder, "people", PEOPLE, rows)


def made(folder: Path, name: str, recipe: str, rows: int) -> Path:
    """The database file of a recipe, `create table ... range({rows})`; its name says how it was made, so that no other recipe's is taken for it."""
    folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(f"{duckdb.__version__}{recipe}".encode()).hexdigest()[:8]
    file = folder / f"{name}_{rows}_{digest}.duckdb"
    if not file.exists():
        unfinished = file.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        with duckdb.connect(str(unfinished), config=settings(folder)) as connection:
            connection.execute("set enable_progress_bar = false")
            connection.execute("set preserve_insertion_order = false")
            connection.execute(recipe.format(rows=rows))
        unfinished.rename(file)
    return file


def settings(folder: Path) -> dict[str, str | bool | int | float | list[str]]:
    """Two threads, and a spill folder beside the data."""
    return {"threads": 2, "memory_limit": MEMORY, "temp_directory": str(folder / "spilled")}


def answer(connection: duckdb.DuckDBPyConnection, statement: str, repeat: int = 1) -> tuple[Cost, list[tuple[Any, ...]]]:
    """What a statement costs, the cheapest of some repeats, and its rows."""
    return best(lambda: connection.execute(statement).fetchall(), repeat)


def opened(file: Path) -> duckdb.DuckDBPyConnection:
    """A read-only connection to a database file of people."""
    connection = duckdb.connect(str(file), read_only=True, config=settings(file.parent))
    connection.execute("set enable_progress_bar = false")
    return connection
