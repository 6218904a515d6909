"""An anonymisation by pivots and blocks: whether it did what it says, and which relations survive it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk import differential_table, wording
from sqlrisk.differential import PrivacyDifferential
from sqlrisk.languages import Language
from sqlrisk.report import ReleaseReport
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Block, Cell, Lines, Matrix, Section, Table

MOST_LOST = 40
SIGNS = {"=": "preserved", "x": "lost", "?": "cannot be told", "!": "not as declared", ".": "itself"}


def section(release: ReleaseReport, language: Language) -> Section | None:
    """The measures against the source, the classes of each block, and the privacy differential."""
    blocks = [*_measures(release, language)]
    if release.privacy_differential is not None:
        blocks += _differential(release.privacy_differential, language)
    return Section("pivots", language.say("The anonymisation by pivots and blocks"), tuple(blocks)) if blocks else None


def _measures(release: ReleaseReport, language: Language) -> Iterator[Block]:
    found = wording.protection(release)
    if not found:
        return
    rows = tuple(
        (
            Cell(wording.subject(each, language), code=True),
            Cell(numbers.written(each, language), language.sentence(each.unit)),
            Cell(language.sentence(wording.protection_note(release, each)) or "—"),
        )
        for each in found
    )
    yield Table(
        language.say("The published table, held against its source"),
        tuple(map(language.say, ("measure", "value", "stands on"))),
        rows,
        frozenset({1}),
        widths=(36, 22, 42),
    )
    blocks = tuple((Cell(block), *map(Cell, figures)) for block, figures in wording.blocks(release, language))
    if blocks:
        headings = (language.say("block"), *(numbers.heading(measure, language) for measure in wording.LADDER_MEASURES))
        caption = language.say("Each block, in the classes of the pivots and its quasi-identifiers")
        yield Table(caption, headings, blocks, frozenset(range(1, len(headings))))
    possible = tuple(wording.still_possible(release, language))
    if possible:
        yield Lines(possible, language.say("What is still possible"))


def _differential(found: PrivacyDifferential, language: Language) -> Iterator[Block]:
    sentence = language.sentence
    yield Lines(tuple(map(sentence, found.sentences)), sentence(differential_table.HEADING))
    rows = differential_table.matrix(found)
    if rows:
        marks = tuple(tuple((mark, language.say(SIGNS.get(mark, mark))) for mark in marks) for _, marks in rows)
        yield Matrix(language.say("Which relations survive, variable by variable"), tuple(name for name, _ in rows), marks)
    else:
        blocks = tuple((Cell(what), Cell(outcome)) for what, outcome in differential_table.by_block(found, language))
        yield Table(language.say("Which relations survive, block by block"), (language.say("relations"), language.say("outcome")), blocks)
    notes = [
        *([] if rows else differential_table.blocks(found, language)),
        *differential_table.meanings(found, language),
        *differential_table.coverage(found, language),
    ]
    yield Lines(tuple(notes))
    lost = tuple(tuple(map(Cell, row)) for row in differential_table.lost(found, MOST_LOST, language))
    if lost:
        headings = tuple(map(language.say, ("lost", "left within groups", "source", "published")))
        yield Table(language.say("What is left of the lost relations"), headings, lost, frozenset({1, 2, 3}))
        yield Lines(tuple(differential_table.lost_notes(found, MOST_LOST, language)))
