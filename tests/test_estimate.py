"""The command `estimate`: class counts in, three layers out; and each wrong input told apart, without ever repeating it."""

from __future__ import annotations

import contextlib
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqlrisk.errors import ConfigurationError
from sqlrisk.estimating import estimated, read_histogram
from sqlrisk.estimators import book
from sqlrisk.report import Measurement
from tests.engines import TIMES

H1 = {1: 60, 2: 20, 3: 10, 4: 5, 7: 1}
DRAW = {1: 488, 2: 213, 3: 102, 4: 44, 5: 31, 6: 15, 7: 11, 8: 5, 9: 3, 10: 6, 12: 2, 13: 2, 14: 2, 15: 4, 17: 1}
NAMES = {
    "population_unique_rows",
    "population_unique_rows_naive",
    "population_unique_rows_poisson",
    "population_unique_rows_poisson_gamma",
    "journalist_mean",
    "journalist_max",
    "journalist_max_naive",
    "rows_below_k_map",
    "correct_match_probability",
    "k",
    "classes",
    "unique_rows",
    "prosecutor_max",
    "prosecutor_mean",
}


def csv(counts: dict[int, int], header: str = "n,classes\n") -> str:
    return header + "".join(f"{size},{classes}\n" for size, classes in counts.items())


def measures(text: str, fraction: str | None = None, population: str | None = None) -> dict[str, dict[str, Any]]:
    found = json.loads(estimated(text, fraction, population, "json"))
    assert set(found) == {"measures"}
    return {each["measure"]: each for each in found["measures"]}


def test_the_form_is_that_of_the_results() -> None:
    found = measures(csv(DRAW), "0.1")
    assert set(found) == NAMES
    for each in found.values():
        assert list(each) == list(Measurement.__dataclass_fields__)
        assert (each["rung"], each["column"], each["group"], each["l"]) == ("published", None, None, None)
        assert each["status"] in ("measured", "not_measured")
        assert each["unit"]
        assert all(isinstance(told, str) for told in each["assumptions"])


def test_the_figures() -> None:
    found = measures(csv(DRAW), "0.1")
    values = {name: each["value"] for name, each in found.items()}
    assert (values["k"], values["classes"], values["prosecutor_max"], values["journalist_max"]) == (1, 929, 1, 1)
    assert values["unique_rows"] == values["population_unique_rows_naive"] == 0.244
    assert values["prosecutor_mean"] == 929 / 2000
    assert values["population_unique_rows_poisson"] == book.poisson(DRAW, 0.1)
    assert values["population_unique_rows_poisson_gamma"] == book.poisson_gamma(DRAW, 0.1)
    assert values["journalist_max_naive"] == pytest.approx(0.1)
    assert values["correct_match_probability"] == pytest.approx(48.8 / (48.8 + 2 * 0.9 * 213))
    unique, mean, below = (found[name] for name in ("population_unique_rows", "journalist_mean", "rows_below_k_map"))
    assert (unique["value"], unique["low"], unique["high"]) == pytest.approx((0.015803, 0.0023185, 0.0511471), rel=1e-4)
    assert unique["low"] < 0.0112 < unique["high"] < values["population_unique_rows_naive"]
    assert mean["low"] < 0.0937 < mean["high"]
    assert below["low"] < 0.0877 < below["high"]
    for each in (unique, mean, below):
        assert each["sampling_fraction"] == 0.1
        assert each["interval"] == "model interval"
        assert "confidence" not in each["interval"]
        assert any("random sample" in told for told in each["assumptions"])
        assert any("without a model it lies between" in told for told in each["assumptions"])
    assert "k = 5" in below["assumptions"]


@pytest.mark.parametrize(
    "text", [csv(H1), csv(H1, ""), csv(H1, "N, Classes\r\n"), "\ufeff" + csv(H1), '"n","classes"\n' + csv(H1, ""), csv(H1) + "\n\n", json.dumps(H1)]
)
def test_every_form_of_the_input_reads_the_same(text: str) -> None:
    assert estimated(text, "0.1", None, "json") == estimated(csv(dict(reversed(H1.items()))), None, "1570", "json")


def test_a_small_sample_has_an_interval_and_no_point() -> None:
    found = measures(csv(H1), "0.1")["population_unique_rows"]
    assert found["status"] == "measured"
    assert found["value"] is None
    assert (found["low"], found["high"]) == pytest.approx((0.0030921, 0.1336344), rel=1e-4)
    assert "sample too small to tell" in found["reason"]
    assert "no point" in estimated(csv(H1), "0.1", None, "human")


