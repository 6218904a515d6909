"""Who pays, what suppression costs and what is left after it, what the queries still answer, and how bad it would be."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk import wording
from sqlrisk.languages import Language
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement, ReleaseReport
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Block, Cell, Prose, Section, Table
from sqlrisk.suppression import written

BY_GROUP = ("k", "unique_rows", "prosecutor_mean", "suppressed_rows")
MOST_GROUPS = 60


def who_pays(release: ReleaseReport, language: Language) -> Section | None:
    """Each declared group beside the whole release, those that suppression takes most from first."""
    groups: list[str | None] = sorted(
        release.groups(), key=lambda group: (-_share(release, group, "suppressed_rows"), -_share(release, group, "prosecutor_mean"))
    )
    if not groups:
        return None
    rows = tuple(_group(release, group, language) for group in (None, *groups[:MOST_GROUPS]))
    headings = tuple(map(language.say, ("group", "smallest class (k)", "unique rows", "mean risk", "suppressed below the limit")))
    blocks: list[Block] = [
        Table(language.say("Shares of the rows of each group; the longest bar is a share of 1"), headings, rows, frozenset(range(1, 5)), widths=(28, 15))
    ]
    if len(groups) > MOST_GROUPS:
        blocks.append(Prose(language.say("Groups that are not shown here: {rest}; the results in JSON list them.", rest=len(groups) - MOST_GROUPS), quiet=True))
    return Section("who", language.say("Who pays, by group"), tuple(blocks))


def _group(release: ReleaseReport, group: str | None, language: Language) -> tuple[Cell, ...]:
    cells = [Cell(language.say("the whole release") if group is None else wording.group_text(group, language))]
    for measure in BY_GROUP:
        found = release.find(measure, group=group)
        text = numbers.written(found, language) or "—"
        cells.append(Cell(text, share=None if measure == "k" or found is None or found.value is None else min(1.0, float(found.value))))
    return tuple(cells)


def _share(release: ReleaseReport, group: str | None, measure: str) -> float:
    found = release.find(measure, group=group)
    return float(found.value) if found is not None and found.value is not None else 0.0


def suppression(release: ReleaseReport, language: Language) -> Section | None:
    """What suppressing the small classes would cost and the measures after it; or what the declared suppression took."""
    if release.status != "measured":
        return None
    blocks = [*_taken(release, language), *_remedy(release, language)]
    return Section("suppression", language.say("What suppression costs"), tuple(blocks)) if blocks else None


def _taken(release: ReleaseReport, language: Language) -> Iterator[Block]:
    found, limits = release.find("suppressed_rows"), release.suppression.get(PUBLISHED) or ()
    below = next((limit["k"] for limit in limits if len(limits) == 1 and "k" in limit), release.hypotheses.get("suppress_below"))
    if found is None or release.rows_suppressed is None or not (limits or below is not None):
        return
    rows, share = release.rows_suppressed, numbers.written(found, language)
    if below is not None:
        text = "The classes below {limit} are suppressed: {rows} rows, a share of {share}. The measures of this report are those of what is left."
        yield Prose(language.say(text, limit=below, rows=rows, share=share))
    else:
        text = "The classes that fail {limits} are suppressed: {rows} rows, a share of {share}. The measures of this report are those of what is left."
        yield Prose(language.say(text, limits=written(limits), rows=rows, share=share))


def _remedy(release: ReleaseReport, language: Language) -> Iterator[Block]:
    rung, before = wording.remedy_rung(release), release.rows or 0
    if rung is None:
        return
    after = sum(size * classes for size, classes in release.class_sizes.get(rung, {}).items())
    yield from (Prose(language.sentence(finding.text)) for finding in release.findings if finding.id == "suppression-remedy")
    rows = [(Cell(language.say("rows")), Cell(language.written(before)), Cell(language.written(after)))] if after else []
    asked = [each for each in release.measures if (each.rung, each.group) == (rung, None) and each.measure in wording.SIDE_BY_SIDE]
    for found in sorted(asked, key=lambda each: (each.column or "", wording.SIDE_BY_SIDE.index(each.measure))):
        own = release.find(found.measure, column=found.column, l=found.l)
        if own is not None:
            rows.append((Cell(wording.subject(found, language), code=True), Cell(numbers.written(own, language)), Cell(numbers.written(found, language))))
    yield Table(
        wording.remedy_heading(release, language) or "", tuple(map(language.say, ("measure", "before", "after"))), tuple(rows), frozenset({1, 2}), widths=(50,)
    )


def utility(release: ReleaseReport, language: Language) -> Section | None:
    """How far the answers to each declared query are from those of the source."""
    declared = release.hypotheses.get("utility") or []
    if release.status != "measured":
        return None
    if not declared:
        bits = numbers.written(release.find("entropy_bits"), language)
        text = language.say("No utility query is declared. The quasi-identifiers still tell {bits} bits apart.", bits=bits)
        return Section("utility", language.say("What is left for the analyst"), (Prose(text),))
    rows = []
    for query in declared:
        found, after = (_error(release, measure, query["name"]) for measure in ("query_error", "suppressed_query_error"))
        unit = language.sentence(found.unit) if found is not None else ""
        lost = language.sentence(found.reason) if found is not None and found.reason else language.say("nothing")
        rows.append(
            (
                Cell(query["name"], _asked(query, language)),
                Cell(numbers.written(found, language), unit),
                Cell(numbers.written(after, language), unit),
                Cell(lost),
            )
        )
    headings = tuple(map(language.say, ("query", "error of what is published", "error once the small classes are suppressed", "what vanishes")))
    caption = language.say("Mean distance of each answer from that of the source")
    return Section(
        "utility", language.say("What is left for the analyst"), (Table(caption, headings, tuple(rows), frozenset({1, 2}), widths=(32, 18, 18, 32)),)
    )


def _error(release: ReleaseReport, measure: str, query: str) -> Measurement | None:
    return release.find(measure, column=query) or release.find(measure)


def _asked(query: dict[str, object], language: Language) -> str:
    return wording.query_text(query, language).partition(": ")[2]


def severity(release: ReleaseReport, language: Language) -> Section | None:
    """Harm beside probability, for each sensitive column."""
    harms = release.hypotheses.get("harm") or {}
    if not harms:
        return None
    rows = tuple(_harm(release, column, harm or {}, language) for column, harm in harms.items())
    headings = tuple(map(language.say, ("sensitive column", "harm", "match, worst row", "match, average row", "best guess in a class")))
    text = language.say("Probability says how likely it is, harm how bad it would be: neither stands for the other.")
    caption = language.say("Harm if re-identified, and the probabilities beside it")
    return Section(
        "severity", language.say("Severity beside probability"), (Prose(text), Table(caption, headings, rows, frozenset({2, 3, 4}), widths=(24, 34)))
    )


def _harm(release: ReleaseReport, column: str, harm: dict[str, str], language: Language) -> tuple[Cell, ...]:
    risks = (release.find("prosecutor_max"), release.find("prosecutor_mean"), release.find("max_posterior", column=column))
    level = language.sentence(harm["level"]) if harm.get("level") else language.say("not declared")
    return (
        Cell(column),
        Cell(level, harm.get("if_reidentified", "")),
        *(Cell(numbers.written(risk, language) or language.say("not measured")) for risk in risks),
    )
