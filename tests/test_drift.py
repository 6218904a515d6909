"""Drift: what moved between two results, which way, and on which hypotheses."""

from __future__ import annotations

import ast
import functools
import json
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.audience import for_audience
from sqlrisk.drift import failing, tables
from sqlrisk.drift.formats import names, render
from sqlrisk.drift.moved import Moved, Pair, drift
from sqlrisk.drift.sizes import distance
from sqlrisk.languages import language
from sqlrisk.languages.translated import Translated
from sqlrisk.report import Measurement, ReleaseReport, Report
from tests.helpers import DECLARATION, Ran, values
from tests.helpers import sqlrisk as program
from tests.test_reports import HOSTILE

ROWS = [(30, "F", "a"), (31, "F", "b"), (32, "F", "c"), (40, "M", "a"), (41, "M", "b"), (42, "M", "a")]
TODAY = date(2026, 11, 30)


@functools.cache
def checked(alone: int = 0, old: str = "", new: str = "") -> Report:
    """The report of the rows and of some more that are alone, with a part of the declaration otherwise."""
    text = DECLARATION.replace("profile: test\n", "").replace("    publish:", "    ladder: [{name: crudo}]\n    publish:")
    rows = [*ROWS, *((60 + 10 * each, "F", "a") for each in range(alone))]
    frame = pd.DataFrame(rows, columns=["edad", "sexo", "diagnostico"])
    return sqlrisk.check(values(text.replace(old, new) if old else text), frames={"altas": frame}, today=TODAY)


def altered(report: Report, measure: str, **over: Any) -> Report:
    """The report with a measure of the published rung otherwise."""
    release = report.releases[0]
    found = tuple(replace(each, **over) if (each.measure, each.rung) == (measure, "published") else each for each in release.measures)
    return replace(report, releases=(replace(release, measures=found),))


def moved(before: Report, after: Report) -> dict[tuple[str, str], Moved]:
    return {(each.measure, each.rung): each for each in drift(before, after).releases[0].moved if each.group is None}


def test_nothing_moved_where_nothing_did() -> None:
    found = drift(checked(), checked()).releases[0]
    assert (found.moved, found.limits, found.class_sizes, found.hypotheses, found.run) == ((), (), (), (), ())
    assert found.unchanged > 30


def test_one_row_that_is_alone_moves_k_to_its_worse_side_and_breaks_the_limit() -> None:
    found = drift(checked(), checked(1)).releases[0]
    k = moved(checked(), checked(1))["k", "published"]
    assert (k.before and k.before.value, k.after and k.after.value, k.difference, k.worse, k.judged) == (3, 1, -2, True, True)
    assert found.moved[0] == k
    (limit,) = found.limits
    assert limit.breaks
    assert (found.verdict.before, found.verdict.after) == ("publishable", "not_publishable")
    assert (found.rows.before, found.rows.after) == (6, 7)
    assert "published, suppressed below 2" in found.rungs_appeared
    back = drift(checked(1), checked()).releases[0]
    assert back.moved[0].worse is not True or not back.moved[0].judged
    assert moved(checked(1), checked())["k", "published"].worse is False


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({1: 10}, {1: 10}, Fraction(0)),
        ({1: 10}, {2: 5}, Fraction(1)),
        ({1: 2, 2: 1}, {1: 1, 3: 1}, Fraction(3, 4)),
        ({5: 4}, {5: 400}, Fraction(0)),
        ({1: 1, 4: 1}, {1: 2, 4: 2}, Fraction(0)),
    ],
)
def test_the_distance_between_class_sizes_is_the_total_variation_of_the_rows(before: dict[int, int], after: dict[int, int], expected: Fraction) -> None:
    def people(sizes: dict[int, int]) -> list[int]:
        return [size for size, classes in sizes.items() for _ in range(size * classes)]

    one, other = people(before), people(after)
    by_hand = sum(abs(Fraction(one.count(size), len(one)) - Fraction(other.count(size), len(other))) for size in {*one, *other}) / 2
    assert by_hand == expected
    assert distance(before, after) == pytest.approx(float(expected), abs=1e-12)


