"""The site is built without a warning, and nothing of it is fetched from elsewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FETCHED = re.compile(r"""<(?:script|link|img|iframe|source|object)\b[^>]*?(?:src|href|data)\s*=\s*["']?(?:https?:)?//[^>]*>|url\(["']?(?:https?:)?//""")

pytestmark = pytest.mark.skipif(importlib.util.find_spec("material") is None, reason="mkdocs-material is not installed: pip install -e '.[docs]'")


def built(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(source / "mkdocs.yml"), "--site-dir", str(site)]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = built(ROOT, folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_nothing_of_a_page_is_fetched_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(pages) > 40
    assert {file.name: found for file in pages if (found := FETCHED.findall(file.read_text(encoding="utf-8")))} == {}
    assert [file.name for file in site.rglob("*.html") if 'class="mermaid"' in file.read_text(encoding="utf-8")] == [], "mermaid is fetched when it is read"


def test_every_page_is_in_the_search(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert [page.stem for page in (ROOT / "docs").rglob("*.md") if f"{page.relative_to(ROOT / 'docs').with_suffix('.html').as_posix()}" not in index] == []


def test_a_link_or_an_anchor_that_leads_nowhere_and_a_page_without_a_place_are_errors(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[there](nowhere.md) [there](guide.md#no-heading)\n")
    for name in ("guide", "forgotten"):
        (tmp_path / "docs" / f"{name}.md").write_text("# Guide\n")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[0]
    (tmp_path / "mkdocs.yml").write_text(f"{settings}\nnav: [index.md, guide.md]\n")
    done = built(tmp_path, tmp_path / "site")
    assert done.returncode == 1
    assert [told for told in ("nowhere.md", "#no-heading", "- forgotten.md") if told not in done.stderr] == [], done.stderr
