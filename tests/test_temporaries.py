"""Temporary tables: made of a guarded select, readable by the statements after it, gone with the snapshot."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import sqlrisk
from sqlrisk import binding, checking
from sqlrisk.errors import QueryFailedError
from sqlrisk.loading import load_values
from sqlrisk.planning import Key, Statement
from sqlrisk.queries import Query
from sqlrisk.running import Run
from tests.helpers import TODAY


def run_of(folder: Path) -> Run:
    (folder / "t.csv").write_text("a,b\n1,x\n1,x\n2,y\n")
    declared = {
        "version": 1,
        "releases": [
            {
                "name": "t",
                "relation": "t.csv",
                "columns": {"a": {"role": "quasi_identifier"}, "b": {"role": "quasi_identifier"}},
                "thresholds": [{"measure": "k", "at_least": 2, "source": "x", "reason": "y"}],
                "decided_on": "2026-11-01",
                "valid_until": "2027-11-01",
            }
        ],
    }
    loaded = load_values(declared, folder, date.fromisoformat(TODAY), "test")
    (release,) = loaded.declaration.releases
    engine = checking.open_engine(loaded, (release,), checking.Options(today=date.fromisoformat(TODAY)))
    return Run(binding.bound_release(release, engine), engine, checking.silent)


def statement(sql: str) -> Statement:
    return Statement(Key("class_counts"), Query("class_counts", {}, sql))


def test_a_temporary_table_is_read_by_what_follows_and_gone_with_the_snapshot(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    with run.engine.snapshot():
        found = run.temporary(statement(f"select t.a as a, count(*) as n from {run.bound.published.source.sql} as t group by t.a"))
        assert found is not None
        assert [column.name for column in found.columns] == ["a", "n"]
        assert run.rows(statement(f"select sum(t.n) as n from {found.sql} as t")) == [{"n": 3}]
    with pytest.raises(sqlrisk.SqlriskError):
        run.rows(statement(f"select sum(t.n) as n from {found.sql} as t"))


def test_a_temporary_table_reads_only_what_is_declared(tmp_path: Path) -> None:
    run = run_of(tmp_path)
    with run.engine.snapshot(), pytest.raises(QueryFailedError, match="not declared"):
        run.temporary(statement("select 1 as n from salaries as t"))
    with run.engine.snapshot(), pytest.raises(QueryFailedError, match="not declared"):
        run.rows(statement("select 1 as n from sqlrisk_temporary_7 as t"))
