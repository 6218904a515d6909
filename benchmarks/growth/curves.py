"""The curves: CPU seconds of what a check counts, and of the bare group-bys of the same columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb

from benchmarks.common import projects
from benchmarks.common.people import L3, Level, answer, database, made, opened
from benchmarks.common.results import Row
from benchmarks.speed.generalisation import LADDER, Ladder
from sqlrisk.queries import render

REPEAT, FEWER = 3, 2
QUASI_IDENTIFIERS = tuple(f"q{place}" for place in range(1, 9))
SENSITIVE = tuple(f"s{place}" for place in range(1, 7))
# eight quasi-identifiers of four values, six sensitive columns of eight, and one number from which any number of classes is made
WIDE = f"""create table wide as select
  {", ".join(f"(hash(i * {2 * place + 3} + {place}) % 4)::int as {name}" for place, name in enumerate(QUASI_IDENTIFIERS))},
  {", ".join(f"(hash(i * {2 * place + 101} + {place}) % 8)::int as {name}" for place, name in enumerate(SENSITIVE))},
  (hash(i * 31 + 5) % 4000000000)::bigint as u
from range({{rows}}) r(i)"""
CLASSES = (10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
MILLION = 1_000_000
BANDS = {"bands": projects.BANDS, "tens": "age - age % 10", "five": projects.FIVE}
FINER = {
    "age": projects.quasi_identifier(**BANDS),
    "postcode": projects.quasi_identifier(cp4="substring(postcode, 1, 4)", cp3=projects.CP3, province=projects.PROVINCE),
}
STEPS = (
    {},
    {"profession": "dropped"},
    *({"profession": "dropped", "postcode": postcode} for postcode in ("cp4", "cp3", "province")),
    *({"profession": "dropped", "postcode": "cp3", "age": age} for age in ("five", "tens", "bands")),
    *({"profession": "dropped", "postcode": "province", "age": age} for age in ("five", "tens", "bands")),
    {"profession": "dropped", "postcode": "province", "age": "bands", "sex": "dropped"},
)


def of_rows(folder: Path, sizes: Sequence[int]) -> Iterator[Row]:
    """People at L3, with one sensitive column."""
    for rows in sizes:
        with opened(database(folder, rows)) as connection:
            yield {"curve": "rows", "at": rows, "rows": rows, **compared(connection, L3, ("diagnosis",))}


def of_columns(folder: Path, rows: int) -> Iterator[Row]:
    """A wide table: first more quasi-identifiers, then more classes, then more sensitive columns."""
    with opened(made(folder, "wide", WIDE, rows)) as connection:
        for count in range(1, len(QUASI_IDENTIFIERS) + 1):
            level = Level(str(count), "", "wide", QUASI_IDENTIFIERS[:count])
            yield {"curve": "quasi_identifiers", "at": count, "rows": rows, **compared(connection, level, SENSITIVE[:1])}
        for count in (each for each in CLASSES if each <= 10 * rows):
            level = Level(str(count), "", f"(select u % {count} as c, s1 from wide)", ("c",))
            yield {"curve": "classes", "at": count, "rows": rows, **compared(connection, level, SENSITIVE[:1])}
        for count in range(1, len(SENSITIVE) + 1):
            level = Level(str(count), "", "wide", QUASI_IDENTIFIERS[:6])
            yield {"curve": "sensitive_attributes", "at": count, "rows": rows, **compared(connection, level, SENSITIVE[:count])}


def compared(connection: duckdb.DuckDBPyConnection, level: Level, sensitive: Sequence[str]) -> Row:
    """The class sizes and what the classes give away of each sensitive column, against the bare group-by of each."""
    columns = list(level.columns)
    ours = [render("class_sizes", relation=level.relation, quasi_identifiers=columns).sql]
    ours += [render("sensitive_classes", relation=level.relation, quasi_identifiers=columns, sensitive=name).sql for name in sensitive]
    floor = [level.bare(), *(level.bare(name) for name in sensitive)]
    classes = connection.execute(floor[0]).fetchall()[0][0]
    bare, found = (sum(answer(connection, text, REPEAT)[0].cpu for text in texts) for texts in (floor, ours))
    return {"classes": classes, "floor_cpu": bare, "cpu": found, "ratio": found / bare}


def of_rungs(folder: Path, rows: int) -> Iterator[Row]:
    """The class sizes of the first rungs of a ladder of twelve, as a check counts them, against those of the finest alone."""
    for count in range(1, len(STEPS) + 1):
        steps = [{"name": f"rung {place}", **step} for place, step in enumerate(STEPS[:count], 1)]
        found = Ladder.measured(database(folder, rows), {**LADDER, **FINER}, steps, rows, FEWER)
        costs = {"floor_cpu": found.finest, "cpu": found.every, "ratio": found.every / found.finest, "ratio_of_scans": found.scans / found.finest}
        yield {"curve": "rungs", "at": count, "rows": rows, "classes": found.classes, **costs}
