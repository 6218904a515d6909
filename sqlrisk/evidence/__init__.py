"""What leaves the warehouse: counts of equivalence classes, and nothing else."""

from collections.abc import Callable, Mapping, Sequence

from sqlrisk.evidence.class_sizes import ClassSizes, SizeCount, UnsuppressedClassSizes, class_sizes, group_class_sizes
from sqlrisk.evidence.columns import ColumnProfile, RowCounts, column_profiles, row_counts
from sqlrisk.evidence.disclosures import (
    OrderedClasses,
    RecursiveClasses,
    SensitiveClasses,
    SensitiveCount,
    ordered_classes,
    recursive_classes,
    sensitive_classes,
)
from sqlrisk.evidence.people import EntityClasses, HouseholdRisks, WeightedClasses, entity_classes, household_risks, weighted_classes
from sqlrisk.evidence.rows import Row, by_group

READERS: Mapping[str, Callable[[Sequence[Row]], object]] = {
    "entity_classes": entity_classes,
    "weighted_classes": weighted_classes,
    "household_risks": household_risks,
}
"""Kernel -> the reader of its rows, for evidence about the published release as a whole."""

__all__ = [
    "READERS",
    "ClassSizes",
    "ColumnProfile",
    "EntityClasses",
    "HouseholdRisks",
    "OrderedClasses",
    "RecursiveClasses",
    "Row",
    "RowCounts",
    "SensitiveClasses",
    "SensitiveCount",
    "SizeCount",
    "UnsuppressedClassSizes",
    "WeightedClasses",
    "by_group",
    "class_sizes",
    "column_profiles",
    "entity_classes",
    "group_class_sizes",
    "household_risks",
    "ordered_classes",
    "recursive_classes",
    "row_counts",
    "sensitive_classes",
    "weighted_classes",
]
