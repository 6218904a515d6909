"""Files are regular and inside the folders that whoever runs the program has named: each way out is tried, and each way around it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from sqlrisk import api, readable
from sqlrisk.errors import ConfigurationError
from tests.helpers import TODAY, Ran, sqlrisk

CSV = "edad,sexo\n" + "1,F\n" * 6
DECLARATION = """\
version: 1
releases:
  - name: altas
    relation: {file: FILE}
    columns: {edad: {role: quasi_identifier}, sexo: {role: quasi_identifierMORE}}
    thresholds: [{measure: k, at_least: 2, source: test, reason: test}]
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
REFUSED = "is outside the project folder and the folders that may be read"


def declared(folder: Path, file: str, more: str = "") -> Path:
    """A project whose release reads a file."""
    folder.mkdir(exist_ok=True)
    (folder / "sqlrisk.yml").write_text(DECLARATION.replace("FILE", file).replace("MORE", more))
    return folder


def checked(folder: Path, *more: str, env: dict[str, str] | None = None) -> Ran:
    return sqlrisk("check", "--today", TODAY, *more, cwd=folder, env=env)


def outside(tmp_path: Path) -> Path:
    """A file beside the project."""
    (tmp_path / "elsewhere").mkdir(exist_ok=True)
    (tmp_path / "elsewhere" / "altas.csv").write_text(CSV)
    return tmp_path / "elsewhere" / "altas.csv"


def absolute(folder: Path, file: Path) -> str:
    return str(file)


def upwards(folder: Path, file: Path) -> str:
    return "../elsewhere/altas.csv"


def linked(folder: Path, file: Path) -> str:
    (folder / "link.csv").symlink_to(file)
    return "link.csv"


def in_linked_folder(folder: Path, file: Path) -> str:
    (folder / "data").symlink_to(file.parent)
    return "data/altas.csv"


def absent(folder: Path, file: Path) -> str:
    return "/elsewhere/nothing.csv"


def pattern(folder: Path, file: Path) -> str:
    with duckdb.connect() as connection:
        connection.execute(f"copy (select 1 as edad, 'F' as sexo from range(6)) to '{file.parent / 'p.parquet'}'")
    return "../elsewhere/*.parquet"


def pattern_of_links(folder: Path, file: Path) -> str:
    pattern(folder, file)
    (folder / "part-1.parquet").symlink_to(file.parent / "p.parquet")
    return "part-*.parquet"


def through_a_wildcard(folder: Path, file: Path) -> str:
    pattern(folder, file)
    (folder / "sub").mkdir()
    return "s*/../../elsewhere/p.parquet"


WAYS_AROUND = (absolute, upwards, linked, in_linked_folder, absent, pattern, pattern_of_links, through_a_wildcard)


@pytest.mark.parametrize("way", WAYS_AROUND, ids=lambda way: way.__name__)
def test_a_file_outside_is_refused_by_its_declared_path_alone(way: Callable[[Path, Path], str], tmp_path: Path) -> None:
    folder = declared(tmp_path / "project", "x.csv")
    name = way(folder, outside(tmp_path))
    ran = checked(declared(folder, name))
    assert ran.code == 2
    assert f"`{name}` {REFUSED}" in ran.err
    assert "--allow-path DIR, SQLRISK_ALLOW_PATHS, or allowed_paths of profiles.yml" in ran.err
    assert str(tmp_path / "elsewhere") not in ran.err.replace(name, "")


@pytest.mark.parametrize("way", WAYS_AROUND[:4], ids=lambda way: way.__name__)
def test_whoever_runs_it_can_allow_a_folder(way: Callable[[Path, Path], str], tmp_path: Path) -> None:
    folder = declared(tmp_path / "project", "x.csv")
    file = outside(tmp_path)
    name = way(folder, file)
    declared(folder, name)
    assert checked(folder, "--allow-path", str(file.parent)).code == 0
    assert checked(folder, env={"SQLRISK_ALLOW_PATHS": f"/nowhere{os.pathsep}{file.parent}"}).code == 0
    assert checked(folder, "--allow-path", "../elsewhere").code == 0
    assert checked(folder, "--allow-path", str(tmp_path / "other")).code == 2
    (folder / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: duckdb, path: ':memory:', allowed_paths: [../elsewhere]}}}")
    assert checked(folder, "--profile", "test").code == 0


