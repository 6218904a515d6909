"""The file that `sqlrisk init` writes: a declaration with a comment for each column, or the same as a model of dbt."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any

import yaml

from sqlrisk.errors import ConfigurationError
from sqlrisk.plain import counted
from sqlrisk.proposals.levels import all_levels
from sqlrisk.recognition.rules import Proposal
from sqlrisk.reports import visible

WIDTH = 100
NO_THRESHOLDS = (
    "Write your limits before you measure, each with its source and reason: `sqlrisk lint` fails until a threshold on k or prosecutor_* stands here."
    " None is proposed: no number is safe for every table. README.md lists the measures."
)
_PLAIN = re.compile(r"[^\W\d]\w*(-\w+)*")
_NOT_NAMES = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


@dataclass(frozen=True)
class Draft:
    """What stands in the file: the relation as declared (`options` of a file and why), the proposals, the day, the profile where one is used."""

    name: str
    relation: str
    found: Sequence[Proposal]
    today: date
    profile: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


def scalar(text: str) -> str:
    """A text as YAML that every reader takes for that text: bare where it is a plain word, else in double quotes; characters that do not show are escaped."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _NOT_NAMES:
        return text
    return str(yaml.safe_dump(text, default_style='"', allow_unicode=visible(text) == text, width=float("inf"))).rstrip("\n")


def comment(text: str, indent: int) -> Iterator[str]:
    """Lines of a comment, wrapped; what is no letter, such as the end of a line, is shown by its code point."""
    plain = visible(" ".join(text.split()))
    yield from (f"{' ' * indent}# {line}" for line in textwrap.wrap(plain, WIDTH - indent, break_on_hyphens=False, break_long_words=True))


def declaration(draft: Draft) -> str:
    """The text of sqlrisk.yml. Raises ConfigurationError for a name that no declaration can hold."""
    _refuse_nul(draft)
    return "\n".join([*_head(draft), "version: 1", *_profile(draft), "releases:", *_release(draft)]) + "\n"


def dbt_model(draft: Draft) -> str:
    """The block of a schema.yml for dbt: the release under config.meta.sqlrisk of the model, the roles under that of its columns."""
    _refuse_nul(draft)
    _refuse_templates([draft.name, *(proposal.name for proposal in draft.found)])
    lines = [*_head(draft), "models:", f"  - name: {scalar(draft.name)}", "    config:", "      meta:", "        sqlrisk:"]
    lines += [*_judged(draft, 10), "    columns:"]
    for first, proposal, levels in zip(_firsts(draft.found), draft.found, all_levels(draft.found), strict=True):
        lines += [
            *_about(proposal, first, 6),
            f"      - name: {scalar(proposal.name)}",
            "        config: {meta: {sqlrisk: " + _inline(_column(proposal, levels)) + "}}",
            *_codes(proposal, 8),
        ]
    return "\n".join(lines) + "\n"


def _refuse_nul(draft: Draft) -> None:
    """Raises ConfigurationError for a name that no declaration can hold."""
    if any("\0" in proposal.name for proposal in draft.found):
        raise ConfigurationError("a column has a name with the character NUL, which no declaration can hold", instead="rename it in the relation")


def _refuse_templates(names: Sequence[str]) -> None:
    """Raises ConfigurationError for a name that dbt would render."""
    if any(mark in name for name in names for mark in ("{{", "{%", "{#")):
        raise ConfigurationError("a column has a name that dbt would take for a template", instead="rename it in the model, or leave --format dbt out")


def year_later(today: date) -> date:
    """The same day a year later; 28 February after 29 February."""
    try:
        return today.replace(year=today.year + 1)
    except ValueError:
        return today.replace(year=today.year + 1, day=28)


def _head(draft: Draft) -> Iterator[str]:
    rows = draft.found[0].facts.patterns.rows
    yield from comment(
        f"Proposed by sqlrisk init on {draft.today} from names, types and counts of {counted(rows, 'row')}; no value of them was read out."
        " Every role is a proposal: read each line, correct it, then delete its comment.",
        0,
    )
    if not any(proposal.role == "quasi_identifier" for proposal in draft.found):
        yield from comment("No column looks like a quasi-identifier, and a release needs one: what could others know of the people in it?", 0)


