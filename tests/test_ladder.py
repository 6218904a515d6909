"""The ladder: the book's rungs to the digit, frontier and elbow against brute force, every format, and nothing of the data in any of them."""

from __future__ import annotations

import json
import math
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk import sources
from sqlrisk.evidence import ClassSizes
from sqlrisk.frontier import Elbow, Point, elbow, frontier
from sqlrisk.ladders import formats, text_plot, words
from sqlrisk.ladders.formats import human
from sqlrisk.ladders.measured import FIGURES, Ladder, Ladders, Rung, Suppressed, asked_of
from sqlrisk.measures import measures
from sqlrisk.report import Measurement, from_dict
from sqlrisk.reports import render
from sqlrisk.suppression import Suppression
from tests.helpers import DECLARATION, project, values
from tests.helpers import sqlrisk as program
from tests.pictures import overlapping, text_boxes
from tests.test_book import LADDER, release

TODAY = date(2026, 11, 30)
QUERY_ERRORS = {"CP a 3 digitos": 11.633431972300825, "quinquenios": 5.2036220891117075, "provincia": 2.4129305963400407, "franja": 0.4993752575169458}
HOSTILE = ["<script>alert(1)</script>", "a\x1b[31m\x07 & $\\frac{1}{2}$", "| **b** `c` \u202e", "two\nlines\tand ]]> &amp; -->", "漢字 🙂"]
SVG = "{http://www.w3.org/2000/svg}"


def rung_of(name: str, sizes: dict[int, int], *, k: int = 5, errors: dict[str, float | None] | None = None, l: int = 1) -> Rung:
    """A rung with these class sizes (size -> classes), measured by the measures themselves."""
    found = ClassSizes.of(sizes)
    figures = {measure: _measurement(measure, name, measures()[measure].of({ClassSizes: found})) for measure in FIGURES}
    left = found.at_least(k)
    bits = measures()["entropy_bits"].of({ClassSizes: left}) if left.rows else 0.0
    cut = Suppressed(Suppression(k), found.rows_below(k), Fraction(found.rows_below(k), found.rows), float(bits))
    secret = {"distinct_l": _measurement("distinct_l", name, l), "t_closeness": _measurement("t_closeness", name, 0.5)}
    told = {query: _measurement("suppressed_query_error", name, value) for query, value in (errors or {}).items()}
    return Rung(name, {}, ("q",), found.rows, figures, {"diagnostico": secret}, (cut,), told)


def _measurement(measure: str, rung: str, value: Any) -> Measurement:
    status = "not_measured" if value is None else "measured"
    return Measurement(measure, rung, None, None, None, status, "no row is left" if value is None else None, value, None, None, measures()[measure].unit)


def ladder_of(*rungs: Rung, **more: Any) -> Ladder:
    return Ladder("altas", "altas", Suppression(5), rungs, **more)


SIX = [rung_of(name, sizes, errors={"q": error}) for name, sizes, error in [
    ("raw", {1: 100}, None),
    ("less", {1: 60, 2: 20}, None),
    ("some", {1: 10, 2: 5, 5: 16}, 4.0),
    ("bent", {5: 4, 10: 8}, 2.0),
    ("few", {20: 5}, 1.0),
    ("one", {50: 2}, 0.5),
]]  # fmt: skip


def written(ladder: Ladder, format: str) -> str:
    return formats.render(Ladders((ladder,), 0, TODAY), format)


# The book


