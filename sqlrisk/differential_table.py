"""The table of the privacy differential as people read it: variable by variable while it fits a page, else block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlrisk.differential import Outcome, PrivacyDifferential, Relation
from sqlrisk.languages import ENGLISH, Language

HEADING = "What a re-user may compute: the privacy differential"
MARKS: dict[Outcome, str] = {"equal": "=", "broken": "!", "lost": "x", "kept": "!", "not told": "?"}
MEANINGS = {
    "=": "preserved: the joint counts are exactly those of the source, where the pivots survived",
    "x": "lost: within pivot groups no more is left than a random permutation leaves",
    "?": "lost by permutation if that was done: the source relates them too little, or in too few rows, to tell a copy from a permuted table",
    "!": "NOT as declared: see what stands beside the verdict",
}
_ASSOCIATION = "source and published: Cramér's V over all rows, less chance; what is still published is what the pivots explain, or noise where values are rare"
MOST_VARIABLES = 16
MOST_LOST = 12
_SAME = "."


def variables(found: PrivacyDifferential) -> list[str]:
    """The pivots, then the variables of each block."""
    return [*found.pivots, *(name for block in found.blocks for name in block)]


def matrix(found: PrivacyDifferential) -> list[tuple[str, list[str]]]:
    """(variable, its mark with each variable) of every variable; empty where there are more than fit."""
    names = variables(found)
    if len(names) > MOST_VARIABLES:
        return []
    marks = {frozenset(each.columns): MARKS[each.outcome] for each in found.relations if len(each.columns) == 2}
    return [(one, [_SAME if one == other else marks[frozenset((one, other))] for other in names]) for one in names]


def meanings(found: PrivacyDifferential, language: Language = ENGLISH) -> list[str]:
    """What the marks that occur mean; without the marks where there is no matrix."""
    used = {MARKS[each.outcome] for each in found.relations}
    marked = "{mark} {meaning}" if matrix(found) else "{meaning}"
    return [marked.format(mark=mark, meaning=language.say(text)) for mark, text in MEANINGS.items() if mark in used]


def by_block(found: PrivacyDifferential, language: Language = ENGLISH) -> Iterator[tuple[str, str]]:
    """(what with what, how many relations of which outcome): for tables that do not fit as a matrix."""
    home = {name: place for place, block in enumerate(found.blocks, 1) for name in block}
    pairs: dict[tuple[int, int], list[Relation]] = {}
    for each in found.relations:
        places = sorted(home.get(name, 0) for name in (each.columns[0], each.columns[-1]))
        pairs.setdefault((0 if places[0] == 0 else places[0], places[1] if places[0] else 0), []).append(each)
    for (one, other), relations in sorted(pairs.items()):
        what = "pivots with every variable" if one == 0 else "within block {one}" if one == other else "block {one} with block {other}"
        yield language.say(what, one=one, other=other), _outcomes(relations, language)


def blocks(found: PrivacyDifferential, language: Language = ENGLISH) -> list[str]:
    """The blocks by number, with their variables."""
    return [language.say("block {place}: {names}", place=place, names=", ".join(block)) for place, block in enumerate(found.blocks, 1)]


def coverage(found: PrivacyDifferential, language: Language = ENGLISH) -> list[str]:
    """In how many rows the relations with the pivots can be read; all pivots together where there are several."""
    told = dict.fromkeys(
        language.say("{what} in {share} %", what=_named(each, language), share=100 * each.coverage)
        for each in found.relations
        if each.coverage is not None and each.columns[-1] not in found.pivots and each.columns[0] in found.pivots
    )
    whole = [each for each in found.relations if len(each.columns) > 2]
    equal = sum(each.outcome == "equal" for each in whole)
    return [
        *([language.say("rows in which a relation can be read: {relations}", relations=", ".join(told))] if told else []),
        *([language.say("all pivots together with each variable: equal in {equal} of {all}", equal=equal, all=len(whole))] if whole else []),
    ]


def lost(found: PrivacyDifferential, most: int, language: Language = ENGLISH) -> list[tuple[str, str, str, str]]:
    """(pair, what is left within groups, Cramér's V in the source, published) of lost relations: what is not lost first, then the strongest in the source."""
    relations = sorted((each for each in found.relations if not each.preserved), key=lambda each: (each.outcome != "kept", -(each.source or 0)))
    return [(" x ".join(each.columns), _left(each, language), _number(each.source, language), _number(each.published, language)) for each in relations[:most]]


def lost_notes(found: PrivacyDifferential, most: int, language: Language = ENGLISH) -> list[str]:
    """What the figures of lost relations mean."""
    count = sum(not each.preserved for each in found.relations)
    if not count:
        return []
    more = [language.say("and {count} more lost {count|relation|relations}: --format json lists them", count=count - most)] if count > most else []
    return [
        *more,
        language.say("within groups: how much of the source's excess over chance is left; a copy that was not permuted has 100 %"),
        language.say(_ASSOCIATION),
        language.say("the chance that a random permutation is called not lost is at most {chance} over the whole table", chance=found.false_alarm),
    ]


def _named(relation: Relation, language: Language) -> str:
    return language.say("with all pivots together") if len(relation.columns) > 2 else language.say("with {column}", column=relation.columns[0])


def _outcomes(relations: Sequence[Relation], language: Language) -> str:
    counts = Counter(each.outcome for each in relations)
    words: dict[Outcome, str] = {
        "equal": "{count} preserved",
        "broken": "{count} NOT preserved",
        "lost": "{count} lost",
        "kept": "{count} NOT lost",
        "not told": "{count} lost if permuted (cannot be told)",
    }
    return ", ".join(language.say(template, count=counts[outcome]) for outcome, template in words.items() if counts[outcome])


def _left(relation: Relation, language: Language) -> str:
    if relation.kept is None:
        return language.say("none to lose")
    return language.say("cannot be told") if relation.outcome == "not told" else language.number(f"{100 * relation.kept:.1f} %")


def _number(value: float | None, language: Language) -> str:
    return language.say("none") if value is None else language.number(f"{value:.3f}")
