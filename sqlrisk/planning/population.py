"""The statements about the population: the classes against their margins, and against a reference relation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlrisk.declaration import Release
from sqlrisk.errors import ConfigurationError, did_you_mean
from sqlrisk.evidence import paired
from sqlrisk.evidence.margins import FEWEST_COLUMNS
from sqlrisk.expressions import SOURCE
from sqlrisk.names import free_name
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.rows import counted_rows
from sqlrisk.planning.suppression import of_rung
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table, expression, offered, quoted
from sqlrisk.suppression import Suppression

if TYPE_CHECKING:
    from sqlrisk.estimators.margin_forest import Forest

MARGIN_HISTOGRAMS, MARGIN_CLASSES, SOURCE_ROWS = Key("margin_histograms"), Key("margin_classes"), Key("row_counts", "the relation")
FOREST_FIRST = "its parameters, the forest of the margins, are measured first by margin_histograms"


def is_sampled(release: Release) -> bool:
    """Whether the population's figures are estimated: it is declared by its size or by a sampling fraction below 1."""
    population = release.population
    if population is None or population.relation is not None:
        return False
    fraction = population.sampling_fraction
    ends = fraction if isinstance(fraction, tuple) else (fraction,)
    return population.size is not None or any(end is not None and end < 1 for end in ends)


def has_margins(bound: Bound) -> bool:
    """Whether the classes are measured against their margins: the population is estimated, and three or more quasi-identifiers are published.

    The pair of two is the class itself, which cannot expect its own size; and without it a dependence of the two would be missed.
    """
    return is_sampled(bound.release) and len(bound.quasi_identifiers()) >= FEWEST_COLUMNS


def of_estimators(bound: Bound) -> Iterator[Statement]:
    """The rows that a published relation was made of; phase 1 of the estimators, the histograms of the margins, where they are measured."""
    names = [member.alias for member in bound.quasi_identifiers()]
    if bound.as_published and is_sampled(bound.release):
        yield Statement(SOURCE_ROWS, counted_rows(bound.ladder))
    if not has_margins(bound):
        return
    arguments: dict[str, Any] = {"relation": bound.published.relation(bound.quasi_identifiers()), "quasi_identifiers": names}
    yield Statement(MARGIN_HISTOGRAMS, render("margin_histograms", bound.published.dialect, **arguments, paired=paired(names)))


def margin_classes(bound: Bound, forest: Forest, rows: int) -> Statement:
    """Phase 2: the classes against the rows that the forest's margins expect in them. `rows` is the number of rows measured."""
    arguments: dict[str, Any] = {
        "relation": bound.published.relation(bound.quasi_identifiers()),
        "quasi_identifiers": [member.alias for member in bound.quasi_identifiers()],
        "rows": rows,
        "edges": list(edges(forest)),
        "alone": list(alone(forest)),
    }
    return Statement(MARGIN_CLASSES, render("margin_classes", bound.published.dialect, **arguments))


def matched_classes(bound: Bound, suppression: Suppression) -> Iterator[Statement]:
    """The classes against the reference relation, where one is declared."""
    if bound.reference is None:
        return
    members = reference_members(bound)
    weight, left = _weight(bound, members), of_rung(bound, PUBLISHED, suppression)
    arguments: dict[str, Any] = {
        "relation": left.relation(),
        "quasi_identifiers": [member.alias for member in members],
        "reference": bound.reference.relation([*members, *([weight] if weight else [])]),
        **({"weight": weight.alias} if weight else {}),
        **left.arguments,
    }
    yield Statement(Key("matched_classes"), render("matched_classes", bound.published.dialect, **arguments), left.scans)


