"""The house: who may import whom, what stands where, and that the documentation keeps its promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sqlrisk"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = [
    # a module may import those above it, never below
    {"causes", "errors", "secrets", "plain", "equality", "groups", "languages", "leftovers", "names", "optional", "readable", "writing", "__init__"},
    {"bounded", "profile_expressions"},
    {"documents", "finding", "formats", "parts", "estimators", "frontier", "lattice", "sqlite_functions", "time_zones", "variables"},
    {"interrupts", "streams", "duckdb_parser", "renderings", "charts", "view_text"},
    {"evidence", "queries", "expressions", "catalogue", "kinds"},
    {"measures", "declared"},
    {"suppression"},
    {"declaration"},
    {
        "missing_values",
        "recognition",
        "composition_rules",
        "group_rules",
        "protection_rules",
        "utility_rules",
        "forgotten_rules",
        "suppression_rules",
        "gate_rules",
        "threshold_profiles",
        "preregistration",
    },
    {"acceptance_rules", "cells", "csv_files", "file_rules", "file_tables", "parquet_files", "spilling", "manifests", "profiles"},
    {"declaration_rules"},
    {"loading", "wrong_releases", "relations", "frames"},
    {"views"},
    {"privileges"},
    {"planning", "servers"},
    {"sqlstates"},
    {"engines"},
    {"differential"},
    {"report", "sources"},
    {"measurements", "probing", "running", "steadiness"},
    {"rungs", "leaving"},
    {"recommendation", "verdict", "missing", "unseen", "people", "sensor", "measuring", "protecting", "permuting", "forgetting"},
    {"findings", "history", "hypotheses", "paying", "wording", "differential_table", "binding", "audience"},
    {"ratchet", "outcomes", "stored"},
    {
        *("reports", "layout", "turns", "checking", "remedies", "demonstration", "debugging", "estimating", "generalising", "rejudging"),
        "suppressed_nodes",
    },
    {"compiling", "comparing", "drift", "ladders", "mondrian", "proposals", "recommending", "scanning"},
    {"recommendations"},
    {"api", "terminal", "options"},
    {"progress"},
    {"invocation"},
    {"commands"},
    {"cli"},
    {"__main__"},
]


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(file: Path) -> set[str]:
    tree = ast.parse(file.read_text())
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("sqlrisk"):
            found |= (
                {node.module}
                if node.module != "sqlrisk"
                else {f"sqlrisk.{alias.name}" for alias in node.names if (PACKAGE / alias.name).exists() or (PACKAGE / f"{alias.name}.py").exists()}
            )
    return found


@pytest.mark.parametrize(
    "file", [file for file in MODULES if file.name != "__init__.py" or file.parent != PACKAGE], ids=lambda file: str(file.relative_to(PACKAGE))
)
def test_a_room_opens_only_to_the_rooms_before_it(file: Path) -> None:
    level = {name: place for place, names in enumerate(LAYERS) for name in names}
    own = room("sqlrisk." + ".".join(file.relative_to(PACKAGE).with_suffix("").parts))
    assert own in level, f"{own} has no place in LAYERS"
    above = {other for module in imports(file) if (other := room(module)) != own and level[other] > level[own]}
    assert above == set()


def functions(file: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)]


def test_functions_fit_in_the_palm() -> None:
    lengths = sorted(node.end_lineno - node.lineno + 1 for file in MODULES for node in functions(file))
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[int(len(lengths) * 0.9)] <= 34


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_public_name_has_a_docstring(file: Path) -> None:
    tree = ast.parse(file.read_text())
    assert ast.get_docstring(tree), "the door plate is missing"
    public = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")]
    members = [
        member
        for node in public
        if isinstance(node, ast.ClassDef)
        for member in node.body
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_")
    ]
    assert [node.name for node in (*public, *members) if not ast.get_docstring(node)] == []


def test_help_opens_no_engine() -> None:
    heavy = ("duckdb", "sqlglot", "pandas", "numpy", "pydantic", "jinja2", "yaml")
    code = f"import sys; from sqlrisk.cli import app; import typer; typer.main.get_command(app); print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_nothing_is_exempted() -> None:
    text = "\n".join(file.read_text() for file in (*MODULES, *(ROOT / "tests").rglob("*.py")) if file != Path(__file__))
    assert re.findall(r"type: ignore|\bnoqa\b|pragma: no cover", text) == []


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_measure_stands_in_the_readme_with_its_question() -> None:
    from sqlrisk.measures import measures

    text = readme()
    for known in measures().values():
        question = known.question.replace("|", "\\|")
        assert f"| `{known.name}` | {question}" in text, known.name


def test_every_row_of_a_table_has_the_cells_of_its_heading() -> None:
    for file in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for table in re.findall(r"(?:^ *\|.*\|$\n?)+", file.read_text(encoding="utf-8"), re.MULTILINE):
            cells = [len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()]
            assert set(cells) == {cells[0]}, (file.name, table.splitlines()[0])


def test_no_code_of_a_page_shows_the_backslash_of_a_table() -> None:
    for file in (ROOT / "docs").rglob("*.md"):
        assert re.findall(r"^\|.*`[^`\n]*\\\|[^`\n]*`.*$", file.read_text(encoding="utf-8"), re.MULTILINE) == [], file.name


def test_every_command_and_format_stands_in_the_readme() -> None:
    import typer

    from sqlrisk.cli import app
    from sqlrisk.reports import names

    commands = typer.main.get_command(app).commands
    assert [name for name in commands if f"`sqlrisk {name}" not in readme()] == []
    assert [name for name in names() if f"`{name}`" not in readme()] == []


def test_every_command_answers_h_with_an_example() -> None:
    import typer
    from typer.testing import CliRunner

    from sqlrisk.cli import app

    for name in typer.main.get_command(app).commands:
        told = CliRunner().invoke(app, [name, "-h"], terminal_width=80)
        assert told.exit_code == 0
        assert f"Example: sqlrisk {name}" in told.output
        assert len(told.output.splitlines()[-1]) <= 78, "an example that wraps cannot be copied"
        assert told.output.splitlines()[-1].startswith("  Example: ")


def test_the_list_of_the_commands_cuts_no_sentence_short() -> None:
    from typer.testing import CliRunner

    from sqlrisk.cli import app

    listed = CliRunner().invoke(app, ["-h"], env={"COLUMNS": "80"}, terminal_width=80).output.partition("Commands:\n")[2].splitlines()
    assert len(listed) > 15
    assert [line for line in listed if not re.fullmatch(r"  [a-z-]+ +\S.*[^.]\.", line)] == []


def test_the_links_of_the_documentation_lead_somewhere() -> None:
    for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8")):
            assert (file.parent / link).exists(), f"{file.name}: {link}"
