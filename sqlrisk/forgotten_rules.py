"""The rules of a limit on what a forgotten column would add: which column it may name."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.composition_rules import Found
from sqlrisk.declaration import Release, Threshold
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean


def of_forgotten(release: Release, threshold: Threshold, at: Path_) -> Iterator[Found]:
    """The column of a limit on what a forgotten column would add, where one is named: one that is published and called insensitive."""
    name, others = threshold.column, release.other_columns
    insensitive = release.with_role("insensitive")
    if name is None or name in insensitive or (name not in release.columns and others is not None and others.role == "insensitive"):
        return
    role = f"is {release.columns[name].role}" if name in release.columns else "is not declared"
    instead = did_you_mean(name, insensitive) if insensitive else "leave `column` out: then the worst of those that are not sensitive is judged"
    yield (*at, "column"), f"`{name}` {role}: {threshold.measure} speaks of columns that are called insensitive", instead
