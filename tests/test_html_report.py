"""The HTML report: one file that loads and runs nothing, says what it shows in words, and holds still in front of hostile names."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import duckdb
import html5lib
import pytest

import sqlrisk
from sqlrisk.audience import for_audience
from sqlrisk.charts import bands, drawing, intervals, labels, plane
from sqlrisk.charts.palette import DARK, LIGHT, TEXTS
from sqlrisk.frontier import Point
from sqlrisk.languages import ENGLISH, Language, language
from sqlrisk.report import Report, from_dict
from sqlrisk.reports import html, render
from sqlrisk.reports.html import axes
from tests.helpers import project, values
from tests.pictures import overlapping, text_boxes

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 30)
XHTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> \u202egnp.exe \x1b[31m zero\u200bwidth & `code` {{ 7*7 }} {k} ]]> --> url(http://x.example)"
)
SPANISH = language("es")


def parsed(text: str) -> ET.Element:
    """The page as a browser reads it, any error of syntax a failure."""
    found: ET.Element = html5lib.HTMLParser(strict=True, namespaceHTMLElements=True).parse(text)
    return found


def words(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def named(root: ET.Element, tag: str) -> list[ET.Element]:
    return list(root.iter(f"{XHTML}{tag}"))


@pytest.fixture(scope="module")
def example() -> Report:
    return sqlrisk.check(ROOT / "example_project" / "sqlrisk.yml", today=TODAY, project_dir=ROOT / "example_project")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A release whose every name and text is hostile, with all that a declaration can hold."""
    folder, column, secret = tmp_path_factory.mktemp("hostile"), 'a"<b>\u202e' + "x'", HOSTILE[:60]
    declared = values()
    declared["releases"][0] |= {
        "name": HOSTILE,
        "description": HOSTILE,
        "columns": {
            column: {"role": "quasi_identifier"},
            "sexo": {"role": "quasi_identifier", "reason": HOSTILE},
            secret: {"role": "sensitive", "harm": {"level": "high", "if_reidentified": HOSTILE}},
        },
        "publish": {},
        "waived": {secret: HOSTILE},
        "groups": ["sexo", {HOSTILE[:40]: "sexo = 'F'"}],
        "ladder": [{"name": f"{place} {HOSTILE}", **({"sexo": "dropped"} if place % 2 else {})} for place in range(4)] + [{"name": "both", column: "dropped"}],
        "thresholds": [{"measure": "k", "at_least": 50, "source": HOSTILE, "reason": HOSTILE}],
        "decision": {"reason": HOSTILE, "by": HOSTILE, "alternatives": [HOSTILE]},
        "review_when": [HOSTILE],
        "adversary": {"knows": HOSTILE},
        "population": {"size": 400, "description": HOSTILE},
        "utility": [{"name": HOSTILE, "group_by": ["sexo"], "share_of": secret}],
    }
    quoted = ['"' + name.replace('"', '""') + '"' for name in (column, secret)]
    project(folder, rows=None)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        rows = f"select i % 7 as {quoted[0]}, case when i % 2 = 0 then 'F' else 'canary1' end as sexo, 'canary' || (i % 3) as {quoted[1]}"
        connection.execute(f"create table altas as {rows} from range(200) t(i)")
    return sqlrisk.check(declared, today=TODAY, project_dir=folder)


@pytest.fixture(scope="module")
def unmeasured(tmp_path_factory: pytest.TempPathFactory) -> Report:
    declared = values()
    declared["releases"][0]["relation"] = "not_there"
    return sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path_factory.mktemp("unmeasured")))


@pytest.fixture(scope="module")
def pages(example: Report, hostile: Report, unmeasured: Report) -> dict[str, ET.Element]:
    reports = {"example": example, "hostile": hostile, "unmeasured": unmeasured}
    return {f"{name} {tongue.code}": parsed(html.render(report, tongue)) for name, report in reports.items() for tongue in (ENGLISH, SPANISH)}


