"""Every command that CONTRIBUTING.md, the Makefile and the pages show is there: its target, its module, its options, its tests."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "Makefile",
    ROOT / "CONTRIBUTING.md",
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "benchmarks").rglob("README.md")),
]
SHOWN = "\n".join(re.sub(r"\\\n\s*", "", page.read_text(encoding="utf-8")) for page in PAGES)
TARGETS = sorted({target for line in re.findall(r"(?:^|`|    )make ([^`\n#]*)", SHOWN) for target in re.findall(r"^[a-z0-9-]+", line)})
MADE = {each for line in re.findall(r"^([A-Za-z0-9-][A-Za-z0-9 -]*):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE) for each in line.split()}
MODULES = sorted(
    {module.rstrip(".") for module in re.findall(r"python -m ((?:benchmarks|tests)\.[a-z_.]+)", SHOWN)}
    | {f"benchmarks.{name}" for name in ["speed", "peers", "growth", "remote"]}
)
WRITES = ["tests.reference", "tests.test_engines_page", "tests.test_warehouse_texts"]
"""Modules without options, which write pages again; tests of their names, and of what they write, are in every run."""
PROOFS = sorted({(slow != "", name) for slow, names in re.findall(r"pytest (-m slow )?((?:tests/test_\w+\.py ?)+)", SHOWN) for name in names.split()})


def test_something_is_shown() -> None:
    assert {"test", "test-all", "demo", "spark-cluster"} <= set(TARGETS)
    assert {"benchmarks.mutants", "benchmarks.spark_cluster"} <= set(MODULES)
    assert (True, "tests/test_printed_sql.py") in PROOFS


def test_every_target_that_is_shown_can_be_made() -> None:
    assert set(TARGETS) <= MADE
    if not shutil.which("make"):
        pytest.skip("make is not installed")
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", "PYTHON=python3", *sorted(MADE - {"clean"})], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", MODULES)
def test_every_module_that_is_shown_starts_with_the_options_that_are_shown(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = re.findall(rf"python -m {re.escape(module)}(?![\w.])([^`\n#|;]*)", SHOWN)
    options = {option for line in lines for option in re.findall(r"--[a-z][a-z-]*", line)}
    if module in WRITES:
        assert not options
        assert (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8").count('if __name__ == "__main__":') == 1
        return
    monkeypatch.setattr(sys, "argv", [module, "--help"])
    for name in (module, f"{module}.__main__"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with contextlib.redirect_stdout(io.StringIO()) as told, pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__")
    assert ended.value.code == 0
    assert {option for option in options if option not in told.getvalue()} == set()


@pytest.mark.parametrize(("slow", "name"), PROOFS)
def test_every_file_of_tests_that_is_shown_has_such_tests(slow: bool, name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "\ndef test_" in text
    assert not slow or re.search(r"mark\.slow|\bMANY\b", text)
