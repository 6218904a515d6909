"""The command `estimate`: population risk from class counts alone, without a declaration or a database."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sqlrisk.errors import ConfigurationError
from sqlrisk.estimators import poisson_gamma
from sqlrisk.estimators.histograms import Histogram, fraction_of, sampling_fraction
from sqlrisk.estimators.layers import population_risk
from sqlrisk.estimators.risks import Layers, PopulationRisk
from sqlrisk.estimators.statuses import RESOLUTION, Status
from sqlrisk.evidence import ClassSizes, PopulationEvidence, UnsuppressedClassSizes
from sqlrisk.measurements import measurement
from sqlrisk.measures import KMapLimit, measures
from sqlrisk.measures.population import NO_CONFIDENCE
from sqlrisk.plain import counted, digits, json_text
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement, number_text

WHERE = "standard input"
EXAMPLE = 'write one `n,classes` a line (class size, number of classes), or a JSON object such as {"1": 224, "2": 320}'
K_LIMIT = 5
_ESTIMATED = ("population_unique_rows", "journalist_mean", "rows_below_k_map", "journalist_max", "correct_match_probability")
_COUNTED = ("classes", "k", "unique_rows", "prosecutor_max", "prosecutor_mean")
_AS_PUBLISHED = ("population_unique_rows_naive", "population_unique_rows_poisson", "population_unique_rows_poisson_gamma", "journalist_max_naive")
_RANDOM = "the rows are a simple random sample of the population: assumed, nothing declares it"
_UNKNOWN = "no sampling fraction was given: f = 1, the rows are taken for the whole population (census figures, the highest that any fraction gives)"
_ANSWERS = {
    "population_unique_rows": "Rows that are unique in the population",
    "journalist_mean": "Mean risk of a match without knowing who is in the table",
    "rows_below_k_map": f"Rows in population classes below {K_LIMIT}",
}


def estimated(text: str, fraction: str | None, population: str | None, format: str) -> str:
    """What the class counts in `text` say of the population, for people (`human`) or as `{"measures": [...]}` (`json`).

    `fraction` is f and `population` is N as they were written; without either f = 1. Raises ConfigurationError for bad input.
    """
    if format not in ("human", "json"):
        raise ConfigurationError("estimate prints human or json", where="--format", instead="leave --format out, or write --format json")
    if fraction is not None and population is not None:
        raise ConfigurationError("both --sampling-fraction and --population were given", instead="give one: f = n / N follows from the other")
    histogram = read_histogram(text)
    f = Fraction(1) if fraction is None else _written(fraction)
    if population is not None:
        f = _share_of(histogram.rows, population)
    risk = population_risk(histogram, f, K_LIMIT)
    stated = (_UNKNOWN,) if fraction is None and population is None else ()
    found = list(_measurements(risk, f, stated))
    if format == "json":
        return json_text({"measures": [asdict(each) for each in found]})
    return "\n".join(_lines(risk, found, stated)) + "\n"


def read_histogram(text: str) -> Histogram:
    """The histogram of a CSV `n,classes`, with or without that header, or of a JSON object size: classes. Raises ConfigurationError for anything else."""
    given = text.removeprefix("\ufeff")
    if not given.strip():
        raise ConfigurationError("it is empty: the table has no rows (or every row was excluded)", where=WHERE, instead=EXAMPLE)
    pairs = list(_of_json(given) if given.lstrip().startswith(("{", "[")) else _of_csv(given))
    first: dict[int, str] = {}
    for where, size, _ in pairs:
        if size in first:
            raise ConfigurationError(
                "this class size stands there twice", where=where, instead=f"give it once, with all its classes; it stands in {first[size]} too"
            )
        first[size] = where
    try:
        return Histogram.of((size, classes) for _, size, classes in pairs)
    except ConfigurationError as error:
        raise ConfigurationError(error.what, where=WHERE, instead=EXAMPLE) from None


def _of_csv(text: str) -> Iterator[tuple[str, int, int]]:
    """(where, size, classes) of every line. Values are never repeated in an error: the text may be the wrong file."""
    lines = [(f"{WHERE}, line {number}", _cells(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    header = [cell.lower() for cell in lines[0][1]]
    if header == ["n", "classes"]:
        lines = lines[1:]
    elif len(header) == 2 and not any(re.search(r"\d", cell) for cell in header):
        raise ConfigurationError("the header is not `n,classes`", where=lines[0][0], instead=EXAMPLE)
    for where, cells in lines:
        if len(cells) != 2:
            raise ConfigurationError(f"{counted(len(cells), 'column')} where there should be 2, with a comma between them", where=where, instead=EXAMPLE)
        yield where, _whole(cells[0], "class size", where), _whole(cells[1], "number of classes", where)


def _cells(line: str) -> list[str]:
    """The cells of a line, without the quotes around a whole cell."""
    cells = [cell.strip() for cell in line.split(",")]
    return [cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell for cell in cells]


def _of_json(text: str) -> Iterator[tuple[str, int, int]]:
    """(where, size, classes) of every key. Numbers stay texts until they are checked, and no key is lost where it stands twice."""
    try:
        found = json.loads(text, object_pairs_hook=_Pairs, parse_int=_Digits, parse_float=_Digits, parse_constant=_Digits)
    except (ValueError, RecursionError):
        raise ConfigurationError("it begins like JSON and is not", where=WHERE, instead=EXAMPLE) from None
    if not isinstance(found, _Pairs):
        raise ConfigurationError("it is JSON, but no object", where=WHERE, instead=EXAMPLE)
    for number, (size, classes) in enumerate(found, 1):
        where = f"{WHERE}, key {number}"
        if not isinstance(classes, _Digits):
            raise ConfigurationError("the number of classes is not a number", where=where, instead=EXAMPLE)
        yield where, _whole(size, "class size", where), _whole(classes, "number of classes", where)


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as the pairs it was written in."""


