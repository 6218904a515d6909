"""Pre-registration: what the results remember of the declarations that were measured, and what is said where one changed."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sqlrisk import history
from sqlrisk.declaration import Declaration
from sqlrisk.history import Past, changes, continued, first_of_each, past_of
from sqlrisk.languages import language
from tests.helpers import DECLARATION, project, values
from tests.helpers import sqlrisk as program

SPANISH = language("es")
FIRST, LATER = date(2026, 11, 10), date(2026, 11, 20)


def measured(old: str = "", new: str = "", day: date = FIRST, config: str = "a") -> Past:
    """The measurement of the declaration of the tests, with a part of its text otherwise."""
    assert old in DECLARATION
    declared = Declaration.model_validate(values(DECLARATION.replace(old, new) if old else DECLARATION))
    return past_of(declared.releases[0], config, day)


def said(old: str, new: str, decided_on: date = date(2026, 11, 15)) -> list[str]:
    return list(changes([measured(), measured(old, new, LATER, "b")], decided_on))


K = "{measure: k, at_least: 2, source: test, reason: test}"
SPOKEN = {
    "a looser limit": ("at_least: 2", "at_least: 1", "the limits changed after the measurement of 2026-11-10: k at least 2 became at least 1 (loosened)"),
    "a stricter limit": ("at_least: 2", "at_least: 3", "the limits changed after the measurement of 2026-11-10: k at least 2 became at least 3 (tightened)"),
    "a limit that only warns": (
        "reason: test}",
        "reason: test, severity: warn}",
        "the limits changed after the measurement of 2026-11-10: k at least 2 became at least 2 (warn) (loosened)",
    ),
    "another measure": (
        K,
        "{measure: prosecutor_max, at_most: 0.50}",
        "the limits changed after the measurement of 2026-11-10: k at least 2 is gone (loosened); prosecutor_max at most 0.5 is new (tightened)",
    ),
    "what is waived": (
        "    waived: {diagnostico:",
        "    waived: {edad:",
        "the limits changed after the measurement of 2026-11-10: the groups, the harm, or what is waived or accepted",
    ),
    "the adversary": ("    publish:", "    adversary: {target_in_table: false}\n    publish:", "the adversary changed after the measurement of 2026-11-10"),
    "what is published": (
        "{edad: edad5}",
        "{edad: dropped}",
        "the columns' roles or what is published of them changed after the measurement of 2026-11-10",
    ),
    "a published level": ("/ 5) * 5", "/ 5) * 10", "the levels or the ladder changed after the measurement of 2026-11-10"),
    "another level": ('floor(edad / 5) * 5"}', 'floor(edad / 5) * 5", edad9: "edad"}', "the levels or the ladder changed after the measurement of 2026-11-10"),
    "the ladder": ("    publish:", "    ladder: [{name: crudo}]\n    publish:", "the levels or the ladder changed after the measurement of 2026-11-10"),
    "what NULL means": (", null_means: not_recorded", "", "how values are read changed after the measurement of 2026-11-10"),
    "a utility query": (
        "    publish:",
        "    utility: [{name: q, group_by: [sexo], count: true}]\n    publish:",
        "the utility queries changed after the measurement of 2026-11-10",
    ),
    "a filter": (
        "    publish:",
        '    where: "edad > 3"\n    publish:',
        "the columns' roles or what is published of them changed after the measurement of 2026-11-10",
    ),
    "a role": ("sexo: {role: quasi_identifier}", "sexo: {role: insensitive, reason: x}", "the columns' roles or what is published of them changed"),
    "the population": ("    publish:", "    population: {size: 400}\n    publish:", "the population changed after the measurement of 2026-11-10"),
}


@pytest.mark.parametrize("case", SPOKEN)
def test_what_changed_after_a_measurement_is_told(case: str) -> None:
    old, new, text = SPOKEN[case]
    (found,) = said(old, new)
    assert found.startswith(text)
    assert SPANISH.sentence(found).endswith(
        ("relajado)", "endurecido)", "hubo cambios tras la medición del 10 de noviembre de 2026", "lo que se exime o acepta")
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("source: test", "source: another"),
        ("    publish:", "    description: words\n    publish:"),
        ("relation: altas", "relation: altas_2026"),
        ("valid_until: 2027-11-01", "valid_until: 2027-12-01"),
    ],
)
def test_what_may_change_freely_is_not(old: str, new: str) -> None:
    assert said(old, new) == []


def test_a_day_of_decision_before_a_measurement_that_differs_is_contradicted() -> None:
    assert said("at_least: 2", "at_least: 1", date(2026, 11, 1))[-1] == (
        "decided on 2026-11-01, but the limits differ from those of the measurement of 2026-11-10"
    )
    assert len(said("at_least: 2", "at_least: 1", date(2026, 11, 10))) == 1


def test_every_change_is_told_even_where_somebody_went_back() -> None:
    found = list(changes([measured(), measured("at_least: 2", "at_least: 1", LATER), measured(day=date(2026, 11, 25))], date(2026, 11, 26)))
    assert [text.rpartition("(")[2] for text in found] == ["loosened)", "tightened)"]


def test_a_history_grows_with_its_declarations_and_not_with_its_runs() -> None:
    days = [measured(day=date(2026, 11, day)) for day in range(10, 20)]
    found: tuple[Past, ...] = ()
    for each in days:
        found = continued(found, each)
    assert found == (days[0], days[-1])
    assert continued(found, days[-1]) == found
    other = measured("at_least: 2", "at_least: 1", LATER)
    assert continued(found, other) == (*found, other)
    assert first_of_each((*found, other)) == (days[0], other)


def test_a_history_reads_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    found = (measured(), measured("at_least: 2", "at_least: 1", LATER))
    file.write_text(json.dumps({"releases": [{"name": "altas", "hypotheses": {"history": history.as_values(found)}}]}))
    assert history.read(file) == {"altas": found}
    assert history.merged({"altas": found[:1]}, history.read(file)) == {"altas": found}


def ended(folder: Path, *more: str, day: str = "2026-11-20") -> tuple[int, str, dict[str, Any]]:
    ran = program("check", "--today", day, "-q", "--output", "json=results.json", *more, cwd=folder)
    return ran.code, ran.err, json.loads((folder / "results.json").read_text())["releases"][0]


def test_the_program_goes_on_from_the_results_that_it_replaces(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 3"))
    ended(folder, day="2026-11-10")
    (folder / "sqlrisk.yml").write_text(DECLARATION)
    code, _, found = ended(folder)
    assert (code, [past["generated_on"] for past in found["hypotheses"]["history"]]) == (0, ["2026-11-10", "2026-11-20"])
    assert "the limits changed after the measurement of 2026-11-10: k at least 3 became at least 2 (loosened)" in found["warnings"]
    before = (folder / "results.json").read_bytes()
    ended(folder)
    assert (folder / "results.json").read_bytes() == before


def test_results_that_cannot_be_read_do_not_lose_the_run_but_are_told(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "results.json").write_text("<<<<<<< HEAD")
    for option in ("--previous", "--history"):
        refused = program("check", "--today", "2026-11-20", option, "results.json", cwd=folder)
        assert (refused.code, refused.err.splitlines()[0]) == (2, "error: results.json: these are not results of sqlrisk")
    code, told, found = ended(folder)
    assert code == 0
    assert told.startswith("warning: results.json: these are not results of sqlrisk: it is replaced")
    assert history.UNREADABLE in found["warnings"]


def test_the_baseline_keeps_the_history_of_each_release(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 3"))
    assert program("baseline", "--today", "2026-11-10", "--reason", "old", "--until", "2027-03-31", cwd=folder).code == 0
    (folder / "sqlrisk.yml").write_text(DECLARATION)
    ran = program("check", "--today", "2026-11-20", "--baseline", "sqlrisk_baseline.yml", cwd=folder)
    assert "k at least 3 became at least 2 (loosened)" in " ".join(ran.out.split())


CHANGED = {
    "a utility query": (
        "    publish:",
        "    utility: [{name: q, group_by: [sexo], share_of: diagnostico}]\n    publish:",
        "group_by: [sexo]",
        "group_by: [edad]",
        "the utility queries",
        ["utility.q.group_by"],
    ),
    "the expression of a level": ("    publish:", "    publish:", "/ 5) * 5", "/ 10) * 10", "the levels or the ladder", ["columns.edad.levels.edad5"]),
}


@pytest.mark.parametrize("case", CHANGED)
def test_check_and_compare_report_what_changed_of_a_declaration(tmp_path: Path, case: str) -> None:
    at, with_it, old, new, words, keys = CHANGED[case]
    declaration = DECLARATION.replace(str(at), str(with_it))
    folder = project(tmp_path, declaration)
    ended(folder, day="2026-11-10")
    (folder / "results.json").rename(folder / "before.json")
    (folder / "sqlrisk.yml").write_text(declaration.replace(str(old), str(new)))
    _, _, found = ended(folder, "--previous", "before.json")
    assert f"{words} changed after the measurement of 2026-11-10" in found["warnings"]
    told = program("compare", "before.json", "results.json", "--format", "json", cwd=folder)
    (compared,) = json.loads(told.out)["releases"]
    assert (compared["comparable"], [each["name"] for each in compared["hypotheses"]]) == (True, keys)


FIRST_FORM = {
    "generated_on": "2026-11-10",
    **{f"{part}_sha256": "0" * 64 for part in ("config", "thresholds", "adversary", "quasi_identifiers", "population")},
    "limits": ["k at least 5 (warn)"],
}


def test_a_measurement_of_an_earlier_version_is_not_comparable_and_that_is_said_once(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "old.json").write_text(json.dumps({"releases": [{"name": "altas", "hypotheses": {"history": [FIRST_FORM, FIRST_FORM]}}]}))
    _, _, found = ended(folder, "--previous", "old.json")
    told = [text for text in found["warnings"] if "2026-11-10" in text]
    assert told == ["the declaration measured on 2026-11-10 was recorded by another version of sqlrisk: whether it changed since is not comparable"]
    assert SPANISH.sentence(told[0]).startswith("la declaración medida el 10 de noviembre de 2026 la registró otra versión")
    assert [past.parts for past in history.read(folder / "results.json")["altas"]] == [1, 2]


def test_a_baseline_of_an_earlier_version_keeps_its_days(tmp_path: Path) -> None:
    folder = project(tmp_path)
    listed = json.dumps({"altas": [FIRST_FORM]})
    (folder / "sqlrisk_baseline.yml").write_text(f"version: 1\nentries: []\nhistory: {listed}\n")
    assert program("baseline", "--today", "2026-11-20", cwd=folder).code == 0
    ran = program("check", "--today", "2026-11-21", "--baseline", "sqlrisk_baseline.yml", cwd=folder)
    assert (ran.code, "the declaration measured on 2026-11-10 was recorded by another version" in " ".join(ran.out.split())) == (0, True)
