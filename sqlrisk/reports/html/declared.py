"""The hypotheses that the figures stand on, and what was not declared, each with what that means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlrisk import wording
from sqlrisk.languages import Language
from sqlrisk.planning import PUBLISHED
from sqlrisk.report import ReleaseReport
from sqlrisk.reports.html.views import Block, Cell, Facts, Section, Table

MOST_NAMES = 24
ROLES = ("identifier", "quasi_identifier", "sensitive", "insensitive", "entity", "cluster", "weight")


def hypotheses(release: ReleaseReport, language: Language) -> Section | None:
    """What is declared, as facts; what is not, as a table. None where the declaration is wrong."""
    if not release.is_declared:
        return None
    blocks: list[Block] = [Facts(tuple(_facts(release, language)))]
    missing = tuple((Cell(what), Cell(meaning)) for what, meaning in undeclared(release, language))
    if missing:
        headings = (language.say("not declared"), language.say("what that means"))
        blocks.append(Table(language.say("What was not declared"), headings, missing, widths=(32,)))
    return Section("hypotheses", language.say("Hypotheses, and what was not declared"), tuple(blocks))


def _facts(release: ReleaseReport, language: Language) -> Iterator[tuple[str, Cell]]:
    told, say, sentence = release.hypotheses, language.say, language.sentence
    yield say("quasi-identifiers"), Cell(", ".join(told.get("quasi_identifiers", ())))
    yield say("sensitive columns"), Cell(", ".join(told.get("sensitive", ())) or say("none"))
    yield say("other columns"), Cell(_other_roles(told, language) or say("none"))
    yield say("adversary"), Cell(sentence(told["adversary"]["described"]))
    yield say("population"), Cell(wording.population_text(release, language))
    yield say("mitigation that the verdict stands on"), Cell(sentence(told.get("mitigation") or "not measured"))
    if told.get("where"):
        yield say("filter"), Cell(told["where"], code=True)
    if told.get("groups"):
        yield say("groups judged apart"), Cell(", ".join(told["groups"]))
    if told.get("composes_with"):
        yield say("other releases about the same people"), Cell(", ".join(told["composes_with"]))
    for column, reason in told.get("waived", {}).items():
        yield say("waived: {column}", column=column), Cell(reason)
    if told.get("threshold_profile"):
        profile = told["threshold_profile"]
        yield say("threshold profile"), Cell(profile["name"], "; ".join(filter(None, (profile.get("source"), profile.get("reason")))))
    if release.status == "measured":
        yield say("estimators"), Cell(wording.estimator_text(release, language))


def _other_roles(told: Mapping[str, Any], language: Language) -> str:
    """The columns that are neither, by role; those beyond a page's measure are counted."""
    parts = []
    for role in (role for role in ROLES if role not in ("quasi_identifier", "sensitive")):
        names = [name for name, given in told.get("roles", {}).items() if given == role]
        if names:
            more = language.say(" and {rest} more", rest=len(names) - MOST_NAMES) if len(names) > MOST_NAMES else ""
            parts.append(f"{language.sentence(role)}: {', '.join(names[:MOST_NAMES])}{more}")
    return "; ".join(parts)


def undeclared(release: ReleaseReport, language: Language) -> Iterator[tuple[str, str]]:
    """(what, what that means) of each hypothesis that nobody declared."""
    told, say = release.hypotheses, language.say
    if not told.get("adversary", {}).get("declared"):
        yield say("an adversary"), say("judged as if anybody who has the table knew that their target is in it (prosecutor)")
    yield from _of_population(told, language)
    if "entity" not in told.get("roles", {}).values():
        yield say("an entity column"), say("every row counts as a person: where people have several rows, fewer people hide one another than k says")
    if not told.get("sensitive"):
        yield say("a sensitive column"), say("what a class tells of those in it is not measured (inference)")
    harmless = ", ".join(column for column, harm in told.get("harm", {}).items() if not harm)
    if harmless:
        yield say("the harm of {columns}", columns=harmless), say("probability stands without severity")
    if not told.get("groups"):
        yield say("groups"), say("whether some people are at higher risk, or lose more by suppression, than the average is not known")
    if not told.get("composes_with"):
        yield say("other releases about the same people"), say("what several releases tell together is not measured (linkability)")
    if not told.get("utility"):
        yield say("utility queries"), say("what is left for the analyst is known in bits only: no answer was held against that of the source")
    if release.status == "measured" and not any(name != PUBLISHED for name, _ in wording.ladder(release)):
        yield say("a ladder"), say("what finer or coarser levels would keep and give away is not known")
    if not told.get("membership_sensitive"):
        yield say("that being in the table is a secret"), say("presence is not judged: to be in the table is taken to tell nothing")
    yield from _of_decision(told, language)


def _of_population(told: Mapping[str, Any], language: Language) -> Iterator[tuple[str, str]]:
    say, population = language.say, told.get("population") or {}
    known = any(key in population for key in ("relation", "size", "sampling_fraction"))
    if not known:
        yield say("a population"), say("the sampling fraction is taken to be 1: every row is its own population")
    elif "relation" not in population and not population.get("random_sample"):
        yield say("that the rows are a random sample"), say("figures about the population are shown and cannot be interpreted")


def _of_decision(told: Mapping[str, Any], language: Language) -> Iterator[tuple[str, str]]:
    say = language.say
    if not told.get("decision"):
        yield say("a decision"), say("who decided, why and over which alternatives is not recorded")
    if not told.get("review_when"):
        yield say("when to review"), say("only the day of expiry asks for a new measurement")
