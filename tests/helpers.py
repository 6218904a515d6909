"""A declaration to start from, and the program run as users run it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

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


def sqlrisk(*arguments: str, cwd: Path, env: Mapping[str, str] | None = None, timeout: float = 60) -> Ran:
    """Run the program. Its standard output and error come back whole."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("DBT_")} | {"HOME": str(cwd)} | dict(env or {})
    done = subprocess.run(
        [sys.executable, "-m", "sqlrisk", *arguments], cwd=cwd, env=surroundings, capture_output=True, text=True, encoding="utf-8", timeout=timeout, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def values(declaration: str = DECLARATION) -> dict[str, Any]:
    """A declaration's text as plain values."""
    from sqlrisk.documents import parse_yaml

    found: dict[str, Any] = parse_yaml(declaration, "test").value
    return found
