"""The rules of the suppression that a release declares: one list, sound limits, sensitive columns."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from sqlrisk.composition_rules import Found
from sqlrisk.declaration import Release
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean
from sqlrisk.measures import measures
from sqlrisk.suppression import MEASURES, ClassLimit


def suppression(release: Release) -> Iterator[Found]:
    """Suppression is declared once; each limit on a class has one measure, in its range, and the column that it needs."""
    if release.suppress is None:
        return
    if release.suppress_below is not None:
        instead = f"leave suppress_below out, and write {{k: {release.suppress_below}}} under suppress"
        yield ("suppress_below",), "suppress_below and suppress are declared", instead
    for place, limit in enumerate(release.suppress):
        at: Path_ = ("suppress", place)
        if len(limit.measures) != 1:
            yield at, f"a limit on a class has one of {', '.join(MEASURES)}", "keep one: for instance {distinct_l: 2, column: <sensitive column>}"
            continue
        yield from _range(limit, at)
        yield from _subject(release, limit, at)


def _range(limit: ClassLimit, at: Path_) -> Iterator[Found]:
    known = measures()[limit.measure]
    number = Decimal(limit.limit)
    if number < known.lowest or (known.highest is not None and number > known.highest):
        wanted = f"{known.lowest} or more" if known.highest is None else f"{known.lowest} to {known.highest}"
        yield (*at, known.name), f"{number} is outside the range of {known.name}: {wanted}", None


def _subject(release: Release, limit: ClassLimit, at: Path_) -> Iterator[Found]:
    sensitive = release.with_role("sensitive")
    if limit.measure == "k":
        if limit.column is not None:
            yield (*at, "column"), "k is not measured by column", "leave `column` out"
    elif limit.column is None and len(sensitive) != 1:
        yield at, f"{limit.measure} needs a column: {len(sensitive)} columns are sensitive", "add column: <sensitive column>"
    elif limit.column is not None and limit.column not in sensitive:
        yield (*at, "column"), f"`{limit.column}` is not a sensitive column", did_you_mean(limit.column, sensitive) if sensitive else None
    if (limit.l is not None) != (limit.measure == "recursive_c"):
        yield at, "recursive_c needs `l`, and no other measure has it", None
