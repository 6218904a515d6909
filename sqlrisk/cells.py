"""The cells of a text file as values of a declared type, exactly and one-to-one: what a cell becomes, and the rules that a cell can break.

A cell is canonical where it is the very text of its value: such cells need no other rule. The others keep their spelling beside the value until the
rules have been asked of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlrisk.declared import DatedType, FileRelation
from sqlrisk.plain import counted, literal, name_text

_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "INT", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT")
_DIGITS = {"FLOAT": 6, "REAL": 6, "DOUBLE": 15}
_NUMBER, _WORDS = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", r"|[+-]?(nan|inf|infinity)"
SECOND_SPELLING = "second spelling"
"""The rule that is asked of a column as a whole; every other one is asked of each cell."""


@dataclass(frozen=True)
class TypedColumn:
    """A column of a text file with its declared type, and how its numbers and dates are written."""

    name: str
    type: str
    format: str | None
    decimal: str
    thousands: str | None

    @property
    def base(self) -> str:
        """The type without its width."""
        return self.type.partition("(")[0]

    @property
    def is_number(self) -> bool:
        """Whether its cells are numbers."""
        return self.scale is not None or self.base in _DIGITS

    @property
    def scale(self) -> int | None:
        """The decimals that the type keeps; None where it is neither an integer nor a decimal."""
        if self.base in ("DECIMAL", "NUMERIC"):
            written = re.findall(r"\d+", self.type)
            return int(written[1]) if len(written) > 1 else 0 if written else 3
        return 0 if self.base in _INTEGERS else None

    @property
    def dropped(self) -> str:
        """What the type does not keep, in words."""
        if self.scale is not None:
            return f"more than {counted(self.scale, 'decimal')}" if self.scale else "a fraction"
        if self.base in _DIGITS:
            return f"more digits than a {self.base} keeps"
        return {"DATE": "a time of day", "TIME": "a day, a time zone or digits below a microsecond"}.get(self.base, "a time zone or digits below a microsecond")

    @property
    def wider(self) -> str:
        """A type that keeps more."""
        if self.base in _DIGITS or self.scale is not None:
            return "DECIMAL(p, s) with as many decimals as it has"
        return "TIMESTAMPTZ for a time zone" if self.base == "TIMESTAMP" else "TIMESTAMP"

    def value(self, cell: str) -> str:
        """The value of a cell, an expression of DuckDB; NULL where it has none."""
        if self.format is not None:
            return f"cast(try_strptime({cell}, {literal(self.format)}) as {self.type})"
        return f"try_cast({self._plain(cell)} as {self.type})"

    def spelling(self, cell: str) -> str:
        """The cell where it is not the very text of its value, else NULL: an expression of DuckDB."""
        value = self.value(cell)
        text = f"strftime({value}, {literal(self.format)})" if self.format is not None else f"cast({value} as varchar)"
        if self.is_number and self.decimal != ".":
            text = f"replace({text}, '.', {literal(self.decimal)})"
        same = f"{text} = {cell}" + (f" and {cell} not like '-0%'" if self.base in _DIGITS else "")
        return f"case when {same} then null else {cell} end"

    def rule(self, cell: str, value: str) -> str:
        """The name of the first rule that a cell breaks which is not canonical, an expression of DuckDB; NULL where it breaks none."""
        broken = [f"when {value} is null then 'unread'", *(f"when {condition} then null" for condition in self._unbroken(cell))]
        broken += [f"when {condition} then '{rule}'" for rule, condition in self._conditions(cell, value)]
        return f"case {' '.join(broken)} end"

    def _unbroken(self, cell: str) -> Iterator[str]:
        """One condition under which a number breaks no rule, cheaper than they are: plain digits, no more of them than the type keeps."""
        if self.is_number and not self.thousands:
            decimals = f"{{0,{self.scale}}}" if self.scale is not None else "*"
            plain = _is(cell, f"-?(0|[1-9][0-9]*)({re.escape(self.decimal)}[0-9]{decimals})?")
            yield plain if self.scale is not None else f"length({cell}) <= {_DIGITS[self.base]} and {plain}"

    def _plain(self, cell: str) -> str:
        """A number as DuckDB casts it: its decimal mark is a point, and there is no mark of thousands. Another point makes it no number."""
        if not self.is_number or (self.decimal == "." and not self.thousands):
            return cell
        other = "" if "." in (self.decimal, self.thousands) else "."
        return f"translate({cell}, {literal(self.decimal + other + (self.thousands or ''))}, {literal('.x' if other else '.')})"

    def _conditions(self, cell: str, value: str) -> Iterator[tuple[str, str]]:
        if self.is_number:
            yield from self._of_numbers(cell, value)
        elif self.base == "DATE" and self.format is None:
            yield "dropped", f"contains({cell}, ':')"
        elif self.base == "TIME":
            yield "dropped", f"{_matches(cell, '[0-9]-')} or {_has_zone(cell)} or {_below_a_microsecond(cell)}"
        elif self.base == "TIMESTAMP" and self.format is None:
            yield "dropped", f"{_has_zone(cell)} or {_below_a_microsecond(cell)}"
        elif self.base == "TIMESTAMPTZ":
            yield "dropped", _below_a_microsecond(cell)

    def _of_numbers(self, cell: str, value: str) -> Iterator[tuple[str, str]]:
        plain = f"lower(trim({self._plain(cell)}))"
        yield "unread", f"not {_is(plain, _NUMBER + (_WORDS if self.base in _DIGITS else ''))}"
        if self.thousands:
            mark, decimal = re.escape(self.thousands), re.escape(self.decimal)
            grouped = rf" *[+-]?[0-9]{{1,3}}({mark}[0-9]{{3}})+({decimal}[0-9]*)?([eE][+-]?[0-9]+)? *"
            yield "thousands", f"contains(trim({cell}), {literal(self.thousands)}) and not {_is(cell, grouped)}"
        yield "leading zero", _is(plain, r"[+-]?0[0-9]+")
        yield ("dropped", _beyond(plain, self.scale)) if self.scale is not None else self._too_precise(plain, value)

    def _too_precise(self, plain: str, value: str) -> tuple[str, str]:
        digits, shortest = _significant(plain), _significant(f"cast({value} as varchar)")
        beyond = f"isinf({value}) or ({value} = 0 and {digits} <> '') or (length({digits}) > {_DIGITS[self.base]} and {digits} <> {shortest})"
        return "dropped", f"not {_is(plain, '[+-]?[a-z]+')} and ({beyond})"


def typed(relation: FileRelation, header: Sequence[str]) -> list[TypedColumn]:
    """The columns of a file that are not text, in the order of its header."""
    found = []
    types = relation.types_of(header)
    for name in header:
        declared = types.get(name, "VARCHAR")
        kind, form = (declared.type, declared.format) if isinstance(declared, DatedType) else (declared, None)
        if kind.upper() not in ("VARCHAR", "TEXT"):
            found.append(TypedColumn(name, kind.upper(), form, relation.decimal, relation.thousands))
    return found


def values(reader: str, header: Sequence[str], columns: Sequence[TypedColumn], spelt: Sequence[str] = ()) -> str:
    """The SELECT of a file with the values of its typed columns; under the names `spelt`, the spellings that are not canonical."""
    by_name = {column.name: column for column in columns}
    listed = [f"{by_name[name].value(name_text(name))} as {name_text(name)}" if name in by_name else name_text(name) for name in header]
    listed += [f"{column.spelling(name_text(column.name))} as {name_text(other)}" for column, other in zip(columns, spelt, strict=False)]
    return f"select {', '.join(listed)} from {reader}"


def replaced(reader: str, columns: Sequence[TypedColumn]) -> str:
    """The relation text of a reader with the values of its typed columns in place of their cells."""
    listed = ", ".join(f"{column.value(name_text(column.name))} as {name_text(column.name)}" for column in columns)
    return f"(select * replace ({listed}) from {reader})" if columns else reader


def broken_rules(table: str, columns: Sequence[TypedColumn], spelt: Sequence[str]) -> str:
    """One statement over a table of values and spellings: a row for each column, by its place, and rule that cells break, with how many do."""
    places = list(enumerate(zip(columns, spelt, strict=True)))
    grouped = ", ".join(f"spelt{place} as materialized ({_spelt(table, column, spelling)})" for place, (column, spelling) in places)
    found = " union all ".join(part for place, (column, spelling) in places for part in _broken(table, place, column, spelling))
    return f"with {grouped} {found}"


def _broken(table: str, place: int, column: TypedColumn, spelling: str) -> Iterator[str]:
    yield (
        f"select {place} as place, rule, cast(sum(cells) as bigint) as cells"
        f" from (select {column.rule('spelling', 'value')} as rule, cells from spelt{place}) where rule is not null group by rule"
    )
    twice = _twice_spelt(table, column, spelling, f"spelt{place}")
    yield f"select {place}, '{SECOND_SPELLING}', cast(sum(cells) as bigint) from ({twice}) having count(*) > 0"


def first_record(table: str, column: TypedColumn, spelling: str, rule: str, headed: bool) -> str:
    """The statement that finds the first record whose cell breaks a rule: the header is record 1."""
    name, spelt = name_text(column.name), name_text(spelling)
    if rule == SECOND_SPELLING:
        condition = f"{name} in (select value from ({_twice_spelt(table, column, spelling, f'({_spelt(table, column, spelling)})')}))"
    else:
        condition = f"{spelt} is not null and {column.rule(spelt, name)} = {literal(rule)}"
    return f"select min(rowid) + {2 if headed else 1} as record from {table} where {condition}"


def _spelt(table: str, column: TypedColumn, spelling: str) -> str:
    """The spellings that are not canonical, each once: with its value and its cells."""
    spelt = name_text(spelling)
    return (
        f"select {spelt} as spelling, any_value({name_text(column.name)}) as value, count(*) as cells from {table} where {spelt} is not null group by {spelt}"
    )


def _twice_spelt(table: str, column: TypedColumn, spelling: str, grouped: str) -> str:
    """The values that two spellings have, and their cells. `grouped`: the spellings by `_spelt`; a canonical cell has one more, which is not kept."""
    name = name_text(column.name)
    canonical = f"select {name}, '', count(*) from {table} where {name_text(spelling)} is null and {name} in (select value from {grouped} as g) group by {name}"
    return (
        f"select value, sum(cells) as cells from (select value, spelling, cells from {grouped} as g where value is not null union all {canonical})"
        " group by value having min(spelling) <> max(spelling)"
    )


def _is(text: str, pattern: str) -> str:
    return f"regexp_full_match({text}, {literal(pattern)})"


def _matches(text: str, pattern: str) -> str:
    return f"regexp_matches({text}, {literal(pattern)})"


def _significant(number: str) -> str:
    """The digits of a number without zeros before and after them."""
    return f"trim(regexp_replace(split_part(lower({number}), 'e', 1), '[^0-9]', '', 'g'), '0')"


def _beyond(number: str, scale: int) -> str:
    """Whether a number has a decimal that is not zero beyond a scale, its exponent taken into account."""
    mantissa = f"split_part({number}, 'e', 1)"
    exponent = f"coalesce(try_cast(nullif(split_part({number}, 'e', 2), '') as integer), 0)"
    digits = f"regexp_replace({mantissa}, '[^0-9]', '', 'g')"
    decimals = f"length(split_part({mantissa}, '.', 2)) - {exponent} - (length({digits}) - length(rtrim({digits}, '0')))"
    return f"({digits} <> repeat('0', length({digits})) and {decimals} > {scale})"


def _has_zone(cell: str) -> str:
    """Whether a time has a zone other than UTC, which a type without a zone drops."""
    after = r":[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)? *"
    zone = _matches(cell, after + r"([+-][0-9]|[A-Za-z])")
    utc = _matches(cell, after + "([Zz]|UTC|utc|GMT|gmt|[+-]00(:?00)?) *$")
    return f"({zone} and not {utc})"


def _below_a_microsecond(cell: str) -> str:
    return _matches(cell, r"\.[0-9]{6}[0-9]*[1-9]")
