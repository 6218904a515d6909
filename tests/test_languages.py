"""The languages of the reports: whatever the program can say today has Spanish, texts of users stay as they are, and counts agree with their nouns."""

from __future__ import annotations

import ast
import functools
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import pytest
import yaml

import sqlrisk
from sqlrisk import languages
from sqlrisk.audience import for_audience
from sqlrisk.languages import ENGLISH, Value, language
from sqlrisk.languages.templates import KINDS, Pattern, names, skeleton
from sqlrisk.languages.translated import Translated
from sqlrisk.measures import measures
from sqlrisk.plain import agreed, counted
from sqlrisk.report import Report, from_dict
from sqlrisk.reports import human, markdown
from tests import test_composition, test_population, test_protected
from tests.helpers import DECLARATION, project, values
from tests.helpers import sqlrisk as program

PACKAGE = Path(sqlrisk.__file__).parent
TODAY = date(2026, 11, 30)
OTHERS = [code for code in languages.codes() if code != "en"]
SAYS = [
    *[
        "audience",
        "findings/columns",
        "findings/looks",
        "findings/people",
        "findings/remarks",
        "findings/mitigation",
        "forgetting",
        "paying",
        "protecting",
        "permuting",
        "hypotheses",
        "measurements",
        "measuring",
        "unseen",
        "missing",
        "differential",
        "verdict",
        "rungs",
    ],
    *[
        "wording",
        "differential_table",
        "report",
        "reports/human",
        "reports/markdown",
        "threshold_profiles/__init__",
        "estimators/layers",
        "estimators/statuses",
    ],
    *["planning/forgotten", "planning/hierarchies", "planning/utility", "ratchet/excuses"],
    *["scanning/applicability", "scanning/running", "scanning/words"],
    *(f"{folder}/{file.stem}" for folder in ("ladders", "ladders/formats", "scanning/formats") for file in sorted((PACKAGE / folder).glob("[!_j]*.py"))),
    *(f"{folder}/{file.stem}" for folder in ("measures", "evidence") for file in sorted((PACKAGE / folder).glob("*.py"))),
]
"""The modules whose texts stand in reports, beside the measures."""
RAISED = ("NotMeasuredError", "RelationMissingError", "QueryFailedError", "ConnectionFailedError", "StatementTimeoutError", "EmptyRelationError")
SILENT = ("ConfigurationError", "ValueError", "Text", "compile", "render")
REFUSING = ("unfit", "refuse_text", "_refuse_names", "mappings", "_published", "_repr_html_", "from_dict", "_about_mapping", "sources", "asked")
"""What refuses a declaration, or writes nothing that people read in another language."""
NO_SENTENCES = {"bold green", "bold red", "bold yellow", "not told", "{mark} {meaning}", "not recorded", "not excusable", "triangle-up"}


