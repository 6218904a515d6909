"""Every list argument of every dbt test, protecting macro and kernel refuses a text: read letter by letter it would name other columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from sqlrisk.errors import QueryFailedError
from sqlrisk.queries import macros_path, render
from tests.test_one_text import CALLS

OF_ROWS: dict[str, Any] = {"model": "people", "quasi_identifiers": ["age", "town"]}
OF_COLUMN: dict[str, Any] = {**OF_ROWS, "sensitive": "illness"}
OF_PEOPLE: dict[str, Any] = {**OF_ROWS, "population": "census"}
DISSOLVED: dict[str, Any] = {"pivots": ["age", "town"], "threshold": 4}
BLOCKS = [["sex"], ["illness"]]
DOORS: dict[str, dict[str, Any]] = {
    "test_k_anonymity": {**OF_ROWS, "k": 5},
    "test_unique_rows": {**OF_ROWS, "at_most": 0.1},
    "test_prosecutor_mean": {**OF_ROWS, "at_most": 0.1},
    "test_l_diversity": {**OF_COLUMN, "l": 2},
    "test_entropy_l_diversity": {**OF_COLUMN, "l": 2},
    "test_t_closeness": {**OF_COLUMN, "t": 0.2},
    "test_max_posterior": {**OF_COLUMN, "alpha": 0.8},
    "test_k_map": {**OF_PEOPLE, "k": 5},
    "test_delta_presence": {**OF_PEOPLE, "at_most": 0.5},
    "test_pivot_groups": {"model": "people", **DISSOLVED},
    "test_permuted": {"model": "people", "source": "raw", **DISSOLVED, "blocks": BLOCKS},
    "suppress": {"relation": "people", "quasi_identifiers": ["age", "town"], "limits": [{"k": 5}], "columns": ["illness"]},
    "dissolve": {"relation": "people", **DISSOLVED, "columns": ["illness"]},
    "permute": {"relation": "people", "pivots": ["age", "town"], "blocks": BLOCKS},
    "anonymize": {"relation": "people", **DISSOLVED, "blocks": BLOCKS},
}
"""What people call in a dbt project: the tests, and the macros of macros/protect."""


def documented() -> dict[str, dict[str, str]]:
    """Macro -> its arguments, and the type of each."""
    entries = yaml.safe_load((macros_path() / "_macros.yml").read_text(encoding="utf-8"))["macros"]
    return {entry["name"]: {argument["name"]: str(argument["type"]) for argument in entry.get("arguments", ())} for entry in entries}


def lists() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every (macro, list argument, a right call), by the documented signatures."""
    known = documented()
    kernels = {kernel: {"relation": "people", **arguments} for kernel, arguments in CALLS.values()}
    kernels["composed_classes"].pop("relation")
    kernels["composed_values"].pop("relation")
    for macro, arguments in {**kernels, **DOORS}.items():
        for name, kind in known[macro].items():
            if "list[" in kind:
                yield macro, name, arguments


LISTS = list(lists())


def test_every_test_and_every_protecting_macro_has_a_call() -> None:
    entries = {name for name in documented() if name.startswith("test_")} - {"test_release"}
    assert entries | {file.stem for file in (macros_path() / "protect").glob("*.sql")} - {"arguments"} == set(DOORS)


@pytest.mark.parametrize(("macro", "name", "arguments"), LISTS, ids=[f"{macro}-{name}" for macro, name, _ in LISTS])
def test_a_text_is_refused_where_a_list_is_asked_for(macro: str, name: str, arguments: dict[str, Any]) -> None:
    render(macro, **arguments)
    for text in ("ab", "a", "age, town", ""):
        with pytest.raises(QueryFailedError, match=rf"sqlrisk: {name} is a list of .*: write it as \[.*\]") as refused:
            render(macro, **{**arguments, name: text})
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("macro", ["test_permuted", "permute", "anonymize", "constant_blocks"])
def test_a_block_that_is_a_text_is_refused(macro: str) -> None:
    arguments = next(arguments for known, name, arguments in LISTS if (known, name) == (macro, "blocks"))
    with pytest.raises(QueryFailedError, match=r"sqlrisk: block 2 is a list of .*: write it as \[.*\]"):
        render(macro, **{**arguments, "blocks": [["sex"], "ab"]})
