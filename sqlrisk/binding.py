"""A declared release with its relations found in the engine: names, types and roles that cannot be measured are refused before the first measurement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlrisk import kinds
from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED, Release
from sqlrisk.declaration_rules import needed_roles
from sqlrisk.declared import FileRelation
from sqlrisk.engines import Engine
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.expressions import parse
from sqlrisk.permuting import NO_PERSONS
from sqlrisk.planning import PUBLISHED, Bound, hierarchies, plan
from sqlrisk.planning.alignment import aligned
from sqlrisk.planning.differential import of_differential
from sqlrisk.planning.utility import refuse_text
from sqlrisk.protection_rules import incoherent, leaves_columns_open
from sqlrisk.relations import Table, bind, bind_unprotected, commented, confirmed, offered, with_values


def bound_release(release: Release, engine: Engine, composed: Sequence[Release] = ()) -> Bound:
    """The release with its relations resolved, and those about the same people that it is composed with.

    Raises RelationMissingError; ConfigurationError for a column that is not there or of a nested type.
    """
    source = _with_columns(release, engine.source(release.relation), engine)
    mappings = hierarchies.sources(release, source, lambda _, relation: engine.source(relation))
    raw = bind(release, source, engine.dialect, engine.fold, mappings)
    published = raw
    if release.published_as is not None:
        published = bind(release, _publication(release, release.published_as, raw, engine), engine.dialect, engine.fold, mappings, as_published=True)
    population = release.population
    reference = None
    if population is not None and population.relation is not None:
        found = Table(engine.source(population.relation), engine.dialect, engine.fold, {}, renamed=population.columns)
        reference = with_values(found, release)
    others = tuple(bound_release(other, engine) for other in composed)
    unprotected = None
    if release.protected_by is not None:
        unprotected = bind_unprotected(release, engine.source(release.protected_by.source), engine.dialect, engine.fold, mappings)
    bound = Bound(release, published, raw, reference, others, mappings, unprotected=unprotected)
    _refuse_two_of_a_name(bound)
    _refuse_unmeasurable(bound)
    bound = aligned(bound)
    _refuse_long_names(bound, engine.longest_name)
    return bound


def shown(bound: Bound) -> tuple[Bound, str]:
    """The release over relations as people run them, and the comment lines above it: the commands that make the copies which it reads, if any."""
    sources = [bound.published.source, *bound.hierarchies.values()]
    source, *mappings = [replace(each, sql=each.shown or each.sql, stored=each.shown or each.stored) for each in sources]
    published, by_column = bound.published, dict(zip(bound.hierarchies, mappings, strict=True))
    table = bind(bound.release, source, published.dialect, published.fold, by_column, as_published=bound.as_published)
    return replace(bound, published=table, hierarchies=by_column), commented(sources)


def _with_columns(release: Release, source: Source, engine: Engine) -> Source:
    """The source of a release, whose header, where it is a file's, is confirmed now. Raises ConfigurationError for a declared column that is not there."""
    table = Table(source, engine.dialect, engine.fold, {})
    for name, column in release.columns.items():
        if table.resolve(name) is None:
            what = f"{release.name}: the relation has no column `{name}`, declared {column.role}"
            raise ConfigurationError(what, instead=offered(name, source))
    return confirmed(source, table, release.columns)


def needed(release: Release, aliases: Mapping[tuple[str, str], str]) -> list[str]:
    """The columns that confirm the header of what is published: quasi-identifiers and sensitive columns, else whatever is declared to be published."""
    published = release.published_columns(aliases)
    return [name for name, column in published if release.columns[column].role in ("quasi_identifier", "sensitive")] or [name for name, _ in published]


def _publication(release: Release, relation: str | FileRelation, raw: Table, engine: Engine) -> Source:
    """What is published, its header confirmed. Raises ConfigurationError for a file without one of the columns that are to be published."""
    source = engine.source(relation)
    table = Table(source, engine.dialect, engine.fold, {})
    names = needed(release, raw.aliases)
    missing = next((name for name in names if table.resolve(name) is None), None) if source.header_of is not None else None
    if missing is not None:
        raise ConfigurationError(f"{release.name}: what is published has no column `{missing}`", instead=offered(missing, source))
    return confirmed(source, table, names)


def _refuse_unmeasurable(bound: Bound) -> None:
    """Names and types that cannot be measured, before the first measurement."""
    for _, what, instead in incoherent(bound.release, bound.published.aliases):
        raise ConfigurationError(f"{bound.release.name}: {what}", instead=instead)
    plan(bound)
    refuse_text(bound)
    list(of_differential(bound))
    _refuse_unweighable(bound)
    _refuse_order_of_labels(bound)
    refuse_float_keys(bound)
    for rung in (PUBLISHED, *(step.name for step in bound.release.ladder)):
        table = bound.published if rung == PUBLISHED else bound.ladder
        types = {column.name: column for column in table.source.columns}
        for member in bound.quasi_identifiers(rung):
            if member.alias in types and (types[member.alias].is_nested or types[member.alias].is_ambiguous):
                raise ConfigurationError(
                    f"{bound.release.name}: the quasi-identifier `{member.alias}` is of the nested or ambiguous type {types[member.alias].shown_type}",
                    instead="publish a level of it that is text",
                )


