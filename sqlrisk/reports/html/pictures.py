"""The figures: class sizes, the ladder with its frontier and elbow, and the population as an interval, each told in words too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from sqlrisk import wording
from sqlrisk.charts import bands, drawing, intervals, plane
from sqlrisk.frontier import Elbow, Point, elbow, frontier
from sqlrisk.languages import Language
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement, ReleaseReport
from sqlrisk.reports import visible
from sqlrisk.reports.html import numbers
from sqlrisk.reports.html.views import Block, Cell, Figure, Lines, Prose, Section, Table

WIDE, NARROW = 680.0, 330.0
BY_SIZE = "Rows by the size of their class"


def figure(name: str, title: str, told: str, caption: str, draw: Callable[[float], drawing.Picture]) -> Figure:
    """A chart at both widths; `told` says what it shows to whoever does not see it."""
    drawn = [drawing.inline(draw(wide), f"{name}-{size}", visible(title), visible(told)) for wide, size in ((WIDE, "wide"), (NARROW, "narrow"))]
    return Figure(title, drawn[0], drawn[1], caption)


def _decimal(language: Language) -> str:
    return language.written(0.5).strip("05")


def class_sizes(release: ReleaseReport, anchor: str, language: Language) -> Section | None:
    """How many rows lie in classes of which size, k between them."""
    sizes, k = release.class_sizes.get(PUBLISHED), int(release.hypotheses.get("k_limit", 5))
    return Section("sizes", language.say("Class sizes"), (_by_size(sizes, k, anchor, language),)) if sizes else None


def _by_size(sizes: Mapping[int, int], k: int, anchor: str, language: Language) -> Figure:
    told = _sizes_told(sizes, k, language)
    rows = []
    for band in bands.banded(sizes, k):
        short = _rows(band.rows, language)
        text = language.say("{rows} in {classes} {classes|class|classes}", rows=short, classes=band.classes)
        rows.append((band.first < k, bands.Row(_band(band.first, band.last, language), band.rows, text, short)))
    below, above = ([row for small, row in rows if small == wanted] for wanted in (True, False))
    divider = language.say("k = {k}: the classes above this line are smaller", k=k) if below else None
    each = "; ".join(f"{row.name}: {row.told}" for _, row in rows)
    return figure(f"{anchor}-sizes", language.say(BY_SIZE), f"{told} {each}.", told, lambda wide: bands.picture(below, above, divider, wide))


def _rows(rows: int, language: Language) -> str:
    return language.say("{rows} {rows|row|rows}", rows=rows)


def _band(first: int, last: int | None, language: Language) -> str:
    if last is None:
        return language.say("{size} or more", size=first)
    return language.written(first) if first == last else language.say("{low} to {high}", low=first, high=last)


def _sizes_told(sizes: Mapping[int, int], k: int, language: Language) -> str:
    rows = sum(size * count for size, count in sizes.items())
    small = sum(size * count for size, count in sizes.items() if size < k)
    return language.say(
        "Rows in classes smaller than k = {k}: {small} of {rows}. Rows alone in their class: {alone}. The largest class has {largest} {largest|row|rows}.",
        k=k, small=small, rows=rows, alone=sizes.get(1, 0), largest=max(sizes),
    )  # fmt: skip


def ladder(release: ReleaseReport, anchor: str, language: Language) -> Section | None:
    """Every rung in a table; where there are several, the plane of bits and mean risk with frontier and elbow."""
    names = [name for name, _ in wording.ladder(release)]
    if len(names) < 2:
        return None
    rungs = _Rungs(release, names)
    blocks: list[Block] = []
    if rungs.compared:
        drawn = {wide: plane.picture(_plane(rungs, language), wide, _decimal(language)) for wide in (WIDE, NARROW)}
        signs = _signs(rungs, any(left_out for _, left_out in drawn.values()), language)
        title, told = language.say("What each rung keeps, and what it gives away"), " ".join(_told(rungs, language))
        blocks.append(figure(f"{anchor}-ladder", title, told, signs, lambda wide: drawn[wide][0]))
        blocks.append(Lines(tuple(_told(rungs, language))))
    blocks.append(_rung_table(rungs, language))
    return Section("ladder", language.say("The ladder, its frontier and its elbow"), tuple(blocks))


class _Rungs:
    """The rungs of a release as points, those that are compared and those that are shown apart."""

    def __init__(self, release: ReleaseReport, names: list[str]) -> None:
        self.release, self.names = release, names
        points = {name: point for name in names if (point := _point(release, name)) is not None}
        own, raw = points.get(PUBLISHED), not release.rows_suppressed and not release.hypotheses.get("published_as")
        sizes = release.class_sizes
        self.twin = next((name for name in names if raw and name != PUBLISHED and sizes.get(name) and sizes.get(name) == sizes.get(PUBLISHED)), None)
        self.compared = [point for name, point in points.items() if name != PUBLISHED or (raw and self.twin is None)]
        self.apart = [own] if own is not None and own not in self.compared and self.twin is None else []
        self.frontier = frontier(self.compared)
        self.elbow = elbow(self.compared)

    def title(self, name: str, language: Language) -> str:
        """A rung's name on one line; the published one is marked."""
        text = language.say("published") if name == PUBLISHED else visible(" ".join(name.split()))
        return language.say("{rung} (published)", rung=text) if name == self.twin else text


