"""A language other than English: its catalogue, read from the folder of its code, and the sentences of the results found again in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sqlrisk.languages import Language, Value
from sqlrisk.languages.templates import Pattern, fill

FORMS = "language.yml"
_ANY_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MOST_SENTENCES = 12
_SENTENCE_ENDS = "; "


@dataclass(frozen=True)
class Forms:
    """How a language writes numbers and days: language.yml of its folder. `grouped_from`: the digits before the comma from which thousands are separated."""

    decimal: str
    thousands: str
    grouped_from: int
    between: str
    day: str
    months: tuple[str, ...]

    def number(self, english: str) -> str:
        """A number as English text has it, rewritten."""
        return _ANY_NUMBER.sub(lambda found: self._rewritten(found[0]), english)

    def interval(self, english: str) -> str:
        """An interval [low, high], rewritten."""
        low, high = english[1:-1].split(", ")
        return f"[{self.number(low)}{self.between}{self.number(high)}]"

    def date(self, day: date) -> str:
        """A day in a sentence."""
        return self.day.format(day=day.day, month=self.months[day.month - 1], year=day.year)

    def _rewritten(self, english: str) -> str:
        whole, point, rest = english.partition(".")
        digits = whole.replace(",", "")
        if len(digits) >= self.grouped_from and "," in whole:
            digits = f"{int(digits):,}".replace(",", self.thousands)
        return digits + (self.decimal + rest if point else "")


class Translated(Language):
    """A language with a catalogue: English template -> its own. What is not in it stays English."""

    def __init__(self, code: str, folder: Path) -> None:
        self.code = code
        catalogue = dict(_catalogue(folder))
        self.forms = Forms(**{**_read(folder / FORMS), "months": tuple(_read(folder / FORMS)["months"])})
        self.templates: Mapping[str, str] = catalogue
        patterns = (Pattern(template, translation) for template, translation in catalogue.items())
        self._patterns = sorted((pattern for pattern in patterns if pattern.kinds), key=lambda pattern: -pattern.weight)
        self._known: dict[str, str | None] = {}

    def say(self, template: str, /, **values: Value) -> str:
        """Our own text in this language; a day among the values is written out."""
        days = {name: self.forms.date(value) for name, value in values.items() if isinstance(value, date)}
        return super().say(self.templates.get(template, template), **{**values, **days})

    def sentence(self, text: str) -> str:
        """A sentence of the results in this language; the same text where it is none of ours."""
        found = self.translated(text)
        return text if found is None else found

    def written(self, value: Value) -> str:
        """A number as the language writes it; a day in figures, a text as it is."""
        english = super().written(value)
        return english if isinstance(value, (str, date)) else self.forms.number(english)

    def translated(self, text: str) -> str | None:
        """A sentence, or several with semicolons between them, in this language; None where it is none of ours."""
        if text not in self._known:
            self._known[text] = None
            self._known[text] = self._found(text)
        return self._known[text]

    def _found(self, text: str) -> str | None:
        if text in self.templates:
            return self.templates[text]
        whole, sure = self._whole(text)
        if sure:
            return whole
        return self._several(text) or whole

    def _whole(self, text: str) -> tuple[str | None, bool]:
        """The text as one sentence, and whether nothing else can be meant."""
        doubtful = None
        for pattern in self._patterns:
            found = pattern.match(text)
            if found is None:
                continue
            said, sure = self._filled(pattern, found)
            if sure:
                return said, True
            doubtful = doubtful or said
        return doubtful, False

    def _filled(self, pattern: Pattern, found: Mapping[str, str]) -> tuple[str, bool]:
        """The sentence with its values; sure where no name has a sentence's end in it, and every sentence inside is ours."""
        values, sure = {}, True
        for name, kind in pattern.kinds.items():
            value = found[name]
            of = {"number": self.forms.number, "interval": self.forms.interval, "sentence": self.translated, "list": self._listed, "date": self._day}.get(kind)
            said = of(value) if of else value
            sure = sure and said is not None and (kind != "name" or _SENTENCE_ENDS not in value)
            values[name] = value if said is None else said
        return fill(pattern.translation, values, {name for name, value in found.items() if value == "1"}), sure

    def _day(self, text: str) -> str:
        return self.forms.date(date.fromisoformat(text))

    def _listed(self, text: str) -> str | None:
        said = [self.translated(part) for part in text.split(", ")]
        known = [each for each in said if each is not None]
        return ", ".join(known) if len(known) == len(said) else None

    def _several(self, text: str) -> str | None:
        """Sentences with semicolons between them, each of which is ours."""
        if text.count(_SENTENCE_ENDS) > _MOST_SENTENCES:
            return None
        for head, rest in _cuts(text):
            first = self.translated(head)
            others = None if first is None else self.translated(rest)
            if first is not None and others is not None:
                return f"{first}{_SENTENCE_ENDS}{others}"
        return None


def _cuts(text: str) -> Iterator[tuple[str, str]]:
    """(before, after) of each semicolon."""
    place = text.find(_SENTENCE_ENDS)
    while place >= 0:
        yield text[:place], text[place + len(_SENTENCE_ENDS) :]
        place = text.find(_SENTENCE_ENDS, place + 1)


def _catalogue(folder: Path) -> Iterator[tuple[str, str]]:
    """(English template, translation) of every file of the folder but that of the forms."""
    for file in sorted(folder.glob("*.yml")):
        if file.name != FORMS:
            yield from _read(file).items()


def _read(file: Path) -> dict[str, Any]:
    import yaml

    found: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) or {}
    return found
