"""Conditions that are met once in a long while: each test says what a release would pass without its condition."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk import binding, forgetting, measuring, unseen
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import Declaration, Release
from sqlrisk.declaration_rules import problems
from sqlrisk.engines import connect
from sqlrisk.estimators.histograms import Histogram
from sqlrisk.estimators.layers import population_risk
from sqlrisk.estimators.risks import MOST_K
from sqlrisk.evidence.class_sizes import ClassSizes, SizeCount
from sqlrisk.findings import remarks
from sqlrisk.measures import measures
from sqlrisk.planning import PUBLISHED, Bound, Key
from sqlrisk.planning.forgotten import Other
from sqlrisk.report import Measurement, ReleaseReport

TODAY = date(2026, 11, 30)
K = {"measure": "k", "at_least": 2, "source": "test", "reason": "test"}


def declared(columns: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A declaration of the frame `people`."""
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    return {"version": 1, "releases": [{"name": "people", "relation": "people", "columns": columns, "thresholds": [K], **dates, **more}]}


def checked(rows: dict[str, list[Any]], columns: dict[str, Any], **more: Any) -> ReleaseReport:
    (found,) = sqlrisk.check(declared(columns, **more), frames={"people": pd.DataFrame(rows)}, today=TODAY).releases
    return found


def bound(rows: dict[str, list[Any]], columns: dict[str, Any], **more: Any) -> Bound:
    release = Declaration.model_validate(declared(columns, **more)).releases[0]
    engine = connect(None, Path(), ["people"], {"people": pd.DataFrame(rows)})
    try:
        return binding.bound_release(release, engine)
    finally:
        engine.close()


def sizes_of(histogram: dict[int, int]) -> ClassSizes:
    return ClassSizes(tuple(SizeCount(size, classes, size * classes, 0.0) for size, classes in histogram.items()))


AT_LEAST = {
    *("k", "k_map", "entity_k", "composition_k", "pivot_group_min", "delta_presence_min"),
    *("distinct_l", "entropy_l", "entropy_bits", "suppressed_entropy_bits"),
}
WHOLE = {
    *("entity_k", "population_unique_rows", "journalist_max", "journalist_mean", "k_map", "rows_below_k_map", "correct_match_probability"),
    *("linkage_unique_match_rows", "individual_risk_max", "individual_risk_mean", "household_risk_max", "delta_presence_min", "delta_presence_max"),
    *("composition_k", "composition_unique_rows", "composition_single_value_people", "pivot_group_min", "residue_rows", "pivot_lost_share"),
    *("unprotected_block_groups", "relink_probability_max", "block_multisets_changed", "block_links_kept", "query_error", "suppressed_query_error"),
    "forgotten_column_uniques",
}
SAMPLED = {"population_unique_rows", "journalist_max", "journalist_mean", "k_map", "rows_below_k_map", "correct_match_probability"}
UNJUDGED = {"classes", "journalist_max_naive", *(f"population_unique_rows_{way}" for way in ("naive", "poisson", "poisson_gamma"))}
STRICT = {"recursive_c", "delta_disclosure"}


def refused(measure: str, **more: Any) -> list[str]:
    """What is wrong with a limit on a measure, of a release that declares nothing of its population."""
    limit = {"measure": measure, measures()[measure].protects: measures()[measure].highest or 1, **more}
    columns = {"age": {"role": "quasi_identifier"}, "sex": {"role": "quasi_identifier"}, "ill": {"role": "sensitive", "null_means": "value"}}
    whole = declared(columns, thresholds=[K, limit], groups=["sex"], waived={"ill": "test"})
    return [what for path, what, _ in problems(Declaration.model_validate(whole), TODAY) if path[2:4] == ("thresholds", 1)]


@pytest.mark.parametrize("name", measures())
def test_a_limit_is_refused_where_its_measure_would_answer_another_question(name: str) -> None:
    """A limit the wrong way round would pass what is worst; one on a group, or on people of whom the rows are no sample, would be about others."""
    known = measures()[name]
    assert known.protects == ("at_least" if name in AT_LEAST else "at_most")
    assert (name in WHOLE or name in UNJUDGED) or known.per_group
    assert (f"{name} speaks of the whole release, not of a group" in refused(name, group="each")) == (not known.per_group)
    assert (name in SAMPLED) == any("nothing says that the release is a random sample" in what for what in refused(name))
    assert (name in UNJUDGED) == (f"{name} is reported, never judged" in refused(name))
    assert (name in STRICT) == known.strict


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_a_measure_of_the_whole_release_takes_no_group(name: str) -> None:
    assert not measures()[name].per_group


def test_the_classes_with_another_column_must_hold_the_rows_that_were_counted() -> None:
    """Else rows that came in between two statements would be left out of what a forgotten column shows."""
    other = Other("trade", "insensitive", CatalogueColumn("trade", "VARCHAR"))
    rows = [{"sqlrisk_classes": 2, "sqlrisk_rows": 9, "sqlrisk_unique_rows": 1, "sqlrisk_smallest": 1}]
    store = {Key("joined_classes", PUBLISHED, "trade"): rows}
    assert forgetting._of_column(store, other, 9).joined[0].unique_rows == 1
    for counted in (8, 10):
        with pytest.raises(sqlrisk.SqlriskError, match=f"the classes with `trade` hold 9 rows where {counted} were counted"):
            forgetting._of_column(store, other, counted)


