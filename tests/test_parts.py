"""The parts of a declaration: every key belongs to one, and what changed is derived from that."""

from __future__ import annotations

import ast
import functools
import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

import sqlrisk
from sqlrisk.declaration import Column, Declaration, Release, Threshold
from sqlrisk.drift.moved import drift
from sqlrisk.history import Past, changes, past_of
from sqlrisk.hypotheses import hypotheses
from sqlrisk.parts import FREE, Declared, Inner, OfLimits, Part
from sqlrisk.preregistration import changed_keys, parts_of, record
from sqlrisk.report import ReleaseReport, Report, ThresholdResult
from sqlrisk.stored import _Hypotheses
from tests.helpers import DECLARATION, values
from tests.mutated_declarations import SCHEMA, mutations


def release(old: str = "", new: str = "") -> Release:
    """The release of the tests, with a part of its text otherwise."""
    assert old in DECLARATION
    return Declaration.model_validate(values(DECLARATION.replace(old, new) if old else DECLARATION)).releases[0]


def test_a_key_without_a_part_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Forgotten\.key_of_tomorrow must belong to one part"):

        class Forgotten(Declared):
            key_of_tomorrow: str = Field(default="")


def test_a_key_of_two_parts_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Torn\.both must belong to one part"):

        class Torn(Declared):
            both: OfLimits[Annotated[str, Part.PROSE]] = ""


def test_the_keys_of_a_mapping_can_belong_elsewhere_than_its_values() -> None:
    found = parts_of(release())
    assert found[Part.LIMITS]["waived.diagnostico"] is True
    assert found[Part.PROSE]["waived.diagnostico"] == "not judged in this test"


def test_a_default_that_is_written_is_no_change() -> None:
    one, other = record(release()), record(release("reason: test}", "reason: test, severity: error}"))
    assert one == other


def test_the_order_of_limits_is_no_change() -> None:
    both = "- {measure: k, at_least: 2}\n      - {measure: prosecutor_mean, at_most: 0.5}"
    turned = "- {measure: prosecutor_mean, at_most: 0.5}\n      - {measure: k, at_least: 2}"
    one, other = (record(release("- {measure: k, at_least: 2, source: test, reason: test}", text)) for text in (both, turned))
    assert list(changed_keys(one, other) or ()) == []


def test_names_with_dots_never_read_as_two_keys() -> None:
    one = record(release("sexo: {role: quasi_identifier}", '"sexo.levels": {role: quasi_identifier, levels: {x: sexo}}'))
    assert one["published"]['columns."sexo.levels".role'] == "quasi_identifier"
    assert one["ladder"]['columns."sexo.levels".levels.x'] == "sexo"


@pytest.mark.parametrize("parts", [None, 1, 3])
def test_another_division_into_parts_is_not_comparable(parts: int | None) -> None:
    own = record(release())
    assert changed_keys({**own, "parts": parts}, own) is None
    assert changed_keys(own, {**own, "parts": parts}) is None


FREE_KEYS = {
    *("name", "relation", "relation.file", "published_as", "published_as.file", "protected_by.source", "protected_by.source.file"),
    *("decided_on", "valid_until", "review_when", "description", "decision", "decision.alternatives", "decision.reason", "decision.by"),
    *("columns.reason", "columns.harm.if_reidentified", "other_columns.reason", "population.description", "population.evidence"),
    *("thresholds.source", "thresholds.reason", "threshold_profile.reason", "waived", "accepted.reason"),
}
"""The only keys whose values may change unnoticed. One more is a decision: no figure and no verdict may depend on it."""


@pytest.mark.parametrize("branch", [0, 1])
def test_a_change_of_any_key_is_reported_exactly_where_it_may_not_change(branch: int) -> None:
    full, mutated = mutations(branch)
    for mutation in mutated:
        free = mutation.parts <= FREE
        assert mutation.key in FREE_KEYS or not free, f"{mutation.key} may change unnoticed: is that meant?"
        assert (said(full, mutation.values), compared(full, mutation.values)) == (not free, not free), mutation
    assert len({mutation.key for mutation in mutated}) > 60


def test_every_class_of_the_declaration_is_mutated() -> None:
    keys = {mutation.key.rpartition(".")[2] for branch in (0, 1) for mutation in mutations(branch)[1]}
    models = [Release, *(each for each in Declared.__subclasses__() if each.__name__ in SCHEMA["$defs"])]
    assert {name for model in models for name, known in model.model_fields.items() if not _only_holds(known.metadata)} <= keys


def test_the_level_of_a_rung_is_part_of_the_ladder() -> None:
    one, other = ({**mutations(0)[0], "ladder": [{"name": "x", "edad": level}]} for level in ("edad5", "edad10"))
    assert (said(one, other), compared(one, other)) == (True, True)


def _only_holds(marks: list[object]) -> bool:
    return Inner in marks


def said(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a check that goes on from the results of another declaration says that it changed."""
    pasts = [replace(_past(json.dumps(each)), generated_on=date(2026, 1, day)) for day, each in enumerate((before, after), 1)]
    return bool(list(changes(pasts, date(2026, 12, 1))))


def compared(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a comparison of the results of two declarations says that hypotheses or limits changed."""
    reports = [Report((_report(json.dumps(each)),), 0, date(2026, 1, 1), {}) for each in (before, after)]
    (found,) = drift(*reports).releases
    return bool(found.hypotheses or found.limits)


@functools.lru_cache(maxsize=2)
def _past(declared: str) -> Past:
    return past_of(Release.model_validate(json.loads(declared)), "", date.min)


@functools.lru_cache(maxsize=2)
def _report(declared: str) -> ReleaseReport:
    results = tuple(
        ThresholdResult(each.measure, each.column, each.group, each.l, {each.direction: float(each.limit)}, 1, True, each.severity, None, None)
        for each in _past(declared).limits
    )
    return ReleaseReport(
        name="x", relation="x", dialect="duckdb", status="measured", verdict="publishable", expired=False,
        valid_until=date.max, hypotheses={"declaration": record(Release.model_validate(json.loads(declared)))}, thresholds=results,
    )  # fmt: skip


def test_every_hypothesis_of_results_is_read_back_as_what_it_is() -> None:
    written = set(hypotheses(release("    publish:", "    threshold_profile: {name: sector_k5, reason: x}\n    publish:"), [], None, None))
    added = {"history", "declared_in", "baseline", "audience", "class_sizes_sql"}
    assert written | added == set(_Hypotheses.model_fields)


UNREAD_BY_DBT = {
    "release": {
        *("relation", "published_as", "publish", "ladder", "where", "suppress_below", "suppress", "suppressed_marker"),
        *("membership_sensitive", "protected_by", "threshold_profile", "accepted"),
    },
    "column": {"levels", "hierarchy", "linkable", "of"},
    "threshold": {"group", "l"},
}
"""The keys that the dbt test `release` refuses: it cannot judge a release that has them."""


@pytest.mark.parametrize(
    ("model", "kind", "variable"), [(Release, "release", "read"), (Column, "column", "of_column"), (Threshold, "threshold", "of_threshold")]
)
def test_the_dbt_test_reads_or_refuses_every_key(model: type[Declared], kind: str, variable: str) -> None:
    macro = (Path(sqlrisk.__file__).parent.parent / "macros/tests/declared_release.sql").read_text(encoding="utf-8")
    (listed,) = re.findall(rf"set {variable} = (\[[^\]]*\])", macro)
    assert set(ast.literal_eval(listed)) == set(model.model_fields) - UNREAD_BY_DBT[kind]
