"""Findings about cells that may mean that nothing was recorded, in columns that do not declare what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk.evidence import MissingTokens
from sqlrisk.finding import Finding
from sqlrisk.plain import counted
from sqlrisk.planning import Bound


def missing_findings(bound: Bound, suspected: Sequence[MissingTokens]) -> Iterator[Finding]:
    """Sensitive columns and groups whose undeclared tokens count as values."""
    for found in suspected:
        judged = _judged(bound, found.name)
        if judged and found.tokens:
            text = f"{judged} `{found.name}` holds {_counts(found)}, which may mean that nothing was recorded: declare {_line(found)}"
            is_column = found.name in bound.release.with_role("sensitive")
            yield Finding("missing-undeclared", text, *((found.name,) if is_column else (None, found.name)))


def missing_remarks(bound: Bound, suspected: Sequence[MissingTokens]) -> Iterator[Finding]:
    """Quasi-identifiers with such tokens, and columns with `none`, which is a value in many tables."""
    for found in suspected:
        judged = _judged(bound, found.name)
        if found.tokens and not judged:
            text = f"the quasi-identifier `{found.name}` holds {_counts(found)}: each is a category of its own; declare {_line(found)}"
            yield Finding("possible-missing", text, found.name)
        if found.none:
            what = f"{judged or 'the quasi-identifier'} `{found.name}` holds {found.none:,} `none`"
            yield Finding("possible-missing", f"{what}: write it in `missing` as the table has it, or `missing: []` if it is a value", found.name)


def _judged(bound: Bound, name: str) -> str:
    """What a column is whose tokens fail a release; nothing for a quasi-identifier that is no group."""
    if name in bound.release.with_role("sensitive"):
        return "the sensitive column"
    return "the group" if name in bound.release.group_conditions() else ""


def _counts(found: MissingTokens) -> str:
    return ", ".join(f"{rows:,} `{token}`" if token else counted(rows, "blank cell") for token, rows in found.tokens)


def _line(found: MissingTokens) -> str:
    listed = ", ".join(f'"{token}"' for token, _ in found.tokens)
    return f"`missing: [{listed}]` for the column, or `missing: []` if they are values"