def test_without_a_fraction_the_figures_are_those_of_a_census_and_it_says_so() -> None:
    found = measures(csv(H1))
    for name, value in (("population_unique_rows", 60 / 157), ("journalist_mean", 96 / 157), ("correct_match_probability", 1), ("journalist_max", 1)):
        assert found[name]["value"] == pytest.approx(value)
        assert found[name]["sampling_fraction"] == 1
    assert found["population_unique_rows"]["low"] == found["population_unique_rows"]["high"] == found["population_unique_rows"]["value"]
    assert "no sampling fraction was given: f = 1" in found["population_unique_rows"]["reason"]
    assert any("no sampling fraction was given" in told for told in found["population_unique_rows"]["assumptions"])
    assert "no sampling fraction was given: f = 1" in " ".join(estimated(csv(H1), None, None, "human").split())
    declared = measures(csv(H1), "1")
    assert "exact" in declared["population_unique_rows"]["reason"]
    assert declared["population_unique_rows"]["assumptions"] == []


def test_a_census_of_larger_classes_has_a_greatest_risk_of_one_over_k() -> None:
    assert measures(csv({4: 3, 9: 2}), "1")["journalist_max"]["value"] == 0.25


def test_without_uniques_the_greatest_risk_has_no_value() -> None:
    found = measures(csv({2: 1, 40: 10, 50: 10}), "0.5")
    assert found["journalist_max"]["status"] == "not_measured"
    assert "chance" in found["journalist_max"]["reason"]
    assert found["population_unique_rows"]["value"] == 0
    assert found["population_unique_rows"]["high"] == 0  # no row is alone in the sample, so none can be in the population
    assert found["correct_match_probability"]["value"] == 0


def test_what_cannot_be_told_has_its_reason() -> None:
    found = measures(csv({3: 200}), "0.5")
    assert found["correct_match_probability"]["status"] == "not_measured"
    assert found["correct_match_probability"]["reason"]
    one = measures(csv({7: 1}), "0.5")["population_unique_rows_poisson_gamma"]
    assert (one["status"], one["value"]) == ("not_measured", None)
    assert "variance" in one["reason"]


def test_for_people_there_are_three_layers_at_80_columns() -> None:
    text = estimated(csv(DRAW), None, "20000", "human")
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "2,000 rows in 929 classes; sampling fraction 0.1: a population of about 20,000" in text
    for title in ("population_unique_rows", "journalist_mean", "rows_below_k_map"):
        layers = text[text.index(f"({title})") :].splitlines()[1:4]
        assert [line.split()[0] for line in layers] == ["bounds", "model", "naive"]
        assert "model interval" in layers[1]
        assert "upper bound, assumes f = 1" in layers[2]
    assert "never judged" in text
    assert "confidence" not in text.replace("no confidence interval", "")


def test_the_same_input_gives_the_same_bytes() -> None:
    for form in ("human", "json"):
        assert estimated(csv(DRAW), "0.1", None, form) == estimated(json.dumps(DRAW), None, "20000", form)


WRONG_TEXTS = [
    ("", "no rows"),
    ("  \n \n", "no rows"),
    ("n,classes\n", "no rows"),
    ("{}", "no rows"),
    ("classes,n\n3,1", "line 1: the header is not `n,classes`"),
    ("size,count\n3,1", "line 1: the header is not `n,classes`"),
    ("1;2", "line 1: 1 column where there should be 2"),
    ("1,2,3", "line 1: 3 columns"),
    ("1,2\n\n-1,3", "line 3: the class size is negative"),
    ("1,-3", "line 1: the number of classes is negative"),
    ("0,3", "line 1: the class size is 0"),
    ("1,0", "line 1: the number of classes is 0"),
    ("1.5,2", "line 1: the class size is not a whole number"),
    ("1e3,2", "line 1: the class size is not a whole number"),
    ("1,2.0", "line 1: the number of classes is not a whole number"),
    ("1,", "line 1: the number of classes is empty"),
    ("n,classes\n1,x", "line 2: the number of classes is not a whole number"),
    ("1,nan", "line 1: the number of classes is not a whole number"),
    ("1,2\n1,3", "line 2: this class size stands there twice"),
    ("1,2\n01,3", "line 2: this class size stands there twice"),
    ("1," + "9" * 5000, "line 1: the number of classes is too large"),
    ("9999999999999999,9999999999999999", "more than 9,007,199,254,740,992 rows"),
    ("\x00,1", "line 1: the class size is not a whole number"),
    ('"1,2', "line 1: the class size is not a whole number"),
    ("\n\nn,classes\n1,2\nx,3", "line 5: the class size is not a whole number"),
    ('{"1": 2, "1": 3}', "key 2: this class size stands there twice"),
    ('{"1": 2.5}', "key 1: the number of classes is not a whole number"),
    ('{"1": NaN}', "key 1: the number of classes is not a whole number"),
    ('{"1": -2}', "key 1: the number of classes is negative"),
    ('{"1": true}', "key 1: the number of classes is not a number"),
    ('{"1": "2"}', "key 1: the number of classes is not a number"),
    ('{"1": {"2": 3}}', "key 1: the number of classes is not a number"),
    ('{"one": 2}', "key 1: the class size is not a whole number"),
    ('{"0": 2}', "key 1: the class size is 0"),
    ('{"1": ' + "9" * 5000 + "}", "key 1: the number of classes is too large"),
    ('{"1":', "begins like JSON and is not"),
    ('{"1":' + "[" * 100_000, "begins like JSON and is not"),
    ("[1, 2]", "no object"),
]


