"""A unique column, or a lone group, under whatever name: never publishable with exit code 0.

The names are those that something could take for another: labels of groups, words of SQL and of ours, aliases of the kernels, levels, twins in another
case or alphabet. Each case is run without what is planted too, and then is publishable: the finding is the planted column's.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import ConfigurationError
from sqlrisk.names import ascii_folded
from tests.helpers import TODAY

CASES = (25, pytest.param(5000, marks=pytest.mark.slow))
WORDS = ["select", "order", "group", "null", "user", "from", "where", "count", "rowid", "index", "table", "current_date", "true", "each", "value", "values"]
OURS = ["dropped", "Dropped", "published", "level1", "zip_level1", "edad5", "EDAD5", "edad5_", "edad_edad5", "band", "other_columns", "columns", "relation"]
ALIASES = [f"sqlrisk_{name}" for name in ("source", "row", "rows", "class", "class_size", "classes", "group", "column", "mapping_1", "stored", "x")]
LABELS = ["sexo=F", "sexo is null", "SEXO=M", "edad5=30", "=", "sexo=", '"sexo"="F"', "edad=30", "sexo = F"]
TWINS = ["größe", "GRÖSSE", "ä", "Ä", "e\u0301dad", "édad", "Édad", "ſexo", "sexo\u200b", "ｓexo", "ѕехо", "edad\u00a0", "\u212a", "k", "İ", "ı", "ß", "ẞ"]
ODD = [
    'a"b',
    "a'b",
    "a`b",
    "a\nb",
    "a\tb",
    "a b",
    " ",
    "*",
    ".",
    "t.sexo",
    "--",
    ";",
    "/*",
    "{{ x }}",
    "%s",
    "?",
    ":a",
    "1",
    "-1",
    "🙂",
    "x" * 200,
    "\\",
    "[a]",
    "$1",
]
NAMES = [*WORDS, *OURS, *ALIASES, *LABELS, *TWINS, *ODD]

DATES = {"decided_on": "2026-11-01", "valid_until": "2027-11-01", "adversary": {"access": "internal"}}
LIMITS = [
    {"measure": measure, **bound, "source": "test", "reason": "test"} for measure, bound in (("k", {"at_least": 4}), ("prosecutor_mean", {"at_most": 0.5}))
]
REASON = {"role": "insensitive", "reason": "test"}
Table = Mapping[str, list[Any]]


class Case(NamedTuple):
    """A declaration, its tables with what is planted and without it, and the door through which they are read."""

    title: str
    declared: dict[str, Any]
    planted: Mapping[str, Table]
    bare: Mapping[str, Table] | None
    door: str


def release(columns: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"version": 1, "releases": [{"name": "r", "relation": "t", "columns": columns, "thresholds": LIMITS, **DATES, **more}]}


def free(name: str, taken: Any) -> bool:
    return ascii_folded(name) not in {ascii_folded(each) for each in taken}


def near(names: list[str]) -> list[str]:
    """Names that a careless comparison takes for one of these, or for a word of ours."""
    forms = [name.swapcase() for name in names] + [unicodedata.normalize(form, name) for name in names for form in ("NFC", "NFD", "NFKC")]
    return [each for each in ("dropped", "edad5", *forms) if free(each, names)]


def rows(chance: random.Random, names: list[str]) -> dict[str, list[Any]]:
    """Forty rows in classes of at least five: a number for the first column, a letter for the others."""
    classes = [[chance.choice([21, 22, 33, 34]), *(chance.choice("FM") for _ in names[1:])] for _ in range(8)]
    return {name: [each[place] for each in classes for _ in range(5)] for place, name in enumerate(names)}


def unique(chance: random.Random) -> list[Any]:
    return chance.choice([list(range(40)), [f"p{place}" for place in range(40)], [place + 0.5 for place in range(40)]])


def in_relation(chance: random.Random) -> Case:
    """A column of the relation that nobody declared."""
    own = chance.choice(TWINS if chance.random() < 0.5 else [name for name in NAMES if not name.lower().startswith("sqlrisk_")])
    names = ["edad", "sexo", *([own] if free(own, ["edad", "sexo", "edad5"]) else [])]
    table, planted = rows(chance, names), chance.choice(near(names) if chance.random() < 0.5 else NAMES)
    while not free(planted, names):
        planted = chance.choice(NAMES)
    columns: dict[str, Any] = {name: {"role": "quasi_identifier"} for name in names}
    columns["edad"]["levels"] = {"edad5": "floor(edad / 5) * 5"} if free("edad5", names) else {}
    publish = chance.choice([{}, {"sexo": "dropped"}, *([{"edad": "edad5"}] if columns["edad"]["levels"] else [])])
    others = chance.choice([{}, {}, {"other_columns": {"role": "insensitive"}}])
    declared = release(columns, publish=publish, **others)
    return Case(f"in the relation: {planted!r}, {publish}, {others}", declared, {"t": {**table, planted: unique(chance)}}, {"t": table}, door(chance))


def in_published(chance: random.Random) -> Case:
    """A column of published_as that is not what is declared to be published."""
    table = rows(chance, ["edad", "sexo", "zip"])
    columns: dict[str, Any] = {
        "edad": {"role": "quasi_identifier", "levels": {"edad5": "floor(edad / 5) * 5", "edad10": "floor(edad / 10) * 10"}},
        "sexo": {"role": "quasi_identifier"}, "zip": {"role": "quasi_identifier", "levels": {"band": "lower(zip)"}}, "dni": {"role": "identifier"},
    }  # fmt: skip
    publish = {"edad": chance.choice(["edad5", "dropped"]), "zip": chance.choice(["band", "dropped"])}
    published: dict[str, list[Any]] = {"sexo": table["sexo"]}
    if publish["edad"] == "edad5":
        published["edad5"] = [value // 5 * 5 for value in table["edad"]]
    if publish["zip"] == "band":
        published["band"] = [value.lower() for value in table["zip"]]
    known = [name for name in ("edad", "edad10", "zip", "dni", "band", "edad5", "EDAD", "Edad10", "DNI") if free(name, published)]
    planted = chance.choice(known if chance.random() < 0.5 else NAMES)
    while not free(planted, published):
        planted = chance.choice(NAMES)
    silenced = [{"other_columns": REASON}] if planted in known else []
    others = chance.choice([{}, {"other_columns": {"role": "identifier"}}, {"other_columns": {"role": "insensitive"}}, *silenced])
    declared = release(columns, publish=publish, published_as="p", **others)
    source = {**table, "dni": [f"n{place}" for place in range(40)]}
    bare = {"t": source, "p": published}
    return Case(f"in what is published: {planted!r}, {publish}, {others}", declared, {**bare, "p": {**published, planted: unique(chance)}}, bare, door(chance))


def in_groups(chance: random.Random) -> Case:
    """One lone row in a declared group that a limit speaks of, beside conditions that are called like it."""
    column = chance.choice(["sexo", *(name for name in NAMES if not name.lower().startswith("sqlrisk_") and free(name, ["edad", "sexo"]) and name != "each")])
    lone = chance.choice(["F", "", None, "M=F", "is null", f"{column}=F", "null", "dropped"])
    table = {"edad": [30] * 40, column: ["M"] * 40}
    planted = {"edad": [*table["edad"], 90], column: [*table[column], lone]}
    columns = {"edad": {"role": "quasi_identifier"}, column: REASON}
    called = [f"{column}={lone}", f"{column} is null", f"{ascii_folded(column)}={lone}", column, "edad", "old", f"x{column}={lone}", *NAMES]
    names = chance.choices(called[:6], k=chance.randint(0, 2)) + chance.choices(called, k=chance.randint(0, 1))
    conditions = [{name: "edad > 200"} for name in dict.fromkeys(names)]
    limit = {"measure": "k", "at_least": 2, "group": chance.choice([column, "each"]), "source": "test", "reason": "test"}
    declared = release(columns, groups=[column, *conditions])
    declared["releases"][0]["thresholds"] = [{**LIMITS[1]}, limit]
    return Case(f"in groups: {column!r} {lone!r} {conditions} {limit['group']}", declared, {"t": planted}, None if conditions else {"t": table}, door(chance))


KINDS: list[Callable[[random.Random], Case]] = [in_relation, in_published, in_groups]


def door(chance: random.Random) -> str:
    return chance.choice(["frame", "frame", "frame", "duckdb", "parquet", "sqlite"])


def exit_code(case: Case, tables: Mapping[str, Table], folder: Path) -> int:
    """How a check ends: a refused declaration or relation is 2."""
    frames = {name: pd.DataFrame(table) for name, table in tables.items()}
    declared = dict(case.declared["releases"][0])
    if case.door == "parquet":
        declared |= {key: f"{declared[key]}.parquet" for key in ("relation", "published_as") if key in declared}
    elif case.door != "frame":
        (folder / "profiles.yml").write_text(f"p: {{target: d, outputs: {{d: {{type: {case.door}, path: w.{case.door}}}}}}}")
    store(case.door, folder, frames)
    read = frames if case.door == "frame" else None
    try:
        report = sqlrisk.check({"version": 1, "releases": [declared]}, frames=read, today=date.fromisoformat(TODAY), project_dir=folder)
    except ConfigurationError:
        return 2
    return report.exit_code


def store(door: str, folder: Path, frames: Mapping[str, pd.DataFrame]) -> None:
    """Put tables where a door reads them."""
    file = folder / f"w.{door}"
    file.unlink(missing_ok=True)
    if door == "sqlite":
        with closing(sqlite3.connect(file)) as connection:
            for name, frame in frames.items():
                listed = ", ".join('"' + column.replace('"', '""') + '"' for column in frame.columns)
                connection.execute(f"create table {name} ({listed})")
                values = frame.astype(object).where(frame.notna(), None).values.tolist()
                connection.executemany(f"insert into {name} values ({', '.join('?' * len(frame.columns))})", values)
            connection.commit()
    elif door != "frame":
        with duckdb.connect(str(file) if door == "duckdb" else ":memory:") as database:
            for name, frame in frames.items():
                database.register("frame", frame)
                database.execute(f"create table {name} as select * from frame")
                if door == "parquet":
                    database.execute(f"copy {name} to '{folder}/{name}.parquet'")


@pytest.mark.parametrize("cases", CASES)
def test_nothing_unique_passes_whatever_it_is_called(cases: int) -> None:
    passed, blocked = [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(cases):
            chance = random.Random(seed)
            case = KINDS[seed % len(KINDS)](chance)
            if exit_code(case, case.planted, Path(folder)) == 0:
                passed.append((seed, case.door, case.title))
            if case.bare is not None and seed % 5 == 0 and exit_code(case, case.bare, Path(folder)) != 0:
                blocked.append((seed, case.door, case.title))
    assert passed == []
    assert blocked == []