def test_nothing_runs_and_nothing_is_loaded(pages: dict[str, ET.Element]) -> None:
    for page in pages.values():
        tags = {element.tag.rpartition("}")[2] for element in page.iter()}
        assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form", "image", "use", "foreignObject"}
        assert [words(style) for style in named(page, "style") if re.search(r"url\(|@import|http", words(style))] == []
        attributes = [(name, value) for element in page.iter() for name, value in element.attrib.items()]
        assert [name for name, _ in attributes if name.startswith("on") or name in ("src", "srcset") or "xlink" in name] == []
        assert [value for name, value in attributes if name == "href" and not value.startswith("#")] == []
        assert [value for name, value in attributes if name == "style" and not re.fullmatch(r"width:[\d.]+%", value)] == []
        policy = next(meta.get("content") for meta in named(page, "meta") if meta.get("http-equiv") == "Content-Security-Policy")
        assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_every_figure_says_in_words_what_it_shows(pages: dict[str, ET.Element]) -> None:
    for page in pages.values():
        drawings = list(page.iter(f"{SVG}svg"))
        for drawing_ in drawings:
            title, description = drawing_.find(f"{SVG}title"), drawing_.find(f"{SVG}desc")
            assert title is not None
            assert description is not None
            assert drawing_.get("role") == "img"
            assert drawing_.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
            assert len(words(description).split()) > 12
            assert re.search(r"\d", words(description))
    assert len(list(pages["example en"].iter(f"{SVG}svg"))) == 2 * (3 + 2)
    assert list(pages["unmeasured en"].iter(f"{SVG}svg")) == []


def test_the_page_can_be_walked_by_its_structure(pages: dict[str, ET.Element]) -> None:
    for name, page in pages.items():
        root = named(page, "html")[0]
        assert root.get("lang") == name.split()[1]
        levels = [int(element.tag[-1]) for element in page.iter() if re.fullmatch(rf"{re.escape(XHTML)}h\d", str(element.tag))]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))
        ids = [value for element in page.iter() if (value := element.get("id"))]
        assert len(ids) == len(set(ids))
        links = {element.get("href", "")[1:] for element in named(page, "a")}
        labels_ = {part for element in page.iter() for part in element.get("aria-labelledby", "").split()}
        assert links | labels_ <= set(ids)
        assert [len(named(page, landmark)) for landmark in ("header", "main", "footer")] == [1, 1, 1]
        for table in named(page, "table"):
            assert words(named(table, "caption")[0])
            assert {cell.get("scope") for cell in named(table, "th")} == {"col", "row"}


def test_the_verdict_comes_first_and_in_words(pages: dict[str, ET.Element]) -> None:
    text = words(named(pages["example en"], "main")[0])
    assert text.startswith("✕altas_provinciaNOT publishablevalid until 2027-11-01 !altas_franja_suprimidaPublishable with warnings")
    rulings = [words(element) for element in named(pages["example en"], "div") if element.get("class", "").startswith("verdict")]
    assert rulings[0].startswith("✕NOT publishable k is 1; its limit asks for at least 5.prosecutor_mean is 0.0904; its limit asks for at most 0.05.")
    assert "under the declared hypotheses; not a finding of anonymity under the GDPR" in rulings[1]
    assert "`" not in text


def test_the_sections_stand_in_their_order(pages: dict[str, ET.Element]) -> None:
    every = ["limits", "hypotheses", "measures", "sizes", "ladder", "population", "who", "suppression", "utility", "severity", "criteria", "method"]
    assert sections(pages["example en"]) == [*every, "reproduction"]
    assert sections(pages["unmeasured en"]) == ["limits", "hypotheses", "method", "reproduction"]


def sections(page: ET.Element) -> list[str]:
    """The sections of the first release."""
    ids = [element.get("id", "") for element in named(page, "section")]
    return [name.removeprefix("release-1-") for name in ids if name.startswith("release-1-")]


def test_linkability_is_not_measured_unless_something_was_linked(pages: dict[str, ET.Element]) -> None:
    rows = [words(row) for row in named(pages["example en"], "tr") if words(row).startswith("Linkability")]
    assert [row.endswith("not measured: declare composes_with, or a population relation to link with") for row in rows] == [True, True]
    text = words(pages["example en"])
    for cited in ("WP216", "Opinion 28/2024", "ISO/IEC 27559:2022", "NIST SP 800-188", "July 2026: a draft in public consultation"):
        assert cited in text


def test_an_unmeasured_release_has_its_reason_and_nothing_that_looks_like_a_result(pages: dict[str, ET.Element]) -> None:
    text = words(named(pages["unmeasured en"], "article")[0])
    assert "Not measured: no verdict" in text
    assert "the relation not_there is not in the catalogue" in text
    assert "ublishable" not in text
    assert not re.search(r"\bk is\b|prosecutor_mean \d", text)


