"""No cell value leaves the engine: a table of unique tokens, every command, format and failure; then everything written is searched."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from tests.helpers import TODAY, Ran, project, sqlrisk

TOKEN = re.compile(r"canary[0-9a-z]+", re.IGNORECASE)
CELLS = """(
    select 'canaryage' || i as edad, 'canarysex' || i as sexo, 'canarydx' || i as diagnostico, 'canarynote' || i || repeat(' canarytext', 9) as notas
    from range(40) r(i)
)"""
DECLARATION = """\
version: 1
profile: test
releases:
  - name: altas
    relation: altas
    columns:
      edad: {role: quasi_identifier, levels: {corta: "substring(edad, 1, 7)", numero: "cast(edad as integer)"}}
      sexo: {role: quasi_identifier}
      diagnostico: {role: sensitive, order: natural, levels: {corto: "substring(diagnostico, 1, 9)"}}
      notas: {role: insensitive}
    publish: {edad: corta}
    ladder: [{name: crudo}]
    groups: [{algunos: "length(sexo) > 9"}]
    suppressed_marker: "*"
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
      - {measure: recursive_c, column: diagnostico, l: 2, at_most: 3, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
COMMANDS = [
    ("check",), ("check", "-v"), ("check", "--format", "json"), ("check", "--format", "markdown"), ("check", "-q"), ("check", "--dry-run"),
    ("report",), ("report", "--format", "json", "--out", "results.json"), ("compile",), ("compile", "--publication"), ("compile", "--format", "json"),
    ("lint",), ("debug",), ("check", "--output", "markdown=report.md", "--output", "json=all.json", "--output", "human=report.txt"),
    ("check", "-q", "--output", "html=report.html"),
    ("check", "--output", "junit=r.xml", "--output", "sarif=r.sarif", "--output", "github=r.log", "--output", "gitlab=q.json", "--output", "openlineage=o"),
    ("check", "altas.csv", "--qi", "edad,sexo", "--sensitive", "diagnostico", "--k", "2"),
]  # fmt: skip
PROFILE = "test: {{target: dev, outputs: {{dev: {{type: duckdb, path: warehouse.duckdb, temp_directory: spill, {setting}}}}}}}"
FAILURES = {
    "none": lambda folder: None,
    "bad cast": lambda folder: rewrite(folder, "{edad: corta}", "{edad: numero}"),
    "bad cast in a filter": lambda folder: rewrite(folder, "    groups:", '    where: "cast(sexo as integer) > 1"\n    groups:'),
    "order that names no value": lambda folder: rewrite(folder, "order: natural", "order: [a, b]"),
    "levels that are no tree": lambda folder: rewrite(folder, '9)"}', '9)", largo: "length(diagnostico)"}'),
    "missing column": lambda folder: rewrite(folder, "      sexo:", "      sexxo:"),
    "timeout": lambda folder: (folder / "profiles.yml").write_text(PROFILE.format(setting="statement_timeout: 0.000001")),
    "out of memory": lambda folder: (folder / "profiles.yml").write_text(PROFILE.format(setting="memory_limit: 1MB")),
    "not a database": lambda folder: (folder / "warehouse.duckdb").write_bytes(b"canaryfile" * 5000),
}


def rewrite(folder: Path, old: str, new: str) -> None:
    text = (folder / "sqlrisk.yml").read_text()
    assert old in text
    (folder / "sqlrisk.yml").write_text(text.replace(old, new))


def leaks(folder: Path, ran: Ran) -> list[str]:
    """Every token in what was printed and in every file that the run wrote."""
    own = {"warehouse.duckdb", "altas.csv", "sqlrisk.yml", "profiles.yml"}
    written = [file.read_text(errors="replace") for file in folder.rglob("*") if file.is_file() and file.name not in own]
    return [token for text in (ran.out, ran.err, *written) for token in TOKEN.findall(text)]


@pytest.mark.few(4)
@pytest.mark.parametrize("failure", FAILURES)
def test_no_value_of_a_table_is_ever_written(failure: str, tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION, CELLS)
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(f"copy altas to '{folder / 'altas.csv'}' (header)")
    FAILURES[failure](folder)
    codes = {}
    for command in COMMANDS if failure == "none" else (each for each in COMMANDS if each[0] not in ("lint", "compile")):
        ran = sqlrisk(*command, *(() if command[0] in ("debug",) else ("--today", TODAY)), cwd=folder)
        assert leaks(folder, ran) == [], command
        assert "Traceback" not in ran.err
        codes[command] = ran.code
    assert codes[("check",)] == {"none": 1, "order that names no value": 1, "missing column": 2}.get(failure, 3)


BAD_CSV = {
    "a number that is none": ("edad,sexo\ncanary1,F\ncanary2,M\n", "cells cannot be read"),
    "a line with a field too many": ("edad,sexo\n1,F\n2,canaryextra,M\n", "cannot be read whole"),
    "a quote that never closes": ('edad,sexo\n1,"canaryopen\n2,M\n', "cannot be read whole"),
    "bytes of another encoding": ("edad,sexo\n1,canaryñ\n".encode("latin-1"), "declare its `encoding`"),
}


@pytest.mark.parametrize("kind", BAD_CSV)
def test_no_value_of_a_broken_file_is_told(kind: str, tmp_path: Path) -> None:
    content, said = BAD_CSV[kind]
    (tmp_path / "altas.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    declaration = DECLARATION.replace("relation: altas\n", "relation: {file: altas.csv, types: {edad: INTEGER}}\n").replace("profile: test\n", "")
    for role in (
        "      diagnostico: {role: sensitive, order: natural}\n",
        "      notas: {role: insensitive}\n",
        "    publish: {edad: corta}\n",
        '    suppressed_marker: "*"\n',
    ):
        declaration = declaration.replace(role, "")
    declaration = declaration.replace("      - {measure: recursive_c, column: diagnostico, l: 2, at_most: 3, source: test, reason: test}\n", "")
    (tmp_path / "sqlrisk.yml").write_text(declaration)
    ran = sqlrisk("check", "--today", TODAY, cwd=tmp_path)
    assert ran.code == 3
    assert leaks(tmp_path, ran) == []
    assert said in ran.err


def test_only_unsafe_debug_shows_the_engine_s_own_words(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION, CELLS)
    rewrite(folder, "{edad: corta}", "{edad: numero}")
    ran = sqlrisk("check", "--today", TODAY, "--unsafe-debug", cwd=folder)
    assert "canaryage" in ran.err


def test_secrets_of_the_profile_are_never_written(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION, CELLS)
    (folder / "profiles.yml").write_text(
        "test: {target: dev, outputs: {dev: {type: duckdb, path: \"{{ env_var('DB_PATH') }}\", password: \"{{ env_var('DB_PASSWORD') }}\"}}}"
    )
    secret = "s3cret/canary pass+word"
    for command in (("debug",), ("check",), ("check", "--format", "json"), ("check", "--unsafe-debug")):
        ran = sqlrisk(*command, cwd=folder, env={"DB_PASSWORD": secret, "DB_PATH": f"no {secret}.duckdb"})
        assert "canary" not in ran.out + ran.err, command
        assert ran.code == 3 or command[-1] == "--unsafe-debug"
