"""The ladder for other programs: a small document of its own, described in docs/ladder.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlrisk.checking import TOOL
from sqlrisk.frontier import METHOD, Elbow
from sqlrisk.ladders import words
from sqlrisk.ladders.measured import Ladder, Ladders, Rung, Suppressed
from sqlrisk.plain import json_text
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import Measurement

SCHEMA_VERSION = 1


def render(ladders: Ladders) -> str:
    """The document, indented, in UTF-8."""
    releases = [_release(ladder) for ladder in ladders.releases]
    found = {"schema_version": SCHEMA_VERSION, "tool": TOOL, "generated_on": ladders.generated_on, "releases": releases, "exit_code": ladders.exit_code}
    return json_text(found)


def _release(ladder: Ladder) -> dict[str, Any]:
    return {
        "name": ladder.name,
        "relation": ladder.relation,
        "status": "not_measured" if ladder.error else "measured",
        "suppression_limit": ladder.limit.min_class_size,
        "suppression": ladder.limit.values(),
        "rungs": [_rung(rung, ladder) for rung in ladder.rungs],
        "steps": [{"from": step.start.name, "to": step.end.name, "bits_lost": step.bits, "risk_given": step.risk} for step in ladder.steps()],
        "frontier": [point.name for point in ladder.frontier()],
        "elbow": _elbow(ladder),
        "least_query_error": {query: {"rung": name, "value": found.value} for query, (name, found) in words.least_errors(ladder).items()},
        "sentences": list(words.sentences(ladder)) if ladder.rungs else [],
        "error": ladder.error,
    }


def _rung(rung: Rung, ladder: Ladder) -> dict[str, Any]:
    return {
        "rung": rung.name,
        "published": rung.name in (PUBLISHED, ladder.published_twin()),
        "compared": rung in ladder.compared(),
        "levels": rung.levels,
        "quasi_identifiers": rung.quasi_identifiers,
        "rows": rung.rows,
        **_values(rung.figures),
        "sensitive": {column: _values(found) for column, found in rung.sensitive.items()},
        "suppressed": [_suppressed(each) for each in rung.suppressed],
        "suppressed_query_error": _values(rung.query_error),
        "without_value": list(_without_value(rung.measurements())),
    }


def _suppressed(found: Suppressed) -> dict[str, Any]:
    limits = {"k": found.suppression.min_class_size, "suppression": found.suppression.values()}
    return {**limits, "rows": found.rows, "share": found.share, "entropy_bits": found.entropy_bits}


def _values(found: Mapping[str, Measurement]) -> dict[str, Any]:
    return {name: each.value if each.status == "measured" else None for name, each in found.items()}


def _without_value(found: Iterable[Measurement]) -> Iterable[dict[str, Any]]:
    for each in found:
        if each.status != "measured":
            yield {"measure": each.measure, "column": each.column, "status": each.status, "reason": each.reason}


def _elbow(ladder: Ladder) -> dict[str, Any]:
    found = ladder.elbow() if ladder.rungs else "nothing was measured"
    if isinstance(found, Elbow):
        ends = {"from": found.last.name, "to": found.first.name}
        return {"method": METHOD, "rung": found.point.name, "distance": found.distance, **ends, "reason": None}
    return {"method": METHOD, "rung": None, "distance": None, "from": None, "to": None, "reason": found}
