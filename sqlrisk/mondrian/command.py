"""The command `mondrian`: what local recoding leaves, beside the rungs of the ladder at the same k; the model itself only where cut points are asked for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlrisk import recommending
from sqlrisk.binding import bound_release, refuse_permuted, shown
from sqlrisk.checking import Options, open_engine, selected
from sqlrisk.declaration import Release, Rung
from sqlrisk.engines import Engine
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.loading import Loaded
from sqlrisk.mondrian import cutting, statements
from sqlrisk.mondrian.model import model
from sqlrisk.mondrian.recoding import Recoding
from sqlrisk.names import free_name
from sqlrisk.plain import digits, json_text, visible
from sqlrisk.planning import PUBLISHED, Bound
from sqlrisk.running import Run, Tell
from sqlrisk.steadiness import steady

DECLARED = "as declared"
BEST_NODE = "best node"
NOT_MEASURED = 3
WARNING = "cut points are values of the data: the ends of these ranges were read from the rows; show this model only to those who may see them"
HOW_TO_GET_IT = "The model (a SELECT) needs --show-cut-points: the ends of its ranges are values of the data."


@dataclass(frozen=True)
class Outcome:
    """What the command found for a release: the recoding, what it is compared with, and the model where it was asked for; or why there is nothing."""

    release: Release
    k: int
    quasi_identifiers: tuple[str, ...] = ()
    recodings: tuple[Recoding, ...] = ()
    model: str | None = None
    best_node: Mapping[str, str] | None = None
    error: NotMeasuredError | None = None

    def as_json(self) -> dict[str, Any]:
        """The outcome as results have it."""
        return {
            "name": self.release.name,
            "status": "not_measured" if self.error else "measured",
            "k_asked": self.k,
            "quasi_identifiers": self.quasi_identifiers,
            "recodings": [each.as_json() for each in self.recodings],
            "best_node": self.best_node,
            "warnings": [WARNING] if self.model else [],
            "model": self.model,
            "error": str(self.error) if self.error else None,
        }


def recoded(loaded: Loaded, options: Options, k: int | None, format: str, tell: Tell, *, show_cut_points: bool = False) -> tuple[str, list[Outcome]]:
    """What local recoding leaves of each selected release, for people (`human`) or as JSON, and the outcomes without figures.

    Raises ConfigurationError, NothingSelectedError.
    """
    if k is not None and k < 2:
        raise ConfigurationError(f"--k {k} protects nobody", instead="a region of two rows is the smallest that hides anyone: --k 2 or more")
    releases = selected(loaded, options)
    if show_cut_points and len(releases) > 1:
        raise ConfigurationError(f"--show-cut-points prints one model, and {len(releases)} releases are selected", instead="--select one of them")
    engine = open_engine(loaded, releases, options)
    try:
        bound = [_bound(release, engine) for release in releases]
        found = [_outcome(release, each, engine, k, tell, show_cut_points) for release, each in zip(releases, bound, strict=True)]
    finally:
        engine.close()
    failed = [each for each in found if each.error]
    if format == "json":
        return json_text({"releases": [each.as_json() for each in found]}), failed
    return "\n\n".join("\n".join(_lines(each)) for each in found if not each.error), failed


def _bound(release: Release, engine: Engine) -> Bound | NotMeasuredError:
    try:
        refuse_permuted([release], "it is not recoded", "recode its source: declare that as a release without protected_by")
        return bound_release(release, engine)
    except NotMeasuredError as error:
        return error


def _outcome(release: Release, bound: Bound | NotMeasuredError, engine: Engine, k: int | None, tell: Tell, show_cut_points: bool) -> Outcome:
    limit = k or max(2, release.k_limit())
    try:
        if isinstance(bound, NotMeasuredError):
            raise bound
        return measured(Run(bound, engine, tell), limit, show_cut_points=show_cut_points)
    except NotMeasuredError as error:
        return Outcome(release, limit, error=error)


def measured(run: Run, k: int, *, show_cut_points: bool = False) -> Outcome:
    """The recoding of a release by median cuts at k, the release as declared and its rungs with the classes below k suppressed, all in one snapshot.

    Raises NotMeasuredError.
    """
    node = None if run.bound.as_published else recommending.best_node(run, k)
    bound = run.bound = _with_node(run.bound, node)
    with steady(run):
        table = cutting.ranked(run, statements.partition(bound))
        made = cutting.cut(run, table, k, keep_tree=show_cut_points)
        found = [cutting.recoding(run, table, made), cutting.rung(run, PUBLISHED, k, called=DECLARED)]
        found += [cutting.rung(run, step.name, k) for step in bound.release.ladder]
        text = _model(run, table, made) if show_cut_points else None
    names = tuple(member.alias for member in table.part.quasi_identifiers)
    return Outcome(bound.release, k, names, tuple(found), text, node)


def _model(run: Run, table: cutting.Ranked, made: cutting.Cutting) -> str:
    readable, commands = shown(run.bound)
    return commands + model(run, table, made, statements.partition(readable))


def _with_node(bound: Bound, node: Mapping[str, str] | None) -> Bound:
    """The release with the best node as one more rung of its ladder, under a name that no other has."""
    if node is None:
        return bound
    name = free_name(BEST_NODE, [step.name for step in bound.release.ladder])
    return replace(bound, release=bound.release.model_copy(update={"ladder": (*bound.release.ladder, Rung.model_validate({**node, "name": name}))}))


def _lines(found: Outcome) -> Iterator[str]:
    """The text for people, 80 columns wide; before a model it is a comment, so that the whole is a SQL text."""
    mark = "-- " if found.model else ""
    yield from (mark + visible(line) for line in _figures(found, 80 - len(mark)))
    if found.model:
        yield from (mark + line for line in textwrap.wrap(f"Warning: {WARNING}.", 77))
        yield found.model
    else:
        yield from textwrap.wrap(HOW_TO_GET_IT, 80)


def _figures(found: Outcome, width: int) -> Iterator[str]:
    names = ", ".join(found.quasi_identifiers)
    about = f"{found.release.name}, k = {found.k}: local recoding of {names} by median cuts (Mondrian). No limit is judged here."
    yield from textwrap.wrap(about, width)
    yield f"{'':20} {'regions':>8} {'k':>6} {'mean risk':>10} {'bits':>7} {'suppressed':>10}"
    for each in found.recodings:
        name = textwrap.shorten(each.name, 20, placeholder="…")
        figures = [_number(each.k), _number(each.mean_risk), _number(each.bits), f"{float(each.suppressed_share):.2%}"]
        yield f"{name:20} {each.regions:>8,} {figures[0]:>6} {figures[1]:>10} {figures[2]:>7} {figures[3]:>10}"
    yield from _errors(found.recodings, width)
    notes = [f"Every line below `{cutting.MONDRIAN}` is what is left once the classes below {found.k} are suppressed; `{DECLARED}` is the published level."]
    if found.best_node is not None:
        levels = ", ".join(f"{column} {level}" for column, level in found.best_node.items()) or "the columns as they are"
        notes.append(f"`{BEST_NODE}`: {levels}; of the declared levels those that keep the most bits with {found.k} rows a class and nothing suppressed.")
    elif not found.release.published_as:
        notes.append(f"No node of the declared levels has classes of {found.k} rows unless some are suppressed.")
    if any(each.query_errors for each in found.recodings):
        notes.append("A row counts for a query where its whole region lies in one group of it; a group without such rows has the share 0.")
    for note in notes:
        yield from textwrap.wrap(note, width)


def _errors(recodings: Sequence[Recoding], width: int) -> Iterator[str]:
    """The errors of the queries, one block a query."""
    for place, query in enumerate(each.query for each in recodings[0].query_errors):
        yield from textwrap.wrap(f"error of {query}, in percentage points, and rows of no one group:", width)
        for each in recodings:
            error = each.query_errors[place]
            text = "no value" if error.points is None else digits(error.points)
            more = error.reason or f"{float(error.unattributable or 0):.2%} of the rows"
            yield from textwrap.wrap(f"{each.name[:20]:20} {text:>8}  {more}", width, subsequent_indent=" " * 31, break_on_hyphens=False, drop_whitespace=True)


def _number(value: Any) -> str:
    return "none" if value is None else digits(value)
