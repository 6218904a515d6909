"""A run that is killed at any moment leaves whole files or none, changes no source, and the next run removes what it left."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers import TODAY, sqlrisk

OUTPUTS = {"json": "r.json", "markdown": "r.md", "html": "r.html", "junit": "r.xml"}
CHECK = ["check", "--today", TODAY, *(word for pair in OUTPUTS.items() for word in ("--output", "=".join(pair)))]
DECLARATION = """\
version: 1
releases:
  - name: people
    relation: {file: people.csv, types: {age: INTEGER}, encoding: cp1252}
    columns:
      age: {role: quasi_identifier}
      town: {role: quasi_identifier}
      disease: {role: sensitive, harm: {level: high}, null_means: not_recorded}
    waived: {disease: "not judged in this test"}
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
KILLS = [(signal.SIGKILL, 1), *(pytest.param(number, 76, marks=pytest.mark.slow) for number in SIGNALS)]
"""A signal, and at how many moments of a run it is sent: 228 where there is time."""


def made(folder: Path, rows: int) -> Path:
    """A project whose file is transcoded into the private folder."""
    lines = "".join(f"{place % 40},Málaga {place % 5},d{place % 3}\n" for place in range(rows))
    (folder / "people.csv").write_text("age,town,disease\n" + lines, encoding="cp1252")
    (folder / "sqlrisk.yml").write_text(DECLARATION)
    (folder / "spill").mkdir()
    return folder


def digests(folder: Path) -> dict[str, str]:
    """Every file and folder, hidden ones too, by what is in it."""
    found = sorted(folder.rglob("*"))
    return {str(each.relative_to(folder)): hashlib.sha256(each.read_bytes()).hexdigest() if each.is_file() else "" for each in found}


def killed(folder: Path, command: list[str], number: signal.Signals, after: float) -> None:
    """Start the program as users do and send it a signal after so many seconds."""
    surroundings = {**os.environ, "TMPDIR": str(folder / "spill")}
    process = subprocess.Popen([sys.executable, "-m", "sqlrisk", *command], cwd=folder, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.send_signal(number)
    process.wait(60)


@pytest.mark.parametrize(("number", "moments"), KILLS)
def test_a_killed_run_leaves_nothing_half_and_nothing_after_the_next(tmp_path: Path, number: signal.Signals, moments: int) -> None:
    folder, chosen = made(tmp_path, 400 if moments == 1 else 40_000), random.Random(number)
    sources = digests(folder)
    started = time.monotonic()
    whole = sqlrisk(*CHECK, cwd=folder, env={"TMPDIR": str(folder / "spill")})
    seconds, after = time.monotonic() - started, digests(folder)
    assert (whole.code, set(after) - set(sources)) == (0, set(OUTPUTS.values()))
    left = 0
    for moment in range(moments):
        for name in OUTPUTS.values():
            if chosen.random() < 0.5:
                (folder / name).unlink(missing_ok=True)
        killed(folder, CHECK, number, seconds * (moment + chosen.random()) / moments)
        standing = digests(folder)
        assert {name: digest for name, digest in standing.items() if name in sources} == sources
        for name in set(OUTPUTS.values()) & set(standing):
            check_whole(folder / name)
        left += len(set(standing) - set(sources) - set(OUTPUTS.values()))
        ran = sqlrisk(*CHECK, cwd=folder, env={"TMPDIR": str(folder / "spill")})
        assert ran.code == 0, ran
        assert set(digests(folder)) == set(after)
    assert left or number != signal.SIGKILL or moments == 1, "no kill left anything: the next run had nothing to remove"


def check_whole(file: Path) -> None:
    """A report that stands under its name can be read to its end."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        json.loads(text)
    assert text.rstrip().endswith({".json": "}", ".html": "</html>", ".xml": ">"}.get(file.suffix, "")), file
    assert len(text) > 200
