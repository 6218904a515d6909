"""A hostile table and declaration through every format: parsed by a parser of its own, nothing unescaped, nothing invisible, no value."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot
from lxml import etree, html
from markdown_it import MarkdownIt

import sqlrisk
import sqlrisk.drift.formats
import sqlrisk.drift.moved
import sqlrisk.scanning.formats
import sqlrisk.scanning.running
from sqlrisk import checking, compiling, drift, recommendations, recommending, scanning
from sqlrisk.ladders import formats, running
from sqlrisk.loading import Loaded, load_values
from sqlrisk.mondrian import command
from sqlrisk.report import Report
from sqlrisk.reports import names, render
from tests.helpers import PROFILES
from tests.readers import annotations, events, issues, junit, sarif

TODAY = date(2026, 11, 30)
HOSTILE = [
    "<script>alert(1)</script></title></style>-->]]>&amp;&lt;<img src=x onerror=alert(1)>",
    "\"quoted\" 'quoted' `code` ``double`` $(id) ${HOME} {0} {{x}} {% raw %}",
    "|a|b| [x](javascript:alert(1)) ![x](http://x.invalid/x.png) <http://x.invalid> http://x.invalid **bold** _it_ # h ~~~ \\",
    "::error file=x::pwned {0} ##[error]pwned ::stop-commands::x %0A::error::pwned%0D%25 file=a,line=1",
    "=cmd|' /C calc'!A1 +1 -1 @SUM(1)",
    "\x1b[31mred\x1b]8;;http://x.invalid\x07 \x08\x7f\x85\x9b31m",
    "\u202egnp.exe\u202c \u2066iso\u2069 \u200bzero\u200d\ufeff \u061c\u2028\u2029\xad\u180e\u2060\ufff9\U000e0041",
    "two\nlines\tand a tab\r\n- item\n\n# heading\n\n    code\n\n<div>",
    "😀 👩\u200d👩\u200d👧 שלום مرحبا ŝtrange ﬁ",
    "long" * 200,
]
"""What a name can hold: markup, quotes, Markdown, workflow commands, formulas, terminal codes, what is not seen, lines, scripts, length."""


def declared(name: Callable[[int], str]) -> dict[str, Any]:
    """A declaration in which every text that a user may choose is `name` of some number."""
    columns: dict[str, Any] = {
        name(0): {"role": "quasi_identifier", "levels": {name(1): "1"}},
        name(2): {"role": "quasi_identifier", "reason": name(3)},
        name(4): {"role": "sensitive", "harm": {"level": "high", "if_reidentified": name(5)}},
        name(6): {"role": "identifier"},
        name(7): {"role": "insensitive"},
    }
    limit = {"source": name(8), "reason": name(9)}
    return {
        "version": 1,
        "profile": "test",
        "releases": [
            {
                "name": name(3),
                "relation": '"' + name(9).replace('"', '""') + '"',
                "description": name(5),
                "columns": columns,
                "publish": {name(0): name(1)},
                "ladder": [{"name": name(4)}, {"name": name(5), name(0): "dropped"}],
                "groups": [{f"group {name(6)}": "1 = 1"}, {f"group {name(7)}": "1 = 0"}],
                "utility": [{"name": name(8), "group_by": [name(2)], "count": True}],
                "adversary": {"knows": name(1)},
                "population": {"size": 100, "description": name(2), "evidence": name(4)},
                "waived": {name(4): name(6)},
                "decision": {"reason": name(7), "by": name(8), "alternatives": [name(9), name(0)]},
                "review_when": [name(1), name(2)],
                "thresholds": [
                    {"measure": "k", "at_least": 5, **limit},
                    {"measure": "max_posterior", "column": name(4), "at_most": 0.1, "severity": "warn", **limit},
                    {"measure": "prosecutor_mean", "group": "each", "at_most": 0.1, **limit},
                ],
                "decided_on": "2026-11-01",
                "valid_until": "2026-11-02",
            }
        ],
    }


def checked(folder: Path, name: Callable[[int], str]) -> Report:
    """The report of a table whose names are `name` of some number and whose every cell is a canary; one column has no role."""
    columns = [name(0), name(2), name(4), name(6), name(7), name(8)]
    quoted = ['"' + column.replace('"', '""') + '"' for column in columns]
    cells = ", ".join(f"'<b>canary{place}x' || i || '\u202e\x1b::error::' || repeat(' canary', 12) as {column}" for place, column in enumerate(quoted))
    table = '"' + name(9).replace('"', '""') + '"'
    (folder / "profiles.yml").write_text(PROFILES)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(f"create table {table} as select {cells} from range(6) r(i)")
    return sqlrisk.check(declared(name), today=TODAY, project_dir=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def hostile(folder: Path) -> Report:
    """The report whose names are hostile."""
    return checked(folder, lambda number: HOSTILE[number])


@pytest.fixture(scope="module")
def benign(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The same report with names of one letter."""
    return checked(tmp_path_factory.mktemp("benign"), lambda number: "abcdefghij"[number])


