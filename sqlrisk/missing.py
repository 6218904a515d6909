"""The second reading of a missing quasi-identifier: it matches anything, as sdcMicro has it. Shown beside the gate, never judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlrisk import evidence, measurements
from sqlrisk.errors import NotMeasuredError, StatementTimeoutError
from sqlrisk.evidence import ClassSizes
from sqlrisk.measures import NoValue, measures
from sqlrisk.plain import counted
from sqlrisk.planning import MISSING_MATCHES, Bound, Statement, null_matches
from sqlrisk.report import Measurement

MEASURES = ("k", "unique_rows", "rows_below_k", "rows_at_risk", "prosecutor_max", "prosecutor_mean")
ASSUMPTION = "a missing quasi-identifier matches anything (sdcMicro's rule); a second reading, never judged"
MOST_COMPARISONS = 10**9


def matched(
    bound: Bound, published: ClassSizes, nulls: evidence.NullClasses, run: Callable[[Statement], Sequence[Mapping[str, Any]]]
) -> ClassSizes | NoValue | None:
    """The rows by how many rows match them; None where no class has a NULL. Raises NotMeasuredError where the rows are not those published."""
    if not nulls.classes:
        return None
    if published.classes * nulls.classes > MOST_COMPARISONS:
        return NoValue(f"{published.classes:,} classes against {nulls.classes:,} with a missing value are more than {MOST_COMPARISONS:,} comparisons")
    try:
        found = evidence.null_matches(run(null_matches(bound)))
    except StatementTimeoutError:
        return NoValue("the comparison did not end within statement_timeout")
    if found.rows != published.rows:
        raise NotMeasuredError(f"{counted(found.rows, 'row was', 'rows were')} compared where {published.rows:,} were counted")
    return found


def second_reading(found: ClassSizes | NoValue | None, limits: Mapping[type, Any], fraction: tuple[Fraction, ...]) -> Iterator[Measurement]:
    """The measures that need no classes, by how many rows match each row; or why there are none."""
    for name in () if found is None else MEASURES:
        known = measures()[name]
        if isinstance(found, NoValue):
            yield Measurement(name, MISSING_MATCHES, None, None, None, "not_measured", found.reason, None, None, None, known.unit, assumptions=(ASSUMPTION,))
        else:
            measured = measurements.measurement(known, MISSING_MATCHES, None, None, None, {**limits, ClassSizes: found}, fraction)
            yield replace(measured, assumptions=(*measured.assumptions, ASSUMPTION))
