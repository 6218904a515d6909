"""What `recommend` prints: the best nodes, the frontier, how much of the lattice was seen, and the block to paste; or the limit that binds."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import yaml
from rich.console import Console
from rich.text import Text

from sqlrisk import __version__
from sqlrisk.declaration import DROPPED
from sqlrisk.layout import table
from sqlrisk.plain import counted, digits, json_text
from sqlrisk.recommendation import Found, Recommendation, bits_of
from sqlrisk.recommending import ENTROPY, SUPPRESSED
from sqlrisk.reports import visible

MET, NOT_MET = 0, 1
UNUSED_ORDER = (
    "with a suppression budget the order of the nodes is used for the share suppressed (it only falls), for the bits (never above those of a finer node)"
    " and for a bound on the mean risk; other limits can hold at a finer node and break at a coarser one, since less is suppressed there"
)
USED_ORDER = "nothing may be suppressed: what breaks k or another limit on the risk of a match here breaks it at every finer node"


def exit_code(found: Iterable[Recommendation]) -> int:
    """0 where every release has a node within its limits, else 1."""
    return NOT_MET if any(not each.best for each in found) else MET


def as_json(found: Sequence[Recommendation], today: date) -> str:
    """The recommendations as one JSON document."""
    document = {
        "schema_version": 1,
        "tool": {"name": "sqlrisk", "version": __version__},
        "generated_on": today.isoformat(),
        "releases": [_release(each) for each in found],
        "exit_code": exit_code(found),
    }
    return json_text(document)


def as_text(found: Sequence[Recommendation]) -> str:
    """The recommendations for people, 80 columns wide."""
    written = io.StringIO()
    console = Console(file=written, width=80, no_color=True, color_system=None, highlight=False, emoji=False)
    for each in found:
        _print(console, each)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def block(found: Recommendation) -> str:
    """The lines of sqlrisk.yml that publish the best node, as they are read: a character that is not visible is escaped."""
    publish: dict[str, Any] = {"publish": dict(found.best[0].levels)}
    publish |= dict.fromkeys(found.replaced)
    publish |= found.suppression.declared() if found.suppression else {}
    text = yaml.safe_dump(publish, allow_unicode=True, sort_keys=False, width=10_000)
    if visible(text) != text:
        text = yaml.safe_dump(publish, sort_keys=False, width=10_000)
    return text.strip()


def _release(found: Recommendation) -> dict[str, Any]:
    return {
        "name": found.release,
        "minimised": found.minimised,
        "max_suppressed": found.budget,
        "suppress_below": None,
        "suppress": None,
        **found.suppression.declared(),
        "lattice": {"levels": found.lattice, "nodes": found.nodes, "evaluated": found.evaluated, "measured_whole": found.confirmed},
        "rolled_up": found.rolled_up,
        "entropy_bits_of_the_columns": found.bits,
        "best": [_node(each, found) for each in found.best],
        "frontier": [_node(each, found) for each in found.frontier],
        "binding": [
            {"measure": each.measure, "column": each.column, "group": each.group, "limit": each.limit, "nearest": each.nearest} for each in found.binding
        ],
        "failures_whatever_the_levels": list(found.failures),
        "publish": found.best[0].levels if found.best else None,
    }


def _node(node: Found, found: Recommendation) -> dict[str, Any]:
    return {
        "levels": {column: node.levels.get(column, column) for column in found.lattice},
        "classes": node.left.classes,
        "k": min(node.left.histogram(), default=None),
        "prosecutor_mean": node.mean_risk,
        "suppressed_rows": node.suppressed,
        "entropy_bits": bits_of(node.left),
        "entropy_lost": found.bits - bits_of(node.left),
        "cost": node.cost,
        "measured_whole": bool(node.measured),
    }


def _print(console: Console, found: Recommendation) -> None:
    share = found.evaluated / found.nodes
    seen = f"{counted(found.nodes, 'node')}, {found.evaluated:,} evaluated ({share:.1%}), {found.confirmed:,} measured whole"
    console.print(Text.assemble((visible(found.release), "bold"), f": {seen}"))
    allowed = f"at most {float(found.budget):.4g} of the rows suppressed" if found.budget else "nothing suppressed (--max-suppressed SHARE allows some)"
    _lines(console, [f"minimised: {_cost_name(found.minimised)}; {allowed}"])
    if found.best:
        _heading(console, "Within the limits, the least cost first")
        _nodes(console, found.best, found, cost=True)
        _lines(console, ["the first is proven least and was measured whole, against every limit; the others by their class sizes only"])
        if found.failures:
            _heading(console, "A check fails whatever the levels")
            _lines(console, found.failures)
        _heading(console, "To paste into the release")
        for line in block(found).splitlines():
            console.print(Text(f"  {line}"), soft_wrap=True)
    else:
        _heading(console, "No node meets the limits")
        _lines(console, map(_bound, found.binding))
    _heading(console, "Frontier: what the evaluated nodes leave, and the mean risk left")
    _nodes(console, found.frontier[:MOST_SHOWN], found, cost=False)
    more = len(found.frontier) - MOST_SHOWN
    notes = [f"and {more} more: --format json lists them"] if more > 0 else []
    notes += [UNUSED_ORDER if found.budget else USED_ORDER]
    notes += (
        [] if found.rolled_up else ["no temporary table was allowed, or a level is made of several columns or of a floating-point one: every node was a scan"]
    )
    _lines(console, [*notes, "it decides nothing: declare the node, and check"])
    console.print()


MOST_SHOWN = 12


def _cost_name(minimised: str) -> str:
    names = {ENTROPY: "the entropy lost, in bits", SUPPRESSED: "the share of rows suppressed, then the entropy lost"}
    return names.get(minimised, f"the error of the query {visible(minimised)}, then the entropy lost")


def _nodes(console: Console, nodes: Sequence[Found], found: Recommendation, *, cost: bool) -> None:
    headings = ("levels", "k", "classes", "mean risk", "suppr.", "bits", *(("cost",) if cost else ()))
    rows = []
    for node in nodes:
        figures = [min(node.left.histogram(), default=0), node.left.classes, node.mean_risk, node.suppressed, bits_of(node.left)]
        told = [f"{figures[0]:,}", f"{figures[1]:,}", *(digits(figure) if figure is not None else "-" for figure in figures[2:])]
        told += [digits(node.cost[0]) if node.cost else ""] if cost else []
        rows.append([Text(visible(_levels(node, found.lattice))), *map(Text, told)])
    table(console, headings, rows, right=range(1, len(headings)), widest=0)


def _levels(node: Found, lattice: Mapping[str, Sequence[str]]) -> str:
    kept = {column: node.levels.get(column, column) for column in lattice if node.levels.get(column) != DROPPED}
    return ", ".join(column if level == column else f"{column} {level}" for column, level in kept.items())


def _bound(each: Any) -> str:
    word, limit = next(iter(each.limit.items()))
    subject = " ".join(part for part in (each.measure, each.column, f"({each.group})" if each.group else None) if part)
    if each.nearest is None:
        return f"{subject} {word.replace('_', ' ')} {limit}: no node gives it a value"
    return f"{subject} {word.replace('_', ' ')} {limit}: {digits(each.nearest)} at the nearest, off by {digits(abs(each.nearest - limit))}"


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, "bold"))


def _lines(console: Console, lines: Iterable[str]) -> None:
    for line in lines:
        for text in textwrap.wrap(visible(line), 78, initial_indent="  - ", subsequent_indent="    "):
            console.print(Text(text))
