"""Values as JSON has them, and numbers as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any


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
    """A number with thousands separated, or four significant digits."""
    number = float(value)
    return f"{int(value):,}" if number.is_integer() and abs(number) < 1e15 else f"{number:.4g}"


def counted(number: int, one: str, more: str = "") -> str:
    """A count with its noun, or its noun and verb: "1 row", "1,234 rows"; `more` is the form for every other number, else `one` with an s."""
    return f"{number:,} {agreed(number, one, more)}"


def agreed(number: int | Fraction | float, one: str, more: str = "") -> str:
    """The one of two forms that agrees with a number."""
    return one if number == 1 else more or f"{one}s"