def shape_of_markdown(text: str) -> list[Any]:
    """The sequence of the elements of a Markdown document: code apart, since names between backticks are code."""
    parsed = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text)
    return [(token.type, [child.type for child in token.children or () if child.type not in ("text", "code_inline", "text_special")]) for token in parsed]


def shape_of_tree(root: Any) -> list[Any]:
    """The sequence of the elements of a tree, with the names of their attributes."""
    return [(element.tag, sorted(element.keys())) for element in root.iter()]


def shape_of_json(value: Any) -> Any:
    """The keys and kinds of a JSON document; those of mappings by users' names are counted."""
    if isinstance(value, dict):
        return [shape_of_json(each) for each in value.values()]
    return [shape_of_json(each) for each in value] if isinstance(value, list) else type(value).__name__


def html_elements(text: str) -> Any:
    """The kinds of elements of an HTML page, which holds no script and no address; how many names a chart has room for depends on their length."""
    root = html.document_fromstring(text)
    assert not root.xpath("//script | //iframe | //object | //embed | //base | //form")
    attributes = [attribute for element in root.iter(etree.Element) for attribute in element.attrib.items()]
    assert not [name for name, _ in attributes if name.lower().startswith("on") or name == "src"]
    assert all(value.startswith("#") for name, value in attributes if name == "href")
    return {element.tag for element in root.iter(etree.Element)}


SHAPES: dict[str, Callable[[str], Any]] = {
    "human": lambda text: max(map(len, text.splitlines())) <= 80,
    "html": html_elements,
    "json": lambda text: shape_of_json(json.loads(text)),
    "markdown": shape_of_markdown,
    "junit": lambda text: shape_of_tree(junit(text)),
    "sarif": lambda text: shape_of_json(sarif(text)),
    "gitlab": lambda text: shape_of_json(issues(text)),
    "github": lambda text: [(each.command, list(each.properties)) for each in annotations(text)],
    "openlineage": lambda text: shape_of_json(events(text)),
}
"""Format -> what a parser of its own makes of it, names apart."""


@pytest.mark.parametrize("format", names())
def test_hostile_names_leave_the_shape_of_a_report_as_it_is(format: str, hostile: Report, benign: Report) -> None:
    assert SHAPES[format](render(hostile, format)) == SHAPES[format](render(benign, format))


