"""Where classes do not show what identifies: free text, traces, high-dimensional sparse tables; and numbers that may be no values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.evidence import ColumnProfile
from sqlrisk.recognition.traces import is_place, listed
from sqlrisk.sensor import is_free_text

MANY_COLUMNS = 30
MOSTLY_BLANK = 0.8
NOT_HERE = "class-based measures do not apply there"


def free_text(profiles: Sequence[ColumnProfile], texts: frozenset[str]) -> Iterator[str]:
    """Text columns whose values are long and mostly different: those that `check` refuses."""
    for profile in profiles:
        if profile.name in texts and is_free_text(profile.mean_length, profile.distinct, profile.filled):
            yield f"`{profile.name}` holds free text (mean {profile.mean_length:.0f} characters): what is told in it identifies; {NOT_HERE}"


def traces(traced: Mapping[str, tuple[float, Sequence[str]]]) -> Iterator[str]:
    """Several rows of one person with a time, a place or a number in a sequence: by key the rows a value, and the columns."""
    for key, (rows, names) in traced.items():
        if names:
            many = f"{rows:.1f} rows a value of `{key}`, with {listed(names)}"
            yield f"the rows look like traces ({many}): a few points of a trace single out its owner; {NOT_HERE}"


def points(columns: Sequence[CatalogueColumn]) -> Iterator[str]:
    """Coordinates whatever the rows; lists and documents in a cell."""
    places = [column.name for column in columns if is_place(column)]
    if places:
        yield f"coordinates ({listed(places)}): a precise point belongs to few people, and a few points to one"
    for column in columns:
        if column.is_nested and not is_place(column):
            yield f"`{column.name}` holds lists or documents ({column.shown_type}): one cell can be a trace; {NOT_HERE}"


def sparse(blank: Mapping[str, int], rows: int) -> Iterator[str]:
    """A table with many columns that have nothing in most rows: few things known of a person are unique among so many (Narayanan & Shmatikov 2008)."""
    found = [name for name, nothing in blank.items() if nothing >= MOSTLY_BLANK * rows]
    if len(found) >= MANY_COLUMNS:
        told = f"{len(found)} columns are NULL, empty or 0 in {MOSTLY_BLANK:.0%} of the rows or more"
        yield f"the table is high-dimensional and sparse ({told}): a few entries known of a person single him out; {NOT_HERE}"


def coded(codes: Mapping[str, Mapping[int, int]]) -> Iterator[str]:
    """Numbers that may mean "not recorded", each with its rows, and the line to declare. A remark: `check` never refuses a number."""
    for name, found in codes.items():
        listed = ", ".join(map(str, found))
        yield f'`{name}` holds {codes_text(found)}, apart from its other values: declare `missing: [{listed}]` if they mean "not recorded", else `missing: []`'


def codes_text(codes: Mapping[int, int]) -> str:
    """Codes with their rows: 37 `99`, 2 `-9`."""
    return ", ".join(f"{rows:,} `{code}`" for code, rows in codes.items())
