"""What somebody meets in the first hour: the next step after `init`, after `lint`, and after what went wrong."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from sqlrisk import check
from sqlrisk.errors import ConfigurationError
from tests.helpers import sqlrisk

RELEASE = """version: 1
releases:
  - name: people
    relation: people.csv
    columns: {sex: {role: quasi_identifier}, illness: {role: sensitive, null_means: not_recorded}}
    thresholds:
      - {measure: k, at_least: 2, source: rule, reason: nobody alone}
      - {measure: max_posterior, column: illness, at_most: 0.6, source: board, reason: nobody's illness is told}
    decided_on: 2026-01-01
    valid_until: 2026-11-15
"""
ROWS = "sex,illness\n" + "m,a\nm,b\nm,c\nf,a\nf,a\nf,b\nx,c\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(ROWS)
    (tmp_path / "sqlrisk.yml").write_text(RELEASE)
    return tmp_path


def test_lint_says_that_a_check_would_fail_by_its_day(place: Path) -> None:
    told = sqlrisk("lint", "--today", "2026-11-16", cwd=place)
    assert (told.code, told.out) == (0, "sqlrisk.yml: 1 release, no problem\n")
    assert told.err == "warning: people: the declaration expired on 2026-11-15, so that a check exits with 1: decide anew\n"
    assert sqlrisk("lint", "--today", "2026-11-15", cwd=place).err == ""
    assert sqlrisk("check", "--today", "2026-11-16", cwd=place).code == 1


def test_what_suppression_leaves_is_told_of_every_measure_with_a_limit(place: Path) -> None:
    told = " ".join(sqlrisk("check", "--today", "2026-11-15", cwd=place).out.split())
    assert "would take 4 of 7 rows (57.14%)" in told
    assert "max_posterior of illness 0.3333, homogeneous_rows of illness 0: then it would be within its limits" in told


def test_init_names_the_file_that_it_wrote_in_the_next_step(place: Path) -> None:
    told = sqlrisk("init", "people.csv", "--out", "other name.yml", cwd=place)
    assert "then sqlrisk lint --config 'other name.yml'" in " ".join(told.err.split())
    (place / "sub").mkdir()
    (place / "sub" / "people.csv").write_text(ROWS)
    told = sqlrisk("init", "people.csv", "--project-dir", "sub", cwd=place)
    assert "then sqlrisk lint --project-dir sub" in " ".join(told.err.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "version: 1\nreleases:\n\t- name: x\n",
            "wrong.yml:3: not YAML: found character that cannot start any token\n    indent with spaces: the line begins with a tab",
        ),
        ("version: 1\nreleases: [\n", "wrong.yml:3: not YAML: did not find expected node content\n"),
    ],
)
def test_a_tab_is_called_a_tab(place: Path, text: str, said: str) -> None:
    (place / "wrong.yml").write_text(text)
    told = sqlrisk("lint", "--config", "wrong.yml", cwd=place)
    assert (told.code, told.err.startswith(f"error: {said}")) == (2, True), told.err


def test_a_database_file_leads_to_a_profile(place: Path) -> None:
    (place / "shop.duckdb").write_bytes(b"")
    told = sqlrisk("init", "shop.duckdb", "--out", "-", cwd=place)
    assert (told.code, "sqlrisk init TABLE" in told.err) == (2, True)
    told = sqlrisk("init", "orders", "--out", "-", cwd=place)
    assert (told.code, "type: duckdb, path:" in told.err) == (2, True)


@pytest.mark.parametrize("option", ["--format", "--lang", "--audience"])
def test_a_wrong_choice_names_its_option(place: Path, option: str) -> None:
    told = sqlrisk("check", option, "nothing", cwd=place)
    assert (told.code, f"`nothing` is not a choice of {option} here" in told.err) == (2, True)


def test_init_says_once_what_holds_of_a_whole_survey(place: Path) -> None:
    names = [f"p{number}" for number in range(1, 31)]
    rows = "".join(",".join(str((row + column) % 5) for column in range(30)) + "\n" for row in range(100))
    (place / "survey.csv").write_text(",".join(names) + "\n" + rows)
    told = sqlrisk("init", "survey.csv", "--out", "-", cwd=place)
    assert told.code == 0
    assert "p1 to p30 (30)" in told.err
    assert told.out.count("say nothing") == 1
    assert told.out.count("# as `p1`. (") == 29
    assert [name for name in names if f"      {name}: {{role: quasi_identifier}}" not in told.out] == []


def test_python_is_answered_in_python() -> None:
    frame = pd.DataFrame({"age": [1, 1, 2], "sex": ["a", "a", "b"]})
    with pytest.raises(ConfigurationError, match=r"quasi_identifiers= says which columns are quasi-identifiers\n    sqlrisk\.check\(frame, "):
        check(frame, k=2)
    assert str(check(frame, quasi_identifiers=["sex"], k=2)).startswith("frame: k = 1 for sex: at least 2 does NOT hold. A look, not a verdict: ")


def test_a_file_that_may_not_be_read_is_no_matter_of_encoding(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(place)
    monkeypatch.setattr(Path, "open", refused)
    said = check("people.csv", quasi_identifiers=["sex"], k=2).releases[0].error
    assert said == "the file people.csv cannot be read: PermissionError\n    give the user that runs this the right to read it"


def test_a_look_at_a_file_that_fails_leads_to_a_declaration(place: Path) -> None:
    asked = ("check", "people.csv", "--qi", "sex", "--k", "2")
    assert sqlrisk(*asked, cwd=place).err == "next: `sqlrisk init people.csv` proposes a declaration, where each column has a role of its own\n"
    assert sqlrisk(*asked, "--quiet", cwd=place).err == ""
