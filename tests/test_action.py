"""Where sqlrisk plugs in: the GitHub Action's own shell steps, run with the environment that Actions gives, and the pre-commit hook."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from sqlrisk import reports
from tests.helpers import DECLARATION, project

ROOT = Path(__file__).parent.parent
ACTION: Mapping[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "run" in step}
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
UNEXPIRING = DECLARATION.replace("2027-11-01", "2999-12-31")
EXPRESSION = re.compile(r"\$\{\{ *([\w.-]+) *\}\}")

needs_github = pytest.mark.skipif("github" not in reports.names(), reason="the format github is not built")


class Done(NamedTuple):
    """How a step ended: its exit code, its output, what it wrote for later steps, and the summary."""

    code: int
    told: str
    outputs: Mapping[str, str]
    summary: str


def step(name: str, workspace: Path, inputs: Mapping[str, str], path: str = "/usr/bin:/bin") -> Done:
    """Run a step's script as Actions does: bash -eo pipefail on a file, what `env` names as environment."""
    runner = workspace.parent / "runner"
    runner.mkdir(exist_ok=True)
    facts = {f"inputs.{key}": inputs.get(key, value["default"]) for key, value in ACTION["inputs"].items()}
    facts |= {"runner.temp": str(runner), "github.action_path": str(ROOT)}
    surroundings = {key: EXPRESSION.sub(lambda found: facts[found[1]], value) for key, value in STEPS[name]["env"].items()}
    files = {key: runner / key for key in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for file in files.values():
        file.write_text("")
    script = runner / "step.sh"
    script.write_text(STEPS[name]["run"])
    surroundings |= {key: str(file) for key, file in files.items()} | {"PATH": path, "HOME": str(runner), "GITHUB_ACTIONS": "true"}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    done = subprocess.run(command, cwd=workspace, env=surroundings, capture_output=True, text=True, timeout=600, check=False)
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    return Done(done.returncode, done.stdout + done.stderr, outputs, files["GITHUB_STEP_SUMMARY"].read_text())


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A checkout with a declaration, and the program where the step that installs leaves it."""
    place = tmp_path / "runner" / "sqlrisk-venv" / "bin" / "sqlrisk"
    place.parent.mkdir(parents=True)
    place.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {shlex.quote(sys.executable)} -m sqlrisk "$@"\n')
    place.chmod(0o755)
    return project(tmp_path / "sql files", UNEXPIRING)


def test_no_expression_stands_in_a_script() -> None:
    assert [name for name, step in STEPS.items() if "${{" in step["run"]] == []
    assert all(step["shell"] == "bash" for step in STEPS.values())
    given = {
        name
        for step in ACTION["runs"]["steps"]
        for text in (*step.get("env", {}).values(), *step.get("with", {}).values())
        for name in EXPRESSION.findall(text)
    }
    assert {f"inputs.{name}" for name in ACTION["inputs"]} == {name for name in given if name.startswith("inputs.")}, "an input that nothing reads"
    assert EXPRESSION.findall(" ".join(output["value"] for output in ACTION["outputs"].values())) == [
        f"steps.check.outputs.{name}" for name in ACTION["outputs"]
    ]


@needs_github
def test_the_check_passes_and_leaves_its_reports(workspace: Path) -> None:
    done = step("Check", workspace, {"project-dir": f"../{workspace.name}", "formats": "sarif  json markdown", "profile": "test", "target": "dev"})
    assert done.code == 0, done.told
    assert done.outputs["exit-code"] == "0"
    assert sorted(file.name for file in Path(done.outputs["reports"]).iterdir()) == ["report.json", "report.markdown", "report.sarif"]
    assert done.summary.count("# Re-identification risk") == 1


@needs_github
def test_the_check_fails_with_its_own_code_and_says_so_to_later_steps(workspace: Path) -> None:
    file = workspace / "sqlrisk.yml"
    file.write_text(file.read_text().replace("at_least: 2", "at_least: 200"))
    done = step("Check", workspace, {})
    assert (done.code, done.outputs["exit-code"]) == (1, "1")
    assert "::error" in done.told
    assert (Path(done.outputs["reports"]) / "report.sarif").is_file()


@needs_github
@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"select": "nobody\n$(touch stolen) `touch stolen`; touch stolen\n--unsafe-debug\n"}, 5),
        ({"project-dir": '"; touch stolen; "', "target": "' && touch stolen #", "baseline": "$(touch stolen)", "formats": "$(touch stolen) *"}, 2),
    ],
)
def test_what_a_workflow_gives_is_never_run(workspace: Path, inputs: Mapping[str, str], code: int) -> None:
    done = step("Check", workspace, inputs)
    assert (done.code, done.outputs["exit-code"]) == (code, str(code)), done.told
    assert list(workspace.parent.rglob("stolen")) == []


@pytest.mark.parametrize("extras", ["1.0; touch stolen", "postgres] @ https://example.org/x["])
def test_an_extra_that_is_none_is_refused(workspace: Path, extras: str) -> None:
    done = step("Install sqlrisk", workspace, {"extras": extras})
    assert done.code == 2
    assert "extras are letters, digits" in done.told


@pytest.mark.slow
def test_the_action_installs_itself_and_checks(tmp_path: Path) -> None:
    place = project(tmp_path / "work", UNEXPIRING)
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    installed = step("Install sqlrisk", place, {}, path)
    assert installed.code == 0, installed.told
    assert step("Check", place, {}, path).outputs["exit-code"] == "0"


def test_the_hook_runs_the_linter_on_the_files_that_it_is_for() -> None:
    (hook,) = HOOKS
    assert (hook["id"], hook["entry"], hook["pass_filenames"], hook["language"]) == ("sqlrisk-lint", "sqlrisk lint", False, "python")
    paths = {"sqlrisk.yml": True, "data/sqlrisk.yaml": True, "target/manifest.json": True, "my_sqlrisk.yml": False, "models/schema.yml": False}
    assert {path: bool(re.search(hook["files"], path)) for path in paths} == paths


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not installed")
def test_pre_commit_runs_the_hook(tmp_path: Path) -> None:
    place = project(tmp_path / "work", UNEXPIRING, rows=None)

    def ran(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=600, check=False)

    ran("git", "init", "-q", ".")
    ran("git", "add", "sqlrisk.yml")
    passed = ran("pre-commit", "try-repo", str(ROOT), "sqlrisk-lint", "--all-files")
    assert passed.returncode == 0, passed.stdout
    (place / "sqlrisk.yml").write_text((place / "sqlrisk.yml").read_text().replace("role: sensitive", "role: sensitif"))
    failed = ran("pre-commit", "try-repo", str(ROOT), "sqlrisk-lint", "--all-files")
    assert failed.returncode == 1
    assert "columns.diagnostico.role" in failed.stdout
