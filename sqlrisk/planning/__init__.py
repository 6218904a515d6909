"""Which queries a release needs: one statement an evidence, all known before the first one runs."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.classes import disclosures, group_member, of_group, of_rung
from sqlrisk.planning.collations import FOLDED_VALUES, collated, folded_values
from sqlrisk.planning.composition import composition
from sqlrisk.planning.forgotten import of_forgotten
from sqlrisk.planning.hierarchies import of_hierarchies
from sqlrisk.planning.missing import MISSING_TOKENS, coded, missing_tokens, numeric_codes, suspected
from sqlrisk.planning.nulls import BEFORE_SUPPRESSION, MISSING_MATCHES, null_classes, null_matches
from sqlrisk.planning.people import SOURCE_SIZES, of_people
from sqlrisk.planning.population import (
    FOREST_FIRST,
    MARGIN_CLASSES,
    MARGIN_HISTOGRAMS,
    SOURCE_ROWS,
    has_margins,
    is_sampled,
    margin_classes,
    matched_classes,
    of_estimators,
)
from sqlrisk.planning.protection import PIVOT_GROUPS, block_rung, blocks, is_of_block, of_blocks, of_protection
from sqlrisk.planning.rows import profiles, row_counts
from sqlrisk.planning.suppression import LEFT_GROUP_SIZES, LEFT_SIZES, left_sizes
from sqlrisk.planning.utility import null_is_value, of_queries, query_errors
from sqlrisk.suppression import Suppression

__all__ = [
    "FOLDED_VALUES",
    "LEFT_GROUP_SIZES",
    "LEFT_SIZES",
    "MARGIN_HISTOGRAMS",
    "BEFORE_SUPPRESSION",
    "MISSING_MATCHES",
    "MISSING_TOKENS",
    "PIVOT_GROUPS",
    "PUBLISHED",
    "SOURCE_ROWS",
    "SOURCE_SIZES",
    "Bound",
    "Key",
    "Statement",
    "block_rung",
    "blocks",
    "coded",
    "collated",
    "composition",
    "disclosures",
    "dependent",
    "group_member",
    "is_of_block",
    "is_sampled",
    "left_sizes",
    "margin_classes",
    "null_matches",
    "numeric_codes",
    "of_hierarchies",
    "of_blocks",
    "of_protection",
    "null_is_value",
    "of_queries",
    "of_whole_release",
    "plan",
    "profiles",
    "query_errors",
    "row_counts",
    "suspected",
]


def plan(bound: Bound) -> list[Statement]:
    """Every statement of a release, in the order in which they run; one that several rungs need runs once.

    The rows of a permuted table are no persons: its blocks are measured apart.
    """
    if bound.is_permuted:
        return [*_of_columns(bound), *of_protection(bound), *of_blocks(bound), *of_queries(bound, PUBLISHED)]
    statements = [*_of_columns(bound), *of_hierarchies(bound)]
    statements += of_rung(bound, PUBLISHED)
    statements += of_estimators(bound)
    statements += [null_classes(bound)]
    statements += of_whole_release(bound, bound.suppression)
    for name, condition in bound.release.group_conditions().items():
        statements += of_group(bound, name, condition)
    for step in bound.release.ladder:
        statements += [*of_rung(bound, step.name), *of_queries(bound, step.name)]
    statements += of_protection(bound)
    return list({statement.key: statement for statement in statements}.values())


def _of_columns(bound: Bound) -> list[Statement]:
    """The statements before any class is formed."""
    return [row_counts(bound.published), *bound.tests, *folded_values(bound), *missing_tokens(bound)]


def of_whole_release(bound: Bound, suppression: Suppression) -> Iterator[Statement]:
    """The statements about what a suppression leaves of the published release as a whole."""
    yield from matched_classes(bound, suppression)
    yield from of_people(bound, suppression)
    yield from composition(bound, suppression)
    yield from of_forgotten(bound, suppression)
    yield from of_queries(bound, PUBLISHED, suppression)


def dependent(bound: Bound) -> list[tuple[Key, str]]:
    """The statements whose parameters an earlier one measures, and which: their texts are not known beforehand."""
    return [(MARGIN_CLASSES, FOREST_FIRST)] if has_margins(bound) else []
