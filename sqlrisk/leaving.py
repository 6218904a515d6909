"""The class sizes of a rung or a group: before suppression, as they are measured, and as suppressed_* see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlrisk.evidence import ClassSizes, LeftClassSizes, UnsuppressedClassSizes
from sqlrisk.suppression import Suppression


@dataclass(frozen=True)
class Sizes:
    """The class sizes before suppression, those that every other measure is about, and those that suppressed_* are about."""

    before: ClassSizes
    kept: ClassSizes
    left: ClassSizes

    def facts(self) -> dict[type, Any]:
        """The evidence of measures, by type."""
        return {
            ClassSizes: self.kept,
            UnsuppressedClassSizes: UnsuppressedClassSizes.from_sizes(self.before),
            LeftClassSizes: LeftClassSizes.from_sizes(self.left),
        }


def left_of(before: ClassSizes, suppression: Suppression, counted: Callable[[], ClassSizes]) -> ClassSizes:
    """The class sizes that a suppression leaves: known from all sizes where size alone decides, else `counted`."""
    return counted() if suppression.of_column else before.at_least(suppression.min_class_size)
