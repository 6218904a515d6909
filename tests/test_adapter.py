"""The bridge to dbt adapters: what an installed adapter opens is measured as by our own engine. Needs SQLRISK_DBT, and sqlrisk beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.helpers import DECLARATION, TODAY, Ran
from tests.test_parity import same
from tests.warehouses import Warehouse

PROGRAM = Path(os.environ.get("SQLRISK_DBT") or "nothing").parent / "sqlrisk"
pytestmark = pytest.mark.skipif(not PROGRAM.is_file(), reason=f"no sqlrisk beside the dbt that SQLRISK_DBT names: {PROGRAM}")
ROWS = [(30, "F", "flu"), (31, "F", "SECRET-VALUE"), (40, "M", "flu"), (41, "M", "asthma")]
COLUMNS = {"edad": "integer", "sexo": "text", "diagnostico": "text"}
PASSWORD = "p@ss-never-shown"


@pytest.fixture(scope="module")
def warehouse(warehouses: Callable[[str], Warehouse]) -> Warehouse:
    """PostgreSQL with the table altas."""
    found = warehouses("postgres")
    found.keep("altas", COLUMNS, ROWS)
    return found


def run(warehouse: Warehouse, folder: Path, *arguments: str, declaration: str = DECLARATION, own: bool = False, **settings: Any) -> Ran:
    """The program beside dbt, over the adapter; or (`own`) the one that is tested, over our engine of the same name."""
    target = warehouse.target()
    bridged = {"schema": "main", **target, "type": "adapter", "adapter": target["type"], "threads": 1, "password": PASSWORD}
    bridged = {key: value for key, value in {**bridged, **settings}.items() if value is not None}
    (folder / "profiles.yml").write_text(yaml.safe_dump({"test": {"target": "dev", "outputs": {"dev": target if own else bridged}}}))
    (folder / "sqlrisk.yml").write_text(declaration)
    program = [sys.executable, "-m", "sqlrisk"] if own else [PROGRAM]
    done = subprocess.run([*program, *arguments], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_it_says_what_our_own_engine_says(warehouse: Warehouse, tmp_path: Path) -> None:
    told = [json.loads(run(warehouse, tmp_path, "check", "--format", "json", "--today", TODAY, own=own).out)["releases"] for own in (True, False)]
    for (release,) in told:
        release.pop("reproduction")
    assert [release["error"] for (release,) in told] == [None, None]
    same(*told)
    assert told[1][0]["error"] is None


def test_debug_names_the_adapter_and_no_secret(warehouse: Warehouse, tmp_path: Path) -> None:
    told = run(warehouse, tmp_path, "debug")
    assert told.code == 0
    assert f"dbt-{warehouse.target()['type']}" in told.out
    assert PASSWORD not in told.out + told.err


FAULTS: list[tuple[dict[str, Any], str, int, str]] = [
    ({"adapter": "sqlserver"}, DECLARATION, 2, "pip install dbt-sqlserver"),
    ({"adapter": "bogus"}, DECLARATION, 2, "there is no engine of type `bogus`"),
    ({"port": 1}, DECLARATION, 3, "the server cannot be reached"),
    ({"port": None}, DECLARATION, 2, "dbt-postgres refuses the target"),
    ({"adapter": "duckdb"}, DECLARATION, 2, "write type: duckdb"),
    ({"type": "fabric", "adapter": None}, DECLARATION, 2, "pip install dbt-fabric"),
    ({}, DECLARATION.replace("floor(edad / 5) * 5", "cast(diagnostico as integer)"), 3, "a value cannot be converted"),
    ({}, DECLARATION.replace("relation: altas", "relation: nada"), 3, "the relation nada is not in the catalogue"),
    ({}, DECLARATION.replace("sexo:", "sexa:"), 2, "did you mean `sexo`?"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("settings", "declaration", "code", "said"), FAULTS, ids=[said for *_, said in FAULTS])
def test_what_fails_is_one_message(warehouse: Warehouse, tmp_path: Path, settings: dict[str, Any], declaration: str, code: int, said: str) -> None:
    told = run(warehouse, tmp_path, "check", "-q", "--today", TODAY, declaration=declaration, **settings)
    assert (told.code, said in told.err) == (code, True), told
    assert not [hidden for hidden in (PASSWORD, "SECRET-VALUE", "Traceback") if hidden in told.out + told.err]
