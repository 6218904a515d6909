"""What fails or must be said besides the limits: roles, identifiers, free text, what nobody judged, and what the verdict stands on."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from sqlrisk import forgetting, protecting, threshold_profiles
from sqlrisk.declaration import DROPPED, Release, shared_sensitive
from sqlrisk.evidence import ColumnProfile
from sqlrisk.measures import measures
from sqlrisk.measuring import FREE_TEXT, NEAR_UNIQUE, Measured
from sqlrisk.paying import who_pays
from sqlrisk.plain import counted, digits
from sqlrisk.planning import PUBLISHED, Bound
from sqlrisk.relations import Table
from sqlrisk.report import Measurement, number_text

LIMITS_OF_METHOD = (
    "only the declared quasi-identifiers are measured: a column that nobody declared as one is not",
    "what an adversary knows from elsewhere is not measured, nor what releases about the same people add that composes_with does not name (composition)",
    "tables only: free text, traces, images and graphs identify in ways that classes do not show",
    "a small class is what is measured, not the harm to those who are in it",
)


@dataclass(frozen=True)
class Failure:
    """What fails a release besides its limits: its kind, the sentence that says it, and the column that it is about."""

    kind: str
    text: str
    column: str | None = None


def undeclared(release: Release, table: Table, as_published: bool) -> list[str]:
    """Columns of the relation without a role, in the catalogue's spelling."""
    if release.other_columns is not None:
        return []
    known = {table.fold(name) for name in release.columns}
    if as_published:
        known |= {table.fold(level) for level in release.publish.values()}
    return [column.name for column in table.source.columns if table.fold(column.name) not in known]


def column_findings(bound: Bound) -> list[Failure]:
    """Failures that the catalogue alone shows: a column without a role, an identifier that is published."""
    release = bound.release
    found = [_without_role(name, release.relation) for name in undeclared(release, bound.ladder, False)]
    if not bound.as_published:
        return found
    where = _name(release.published_as)
    found += [_without_role(name, release.published_as) for name in undeclared(release, bound.published, True)]
    for name in _published_identifiers(bound):
        found.append(Failure("identifier_published", f"the column `{name}` identifies people directly and is published in {where}: leave it out", name))
    for name in _unpublished(bound):
        text = f"`{name}` stands in {where} beside what is declared to be published: leave it out, or publish it"
        found.append(Failure("published_beside_declared", text, name))
    return found


def _without_role(name: str, relation: object) -> Failure:
    return Failure("column_without_role", f"the column `{name}` of {_name(relation)} has no role: declare it under `columns`", name)


def protection_findings(release: Release, measured: Measured) -> list[Failure]:
    """Failures of a declared anonymisation: what it says of its output is not so."""
    apart = f"the pivot groups differ by {counted(measured.unexplained, 'row')} from every dissolving of the source that protected_by names"
    kept = measured.differential.failures if measured.differential else ()
    found = [*protecting.failures(release, measured.measurements, measured.differential), *kept, *([apart] if measured.unexplained and not kept else [])]
    return [Failure("protection_failed", text) for text in found]


def _published_identifiers(bound: Bound) -> list[str]:
    release, published = bound.release, bound.published
    names = [name for name in release.with_role("identifier", "entity") if published.resolve(name) is not None]
    if release.other_columns is not None and release.other_columns.role == "identifier":
        names += _unnamed(bound)
    return names


def _unpublished(bound: Bound) -> list[str]:
    """Quasi-identifiers that the published relation holds at a level that is not the declared one: raw, dropped or another."""
    release, published = bound.release, bound.published
    measured = {published.fold(member.alias) for member in bound.quasi_identifiers()}
    candidates = [*release.with_role("quasi_identifier"), *(level for _, level, _ in release.named_levels())]
    return [name for name in candidates if published.fold(name) not in measured and published.resolve(name) is not None]


def _unnamed(bound: Bound) -> list[str]:
    """The columns of the published relation that the declaration does not name."""
    release, table = bound.release, bound.published
    named = {table.fold(name) for name in (*release.columns, *(level for _, level, _ in release.named_levels()))}
    return [column.name for column in table.source.columns if table.fold(column.name) not in named]


def profiled(bound: Bound) -> list[str]:
    """The columns to profile: those called insensitive without a reason, and the quasi-identifiers as they are published."""
    release, table = bound.release, bound.published
    names = [name for name in release.with_role("insensitive") if not release.columns[name].reason and table.resolve(name) is not None]
    others = release.other_columns
    if others is not None and others.role == "insensitive" and not others.reason:
        names += _unnamed(bound)
    return names + [member.alias for member in bound.quasi_identifiers()]