def test_hostile_names_are_inert_and_shown_by_code_point(hostile: Report, pages: dict[str, ET.Element]) -> None:
    for tongue in (ENGLISH, SPANISH):
        text = html.render(hostile, tongue)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", text)
        assert not re.search(r"<script|<img", text)
        assert "canary0" not in text
        assert "canary2" not in text
    shown = HOSTILE.replace("\u202e", "<U+202E>").replace("\x1b", "<U+001B>").replace("\u200b", "<U+200B>")
    assert words(named(pages["hostile en"], "h2")[0]) == shown
    told = [words(description) for description in pages["hostile en"].iter(f"{SVG}desc")]
    assert any("<script>alert(1)</script>" in text and "<U+202E>" in text for text in told)


def test_the_same_results_give_the_same_bytes_also_when_read_back(example: Report) -> None:
    again = from_dict(example.to_dict())
    assert render(example, "html") == render(again, "html") == html.render(example)


def test_the_example_and_sixty_columns_stay_small(example: Report) -> None:
    assert len(html.render(example).encode()) < 300_000
    assert len(html.render(wide(example), SPANISH).encode()) < 300_000


def wide(report: Report) -> Report:
    """Its first release with sixty columns, twenty of them sensitive."""
    release = report.releases[0]
    secrets = [f"a_rather_long_name_of_a_column_{place}" for place in range(20)]
    others = {f"another_rather_long_name_{place}": "insensitive" for place in range(36)}
    of_column = [each for each in release.measures if each.column == "diagnostico"]
    more = tuple(replace(each, column=name) for name in secrets for each in of_column)
    told = dict(release.hypotheses) | {"sensitive": secrets, "harm": dict.fromkeys(secrets), "roles": dict(release.hypotheses["roles"]) | others}
    return replace(report, releases=(replace(release, measures=release.measures + more, hypotheses=told),))


def test_the_public_sees_no_figure_of_a_release_that_is_not_published(example: Report) -> None:
    page = parsed(html.render(for_audience(example, "public")))
    assert not list(page.iter(f"{SVG}svg"))
    assert "Not published" in words(page)
    assert set(re.findall(r"([\d,]+) rows", words(page))) == {"1,000", "19,850"}


# Labels


def drawings(page: ET.Element) -> Iterator[ET.Element]:
    for drawn in page.iter(f"{SVG}svg"):
        drawn.set("viewBox", drawn.get("viewBox") or drawn.get("viewbox", ""))
        yield drawn


def test_no_two_texts_of_a_figure_meet(pages: dict[str, ET.Element]) -> None:
    assert {name: found for name, page in pages.items() for drawn in drawings(page) if (found := overlapping(drawn))} == {}


NAMES = {
    "many": ("rung number {}", 40),
    "long": ("un nombre muy largo, <b>con de todo</b> y que no acaba nunca, {} " * 2, 12),
    "wide letters": ("漢字 WWW {}", 10),
}


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("wide_", [680.0, 330.0])
def test_the_names_of_rungs_never_meet_and_what_has_no_room_is_counted(kind: str, wide_: float) -> None:
    name, count = NAMES[kind]
    rolled = random.Random(count)
    points = [(Point(str(place), rolled.uniform(0, 14), Fraction(rolled.randint(0, 1000), 1000)), name.format(place, place)) for place in range(count)]
    drawn, left_out = plane.picture(plane.Plane(points, (), "bits", "risk"), wide_)
    root = ET.fromstring(drawing.inline(drawn, "a", "title", "description"))
    assert overlapping(root) == []
    shown = [box for box in text_boxes(root) if box.text not in ("bits", "risk") and not re.fullmatch(r"[\d.]+", box.text)]
    assert len(shown) == count - left_out
    assert left_out < count / 1.3


def test_rungs_in_the_same_place_each_have_their_name() -> None:
    points = [(Point(str(place), 5.0, Fraction(1, 2)), f"the rung {place}") for place in range(4)] + [
        (Point("x", 1.0, Fraction(1, 10)), "low"),
        (Point("y", 9.0, Fraction(1)), "high"),
    ]
    drawn, left_out = plane.picture(plane.Plane(points, (), "bits", "risk"), 680.0)
    assert left_out == 0
    assert overlapping(ET.fromstring(drawing.inline(drawn, "a", "title", "description"))) == []


def test_a_label_is_led_to_where_it_stands_apart() -> None:
    close = labels.place([labels.Label("one", 50, 50), labels.Label("two", 50, 50)], [], labels.Box(0, 0, 200, 100))
    assert [each is not None for each in close] == [True, True]
    crowded = labels.place([labels.Label("a name", 50, 50)], [[(40, 50 + place) for place in (-9, 9)], [(60, 40), (60, 60)]], labels.Box(0, 0, 200, 100))
    assert crowded[0] is not None
    assert crowded[0].leader is not None


