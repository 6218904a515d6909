"""The vendored dbt package: whole, and in a fresh dbt project as docs/dbt.md says: `dbt build && sqlrisk check`, without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.dbt_project import ROOT, dbt, needs_dbt
from tests.helpers import sqlrisk

PAGE = (ROOT / "docs" / "dbt.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`([\w./]+)`[^\n]*:\n\n```\w+\n(.*?)^```", flags=re.DOTALL | re.MULTILINE)


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_package_is_copied_whole_and_over_nothing(tmp_path: Path) -> None:
    assert sqlrisk("dbt-package", "--vendor", "dbt_packages/sqlrisk", cwd=tmp_path).code == 0
    package = {f"macros/{name}": text for name, text in files(ROOT / "macros").items()}
    package["dbt_project.yml"] = (ROOT / "dbt_project.yml").read_bytes()
    assert files(tmp_path / "dbt_packages" / "sqlrisk") == package
    again = sqlrisk("dbt-package", "--vendor", "dbt_packages/sqlrisk", cwd=tmp_path)
    assert (again.code, "nothing is overwritten" in again.err) == (2, True)


@pytest.mark.slow
@needs_dbt
def test_the_project_of_the_page_builds_and_is_checked(tmp_path: Path) -> None:
    for name, text in FILE.findall(PAGE):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text.replace("2027-11-01", "2999-12-31"), encoding="utf-8")
    assert sqlrisk("dbt-package", "--vendor", "dbt_packages/sqlrisk", cwd=tmp_path).code == 0
    done = dbt(tmp_path, "build", "--profiles-dir", ".")
    assert done.returncode == 0, done.stdout
    ran = json.loads((tmp_path / "target" / "run_results.json").read_text())["results"]
    assert {result["unique_id"].split(".")[2]: result["status"] for result in ran} == {"altas": "success", "altas_k2": "pass", "altas_release": "pass"}
    checked = sqlrisk("check", "--profiles-dir", ".", cwd=tmp_path)
    assert checked.code == 0, checked.err
