"""Which cells of a column may mean that nothing was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlrisk.evidence.rows import Row, count

TOKENS = {"blank": "", "na": "NA", "n_a": "N/A", "null": "null", "upper_null": "NULL", "dot": ".", "nan": "NaN"}
"""The name of a count in the rows of missing_tokens -> the token, in the order of the macro suspected_tokens."""
NONE = "none"


CODES = {"minus_9": -9, "minus_8": -8, "code_9": 9, "code_99": 99, "code_999": 999}
"""The name of a count in the rows of numeric_codes -> the number, in the order of the macro suspected_codes."""


@dataclass(frozen=True)
class MissingTokens:
    """The rows of a column that hold each token that often means that nothing was recorded (only those that occur), and `none` in any case."""

    name: str
    tokens: tuple[tuple[str, int], ...]
    none: int


def missing_tokens(rows: Iterable[Row], names: Sequence[str]) -> tuple[MissingTokens, ...]:
    """Evidence of the kernel missing_tokens, in the order of the columns it was given: its texts, then its numbers."""
    by_place = {count(row, "sqlrisk_place"): row for row in rows}
    found = []
    for place, name in enumerate(names, 1):
        row = by_place.get(place, {})
        counts = ((token, count(row, f"sqlrisk_{key}")) for key, token in TOKENS.items()) if row else ()
        found.append(MissingTokens(name, tuple((token, rows) for token, rows in counts if rows), count(row, f"sqlrisk_{NONE}") if row else 0))
    return tuple(found)


def numeric_codes(rows: Iterable[Row], names: Sequence[str]) -> dict[str, dict[int, int]]:
    """Evidence of the kernel numeric_codes, by column: code -> rows, only of codes that stand apart from the other values; columns without one are left out.

    `names` are the columns it was given: its numbers, then its texts.
    """
    found = {count(row, "sqlrisk_place"): {code: held for key, code in CODES.items() if (held := count(row, f"sqlrisk_{key}"))} for row in rows}
    return {name: codes for place, name in enumerate(names, 1) if (codes := found.get(place))}