def _point(release: ReleaseReport, name: str) -> Point | None:
    bits, risk = release.find("entropy_bits", rung=name), release.find("prosecutor_mean", rung=name)
    if bits is None or risk is None or bits.value is None or risk.value is None:
        return None
    return Point(name, float(bits.value), Fraction(float(risk.value)))


def _plane(rungs: _Rungs, language: Language) -> plane.Plane:
    named = [[(point, rungs.title(point.name, language)) for point in points] for points in (rungs.compared, rungs.apart)]
    return plane.Plane(named[0], named[1], language.say("bits kept"), language.say("mean prosecutor risk"))


def _signs(rungs: _Rungs, left_out: bool, language: Language) -> str:
    """What each sign of the picture means."""
    parts = [language.say("● on the frontier")]
    parts += [language.say("○ beaten by another rung")] if len(rungs.frontier) < len(rungs.compared) else []
    parts += [language.say("ringed: the elbow; dashed: the chord between the ends of the frontier")] if isinstance(rungs.elbow, Elbow) else []
    parts += [language.say("◆ what is published, not compared")] if rungs.apart else []
    parts.append(language.say("lower is less risk, further right is more kept"))
    return "; ".join([*parts, *([language.say("names without room stand in the table only")] if left_out else [])])


def _told(rungs: _Rungs, language: Language) -> Iterator[str]:
    points = sorted(rungs.compared, key=lambda point: -point.bits)
    first, last = points[0], points[-1]
    yield language.say(
        "From {first} to {last} the rungs go from {bits} to {fewer} bits, and from a mean risk of {risk} to {less}.",
        first=rungs.title(first.name, language), last=rungs.title(last.name, language),
        bits=first.bits, fewer=last.bits, risk=float(first.risk), less=float(last.risk),
    )  # fmt: skip
    kept = ", ".join(rungs.title(point.name, language) for point in reversed(rungs.frontier))
    yield language.say("On the frontier, where no rung keeps more at no more risk: {rungs}.", rungs=kept)
    if isinstance(rungs.elbow, Elbow):
        name, risk = rungs.title(rungs.elbow.point.name, language), float(rungs.elbow.point.risk)
        yield language.say("The elbow is {rung}: {bits} bits at a mean risk of {risk}.", rung=name, bits=rungs.elbow.point.bits, risk=risk)
        yield language.say("The elbow opens the discussion: it is no recommendation, and it judges nothing.")
    else:
        yield language.say("There is no elbow: {reason}.", reason=language.sentence(rungs.elbow))
    if rungs.apart:
        yield language.say("What is published is measured as it is published, the rungs before any suppression: it is shown and not compared.")


