"""What the pages of explanation say: no measure without its blind spot, no figure that is not in the results, an example that the linter takes."""

from __future__ import annotations

import re
from pathlib import Path

from sqlrisk.measures import measures
from tests.helpers import sqlrisk

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "explanation"


def page(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_every_measure_has_its_blind_spot() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|([^|]*)\|$", page("blind-spots"), re.MULTILINE)
    assert sorted(name for name, _, _ in rows) == sorted(measures())
    closing = {name for _, _, use in rows for name in re.findall(r"`(\w+)`", use)}
    assert closing - set(measures()) == {"class_sizes", "group"}


def test_the_figures_about_estimators_are_those_of_the_results() -> None:
    results = (ROOT / "benchmarks" / "accuracy" / "results.md").read_text(encoding="utf-8")
    unique = results[results.index("### U, rows unique in the population") :].partition("\n### ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", page("intervals"), re.MULTILINE)
    assert len(rows) == 4
    for name, *shown in rows:
        for fraction, figure in zip((1, 5, 20), shown, strict=True):
            block = unique[unique.index(f"f = {fraction}%") :]
            assert f"| {name} | {figure} [" in block[: block.index("\n\nf = ")], (name, fraction)
    assert "| the point is within x1.5 | 5% | >= 85% | 82 % [" in results
    assert "| the interval covers U | 5% | >= 95% | 97 % [" in results
    assert "within a factor of 1.5 in 82 draws" in " ".join(page("intervals").split())


def test_safe_harbor_has_its_eighteen_and_an_example_that_the_linter_takes(tmp_path: Path) -> None:
    text = page("safe-harbor")
    assert re.findall(r"^\| ([A-Z]) \|", text, re.MULTILINE) == [chr(ord("A") + place) for place in range(18)]
    (example,) = re.findall(r"^```yaml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    (tmp_path / "sqlrisk.yml").write_text(example, encoding="utf-8")
    linted = sqlrisk("lint", "--today", "2026-11-30", cwd=tmp_path)
    assert (linted.code, linted.err) == (0, "")
