"""The reference says what the code says, and forgets nothing of it."""

from __future__ import annotations

import pytest

from tests import reference

PAGES = reference.pages()


@pytest.mark.parametrize("name", PAGES)
def test_each_page_of_the_reference_is_that_of_the_code(name: str) -> None:
    assert (reference.FOLDER / name).read_text(encoding="utf-8") == PAGES[name], "python -m tests.reference"


def test_every_page_of_the_folder_is_made() -> None:
    assert {file.name for file in reference.FOLDER.glob("*.md")} == set(PAGES)


def test_every_key_of_the_declaration_has_a_meaning() -> None:
    assert [line for line in PAGES["declaration.md"].splitlines() if line.startswith("| `") and line.endswith("|  |")] == []


def test_every_option_has_a_meaning() -> None:
    rows = [line.split(" | ") for line in PAGES["commands.md"].splitlines() if line.startswith("| `")]
    assert len(rows) > 100
    assert [row[0] for row in rows if not row[1].strip()] == []


def test_every_error_has_an_exit_code_of_the_page() -> None:
    from sqlrisk import errors

    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.SqlriskError)]
    assert {kind.exit_code for kind in kinds} <= set(reference.EXITS)
    assert [kind.__name__ for kind in kinds if f"`{kind.__name__}`" not in PAGES["exit-codes.md"]] == ["SqlriskError"]
