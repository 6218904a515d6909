"""The statements about rows and columns, before any class is formed."""

from __future__ import annotations

from typing import Any

from sqlrisk.planning.bound import Key, Statement
from sqlrisk.queries import Query, render
from sqlrisk.relations import Table


def row_counts(table: Table) -> Statement:
    """The statement that counts the rows read, filtered and marked."""
    return Statement(Key("row_counts"), counted_rows(table))


def counted_rows(table: Table) -> Query:
    """The query of that statement: without a filter and a marker an engine knows the number of rows."""
    if table.where is None and table.marked is None:
        return render("row_counts", table.dialect, relation=table.source.sql, flagged=False)
    return render("row_counts", table.dialect, relation=table.flags())


def profiles(table: Table, names: list[str], *, exact: bool = False) -> Statement:
    """The statement that says how near to identifiers or free text some columns are."""
    members = [table.member(name) for name in names]
    arguments: dict[str, Any] = {"relation": table.relation(members), "columns": [member.alias for member in members]}
    return Statement(Key("column_profiles"), render("column_profiles", table.dialect, **arguments, **({"exact": True} if exact else {})))
