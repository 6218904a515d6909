"""How wide a text will be: the advance widths of Arial, which the fonts of most readers share, and room for those that do not."""

from __future__ import annotations

import unicodedata

_NARROW = {
    278: " !,./:;I[\\]ft",
    222: "ijl",
    333: "()-`r",
    355: '"',
    191: "'",
    389: "*",
    469: "^",
    500: "Jckszvxy",
    260: "|",
    334: "{}",
    584: "+<=>~",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    611: "FTZ",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
_WIDTHS = {letter: width for width, letters in _NARROW.items() for letter in letters}
_USUAL, _WIDEST, _ASCII, _LATIN = 556, 1015, 0x7F, 0x250
ROOM = 1.17
"""DejaVu Sans, where nothing like Arial is installed, is wider by about so much."""


def width(text: str, size: float) -> float:
    """The width of a text in pixels at a font size, with room for a wider font than Arial."""
    return sum(map(_advance, text)) * size / 1000 * ROOM


def fitted(text: str, size: float, most: float) -> str:
    """The text, or as much of its beginning as fits, and an ellipsis."""
    if width(text, size) <= most:
        return text
    while text and width(text + "…", size) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, most: float, lines: int) -> list[str]:
    """The text on lines that fit; what does not fit on the last one is cut."""
    found: list[str] = []
    words = text.split()
    while words and len(found) < lines - 1:
        taken = 1
        while taken < len(words) and width(" ".join(words[: taken + 1]), size) <= most:
            taken += 1
        found.append(fitted(" ".join(words[:taken]), size, most))
        words = words[taken:]
    return [*found, fitted(" ".join(words), size, most)] if words else found


def _advance(letter: str) -> int:
    base = unicodedata.normalize("NFD", letter)[0]
    if ord(base) < _ASCII:
        return _WIDTHS.get(base, _USUAL)
    return _USUAL if ord(letter) < _LATIN and unicodedata.category(letter) == "Ll" else _WIDEST
