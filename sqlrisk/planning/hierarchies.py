"""The hierarchies of columns: their nodes beside the rows, and the statements that say whether one is a tree and covers what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED, Release
from sqlrisk.declared import FileRelation, MappingFile, type_called
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.evidence import Hierarchy, hierarchy
from sqlrisk.evidence.rows import count
from sqlrisk.names import ascii_folded, free_name, resolved
from sqlrisk.plain import counted
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table, mapped, quoted


def sources(release: Release, raw: Source, source: Callable[[str, str | FileRelation], Source]) -> dict[str, Source]:
    """Column -> the mapping that is its hierarchy, found by `source`; the values of a file have the type of the column in `raw`.

    Raises what `source` raises; ConfigurationError for one without a level.
    """
    found = {}
    for column, relation in release.hierarchies().items():
        found[column] = source(column, _typed(relation, column, release.relation, raw))
        if len(found[column].columns) < 2:
            what = f"{release.name}: the hierarchy of `{column}` has one column, and so no level"
            raise ConfigurationError(what, where=_named(relation), instead="write value;level1;level2... with a header, `;` between the columns of a file")
        if release.columns[column].role == "quasi_identifier":
            _refuse_names(release, column, [level.name for level in found[column].columns[1:]])
    return found


def _typed(mapping: str | FileRelation, column: str, relation: str | FileRelation, raw: Source) -> str | FileRelation:
    """A file of a hierarchy whose values are read as the column's own cells are, where that is not text."""
    types = {each.name: type_called(each.type) for each in raw.columns}
    kind = types.get(resolved(column, types, ascii_folded) or "")
    if not isinstance(mapping, MappingFile) or kind is None:
        return mapping
    if not isinstance(relation, FileRelation):
        return mapping.model_copy(update={"value": kind})
    declared = relation.types.get(resolved(column, relation.types, ascii_folded) or "", kind)
    return mapping.model_copy(update={"value": declared, "decimal": relation.decimal, "thousands": relation.thousands})


def _refuse_names(release: Release, column: str, levels: Sequence[str]) -> None:
    """Raises ConfigurationError for a level that `publish` could not tell from another thing."""
    taken = {ascii_folded(column): "is the column's own", DROPPED: "is reserved"}
    taken |= {ascii_folded(level): "stands also under its `levels`" for level in release.columns[column].levels}
    for place, level in enumerate(levels, 1):
        said = "is reserved" if level.lower().startswith("sqlrisk_") else taken.get(ascii_folded(level))
        if said:
            what = f"{release.name}: the name of level {place} of the hierarchy of `{column}` {said}"
            raise ConfigurationError(what, where=_named(release.hierarchies()[column]), instead="give the level another name")


def ancestors(bound: Bound, table: Table, column: str, taken: Iterable[Member]) -> list[Member]:
    """The ancestors of a sensitive column's values, from the finest level to the coarsest, under names that no other member bears; none without a hierarchy."""
    mapping = bound.hierarchies.get(column)
    if mapping is None:
        return _renamed([table.levels[level] for level in bound.release.columns[column].levels], taken)
    _, *nodes = mapped(table.valued(column), mapping, table.dialect, 0)
    return _renamed(nodes, taken)


def of_hierarchies(bound: Bound) -> Iterator[Statement]:
    """The statements about the hierarchies: a mapping is the same on every rung; levels are asked of the rows, and of the ladder's where those are others."""
    for column in bound.hierarchies:
        yield _about_mapping(bound, column)
        if bound.release.columns[column].role == "quasi_identifier":
            yield _uncovered(bound, column)
    for column, spec in bound.sensitive().items():
        if column not in bound.hierarchies and spec.levels:
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


def refuse_uncovered(bound: Bound, column: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raises NotMeasuredError where the relation holds values that a quasi-identifier's hierarchy does not, given the rows of uncovered_values."""
    (found,) = rows
    values, of_rows = count(found, "sqlrisk_values"), count(found, "sqlrisk_rows")
    if values:
        what = f"the hierarchy of `{column}` lacks {counted(values, 'value')} that the relation holds, in {counted(of_rows, 'row')}"
        raise NotMeasuredError(what, where=_named(bound.release.hierarchies()[column]), instead="give each value a row: a value without a level has no class")


def _about_mapping(bound: Bound, column: str) -> Statement:
    mapping, dialect = bound.hierarchies[column], bound.published.dialect
    members = mapped(Member("", "''"), mapping, dialect, 0)
    listed = ", ".join(f"{member.sql} as {quoted(member.alias, dialect)}" for member in members)
    relation = f"(select {listed} from {mapping.sql} as sqlrisk_mapping_0)"
    value, *nodes = [member.alias for member in members]
    return Statement(Key("hierarchy_levels", PUBLISHED, column), render("hierarchy_levels", dialect, relation=relation, sensitive=value, ancestors=nodes), 0)


def _uncovered(bound: Bound, column: str) -> Statement:
    """The statement that counts the values of a quasi-identifier that its hierarchy does not hold."""
    table = bound.ladder
    value = table.valued(column)
    node = mapped(value, bound.hierarchies[column], table.dialect, 0)[0]
    (known,) = _renamed([node], [value])
    query = render("uncovered_values", table.dialect, relation=table.relation([value, known]), value=value.alias, known=known.alias)
    return Statement(Key("uncovered_values", PUBLISHED, column), query)


def _about_levels(table: Table, name: str, column: str, levels: list[str], null: Mapping[str, Any]) -> Statement:
    sensitive = table.valued(column)
    relation = table.relation([sensitive, *(table.levels[level] for level in levels)])
    query = render("hierarchy_levels", table.dialect, relation=relation, sensitive=sensitive.alias, ancestors=levels, **null)
    return Statement(Key("hierarchy_levels", name, column), query)


def _renamed(members: Iterable[Member], taken: Iterable[Member]) -> list[Member]:
    names = [member.alias for member in taken]
    found = []
    for member in members:
        found.append(member._replace(alias=free_name(member.alias, names)))
        names.append(found[-1].alias)
    return found


def _named(relation: str | FileRelation) -> str:
    return relation.file if isinstance(relation, FileRelation) else relation
