"""Exit codes: one clear message on standard error, no traceback, and the code that a pipeline obeys."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from tests.helpers import DECLARATION, ROWS, TODAY, project, sqlrisk

GATE = "      - {measure: k, at_least: 2, source: test, reason: test}"
UNKNOWN = "\n      - {measure: k_map, at_least: 2, source: test, reason: test}\n    population: {size: 100, random_sample: true, evidence: test}"
"""A limit that has no value without a population relation."""


def changed(old: str, new: str) -> str:
    assert old in DECLARATION
    return DECLARATION.replace(old, new)


CODES = [
    # what in words, the declaration, the code, a part of the message
    ("within its limits", DECLARATION, 0, ""),
    ("a broken limit", changed("at_least: 2", "at_least: 5"), 1, ""),
    ("an expired declaration", changed("valid_until: 2027-11-01", "valid_until: 2026-11-29"), 1, ""),
    ("an undeclared column", changed("      sexo: {role: quasi_identifier}\n", ""), 1, ""),
    ("bad YAML", "version: 1\nreleases: [", 2, "not YAML"),
    ("a duplicate key", changed("    relation: altas\n", "    relation: altas\n    relation: otras\n"), 2, "stands twice"),
    ("an unknown key", changed("    publish:", "    publihs:"), 2, "did you mean `publish`?"),
    ("an unknown column", changed("      sexo:", "      sexxo:"), 2, "did you mean `sexo`?"),
    ("a limit in the wrong direction", changed("at_least: 2", "at_most: 2"), 2, "write at_least: 2"),
    (
        "no threshold on k or the prosecutor",
        changed("measure: k, at_least: 2", "measure: max_posterior, at_most: 1"),
        2,
        "declare at least one limit of severity error on k or",
    ),
    ("a threshold on a collapsing estimator", changed(GATE, GATE + "\n      - {measure: population_unique_rows_poisson, at_most: 0.1}"), 2, "never judged"),
    ("a decision in the future", changed("decided_on: 2026-11-01", "decided_on: 2026-12-01"), 2, "in the future"),
    ("a missing relation", changed("relation: altas", "relation: bajas"), 3, "not in the catalogue"),
    ("a level that the types do not fit", changed("floor(edad / 5) * 5", "floor(sexo / 5) * 5"), 2, "does not fit the types of its columns"),
    ("a cast that fails", changed("floor(edad / 5) * 5", "cast(sexo as integer)"), 3, "cannot be converted"),
    (
        "a limit on a measure without a value",
        changed(GATE, GATE + UNKNOWN),
        3,
        "has no value",
    ),
]


@pytest.mark.parametrize(("words", "declaration", "code", "message"), CODES, ids=[words for words, *_ in CODES])
def test_exit_code(words: str, declaration: str, code: int, message: str, tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, cwd=project(tmp_path, declaration))
    assert ran.code == code, ran
    assert "Traceback" not in ran.err + ran.out
    if message:
        import re

        assert re.search(message, ran.err + ran.out)
    if code == 2:
        assert ran.err.startswith("error: ")
        assert ran.out == ""


def test_an_identifier_in_what_is_published(tmp_path: Path) -> None:
    declaration = changed("    relation: altas\n", "    relation: altas\n    published_as: publicadas\n").replace(
        "      sexo:", "      dni: {role: identifier}\n      sexo:"
    )
    folder = project(tmp_path, declaration, "(select *, 'x' || edad as dni from " + ROWS + ")")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute("create table publicadas as select floor(edad / 10) * 10 as edad5, sexo, diagnostico, dni from altas")
    ran = sqlrisk("check", "--today", TODAY, cwd=folder)
    assert ran.code == 1
    assert "`dni` identifies people directly and is published" in " ".join(ran.out.split())


def test_a_missing_database(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, cwd=project(tmp_path, rows=None))
    assert ran.code == 3
    assert "the database does not exist" in ran.err


def test_an_empty_relation(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, cwd=project(tmp_path, rows=f"(select * from {ROWS} where edad > 100)"))
    assert ran.code == 3
    assert "no row is left to measure" in ran.err


def test_a_filter_that_leaves_nothing(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, cwd=project(tmp_path, changed("    publish:", '    where: "edad > 100"\n    publish:')))
    assert ran.code == 3
    assert "4 read, 4 filtered" in ran.err


def test_a_timeout(tmp_path: Path) -> None:
    folder = project(tmp_path, rows="(select (i % 97)::int as edad, (i * 7919 % 1000003)::varchar as sexo, 'flu' as diagnostico from range(10000000) r(i))")
    (folder / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: duckdb, path: warehouse.duckdb, statement_timeout: 0.05}}}")
    ran = sqlrisk("check", "--today", TODAY, cwd=folder)
    assert ran.code == 3
    assert "statement_timeout = 0.05 s" in ran.err


def test_a_lock_of_another_process(tmp_path: Path) -> None:
    folder = project(tmp_path)
    held = subprocess.Popen(
        [sys.executable, "-c", "import duckdb, time; c = duckdb.connect('warehouse.duckdb'); print('held', flush=True); time.sleep(30)"],
        cwd=folder,
        stdout=subprocess.PIPE,
    )
    try:
        assert held.stdout is not None
        held.stdout.readline()
        ran = sqlrisk("check", "--today", TODAY, cwd=folder)
    finally:
        held.kill()
        held.communicate()
    assert ran.code == 3
    assert "another process holds the write lock" in ran.err


def test_nothing_selected(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, "--select", "altass", cwd=project(tmp_path))
    assert ran.code == 5
    assert "did you mean `altas`?" in ran.err


def test_several_names_after_one_select(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, "--select", "altas", "bajas", cwd=project(tmp_path))
    assert ran.code == 5
    assert "`bajas`" in ran.err


def test_interrupted(tmp_path: Path) -> None:
    rows = "(select (i % 97)::int as edad, (i * 7919 % 10000019)::varchar as sexo, 'flu' as diagnostico from range(10000000) r(i))"
    folder = project(tmp_path, rows=rows)
    running = subprocess.Popen(
        [sys.executable, "-m", "sqlrisk", "check", "-v", "--today", TODAY], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stderr is not None
    running.stderr.readline()
    time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert out == ""


def test_one_release_that_cannot_be_measured_does_not_stop_the_others(tmp_path: Path) -> None:
    second = DECLARATION.partition("releases:\n")[2].replace("name: altas", "name: bajas").replace("relation: altas", "relation: bajas")
    ran = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=project(tmp_path, DECLARATION + second))
    told = {release["name"]: release for release in json.loads(ran.out)["releases"]}
    assert ran.code == json.loads(ran.out)["exit_code"] == 3
    assert (told["altas"]["verdict"], told["bajas"]["verdict"]) == ("publishable", "not_measured")
    assert "not in the catalogue" in told["bajas"]["error"]


def test_not_measured_is_worse_than_a_broken_limit(tmp_path: Path) -> None:
    second = DECLARATION.partition("releases:\n")[2].replace("name: altas", "name: bajas").replace("relation: altas", "relation: bajas")
    ran = sqlrisk("check", "--today", TODAY, "-q", cwd=project(tmp_path, changed("at_least: 2", "at_least: 5") + second))
    assert ran.code == 3
    assert "altas: NOT publishable" in ran.out


def test_a_configuration_error_of_one_release_does_not_stop_the_others(tmp_path: Path) -> None:
    second = DECLARATION.partition("releases:\n")[2].replace("name: altas", "name: otras").replace("sexo:", "sexxo:")
    ran = sqlrisk("check", "-v", "--today", TODAY, cwd=project(tmp_path, DECLARATION + second))
    assert ran.code == 2
    assert "altas: publishable" in ran.out
    assert "did you mean `sexo`?" in ran.err


BROKEN_AND_UNKNOWN = changed(GATE, GATE.replace("2", "5") + UNKNOWN)


def test_one_limit_broken_and_another_without_a_value(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=project(tmp_path, BROKEN_AND_UNKNOWN))
    assert (ran.code, json.loads(ran.out)["releases"][0]["verdict"]) == (3, "not_publishable")


FAIL_ON = [("error", "error", 1), ("error", "never", 0), ("warn", "error", 0), ("warn", "warn", 1)]


@pytest.mark.parametrize(("severity", "fail_on", "code"), FAIL_ON)
def test_fail_on(severity: str, fail_on: str, code: int, tmp_path: Path) -> None:
    limits = f"{GATE}\n      - {{measure: rows_at_risk, at_most: 0, severity: {severity}, source: test, reason: test}}"
    ran = sqlrisk("check", "--today", TODAY, "--fail-on", fail_on, cwd=project(tmp_path, changed(GATE, limits)))
    assert ran.code == code, ran


def test_never_does_not_pass_what_has_expired(tmp_path: Path) -> None:
    ran = sqlrisk("check", "--today", "2028-01-01", "--fail-on", "never", cwd=project(tmp_path))
    assert ran.code == 1


WRONG_COMMANDS = [
    (("chekc",), "check"),
    (("check", "--fromat", "json"), "--format"),
    (("check", "--format", "jsn"), "did you mean `json`?"),
    (("check", "--today", "yesterday"), "write it as"),
    (("check", "--output", "json"), "names no file"),
    (("check", "--output", "json=nowhere/x.json"), "is not there"),
    (("check", "--qi", "edad"), "--qi needs a file"),
    (("check", "data.parquet"), "--qi"),
    (("check", "data.parquet", "--qi", "edad", "--ignore", "edad"), "to be ignored"),
    (("compile", "--dialect", "oracel"), "is not a dialect"),
    (("report", "--from", "nothing.json"), "cannot read the results"),
    (("check", "--config", "nothing.yml"), "cannot read it"),
    (("check", "--project-dir", "nowhere"), "is not there"),
    (("check", "--profiles-dir", "."), "no profiles.yml"),
    (("check", "--dry-run", "--format", "json"), "not a choice of --format here"),
    (("report", "--from", "x.json", "--select", "altas"), "takes the results whole"),
    (("check", "data.xlsx", "--qi", "edad", "--k", "2"), "is no CSV or parquet file"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG_COMMANDS, ids=[" ".join(arguments) for arguments, _ in WRONG_COMMANDS])
def test_a_wrong_command(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    folder = project(tmp_path)
    if "--profiles-dir" in arguments:
        os.remove(folder / "profiles.yml")
    ran = sqlrisk(*arguments, cwd=folder)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_result_that_cannot_be_written(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "results.json").mkdir()
    ran = sqlrisk("check", "--today", TODAY, "--output", "json=results.json", cwd=folder)
    assert ran.code == 3
    assert "cannot write it" in ran.err
    assert "altas: publishable" in ran.out
    assert not [file for file in folder.iterdir() if file.name.startswith(".results")]


def test_results_and_messages_keep_to_their_streams(tmp_path: Path) -> None:
    ran = sqlrisk("check", "-v", "--today", TODAY, "--format", "json", cwd=project(tmp_path))
    assert json.loads(ran.out)["schema_version"] == 2
    assert "sensitive_classes" in ran.err
    assert "\x1b[" not in ran.out + ran.err


def test_a_reader_that_goes_away_gets_no_traceback(tmp_path: Path) -> None:
    command = f"{sys.executable} -m sqlrisk check --today {TODAY} --format json | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], cwd=project(tmp_path), capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    assert ran.returncode in (0, 3)