@pytest.fixture(scope="module")
def book(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("book")
    utility = [{"name": "prevalencia", "group_by": ["provincia"], "share_of": "diagnostico"}]
    declared = release(shared / "data" / "book" / "poblacion_sintetica.parquet", utility=utility, suppress_below=5)
    (folder / "sqlrisk.yml").write_text(json.dumps({"version": 1, "releases": [declared]}, default=float), encoding="utf-8")
    ran = program("ladder", "--k", "3", "--format", "json", "--output", "svg=ladder.svg", "--output", "human=ladder.txt", cwd=folder, timeout=240)
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    found["svg"], found["human"] = (folder / "ladder.svg").read_text("utf-8"), (folder / "ladder.txt").read_text("utf-8")
    return found


@pytest.mark.parametrize("row", LADDER, ids=[row[0] for row in LADDER])
def test_the_ladder_of_the_book_to_the_digit(book: dict[str, Any], row: tuple[Any, ...]) -> None:
    name, *expected = row
    found = next(rung for rung in book["releases"][0]["rungs"] if rung["rung"] == name)
    cut = next(each for each in found["suppressed"] if each["k"] == 5)
    secret = found["sensitive"]["diagnostico"]
    got = [found["classes"], found["unique_rows"], found["prosecutor_mean"], found["entropy_bits"], cut["share"], cut["entropy_bits"]]
    assert [*got, secret["t_closeness"], secret["distinct_l"]] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert (found["k"], found["prosecutor_max"], found["rows"], found["compared"]) == (1, 1, 20000, True)
    assert found["published"] is (name == "provincia")
    assert found["suppressed_query_error"]["prevalencia"] == (pytest.approx(QUERY_ERRORS[name], rel=1e-9) if name in QUERY_ERRORS else None)


def test_the_suppression_for_another_k_and_the_published_rung_before_suppression(book: dict[str, Any]) -> None:
    rungs = {rung["rung"]: rung for rung in book["releases"][0]["rungs"]}
    assert [each["rows"] for each in rungs["provincia"]["suppressed"]] == [606, 1754]
    assert [each["rows"] for each in rungs["franja"]["suppressed"]] == [11, 96]
    own = {key: value for key, value in rungs["published"].items() if key not in ("rung", "compared")}
    assert own == {key: value for key, value in rungs["provincia"].items() if key not in ("rung", "compared")}
    assert rungs["published"]["compared"] is False


def test_the_chord_of_the_book_picks_the_five_year_rung_and_the_words_say_what_it_costs(book: dict[str, Any]) -> None:
    found = book["releases"][0]
    assert (found["elbow"]["rung"], found["elbow"]["from"], found["elbow"]["to"]) == ("quinquenios", "crudo", "franja")
    scaled = {name: ((bits - LADDER[-1][4]) / (LADDER[0][4] - LADDER[-1][4]), (mean - 0.0259) / (0.99725 - 0.0259)) for name, _, _, mean, bits, *_ in LADDER}
    assert found["elbow"]["distance"] == pytest.approx(scaled["quinquenios"][0] - scaled["quinquenios"][1], rel=1e-9)
    assert found["frontier"] == [row[0] for row in reversed(LADDER)]
    told = " ".join(found["sentences"])
    for said in ("quinquenios", "8,904 rows (44.52%)", "divided by 38.5", words.OPENS, "before suppression"):
        assert said in told
    assert "errs least after suppression at franja (0.4994 percentage points), not at the elbow (5.204)" in told


def test_the_steps_of_the_book(book: dict[str, Any]) -> None:
    steps = {step["to"]: step for step in book["releases"][0]["steps"]}
    assert steps["sin profesion"]["bits_lost"] + steps["CP a 3 digitos"]["bits_lost"] == pytest.approx(1.1171, abs=5e-5)
    assert (steps["franja"]["bits_lost"], steps["franja"]["risk_given"]) == (pytest.approx(1.7789, abs=5e-5), pytest.approx(0.0678))
    assert re.search(r"CP a 3 digitos +1\.077 +0\.3725 +1\.117 +-39\.3%", book["human"])


def test_the_labels_of_the_books_picture_do_not_overlap(book: dict[str, Any]) -> None:
    assert _overlapping(book["svg"], {row[0] for row in LADDER} - {"provincia"} | {"provincia (published)"}) == []


def _overlapping(svg: str, names: set[str]) -> list[Any]:
    """The pairs of texts that overlap, and what stands out of the picture; each of the names must be there."""
    root = ET.fromstring(svg)
    assert names <= {box.text for box in text_boxes(root)}
    return overlapping(root)


# Frontier and elbow


def _points(seed: int) -> list[Point]:
    rolled = random.Random(seed)
    return [Point(str(place), float(rolled.randint(0, 6)), Fraction(rolled.randint(1, 7), 7)) for place in range(rolled.randint(1, 9))]


@pytest.mark.parametrize("seed", range(300))
def test_frontier_and_elbow_agree_with_brute_force(seed: int) -> None:
    points = _points(seed)
    expected = set()
    for point in points:
        rivals = [other for other in points if other.bits >= point.bits and other.risk <= point.risk and (other.bits, other.risk) != (point.bits, point.risk)]
        expected |= set() if rivals else {point}
    kept = frontier(points)
    assert set(kept) == expected
    assert kept == sorted(kept, key=lambda point: (point.bits, point.risk))
    found = elbow(points)
    low, high = min(expected, key=lambda point: point.bits), max(expected, key=lambda point: point.bits)
    if len({(point.bits, point.risk) for point in expected}) < 3:
        assert found == "an elbow needs three different rungs on the frontier"
        return
    below = {point: Fraction(point.bits - low.bits) / Fraction(high.bits - low.bits) - (point.risk - low.risk) / (high.risk - low.risk) for point in expected}
    if max(below.values()) <= 0:
        assert isinstance(found, str)
    else:
        assert isinstance(found, Elbow)
        assert below[found.point] == max(below.values())
        assert found.distance == pytest.approx(float(max(below.values())))
        assert found.point.risk == min(point.risk for point in expected if below[point] == max(below.values()))


@pytest.mark.parametrize("seed", range(50))
def test_frontier_and_elbow_do_not_depend_on_the_order_nor_on_the_units_of_the_axes(seed: int) -> None:
    points = _points(seed)
    shuffled = random.Random(seed).sample(points, len(points))
    scaled = [Point(point.name, 3 * point.bits + 1, point.risk / 2) for point in points]
    assert {point.name for point in frontier(shuffled)} == {point.name for point in frontier(points)} == {point.name for point in frontier(scaled)}
    found, again = elbow(points), elbow(scaled)
    if isinstance(found, Elbow):
        assert isinstance(again, Elbow)
        assert again.distance == pytest.approx(found.distance)


def test_bits_that_differ_by_rounding_alone_beat_nothing() -> None:
    assert not Point("a", 1.0 + 1e-12, Fraction(1, 2)).beats(Point("b", 1.0, Fraction(1, 2)))
    assert Point("a", 1.0 - 1e-12, Fraction(1, 3)).beats(Point("b", 1.0, Fraction(1, 2)))


# Ladders that are no staircase


def told(ladder: Ladder) -> str:
    for format in formats.names():
        assert written(ladder, format)
    return " ".join(words.sentences(ladder))


def test_one_rung_is_no_ladder() -> None:
    said = told(ladder_of(rung_of("published", {1: 2, 5: 3})))
    assert "no step between rungs is declared: write two rungs or more" in said
    assert "no elbow: an elbow needs three different rungs" in said
    assert "no utility query is declared" in said


def test_equal_rungs_change_nothing_and_all_stay_on_the_frontier() -> None:
    ladder = ladder_of(*(rung_of(name, {1: 2, 5: 3}) for name in "abc"))
    said = told(ladder)
    assert [point.name for point in ladder.frontier()] == ["a", "b", "c"]
    assert "the step a to b changes neither bits nor mean risk" in said
    assert "no elbow" in said


def test_a_ladder_that_goes_back_says_so() -> None:
    said = told(ladder_of(SIX[5], SIX[0], SIX[3]))
    assert re.search(r"the step one to raw goes back: \+5\.6\d+ bits, \+0\.98 of mean risk", said)
    assert "step raw to bent goes" not in said


def test_a_beaten_rung_is_named_with_the_one_that_beats_it() -> None:
    ladder = ladder_of(*SIX, rung_of("beaten", {1: 10, 90: 1}))
    assert "beaten is beaten by " in told(ladder)
    assert "beaten" not in {point.name for point in ladder.frontier()}


def test_a_query_where_nothing_is_left_has_no_error_and_that_is_no_failure() -> None:
    ladder = ladder_of(*SIX)
    assert ladder.unmeasured() == []
    assert words.error(SIX[0], "q", ladder) == "none"
    assert "errs least after suppression at one (0.5 units of the query), not at the elbow" in told(ladder)


def test_a_query_without_an_error_where_rows_are_left_is_a_failure() -> None:
    broken = replace(SIX[3], query_error={"q": _measurement("suppressed_query_error", "bent", None)})
    ladder = ladder_of(*SIX[:3], broken, *SIX[4:])
    assert [found.rung for found in ladder.unmeasured()] == ["bent"]
    assert "suppressed_query_error on bent could not be measured: no row is left" in told(ladder)


def test_a_rung_without_a_value_is_no_point_of_the_frontier() -> None:
    blank = replace(SIX[1], figures={**SIX[1].figures, "entropy_bits": _measurement("entropy_bits", "less", None)})
    ladder = ladder_of(SIX[0], blank, *SIX[2:])
    assert "less" not in {point.name for point in ladder.points()}
    assert "entropy_bits on less could not be measured" in told(ladder)


# Formats


def test_the_console_keeps_to_80_columns_and_loses_no_figure() -> None:
    wide = {1: 1_234_567, 2: 2_345_678, 1_000: 12_345}
    rungs = [
        replace(rung_of(f"a rung whose name is long number {place}", wide, errors={"one": 0.1, "two": 0.2, "three": 3.0, "four": 4.0})) for place in range(9)
    ]
    text = human.render(Ladders((ladder_of(*rungs),), 0, TODAY))
    assert max(map(len, text.splitlines())) <= 80
    for figure in ("5,925,923", "0.06757", "0.1966", "0.3243"):
        assert text.count(figure) >= 9, figure
    assert text.count("3,592,590") == 9
    assert len(re.findall(r"^  four +a rung whose name is long number \d +4$", text, re.MULTILINE)) == 9


def test_the_plot_is_ascii_and_holds_a_mark_for_each_rung() -> None:
    drawn = list(text_plot.drawn(ladder_of(*SIX)))
    grid = drawn[: text_plot.HEIGHT + 3]
    assert all(line.isascii() for line in grid)
    for mark in "13456":
        assert any(mark in line[1:-4] for line in grid)
    assert any(line.startswith("4 bent") and "error of q 2" in line for line in drawn)


def test_marks_hidden_behind_others_are_named() -> None:
    drawn = list(text_plot.drawn(ladder_of(SIX[0], replace(SIX[0], name="twin"), SIX[5])))
    assert "1: behind another, in the same place" in drawn


def test_no_colour_codes_where_none_are_asked_for() -> None:
    assert "\x1b" not in human.render(Ladders((ladder_of(*SIX),), 0, TODAY))
    assert "\x1b[1m" in human.render(Ladders((ladder_of(*SIX),), 0, TODAY), color=True)


def test_hostile_names_do_nothing_in_any_format() -> None:
    rungs = [replace(rung, name=name) for rung, name in zip(SIX, [*HOSTILE, "plain"], strict=True)]
    ladder = replace(ladder_of(*rungs), name=HOSTILE[0], relation=HOSTILE[1])
    for format in ("human", "markdown", "svg"):
        text = written(ladder, format)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202e]", text), format
    assert "<script>" not in re.sub(r"`[^`\n]*`|\\<", "", written(ladder, "markdown"))
    assert "<script>" not in written(ladder, "svg")
    assert [rung["rung"] for rung in json.loads(written(ladder, "json"))["releases"][0]["rungs"]] == [*HOSTILE, "plain"]
    tables = [line for line in written(ladder, "markdown").splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in tables} <= {6, 7, 10}


