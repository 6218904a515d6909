"""The rows of a kernel as numbers: nothing is taken for 0 that the engine did not count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlrisk.errors import NotMeasuredError

Row = Mapping[str, Any]


def by_group(rows: Iterable[Row]) -> dict[Any, list[Row]]:
    """The rows of a kernel that was given a group, by the group's value."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row["sqlrisk_group"], []).append(row)
    return found


def count(row: Row, name: str) -> int:
    """A whole number of a row. Raises NotMeasuredError where the engine gave none."""
    if row[name] is None:
        raise NotMeasuredError(f"the engine gave no number for {name}")
    return int(row[name])


def total(rows: Iterable[Row], name: str) -> int:
    """The sum of a whole number over the rows."""
    return sum(count(row, name) for row in rows)


def real(value: Any) -> float | None:
    """A number with a decimal point, to twelve significant digits; None where there is none.

    Engines add reals in the order in which threads end: the digits beyond would differ from run to run.
    """
    return None if value is None else float(f"{float(value):.12g}")


def number(row: Row, name: str) -> float:
    """A number with a decimal point that must be there. Raises NotMeasuredError where the engine gave none."""
    found = real(row[name])
    if found is None:
        raise NotMeasuredError(f"the engine gave no number for {name}")
    return found
