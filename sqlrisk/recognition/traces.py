"""Traces: several rows of one person, each with a time, a place or a number in a sequence. A few of them single the person out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlrisk.catalogue import CatalogueColumn

SEVERAL_ROWS = 1.5
"""Rows a person from which they can be a trace."""
_MOMENT = re.compile(r"^(NULLABLE\()?((SMALL)?(TIMESTAMP|DATETIME)|DATE(32)?\b|TIME\b)", re.IGNORECASE)
_PLACE = re.compile(r"^(POINT|GEOMETRY|GEOGRAPHY)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_OF_TIME = frozenset(("timestamp", "datetime", "date", "time", "fecha", "hora", "day", "dia", "día", "instant"))
_OF_PLACE = frozenset(("lat", "latitude", "latitud", "lon", "lng", "longitude", "longitud", "coord", "coords", "coordinates", "coordenadas", "geom"))
_OF_BIRTH = frozenset(("birth", "birthdate", "birthday", "born", "dob", "nacimiento", "nac"))
_OF_SEQUENCE = frozenset(("sequence", "seq", "secuencia", "step", "paso", "visit", "visita", "episode", "episodio", "trip", "viaje", "session"))


def traces(columns: Sequence[CatalogueColumn], rows_a_person: float) -> list[str]:
    """The names of the columns that make traces of rows that one person has several of. Known by types and the words of names: no cell is read."""
    return [column.name for column in columns if is_of_trace(column)] if rows_a_person >= SEVERAL_ROWS else []


def is_of_trace(column: CatalogueColumn) -> bool:
    """Whether a column says when, where, or as which of several a row came about; a day of birth does not."""
    if _words(column) & _OF_BIRTH:
        return False
    return bool(_MOMENT.match(column.type)) or is_place(column) or bool(_words(column) & (_OF_TIME | _OF_SEQUENCE))


def is_place(column: CatalogueColumn) -> bool:
    """Whether a column is a coordinate."""
    return bool(_PLACE.match(column.type)) or bool(_words(column) & _OF_PLACE)


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names as a sentence has them."""
    shown = [f"`{name}`" for name in names[:most]]
    return ", ".join(shown) + (f" and {len(names) - most} more" if len(names) > most else "")


def _words(column: CatalogueColumn) -> set[str]:
    return {word.casefold() for word in _WORDS.findall(column.name)}