def test_the_svg_is_well_formed_and_holds_every_name_and_figure() -> None:
    rungs = [replace(rung, name=name) for rung, name in zip(SIX, [*HOSTILE, "plain"], strict=True)]
    root = ET.fromstring(written(ladder_of(*rungs), "svg"))
    assert root.tag == f"{SVG}svg"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {words.line(name) for name in (*HOSTILE, "plain")} <= set(texts)
    assert {"none", "4", "2", "0.5"} <= set(texts)
    assert [element for element in root.iter() if element.tag in (f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image")] == []


def test_the_svg_is_the_same_in_every_run() -> None:
    code = "from tests.test_ladder import *; sys.stdout.write(written(ladder_of(*SIX), 'svg'))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=Path(__file__).parent.parent, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert b"dc:date" not in runs[0]


def test_labels_of_rungs_that_are_close_stand_apart_and_inside() -> None:
    close = [replace(rung_of("x", {1: 100 + place, 5: 40 - place}), name=f"a rather long name, {place}") for place in range(5)]
    names = {rung.name for rung in close}
    assert _overlapping(written(ladder_of(*close, SIX[5]), "svg"), names | {"one"}) == []


def test_the_worst_of_several_sensitive_columns_stands_in_the_table() -> None:
    rung = rung_of("a", {2: 3})
    other = {"distinct_l": _measurement("distinct_l", "a", 7), "t_closeness": _measurement("t_closeness", "a", 0.25)}
    both = replace(rung, sensitive={**rung.sensitive, "ingreso": other})
    assert (words.worst(both, "distinct_l"), words.worst(both, "t_closeness")) == ("1", "0.5")
    missing = replace(both, sensitive={**both.sensitive, "nada": {"distinct_l": _measurement("distinct_l", "a", None)}})
    assert words.worst(missing, "distinct_l") == "not measured"
    assert "l and t: the worst of 2 columns" in re.sub(r"\s+", " ", written(ladder_of(both), "human"))


def test_markdown_holds_the_tables_and_the_words() -> None:
    text = written(ladder_of(*SIX), "markdown")
    assert "| one | 2 | 50 | 0.02 | 0.02 | 0 | 1 | 1 | 0.5 |" in text
    assert "| one | 0 | 0 | 1 | 0.5 |" in text
    assert f"- {words.OPENS}" in text


# The command

CANARY = (
    "(values (30, 'zebra', 'quagga'), (31, 'zebra', 'okapi'), (40, 'gnu', 'quagga'), (41, 'gnu', null), (41, 'gnu', 'okapi')) as t(edad, sexo, diagnostico)"
)
RUNGS = "    ladder: [{name: crudo}, {name: quinquenios, edad: edad5}, {name: nada, edad: dropped}]\n"
WITH_RUNGS = DECLARATION.replace("    publish:", RUNGS + "    publish:")


def test_no_value_of_the_data_in_any_format(tmp_path: Path) -> None:
    folder = project(tmp_path, WITH_RUNGS.replace("    publish:", "    groups: [sexo]\n    publish:"), CANARY)
    for format in formats.names():
        ran = program("ladder", "--today", "2026-11-30", "--format", format, cwd=folder)
        assert ran.code == 0, ran.err
        assert not re.search("zebra|gnu|quagga|okapi", ran.out + ran.err), format


def test_nothing_is_judged(tmp_path: Path) -> None:
    folder = project(tmp_path, WITH_RUNGS.replace("at_least: 2", "at_least: 1000").replace("valid_until: 2027-11-01", "valid_until: 2026-11-02"))
    ran = program("ladder", "--today", "2026-11-30", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert "crudo" in ran.out
    assert "To reach k = 1000" in ran.out
    assert not re.search("publishable|BROKEN|EXPIRED", ran.out)


def test_the_figures_agree_with_those_of_the_check(tmp_path: Path) -> None:
    folder = project(tmp_path, WITH_RUNGS)
    ladder = json.loads(program("ladder", "--format", "json", cwd=folder).out)["releases"][0]
    checked = from_dict(json.loads(program("check", "--today", "2026-11-30", "--format", "json", cwd=folder).out)).releases[0]
    for rung in ladder["rungs"]:
        for measure in FIGURES:
            assert rung[measure] == checked.find(measure, rung=rung["rung"]).value
        assert rung["sensitive"]["diagnostico"]["t_closeness"] == checked.find("t_closeness", rung=rung["rung"], column="diagnostico").value


def test_the_published_relation_as_it_stands_is_not_compared(tmp_path: Path) -> None:
    import duckdb

    folder = project(tmp_path, WITH_RUNGS.replace("    relation: altas\n", "    relation: altas\n    published_as: publicas\n"))
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table publicas as select floor(edad / 5) * 5 as edad5, sexo, diagnostico from altas limit 3")
    found = json.loads(program("ladder", "--format", "json", cwd=folder).out)["releases"][0]
    assert [(rung["rung"], rung["rows"], rung["compared"]) for rung in found["rungs"]][0] == ("published", 3, False)
    assert "published" not in found["frontier"]
    assert any("not compared" in sentence for sentence in found["sentences"])


def test_the_limit_of_suppression_is_the_declared_one_and_every_rung_is_measured_before_it(tmp_path: Path) -> None:
    declared = WITH_RUNGS.replace("    publish:", "    suppress_below: 3\n    publish:")
    folder = project(tmp_path, declared, "(values (30, 'F', 'flu'), (31, 'F', 'flu'), (32, 'F', 'flu'), (60, 'M', 'flu')) as t(edad, sexo, diagnostico)")
    found = json.loads(program("ladder", "--format", "json", cwd=folder).out)["releases"][0]
    published = found["rungs"][0]
    assert (found["suppression_limit"], published["rows"], published["k"], published["classes"]) == (3, 4, 1, 2)
    assert published["suppressed"] == [{"k": 3, "suppression": [{"k": 3}], "rows": 1, "share": 0.25, "entropy_bits": 0.0}]
    release = sources.declared(folder, None, None, TODAY).declaration.releases[0]
    assert asked_of(release).suppression() == release.suppression() == Suppression(3)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--format", "svgg"], 2, "did you mean `svg`?"),
        (["--output", "svg=nowhere/a.svg"], 2, "is not there"),
        (["--select", "altass"], 5, "did you mean `altas`?"),
        (["--k", "0"], 2, "--k"),
        (["--k", "many"], 2, "--k"),
    ],
)
def test_wrong_calls(tmp_path: Path, arguments: list[str], code: int, said: str) -> None:
    ran = program("ladder", *arguments, cwd=project(tmp_path, WITH_RUNGS))
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_a_release_that_cannot_be_measured_does_not_stop_the_others(tmp_path: Path) -> None:
    one = WITH_RUNGS.partition("releases:\n")[2]
    folder = project(tmp_path, WITH_RUNGS + one.replace("name: altas", "name: bajas").replace("relation: altas", "relation: bajas"))
    ran = program("ladder", "--format", "json", "--output", "human=ladder.txt", "--output", "svg=ladder.svg", cwd=folder)
    assert ran.code == 3
    found = json.loads(ran.out)
    assert [(each["name"], each["status"]) for each in found["releases"]] == [("altas", "measured"), ("bajas", "not_measured")]
    assert (found["exit_code"], found["releases"][1]["rungs"], found["releases"][1]["elbow"]["reason"]) == (3, [], "nothing was measured")
    assert "bajas: not measured" in ran.err
    assert "bajas: NOT MEASURED" in (folder / "ladder.txt").read_text()


def test_an_empty_table_is_not_measured(tmp_path: Path) -> None:
    ran = program("ladder", "--out", "ladder.txt", cwd=project(tmp_path, WITH_RUNGS, "(select 1 as edad, 'a' as sexo, 'b' as diagnostico where false)"))
    assert ran.code == 3
    assert "no row is left to measure" in ran.err


def test_a_figure_without_a_value_is_exit_3_with_its_reason(tmp_path: Path) -> None:
    rows = "(values (30, 'F', null::varchar), (31, 'F', null), (41, 'M', null)) as t(edad, sexo, diagnostico)"
    ran = program("ladder", "--format", "json", cwd=project(tmp_path, WITH_RUNGS, rows))
    assert ran.code == 3
    rung = json.loads(ran.out)["releases"][0]["rungs"][0]
    assert rung["sensitive"]["diagnostico"]["t_closeness"] is None
    assert {each["reason"] for each in rung["without_value"]} == {"no class holds a value of the column"}


def test_out_writes_the_format_and_prints_nothing(tmp_path: Path) -> None:
    folder = project(tmp_path, WITH_RUNGS)
    ran = program("ladder", "--format", "markdown", "--out", "ladder.md", cwd=folder)
    assert (ran.code, ran.out) == (0, "")
    assert (folder / "ladder.md").read_text().startswith("# Generalisation ladder")


def test_neither_help_nor_a_ladder_without_svg_opens_the_library_of_charts(tmp_path: Path) -> None:
    code = "import sys; from sqlrisk.cli import app; import typer; typer.main.get_command(app); print('uniplot' in sys.modules, 'vl_convert' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == ["False", "False"]
    code = (
        "import sys; from sqlrisk.ladders import running, words; from sqlrisk.ladders.formats import human, json, markdown; print('vl_convert' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == ["False"]


# Who pays


def paid(tmp_path: Path, groups: str, rows: str, more: str = "") -> Any:
    declared = values(DECLARATION.replace("    publish: {edad: edad5}\n", f"    groups: {groups}\n    publish: {{sexo: dropped}}\n{more}"))
    return sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path, rows=rows)).releases[0]


