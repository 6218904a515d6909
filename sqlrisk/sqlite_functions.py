"""The functions that SQLite lacks, or answers in silence where others refuse: given to each connection by name."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

MOST = 2**63


def integer(value: Any) -> int | None:
    """A whole number. Raises ValueError for a text that is none, for a number with digits after the point, and for one beyond 64 bits."""
    if value is None:
        return None
    found = int(value)
    if isinstance(value, float) and found != value:
        raise ValueError("not a whole number")
    if not -MOST <= found < MOST:
        raise ValueError("beyond 64 bits")
    return found


def double(value: Any) -> float | None:
    """A double. Raises ValueError for a text that is none."""
    return None if value is None else float(value)


def quotient(dividend: Any, divisor: Any) -> float | None:
    """The real quotient. Raises ZeroDivisionError."""
    return None if dividend is None or divisor is None else float(dividend) / float(divisor)


def remainder(dividend: Any, divisor: Any) -> Any:
    """What a division cut toward zero leaves, with the sign of the dividend. Raises ZeroDivisionError."""
    if dividend is None or divisor is None:
        return None
    if isinstance(dividend, float) or isinstance(divisor, float):
        return math.fmod(dividend, divisor)
    return dividend - divisor * (abs(dividend) // abs(divisor)) * (1 if (dividend < 0) == (divisor < 0) else -1)


def day(value: Any) -> str | None:
    """A date as text, YYYY-MM-DD. Raises ValueError for a text that begins with none."""
    return None if value is None else date.fromisoformat(str(value)[:10]).isoformat()


def year(value: Any) -> int | None:
    """The year of a date in text. Raises ValueError."""
    return None if value is None else date.fromisoformat(str(value)[:10]).year


def month(value: Any) -> int | None:
    """The month of a date in text. Raises ValueError."""
    return None if value is None else date.fromisoformat(str(value)[:10]).month


def lpad(text: Any, length: Any, fill: Any) -> str | None:
    """The text cut or filled on its left to a length in characters."""
    if text is None or length is None or fill is None:
        return None
    missing = max(0, length - len(str(text)))
    return f"{(str(fill) * missing)[:missing]}{str(text)[: int(length)]}"


def concat(*values: Any) -> str:
    """The texts in one; NULL is an empty text."""
    return "".join("" if value is None else str(value) for value in values)


def lower(text: Any) -> str | None:
    """The text in lower case, letter by letter: one whose lower case has several stays as it is."""
    return None if text is None else "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in str(text))


def upper(text: Any) -> str | None:
    """The text in upper case, letter by letter: one whose upper case has several stays as it is."""
    return None if text is None else "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in str(text))


def like(text: Any, pattern: Any) -> bool | None:
    """Whether a text is like a pattern, which sees case. The pragma would change what the LIKE of users' views means."""
    return None if text is None or pattern is None else _matcher(str(pattern)).fullmatch(str(text)) is not None


@functools.cache
def _matcher(pattern: str) -> re.Pattern[str]:
    return re.compile("".join({"%": ".*", "_": "."}.get(letter, re.escape(letter)) for letter in pattern), re.DOTALL)


def translate(text: Any, characters: str, others: str) -> str | None:
    """The text with each character of one list replaced by that at its place in another."""
    return None if text is None else str(text).translate(_table(characters, others))


@functools.cache
def _table(characters: str, others: str) -> dict[int, int]:
    return str.maketrans(characters, others)


def _unless_null(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else function(value)


FUNCTIONS: Mapping[str, tuple[int, Callable[..., Any]]] = {
    "sqlrisk_integer": (1, integer),
    "sqlrisk_double": (1, double),
    "sqlrisk_quotient": (2, quotient),
    "sqlrisk_remainder": (2, remainder),
    "sqlrisk_date": (1, day),
    "sqlrisk_year": (1, year),
    "sqlrisk_month": (1, month),
    "sqlrisk_lpad": (3, lpad),
    "sqlrisk_concat": (-1, concat),
    "sqlrisk_like": (2, like),
    "sqlrisk_lower": (1, lower),
    "sqlrisk_upper": (1, upper),
    "sqlrisk_translate": (3, translate),
    "ln": (1, _unless_null(math.log)),
    "floor": (1, _unless_null(math.floor)),
    "ceil": (1, _unless_null(math.ceil)),
}
"""Name -> the number of its arguments (-1: any), and the function."""


def give(connection: Any) -> None:
    """Give a connection of sqlite3 the functions."""
    for name, (arguments, function) in FUNCTIONS.items():
        connection.create_function(name, arguments, function, deterministic=True)
