"""The ladder and the scan in Spanish: no English word is left at 80 columns, JSON stays English, texts of users stay as they are."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sqlrisk.ladders import formats as ladder_formats
from sqlrisk.ladders.measured import Ladder, Ladders
from sqlrisk.languages import ENGLISH
from sqlrisk.planning import PUBLISHED
from sqlrisk.scanning import applicability
from sqlrisk.scanning import formats as scan_formats
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans
from sqlrisk.suppression import Suppression
from tests.helpers import TODAY, project
from tests.helpers import sqlrisk as program
from tests.test_ladder import SIX, ladder_of, rung_of
from tests.test_ladder import TODAY as DAY
from tests.test_languages import ENGLISH_WORDS, STRICT
from tests.test_scan import FORGETFUL, ROWS, TRACES

BACK = rung_of("back", {1: 50, 50: 1}, errors={"q": 3.0, "r": None})
NO_ANSWER = replace(BACK.query_error["r"], reason="nothing is left that could answer the query")
PUBLISHED_RUNG = replace(SIX[2], name=PUBLISHED)
LADDERS = {
    "whole": ladder_of(*SIX),
    "goes back": ladder_of(
        *SIX[:3],
        replace(BACK, query_error={**BACK.query_error, "r": NO_ANSWER}),
        replace(SIX[2], name="again"),
        replace(SIX[2], name="once more"),
        suppresses=True,
    ),
    "beside what is published": ladder_of(PUBLISHED_RUNG, *SIX, as_published=True),
    "published": ladder_of(PUBLISHED_RUNG, *SIX),
    "one rung": ladder_of(replace(SIX[0], query_error={}), queries_declared=True),
    "straight": ladder_of(SIX[0], SIX[5]),
    "not measured": Ladder("altas", "altas", Suppression(5), error="no row is left to measure: 6 read"),
}


def column(name: str, role: Any = None, gained: int = 1) -> ScannedColumn:
    return ScannedColumn(name, role, 12345, gained + 1, gained, 1)


COLUMNS = (column("oficio", gained=4000), column("nota", "insensitive"), column("edad", "quasi_identifier"), column("id"), column("diag", "sensitive"))
REASONS = ("its type INTEGER[] is nested and cannot be grouped", "names that begin with sqlrisk_ are reserved")
SCANS = {
    "whole": Scan("a", "altas", ("edad5", "sexo"), 12345, 1, 1, COLUMNS, tuple(ScannedColumn("l", None, reason=why) for why in REASONS), ("dni",)),
    "many": Scan("a", "altas", ("edad5",), 50000, 0, 2, tuple(column(f"c{place}") for place in range(31))),
    "nothing": Scan("a", "altas", ("edad5",), 1, 1, 1, (column("diag", "sensitive", 0),)),
    "adds nothing": Scan("a", "altas", ("edad5",), 2, 0, 2, (column("nota", None, 0),)),
    "not measured": Scan("a", "altas", error="the relation changed while it was scanned\n    run the scan again when nothing writes it"),
}


def spanish(text: str) -> None:
    for line in re.sub(r"`[^`]*`", "", text).splitlines():
        assert not ENGLISH_WORDS.search(line), line


@pytest.mark.parametrize("format", ["human", "markdown", "svg"])
@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_is_spanish_throughout(name: str, format: str) -> None:
    text = ladder_formats.render(Ladders((LADDERS[name],), 0, DAY), format, STRICT)
    spanish(re.sub("<[^>]*>", "\n", text))
    assert format != "human" or max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("format", ["human", "markdown"])
@pytest.mark.parametrize("name", SCANS)
def test_a_scan_is_spanish_throughout(name: str, format: str) -> None:
    text = scan_formats.render(Scans((SCANS[name],), 0, DAY), format, STRICT)
    spanish(text)
    assert format != "human" or max(map(len, text.splitlines())) <= 80


def test_where_classes_tell_nothing_is_told_in_spanish() -> None:
    told = [text for _, _, rows, names in TRACES for text in applicability.traces({"persona": (rows, names)})]
    told += applicability.sparse({f"item{place}": 8 for place in range(30)}, 10)
    told += ["`notas` holds free text (mean 61 characters): what is told in it identifies; class-based measures do not apply there"]
    told += ["`dni` is of role identifier and stands in what is published: leave it out"]
    assert len(told) > 5
    for text in told:
        spanish(STRICT.sentence(text))


def test_numbers_of_a_ladder_are_written_as_spanish_has_them() -> None:
    human, svg = (ladder_formats.render(Ladders((LADDERS["whole"],), 0, DAY), format, STRICT) for format in ("human", "svg"))
    assert not re.search(r"\d\.\d", human)
    assert "some, el codo: suprimido 20,00 %; error de q 4" in human
    assert not re.search(r">[\d]*\.\d+<", svg)
    assert "aspa: sin filas<" in svg, "the key is not cut"


def test_the_json_of_a_ladder_is_english_whatever_the_language() -> None:
    ladders = Ladders((LADDERS["whole"],), 0, DAY)
    assert ladder_formats.render(ladders, "json", STRICT) == ladder_formats.render(ladders, "json", ENGLISH)


def test_the_commands_take_a_language_and_refuse_one_that_is_not_here(tmp_path: Path) -> None:
    folder = project(tmp_path, FORGETFUL, ROWS)
    for command, said in (("scan", "`oficio` no tiene rol y dejaría solas 3 filas más: el 60,00 % en lugar del 0,00 %"), ("ladder", "no juzga nada")):
        ran = program(command, "--today", TODAY, "--lang", "es", "--output", "json=found.json", cwd=folder)
        assert said in " ".join(ran.out.split()), ran.err
        assert json.loads((folder / "found.json").read_text())["releases"][0]["status"] == "measured"
        wrong = program(command, "--lang", "sp", cwd=folder)
        assert (wrong.code, wrong.out) == (2, "")
        assert "`sp` is not a choice of --lang here" in wrong.err


def test_what_was_not_measured_is_told_in_spanish_on_standard_error(tmp_path: Path) -> None:
    for command in ("scan", "ladder"):
        ran = program(command, "--today", TODAY, "--lang", "es", cwd=project(tmp_path, rows=None))
        assert (ran.code, "altas: sin medir: " in ran.err, "NO MEDIDO" in ran.out) == (3, True, True)
