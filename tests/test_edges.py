"""The edges of a run: streams that are closed, full or poor in letters, folders that are not there, odd environments, interrupts. Never an internal error."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engines import engines_of
from tests.helpers import DECLARATION, TODAY, project
from tests.warehouses import WAREHOUSES, Warehouse

ODD = "\N{LATIN SMALL LETTER A WITH RING ABOVE}\N{GREEK SMALL LETTER OMEGA}"
DECLARED = DECLARATION.replace("name: altas", f"name: altas {ODD}").replace("source: test", f"source: test {ODD}")
COMMANDS = {
    "check": "check",
    "check -v": "check -v",
    "check json": "check --format json",
    "check junit": "check --format junit --output html=r.html",
    "check es": "check --lang es",
    "a wrong option": "check --nope",
    "scan": "scan",
    "ladder": "ladder",
    "lint": "lint",
    "compile": "compile --publication",
    "debug": "debug",
    "init": "init altas --out -",
    "report": "report --from results.json",
    "compare": "compare results.json results.json",
    "baseline": "baseline --from results.json --out b.json --reason r --until 2027-01-01",
    "help": "--help",
    "version": "--version",
    "estimate": "estimate --population 1000",
}
FAULTS = {
    "nothing": "{}",
    "stdout closed": "{} >&-",
    "stderr closed": "{} 2>&-",
    "stdin closed": "{} <&-",
    "all closed": "{} <&- >&- 2>&-",
    "stdout full": "{} >/dev/full",
    "stderr full": "{} 2>/dev/full",
    "both full": "{} >/dev/full 2>&1",
    "nobody reads": "{} | true",
    "ascii": "PYTHONIOENCODING=ascii {}",
    "cp1252": "PYTHONIOENCODING=cp1252 {}",
    "latin-1": "PYTHONIOENCODING=latin-1 {}",
    "the C locale": "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 {}",
    "no home": "env -u HOME {}",
    "no variable": "env -i {}",
    "an odd width": "COLUMNS=0 LINES=x TERM=nonsense {}",
    "an odd zone": "TZ=Nowhere/Else {}",
    "no temporary folder": "TMPDIR=/nowhere TEMP=/nowhere TMP=/nowhere {}",
    "few files": "ulimit -n 24; {}",
    "small files": "ulimit -f 1; {}",
    "bytes in a variable": "SQLRISK_X=$(printf '\\\\377') {}",
    "a folder for the summary": "GITHUB_STEP_SUMMARY=/tmp {}",
    "odd folders": "SQLRISK_ALLOW_PATHS=:::/nowhere:. {}",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = project(tmp_path_factory.mktemp("edges"), DECLARED)
    subprocess.run(
        [sys.executable, "-m", "sqlrisk", "check", "--today", TODAY, "--output", "json=results.json", "-q"], cwd=made, env=surroundings(), check=False
    )
    assert (made / "results.json").is_file()
    return made


def surroundings() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.few(14)
def test_a_fault_of_the_surroundings_is_a_message_or_nothing(command: str, fault: str, folder: Path, tmp_path: Path) -> None:
    errors = tmp_path / "errors.txt"
    dated = "" if command in ("help", "version", "estimate", "compile", "debug", "a wrong option") else f" --today {TODAY}"
    python = f"{sys.executable} -c 'import sys; sys.path.insert(0, \"{Path(__file__).parents[1]}\"); from sqlrisk.__main__ import main; main()'"
    line = FAULTS[fault].replace("{}", f"{python} {COMMANDS[command]}{dated}")
    redirected = line if "2>" in line else f"{{ {line}; }} 2>{errors}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {redirected}"], cwd=folder, env=surroundings(), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    told = done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace") + (errors.read_text(errors="replace") if errors.exists() else "")
    assert done.returncode in (0, 1, 2, 3, 5), told
    assert "internal error" not in told
    assert "Traceback" not in told
    assert "Exception ignored" not in told


SIGNALS = (signal.SIGINT, signal.SIGTERM)


def listens(process: subprocess.Popen[bytes]) -> bool:
    """Whether the program has begun: it catches SIGTERM, or has ended."""
    if process.poll() is not None:
        return True
    caught = next(line for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


def interrupted(folder: Path, number: signal.Signals, after: float) -> tuple[int, float, str]:
    """The exit code of a check that gets a signal so long after it began, its seconds, and what it told."""
    command = [sys.executable, "-m", "sqlrisk", "check", "--today", TODAY]
    process = subprocess.Popen(command, cwd=folder, env=surroundings(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not listens(process):
        time.sleep(0.005)
    started = time.monotonic()
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(number)
    told = process.communicate(timeout=60)[1].decode()
    return process.returncode, time.monotonic() - started, told


EACH = [name for name in WAREHOUSES if name in engines_of(__name__)]
MOMENTS = [*((name, 2) for name in EACH if name in ("duckdb", "sqlite", "postgres")), *(pytest.param(name, 100, marks=pytest.mark.slow) for name in EACH)]
"""An engine, and at how many moments of a check each signal comes."""


@pytest.mark.parametrize(("name", "moments"), MOMENTS)
def test_an_interrupt_at_any_moment_is_130(name: str, moments: int, warehouses: Callable[[str], Warehouse]) -> None:
    warehouse, chance = warehouses(name), random.Random(7)
    table = warehouse.keep(
        "altas", {"edad": "bigint", "sexo": "text", "diagnostico": "text"}, [(place % 7, "fm"[place % 2], "ab"[place % 3 == 0]) for place in range(400)]
    )
    (warehouse.project / "sqlrisk.yml").write_text(DECLARATION.replace("relation: altas", f"relation: {table}"))
    code, seconds, told = interrupted(warehouse.project, signal.SIGINT, 60)
    assert (code, told) == (0, "")
    heard = 0
    for number in SIGNALS:
        for moment in range(moments):
            code, _, told = interrupted(warehouse.project, number, seconds * (moment + chance.random()) / moments * 0.9)
            assert code in (130, 0), told
            assert (told == "interrupted: nothing was decided\n") == (code == 130)
            heard += code == 130
    assert heard >= moments
