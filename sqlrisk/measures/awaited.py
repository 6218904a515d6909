"""The measures of the contract that a later issue builds: their names and limits are checked now, their value is "not measured yet"."""

from __future__ import annotations

from decimal import Decimal

from sqlrisk.measures import Direction, Measure


def _awaited(
    issue: int, family: str, name: str, unit: str, protects: Direction = "at_most", *, lowest: str = "0", highest: str | None = None, random: bool = False
) -> Measure:
    return Measure(
        name=name,
        function=None,
        unit=unit,
        protects=protects,
        lowest=Decimal(lowest),
        highest=None if highest is None else Decimal(highest),
        strict=False,
        judged=True,
        per_group=True,
        needs_random_sample=random,
        estimator=None,
        assumptions=(),
        family=family,
        issue=issue,
    )


AWAITED = (_awaited(5, "scan", "forgotten_column_uniques", "share of rows", highest="1"),)
"""`marketer` is a name that thresholds may use for journalist_mean."""

ALIASES = {"marketer": "journalist_mean"}
