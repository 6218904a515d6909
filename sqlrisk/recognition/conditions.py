"""What a rule asks of a column: its name, its type, how its values are written and how many there are. Each says in words what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import floor

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.evidence import ColumnPatterns
from sqlrisk.recognition.words import says

MOSTLY = 0.8
"""The share of the values that must be written in a pattern: a check digit is right by chance once in 97 or 23, but once in 10 for some."""
NEAR_UNIQUE, ENOUGH, FREE_TEXT = 0.9, 20, 40
"""Distinct values over rows from which a column is nearly unique; rows from which that says something; mean characters of free text."""
WRITTEN = {
    "email": "like e-mail addresses",
    "url": "like web addresses",
    "ip_address": "like network addresses",
    "uuid": "as UUIDs",
    "hash": "like hashes (32, 40, 64 or 128 hexadecimal digits)",
    "iban": "as IBANs, the remainder by 97 right",
    "dni": "as Spanish DNI or NIE, the check letter right",
    "nir": "as French NIR, the check digits right",
    "codice_fiscale": "like Italian codici fiscali",
    "nif": "as Portuguese NIF, the check digit right",
    "cpf": "as Brazilian CPF, the check digits right",
    "ssn": "like United States social security numbers",
    "card": "as card numbers (Luhn's check digit right)",
    "phone": "like telephone numbers (9 to 15 digits)",
    "coordinates": "as pairs of coordinates",
    "iso_date": "as dates, year first",
    "other_date": "as dates",
    "five_digits": "with five digits",
    "year": "as years from 1900 to 2099",
}
"""Pattern of the kernel column_patterns -> how its values are written, in words."""


@dataclass(frozen=True)
class Facts:
    """What is known of a column: its name and type in the catalogue, the counts of its values, the names of the columns beside it.

    `codes`: numbers that may mean "not recorded" -> the rows that hold them.
    """

    column: CatalogueColumn
    patterns: ColumnPatterns
    beside: tuple[str, ...] = field(default=())
    codes: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers, or all written as such with one decimal mark: a leading zero makes a code of them."""
        counts, filled = self.patterns.counts, self.patterns.filled
        written = [counts.get("integer", 0) + counts.get(mark, 0) for mark in ("decimal", "decimal_comma")]
        return self.column.is_number or (self.column.is_text and bool(filled) and max(written) == filled and not counts.get("leading_zero"))

    @property
    def is_integer(self) -> bool:
        """Whether they are whole numbers, one and all."""
        counts, filled = self.patterns.counts, self.patterns.filled
        return bool(filled) and counts.get("integer", 0) == filled and not counts.get("leading_zero")

    @property
    def is_moment(self) -> bool:
        """Whether its type is that of a day or a time."""
        return self.column.type.upper().startswith(("DATE", "TIMESTAMP", "TIME", "NULLABLE(DATE"))


@dataclass(frozen=True)
class Condition:
    """A question about a column, and what to say where the answer is yes; the `topic` of a name or `how` values are written, where it asks that."""

    holds: Callable[[Facts], bool]
    why: Callable[[Facts], str]
    topic: str | None = None
    how: str | None = None


def named(topic: str) -> Condition:
    """Its name holds a phrase of the topic."""
    said = "its name says {topic} (`{phrase}`)"
    return Condition(
        lambda facts: says(facts.column.name, topic) is not None,
        lambda facts: said.format(topic=topic, phrase=says(facts.column.name, topic)),
        topic,
    )


def written(*patterns: str, at_least: float = MOSTLY) -> Condition:
    """So large a share of its values is written in one of the patterns."""
    how = " or ".join(WRITTEN[name] for name in patterns)
    return Condition(
        lambda facts: facts.patterns.share(*patterns) >= at_least,
        lambda facts: f"{share_text(facts.patterns.share(*patterns))} are written {how}",
        how=how,
    )


def without_words(question: Callable[[Facts], bool]) -> Condition:
    """A question whose answer goes without saying."""
    return Condition(question, lambda _: "")


def _distinct(facts: Facts) -> str:
    return f"{facts.patterns.distinct:,} distinct values in {facts.patterns.filled:,} rows"


near_unique = Condition(
    lambda facts: facts.patterns.filled >= ENOUGH and facts.patterns.distinct_share >= NEAR_UNIQUE, lambda f: f"nearly unique: {_distinct(f)}"
)
repeated = Condition(
    lambda facts: facts.patterns.filled > 1.05 * facts.patterns.distinct and (facts.patterns.distinct >= ENOUGH or facts.patterns.distinct_share >= 0.1),
    lambda facts: f"several rows a value: {_distinct(facts)}",
)
few_values = Condition(
    lambda facts: facts.patterns.filled >= ENOUGH and facts.patterns.distinct_share < 0.5 and facts.patterns.distinct < 100,
    lambda facts: f"few values: {_distinct(facts)}",
)
varied = without_words(lambda facts: not (few_values.holds(facts) and facts.patterns.distinct <= 10))
no_quantity = without_words(lambda facts: not (facts.is_number and (few_values.holds(facts) or facts.patterns.share("decimal", "decimal_comma") >= 0.5)))
number = without_words(lambda facts: facts.is_number)
measured = without_words(lambda facts: facts.is_number and not facts.is_integer)
text = without_words(lambda facts: facts.column.is_text)
moment = Condition(lambda facts: facts.is_moment, lambda facts: f"its type is {facts.column.shown_type}")
nested = Condition(
    lambda facts: facts.column.is_nested or facts.column.is_ambiguous,
    lambda facts: f"its type {facts.column.shown_type[:40]} is nested, or equal in several ways",
)
empty = Condition(lambda facts: not facts.patterns.filled, lambda _: "no row has a value: nothing can be learnt of it")
long_text = Condition(
    lambda facts: facts.patterns.mean_length >= FREE_TEXT and (facts.patterns.distinct_share >= 0.5 or facts.patterns.filled < ENOUGH),
    lambda facts: f"long text: {facts.patterns.mean_length:.0f} characters on average, {_distinct(facts)}",
)
wordy = Condition(
    lambda facts: facts.column.is_text and (facts.patterns.share("words") >= 0.3 or facts.patterns.mean_length >= 20),
    lambda facts: f"sentences: {share_text(facts.patterns.share('words'))} have four words or more",
)
beside_a_body = without_words(lambda facts: any(says(name, "the measures of a body") for name in facts.beside))


def share_text(share: float) -> str:
    """A share of the values in words: all only where it is all, else a percentage cut, never rounded up to 100."""
    return "all values" if share == 1 else f"{floor(share * 1000) / 10:g} % of the values"
