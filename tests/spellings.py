"""The second opinion on declared types: whether the cells of a column are values of a type, exactly and one-to-one, worked out in plain Python."""

from __future__ import annotations

import datetime
import math
import re
import uuid
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy

INTEGERS = {"SMALLINT": (-(2**15), 2**15 - 1), "INTEGER": (-(2**31), 2**31 - 1), "BIGINT": (-(2**63), 2**63 - 1), "UTINYINT": (0, 255)}
TRUTHS = {**dict.fromkeys(("true", "t", "1", "yes", "y"), True), **dict.fromkeys(("false", "f", "0", "no", "n"), False)}


class Form(NamedTuple):
    """How a column is declared."""

    type: str
    decimal: str = "."
    thousands: str | None = None
    format: str | None = None


def one_to_one(cells: Sequence[str | None], form: Form) -> list[Any] | None:
    """The values of the cells, None for None; None in place of them all where the type would refuse, merge or change one."""
    found: dict[str, Any] = {}
    for cell in cells:
        if cell is not None and cell not in found:
            value = _value(cell, form)
            if value is None:
                return None
            found[cell] = value
    if len(set(map(_same, found.values()))) < len(found):
        return None
    return [None if cell is None else found[cell] for cell in cells]


def _same(value: Any) -> Any:
    return "nan" if isinstance(value, float) and math.isnan(value) else value


def _value(cell: str, form: Form) -> Any:
    base = form.type.partition("(")[0]
    if base in ("DATE", "TIMESTAMP"):
        return _day(cell, form) if base == "DATE" else _moment(cell)
    if base == "BOOLEAN":
        return TRUTHS.get(cell.lower())
    if base == "UUID":
        return uuid.UUID(cell) if re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", cell) else None
    return _number(cell.strip(" "), form, base)


def _number(cell: str, form: Form, base: str) -> Any:
    if base in ("DOUBLE", "FLOAT") and re.fullmatch(r"[+-]?(nan|inf|infinity)", cell.lower()):
        return float(cell)
    whole = r"\d+" if form.thousands is None else rf"(?:\d+|\d{{1,3}}(?:{re.escape(form.thousands)}\d{{3}})+)"
    mark = re.escape(form.decimal)
    match = re.fullmatch(rf"([+-]?)({whole})?(?:({mark})(\d*))?(?:[eE]([+-]?\d+))?", cell)
    if match is None or not (match[2] or match[4]):
        return None
    digits = (match[2] or "").replace(form.thousands or "\0", "")
    if match[3] is None and match[5] is None and len(digits) > 1 and digits[0] == "0":
        return None
    number = Decimal(f"{match[1]}{digits or '0'}.{match[4] or '0'}e{match[5] or '0'}")
    return _of_double(number, base) if base in ("DOUBLE", "FLOAT") else _exact(number, form.type, base)


def _exact(number: Decimal, kind: str, base: str) -> Any:
    if base in INTEGERS:
        low, high = INTEGERS[base]
        return int(number) if Fraction(number).denominator == 1 and low <= number <= high else None
    width, scale = map(int, re.findall(r"\d+", kind))
    scaled = Fraction(number) * 10**scale
    return number + 0 if scaled.denominator == 1 and abs(scaled) < 10**width else None


def _of_double(number: Decimal, base: str) -> Any:
    real = numpy.float32(str(number)) if base == "FLOAT" else numpy.float64(str(number))
    significant = _significant(number)
    if math.isinf(real) or (real == 0 and number != 0):
        return None
    if len(significant) > (6 if base == "FLOAT" else 15) and significant != _significant(Decimal(str(real))):
        return None
    return float(real) + 0.0


def _significant(number: Decimal) -> str:
    return "".join(map(str, number.as_tuple().digits)).strip("0")


def _day(cell: str, form: Form) -> datetime.date | None:
    written = r"(\d{1,2})\.(\d{1,2})\.(\d{4})" if form.format else r"(\d{4})-(\d{1,2})-(\d{1,2})"
    match = re.fullmatch(written, cell)
    if match is None:
        return None
    year, month, day = (match[3], match[2], match[1]) if form.format else (match[1], match[2], match[3])
    try:
        return datetime.date(int(year), int(month), int(day))
    except ValueError:
        return None


def _moment(cell: str) -> datetime.datetime | None:
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d)?)?", cell)
    if match is None or (match[4] or "0")[7:].strip("0") or match[5] not in (None, "Z", "+00", "-00"):
        return None
    micro = (match[4] or ".0")[1:7].ljust(6, "0")
    try:
        return datetime.datetime.fromisoformat(f"{match[1]}T{match[2] or '00:00'}{match[3] or ':00'}.{micro}")
    except ValueError:
        return None
