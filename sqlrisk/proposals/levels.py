"""The levels that a type makes evident, and the types that a CSV file's columns need: offered, published only where a person says so."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from sqlrisk.expressions import ExpressionError, columns, parse
from sqlrisk.names import free_name
from sqlrisk.recognition.conditions import Facts
from sqlrisk.recognition.rules import Proposal
from sqlrisk.recognition.words import says
from sqlrisk.relations import quoted

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*")


def levels(proposal: Proposal, typed: Container[str] = ()) -> dict[str, str]:
    """Level -> expression, from fine to coarse; none where the type does not make them evident. `typed`: text columns that are read as numbers."""
    facts = proposal.facts
    if proposal.role != "quasi_identifier" or facts.column.is_nested:
        return {}
    name = _in_an_expression(proposal.name)
    if facts.column.is_text and facts.is_number and proposal.name not in typed and not facts.patterns.counts.get("five_digits"):
        filled = f"nullif({name}, '')" if facts.patterns.empty else name
        name = f"cast({filled} as {'integer' if facts.is_integer else 'double'})"
    return {f"{proposal.name}{ending}": expression.replace("{}", name) for ending, expression in _evident(facts).items()}


def _evident(facts: Facts) -> Mapping[str, str]:
    """What is put after the name -> the expression, {} for the column."""
    share = facts.patterns.share
    if says(facts.column.name, "an age") and facts.is_integer and not re.search(r"\d", facts.column.name):
        return {"5": "floor({} / 5) * 5", "10": "floor({} / 10) * 10"}
    if facts.column.type.upper().startswith(("DATE", "TIMESTAMP")):
        return {"_month": "extract(year from {}) * 100 + extract(month from {})", "_year": "extract(year from {})"}
    if facts.column.is_text and share("iso_date") == 1:
        return {"_month": "substring({}, 1, 7)", "_year": "substring({}, 1, 4)"}
    if says(facts.column.name, "a postcode") and share("five_digits") == 1:
        whole = "{}" if facts.column.is_text else "cast({} as text)"
        return {"3": f"substring({whole}, 1, 3)", "2": f"substring({whole}, 1, 2)"}
    if says(facts.column.name, "a coordinate") and facts.is_number:
        return {"_tenth": "floor({} * 10)", "_degree": "floor({})"}
    return {}


def _in_an_expression(name: str) -> str:
    """The name as expressions take it: in quotes where it is not a plain word, or a word of SQL."""
    try:
        if _PLAIN.fullmatch(name) and columns(parse(name)) == [name]:
            return name
    except ExpressionError:
        pass
    return quoted(name, "duckdb")


def all_levels(found: Sequence[Proposal], typed: Container[str] = ()) -> list[dict[str, str]]:
    """The levels of each column, every one under a name that no column and no other level has."""
    taken = [proposal.name for proposal in found]
    listed = []
    for proposal in found:
        renamed = {}
        for name, expression in levels(proposal, typed).items():
            renamed[free_name(name, taken)] = expression
            taken.append(free_name(name, taken))
        listed.append(renamed)
    return listed


def csv_types(found: Sequence[Proposal]) -> dict[str, str]:
    """The type of each column of a CSV file that must be a number for its role or its levels; the others stay text."""
    return {proposal.name: _type(proposal.facts) for proposal in found if _is_reckoned(proposal)}


def _is_reckoned(proposal: Proposal) -> bool:
    facts = proposal.facts
    topics = ("an age", "a coordinate")
    banded = proposal.role == "quasi_identifier" and any(says(proposal.name, topic) for topic in topics)
    return facts.column.is_text and facts.is_number and (banded or proposal.role in ("weight", "sensitive"))


def _type(facts: Facts) -> str:
    return "BIGINT" if facts.is_integer else "DOUBLE"
