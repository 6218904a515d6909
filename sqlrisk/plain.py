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
