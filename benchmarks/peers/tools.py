"""The tools: how each is run on a file, and what it does not measure."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.common import projects
from benchmarks.common.costs import Process, run
from benchmarks.common.people import L3
from benchmarks.peers.tables import Table

PYCANON = "1.3.6"
COLUMNS = {name: projects.quasi_identifier() for name in L3.columns} | {"diagnosis": {"role": "sensitive"}}
CHECK = (sys.executable, "-m", "sqlrisk", "check", "--today", projects.TODAY.isoformat(), "--format", "json", "--verbose")


@dataclass(frozen=True)
class Found:
    """What a tool used and answered. `measuring`: wall seconds without reading the file, where the tool reads it first."""

    used: Process
    answers: Mapping[str, float]
    measuring: float | None = None


def sqlrisk(table: Table, suffix: str) -> Found:
    """A whole check of a declaration that asks for k, l, entropy, t and gain."""
    file = str(table.file(suffix))
    relation = {"file": file, "types": {"age": "INTEGER"}} if suffix == "csv" else file
    with tempfile.TemporaryDirectory() as name:
        used = run(CHECK, projects.write(Path(name), projects.declaration(COLUMNS, projects.EVERYTHING, relation=relation)))
    (release,) = json.loads(used.out)["releases"]
    published = {each["measure"]: each["value"] for each in release["measures"] if each["rung"] == "published" and each["value"] is not None}
    return Found(used, {name: published[name] for name, _ in projects.EVERYTHING}, measuring=sum(map(float, re.findall(r"^ *([0-9.]+) s ", used.err, re.M))))


def duckdb(table: Table, suffix: str) -> Found:
    """The bare group-by, straight from the file."""
    options = ", types = {'age': 'INTEGER', 'postcode': 'VARCHAR'}" if suffix == "csv" else ""
    listed = L3.listed
    statement = f"select count(*) from (select {listed}, count(*) from read_{suffix}('{table.file(suffix)}'{options}) group by {listed})"
    used = run((sys.executable, "-m", "benchmarks.common.bare", statement, json.dumps({"threads": 2})), table.csv.parent)
    if used.answers()["found"] != table.classes:
        raise ValueError(f"DuckDB counts {used.answers()['found']} classes in the file where the table has {table.classes}")
    return Found(used, {})


def script(python: str, name: str, asked: str, table: Table, suffix: str) -> Found:
    """A peer's script, in an environment of its own."""
    used = run((python, "-m", f"benchmarks.peers.{name}", asked, str(table.file(suffix))), table.csv.parent)
    answers: dict[str, Any] = used.answers()
    answers.pop("reading")
    return Found(used, answers, measuring=answers.pop("measuring"))


def pycanon_environment(folder: Path) -> tuple[str | None, str]:
    """The Python of an environment that has pyCANON, made with pip where it is not there yet, and its versions; None and why where it cannot be."""
    environment = folder / f"pycanon_{PYCANON}"
    python = environment / "bin" / "python"
    told = "from importlib.metadata import version as v; print(', '.join(f'{n} {v(n)}' for n in ('pycanon', 'pandas', 'numpy')))"
    try:
        if not (environment / ".ready").exists():
            _make(environment)
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", f"pycanon=={PYCANON}", "pyarrow"], check=True, capture_output=True, text=True)
            (environment / ".ready").touch()
        return str(python), subprocess.run([str(python), "-c", told], check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        return None, f"pycanon {PYCANON} could not be installed ({type(error).__name__})"


def _make(environment: Path) -> None:
    for module in ("venv", "virtualenv"):
        if not subprocess.run([sys.executable, "-m", module, str(environment)], check=False, capture_output=True).returncode:
            return
    raise OSError("neither venv nor virtualenv makes an environment")
