"""What the program brings with it: parts that are optional, floors of versions, what a bare install is, and the pins of what runs elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sqlrisk import optional
from tests.helpers import project

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

WITHOUT = """
import importlib.abc, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(name)
class Spec:
    pass
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {absent!r} else found(name, package)
sys.meta_path.insert(0, Absent())
"""
"""A prelude of Python that hides installed modules."""


def run(code: str, *absent: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python without some modules."""
    return subprocess.run([sys.executable, "-c", WITHOUT.format(absent=absent) + code], cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


def command(*arguments: str) -> str:
    return f"import sys; sys.argv = {['sqlrisk', *arguments]!r}; from sqlrisk.cli import main; main()"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--format", "html"),
        ("check", "--output", "json=r.json", "--output", "html=r.html"),
        ("report", "--format", "html", "--out", "r.html"),
        ("ladder", "--format", "svg"),
    ],
    ids=lambda each: " ".join(each),
)
def test_a_chart_without_its_library_is_refused_before_anything_is_measured(arguments: tuple[str, ...], tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "sqlrisk.yml").unlink()  # nothing is read: the message is about the library
    done = run(command(*arguments), "vl_convert", cwd=folder)
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-2:] == [
        "error: HTML reports and SVG charts need vl-convert-python, which is not installed",
        '    pip install "sqlrisk[report]"',
    ]


