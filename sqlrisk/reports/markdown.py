"""Markdown, in the four sections of the book: identification, hypotheses, measures, verdict and expiry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlrisk import differential_table, wording
from sqlrisk.differential import PrivacyDifferential
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import escape, markdown_table
from sqlrisk.report import ReleaseReport, Report, number_text, verdict_text

MOST_LOST = 40


def render(report: Report, language: Language = ENGLISH) -> str:
    """The report as one Markdown document."""
    lines = [f"# Re-identification risk, {report.generated_on}", ""]
    for release in report.releases:
        lines += [*_release(release, report), ""]
    return "\n".join(lines).rstrip() + "\n"


def _release(release: ReleaseReport, report: Report) -> Iterator[str]:
    yield f"## {escape(release.name)}"
    yield ""
    yield f"**{escape(verdict_text(release))}**" + (f": {escape(release.error)}" if release.error else "")
    yield ""
    yield from _identification(release, report)
    yield from _hypotheses(release)
    yield from _measures(release)
    yield from _verdict(release)


def _identification(release: ReleaseReport, report: Report) -> Iterator[str]:
    yield "### 1. Identification and traceability"
    yield ""
    facts = {
        "relation": release.relation,
        "description": release.hypotheses.get("description") or "none given",
        "rows": wording.rows_text(release),
        "tool": f"{report.tool['name']} {report.tool['version']}",
        **release.reproduction,
    }
    yield from markdown_table(("what", "value"), [(key.replace("_", " "), str(value)) for key, value in facts.items()])


def _hypotheses(release: ReleaseReport) -> Iterator[str]:
    told = release.hypotheses
    yield "### 2. Declared hypotheses"
    yield ""
    facts = {
        "quasi-identifiers": ", ".join(told.get("quasi_identifiers", ())),
        "sensitive": ", ".join(told.get("sensitive", ())) or "none",
        "mitigation": told.get("mitigation") or "not measured",
        "filter": told.get("where") or "none",
        "adversary": told["adversary"]["described"],
        "population": wording.population_text(release),
        "estimators": wording.estimator_text(release),
        "utility queries": "; ".join(map(wording.query_text, told.get("utility", ()))) or "none",
        "severity": "; ".join(wording.harms(release)) or "no sensitive column",
        "waived": "; ".join(f"{column}: {reason}" for column, reason in told.get("waived", {}).items()) or "nothing",
    }
    yield from markdown_table(("hypothesis", "declared"), list(facts.items()))
    yield "Limits of the method:"
    yield ""
    yield from (f"- {escape(limit)}" for limit in release.limits_of_method)
    yield ""


def _measures(release: ReleaseReport) -> Iterator[str]:
    yield "### 3. Measures"
    yield ""
    if release.status != "measured":
        yield "Nothing was measured."
        yield ""
        return
    shown = [found for found in wording.published(release) if not wording.of_protection(found)]
    rows = [(wording.subject(found), number_text(found), found.unit, wording.stands_on(release, found)) for found in shown]
    yield from markdown_table(("measure", "value", "unit", "stands on"), rows)
    yield from _second_reading(release)
    yield from _titled(wording.remedy_heading(release), ("measure", "before", "after"), wording.before_and_after(release))
    yield from _protection(release)
    if release.privacy_differential is not None:
        yield from _differential(release.privacy_differential)
    rungs = [(rung, *figures) for rung, figures in wording.ladder(release)]
    title = "The ladder (each rung unsuppressed, but for the published one)" if len(rungs) > 1 else None
    yield from _titled(title, ("rung", *wording.ladder_measures(release)), rungs)
    groups = [(group, *figures) for group, figures in wording.who_pays(release)]
    headings = ("group", "k", "unique rows", "mean risk", "suppressed share")
    yield from _titled("Who pays, by declared group" if groups else None, headings, groups)


def _titled(title: str | None, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table under its title; nothing without one."""
    if title:
        yield f"{title}:"
        yield ""
        yield from markdown_table(headings, rows)


def _differential(found: PrivacyDifferential) -> Iterator[str]:
    """Which relations survive an anonymisation by pivots and blocks."""
    yield f"{differential_table.HEADING}:"
    yield ""
    yield from _list(found.sentences)
    rows = differential_table.matrix(found)
    if rows:
        yield from markdown_table(("variable", *(name for name, _ in rows)), [(name, *marks) for name, marks in rows])
    else:
        yield from markdown_table(("relations", "outcome"), differential_table.by_block(found))
    yield from _list([*([] if rows else differential_table.blocks(found)), *differential_table.meanings(found), *differential_table.coverage(found)])
    lost = differential_table.lost(found, MOST_LOST)
    if lost:
        yield from markdown_table(("lost", "left within groups", "source", "published"), lost)
        yield from _list(differential_table.lost_notes(found, MOST_LOST))


def _list(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"- {escape(line)}" for line in lines)
    yield ""


def _protection(release: ReleaseReport) -> Iterator[str]:
    found = wording.protection(release)
    if not found:
        return
    yield "Anonymisation by pivots, held against its source:"
    yield ""
    rows = [(wording.subject(each), number_text(each), each.unit, wording.protection_note(release, each)) for each in found]
    yield from markdown_table(("measure", "value", "unit", "stands on"), rows)
    blocks = list(wording.blocks(release))
    if blocks:
        yield "Each block, in the classes of the pivots and its quasi-identifiers:"
        yield ""
        yield from markdown_table(("block", *wording.LADDER_MEASURES), [(block, *figures) for block, figures in blocks])
    yield from (f"- {escape(line)}" for line in wording.still_possible(release))
    yield ""


def _second_reading(release: ReleaseReport) -> Iterator[str]:
    found = wording.second_reading(release)
    if found:
        yield f"{wording.SECOND_READING}:"
        yield ""
        yield from markdown_table(("measure", "value", "unit", "why not"), [(each.measure, number_text(each), each.unit, each.reason or "") for each in found])


def _verdict(release: ReleaseReport) -> Iterator[str]:
    yield "### 4. Verdict, decision, expiry and review"
    yield ""
    rows = [
        (
            wording.subject(result),
            wording.value_text(result, release),
            wording.limit_text(result),
            wording.outcome(result, release),
            "; ".join(filter(None, (result.source, result.reason))),
        )
        for result in release.thresholds
    ]
    if rows:
        yield from markdown_table(("measure", "value", "limit", "outcome", "source and reason"), rows)
    yield "Beside the verdict:"
    yield ""
    yield from (f"- {escape(warning)}" for warning in release.warnings or ("nothing",))
    yield ""
    yield f"Verdict: **{escape(verdict_text(release))}**. Valid until {release.valid_until}{' (EXPIRED)' if release.expired else ''}."
    yield f"Decided on {release.hypotheses.get('decided_on')}: {escape(wording.decision_text(release))}."
    yield f"Review when: {escape('; '.join(release.hypotheses.get('review_when', ())) or 'nothing declared')}."
