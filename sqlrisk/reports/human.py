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
from sqlrisk.report import Measurement, ReleaseReport, Report, ThresholdResult, number_text, verdict_text
from sqlrisk.reports import visible

_STYLE = {"publishable": "bold green", "not_publishable": "bold red", "not_measured": "bold yellow"}
_OUTCOME = {"holds": "green", "BROKEN": "bold red", "warning": "yellow", "no value": "bold yellow"}
MOST_GROUPS = 12


def render(report: Report, language: Language = ENGLISH, *, color: bool = False, width: int = 80, quiet: bool = False) -> str:
    """The report as text. `quiet`: the verdicts only."""
    written = io.StringIO()
    console = layout.console_of(written, color=color, width=width)
    for release in report.releases:
        _release(console, release, quiet)
    return layout.trimmed(written.getvalue())


def _release(console: Console, release: ReleaseReport, quiet: bool) -> None:
    console.print(Text.assemble((visible(release.name), "bold"), ": ", (verdict_text(release), _STYLE[release.verdict])))
    layout.lines(console, [release.error] if release.error else _cause(release))
    if quiet:
        return
    if release.status == "measured":
        _measured(console, release)
    layout.heading(console, "Beside the verdict")
    layout.lines(console, release.warnings or ("nothing",))
    layout.heading(console, "Hypotheses")
    layout.lines(console, _hypotheses(release))
    layout.heading(console, "Limits of the method")
    layout.lines(console, release.limits_of_method)
    console.print()


def _cause(release: ReleaseReport) -> list[str]:
    """What makes a release not publishable though its limits hold: failures stand first among the warnings; and what the baseline excuses."""
    held = all(result.passed for result in release.thresholds if result.severity == "error")
    failed = list(release.warnings[:1]) if release.verdict == "not_publishable" and held and not release.expired else []
    return failed + wording.excuses(release)


def _measured(console: Console, release: ReleaseReport) -> None:
    layout.lines(console, [f"{wording.rows_text(release)}; valid until {release.valid_until}" + (" (EXPIRED)" if release.expired else "")])
    layout.heading(console, "Limits")
    layout.table(console, ("measure", "value", "limit", ""), [_limit(result, release) for result in _told(release.thresholds)], right=(1,))
    for column in (None, *release.hypotheses.get("sensitive", ())):
        found = [each for each in wording.published(release) if _heading_of(each) == column and not wording.of_protection(each)]
        layout.heading(console, "Measures of what is published" if column is None else f"What the classes tell of {visible(column)}")
        _figures(console, release, found)
    _second_reading(console, release)
    _protection(console, release)
    if release.privacy_differential is not None:
        _differential(console, release.privacy_differential)
    estimated = list(wording.layers(release))
    if estimated:
        layout.heading(console, "What the rows say of the population")
        headings = ("measure", "bounds", "point", "model interval", "naive")
        layout.table(console, headings, [tuple(map(Text, row)) for row in estimated])
        layout.lines(console, [*wording.caveats(release), "bounds need no model; naive takes the rows for the population; the end that hurts is judged"])
    _remedy(console, release)
    _rungs(console, release)
    _groups(console, release)


def _figures(console: Console, release: ReleaseReport, found: Sequence[Measurement]) -> None:
    """The measures with a value, in a table; below it what a star means, and the names of those without one."""
    asked = {result.measure for result in release.thresholds}
    shown = [each for each in found if each.status != "not_measured" or each.measure in asked]
    marks = [wording.interpretable(release, each) for each in shown]
    rows = [(_short(each), wording.short_value(each), each.unit + (" *" if mark else "")) for each, mark in zip(shown, marks, strict=True)]
    layout.table(console, ("measure", "value", ""), [tuple(map(Text, row)) for row in rows], right=(1,))
    layout.lines(console, [f"* {mark}" for mark in dict.fromkeys(marks) if mark])
    missing = [each.measure for each in found if each not in shown]
    layout.lines(console, [f"without a value (--format json says why): {', '.join(missing)}"] if missing else [])


def _second_reading(console: Console, release: ReleaseReport) -> None:
    found = wording.second_reading(release)
    if found:
        layout.heading(console, wording.SECOND_READING)
        layout.table(console, ("measure", "value", ""), [(Text(_short(each)), Text(number_text(each)), Text(each.unit)) for each in found], right=(1,))
        layout.lines(console, dict.fromkeys(each.reason for each in found if each.value is None and each.reason))


def _remedy(console: Console, release: ReleaseReport) -> None:
    title = wording.remedy_heading(release)
    if title:
        layout.heading(console, title)
        rows = [tuple(Text(visible(cell)) for cell in row) for row in wording.before_and_after(release)]
        layout.table(console, ("measure", "before", "after"), rows, right=(1, 2))


