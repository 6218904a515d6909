"""A forgotten column: what each column that is no quasi-identifier would tell, as the command `scan` and as a limit of a check."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.checking import Options, silent
from sqlrisk.errors import ConfigurationError
from sqlrisk.evidence import ClassSizes, ColumnProfile, ForgottenColumns, JoinedClasses
from sqlrisk.loading import load_file
from sqlrisk.measures import Noted, NoValue, measures
from sqlrisk.recognition.traces import traces
from sqlrisk.report import Report
from sqlrisk.scanning import applicability, formats, running, words
from sqlrisk.scanning.model import Scan, ScannedColumn
from tests.clusters import Database
from tests.helpers import DECLARATION, TODAY, Ran, project, values
from tests.helpers import sqlrisk as program
from tests.test_exit_codes import GATE

EXAMPLE = Path(__file__).parent.parent / "example_project"
MEASURE = "forgotten_column_uniques"
ROWS = """(values (30, 'F', 'flu', 'nurse', 'x', [1]), (31, 'F', 'asthma', 'nurse', 'x', [1]), (32, 'F', 'flu', null, 'x', [2]),
  (40, 'M', 'flu', 'judge', 'x', [1]), (41, 'M', 'asthma', 'clerk', 'x', null)) as t(edad, sexo, diagnostico, oficio, nota, lista)"""
"""Classes of 3 and 2 by edad5 and sexo; with the trade known too 3 are alone: one whose trade is not known, the judge, the clerk."""
FORGETFUL = DECLARATION.replace("    publish:", "      nota: {role: insensitive, reason: test}\n    publish:")


def scan(folder: Path, declaration: str = FORGETFUL, rows: str = ROWS) -> dict[str, Any]:
    """The JSON of a scan of the test's declaration."""
    day = date.fromisoformat(TODAY)
    loaded = load_file(project(folder, declaration, rows) / "sqlrisk.yml", folder, day)
    found: dict[str, Any] = json.loads(formats.render(running.scanned(loaded, Options(today=day), silent), "json"))
    release: dict[str, Any] = found["releases"][0]
    return release


