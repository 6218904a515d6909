"""Whatever lint accepts can fail: for each random declaration that is accepted, a table whose check fails. More: -m slow."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.api import load
from sqlrisk.errors import DeclarationError

TODAY = date(2026, 11, 30)
LIMITS: list[dict[str, Any]] = [
    *({"measure": "k", "at_least": number} for number in (1, 2, 5)),
    *({"measure": "prosecutor_max", "at_most": number} for number in (0.2, 0.999, 1)),
    *({"measure": "prosecutor_mean", "at_most": number} for number in (0.05, 0.999, 1)),
    {"measure": "unique_rows", "at_most": 0.5},
    {"measure": "rows_below_k", "at_most": 1},
    {"measure": "distinct_l", "at_least": 1},
    {"measure": "distinct_l", "at_least": 2},
    {"measure": "max_posterior", "at_most": 1},
    {"measure": "t_closeness", "at_most": 0.3},
    {"measure": "delta_presence_max", "at_most": 1},
    {"measure": "delta_presence_min", "at_least": 0},
]
COUNTS = [15, pytest.param(1000, marks=pytest.mark.slow)]


def declaration(chance: random.Random) -> dict[str, Any]:
    """A random declaration; many are refused."""
    columns: dict[str, Any] = {
        "edad": {"role": "quasi_identifier", "levels": {"edad5": "floor(edad / 5) * 5"}},
        "sexo": {"role": "quasi_identifier"},
        "diagnostico": {"role": "sensitive", "harm": {"level": "high"}, "null_means": chance.choice(["value", "not_recorded"])},
    }
    limits = [{**limit, "source": "s", "reason": "r"} for limit in chance.sample(LIMITS, chance.randint(1, 3))]
    for limit in limits:
        if chance.random() < 0.2:
            limit["severity"] = "warn"
        if chance.random() < 0.15 and not limit["measure"].startswith("delta"):
            limit["group"] = chance.choice(["each", "minors"])
    found: dict[str, Any] = {"name": "a", "relation": "a", "columns": columns, "thresholds": limits, "groups": ["sexo", {"minors": "edad < 18"}]}
    options: dict[str, list[Any]] = {
        "publish": [{"edad": "edad5"}, {"edad": "dropped"}, {"sexo": "dropped"}],
        "where": ["edad >= 18", "sexo is not null"],
        "suppress_below": [2, 5, 50],
        "suppressed_marker": ["*"],
        "adversary": [{"access": "open"}, {"access": "agreement"}, {"access": "internal", "target_in_table": False}],
        "waived": [{"diagnostico": "why"}],
        "population": [{"size": 1000}, {"sampling_fraction": 0.5, "random_sample": True, "evidence": "drawn by lot"}],
    }
    found |= {key: chance.choice(values) for key, values in options.items() if chance.random() < 0.4}
    return {"version": 1, "releases": [{**found, "decided_on": "2026-11-01", "valid_until": "2027-11-01"}]}


def everybody_alone() -> pd.DataFrame:
    """Rows that are unique at every level, which every filter keeps, and whose secret is one and the same."""
    return pd.DataFrame({"edad": [20 + 5 * place for place in range(12)], "sexo": [f"s{place}" for place in range(12)], "diagnostico": ["flu"] * 12})


@pytest.mark.parametrize("count", COUNTS)
def test_what_lint_accepts_can_fail(count: int) -> None:
    chance, accepted = random.Random(13), 0
    while accepted < count:
        declared = declaration(chance)
        try:
            load(declared, today=TODAY)
        except DeclarationError:
            continue
        accepted += 1
        report = sqlrisk.check(declared, frames={"a": everybody_alone()}, today=TODAY)
        assert report.exit_code != 0, declared
        assert report.releases[0].verdict != "publishable", declared
