"""The table of the privacy differential as people read it: variable by variable while it fits a page, else block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlrisk.differential import Outcome, PrivacyDifferential, Relation
from sqlrisk.plain import digits

HEADING = "What a re-user may compute: the privacy differential"
MARKS: dict[Outcome, str] = {"equal": "=", "broken": "!", "lost": "x", "kept": "!", "not told": "?"}
MEANINGS = {
    "=": "= preserved: the joint counts are exactly those of the source, where the pivots survived",
    "x": "x lost: within pivot groups no more is left than a random permutation leaves",
    "?": "? lost by permutation if that was done: the source relates them too little, or in too few rows, to tell a copy from a permuted table",
    "!": "! NOT as declared: see what stands beside the verdict",
}
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


def meanings(found: PrivacyDifferential) -> list[str]:
    """What the marks that occur mean; without the marks where there is no matrix."""
    used = {MARKS[each.outcome] for each in found.relations}
    told = [text for mark, text in MEANINGS.items() if mark in used]
    return told if matrix(found) else [text[2:] for text in told]


def by_block(found: PrivacyDifferential) -> Iterator[tuple[str, str]]:
    """(what with what, how many relations of which outcome): for tables that do not fit as a matrix."""
    home = {name: place for place, block in enumerate(found.blocks, 1) for name in block}
    pairs: dict[tuple[int, int], list[Relation]] = {}
    for each in found.relations:
        places = sorted(home.get(name, 0) for name in (each.columns[0], each.columns[-1]))
        pairs.setdefault((0 if places[0] == 0 else places[0], places[1] if places[0] else 0), []).append(each)
    for (one, other), relations in sorted(pairs.items()):
        what = "pivots with every variable" if one == 0 else f"within block {one}" if one == other else f"block {one} with block {other}"
        yield what, _outcomes(relations)


def blocks(found: PrivacyDifferential) -> list[str]:
    """The blocks by number, with their variables."""
    return [f"block {place}: {', '.join(block)}" for place, block in enumerate(found.blocks, 1)]


def coverage(found: PrivacyDifferential) -> list[str]:
    """In how many rows the relations with the pivots can be read; all pivots together where there are several."""
    told = dict.fromkeys(
        f"{_named(found, each)} in {digits(100 * each.coverage)} %"
        for each in found.relations
        if each.coverage is not None and each.columns[-1] not in found.pivots and each.columns[0] in found.pivots
    )
    whole = [each for each in found.relations if len(each.columns) > 2]
    equal = sum(each.outcome == "equal" for each in whole)
    return [
        *([f"rows in which a relation can be read: {', '.join(told)}"] if told else []),
        *([f"all pivots together with each variable: equal in {equal:,} of {len(whole):,}"] if whole else []),
    ]


def lost(found: PrivacyDifferential, most: int) -> list[tuple[str, str, str, str]]:
    """(pair, what is left within groups, Cramér's V in the source, published) of lost relations: what is not lost first, then the strongest in the source."""
    relations = sorted((each for each in found.relations if not each.preserved), key=lambda each: (each.outcome != "kept", -(each.source or 0)))
    return [(" x ".join(each.columns), _left(each), _number(each.source), _number(each.published)) for each in relations[:most]]


def lost_notes(found: PrivacyDifferential, most: int) -> list[str]:
    """What the figures of lost relations mean."""
    count = sum(not each.preserved for each in found.relations)
    if not count:
        return []
    more = [f"and {count - most:,} more lost relations: --format json lists them"] if count > most else []
    return [
        *more,
        "within groups: how much of the source's excess over chance is left; a copy that was not permuted has 100 %",
        "source and published: Cramér's V over all rows, less chance; what is still published is what the pivots explain, or noise where values are rare",
        f"the chance that a random permutation is called not lost is at most {digits(found.false_alarm)} over the whole table",
    ]


def _named(found: PrivacyDifferential, relation: Relation) -> str:
    return "with all pivots together" if len(relation.columns) > 2 else f"with {relation.columns[0]}"


def _outcomes(relations: Sequence[Relation]) -> str:
    counts = Counter(each.outcome for each in relations)
    words: dict[Outcome, str] = {
        "equal": "preserved",
        "broken": "NOT preserved",
        "lost": "lost",
        "kept": "NOT lost",
        "not told": "lost if permuted (cannot be told)",
    }
    return ", ".join(f"{counts[outcome]:,} {word}" for outcome, word in words.items() if counts[outcome])


def _left(relation: Relation) -> str:
    if relation.kept is None:
        return "none to lose"
    return "cannot be told" if relation.outcome == "not told" else f"{100 * relation.kept:.1f} %"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
