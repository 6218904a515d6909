"""The one rule of missing values: which cells of a column are no value, as SQL in the place of the column wherever its values are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.declaration import Column
from sqlrisk.plain import plain
from sqlrisk.queries import render

BLANK = ""
BLANK_KINDS = ("text", "any")
"""The kinds of columns that can hold a blank."""
_ANY_TYPE = "sqlite"
"""The dialect whose columns hold values of any type, whatever they are declared as."""


def without_missing(
    columns: Mapping[str, Column], source: Source, dialect: str, resolve: Callable[[str], str | None], quoted: Callable[[str], str]
) -> dict[str, str]:
    """Column of the catalogue -> its value, NULL where it is missing; those that cannot be missing in another way than NULL are left out.

    `resolve` gives the catalogue's spelling of a declared name, `quoted` the SQL of a column.
    """
    declared = {found: column.missing for name, column in columns.items() if (found := resolve(name)) is not None}
    values = {column.name: valued(quoted(column.name), declared.get(column.name), column, dialect) for column in source.columns}
    return {name: value for name, value in values.items() if value != quoted(name)}


def valued(sql: str, tokens: tuple[Any, ...] | None, column: CatalogueColumn, dialect: str) -> str:
    """The value of a column, NULL where it is one of the tokens. Without tokens NaN is missing; with an empty tuple every value is a value."""
    if tokens is None and not _is_float(column, dialect):
        return sql
    given = None if tokens is None else [plain(token) for token in tokens]
    return render("valued", dialect, value=sql, tokens=given, kind=kind(column, dialect)).sql


def kind(column: CatalogueColumn, dialect: str) -> str:
    """How the values of a column are compared with tokens, as the macro `valued` has it."""
    if dialect == _ANY_TYPE and not column.is_text:
        return "any"
    if column.is_text:
        return "text"
    return "float" if _is_float(column, dialect) else "number" if column.is_number else "other"


def _is_float(column: CatalogueColumn, dialect: str) -> bool:
    """Whether the column can hold NaN: PostgreSQL's numeric can too."""
    return column.is_float or (dialect == "postgres" and column.type.lower().startswith("numeric"))
