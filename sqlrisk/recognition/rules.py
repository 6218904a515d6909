"""The proposal of roles: rules in order, the first whose conditions all hold says the role. It reads as a specification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlrisk.declaration import ColumnRole
from sqlrisk.recognition.conditions import (
    Condition,
    Facts,
    beside_a_body,
    empty,
    few_values,
    long_text,
    measured,
    moment,
    named,
    near_unique,
    nested,
    no_quantity,
    number,
    repeated,
    text,
    varied,
    wordy,
    written,
)
from sqlrisk.recognition.words import says

_NEVER = "never published: the check fails where it is"
_ELSE_WHAT = "if many people could know it, leave it so; identifier if it names one person; sensitive if it is what harms"
_KNOWN = "leave it so, unless its values name one person each"
_SEVERAL = "entity if several rows, or several releases, are of one person and it says whose"
_HARM = "say under `harm` what its disclosure would do; quasi_identifier if others can know it of somebody"
_SPECIAL = "of a special category (GDPR, article 9) too: sensitive if others cannot see or look it up"
_DAY = "publish the year or a band of it"


@dataclass(frozen=True)
class Rule:
    """A role, the conditions under which it is proposed, what to check, and which of the Safe Harbor identifiers (45 CFR 164.514(b)(2)) it may be.

    `recognises`: a column that it fits identifies people, whatever role is declared for it: a check refuses to see it published.
    """

    role: ColumnRole
    when: tuple[Condition, ...]
    check: str
    safe_harbor: str | None = None
    recognises: bool = False

    def holds(self, facts: Facts) -> bool:
        """Whether every condition holds."""
        return all(condition.holds(facts) for condition in self.when)


@dataclass(frozen=True)
class Proposal:
    """The role proposed for a column, why, what to check, and the Safe Harbor hint; `facts` is what it stands on."""

    facts: Facts
    role: ColumnRole
    why: str
    check: str
    safe_harbor: str | None = None

    @property
    def name(self) -> str:
        """The column's name in the catalogue."""
        return self.facts.column.name

    @property
    def text(self) -> tuple[str | None, ...]:
        """All that is said of the column but its counts: the same for columns that are alike, such as the questions of a survey."""
        return self.role, self.why, self.check, self.safe_harbor


