"""The results as Markdown, to read, and as JSON, to compare."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from benchmarks.accuracy.answers import BELOW, MARGINS, MATCH, MEAN, PRODUCT, UNIQUE
from benchmarks.accuracy.running import FRACTIONS, Run
from benchmarks.accuracy.scoring import Figure, Score, Summary, summary

TITLES = {
    UNIQUE: "U, rows unique in the population",
    MEAN: "K / N, the mean risk of a match (journalist_mean)",
    BELOW: "P(F < 5), rows in population classes below 5",
    MATCH: "theta against 1 / mean(F | sample unique)",
}
READING = """\
Populations known whole; simple random samples drawn exactly; every estimator on the same draws. Ratio = estimate / truth. Draws whose truth is below
0.1 % count for the upper end only. Shares within x1.5 and x3 are of the draws with a point. **The point is the model's**, whether or not the product
prints it (below 500 rows, 20 sample uniques or f = 1 % it prints the interval alone): `not printed` says how often it does not, and `printed` scores
those that are. Intervals in brackets: 95 % bootstrap over tables, 2000 resamples; where every draw of every table agrees they have no width."""


@dataclass(frozen=True)
class Goal:
    """What is asked of the product with margins at one fraction."""

    text: str
    name: str
    quantity: str
    fraction: float
    limit: float
    at_most: bool = False

    def met(self, figure: Figure) -> bool:
        """Whether a figure reaches it."""
        return figure.value <= self.limit if self.at_most else figure.value >= self.limit


GOALS = (
    *(Goal("the interval covers U", "covered", UNIQUE, f, 0.95) for f in (0.01, 0.05, 0.1, 0.2)),
    *(Goal("the upper end is at U or above (all tables)", "capped", UNIQUE, f, 0.97) for f in (0.01, 0.05, 0.1, 0.2)),
    Goal("the point is within x1.5", "within_1_5", UNIQUE, 0.05, 0.85),
    Goal("the same, of the points printed", "within_1_5_printed", UNIQUE, 0.05, 0.85),
    Goal("the point is within x1.5", "within_1_5", UNIQUE, 0.1, 0.93),
    Goal("the same, of the points printed", "within_1_5_printed", UNIQUE, 0.1, 0.93),
    Goal("the point is within x3", "within_3", UNIQUE, 0.01, 0.95),
    Goal("the same, of the points printed", "within_3_printed", UNIQUE, 0.01, 0.95),
    *(Goal("median width of the interval over naive", "width", UNIQUE, f, 0.3, at_most=True) for f in (0.01, 0.05, 0.1, 0.2)),
)


def summaries(scores: Iterable[Score]) -> list[Summary]:
    """One for each quantity, fraction and estimator, in that order."""
    order = list(TITLES)

    def key(score: Score) -> tuple[int, float, str]:
        return order.index(score.answer.quantity), score.fraction, score.answer.estimator

    return [summary(list(group)) for _, group in groupby(sorted(scores, key=key), key)]


def markdown(run: Run, title: str, made_of: str) -> str:
    """The whole report. `made_of` is a sentence on the code and the tables."""
    found = summaries(run.scores)
    parts = [f"# {title}", made_of, READING, "## Goals", *_goals(found), "## Estimators"]
    for quantity, text in TITLES.items():
        parts += [f"### {text}", *_quantity([each for each in found if each.quantity == quantity])]
    parts += ["## Tables", _tables(run), "## Intervals of U that miss", _misses(run.scores)]
    return "\n\n".join(parts) + "\n"


def as_json(run: Run, title: str, made_of: str) -> str:
    """The same figures; each as [value, low, high, draws, tables]."""
    tables = {name: {"rows": rows, "columns": columns, "unique_rows": round(unique, 6)} for name, (rows, columns, unique) in run.known.items()}
    found = [each.plain() for each in summaries(run.scores)]
    head = json.dumps({"title": title, "made_of": made_of, "skipped": run.skipped}, indent=1)[1:-2]
    lines = ",\n".join(f"  {json.dumps(each)}" for each in found)
    known = ",\n".join(f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in tables.items())
    return f'{{{head},\n "tables": {{\n{known}\n }},\n "summaries": [\n{lines}\n ]\n}}\n'


def _goals(found: Sequence[Summary]) -> Iterator[str]:
    chosen = {(each.quantity, each.fraction): each for each in found if each.estimator == MARGINS}
    yield _table(["goal", "f", "asked", "found", "draws", "tables", "met"], (row for goal in GOALS for row in _goal(goal, chosen)))


def _goal(goal: Goal, chosen: dict[tuple[str, float], Summary]) -> Iterator[list[str]]:
    summed = chosen.get((goal.quantity, goal.fraction))
    found: Figure | None = getattr(summed, goal.name) if summed else None
    if found is None:
        return
    show = _number if goal.at_most else _percent
    asked = f"<= {goal.limit}" if goal.at_most else f">= {goal.limit:.0%}"
    yield [goal.text, f"{goal.fraction:.0%}", asked, show(found), str(found.draws), str(found.tables), "yes" if goal.met(found) else "**no**"]


def _quantity(found: Sequence[Summary]) -> Iterator[str]:
    for fraction, group in groupby(found, lambda each: each.fraction):
        rows = sorted(group, key=lambda each: (each.estimator not in PRODUCT, each.estimator))
        seen = max((each.median_ratio.draws for each in rows if each.median_ratio), default=0)
        yield f"f = {fraction:.0%} ({seen} draws)"
        heads = ["estimator", "median ratio", "RMSE log", "x1.5", "x3", "unavailable", "not printed", "covers", "upper end holds", "width / naive"]
        yield _table(heads, (_row(each) for each in rows))


def _row(each: Summary) -> list[str]:
    return [
        each.estimator,
        _number(each.median_ratio),
        _number(each.rmse_log),
        _percent(each.within_1_5),
        _percent(each.within_3),
        _percent(each.unavailable),
        _percent(each.not_printed) if each.estimator in PRODUCT else "",
        _percent(each.covered),
        _percent(each.capped),
        _number(each.width),
    ]


def _tables(run: Run) -> str:
    mine = [each for each in run.scores if each.answer.estimator == MARGINS and each.answer.quantity == UNIQUE]
    heads = ["table", "rows", "quasi-identifiers", "U", *(f"{fraction:.0%}" for fraction in FRACTIONS)]
    rows = (
        [
            name,
            f"{size:,}",
            ", ".join(columns),
            f"{unique:.4%}",
            *(_cell([each for each in mine if (each.table, each.fraction) == (name, f)]) for f in FRACTIONS),
        ]
        for name, (size, columns, unique) in run.known.items()
    )
    skipped = "\n".join(f"- skipped: {name}: {reason}" for name, reason in run.skipped.items())
    return f"By fraction: the estimates of U over the truth, lowest to highest, and the intervals that cover it.\n\n{_table(heads, rows)}\n\n{skipped}".rstrip()


def _cell(scores: Sequence[Score]) -> str:
    ratios = sorted((each.answer.point or 0.0) / each.truth for each in scores if each.truth)
    held = f"{sum(each.covered for each in scores)}/{len(scores)}"
    return f"{ratios[0]:.2f}-{ratios[-1]:.2f}, {held}" if ratios else held if scores else ""


def _misses(scores: Iterable[Score]) -> str:
    missed = [each for each in scores if each.answer.estimator == MARGINS and each.answer.quantity == UNIQUE and each.resolved and not each.covered]
    if not missed:
        return "None."
    return _table(
        ["table", "f", "truth", "point", "interval", "status"],
        (
            [m.table, f"{m.fraction:.0%}", f"{m.truth:.4f}", f"{m.answer.point or 0:.4f}", f"{m.answer.low:.4f} to {m.answer.high:.4f}", m.answer.status]
            for m in missed
        ),
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _percent(figure: Figure | None) -> str:
    return f"{100 * figure.value:.0f} % [{100 * figure.low:.0f}, {100 * figure.high:.0f}]" if figure else ""


def _number(figure: Figure | None) -> str:
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]" if figure else ""