def test_class_sizes_are_counted_in_bands() -> None:
    sizes = next(each for each in drift(checked(), checked(2)).releases[0].class_sizes if each.rung == "published")
    assert (sizes.before.rows_by_size, sizes.before.classes) == ({"1": 0, "2-4": 6, "5-9": 0, "10+": 0}, 2)
    assert (sizes.after.rows_by_size, sizes.after.classes) == ({"1": 2, "2-4": 6, "5-9": 0, "10+": 0}, 4)
    assert sizes.distance == 0.25


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("{edad: edad5}", "{edad: dropped}", "publish.edad"),
        ("    publish:", '    where: "edad > 30"\n    publish:', "where"),
        ("    publish:", "    suppress_below: 2\n    publish:", "suppress_below"),
        ("    publish:", "    population: {size: 400}\n    publish:", "population.size"),
        ("    publish:", "    adversary: {access: internal}\n    publish:", "adversary.access"),
        ('    waived: {diagnostico: "not judged in this test"}\n', "", "waived.diagnostico"),
        ("sexo: {role: quasi_identifier}", "sexo: {role: insensitive, reason: x}", "columns.sexo.role"),
        ("floor(edad / 5) * 5", "floor(edad / 9) * 9", "columns.edad.levels.edad5"),
        ("    publish:", "    utility: [{name: q, group_by: [sexo], count: true}]\n    publish:", "utility.q.count"),
    ],
)
def test_hypotheses_that_changed_stand_first(old: str, new: str, name: str) -> None:
    found = drift(checked(), checked(0, old, new))
    assert name in [each.name for each in found.releases[0].hypotheses]
    text = " ".join(render(found, "human").split())
    assert text.index("not drift of the data alone") < text.index("Measures of what is published" if found.releases[0].moved else name) + 400


def test_days_and_versions_are_told_but_are_no_hypothesis() -> None:
    found = drift(checked(), checked(0, "valid_until: 2027-11-01", "valid_until: 2028-11-01")).releases[0]
    assert (found.hypotheses, [each.name for each in found.run]) == ((), ["valid_until"])


def test_a_limit_that_is_declared_otherwise() -> None:
    (limit,) = drift(checked(), checked(0, "at_least: 2", "at_least: 3")).releases[0].limits
    assert limit.before is not None
    assert limit.after is not None
    assert (dict(limit.before.limit), dict(limit.after.limit), limit.breaks) == ({"at_least": 2}, {"at_least": 3}, False)


JUDGED: dict[str, tuple[dict[str, Any], str | None, int]] = {
    "a judged measure within the tolerance": ({"value": Fraction(95)}, "0.05", 0),
    "a judged measure beyond it": ({"value": Fraction(94)}, "0.05", 1),
    "without a tolerance": ({"value": Fraction(99)}, None, 1),
    "better": ({"value": Fraction(200)}, None, 0),
    "infinite": ({"value": None, "status": "infinite"}, "100", 1),
}


@pytest.mark.parametrize("case", JUDGED)
def test_what_a_scheduled_audit_fails_at(case: str) -> None:
    over, tolerance, code = JUDGED[case]
    before = altered(checked(), "k", value=Fraction(100))
    assert failing.exit_code(drift(before, altered(before, "k", **over)), failing.tolerance(tolerance)) == code


def test_an_audit_fails_where_a_limit_breaks_and_is_not_measured_where_a_release_was_not() -> None:
    everything = Fraction(10**9)
    assert failing.exit_code(drift(checked(), checked(1)), everything) == 1
    assert failing.exit_code(drift(checked(1), checked()), Fraction(0)) == 0
    gone = replace(checked().releases[0], status="not_measured", verdict="not_measured", measures=(), thresholds=(), class_sizes={})
    assert failing.exit_code(drift(checked(), replace(checked(), releases=(gone,))), everything) == 3


@pytest.mark.parametrize("text", ["nan", "-1", "inf", "much", "1/0"])
def test_a_tolerance_is_a_number(text: str) -> None:
    with pytest.raises(sqlrisk.ConfigurationError, match="is no share of a value"):
        failing.tolerance(text)


def test_intervals_without_a_value_move_by_the_end_that_hurts() -> None:
    before = altered(checked(), "prosecutor_mean", value=None, low=0.1, high=0.2)
    after = altered(checked(), "prosecutor_mean", value=None, low=0.1, high=0.3)
    found = moved(before, after)["prosecutor_mean", "published"]
    assert (round(found.difference or 0, 9), found.worse) == (0.1, True)
    hidden = replace(after, releases=(replace(after.releases[0], class_sizes={}, rows=None),))
    for format in names():
        assert render(drift(before, hidden), format)