def reference_members(bound: Bound) -> list[Member]:
    """The published quasi-identifiers in the reference: a column of that name, or of the name it is mapped to, or else the level's expression there.

    Raises ConfigurationError for one that is not there, for a mapping of a name that nobody knows, and for two columns mapped to one.
    """
    assert bound.reference is not None
    published = bound.quasi_identifiers()
    _refuse_mapping(bound, bound.reference, [member.alias for member in published])
    members = [_reference_member(bound.release, bound.reference, member.alias) for member in published]
    twice = next((one.alias for one in members if sum(one.sql == other.sql for other in members) > 1), None)
    if twice is not None:
        raise ConfigurationError(f"{bound.release.name}: `{twice}` is mapped to a column of the population that another stands for already", instead=_CORRECT)
    return members


_CORRECT = "correct population.columns"


def _refuse_mapping(bound: Bound, reference: Table, aliases: list[str]) -> None:
    known = [*aliases, *bound.release.with_role("quasi_identifier")]
    unknown = next((name for name in reference.renamed if reference.fold(name) not in {reference.fold(each) for each in known}), None)
    if unknown is not None:
        what = f"{bound.release.name}: population.columns names `{unknown}`, which is no quasi-identifier here"
        raise ConfigurationError(what, instead=did_you_mean(unknown, known))


def _reference_member(release: Release, reference: Table, alias: str) -> Member:
    found = reference.resolve(alias)
    if found is not None:
        column = next(column for column in reference.source.columns if column.name == found)
        if column.is_nested or column.is_ambiguous:
            raise ConfigurationError(
                f"{release.name}: `{found}` of the population relation is of the nested or ambiguous type {column.shown_type}", instead=_CORRECT
            )
        return Member(alias, quoted(found, reference.dialect, SOURCE))
    level = next((text for _, level, text in release.named_levels() if reference.fold(level) == reference.fold(alias)), None)
    mapped = next((other for name, other in reference.renamed.items() if reference.fold(name) == reference.fold(alias)), None)
    if level is not None and mapped is None:
        return Member(alias, expression(level, reference, f"level {alias} over the population relation (population.columns says how its columns are called)"))
    what = f"{release.name}: the population relation has no column `{mapped or alias}`"
    raise ConfigurationError(what, instead=f"say in population.columns which of its columns is `{alias}`; {offered(mapped or alias, reference.source)}")


def _weight(bound: Bound, members: list[Member]) -> Member | None:
    """The column that says how many people a row of the reference stands for, by its own name, under one that no quasi-identifier has."""
    population = bound.release.population
    if bound.reference is None or population is None or population.weight is None:
        return None
    reference = replace(bound.reference, renamed={})
    found = reference.resolve(population.weight)
    if found is None:
        raise ConfigurationError(f"{bound.release.name}: the population relation has no column `{population.weight}`", instead="correct population.weight")
    if not next(column for column in reference.source.columns if column.name == found).is_number:
        raise ConfigurationError(f"{bound.release.name}: the weight `{found}` of the population relation is no number", instead="declare its type, or cast it")
    return Member(free_name(found, (member.alias for member in members)), quoted(found, reference.dialect, SOURCE))


def edges(forest: Forest) -> Iterator[dict[str, Any]]:
    """Each column that hangs on another; the first under a root brings the root's own smoothing."""
    roots = {edge.child for edge in forest.edges if edge.parent is None}
    for edge in forest.edges:
        if edge.parent is None:
            continue
        own = forest.smoothing_of(edge)
        found = {"parent": edge.parent, "child": edge.child, "alpha": own.alpha, "gain": own.gain}
        if edge.parent in roots:
            roots.remove(edge.parent)
            root = forest.smoothing[(edge.parent,)]
            found |= {"root_alpha": root.alpha, "root_gain": root.gain}
        yield found


def alone(forest: Forest) -> Iterator[dict[str, Any]]:
    """Each column that hangs on none and on which none hangs."""
    parents = {edge.parent for edge in forest.edges}
    for edge in forest.edges:
        if edge.parent is None and edge.child not in parents:
            own = forest.smoothing_of(edge)
            yield {"child": edge.child, "alpha": own.alpha, "gain": own.gain}
