"""The statements about the population: the classes against their margins, and against a reference relation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlrisk.declaration import Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.estimators.margin_forest import Forest
from sqlrisk.evidence import paired
from sqlrisk.evidence.margins import FEWEST_COLUMNS
from sqlrisk.expressions import SOURCE
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table, expression, quoted

MARGIN_HISTOGRAMS, MARGIN_CLASSES = Key("margin_histograms"), Key("margin_classes")
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


def margin_histograms(bound: Bound) -> Iterator[Statement]:
    """Phase 1 of the estimators: the histograms of the margins of the published quasi-identifiers, where they are measured."""
    names = [member.alias for member in bound.quasi_identifiers()]
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


def matched_classes(bound: Bound, min_class_size: int) -> Iterator[Statement]:
    """The classes against the reference relation, where one is declared."""
    if bound.reference is None:
        return
    members = reference_members(bound)
    weight = _weight(bound, members)
    arguments: dict[str, Any] = {
        "relation": bound.published.relation(bound.quasi_identifiers()),
        "quasi_identifiers": [member.alias for member in members],
        "reference": bound.reference.relation([*members, *([weight] if weight else [])]),
        **({"weight": weight.alias} if weight else {}),
        **({"min_class_size": min_class_size} if min_class_size > 1 else {}),
    }
    yield Statement(Key("matched_classes"), render("matched_classes", bound.published.dialect, **arguments), scans=1)


def reference_members(bound: Bound) -> list[Member]:
    """The published quasi-identifiers in the reference: a column of that name, or of the name it is mapped to, or else the level's expression there."""
    assert bound.reference is not None
    return [_reference_member(bound.release, bound.reference, member.alias) for member in bound.quasi_identifiers()]


def _reference_member(release: Release, reference: Table, alias: str) -> Member:
    found = reference.resolve(alias)
    if found is not None:
        return Member(alias, quoted(found, reference.dialect, SOURCE))
    level = next((text for _, level, text in release.named_levels() if level == alias), None)
    if level is not None and alias not in reference.renamed:
        return Member(alias, expression(level, reference, f"level {alias} over the population relation"))
    known = ", ".join(column.name for column in reference.source.columns[:30])
    what = f"{release.name}: the population relation has no column `{reference.renamed.get(alias, alias)}`"
    raise ConfigurationError(what, instead=f"say in population.columns which of its columns is `{alias}`; known: {known}")


def _weight(bound: Bound, members: list[Member]) -> Member | None:
    """The column that says how many people a row of the reference stands for, under a name that no quasi-identifier has."""
    reference, population = bound.reference, bound.release.population
    if reference is None or population is None or population.weight is None:
        return None
    found = reference.resolve(population.weight)
    if found is None:
        raise ConfigurationError(f"{bound.release.name}: the population relation has no column `{population.weight}`", instead="correct population.weight")
    if next(column for column in reference.source.columns if column.name == found).is_text:
        raise ConfigurationError(f"{bound.release.name}: the weight `{found}` of the population relation is text", instead="declare its type, or cast it")
    alias = found
    while alias.casefold() in {member.alias.casefold() for member in members}:
        alias += "_"
    return Member(alias, quoted(found, reference.dialect, SOURCE))


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
