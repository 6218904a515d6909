"""A declaration to start from, and the program run as users run it."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest

TODAY = "2026-11-30"
DECLARATION = """\
version: 1
profile: test
releases:
  - name: altas
    relation: altas
    columns:
      edad: {role: quasi_identifier, levels: {edad5: "floor(edad / 5) * 5"}}
      sexo: {role: quasi_identifier}
      diagnostico: {role: sensitive, harm: {level: high}, null_means: not_recorded}
    publish: {edad: edad5}
    waived: {diagnostico: "not judged in this test"}
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
PROFILES = """\
test:
  target: dev
  outputs:
    dev: {type: duckdb, path: warehouse.duckdb}
"""
ROWS = "(values (30, 'F', 'flu'), (31, 'F', 'asthma'), (40, 'M', 'flu'), (41, 'M', 'asthma')) as t(edad, sexo, diagnostico)"

TOY = [
    ("Historia", "Letras", "M", 60, 54),
    ("Historia", "Letras", "F", 60, 60),
    ("Historia", "Letras", "F", 48, 30),
    ("Historia", "Letras", "M", 54, 54),
    ("Historia", "Letras", "F", 60, 48),
    ("Fisica", "Ciencias", "F", 66, 60),
    ("Quimica", "Ciencias", "M", 60, 36),
    ("Quimica", "Ciencias", "F", 48, 48),
]
"""The portal's example: degree, faculty, gender, credits taken and passed of eight students."""

MANY = (100_000, pytest.param(1_000_000, marks=pytest.mark.slow))
"""How many rows a large table has: in every run, and where there is time."""


class Ran(NamedTuple):
    """How a run ended."""

    code: int
    out: str
    err: str


def project(folder: Path, declaration: str = DECLARATION, rows: str | None = ROWS) -> Path:
    """A project folder: sqlrisk.yml, profiles.yml and a DuckDB database with the table altas."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sqlrisk.yml").write_text(declaration, encoding="utf-8")
    (folder / "profiles.yml").write_text(PROFILES)
    if rows is not None:
        with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
            connection.execute("set enable_progress_bar = false")
            connection.execute(f"create or replace table altas as select * from {rows}")
    return folder


def fill(connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Sequence[Any]]) -> None:
    """Put rows into a table of DuckDB, all in one statement."""
    places = f"({', '.join('?' * len(rows[0]))})"
    connection.execute(f"insert into {table} values {', '.join([places] * len(rows))}", [value for row in rows for value in row])


def sqlrisk(*arguments: str, cwd: Path, env: Mapping[str, str] | None = None, timeout: float = 60) -> Ran:
    """Run the program in a process of its own, forked (tests/forked.py) unless the environment says how Python starts. Its output comes back whole."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("DBT_")} | {"HOME": str(cwd), "PWD": str(cwd)} | dict(env or {})
    if any(name.startswith("PYTHON") for name in env or {}):
        done = subprocess.run([sys.executable, "-m", "sqlrisk", *arguments], cwd=cwd, env=surroundings, capture_output=True, timeout=timeout, check=False)
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile() as err:
        request = {"arguments": arguments, "cwd": str(cwd), "env": surroundings, "out": out.name, "err": err.name, "timeout": timeout}
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        return Ran(code, *(_text(Path(file.name)) for file in (out, err)))


@functools.cache
def _server() -> subprocess.Popen[str]:
    """The process that forks the runs of this one; it ends with it, when its standard input does."""
    root = Path(__file__).parent.parent
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))}
    return subprocess.Popen([sys.executable, "-m", "tests.forked"], cwd=root, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8").replace("\r\n", "\n")


def values(declaration: str = DECLARATION) -> dict[str, Any]:
    """A declaration's text as plain values."""
    from sqlrisk.documents import parse_yaml

    found: dict[str, Any] = parse_yaml(declaration, "test").value
    return found