RULES: tuple[Rule, ...] = (
    Rule("quasi_identifier", (nested,), "publish a level of it that is text: the check refuses it as it is"),
    # what its values are, whatever the name
    Rule("identifier", (written("email"),), _NEVER, "electronic mail addresses", recognises=True),
    Rule("identifier", (written("iban"),), _NEVER, "account numbers", recognises=True),
    Rule("identifier", (written("dni"),), _SEVERAL, "certificate and license numbers", recognises=True),
    Rule("identifier", (written("ssn"),), _SEVERAL, "social security numbers", recognises=True),
    Rule("identifier", (written("nir"),), _SEVERAL, "social security numbers", recognises=True),
    Rule("identifier", (written("codice_fiscale"),), _SEVERAL, "any other unique identifying number", recognises=True),
    Rule("identifier", (written("cpf"),), _SEVERAL, "any other unique identifying number", recognises=True),
    Rule("identifier", (written("nif"), varied), _SEVERAL, "any other unique identifying number", recognises=True),
    Rule("identifier", (written("card"), varied), _NEVER, "account numbers", recognises=True),
    Rule("cluster", (named("a household"), repeated), "the rows of one household share its risk; identifier if it is no household"),
    Rule("entity", (named("whose the row is"), repeated), "its rows are counted as one person; one such column a release", recognises=True),
    Rule("entity", (named("an identifier"), written("uuid", "hash"), repeated), "a pseudonym that says whose the row is? identifier if not", recognises=True),
    Rule(
        "identifier", (written("uuid", "hash"), varied), "a pseudonym is still an identifier; " + _SEVERAL, "any other unique identifying code", recognises=True
    ),
    Rule("identifier", (written("ip_address"),), _NEVER, "Internet protocol addresses", recognises=True),
    Rule("identifier", (written("url"),), _NEVER, "web addresses", recognises=True),
    Rule("quasi_identifier", (written("coordinates"),), "a place exact to the metre singles out a home: publish a coarse area", "places smaller than a state"),
    Rule("identifier", (long_text,), "free text can name people: leave it out, or publish a coded column made of it", "any of the eighteen, inside the text"),
    # what the name says that points at one person
    Rule("identifier", (named("an e-mail address"), varied, no_quantity), _NEVER, "electronic mail addresses", recognises=True),
    Rule("identifier", (named("a telephone or fax number"), varied, no_quantity), _NEVER, "telephone and fax numbers", recognises=True),
    Rule("identifier", (named("a person's name"), varied, no_quantity), "quasi_identifier if it names a thing, not a person", "names", recognises=True),
    Rule(
        "identifier", (named("a national identity number"), varied, no_quantity), _SEVERAL, "social security, certificate and license numbers", recognises=True
    ),
    Rule("identifier", (named("a record number"), varied, no_quantity), _SEVERAL, "medical record numbers", recognises=True),
    Rule("identifier", (named("an account, card or policy number"), varied, no_quantity), _NEVER, "account and health plan numbers", recognises=True),
    Rule("identifier", (named("a vehicle"), varied, no_quantity), _NEVER, "vehicle identifiers and license plates", recognises=True),
    Rule(
        "identifier", (named("a device or an address of a network"), varied, no_quantity), _NEVER, "device identifiers, web and IP addresses", recognises=True
    ),
    Rule(
        "identifier",
        (named("a picture or a measure of the body that recognises people"), varied, no_quantity),
        _NEVER,
        "biometric identifiers and photographs",
        recognises=True,
    ),
    Rule(
        "identifier",
        (named("a street address"), varied, no_quantity),
        "quasi_identifier at the level of a town or larger",
        "places smaller than a state, street address included",
        recognises=True,
    ),
    Rule(
        "identifier",
        (named("free text"), wordy),
        "free text can name people: leave it out, or publish a coded column made of it",
        "any of the eighteen, inside the text",
    ),
    Rule("quasi_identifier", (named("whose the row is"), few_values), "a kind of person? " + _KNOWN),
    Rule(
        "identifier",
        (named("whose the row is"), varied, no_quantity),
        "one row a person here; " + _SEVERAL,
        "any other unique identifying number",
        recognises=True,
    ),
    Rule(
        "identifier",
        (named("a household"), near_unique),
        "one row a household here; cluster if several rows are of one",
        "any other unique identifying number",
        recognises=True,
    ),
    Rule("identifier", (named("an identifier"), near_unique), _SEVERAL, "any other unique identifying number", recognises=True),
    Rule("quasi_identifier", (named("an identifier"), few_values), "the code of a place or a kind? " + _KNOWN),
    Rule(
        "identifier",
        (named("an identifier"), varied, no_quantity),
        "quasi_identifier if it is the code of a place or a kind; " + _SEVERAL,
        "any other unique identifying number",
    ),
    # what others can know of somebody
    Rule("quasi_identifier", (named("a sampling weight"), beside_a_body), "the weight of a body? sensitive if its disclosure harms"),
    Rule("weight", (named("a sampling weight"), number), "how many people of the population a row stands for; else quasi_identifier: a weight is not measured"),
    Rule("quasi_identifier", (named("a day of birth or death"),), _DAY, "dates more exact than the year"),
    Rule("quasi_identifier", (named("an age"),), "publish a band of it", "ages over 89"),
    Rule("quasi_identifier", (named("sex or gender"),), "leave it so: who meets a person knows it"),
    Rule(
        "quasi_identifier", (named("a postcode"),), "publish its first digits", "places smaller than a state, but for three digits of a large enough ZIP area"
    ),
    Rule("quasi_identifier", (named("a coordinate"),), "publish a coarse area", "places smaller than a state"),
    Rule("quasi_identifier", (named("race or ethnicity"),), _SPECIAL),
    Rule("quasi_identifier", (named("where somebody comes from"),), _KNOWN),
    Rule("quasi_identifier", (named("a place"),), "publish a larger area", "places smaller than a state"),
    Rule("quasi_identifier", (named("a family"),), _KNOWN),
    Rule("quasi_identifier", (named("education"),), _KNOWN),
    Rule("quasi_identifier", (named("work"),), _KNOWN),
    Rule("quasi_identifier", (moment,), _DAY, "dates more exact than the year"),
    Rule("quasi_identifier", (written("iso_date", "other_date"),), _DAY, "dates more exact than the year"),
    Rule("quasi_identifier", (named("a day or a time"),), _DAY, "dates more exact than the year"),
    # what harms when it is learnt
    Rule("sensitive", (named("health"),), _HARM),
    Rule("sensitive", (named("belief, politics, union or sex life"),), _HARM),
    Rule("sensitive", (named("an offence or a judgment"),), _HARM),
    Rule("sensitive", (named("money"),), _HARM),
    Rule("sensitive", (named("a grade or a score"), number), _HARM),
    Rule("quasi_identifier", (named("free text"), few_values), "a remark of few words? " + _ELSE_WHAT),
    # what the values say where the name says nothing
    Rule("identifier", (written("phone"), text, near_unique), _KNOWN + ", else quasi_identifier", "telephone numbers", recognises=True),
    Rule("quasi_identifier", (near_unique, measured), "publish a band of it; " + _KNOWN),
    Rule("identifier", (near_unique,), "quasi_identifier if it is a measurement (then publish a band); " + _SEVERAL, "any other unique identifying number"),
    Rule("quasi_identifier", (empty,), _ELSE_WHAT),
    Rule("quasi_identifier", (written("year"), number), "a year of birth? " + _ELSE_WHAT),
)
"""In order; a column that none of them fits is a quasi-identifier, since that role measures it."""