AGES = [(30, "F")] * 8 + [(31, "F")] + [(40, "M")] * 6 + [(41, "M"), (42, "M")]


def _rows(people: list[tuple[int, str]]) -> str:
    return f"(values {', '.join(f'({age}, {chr(39)}{sex}{chr(39)}, {chr(39)}flu{chr(39)})' for age, sex in people)}) as t(edad, sexo, diagnostico)"


def _said(report: Any) -> list[str]:
    return [warning for warning in report.warnings if warning.startswith("who pays")]


def test_who_pays_tells_the_worst_and_the_best_group_and_their_ratio(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo]", _rows(AGES))
    lost, mean, alone = Fraction(2, 8) / Fraction(1, 9), Fraction(3, 8) / Fraction(2, 9), Fraction(2, 8) / Fraction(1, 9)
    assert _said(report) == [
        f"who pays, by `sexo`: share suppressed below 2: 0.25 in sexo=M, 0.1111 in sexo=F ({float(lost):.4g} times);"
        f" mean risk: 0.375 in sexo=M, 0.2222 in sexo=F ({float(mean):.4g} times);"
        f" unique rows: 0.25 in sexo=M, 0.1111 in sexo=F ({float(alone):.4g} times)"
    ]


def test_a_best_of_nothing_has_no_ratio(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo]", _rows([*AGES, *[(50, "X")] * 3, *[(51, "Y")] * 2]))
    assert "share suppressed below 2: 0.25 in sexo=M, 0 in 2 groups, which no ratio tells" in _said(report)[0]
    assert not re.search(r"\binf|nan", _said(report)[0])