@pytest.mark.parametrize(("text", "said"), WRONG_TEXTS, ids=range(len(WRONG_TEXTS)))
def test_a_wrong_text_is_told_apart(text: str, said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        estimated(text, "0.1", None, "json")
    assert said in str(caught.value)
    assert caught.value.where
    assert caught.value.where.startswith("standard input")
    assert caught.value.instead


def test_a_wrong_text_is_never_repeated() -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_histogram("María Pérez,hepatitis")
    assert "Pérez" not in str(caught.value)
    assert "hepatitis" not in str(caught.value)


@pytest.mark.parametrize(
    ("fraction", "population", "said"),
    [
        ("0", None, "(0,1]"),
        ("1.01", None, "(0,1]"),
        ("-0.1", None, "(0,1]"),
        ("20%", None, "20 % as 0.2"),
        ("nan", None, "not a number"),
        ("inf", None, "not a number"),
        ("0,05", None, "not a number"),
        ("1/20", None, "not a number"),
        ("", None, "not a number"),
        ("1e-30", None, "no population is that large"),
        (None, "156", "smaller than the 157 rows"),
        (None, "0", "not a whole number of people"),
        (None, "-5", "not a whole number of people"),
        (None, "1e6", "not a whole number of people"),
        (None, "49,128,297", "not a whole number of people"),
        (None, "9" * 13, "larger than any population"),
        ("0.1", "1570", "both --sampling-fraction and --population"),
    ],
)
def test_a_wrong_option_is_told_apart(fraction: str | None, population: str | None, said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        estimated(csv(H1), fraction, population, "human")
    assert said in str(caught.value)
    assert caught.value.instead


def test_a_format_it_has_not_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="human or json"):
        estimated(csv(H1), None, None, "markdown")


def test_the_population_may_be_the_rows() -> None:
    assert measures(csv(H1), None, "157")["population_unique_rows"]["value"] == pytest.approx(60 / 157)


@settings(max_examples=60 * TIMES)
@given(st.text(max_size=40), st.none() | st.text(max_size=6), st.none() | st.text(max_size=6))
def test_no_text_brings_anything_but_an_answer_or_a_refusal(text: str, fraction: str | None, population: str | None) -> None:
    with contextlib.suppress(ConfigurationError):
        estimated(text, fraction, population, "human")


@settings(max_examples=30 * TIMES)
@given(st.dictionaries(st.integers(1, 10**6), st.integers(1, 10**6), min_size=1, max_size=8), st.none() | st.floats(1e-9, 1).map(repr))
def test_any_histogram_has_an_answer_in_both_forms(counts: dict[int, int], fraction: str | None) -> None:
    assert estimated(csv(counts), fraction, None, "human")
    for each in measures(json.dumps(counts), fraction).values():
        numbers = [each[name] for name in ("low", "value", "high") if each[name] is not None]
        assert all(math.isfinite(number) for number in numbers)
        assert numbers == sorted(numbers)
        assert bool(numbers) == (each["status"] == "measured")
        assert numbers or each["reason"]


def test_the_poisson_gamma_family_stands_beside_the_model() -> None:
    told = estimated(csv(H1), "0.1", None, "human")
    assert "population_unique_rows                0.02427" in told
    assert "journalist_mean                       0.1432" in told
    assert "Poisson-Gamma, truncated" not in estimated(csv(H1), None, None, "human")
