"""Values as JSON has them, numbers as people read them, and the characters that nobody sees."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sqlrisk.secrets import redacted

INVISIBLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control, bidirectional, zero-width and other characters without a shape, and what no encoding or XML document can hold."""


def visible(text: str) -> str:
    """A text without control, bidirectional and zero-width characters: each is shown by its code point. Line ends and tabs stay."""
    return INVISIBLE.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def one_line(text: str) -> str:
    """A text of visible characters on a single line."""
    return visible(" ".join(text.split()))


def literal(text: str) -> str:
    """A text as a string of SQL where only the quote must be doubled."""
    return "'" + text.replace("'", "''") + "'"


def name_text(name: str) -> str:
    """A name of SQL in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def json_text(value: Any, indent: int | None = 2) -> str:
    """A value as JSON in UTF-8 that reads as it looks: what nobody sees is escaped, its texts are redacted. One line where `indent` is None."""
    text = json.dumps(redacted(plain(value)), indent=indent, ensure_ascii=False, allow_nan=False)
    return INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], text) + "\n"


def plain(value: Any) -> Any:
    """A value as JSON has it: fractions and decimals are numbers, dates are text, mappings have text keys."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return value.isoformat() if isinstance(value, date) else value


def digits(value: int | Fraction | float) -> str:
    """A number with thousands separated, or four significant digits; from 1,000 on none of a fraction."""
    number = float(value)
    if 1000 <= abs(number) < 1e15:
        return f"{number:,.0f}"
    return f"{number:.0f}" if number.is_integer() and abs(number) < 1000 else f"{number:.4g}"


def counted(number: int, one: str, more: str = "") -> str:
    """A count with its noun, or its noun and verb: "1 row", "1,234 rows"; `more` is the form for every other number, else `one` with an s."""
    return f"{number:,} {agreed(number, one, more)}"


def agreed(number: int | Fraction | float, one: str, more: str = "") -> str:
    """The one of two forms that agrees with a number."""
    return one if number == 1 else more or f"{one}s"