def test_a_group_that_suppression_takes_whole_is_counted(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo]", _rows([*AGES, (60, "X")]), "    suppress_below: 2\n")
    assert "share suppressed below 2: 1 in sexo=X" in _said(report)[0]
    assert "(1 group has none: no row of it is left)" in _said(report)[0]


def test_a_condition_alone_is_compared_with_the_whole_release(tmp_path: Path) -> None:
    report = paid(tmp_path, "[{mayores: 'edad >= 40'}]", _rows(AGES), "    ladder: [{name: crudo}, {name: nada, edad: dropped}]\n")
    assert "share suppressed below 2: 0.25 in mayores, 0.1765 in the whole release (1.417 times)" in _said(report)[0]


def test_columns_and_conditions_are_compared_apart(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo, {a: 'edad < 40'}, {b: 'edad >= 40'}]", _rows(AGES))
    assert [sentence.split(":")[0] for sentence in _said(report)] == ["who pays, by `sexo`", "who pays, by declared group"]
    for format in ("human", "markdown", "json"):
        assert "who pays, by declared group" in re.sub(r"\s+", " ", render(sqlrisk.report.Report((report,), 0, TODAY, {"name": "s", "version": "1"}), format))


@pytest.mark.parametrize(("limit", "code"), [("0.2", 1), ("0.25", 0)])
def test_a_budget_of_suppression_for_each_group(tmp_path: Path, limit: str, code: int) -> None:
    budget = f"      - {{measure: suppressed_rows, group: each, at_most: {limit}, source: test, reason: test}}\n"
    declared = DECLARATION.replace("    publish: {edad: edad5}\n", "    groups: [sexo]\n    publish: {sexo: dropped}\n    suppress_below: 2\n")
    folder = project(tmp_path, declared.replace("    decided_on", budget + "    decided_on"), _rows(AGES))
    assert program("check", "--today", "2026-11-30", cwd=folder).code == code


