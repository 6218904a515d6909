"""The boxes of the texts in an SVG, measured with another font than the one that placed them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
ASCENT, DESCENT = 0.76, 0.22


class TextBox(NamedTuple):
    """A text and its rectangle in the picture's own units."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: TextBox) -> bool:
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom


def text_boxes(root: ET.Element) -> list[TextBox]:
    """Every text of a picture; its groups may only be moved, not turned."""
    return list(_boxes(root, 0.0, 0.0))


def overlapping(root: ET.Element) -> list[tuple[str, str]]:
    """The pairs of texts that share any area, and the texts that stand out of the picture."""
    boxes = text_boxes(root)
    pairs = [(one.text, other.text) for place, one in enumerate(boxes) for other in boxes[place + 1 :] if one.meets(other)]
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    outside = [(box.text, "outside") for box in boxes if box.left < left - 1 or box.right > left + wide + 1 or box.top < top - 1 or box.bottom > top + high + 1]
    return pairs + outside


def _boxes(element: ET.Element, x: float, y: float) -> Iterator[TextBox]:
    moved = re.fullmatch(r"translate\((-?[\d.]+),(-?[\d.]+)\)", element.get("transform", "translate(0,0)"))
    assert moved, element.get("transform")
    x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.removeprefix(SVG) == "text" and element.text:
        x, y, size = x + float(element.get("x", "0")), y + float(element.get("y", "0")), float(element.get("font-size", "12px").removesuffix("px"))
        wide = sum(map(_advance, element.text)) * size
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        yield TextBox(element.text, left, y - ASCENT * size, left + wide, y + DESCENT * size)
    for child in element:
        yield from _boxes(child, x, y)


@functools.cache
def _advance(letter: str) -> float:
    """The advance of a letter in ems in DejaVu Sans, as wide as any font that a reader is likely to have; 1 where it lacks the letter."""
    font = _font()
    return float(font.load_char(ord(letter)).linearHoriAdvance) / 65536 / 100 if font.get_char_index(ord(letter)) else 1.0


@functools.cache
def _font() -> Any:
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    font = FT2Font(font_manager.findfont("DejaVu Sans"))
    font.set_size(100, 72)
    return font
