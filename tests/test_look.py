"""The file form of `check`: a look at a file without a declaration. It never says that the file is publishable, and no planted identifier passes it."""

from __future__ import annotations

import json
import random
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.errors import ConfigurationError
from sqlrisk.reports import human, render
from tests.helpers import TODAY
from tests.helpers import sqlrisk as program

DAY = date.fromisoformat(TODAY)
ROWS = 240


def look(table: pd.DataFrame, **more: Any) -> Any:
    return sqlrisk.check(table, **{"quasi_identifiers": ["edad", "sexo"], "k": 5, "today": DAY, **more})


def plain(rows: int = ROWS) -> pd.DataFrame:
    """Two quasi-identifiers in 8 classes, a diagnosis, an amount and a day."""
    chance = random.Random(4)
    return pd.DataFrame(
        {
            "edad": [20 + 10 * (row % 4) for row in range(rows)],
            "sexo": ["FM"[row % 8 // 4] for row in range(rows)],
            "dx": [chance.choice(["gripe", "asma", "gastritis"]) for _ in range(rows)],
            "importe": [round(chance.uniform(10, 9000), 2) for _ in range(rows)],
        }
    )


def dni(number: int) -> str:
    return f"{number:08}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def iban(account: int) -> str:
    bare = f"{account:020}"
    return f"ES{98 - int(f'{bare}142800') % 97:02}{bare}"


GIVEN = ["Ana", "Luis", "Marta", "Jon", "Eva", "Pau", "Iker", "Nora", "Hugo", "Alba", "Leo", "Sara"]
FAMILY = ["García", "Müller", "Rossi", "Silva", "Dupont", "Costa", "Weber", "Moreau", "Bianchi", "Santos", "Vidal", "Ibáñez"]
NAMES = [f"{GIVEN[row % 12]} {FAMILY[row // 12 % 12]}" for row in range(ROWS)]
PHONES = [f"+34 6{row % 90 + 10} {row * 7 % 900 + 100} {row * 13 % 900 + 100}" for row in range(ROWS)]
PLANTED: list[tuple[str, list[Any]]] = [
    *((header, [f"u{row}@{'abc'[row % 3]}.org" for row in range(ROWS)]) for header in ("contacto", "E-Mail-Adresse", "courriel", "x1", "posta")),
    *((header, [f"u{row % 9}@empresa.es" for row in range(ROWS)]) for header in ("responsable", "v12")),
    *((header, [iban(row * 7919 + 13) for row in range(ROWS)]) for header in ("cuenta", "Konto", "campo_3")),
    *((header, [f"{text[:4]} {text[4:8]} {text[8:12]} {text[12:]}" for text in map(iban, range(ROWS))]) for header in ("domiciliacion", "rib")),
    *((header, [dni(10_000_000 + row * 31) for row in range(ROWS)]) for header in ("documento", "codigo", "c7")),
    *((header, [f"{dni(20_000_000 + row * 17)[:8]}-{dni(20_000_000 + row * 17)[8]}" for row in range(ROWS)]) for header in ("nif_titular", "clave")),
    *((header, PHONES) for header in ("contacto_2", "Telefonnummer", "telefone", "cellulare")),
    *((header, NAMES) for header in ("nombre_paciente", "full_name", "Nachname", "nom de famille", "cognome", "sobrenome", "prenom", "Vorname", "apellidos")),
]
"""A header and what stands under it: 30 files."""


def test_there_are_thirty_planted_files() -> None:
    assert len(PLANTED) == 30


@pytest.mark.few(12)
@pytest.mark.parametrize(("header", "values"), PLANTED, ids=[f"{place} {header}" for place, (header, _) in enumerate(PLANTED)])
def test_no_planted_identifier_passes(header: str, values: list[Any], tmp_path: Path) -> None:
    table = plain()
    table.insert(random.Random(header).randint(0, 4), header, values)
    table.to_csv(tmp_path / "t.csv", index=False)
    report = sqlrisk.check(tmp_path / "t.csv", quasi_identifiers=["edad", "sexo"], today=DAY)
    assert (report.exit_code, report.passed, report.releases[0].verdict) == (1, False, "not_judged")
    assert header in [finding.column for finding in report.releases[0].failures]
    assert sqlrisk.check(tmp_path / "t.csv", quasi_identifiers=["edad", "sexo"], ignore=[header], today=DAY).exit_code == 0


def numbered(name: str, first: int) -> pd.DataFrame:
    table = plain()
    table.insert(0, name, range(first, first + ROWS))
    return table


HONEST: list[tuple[str, pd.DataFrame]] = [
    ("amounts", plain()),
    ("a few rows", plain(16)),
    ("row names of R", numbered("rownames", 1)),
    ("an index of pandas", numbered("Unnamed: 0", 0)),
    ("a row number called id", numbered("id", 1)),
    ("a day", plain().assign(fecha=[f"2024-0{row % 9 + 1}-1{row % 10}" for row in range(ROWS)])),
    ("moments", plain().assign(alta=[f"2024-01-{row % 28 + 1:02} 10:{row % 60:02}:{row % 7:02}.{row:03}" for row in range(ROWS)])),
    ("measurements", plain().assign(peso=[40 + row * 0.137 for row in range(ROWS)], talla=[1.4 + row * 0.0017 for row in range(ROWS)])),
    ("decimal commas", plain().assign(renta=[f"{row * 37},{row % 100:02}" for row in range(ROWS)])),
    ("codes of places", plain().assign(municipio=[f"{28000 + row % 60:05}" for row in range(ROWS)], hospital_id=[row % 30 for row in range(ROWS)])),
    ("labels with blanks", plain().assign(seccion=[f"seccion {row % 12} norte" for row in range(ROWS)])),
    ("counts of phone calls", plain().assign(phone_calls=[row % 40 for row in range(ROWS)], mail_opened=[row % 2 for row in range(ROWS)])),
    ("long labels of few values", plain().assign(programa=[f"programa de atención integral a la comunidad número {row % 6}" for row in range(ROWS)])),
    ("truths and gaps", plain().assign(fumador=[row % 3 == 0 for row in range(ROWS)], hijos=[row % 4 or None for row in range(ROWS)])),
    ("integers that are no keys", plain().assign(saldo=[row * row * 31 % 100_003 for row in range(ROWS)])),
]


@pytest.mark.few(15)
@pytest.mark.parametrize("table", [each[1] for each in HONEST], ids=[each[0] for each in HONEST])
@pytest.mark.parametrize("kind", ["csv", "parquet", "frame"])
def test_an_honest_file_passes_the_look(table: pd.DataFrame, kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"t.{kind}"
    if kind != "frame":
        (table.to_csv if kind == "csv" else table.to_parquet)(file, index=False)
    report = sqlrisk.check(table if kind == "frame" else file, quasi_identifiers=["edad", "sexo"], k=2, today=DAY)
    assert (report.exit_code, [finding.text for finding in report.releases[0].failures]) == (0, [])


def first_line(report: Any) -> str:
    return " ".join(human.render(report, quiet=True, width=400).split())


def test_the_first_line_says_what_holds_and_what_nobody_judged(tmp_path: Path) -> None:
    plain().to_csv(tmp_path / "t.csv", index=False)
    found = sqlrisk.check(tmp_path / "t.csv", quasi_identifiers=["edad", "sexo"], k=5, ignore=["dx"], today=DAY)
    assert first_line(found) == (
        "t.csv: k = 30 for edad, sexo: at least 5 holds. Not published: dx. A look, not a verdict: 1 column has no role (CSV with commas, utf-8)."
    )
    assert "k = 30 for edad, sexo: at least 31 does NOT hold" in first_line(look(plain(), k=31))
    assert "k = 30 for edad, sexo: no limit is asked for" in first_line(look(plain(), k=None))


@pytest.mark.parametrize("format", ["human", "markdown", "html", "json", "junit", "sarif", "github", "gitlab"])
@pytest.mark.parametrize("fails", [True, False])
def test_no_format_says_publishable(format: str, fails: bool) -> None:
    report = look(plain().assign(email=[f"u{row}@x.es" for row in range(ROWS)]) if fails else plain())
    assert report.passed is not fails
    text = render(report, format)
    assert "publishable" not in text.replace("Is the release publishable", "").replace("A publishable release is so", "").replace("NOT publishable", "")
    if format not in ("html", "sarif"):
        assert ("email" in text) is fails
    assert ("email" in str(report), "email" in report._repr_html_()) == (fails, fails)
    assert report.to_dict()["releases"][0]["verdict"] == "not_judged"
    assert report.to_dict()["releases"][0]["status"] == "measured"


def test_the_sensitive_columns_are_judged_by_l() -> None:
    table = plain()
    table.loc[table.edad == 20, "dx"] = "gripe"
    alone = look(table, sensitive=["dx"])
    assert (alone.exit_code, [(result.measure, result.passed) for result in alone.releases[0].thresholds]) == (1, [("k", True), ("distinct_l", False)])
    assert look(table, sensitive=["dx"], k=None).exit_code == 1
    assert look(plain(), sensitive=["dx"]).passed
    assert look(plain(), sensitive=["dx"], l=4).exit_code == 1


KEYS: list[tuple[str, list[Any], bool]] = [
    ("id_paciente", [*range(1, ROWS + 1)], True),
    ("num_expediente", [row * 7 + 1000 for row in range(ROWS)], True),
    ("codigo", [f"k{row}" for row in range(ROWS)], True),
    ("saldo", [row * 7 + 1000 for row in range(ROWS)], False),
]


@pytest.mark.parametrize(("name", "values", "fails"), KEYS, ids=[each[0] for each in KEYS])
def test_text_and_keys_that_are_nearly_unique_fail_and_other_columns_warn(name: str, values: list[Any], fails: bool) -> None:
    table = plain().drop(columns="importe")
    table.insert(0, name, values)
    report = look(table)
    assert (report.exit_code, name in str([finding.text for finding in report.releases[0].findings])) == (int(fails), True)


def test_a_row_number_is_left_out_and_said() -> None:
    report = look(numbered("id", 1))
    assert [finding.column for finding in report.releases[0].findings if finding.id == "row-number"] == ["id"]
    assert "A look, not a verdict: 2 columns have no role" in first_line(report)


READ = [
    ("semi.csv", ";", "utf-8", ["--delimiter", ";"], "CSV with semicolons, utf-8"),
    ("latin.csv", ",", "latin-1", ["--encoding", "latin-1"], "CSV with commas, latin-1"),
    ("tabs.tsv", "\t", "utf-8", [], "CSV with tabs, utf-8"),
    ("tabs.csv", "\t", "utf-8", ["--delimiter", "\\t"], "CSV with tabs, utf-8"),
    ("decimal.csv", ";", "utf-8", ["--delimiter", ";", "--decimal", ","], "CSV with semicolons, utf-8, decimal ,"),
]


@pytest.mark.parametrize(("name", "delimiter", "encoding", "options", "said"), READ, ids=[each[0] for each in READ])
def test_how_a_file_is_read_is_an_option_and_said(name: str, delimiter: str, encoding: str, options: list[str], said: str, tmp_path: Path) -> None:
    table = plain().assign(dx="bronquitis aguda en niños")
    table.to_csv(tmp_path / name, sep=delimiter, encoding=encoding, index=False, decimal="," if "--decimal" in options else ".")
    ran = program("check", name, "--qi", "edad,sexo", "--k", "30", *options, "--today", TODAY, "-q", cwd=tmp_path)
    assert (ran.code, said in " ".join(ran.out.split())) == (0, True), ran


def test_the_marker_of_null_is_an_option(tmp_path: Path) -> None:
    plain().assign(dx=["NA", "gripe"] * (ROWS // 2)).to_csv(tmp_path / "t.csv", index=False)
    ran = program("check", "t.csv", "--qi", "edad,sexo", "--sensitive", "dx", "--null", "NA", "--format", "json", "--today", TODAY, cwd=tmp_path)
    assert ran.code == 1, "a class of one value and NULL is below l = 2"
    assert json.loads(ran.out)["releases"][0]["verdict"] == "not_judged"


def test_a_wrong_delimiter_leads_to_the_option(tmp_path: Path) -> None:
    plain().to_csv(tmp_path / "t.csv", sep=";", index=False)
    ran = program("check", "t.csv", "--qi", "edad,sexo", "--k", "2", "--today", TODAY, cwd=tmp_path)
    assert ran.code == 2
    assert "--delimiter" in ran.err
    assert "sqlrisk init FILE" in ran.err


def test_options_of_a_look_need_a_file(tmp_path: Path) -> None:
    plain().to_parquet(tmp_path / "t.parquet")
    for options in (["--ignore", "a"], ["--l", "3"], ["--delimiter", ";"], ["--k", "5"]):
        ran = program("check", *options, "--today", TODAY, cwd=tmp_path)
        assert (ran.code, f"{options[0]} needs a file" in ran.err) == (2, True)
    ran = program("check", "t.parquet", "--qi", "edad", "--delimiter", ";", "--today", TODAY, cwd=tmp_path)
    assert (ran.code, "--delimiter is for CSV files" in ran.err) == (2, True)
    with pytest.raises(ConfigurationError, match="`edad` is to be ignored and has a role"):
        look(plain(), ignore=["edad"])