@pytest.mark.parametrize(("limit", "code"), [("0.17", 1), ("0.18", 0)])
def test_a_budget_of_suppression_for_the_whole(tmp_path: Path, limit: str, code: int) -> None:
    budget = f"      - {{measure: suppressed_rows, at_most: {limit}, source: test, reason: test}}\n"
    declared = DECLARATION.replace("    publish: {edad: edad5}\n", "    publish: {sexo: dropped}\n    suppress_below: 2\n")
    folder = project(tmp_path, declared.replace("    decided_on", budget + "    decided_on"), _rows(AGES))
    assert program("check", "--today", "2026-11-30", cwd=folder).code == code


# Before and after


def test_before_and_after_stand_side_by_side_both_measured(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo]", _rows(AGES))
    whole = sqlrisk.report.Report((report,), 1, TODAY, {"name": "sqlrisk", "version": "1"})
    for text in (render(whole, "markdown"), render(from_dict(json.loads(render(whole, "json"))), "markdown")):
        section = text.partition("Before and after suppressing the classes below 2")[2].partition("Who pays")[0]
        for row in (
            "| rows | 17 | 14 |",
            "| k | 1 | 6 |",
            "| classes | 5 | 2 |",
            "| distinct_l of diagnostico | 1 | 1 |",
            "| t_closeness of diagnostico | 0 | 0 |",
        ):
            assert row in section
        assert "| max_posterior of diagnostico | 1 | 1 |" in section
    lines = render(whole, "human").splitlines()
    assert max(map(len, lines)) <= 80
    assert any(re.fullmatch(r" +prosecutor_mean +0\.2941 +0\.1429", line) for line in lines)
    assert not any(line.startswith("Ladder (each rung") for line in lines)