def test_releases_that_only_one_of_the_results_has_are_named() -> None:
    other: ReleaseReport = replace(checked().releases[0], name="bajas")
    found = drift(checked(), replace(checked(), releases=(other,)))
    assert (found.only_before, found.only_after, found.releases) == (("altas",), ("bajas",), ())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_does_nothing_in_any_format(name: str) -> None:
    def named(report: Report) -> Report:
        release = report.releases[0]
        found = Measurement("k", "published", name, name, None, "measured", None, report.releases[0].rows, None, None, "rows")
        told = {**release.hypotheses, "where": name + str(release.rows)}
        return replace(report, releases=(replace(release, name=name, measures=(*release.measures, found), hypotheses=told),))

    found = drift(named(checked()), named(checked(1)))
    for format in ("human", "markdown"):
        assert not [character for character in "\x1b\u202e\u200b" if character in render(found, format)]
    markdown = re.sub(r"`[^`]*`", "", render(found, "markdown"))
    assert not re.search(r"(?<!\\)<", markdown)
    assert not re.search(r"(?<!\\)\]\(", markdown)
    assert json.loads(render(found, "json"))["releases"][0]["name"] == name


def test_the_console_keeps_to_80_columns_and_says_the_same_twice() -> None:
    text = render(drift(checked(), checked(3, "at_least: 2", "at_least: 4")), "human")
    assert max(map(len, text.splitlines())) <= 80
    assert text == render(drift(checked(), checked(3, "at_least: 2", "at_least: 4")), "human")


def compared(folder: Path, *arguments: str) -> Ran:
    return program("compare", *arguments, cwd=folder)


def test_the_program_tells_files_from_releases(tmp_path: Path) -> None:
    from sqlrisk.reports import render as results

    for name, report in (("a.json", checked()), ("b.json", checked(1))):
        (tmp_path / name).write_text(results(report, "json"))
    (tmp_path / "c.json").write_text("{}")
    ran = compared(tmp_path, "a.json", "b.json", "--fail-on", "worse", "--tolerance", "0.5")
    assert (ran.code, ran.err.splitlines()[:3]) == (1, ["worse: altas: the verdict", "worse: altas: the limit on k", "worse: altas: k"])
    wrong = {
        ("a.json", "altas"): (2, "compare takes two results files, or two or more releases"),
        ("a.json", "none.json"): (2, "none.json: there is no such results file"),
        ("a.json", "c.json"): (2, "c.json: these are not results of sqlrisk"),
        ("a.json", "b.json", "a.json"): (2, "compare takes two results files"),
        ("a.json", "b.json", "--format", "html"): (2, "`html` is not a choice of --format"),
        ("x", "y", "--tolerance", "0.1"): (2, "--fail-on and --tolerance compare two results files"),
    }
    for arguments, (code, said) in wrong.items():
        ran = compared(tmp_path, *arguments)
        assert (ran.code, said in ran.err) == (code, True), arguments


def test_what_the_public_may_see_can_be_compared_and_is_told_apart() -> None:
    before, after = for_audience(checked(), "public"), for_audience(checked(1), "public")
    for format in names():
        assert render(drift(before, after), format)
    (found,) = drift(before, after).releases
    assert (found.verdict, found.limits, found.moved) == (Pair("publishable", "not_published"), (), ())
    assert (list(failing.failures(found, Fraction(0))), failing.exit_code(drift(before, after), Fraction(0))) == (["the verdict"], 1)
    assert [each.name for each in drift(checked(), before).releases[0].run] == ["audience"]


def test_every_text_of_ours_is_spanish_too() -> None:
    tree = ast.parse(Path(tables.__file__).read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) in ("say", "language.say")]
    texts = {part.value for node in calls for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    texts |= {*tables._BANDS.values(), *tables._VERDICTS.values()} - {""}
    spanish = language("es")
    assert isinstance(spanish, Translated)
    assert len(texts) > 30
    assert texts - set(spanish.templates) == {"at_least"}
