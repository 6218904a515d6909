"""The gate: a declaration that lint accepts has a limit that can fail it (V3.4)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from sqlrisk.api import load
from sqlrisk.errors import DeclarationError
from sqlrisk.gate_rules import judges
from tests.helpers import values

TODAY = date(2026, 11, 30)
K5 = {"measure": "k", "at_least": 5}
MEAN = {"measure": "prosecutor_mean", "at_most": 0.05}
PRESENCE = {"measure": "delta_presence_max", "at_most": 0.5}


def problems(limits: list[dict[str, Any]], **more: Any) -> list[str]:
    declared = values()
    declared["releases"][0] |= {"thresholds": limits, **more}
    try:
        load(declared, today=TODAY)
    except DeclarationError as error:
        return [str(problem) for problem in error.problems]
    return []


GROUPS: dict[str, Any] = {"groups": ["sexo", {"minors": "edad < 18"}]}
AGREEMENT = {"adversary": {"access": "agreement"}}
MEMBERS: dict[str, Any] = {"membership_sensitive": True, "population": {"relation": "padron"}}
BIND_NOTHING: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str]] = {
    "no limit": ([], {}, "declare at least one limit of severity error on k or prosecutor_*"),
    "k at least 1": ([{"measure": "k", "at_least": 1}], {}, "k at_least 1 holds for every table"),
    "prosecutor_max at most 1": ([{"measure": "prosecutor_max", "at_most": 1}], {}, "prosecutor_max at_most 1 holds for every table"),
    "prosecutor_mean at most 1": ([{"measure": "prosecutor_mean", "at_most": 1}], AGREEMENT, "prosecutor_mean at_most 1 holds for every table"),
    "a group alone": ([{**K5, "group": "minors"}], GROUPS, "the limit on k is for a group alone"),
    "each group": ([{**K5, "group": "each"}], GROUPS, "the limit on k is for a group alone"),
    "a warning": ([{**K5, "severity": "warn"}], {}, "the limit on k is of severity warn"),
    "another measure": ([{"measure": "unique_rows", "at_most": 0}], {}, "on k or prosecutor_*"),
    "an average, access open": ([MEAN], {"adversary": {"access": "open"}}, "the only limits are on an average"),
    "an average, access not declared": ([MEAN], {}, "the only limits are on an average"),
    "an average beside a limit that holds for every table": ([MEAN, {"measure": "k", "at_least": 1}], {}, "the only limits are on an average"),
    "an average beside a warning": ([MEAN, {**K5, "severity": "warn"}], {}, "the only limits are on an average"),
    "membership without a limit": ([K5], MEMBERS, "declare at least one limit of severity error on delta_presence_max"),
    "membership with the least presence": ([K5, {"measure": "delta_presence_min", "at_least": 0.5}], MEMBERS, "on delta_presence_max"),
    "membership at most 1": ([K5, {**PRESENCE, "at_most": 1}], MEMBERS, "delta_presence_max at_most 1 holds for every table"),
    "membership as a warning": ([K5, {**PRESENCE, "severity": "warn"}], MEMBERS, "the limit on delta_presence_max is of severity warn"),
}


@pytest.mark.parametrize("case", BIND_NOTHING)
def test_limits_that_bind_nothing_are_refused_with_the_line_to_write(case: str) -> None:
    limits, more, said = BIND_NOTHING[case]
    found = problems(limits, **more)
    assert len(found) == 1
    assert said in found[0]
    assert "{measure: " in found[0].splitlines()[-1]


BIND: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "k": ([K5], {}),
    "k at least 2": ([{"measure": "k", "at_least": 2}], {}),
    "prosecutor_max": ([{"measure": "prosecutor_max", "at_most": 0.999}], {}),
    "an average with another access": ([MEAN], AGREEMENT),
    "an average beside k": ([MEAN, K5], {}),
    "k at least 1 beside k at least 5": ([{"measure": "k", "at_least": 1}, K5], {}),
    "a group beside the release": ([K5, {**K5, "group": "each"}], GROUPS),
    "membership": ([K5, PRESENCE], MEMBERS),
    "membership, both ends": ([K5, PRESENCE, {"measure": "delta_presence_min", "at_least": 0.5}], MEMBERS),
}


@pytest.mark.parametrize("case", BIND)
def test_limits_that_bind_are_accepted(case: str) -> None:
    limits, more = BIND[case]
    assert problems(limits, **more) == []


@pytest.mark.parametrize("limit", [{"measure": "delta_presence_max", "at_least": 0.5}, {"measure": "delta_presence_maxx", "at_most": 0.5}], ids=str)
def test_a_limit_that_is_written_wrongly_binds_nothing(limit: dict[str, Any]) -> None:
    assert f": the limit on {limit['measure']} is not one\n" in "\n".join(problems([K5, limit], **MEMBERS))


SALARY: dict[str, Any] = {"salario": {"role": "sensitive", "harm": {"level": "high"}, "null_means": "not_recorded"}}
POSTERIOR = {"measure": "max_posterior", "at_most": 0.9}
BLANK = {"measure": "classes_without_sensitive_value", "at_most": 0}
MARKETER = {"measure": "marketer", "at_most": 0.2}
JUDGED: dict[str, tuple[dict[str, Any], list[dict[str, Any]], set[str]]] = {
    "nothing": ({}, [K5], set()),
    "the only one, not named": ({}, [K5, POSTERIOR], {"diagnostico"}),
    "the only one, named": ({}, [K5, {**POSTERIOR, "column": "diagnostico"}], {"diagnostico"}),
    "the first of two": (SALARY, [K5, {**POSTERIOR, "column": "diagnostico"}], {"diagnostico"}),
    "the second of two": (SALARY, [K5, {**POSTERIOR, "column": "salario"}], {"salario"}),
    "both": (SALARY, [K5, {**POSTERIOR, "column": "salario"}, {**POSTERIOR, "column": "diagnostico"}], {"diagnostico", "salario"}),
    "a warning": ({}, [K5, {**POSTERIOR, "severity": "warn"}], set()),
    "a limit that holds for every table": ({}, [K5, {**POSTERIOR, "at_most": 1}], set()),
    "what says nothing of values": ({}, [K5, BLANK], set()),
    "what says nothing of values beside one that does": ({}, [K5, BLANK, POSTERIOR], {"diagnostico"}),
    "another name of a measure of the whole release": ({}, [K5, MARKETER], set()),
}


@pytest.mark.parametrize("case", JUDGED)
def test_a_limit_judges_what_is_disclosed_of_its_own_column(case: str) -> None:
    columns, limits, judged = JUDGED[case]
    declared = values()
    release = declared["releases"][0]
    release["columns"] |= columns
    release |= {"thresholds": [{"source": "test", "reason": "test", **limit} for limit in limits]}
    release |= {"population": {"size": 100, "random_sample": True, "evidence": "drawn by lot"}}
    (loaded,) = load(declared, today=TODAY).declaration.releases
    assert {column for column in loaded.with_role("sensitive") if judges(loaded, column)} == judged