def texts(node: ast.AST) -> list[str]:
    """What an expression may be, with `{}` for what is not known; the two forms of a count both."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(each) for each in itertools.islice(itertools.product(*map(texts, parts)), 64)]
        case ast.FormattedValue(value=inside):
            return texts(inside)
        case ast.IfExp(body=body, orelse=other):
            return texts(body) + texts(other)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [one + other for one in texts(left) for other in texts(right)]
        case ast.Call(func=ast.Name(id="counted" | "agreed" as form), args=[_, *forms]):
            of = [text for each in forms for text in texts(each)]
            of += [f"{of[0]}s"] if len(of) == 1 else []
            return ["{} " + each if form == "counted" else each for each in of]
    return ["{}"]


def said(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text of a module that is no docstring and no argument of something that never stands in a report."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.FunctionDef) and node.name in REFUSING:
            continue
        if isinstance(node, ast.Call) and (getattr(node.func, "id", None) in SILENT or getattr(node.func, "attr", None) in SILENT):
            continue
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("Finding", "FindingResult"):  # the first argument is an id
            node = ast.Tuple([*node.args[1:], *(each.value for each in node.keywords)])
        if isinstance(node, (ast.Constant, ast.JoinedStr, ast.BinOp)) and (found := [text for text in texts(node) if text.strip("{} ")]):
            yield from ((getattr(node, "lineno", 0), text) for text in found)
        else:
            yield from said(node)


def translated(code: str) -> Translated:
    found = language(code)
    assert isinstance(found, Translated)
    return found


@functools.cache
def known(code: str) -> list[str]:
    """Everything that a catalogue has the English of, `{}` for values; and the templates themselves."""
    return [text for template in translated(code).templates for text in (template, *sorted(skeleton(template)))]


def missing(code: str, found: Iterable[tuple[int, str]]) -> list[str]:
    """The texts with two words or more whose literal parts stand together in no template."""
    lacking = []
    for line, text in found:
        parts = [part.strip(" ;:,") for part in text.split("{}")]
        words = sum(len(re.findall(r"(?<![\w`])[A-Za-z]{2,}(?!\w)", part)) for part in parts)
        several = len(parts) == 1 and translated(code).translated(text) is not None
        if words > 1 and text not in NO_SENTENCES and not several and not any(all(part in template for part in parts) for template in known(code)):
            lacking.append(f"{line}: {text}")
    return lacking


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("module", SAYS)
def test_what_a_module_says_is_in_the_catalogue(module: str, code: str) -> None:
    found = said(ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8")))
    assert missing(code, found) == []


@pytest.mark.parametrize("code", OTHERS)
def test_errors_and_snapshots_of_every_engine_are_in_the_catalogue(code: str) -> None:
    found: list[str] = []
    for file in [*(PACKAGE / "engines").glob("*.py"), PACKAGE / "servers.py", PACKAGE / "csv_files.py", PACKAGE / "checking.py", PACKAGE / "binding.py"]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) in RAISED:
                parts = [*node.args, *(each.value for each in node.keywords if each.arg == "instead")]
            elif isinstance(node, ast.keyword) and node.arg == "snapshot":
                parts = [node.value]
            elif isinstance(node, (ast.Assign, ast.AnnAssign)) and re.match("_REASONS|_FAILED", ast.unparse(node)):
                parts = [node.value] if node.value else []
            else:
                continue
            found += [f"{file.name}, {each}" for each in missing(code, said(ast.Module([ast.Expr(ast.List(parts))], [])))]
    assert [each for each in found if not each.endswith("the connection: {} ({}){}")] == []


@pytest.mark.parametrize("code", OTHERS)
def test_every_template_that_is_said_is_in_the_catalogue(code: str) -> None:
    templates = translated(code).templates
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (getattr(node.func, "attr", "") == "say" or getattr(node.func, "id", "") in ("say", "_headings")):
                arguments = node.args if getattr(node.func, "id", "") == "_headings" else node.args[:1]
                told = [text for argument in arguments if not isinstance(argument, ast.JoinedStr) for text in texts(argument)]
                lacking = [text for text in told if text not in ("{}", "") and text not in templates]
                assert lacking == [], f"{file.relative_to(PACKAGE)}, line {node.lineno}"


@pytest.mark.parametrize("code", OTHERS)
def test_every_question_unit_assumption_and_estimator_of_a_measure_is_in_the_catalogue(code: str) -> None:
    for each in measures().values():
        for text in filter(None, (each.question, each.unit, each.estimator, *each.assumptions)):
            assert translated(code).translated(text) is not None, text


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_values_of_its_template_and_a_kind_that_exists(code: str) -> None:
    for template, translation in translated(code).templates.items():
        assert names(translation) <= names(template), template
        assert set(Pattern(template, translation).kinds.values()) <= set(KINDS), template
        unused = {name for name in names(template) if not re.search(rf"{{{name}\|", template)} - names(translation)
        assert unused == set(), template


@pytest.mark.parametrize("code", OTHERS)
def test_no_template_has_two_translations(code: str) -> None:
    seen: dict[str, str] = {}
    for file in sorted((PACKAGE / "languages" / code).glob("*.yml")):
        for template, translation in yaml.safe_load(file.read_text(encoding="utf-8")).items():
            assert seen.setdefault(template, translation) == translation, f"{file.name}: {template}"


class Strict(Translated):
    """A language that refuses what it does not know."""

    def say(self, template: str, /, **values: Value) -> str:
        assert template in self.templates, template
        return super().say(template, **values)

    def sentence(self, text: str) -> str:
        assert not text or re.fullmatch("[0-9a-f]{40}", text) or self.translated(text) is not None, text
        return super().sentence(text)


STRICT = Strict("es", PACKAGE / "languages" / "es")
ENGLISH_WORDS = re.compile(
    r"(?<![-/\w])(the|of|and|is|are|was|were|not|which|with|rows?|class(es)? (of|has|have)|than|has|have|no one|below|published|measured)\b"
)
DECLARED = (
    DECLARATION.replace("      sexo: {role", "      zona: {role: insensitive, reason: pública}\n      sexo: {role")
    .replace('"not judged in this test"', '"no se juzga aquí"')
    .replace("source: test, reason: test", "source: prueba, reason: prueba")
)
MORE = """\
    groups: [sexo]
    ladder: [{name: crudo}, {name: sin sexo, edad: edad5, sexo: dropped}]
    population: {size: 400, description: residentes}
    where: edad < 90
    suppress_below: 2
    utility: [{name: salud, group_by: [sexo], share_of: diagnostico}]
    review_when: [cambio legal]
    decision: {reason: hace falta, by: oficina de datos, alternatives: [esperar]}
