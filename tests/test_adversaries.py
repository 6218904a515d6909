"""The page docs/adversaries.md is run as a reader runs it: its files, its commands, and every figure that it prints."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sqlrisk.plain import digits
from sqlrisk.planning import MISSING_MATCHES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adversaries.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


class Step(NamedTuple):
    """A command of the page, the lines that it shows of the output, and the output itself."""

    command: str
    shown: list[str]
    told: str


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page and the two programs that its commands call."""
    folder = tmp_path_factory.mktemp("hospital")
    for name, text in re.findall(r"^`([\w.]+)`[^\n]*:\n\n```\w+\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bin").mkdir()
    for name, arguments in (("python", [sys.executable]), ("sqlrisk", [sys.executable, "-m", "sqlrisk"])):
        (folder / "bin" / name).write_text(f'#!/bin/sh\nexec {shlex.join(arguments)} "$@"\n')
        (folder / "bin" / name).chmod(0o755)
    return folder


def run(command: str, folder: Path) -> str:
    surroundings = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=surroundings, capture_output=True, text=True, timeout=120, check=False)
    return f"{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def steps(folder: Path) -> list[Step]:
    """Every command of the page, run in its order."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE):
        for command, shown in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", block, flags=re.MULTILINE):
            found.append(Step(command, shown.splitlines(), run(command, folder)))
    return found


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_each_command_prints_what_the_page_shows(steps: list[Step]) -> None:
    assert len(steps) == 8
    for step in steps:
        told = squeezed(step.told)
        assert [line for line in step.shown if squeezed(line) not in told] == [], step.told
    assert sum(len(step.shown) for step in steps) >= 13


def figures(folder: Path) -> dict[str, Any]:
    """The measures of the page: those of check, and those that estimate adds."""
    release = json.loads((folder / "results.json").read_text())["releases"][0]
    estimated = json.loads(run("sqlrisk estimate --population 3000000 --format json < sizes.json", folder))["measures"]
    checked = [measure for measure in release["measures"] if measure["rung"] == "published" and measure["column"] is None]
    return {"rows": release["rows"], **{measure["measure"]: measure for measure in (*estimated, *checked)}}


def test_the_table_of_the_page_holds_what_was_measured(folder: Path, steps: list[Step]) -> None:
    measured = figures(folder)
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \| ([^|]+) \|", PAGE, flags=re.MULTILINE)
    assert [name for name, _ in rows] == ["prosecutor_max", "prosecutor_mean", "journalist_max", "journalist_max_naive", "journalist_mean"]
    for name, shown in rows:
        found = measured[name]
        told = digits(found["value"]) if found["value"] is not None else f"{digits(found['low'])} to {digits(found['high'])}"
        assert shown == told, name


def test_the_figures_between_the_lines(folder: Path, steps: list[Step]) -> None:
    measured = figures(folder)
    truth, worst, alone = (float(part) for part in steps[5].told.strip(" ()\n").split(", "))
    assert (worst, alone) == (1, 2)
    assert f"{digits(truth)} |" in PAGE
    assert f"From 1 to {digits(truth)} is a factor of {1 / truth:.0f}," in PAGE
    assert f"1: {measured['unique_rows']['value'] * measured['rows']:.0f} patients are alone in their class" in PAGE
    naive, mean = measured["journalist_max_naive"]["value"], measured["prosecutor_mean"]["value"]
    assert f"wrong, {worst / naive:.0f} times too low" in PAGE
    assert f"f times {digits(mean)} is {naive * mean:.6f}, half the truth" in PAGE
    assert 0.4 < naive * mean / truth < 0.6
    assert measured["journalist_mean"]["low"] < truth < measured["journalist_mean"]["high"] < 0.05 < mean


def test_what_the_guide_says_of_the_blank_towns(folder: Path, steps: list[Step]) -> None:
    run("sed 's/discharges.parquet/gaps.parquet/' sqlrisk.yml > gaps.yml", folder)
    release = json.loads(run("sqlrisk check --config gaps.yml --format json", folder))["releases"][0]
    found = {(measure["rung"], measure["measure"]): measure["value"] for measure in release["measures"] if measure["column"] is None}
    for name in ("k", "unique_rows", "rows_below_k", "prosecutor_mean"):
        assert f"| `{name}` | {digits(found['published', name])} | {digits(found[MISSING_MATCHES, name])} |" in GUIDE
