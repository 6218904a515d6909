"""The languages of the reports for people: the templates are English, each folder beside this file holds those of another language."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from pathlib import Path

from sqlrisk.languages.templates import fill
from sqlrisk.plain import digits

Value = str | int | float | Fraction | date


class Language:
    """How reports are worded: English is the text itself."""

    code = "en"

    def say(self, template: str, /, **values: Value) -> str:
        """Our own text from its English template: `{rows}` is a value, `{rows|row is|rows are}` the form that agrees with it.

        Numbers and dates among the values are written as the language writes them, texts stand as they are.
        """
        return fill(template, {name: self.written(value) for name, value in values.items()}, {name for name, value in values.items() if value in (1, "1")})

    def sentence(self, text: str) -> str:
        """A sentence of the results, which hold English, in this language; the same text where it is none of ours."""
        return text

    def number(self, english: str) -> str:
        """A number that is written already, as English has it, in this language."""
        return english

    def percent(self, english: str) -> str:
        """A percentage that is written already, as English has it, in this language."""
        return self.say("{share}%", share=self.number(english.removesuffix("%")))

    def listed(self, sentences: Iterable[str], between: str = "; ") -> str:
        """Sentences of the results in this language, joined."""
        return between.join(map(self.sentence, sentences))

    def written(self, value: Value) -> str:
        """A number with thousands separated or four significant digits, a day; a text as it is."""
        return value if isinstance(value, str) else value.isoformat() if isinstance(value, date) else digits(value)


ENGLISH = Language()


def codes() -> list[str]:
    """The languages that are here: English, and each folder."""
    return sorted([ENGLISH.code, *(folder.name for folder in _folders())])


@functools.cache
def language(code: str) -> Language:
    """The language of a code; KeyError for one that is not here."""
    if code == ENGLISH.code:
        return ENGLISH
    from sqlrisk.languages.translated import Translated

    return {folder.name: Translated(folder.name, folder) for folder in _folders() if folder.name == code}[code]


def _folders() -> Iterable[Path]:
    """The folders of catalogues, beside this file."""
    return (folder for folder in Path(__file__).parent.iterdir() if folder.is_dir() and not folder.name.startswith("_"))
