"""Runs over commands, formats, failures and engines, with a canary in every cell, header, file, variable and secret: none is in what is written."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path

import pytest
import yaml

from tests.helpers import TODAY, Ran, sqlrisk
from tests.test_canary import TOKEN
from tests.warehouses import Warehouse

PLAIN, ALL = 32, 640
PATH_SECRET, PASSWORD = "canaryfolder/9".replace("/", "-"), "canary/pass+word 9"
ENVIRONMENT = {"APP_TOKEN": PATH_SECRET, "DB_PW": PASSWORD, "DBT_ENV_SECRET_KEY": "canarydbtsecret", "CANARY_HOME": "canaryhome", "DB_PORT": "canary5432"}
COLUMNS = {"edad": "text", "sexo": "text", "diagnostico": "text", "notas": "text"}
ROWS = [[f"canaryage{i % 9}", f"canarysex{i % 2}", f"canarydx{i % 5}", f"canarynote{i} canarytext"] for i in range(36)]
DECLARATION = """\
version: 1
profile: test
releases:
  - name: altas
    relation: RELATION
    columns:
      edad: {role: quasi_identifier, levels: {corta: "substring(edad, 1, 7)", numero: "cast(edad as integer)"}}
      sexo: {role: quasi_identifier}
      diagnostico: {role: sensitive, levels: {corto: "substring(diagnostico, 1, 9)"}}
      notas: {role: insensitive, reason: test}
    publish: {edad: corta}
    ladder: [{name: crudo}]
    thresholds:
      - {measure: k, at_least: 2, source: test, reason: test}
      - {measure: distinct_l, column: diagnostico, at_least: 2, source: test, reason: test}
    decided_on: 2026-11-01
    valid_until: 2027-11-01