class _Digits(str):
    """A JSON number as it was written."""


def _whole(text: str, name: str, where: str) -> int:
    """A whole number of at least 1; the largest that makes sense has 16 digits."""
    written = text.strip()
    if re.fullmatch(r"\+?0*[1-9][0-9]{0,15}", written):
        return int(written)
    zero, negative = re.fullmatch(r"[+-]?0+", written), re.fullmatch(r"-[0-9]+", written)
    wrong = "is 0" if zero else "is negative" if negative else "is empty" if not written else "is too large" if re.fullmatch(r"[0-9]+", written) else ""
    instead = "leave out the sizes that no class has" if zero else f"write a whole number such as 12; {EXAMPLE}"
    raise ConfigurationError(f"the {name} {wrong or 'is not a whole number'}", where=where, instead=instead)


def _written(fraction: str) -> Fraction:
    """f, exactly as it was written."""
    if not re.fullmatch(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,2})?", fraction.strip()):
        raise ConfigurationError("the sampling fraction is not a number", where="--sampling-fraction", instead="write a twentieth as 0.05, and 20 % as 0.2")
    found = Fraction(Decimal(fraction.strip()))
    try:
        sampling_fraction(found)
    except ConfigurationError as error:
        raise ConfigurationError(error.what, where="--sampling-fraction", instead=error.instead) from None
    return found


def _share_of(rows: int, population: str) -> Fraction:
    """f = n / N, exact."""
    if not re.fullmatch(r"0*[1-9][0-9]{0,11}", population.strip()):
        wrong = "is larger than any population" if re.fullmatch(r"[0-9]{13,}", population.strip()) else "is not a whole number of people"
        raise ConfigurationError(f"the population {wrong}", where="--population", instead="write it in digits, as 49128297")
    try:
        return fraction_of(rows, int(population))
    except ConfigurationError as error:
        raise ConfigurationError(error.what, where="--population", instead=error.instead) from None