def always_profiled(bound: Bound) -> list[str]:
    """Those of them that are profiled whatever the classes: fewer classes than rows make no quasi-identifier nearly unique."""
    identifiers = set() if bound.is_permuted else {member.alias for member in bound.quasi_identifiers()}
    return [name for name in profiled(bound) if name not in identifiers]


def profile_findings(bound: Bound, profiles: Sequence[ColumnProfile]) -> list[Failure]:
    """Columns called insensitive without a reason that are nearly unique, or hold long text."""
    identifiers = {member.alias for member in bound.quasi_identifiers()}
    found = []
    for profile in profiles:
        if profile.name in identifiers:
            continue
        if profile.distinct_share >= NEAR_UNIQUE:
            text = f"the column `{profile.name}` is called insensitive and is nearly unique ({_about(profile)}): give a `reason` or another role"
            found.append(Failure("column_nearly_unique", text, profile.name))
        elif profile.mean_length >= FREE_TEXT:
            length = f"mean {profile.mean_length:.0f} characters"
            text = f"the column `{profile.name}` is called insensitive and holds long text ({length}): give a `reason` or another role"
            found.append(Failure("column_of_free_text", text, profile.name))
    return found


def profile_remarks(bound: Bound, profiles: Sequence[ColumnProfile]) -> Iterator[str]:
    """Quasi-identifiers that are identifiers in truth."""
    identifiers = {member.alias for member in bound.quasi_identifiers()}
    for profile in profiles:
        if profile.name in identifiers and profile.distinct_share >= NEAR_UNIQUE and profile.rows > 1:
            yield f"the quasi-identifier `{profile.name}` is an identifier: {_about(profile)}; call it `identifier`, or publish a level of it"


def remarks(bound: Bound, measured: Measured) -> Iterator[str]:
    """What stands beside the verdict, whatever it is."""
    release = bound.release
    yield from profile_remarks(bound, measured.profiles)
    yield from _folded(measured)
    yield from threshold_profiles.remark(release)
    yield from _disclosures(release, measured.measurements)
    yield from protecting.remarks(release, measured.measurements, measured.differential)
    yield from protecting.other_types(bound)
    population = release.population
    if population is None or not population.is_known:
        yield "no population is declared: the sampling fraction is taken to be 1"
    elif population.relation is None and not population.random_sample:
        yield "figures about the population are not interpretable: the release is not declared to be a random sample"
    if population is not None and population.is_known and release.where is not None:
        yield "the declared filter restricts the release, not its population: whoever knows the filter meets fewer people than the figures say"
    mapped = next((m for m in measured.measurements if (m.measure, m.rung) == ("journalist_mean", PUBLISHED)), None)
    if mapped is not None and mapped.status == "not_measured" and population is not None and population.is_known:
        yield f"nothing is said of the population: {mapped.reason}"
    if release.other_columns is not None:
        yield f"columns that are not named count as {release.other_columns.role}: a new column will not be noticed"
    for name in release.with_role("sensitive"):
        if release.columns[name].harm is None:
            yield f"no harm is declared for the sensitive column `{name}`: probability stands without severity"
    if measured.rows_suppressed and not release.groups:
        yield "whom suppression hits is not known: no groups are declared"
    yield from who_pays(release, measured.measurements)
    yield from _unread_people(bound)
    yield from _composed(bound, measured.measurements)
    yield from _people(bound, measured.measurements)
    yield from _queries(release, measured.measurements)
    yield from forgetting.remarks(measured.measurements)


def _folded(measured: Measured) -> Iterator[str]:
    """What the database itself takes for one value, and here is told apart."""
    for found in measured.folded:
        if found.stored != found.exact:
            yield (
                f"the collation of `{found.name}` takes {counted(found.exact, 'value')} for {found.stored:,}: they are told apart here; "
                "whoever groups as the database does sees larger classes"
            )


def _people(bound: Bound, measurements: Sequence[Measurement]) -> Iterator[str]:
    """What the rows say of people where no limit asks, and which of their columns are published."""
    release = bound.release
    found = next((m for m in measurements if (m.measure, m.rung) == ("entity_k", PUBLISHED)), None)
    if found is not None and not any(threshold.measure == "entity_k" for threshold in release.thresholds):
        yield f"entity_k is {number_text(found)}, and no limit asks for it: {found.reason}"
    for role in ("cluster", "weight"):
        for name in release.with_role(role):
            if bound.published.resolve(name) is not None:
                yield f"the {role} column `{name}` is published as it is: a {'household' if role == 'cluster' else 'rare weight'} can be known by it"


def _queries(release: Release, measurements: Sequence[Measurement]) -> Iterator[str]:
    """What vanishes of the answers to the utility queries, or why there are none."""
    for found in measurements:
        if (found.measure, found.rung) == ("query_error", PUBLISHED) and found.reason:
            name = found.column or release.utility[0].name
            value = "has no value" if found.status == "not_measured" else f"is {number_text(found)} {found.unit}"
            yield f"the error of the utility query `{name}` {value}: {found.reason}"


