"""What a plain run leaves out of the cases of a test."""

from __future__ import annotations

import pytest

from tests.few import spread


@pytest.mark.parametrize("cases", range(1, 40))
@pytest.mark.parametrize("number", [1, 2, 3, 7, 39])
def test_as_many_as_asked_each_once_and_every_case_in_some_place(cases: int, number: int) -> None:
    places = [spread(range(cases), number, place) for place in range(cases)]
    assert {len(set(kept)) for kept in places} == {min(cases, number)}
    assert {case for kept in places for case in kept} == set(range(cases))