def _rung_table(rungs: _Rungs, language: Language) -> Table:
    shown = wording.ladder_measures(rungs.release)
    headings = (language.say("rung"), *(numbers.heading(measure, language) for measure in shown), language.say("place"))
    rows = []
    for name in (name for name in rungs.names if name != PUBLISHED or rungs.twin is None):
        figures = [Cell(_figure(rungs.release.find(measure, rung=name), language)) for measure in shown]
        rows.append((Cell(rungs.title(name, language)), *figures, _place(name, rungs, language)))
    caption = language.say("Each rung before suppression; the published one as it is published")
    return Table(caption, headings, tuple(rows), frozenset(range(1, len(shown) + 1)), widths=(22,))


def _figure(found: Measurement | None, language: Language) -> str:
    return language.say("none") if found is not None and found.measure.endswith("query_error") and found.value is None else numbers.written(found, language)


def _place(name: str, rungs: _Rungs, language: Language) -> Cell:
    if isinstance(rungs.elbow, Elbow) and rungs.elbow.point.name == name:
        return Cell(language.say("elbow"))
    if any(point.name == name for point in rungs.frontier):
        return Cell(language.say("frontier"))
    compared = any(point.name == name for point in rungs.compared)
    return Cell(language.say("beaten") if compared else language.say("not compared"))


def population(release: ReleaseReport, anchor: str, language: Language) -> Section | None:
    """How many rows are unique in the population: an interval, or a count, against the naive value; beside it the other estimated measures."""
    found, naive = release.find("population_unique_rows"), release.find("unique_rows")
    if found is None or found.status != "measured" or naive is None or naive.value is None:
        return None
    layers = {measure: told for measure, *told in wording.layers(release)}
    spans = [*_spans(found, layers.get(found.measure), language), _naive(float(naive.value), language)]
    told = language.say("Share of the rows that is unique in the population: {value}. The naive figure, which takes the rows for the population, is {naive}.",
                        value=numbers.written(found, language), naive=naive.value)  # fmt: skip
    label = wording.interpretable(release, found)
    caption = " ".join(filter(None, (told, language.say("Label: {label}.", label=language.sentence(label)) if label else "")))
    title = language.say("Rows that are unique in the population")
    shown = figure(f"{anchor}-population", title, caption, caption, lambda wide: intervals.picture(spans, wide, _decimal(language)))
    blocks: list[Block] = [shown]
    if layers:
        headings = tuple(map(language.say, ("measure", "bounds without a model", "point", "model interval", "naive")))
        rows = tuple((Cell(measure, code=True), *(Cell(_restated(text, language)) for text in told)) for measure, told in layers.items())
        blocks.append(Table(language.say("What the rows say of the population"), headings, rows, frozenset({1, 2, 3, 4}), widths=(28, 23, 11, 23, 15)))
    blocks += [Prose(text, quiet=True) for text in wording.caveats(release, language)]
    return Section("population", language.say("The population: an interval against the naive value"), tuple(blocks))


def _spans(found: Measurement, layers: list[str] | None, language: Language) -> Iterator[intervals.Span]:
    if layers is None:
        low = float(found.low if found.low is not None else found.value or 0)
        high = float(found.high if found.high is not None else found.value or 0)
        yield intervals.Span(language.say("counted"), low, high, numbers.between(low, high, language))
        return
    shown = [(language.say("bounds without a model"), _ends(layers[0])), (language.say("model interval"), _ends(layers[2]))]
    if found.value is not None:
        shown.append((language.say("point"), (float(found.value), float(found.value))))
    for name, (low, high) in shown:
        yield intervals.Span(name, low, high, numbers.between(low, high, language))


def _ends(text: str) -> tuple[float, float]:
    low, _, high = text.partition(" to ")
    return float(low), float(high or low)


def _restated(text: str, language: Language) -> str:
    """A number, or an interval, as the language writes it; a word translated."""
    try:
        return numbers.between(*_ends(text.replace(",", "")), language)
    except ValueError:
        return language.sentence(text)


def _naive(value: float, language: Language) -> intervals.Span:
    return intervals.Span(language.say("naive: rows for population"), value, value, language.written(value), compared=True)