def test_folders_of_the_command_line_are_allowed(tmp_path: Path) -> None:
    file = outside(tmp_path)
    folder = declared(tmp_path / "project", str(file))
    assert checked(folder, "--config", "sqlrisk.yml").code == 2
    (file.parent / "other.yml").write_text((folder / "sqlrisk.yml").read_text())
    assert checked(folder, "--config", str(file.parent / "other.yml")).code == 0
    assert sqlrisk("check", str(file), "--qi", "edad,sexo", cwd=folder).code == 0
    assert sqlrisk("scan", str(file), "--qi", "edad", cwd=folder).code == 0
    assert sqlrisk("init", str(file), "--out", "-", cwd=folder).code == 0


def test_a_hierarchy_a_publication_and_a_population_are_held_to_it_too(tmp_path: Path) -> None:
    file = outside(tmp_path)
    folder = declared(tmp_path / "project", "altas.csv", f", hierarchy: {file}")
    (folder / "altas.csv").write_text(CSV)
    assert checked(folder).code == 2
    for key in (f"published_as: {{file: {file}}}", f"population: {{relation: {{file: {file}}}, columns: {{edad: edad, sexo: sexo}}}}"):
        (folder / "sqlrisk.yml").write_text(
            DECLARATION.replace("FILE", "altas.csv").replace("MORE", "").replace("    decided_on", f"    {key}\n    decided_on")
        )
        ran = checked(folder)
        assert ran.code == 2, key
        assert REFUSED in ran.err, key


def test_a_pipe_and_a_device_are_refused_and_never_opened(tmp_path: Path) -> None:
    folder = declared(tmp_path, "pipe.csv")
    os.mkfifo(folder / "pipe.csv")
    for ran in (checked(folder), sqlrisk("check", "pipe.csv", "--qi", "edad", cwd=folder), sqlrisk("init", "pipe.csv", "--out", "-", cwd=folder)):
        assert ran.code == 2
        assert "is not a regular file" in ran.err
    for arguments in (("--config", "pipe.csv"), ("--config", "/dev/zero"), ("--manifest", "pipe.csv"), ("--baseline", "pipe.csv")):
        ran = checked(folder, *arguments)
        assert ran.code == 2, arguments
        assert "is not a regular file" in ran.err, arguments
    (folder / "profiles.yml").symlink_to("/dev/zero")
    assert checked(folder, "--profiles-dir", ".").code == 2


def test_a_declaration_and_a_baseline_that_are_links_to_another_place_are_refused(tmp_path: Path) -> None:
    file = outside(tmp_path)
    (tmp_path / "elsewhere" / "secret.yml").write_text("canary: 1\n")
    folder = declared(tmp_path / "project", str(file))
    (folder / "base.yml").symlink_to(tmp_path / "elsewhere" / "secret.yml")
    for command in (("check", "--baseline", "base.yml"), ("baseline", "base.yml")):
        ran = sqlrisk(*command, "--today", TODAY, cwd=folder)
        assert ran.code == 2, command
        assert "canary" not in ran.out + ran.err
        assert REFUSED in ran.err, command
    (folder / "sqlrisk.yml").unlink()
    (folder / "sqlrisk.yml").symlink_to(tmp_path / "elsewhere" / "secret.yml")
    for name in ("check", "lint", "compile", "debug"):
        ran = sqlrisk(name, cwd=folder)
        assert "canary" not in ran.out + ran.err, name
        assert REFUSED in ran.out + ran.err, name


def test_python_is_held_to_it_as_the_command_line_is(tmp_path: Path) -> None:
    file = outside(tmp_path)
    folder = declared(tmp_path / "project", str(file))
    with pytest.raises(ConfigurationError, match="outside the project folder"):
        api.check(folder / "sqlrisk.yml")
    assert api.check(folder / "sqlrisk.yml", allow_paths=[file.parent]).releases[0].verdict != "not_measured"
    assert api.check(str(file), quasi_identifiers=["edad", "sexo"]).exit_code == 0


def test_a_loop_of_links_and_a_name_with_a_nul_are_inside_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert not readable.is_inside(tmp_path / "a" / ".." / ".." / "x", [tmp_path.resolve()])
    readable.refuse_irregular(tmp_path / "a", "a")
