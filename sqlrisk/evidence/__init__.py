"""What leaves the warehouse: counts of equivalence classes, and nothing else."""

from collections.abc import Callable, Mapping, Sequence

from sqlrisk.evidence.class_sizes import ClassSizes, LeftClassSizes, SizeCount, UnsuppressedClassSizes, class_sizes, group_class_sizes
from sqlrisk.evidence.columns import ColumnProfile, FoldedValues, RowCounts, column_profiles, folded_values, row_counts
from sqlrisk.evidence.composition import ComposedClasses, ComposedValues, composed_classes, composed_values
from sqlrisk.evidence.differential import BlockCounts, LostPair, PivotValues, block_counts, lost_pairs, pivot_values, preserved_pairs
from sqlrisk.evidence.disclosures import (
    OrderedClasses,
    RecursiveClasses,
    SensitiveClasses,
    SensitiveCount,
    ordered_classes,
    recursive_classes,
    sensitive_classes,
)
from sqlrisk.evidence.hierarchies import HierarchicalClasses, Hierarchy, HierarchyLevel, hierarchical_classes, hierarchy
from sqlrisk.evidence.joined import ForgottenColumns, JoinedClasses, blank_rows, joined_classes
from sqlrisk.evidence.margins import margin_classes, margin_histograms, paired
from sqlrisk.evidence.matched import MatchedClasses, MatchedCount, matched_classes
from sqlrisk.evidence.missing import MissingTokens, missing_tokens, numeric_codes
from sqlrisk.evidence.nulls import NullClasses, null_classes, null_matches
from sqlrisk.evidence.patterns import ColumnPatterns, ValueShape, column_patterns, value_fits, value_shapes
from sqlrisk.evidence.people import EntityClasses, HouseholdRisks, WeightedClasses, entity_classes, household_risks, weighted_classes
from sqlrisk.evidence.population import PopulationEvidence
from sqlrisk.evidence.protection import Blocks, PivotGroups, PivotLosses, block_links, block_tuples, constant_blocks, pivot_losses
from sqlrisk.evidence.queries import Nesting, QueryError, QueryErrors, Unanswered, nesting, query_error
from sqlrisk.evidence.rows import Row, by_group

READERS: Mapping[str, Callable[[Sequence[Row]], object]] = {
    "matched_classes": matched_classes,
    "entity_classes": entity_classes,
    "weighted_classes": weighted_classes,
    "household_risks": household_risks,
    "composed_classes": composed_classes,
    "composed_values": composed_values,
}
"""Kernel -> the reader of its rows, for evidence about the published release as a whole."""

__all__ = [
    "READERS",
    "BlockCounts",
    "LostPair",
    "PivotValues",
    "block_counts",
    "lost_pairs",
    "pivot_values",
    "preserved_pairs",
    "Blocks",
    "PivotGroups",
    "PivotLosses",
    "block_links",
    "block_tuples",
    "constant_blocks",
    "pivot_losses",
    "ClassSizes",
    "ColumnPatterns",
    "ColumnProfile",
    "MatchedClasses",
    "MatchedCount",
    "MissingTokens",
    "missing_tokens",
    "numeric_codes",
    "NullClasses",
    "FoldedValues",
    "ForgottenColumns",
    "HierarchicalClasses",
    "Hierarchy",
    "HierarchyLevel",
    "ComposedClasses",
    "ComposedValues",
    "JoinedClasses",
    "LeftClassSizes",
    "OrderedClasses",
    "PopulationEvidence",
    "Nesting",
    "QueryError",
    "QueryErrors",
    "Unanswered",
    "RecursiveClasses",
    "Row",
    "RowCounts",
    "SensitiveClasses",
    "SensitiveCount",
    "SizeCount",
    "UnsuppressedClassSizes",
    "ValueShape",
    "value_fits",
    "value_shapes",
    "WeightedClasses",
    "blank_rows",
    "by_group",
    "class_sizes",
    "column_patterns",
    "column_profiles",
    "entity_classes",
    "composed_classes",
    "composed_values",
    "folded_values",
    "group_class_sizes",
    "joined_classes",
    "margin_classes",
    "margin_histograms",
    "matched_classes",
    "null_classes",
    "null_matches",
    "hierarchical_classes",
    "hierarchy",
    "ordered_classes",
    "nesting",
    "paired",
    "query_error",
    "recursive_classes",
    "row_counts",
    "sensitive_classes",
    "weighted_classes",
    "EntityClasses",
    "HouseholdRisks",
    "household_risks",
]
