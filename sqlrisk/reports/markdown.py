"""Markdown, in the four sections of the book: identification, hypotheses, measures, verdict and expiry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlrisk import differential_table, wording
from sqlrisk.differential import PrivacyDifferential
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.layout import escape, markdown_table
from sqlrisk.report import Measurement, ReleaseReport, Report, number_text, verdict_text

MOST_LOST = 40
_WORDS = ("snapshot", "seed", "tool_commit")


def render(report: Report, language: Language = ENGLISH) -> str:
    """The report as one Markdown document."""
    lines = [f"# {language.say('Re-identification risk, {day}', day=report.generated_on)}", ""]
    for release in report.releases:
        lines += [*_release(release, report, language), ""]
    return "\n".join(lines).rstrip() + "\n"


def _release(release: ReleaseReport, report: Report, language: Language) -> Iterator[str]:
    yield f"## {escape(release.name)}"
    yield ""
    yield f"**{escape(verdict_text(release, language))}**" + (f": {escape(language.sentence(release.error))}" if release.error else "")
    yield ""
    yield from _identification(release, report, language) if release.status != "not_published" else ()
    yield from _hypotheses(release, language) if release.is_declared else ()
    yield from _measures(release, language) if release.measures or not release.is_public else ()
    yield from _verdict(release, language)


def _identification(release: ReleaseReport, report: Report, language: Language) -> Iterator[str]:
    yield f"### {language.say('1. Identification and traceability')}"
    yield ""
    facts = {
        "relation": release.relation,
        **({} if release.is_public else {"description": release.hypotheses.get("description") or language.say("none given")}),
        "rows": wording.rows_text(release, language),
        "tool": f"{report.tool['name']} {report.tool['version']}",
        **{key: language.sentence(value) if key in _WORDS else value for key, value in release.reproduction.items()},
    }
    rows = [(language.sentence(key.replace("_", " ")), value) for key, value in facts.items()]
    yield from markdown_table(_headings(language, "what", "value"), rows)


def _headings(language: Language, *words: str) -> list[str]:
    return [language.say(word) for word in words]


def _hypotheses(release: ReleaseReport, language: Language) -> Iterator[str]:
    told, say = release.hypotheses, language.say
    yield f"### {say('2. Declared hypotheses')}"
    yield ""
    facts = {
        "quasi-identifiers": ", ".join(told.get("quasi_identifiers", ())),
        "sensitive": ", ".join(told.get("sensitive", ())) or say("none"),
        "mitigation": language.sentence(told.get("mitigation") or "not measured"),
        "filter": told.get("where") or say("none"),
        "adversary": language.sentence(told["adversary"]["described"]),
        "population": wording.population_text(release, language),
        "estimators": wording.estimator_text(release, language),
        "utility queries": "; ".join(wording.query_text(query, language) for query in told.get("utility", ())) or say("none"),
        "severity": "; ".join(wording.harms(release, language)) or say("no sensitive column"),
        "waived": "; ".join(f"{column}: {reason}" for column, reason in told.get("waived", {}).items()) or say("nothing"),
    }
    yield from markdown_table(_headings(language, "hypothesis", "declared"), [(say(key), value) for key, value in facts.items()])
    yield f"{say('Limits of the method')}:"
    yield ""
    yield from (f"- {escape(language.sentence(limit))}" for limit in release.limits_of_method)
    yield ""


def _measures(release: ReleaseReport, language: Language) -> Iterator[str]:
    yield f"### {language.say('3. Measures')}"
    yield ""
    if release.status != "measured":
        yield language.say("Nothing was measured.")
        yield ""
        return
    shown = [found for found in wording.published(release) if not wording.of_protection(found)]
    rows = [_row(found, language, wording.stands_on(release, found, language)) for found in shown]
    yield from markdown_table(_headings(language, "measure", "value", "unit", "stands on"), rows)
    yield from _apart(release, language)
    headings = _headings(language, "measure", "before", "after")
    yield from _titled(wording.remedy_heading(release, language), headings, wording.before_and_after(release, language))
    yield from _protection(release, language)
    if release.privacy_differential is not None:
        yield from _differential(release.privacy_differential, language)
    rungs = [(rung, *figures) for rung, figures in wording.ladder(release, language)]
    title = language.say("The ladder (each rung unsuppressed, but for the published one)") if len(rungs) > 1 else None
    yield from _titled(title, (language.say("rung"), *wording.ladder_measures(release)), rungs)
    groups = [(group, *figures) for group, figures in wording.who_pays(release, language)]
    headings = _headings(language, "group", "k", "unique rows", "mean risk", "suppressed share")
    yield from _titled(language.say("Who pays, by declared group") if groups else None, headings, groups)


def _row(found: Measurement, language: Language, stands_on: str) -> tuple[str, str, str, str]:
    return wording.subject(found, language), number_text(found, language), language.sentence(found.unit), stands_on


def _titled(title: str | None, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table under its title; nothing without one."""
    if title:
        yield f"{title}:"
        yield ""
        yield from markdown_table(headings, rows)


