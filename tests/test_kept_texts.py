"""What is kept of texts, rendered and read once: another argument, dialect or declaration is never answered with it."""

from __future__ import annotations

from typing import Any

import pytest

from sqlrisk.errors import QueryFailedError
from sqlrisk.queries import Query, render
from sqlrisk.relations import guard


def ordered(order: list[Any], dialect: str = "duckdb") -> str:
    return render("ordered_classes", dialect, relation="people", quasi_identifiers=["age"], sensitive="illness", order=order).sql


def test_arguments_that_are_equal_and_not_alike_have_texts_of_their_own() -> None:
    orders: list[list[Any]] = [[1, 2], ["1", "2"], [2, 1], [1, 2, 3]]
    texts = [ordered(order) for order in orders]
    assert len(set(texts)) == len(orders)
    assert [ordered(order) for order in orders] == texts
    assert ordered([1.5]) != ordered([1])


def test_an_argument_that_is_changed_is_read_anew() -> None:
    order = ["low"]
    first = ordered(order)
    order.append("high")
    assert ordered(order) == ordered(["low", "high"]) != first


def test_each_dialect_has_its_own_text() -> None:
    assert "`age`" in ordered(["low"], "spark")
    assert '"age"' in ordered(["low"], "postgres")
    assert "`age`" in ordered(["low"], "spark")


def test_a_macro_that_refuses_its_arguments_refuses_them_again() -> None:
    for _ in range(2):
        with pytest.raises(QueryFailedError, match="refuses its arguments"):
            render("anonymize", relation="people", pivots=["age"], threshold=4, blocks=[["sex"], ["sex"]])


def test_a_text_that_one_declaration_may_send_another_may_not() -> None:
    query = Query("class_sizes", {}, "select 1 from people as p, salaries as s")
    for _ in range(2):
        guard(query, "duckdb", ["people", "salaries"])
        with pytest.raises(QueryFailedError, match="not declared"):
            guard(query, "duckdb", ["people"])
