"""The drift for people: for each release its sentences and tables, in the order in which they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sqlrisk.drift.moved import Drift, Figure, LimitMoved, LimitState, Moved, ReleaseDrift
from sqlrisk.drift.sizes import BANDS, SizesMoved
from sqlrisk.languages import Language
from sqlrisk.measures import measures
from sqlrisk.planning import PUBLISHED

MOST, MOST_OF_OTHERS = 30, 12


@dataclass(frozen=True)
class Section:
    """A part of the report: its heading, sentences, and a table where it has one, the columns at `right` being numbers."""

    heading: str
    sentences: Sequence[str] = ()
    headings: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    right: Sequence[int] = ()


def opening(drift: Drift, language: Language) -> list[str]:
    """What is compared, and what stands in one of the results only."""
    say = language.say
    found = [say("the results of {before} and those of {after}; no limit is judged here", before=drift.before, after=drift.after)]
    if drift.after < drift.before:
        found.append(say("the second are the older ones"))
    found += [say("{release} stands in the first results only", release=name) for name in drift.only_before]
    return found + [say("{release} stands in the second results only", release=name) for name in drift.only_after]


def summary(release: ReleaseDrift, language: Language) -> str:
    """The release in a line: the verdict, and how many measures moved."""
    words = [language.say(_VERDICTS[verdict]) for verdict in (release.verdict.before, release.verdict.after)]
    verdict = words[0] if words[0] == words[1] else language.say("{before}, now {after}", before=words[0], after=words[1])
    worse = sum(moved.worse is True for moved in release.moved)
    figures = language.say("{moved} {moved|measure|measures} moved, {worse} of them to the worse side; {unchanged} did not", **_counts(release, worse))
    return f"{verdict}; {figures}"


def sections(release: ReleaseDrift, language: Language) -> Iterator[Section]:
    """The parts of a release that hold something."""
    yield from _declared(release, language)
    yield from _limits(release, language)
    published = [moved for moved in release.moved if moved.rung == PUBLISHED]
    yield from _measures(language.say("Measures of what is published"), published, MOST, language)
    others = [moved for moved in release.moved if moved.rung != PUBLISHED]
    yield from _measures(language.say("Measures of the other rungs"), others, MOST_OF_OTHERS, language)
    yield from (_sizes(sizes, language) for sizes in release.class_sizes if sizes.rung == PUBLISHED)
    yield from _other_sizes([sizes for sizes in release.class_sizes if sizes.rung != PUBLISHED], language)
    yield from _rungs(release, language)


_VERDICTS = {
    "publishable": "publishable",
    "not_publishable": "NOT publishable",
    "not_measured": "NOT MEASURED",
    "not_judged": "not judged",
    "not_published": "not published",
}


def _counts(release: ReleaseDrift, worse: int) -> dict[str, int]:
    return {"moved": len(release.moved), "worse": worse, "unchanged": release.unchanged}


def _declared(release: ReleaseDrift, language: Language) -> Iterator[Section]:
    """What was declared otherwise, so that figures moved for that reason too; what was run otherwise; the rows."""
    say = language.say
    if not release.comparable:
        told = say("the declarations were recorded by different versions of sqlrisk and are not comparable; the measures are")
        yield Section(say("Hypotheses"), [told])
    if release.hypotheses:
        told = say("the figures do not stand on the same hypotheses: what moved is not drift of the data alone")
        rows = [(each.name, _plain(each.before, language), _plain(each.after, language)) for each in release.hypotheses]
        yield Section(say("Hypotheses that changed"), [told], (say("what"), say("before"), say("after")), rows)
    if release.run:
        rows = [(each.name, _plain(each.before, language), _plain(each.after, language)) for each in release.run]
        yield Section(say("Run otherwise"), (), (say("what"), say("before"), say("after")), rows)
    rows = [
        (say(name), _plain(pair.before, language), _plain(pair.after, language))
        for name, pair in (("rows", release.rows), ("sampling fraction", release.sampling_fraction))
        if pair.before != pair.after
    ]
    if rows:
        yield Section(say("Rows"), (), (say("what"), say("before"), say("after")), rows, (1, 2))


def _limits(release: ReleaseDrift, language: Language) -> Iterator[Section]:
    if release.limits:
        say = language.say
        found = sorted(release.limits, key=lambda limit: (not limit.breaks, limit.measure, limit.column or "", limit.group or "", limit.l or 0))
        rows = [(_named(limit, language), _state(limit.before, limit, language), _state(limit.after, limit, language)) for limit in found]
        yield Section(say("Limits that moved or flipped"), (), (say("limit on"), say("before"), say("after")), rows)


def _measures(heading: str, found: Sequence[Moved], most: int, language: Language) -> Iterator[Section]:
    if not found:
        return
    say, shown = language.say, found[:most]
    rows = [
        (
            _named(moved, language),
            *(_figure(each, moved, language) for each in (moved.before, moved.after)),
            _signed(moved.difference, language),
            _side(moved, language),
        )
        for moved in shown
    ]
    notes = [say("* a limit asks for it")] if any(moved.judged for moved in shown) else []
    intervals = any(each is not None and _is_interval(each) for moved in shown for each in (moved.before, moved.after))
    notes += [say("from, to: of an interval the end that hurts")] if intervals else []
    notes += [say("and {count} more that moved: --format json lists them", count=len(found) - most)] if len(found) > most else []
    yield Section(heading, notes, (say("measure"), say("before"), say("after"), say("difference"), ""), rows, (1, 2, 3))


def _sizes(sizes: SizesMoved, language: Language) -> Section:
    say = language.say
    told = say("the shares of the rows over the class sizes are {distance} apart (total variation, 0 to 1)", distance=sizes.distance)
    counts = [(say(_BANDS[band]), sizes.before.rows_by_size[band], sizes.after.rows_by_size[band]) for band in BANDS]
    counts += [(say("classes"), sizes.before.classes, sizes.after.classes)]
    rows = [(name, language.written(old), language.written(new), _signed(new - old, language)) for name, old, new in counts]
    return Section(say("Class sizes of what is published"), [told], (say("rows in"), say("before"), say("after"), say("difference")), rows, (1, 2, 3))


_BANDS = {"1": "classes of 1", "2-4": "classes of 2 to 4", "5-9": "classes of 5 to 9", "10+": "classes of 10 or more"}


def _other_sizes(found: Sequence[SizesMoved], language: Language) -> Iterator[Section]:
    if found:
        say = language.say
        rows = [
            (
                each.rung,
                *(language.written(sizes.rows_by_size["1"] + sizes.rows_by_size["2-4"]) for sizes in (each.before, each.after)),
                language.written(each.distance),
            )
            for each in found
        ]
        headings = (say("rung"), say("before"), say("after"), say("apart"))
        yield Section(
            say("Rows in classes below 5 on the other rungs"),
            [say("apart: total variation between the shares of the rows over the class sizes, 0 to 1")],
            headings,
            rows,
            (1, 2, 3),
        )


def _rungs(release: ReleaseDrift, language: Language) -> Iterator[Section]:
    told = [language.say("appeared: {rung}", rung=rung) for rung in release.rungs_appeared]
    told += [language.say("vanished: {rung}", rung=rung) for rung in release.rungs_vanished]
    if told:
        yield Section(language.say("Rungs"), told)


def _named(found: Moved | LimitMoved, language: Language) -> str:
    """The measure with its column, l, group and rung."""
    say = language.say
    parts = [found.measure]
    parts += [say("of {column}", column=found.column)] if found.column else []
    parts += [f"(l = {found.l})"] if found.l is not None else []
    parts += [say("in {group}", group=found.group)] if found.group else []
    parts += [say("on {rung}", rung=found.rung)] if isinstance(found, Moved) and found.rung != PUBLISHED else []
    return " ".join(parts)


def _is_interval(figure: Figure) -> bool:
    return figure.status == "measured" and figure.low is not None and figure.high is not None and figure.low < figure.high


def _figure(figure: Figure | None, moved: Moved, language: Language) -> str:
    """A value; of an interval the end that hurts."""
    if figure is None:
        return language.say("none")
    if figure.status != "measured":
        return language.say("infinite" if figure.status == "infinite" else "not measured")
    known = measures().get(moved.measure)
    if _is_interval(figure) and figure.low is not None and figure.high is not None:
        return language.say("from {low}", low=figure.low) if known and known.protects == "at_least" else language.say("to {high}", high=figure.high)
    return "" if figure.value is None else language.written(figure.value)


def _signed(difference: int | Fraction | float | None, language: Language) -> str:
    return "" if difference is None else ("+" if difference > 0 else "") + language.written(difference)


def _side(moved: Moved, language: Language) -> str:
    word = {True: language.say("worse"), False: language.say("better"), None: ""}[moved.worse]
    return f"{word} *".strip() if moved.judged else word


def _state(state: LimitState | None, limit: LimitMoved, language: Language) -> str:
    say = language.say
    if state is None:
        return say("none")
    (direction, number), *_ = state.limit.items()
    asked = say("at least {limit}" if direction == "at_least" else "at most {limit}", limit=number)
    broken = say("BROKEN") if limit.severity == "error" else say("warning")
    ended = broken if state.outcome == "broken" else say(state.outcome)
    return f"{asked}: {ended}"


def _plain(value: Any, language: Language) -> str:
    if value is None or value in ([], "", {}):
        return language.say("none")
    if isinstance(value, (list, tuple)) and all(isinstance(each, (str, int, float)) for each in value):
        return ", ".join(language.written(each) for each in value)
    if isinstance(value, (bool, list, tuple, dict)):
        return json.dumps(value, ensure_ascii=False)
    return language.written(value)