def _protection(console: Console, release: ReleaseReport) -> None:
    found = wording.protection(release)
    if not found:
        return
    layout.heading(console, "Anonymisation by pivots, held against its source")
    rows = [(wording.subject(each), number_text(each), each.unit) for each in found]
    layout.table(console, ("measure", "value", ""), [tuple(Text(visible(cell)) for cell in row) for row in rows], right=(1,))
    layout.lines(console, [f"{wording.subject(each)}: {note}" for each in found if (note := wording.protection_note(release, each))])
    blocks = list(wording.blocks(release))
    if blocks:
        layout.heading(console, "Each block, in the classes of the pivots and its quasi-identifiers")
        headings = ("block", "classes", "k", "unique", "mean risk", "bits", "suppr.")
        layout.table(console, headings, [tuple(Text(visible(cell)) for cell in (block, *figures)) for block, figures in blocks], right=range(1, 7), widest=20)
    layout.lines(console, wording.still_possible(release))


def _rungs(console: Console, release: ReleaseReport) -> None:
    rungs = list(wording.ladder(release))
    if len(rungs) > 1:
        layout.heading(console, "Ladder (each rung unsuppressed, but for the published one)")
        headings = ("rung", "classes", "k", "unique", "mean risk", "bits", "suppr.", "error")[: 1 + len(wording.ladder_measures(release))]
        layout.table(console, headings, [tuple(Text(visible(cell)) for cell in (rung, *figures)) for rung, figures in rungs], right=range(1, 8), widest=20)
        layout.lines(console, filter(None, [wording.ladder_note(release)]))


def _groups(console: Console, release: ReleaseReport) -> None:
    groups = list(wording.who_pays(release))
    if not groups:
        return
    layout.heading(console, "Who pays: declared groups, worst first")
    worst = sorted(groups, key=lambda group: -_share(release, group[0]))[:MOST_GROUPS]
    headings = ("group", "k", "unique", "mean risk", "suppressed")
    layout.table(console, headings, [tuple(Text(visible(cell)) for cell in (group, *figures)) for group, figures in worst], right=range(1, 5))
    if len(groups) > MOST_GROUPS:
        layout.lines(console, [f"and {len(groups) - MOST_GROUPS} more groups: --format json lists them"])


def _differential(console: Console, found: PrivacyDifferential) -> None:
    """Which relations survive an anonymisation by pivots and blocks: sentences, the table, and what is left of lost relations."""
    layout.heading(console, differential_table.HEADING)
    layout.lines(console, found.sentences)
    rows = differential_table.matrix(found)
    wide = len(str(len(rows))) + 1
    if rows:
        numbers = "".join(f"{number:>{wide}}" for number in range(1, len(rows) + 1))
        marked = [(Text(f"{number} {visible(name)}"), Text("".join(f"{mark:>{wide}}" for mark in marks))) for number, (name, marks) in enumerate(rows, 1)]
        layout.table(console, ("variable", numbers), marked, right=(1,), widest=20)
    else:
        layout.table(console, ("relations", "outcome"), [(Text(what), Text(outcome)) for what, outcome in differential_table.by_block(found)])
    layout.lines(console, [*([] if rows else differential_table.blocks(found)), *differential_table.meanings(found), *differential_table.coverage(found)])
    lost = differential_table.lost(found, differential_table.MOST_LOST)
    if lost:
        console.print()
        layout.table(console, ("lost", "within groups", "source", "published"), [tuple(Text(visible(cell)) for cell in row) for row in lost], right=(1, 2, 3))
    layout.lines(console, differential_table.lost_notes(found, differential_table.MOST_LOST))


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


def _limit(result: ThresholdResult, release: ReleaseReport) -> tuple[Text, ...]:
    word = wording.outcome(result, release)
    value = wording.value_text(result, release)
    return Text(visible(wording.subject(result))), Text(value), Text(wording.limit_text(result)), Text(word, _OUTCOME[word])


def _hypotheses(release: ReleaseReport) -> list[str]:
    told = release.hypotheses
    return [
        f"quasi-identifiers: {', '.join(told.get('quasi_identifiers', ()))}",
        f"mitigation: {told.get('mitigation') or 'not measured'}",
        f"adversary: {told['adversary']['described']}",
        f"population: {wording.population_text(release)}",
        f"estimators: {wording.estimator_text(release)}",
        *(f"utility query {query}" for query in map(wording.query_text, told.get("utility", ()))),
        *(f"harm if re-identified, {harm}" for harm in wording.harms(release)),
        f"decided on {told.get('decided_on')}: {wording.decision_text(release)}",
        *([f"review when: {'; '.join(told['review_when'])}"] if told.get("review_when") else []),
    ]


def _heading_of(found: Measurement) -> str | None:
    """The sensitive column under which a measurement stands; the errors of utility queries stand with the release."""
    return None if measures()[found.measure].of_query else found.column


def _short(found: Measurement) -> str:
    if found.column and measures()[found.measure].of_query:
        return f"{found.measure} ({visible(found.column)})"
    return found.measure if found.l is None else f"{found.measure} (l = {found.l})"