def _measurements(risk: PopulationRisk, fraction: Fraction, stated: tuple[str, ...]) -> Iterator[Measurement]:
    """What is counted; then what is estimated; then the figures as the book published them."""
    sizes = ClassSizes.of(dict(zip(risk.histogram.sizes, risk.histogram.counts, strict=True)))
    facts: dict[type, Any] = {
        ClassSizes: sizes,
        UnsuppressedClassSizes: UnsuppressedClassSizes.from_sizes(sizes),
        PopulationEvidence: PopulationEvidence(None, risk, declared=not stated),
        KMapLimit: KMapLimit(risk.k),
    }
    for name in (*_COUNTED, *_ESTIMATED, *_AS_PUBLISHED):
        found = measurement(measures()[name], PUBLISHED, None, None, None, facts, (fraction,))
        yield found if found.sampling_fraction is None else replace(found, assumptions=(*stated, *found.assumptions))


def _lines(risk: PopulationRisk, found: list[Measurement], stated: tuple[str, ...]) -> Iterator[str]:
    """The text for people, 80 columns wide: what was given, three layers a figure, the rest as a list."""
    histogram, fraction = risk.histogram, risk.fractions[0]
    by_name = {each.measure: each for each in found}
    people = f": a population of about {round(histogram.rows / fraction):,}" if fraction < 1 else ""
    counts = f"{counted(histogram.rows, 'row')} in {counted(histogram.classes, 'class', 'classes')}"
    yield from textwrap.wrap(f"{counts}; sampling fraction {digits(fraction)}{people}", 80)
    yield from _wrapped(stated or (() if fraction == 1 else (_RANDOM,)))
    for name, layers in (
        ("population_unique_rows", risk.unique_rows),
        ("journalist_mean", risk.journalist_mean),
        ("rows_below_k_map", risk.rows_below_k_map),
    ):
        yield from ("", f"{_ANSWERS[name]} ({name})", *_three_layers(layers, by_name[name]))
    yield from ("", "Further figures")
    yield from _list(by_name[name] for name in ("correct_match_probability", "journalist_max", *_COUNTED))
    if fraction < 1:
        alone = poisson_gamma.fit(histogram)
        yield from ("", "By Poisson-Gamma, truncated maximum likelihood: one family, no interval")
        for name, value in (("population_unique_rows", alone.unique_rows(fraction)), ("journalist_mean", alone.journalist_mean(fraction))):
            yield f"  {name:36}  {digits(value)}"
    yield from ("", "As published in the book: reported, never judged")
    yield from _list(by_name[name] for name in _AS_PUBLISHED)
    if fraction < 1:
        yield ""
        yield from _wrapped((f"model: {risk.unique_rows.estimator}", f"{NO_CONFIDENCE}; gate on its upper end"))


def _three_layers(layers: Layers, found: Measurement) -> Iterator[str]:
    if layers.status is Status.CENSUS:
        yield f"  counted  {number_text(found).partition(' ')[0]}"
        return
    point = f"< {RESOLUTION:.1%}" if layers.status is Status.BELOW_RESOLUTION and layers.interval.high <= RESOLUTION else None
    point = point or ("no point" if layers.point is None else digits(layers.point))
    low, high = (min(end, layers.naive) for end in (layers.bounds.low, layers.bounds.high))
    yield f"  bounds   {digits(low)} to {digits(high)}: no model, any population"
    yield f"  model    {point}, model interval {digits(found.low or 0)} to {digits(found.high or 0)}"
    yield f"  naive    {digits(layers.naive)}: an upper bound, assumes f = 1"
    yield from _wrapped((layers.reason,) if layers.reason else ())


def _list(found: Iterable[Measurement]) -> Iterator[str]:
    for each in found:
        yield f"  {each.measure:36}  {number_text(each)}"
        if each.status != "measured":
            yield from _wrapped((each.reason or "",), indent="    ")


def _wrapped(sentences: tuple[str, ...], indent: str = "  ") -> Iterator[str]:
    for sentence in sentences:
        yield from textwrap.wrap(sentence, 78, initial_indent=indent, subsequent_indent=indent)
