"""The command `compare`: what releases of the same people tell together, measured ad hoc and judged by nobody."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

from sqlrisk import evidence, measurements
from sqlrisk.binding import bound_release, refuse_permuted
from sqlrisk.checking import Options, open_engine, selected
from sqlrisk.declaration import Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.loading import Loaded
from sqlrisk.measures import KLimit
from sqlrisk.plain import json_text, visible
from sqlrisk.planning import PUBLISHED, Bound, composition
from sqlrisk.planning.alignment import refuse_not_whole
from sqlrisk.report import Measurement, number_text
from sqlrisk.running import Run, Tell
from sqlrisk.steadiness import steady
from sqlrisk.suppression import NOTHING

EXAMPLE = "sqlrisk compare altas_2024 altas_2025"
NOT_MEASURED = 3


def compared(loaded: Loaded, names: Sequence[str], options: Options, format: str, tell: Tell) -> tuple[str, int]:
    """What the named releases tell together, for people (`human`) or as `{"measures": [...]}` (`json`), and the exit code: 3 where a figure has no value.

    Raises ConfigurationError, NothingSelectedError for a name that no release has, NotMeasuredError.
    """
    releases = _named(loaded, names, options)
    refuse_permuted(releases)
    engine = open_engine(loaded, releases, options)
    try:
        bound = bound_release(releases[0], engine, releases[1:])
        run = Run(bound, engine, tell)
        with steady(run):
            found = list(_measurements(bound, run))
    finally:
        engine.close()
    code = 0 if all(each.status == "measured" for each in found) else NOT_MEASURED
    if format == "json":
        return json_text({"measures": [asdict(each) for each in found]}), code
    return "\n".join(map(visible, _lines(releases, found))) + "\n", code


def _named(loaded: Loaded, names: Sequence[str], options: Options) -> list[Release]:
    """The releases in the order in which they were named."""
    if len(names) < 2 or len(set(names)) < len(names):
        raise ConfigurationError("compare takes two or more different releases", instead=EXAMPLE)
    by_name = {release.name: release for release in selected(loaded, replace(options, select=tuple(names)))}
    releases = [by_name[name] for name in names]
    for release in releases:
        entities = release.with_role("entity")
        if len(entities) != 1:
            raise ConfigurationError(
                f"{release.name} has {len(entities)} columns of role entity: people are joined by exactly one",
                where=loaded.source,
                instead="give role: entity to the one column that says whose row it is",
            )
    return releases


def _measurements(bound: Bound, run: Run) -> Iterator[Measurement]:
    for statement in bound.tests:
        refuse_not_whole(statement, run.rows(statement))
    found = [evidence.READERS[statement.key.kernel](run.rows(statement)) for statement in composition(bound, NOTHING)]
    limit = max(each.release.k_limit() for each in (bound, *bound.others))
    facts: dict[type, Any] = {KLimit: KLimit(limit), **{type(each): each for each in found}}
    yield from measurements.of_release(PUBLISHED, None, facts, (Fraction(1),))


def _lines(releases: Sequence[Release], found: Sequence[Measurement]) -> Iterator[str]:
    """The text for people, 80 columns wide."""
    yield from textwrap.wrap(f"{', '.join(release.name for release in releases)}: together, for those who hold them all. No limit is judged here.", 80)
    for each in found:
        yield ""
        yield f"{each.measure:34}  {number_text(each)} {each.unit if each.value is not None else ''}".rstrip()
        yield from textwrap.wrap(each.reason or "", 78, initial_indent="  ", subsequent_indent="  ")
    if not any(each.measure == "composition_single_value_people" for each in found):
        yield from ("", "no sensitive column stands in two of them: no intersection attack")
    yield ""
    for sentence in dict.fromkeys(sentence for each in found for sentence in each.assumptions):
        yield from textwrap.wrap(sentence, 78, initial_indent="- ", subsequent_indent="  ")
