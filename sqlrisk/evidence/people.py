"""What the rows say of people: those with several rows, those that stand for others by their weights, those who live together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import Row, count, real, total


@dataclass(frozen=True)
class EntityClasses:
    """Entities by class and by multiset of classes: how many there are -> how many classes (or multisets) have so many; rows without an entity's key."""

    distinct: Mapping[int, int]
    multisets: Mapping[int, int]
    most_rows: int
    rows_without_key: int

    @property
    def entities(self) -> int:
        """Entities, over all multisets."""
        return sum(number * groups for number, groups in self.multisets.items())


@dataclass(frozen=True)
class WeightedClasses:
    """The individual risk of the classes: the largest, the sum over their rows; the weights that are unsound, classes that weigh less than their rows.

    `people` is the sum of the sound weights: how many people the rows stand for. `least` and `greatest`: of all weights; None where there is none.
    """

    rows: int
    risk_max: float | None
    risk_sum: float
    rows_zero: int
    rows_missing: int
    rows_negative: int
    rows_not_finite: int
    classes_short: int
    people: float
    least: float | None = None
    greatest: float | None = None

    @property
    def is_sound(self) -> bool:
        """Whether every row has a weight above zero and finite."""
        return not (self.rows_zero or self.rows_missing or self.rows_negative or self.rows_not_finite)


@dataclass(frozen=True)
class HouseholdRisks:
    """Households: how many, the largest risk of one (None where there is none), and the rows without a household's key."""

    households: int
    risk_max: float | None
    rows_without_key: int


def entity_classes(rows: Iterable[Row]) -> EntityClasses:
    """Evidence of the kernel entity_classes. Raises NotMeasuredError where the engine cut lists short."""
    found: dict[str, dict[int, int]] = {}
    for row in rows:
        found.setdefault(str(row["sqlrisk_kind"]), {})[count(row, "sqlrisk_number")] = count(row, "sqlrisk_count")
    cut = found["cut"][0]
    if cut:
        raise NotMeasuredError(f"the engine cut the list of classes of {cut:,} entities: they cannot be compared", instead="raise its limit on joined texts")
    return EntityClasses(found.get("distinct", {}), found.get("multiset", {}), found["most_rows"][0], found["without_key"][0])


def weighted_classes(rows: Iterable[Row]) -> WeightedClasses:
    """Evidence of the kernel weighted_classes."""
    found = list(rows)
    risks = [risk for row in found if (risk := real(row["sqlrisk_risk_max"])) is not None]
    return WeightedClasses(
        rows=sum(count(row, "sqlrisk_class_size") * count(row, "sqlrisk_classes") for row in found),
        risk_max=max(risks, default=None),
        risk_sum=math.fsum(real(row["sqlrisk_risk_sum"]) or 0.0 for row in found),
        rows_zero=total(found, "sqlrisk_rows_zero"),
        rows_missing=total(found, "sqlrisk_rows_missing"),
        rows_negative=total(found, "sqlrisk_rows_negative"),
        rows_not_finite=total(found, "sqlrisk_rows_not_finite"),
        classes_short=total(found, "sqlrisk_classes_short"),
        people=math.fsum(real(row["sqlrisk_people"]) or 0.0 for row in found),
        least=min((least for row in found if (least := real(row["sqlrisk_least"])) is not None), default=None),
        greatest=max((greatest for row in found if (greatest := real(row["sqlrisk_greatest"])) is not None), default=None),
    )


def household_risks(rows: Iterable[Row]) -> HouseholdRisks:
    """Evidence of the kernel household_risks: 1 - exp(sum of ln(1 - r)), and exactly 1 where somebody's risk is 1."""
    row = next(iter(rows))
    unmatched = real(row["sqlrisk_log_unmatched_min"])
    risk = 1.0 if count(row, "sqlrisk_certain") else None if unmatched is None else -math.expm1(unmatched)
    return HouseholdRisks(count(row, "sqlrisk_households"), risk, count(row, "sqlrisk_rows_without_key"))
