"""The declaration: what is refused, where it says so and what it offers instead; and that nothing else is."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import jsonschema
import pytest

from sqlrisk.declaration import Declaration
from sqlrisk.documents import parse_yaml
from sqlrisk.errors import DeclarationError
from sqlrisk.loading import build, load_file
from tests.helpers import DECLARATION, values

TODAY = date(2026, 11, 30)
LIMIT = "      - {measure: k, at_least: 2, source: test, reason: test}\n"


def problems(text: str) -> str:
    with pytest.raises(DeclarationError) as caught:
        build(parse_yaml(text, "sqlrisk.yml"), TODAY)
    return str(caught.value)


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if part in line)


def with_limit(limit: str) -> str:
    return DECLARATION.replace(LIMIT, f"{LIMIT}      - {limit}\n")


def with_key(key: str) -> str:
    return DECLARATION.replace("    publish:", f"    {key}\n    publish:")


REFUSED = [
    # what in words, the text, what marks the line, what is said
    ("a misspelt key", with_key("ladderr: []"), "ladderr", "did you mean `ladder`?"),
    ("a misspelt role", DECLARATION.replace("sexo: {role: quasi_identifier}", "sexo: {role: quasi}"), "role: quasi}", "write one of"),
    ("a misspelt measure", with_limit("{measure: prosecutor_meen, at_most: 1}"), "meen", "did you mean `prosecutor_mean`?"),
    ("a measure that is not judged", with_limit("{measure: classes, at_most: 9}"), "classes", "never judged"),
    ("a direction that protects nobody", with_limit("{measure: distinct_l, at_most: 2}"), "distinct_l", "write at_least: 2"),
    ("two limits", with_limit("{measure: unique_rows, at_least: 0, at_most: 1}"), "unique_rows", "has one limit"),
    ("no limit", with_limit("{measure: unique_rows}"), "unique_rows", "write at_most: <number>"),
    ("a limit outside the range", with_limit("{measure: t_closeness, at_most: 1.5}"), "t_closeness", "outside the range of t_closeness: 0 to 1"),
    ("a limit too small to be meant", with_limit("{measure: unique_rows, at_most: 1e-999999999}"), "unique_rows", "between 1e-30 and 1e30"),
    ("a type that is none", DECLARATION.replace("relation: altas", "relation: {file: a.csv, types: {edad: SECRET}}"), "SECRET", "write one of BOOLEAN"),
    ("two characters between fields", DECLARATION.replace("relation: altas", 'relation: {file: a.csv, delimiter: "||"}'), "delimiter", "at most 1 character"),
    (
        "a group of identifiers",
        with_key("groups: [dni]").replace("      sexo:", "      dni: {role: identifier}\n      sexo:"),
        "groups",
        "its values would be labels",
    ),
    ("a limit in quotes", with_limit('{measure: unique_rows, at_most: "0.1"}'), "unique_rows", "without quotes"),
    ("a column for a measure of the release", with_limit("{measure: k, at_least: 2, column: sexo}"), "column: sexo", "not measured by column"),
    ("a column that is not sensitive", with_limit("{measure: t_closeness, at_most: 1, column: sexo}"), "column: sexo", "not a sensitive column"),
    ("an l that is missing", with_limit("{measure: recursive_c, at_most: 3}"), "recursive_c", "needs `l`"),
    ("an order that is missing", with_limit("{measure: t_closeness_ordered, at_most: 1}"), "_ordered", "declare order"),
    ("a group that nobody declared", with_limit("{measure: k, at_least: 2, group: menores}"), "menores", "no groups are declared"),
    ("a population figure without a random sample", with_limit("{measure: k_map, at_least: 2}"), "k_map", "random sample"),
    ("a journalist's figure without one", with_limit("{measure: marketer, at_most: 0.1}"), "marketer", "random sample"),
    ("a rare match without one", with_limit("{measure: correct_match_probability, at_most: 0.1}"), "correct_match", "random sample"),
    ("a random sample without evidence", with_key("population: {size: 10, random_sample: true}"), "random_sample", "needs evidence"),
    ("two populations", with_key("population: {size: 10, sampling_fraction: 0.5}"), "population", "declare one of"),
    ("a fraction of zero", with_key("population: {sampling_fraction: 0}"), "sampling_fraction", "between 1e-12 and 1"),
    ("a range upside down", with_key("population: {sampling_fraction: [0.5, 0.1]}"), "sampling_fraction", "upside down"),
    ("a level that does not exist", DECLARATION.replace("publish: {edad: edad5}", "publish: {edad: edad6}"), "edad6", "did you mean `edad5`?"),
    (
        "a level of no quasi-identifier",
        DECLARATION.replace("publish: {edad: edad5}", "publish: {diagnostico: dropped}"),
        "dropped",
        "not a declared quasi-identifier",
    ),
    (
        "nothing left to tell apart",
        DECLARATION.replace("publish: {edad: edad5}", "publish: {edad: dropped, sexo: dropped}"),
        "dropped",
        "no quasi-identifier is left",
    ),
    ("a rung called published", with_key("ladder: [{name: published}]"), "ladder", "reserved"),
    ("a level called like a column", DECLARATION.replace("{edad5:", "{sexo:").replace("edad: edad5}", "edad: sexo}"), "sexo:", "has the name of a column"),
    (
        "harm of a column that is not sensitive",
        DECLARATION.replace("sexo: {role: quasi_identifier}", "sexo: {role: quasi_identifier, harm: {level: low}}"),
        "sexo:",
        "is for sensitive",
    ),
    (
        "levels of an identifier",
        DECLARATION.replace("      sexo:", "      dni: {role: identifier, levels: {x: dni}}\n      sexo:"),
        "dni: {role",
        "is for quasi_identifier",
    ),
    ("a reserved column name", DECLARATION.replace("      sexo:", "      sqlrisk_x: {role: identifier}\n      sexo:"), "sqlrisk_x", "reserved"),
    ("a name that is twice there but for case", DECLARATION.replace("      sexo:", "      SEXO: {role: identifier}\n      sexo:"), "SEXO", "declared twice"),
    ("a day that is none", DECLARATION.replace("2026-11-01", "2026-02-30"), "2026-02-30", "not a day"),
    ("an expiry before the decision", DECLARATION.replace("valid_until: 2027-11-01", "valid_until: 2026-10-01"), "valid_until", "expires before"),
    ("a waiver of nothing", DECLARATION.replace("waived: {diagnostico:", "waived: {diagnostic:"), "waived", "did you mean `diagnostico`?"),
    ("membership without presence", with_key("membership_sensitive: true"), "membership", "delta_presence"),
    (
        "an option of files that does not exist",
        DECLARATION.replace("relation: altas", 'relation: {file: a.csv, delimeter: ";"}'),
        "delimeter",
        "did you mean `delimiter`?",
    ),
    ("an expression outside the language", DECLARATION.replace("floor(edad / 5) * 5", "md5(edad)"), "md5", "`md5` is not in the expression language"),
    ("an expression of unknown columns", DECLARATION.replace("floor(edad / 5) * 5", "floor(edda / 5)"), "edda", "did you mean `edad`?"),
    ("a filter outside the language", with_key('where: "edad > (select 1)"'), "where", "is not in the expression language"),
    ("a group outside the language", with_key('groups: [{x: "random() > 1"}]'), "groups", "is not in the expression language"),
]


@pytest.mark.parametrize(("words", "text", "mark", "said"), REFUSED, ids=[words for words, *_ in REFUSED])
def test_refused(words: str, text: str, mark: str, said: str) -> None:
    told = problems(text)
    assert said in told
    assert f"sqlrisk.yml:{line_of(text, mark)}" in told


BILLION_LAUGHS = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(f"{x}: &{x} [{','.join(['*' + y] * 9)}]\n" for x, y in zip("bcdefghi", "abcdefgh", strict=True))
TRAPS = [
    ("a duplicate key", "version: 1\na: 1\na: 2", "the key `a` stands twice"),
    ("a name that is false", "version: 1\nno: 1", "`no` without quotes is not a name in YAML"),
    ("an octal number", "version: 1\na: 0123", "do not agree on"),
    ("a sexagesimal number", "version: 1\na: 12:30", "do not agree on"),
    ("infinity", "version: 1\na: .inf", "do not agree on"),
    ("a cyclic alias", "a: &a [*a]", "stands inside what it names"),
    ("exploding aliases", BILLION_LAUGHS, "once aliases are expanded"),
    ("too deep", "a: " + "[" * 60 + "]" * 60, "deeper than 50"),
    ("a Python object", "a: !!python/object/apply:os.system [ls]", "is refused"),
    ("two documents", "a: 1\n---\nb: 2", "a second document"),
    ("not YAML", "a: [1", "not YAML"),
    ("a control character", "a: \x01", "not YAML"),
    ("nothing", "", "holds no declaration"),
    ("a list", "- 1", "holds no declaration"),
    ("a file of another kind", "password: 1\npassword: 2", "holds no declaration"),
]


@pytest.mark.parametrize(("words", "text", "said"), TRAPS, ids=[words for words, *_ in TRAPS])
def test_traps_of_yaml(words: str, text: str, said: str) -> None:
    assert said in problems(text)


def test_all_problems_of_a_file_at_once() -> None:
    text = (
        with_limit("{measure: prosecutor_meen, at_most: 1}")
        .replace("sexo: {role", "sexo: {note: x, role")
        .replace("at_least: 2", "at_most: 2")
        .replace("    waived", "    no: 1\n    waived")
    )
    told = problems(text)
    assert all(part in told for part in ("`note` is not a key here", "did you mean `prosecutor_mean`?", "write at_least: 2", '"no" in quotes'))


def test_a_part_of_a_wrong_shape_does_not_hide_what_is_wrong_with_the_rest() -> None:
    told = problems(with_limit('{measure: unique_rows, at_most: "x"}\n      - {measure: K, at_least: 1}\n      - {measure: distinct_l, at_most: 2}'))
    assert all(part in told for part in ("without quotes", "did you mean `k`?", "write at_least: 2", "thresholds[3]"))
    assert "no threshold of severity error" not in told


def test_a_file_of_a_hundred_thousand_lines_loads(tmp_path: Path) -> None:
    columns = "".join(f"      c{number}: {{role: insensitive, reason: x}}\n" for number in range(100_000))
    file = tmp_path / "sqlrisk.yml"
    file.write_text(DECLARATION.replace("      sexo:", columns + "      sexo:"))
    assert len(load_file(file, tmp_path, TODAY).declaration.releases[0].columns) == 100_003


def test_limits_are_exact_decimals_from_the_text() -> None:
    declared = build(parse_yaml(with_limit("{measure: unique_rows, at_most: 0.1}"), "x"), TODAY)
    assert str(declared.releases[0].thresholds[1].limit) == "0.1"


def test_dates_may_be_quoted_or_bare() -> None:
    quoted = build(parse_yaml(DECLARATION.replace("2026-11-01", '"2026-11-01"'), "x"), TODAY)
    assert quoted == build(parse_yaml(DECLARATION, "x"), TODAY)


EVERY_KEY = """\
version: 1
profile: example_project
releases:
  - name: altas
    relation: {file: data/altas.csv, delimiter: ";", quote: '"', encoding: utf-8, decimal: ",", thousands: ".", null: '\\N', types: {edad: INTEGER}}
    published_as: altas_publicas
    description: hospital discharges, open data portal
    columns:
      num_historia: {role: identifier}
      edad: {role: quasi_identifier, levels: {edad5: "floor(edad / 5) * 5"}}
      sexo: {role: quasi_identifier}
      codigo_postal: {role: quasi_identifier, levels: {cp3: "substring(codigo_postal, 1, 3)", provincia: "substring(codigo_postal, 1, 2)"}}
      profesion: {role: quasi_identifier, hierarchy: hierarchies/profesion.csv}
      diagnostico: {role: sensitive, harm: {level: high, if_reidentified: "..."}, null_means: not_recorded, order: natural}
      notas: {role: insensitive, reason: "..."}
      peso: {role: weight}
      persona: {role: entity}
      hogar: {role: cluster}
    other_columns: {role: insensitive, reason: "..."}
    publish: {edad: edad5, codigo_postal: provincia, profesion: dropped}
    ladder:
      - {name: crudo}
      - {name: sin profesión, profesion: dropped}
    where: "edad >= 0"
    suppress_below: 5
    suppressed_marker: "*"
    groups: [sexo, {menores: "edad < 18"}]
    population:
      description: residents in Spain, INE, 1 January 2025
      relation: padron
      columns: {edad5: age_group}
      weight: n
      random_sample: true
      evidence: "..."
    adversary: {knows: "civil register", target_in_table: true, access: open}
    membership_sensitive: false
    composes_with: [altas_2025]
    protected_by: {source: altas_raw, pivots: [titulacion, centro], threshold: 4, blocks: [[genero, edad], [creditos, superados]], residue: fail}
    utility: [{name: prevalence, group_by: [provincia], share_of: diagnostico}]
    threshold_profile: {name: sector_k5, reason: "..."}
    thresholds:
      - {measure: k, at_least: 5, source: "sector custom", reason: "..."}
      - {measure: prosecutor_mean, at_most: 0.05, source: "...", reason: "..."}
      - {measure: t_closeness, column: diagnostico, at_most: 0.3, source: "...", reason: "..."}
      - {measure: prosecutor_mean, group: each, at_most: 0.2, source: "...", reason: "..."}
    waived: {diagnostico: "why attribute disclosure is not judged"}
    decision: {alternatives: [...], reason: "...", by: "role, not a person's name"}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
    review_when: [new auxiliary source, new release of the same people, legal change]
"""


def test_every_key_of_the_contract_is_read() -> None:
    """What of it cannot stand together is refused by the check: tests/test_protection.py."""
    release = build(parse_yaml(EVERY_KEY, "contract"), TODAY).releases[0]
    assert release.protected_by is not None
    assert release.population is not None
    assert [limit.measure for limit in release.thresholds][-1:] == ["k"], "that of the threshold profile, after the declared ones"
    assert len(release.thresholds) == 5


def test_the_schema_accepts_what_the_loader_accepts_and_refuses_what_it_refuses() -> None:
    from sqlrisk.plain import plain

    schema = Declaration.model_json_schema()
    jsonschema.validate(plain(values(EVERY_KEY)), schema)
    jsonschema.validate(plain(values()), schema)
    wrong = plain(values())
    wrong["releases"][0]["ladderr"] = []
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema)
