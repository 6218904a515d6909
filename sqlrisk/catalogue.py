"""What an engine's catalogue says of a relation: its columns, and what kind of values their types hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_AROUND = r"((NULLABLE|LOWCARDINALITY|SIMPLEAGGREGATEFUNCTION)\((\w+, *)?)*"
"""What ClickHouse writes around the name of a type."""
_TEXT = re.compile(rf"{_AROUND}(VARCHAR|(TINY|MEDIUM|LONG)?TEXT|CHAR|STRING|FIXEDSTRING|ENUM\d*|SET|NVARCHAR|CHARACTER)\b", re.IGNORECASE)
_NUMBER = re.compile(
    rf"{_AROUND}U?(TINYINT|SMALLINT|MEDIUMINT|INTEGER|INT\d*|BIGINT|HUGEINT|LONG|SHORT|BYTE|DECIMAL\d*|NUMERIC|NUMBER|BIGNUMERIC|B?FLOAT\d*|REAL|DOUBLE|YEAR)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    rf"(?!.*BIGINT.*UNSIGNED){_AROUND}((TINY|SMALL|MEDIUM)INT|U(TINY|SMALL)INT|UINTEGER|INTEGER|INT|U?INT(8|16|32)|INT(2|4|64)|BIGINT|LONG|SHORT|BYTE|YEAR"
    r"|(DECIMAL|NUMERIC|NUMBER)\((\d|1[0-8])(, *0)?\)|NUMBER\(38, *0\))( |\)|\(\d+\)|$)",
    re.IGNORECASE,
)
"""Whole numbers that a 64-bit integer holds; those of Snowflake are NUMBER(38,0)."""
_ENUMERATION = re.compile(rf"{_AROUND}ENUM\d*\b", re.IGNORECASE)
_NO_FRACTION = re.compile(r"(DECIMAL|NUMERIC|NUMBER|BIGNUMERIC)\(\d+(, *0)?\)", re.IGNORECASE)
_FRACTION = re.compile(rf"{_AROUND}(DECIMAL\d*|NUMERIC|NUMBER|BIGNUMERIC|B?FLOAT\d*|REAL|DOUBLE)\b", re.IGNORECASE)
_FLOAT = re.compile(rf"{_AROUND}(B?FLOAT\d*|REAL|DOUBLE)\b", re.IGNORECASE)
_AMBIGUOUS = re.compile(r"INTERVAL|TIME(\(\d+\))? WITH TIME ZONE", re.IGNORECASE)
_NESTED = re.compile(
    rf"({_AROUND}(STRUCT|MAP|UNION|LIST|JSONB?|VARIANT|ARRAY|ROW|OBJECT|TUPLE|NESTED|DYNAMIC|AGGREGATEFUNCTION|QBIT|SUPER"
    r"|POINT|RING|(MULTI)?(POLYGON|LINESTRING))\b|(?!ENUM).*\[\d*\]$)",
    re.IGNORECASE | re.DOTALL,
)
_LABELS = re.compile(r"'(?:[^'\\]|''|\\.)*'( *= *-?\d+)?(, *'(?:[^'\\]|''|\\.)*'( *= *-?\d+)?)*", re.DOTALL)


@dataclass(frozen=True)
class CatalogueColumn:
    """A column as the engine's catalogue has it. `type` is the engine's own name of its type.

    `is_readable`: false where the catalogue says that the role has no right to read it; only PostgreSQL is asked.
    """

    name: str
    type: str
    is_readable: bool = True

    @property
    def shown_type(self) -> str:
        """Its type without the labels of an enumeration, which are cell values."""
        return _LABELS.sub("...", self.type)

    @property
    def is_text(self) -> bool:
        """Whether its values are text."""
        return not self.is_nested and bool(_TEXT.match(self.type))

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers."""
        return not self.is_nested and bool(_NUMBER.match(self.type))

    @property
    def is_whole(self) -> bool:
        """Whether its values are whole numbers that fit into 64 bits."""
        return not self.is_nested and bool(_WHOLE.match(self.type))

    @property
    def is_enumeration(self) -> bool:
        """Whether its values are labels that its type lists."""
        return bool(_ENUMERATION.match(self.type))

    @property
    def has_fractions(self) -> bool:
        """Whether its values can be numbers with digits after the point."""
        return not self.is_nested and bool(_FRACTION.match(self.type)) and not _NO_FRACTION.search(self.type)

    @property
    def is_float(self) -> bool:
        """Whether its values are binary floating-point numbers."""
        return not self.is_nested and bool(_FLOAT.match(self.type))

    @property
    def is_nested(self) -> bool:
        """Whether its values are lists, structs, maps or JSON."""
        return bool(_NESTED.match(self.type))

    @property
    def is_exact(self) -> bool:
        """Whether equal values are one and the same, so that what is made of one is made of all: 0.0 and -0.0, or 1.0 and 1.00 of a free scale, are not."""
        return not (self.is_nested or self.is_ambiguous or self.is_float or self.type in ("numeric", ""))

    @property
    def is_ambiguous(self) -> bool:
        """Whether the engine takes different values of the type for equal: 30 days and one month are one interval."""
        return bool(_AMBIGUOUS.match(self.type))


@dataclass(frozen=True)
class Source:
    """A relation that the engine has found: its text in a from clause and its columns.

    `exact`: by name the expressions over `stored` that are grouped as the contract says where the column itself is not, by its collation or as a float; `sql`
    has them in its place.
    `header_of`: the CSV file whose first line named the columns, until it is known to be a header: the names may be data, and no message holds them.
    `shown`: the relation as people run it, where `sql` names what only this run has; `command`: what makes the copy that `shown` reads, where it reads one.
    """

    sql: str
    columns: tuple[CatalogueColumn, ...]
    stored: str | None = None
    exact: Mapping[str, str] = field(default_factory=dict)
    shown: str | None = None
    command: str | None = None
    header_of: str | None = None