def test_a_demo_without_the_charts_writes_the_rest_and_says_what_to_install(tmp_path: Path) -> None:
    done = run(command("demo", "--today", "2026-11-30"), "vl_convert", "pandas", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "report.html is not written: HTML reports and SVG charts need vl-convert-python, which is not installed" in done.stderr
    assert 'pip install "sqlrisk[report]"' in done.stderr
    assert {file.name for file in (tmp_path / "sqlrisk_demo").iterdir()} >= {"report.md", "results.json"}
    assert not (tmp_path / "sqlrisk_demo" / "report.html").exists()


def test_a_frame_without_pandas_says_what_to_install(tmp_path: Path) -> None:
    code = "import sqlrisk; r = sqlrisk.check('sqlrisk.yml'); print(r.passed); r.to_frame()"
    done = run(code, "pandas", cwd=project(tmp_path))
    assert done.stdout == "True\n", done.stderr
    assert done.stderr.splitlines()[-2:] == [
        "sqlrisk.errors.ConfigurationError: DataFrames need pandas, which is not installed (ModuleNotFoundError)",
        '    pip install "sqlrisk[frames]"',
    ]


def test_each_optional_module_has_the_extra_that_its_message_names() -> None:
    brings = {"vl_convert": "vl-convert-python", "pandas": "pandas"}
    assert brings.keys() == optional.EXTRAS.keys()
    for module, (_, extra) in optional.EXTRAS.items():
        assert [re.split(r"[\[<>=]", each)[0] for each in EXTRAS[extra]] == [brings[module]]
        assert not [each for each in PROJECT["dependencies"] if each.startswith(brings[module])]


FIXED = {
    "jinja2": (3, 1, 6),  # CVE-2025-27516
    "pymysql": (1, 1, 1),  # CVE-2024-36039
    "snowflake-connector-python": (3, 13, 1),  # CVE-2025-24793, -24794, -24795
    "redshift-connector": (2, 1, 7),  # CVE-2025-5279
    "pyyaml": (6, 0, 1),
}
"""Package -> the first version in which its known vulnerabilities are fixed (of PyYAML: that can be built)."""


def floors() -> dict[str, tuple[int, ...]]:
    """Lowest accepted version by package, over the core and every extra. Fails for a package without one."""
    found = {}
    for each in [*PROJECT["dependencies"], *(one for some in EXTRAS.values() for one in some if not one.startswith("sqlrisk["))]:
        match = re.fullmatch(r"([\w.-]+)(?:\[\w+\])?>=([\d.]+)(?:,<\d+)?", each)
        assert match, each
        found[match[1].lower().replace("_", "-")] = tuple(map(int, match[2].split(".")))
    return found


def test_no_floor_admits_a_version_with_a_known_vulnerability() -> None:
    assert {name: floors()[name] for name in FIXED if floors()[name] < FIXED[name]} == {}
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert [name for name, version in FIXED.items() if name != "pyyaml" and f" {'.'.join(map(str, version))} (CVE-" not in text] == []


def test_the_small_test_environment_brings_no_warehouse() -> None:
    small = " ".join(EXTRAS["dev"])
    assert not re.search(r"chdb|sail|spark|mysql|snowflake|bigquery|databricks|redshift|trino|mkdocs", small, re.IGNORECASE)
    everything = re.findall(r"[\w-]+", EXTRAS["dev-all"][0])
    engines = set(EXTRAS) - {"dev-all", "report", "frames", "postgres"}  # the last three come with dev
    assert engines <= set(everything)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^test: \$\(VENV\)/\.dev ", makefile, re.MULTILINE)
    assert re.search(r"^test-all: \$\(VENV\)/\.dev-all ", makefile, re.MULTILINE)
    assert "test-all" not in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


PLACES = [ROOT / "action.yml", *(ROOT / "examples").rglob("*.y*ml"), *(ROOT / "examples").rglob(".*.yml"), ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]


def test_every_action_is_pinned_to_a_commit() -> None:
    used = [each for file in PLACES for each in re.findall(r"^\s*(?:- )?uses: (\S+)", file.read_text(encoding="utf-8"), re.MULTILINE)]
    assert len(used) >= 8
    assert [each for each in used if not re.fullmatch(r"OWNER/sqlrisk@COMMIT|[\w./-]+@[0-9a-f]{40}", each)] == []
    copies = [each for file in PLACES for each in re.findall(r"your/copy/of/sqlrisk@(\w+)", file.read_text(encoding="utf-8"))]
    assert set(copies) == {"COMMIT"}


def test_every_example_of_a_workflow_limits_what_its_token_may_do() -> None:
    workflows = [file for file in PLACES if "uses: " in file.read_text(encoding="utf-8") and file.name != "action.yml"]
    assert {file.name for file in workflows} >= {"sqlrisk.yml", "ci.md", "guide.md"}
    for file in workflows:
        text = file.read_text(encoding="utf-8")
        before = text[: text.index("uses: ")]
        assert re.search(r"permissions:(?: \{|\n +)contents: read", before[-900:]), file.name
        assert "contents: write" not in text


def test_the_action_installs_its_own_checkout_and_nothing_by_name() -> None:
    import yaml

    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert "version" not in action["inputs"]
    (install,) = (step["run"] for step in action["runs"]["steps"] if step.get("name") == "Install sqlrisk")
    assert re.findall(r"pip install .*", install) == ['pip install --quiet "$ACTION${EXTRAS:+[$EXTRAS]}"']


SEARCH = {"lattice", "generalising", "recommending"}
"""The modules of the search of `recommend`, whose lattice has up to two million nodes."""


def test_numpy_is_imported_by_the_estimators_and_the_search_of_recommend_alone() -> None:
    package = ROOT / "sqlrisk"
    files = [file for file in package.rglob("*.py") if re.search(r"^\s*(?:import|from) numpy\b", file.read_text(encoding="utf-8"), re.MULTILINE)]
    assert {file.relative_to(package).parts[0].removesuffix(".py") for file in files} <= {"estimators"} | SEARCH


@pytest.mark.parametrize("arguments", [("check",), ("ladder", "--format", "json"), ("scan", "altas.csv", "--qi", "edad")], ids=lambda each: each[0])
def test_a_command_that_estimates_nothing_works_without_numpy(arguments: tuple[str, ...], tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "altas.csv").write_text("edad,sexo\n30,F\n31,F\n30,F\n")
    done = run(command(*arguments), "numpy", "pandas", cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_a_population_is_estimated_with_numpy(tmp_path: Path) -> None:
    folder = project(tmp_path)
    file = folder / "sqlrisk.yml"
    file.write_text(
        file.read_text().replace("    decided_on:", "    population: {sampling_fraction: 0.5, random_sample: true, evidence: by lot}\n    decided_on:")
    )
    hidden = run(command("check"), "numpy", cwd=folder)
    assert hidden.returncode not in (0, 1)
    assert run(command("check"), cwd=folder).returncode == 0
