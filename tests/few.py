"""Which cases of a test a plain run takes, where it does not take all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")


def spread(cases: Sequence[Case], number: int, place: int = 0) -> list[Case]:
    """So many of the cases, evenly spread, and others for another place; all where there are no more."""
    kept = min(len(cases), number)
    return [cases[(place + each * len(cases) // kept) % len(cases)] for each in range(kept)]