def _profile(draft: Draft) -> Iterator[str]:
    if draft.profile is not None:
        yield f"profile: {scalar(draft.profile)}"


def _release(draft: Draft) -> Iterator[str]:
    yield f"  - name: {scalar(draft.name)}"
    for note in draft.notes:
        yield from comment(note, 4)
    yield f"    relation: {_inline({'file': draft.relation, **draft.options}) if draft.options else scalar(draft.relation)}"
    yield "    columns:"
    for first, proposal, levels in zip(_firsts(draft.found), draft.found, all_levels(draft.found, draft.options.get("types", ())), strict=True):
        yield from _about(proposal, first, 6)
        yield f"      {scalar(proposal.name)}: {_inline(_column(proposal, levels))}"
        yield from _to_fill(proposal, 8)
    yield from _judged(draft, 4)


def _judged(draft: Draft, indent: int) -> Iterator[str]:
    """What a person decides, and the days."""
    margin = " " * indent
    if any(all_levels(draft.found, draft.options.get("types", ()))):
        yield from comment("The levels are only offered. Until `publish: {column: level}` names one, each column is measured as it is.", indent)
    yield from comment("adversary: {knows: ..., target_in_table: true, access: open}  - against whom? access: open | agreement | internal", indent)
    yield from comment(NO_THRESHOLDS, indent)
    yield f"{margin}thresholds: []"
    if any(proposal.role == "sensitive" for proposal in draft.found):
        yield from comment(
            "A sensitive column wants a threshold with its `column` (max_posterior, distinct_l, t_closeness, ...), or `waived: {column: why}`.", indent
        )
    yield f"{margin}decided_on: {draft.today}"
    yield f"{margin}valid_until: {year_later(draft.today)}"


def _column(proposal: Proposal, levels: Mapping[str, str]) -> dict[str, Any]:
    return {"role": proposal.role, **({"levels": levels} if levels else {})}


def _firsts(found: Sequence[Proposal]) -> Iterator[Proposal]:
    """For each column the first of the columns in a row of which the same is said."""
    for _, alike in groupby(found, lambda each: each.text):
        first, *others = alike
        yield from [first] * (1 + len(others))


def _about(proposal: Proposal, first: Proposal, indent: int) -> Iterator[str]:
    """The comment before a column: why, the counts, what to check, the Safe Harbor hint; the counts alone where `first` has said the rest."""
    facts = proposal.facts
    missing = _missing(proposal)
    counts = f"{facts.column.shown_type[:40]}, {counted(facts.patterns.distinct, 'distinct value')}" + (
        f", {counted(missing, 'row')} without one" if missing else ""
    )
    if first is not proposal:
        yield from comment(f"as `{first.name}`. ({counts})", indent)
        return
    yield from comment(f"{proposal.why}. ({counts})", indent)
    yield from comment(f"Check: {proposal.check}.", indent)
    if proposal.safe_harbor:
        yield from comment(f"HIPAA's Safe Harbor names {proposal.safe_harbor}.", indent)


def _to_fill(proposal: Proposal, indent: int) -> Iterator[str]:
    if proposal.role == "sensitive":
        yield from comment("add harm: {level: low | medium | high | critical, if_reidentified: ...}", indent)
        if _missing(proposal):
            without = f"{_missing(proposal):,} of {counted(proposal.facts.patterns.rows, 'row')} without one"
            yield from comment(f"and null_means: value | not_recorded ({without})", indent)
    yield from _codes(proposal, indent)


def _codes(proposal: Proposal, indent: int) -> Iterator[str]:
    """The line that declares the numbers that may mean "not recorded", each with its rows."""
    codes = proposal.facts.codes
    if codes and proposal.role in ("quasi_identifier", "sensitive"):
        counts = ", ".join(f"{counted(rows, 'row')} {'hold' if rows != 1 else 'holds'} {code}" for code, rows in codes.items())
        why = f"{counts}, apart from the other values: add this line if nothing was recorded there"
        yield from comment(f"missing: [{', '.join(map(str, codes))}]  - {why}", indent)


def _missing(proposal: Proposal) -> int:
    return proposal.facts.patterns.rows - proposal.facts.patterns.filled


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(str(key))}: {_inline(each)}" for key, each in value.items()) + "}"
    return scalar(str(value))