"""
PEOPLE = """(values (30, 'F', 'flu', 'N'), (31, 'F', 'asma', 'N'), (40, 'M', 'flu', 'N'), (41, 'M', 'asma', 'N'),
    (95, 'F', 'flu', 'N'), (50, null, 'flu', 'N')) as t(edad, sexo, diagnostico, zona)"""
ONE = "(values (30, 'F', 'flu', 'N')) as t(edad, sexo, diagnostico, zona)"
OF_PEOPLE = {
    "whole": (DECLARED.replace("    publish:", MORE + "    publish:"), PEOPLE),
    "broken": (DECLARED.replace("at_least: 2", "at_least: 3"), PEOPLE),
    "one row": (DECLARED, ONE),
    "one row, all suppressed": (DECLARED.replace("    publish:", "    suppress_below: 2\n    publish:"), ONE),
    "no row": (DECLARED, ONE + " where false"),
    "expired": (DECLARED.replace("2027-11-01", "2026-11-02"), PEOPLE),
    "no relation": (DECLARED.replace("relation: altas", "relation: bajas"), PEOPLE),
    "not judged, no harm": (DECLARED.replace('    waived: {diagnostico: "no se juzga aquí"}\n', "").replace("harm: {level: high}, ", ""), PEOPLE),
    "no role": (DECLARED.replace("      zona: {role: insensitive, reason: pública}\n", ""), PEOPLE),
    "no value": (
        DECLARED.replace("    thresholds:\n", "    groups: [{nadie: edad > 200}]\n    thresholds:\n      - {measure: k, at_least: 2, group: nadie}\n"),
        PEOPLE,
    ),
    "forgotten": (
        DECLARED.replace("    thresholds:\n", "    thresholds:\n      - {measure: forgotten_column_uniques, at_most: 0}\n").replace(", reason: pública", ""),
        PEOPLE.replace("41, 'M', 'asma', 'N'", "41, 'M', 'asma', 'S'"),
    ),
}


def in_spanish(report: Report) -> str:
    """A report in Spanish, on the console and in Markdown; every sentence of it known, the lines at 80 columns, no English word left."""
    told, page = (render(report, STRICT).replace("not judged in this test", "") for render in (human.render, markdown.render))
    assert max(map(len, told.splitlines())) <= 80
    for line in [*told.splitlines(), *re.sub(r"`[^`]*`", "", page).splitlines()]:
        assert not ENGLISH_WORDS.search(line), line
    return told


@pytest.mark.parametrize("name", OF_PEOPLE)
def test_a_report_is_spanish_throughout(name: str, tmp_path: Path) -> None:
    declared, rows = OF_PEOPLE[name]
    in_spanish(sqlrisk.check(values(declared), today=TODAY, project_dir=project(tmp_path, rows=rows)))


@pytest.mark.parametrize("rows", [4, 14, 1200])
def test_what_the_public_sees_is_told_in_spanish(tmp_path: Path, rows: int) -> None:
    declared = values(DECLARATION.replace("    publish:", "    groups: [sexo]\n    publish:"))
    declared["releases"][0]["thresholds"].append({"measure": "k", "group": "each", "at_least": 2})
    table = f"(select row // 2 % 20 * 5 as edad, case when row // 2 % 2 = 0 then 'F' else 'M' end as sexo, 'flu' as diagnostico from range({rows}) as t(row))"
    report = for_audience(sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path, rows=table)), "public", 0 if rows == 4 else 1000)
    told = in_spanish(report)
    assert ("menos de 15 filas" in told) == (rows < 15)
    assert "k en cada grupo de sexo" in told.replace("`", "")


def test_an_anonymised_table_is_told_in_spanish(tmp_path: Path) -> None:
    folder = test_protected.school(tmp_path)
    assert "diferencial de privacidad" in in_spanish(sqlrisk.check(folder / "sqlrisk.yml", today=TODAY, project_dir=folder))


def test_composed_releases_are_told_in_spanish(tmp_path: Path) -> None:
    tables = {"a": test_composition.ROWS_A, "b": test_composition.ROWS_B}
    declared = test_composition.declaration(tmp_path, **tables)
    declared["releases"] = [test_composition.of("a", others=["b"]), test_composition.of("b")]
    in_spanish(sqlrisk.check(declared, today=TODAY, project_dir=tmp_path))


def test_a_reference_population_is_told_in_spanish() -> None:
    declared = test_population.release({"measure": "k_map", "at_least": 2}, population=test_population.MAPPED)
    report = test_population.checked(declared, altas=test_population.SAMPLE, padron=test_population.PADRON)[1]
    in_spanish(report)


TEXTS_OF_USERS = ["no row is left to measure", "1,234.5 rows; nothing; k = 5"]


@pytest.mark.parametrize("text", TEXTS_OF_USERS)
def test_texts_and_numbers_of_users_stay_as_they_are(text: str, tmp_path: Path) -> None:
    declared = values(DECLARED.replace("    publish:", MORE + "    publish:"))
    release = declared["releases"][0]
    release.update(name=text, description=text, review_when=[text], waived={"diagnostico": text}, adversary={"knows": text})
    release["decision"] = {"reason": text, "by": text, "alternatives": [text]}
    release["population"]["description"] = release["thresholds"][0]["reason"] = text
    report = sqlrisk.check(declared, today=TODAY, project_dir=project(tmp_path, rows=PEOPLE))
    assert markdown.render(report, language("es")).replace("\\", "").count(text) == 10


def test_columns_with_hostile_names_stay_as_they_are() -> None:
    es = language("es")
    for column in ("a; b", "no value", "12,345.6", "x and 3 more", "{name}", "1 row"):
        assert es.sentence(f"`{column}` left out") == f"`{column}` omitida"
        assert es.sentence(f"the column `{column}` of `t` has no role: declare it under `columns`").startswith(f"la columna `{column}` de `t`")


def test_a_limit_is_told_with_its_column_or_group_and_their_names_stay_as_they_are() -> None:
    es, rest = language("es"), "is beyond its limit, of severity warn"
    for subject, told in (("k", "k"), ("max_posterior of part of in", "max_posterior de part of in"), ("k in x of y", "k en x of y"), ("k (of a)", "k (of a)")):
        assert es.sentence(f"{subject} {rest}") == f"{told} rebasa su límite, de gravedad warn"


def test_that_no_decision_is_recorded_is_not_told_as_one(tmp_path: Path) -> None:
    report = sqlrisk.check(values(DECLARATION), today=TODAY, project_dir=project(tmp_path))
    assert "limits and adversary fixed on 2026-11-01; no decision is recorded" in " ".join(human.render(report).split())
    assert "\nLimits and adversary fixed on 2026-11-01; no decision is recorded.\n" in markdown.render(report)
    assert "límites y adversario fijados el 1 de noviembre de 2026; no consta" in " ".join(human.render(report, STRICT).split())
    assert "\nLímites y adversario fijados el 1 de noviembre de 2026; no consta ninguna decisión.\n" in markdown.render(report, STRICT)


@pytest.mark.parametrize("part", ["a: b, c; ", "a, b: ", "1, 2: 3; ", "x: ", "; ", "{a|b|c}: ", "no value; "])
def test_a_text_of_many_parts_is_no_work_without_end(part: str) -> None:
    for many in (10, 1000):
        text = f"the column `{part * many}` of `t` has no role: declare it under `columns`"
        assert part * many in language("es").sentence(text)


NUMBERS = [
    (0, "0"), (1234, "1234"), (12345, "12.345"), (49128297, "49.128.297"), (0.0937, "0,0937"), (-1.5, "-1,5"), (1e-9, "1e-09"), (1234.5, "1234"),
    (1e20, "1e+20"),
]  # fmt: skip
"""As CLDR has numbers for `es`: a comma for decimals, a point for thousands from five digits on."""


@pytest.mark.parametrize(("number", "written"), NUMBERS)
def test_numbers_are_written_as_spanish_has_them(number: float, written: str) -> None:
    assert language("es").written(number) == written


def test_days_are_written_out_in_sentences_and_in_figures_elsewhere() -> None:
    es, day = language("es"), date(2026, 1, 9)
    assert es.written(day) == "2026-01-09"
    assert es.say("valid until {day}", day=day) == "válido hasta el 9 de enero de 2026"
    assert es.sentence("the declaration expired on 2026-01-09") == "la declaración caducó el 9 de enero de 2026"
    assert es.sentence("the declaration expired on 2026-02-31") == "la declaración caducó el 2026-02-31"
    assert ENGLISH.say("valid until {day}", day=day) == "valid until 2026-01-09"


PLURALS = [
    (1, "1 row", "1 row is", "1 class", "1 fila", "se publica 1 fila"),
    (0, "0 rows", "0 rows are", "0 classes", "0 filas", "se publican 0 filas"),
    (2, "2 rows", "2 rows are", "2 classes", "2 filas", "se publican 2 filas"),
    (12345, "12,345 rows", "12,345 rows are", "12,345 classes", "12.345 filas", "se publican 12.345 filas"),
]


@pytest.mark.parametrize(("number", "rows", "verb", "classes", "filas", "publicadas"), PLURALS)
def test_counts_agree_with_their_nouns(number: int, rows: str, verb: str, classes: str, filas: str, publicadas: str) -> None:
    assert (counted(number, "row"), counted(number, "row is", "rows are"), counted(number, "class", "classes")) == (rows, verb, classes)
    assert agreed(number, "is", "are") == verb.split()[-1]
    template = "{steps}: {rows} {rows|row is|rows are} published"
    assert ENGLISH.say(template, steps="x", rows=number) == f"x: {verb} published"
    assert language("es").say("{rows} {rows|row|rows}", rows=number) == filas
    assert language("es").say(template, steps="x", rows=number) == f"x: {publicadas}"
    assert language("es").sentence(f"{rows} of the population relation") == f"{filas} de la relación de la población"


@pytest.mark.parametrize("name", ["one row", "one row, all suppressed"])
def test_one_row_is_told_in_the_singular(name: str, tmp_path: Path) -> None:
    declared, rows = OF_PEOPLE[name]
    report = sqlrisk.check(values(declared), today=TODAY, project_dir=project(tmp_path, rows=rows))
    told = "\n".join((human.render(report), markdown.render(report)))
    assert re.findall(r"(?<![\d.,])1 (?:rows|classes|people|groups|values|households)\b", told) == []


def test_results_are_english_whatever_the_language(tmp_path: Path) -> None:
    folder = project(tmp_path)
    program("check", "--today", "2026-11-30", "--output", "json=en.json", cwd=folder)
    ran = program("check", "--today", "2026-11-30", "--lang", "es", "--output", "json=es.json", "--output", "markdown=es.md", cwd=folder)
    english, other = (json.loads((folder / name).read_text()) for name in ("en.json", "es.json"))
    for found in (english, other):
        found["releases"][0]["reproduction"].pop("command")
    assert english == other
    assert "publicable bajo las hipótesis declaradas" in " ".join(ran.out.split())
    assert "## altas" in (folder / "es.md").read_text(encoding="utf-8")
    again = program("report", "--from", "es.json", "--lang", "es", cwd=folder)
    assert again.out == markdown.render(from_dict(json.loads((folder / "es.json").read_text())), language("es"))


def test_what_could_not_be_measured_is_told_in_the_language_on_standard_error_too(tmp_path: Path) -> None:
    ran = program("check", "--today", "2026-11-30", "--lang", "es", cwd=project(tmp_path, rows=None))
    assert ran.code == 3
    assert "altas: sin medir: " in ran.err
    assert "la base de datos no existe" in ran.err


def test_a_language_that_is_not_here_is_refused_by_name(tmp_path: Path) -> None:
    for command in (("check",), ("report",), ("demo", "--dir", "x")):
        ran = program(*command, "--lang", "sp", cwd=project(tmp_path))
        assert (ran.code, ran.out) == (2, "")
        assert "`sp`" in ran.err
        assert "es" in ran.err


@pytest.mark.slow
def test_the_catalogues_are_in_the_wheel(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(tmp_path), str(PACKAGE.parent)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    listed = subprocess.run([sys.executable, "-m", "zipfile", "-l", str(wheel)], capture_output=True, text=True, check=True).stdout
    for file in (PACKAGE / "languages").rglob("*.yml"):
        assert str(file.relative_to(PACKAGE.parent)) in listed
