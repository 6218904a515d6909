"""What was done to the rows, what suppression would do, and what the method does not measure, in words."""

from __future__ import annotations

from collections.abc import Container, Sequence

from sqlrisk import protecting
from sqlrisk.declaration import DROPPED
from sqlrisk.evidence import ClassSizes
from sqlrisk.findings.columns import relation_name
from sqlrisk.measuring import Measured
from sqlrisk.plain import counted, digits
from sqlrisk.planning import Bound
from sqlrisk.report import Measurement
from sqlrisk.suppression import Suppression, left_out

LIMITS_OF_METHOD = (
    "only the declared quasi-identifiers are measured: a column that nobody declared as one is not",
    "what an adversary knows from elsewhere is not measured, nor what releases about the same people add that composes_with does not name (composition)",
    "tables only: free text, traces, images and graphs identify in ways that classes do not show",
    "a small class is what is measured, not the harm to those who are in it",
)
_SHOWN = ("k", "prosecutor_mean", "t_closeness", "distinct_l", "homogeneous_rows", "query_error")


def mitigation(bound: Bound, measured: Measured) -> str:
    """The mitigation that the verdict stands on, in words."""
    release = bound.release
    anonymised = protecting.mitigation(release)
    if bound.as_published:
        return "; ".join([f"the relation {relation_name(release.published_as)} as it stands", *anonymised])
    parts = anonymised + [f"`{column}` published as `{level}`" for column, level in release.publish.items() if level != DROPPED]
    parts += [f"`{column}` left out" for column, level in release.publish.items() if level == DROPPED]
    if release.where is not None:
        parts.append(f"the declared filter, which leaves out {measured.counts.filtered:,} of {counted(measured.counts.read, 'row')}")
    if release.suppressed_marker is not None:
        parts.append(f"{counted(measured.counts.marked, 'row')} already suppressed, known by their marker")
    if release.suppress_below is not None or release.suppress is not None:
        parts.append(f"suppression of {left_out(release.declared_suppression().values())}, which takes {counted(measured.rows_suppressed, 'row')}")
    return "; ".join(parts) if parts else "none: the columns as they are"


def remedy(
    before: Measured, suppression: Suppression, left: ClassSizes, after: Sequence[Measurement], passes: bool, asked: Container[tuple[str, str | None]]
) -> str:
    """What suppressing the failing classes would cost, and what would be left to fail. `asked`: the measures that a limit asks for, each with its column."""
    rows = before.rows - left.rows
    share = rows / before.rows if before.rows else 0.0
    told = [m for m in after if m.measure in _SHOWN or (m.measure, m.column) in asked]
    figures = [f"{m.measure}{f' of {m.column}' if m.column else ''} {digits(m.value)}" for m in told if m.value is not None]
    words = "then it would be within its limits" if passes else "even so it would NOT be within its limits"
    taken = f"{rows:,} of {counted(before.rows, 'row')} ({share:.2%})"
    return f"suppressing {left_out(suppression.values())} would take {taken}; measured again: {', '.join(figures)}: {words}"