UNKNOWN = Rule("quasi_identifier", (), _ELSE_WHAT)
_ONE_A_RELEASE: dict[ColumnRole, ColumnRole] = {"entity": "identifier", "cluster": "identifier", "weight": "quasi_identifier"}


def propose(facts: Facts) -> Proposal:
    """The proposal for one column."""
    rule = next((rule for rule in RULES if rule.holds(facts)), UNKNOWN)
    why = "; ".join(said for said in (condition.why(facts) for condition in rule.when) if said)
    nothing = f"its name and values say nothing ({facts.patterns.distinct:,} distinct): measured, when in doubt"
    return Proposal(facts, rule.role, why or nothing, rule.check, rule.safe_harbor)


def recognised(facts: Facts) -> str | None:
    """Why a column identifies people, in words without any figure; None where nothing says so."""
    rule = next((rule for rule in RULES if rule.holds(facts)), UNKNOWN)
    if not rule.recognises:
        return None
    how = next((condition.how for condition in rule.when if condition.how), None)
    topic = next((condition.topic for condition in rule.when if condition.topic), None)
    return f"its values are written {how}" if how else f"its name says {topic}"


def may_be_named(name: str, *, of_people: bool = False) -> bool:
    """Whether a name alone could make a column an identifier: then its values are worth a look. `of_people`: a bare `id` is not enough."""
    topics = {condition.topic for rule in RULES if rule.recognises for condition in rule.when if condition.topic is not None}
    return any(says(name, topic) for topic in topics if not (of_people and topic == "an identifier"))


def proposals(columns: Sequence[Facts]) -> list[Proposal]:
    """The proposals for the columns of a relation, in order: one entity, cluster and weight column at most, the others in the role that protects."""
    seen: set[ColumnRole] = set()
    found = []
    for proposal in map(propose, columns):
        if proposal.role in seen and proposal.role in _ONE_A_RELEASE:
            other = f"{proposal.why}; another column is the {proposal.role} already, and a release has one"
            proposal = replace(proposal, role=_ONE_A_RELEASE[proposal.role], why=other)
        seen.add(proposal.role)
        found.append(proposal)
    return found
