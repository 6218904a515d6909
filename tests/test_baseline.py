"""The ratchet: what a baseline excuses and what it never does, how it is written, tightened and refused."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.audience import for_audience
from sqlrisk.checking import FailOn
from sqlrisk.documents import parse_yaml
from sqlrisk.drift import formats
from sqlrisk.drift.moved import drift
from sqlrisk.errors import ConfigurationError, DeclarationError, NotMeasuredError
from sqlrisk.languages import language
from sqlrisk.measures import measures
from sqlrisk.ratchet.entries import HEADER, Baseline, Entry, read, written
from sqlrisk.ratchet.excuses import Ledger, inexcusable
from sqlrisk.ratchet.updating import Decided, Updating
from sqlrisk.report import Measurement, Report, ThresholdResult, from_dict
from sqlrisk.reports import render
from tests.helpers import DECLARATION, project, values
from tests.helpers import sqlrisk as program

TODAY, LATER = date(2026, 11, 30), date(2027, 3, 31)
WHY = Decided("recode in March", LATER)


def entry(**over: Any) -> Entry:
    """An entry on k at least 5 of the release altas, with some keys otherwise."""
    given = {"release": "altas", "measure": "k", "limit": {"at_least": 5}, "value": 3, "reason": "why", "until": LATER, "recorded_on": TODAY}
    return Entry.model_validate({**given, **over})


def broken(measure: str = "k", value: Any = 3, limit: Any = 5, **over: Any) -> ThresholdResult:
    """A limit that is broken."""
    given = {"column": None, "group": None, "l": None, "passed": False, "severity": "error", "source": None, "reason": None}
    return ThresholdResult(measure=measure, value=value, limit={measures()[measure].protects: limit}, **{**given, **over})


MEAN = {"measure": "prosecutor_mean", "limit": {"at_most": 0.05}}
TRUTH = {
    "equal": (entry(), broken(), "excused"),
    "better": (entry(), broken(value=4), "excused"),
    "worse by one": (entry(), broken(value=2), "worse"),
    "on its last day": (entry(until=TODAY), broken(), "excused"),
    "a day after it": (entry(until=date(2026, 11, 29)), broken(), "expired"),
    "no entry": (entry(measure="unique_rows", limit={"at_most": 0}, value=1), broken(), "not recorded"),
    "the limit was loosened since": (entry(), broken(limit=4), "not recorded"),
    "the limit was tightened since": (entry(), broken(limit=6), "not recorded"),
    "another release": (entry(release="bajas"), broken(), "not recorded"),
    "another group": (entry(group="menores"), broken(), "not recorded"),
    "the same group": (entry(group="menores"), broken(group="menores"), "excused"),
    "without a value": (entry(), broken(value=None), "not excusable"),
    "infinite": (entry(measure="beta_basic", column="d", limit={"at_most": 1}, value=7), broken("beta_basic", None, 1, column="d"), "not excusable"),
    "a ratio, exactly the same": (entry(**MEAN, value="1/3"), broken("prosecutor_mean", Fraction(1, 3), 0.05), "excused"),
    "a ratio, worse by one row in 10 milliards": (
        entry(**MEAN, value="3333333333/10000000000"),
        broken("prosecutor_mean", Fraction(3333333334, 10**10), 0.05),
        "worse",
    ),
    "a ratio recorded from JSON as a double": (
        entry(**MEAN, value=float(Fraction(113, 1250))),
        broken("prosecutor_mean", Fraction(113, 1250), 0.05),
        "excused",
    ),
    "a real, within the tolerance": (
        entry(measure="t_closeness", column="d", limit={"at_most": 0.3}, value=0.4),
        broken("t_closeness", 0.4 + 3e-10, 0.3, column="d"),
        "excused",
    ),
    "a real, beyond it": (
        entry(measure="t_closeness", column="d", limit={"at_most": 0.3}, value=0.4),
        broken("t_closeness", 0.4 + 2e-9, 0.3, column="d"),
        "worse",
    ),
    "an interval: the end that hurts": (entry(measure="journalist_mean", limit={"at_most": 0.1}, value=0.2), broken("journalist_mean", 0.2, 0.1), "excused"),
    "recursive_c with its l": (
        entry(measure="recursive_c", column="d", l=2, limit={"at_most": 3}, value=4.5),
        broken("recursive_c", 4.5, 3, column="d", l=2),
        "excused",
    ),
    "recursive_c of another l": (
        entry(measure="recursive_c", column="d", l=3, limit={"at_most": 3}, value=4.5),
        broken("recursive_c", 4.5, 3, column="d", l=2),
        "not recorded",
    ),
}


@pytest.mark.parametrize("case", TRUTH)
def test_what_an_entry_excuses(case: str, tmp_path: Path) -> None:
    recorded, result, outcome = TRUTH[case]
    (tmp_path / "b.yml").write_text(written(Baseline("b", (recorded,))))
    baseline = read(tmp_path / "b.yml")  # through the file: what is written loses nothing
    assert baseline.entries == (recorded,)
    ledger = Ledger(baseline, "altas", (), (), TODAY)
    excuse = ledger.of(result)
    assert excuse is not None
    assert excuse.outcome == outcome
    assert ledger.excuses(result) == (outcome == "excused")
    assert "línea base" in language("es").sentence(excuse.text)


def test_a_limit_that_holds_needs_no_excuse() -> None:
    ledger = Ledger(Baseline("b", (entry(until=date(2026, 1, 1)),)), "altas", (), (), TODAY)
    held = ledger.all([replace(broken(value=5), passed=True)])
    assert held.found == ()
    assert held.idle == ("the baseline's entry on k at least 5 is not needed any more: the limit holds; sqlrisk baseline drops it",)


def test_classes_without_any_value_are_not_excused() -> None:
    blank = Measurement("classes_without_sensitive_value", "published", "d", None, None, "measured", None, 2, None, None, "classes")
    others = [replace(blank, value=0), replace(blank, column="e"), replace(blank, measure="distinct_l")]
    recorded = entry(measure="distinct_l", column="d", limit={"at_least": 2}, value=1)
    result = broken("distinct_l", 1, 2, column="d")
    assert Ledger(Baseline("b", (recorded,)), "altas", (*others, blank), (), TODAY).excuses(result)
    assert not Ledger(Baseline("b", (recorded,)), "altas", (*others, blank), ("d",), TODAY).excuses(result)
    assert Ledger(Baseline("b", (recorded,)), "altas", others, ("d",), TODAY).excuses(result)


def test_classes_without_any_value_are_not_recorded(file: Path) -> None:
    release = {**BASE["releases"][0], "waived": {}, "thresholds": parse_yaml(LIMITS, "limits").value}
    release["columns"] = {**release["columns"], "diagnostico": {"role": "sensitive"}}
    release["thresholds"] += [{"measure": "distinct_l", "at_least": 2, "source": "test", "reason": "test"}]
    rows = [(30, "F", "a"), (30, "F", "b"), (30, "F", "c"), *[(31, "M", None)] * 3]
    frame = pd.DataFrame(rows, columns=["edad", "sexo", "diagnostico"])
    report = sqlrisk.check({**BASE, "releases": [release]}, frames={"altas": frame}, today=TODAY)
    assert report.releases[0].thresholds[-1].value == 3
    assert recorded(file, report) == ["added", "not excusable"]
    assert [each.measure for each in read(file).entries if isinstance(each, Entry)] == ["prosecutor_mean"]


def test_values_that_read_alike_are_shown_apart() -> None:
    recorded, result, outcome = TRUTH["a real, beyond it"]
    excuse = Ledger(Baseline("b", (recorded,)), "altas", (), (), TODAY).of(result)
    assert excuse is not None
    assert (excuse.outcome, excuse.text) == (
        outcome,
        "t_closeness of d 0.4 breaks its limit at most 0.3 and is worse than the baseline excuses (recorded 0.4, 2.0e-09 apart)",
    )


def test_why_a_limit_without_a_value_cannot_be_excused() -> None:
    infinite = Measurement("beta_basic", "published", "d", None, None, "infinite", None, None, None, None, "gain")
    others = [replace(infinite, column="e"), replace(infinite, status="measured"), replace(infinite, rung="one"), replace(infinite, group="menores")]
    result = broken("beta_basic", None, 1, column="d")
    assert inexcusable(result, [*others, infinite], ()) == "it is infinite"
    assert inexcusable(result, others, ()) == "it has no value"


@pytest.mark.parametrize(("value", "text"), [(Fraction(1, 2), "1/2  # 0.5"), (Fraction(2), "2"), (0.1, "0.1"), (3, "3")])
def test_a_value_is_written_without_loss(value: Any, text: str, tmp_path: Path) -> None:
    recorded = entry(measure="prosecutor_mean", limit={"at_most": 0.05}, value=str(value) if isinstance(value, Fraction) else value)
    assert f"    value: {text}\n" in written(Baseline("b", (recorded,)))


ROWS = [(30, "F", "a"), (30, "F", "b"), (30, "F", "c"), (31, "M", "a"), (31, "M", "b"), (40, "F", "a"), (40, "F", "b")]
LIMITS = """\
      - {measure: k, at_least: 3, source: test, reason: test}
      - {measure: prosecutor_mean, at_most: 0.1, source: test, reason: test}
      - {measure: unique_rows, at_most: 0, source: test, reason: test, severity: warn}
