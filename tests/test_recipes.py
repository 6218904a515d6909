"""The recipes of examples/: cron's line and GitLab's script are run, Airflow's and Dagster's where SQLRISK_AIRFLOW and SQLRISK_DAGSTER name the programs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from sqlrisk import reports
from tests.helpers import DECLARATION, project

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SYSTEM = "/usr/bin:/bin"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with the program alone, as a PATH finds it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sqlrisk").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {shlex.quote(sys.executable)} -m sqlrisk "$@"\n')
    (folder / "sqlrisk").chmod(0o755)
    return folder


@pytest.fixture
def hospital(tmp_path: Path) -> Path:
    """A project whose declaration never expires: the recipes are run on the day of the test."""
    return project(tmp_path / "hospital", DECLARATION.replace("2027-11-01", "2999-12-31"))


def broken(folder: Path) -> Path:
    """The project with a limit that is not met."""
    file = folder / "sqlrisk.yml"
    file.write_text(file.read_text().replace("at_least: 2", "at_least: 200"))
    return folder


def ran(command: str, folder: Path, surroundings: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=dict(surroundings), capture_output=True, text=True, timeout=300, check=False)


def test_cron_mails_the_exit_code_and_nothing_where_all_is_well(tmp_path: Path, hospital: Path, programs: Path) -> None:
    text = (EXAMPLES / "cron" / "sqlrisk.crontab").read_text()
    (line,) = (line for line in text.splitlines() if re.match(r"[\d*]", line))
    path = dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))["PATH"].replace("/opt/sqlrisk/bin", str(programs))
    assert "%" not in line, "cron takes an unescaped % for the end of the command"
    command = line.split(None, 5)[5].replace("/srv/hospital", str(hospital))
    surroundings = {"HOME": str(tmp_path), "LOGNAME": "privacy", "SHELL": "/bin/sh", "PATH": path}
    assert ran(command, tmp_path, surroundings).stdout == ""
    assert json.loads((hospital / "audit.json").read_text())["exit_code"] == 0
    broken(hospital)
    mailed = ran(command, tmp_path, surroundings)
    assert (mailed.stdout + mailed.stderr).startswith(f"sqlrisk of {hospital}: exit code 1 ")
    assert "altas: NOT publishable" in (hospital / "audit.log").read_text()
    held = ran(f"flock {hospital}/.audit.lock /bin/sh -c {shlex.quote(command)}", tmp_path, surroundings)
    assert held.stdout.startswith(f"sqlrisk of {hospital}: exit code 75 ")


@pytest.mark.skipif(not {"junit", "gitlab"} <= set(reports.names()), reason="the formats junit and gitlab are not built")
def test_gitlabs_job_leaves_the_reports_that_it_names(hospital: Path, programs: Path) -> None:
    job: dict[str, Any] = yaml.safe_load((EXAMPLES / "gitlab" / ".gitlab-ci.yml").read_text())["sqlrisk"]
    install, check = job["script"]
    assert install.startswith("pip install")
    assert ran(check, broken(hospital), {"PATH": f"{programs}:{SYSTEM}", "HOME": str(hospital)}).returncode == 1
    artifacts = job["artifacts"]
    assert artifacts["when"] == "always", "a job that fails must keep its reports too"
    assert [file for file in (*artifacts["paths"], *artifacts["reports"].values()) if not (hospital / file).stat().st_size] == []


def test_the_workflow_gives_the_action_inputs_that_it_has() -> None:
    workflow = yaml.safe_load((EXAMPLES / "github" / "sqlrisk.yml").read_text())
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    (step,) = (step for step in workflow["jobs"]["check"]["steps"] if "/sqlrisk@" in step["uses"])
    assert set(step["with"]) <= set(action["inputs"])
    assert set(re.findall(r"steps\.risk\.outputs\.([\w-]+)", json.dumps(workflow))) <= set(action["outputs"])


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("*.py")), ids=lambda file: file.name)
def test_each_python_recipe_compiles(file: Path) -> None:
    compile(file.read_text(encoding="utf-8"), str(file), "exec")


@pytest.mark.parametrize("name", ["ci", "schedule"])
def test_what_a_page_shows_of_a_recipe_stands_in_it(name: str) -> None:
    text = (ROOT / "docs" / "how-to" / f"{name}.md").read_text(encoding="utf-8")
    shown = re.findall(r"^`(examples/[\w./-]+)`[^`]*?(?:`[^`\n]+`[^`]*?)*\n\n```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(shown) >= 2
    assert [file for file, block in shown if block not in (ROOT / file).read_text(encoding="utf-8")] == []


def needs(variable: str) -> Any:
    """A mark that skips unless the variable names a program that is there."""
    program = os.environ.get(variable)
    return pytest.mark.skipif(not program or shutil.which(program) is None, reason=f"{variable} does not name a program")


def beside(program: str, programs: Path) -> str:
    return f"{programs}:{Path(os.environ[program]).absolute().parent}:{SYSTEM}"


@pytest.mark.slow
@needs("SQLRISK_AIRFLOW")
def test_airflow_runs_the_task_and_it_fails_where_a_limit_is_broken(tmp_path: Path, hospital: Path, programs: Path) -> None:
    surroundings = {"PATH": beside("SQLRISK_AIRFLOW", programs), "HOME": str(tmp_path), "AIRFLOW_HOME": str(tmp_path / "airflow")}
    surroundings |= {"AIRFLOW__CORE__DAGS_FOLDER": str(EXAMPLES / "airflow"), "AIRFLOW__CORE__LOAD_EXAMPLES": "False", "SQLRISK_PROJECT": str(hospital)}
    assert ran("airflow db migrate", tmp_path, surroundings).returncode == 0
    assert "No data found" in ran("airflow dags list-import-errors", tmp_path, surroundings).stdout
    task = "airflow tasks test sqlrisk_audit check 2026-11-30"
    passed = ran(task, tmp_path, surroundings)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert json.loads((hospital / "audits" / "2026-11-30.json").read_text())["exit_code"] == 0
    broken(hospital)
    failed = ran(task, tmp_path, surroundings)
    assert "non-zero exit code 1" in failed.stdout + failed.stderr


@pytest.mark.slow
@needs("SQLRISK_DAGSTER")
def test_dagster_evaluates_the_check_with_the_measures_beside_it(tmp_path: Path, hospital: Path, programs: Path) -> None:
    home = tmp_path / "dagster"
    home.mkdir()
    (home / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    surroundings = {"PATH": beside("SQLRISK_DAGSTER", programs), "HOME": str(tmp_path), "DAGSTER_HOME": str(home), "SQLRISK_PROJECT": str(hospital)}
    command = f"dagster asset materialize -f {EXAMPLES / 'dagster' / 'definitions.py'} --select '*'"
    passed = ran(command, tmp_path, surroundings)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "Asset check 'altas_is_publishable' on 'altas' passed" in passed.stdout + passed.stderr
    code = (
        "import definitions; result = definitions.definitions.resolve_implicit_global_asset_job_def().execute_in_process(raise_on_error=False);"
        "(check,) = result.get_asset_check_evaluations(); print(check.passed, check.metadata['k'].value, check.metadata['max_posterior diagnostico'].value)"
    )
    python = f"{Path(os.environ['SQLRISK_DAGSTER']).absolute().parent}/python -c {shlex.quote(code)}"
    broken(hospital)
    failed = ran(python, EXAMPLES / "dagster", surroundings | {"PYTHONDONTWRITEBYTECODE": "1"})
    assert failed.stdout.split() == ["False", "2", "0.5"], failed.stderr
    (hospital / "sqlrisk.yml").write_text("version: 2")
    refused = ran(command, tmp_path, surroundings)
    assert "sqlrisk exited with 2" in refused.stdout + refused.stderr
