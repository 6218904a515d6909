"""The ladder in words: what each step costs and gives, where the elbow lies, what the queries say, and what is not compared."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sqlrisk.frontier import Elbow
from sqlrisk.ladders.measured import Ladder, Rung, Step
from sqlrisk.languages import ENGLISH, Language
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement, number_text
from sqlrisk.reports import visible
from sqlrisk.suppression import Suppression, written

OPENS = "the elbow opens the discussion: it is no recommendation, and it judges nothing"
NONE_LEFT = "none"


def line(name: str) -> str:
    """A declared name on one line, its invisible characters shown."""
    return visible(" ".join(name.split()))


def title(rung: str, ladder: Ladder, language: Language = ENGLISH) -> str:
    """A rung's name on one line; the published one is marked, as itself or as the rung of the ladder that it is."""
    if rung == PUBLISHED:
        return language.say("published (as it stands)" if ladder.as_published else PUBLISHED)
    return language.say("{rung} (published)", rung=line(rung)) if rung == ladder.published_twin() else line(rung)


def shown(ladder: Ladder) -> list[Rung]:
    """The rungs as people read them: the published one once, where it belongs in the ladder."""
    return [rung for rung in ladder.rungs if rung.name != PUBLISHED or not ladder.published_twin()]


def worst(rung: Rung, measure: str, language: Language = ENGLISH) -> str:
    """The worst value of a measure over the sensitive columns: the fewest values, the largest distance."""
    found = [column[measure] for column in rung.sensitive.values() if measure in column]
    if not found:
        return ""
    missing = next((each for each in found if each.value is None), None)
    if missing is not None:
        return number_text(missing, language)
    return number_text((min if measure == "distinct_l" else max)(found, key=lambda each: float(each.value or 0)), language)


def error(rung: Rung, query: str, ladder: Ladder, language: Language = ENGLISH) -> str:
    """A query's error on a rung after suppression; `none` where suppression leaves no row to ask."""
    found = rung.query_error.get(query)
    if found is None:
        return ""
    return language.say(NONE_LEFT) if _none_left(rung, found, ladder) else number_text(found, language)


def _none_left(rung: Rung, found: Measurement, ladder: Ladder) -> bool:
    return found.value is None and rung.at(ladder.limit).rows == rung.rows


def steps(ladder: Ladder, language: Language = ENGLISH) -> list[tuple[str, ...]]:
    """(the rung it leads to, bits that the step costs, mean risk that it takes away, bits since the first rung, change of the risk since it)."""
    made = ladder.steps()
    return [
        (
            line(step.end.name),
            *(signed(value, language) for value in (step.bits, step.risk, made[0].start.bits - step.end.bits)),
            language.percent(_change(made[0].start.risk, step.end.risk)),
        )
        for step in made
    ]


def _change(start: Fraction, end: Fraction) -> str:
    return f"{float(end / start) - 1:+.1%}"


def signed(value: float | Fraction, language: Language = ENGLISH) -> str:
    """A number that can be negative; one too small to matter is 0."""
    return "0" if abs(float(value)) < 1e-12 else language.written(value)


def sentences(ladder: Ladder, language: Language = ENGLISH) -> Iterator[str]:
    """What the ladder says, in the order in which it is to be read."""
    yield from _whole(ladder, language)
    yield from _frontier(ladder, language)
    yield from about_elbow(ladder, language)
    yield from about_queries(ladder, language)
    yield from _remarks(ladder, language)


def _whole(ladder: Ladder, language: Language) -> Iterator[str]:
    made = ladder.steps()
    if not made:
        yield language.say("no step between rungs is declared: write two rungs or more under `ladder`")
        return
    start, end = made[0].start, made[-1].end
    yield language.say(
        "the whole ladder, {start} to {end}: {bits} to {bits_left} bits, and the mean risk {risk} to {risk_left}, divided by {ratio}",
        start=line(start.name),
        end=line(end.name),
        bits=start.bits,
        bits_left=end.bits,
        risk=start.risk,
        risk_left=end.risk,
        ratio=language.number(f"{float(start.risk / end.risk):.4g}"),
    )
    for step in made:
        yield from _odd(step, language)


def _odd(step: Step, language: Language) -> Iterator[str]:
    """That a step goes back, or nowhere."""
    start, end = line(step.start.name), line(step.end.name)
    if step.bits < -1e-9 or step.risk < 0:
        bits, risk = (language.number(f"{-float(value):+.4g}") for value in (step.bits, step.risk))
        yield language.say("the step {start} to {end} goes back: {bits} bits, {risk} of mean risk", start=start, end=end, bits=bits, risk=risk)
    elif abs(step.bits) <= 1e-9 and not step.risk:
        yield language.say("the step {start} to {end} changes neither bits nor mean risk", start=start, end=end)


