"""What the pages of explanation say: no measure without its blind spot, no figure that is not in the results, no declaration that is wrong."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from sqlrisk import load
from sqlrisk.documents import parse_yaml
from sqlrisk.measures import measures

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


PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
WHOLE = re.compile(r"^```yaml\n(version: 1\nreleases:\n.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "file", [file for file in PAGES if WHOLE.search(file.read_text(encoding="utf-8")) and file.name != "tutorial.md"], ids=lambda file: file.name
)
def test_every_whole_declaration_of_a_page_is_right(file: Path) -> None:
    for text in WHOLE.findall(file.read_text(encoding="utf-8")):
        load(parse_yaml(text, file.name).value, today=date(2026, 11, 30))


def test_safe_harbor_has_its_eighteen() -> None:
    text = page("safe-harbor")
    assert re.findall(r"^\| ([A-Z]) \|", text, re.MULTILINE) == [chr(ord("A") + place) for place in range(18)]
