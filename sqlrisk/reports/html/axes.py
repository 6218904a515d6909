"""The measures on two axes: against which population, and for the worst row, the average row, a share of the rows or the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlrisk import wording
from sqlrisk.languages import Language
from sqlrisk.measures import Measure, measures
from sqlrisk.measures.population import NOT_RANDOM
from sqlrisk.report import Measurement, ReleaseReport
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Block, Cell, Section, Table

LONG = 80
OF_POPULATION = ("population", "presence")
AGGREGATES = ("the worst row or class", "the average row", "a share of the rows", "the table as a whole")
WORST, AVERAGE, SHARE, WHOLE = AGGREGATES
FAMILIES = {
    "identity": "Which row is the target?",
    "population": "Who is it in the population?",
    "presence": "Is the target in the table?",
    "attribute": "What does a class tell of those in it?",
    "composition": "What do several releases tell together?",
    "protection": "Did the anonymisation do what it says?",
    "utility": "What is left for the analyst?",
}
STANDS = {
    "identity": "whoever looks knows the declared quasi-identifiers of one person, and nothing else",
    "attribute": "whoever looks knows the class of one person, and nothing else",
    "utility": "",
}


def aggregate(known: Measure) -> str:
    """Which of AGGREGATES a measure speaks of."""
    parts = known.name.split("_")
    if known.unit.startswith("share of"):
        return SHARE
    if "mean" in parts:
        return AVERAGE
    extreme = "max" in parts or "min" in parts or (known.protects == "at_least" and known.family != "utility")
    return WORST if extreme or (known.family == "attribute" and known.unit != "classes") else WHOLE


def population(known: Measure, language: Language) -> str:
    """The population that a measure speaks of."""
    if known.family in OF_POPULATION:
        return language.say("in the population")
    return language.say("in all releases together") if known.family == "composition" else language.say("in this table")


def section(release: ReleaseReport, language: Language) -> Section | None:
    """The two axes at a glance, each measure with its question, and those without a value."""
    if release.status != "measured":
        return None
    found = [each for each in wording.published(release) if not wording.of_protection(each)]
    valued = [each for each in found if each.status != "not_measured"]
    blocks: list[Block] = [_matrix(valued, language), *_tables(valued, release, language)]
    missing = [each for each in found if each.status == "not_measured"]
    if missing:
        headings = (language.say("measure"), language.say("why there is none"))
        blocks.append(Table(language.say("Measures without a value"), headings, tuple(_without(missing, language)), widths=(40,)))
    blocks += _apart(release, language)
    return Section("measures", language.say("Measures of what is published"), tuple(blocks))


def _matrix(found: Sequence[Measurement], language: Language) -> Table:
    """Population across, aggregate down; in each cell the measures of identity, population and presence with their values."""
    told = [each for each in found if measures()[each.measure].family in ("identity", *OF_POPULATION) and measures()[each.measure].judged]
    rows = []
    for name in AGGREGATES:
        cells = [[each for each in told if aggregate(measures()[each.measure]) == name and _is_of_population(each) == outside] for outside in (False, True)]
        if any(cells):
            rows.append((Cell(language.say(name)), *(_cell(each, language) for each in cells)))
    headings = ("", language.say("in this table"), language.say("in the population"))
    return Table(language.say("Two axes: who is searched for where, and for which row the risk is told"), headings, tuple(rows), widths=(22,))


def _cell(found: Sequence[Measurement], language: Language) -> Cell:
    return Cell("\n".join(f"`{each.measure}` {numbers.written(each, language)}" for each in found) or "—")


def _is_of_population(found: Measurement) -> bool:
    return measures()[found.measure].family in OF_POPULATION


def _tables(found: Sequence[Measurement], release: ReleaseReport, language: Language) -> Iterator[Block]:
    """A table for each family, with the hypotheses that its measures share below it."""
    families = dict.fromkeys([*FAMILIES, *(measures()[each.measure].family for each in found)])
    for family in families:
        mine = [each for each in found if measures()[each.measure].family == family]
        columns = list(dict.fromkeys(each.column for each in mine if each.column))
        if mine:
            caption = language.say(FAMILIES.get(family, family)) + (f" ({columns[0]})" if family == "attribute" and len(columns) == 1 else "")
            yield _family(caption, mine, release, language)


def _family(caption: str, found: Sequence[Measurement], release: ReleaseReport, language: Language) -> Table:
    """The measures of a family, one row for all columns; what several of them stand on, or is long, is said once, below, by its number."""
    together: dict[tuple[str, int | None], list[Measurement]] = {}
    for each in found:
        together.setdefault((each.measure, each.l), []).append(each)
    several = len(together) < len(found)
    times = Counter(part for same in together.values() for part in dict.fromkeys(part for each in same for part in _parts(each, language)))
    notes = [part for part, count in times.items() if count > 1 or (len(part) > LONG and not several)]
    rows = tuple(_row(same, notes, release, language) for same in together.values())
    headings = tuple(map(language.say, ("measure and its question", "speaks of", "value", "stands on")))
    labels = dict.fromkeys(filter(None, (wording.interpretable(release, each) for each in found)))
    below = (*(f"[{place}] {note}" for place, note in enumerate(notes, 1)), *(f"* {language.sentence(label)}" for label in labels))
    return Table(caption, headings, rows, frozenset(() if several else {2}), below, widths=(30, 16, 30, 24) if several else (39, 18, 17, 26))


def _row(same: Sequence[Measurement], notes: Sequence[str], release: ReleaseReport, language: Language) -> tuple[Cell, ...]:
    """A measure, of the release or of each of its columns."""
    known, several = measures()[same[0].measure], len(same) > 1
    star = "\N{NO-BREAK SPACE}*" if wording.interpretable(release, same[0]) else ""
    shared = " ".join(f"[{place}]" for place, note in enumerate(notes, 1) if any(note in _parts(each, language) for each in same))
    units = {each.unit for each in same}
    values, own = [], []
    for each in same:
        of = f"`{each.column}`: " if several else ""
        unit = f" {language.sentence(each.unit)}" if len(units) > 1 else ""
        values.append(f"{of}{numbers.written(each, language)}{unit}{star}")
        own += [f"{of}{part}" for part in _parts(each, language) if part not in notes]
    stands = "\n".join(filter(None, ("; ".join(own) if not several else "\n".join(own), shared)))
    return (
        _named(same[0], several, language),
        Cell(language.say(aggregate(known)), population(known, language)),
        Cell("\n".join(values), language.sentence(same[0].unit) if len(units) == 1 else ""),
        Cell(stands or "—"),
    )


def _parts(found: Measurement, language: Language) -> list[str]:
    """What a measurement stands on, sentence by sentence; the label that its star tells is left out."""
    reason = (found.reason or "").removesuffix(NOT_RANDOM).removesuffix("; ")
    usual = STANDS.get(measures()[found.measure].family, "")
    told = [*([language.sentence(reason)] if reason else []), *map(language.sentence, found.assumptions)]
    return list(dict.fromkeys([*told, *([language.say(usual)] if usual else [])]))


def _named(found: Measurement, several: bool, language: Language) -> Cell:
    """A measure and its question; with the utility query that it is of, where it is not of several."""
    known = measures()[found.measure]
    text = found.measure if found.l is None else language.say("{measure} (l = {l})", measure=found.measure, l=found.l)
    if known.of_query and found.column and not several:
        text = language.say("{measure} of {column}", measure=text, column=found.column)
    return Cell(text, language.sentence(known.question), code=True)


def _without(missing: Sequence[Measurement], language: Language) -> Iterator[tuple[Cell, Cell]]:
    """A row a reason: the measure that lacks a value for it with its question, or the names of several."""
    reasons: dict[str, list[Measurement]] = {}
    for each in missing:
        reasons.setdefault(each.reason or "", []).append(each)
    for reason, found in reasons.items():
        names = [wording.subject(each, language) for each in found]
        question = language.sentence(measures()[found[0].measure].question)
        named = Cell(names[0], question, code=True) if len(found) == 1 else Cell("\n".join(f"`{name}`" for name in names))
        yield named, Cell(language.sentence(reason))


def _apart(release: ReleaseReport, language: Language) -> Iterator[Block]:
    for title, found in wording.apart(release):
        headings = tuple(map(language.say, ("measure", "value", "why there is none")))
        rows = tuple((_named(each, False, language), Cell(numbers.written(each, language)), Cell(language.sentence(each.reason or ""))) for each in found)
        yield Table(language.sentence(title), headings, rows, frozenset({1}), widths=(40, 20, 40))