def _frontier(ladder: Ladder, language: Language) -> Iterator[str]:
    points, kept = ladder.points(), ladder.frontier()
    if len(points) > 1:
        if len(kept) == len(points):
            yield language.say("frontier: all rungs; none keeps more bits than another at no more risk")
        else:
            yield language.say("frontier: {rungs}", rungs=", ".join(title(point.name, ladder, language) for point in kept))
    for point in points:
        beaten = next((other for other in points if other.beats(point)), None)
        if beaten is not None:
            rung, other = (title(each.name, ladder, language) for each in (point, beaten))
            yield language.say("{rung} is beaten by {other}: no fewer bits at no more mean risk, and better in one of them", rung=rung, other=other)


def about_elbow(ladder: Ladder, language: Language = ENGLISH) -> Iterator[str]:
    """Where the elbow lies, what lies above it, and what suppression there would take; or why there is none."""
    found, say = ladder.elbow(), language.say
    if isinstance(found, str):
        yield say("no elbow: {why}", why=language.sentence(found))
        return
    name, last, first = title(found.point.name, ladder, language), line(found.last.name), line(found.first.name)
    yield say(
        "elbow by the distance to the chord (Kneedle): {rung}, {distance} of the scaled axes below the chord from {last} to {first}",
        rung=name,
        distance=found.distance,
        last=last,
        first=first,
    )
    lost, given = (language.percent(f"{share:.1%}") for share in _shares(found))
    yield say("down to the elbow, {bits} of the bits that the frontier spans take away {risk} of its risk", bits=lost, risk=given)
    cut = ladder.rung(found.point.name).at(ladder.limit)
    yield say(
        "to reach {goal} at {rung}, suppression takes {rows} {rows|row|rows} ({share}) and leaves {bits} bits",
        goal=goal(cut.suppression),
        rung=name,
        rows=cut.rows,
        share=language.percent(f"{float(cut.share):.2%}"),
        bits=cut.entropy_bits,
    )
    yield say(OPENS)


def goal(suppression: Suppression) -> str:
    """What a suppression reaches: a k, or the limits that it is declared by; the same in every language."""
    return written(suppression.values()) if suppression.of_column else f"k = {suppression.min_class_size}"


def _shares(found: Elbow) -> tuple[float, float]:
    """The shares of the frontier's bits and of its risk that lie between its riskiest rung and the elbow."""
    first, last, point = found.first, found.last, found.point
    return (last.bits - point.bits) / (last.bits - first.bits), float((last.risk - point.risk) / (last.risk - first.risk))


def least_errors(ladder: Ladder) -> dict[str, tuple[str, Measurement]]:
    """Query -> the compared rung where its error after suppression is least (the first of equal ones), and that error."""
    found = {}
    for query in ladder.queries():
        known = [(rung.name, each) for rung in ladder.compared() if (each := rung.query_error.get(query)) is not None and each.value is not None]
        if known:
            found[query] = min(known, key=lambda pair: float(pair[1].value or 0))
    return found


def about_queries(ladder: Ladder, language: Language = ENGLISH) -> Iterator[str]:
    """Where each query errs least after suppression, and that this is not where the elbow is."""
    best, chosen, say = least_errors(ladder), ladder.elbow(), language.say
    for query, (name, found) in best.items():
        values = {"query": line(query), "rung": title(name, ladder, language), "error": number_text(found, language), "unit": language.sentence(found.unit)}
        text = say("the query {query} errs least after suppression at {rung} ({error} {unit})", **values)
        yield text + (_at_elbow(ladder, chosen, query, language) if isinstance(chosen, Elbow) and chosen.point.name != name else "")
    for query in ladder.queries():
        if query not in best:
            yield say("the query {query} has no error on any rung: see the JSON for the reasons", query=line(query))
    if not ladder.queries():
        why = say("the utility queries are not measured yet" if ladder.queries_declared else "no utility query is declared")
        yield say("{why}: what suppression does to the analyst's question is not known, and bits alone do not tell it", why=why)


def _at_elbow(ladder: Ladder, chosen: Elbow, query: str, language: Language) -> str:
    """What the error of a query that errs least elsewhere is at the elbow."""
    rung = ladder.rung(chosen.point.name)
    found = rung.query_error.get(query)
    if found is not None and _none_left(rung, found, ladder):
        return language.say(", not at the elbow (no row is left there)")
    return language.say(", not at the elbow ({error})", error=error(rung, query, ladder, language))


def _remarks(ladder: Ladder, language: Language) -> Iterator[str]:
    say = language.say
    if ladder.suppresses:
        text = "every rung is measured before suppression, the published one too, though it leaves out the classes below {limit}"
        if ladder.limit.of_column:
            text = "every rung is measured before suppression, the published one too, though it leaves out the classes that fail {limit}"
        yield say(text, limit=written(ladder.limit.values()) if ladder.limit.of_column else str(ladder.limit.min_class_size))
    if ladder.as_published:
        yield say("the published rung is the published relation as it stands: it is not compared with the rungs, which start from the raw rows")
    for found in ladder.unmeasured():
        measure = f"{found.measure} {say('of {column}', column=found.column)}" if found.column else found.measure
        rung, why = title(found.rung, ladder, language), language.sentence(found.reason or "")
        yield say("{measure} on {rung} could not be measured: {why}", measure=measure, rung=rung, why=why)