def invisible(text: str) -> set[str]:
    """The characters that nobody sees as they are."""
    return {f"U+{ord(each):04X}" for each in text if each not in "\n\t" and unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


@pytest.mark.parametrize("format", names())
def test_nothing_invisible_and_no_value_stands_in_a_report(format: str, hostile: Report) -> None:
    text = render(hostile, format)
    assert invisible(text) == set()
    assert "canary" not in text


def test_names_come_back_whole_from_json(hostile: Report) -> None:
    release = json.loads(render(hostile, "json"))["releases"][0]
    assert release["name"] == HOSTILE[3]
    assert [*release["hypotheses"]["roles"]] == [HOSTILE[number] for number in (0, 2, 4, 6, 7)]


def test_names_come_back_whole_from_workflow_commands(hostile: Report) -> None:
    shown = annotations(render(hostile, "github"))
    assert {each.properties["title"].rpartition(": ")[0] for each in shown} == {HOSTILE[3]}
    assert f"its limit is at least 5\n{HOSTILE[8]}; {HOSTILE[9]}" in "\n".join(each.message for each in shown).replace("<U+200D>", "\u200d")


PLACE = {"folder": ".", "line": 3, "thresholds": [4, 4, 4], "results": [4] * 4, "columns": {}}


@pytest.mark.parametrize("format", ["junit", "sarif", "gitlab", "github"])
def test_a_hostile_path_is_a_path(format: str, hostile: Report) -> None:
    for path in (*HOSTILE, "a%0A,line=7,title=x:y.yml", "undecodable\udcff.yml"):
        told = replace(hostile.releases[0], hypotheses={**hostile.releases[0].hypotheses, "declared_in": {**PLACE, "file": path}})
        text = render(replace(hostile, releases=(told,)), format)
        assert SHAPES[format](text)
        assert invisible(text) == set()


def moved(report: Report) -> drift.moved.Drift:
    """What moved where every value is one more."""
    release = report.releases[0]
    more = tuple(each if each.value is None else replace(each, value=each.value + 1) for each in release.measures)
    return drift.moved.drift(report, replace(report, releases=(replace(release, measures=more, rows=7),)))


@pytest.mark.parametrize("format", drift.formats.names())
def test_hostile_names_leave_the_shape_of_a_drift_as_it_is(format: str, hostile: Report, benign: Report) -> None:
    text = drift.formats.render(moved(hostile), format)
    assert SHAPES[format](text) == SHAPES[format](drift.formats.render(moved(benign), format))
    assert invisible(text) == set()


def ladder(format: str) -> Callable[[Loaded, checking.Options], str]:
    """What the ladder prints in a format."""
    return lambda loaded, options: formats.render(running.measured_ladders(loaded, options, (3,), checking.silent), format)


def scan(format: str) -> Callable[[Loaded, checking.Options], str]:
    """What the scan prints in a format."""
    return lambda loaded, options: scanning.formats.render(scanning.running.scanned(loaded, options, checking.silent), format)


TEXTS: dict[str, Callable[[Loaded, checking.Options], str]] = {
    "dry run": compiling.dry_run,
    "compiled, as JSON": lambda loaded, options: compiling.compiled(loaded, options, "duckdb", publication=False, as_json=True),
    "mondrian": lambda loaded, options: command.recoded(loaded, options, 2, "human", checking.silent)[0],
    "recommend": lambda loaded, options: recommendations.as_text(recommending.recommended(loaded, options, "entropy", None, checking.silent)),
    **{f"scan, {format}": scan(format) for format in scanning.formats.names()},
    **{f"ladder, {format}": ladder(format) for format in ("human", "json", "markdown")},
}


@pytest.mark.parametrize("what", TEXTS)
def test_nothing_invisible_and_no_value_stands_in_other_texts(what: str, folder: Path, hostile: Report) -> None:
    text = TEXTS[what](load_values(declared(lambda number: HOSTILE[number]), folder, TODAY), checking.Options(today=TODAY))
    assert invisible(text) == set()
    assert "canary" not in text


def test_no_name_leaves_the_comments_of_a_compiled_text(tmp_path: Path) -> None:
    values = declared(lambda number: "x\n;\ndrop table t;\n" + "abcdefghij"[number])
    values["releases"][0]["columns"]["third"] = {"role": "quasi_identifier"}
    loaded, options = load_values(values, tmp_path, TODAY), checking.Options(today=TODAY)
    known = [each["sql"] is not None for each in json.loads(compiling.compiled(loaded, options, "duckdb", publication=False, as_json=True))]
    parsed = sqlglot.parse(compiling.compiled(loaded, options, "duckdb", publication=False, as_json=False), dialect="duckdb")
    assert False in known
    assert [type(each).__name__ for each in parsed if not isinstance(each, sqlglot.exp.Semicolon)] == ["Select"] * known.count(True)
