"""A results file that another run replaces: its history is carried on, or what is gone with it is told."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import DECLARATION, project, sqlrisk


def test_the_history_that_a_run_does_not_carry_on_is_told(tmp_path: Path) -> None:
    check = ("check", "--output", "json=../results.json", "--today")
    one = project(tmp_path / "one")
    other = project(tmp_path / "other", DECLARATION.replace("name: altas", "name: bajas"))
    assert [sqlrisk(*check, day, cwd=one).err for day in ("2026-11-20", "2026-11-21")] == ["", ""]
    ran = sqlrisk(*check, "2026-11-22", cwd=other)
    assert ran.code == 0
    assert ran.err.startswith("warning: ../results.json: replaced; the history of what was measured before is gone with it of altas")
    assert len(ran.err.splitlines()) == 1
