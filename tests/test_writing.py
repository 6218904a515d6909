"""What is written where something stands: a regular file is replaced and keeps its mode; devices and pipes are written to; temporary files are private."""

from __future__ import annotations

import fcntl
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sqlrisk import history, leftovers, writing
from sqlrisk.errors import ConfigurationError, WriteError
from sqlrisk.leftovers import PrivateFolder, remove_left
from sqlrisk.writing import write
from tests.helpers import DECLARATION, TODAY, project, sqlrisk


def mode(path: Path) -> int:
    """The permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o027])
def test_a_new_file_follows_the_umask_and_a_replaced_one_keeps_its_mode(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write("new", tmp_path / "new")
        write("new", tmp_path / "anew", anew=True)
        (tmp_path / "old").write_text("old")
        (tmp_path / "old").chmod(0o640)
        write("new", tmp_path / "old")
    finally:
        os.umask(before)
    assert (mode(tmp_path / "new"), mode(tmp_path / "anew"), mode(tmp_path / "old")) == (0o666 & ~umask, 0o666 & ~umask, 0o640)
    assert {each.read_text() for each in tmp_path.iterdir()} == {"new"}


def test_a_symlink_is_followed(tmp_path: Path) -> None:
    for name in ("there", "not there"):
        (tmp_path / f"link to {name}").symlink_to(tmp_path / name)
    (tmp_path / "there").write_text("old")
    for name in ("there", "not there"):
        write("new", tmp_path / f"link to {name}")
        assert (tmp_path / f"link to {name}").is_symlink()
        assert (tmp_path / name).read_text() == "new"


def test_devices_and_pipes_are_written_to_and_stay(tmp_path: Path) -> None:
    write("gone", Path("/dev/null"))
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()))
    reader.start()
    write("x" * 100_000, tmp_path / "pipe")
    reader.join()
    assert read == ["x" * 100_000]
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]
    assert (tmp_path / "pipe").is_fifo()


def test_the_program_replaces_no_device(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "link").symlink_to("/dev/null")
    ran = sqlrisk("check", "--today", TODAY, "--output", "json=/dev/null", "--output", "markdown=link", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert (folder / "link").is_symlink()


def test_a_pipe_that_nobody_reads_is_an_error_and_never_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(writing, "_PATIENCE", 0.1)
    with pytest.raises(WriteError, match="start what reads the pipe first"):
        write("x", tmp_path / "pipe")
    with pytest.raises(FileExistsError):
        write("x", tmp_path / "pipe", anew=True)
    with pytest.raises(WriteError, match="Is a directory"):
        write("x", tmp_path)


def test_no_pipe_is_read_as_earlier_results(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigurationError, match="not a regular file"):
        history.read(tmp_path / "pipe")
    assert history.before(None, [tmp_path / "pipe"]) == ({}, [])


LEFT = (".o.json.sqlrisk-999999999-abcd1234", "sqlrisk-999999999-abcdefgh")


def test_what_a_killed_run_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / LEFT[0]).touch()
    (tmp_path / LEFT[1] / "inside").mkdir(parents=True)
    os.mkfifo(tmp_path / LEFT[0].replace("o.json", "pipe"))
    (tmp_path / LEFT[1].replace("abc", "xyz")).symlink_to(tmp_path)
    kept = {"o.json", ".o.json", "sqlrisk-notes", "sqlrisk-12-a b", f"sqlrisk-{os.getpid()}-abc", ".o.json.sqlrisk-x-abc"}
    for name in kept:
        (tmp_path / name).touch()
    remove_left(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == kept | {LEFT[0].replace("o.json", "pipe"), LEFT[1].replace("abc", "xyz")}
    remove_left(tmp_path / "not there")


def test_what_another_process_holds_stays_whatever_its_number_and_age(tmp_path: Path) -> None:
    for name in LEFT:
        (tmp_path / name).touch()
    os.utime(tmp_path / LEFT[0], (0, 0))
    handle = os.open(tmp_path / LEFT[0], os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    remove_left(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [LEFT[0]]
    os.close(handle)
    remove_left(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_of_a_number_that_lives_again_is_removed(tmp_path: Path) -> None:
    left = tmp_path / f".o.json.sqlrisk-{os.getpid()}-abcd1234"
    left.touch()
    remove_left(tmp_path)
    assert left.exists(), "it may be between being made and being locked"
    os.utime(left, (0, 0))
    remove_left(tmp_path)
    assert not left.exists()


def test_a_private_folder_is_private_and_held_until_it_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = PrivateFolder(tmp_path)
    monkeypatch.setattr(leftovers, "_YOUNG", -1)
    remove_left(tmp_path)
    assert folder.path.is_dir()
    assert mode(folder.path) == 0o700
    folder.remove()
    folder.remove()
    assert not folder.path.exists()


SEEN = """
import os, stat, sys
from pathlib import Path
from sqlrisk import csv_files
from sqlrisk.engines.duckdb import DuckDB
os.umask(0)
rows = DuckDB.rows
def spied(self, sql, what):
    for each in self._spill.rglob("*"):
        print(each.suffix, oct(stat.S_IMODE(each.stat().st_mode)), oct(stat.S_IMODE(self._spill.stat().st_mode)))
    return rows(self, sql, what)
DuckDB.rows = spied
sys.argv = ["sqlrisk", "check", "--today", "2026-11-30"]
from sqlrisk.cli import main
main()
"""


def test_a_copy_in_another_encoding_is_0600_in_a_folder_of_0700(tmp_path: Path) -> None:
    folder = project(
        tmp_path,
        DECLARATION.replace("profile: test\n", "").replace("relation: altas", "relation: {file: a.csv, types: {edad: INTEGER}, encoding: cp1252}"),
        None,
    )
    (folder / "a.csv").write_text("edad,sexo,diagnostico\n30,F,catarro\n31,F,asma\n40,M,catarro\n41,M,ciática\n", encoding="cp1252")
    done = subprocess.run([sys.executable, "-c", SEEN], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert {line for line in done.stdout.splitlines() if line.startswith(".csv")} == {".csv 0o600 0o700"}
