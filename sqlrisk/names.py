"""How names of columns are compared: exactly first, then as the engine itself folds them, never by the widest folding that Unicode knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Fold = Callable[[str], str]

_ASCII = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}


def ascii_folded(name: str) -> str:
    """A name with the letters A to Z in lower case: what DuckDB and SQLite compare, and what a declaration is held to before an engine is known."""
    return name.translate(_ASCII)


def simply_folded(name: str) -> str:
    """A name with each letter in lower case where that is one letter too: ß and ss, or İ and i, stay two."""
    return "".join(lower if len(lower := letter.lower()) == 1 else letter for letter in name)


def as_written(name: str) -> str:
    """A name as it is: what ClickHouse compares."""
    return name


_FOLDS: dict[str, Fold] = {
    "clickhouse": as_written,
    **dict.fromkeys(("duckdb", "sqlite", "postgres", "redshift", "snowflake"), ascii_folded),
}
"""PostgreSQL, Redshift and Snowflake compare quoted names as they are; names without quotes they fold in ASCII, and so does a declaration."""


def fold_of(dialect: str) -> Fold:
    """How an engine folds the names of columns; one that is not known to fold less folds the letters of every alphabet (MySQL, Spark, Trino, BigQuery)."""
    return _FOLDS.get(dialect, simply_folded)


def resolved(name: str, names: Iterable[str], fold: Fold) -> str | None:
    """The entry among the names that a name means: itself, else the one that is the same folded; None where there is none."""
    found = list(names)
    return name if name in found else next((each for each in found if fold(each) == fold(name)), None)


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with underscores after it until no engine could take it for one of those that are taken."""
    folded = {each.casefold() for each in taken}
    while name.casefold() in folded:
        name += "_"
    return name
