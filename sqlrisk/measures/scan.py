"""Was a column forgotten? Measures of what a column would add that nobody declared a quasi-identifier."""

from __future__ import annotations

from fractions import Fraction

from sqlrisk.evidence import ClassSizes, ForgottenColumns
from sqlrisk.measures import Noted, NoValue, Public, Value, measure
from sqlrisk.plain import counted


@measure(
    "share of rows",
    "at_most",
    public=Public.HIDDEN,
    highest="1",
    per_group=False,
    assumptions=("one column is learnt at a time: what two of them tell together is not seen",),
)
def forgotten_column_uniques(forgotten: ForgottenColumns, sizes: ClassSizes) -> Value:
    """What share of the rows would be alone if a column that is no quasi-identifier became known too? The worst column where none is named"""
    if not sizes.rows:
        return NoValue("no row is left to measure")
    if forgotten.obstacle:
        return NoValue(forgotten.obstacle)
    now = sizes.rows_at(1)
    if not forgotten.joined:
        return Noted(Fraction(now, sizes.rows), "no other column is published that could have been forgotten: the quasi-identifiers alone")
    worst = max(forgotten.joined, key=lambda column: column.unique_rows)
    return Noted(Fraction(worst.unique_rows, sizes.rows), f"`{worst.column}` known too: {counted(worst.unique_rows, 'row')} alone, {now:,} without it")
