"""A language other than English: its catalogue, read from the folder of its code, and the sentences of the results found again in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sqlrisk.languages import Language, Value
from sqlrisk.languages.templates import Pattern, fill

FORMS = "language.yml"
_ANY_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MORE = re.compile(r"(.+) and ([\d,]+) more", re.DOTALL)
_SUBJECT = re.compile(r"(\w+) (of|in) (.+)", re.DOTALL)
_PLACE = re.compile(r"level (\d+)")
_LABELS = ("the whole release", "published")
_MOST_CUTS, _MOST_LISTED = 12, 60
_SENTENCE_ENDS, _LIST, _HEAD = _ENDS = "; ", ", ", ": "
_DOUBTFUL = {"name": _ENDS, "subject": _ENDS, "label": _ENDS, "level": _ENDS, "names": (_SENTENCE_ENDS, _HEAD)}


@dataclass(frozen=True)
class Forms:
    """How a language writes numbers and days: language.yml of its folder. `grouped_from`: the digits before the comma from which thousands are separated."""

    decimal: str
    thousands: str
    grouped_from: int
    day: str
    months: tuple[str, ...]

    def number(self, english: str) -> str:
        """A number as English text has it, rewritten."""
        return _ANY_NUMBER.sub(lambda found: self._rewritten(found[0]), english)

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
        self._kinds: Mapping[str, Callable[[str], str | None]] = {
            "number": self._number,
            "date": self._day,
            "figure": self._figure,
            "names": self._names,
            "subject": self._subject,
            "label": self._label,
            "level": self._level,
            "sentence": self.translated,
            "list": self._listed,
        }

    def say(self, template: str, /, **values: Value) -> str:
        """Our own text in this language; a day among the values is written out."""
        days = {name: self.forms.date(value) for name, value in values.items() if isinstance(value, date)}
        return super().say(self.templates.get(template, template), **{**values, **days})

    def sentence(self, text: str) -> str:
        """A sentence of the results in this language; the same text where it is none of ours."""
        found = self.translated(text)
        return text if found is None else found

    def number(self, english: str) -> str:
        """A number that is written already, as English has it, in this language."""
        return self.forms.number(english)

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
        error = self._lines(text)
        if error is not None:
            return error
        whole, sure = self._whole(text)
        if sure:
            return whole
        return self._several(text) or self._listed(text) or self._after_a_name(text) or whole

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
        """The sentence with its values; sure where no name may be several sentences, and every sentence inside is ours."""
        values, sure = {}, True
        for name, kind in pattern.kinds.items():
            value = found[name]
            said = self._kinds[kind](value) if kind in self._kinds else value
            sure = sure and said is not None and not any(end in value for end in _DOUBTFUL.get(kind, ()))
            values[name] = value if said is None else said
        return fill(pattern.translation, values, {name for name, value in found.items() if value == "1"}), sure

    def _number(self, text: str) -> str:
        few = text.removeprefix("fewer than ")
        number = self.forms.number(few)
        return number if few == text else self.say("fewer than {limit}", limit=number)

    def _day(self, text: str) -> str | None:
        try:
            return self.forms.date(date.fromisoformat(text))
        except ValueError:
            return None

    def _figure(self, text: str) -> str:
        """A measure's value, its interval or why there is none, as number_text has them."""
        point, bracket, interval = text.partition("[")
        if not bracket:
            return self.forms.number(text) if text[-1].isdigit() else self.templates.get(text, text)
        low, high = map(self.forms.number, interval[:-1].split(", "))
        return self.forms.number(point) + self.say("[{low}, {high}]", low=low, high=high)

    def _names(self, text: str) -> str:
        found = _MORE.fullmatch(text)
        return self.say("{names} and {count} more", names=found[1], count=self.forms.number(found[2])) if found else text

    def _subject(self, text: str) -> str:
        """A measure with its column, or with its group; what users named stays as it is."""
        found = _SUBJECT.fullmatch(text)
        if found is None:
            return text
        return f"{found[1]} {self.say('of {column}', column=found[3]) if found[2] == 'of' else self.say('in {group}', group=found[3])}"

    def _label(self, text: str) -> str:
        """A group or a rung: named by users, but for these."""
        column = text.removesuffix(" is null")
        if column != text and "=" not in column:
            return self.say("{column} is null", column=column)
        return self.say(text) if text in _LABELS else text

    def _level(self, text: str) -> str:
        """A level of a hierarchy that has no name is called by its place."""
        found = _PLACE.fullmatch(text)
        return self.say("level {place}", place=found[1]) if found else self.say(text) if text == "value" else text

    def _lines(self, text: str) -> str | None:
        """An error: what is wrong, and below it what to write instead."""
        lines = text.split("\n    ")
        said = [self.translated(line) for line in lines] if len(lines) > 1 else []
        return "\n    ".join(line if each is None else each for line, each in zip(lines, said, strict=True)) if any(said) else None

    def _after_a_name(self, text: str) -> str | None:
        """A sentence of ours after a release, a file or what was asked, and a colon."""
        for head, rest in _cuts(text, _HEAD):
            said = self.translated(rest)
            if said is not None:
                name = self.translated(head) if " " in head else None
                return f"{name or head}{_HEAD}{said}"
        return None

    def _listed(self, text: str) -> str | None:
        """Sentences with commas between them, each of which is ours; of one, that one."""
        if _LIST not in text:
            return self.translated(text)
        said = [self.translated(part) for part in text.split(_LIST, _MOST_LISTED)]
        known = [each for each in said if each is not None]
        return _LIST.join(known) if len(known) == len(said) else None

    def _several(self, text: str) -> str | None:
        """Sentences with semicolons between them, each of which is ours."""
        for head, rest in _cuts(text, _SENTENCE_ENDS):
            first = self.translated(head)
            others = None if first is None else self.translated(rest)
            if first is not None and others is not None:
                return f"{first}{_SENTENCE_ENDS}{others}"
        return None


def _cuts(text: str, between: str) -> Iterator[tuple[str, str]]:
    """(before, after) of each place where a text may be cut, from the left; none where there are too many: sentences of ours have few."""
    if text.count(between) > _MOST_CUTS:
        return
    place = text.find(between)
    while place >= 0:
        yield text[:place], text[place + len(between) :]
        place = text.find(between, place + 1)


def _catalogue(folder: Path) -> Iterator[tuple[str, str]]:
    """(English template, translation) of every file of the folder but that of the forms."""
    for file in sorted(folder.glob("*.yml")):
        if file.name != FORMS:
            yield from _read(file).items()


def _read(file: Path) -> dict[str, Any]:
    import yaml

    found: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) or {}
    return found
