"""Findings about limits: what none judges (V3.3), a suppression that leaves nothing, and what limits that hold do not see (V3.6)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.planning import BEFORE_SUPPRESSION
from sqlrisk.report import Report
from sqlrisk.reports import render
from tests.helpers import DECLARATION, values

TODAY = date(2026, 11, 30)
FLU = [(30, "F", "flu"), (31, "F", "asthma"), (40, "M", "flu"), (41, "M", "asthma")]
JUDGE = {"measure": "max_posterior", "at_most": 0.9, "source": "test", "reason": "test"}
DISTINCT = {"measure": "distinct_l", "at_least": 2, "source": "test", "reason": "test"}
K = {"measure": "k", "at_least": 2, "source": "test", "reason": "test"}


def checked(rows: Any = FLU, limits: Any = (K,), columns: Any = None, **more: Any) -> Report:
    declared = values(DECLARATION)
    release = declared["releases"][0]
    release |= {"waived": {}, "thresholds": list(limits), **more}
    release["columns"] |= columns or {}
    frame = pd.DataFrame(rows, columns=["edad", "sexo", "diagnostico"]) if isinstance(rows, list) else rows
    return sqlrisk.check({**declared, "profile": None}, frames={"altas": frame}, today=TODAY)


def ids(report: Report, severity: str = "error") -> set[str]:
    return {each.id for each in report.releases[0].findings if each.severity == severity}


UNJUDGED: dict[str, tuple[list[dict[str, Any]], dict[str, Any], bool]] = {
    "neither limit nor waiver": ([K], {}, True),
    "a limit": ([K, JUDGE], {}, False),
    "a waiver": ([K], {"waived": {"diagnostico": "not judged in this test"}}, False),
    "a warning": ([K, {**JUDGE, "severity": "warn"}], {}, True),
    "a limit at the end of its range": ([K, {**JUDGE, "at_most": 1}], {}, True),
    "distinct_l at least 1": ([K, {**DISTINCT, "at_least": 1}], {}, True),
    "a limit for a group alone": ([K, {**JUDGE, "group": "sexo"}], {"groups": ["sexo"]}, True),
    "blank classes alone": ([K, {"measure": "classes_without_sensitive_value", "at_most": 0, "source": "t", "reason": "t"}], {}, True),
}


@pytest.mark.parametrize("case", UNJUDGED)
def test_a_sensitive_column_is_judged_or_waived(case: str) -> None:
    limits, more, fails = UNJUDGED[case]
    report = checked(limits=limits, **more)
    assert (report.exit_code, "unjudged-sensitive" in ids(report)) == (int(fails), fails)
    assert report.releases[0].verdict == ("not_publishable" if fails else "publishable")
    if fails:
        text = next(each.text for each in report.releases[0].findings if each.id == "unjudged-sensitive")
        assert "waived: {diagnostico: why not}" in text


def test_an_unjudged_column_can_be_accepted_until_a_day() -> None:
    accepted = [{"finding": "unjudged-sensitive", "column": "diagnostico", "reason": "reviewed by hand", "until": "2027-01-31"}]
    assert checked(accepted=accepted).exit_code == 0


@pytest.mark.parametrize("limits", [[K], [K, {"measure": "prosecutor_mean", "at_most": 0.3, "source": "t", "reason": "t"}], [K, JUDGE]])
def test_a_suppression_that_leaves_no_row_is_not_publishable(limits: list[dict[str, Any]]) -> None:
    report = checked(limits=limits, suppress_below=3)
    assert (report.exit_code, report.releases[0].verdict, ids(report), report.releases[0].rows) == (1, "not_publishable", {"nothing-published"}, 0)
    text = report.releases[0].findings[0].text
    assert text == "suppression leaves none of the 4 rows: publish coarser levels, or fewer columns, for instance publish: {sexo: dropped}"
    finer = checked(limits=limits, suppress_below=3, publish={})
    assert "publish: {edad: edad5}" in finer.releases[0].findings[0].text


def test_nothing_published_cannot_be_accepted() -> None:
    with pytest.raises(sqlrisk.ConfigurationError):
        checked(suppress_below=3, accepted=[{"finding": "nothing-published", "reason": "r", "until": "2027-01-31"}])


def test_a_marker_that_leaves_values_published_is_a_warning() -> None:
    """V3.6: the row (103, '*') leaves every count while its age is published."""
    rows = [*FLU, (103, "*", "flu")]
    report = checked(rows, [K, JUDGE], suppressed_marker="*")
    assert (report.exit_code, "partial-marker" in ids(report, "warning")) == (0, True)
    assert "1 row that the marker leaves out of every count is still published with `edad`" in " ".join(report.releases[0].warnings)
    assert "partial-marker" not in ids(checked(limits=[K, JUDGE], suppressed_marker="*"), "warning")
    dropped = checked(rows, [K, JUDGE], suppressed_marker="*", publish={"edad": "dropped"})
    assert "partial-marker" not in ids(dropped, "warning")


def test_distinct_l_does_not_see_how_rare_the_other_values_are() -> None:
    rows = [(30, "F", "flu")] * 99 + [(30, "F", "asthma")] + [(40, "M", value) for value in ("flu", "asthma") * 50]
    report = checked(rows, [K, DISTINCT])
    assert (report.exit_code, "rare-value-l" in ids(report, "warning")) == (0, True)
    assert "distinct_l of `diagnostico` is 2, and one value has 99.0% of the rows of a class" in " ".join(report.releases[0].warnings)
    assert "rare-value-l" not in ids(checked(rows, [K, DISTINCT, {**JUDGE, "at_most": 0.995}]), "warning")
    assert "rare-value-l" not in ids(checked(limits=[K, DISTINCT]), "warning")


def test_a_broken_distinct_l_says_itself_that_a_value_dominates() -> None:
    report = checked([(30, "F", "flu")] * 3 + FLU[2:], [K, DISTINCT])
    assert (report.exit_code, "rare-value-l" in ids(report, "warning")) == (1, False)


def test_a_nearly_unique_sensitive_column_makes_l_vacuous() -> None:
    rows = [(30 + 10 * (place % 2), "F", f"case {place}") for place in range(40)]
    report = checked(rows, [K, DISTINCT])
    assert (report.exit_code, "vacuous-l" in ids(report, "warning")) == (0, True)
    assert "vacuous-l" not in ids(checked(limits=[K, DISTINCT]), "warning")


def test_a_limit_that_sees_how_near_values_are_judges_a_nearly_unique_column() -> None:
    """Salaries of 1,470 employees: 1,349 values, whose order is what a limit can judge."""
    rows = [(30 + 10 * (place % 2), "F", 1000 + place) for place in range(40)]
    near = {"measure": "t_closeness_ordered", "at_most": 0.2, "source": "t", "reason": "t"}
    columns = {"diagnostico": {"role": "sensitive", "order": "natural", "harm": {"level": "high"}}}
    assert "vacuous-l" in ids(checked(rows, [K, DISTINCT], columns), "warning")
    report = checked(rows, [K, DISTINCT, near], columns)
    assert (report.exit_code, "vacuous-l" in ids(report, "warning")) == (0, False)


def test_limits_on_an_average_alone_show_the_riskiest_row() -> None:
    mean = {"measure": "prosecutor_mean", "at_most": 0.6, "source": "t", "reason": "t"}
    report = checked([*FLU, (50, "F", "flu")], [mean, JUDGE], adversary={"access": "agreement"}, waived={"diagnostico": "t"})
    assert "average-limit" in ids(report, "warning")
    assert "prosecutor_max, the risk of the riskiest row, is 1" in " ".join(report.releases[0].warnings)
    assert "average-limit" not in ids(checked(limits=[mean, K], waived={"diagnostico": "t"}), "warning")


def test_figures_from_before_suppression_stand_apart_and_are_not_judged() -> None:
    """V3.8: 6 x a, b, c with suppress_below 5 and f 0.5: nothing that is published is unique."""
    match = {"measure": "correct_match_probability", "at_most": 0.5, "source": "t", "reason": "t"}
    population = {"size": 16, "random_sample": True, "evidence": "drawn by lot"}
    more = {"suppress_below": 5, "population": population, "waived": {"diagnostico": "t"}, "publish": {}}
    rows = [(30, "F", "flu")] * 6 + [(40, "F", "flu"), (50, "F", "flu")]
    report = checked(rows, [K, match], **more)
    release = report.releases[0]
    names = ("population_unique_rows_naive", "population_unique_rows_poisson", "population_unique_rows_poisson_gamma")
    published = {found.measure: found.value for found in release.measures if found.rung == "published"}
    before = {found.measure: found.value for found in release.measures if found.rung == BEFORE_SUPPRESSION}
    assert (report.exit_code, release.rows, published["unique_rows"], published["correct_match_probability"]) == (0, 6, 0, 0)
    assert set(names).isdisjoint(published)
    assert set(before) == {*names, "correct_match_probability"}
    assert (before["population_unique_rows_naive"], before["correct_match_probability"]) == (0.25, 1)
    for format in ("human", "markdown", "html"):
        assert "Before suppression, not judged" in " ".join(render(report, format).split())


def test_without_suppression_nothing_stands_apart() -> None:
    release = checked(limits=[K, JUDGE], suppress_below=2).releases[0]
    assert BEFORE_SUPPRESSION not in release.rungs()
    assert release.find("population_unique_rows_naive") is not None


def sampled(weights: list[float], homes: list[int] | None = None, **more: Any) -> Report:
    frame = pd.DataFrame(FLU * 5, columns=["edad", "sexo", "diagnostico"])
    frame["peso"], frame["hogar"] = (weights * 20)[:20], (homes or list(range(20)))[:20]
    population = {"size": 200, "random_sample": True, "evidence": "drawn by lot", **more}
    columns = {"peso": {"role": "weight"}, "hogar": {"role": "cluster"}}
    return checked(frame, [K, JUDGE], columns, population={key: value for key, value in population.items() if value is not None})


SAMPLES: dict[str, tuple[list[float], dict[str, Any], bool]] = {
    "equal weights that sum to the population": ([10.0], {}, False),
    "a sum 4 % off": ([10.4], {}, False),
    "a sum 6 % off": ([10.6], {}, True),
    "a sum of half": ([5.0], {}, True),
    "weights that vary": ([2.0, 18.0], {}, True),
    "weights that vary, no random sample": ([2.0, 18.0], {"random_sample": False, "evidence": None}, False),
    "a sum within a range of f": ([10.0], {"size": None, "sampling_fraction": [0.05, 0.2]}, False),
    "a sum beyond a range of f": ([50.0], {"size": None, "sampling_fraction": [0.05, 0.2]}, True),
}


@pytest.mark.parametrize("case", SAMPLES)
def test_weights_that_contradict_a_random_sample_fail_it(case: str) -> None:
    """statistics2.md, fault C: random_sample: true was believed against weights from 2 to 20, and a sum unlike n / f."""
    weights, more, contradicted = SAMPLES[case]
    report = sampled(weights, **more)
    assert (report.exit_code, "contradicted-sample" in ids(report)) == (int(contradicted), contradicted)


def test_rows_of_one_household_are_said_beside_a_random_sample() -> None:
    assert "clustered-sample" in ids(sampled([10.0], homes=[place // 2 for place in range(20)]), "warning")
    assert "clustered-sample" not in ids(sampled([10.0]), "warning")


FIVE = [*FLU, (50, "F", "flu")]
ALONE = [(30 + place, "F", "flu" if place % 2 else "asthma") for place in range(40)]
LOOSE = {"measure": "prosecutor_max", "at_most": 0.999, "source": "test", "reason": "test"}
REMARKS: dict[str, tuple[Any, list[dict[str, Any]], dict[str, Any], dict[str, str]]] = {
    "nothing to say": (FLU, [K, JUDGE], {"population": {"size": 40, "random_sample": True, "evidence": "drawn by lot"}}, {}),
    "no population": (FLU, [K, JUDGE], {}, {"undeclared-population": "the sampling fraction is taken to be 1"}),
    "no random sample": (FLU, [K, JUDGE], {"population": {"size": 40}}, {"unsampled-population": "not declared to be a random sample"}),
    "a filter": (
        FLU,
        [K, JUDGE],
        {"population": {"size": 40, "random_sample": True, "evidence": "drawn by lot"}, "where": "edad < 90"},
        {"filtered-population": "whoever knows the filter meets fewer people than the figures say"},
    ),
    "a filter without a population": (FLU, [K, JUDGE], {"where": "edad < 90"}, {"undeclared-population": "no population is declared"}),
    "harm": (
        FLU,
        [K, JUDGE],
        {"columns": {"diagnostico": {"role": "sensitive", "null_means": "not_recorded"}}},
        {"undeclared-population": "", "undeclared-harm": "the sensitive column `diagnostico`"},
    ),
    "other columns": (
        FLU,
        [K, JUDGE],
        {"other_columns": {"role": "identifier"}},
        {"undeclared-population": "", "unnamed-columns": "columns that are not named count as identifier"},
    ),
    "suppression": (FIVE, [K, DISTINCT], {"suppress_below": 2}, {"undeclared-population": "", "ungrouped-suppression": "no groups are declared"}),
    "suppression that takes no row": (FLU, [K, DISTINCT], {"suppress_below": 2}, {"undeclared-population": ""}),
    "suppression, with groups": (
        FIVE,
        [K, DISTINCT],
        {"suppress_below": 2, "groups": ["sexo"]},
        {"undeclared-population": "", "group-differences": "share suppressed below 2: 0.3333 in sexo=F"},
    ),
    "a waiver": (
        [*FLU, (50, "F", "flu"), (51, "F", "flu")],
        [K],
        {"waived": {"diagnostico": "test"}},
        {"undeclared-population": "", "waived-disclosure": "`diagnostico` is waived: 1 class (2 rows) holds one single value, and tells it"},
    ),
    "a waiver of a column without a value": (
        [(30, "F", None), (31, "F", None)],
        [K],
        {"waived": {"diagnostico": "test"}},
        {"undeclared-population": "", "waived-disclosure": "`diagnostico` is waived: it has no value"},
    ),
    "a class of one value": (
        [*FLU, (50, "F", "flu"), (51, "F", "flu")],
        [K, {"measure": "homogeneous_rows", "at_most": 0.9, "source": "test", "reason": "test"}],
        {},
        {"undeclared-population": "", "homogeneous-classes": "`diagnostico`: 1 class (2 rows) holds one single value"},
    ),
    "classes of one value": (
        [(age, "F", value) for age, value in ((30, "flu"), (31, "flu"), (40, "asthma"), (41, "asthma"), (50, "flu"), (51, "asthma"))],
        [K, {"measure": "homogeneous_rows", "at_most": 0.9, "source": "test", "reason": "test"}],
        {},
        {"undeclared-population": "", "homogeneous-classes": "`diagnostico`: 2 classes (4 rows) hold one single value, and tell it"},
    ),
    "an identifier among the quasi-identifiers": (
        ALONE,
        [LOOSE],
        {"publish": {}, "waived": {"diagnostico": "test"}},
        {
            "undeclared-population": "",
            "waived-disclosure": "",
            "suppression-remedy": "",
            "identifying-quasi-identifier": "`edad` is an identifier: 40 values in 40 rows",
        },
    ),
    "a marker": (
        [*FLU, (50, "*", "flu")],
        [K, JUDGE],
        {"suppressed_marker": "*", "population": {"size": 50, "random_sample": True, "evidence": "drawn by lot"}},
        {
            "partial-marker": "1 row that the marker leaves out of every count is still published with `edad`",
            "clustered-sample": "1 row is suppressed already (the marker)",
            "unmeasured-population": "nothing is said of the population: 1 row was suppressed before (the marker)",
        },
    ),
    "one row": (FLU[:1], [LOOSE], {"waived": {"diagnostico": "test"}}, {"undeclared-population": "", "waived-disclosure": "", "suppression-remedy": ""}),
}


@pytest.mark.parametrize("case", REMARKS)
def test_what_is_said_beside_the_verdict_and_nothing_else(case: str) -> None:
    rows, limits, more, said = REMARKS[case]
    found = {each.id: each.text for each in checked(rows, limits, **more).releases[0].findings if each.severity == "warning"}
    assert found.keys() == said.keys()
    assert [id for id in said if said[id] not in found[id]] == []


def test_weight_and_cluster_columns_that_are_published_are_said() -> None:
    found = {each.column: each.text for each in sampled([10.0]).releases[0].findings if each.id == "published-person-column"}
    assert found == {
        "hogar": "the cluster column `hogar` is published as it is: a household can be known by it",
        "peso": "the weight column `peso` is published as it is: a rare weight can be known by it",
    }
