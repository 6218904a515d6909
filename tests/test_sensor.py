"""The sensor: cheap shapes are necessary for the patterns of identifiers, names are read in five languages, and quantities are no identifiers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from sqlrisk import evidence
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.evidence import ColumnPatterns
from sqlrisk.queries import render
from sqlrisk.recognition.conditions import Facts
from sqlrisk.recognition.rules import may_be_named, recognised
from tests.engines import Engine
from tests.helpers import TODAY

DAY = date.fromisoformat(TODAY)
IDENTIFYING = ("email", "url", "ip_address", "uuid", "hash", "iban", "dni", "nir", "codice_fiscale", "nif", "cpf", "ssn", "card", "phone")
TEMPLATES = [
    "{a}.{a}@{a}.es", "{l}@{l}.{l}", "https://{a}.org/{d}", "WWW.{a}.com", "www.{a}.de", "{b}.{b}.{b}.{b}", "fe80::{d}", "2001:db8:1:2:3:4:5:6",
    "ES{d2}{d4}{d4}{d4}{d4}{d4}", "ES{d2} {d4} {d4} {d4} {d4} {d4}", "MT84 MALT 0110 0001 2345 MTLC AST0 01S", "GB82WEST12345698765432",
    "SC18SSCB11010000000000001497USD", "{d8}{l}", "{d8}-{l}", "{d2}.{d3}.{d3}-{l}", "X{d7}{l}", "x-{d7}-{l}", "RSSMRA85T10A562S", "RSS MRA 85T10 A562S",
    "{d9}", "{d3}-{d2}-{d4}", "{d3}.{d3}.{d3}-{d2}", "{d4} {d4} {d4} {d4}", "{d15}", "1 {d2} {d2} {d2} {d3} {d3} {d2}", "+34 {d3} {d3} {d3}",
    "({d3}) {d3}-{d4}", "{d2}.{d2}.{d2}.{d2}.{d2}", "{h}" * 32, "{h}" * 64, "123e4567-e89b-12d3-a456-426614174000",
]  # fmt: skip


def written(template: str, chance: random.Random) -> str:
    """A text of a template: runs of digits, a letter, a word, a hexadecimal digit."""
    digits = {f"d{size}": "".join(chance.choices("0123456789", k=size)) for size in (2, 3, 4, 7, 8, 9, 15)}
    word = "".join(chance.choices("abcdefghij", k=chance.randint(1, 9)))
    more = {"d": str(chance.randint(1, 9999)), "b": str(chance.randint(0, 255)), "l": chance.choice("TRWAGMYFPDXBNJZSQVHLCKE"), "a": word}
    return template.format(**digits, **more, h=chance.choice("0123456789abcdef"))


def noisy(text: str, chance: random.Random) -> str:
    """The text, now and then with blanks around it, in another case, or, where it begins with a digit, with one more separator."""
    place = chance.randint(1, len(text))
    broken = text[:place] + chance.choice(" -./()") + text[place:] if text[0].isdigit() else text
    return chance.choice([text, f" {text}", f"{text}  ", text.lower(), broken])


def counts(engine: Engine, kernel: str, values: Sequence[str], **arguments: Any) -> Sequence[dict[str, Any]]:
    relation = engine.load("shapes", {"n": "bigint", "v": "text"}, [(place, value) for place, value in enumerate(values)])
    return [dict(row) for row in engine.rows(render(kernel, engine.dialect, relation=relation, **arguments).sql)]


def test_what_a_pattern_finds_has_the_shape(engine: Engine) -> None:
    """Columns of one value each, so that the counts of a column are about that value."""
    chance = random.Random(7)
    drawn = {noisy(written(chance.choice(TEMPLATES), chance), chance) for _ in range(60 if engine.tables < 50 else 240)}
    values = sorted(value for value in drawn if not (value.count(".") == 1 and value.lower() == value.upper()))
    for start in range(0, len(values), 60):
        part = values[start : start + 60]
        columns = {f"c{place}": "text" for place in range(len(part))}
        relation = engine.load("shapes", columns, [tuple(part)])
        shapes = evidence.value_shapes(engine.rows(render("value_shapes", engine.dialect, relation=relation, texts=[*columns]).sql), [*columns], [])
        fits = evidence.value_fits(engine.rows(render("value_fits", engine.dialect, relation=relation, columns=[*columns]).sql), len(columns))
        patterns = evidence.column_patterns(engine.rows(render("column_patterns", engine.dialect, relation=relation, columns=[*columns]).sql), len(columns))
        missed = [value for value, found, rows in zip(part, patterns, fits, strict=True) if found.share(*IDENTIFYING) and not rows]
        assert missed == []
        assert [value for value, name, rows in zip(part, columns, fits, strict=True) if rows > shapes[name].candidates] == []


ORDINARY = ["2024-01-15", "15/01/2024", "2024-01-15 10:20:30", "123456.78", "-1234.5", "soltero", "ingeniero de caminos", "28013", "F", "DX120", "1,234,567"]


def test_ordinary_values_do_not_have_the_shape(engine: Engine) -> None:
    relation = engine.load("shapes", {"v": "text", "n": "bigint"}, [(value, 12345678) for value in ORDINARY])
    (row,) = engine.rows(render("value_shapes", engine.dialect, relation=relation, texts=["v"], numbers=["n"]).sql)
    shapes = evidence.value_shapes([row], ["v"], ["n"])
    assert (shapes["v"].filled, shapes["v"].characters) == (len(ORDINARY), sum(map(len, ORDINARY)))
    assert (shapes["n"].filled, shapes["n"].candidates) == (len(ORDINARY), 0)
    fits = evidence.value_fits(engine.rows(render("value_fits", engine.dialect, relation=relation, columns=["v"]).sql), 1)
    assert fits == (0,)


NAMED = [
    "email",
    "E-Mail",
    "courriel",
    "correo",
    "telefono_movil",
    "Handynummer",
    "prenom",
    "Vorname",
    "Nachname",
    "cognome",
    "sobrenome",
    "apellido1",
    "nombre",
]
NAMED += ["nome", "nom", "full_name", "numero_telefone", "telefone", "Telefonnummer", "Anschrift", "adresse", "indirizzo", "dni", "Personalausweis"]
NAMED += ["codice_fiscale", "numero_securite_sociale", "iban", "Kontonummer", "id_paciente", "patient_id", "matricula", "ip", "num_historia"]
NOT_NAMED = ["edad", "region_name", "hospital", "provincia", "grupo", "renta", "fecha", "estado_civil", "sector", "via"]


def facts(name: str, kind: str = "VARCHAR", filled: int = 1000, distinct: int = 900, **patterns: int) -> Facts:
    return Facts(CatalogueColumn(name, kind), ColumnPatterns(filled, filled, 0, distinct, 9.0, patterns))


@pytest.mark.parametrize("name", NAMED)
def test_a_name_in_five_languages_is_recognised(name: str) -> None:
    assert may_be_named(name)
    assert recognised(facts(name))


def test_other_names_and_quantities_are_not() -> None:
    assert [name for name in NOT_NAMED if recognised(facts(name))] == []
    assert recognised(facts("phone_minutes", "DOUBLE", decimal=1000)) is None
    assert recognised(facts("phone_calls", "INTEGER", distinct=40, integer=1000)) is None
    assert recognised(facts("phone_service", distinct=2)) is None
    assert recognised(facts("place_id", "INTEGER", distinct=600, integer=1000)) is None
