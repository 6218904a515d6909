"""Where classes do not show what identifies: free text, traces, high-dimensional sparse tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.evidence import ColumnProfile
from sqlrisk.measuring import FREE_TEXT

MANY_COLUMNS = 30
MOSTLY_BLANK = 0.8
SEVERAL_ROWS = 1.5
NOT_HERE = "class-based measures do not apply there"

_MOMENT = re.compile(r"^(SMALL)?(TIMESTAMP|DATETIME)|^TIME\b", re.IGNORECASE)
_PLACE = re.compile(r"^(POINT|GEOMETRY|GEOGRAPHY)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_OF_TIME = frozenset(("timestamp", "datetime", "date", "time", "fecha", "hora", "day", "dia", "día", "instant"))
_OF_PLACE = frozenset(("lat", "latitude", "latitud", "lon", "lng", "longitude", "longitud", "coord", "coords", "coordinates", "coordenadas", "geom"))
_OF_BIRTH = frozenset(("birth", "birthdate", "birthday", "born", "dob", "nacimiento", "nac"))
_OF_SEQUENCE = frozenset(("sequence", "seq", "secuencia", "step", "paso", "visit", "visita", "episode", "episodio", "trip", "viaje", "session"))


def free_text(profiles: Sequence[ColumnProfile], texts: frozenset[str]) -> Iterator[str]:
    """Text columns whose values are long."""
    for profile in profiles:
        if profile.name in texts and profile.mean_length >= FREE_TEXT:
            yield f"`{profile.name}` holds free text (mean {profile.mean_length:.0f} characters): what is told in it identifies; {NOT_HERE}"


def traces(columns: Sequence[CatalogueColumn], keys: Sequence[ColumnProfile]) -> Iterator[str]:
    """Several rows of one entity with a time, a place or a number in a sequence; coordinates whatever the rows; lists and documents in a cell.

    `keys` are the profiles of the columns that say whose row it is. Told by types and by the words of names: no cell is read.
    """
    ordered = [f"`{column.name}`" for column in columns if is_of_trace(column)]
    for key in keys:
        if ordered and key.distinct and key.rows >= SEVERAL_ROWS * key.distinct:
            many = f"{key.rows / key.distinct:.1f} rows a value of `{key.name}`, with {_listed(ordered)}"
            yield f"the rows look like traces ({many}): a few points of a trace single out its owner; {NOT_HERE}"
    places = [f"`{column.name}`" for column in columns if _is_place(column)]
    if places:
        yield f"coordinates ({_listed(places)}): a precise point belongs to few people, and a few points to one; {NOT_HERE}"
    for column in columns:
        if column.is_nested and not _is_place(column):
            yield f"`{column.name}` holds lists or documents ({column.shown_type}): one cell can be a trace; {NOT_HERE}"


def sparse(blank: Mapping[str, int], rows: int) -> Iterator[str]:
    """A table with many columns that have nothing in most rows: few things known of a person are unique among so many (Narayanan & Shmatikov 2008)."""
    found = [name for name, nothing in blank.items() if nothing >= MOSTLY_BLANK * rows]
    if len(found) >= MANY_COLUMNS:
        told = f"{len(found)} columns are NULL, empty or 0 in {MOSTLY_BLANK:.0%} of the rows or more"
        yield f"the table is high-dimensional and sparse ({told}): a few entries known of a person single him out; {NOT_HERE}"


def is_of_trace(column: CatalogueColumn) -> bool:
    """Whether a column says when, where, or as which of several a row came about; a day of birth does not."""
    if _words(column) & _OF_BIRTH:
        return False
    return bool(_MOMENT.match(column.type)) or column.type.upper() == "DATE" or _is_place(column) or bool(_words(column) & (_OF_TIME | _OF_SEQUENCE))


def _is_place(column: CatalogueColumn) -> bool:
    return bool(_PLACE.match(column.type)) or bool(_words(column) & _OF_PLACE)


def _words(column: CatalogueColumn) -> set[str]:
    return {word.casefold() for word in _WORDS.findall(column.name)}


def _listed(names: Sequence[str], most: int = 4) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
