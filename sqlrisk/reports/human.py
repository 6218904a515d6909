"""For people at a terminal: the verdict first, then limits, what stands beside them, measures and hypotheses, at 80 columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from sqlrisk import differential_table, layout, wording
from sqlrisk.differential import PrivacyDifferential
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.measures import measures
from sqlrisk.report import FindingResult, Measurement, ReleaseReport, Report, ThresholdResult, number_text, verdict_text
from sqlrisk.reports import visible

_STYLE = {"publishable": "bold green", "not_publishable": "bold red", "not_measured": "bold yellow", "not_judged": "bold", "not_published": "bold"}
_OUTCOME = {"holds": "green", "BROKEN": "bold red", "warning": "yellow", "no value": "bold yellow"}
_FIGURES = ("classes", "k", "unique", "mean risk", "bits", "suppr.")
MOST_GROUPS = 12


def render(report: Report, language: Language = ENGLISH, *, color: bool = False, width: int = 80, quiet: bool = False) -> str:
    """The report as text. `quiet`: the verdicts only."""
    written = io.StringIO()
    console = layout.console_of(written, color=color, width=width)
    for release in report.releases:
        _release(console, release, language, quiet)
    return layout.trimmed(written.getvalue())


def _release(console: Console, release: ReleaseReport, language: Language, quiet: bool) -> None:
    console.print(Text.assemble((visible(release.name), "bold"), ": ", (verdict_text(release, language), _STYLE[release.verdict])))
    layout.lines(console, [language.sentence(release.error)] if release.error else _cause(release, language))
    if quiet:
        return
    if release.status == "measured":
        _measured(console, release, language)
    if release.status == "measured" or release.findings:
        layout.heading(console, language.say("Beside the verdict"))
        above = () if release.error else _failed(release)
        beside = [wording.finding_text(finding, language) for finding in release.findings if finding not in above]
        layout.lines(console, beside or [language.say("nothing")])
    if release.status == "measured" and not release.is_public:
        _stood_on(console, release, language)
    console.print()


def _stood_on(console: Console, release: ReleaseReport, language: Language) -> None:
    """What the figures stand on; where there are none, nothing stands between the reader and the reason."""
    layout.heading(console, language.say("Hypotheses"))
    layout.lines(console, _hypotheses(release, language))
    layout.heading(console, language.say("Limits of the method"))
    layout.lines(console, map(language.sentence, release.limits_of_method))


def _failed(release: ReleaseReport) -> list[FindingResult]:
    """The findings that fail a release and stand under the verdict; the expiry is named in the verdict itself."""
    return [finding for finding in release.failures if finding.id != "expired"]


def _cause(release: ReleaseReport, language: Language) -> list[str]:
    """The findings that fail a release, and what the baseline excuses."""
    failed = [wording.finding_text(finding, language) for finding in _failed(release)]
    return failed + [language.sentence(text) for text in wording.excuses(release)]


def _measured(console: Console, release: ReleaseReport, language: Language) -> None:
    until = language.say("valid until {day} (EXPIRED)" if release.expired else "valid until {day}", day=release.valid_until)
    layout.lines(console, [f"{wording.rows_text(release, language)}; {until}"])
    layout.heading(console, language.say("Limits"))
    limits = [_limit(result, release, language) for result in _told(release.thresholds)]
    layout.table(console, _headings(language, "measure", "value", "limit", ""), limits, right=(1,))
    if release.is_public and not release.measures:
        return
    for column in (None, *release.hypotheses.get("sensitive", ())):
        found = [each for each in wording.published(release) if _heading_of(each) == column and not wording.of_protection(each)]
        title = "Measures of what is published" if column is None else "What the classes tell of {column}"
        layout.heading(console, language.say(title, column=visible(column or "")))
        _figures(console, release, found, language)
    _apart(console, release, language)
    _protection(console, release, language)
    if release.privacy_differential is not None:
        _differential(console, release.privacy_differential, language)
    _population(console, release, language)
    _remedy(console, release, language)
    _rungs(console, release, language)
    _groups(console, release, language)


def _headings(language: Language, *words: str) -> list[str]:
    return [language.say(word) if word else "" for word in words]


def _population(console: Console, release: ReleaseReport, language: Language) -> None:
    estimated = list(wording.layers(release, language))
    if estimated:
        layout.heading(console, language.say("What the rows say of the population"))
        headings = _headings(language, "measure", "bounds", "point", "model interval", "naive")
        layout.table(console, headings, [tuple(map(Text, row)) for row in estimated])
        meaning = language.say("bounds need no model; naive takes the rows for the population; the end that hurts is judged")
        layout.lines(console, [*wording.caveats(release, language), meaning])


def _figures(console: Console, release: ReleaseReport, found: Sequence[Measurement], language: Language) -> None:
    """The measures with a value, in a table; below it what a star means, and the names of those without one."""
    asked = {result.measure for result in release.thresholds}
    shown = [each for each in found if each.status != "not_measured" or each.measure in asked]
    marks = [wording.interpretable(release, each) for each in shown]
    units = [language.sentence(each.unit) + (" *" if mark else "") for each, mark in zip(shown, marks, strict=True)]
    rows = [(_short(each), wording.short_value(each, language), unit) for each, unit in zip(shown, units, strict=True)]
    layout.table(console, _headings(language, "measure", "value", ""), [tuple(map(Text, row)) for row in rows], right=(1,))
    layout.lines(console, [f"* {language.sentence(mark)}" for mark in dict.fromkeys(marks) if mark])
    missing = ", ".join(each.measure for each in found if each not in shown)
    layout.lines(console, [language.say("without a value (--format json says why): {measures}", measures=missing)] if missing else [])


def _apart(console: Console, release: ReleaseReport, language: Language) -> None:
    for title, found in wording.apart(release):
        layout.heading(console, language.say(title))
        rows = [tuple(map(Text, (_short(each), number_text(each, language), language.sentence(each.unit)))) for each in found]
        layout.table(console, _headings(language, "measure", "value", ""), rows, right=(1,))
        layout.lines(console, dict.fromkeys(language.sentence(each.reason) for each in found if each.value is None and each.reason))


def _remedy(console: Console, release: ReleaseReport, language: Language) -> None:
    title = wording.remedy_heading(release, language)
    if title:
        layout.heading(console, title)
        rows = [tuple(Text(visible(cell)) for cell in row) for row in wording.before_and_after(release, language)]
        layout.table(console, _headings(language, "measure", "before", "after"), rows, right=(1, 2))


def _protection(console: Console, release: ReleaseReport, language: Language) -> None:
    found = wording.protection(release)
    if not found:
        return
    layout.heading(console, language.say("Anonymisation by pivots, held against its source"))
    rows = [(wording.subject(each, language), number_text(each, language), language.sentence(each.unit)) for each in found]
    layout.table(console, _headings(language, "measure", "value", ""), [tuple(Text(visible(cell)) for cell in row) for row in rows], right=(1,))
    notes = [(wording.subject(each, language), wording.protection_note(release, each, language)) for each in found]
    layout.lines(console, [f"{subject}: {note}" for subject, note in notes if note])
    blocks = list(wording.blocks(release, language))
    if blocks:
        layout.heading(console, language.say("Each block, in the classes of the pivots and its quasi-identifiers"))
        headings = _headings(language, "block", *_FIGURES)
        layout.table(console, headings, [tuple(Text(visible(cell)) for cell in (block, *figures)) for block, figures in blocks], right=range(1, 7), widest=20)
    layout.lines(console, wording.still_possible(release, language))


def _rungs(console: Console, release: ReleaseReport, language: Language) -> None:
    rungs = list(wording.ladder(release, language))
    if len(rungs) > 1:
        layout.heading(console, language.say("Ladder (each rung unsuppressed, but for the published one)"))
        headings = _headings(language, "rung", *_FIGURES, "error")[: 1 + len(wording.ladder_measures(release))]
        layout.table(console, headings, [tuple(Text(visible(cell)) for cell in (rung, *figures)) for rung, figures in rungs], right=range(1, 8), widest=20)
        layout.lines(console, filter(None, [wording.ladder_note(release, language)]))


def _groups(console: Console, release: ReleaseReport, language: Language) -> None:
    groups = list(zip(release.groups(), wording.who_pays(release, language), strict=True))
    if not groups:
        return
    layout.heading(console, language.say("Who pays: declared groups, worst first"))
    worst = [row for _, row in sorted(groups, key=lambda group: -_share(release, group[0]))[:MOST_GROUPS]]
    headings = _headings(language, "group", "k", "unique", "mean risk", "suppressed")
    layout.table(console, headings, [tuple(Text(visible(cell)) for cell in (group, *figures)) for group, figures in worst], right=range(1, 5))
    more = len(groups) - MOST_GROUPS
    if more > 0:
        layout.lines(console, [language.say("and {more} more {more|group|groups}: --format json lists them", more=more)])


def _differential(console: Console, found: PrivacyDifferential, language: Language) -> None:
    """Which relations survive an anonymisation by pivots and blocks: sentences, the table, and what is left of lost relations."""
    layout.heading(console, language.say(differential_table.HEADING))
    layout.lines(console, map(language.sentence, found.sentences))
    rows = differential_table.matrix(found)
    wide = len(str(len(rows))) + 1
    if rows:
        numbers = "".join(f"{number:>{wide}}" for number in range(1, len(rows) + 1))
        marked = [(Text(f"{number} {visible(name)}"), Text("".join(f"{mark:>{wide}}" for mark in marks))) for number, (name, marks) in enumerate(rows, 1)]
        layout.table(console, (language.say("variable"), numbers), marked, right=(1,), widest=20)
    else:
        told = [(Text(what), Text(outcome)) for what, outcome in differential_table.by_block(found, language)]
        layout.table(console, _headings(language, "relations", "outcome"), told)
    blocks = [] if rows else differential_table.blocks(found, language)
    layout.lines(console, [*blocks, *differential_table.meanings(found, language), *differential_table.coverage(found, language)])
    lost = differential_table.lost(found, differential_table.MOST_LOST, language)
    if lost:
        console.print()
        headings = _headings(language, "lost", "within groups", "source", "published")
        layout.table(console, headings, [tuple(Text(visible(cell)) for cell in row) for row in lost], right=(1, 2, 3))
    layout.lines(console, differential_table.lost_notes(found, differential_table.MOST_LOST, language))


def _share(release: ReleaseReport, group: str) -> float:
    found = release.find("suppressed_rows", group=group)
    return float(found.value) if found and found.value is not None else 0.0


def _told(results: Iterable[ThresholdResult]) -> list[ThresholdResult]:
    """Every limit; of those for each group of a column, the broken ones and one line for the rest."""
    kept = [result for result in results if result.group is None or not result.passed]
    held: dict[tuple[Any, ...], ThresholdResult] = {}
    for result in results:
        key = (result.measure, result.column, result.l)
        if result.group is not None and result.passed and (key not in held or _worse(result, held[key])):
            held[key] = result
    return kept + [result for key, result in held.items() if not any((r.measure, r.column, r.l) == key and r.group for r in kept)]


def _worse(result: ThresholdResult, other: ThresholdResult) -> bool:
    if result.value is None or other.value is None:
        return result.value is None
    return result.value < other.value if "at_least" in result.limit else result.value > other.value


def _limit(result: ThresholdResult, release: ReleaseReport, language: Language) -> tuple[Text, ...]:
    word = wording.outcome(result, release)
    value, limit = wording.value_text(result, release, language), wording.limit_text(result, language)
    return Text(visible(wording.subject(result, language))), Text(value), Text(limit), Text(language.say(word), _OUTCOME[word])


def _hypotheses(release: ReleaseReport, language: Language) -> list[str]:
    told, say = release.hypotheses, language.say
    return [
        say("quasi-identifiers: {names}", names=", ".join(told.get("quasi_identifiers", ()))),
        say("mitigation: {told}", told=language.sentence(told.get("mitigation") or "not measured")),
        say("adversary: {told}", told=language.sentence(told["adversary"]["described"])),
        say("population: {told}", told=wording.population_text(release, language)),
        say("estimators: {told}", told=wording.estimator_text(release, language)),
        *(say("utility query {query}", query=wording.query_text(query, language)) for query in told.get("utility", ())),
        *(say("harm if re-identified, {harm}", harm=harm) for harm in wording.harms(release, language)),
        wording.decision_text(release, language),
        *([say("review when: {events}", events="; ".join(told["review_when"]))] if told.get("review_when") else []),
    ]


def _heading_of(found: Measurement) -> str | None:
    """The sensitive column under which a measurement stands; the errors of utility queries stand with the release."""
    return None if measures()[found.measure].of_query else found.column


def _short(found: Measurement) -> str:
    if found.column and measures()[found.measure].of_query:
        return f"{found.measure} ({visible(found.column)})"
    return found.measure if found.l is None else f"{found.measure} (l = {found.l})"
