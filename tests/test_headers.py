"""The first line of a file is data until every declared column is in it: no message, report or SQL shows a cell of it before, nor a near guess of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import TODAY, Ran, sqlrisk

ROW = "canaryage,canarysex,canarydx\n"
DATA = ROW + "41,F,flu\n" * 6
GOOD = "edad,sexo,dx\n" + "41,F,flu\n41,F,cold\n" * 6
TREE = "canaryage;canarylevel\n41;x\n"
DECLARATION = """\
version: 1
releases:
  - name: altas
    relation: {file: altas.csv, types: {NAMED: INTEGER}}
    columns:
      NAMED: {role: quasi_identifier, levels: {decada: "floor(NAMED / 10) * 10"}}
      sexo: {role: quasi_identifier}
      dx: {role: sensitive}
    publish: {NAMED: decada}
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
      - {measure: distinct_l, column: dx, at_least: 2, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
COMMANDS = (("check",), ("check", "--dry-run"), ("check", "--format", "json"), ("scan",), ("debug",), ("compile",), ("ladder",), ("mondrian",), ("recommend",))


def ran(folder: Path, *command: str) -> Ran:
    return sqlrisk(*command, *(() if command[0] in ("debug",) else ("--today", TODAY)), cwd=folder)


def project(folder: Path, declaration: str, **files: str) -> Path:
    for name, content in {"altas": GOOD, **files}.items():
        (folder / f"{name}.csv").write_text(content)
    (folder / "sqlrisk.yml").write_text(declaration)
    return folder


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("named", ["edad", "canaryag"])
def test_no_command_shows_the_first_row_of_a_file_without_a_header(command: tuple[str, ...], named: str, tmp_path: Path) -> None:
    project(tmp_path, DECLARATION.replace("NAMED", named), altas=DATA)
    found = ran(tmp_path, *command)
    assert "canary" not in (found.out + found.err).replace(named, ""), command
    assert found.code == (0 if command[0] == "debug" else 2)
    assert "has 3 fields, none of that name" in found.out + found.err


IN_OTHER_KEYS = {
    "published_as": ("    decided_on", "    published_as: {file: other.csv}\n    decided_on", DATA),
    "population": ("    decided_on", "    population: {relation: {file: other.csv}}\n    decided_on", DATA),
    "hierarchy": ("sexo: {role: quasi_identifier}", "sexo: {role: quasi_identifier, hierarchy: other.csv}", TREE.replace(";", ",")),
    "a level of a hierarchy": (
        "publish: {edad: decada}",
        "publish: {edad: decada, sexo: canaryleve}",
        TREE.replace("canaryage", "sexo"),
    ),
}


@pytest.mark.parametrize("key", IN_OTHER_KEYS)
@pytest.mark.parametrize("command", [("check",), ("compile",), ("debug",)], ids=" ".join)
def test_no_other_file_is_shown_either(key: str, command: tuple[str, ...], tmp_path: Path) -> None:
    old, new, content = IN_OTHER_KEYS[key]
    declaration = DECLARATION.replace("NAMED", "edad").replace(old, new)
    if key == "a level of a hierarchy":
        declaration = declaration.replace("sexo: {role: quasi_identifier}", "sexo: {role: quasi_identifier, hierarchy: other.csv}")
    project(tmp_path, declaration, other=content)
    found = ran(tmp_path, *command)
    assert "canary" not in (found.out + found.err).replace("canaryleve`", "").replace("canaryleve ", ""), found
    assert "Traceback" not in found.err


def test_a_command_line_is_held_to_it_too(tmp_path: Path) -> None:
    project(tmp_path, "", altas=DATA)
    for command in (("check", "altas.csv", "--qi", "canaryag"), ("scan", "altas.csv", "--qi", "canaryag"), ("scan", "altas.csv", "--qi", "edad")):
        found = ran(tmp_path, *command)
        assert found.code == 2, command
        assert "canary" not in (found.out + found.err).replace("canaryag`", ""), found
    (tmp_path / "row.csv").write_text("41,canarysex,canarydx\n" + "41,F,flu\n" * 6)
    for command in (("scan", "row.csv", "--qi", "41"), ("init", "row.csv", "--out", "-")):
        found = ran(tmp_path, *command)
        assert (found.code, "canary" in found.out + found.err) == (2, False), found
        assert "the first line seems to be a row of data" in found.err


def test_a_confirmed_header_is_a_list_of_names(tmp_path: Path) -> None:
    """Once every declared column is found, the others are named: those without a role, and the nearest to a wrong name in an expression."""
    project(tmp_path, DECLARATION.replace("NAMED", "edad"), altas="edad,sexo,dx,notas\n" + "41,F,flu,x\n41,F,cold,x\n" * 6)
    assert "the column `notas`" in ran(tmp_path, "check").out
    project(tmp_path, DECLARATION.replace("NAMED", "edad").replace("    publish", '    where: "edda > 1"\n    publish'))
    assert "did you mean `edad`?" in ran(tmp_path, "check").err


def test_types_and_places_are_told_by_number(tmp_path: Path) -> None:
    project(tmp_path, DECLARATION.replace("NAMED: INTEGER", "edda: INTEGER").replace("NAMED", "edad"))
    found = ran(tmp_path, "check")
    assert found.code == 2
    assert "`types` names `edda`, which is not in the header" in found.err
    assert "it has 3 fields, none of that name" in found.err


@pytest.mark.parametrize("command", [("check",), ("lint",), ("compile",), ("debug",)], ids=" ".join)
def test_a_file_of_another_kind_as_declaration_or_profile_shows_none_of_its_keys(command: tuple[str, ...], tmp_path: Path) -> None:
    """A file of settings or of credentials reads as a mapping of YAML."""
    content = "canary_user: canary1\ncanary_key: 0123\ncanary_key: '*'\ncanary: {canary_inner: 2026-02-31}\n"
    for name in ("sqlrisk.yml", "profiles.yml"):
        project(tmp_path, DECLARATION.replace("NAMED", "edad").replace("version: 1", "version: 1\nprofile: canary_use"))
        (tmp_path / name).write_text(content)
        found = ran(tmp_path, *command)
        shown = (found.out + found.err).replace("`canary_use`", "")
        assert "canary" not in shown, (name, found)
        assert found.code == (0 if command[0] in ("lint", "compile") and name == "profiles.yml" else found.code)
        assert "Traceback" not in shown