def _composed(bound: Bound, measurements: Sequence[Measurement]) -> Iterator[str]:
    """What the other releases about the same people add, or that it is not measured."""
    release = bound.release
    if release.composes_with and not bound.others:
        names = ", ".join(release.composes_with)
        yield f"composition with {names} is not measured: the releases are to stand in one declaration, each with one entity column to join them by"
    shared = {name.casefold() for name in shared_sensitive([release, *(other.release for other in bound.others)])}
    left = [name for name in release.with_role("sensitive") if bound.others and name.casefold() not in shared]
    if left:
        yield f"the intersection attack is measured on sensitive columns that two releases have by one name: not on {', '.join(f'`{name}`' for name in left)}"
    for found in measurements:
        if found.rung == PUBLISHED and found.measure in ("composition_k", "composition_single_value_people"):
            yield f"together with {', '.join(release.composes_with)}, {found.measure} {number_text(found)}: {found.reason}"


def _unread_people(bound: Bound) -> Iterator[str]:
    """Columns about people that the published relation does not hold, so that nothing could be measured by them."""
    for name in bound.release.with_role("entity", "weight", "cluster"):
        role = bound.release.columns[name].role
        if bound.as_published and (role == "entity" or bound.published.resolve(name) is None):
            yield f"the {role} column `{name}` is not measured: what is measured is {_name(bound.release.published_as)}, which is published without it"


def mitigation(bound: Bound, measured: Measured) -> str:
    """The mitigation that the verdict stands on, in words."""
    release = bound.release
    anonymised = protecting.mitigation(release)
    if bound.as_published:
        return "; ".join([f"the relation {_name(release.published_as)} as it stands", *anonymised])
    parts = anonymised + [f"`{column}` published as `{level}`" for column, level in release.publish.items() if level != DROPPED]
    parts += [f"`{column}` left out" for column, level in release.publish.items() if level == DROPPED]
    if release.where is not None:
        parts.append(f"the declared filter, which leaves out {measured.counts.filtered:,} of {counted(measured.counts.read, 'row')}")
    if release.suppressed_marker is not None:
        parts.append(f"{counted(measured.counts.marked, 'row')} already suppressed, known by their marker")
    if release.suppress_below is not None:
        parts.append(f"suppression of the classes below {release.suppress_below}, which takes {counted(measured.rows_suppressed, 'row')}")
    return "; ".join(parts) if parts else "none: the columns as they are"


def remedy(before: Measured, after: Sequence[Measurement], limit: int, passes: bool, asked: Container[tuple[str, str | None]]) -> str:
    """What suppressing the failing classes would cost, and what would be left to fail. `asked`: the measures that a limit asks for, each with its column."""
    rows = before.class_sizes[PUBLISHED].rows_below(limit)
    share = rows / before.rows if before.rows else 0.0
    told = [m for m in after if m.measure in _SHOWN or (m.measure, m.column) in asked]
    figures = [f"{m.measure}{f' of {m.column}' if m.column else ''} {digits(m.value)}" for m in told if m.value is not None]
    words = "then it would be within its limits" if passes else "even so it would NOT be within its limits"
    taken = f"{rows:,} of {counted(before.rows, 'row')} ({share:.2%})"
    return f"suppressing the classes below {limit} would take {taken}; measured again: {', '.join(figures)}: {words}"


_SHOWN = ("k", "prosecutor_mean", "t_closeness", "distinct_l", "homogeneous_rows", "query_error")


def _disclosures(release: Release, measurements: Sequence[Measurement]) -> Iterator[str]:
    for column in release.with_role("sensitive"):
        single = next((m for m in measurements if (m.measure, m.column, m.rung, m.group) == ("homogeneous_rows", column, PUBLISHED, None)), None)
        told = _told(single)
        judged = any(
            (known := measures().get(threshold.measure)) is not None and known.of_column and threshold.column in (column, None)
            for threshold in release.thresholds
        )
        if column in release.waived:
            yield f"attribute disclosure of `{column}` is waived: {told}"
        elif not judged:
            yield f"attribute disclosure of `{column}` is not judged: {told}"
        elif single and single.value:
            yield f"`{column}`: {told}"


def _told(single: Measurement | None) -> str:
    if single is None or single.value is None:
        return "it has no value"
    if not single.value:
        return "no class holds one single value"
    tell = "tells" if (single.reason or "").startswith("1 class ") else "tell"
    return f"{single.reason}, and {tell} it to whoever knows the class"


def _about(profile: ColumnProfile) -> str:
    return f"{counted(profile.distinct, 'value')} in {counted(profile.rows, 'row')}"


def _name(relation: object) -> str:
    return f"`{getattr(relation, 'file', relation)}`"