def refuse_float_keys(bound: Bound) -> None:
    """Raises ConfigurationError for a floating-point column, or level, whose values BigQuery would have to partition by, which it does of no FLOAT64."""
    table, release = bound.published, bound.release
    if table.dialect != "bigquery":
        return
    floats = {column.name for column in (*table.source.columns, *bound.ladder.source.columns) if column.is_float}
    kinds_of = {column.name: kinds.of_column(column, table.dialect) for column in bound.ladder.source.columns}
    levels = {
        level: kinds.of_expression(parse(text), lambda name: kinds_of.get(bound.ladder.resolve(name) or ""), table.whole)
        for _, level, text in release.named_levels()
    }
    rungs = (PUBLISHED, *(step.name for step in release.ladder))
    used = [member.alias for rung in rungs for member in bound.quasi_identifiers(rung)] + release.with_role("sensitive", "entity")
    for name in used:
        if levels.get(name) == kinds.FLOAT or (name not in levels and table.resolve(name) in floats):
            what = f"{release.name}: the values of `{name}` are floating-point numbers, and BigQuery partitions by no FLOAT64"
            raise ConfigurationError(
                what, instead="publish a level that is a whole number or text, such as cast(floor(x) as integer), or a view that casts to NUMERIC"
            )


def _refuse_order_of_labels(bound: Bound) -> None:
    """The natural order of an enumeration: that of its labels as text on some engines, that of its declaration on others."""
    types = {column.name: column for column in bound.published.source.columns}
    for name, column in bound.sensitive().items():
        found = types.get(bound.published.resolve(name) or "")
        if column.order == "natural" and found is not None and found.is_enumeration:
            what = f"{bound.release.name}: `{name}` is an enumeration, and engines order its labels in different ways"
            raise ConfigurationError(what, instead="write the order as a list: order: [low, medium, high]")


def _refuse_two_of_a_name(bound: Bound) -> None:
    """A column that is not named, published beside a level of its name, or of a name that is ours."""
    release, table = bound.release, bound.ladder
    if not leaves_columns_open(release):
        return
    reserved = next((column.name for column in bound.published.source.columns if column.name.lower().startswith("sqlrisk_")), None)
    if reserved is not None:
        raise ConfigurationError(f"{release.name}: names that begin with sqlrisk_ are reserved: `{reserved}`", instead="rename the column in a view")
    if bound.as_published:
        return
    for column, level in release.publish.items():
        found = table.resolve(table.aliases.get((column, level), level)) if level != DROPPED else None
        if found is not None:
            what = f"{release.name}: the relation has a column `{found}`, and `{column}` is published as a level of that name: two columns of one name"
            raise ConfigurationError(what, instead="give the level another name")


def _refuse_long_names(bound: Bound, longest: int | None) -> None:
    """A name that the engine would cut: two of them could become one."""
    for name in {**bound.ladder.levels, **bound.published.levels}:
        if longest is not None and len(name.encode()) > longest:
            what = f"{bound.release.name}: the level `{name}` has a name of {len(name.encode())} bytes, and the engine keeps {longest}"
            raise ConfigurationError(what, instead="give it a shorter name")


def _refuse_unweighable(bound: Bound) -> None:
    """A weight that is no number; a limit by a weight or cluster column that is not in what is published."""
    published = bound.published
    for name in bound.release.with_role("weight"):
        kind = next((column.type for column in published.source.columns if column.name == published.resolve(name) and not column.is_number), None)
        if kind is not None:
            raise ConfigurationError(
                f"{bound.release.name}: the weight `{name}` is of type {kind}, no number", instead="declare its type, or weigh by a number"
            )
    for threshold in bound.release.thresholds:
        for name in bound.release.with_role(*needed_roles(threshold.measure)):
            if published.resolve(name) is None and bound.release.columns[name].role != "entity":  # people are counted on `relation`
                what = f"{bound.release.name}: {threshold.measure} needs the column `{name}`, which is not in the published relation"
                raise ConfigurationError(what, instead="leave the threshold or published_as out")


def refuse_permuted(releases: Iterable[Release], what: str = "it cannot be composed with other releases", instead: str = "compose what was permuted") -> None:
    """Raises NotMeasuredError where one of the releases is a permuted table."""
    if any(release.protected_by is not None and release.protected_by.permutes for release in releases):
        raise NotMeasuredError(f"{NO_PERSONS}: {what}", instead=instead)
