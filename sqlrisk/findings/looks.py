"""Findings of a look: a file or DataFrame without a declaration. What identifies fails it; a column without a role that is nearly unique fails or warns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlrisk.csv_files import is_parquet
from sqlrisk.declared import FileRelation, relation_text
from sqlrisk.finding import Finding
from sqlrisk.findings.columns import unnamed_columns
from sqlrisk.findings.people import recognised
from sqlrisk.measuring import Measured
from sqlrisk.plain import counted
from sqlrisk.planning import Bound
from sqlrisk.sensor import NearlyUnique

_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}


def look_findings(bound: Bound, measured: Measured) -> tuple[list[Finding], list[Finding]]:
    """The findings that make a look exit with 1, and those that are only shown."""
    left_out = row_number(bound, measured)
    judged = [each for each in recognised(measured, _not_published) if each.column != left_out]
    named = {each.column for each in judged}
    unique = [each for each in measured.sensed.unique if each.name not in named and each.name != left_out]
    judged += [_nearly_unique(each) for each in unique if each.identifies]
    shown = [_nearly_unique(each) for each in unique if not each.identifies]
    return judged, [*shown, *_left_out(left_out)]


def _not_published(id: str, column: str) -> str:
    return f"--ignore {column} if it is not published"


def look(bound: Bound, measured: Measured) -> dict[str, Any]:
    """What a look says of itself: how the file was read, the columns without a role, those that are named as not published, and a row number."""
    left_out = row_number(bound, measured)
    without = [name for name in unnamed_columns(bound) if name != left_out]
    return {"read": _read(bound.release.relation), "without_role": len(without), "ignored": bound.release.with_role("identifier"), "row_number": left_out}


def row_number(bound: Bound, measured: Measured) -> str | None:
    """The first column where it numbers the rows, has no role and does not say whose the row is."""
    first = bound.published.source.columns[0].name
    return next((each.name for each in measured.sensed.unique if each.name == first and each.numbers_rows and first in unnamed_columns(bound)), None)


def _nearly_unique(column: NearlyUnique) -> Finding:
    about = f"{counted(column.distinct, 'value')} in {counted(column.rows, 'row')}"
    return Finding(
        "nearly-unique-column", f"the column `{column.name}` is nearly unique ({about}): if it is not published, --ignore {column.name}", column.name
    )


def _left_out(name: str | None) -> Iterator[Finding]:
    if name is not None:
        yield Finding("row-number", f"the column `{name}` numbers the rows and was left out: do not publish the rows in the order of another table", name)


def _read(relation: str | FileRelation) -> str:
    """How a file is read, in words; nothing of a DataFrame."""
    name = relation_text(relation)
    if isinstance(relation, str) and not is_parquet(name):
        return "DataFrame"
    if is_parquet(name) or isinstance(relation, str):
        return "Parquet"
    parts = [f"CSV with {_DELIMITERS.get(relation.delimiter, relation.delimiter)}", relation.encoding]
    parts += [f"decimal {relation.decimal}"] if relation.decimal != "." else []
    return ", ".join(parts)