def _differential(found: PrivacyDifferential, language: Language) -> Iterator[str]:
    """Which relations survive an anonymisation by pivots and blocks."""
    yield f"{language.say(differential_table.HEADING)}:"
    yield ""
    yield from _list(map(language.sentence, found.sentences))
    rows = differential_table.matrix(found)
    if rows:
        yield from markdown_table((language.say("variable"), *(name for name, _ in rows)), [(name, *marks) for name, marks in rows])
    else:
        yield from markdown_table(_headings(language, "relations", "outcome"), differential_table.by_block(found, language))
    blocks = [] if rows else differential_table.blocks(found, language)
    yield from _list([*blocks, *differential_table.meanings(found, language), *differential_table.coverage(found, language)])
    lost = differential_table.lost(found, MOST_LOST, language)
    if lost:
        yield from markdown_table(_headings(language, "lost", "left within groups", "source", "published"), lost)
        yield from _list(differential_table.lost_notes(found, MOST_LOST, language))


def _list(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"- {escape(line)}" for line in lines)
    yield ""


def _protection(release: ReleaseReport, language: Language) -> Iterator[str]:
    found = wording.protection(release)
    if not found:
        return
    yield f"{language.say('Anonymisation by pivots, held against its source')}:"
    yield ""
    rows = [_row(each, language, wording.protection_note(release, each, language)) for each in found]
    yield from markdown_table(_headings(language, "measure", "value", "unit", "stands on"), rows)
    blocks = list(wording.blocks(release, language))
    if blocks:
        yield f"{language.say('Each block, in the classes of the pivots and its quasi-identifiers')}:"
        yield ""
        yield from markdown_table((language.say("block"), *wording.LADDER_MEASURES), [(block, *figures) for block, figures in blocks])
    yield from (f"- {escape(line)}" for line in wording.still_possible(release, language))
    yield ""


def _apart(release: ReleaseReport, language: Language) -> Iterator[str]:
    for title, found in wording.apart(release):
        yield f"{language.say(title)}:"
        yield ""
        rows = [_row(each, language, language.sentence(each.reason or "")) for each in found]
        yield from markdown_table(_headings(language, "measure", "value", "unit", "why not"), rows)


def _verdict(release: ReleaseReport, language: Language) -> Iterator[str]:
    yield f"### {language.say('4. Verdict, decision, expiry and review')}"
    yield ""
    rows = [
        (
            wording.subject(result, language),
            wording.value_text(result, release, language),
            wording.limit_text(result, language),
            language.say(wording.outcome(result, release)),
            wording.source_text(result, language),
        )
        for result in release.thresholds
    ]
    if rows:
        yield from markdown_table(_headings(language, "measure", "value", "limit", "outcome", "source and reason"), rows)
    yield f"{language.say('Beside the verdict')}:"
    yield ""
    yield from (f"- {escape(wording.finding_text(finding, language))}" for finding in release.findings)
    yield from () if release.findings else (f"- {language.say('nothing')}",)
    yield ""
    yield from _end(release, language)


def _end(release: ReleaseReport, language: Language) -> Iterator[str]:
    """The verdict once more, until when it holds, who decided and when to look again."""
    verdict = language.say("Verdict: {verdict}.", verdict=f"**{escape(verdict_text(release, language))}**")
    if not release.is_declared and release.verdict != "publishable":
        yield verdict
        return
    until = "Valid until {day} (EXPIRED)." if release.expired else "Valid until {day}."
    yield f"{verdict} {language.say(until, day=release.valid_until)}"
    if release.is_public:
        return
    decision = escape(wording.decision_text(release, language))
    yield f"{decision[0].upper()}{decision[1:]}."
    events = escape("; ".join(release.hypotheses.get("review_when", ()))) or language.say("nothing declared")
    yield language.say("Review when: {events}.", events=events)
