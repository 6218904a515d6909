"""What leaves the warehouse: counts of equivalence classes, and nothing else."""

from collections.abc import Callable, Mapping, Sequence

from sqlrisk.evidence.class_sizes import ClassSizes, SizeCount, UnsuppressedClassSizes, class_sizes, group_class_sizes
from sqlrisk.evidence.columns import ColumnProfile, RowCounts, column_profiles, row_counts
from sqlrisk.evidence.composition import ComposedClasses, ComposedValues, composed_classes, composed_values
from sqlrisk.evidence.disclosures import (
    OrderedClasses,
    RecursiveClasses,
    SensitiveClasses,
    SensitiveCount,
    ordered_classes,
    recursive_classes,
    sensitive_classes,
)
from sqlrisk.evidence.rows import Row, by_group

READERS: Mapping[str, Callable[[Sequence[Row]], object]] = {
    "composed_classes": composed_classes,
    "composed_values": composed_values,
}
"""Kernel -> the reader of its rows, for evidence about the published release as a whole."""

__all__ = [
    "READERS",
    "ClassSizes",
    "ColumnProfile",
    "ComposedClasses",
    "ComposedValues",
    "OrderedClasses",
    "RecursiveClasses",
    "Row",
    "RowCounts",
    "SensitiveClasses",
    "SensitiveCount",
    "SizeCount",
    "UnsuppressedClassSizes",
    "by_group",
    "class_sizes",
    "column_profiles",
    "composed_classes",
    "composed_values",
    "group_class_sizes",
    "ordered_classes",
    "recursive_classes",
    "row_counts",
    "sensitive_classes",
]