@pytest.mark.parametrize(("name", "refused"), [("l" * 63, False), ("l" * 64, True), ("ñ" * 31, False), ("ñ" * 32, True)])
def test_a_level_whose_name_the_engine_would_cut_is_refused(name: str, refused: bool) -> None:
    """PostgreSQL keeps 63 bytes of a name: two levels that differ after them would be one column."""
    found = bound({"age": [1, 2]}, {"age": {"role": "quasi_identifier", "levels": {name: "floor(age / 5) * 5"}}})
    binding._refuse_long_names(found, None)
    if not refused:
        binding._refuse_long_names(found, 63)
        return
    with pytest.raises(sqlrisk.ConfigurationError, match="has a name of 64 bytes, and the engine keeps 63"):
        binding._refuse_long_names(found, 63)


@pytest.mark.parametrize("of", ["ill", "job"])
def test_recursive_c_is_measured_of_the_column_that_its_limit_names(of: str) -> None:
    """Of another column the limit would have no value, or that column's."""
    rows = {"age": [1] * 6, "ill": ["a", "a", "a", "a", "b", "c"], "job": ["x", "x", "y", "y", "z", "z"]}
    limit = {"measure": "recursive_c", "l": 2, "column": of, "at_most": 2.5}
    columns = {"age": {"role": "quasi_identifier"}, **{name: {"role": "sensitive", "null_means": "value"} for name in ("ill", "job")}}
    found = checked(rows, columns, thresholds=[K, limit], waived={"ill": "test", "job": "test"})
    other = {"ill": "job", "job": "ill"}[of]
    result = found.find("recursive_c", column=of, l=2)
    assert result is not None
    assert (result.value, found.find("recursive_c", column=other, l=2)) == ({"ill": 2, "job": Fraction(1, 2)}[of], None)
    assert [each.passed for each in found.thresholds] == [True, True]


@pytest.mark.parametrize(("distinct", "said"), [(89, False), (90, True), (100, True)])
def test_a_quasi_identifier_of_nearly_as_many_values_as_rows_is_called_an_identifier(distinct: int, said: bool) -> None:
    """Where there are fewer classes than that nobody counts its values: the boundary is 0.9 of the rows."""
    found = checked({"age": [min(row, distinct - 1) for row in range(100)]}, {"age": {"role": "quasi_identifier"}})
    assert any(text.startswith("the quasi-identifier `age` is an identifier") for text in found.warnings) == said


@pytest.mark.parametrize(("classes", "worth"), [(1, []), (89, []), (90, ["age"]), (100, ["age"])])
def test_values_are_counted_only_where_they_can_be_nearly_unique(classes: int, worth: list[str]) -> None:
    """A scan is saved, and no identifier is missed."""
    found = bound({"age": [1, 2]}, {"age": {"role": "quasi_identifier"}})
    assert measuring._worth_profiling(found, ["age"], sizes_of({1: classes}), 100) == worth


def sampled(limit: int | None) -> Release:
    more = [] if limit is None else [{"measure": "k_map", "at_least": limit}]
    whole = declared({"age": {"role": "quasi_identifier"}}, thresholds=[K, *more], population={"sampling_fraction": 0.1})
    return Declaration.model_validate(whole).releases[0]


@pytest.mark.parametrize(("limit", "asked"), [(None, 2), (7, 7), (MOST_K + 5, MOST_K)])
def test_rows_below_k_map_are_estimated_at_the_k_that_is_asked_for(limit: int | None, asked: int) -> None:
    """At most at the largest k that the estimators answer for."""
    sizes = {1: 30, 2: 20, 5: 4}
    found = unseen.risk(sampled(limit), sizes_of(sizes), (Fraction(Decimal("0.1")),), None)
    expected = population_risk(Histogram.of(sizes.items()), Fraction(1, 10), asked, None)
    assert found.rows_below_k_map == expected.rows_below_k_map


def test_a_broken_limit_that_the_baseline_does_not_record_is_named_beside_it(tmp_path: Path) -> None:
    """An error limit fails the release and says that no entry excuses it; of a warning nobody needs a word of the baseline."""
    (tmp_path / "baseline.yml").write_text("version: 1\nentries: []\n")
    limits = [{**K, "at_least": 3}, {"measure": "prosecutor_mean", "at_most": 0.1, "severity": "warn", "source": "test", "reason": "test"}]
    whole = declared({"age": {"role": "quasi_identifier"}}, thresholds=limits)
    frame = pd.DataFrame({"age": [1, 1, 2, 2]})
    report = sqlrisk.check(whole, frames={"people": frame}, today=TODAY, baseline=tmp_path / "baseline.yml")
    told = [text for text in report.releases[0].warnings if "baseline" in text]
    assert (report.exit_code, told) == (1, ["k 2 breaks its limit at least 3: the baseline has no entry for it"])
    assert [(each["measure"], each["outcome"]) for each in report.releases[0].hypotheses["baseline"]["limits"]] == [("k", "not recorded")]


def test_no_kernel_merges_rows_that_it_has_set_together() -> None:
    """`union` without `all` would make one row of two equal counts; it is not to be met in any kernel."""
    root = Path(sqlrisk.__file__).parent.parent / "macros"
    files = [
        file for file in root.rglob("*.sql") if re.search(r"\bunion\b(?!\s+all)", re.sub(r"\{#.*?#\}", "", file.read_text(encoding="utf-8"), flags=re.DOTALL))
    ]
    assert files == []


def test_what_releases_show_together_is_said_of_what_is_published_alone() -> None:
    """A rung that nobody publishes would else be told as if it were."""
    found = bound({"age": [1, 2]}, {"age": {"role": "quasi_identifier"}})
    figures = [
        Measurement("composition_k", rung, None, None, None, "measured", "why", value, None, None, "people") for rung, value in ((PUBLISHED, 3), ("x", 9))
    ]
    assert [each.text for each in remarks._composed(found, figures) if each.id == "composition"] == ["together with , composition_k 3: why"]
