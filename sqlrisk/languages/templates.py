"""Templates: literal text with `{name}`, `{name|one row|more rows}` and, in the keys of a catalogue that are matched with sentences, `{name:kind}`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+)|\|([^|{}]*)\|([^|{}]*))?\}")
_NUMBER = r"-?(?:\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?|inf|nan)"
KINDS = {
    "number": rf"{_NUMBER}|fewer than {_NUMBER}",
    "figure": rf"{_NUMBER}|(?:{_NUMBER} )?\[{_NUMBER}, {_NUMBER}\]|not measured|infinite",
    "date": r"\d{4}-\d{2}-\d{2}",
    "word": r"\w+",
    "name": ".+?",
    "subject": ".+?",
    "names": ".+?",
    "label": ".+?",
    "level": ".+?",
    "text": ".+?",
    "sentence": ".+?",
    "list": ".+?",
}
"""What a placeholder of a sentence holds: a number, a measure's figure, a day, a word; a name, a measure with its column, several names with how many more,
the name of a group or rung, that of a level of a hierarchy; text of users, which may hold anything; a sentence of ours, or several with commas between
them."""


def fill(template: str, values: Mapping[str, str], single: Collection[str] = ()) -> str:
    """The template with its values; of two forms the first where the name is in `single`. KeyError for a value that is not there."""

    def filled(found: re.Match[str]) -> str:
        name, _, one, more = found.groups()
        if one is None:
            return values[name]
        return str(one if name in single else more)

    return _PLACEHOLDER.sub(filled, template)


def names(template: str) -> set[str]:
    """The names of a template's placeholders."""
    return {found[1] for found in _PLACEHOLDER.finditer(template)}


def skeleton(template: str) -> set[str]:
    """The texts that a template can be, with `{}` for each value: one, or two for each pair of forms."""
    texts = {""}
    end = 0
    for found in _PLACEHOLDER.finditer(template):
        literal, forms = template[end : found.start()], ("{}",) if found[3] is None else (found[3], found[4])
        texts = {text + literal + form for text in texts for form in forms}
        end = found.end()
    return {text + template[end:] for text in texts}


class Pattern:
    """A template that sentences are held against; each value of its placeholders has a kind."""

    def __init__(self, template: str, translation: str) -> None:
        self.template = template
        self.translation = translation
        self.kinds = {found[1]: found[2] for found in _PLACEHOLDER.finditer(template) if found[2]}
        self._literals = [part for part in re.split(r"\{[^{}]*\}", template) if part]

    @property
    def weight(self) -> int:
        """How much of it is literal: the heavier of two that match is meant."""
        return sum(map(len, self._literals))

    def match(self, text: str) -> Mapping[str, str] | None:
        """The values of a sentence by name; None where it is not of this template."""
        if not all(literal in text for literal in self._literals):
            return None
        found = self._expression.fullmatch(text)
        return found.groupdict() if found else None

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return re.compile("".join(self._pieces()), re.DOTALL)

    def _pieces(self) -> Iterator[str]:
        end = 0
        met: set[str] = set()
        for found in _PLACEHOLDER.finditer(self.template):
            yield re.escape(self.template[end : found.start()])
            name, kind, one, more = found.groups()
            if one is not None:
                yield f"(?:{re.escape(one)}|{re.escape(more)})"
            else:
                yield f"(?P={name})" if name in met else f"(?P<{name}>{KINDS[kind]})"
                met.add(name)
            end = found.end()
        yield re.escape(self.template[end:])
