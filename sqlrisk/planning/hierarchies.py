"""The hierarchy of a sensitive column: its nodes beside the rows, and the statement that says whether it is a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlrisk.declaration import FileRelation, Release
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.evidence import Hierarchy, hierarchy
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import Member, Source, Table, free_alias, quoted

_MAPPING = "sqlrisk_mapping"


class Ancestors(NamedTuple):
    """The nodes of a sensitive column's values, from the finest level to the coarsest, and the join that brings them in."""

    members: list[Member]
    joined: str = ""


def sources(release: Release, source: Callable[[str | FileRelation], Source]) -> dict[str, Source]:
    """Sensitive column -> the mapping that is its hierarchy, found by `source`. Raises what that raises; ConfigurationError for one without a level."""
    found = {}
    for column, relation in release.hierarchies().items():
        found[column] = source(relation)
        if len(found[column].columns) < 2:
            what = f"{release.name}: the hierarchy of `{column}` has one column, and so no level"
            raise ConfigurationError(what, where=_named(relation), instead="write value;level1;level2... with a header, `;` between the columns of a file")
    return found


def ancestors(bound: Bound, table: Table, column: str, taken: Iterable[Member]) -> Ancestors | None:
    """The ancestors of a sensitive column's values, under names that no other member bears; None where no hierarchy is declared."""
    mapping = bound.hierarchies.get(column)
    if mapping is None:
        levels = bound.release.columns[column].levels
        return Ancestors(_renamed([Member(level, table.levels[level]) for level in levels], taken)) if levels else None
    value, *nodes = _members(mapping, table.dialect)
    joined = f" left join {mapping.sql} as {_MAPPING} on {value.sql} = {_as_text(table.member(column).sql, table.dialect)}"
    return Ancestors(_renamed(nodes, taken), joined)


def of_hierarchies(bound: Bound) -> Iterator[Statement]:
    """The statements about the hierarchies: a mapping is the same on every rung; levels are asked of the rows, and of the ladder's where those are others."""
    for column, spec in bound.sensitive().items():
        if column in bound.hierarchies:
            yield _about_mapping(bound, column)
        elif spec.levels:
            null = {"null_is_value": True} if spec.null_means == "value" else {}
            steps = bound.release.ladder if bound.as_published else ()
            for name, table in [(PUBLISHED, bound.published), *((step.name, bound.ladder) for step in steps)]:
                yield _about_levels(table, name, column, [*spec.levels], null)


def height(bound: Bound, column: str, rows: Sequence[Mapping[str, Any]]) -> int:
    """The height of a hierarchy given the rows of hierarchy_levels. Raises NotMeasuredError for one that is no tree: counts and levels, never values."""
    mapping = bound.release.hierarchies().get(column)
    levels = [f"level {place}" for place in range(1, len(bound.hierarchies[column].columns))] if mapping else [*bound.release.columns[column].levels]
    found = hierarchy(rows, len(levels))
    faults = [*(_faults_of_mapping(found, levels) if mapping else ()), *_faults_of_tree(found, levels)]
    if faults:
        instead = "give each value one row and each node one parent" if mapping else "let each level follow from the one before it"
        raise NotMeasuredError(f"the hierarchy of `{column}` is no tree: {'; '.join(faults)}", where=_named(mapping) if mapping else None, instead=instead)
    return found.height


def _faults_of_mapping(found: Hierarchy, levels: Sequence[str]) -> Iterator[str]:
    values, *nodes = found.levels
    if not values.nodes:
        yield "it holds no value"
    if values.nodes_repeated:
        yield f"values that stand in more than one row: {values.nodes_repeated:,}"
    if values.rows_without_node:
        yield f"rows without a value: {values.rows_without_node:,}"
    for name, level in zip(levels, nodes, strict=True):
        if level.rows_without_node:
            yield f"values without a node at `{name}`: {level.rows_without_node:,}"


def _faults_of_tree(found: Hierarchy, levels: Sequence[str]) -> Iterator[str]:
    for below, above, level in zip(("value", *levels), levels, found.levels, strict=False):
        if level.nodes_of_two_parents:
            yield f"nodes of `{below}` with more than one parent at `{above}`: {level.nodes_of_two_parents:,}"


def _about_mapping(bound: Bound, column: str) -> Statement:
    mapping, dialect = bound.hierarchies[column], bound.published.dialect
    members = _members(mapping, dialect)
    listed = ", ".join(f"{member.sql} as {quoted(member.alias, dialect)}" for member in members)
    relation = f"(select {listed} from {mapping.sql} as {_MAPPING})"
    value, *nodes = [member.alias for member in members]
    return Statement(Key("hierarchy_levels", PUBLISHED, column), render("hierarchy_levels", dialect, relation=relation, sensitive=value, ancestors=nodes), 0)


def _about_levels(table: Table, name: str, column: str, levels: list[str], null: Mapping[str, Any]) -> Statement:
    sensitive = table.member(column)
    relation = table.relation([sensitive, *(Member(level, table.levels[level]) for level in levels)])
    query = render("hierarchy_levels", table.dialect, relation=relation, sensitive=sensitive.alias, ancestors=levels, **null)
    return Statement(Key("hierarchy_levels", name, column), query)


def _members(mapping: Source, dialect: str) -> list[Member]:
    """The value and its nodes as text; an empty cell is no node (nor is the one that ClickHouse's left join gives where nothing meets)."""
    value, *nodes = [(column.name, _as_text(quoted(column.name, dialect, _MAPPING), dialect)) for column in mapping.columns]
    return [Member(*value), *(Member(name, f"nullif({text}, '')") for name, text in nodes)]


def _as_text(value: str, dialect: str) -> str:
    return render("to_text", dialect, value=value).sql


def _renamed(members: Iterable[Member], taken: Iterable[Member]) -> list[Member]:
    names = [member.alias for member in taken]
    found = []
    for alias, sql in members:
        found.append(Member(free_alias(alias, names), sql))
        names.append(found[-1].alias)
    return found


def _named(relation: str | FileRelation) -> str:
    return relation.file if isinstance(relation, FileRelation) else relation
