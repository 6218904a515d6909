"""The scalars and files that declarations are made of, and how every part of one behaves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, StrictStr, Tag, WithJsonSchema, model_validator

from sqlrisk.names import ascii_folded
from sqlrisk.parts import Declared, OfPlace, OfPublished, OfReading


def _as_date(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise ValueError("write a day as 2026-11-30") from None
    return value


def _as_number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ValueError("write a number, without quotes")
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if number.is_finite() and abs(number.adjusted()) > 30:
        raise ValueError("write a number between 1e-30 and 1e30")
    return number


_TYPES = (
    "BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "INT", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "FLOAT", "REAL", "DOUBLE",
    "DECIMAL", "NUMERIC", "VARCHAR", "TEXT", "DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "UUID",
)  # fmt: skip


def _as_type(value: str) -> str:
    found = re.fullmatch(rf"({'|'.join(_TYPES)})(?:\((\d{{1,2}})(?:, ?(\d{{1,2}}))?\))?", value.upper())
    if not found:
        raise ValueError(f"write one of {', '.join(_TYPES)}")
    base, width, scale = found.groups()
    if width is not None and base not in ("DECIMAL", "NUMERIC"):
        raise ValueError(f"{base} has no width: write {base}")
    if width is not None and not (1 <= int(width) <= 38 and int(scale or 0) <= int(width)):
        raise ValueError("DECIMAL(p, s) has 1 to 38 digits, s of them decimals")
    return value


def type_called(name: str) -> str | None:
    """The type of a file's column that the engine's catalogue calls by this name; None where a file cannot have it."""
    name = "TIMESTAMPTZ" if name == "TIMESTAMP WITH TIME ZONE" else name
    try:
        return _as_type(name)
    except ValueError:
        return None


_DAY_PARTS = "aAbBdjmyY"
_TIME_PARTS = "HIMSfp"
_FORMAT = re.compile(rf"(?:[^%\0]|%-?[{_DAY_PARTS}{_TIME_PARTS}]|%%)+")


def _as_format(value: str) -> str:
    if not _FORMAT.fullmatch(value) or not re.search("%-?[Yy]", value):
        parts = " ".join(f"%{part}" for part in _DAY_PARTS + _TIME_PARTS)
        raise ValueError(f"write a format such as '%d.%m.%Y', with the year; its parts are {parts}")
    return value


Name = Annotated[StrictStr, Field(min_length=1, max_length=1000)]
Text = Annotated[StrictStr, Field(min_length=1)]
Day = Annotated[date, BeforeValidator(_as_date)]
Number = Annotated[Decimal, BeforeValidator(_as_number), Field(allow_inf_nan=False), WithJsonSchema({"type": "number"})]


TypeName = Annotated[Text, AfterValidator(_as_type)]


class DatedType(Declared):
    """The type of a column of dates, and how they are written."""

    type: OfReading[TypeName] = Field(description="DATE or TIMESTAMP")
    format: OfReading[Annotated[Text, AfterValidator(_as_format)]] = Field(
        description="how each cell is written, as strptime of DuckDB has it, such as %d.%m.%Y"
    )

    @model_validator(mode="after")
    def _of_dates(self) -> DatedType:
        if self.type.upper() not in ("DATE", "TIMESTAMP"):
            raise ValueError("`format` belongs to DATE and TIMESTAMP")
        if self.type.upper() == "DATE" and re.search(f"%-?[{_TIME_PARTS}]", self.format):
            raise ValueError("a DATE has no time of day: write type: TIMESTAMP, or leave the time out of `format`")
        return self


def _type_form(value: Any) -> str:
    return "(type)" if isinstance(value, str) else "(format)"


ColumnType = Annotated[Annotated[TypeName, Tag("(type)")] | Annotated[DatedType, Tag("(format)")], Discriminator(_type_form)]


class FileRelation(Declared):
    """A CSV or parquet file. CSV: every column is text unless in `types`; `null` says which texts are NULL."""

    file: OfPlace[Text] = Field(
        description="path of a CSV or parquet file, relative to the project directory; a pattern such as part-*.parquet is one relation"
    )
    delimiter: OfReading[StrictStr] = Field(default=",", min_length=1, max_length=1, description="between the fields")
    quote: OfReading[StrictStr] = Field(default='"', max_length=1, description="around a field; an empty text for none")
    encoding: OfReading[Text] = Field(default="utf-8", description="never guessed")
    decimal: OfReading[StrictStr] = Field(default=".", min_length=1, max_length=1, description="the decimal sign")
    thousands: OfReading[StrictStr | None] = Field(default=None, max_length=1, description="between thousands")
    null: OfReading[StrictStr | tuple[StrictStr, ...] | None] = Field(
        default=None, description="a text that is read as NULL, or a list of them; without it an empty field is the empty string"
    )
    types: OfReading[dict[Name, ColumnType]] = Field(
        default={}, description="column: type, or {type: DATE, format: '%d.%m.%Y'}; exact and one-to-one, else refused; every other column of a CSV is text"
    )

    @property
    def null_markers(self) -> tuple[str, ...]:
        """The texts that are read as NULL."""
        return () if self.null is None else (self.null,) if isinstance(self.null, str) else self.null

    def types_of(self, header: Sequence[str]) -> Mapping[str, ColumnType]:
        """The declared types by the names of a header."""
        return self.types


class MappingFile(FileRelation):
    """The CSV file of a hierarchy: its first column holds values, of the type of the column that it is a hierarchy of, where that is not text."""

    value: OfPublished[ColumnType | None] = None

    def types_of(self, header: Sequence[str]) -> Mapping[str, ColumnType]:
        """The type of the first column."""
        return {header[0]: self.value} if self.value is not None and header else {}


class HierarchyFile(MappingFile):
    """The CSV file of a quasi-identifier's hierarchy: value;level1;level2;..., with a header or without one.

    The first line is a header where it begins with `value` or the column's name, or names every level that is asked for; else the levels are
    called level1, level2, ... Taken wrongly for a row it is the row of a value that does not occur; a row taken for it leaves that value uncovered.
    """

    column: OfPublished[Name]
    asked: OfPublished[tuple[Name, ...]] = ()

    def has_header(self, cells: Sequence[str]) -> bool:
        """Whether the cells of the first line are names."""
        named = cells[:1] and ascii_folded(cells[0]) in ("value", ascii_folded(self.column))
        return bool(named or (self.asked and set(self.asked) <= set(cells[1:])))


def _relation_form(value: Any) -> str:
    return "(name)" if isinstance(value, str) else "(file)"


def relation_text(relation: str | FileRelation) -> str:
    """The relation as people write it: its name, or the path of its file."""
    return relation.file if isinstance(relation, FileRelation) else relation


Relation = Annotated[Annotated[Text, Tag("(name)")] | Annotated[FileRelation, Tag("(file)")], Discriminator(_relation_form)]
