"""Findings about people: rows that are fewer people, identifiers that are published or repeat, traces, and other releases about the same people."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlrisk.declaration import Release
from sqlrisk.finding import Finding
from sqlrisk.measuring import Measured
from sqlrisk.people import PeopleCounted, limited, trace_columns
from sqlrisk.plain import counted
from sqlrisk.planning import PUBLISHED, Bound
from sqlrisk.planning.sensing import unread_identifiers
from sqlrisk.recognition.traces import listed
from sqlrisk.report import number_text

DISTINCT = 0.95
"""Distinct values of an identifier over people, below which it is not only namesakes who share one."""

UNCOUNTED = "identifier-not-counted"


def people_findings(bound: Bound, measured: Measured) -> Iterator[Finding]:
    """Every finding about people."""
    yield from recognised(measured)
    yield from _repeating(measured)
    yield from _uncounted(bound)
    if measured.people is not None:
        yield from _unjudged_people(bound.release, measured, measured.people)
        yield from _traces(bound, measured.people)
    yield from _unjudged_composition(bound, measured)


def _accepting(id: str, column: str) -> str:
    return f"accepted: [{{finding: {id}, column: {column}, reason: ..., until: ...}}]"


def recognised(measured: Measured, way_out: Callable[[str, str], str] = _accepting) -> Iterator[Finding]:
    """Identifiers and free text among what is published, whatever their roles and reasons. `way_out`: what to write, by the finding's id and the column."""
    for each in measured.sensed.identifiers:
        accepting = way_out("recognised-identifier", each.name)
        text = f"the column `{each.name}` identifies people and is published ({each.why}): leave it out, or {accepting}"
        yield Finding("recognised-identifier", text, each.name)
    for long in measured.sensed.texts:
        accepting = way_out("free-text-column", long.name)
        what = f"mean {long.mean_length:.0f} characters, {100 * long.distinct_share:.0f} % of its values distinct"
        yield Finding("free-text-column", f"the column `{long.name}` holds free text and is published ({what}): leave it out, or {accepting}", long.name)


def _repeating(measured: Measured) -> Iterator[Finding]:
    """Declared identifiers with clearly fewer values than people: each is one person's with several rows, or somebody else's."""
    for profile in measured.sensed.declared:
        people = min(profile.filled, measured.people.classes.entities) if measured.people and not measured.people.known.obstacle else profile.filled
        if profile.distinct < DISTINCT * people:
            about = f"{counted(profile.distinct, 'value')} in {counted(profile.filled, 'row')}"
            way_out = "declare {role: entity} if a person has several rows, or {role: identifier, of: doctor} if it is somebody else's"
            yield Finding("repeating-identifier", f"the identifier `{profile.name}` repeats ({about}): {way_out}", profile.name)


def _uncounted(bound: Bound) -> Iterator[Finding]:
    """Declared identifiers that the role of the profile has no right to read: whether they repeat is not known."""
    for name in unread_identifiers(bound):
        way_out = f"grant select on the column to the role of the profile, or {_accepting(UNCOUNTED, name)}"
        yield Finding(UNCOUNTED, f"the values of the identifier `{name}` are not counted: no right to read it; {way_out}", name)


def _unjudged_people(release: Release, measured: Measured, people: PeopleCounted) -> Iterator[Finding]:
    if people.classes.most_rows <= 1 or limited(release, "entity_k"):
        return
    entity = release.with_role("entity")[0]
    found = next(each for each in measured.measurements if (each.measure, each.rung) == ("entity_k", PUBLISHED))
    of_whom = f"{counted(people.rows, 'row is', 'rows are')} of {counted(people.classes.entities, 'person', 'people')}, and no limit judges people"
    way_out = "add {measure: entity_k, at_least: 5, source: ..., reason: ...}"
    if found.status == "not_measured":
        way_out = _accepting("unjudged-people", entity)
    yield Finding("unjudged-people", f"{of_whom}: entity_k is {number_text(found)} ({found.reason}); {way_out}", entity)


def _traces(bound: Bound, people: PeopleCounted) -> Iterator[Finding]:
    found = trace_columns(bound, people.rows_a_person, people.known.linkable)
    if found:
        entity = bound.release.with_role("entity")[0]
        rows = f"{people.rows_a_person:.1f} rows a person, with {listed(found)}"
        way_out = f"leave the pseudonym or those columns out, or {_accepting('traces', entity)}"
        yield Finding("traces", f"the rows of a person are a trace ({rows}), and a few points of it single the person out: {way_out}", entity)


def _unjudged_composition(bound: Bound, measured: Measured) -> Iterator[Finding]:
    release = bound.release
    if not release.composes_with or limited(release, "composition_"):
        return
    names = ", ".join(release.composes_with)
    found = next((each for each in measured.measurements if (each.measure, each.rung) == ("composition_k", PUBLISHED)), None)
    accepting = "accepted: [{finding: unjudged-composition, reason: ..., until: ...}]"
    text = f"composition with {names} is not measured: declare the releases in one file, each with one entity column, or {accepting}"
    if found is not None:
        way_out = "add {measure: composition_k, at_least: 5, source: ..., reason: ...}" if found.status == "measured" else accepting
        text = f"no limit judges what {names} add: composition_k is {number_text(found)}; {way_out}"
    yield Finding("unjudged-composition", text)
