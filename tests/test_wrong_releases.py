"""A release that is wrong does not stop the others of its file: they are measured and reported, and the exit code is the worst."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk.api import load
from sqlrisk.errors import ConfigurationError, DeclarationError
from tests.helpers import DECLARATION, TODAY, project, values
from tests.helpers import sqlrisk as program

DAY = date.fromisoformat(TODAY)
HEAD, BODY = DECLARATION.split("  - name: altas\n")
WRONG = {
    "a limit that binds nothing": ("at_least: 2", "at_least: 1", "declare at least one limit of severity error"),
    "an unknown key": ("    publish:", "    publihs: {}\n    publish:", "`publihs` is not a key here"),
    "a role that is none": ("{role: quasi_identifier}", "{role: quasi}", "write one of"),
    "no date": ("    decided_on: 2026-11-01\n", "", "the key `decided_on` is missing"),
    "a day of no calendar": ("valid_until: 2027-11-01", "valid_until: soon", "write a day as"),
    "a column that the relation lacks": ("{role: quasi_identifier}", "{role: quasi_identifier}\n      missing: {role: insensitive, reason: none}", "`missing`"),
    "a group that is no column": ("    publish:", "    groups: [nobody]\n    publish:", "`nobody` is neither a column nor a level"),
}


def release(name: str, old: str = "", new: str = "") -> str:
    assert old in BODY
    return f"  - name: {name}\n" + (BODY.replace(old, new, 1) if old else BODY)


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("first", [True, False])
def test_a_wrong_release_leaves_the_others_alone(case: str, first: bool, tmp_path: Path) -> None:
    old, new, said = WRONG[case]
    parts = [release("wrong", old, new), release("right")]
    folder = project(tmp_path, HEAD + "".join(parts if first else parts[::-1]))
    ran = program("check", "--today", TODAY, "--format", "json", cwd=folder)
    found = {each["name"]: each for each in json.loads(ran.out)["releases"]}
    assert (ran.code, found["right"]["verdict"], found["wrong"]["verdict"]) == (2, "publishable", "not_measured")
    assert said in found["wrong"]["error"]
    assert found["right"] | {"reproduction": {}} == alone(folder) | {"reproduction": {}}
    for select, code in (("right", 0), ("wrong", 2)):
        assert program("check", "--today", TODAY, "--select", select, cwd=folder).code == code


def alone(folder: Path) -> dict[str, Any]:
    """The right release, as it is reported by itself."""
    ran = program("check", "--today", TODAY, "--format", "json", "--select", "right", cwd=folder)
    found: dict[str, Any] = json.loads(ran.out)["releases"][0]
    return found


@pytest.mark.parametrize("format", ["human", "markdown", "html", "junit", "sarif", "github", "gitlab", "openlineage"])
def test_every_format_reports_a_wrong_release(format: str, tmp_path: Path) -> None:
    old, new, said = WRONG["a day of no calendar"]
    folder = project(tmp_path, HEAD + release("wrong", old, new) + release("right"))
    ran = program("check", "--today", TODAY, "--format", format, cwd=folder)
    assert ran.code == 2, ran
    assert "wrong" in ran.out + ran.err
    assert format == "gitlab" or "right" in ran.out + ran.err
    assert format == "openlineage" or said in ran.out + ran.err


def test_a_release_that_is_not_measured_is_worse_than_a_broken_limit_and_better_than_a_wrong_one(tmp_path: Path) -> None:
    broken, gone = release("broken", "at_least: 2", "at_least: 3"), release("gone", "relation: altas", "relation: nowhere")
    wrong = release("wrong", "at_least: 2", "at_least: 1")
    for parts, code in (([broken, gone], 3), ([broken, gone, wrong], 2), ([broken, wrong], 2)):
        ran = program("check", "--today", TODAY, "--format", "json", cwd=project(tmp_path, HEAD + "".join(parts)))
        found = {each["name"]: each["verdict"] for each in json.loads(ran.out)["releases"]}
        assert (ran.code, found["broken"], len(found)) == (code, "not_publishable", len(parts))


def test_lint_lists_every_problem_of_every_release(tmp_path: Path) -> None:
    parts = [release(f"r{place}", old, new) for place, (old, new, _) in enumerate(list(WRONG.values())[:5])]
    ran = program("lint", "--today", TODAY, cwd=project(tmp_path, HEAD + "".join([*parts, release("right")])))
    assert ran.code == 2
    assert [said for *_, said in list(WRONG.values())[:5] if said not in ran.err] == []


@pytest.mark.parametrize("command", ["compile", "ladder", "recommend", "scan"])
def test_what_needs_every_release_refuses_a_wrong_one(command: str, tmp_path: Path) -> None:
    ran = program(command, "--today", TODAY, cwd=project(tmp_path, HEAD + release("wrong", "at_least: 2", "at_least: 1") + release("right")))
    assert (ran.code, "declare at least one limit" in ran.err) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + release("right") + release("wrong").replace("relation: altas", "relation: altas\n    relation: altas"),
        HEAD.replace("version: 1", "version: 2") + release("right"),
        HEAD.replace("version: 1", "version: 1\nfoo: 1") + release("right"),
        HEAD + release("right") + "   - broken",
    ],
    ids=["a key twice", "another version", "an unknown key of the file", "no YAML"],
)
def test_a_file_that_is_wrong_itself_stops_all(text: str, tmp_path: Path) -> None:
    ran = program("check", "--today", TODAY, cwd=project(tmp_path, text))
    assert (ran.code, ran.out) == (2, "")


def test_two_releases_of_one_name_are_both_wrong(tmp_path: Path) -> None:
    folder = project(tmp_path, HEAD + release("twice") + release("right") + release("twice"))
    ran = program("check", "--today", TODAY, "--format", "json", cwd=folder)
    assert [(each["name"], each["verdict"]) for each in json.loads(ran.out)["releases"]] == [
        ("right", "publishable"), ("twice", "not_measured"),
    ]  # fmt: skip


def test_results_with_a_wrong_release_are_read_again(tmp_path: Path) -> None:
    folder = project(tmp_path, HEAD + release("wrong", "at_least: 2", "at_least: 1") + release("right"))
    assert program("check", "--today", TODAY, "--output", "json=r.json", cwd=folder).code == 2
    for command in (
        ("report", "--from", "r.json", "--format", "markdown"),
        ("compare", "r.json", "r.json"),
        ("check", "--previous", "r.json", "--today", TODAY),
    ):
        ran = program(*command, cwd=folder)
        assert "wrong" in ran.out, ran
        assert not any(word in ran.err for word in ("internal", "error: ")), ran


def test_a_release_that_is_judged_with_a_wrong_one_is_wrong_too(tmp_path: Path) -> None:
    one, other, apart = (values()["releases"][0] for _ in range(3))
    one["columns"]["who"] = other["columns"]["who"] = {"role": "entity"}
    one |= {"name": "one", "composes_with": ["other"], "thresholds": [*one["thresholds"], {"measure": "composition_k", "at_least": 2}]}
    other |= {"name": "other", "thresholds": []}
    report = sqlrisk.check({**values(), "releases": [one, other, apart]}, today=DAY, project_dir=project(tmp_path))
    errors = {each.name: each.error for each in report.releases}
    assert (report.exit_code, errors["altas"]) == (2, None)
    assert "the release `other`, with which it is judged together, is wrong" in (errors["one"] or "")


def test_where_all_are_wrong_nothing_is_reported(tmp_path: Path) -> None:
    declared = values()
    wrong = {**declared["releases"][0], "thresholds": []}
    declared["releases"] = [{**wrong, "name": "a"}, {**wrong, "name": "b"}]
    with pytest.raises(DeclarationError) as caught:
        sqlrisk.check(declared, today=DAY, project_dir=project(tmp_path))
    assert len(caught.value.problems) == 2
    declared["releases"] = [{**values()["releases"][0], "name": name, "publish": {}, "columns": {"nobody": {"role": "quasi_identifier"}}} for name in "ab"]
    for each in declared["releases"]:
        each["waived"] = {}
    with pytest.raises(ConfigurationError):
        sqlrisk.check(declared, today=DAY, project_dir=tmp_path)


def test_load_needs_every_release() -> None:
    declared = values()
    declared["releases"].append({**declared["releases"][0], "name": "wrong", "thresholds": []})
    with pytest.raises(DeclarationError):
        load(declared, today=DAY)
