"""The benchmarks: that they measure what they say, that peers and queries written by hand agree with sqlrisk, and that the page is made of the results."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from benchmarks import honest_tables
from benchmarks.common import people
from benchmarks.common.costs import ROOT, Process, run
from benchmarks.page.__main__ import results
from benchmarks.page.charts import charts
from benchmarks.page.goals import GOALS, Outcome
from benchmarks.page.text import page
from benchmarks.peers import agreement, by_pandas
from benchmarks.peers.reading import read
from benchmarks.peers.tables import table
from benchmarks.peers.tools import Found
from benchmarks.speed.metrics import metrics, of_kernel, refuse_different
from benchmarks.speed.whole import fetched, statements
from sqlrisk.loading import load_file

ROWS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("benchmarks")


def test_a_process_is_not_charged_with_the_memory_of_the_one_that_starts_it(tmp_path: Path) -> None:
    large = bytearray(300_000_000)
    large[::4096] = b"x" * len(large[::4096])
    found = run((sys.executable, "-I", "-S", "-c", "print(len(b'x' * 40_000_000))"), tmp_path)
    assert (found.code, found.out) == (0, "40000000\n")
    assert 38 < found.peak_mb < 100
    assert run((sys.executable, "-I", "-S", "-c", "raise SystemExit(3)"), tmp_path).code == 3


def test_every_metric_by_hand_is_that_of_the_one_statement(folder: Path) -> None:
    assert [row["level"] for row in metrics(folder, ROWS, 1)] == ["L5", "L3", "L1", "raw"]
    with pytest.raises(ValueError, match="L3: distinct_l: 2 by hand, 3 ours"):
        refuse_different(people.L3, {"distinct_l": 2}, {"distinct_l": 3})


def test_pandas_answers_as_the_kernel_does_on_the_same_file(folder: Path) -> None:
    made = table(folder, ROWS)
    for suffix in ("csv", "parquet"):
        answers = by_pandas.plain(read(str(made.file(suffix))))
        with people.opened(people.database(folder, ROWS)) as connection:
            refuse_different(people.L3, {name: value for name, value in answers.items() if name != "k"}, of_kernel(connection, people.L3, ROWS))
        assert answers["k"] == by_pandas.book(read(str(made.file(suffix))))["k"]


def test_pandas_keeps_missing_keys_where_the_books_drop_them() -> None:
    ages = [1.0, 1.0, 1.0, None, None]
    frame = pd.DataFrame({"age": ages, "sex": ["a"] * 5, "postcode": ["b"] * 5, "diagnosis": ["c", "d", "d", "c", "d"]})
    assert (by_pandas.plain(frame)["k"], by_pandas.book(frame)["k"]) == (2, 3)


def test_a_check_is_measured_statement_by_statement(folder: Path) -> None:
    found = list(statements(folder, ROWS))
    assert found[0]["statement"] == "the bare group-by"
    assert {"row_counts", "sensitive_classes"} <= {row["statement"].split(",")[0] for row in found}
    assert fetched([{"a": 1, "b": 0.5}, {"a": "tú", "b": None}]) == 16 + 3 + 8


def answered(**answers: float) -> Found:
    return Found(Process(1, 1, 1, 0, "", ""), answers)


def test_a_peer_may_differ_only_where_it_defines_otherwise() -> None:
    ours = ("sqlrisk", answered(k=2, entropy_l=1.9))
    same, floored = agreement.of("t", [ours, ("pyCANON, csv", answered(k=2, entropy_l=1))])
    assert (same["same"], floored["same"], floored["why"]) == (True, False, agreement.ROUNDED_DOWN)
    for other in (("pyCANON, csv", answered(k=1)), ("pandas, csv", answered(entropy_l=1)), ("pyCANON, csv", answered(entropy_l=0))):
        with pytest.raises(ValueError, match=r"k is|entropy_l is"):
            list(agreement.of("t", [ours, other]))


def kernel(ratio: float, **more: Any) -> dict[str, Any]:
    return {"kernel": "class_sizes", "level": "L1", "rows": 10_000_000, "classes": 1_700_000, "ratio": ratio, **more}


@pytest.mark.parametrize(("part", "rows", "short", "met"), [
    ("kernels", [kernel(1.3), kernel(1.2)], "class sizes", True),
    ("kernels", [kernel(1.1), kernel(1.31)], "class sizes", False),
    ("kernels", [kernel(9.0, kernel="sensitive_classes", classes=7_000_000)], "what many classes give away", None),
    ("kernels", [kernel(4.1, kernel="sensitive_classes")], "what many classes give away", False),
    ("kernels", [kernel(1.6, kernel="sensitive_classes", classes=10_000, level="L3")], "what few classes give away", False),
    ("near_unique", [{"memory_limit": "64MB", "exit_code": 3, "left_behind": 1}], "too little memory", False),
    ("near_unique", [{"memory_limit": "64MB", "exit_code": 3, "left_behind": 0}], "too little memory", True),
    ("near_unique", [{"memory_limit": "64MB", "exit_code": 0, "left_behind": 0}], "too little memory", False),
    ("statements", [{"rows": 1_000_000, "bytes": 299_000}, {"rows": 1_000_000, "bytes": 2_000}], "bytes fetched", False),
    ("nothing", [], "a whole check", None),
])  # fmt: skip
def test_a_goal_is_read_from_the_results(part: str, rows: list[dict[str, Any]], short: str, met: bool | None) -> None:
    (goal,) = (goal for goal in GOALS if goal.short == short)
    assert goal.outcome({"speed": {"parts": {part: rows}}}).met is met


def test_client_memory_is_read_where_the_parity_suite_left_it() -> None:
    (goal,) = (goal for goal in GOALS if goal.short == "client memory")
    remote = {
        "parts": {"client_memory": [{"engine": "postgres", "rows": 1_000_000, "peak_mb": 150.0}, {"engine": "spark", "rows": 10_000_000, "peak_mb": 201}]}
    }
    assert goal.outcome({"remote": remote}).result == "201 MB at most (spark, 10 M rows)"
    assert goal.outcome({"remote": remote}).met is False


def test_a_missed_goal_has_its_reason_and_one_without_says_so() -> None:
    told = page({}, [Outcome("the ladder", "a ladder", "2", "3", False), Outcome("starting", "start", "1", "2", False)], [])
    assert "- **the ladder**: beside the finest rung" in told
    assert "- **starting**: not explained yet" in told


def test_no_figure_of_the_page_is_typed() -> None:
    found = results(ROOT / "benchmarks" / "results")
    drawn = [(name, told) for name, told, _ in charts(found)]
    assert (ROOT / "docs" / "performance.md").read_text(encoding="utf-8") == page(found, [goal.outcome(found) for goal in GOALS], drawn)
    assert [name for name, _ in drawn if not (ROOT / "docs" / name).exists()] == []


def test_every_declaration_of_a_real_table_is_right_and_has_its_table() -> None:
    held = {**honest_tables.TABLES, **honest_tables.SHARED}
    declared = [load_file(path, path.parent, date(2026, 12, 1)).whole().declaration.releases for path in sorted(honest_tables.DECLARATIONS.glob("*.yml"))]
    assert sorted(str(getattr(release.relation, "file", release.relation)) for releases in declared for release in releases) == sorted(held)


def test_an_earlier_version_is_given_the_declaration_without_later_keys() -> None:
    columns = {"id": {"role": "entity", "linkable": False}, "x": {"role": "sensitive", "missing": ["NA"]}, "age": {"role": "quasi_identifier"}}
    release = {"columns": columns, "suppress": [{"k": 5}, {"distinct_l": 2, "column": "x"}], "accepted": []}
    found = honest_tables.earlier({"releases": [release]})["releases"][0]
    left = {"id": {"role": "entity"}, "x": {"role": "sensitive"}, "age": {"role": "quasi_identifier"}}
    assert found == {"columns": left, "suppress_below": 5}