def test_the_errors_of_the_queries_stand_there_too(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo]", _rows(AGES))
    added = tuple(
        Measurement("query_error", rung, None, None, None, "measured", None, value, None, None, "percentage points")
        for rung, value in (("published", 1.5), ("published, suppressed below 2", 2.5))
    )
    whole = sqlrisk.report.Report((replace(report, measures=(*report.measures, *added)),), 1, TODAY, {"name": "sqlrisk", "version": "1"})
    assert "| query_error | 1.5 | 2.5 |" in render(whole, "markdown")


def test_without_a_remedy_there_is_no_before_and_after(tmp_path: Path) -> None:
    report = paid(tmp_path, "[sexo]", _rows([(30, "F")] * 3))
    assert "Before and after" not in render(sqlrisk.report.Report((report,), 0, TODAY, {"name": "sqlrisk", "version": "1"}), "human")


def test_the_entropy_of_the_made_rungs_is_what_is_meant() -> None:
    assert SIX[0].figures["entropy_bits"].value == pytest.approx(math.log2(100))


def test_the_output_in_the_docs_is_real() -> None:
    root = Path(__file__).parent.parent
    text = (root / "docs" / "ladder.md").read_text("utf-8").partition("--select altas_provincia\n")[2].partition("(The plot says")[0]
    ran = program("ladder", "--project-dir", "example_project", "--select", "altas_provincia", cwd=root)
    assert [line.strip() for line in text.splitlines() if line] == [line.strip() for line in ran.out.splitlines() if line]
