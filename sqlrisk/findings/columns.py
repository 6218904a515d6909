"""Findings about columns: one without a role, an identifier that is published, an insensitive one that identifies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from sqlrisk.declaration import Release
from sqlrisk.evidence import ColumnProfile
from sqlrisk.finding import Finding
from sqlrisk.gate_rules import DIVERSITIES
from sqlrisk.measuring import NEAR_UNIQUE
from sqlrisk.plain import counted
from sqlrisk.planning import Bound
from sqlrisk.relations import Table


def expiry(release: Release, today: date) -> list[Finding]:
    """That the declaration has expired; nothing while it is valid."""
    return [Finding("expired", f"the declaration expired on {release.valid_until}")] if release.valid_until < today else []


def undeclared(release: Release, table: Table, as_published: bool) -> list[str]:
    """Columns of the relation without a role, in the catalogue's spelling."""
    if release.other_columns is not None:
        return []
    named = [*release.columns, *(levels(release, table) if as_published else ())]
    known = table.entries(named)
    return [column.name for column in table.source.columns if column.name not in known]


def levels(release: Release, table: Table) -> list[str]:
    """The names that the levels of quasi-identifiers can have in what is published: each its own, and the one that it is published under."""
    found = [(level, alias) for (column, level), alias in table.aliases.items() if release.columns[column].role == "quasi_identifier"]
    declared = {table.fold(name) for name in release.columns}
    return list(dict.fromkeys(name for names in found for name in names if table.fold(name) not in declared))


def column_findings(bound: Bound) -> list[Finding]:
    """Findings that the catalogue alone shows: a column without a role, an identifier that is published."""
    release = bound.release
    found = [_without_role(name, release.relation) for name in undeclared(release, bound.ladder, False)]
    if not bound.as_published:
        return found
    where = relation_name(release.published_as)
    found += [_without_role(name, release.published_as) for name in undeclared(release, bound.published, True)]
    for name in _published_identifiers(bound):
        found.append(Finding("published-identifier", f"the column `{name}` identifies people directly and is published in {where}: leave it out", name))
    for name in _unpublished(bound):
        text = f"`{name}` stands in {where} beside what is declared to be published: leave it out, or publish it"
        found.append(Finding("published-beside-declared", text, name))
    return found


def _without_role(name: str, relation: object) -> Finding:
    return Finding("undeclared-column", f"the column `{name}` of {relation_name(relation)} has no role: declare it under `columns`", name)


def _published_identifiers(bound: Bound) -> list[str]:
    release, published = bound.release, bound.published
    names = [name for name in release.with_role("identifier", "entity") if published.resolve(name) is not None]
    if release.other_columns is not None and release.other_columns.role == "identifier":
        names += unnamed_columns(bound)
    return names


def _unpublished(bound: Bound) -> list[str]:
    """Quasi-identifiers that the published relation holds at a level that is not the declared one: raw, dropped or another."""
    release, published = bound.release, bound.published
    measured = published.entries(member.alias for member in bound.quasi_identifiers())
    candidates = [*release.with_role("quasi_identifier"), *levels(release, published), *(level for _, level, _ in release.named_levels())]
    return list(dict.fromkeys(found for name in candidates if (found := published.resolve(name)) is not None and found not in measured))


def unnamed_columns(bound: Bound) -> list[str]:
    """The columns of the published relation that the declaration does not name."""
    release, table = bound.release, bound.published
    made = [*levels(release, table), *(level for _, level, _ in release.named_levels())] if bound.as_published else []
    named = table.entries([*release.columns, *made])
    return [column.name for column in table.source.columns if column.name not in named]


def profiled(bound: Bound) -> list[str]:
    """The columns to profile: those called insensitive without a reason, sensitive ones with a limit on l, and the published quasi-identifiers."""
    release, table = bound.release, bound.published
    names = [name for name in release.with_role("insensitive") if not release.columns[name].reason and table.resolve(name) is not None]
    others = release.other_columns
    if others is not None and others.role == "insensitive" and not others.reason:
        names += unnamed_columns(bound)
    limited = {limit.column or next(iter(release.with_role("sensitive")), None) for limit in release.thresholds if limit.measure in DIVERSITIES}
    names += [name for name in release.with_role("sensitive") if name in limited and table.resolve(name) is not None]
    return names + [member.alias for member in bound.quasi_identifiers()]


def always_profiled(bound: Bound) -> list[str]:
    """Those of them that are profiled whatever the classes: fewer classes than rows make no quasi-identifier nearly unique."""
    identifiers = set() if bound.is_permuted else {member.alias for member in bound.quasi_identifiers()}
    return [name for name in profiled(bound) if name not in identifiers]


def profile_findings(bound: Bound, profiles: Sequence[ColumnProfile]) -> list[Finding]:
    """Columns called insensitive without a reason that are nearly unique."""
    others = {*(member.alias for member in bound.quasi_identifiers()), *bound.release.with_role("sensitive")}
    found = []
    for profile in profiles:
        if profile.name in others:
            continue
        if profile.distinct_share >= NEAR_UNIQUE:
            text = f"the column `{profile.name}` is called insensitive and is nearly unique ({_about(profile)}): give a `reason` or another role"
            found.append(Finding("nearly-unique-column", text, profile.name))
    return found


def profile_remarks(bound: Bound, profiles: Sequence[ColumnProfile]) -> Iterator[Finding]:
    """Quasi-identifiers that are identifiers in truth."""
    identifiers = {member.alias for member in bound.quasi_identifiers()}
    for profile in profiles:
        if profile.name in identifiers and profile.distinct_share >= NEAR_UNIQUE and profile.rows > 1:
            text = f"the quasi-identifier `{profile.name}` is an identifier: {_about(profile)}; call it `identifier`, or publish a level of it"
            yield Finding("identifying-quasi-identifier", text, profile.name)


def _about(profile: ColumnProfile) -> str:
    return f"{counted(profile.distinct, 'value')} in {counted(profile.rows, 'row')}"


def relation_name(relation: object) -> str:
    """A relation as messages name it."""
    return f"`{getattr(relation, 'file', relation)}`"