"""


NO_VALUE = LIMITS + "      - {measure: k_map, at_least: 2, source: test, reason: test}\n"
"""A limit that has no value without a population relation."""
SAMPLE = {"size": 100, "random_sample": True, "evidence": "test"}

BASE = values(DECLARATION.replace("profile: test\n", "").replace("{edad: edad5}", "{}"))


@functools.cache
def measured(rows: tuple[tuple[Any, ...], ...], limits: str, today: date, **over: Any) -> Report:
    """The report without a baseline, of which many tests want the same few."""
    return checked(rows, limits, today=today, baseline=Path(), **over)


def checked(
    rows: Sequence[tuple[Any, ...]],
    limits: str = LIMITS,
    baseline: Path | None = None,
    today: date = TODAY,
    fail_on: FailOn = "error",
    columns: str = "edad sexo diagnostico",
    **over: Any,
) -> Report:
    """The report of some rows held against the limits."""
    if baseline is None:
        return measured(tuple(rows), limits, today, **over)
    release = {**BASE["releases"][0], "thresholds": parse_yaml(limits, "limits").value, **over}
    frame = pd.DataFrame(rows, columns=columns.split())
    file = baseline if baseline.is_file() else None
    return sqlrisk.check({**BASE, "releases": [release]}, frames={"altas": frame}, today=today, baseline=file, fail_on=fail_on)


def recorded(file: Path, report: Report, decided: Decided = WHY, today: date = TODAY, warned: bool = False) -> list[str]:
    """Write the baseline after a report; the kinds of the changes."""
    before = read(file) if file.exists() else Baseline(str(file))
    updating = Updating(before, report, decided, today, ["altas"], warned)
    changes = updating.changes()
    updating.refuse(changes)
    file.write_text(written(updating.updated(changes)))
    return [change.kind for change in changes]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "baseline.yml"


def test_what_is_recorded_passes_and_stays_not_publishable(file: Path) -> None:
    assert recorded(file, checked(ROWS)) == ["added", "added"]
    assert "value: 3/7  # 0.4286" in file.read_text()
    report = checked(ROWS, baseline=file)
    assert (report.exit_code, report.passed, report.releases[0].verdict) == (0, True, "not_publishable")
    said = "prosecutor_mean 0.4286 breaks its limit at most 0.1 and is excused until 2027-03-31 by the baseline (recorded 0.4286): recode in March"
    assert said in report.releases[0].warnings
    for format in ("human", "markdown"):
        assert said in " ".join(render(report, format).split())
    assert said in report._repr_html_()
    limits = json.loads(render(report, "json"))["releases"][0]["hypotheses"]["baseline"]["limits"]
    assert [(each["measure"], each["outcome"]) for each in limits] == [("k", "excused"), ("prosecutor_mean", "excused")]


def test_one_more_row_that_is_alone_fails(file: Path) -> None:
    recorded(file, checked(ROWS))
    report = checked([*ROWS, (99, "M", "a")], baseline=file)
    assert report.exit_code == 1
    assert "k 1 breaks its limit at least 3 and is worse than the baseline excuses (recorded 2)" in report.releases[0].warnings


def test_a_baseline_never_makes_a_check_worse_nor_excuses_more_than_a_broken_limit(file: Path) -> None:
    recorded(file, checked(ROWS))
    assert checked(ROWS * 20, baseline=file).exit_code == 0
    assert checked(ROWS, baseline=file, valid_until=date(2026, 11, 29)).exit_code == 1
    assert checked([(*row, 1) for row in ROWS], baseline=file, columns="edad sexo diagnostico nota").exit_code == 1
    assert checked(ROWS, NO_VALUE, baseline=file, population=SAMPLE).exit_code == 3
    assert checked(ROWS, baseline=file, today=date(2027, 4, 1)).exit_code == 1


def test_warn_limits_are_recorded_and_judged_where_they_fail(file: Path) -> None:
    rows = [*ROWS, (99, "M", "a")]
    assert recorded(file, checked(rows), warned=True) == ["added"] * 3
    assert checked(rows, baseline=file, fail_on="warn").exit_code == 0
    assert checked([*rows, (98, "M", "a")], baseline=file, fail_on="warn").exit_code == 1


def test_tightening_is_idempotent_and_needs_no_reason(file: Path) -> None:
    recorded(file, checked([*ROWS, (99, "M", "a")]))
    assert recorded(file, checked(ROWS), Decided()) == ["tightened", "tightened"]
    text = file.read_text()
    assert "recode in March" in text
    assert recorded(file, checked(ROWS), Decided()) == ["kept", "kept"]
    assert recorded(file, checked(ROWS, today=date(2026, 12, 24)), Decided(), date(2026, 12, 24)) == ["kept", "kept"]
    assert file.read_text() == text
    assert checked([*ROWS, (99, "M", "a")], baseline=file).exit_code == 1


def test_results_read_from_json_change_nothing_that_did_not_change(file: Path) -> None:
    recorded(file, checked(ROWS))
    text = file.read_text()
    again = from_dict(json.loads(render(checked(ROWS), "json")))
    assert recorded(file, again, Decided()) == ["kept", "kept"]
    assert file.read_text() == text


def test_nothing_is_loosened_without_a_reason_and_a_day(file: Path) -> None:
    recorded(file, checked(ROWS))
    text, worse = file.read_text(), checked([*ROWS, (99, "M", "a")])
    for decided in (Decided(), Decided("why"), Decided(None, LATER), Decided("  ", LATER)):
        with pytest.raises(ConfigurationError, match=r"loosened: altas: k at least 3: value 2, now 1(.|\n)*--until 2027-03-31"):
            recorded(file, worse, decided)
    assert file.read_text() == text
    assert recorded(file, worse, Decided("a new clinic", LATER)) == ["loosened", "loosened"]
    assert [each.reason for each in read(file).entries] == ["a new clinic"] * 2


def test_no_exception_outlives_the_declaration_or_ends_before_it_begins(file: Path) -> None:
    with pytest.raises(ConfigurationError, match="later than the declaration of altas is valid: 2027-11-01"):
        recorded(file, checked(ROWS), Decided("why", date(2027, 11, 2)))
    with pytest.raises(ConfigurationError, match="has passed"):
        recorded(file, checked(ROWS), Decided("why", date(2026, 11, 29)))
    assert not file.exists()


def test_an_exception_that_ended_stays_so_until_somebody_renews_it(file: Path) -> None:
    recorded(file, checked(ROWS))
    then = date(2027, 4, 1)
    assert recorded(file, checked(ROWS, today=then), Decided(), then) == ["expired", "expired"]
    assert checked(ROWS, baseline=file, today=then).exit_code == 1
    assert recorded(file, checked(ROWS, today=then), Decided("later", date(2027, 6, 1)), then) == ["renewed", "renewed"]
    assert checked(ROWS, baseline=file, today=then).exit_code == 0


def test_what_holds_or_is_gone_is_dropped_and_what_is_not_measured_stays(file: Path) -> None:
    recorded(file, checked(ROWS))
    other = entry(release="bajas")
    file.write_text(written(replace(read(file), entries=(*read(file).entries, other))))
    updating = Updating(read(file), checked(ROWS * 2), Decided(), TODAY, ["altas", "bajas"])
    kept = updating.updated(updating.changes())
    assert [(each.release, each.measure) for each in kept.entries] == [("altas", "prosecutor_mean"), ("bajas", "k")]
    better = Updating(read(file), checked(ROWS * 200), Decided(), TODAY, ["altas"])
    assert not better.updated(better.changes()).entries
    changed = checked(ROWS, LIMITS.replace("at_least: 3", "at_least: 4"))
    changes = Updating(read(file), changed, WHY, TODAY, ["altas", "bajas"]).changes()
    assert [(each.kind, each.what.split(":")[0]) for each in changes if each.kind != "kept"] == [("added", "k at least 4"), ("dropped", "k at least 3")]


def test_nothing_is_written_where_something_was_not_measured(file: Path) -> None:
    empty = checked(ROWS, where="edad > 1000")
    without_value = checked(ROWS, NO_VALUE, baseline=file, population=SAMPLE)
    for report in (empty, without_value):
        with pytest.raises(NotMeasuredError, match="the baseline is left as it is"):
            recorded(file, report)


HEAD = "version: 1\nentries:\n"
ONE = "  - {release: altas, measure: k, limit: {at_least: 3}, value: 2, reason: r, until: 2027-03-31, recorded_on: 2026-11-30}\n"
WRONG = {
    "an unknown measure": (HEAD + ONE.replace("measure: k", "measure: kk"), r"b\.yml:3.*`kk` is no measure\n    did you mean `k`"),
    "a second entry": (HEAD + ONE + ONE, r"b\.yml:4: a second entry on one limit or finding of `altas`\n    the first is on line 3"),
    "the wrong direction": (HEAD + ONE.replace("at_least", "at_most"), r"b\.yml:3.*a limit on `k` is written at_least"),
    "two limits": (HEAD + ONE.replace("{at_least: 3}", "{at_least: 3, at_most: 9}"), r"b\.yml:3.*at most 1 of them"),
    "no limit": (HEAD + ONE.replace("{at_least: 3}", "{}"), r"b\.yml:3.*at least one"),
    "no day": (HEAD + ONE.replace(" until: 2027-03-31,", ""), r"b\.yml:3.*the key `until` is missing"),
    "no reason": (HEAD + ONE.replace("reason: r", 'reason: ""'), r"b\.yml:3.*at least one"),
    "a key too many": (HEAD + ONE.replace("reason: r", "reason: r, grounds: x"), r"b\.yml:3.*`grounds` is not a key here"),
    "a key misspelt": (HEAD + ONE.replace("until", "untill"), r"b\.yml:3.*`untill` is not a key here\n    did you mean `until`"),
    "no number": (HEAD + ONE.replace("value: 2", "value: many"), r"b\.yml:3.*write a whole number, a ratio such as 7/20"),
    "larger than numbers are": (HEAD + ONE.replace("value: 2", "value: 1e400"), r"b\.yml:3.*write a whole number, a ratio such as 7/20"),
    "more digits than numbers have": (HEAD + ONE.replace("value: 2", f"value: {'1' * 5000}"), r"b\.yml:3.*a number too large"),
    "an exponent in quotes": (HEAD + ONE.replace("value: 2", 'value: "1e99999999"'), r"b\.yml:3.*write a whole number, a ratio such as 7/20"),
    "below the worst there is": (HEAD + ONE.replace("value: 2", "value: 0"), r"b\.yml:3.*no `k` is as bad as 0: this would excuse anything"),
    "over nothing": (HEAD + ONE.replace("value: 2", "value: 2/0"), r"b\.yml:3.*write a whole number, a ratio such as 7/20"),
    "not a number": (HEAD + ONE.replace("value: 2", "value: .nan"), r"b\.yml:3"),
    "a key twice": (HEAD + ONE.replace("value: 2", "value: 2, value: 1"), r"b\.yml:3.*`value` stands twice"),
    "no version": ("entries: []\n", r"this is no baseline of sqlrisk"),
    "something else": ("- a\n", r"this is no baseline of sqlrisk"),
    "nothing": ("", r"this is no baseline of sqlrisk"),
    "a merge conflict": (HEAD + "<<<<<<< HEAD\n" + ONE, r"b\.yml:\d+"),
    "a damaged history": (HEAD + ONE + "history: {altas: [{generated_on: 2026-11-30}]}\n", r"b\.yml:4, history: the history is damaged"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_file_that_is_wrong_says_where(case: str, tmp_path: Path) -> None:
    text, said = WRONG[case]
    (tmp_path / "b.yml").write_text(text)
    with pytest.raises(DeclarationError, match=said):
        read(tmp_path / "b.yml")


def test_names_are_written_so_that_they_read_back(tmp_path: Path) -> None:
    names = ["no", "1e5", "0123", "null", 'q"uote', "b\\s", "tab\there", "\u202egnp", "pro\u200bfesión", "# c", "😀", "a: b", "2026-01-01"]
    found = tuple(sorted((entry(group=name, reason=name) for name in names), key=lambda each: each.key))
    text = written(Baseline("b", found))
    assert not [character for character in "\u202e\u200b\t" if character in text]
    (tmp_path / "b.yml").write_text(text)
    assert read(tmp_path / "b.yml").entries == found
    assert text.startswith(HEADER)


def test_the_program_from_a_failing_table_to_a_ratchet(tmp_path: Path) -> None:
    folder = project(tmp_path, DECLARATION.replace("at_least: 2", "at_least: 5"))
    day = ("--today", "2026-11-30")
    refused = program("baseline", *day, cwd=folder)
    assert (refused.code, (folder / "sqlrisk_baseline.yml").exists()) == (2, False)
    assert "added: altas: k at least 5: value 2" in refused.err
    assert 'sqlrisk baseline --reason "' in refused.err
    why = ("--reason", "recode", "--until", "2027-03-31")
    assert program("baseline", *day, *why, cwd=folder).out == "sqlrisk_baseline.yml: 1 added\n"
    ran = program("check", *day, "--baseline", "sqlrisk_baseline.yml", "-q", cwd=folder)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "altas: NOT publishable"
    assert "is excused until 2027-03-31" in ran.out


def test_the_program_refuses_a_baseline_that_it_cannot_read(tmp_path: Path) -> None:
    folder = project(tmp_path)
    missing = program("check", "--today", "2026-11-30", "--baseline", "none.yml", cwd=folder)
    assert (missing.code, missing.err) == (2, "error: none.yml: cannot read it: No such file or directory\n    `sqlrisk baseline FILE` writes a baseline\n")
    (folder / "b.yml").write_text(HEAD + ONE.replace("altas", "altass"))
    unknown = program("check", "--today", "2026-11-30", "--baseline", "b.yml", cwd=folder)
    assert unknown.code == 2
    assert unknown.err.startswith("error: b.yml:3: no release is called `altass`\n    did you mean `altas`?")


def test_the_public_sees_nothing_of_a_baseline(file: Path) -> None:
    recorded(file, checked(ROWS))
    shown = for_audience(checked(ROWS, baseline=file), "public")
    assert (shown.exit_code, shown.releases[0].verdict) == (1, "not_published")
    assert not re.search(r"is excused until|\"recorded\"|baseline", render(shown, "json"))
    with pytest.raises(ConfigurationError, match="are for the public: their values are rounded or hidden"):
        recorded(file, from_dict(json.loads(render(shown, "json"))))


def test_no_cell_value_stands_in_a_baseline_or_in_a_drift(file: Path) -> None:
    rows = [(9876540 + each, f"canarysex{each % 2}", f"canarydx{each}") for each in range(6)]
    before, after = checked(rows), checked(rows[:5])
    recorded(file, before)
    texts = [file.read_text(), *(formats.render(drift(before, after), each) for each in formats.names()), *checked(rows, baseline=file).releases[0].warnings]
    assert not [text for text in texts if "canary" in text or "987654" in text]
