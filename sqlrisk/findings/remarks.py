"""Findings that are shown beside the verdict, whatever it is, and those of a declared anonymisation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlrisk import forgetting, protecting, threshold_profiles
from sqlrisk.declaration import Release, shared_sensitive
from sqlrisk.finding import UNVERIFIED, Finding
from sqlrisk.findings.columns import profile_remarks, relation_name
from sqlrisk.findings.limits import disclosed, limit_remarks
from sqlrisk.findings.missing import missing_remarks
from sqlrisk.gate_rules import judges
from sqlrisk.measuring import Measured
from sqlrisk.names import ascii_folded
from sqlrisk.paying import who_pays
from sqlrisk.plain import counted
from sqlrisk.planning import PUBLISHED, Bound
from sqlrisk.report import Measurement, number_text


def protection_findings(release: Release, measured: Measured) -> list[Finding]:
    """Findings of a declared anonymisation: what it says of its output is not so."""
    apart = f"the pivot groups differ by {counted(measured.unexplained, 'row')} from every dissolving of the source that protected_by names"
    kept = measured.differential.failures if measured.differential else ()
    found = [*protecting.failures(release, measured.measurements, measured.differential), *kept, *([apart] if measured.unexplained and not kept else [])]
    unverified = None if found else protecting.unverified(release, measured.measurements)
    way = "; permute groups of more rows, or declare no `blocks` and judge the rows as people"
    return [*(Finding("protection-failed", text) for text in found), *([Finding(UNVERIFIED, unverified + way)] if unverified else [])]


def remarks(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """What is shown beside the verdict, whatever it is."""
    release, found = bound.release, measured.measurements
    yield from profile_remarks(bound, measured.profiles)
    yield from limit_remarks(bound, measured)
    yield from missing_remarks(bound, measured.suspected)
    yield from _folded(measured)
    yield from (Finding("threshold-profile", text) for text in threshold_profiles.remark(release))
    yield from _disclosures(release, found)
    yield from (Finding("protection-remark", text) for text in protecting.remarks(release, found, measured.differential))
    yield from (Finding("protection-types", text) for text in protecting.other_types(bound))
    yield from _population(release, found)
    yield from _undeclared(release)
    if measured.rows_suppressed and not release.groups:
        yield Finding("ungrouped-suppression", "whom suppression hits is not known: no groups are declared")
    yield from (Finding("group-differences", text) for text in who_pays(release, found))
    yield from _unread_people(bound)
    yield from _composed(bound, found)
    yield from _people(bound)
    yield from _queries(release, found)
    for view, name in measured.by_day:
        yield Finding("stable-function", f"the view `{view}` calls {name}: its rows are those of the day of this check, and another day may give others")
    yield from (Finding("forgotten-column", text) for text in forgetting.remarks(found))


def _population(release: Release, measurements: Sequence[Measurement]) -> Iterator[Finding]:
    """What figures about the population mean, or why there are none."""
    population = release.population
    if population is None or not population.is_known:
        yield Finding("undeclared-population", "no population is declared: the sampling fraction is taken to be 1")
        return
    if population.relation is None and not population.random_sample:
        text = "figures about the population are not interpretable: the release is not declared to be a random sample"
        yield Finding("unsampled-population", text)
    if release.where is not None:
        text = "the declared filter restricts the release, not its population: whoever knows the filter meets fewer people than the figures say"
        yield Finding("filtered-population", text)
    mapped = next((m for m in measurements if (m.measure, m.rung) == ("journalist_mean", PUBLISHED)), None)
    if mapped is not None and mapped.status == "not_measured":
        yield Finding("unmeasured-population", f"nothing is said of the population: {mapped.reason}")


def _undeclared(release: Release) -> Iterator[Finding]:
    """What the declaration leaves open: the columns that it does not name, the harm of a sensitive one."""
    if release.other_columns is not None:
        yield Finding("unnamed-columns", f"columns that are not named count as {release.other_columns.role}: a new column will not be noticed")
    for name in release.with_role("sensitive"):
        if release.columns[name].harm is None:
            text = f"no harm is declared for the sensitive column `{name}`: probability stands without severity"
            yield Finding("undeclared-harm", text, name)


def _folded(measured: Measured) -> Iterator[Finding]:
    """What the database itself takes for one value, and here is told apart."""
    for found in measured.folded:
        if found.stored != found.exact:
            text = (
                f"the collation of `{found.name}` takes {counted(found.exact, 'value')} for {found.stored:,}: they are told apart here; "
                "whoever groups as the database does sees larger classes"
            )
            yield Finding("folding-collation", text, found.name)


def _people(bound: Bound) -> Iterator[Finding]:
    """The weight and cluster columns that are published."""
    release = bound.release
    for role in ("cluster", "weight"):
        for name in release.with_role(role):
            if bound.published.resolve(name) is not None:
                known = "household" if role == "cluster" else "rare weight"
                text = f"the {role} column `{name}` is published as it is: a {known} can be known by it"
                yield Finding("published-person-column", text, name)


def _queries(release: Release, measurements: Sequence[Measurement]) -> Iterator[Finding]:
    """What vanishes of the answers to the utility queries, or why there are none."""
    for found in measurements:
        if (found.measure, found.rung) == ("query_error", PUBLISHED) and found.reason:
            name = found.column or release.utility[0].name
            value = "has no value" if found.status == "not_measured" else f"is {number_text(found)} {found.unit}"
            yield Finding("query-error", f"the error of the utility query `{name}` {value}: {found.reason}")


def _composed(bound: Bound, measurements: Sequence[Measurement]) -> Iterator[Finding]:
    """What the other releases about the same people add, or that it is not measured."""
    release = bound.release
    shared = {ascii_folded(name) for name in shared_sensitive([release, *(other.release for other in bound.others)])}
    left = [name for name in release.with_role("sensitive") if bound.others and ascii_folded(name) not in shared]
    for name in left:
        text = f"the intersection attack is measured on sensitive columns that two releases have by one name: not on `{name}`"
        yield Finding("unshared-sensitive", text, name)
    for found in measurements:
        if found.rung == PUBLISHED and found.measure in ("composition_k", "composition_single_value_people"):
            yield Finding("composition", f"together with {', '.join(release.composes_with)}, {found.measure} {number_text(found)}: {found.reason}")


def _unread_people(bound: Bound) -> Iterator[Finding]:
    """Columns about people that the published relation does not hold, so that nothing could be measured by them."""
    for name in bound.release.with_role("weight", "cluster"):
        role = bound.release.columns[name].role
        if bound.as_published and bound.published.resolve(name) is None:
            published = relation_name(bound.release.published_as)
            text = f"the {role} column `{name}` is not measured: what is measured is {published}, which is published without it"
            yield Finding("unmeasured-people", text, name)


def _disclosures(release: Release, measurements: Sequence[Measurement]) -> Iterator[Finding]:
    for column in release.with_role("sensitive"):
        single = next((m for m in measurements if (m.measure, m.column, m.rung, m.group) == ("homogeneous_rows", column, PUBLISHED, None)), None)
        told = disclosed(column, measurements)
        if column in release.waived:
            yield Finding("waived-disclosure", f"attribute disclosure of `{column}` is waived: {told}", column)
        elif judges(release, column) and single and single.value:
            yield Finding("homogeneous-classes", f"`{column}`: {told}", column)