@pytest.mark.parametrize("k", [1, 2, 5, 11, 1000])
def test_bands_hold_every_row_once_and_begin_anew_at_k(k: int) -> None:
    sizes = {1: 3, 2: 5, 4: 1, 5: 2, 17: 3, 900: 1, 40_000: 2}
    found = bands.banded(sizes, k)
    assert sum(band.rows for band in found) == sum(size * classes for size, classes in sizes.items())
    assert sum(band.classes for band in found) == sum(sizes.values())
    assert {band.first >= k for band in found} == ({True} if k == 1 else {True, False})
    assert not any(band.first < k <= (band.last or k) for band in found)
    assert sum(band.rows for band in found if band.first < k) == sum(size * classes for size, classes in sizes.items() if size < k)


def test_an_interval_of_no_width_is_a_point_and_the_decimal_mark_is_the_reader_s() -> None:
    spans = [intervals.Span("interval", 0.0, 0.0004, "0 a 0,0004"), intervals.Span("naive", 0.001, 0.001, "0,001", compared=True)]
    root = ET.fromstring(drawing.inline(intervals.picture(spans, 330.0, ","), "a", "title", "description"))
    assert overlapping(root) == []
    assert "0,001" in {box.text for box in text_boxes(root)}
    nothing = drawing.inline(intervals.picture([intervals.Span("interval", 0.0, 0.0, "0")], 330.0), "a", "title", "description")
    assert overlapping(ET.fromstring(nothing)) == []


# Colour


def luminance(color: str) -> float:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("role", TEXTS)
@pytest.mark.parametrize("ground", ["page", "panel"])
def test_the_contrast_of_every_text_is_enough(palette: dict[str, str], role: str, ground: str) -> None:
    high, low = sorted((luminance(palette[role]), luminance(palette[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_a_drawing_on_the_page_has_no_colour_of_its_own(pages: dict[str, ET.Element]) -> None:
    for drawn in drawings(pages["example en"]):
        painted = {element.get(attribute) for element in drawn.iter() for attribute in ("fill", "stroke")}
        assert painted <= {None, "none"}


# Words


class Recording(Language):
    """Notes every template that is said."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def say(self, template: str, /, **values: Any) -> str:
        self.said.add(template)
        return super().say(template, **values)


def test_every_text_of_the_page_has_its_spanish(example: Report, hostile: Report, unmeasured: Report) -> None:
    recording = Recording()
    for report in (example, hostile, unmeasured, for_audience(example, "public")):
        html.render(report, recording)
    assert len(recording.said) > 150
    literal = {text for file in Path(html.__file__).parent.glob("*.py") for text in _literal(file)}
    known: Any = SPANISH
    assert sorted((recording.said | literal) - set(known.templates)) == []


def _literal(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "say" and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value)


def test_the_report_claims_nothing_that_no_measure_shows(pages: dict[str, ET.Element]) -> None:
    for page in pages.values():
        assert not re.search(r"\bsafe\b|\banonymous\b|\banónim[oa]s?\b", words(named(page, "main")[0]), re.IGNORECASE)


def test_every_measure_has_its_place_on_the_axis_of_aggregates() -> None:
    from sqlrisk.measures import measures

    places = {name: axes.aggregate(known) for name, known in measures().items()}
    expected = {
        "k": 0,
        "prosecutor_max": 0,
        "prosecutor_mean": 1,
        "journalist_mean": 1,
        "unique_rows": 2,
        "population_unique_rows": 2,
        "k_map": 0,
        "classes": 3,
    }
    expected |= {"t_closeness": 0, "max_posterior": 0, "homogeneous_rows": 2, "journalist_max_naive": 0, "entropy_bits": 3, "correct_match_probability": 3}
    assert {name: places[name] for name in expected} == {name: axes.AGGREGATES[place] for name, place in expected.items()}


def test_the_statement_on_the_page_gives_the_class_sizes_again(example: Report, pages: dict[str, ET.Element]) -> None:
    first, second = ("".join(block.itertext()) for block in named(pages["example en"], "pre"))
    with duckdb.connect() as connection:
        connection.execute("set enable_progress_bar = false")
        assert dict(connection.execute(first).fetchall()) == example.releases[0].class_sizes["published"]
        left = {size: classes for size, classes in connection.execute(second).fetchall() if size >= 5}
        assert left == example.releases[1].class_sizes["published"], "what suppression leaves"
