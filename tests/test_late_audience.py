"""What the public could still work out of figures of few rows: queries, single classes, matches, one over a hidden k."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.audience import for_audience
from sqlrisk.report import Measurement, ReleaseReport
from tests.helpers import DECLARATION, values

TODAY = date(2026, 11, 30)


def public(cells: dict[str, list[Any]], **keys: Any) -> ReleaseReport:
    """The public report of a table."""
    document = values(DECLARATION.replace("profile: test\n", ""))
    (release,) = document["releases"]
    release.update({"publish": {}} | keys)
    report = sqlrisk.check(document, frames={"altas": pd.DataFrame(cells)}, today=TODAY)
    return for_audience(report, "public").releases[0]


def shown(release: ReleaseReport, measure: str, column: str | None = None) -> tuple[Any, Any, Any]:
    """Value and ends of a measure."""
    found = release.find(measure, column=column)
    assert isinstance(found, Measurement)
    return found.value, found.low, found.high


@pytest.mark.parametrize(("asked", "ages"), [({"count": True}, [10] * 3), ({"sum_of": "uno"}, [10] * 3)])
def test_the_error_of_a_count_tells_no_suppressed_rows(asked: dict[str, Any], ages: list[int]) -> None:
    rows = 80 + len(ages)
    release = public(
        {"edad": [5] * 40 + [15] * 40 + ages, "sexo": ["F"] * rows, "diagnostico": ["a", "b"] * 41 + ["a"], "uno": [1] * rows},
        suppress_below=4,
        columns={**values()["releases"][0]["columns"], "uno": {"role": "insensitive"}},
        utility=[{"name": "n", "group_by": ["sexo"], **asked}],
    )
    assert shown(release, "query_error") == (None, 0.0, 10)


def test_one_over_k_does_not_tell_how_few_classes_there_are() -> None:
    release = public({"edad": [5] * 40 + [15] * 40, "sexo": ["F"] * 80, "diagnostico": ["a", "b"] * 40})
    assert shown(release, "k") == (None, 2, 90)
    assert shown(release, "journalist_max_naive") == (None, 0.0, 1.0)


def test_a_share_of_a_small_class_is_not_told() -> None:
    small = public({"edad": [5 * (row // 7) for row in range(210)], "sexo": ["F"] * 210, "diagnostico": list("aaabbcd") * 30})
    assert shown(small, "max_posterior", "diagnostico") == (None, 0.0, 1.0)
    assert shown(small, "entropy_l", "diagnostico")[0] is None
    large = public({"edad": [5] * 100 + [10] * 110, "sexo": ["F"] * 210, "diagnostico": list("aaabbcd") * 30})
    assert shown(large, "max_posterior", "diagnostico")[0] == pytest.approx(0.43, abs=0.02)


@pytest.mark.parametrize(("singles", "told"), [(3, False), (30, True)])
def test_the_chance_of_a_right_match_tells_no_few_rows(singles: int, told: bool) -> None:
    ages = [*range(singles), *[1000 + row // 2 for row in range(2 * 20)]]
    release = public(
        {"edad": ages, "sexo": ["F"] * len(ages), "diagnostico": ["a"] * len(ages)},
        population={"size": 10 * len(ages), "random_sample": True, "evidence": "test"},
    )
    value, low, high = shown(release, "correct_match_probability")
    assert (value is not None) is told
    assert told or (low, high) == (0.0, 1.0)
