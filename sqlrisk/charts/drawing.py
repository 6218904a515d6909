"""From a Vega-Lite specification to SVG: without a background, with a title and a description, its colours as classes or as they are."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

from sqlrisk.charts.lettering import fitted, wrapped
from sqlrisk.charts.palette import LIGHT, ROLES
from sqlrisk.optional import needed

Spec = Mapping[str, Any]
SVG = "http://www.w3.org/2000/svg"
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
CONFIG: Spec = {
    "font": FONT,
    "view": {"stroke": None, "clip": False},
    "axis": {
        "labelColor": LIGHT["muted"],
        "labelFontSize": 11,
        "labelOverlap": True,
        "labelSeparation": 10,
        "gridColor": LIGHT["line"],
        "domain": False,
        "ticks": False,
        "labelPadding": 6,
        "title": None,
    },
    "text": {"fontSize": 12, "color": LIGHT["ink"], "align": "left", "baseline": "alphabetic"},
}
_KEPT = {"x", "y", "x1", "x2", "y1", "y2", "d", "fill", "stroke", "stroke-width", "stroke-dasharray", "transform", "text-anchor", "font-size", "font-weight"}
_LONG = re.compile(r"-?\d+\.\d{2,}(?:e-?\d+)?")


@dataclass(frozen=True)
class Picture:
    """A drawn chart: its size in pixels and what is drawn, colours as hexadecimal numbers."""

    width: float
    height: float
    marks: tuple[ET.Element, ...]


def drawn(spec: Spec, decimal: str = ".") -> Picture:
    """The picture of a specification; `decimal` is the mark before the fractions of its axes."""
    found = ET.fromstring(_converted(json.dumps({"background": None, "padding": 0, "config": CONFIG, **spec}), decimal))
    return Picture(float(found.get("width", "0")), float(found.get("height", "0")), tuple(_simple(found)))


@functools.lru_cache(maxsize=128)
def _converted(spec: str, decimal: str) -> str:
    """The SVG of a specification; kept, since the formats and languages of one report draw much alike."""
    locale: Any = {"decimal": decimal, "thousands": "", "grouping": [3], "currency": ["", ""]}
    svg: str = needed("vl_convert").vegalite_to_svg(spec, format_locale=locale, allowed_base_urls=[])
    return svg


def line(text: str, wide: float, size: float = 12, weight: str = "normal") -> Picture:
    """A line of text as a picture; what does not fit is cut."""
    return _written(fitted(text, size, wide), wide, size, weight)


def paragraph(text: str, wide: float, lines: int, size: float = 12) -> list[Picture]:
    """A text on so many lines at most, a picture each."""
    return [_written(part, wide, size, "normal") for part in wrapped(text, size, wide, lines)]


def _written(text: str, wide: float, size: float, weight: str) -> Picture:
    mark = ET.Element("text", {"x": "0", "y": f"{size:g}", "font-size": f"{size:g}px", "font-weight": weight, "fill": LIGHT["ink"]})
    mark.text = text
    return Picture(wide, size + 6, (mark,))


def stacked(pictures: Sequence[Picture], gap: float = 12.0) -> Picture:
    """Pictures under one another."""
    marks, top = [], 0.0
    for picture in pictures:
        group = ET.Element("g", {"transform": f"translate(0,{top:g})"})
        group.extend(picture.marks)
        marks.append(group)
        top += picture.height + gap
    return Picture(max((picture.width for picture in pictures), default=0.0), max(0.0, top - gap), tuple(marks))


def inline(picture: Picture, name: str, title: str, description: str) -> str:
    """The picture for an HTML page: colours are classes that a style sheet gives, `name` makes its ids the page's only ones."""
    root = _root(picture, name, title, description)
    for element in root.iter():
        for attribute in ("fill", "stroke"):
            role = ROLES.get(element.get(attribute, ""))
            if role is not None:
                del element.attrib[attribute]
                element.set("class", " ".join(filter(None, (element.get("class"), f"{attribute[0]}-{role}"))))
    return ET.tostring(root, encoding="unicode")


def standalone(picture: Picture, title: str, description: str, margin: float = 20.0) -> str:
    """The picture as a file of its own, white behind it, so that it reads on light and dark pages."""
    group = ET.Element("g", {"transform": f"translate({margin:g},{margin:g})", "font-family": FONT})
    group.extend(picture.marks)
    wide, high = picture.width + 2 * margin, picture.height + 2 * margin
    ground = ET.Element("rect", {"width": f"{wide:g}", "height": f"{high:g}", "fill": LIGHT["page"]})
    root = _root(Picture(wide, high, (ground, group)), "chart", title, description)
    root.set("xmlns", SVG)
    root.set("width", f"{wide:g}")
    root.set("height", f"{high:g}")
    return ET.tostring(root, encoding="unicode") + "\n"


def _root(picture: Picture, name: str, title: str, description: str) -> ET.Element:
    root = ET.Element("svg", {"viewBox": f"0 0 {picture.width:g} {picture.height:g}", "role": "img", "aria-labelledby": f"{name}-title {name}-desc"})
    for tag, text in (("title", title), ("desc", description)):
        ET.SubElement(root, tag, {"id": f"{name}-{tag}"}).text = text
    root.extend(picture.marks)
    return root


def _simple(element: ET.Element) -> Iterable[ET.Element]:
    """The marks below an element, without frames, roles and groups that hold nothing or say nothing."""
    for child in element:
        tag = child.tag.rpartition("}")[2]
        if tag == "path" and (child.get("class") in ("background", "foreground") or not child.get("d")):
            continue
        kept = {key: _short(value) for key, value in child.attrib.items() if key in _KEPT and not (key == "transform" and value == "translate(0,0)")}
        inside = list(_simple(child))
        if tag != "g":
            made = ET.Element(tag, kept)
            made.text = child.text
            yield made
        elif inside and "transform" in kept:
            made = ET.Element("g", kept)
            made.extend(inside)
            yield made
        else:
            yield from inside


def _short(value: str) -> str:
    """An attribute with its numbers to a tenth of a pixel."""
    return _LONG.sub(lambda found: f"{round(float(found[0]), 1):g}", value)
