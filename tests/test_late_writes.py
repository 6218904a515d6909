"""What a killed run leaves beside a file: nothing under its name, and a temporary file that the next run removes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sqlrisk.reports import write
from tests.helpers import DECLARATION, TODAY, project, sqlrisk

KILLED = """
import os, signal, sys
from pathlib import Path
from sqlrisk import reports
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
reports.write("new", Path(sys.argv[1]), anew=len(sys.argv) > 2)
"""


def test_a_killed_write_leaves_the_old_file_and_the_next_removes_what_is_left(tmp_path: Path) -> None:
    file = tmp_path / "o.json"
    write("old", file)
    assert subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False).returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    assert file.read_text() == "old"
    write("newer", tmp_path / "another.json")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"o.json": "old", "another.json": "newer"}


def test_a_killed_write_of_a_new_file_leaves_none_under_its_name(tmp_path: Path) -> None:
    file = tmp_path / "d.yml"
    assert subprocess.run([sys.executable, "-c", KILLED, str(file), "anew"], check=False).returncode == -signal.SIGKILL
    assert not file.exists()


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_is_whole_and_replaces_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "no hard links here")

    if not links:
        monkeypatch.setattr(os, "link", refused)
    file = tmp_path / "d.yml"
    write("first", file, anew=True)
    with pytest.raises(FileExistsError):
        write("second", file, anew=True)
    assert {each: each.read_text() for each in tmp_path.iterdir()} == {file: "first"}


def test_a_baseline_that_cannot_be_written_says_nothing_of_what_it_would_hold(tmp_path: Path) -> None:
    project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 9"))
    name = "b" * 251 + ".yml"  # its temporary file has a name that is too long, whoever writes it
    ran = sqlrisk("baseline", "--reason", "x", "--until", "2027-03-31", name, "--today", TODAY, cwd=tmp_path)
    assert ran.code == 3
    assert ran.err.startswith("error: ")
    assert "cannot write it: File name too long" in ran.err
