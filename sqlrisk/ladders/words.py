"""The ladder in words: what each step costs and gives, where the elbow lies, what the queries say, and what is not compared."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sqlrisk.frontier import Elbow
from sqlrisk.ladders.measured import Ladder, Rung
from sqlrisk.plain import counted, digits
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement, number_text
from sqlrisk.reports import visible

OPENS = "the elbow opens the discussion: it is no recommendation, and it judges nothing"
NONE_LEFT = "none"


def line(name: str) -> str:
    """A declared name on one line, its invisible characters shown."""
    return visible(" ".join(name.split()))


def title(rung: str, ladder: Ladder) -> str:
    """A rung's name on one line; the published one is marked, as itself or as the rung of the ladder that it is."""
    if rung == PUBLISHED:
        return f"{PUBLISHED} (as it stands)" if ladder.as_published else PUBLISHED
    return f"{line(rung)} ({PUBLISHED})" if rung == ladder.published_twin() else line(rung)


def shown(ladder: Ladder) -> list[Rung]:
    """The rungs as people read them: the published one once, where it belongs in the ladder."""
    return [rung for rung in ladder.rungs if rung.name != PUBLISHED or not ladder.published_twin()]


def worst(rung: Rung, measure: str) -> str:
    """The worst value of a measure over the sensitive columns: the fewest values, the largest distance."""
    found = [column[measure] for column in rung.sensitive.values() if measure in column]
    if not found:
        return ""
    missing = next((each for each in found if each.value is None), None)
    if missing is not None:
        return number_text(missing)
    return number_text((min if measure == "distinct_l" else max)(found, key=lambda each: float(each.value or 0)))


def error(rung: Rung, query: str, ladder: Ladder) -> str:
    """A query's error on a rung after suppression; `none` where suppression leaves no row to ask."""
    found = rung.query_error.get(query)
    if found is None:
        return ""
    return NONE_LEFT if found.value is None and rung.at(ladder.limit).rows == rung.rows else number_text(found)


def steps(ladder: Ladder) -> list[tuple[str, ...]]:
    """(the rung it leads to, bits that the step costs, mean risk that it takes away, bits since the first rung, change of the risk since it)."""
    made = ladder.steps()
    return [
        (line(step.end.name), signed(step.bits), signed(step.risk), signed(made[0].start.bits - step.end.bits), _change(made[0].start.risk, step.end.risk))
        for step in made
    ]


def _change(start: Fraction, end: Fraction) -> str:
    return f"{float(end / start) - 1:+.1%}"


def signed(value: float | Fraction) -> str:
    """A number that can be negative; one too small to matter is 0."""
    return "0" if abs(float(value)) < 1e-12 else digits(value)


def sentences(ladder: Ladder) -> Iterator[str]:
    """What the ladder says, in the order in which it is to be read."""
    yield from _whole(ladder)
    yield from _frontier(ladder)
    yield from about_elbow(ladder)
    yield from about_queries(ladder)
    yield from _remarks(ladder)


def _whole(ladder: Ladder) -> Iterator[str]:
    made = ladder.steps()
    if not made:
        yield "no step between rungs is declared: write two rungs or more under `ladder`"
        return
    start, end = made[0].start, made[-1].end
    bits, risk = f"{digits(start.bits)} to {digits(end.bits)} bits", f"{digits(start.risk)} to {digits(end.risk)}"
    yield f"the whole ladder, {line(start.name)} to {line(end.name)}: {bits}, and the mean risk {risk}, divided by {float(start.risk / end.risk):.4g}"
    for step in made:
        if step.bits < -1e-9 or step.risk < 0:
            what = f"{-step.bits:+.4g} bits, {-float(step.risk):+.4g} of mean risk"
            yield f"the step {line(step.start.name)} to {line(step.end.name)} goes back: {what}"
        elif abs(step.bits) <= 1e-9 and not step.risk:
            yield f"the step {line(step.start.name)} to {line(step.end.name)} changes neither bits nor mean risk"


def _frontier(ladder: Ladder) -> Iterator[str]:
    points, kept = ladder.points(), ladder.frontier()
    if len(points) > 1:
        if len(kept) == len(points):
            yield "frontier: all rungs; none keeps more bits than another at no more risk"
        else:
            yield f"frontier: {', '.join(title(point.name, ladder) for point in kept)}"
    for point in points:
        beaten = next((other for other in points if other.beats(point)), None)
        if beaten is not None:
            yield f"{title(point.name, ladder)} is beaten by {title(beaten.name, ladder)}: no fewer bits at no more mean risk, and better in one of them"


def about_elbow(ladder: Ladder) -> Iterator[str]:
    """Where the elbow lies, what lies above it, and what suppression there would take; or why there is none."""
    found = ladder.elbow()
    if isinstance(found, str):
        yield f"no elbow: {found}"
        return
    lost, given = _shares(found)
    name, ends = title(found.point.name, ladder), f"{line(found.last.name)} to {line(found.first.name)}"
    yield f"elbow by the distance to the chord (Kneedle): {name}, {digits(found.distance)} of the scaled axes below the chord from {ends}"
    yield f"down to the elbow, {lost:.1%} of the bits that the frontier spans take away {given:.1%} of its risk"
    cut = ladder.rung(found.point.name).at(ladder.limit)
    yield f"to reach k = {cut.k} at {name}, suppression takes {counted(cut.rows, 'row')} ({float(cut.share):.2%}) and leaves {digits(cut.entropy_bits)} bits"
    yield OPENS


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


def about_queries(ladder: Ladder) -> Iterator[str]:
    """Where each query errs least after suppression, and that this is not where the elbow is."""
    best, chosen = least_errors(ladder), ladder.elbow()
    for query, (name, found) in best.items():
        text = f"the query {line(query)} errs least after suppression at {title(name, ladder)} ({number_text(found)} {found.unit})"
        if isinstance(chosen, Elbow) and chosen.point.name != name:
            at_elbow = error(ladder.rung(chosen.point.name), query, ladder)
            text += f", not at the elbow ({at_elbow if at_elbow != NONE_LEFT else 'no row is left there'})"
        yield text
    for query in ladder.queries():
        if query not in best:
            yield f"the query {line(query)} has no error on any rung: see the JSON for the reasons"
    if not ladder.queries():
        why = "the utility queries are not measured yet" if ladder.queries_declared else "no utility query is declared"
        yield f"{why}: what suppression does to the analyst's question is not known, and bits alone do not tell it"


def _remarks(ladder: Ladder) -> Iterator[str]:
    if ladder.suppresses:
        yield f"every rung is measured before suppression, the published one too, though it leaves out the classes below {ladder.limit}"
    if ladder.as_published:
        yield "the published rung is the published relation as it stands: it is not compared with the rungs, which start from the raw rows"
    for found in ladder.unmeasured():
        about = f" of {found.column}" if found.column else ""
        yield f"{found.measure}{about} on {title(found.rung, ladder)} could not be measured: {found.reason}"
