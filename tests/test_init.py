"""`sqlrisk init`: what patterns find, which roles are proposed and why, what the file is worth, and that no value is in anything that is written."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from itertools import zip_longest
from pathlib import Path

import duckdb
import pytest

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.documents import parse_yaml, read_yaml
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.evidence import ColumnPatterns, column_patterns
from sqlrisk.loading import load_manifest
from sqlrisk.proposals.document import scalar, year_later
from sqlrisk.proposals.files import form
from sqlrisk.queries import render
from sqlrisk.recognition.conditions import Facts, share_text
from sqlrisk.recognition.rules import proposals, propose
from sqlrisk.recognition.words import TOPICS, says, words
from tests.cases.bank import CASES, FOLDER
from tests.clusters import READER, Database
from tests.engines import Engine
from tests.helpers import TODAY, project, sqlrisk

DAY = date.fromisoformat(TODAY)


def remainder(text: str, divisor: int) -> int:
    return int("".join(str(int(letter, 36)) for letter in text)) % divisor


def weighted(digits: str, weights: range) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def luhn(digits: str) -> bool:
    return sum(sum(divmod(int(digit) * (1 + place % 2), 10)) for place, digit in enumerate(reversed(digits))) % 10 == 0


def iban(value: str) -> bool:
    code = re.sub(r"[ .()/-]", "", value).upper()
    return bool(re.fullmatch(r"[A-Z]{2}\d\d[A-Z0-9]{11,30}", code)) and remainder(code[4:] + code[:4], 97) == 1


def dni(value: str) -> bool:
    code = re.sub(r"[ .()/-]", "", value).upper()
    digits = code[:-1].translate(str.maketrans("XYZ", "012"))
    return bool(re.fullmatch(r"(\d{8}|[XYZ]\d{7})[A-Z]", code)) and "TRWAGMYFPDXBNJZSQVHLCKE"[int(digits) % 23] == code[-1]


def cpf(value: str) -> bool:
    code = re.sub(r"\D", "", value)
    checks = [weighted(code, range(start, 1, -1)) * 10 % 11 % 10 for start in (10, 11)]
    return len(code) == 11 and len(set(code)) > 1 and code[9:] == "".join(map(str, checks))


def nif(value: str) -> bool:
    code = re.sub(r"\D", "", value)
    check = 11 - weighted(code, range(9, 1, -1)) % 11
    return len(code) == 9 and code[0] != "0" and int(code[8]) == (0 if check > 9 else check)


VECTORS: Mapping[str, tuple[list[str], list[str]]] = {
    # pattern: values that it finds, values that it does not
    "email": (["a@b.es", "Ana.López@correo.example", "x+y@sub.dominio.org"], ["a@b", "@b.es", "a b@c.es", "a@b@c.es", "arroba", "a.b.c"]),
    "url": (["http://a.example", "HTTPS://b.example/c?d", "www.ine.es"], ["ftp://a", "http//a", "the http://a", "www."]),
    "ip_address": (
        ["192.168.0.1", "8.8.8.8", "2001:db8::1", "::1", "fe80:0:0:0:1:2:3:4"],
        ["1.2.3", "1.2.3.4.5", "1234.1.1.1", "1..2.3", "12:30:45", "v1.2.3.4"],
    ),
    "uuid": (
        ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-00000000000F"],
        ["123e4567e89b12d3a456426614174000", "123g4567-e89b-12d3-a456-426614174000"],
    ),
    "hash": (
        ["d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "A" * 64, "0" * 128],
        ["d41d8cd98f00b204e9800998ecf8427", "g" * 32, "a" * 63, "-" * 32],
    ),
    "iban": (
        [
            "ES9121000418450200051332",
            "ES91 2100 0418 4502 0005 1332",
            "GB82 WEST 1234 5698 7654 32",
            "NO93 8601 1117 947",
            "mt84malt011000012345mtlcast001s",
            "DE89370400440532013000",
        ],
        ["ES9121000418450200051333", "ES1921000418450200051332", "9121000418450200051332ES", "ES91", "ES91 2100 0418 4502 0005 133"],
    ),
    "dni": (
        ["12345678Z", "12.345.678-z", "00000000T", "X1234567L", "Y1234567X", "Z-1234567-R"],
        ["12345678A", "1234567Z", "A1234567L", "Z12345678", "123456789Z", "X12345678"],
    ),
    "nir": (["255081416802538", "2 55 08 14 168 025 38"], ["255081416802539", "955081416802538", "25508141680253", "25508A416802538"]),
    "codice_fiscale": (["RSSMRA85T10A562S", "rssmra85t10a562s"], ["RSSMRA85T10A5625", "RSSMR85T10A562S"]),
    "nif": (["501964843", "123456789", "501 964 843"], ["501964842", "023456789", "12345678", "1234567890"]),
    "cpf": (["111.444.777-35", "11144477735", "52998224725"], ["11144477734", "11144477745", "11111111111", "1114447773"]),
    "ssn": (["123-45-6789", "001-01-0001"], ["000-45-6789", "666-45-6789", "912-45-6789", "123-00-6789", "123-45-0000", "123456789", "12-345-6789"]),
    "card": (
        ["4111 1111 1111 1111", "378282246310005", "6011-1111-1111-1117", "4222222222222"],
        ["4111111111111112", "0111111111111111", "411111111111", "4111a11111111111"],
    ),
    "phone": (
        ["600123456", "+34 600 123 456", "(91) 555-12-34 00", "0034600123456", "212/555/1212"],
        ["60012345", "600 123 45x", "-600123456", "123456.789", "+", "34+600123456", "2026-11-30", "1234567890123456789"],
    ),
    "coordinates": (["40.4168, -3.7038", "40.4168 -3.7038"[:7] + ";-3.7038", "(40.4, -3.7)"], ["40.4168", "40, 3", "a 40.1, 3.2", "40.4168, -3.7038, 2.1"]),
    "iso_date": (["2026-11-30", "1999/01/31", "2026-11-30 10:00:00", "2026-11-30T10:00:00Z"], ["2026-13-30", "2026-11-32", "2026-11", "26-11-30", "2026-1-30"]),
    "other_date": (
        ["30/11/2026", "30-11-2026", "30.11.2026", "9/7/67", "9/7/1967", "1-12-2020", "19991231", "31/12/99"],
        ["32/11/2026", "30/32/2026", "30/11", "19991331", "18991231", "99999999", "1.2.3"],
    ),
    "integer": (["0", "12", "-7", "007", "999999999999999999"], ["1.5", "", "a", "1e5", "1234567890123456789", "1-2", "+3"]),
    "leading_zero": (["007", "01", "00"], ["0", "7", "0.7", "-07"]),
    "decimal": (["1.5", "-0.25", "40.4168"], ["1", "1.", ".5", "1,5", "1.2.3", "1.5e3", "1-2.5"]),
    "decimal_comma": (["1,5", "-0,25"], ["1", "1,", "1.5", "1,2,3", "1-2,5"]),
    "five_digits": (["28001", "00000"], ["2800", "280011", "2800A"]),
    "year": (["1900", "1984", "2099"], ["1899", "2100", "84", "19845"]),
    "latitude": (["40.4168", "-89.999"], ["90.001", "40.41", "40", "40.4168N", "1-2.555"]),
    "longitude": (["-3.7038", "179.9999", "40.4168"], ["180.001", "3.70"]),
    "words": (["una frase de cuatro", "one two three four five"], ["tres palabras solas", "una", "a  b"]),
}
ORACLES: Mapping[str, Callable[[str], bool]] = {
    "iban": iban,
    "dni": dni,
    "cpf": cpf,
    "nif": nif,
    "card": lambda value: luhn(re.sub(r"\D", "", value)),
    "nir": lambda value: 97 - int(re.sub(r"\D", "", value)[:13]) % 97 == int(re.sub(r"\D", "", value)[13:]),
}
EVERY = [value for true, false in VECTORS.values() for value in (*true, *false)]


@pytest.fixture(scope="module")
def found() -> Callable[[list[str | None]], ColumnPatterns]:
    """What DuckDB counts in a column of some values."""
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("create table t (a varchar)")

    def counted(values: list[str | None]) -> ColumnPatterns:
        connection.execute("delete from t")
        for value in values:
            connection.execute("insert into t values (?)", (value,))
        answer = connection.execute(render("column_patterns", "duckdb", relation="t", columns=["a"]).sql)
        names = [column[0] for column in answer.description]
        return column_patterns([dict(zip(names, row, strict=True)) for row in answer.fetchall()], 1)[0]

    return counted


@pytest.fixture(scope="module")
def vectors() -> Mapping[str, ColumnPatterns]:
    """What DuckDB counts in the values that a pattern finds (`true email`) and in those that it does not (`false email`), a column each."""
    columns = {f"{kind} {name}": values for name, pair in VECTORS.items() for kind, values in zip(("true", "false"), pair, strict=True)}
    with duckdb.connect(config={"threads": 1}) as connection:
        listed = ", ".join(f'"{name}" varchar' for name in columns)
        connection.execute(f"create table t ({listed})")
        for row in zip_longest(*columns.values()):
            connection.execute(f"insert into t values ({', '.join('?' * len(row))})", row)
        answer = connection.execute(render("column_patterns", "duckdb", relation="t", columns=[*columns]).sql)
        names = [column[0] for column in answer.description]
        rows = [dict(zip(names, row, strict=True)) for row in answer.fetchall()]
    return dict(zip(columns, column_patterns(rows, len(columns)), strict=True))


@pytest.mark.parametrize("pattern", VECTORS)
def test_a_pattern_finds_what_is_one_and_nothing_near_it(pattern: str, vectors: Mapping[str, ColumnPatterns]) -> None:
    true, _ = VECTORS[pattern]
    assert (vectors[f"true {pattern}"].counts[pattern], vectors[f"false {pattern}"].counts[pattern]) == (len(true), 0)


@pytest.mark.parametrize("pattern", ORACLES)
def test_a_check_digit_is_right_where_plain_python_says_so(pattern: str, found: Callable[[list[str | None]], ColumnPatterns]) -> None:
    first = VECTORS[pattern][0][0]
    near = [first[:place] + str((int(letter) + step) % 10) + first[place + 1 :] for place, letter in enumerate(first) if letter.isdigit() for step in (1, 4)]
    right = [value for value in near if ORACLES[pattern](value) and not (pattern == "nir" and value[0] not in "12")]
    assert found([*near]).counts[pattern] == len(right) < len(near)
    assert all(ORACLES[pattern](value) for value in VECTORS[pattern][0])


def test_every_pattern_stands_in_the_table_of_vectors(found: Callable[[list[str | None]], ColumnPatterns]) -> None:
    assert set(found(["a"]).counts) == set(VECTORS)


def test_rows_values_and_lengths_are_counted_apart(found: Callable[[list[str | None]], ColumnPatterns]) -> None:
    told = found(["ab", "ab", "abcd", "", None, None])
    assert (told.rows, told.filled, told.empty, told.distinct, told.mean_length) == (6, 3, 1, 2, 8 / 3)
    assert (found([None]).rows, found([None]).share("email"), found([None]).distinct_share) == (1, 0.0, 0.0)
    with pytest.raises(NotMeasuredError):
        found([])


@pytest.mark.engines_excluding("duckdb", because="it is what the others are compared with")
def test_every_engine_counts_what_duckdb_counts(engine: Engine, found: Callable[[list[str | None]], ColumnPatterns]) -> None:
    values: list[str | None] = [*EVERY, None, "", "año 😀"]
    relation = engine.load("people", {"n": "bigint", "a": "text"}, [(place, value) for place, value in enumerate(values)])
    rows = engine.rows(render("column_patterns", engine.dialect, relation=relation, columns=["a", "n"]).sql)
    told, numbers = column_patterns(rows, 2)
    assert (numbers.distinct, numbers.counts["integer"]) == (len(values), len(values))
    assert told.counts == found(values).counts
    assert (told.rows, told.filled, told.distinct) == (len(values), len([*filter(None, values)]), len({*values} - {None, ""}))


WORDS = {
    "fecha_nacimiento": ("fecha", "nacimiento"),
    "fechaNacimiento": ("fecha", "nacimiento"),
    "IDPaciente": ("id", "paciente"),
    "native-country": ("native", "country"),
    "Código Postal": ("codigo", "postal"),
    "edad5": ("edad5",),
    "año": ("ano",),
    "MARITAL.STATUS": ("marital", "status"),
    "": (),
    "😀": (),
    "__x__": ("x",),
}


@pytest.mark.parametrize("name", WORDS)
def test_a_name_is_read_word_by_word(name: str) -> None:
    assert words(name) == WORDS[name]


def test_a_phrase_is_found_as_words_and_not_inside_one() -> None:
    assert says("edad5", "an age") == "edad"
    assert says("language", "an age") is None
    assert says("nombre_hospital", "a person's name") is None
    assert says("nombre", "a person's name") == "nombre"
    assert all(phrase.strip() for phrases in TOPICS.values() for phrase in phrases.split(","))


def facts(name: str, kind: str = "VARCHAR", distinct: int = 50, filled: int = 1000, length: float = 8.0, beside: tuple[str, ...] = (), **counts: int) -> Facts:
    return Facts(CatalogueColumn(name, kind), ColumnPatterns(1000, filled, 1000 - filled, distinct, length, counts), beside)


ROLES: list[tuple[Facts, str, str]] = [
    # what is known of the column, the role, a part of the reason
    (facts("x", email=950), "identifier", "95 % of the values are written like e-mail"),
    (facts("x", email=700), "quasi_identifier", "say nothing"),
    (facts("x", iban=1000), "identifier", "all values are written as IBANs"),
    (facts("x", dni=900, distinct=900), "identifier", "DNI or NIE"),
    (facts("hash_dni", hash=1000, distinct=990), "identifier", "hashes"),
    (facts("token", uuid=1000, distinct=300), "entity", "several rows a value"),
    (facts("id_paciente", "BIGINT", distinct=300), "entity", "several rows a value: 300 distinct values in 1,000 rows"),
    (facts("id_paciente", "BIGINT", distinct=1000), "identifier", "whose the row is"),
    (facts("household_id", "BIGINT", distinct=400), "cluster", "a household"),
    (facts("hospital_id", "BIGINT", distinct=12), "quasi_identifier", "few values"),
    (facts("id", "BIGINT", distinct=1000), "identifier", "an identifier"),
    (facts("apellidos", distinct=700), "identifier", "a person's name"),
    (facts("tiene_telefono", "BOOLEAN", distinct=2), "quasi_identifier", "say nothing"),
    (facts("direccion", distinct=4), "quasi_identifier", "say nothing"),
    (facts("observaciones", distinct=4), "quasi_identifier", "free text"),
    (facts("telefono", distinct=800), "identifier", "telephone"),
    (facts("direccion", distinct=800), "identifier", "street address"),
    (facts("matricula", distinct=800), "identifier", "vehicle"),
    (facts("ip", distinct=800), "identifier", "network"),
    (facts("fnlwgt", "DOUBLE", distinct=700), "weight", "a sampling weight"),
    (facts("peso", "DOUBLE", distinct=70, beside=("altura", "peso")), "quasi_identifier", "a sampling weight"),
    (facts("peso", "VARCHAR", distinct=70), "quasi_identifier", "say nothing"),
    (facts("edad", "INTEGER", distinct=90), "quasi_identifier", "an age"),
    (facts("fecha_nacimiento", "DATE", distinct=980), "quasi_identifier", "birth"),
    (facts("fecha_diagnostico", "DATE", distinct=980), "quasi_identifier", "type is DATE"),
    (facts("momento", "VARCHAR", distinct=980, iso_date=1000), "quasi_identifier", "dates"),
    (facts("codigo_postal"), "quasi_identifier", "a postcode"),
    (facts("raza", distinct=5), "quasi_identifier", "race"),
    (facts("estado_civil", distinct=5), "quasi_identifier", "a family"),
    (facts("diagnostico"), "sensitive", "health"),
    (facts("religion"), "sensitive", "belief"),
    (facts("salario", "DOUBLE", distinct=950), "sensitive", "money"),
    (facts("nota", "DOUBLE", distinct=40), "sensitive", "a grade"),
    (facts("nota", length=25.0, distinct=900), "identifier", "free text"),
    (facts("observaciones", length=80.0, distinct=900), "identifier", "long text: 80 characters"),
    (facts("x", length=80.0, distinct=5), "quasi_identifier", "say nothing"),
    (facts("x", distinct=950), "identifier", "nearly unique"),
    (facts("x", "DOUBLE", distinct=950, decimal=1000), "quasi_identifier", "nearly unique"),
    (facts("x", "BIGINT[]", distinct=0), "quasi_identifier", "nested"),
    (facts("x", filled=0, distinct=0), "quasi_identifier", "nothing can be learnt"),
    (facts("x", distinct=3), "quasi_identifier", "say nothing (3 distinct): measured, when in doubt"),
]


@pytest.mark.parametrize(("known", "role", "why"), ROLES, ids=[f"{known.column.name} {role}" for known, role, _ in ROLES])
def test_the_role_that_is_proposed(known: Facts, role: str, why: str) -> None:
    told = propose(known)
    assert told.role == role
    assert why in told.why


def test_no_column_is_called_insensitive() -> None:
    assert {propose(known).role for known, *_ in ROLES} == {"identifier", "quasi_identifier", "sensitive", "weight", "entity", "cluster"}


def test_a_release_has_one_entity_and_one_weight() -> None:
    told = proposals([facts("id_paciente", distinct=300), facts("nhc", distinct=300), facts("fnlwgt", "DOUBLE"), facts("weight", "DOUBLE")])
    assert [each.role for each in told] == ["entity", "identifier", "weight", "quasi_identifier"]
    assert "another column is the entity already" in told[1].why


def test_a_share_is_never_rounded_up_to_all() -> None:
    assert (share_text(1.0), share_text(0.99996), share_text(0.5)) == ("all values", "99.9 % of the values", "50 % of the values")
    assert year_later(date(2028, 2, 29)) == date(2029, 2, 28)


HOSTILE = [
    "no",
    "on",
    "0123",
    "12",
    "a:b",
    "a: b",
    "'x'",
    '"q"',
    "x\ny",
    "\x1b[31mred",
    "\u202eder",
    "null",
    "~",
    "- a",
    "# c",
    " a ",
    "{{ j }}",
    "*",
    "&a",
    "😀",
    "%s",
    "año",
    "2026-11-30",
    "=1+1",
    "<b>",
    "a\\b",
    "y",
    "\ufeff",
    "\u2028",
    "x]y",
    "`t",
    "select",
    "<<",
    "thresholds",
    "edad; drop",
    "z" * 300,
]


def test_a_hostile_name_is_read_back_as_it_was() -> None:
    for name in HOSTILE:
        document = parse_yaml("{" + scalar(name) + ": " + scalar(name) + "}", "test")
        assert (document.value, document.problems) == ({name: name}, ()), name


def hostile(folder: Path) -> Path:
    columns = ", ".join('i as "' + name.replace('"', '""') + '"' for name in HOSTILE)
    return project(folder, rows=f"(select {columns} from range(30) r(i))")


def with_limits(file: Path, limits: str = "{measure: k, at_least: 2, source: test, reason: test}") -> None:
    text = file.read_text(encoding="utf-8")
    assert "    thresholds: []\n" in text
    file.write_text(text.replace("    thresholds: []\n", f"    thresholds: [{limits}]\n"), encoding="utf-8")


def test_hostile_names_pass_through_the_file_and_the_table(tmp_path: Path) -> None:
    (hostile(tmp_path) / "sqlrisk.yml").unlink()
    ran = sqlrisk("init", "altas", "--today", TODAY, cwd=tmp_path)
    text = (tmp_path / "sqlrisk.yml").read_text(encoding="utf-8")
    assert ran.code == 0
    assert set(read_yaml(tmp_path / "sqlrisk.yml").value["releases"][0]["columns"]) == set(HOSTILE)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ufeff]", text + ran.err)
    with_limits(tmp_path / "sqlrisk.yml")
    assert sqlrisk("lint", "--today", TODAY, cwd=tmp_path).code == 0
    refused = sqlrisk("init", "altas", "--format", "dbt", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")


def roles(file: Path) -> dict[str, str]:
    return {name: column["role"] for name, column in read_yaml(file).value["releases"][0]["columns"].items()}


def proposed_and_checked(folder: Path, relation: str) -> dict[str, str]:
    """The roles of the file that init writes, after it has passed lint and check once limits stand there."""
    ran = sqlrisk("init", relation, "--today", TODAY, cwd=folder)
    assert ran.code == 0, ran.err
    assert max(len(line) for line in ran.err.split("\n")) <= 80
    unfinished = sqlrisk("lint", cwd=folder)
    assert unfinished.code == 2
    assert "declare at least one limit of severity error on k or prosecutor_* for the whole release" in unfinished.err
    assert unfinished.err.count("sqlrisk.yml:") == 1, "nothing else is wrong"
    with_limits(folder / "sqlrisk.yml")
    assert sqlrisk("lint", "--today", TODAY, cwd=folder).code == 0
    checked = sqlrisk("check", "--format", "json", "--today", TODAY, cwd=folder)
    assert json.loads(checked.out)["releases"][0]["status"] == "measured", checked.err
    return roles(folder / "sqlrisk.yml")


def test_the_example(tmp_path: Path) -> None:
    seed = Path(__file__).parent.parent / "example_project" / "seeds" / "altas.csv"
    (tmp_path / "altas.csv").write_bytes(seed.read_bytes())
    assert proposed_and_checked(tmp_path, "altas.csv") == {
        "num_historia": "identifier",
        "edad": "quasi_identifier",
        "sexo": "quasi_identifier",
        "codigo_postal": "quasi_identifier",
        "profesion": "quasi_identifier",
        "diagnostico": "sensitive",
    }
    release = read_yaml(tmp_path / "sqlrisk.yml").value["releases"][0]
    assert release["relation"] == {"file": "altas.csv", "types": {"edad": "BIGINT"}}
    assert release["columns"]["edad"]["levels"] == {"edad5": "floor(edad / 5) * 5", "edad10": "floor(edad / 10) * 10"}
    assert release["columns"]["codigo_postal"]["levels"]["codigo_postal2"] == "substring(codigo_postal, 1, 2)"
    assert (str(release["decided_on"]), str(release["valid_until"])) == (TODAY, "2027-11-30")


def test_adult(tmp_path: Path, shared: Path) -> None:
    (tmp_path / "adult.csv").write_bytes((shared / "data/adult/adult.csv").read_bytes())
    found = proposed_and_checked(tmp_path, "adult.csv")
    assert found.pop("salary-class") == "sensitive"
    assert set(found.values()) == {"quasi_identifier"}
    assert len(found) == 8


BANK = {
    "T06": {
        "residence": "quasi_identifier",
        "gender": "quasi_identifier",
        "educ": "quasi_identifier",
        "lstat": "quasi_identifier",
        "health": "sensitive",
        "weight": "weight",
    },
    "R09": {"persona": "entity", "cp": "quasi_identifier", "edad5": "quasi_identifier", "dx": "sensitive"},
    "L01": {"edad": "quasi_identifier", "sexo": "quasi_identifier", "cp": "quasi_identifier", "dx": "sensitive"},
    "C01": {"edad": "quasi_identifier", "sexo": "quasi_identifier", "renta": "sensitive"},
    "E05": {"hash_dni": "identifier", "sexo": "quasi_identifier"},  # the case measures the hash to show that it is an identifier
}


@pytest.mark.parametrize("case", BANK)
def test_five_tables_of_the_case_bank(case: str, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_bytes((FOLDER / CASES[case]["files"][0]["path"]).read_bytes())
    assert proposed_and_checked(tmp_path, "table.csv") == BANK[case]


TOKEN = re.compile(r"canary[0-9a-z]+", re.IGNORECASE)
CELLS = """(select 'canaryage' || i as edad, 'canary' || i || '@canarymail.es' as correo, 'canarynote' || i || repeat(' canarytext', 9) as notas,
    'canary' || i % 3 as dx from range(40) r(i))"""


@pytest.mark.parametrize("failure", ["none", "not a database", "missing"])
def test_no_value_is_in_anything_that_is_written(failure: str, tmp_path: Path) -> None:
    (project(tmp_path, rows=CELLS) / "sqlrisk.yml").unlink()
    with duckdb.connect(str(tmp_path / "warehouse.duckdb")) as connection:
        connection.execute(f"copy altas to '{tmp_path / 'altas.csv'}' (header)")
        connection.execute(f"copy altas to '{tmp_path / 'headless.csv'}' (header false)")
    if failure == "not a database":
        (tmp_path / "warehouse.duckdb").write_bytes(b"canaryfile" * 5000)
    relation = "altass" if failure == "missing" else "altas"
    runs = [
        sqlrisk("init", relation, *more, cwd=tmp_path) for more in (("-v",), ("--out", "-"), ("--format", "dbt"), ("--format", "dbt", "--out", "schema.yml"))
    ]
    assert {ran.code for ran in runs} == ({0} if failure == "none" else {3})
    runs += [sqlrisk("init", "altas.csv", "--out", "-", cwd=tmp_path), sqlrisk("init", cwd=tmp_path), sqlrisk("init", "headless.csv", cwd=tmp_path)]
    written = [file.read_text() for file in tmp_path.glob("s*.yml")]
    assert len(written) == (2 if failure == "none" else 0)
    assert [token for text in (*written, *(each for ran in runs for each in (ran.out, ran.err))) for token in TOKEN.findall(text)] == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    before = (project(tmp_path) / "sqlrisk.yml").read_bytes()
    ran = sqlrisk("init", "altas", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "sqlrisk.yml: this file exists already: nothing is overwritten" in ran.err
    assert (tmp_path / "sqlrisk.yml").read_bytes() == before
    assert sqlrisk("init", "altas", "--out", "nowhere/a.yml", cwd=tmp_path).code == 2


FAILURES = {
    "altas_vacia": (3, "has no row"),
    "nope": (3, "not in the catalogue"),
    "nope.csv": (3, "cannot be read"),
    "folder": (3, "is a folder"),
    "notes.doc": (2, "no CSV or parquet file"),
    "twins.csv": (2, "have one name"),
    "headless.csv": (2, "seems to be a row of data"),
    "repeated.csv": (2, "2 of the 3 names of the first line stand as values in their columns too"),
    "empty.csv": (3, "empty"),
}


@pytest.mark.parametrize("relation", FAILURES)
def test_a_relation_that_cannot_be_looked_at(relation: str, tmp_path: Path) -> None:
    (project(tmp_path) / "sqlrisk.yml").unlink()
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.doc").write_text("x")
    (tmp_path / "twins.csv").write_text("edad,Edad\n1,2\n")
    (tmp_path / "headless.csv").write_text("31,12345678Z,M\n32,12345679S,F\n")
    (tmp_path / "repeated.csv").write_text("Soria,mujer,a\nSoria,hombre,b\nÁvila,mujer,c\n")
    (tmp_path / "empty.csv").write_text("")
    with duckdb.connect(str(tmp_path / "warehouse.duckdb")) as connection:
        connection.execute("create table altas_vacia as select 1 as edad where false")
    ran = sqlrisk("init", relation, cwd=tmp_path)
    code, text = FAILURES[relation]
    assert (ran.code, ran.out) == (code, "")
    assert text in ran.err
    assert not (tmp_path / "sqlrisk.yml").exists()


def test_without_a_relation_those_that_could_be_named_are_listed(tmp_path: Path) -> None:
    (project(tmp_path) / "data").mkdir()
    (tmp_path / "data" / "altas.parquet").write_text("")
    ran = sqlrisk("init", cwd=tmp_path)
    assert ran.code == 2
    assert "tables of the profile: main.altas" in ran.err
    assert "files: data/altas.parquet" in ran.err


def test_a_nested_column_is_measured_once_a_level_of_it_is_published(tmp_path: Path) -> None:
    (project(tmp_path, rows="(select [i] as visitas, i % 2 as sexo, interval 1 day * i as espera from range(30) r(i))") / "sqlrisk.yml").unlink()
    assert sqlrisk("init", "altas", "--today", TODAY, cwd=tmp_path).code == 0
    assert roles(tmp_path / "sqlrisk.yml") == dict.fromkeys(("visitas", "sexo", "espera"), "quasi_identifier")
    assert "publish a level of it that is text" in (tmp_path / "sqlrisk.yml").read_text()
    with_limits(tmp_path / "sqlrisk.yml")
    refused = sqlrisk("check", "--today", TODAY, cwd=tmp_path)
    assert (refused.code, "publish a level of it that is text" in refused.err) == (2, True)


def test_the_levels_can_be_published(tmp_path: Path) -> None:
    rows = """(select i % 90 as edad, date '2020-01-01' + i::integer as alta, 28001 + i % 9 as cp, i / 7.0 as lat, (i % 40)::varchar as edades,
        '2020-01-0' || (i % 9 + 1) as fecha, i % 2 as edad5 from range(200) r(i))"""
    (project(tmp_path, rows=rows) / "sqlrisk.yml").unlink()
    assert sqlrisk("init", "altas", "--today", TODAY, cwd=tmp_path).code == 0
    columns = read_yaml(tmp_path / "sqlrisk.yml").value["releases"][0]["columns"]
    levels = {name: list(column.get("levels", {})) for name, column in columns.items()}
    assert levels == {
        "edad": ["edad5_", "edad10"],
        "alta": ["alta_month", "alta_year"],
        "cp": ["cp3", "cp2"],
        "lat": ["lat_tenth", "lat_degree"],
        "edades": ["edades5", "edades10"],
        "fecha": ["fecha_month", "fecha_year"],
        "edad5": [],
    }
    with_limits(tmp_path / "sqlrisk.yml")
    published = "\n".join(f"      {name}: {names[0]}" for name, names in levels.items() if names)
    text = (tmp_path / "sqlrisk.yml").read_text().replace("    thresholds:", f"    publish:\n{published}\n    thresholds:")
    (tmp_path / "sqlrisk.yml").write_text(text)
    ran = sqlrisk("check", "--format", "json", "--today", TODAY, cwd=tmp_path)
    assert json.loads(ran.out)["releases"][0]["status"] == "measured", ran.err


def test_the_block_for_dbt_is_read_as_a_release(tmp_path: Path) -> None:
    project(tmp_path, rows="(select i as id, i % 90 as edad, 'x' as diagnostico from range(200) r(i))")
    ran = sqlrisk("init", "altas", "--format", "dbt", "--today", TODAY, cwd=tmp_path)
    (model,) = parse_yaml(ran.out, "schema.yml").value["models"]
    model["config"]["meta"]["sqlrisk"]["thresholds"] = [{"measure": "k", "at_least": 2}]
    node = {**model, "resource_type": "model", "columns": {column["name"]: column for column in model["columns"]}}
    (tmp_path / "manifest.json").write_text(json.dumps({"nodes": {"model.x.altas": node}}, default=str))
    (release,) = load_manifest(tmp_path / "manifest.json", DAY).declaration.releases
    assert {name: column.role for name, column in release.columns.items()} == {"id": "identifier", "edad": "quasi_identifier", "diagnostico": "sensitive"}
    assert release.valid_until == date(2027, 11, 30)


FORMS: dict[str, tuple[bytes, str, str]] = {
    "plain.csv": (b"edad,sexo\n1,a\n", ",", "utf-8"),
    "semicolons.csv": ("edad;sexo;año\n1;a;2\n".encode(), ";", "utf-8"),
    "tabs.tsv": (b"edad\tsexo\n1\ta\n", "\t", "utf-8"),
    "windows.csv": ("edad;año\n1;España\n".encode("windows-1252"), ";", "windows-1252"),
    "late.csv": (b"edad,sexo\n" + b"1,a\n" * 400_000 + "2,ñ\n".encode("latin-1"), ",", "windows-1252"),
    "sixteen.csv": ("edad|sexo\n1|ñ\n".encode("utf-16"), "|", "utf-16"),
    "quoted.csv": (b'"a;b;c;d",sexo\n1,2\n', ",", "utf-8"),
    "one.csv": (b"edad\n1\n", ",", "utf-8"),
    "packed.csv.gz": (gzip.compress(b"edad;sexo\n1;a\n"), ";", "utf-8"),
}


@pytest.mark.parametrize("name", FORMS)
def test_the_form_of_a_csv_file_is_proposed(name: str, tmp_path: Path) -> None:
    data, delimiter, encoding = FORMS[name]
    (tmp_path / name).write_bytes(data)
    told = form(tmp_path / name)
    assert (told.delimiter, told.encoding) == (delimiter, encoding)
    assert len(told.notes) == (delimiter != ",") + (encoding != "utf-8")


def test_numbers_with_blanks_and_commas_are_read_as_they_are_proposed(tmp_path: Path) -> None:
    text = "edad;renta;cp\n" + "".join(f"{20 + i if i else ''};{i},5;0{i}001\n" for i in range(9)) * 3
    (tmp_path / "datos.csv").write_text(text)
    assert proposed_and_checked(tmp_path, "datos.csv") == {"edad": "quasi_identifier", "renta": "sensitive", "cp": "quasi_identifier"}
    relation = read_yaml(tmp_path / "sqlrisk.yml").value["releases"][0]["relation"]
    assert relation == {"file": "datos.csv", "delimiter": ";", "decimal": ",", "null": "", "types": {"edad": "BIGINT", "renta": "DOUBLE"}}


@pytest.mark.parametrize("names", ["{{ x }}", "{% x %}"])
def test_a_template_in_a_name_is_no_name_for_dbt(names: str) -> None:
    from sqlrisk.proposals.document import Draft, dbt_model

    with pytest.raises(ConfigurationError, match="template"):
        dbt_model(Draft("altas", "altas", proposals([facts(names)]), DAY))


def test_types_never_change_the_names(tmp_path: Path) -> None:
    rows = ", ".join(f"i % {place + 2} as c{place}" for place in range(26))
    (project(tmp_path, rows=f"(select {rows} from range(30) r(i))") / "sqlrisk.yml").unlink()
    assert sqlrisk("init", "altas", "--today", TODAY, cwd=tmp_path).code == 0
    assert list(roles(tmp_path / "sqlrisk.yml")) == [f"c{place}" for place in range(26)]


def test_postgres_is_looked_at_by_a_role_that_may_only_read(postgres: Database, tmp_path: Path) -> None:
    (postgres.project(tmp_path, "") / "sqlrisk.yml").unlink()
    postgres.run("create collation if not exists folds (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
    postgres.run("drop table if exists personas, secreta; create table secreta (a int)")
    postgres.run(f"insert into secreta values (1); revoke select on secreta from {READER}")
    postgres.run(
        """create table personas as select i as id, i % 7 as visitas, 'a' || i || '@b.example' collate "es-ES-x-icu" as correo,
        ('x' || i % 3)::varchar collate folds as centro, array[i] as lista, date '2020-01-01' + i as alta from generate_series(1, 60) i"""
    )
    assert sqlrisk("init", "personas", "--today", TODAY, cwd=tmp_path).code == 0
    expected = dict.fromkeys(("visitas", "centro", "lista", "alta"), "quasi_identifier")
    assert roles(tmp_path / "sqlrisk.yml") == {"id": "identifier", "correo": "identifier", **expected}
    refused = sqlrisk("init", "secreta", "--out", "-", cwd=tmp_path)
    assert (refused.code, refused.out) == (3, "")
    assert "may not" in refused.err
    assert "public.personas" in sqlrisk("init", cwd=tmp_path).err
    postgres.run("drop table personas, secreta")