"""
COMMANDS = [
    ("check",), ("check", "-v"), ("check", "--format", "json"), ("check", "--format", "markdown"), ("check", "--format", "html"),
    ("check", "--format", "sarif"), ("check", "--format", "junit"), ("check", "--format", "github"), ("check", "--format", "gitlab"),
    ("check", "--format", "openlineage"), ("check", "--dry-run"), ("check", "--lang", "es"), ("check", "--audience", "public"),
    ("check", "-q", "--output", "html=r.html", "--output", "json=r.json"), ("report", "--format", "markdown"),
    ("report", "--format", "json", "--out", "r.json"), ("scan",), ("scan", "--format", "json"), ("ladder",), ("ladder", "--format", "svg"),
    ("recommend",), ("recommend", "--format", "json"), ("mondrian",), ("baseline", "--reason", "test", "--until", "2027-01-01"), ("compile",),
    ("compile", "--publication"), ("compile", "--format", "json"), ("lint",), ("debug",),
]  # fmt: skip
ENGINES = ("duckdb", "sqlite", "postgres", "csv")
CREDENTIALS = "canary_user: canaryuser\ncanary_key: 0123\ncanary_key: 'canarykey'\n"
HEADERLESS = "".join(",".join(row) + "\n" for row in ROWS)


class Project:
    """A folder with a declaration over one engine, and what can be done wrong in it."""

    def __init__(self, folder: Path, relation: str, target: dict[str, object]) -> None:
        self.folder, self.target = folder, target
        folder.mkdir()
        self.declaration = DECLARATION.replace("RELATION", relation)
        self.more: tuple[str, ...] = ()
        (folder / "credentials").write_text(CREDENTIALS)
        (folder / "headerless.csv").write_text(HEADERLESS)
        (folder / "altas.csv").write_text(",".join(COLUMNS) + "\n" + HEADERLESS)

    def change(self, old: str, new: str) -> None:
        """Change the declaration."""
        assert old in self.declaration
        self.declaration = self.declaration.replace(old, new)

    def write(self) -> None:
        """Write what is not there yet."""
        for name, content in {"sqlrisk.yml": self.declaration, "profiles.yml": yaml.safe_dump(profile(self.target))}.items():
            if not (self.folder / name).exists():
                (self.folder / name).write_text(content)


def profile(target: dict[str, object]) -> dict[str, object]:
    return {"test": {"target": "dev", "outputs": {"dev": target}}}


def key(text: str) -> Callable[[Project], None]:
    """A key more in the release."""
    return lambda project: project.change("    decided_on", f"    {text}\n    decided_on")


def settings(**named: object) -> Callable[[Project], None]:
    return lambda project: project.target.update(named)


def hierarchy(file: str) -> Callable[[Project], None]:
    return lambda project: project.change("sexo: {role: quasi_identifier}", f"sexo: {{role: quasi_identifier, hierarchy: {file}}}")


def relation(text: str) -> Callable[[Project], None]:
    def change(project: Project) -> None:
        before = next(line for line in project.declaration.splitlines() if line.startswith("    relation:"))
        project.change(before, f"    relation: {text}")
        project.change("profile: test\n", "")

    return change


def in_place(name: str) -> Callable[[Project], None]:
    return lambda project: (project.folder / name).symlink_to(project.folder / "credentials")


def option(*given: str) -> Callable[[Project], None]:
    def change(project: Project) -> None:
        project.more = given

    return change


FAILURES: dict[str, Callable[[Project], None]] = {
    "none": lambda project: None,
    "bad cast": lambda project: project.change("publish: {edad: corta}", "publish: {edad: numero}"),
    "bad cast in a filter": key('where: "cast(sexo as integer) > 1"'),
    "missing column": lambda project: project.change("      sexo:", "      sexxo:"),
    "missing table": relation("nowhere"),
    "wrong name in an expression": key('where: "canarysexx > 1"'),
    "timeout": settings(statement_timeout=0.000001),
    "a file without a header": relation("{file: headerless.csv}"),
    "a type of a file without a header": relation("{file: headerless.csv, types: {canaryage: INTEGER}}"),
    "a file with a wrong type": relation("{file: altas.csv, types: {edad: INTEGER}}"),
    "the environment": relation("{file: /proc/self/environ}"),
    "the environment, with a type": relation("{file: /proc/self/environ, delimiter: '=', types: {canaryage: INTEGER}}"),
    "another program's file": relation("{file: /etc/passwd, delimiter: ':'}"),
    "credentials as a file": relation("{file: credentials.csv, delimiter: ':'}"),
    "published_as without a header": key("published_as: {file: headerless.csv}"),
    "population without a header": key("population: {relation: {file: headerless.csv}}"),
    "population of the environment": key("population: {relation: {file: /proc/self/environ}}"),
    "source without a header": key("protected_by: {source: {file: headerless.csv}, pivots: [sexo], threshold: 4, blocks: [[edad]]}"),
    "hierarchy without a header": hierarchy("headerless.csv"),
    "hierarchy of the environment": hierarchy("/proc/self/environ"),
    "credentials as declaration": in_place("sqlrisk.yml"),
    "credentials as profile": in_place("profiles.yml"),
    "credentials as --config": option("--config", "credentials"),
    "the environment as --config": option("--config", "/proc/self/environ"),
    "the environment as --manifest": option("--manifest", "/proc/self/environ"),
    "credentials as --manifest": option("--manifest", "credentials"),
    "a wrong option": option("--canaryy"),
    "an unknown profile": option("--profile", "tes"),
    "an unknown release": option("--select", "canaries"),
    "a secret that is no number": settings(port="{{ env_var('DB_PW') | int }}"),
    "a variable that is no number": settings(port="{{ env_var('DB_PORT') | as_number }}"),
    "a wrong expression": settings(port="{{ env_var('DB_PW') / 0 }}"),
    "a secret variable of a declaration": relation("\"{{ env_var('DBT_ENV_SECRET_KEY') }}\""),
    "a variable of a declaration": relation("\"{{ env_var('CANARY_HOME') }}\""),
    "secret settings": settings(token=PASSWORD, attach=[{"path": "md:x?motherduck_token=canarytoken"}], cookie="canarycookie"),
    "a token in the path": settings(type="duckdb", path="md:x?motherduck_token=canarytoken"),
    "no such server": settings(type="postgres", host="127.0.0.1", port=1, user="u", password=PASSWORD, dbname="d"),
    "a setting that is refused": settings(memory_limit="much"),
}


def made(number: int, tmp_path: Path, warehouses: Callable[[str], Warehouse]) -> tuple[Project, tuple[str, ...]]:
    """The project and the command of a run: its number counts through engines, failures and commands."""
    engine = ENGINES[number % len(ENGINES)]
    name = list(FAILURES)[(number // len(ENGINES) + number) % len(FAILURES)]
    command = COMMANDS[(number * 7 + number // len(FAILURES)) % len(COMMANDS)]
    folder = tmp_path / PATH_SECRET
    if engine == "csv":
        target: dict[str, object] = {"type": "duckdb", "path": ":memory:"}
        project = Project(folder, "{file: altas.csv}", target)
    else:
        warehouse = warehouses(engine)
        project = Project(folder, warehouse.keep("canaries", COLUMNS, ROWS), dict(warehouse.target()))
    FAILURES[name](project)
    project.write()
    (folder / "credentials.csv").write_text(CREDENTIALS)
    return project, (*command, *project.more, *(() if command[0] == "debug" else ("--today", TODAY)))


OWN = {"sqlrisk.yml", "profiles.yml", "credentials", "credentials.csv", "headerless.csv", "altas.csv"}
DECLARED = ("canarysexx", "--canaryy", "`canaryage`", "canaries", "CANARY_HOME")
"""What the declaration and the command line name themselves."""


def leaks(folder: Path, ran: Ran) -> list[str]:
    """Every canary in what was printed, and in every file that the run wrote."""
    written = [file.read_text(errors="replace") for file in folder.rglob("*") if file.is_file() and not file.is_symlink() and file.name not in OWN]
    found = []
    for text in (ran.out, ran.err, *written):
        for named in DECLARED:
            text = text.replace(named, "")
        found += [match.group() for match in TOKEN.finditer(text)]
    return found


def held(number: int, tmp_path: Path, warehouses: Callable[[str], Warehouse]) -> None:
    """A run whose output holds no canary, no traceback and no internal error."""
    project, command = made(number, tmp_path, warehouses)
    ran = sqlrisk(*command, cwd=project.folder, env=ENVIRONMENT)
    assert leaks(project.folder, ran) == [], (number, command)
    assert "Traceback" not in ran.err, (number, command)
    assert "internal error" not in ran.out + ran.err, (number, command, ran.err)
    assert ran.code in (0, 1, 2, 3, 5), (number, command)


@pytest.mark.parametrize("number", [place * ALL // PLAIN + place for place in range(PLAIN)])
def test_no_canary_is_written(number: int, tmp_path: Path, warehouses: Callable[[str], Warehouse]) -> None:
    held(number, tmp_path, warehouses)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(ALL))
def test_no_canary_is_written_in_any_run(number: int, tmp_path: Path, warehouses: Callable[[str], Warehouse]) -> None:
    held(number, tmp_path, warehouses)


def test_the_runs_go_over_everything() -> None:
    pairs = {(number % len(ENGINES), (number // len(ENGINES) + number) % len(FAILURES)) for number in range(ALL)}
    commands = {(number * 7 + number // len(FAILURES)) % len(COMMANDS) for number in range(ALL)}
    assert len(commands) == len(COMMANDS)
    assert len(pairs) >= len(ENGINES) * len(FAILURES) * 0.9


def test_a_canary_that_is_written_is_found(tmp_path: Path) -> None:
    """The search sees what --unsafe-debug shows, and a file."""
    project = Project(tmp_path / "p", "{file: altas.csv, types: {edad: INTEGER}}", {"type": "duckdb", "path": ":memory:"})
    project.write()
    assert leaks(project.folder, Ran(0, "canaryage1", "")) == ["canaryage1"]
    (project.folder / "r.json").write_text(next(islice((f"canary{number}" for number in count()), 1)))
    assert leaks(project.folder, Ran(0, "", "")) == ["canary0"]
    assert os.environ.get("APP_TOKEN") is None