def columns(found: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    return {each["column"]: (each["role"], each["unique_rows"], each["smallest_class"], each["distinct"]) for each in found["columns"]}


def test_profesion_left_undeclared_is_named_first(tmp_path: Path) -> None:
    declared = (EXAMPLE / "sqlrisk.yml").read_text().replace("      profesion: {role: quasi_identifier}\n", "").replace(", profesion: dropped", "")
    (tmp_path / "sqlrisk.yml").write_text(declared)
    (tmp_path / "seeds").symlink_to(EXAMPLE / "seeds")
    ran = program("scan", "--allow-path", str(EXAMPLE), "--select", "altas_provincia", "--today", TODAY, cwd=tmp_path)
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    table = ran.out.partition("known too")[2].splitlines()
    assert table[3].split()[:3] == ["profesion", "none:", "undeclared"]
    assert ran.out.partition("What it says")[2].strip().startswith("- `profesion` has no role")
    assert "identifiers, which are not joined: `num_historia`" in ran.out
    session = "".join(f"    {line}".rstrip() + "\n" for line in ran.out.rstrip().splitlines())
    assert f"    $ sqlrisk scan --select altas_provincia\n{session}" in (EXAMPLE.parent / "docs" / "scan.md").read_text()


def test_each_column_is_joined_and_those_that_cannot_be_are_named(tmp_path: Path) -> None:
    found = scan(tmp_path)
    assert (found["rows"], found["unique_rows"], found["smallest_class"]) == (5, 0, 2)
    assert columns(found) == {
        "oficio": (None, 3, 1, 3),
        "nota": ("insensitive", 0, 2, 1),
        "diagnostico": ("sensitive", 3, 1, 2),
        "lista": (None, None, None, None),
    }
    assert list(columns(found)) == ["oficio", "nota", "diagnostico", "lista"]
    assert "nested" in found["columns"][-1]["reason"]


def test_small_classes_that_are_suppressed_leave_a_scan(tmp_path: Path) -> None:
    found = scan(tmp_path, declaration=FORGETFUL.replace("    publish:", "    suppress_below: 3\n    publish:"))
    assert (found["rows"], columns(found)["oficio"]) == (3, (None, 1, 1, 3))


def test_what_is_published_is_scanned_as_it_stands(tmp_path: Path) -> None:
    declaration = FORGETFUL.replace("relation: altas\n", "relation: altas\n    published_as: publicas\n").replace(
        "nota: {", "dni: {role: identifier}\n      nota: {"
    )
    folder = project(tmp_path, declaration, "(select *, 'x' || edad as dni from " + ROWS + ")")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table publicas as select floor(edad / 5) * 5 as edad5, sexo, diagnostico, edad, oficio, dni from altas")
    ran = program("scan", "--today", TODAY, "--format", "json", cwd=folder)
    found = json.loads(ran.out)["releases"][0]
    assert columns(found) == {"edad": ("quasi_identifier", 5, 1, 5), "oficio": (None, 3, 1, 3), "diagnostico": ("sensitive", 3, 1, 2)}
    assert found["identifiers"] == ["dni"]
    assert "`dni` is of role identifier and stands in what is published: leave it out" in found["warnings"]


def test_a_file_is_scanned_without_a_declaration(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"copy (select edad, sexo, oficio, nota from {ROWS}) to '{tmp_path / 'altas.parquet'}'")
    ran = program("scan", "altas.parquet", "--qi", "sexo", "--format", "json", cwd=tmp_path)
    assert columns(json.loads(ran.out)["releases"][0]) == {"edad": (None, 5, 1, 5), "oficio": (None, 3, 1, 3), "nota": (None, 0, 2, 1)}


WRONG = [
    (("data.parquet",), 2, "--qi says which columns are quasi-identifiers"),
    (("--qi", "edad"), 2, "need a file"),
    (("--format", "xml"), 2, "valid names: human, json, markdown"),
    (("missing.parquet", "--qi", "edad"), 3, "is not there"),
    (("--select", "nobody"), 5, "no release is called"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), WRONG, ids=[" ".join(arguments) for arguments, *_ in WRONG])
def test_a_wrong_call_says_what_to_write_instead(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    ran = program("scan", "--today", TODAY, *arguments, cwd=project(tmp_path, FORGETFUL, ROWS))
    assert (ran.code, said in ran.err, "Traceback" in ran.err) == (code, True, False)


def test_a_permuted_table_has_no_persons_to_single_out(tmp_path: Path) -> None:
    protected = "    protected_by: {source: raw, pivots: [sexo], threshold: 2, blocks: [[edad], [diagnostico, nota]]}\n    waived:"
    declaration = FORGETFUL.replace("    publish: {edad: edad5}\n", "").replace("    waived:", protected)
    folder = project(tmp_path, declaration, "(select edad, sexo, diagnostico, nota from " + ROWS + ")")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table raw as from altas")
    ran = program("scan", "--today", TODAY, cwd=folder)
    assert ran.code == 3
    assert "no persons" in ran.err
    limited = declaration.replace(GATE, f"{GATE}\n      - {{measure: {MEASURE}, at_most: 1, source: test, reason: test}}")
    (folder / "sqlrisk.yml").write_text(limited)
    checked = program("check", "--today", TODAY, cwd=folder)
    assert checked.code == 3
    assert f"{MEASURE} has no value: the rows of a permuted table are no persons" in " ".join(checked.out.split())


def test_a_table_of_many_columns_is_scanned_and_called_sparse(tmp_path: Path) -> None:
    items = ", ".join(f"case when (i * {place + 3}) % 11 = 0 then {place} else 0 end as item{place}" for place in range(120))
    rows = f"(select i as edad, 'F' as sexo, 'flu' as diagnostico, 'x' as nota, {items} from range(40) as r(i))"
    ran = program("scan", "--today", TODAY, "-v", cwd=project(tmp_path, FORGETFUL, rows))
    assert ran.code == 0
    assert "column item119" in ran.err
    assert "high-dimensional and sparse" in ran.out
    assert "more columns, which add less" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


TOKENS = """(select 'canarya' || i as edad, 'canarys' || i % 2 as sexo, 'canaryd' || i as diagnostico, 'canaryn' || i as nota, ['canaryl'] as lista
  from range(9) r(i))"""


@pytest.mark.parametrize("format", ["human", "json", "markdown"])
@pytest.mark.parametrize("level", ["substring(edad, 1, 7)", "cast(edad as integer)"])
def test_no_cell_leaves_the_engine(format: str, level: str, tmp_path: Path) -> None:
    folder = project(tmp_path, FORGETFUL.replace("floor(edad / 5) * 5", level), TOKENS)
    ran: Ran = program("scan", "-v", "--today", TODAY, "--format", format, "--output", "json=all.json", cwd=folder)
    assert ran.code == 3
    assert "canary" not in ran.out + ran.err + (folder / "all.json").read_text()


def test_hostile_names_are_shown_by_their_code_points(tmp_path: Path) -> None:
    rows = "(select *, 'x' as \"a\u202e|<b>\n\" from " + ROWS + ")"
    for format in ("human", "markdown"):
        ran = program("scan", "--today", TODAY, "--format", format, cwd=project(tmp_path, FORGETFUL, rows))
        assert "\u202e" not in ran.out
        assert "<U+202E>" in ran.out.replace("\\", "")
        assert "<b>\n" not in ran.out


# other engines

ODD = """create collation sin_caja (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
create table de_raros (edad integer, barrio text collate sin_caja, ficha xml, peso double precision, nota text, doc jsonb);
insert into de_raros values (30, 'a', '<a/>', '0.0', 'x', '{}'),
  (30, 'A', '<a/>', '-0.0', 'y', '{}'), (31, 'á', null, 'nan', 'x', null), (31, 'á', null, 'nan', null, null);
create view raros as select edad, barrio, 1 / (edad - 30) as malo, peso, nota, ficha, doc from de_raros"""
BARE = """\
version: 1
profile: test
releases:
  - name: raros
    relation: raros
    columns: {edad: {role: quasi_identifier}}
    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""


def test_a_column_that_postgresql_refuses_does_not_stop_the_others(postgres: Database, tmp_path: Path) -> None:
    postgres.run(ODD)
    ran = program("scan", "--today", TODAY, "--format", "json", cwd=postgres.project(tmp_path, BARE))
    (found,) = json.loads(ran.out)["releases"]
    assert ran.code == 3
    assert {name: figures[1:] for name, figures in columns(found).items()} == {
        "barrio": (2, 1, 3),
        "nota": (4, 1, 2),
        "peso": (0, 2, 2),
        **dict.fromkeys(("malo", "ficha", "doc"), (None, None, None)),
    }
    reasons = {each["column"]: each["reason"] for each in found["columns"]}
    assert "DivisionByZero" in reasons["malo"]
    assert "nested" in reasons["ficha"]


def test_sqlite_tells_texts_apart_that_its_collation_folds(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "w.sqlite")) as connection:
        connection.execute("create table raros (edad integer, barrio text collate nocase, peso real)")
        connection.executemany("insert into raros values (?, ?, ?)", [(30, "a", 0.0), (30, "A", -0.0), (31, None, 1.5), (31, None, 1.5)])
        connection.commit()
    (tmp_path / "sqlrisk.yml").write_text(BARE)
    (tmp_path / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: sqlite, path: w.sqlite}}}")
    ran = program("scan", "--today", TODAY, "--format", "json", cwd=tmp_path)
    assert columns(json.loads(ran.out)["releases"][0]) == {"barrio": (None, 2, 1, 2), "peso": (None, 0, 2, 2)}


# where the method does not apply


def columns_of(**types: str) -> list[CatalogueColumn]:
    return [CatalogueColumn(name, kind) for name, kind in types.items()]


TRACES: list[tuple[str, list[CatalogueColumn], float, list[str]]] = [
    ("several rows of one person, with a time", columns_of(momento="TIMESTAMP"), 10.0, ["momento"]),
    ("a time by its name, in a file of texts", columns_of(fecha_alta="VARCHAR", dx="VARCHAR"), 1.5, ["fecha_alta"]),
    ("a day that may be NULL, in ClickHouse", columns_of(dia="Nullable(Date32)"), 10.0, ["dia"]),
    ("one row a person", columns_of(momento="TIMESTAMP"), 1.0, []),
    ("hardly more than one row a person", columns_of(momento="TIMESTAMP"), 1.49, []),
    ("nothing that orders them", columns_of(edad="INTEGER"), 10.0, []),
    ("a day of birth is the same in every row", columns_of(fecha_nacimiento="DATE"), 10.0, []),
    ("coordinates", columns_of(lat="DOUBLE", lon="DOUBLE"), 2.0, ["lat", "lon"]),
    ("a word that only begins like one", columns_of(latido="DOUBLE", plateau="DOUBLE", long_name="VARCHAR"), 10.0, []),
]


@pytest.mark.parametrize(("found", "rows", "expected"), [each[1:] for each in TRACES], ids=[each[0] for each in TRACES])
def test_traces(found: list[CatalogueColumn], rows: float, expected: list[str]) -> None:
    assert traces(found, rows) == expected
    assert len(list(applicability.traces({"persona": (rows, expected)}))) == bool(expected)


def test_points_and_lists() -> None:
    told = "\n".join(applicability.points(columns_of(lat="DOUBLE", lon="DOUBLE", ruta="DOUBLE[]")))
    assert "coordinates (`lat`, `lon`)" in told
    assert "`ruta` holds lists or documents" in told


def test_long_texts_and_sparse_tables() -> None:
    profiles = [ColumnProfile("notas", 10, 9, 61.0, 10), ColumnProfile("numero", 10, 9, 61.0, 10), ColumnProfile("sexo", 10, 2, 1.0, 10)]
    coded = ColumnProfile("motivo", 10, 4, 61.0, 10)
    (told,) = applicability.free_text([*profiles, coded], frozenset({"notas", "sexo", "motivo"}))
    assert "`notas` holds free text (mean 61 characters)" in told
    assert not list(applicability.sparse({f"item{place}": 8 for place in range(29)}, 10))
    assert not list(applicability.sparse({f"item{place}": 7 for place in range(60)}, 10))
    assert "30 columns are NULL, empty or 0" in next(applicability.sparse({f"item{place}": 8 for place in range(30)}, 10))


def test_a_nearly_unique_column_is_called_an_identifier() -> None:
    found = Scan("a", "a", ("edad",), 10, 0, 2, (ScannedColumn("id", None, 10, 10, 10, 1), ScannedColumn("oficio", "insensitive", 3, 4, 4, 1)))
    told = list(words.sentences(found))
    assert told[0].endswith("it is nearly unique: an identifier in truth")
    assert told[1] == "`oficio` is called insensitive and would leave 4 more rows alone: 40.00% in place of 0.00%"


# the measure


def test_the_worst_column_is_what_counts() -> None:
    sizes = ClassSizes.of({1: 2, 4: 2})
    joined = (JoinedClasses("nota", 4, 10, 2, 1), JoinedClasses("oficio", 7, 10, 5, 1))

    def value(found: ForgottenColumns, of: ClassSizes = sizes) -> Any:
        return measures()[MEASURE].of({ForgottenColumns: found, ClassSizes: of})

    assert value(ForgottenColumns(joined)) == Noted(Fraction(1, 2), "`oficio` known too: 5 rows alone, 2 without it")
    assert value(ForgottenColumns(())).value == Fraction(1, 5), "without another column: the rows alone already"
    assert value(ForgottenColumns(joined, "`lista` is not measured")) == NoValue("`lista` is not measured")
    assert isinstance(value(ForgottenColumns(joined), ClassSizes(())), NoValue)


PLAIN = "(select edad, sexo, diagnostico, oficio, nota from " + ROWS + ")"
Change = Callable[[dict[str, Any]], Any]


def check(folder: Path, change: Change = lambda release: None, rows: str = PLAIN, **limit: Any) -> Report:
    """The report of a release whose trade and note are called insensitive, with a limit on what a forgotten column would add."""
    declared = values()
    release = declared["releases"][0]
    release["columns"] |= {name: {"role": "insensitive", "reason": "test"} for name in ("oficio", "nota")}
    release["thresholds"].append({"measure": MEASURE, "source": "test", "reason": "test", **limit})
    change(release)
    return sqlrisk.check(declared, today=date(2026, 11, 30), project_dir=project(folder, rows=rows))


LIMITS: list[tuple[str, Change, dict[str, Any], tuple[int, float]]] = [
    ("the worst column is judged where none is named", lambda release: None, {"at_most": 0.5}, (1, 0.6)),
    ("it holds at equality", lambda release: None, {"at_most": 0.6}, (0, 0.6)),
    ("a named column is judged alone", lambda release: None, {"at_most": 0, "column": "nota"}, (0, 0.0)),
    ("a warning breaks nothing", lambda release: None, {"at_most": 0, "severity": "warn"}, (0, 0.6)),
    ("an undeclared column counts", lambda release: release["columns"].pop("oficio"), {"at_most": 0.6}, (1, 0.6)),
    ("so do columns that are not named", lambda release: undeclare(release, "insensitive"), {"at_most": 0.5}, (1, 0.6)),
    ("and one of them may be", lambda release: undeclare(release, "insensitive"), {"at_most": 0.5, "column": "NOTA"}, (0, 0.0)),
    ("identifiers are never published", lambda release: undeclare(release, "identifier"), {"at_most": 0}, (0, 0.0)),
    ("a small class that is suppressed is not told apart", lambda release: release.update(suppress_below=3), {"at_most": 0.4}, (0, 1 / 3)),
    ("a filter applies", lambda release: release.update(where="sexo = 'M'"), {"at_most": 1}, (0, 1.0)),
]


def undeclare(release: dict[str, Any], role: str) -> None:
    del release["columns"]["oficio"], release["columns"]["nota"]
    release["other_columns"] = {"role": role, "reason": "test"}


@pytest.mark.parametrize(("change", "limit", "expected"), [each[1:] for each in LIMITS], ids=[each[0] for each in LIMITS])
def test_a_limit(change: Change, limit: dict[str, Any], expected: tuple[int, float], tmp_path: Path) -> None:
    report = check(tmp_path, change, **limit)
    (held,) = [each for each in report.releases[0].thresholds if each.measure == MEASURE]
    assert report.exit_code == expected[0]
    assert held.value == pytest.approx(expected[1])


def test_a_column_that_cannot_be_grouped_leaves_the_limit_without_a_value(tmp_path: Path) -> None:
    report = check(tmp_path, lambda release: release["columns"].update(lista={"role": "insensitive", "reason": "test"}), ROWS, at_most=1)
    assert (report.exit_code, report.releases[0].verdict) == (3, "not_measured")
    assert "`lista` is not measured: its type INTEGER[] is nested" in "\n".join(report.releases[0].warnings)


def test_nothing_is_measured_where_no_limit_asks(tmp_path: Path) -> None:
    report = check(tmp_path, lambda release: release["thresholds"].pop(), at_most=1)
    assert [each for each in report.releases[0].measures if each.measure == MEASURE] == []


def test_every_column_stands_in_the_results_and_the_worst_beside_the_verdict(tmp_path: Path) -> None:
    release = check(tmp_path, at_most=0.5).releases[0]
    found = {each.column: each.value for each in release.measures if each.measure == MEASURE}
    assert found == {None: Fraction(3, 5), "oficio": Fraction(3, 5), "nota": 0}
    assert f"{MEASURE} is 0.6: `oficio` known too: 3 rows alone, 0 without it" in release.warnings


def test_the_remedy_measures_it_again(tmp_path: Path) -> None:
    release = check(tmp_path, lambda release: release["thresholds"][0].update(at_least=3), at_most=0.4).releases[0]
    after = [each for each in release.measures if each.measure == MEASURE and each.rung != "published" and each.column is None]
    assert [each.value for each in after] == [Fraction(1, 3)]


REFUSED: list[tuple[Mapping[str, Any], str]] = [
    ({"column": "diagnostico"}, "`diagnostico` is sensitive: forgotten_column_uniques speaks of columns that are called insensitive"),
    ({"column": "notta"}, "did you mean `nota`?"),
    ({"group": "each"}, "speaks of the whole release"),
    ({"at_most": 1.5}, "outside the range"),
]


@pytest.mark.parametrize(("limit", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_a_limit_that_says_nothing_is_refused(limit: Mapping[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=said.replace("?", ".")):
        check(tmp_path, **{"at_most": 0.5, **limit})


def test_a_named_column_that_the_published_relation_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="names the column `inventada`"):
        check(tmp_path, lambda release: undeclare(release, "insensitive"), at_most=0.5, column="inventada")


def test_compile_names_what_only_the_catalogue_tells(tmp_path: Path) -> None:
    limits = f"{GATE}\n      - {{measure: {MEASURE}, at_most: 1}}\n      - {{measure: {MEASURE}, at_most: 1, column: nota}}"
    declaration = DECLARATION.replace(GATE, limits).replace("    publish:", "    other_columns: {role: insensitive, reason: test}\n    publish:")
    ran = program("compile", "--today", TODAY, cwd=project(tmp_path, declaration, PLAIN))
    assert ran.code == 0, ran.err
    assert "-- altas: joined_classes, rung published, column nota" in ran.out
    assert "one a column that the declaration does not name" in ran.out
    dry = program("check", "--dry-run", "--today", TODAY, cwd=tmp_path)
    assert "joined_classes, rung published, column oficio" in dry.out


def test_a_column_under_the_name_of_a_published_level_is_refused(tmp_path: Path) -> None:
    rows = "(select edad, sexo, diagnostico, oficio, nota, edad as edad5 from " + ROWS + ")"
    with pytest.raises(sqlrisk.ConfigurationError, match="has a column `edad5`, and `edad` is published as a level of that name"):
        check(tmp_path, lambda release: undeclare(release, "insensitive"), rows, at_most=1, column="edad5")


def test_random_tables_against_counting_row_by_row(tmp_path: Path) -> None:
    for seed in range(8):
        chance = random.Random(seed)
        rows = [tuple(chance.choice([*pool, None]) for pool in ("ab", "xyz", "pqr", "1234567")) for _ in range(chance.choice([3, 9, 20]))]
        size = chance.randint(1, 3)
        listed = ", ".join("(" + ", ".join("null" if cell is None else f"'{cell}'" for cell in row) + ")" for row in rows)
        classes = Counter(row[:2] for row in rows)
        kept = [row for row in rows if classes[row[:2]] >= size]
        declaration = DECLARATION.replace('edad: {role: quasi_identifier, levels: {edad5: "floor(edad / 5) * 5"}}', "edad: {role: quasi_identifier}")
        declaration = declaration.replace("    publish: {edad: edad5}\n", f"    suppress_below: {size}\n").replace("diagnostico", "oficio", 1)
        declaration = declaration.replace("diagnostico", "oficio")
        if kept:
            found = scan(tmp_path / str(seed), declaration=declaration, rows=f"(values {listed}) as t(edad, sexo, oficio, nota)")
            expected = {}
            for place, name in ((2, "oficio"), (3, "nota")):
                joined = Counter((*row[:2], row[place]) for row in kept)
                expected[name] = (list(joined.values()).count(1), min(joined.values()))
            assert {name: figures[1:3] for name, figures in columns(found).items()} == expected, seed
