"""Several releases of the same people: joint classes and the intersection attack, from the kernels to the command `compare`."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk import evidence
from sqlrisk.errors import ConfigurationError, NotMeasuredError
from sqlrisk.evidence import ComposedClasses, ComposedValues
from sqlrisk.evidence.composition import JointClasses, ValuesLeft
from sqlrisk.measures import Noted, NoValue, measures
from sqlrisk.queries import render
from sqlrisk.report import ReleaseReport, Report
from tests import helpers
from tests.engines import Engine
from tests.helpers import fill
from tests.helpers import sqlrisk as program

TODAY = date(2026, 11, 30)
OLD = ("sqlite",) if sqlite3.sqlite_version_info < (3, 44) else ()
on_every_engine = pytest.mark.engines_excluding(*OLD, because="aggregates take an order since SQLite 3.44")

Rows = Sequence[tuple[Any, ...]]
COLUMNS = {"user": "text", "n": "text", "class": "text", "value": "text"}


class Release:
    """A small release: rows of (entity, two quasi-identifiers, sensitive value), the class size it publishes from, whether NULL is a value."""

    def __init__(self, rows: Rows, smallest: int = 1, *, null_is_value: bool = False, lacks: bool = False) -> None:
        self.rows, self.smallest, self.null_is_value, self.lacks = rows, smallest, null_is_value, lacks

    def argument(self, relation: str) -> dict[str, Any]:
        """What the kernels are given."""
        sensitive = {"column": None if self.lacks else "value", "null_is_value": self.null_is_value and not self.lacks}
        return {"relation": relation, "quasi_identifiers": ["n", "class"], "entity": "user", "min_class_size": self.smallest, "sensitive": [sensitive]}

    def published(self) -> list[tuple[Any, ...]]:
        """The rows without the suppressed ones."""
        sizes = Counter(row[1:3] for row in self.rows)
        return [row for row in self.rows if sizes[row[1:3]] >= self.smallest]

    def classes(self) -> dict[Any, tuple[Any, ...]]:
        """Entity -> the sorted classes of their rows."""
        found: dict[Any, list[Any]] = {}
        for row in self.published():
            found.setdefault(row[0], []).append(row[1:3])
        return {entity: tuple(sorted(each, key=repr)) for entity, each in found.items() if entity is not None}

    def values(self) -> dict[Any, set[Any]]:
        """Class -> its sensitive values."""
        found: dict[Any, set[Any]] = {}
        for row in self.published():
            found.setdefault(row[1:3], set())
            if not self.lacks and (self.null_is_value or row[3] is not None):
                found[row[1:3]].add(row[3])
        return found


def joint(releases: Sequence[Release]) -> dict[Any, tuple[Any, ...]]:
    """Entity -> their classes in every release, None where they are in none."""
    classes = [release.classes() for release in releases]
    return {entity: tuple(each.get(entity) for each in classes) for entity in {entity for each in classes for entity in each}}


def expected_classes(releases: Sequence[Release]) -> ComposedClasses:
    people = joint(releases)
    sizes = Counter(people.values())
    whole = [Counter(key[place] for key in people.values()) for place in range(len(releases))]
    found: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    for key, size in sizes.items():
        places = tuple(place for place, classes in enumerate(key, start=1) if classes is not None)
        found[places, size, whole[places[0] - 1][key[places[0] - 1]] if len(places) == 1 else size] += 1
    counts = tuple(JointClasses(*key, classes) for key, classes in sorted(found.items()))
    keyless = sum(row[0] is None for release in releases for row in release.published())
    return ComposedClasses(len(releases), counts, keyless)


def expected_values(releases: Sequence[Release]) -> ValuesLeft:
    values = [release.values() for release in releases]
    found: Counter[str] = Counter()
    for key in joint(releases).values():
        sets = [values[place][each] for place, classes in enumerate(key) for each in classes or () if values[place][each]]
        compatible = set.intersection(*sets) if sets else None
        found["untold" if compatible is None else {0: "none", 1: "single"}.get(len(compatible), "several")] += 1
    return ValuesLeft("value", found["single"], found["none"], found["several"], found["untold"])


def measured(engine: Engine, releases: Sequence[Release]) -> tuple[ComposedClasses, ComposedValues]:
    """What the kernels say on an engine."""
    names = [engine.load(f"release {place}", COLUMNS, release.rows) for place, release in enumerate(releases)]
    arguments = [release.argument(name) for release, name in zip(releases, names, strict=True)]
    classes = render("composed_classes", engine.dialect, releases=[{**each, "sensitive": []} for each in arguments])
    values = render("composed_values", engine.dialect, releases=arguments, sensitive=["value"])
    return evidence.composed_classes(engine.rows(classes.sql)), evidence.composed_values(engine.rows(values.sql))


def agree(engine: Engine, releases: Sequence[Release]) -> None:
    classes, values = measured(engine, releases)
    told = [release.rows for release in releases]
    assert classes == expected_classes(releases), told
    assert values.columns == ((expected_values(releases),) if classes.people else ()), told


def random_release(chance: random.Random, people: int) -> Release:
    rows = [
        (
            chance.choice([None, *(f"p{i}" for i in range(people))]) if chance.random() < 0.9 else f"p{chance.randrange(people)}",
            chance.choice(["a", "b", "", None]),
            chance.choice(["x", None]),
            chance.choice(["flu", "HIV", "asthma", None]),
        )
        for _ in range(chance.randrange(14))
    ]
    return Release(rows, chance.choice([1, 1, 2]), null_is_value=chance.random() < 0.3, lacks=chance.random() < 0.2)


@on_every_engine
def test_the_kernels_agree_with_brute_force_on_random_releases(engine: Engine) -> None:
    chance = random.Random(20261130)
    for _ in range(engine.tables):
        agree(engine, [random_release(chance, 6) for _ in range(chance.choice([2, 2, 3]))])


A = Release([("1", "a", "x", "flu"), ("2", "a", "x", "HIV"), ("3", "b", None, "flu"), ("4", "b", None, "asthma")])
B = Release([("1", "y", "", "flu"), ("2", "z", "", "HIV"), ("3", "y", "", "flu"), ("5", "z", "", "asthma")])
ELEVEN = [("1", str(c), "", "flu") for c in range(11)] + [("2", str(c), "", "flu") for c in reversed(range(11))]
EXAMPLES = {
    "two releases of some of the same people": [A, B],
    "the same release twice": [A, A],
    "nobody in common": [A, Release([("9", "y", "", "flu")])],
    "a release without rows": [A, Release([])],
    "no rows at all": [Release([]), Release([])],
    "a person with several rows, in any order": [Release([("1", "b", "", "flu"), ("1", "a", "", "flu"), ("2", "a", "", "HIV"), ("2", "b", "", "flu")]), B],
    "as often is not oftener": [Release([("1", "a", "", "flu"), ("1", "a", "", "flu"), ("2", "a", "", "flu")]), B],
    "eleven classes, whose numbers sort as text": [Release(ELEVEN), B],
    "rows without a key": [Release([(None, "a", "x", "flu"), (None, "b", "x", "flu"), ("1", "a", "x", "HIV")]), B],
    "suppressed rows": [Release([*A.rows, ("6", "c", "x", "rare")], 2), B],
    "a class without a value excludes none": [Release([("1", "a", "x", None), ("2", "a", "x", None)]), B],
    "values that contradict one another": [Release([("1", "a", "x", "gout")]), B],
    "keys with commas": [Release([("1,2", "a", "x", "flu"), ("1", "a", "x", "flu"), ("2", "b", "x", "flu")]), B],
    "three releases": [A, B, Release([("1", "q", "", "flu"), ("9", "q", "", "HIV")], lacks=True)],
}  # fmt: skip


@on_every_engine
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_kernels_agree_with_brute_force(engine: Engine, name: str) -> None:
    agree(engine, EXAMPLES[name])


@on_every_engine
def test_the_order_of_rows_and_of_releases_is_of_no_matter(engine: Engine) -> None:
    chance = random.Random(7)
    for _ in range(engine.tables // 10):
        one, other = random_release(chance, 5), random_release(chance, 5)
        classes, values = measured(engine, [one, other])
        for release in (one, other):
            release.rows = chance.sample(release.rows, len(release.rows))
        turned, same = measured(engine, [other, one])
        assert values == same
        assert Counter((count.people, count.unaware, count.classes) for count in classes.counts) == Counter(
            (count.people, count.unaware, count.classes) for count in turned.counts
        )


@on_every_engine
def test_another_release_never_makes_anybody_safer(engine: Engine) -> None:
    chance = random.Random(11)
    for _ in range(engine.tables // 10):
        two = [random_release(chance, 5) for _ in range(2)]
        before, after = measured(engine, two)[0], measured(engine, [*two, random_release(chance, 5)])[0]
        if before.people:
            assert min(count.people for count in after.counts) <= min(count.people for count in before.counts)


def test_a_list_that_the_engine_cut_is_not_measured() -> None:
    row = {"sqlrisk_in_1": 1, "sqlrisk_in_2": 1, "sqlrisk_people": 9, "sqlrisk_unaware": 9, "sqlrisk_classes": 1, "sqlrisk_rows_without_entity": 0}
    assert evidence.composed_classes([{**row, "sqlrisk_lists_cut": 0}]).people == 9
    with pytest.raises(NotMeasuredError, match="lists of classes of 2 people"):
        evidence.composed_classes([{**row, "sqlrisk_lists_cut": 2}])


@on_every_engine
def test_the_kernel_notices_a_list_that_was_cut(engine: Engine) -> None:
    name = engine.load("people", COLUMNS, [("1", str(c), "", "flu") for c in range(30)] + [("2", "1", "", "flu")])
    sql = render("composed_classes", engine.dialect, releases=[A.argument(name), A.argument(name)]).sql
    start = sql.index(render("ordered_list", engine.dialect, text="", order="").sql.partition("(")[0])
    end = sql.index(" as sqlrisk_classes", start)
    cut = f"{sql[:start]}substring({sql[start:end]}, 1, 20){sql[end:]}"
    assert sum(row["sqlrisk_lists_cut"] for row in engine.rows(sql)) == 0
    with pytest.raises(NotMeasuredError, match="lists of classes of 1 person"):
        evidence.composed_classes(engine.rows(cut))


def composed(*counts: tuple[tuple[int, ...], int, int, int], keyless: int = 0, releases: int = 2) -> dict[type, Any]:
    from sqlrisk.measures import KLimit

    return {ComposedClasses: ComposedClasses(releases, tuple(JointClasses(*count) for count in counts), keyless), KLimit: KLimit(5)}


WITHOUT_VALUE = [
    ("rows without a key", composed(((1, 2), 5, 5, 1), keyless=3), "3 rows have no entity key"),
    ("nobody in common", composed(((1,), 5, 5, 1), ((2,), 5, 5, 1)), "no entity key of release 1 and 2 of 2"),
    ("one of three apart", composed(((1, 2), 5, 5, 1), ((3,), 5, 5, 1), releases=3), "no entity key of release 3 of 3"),
    ("nobody", composed(), "no row is left"),
]


@pytest.mark.parametrize("measure", ["composition_k", "composition_unique_rows", "composition_single_value_people"])
@pytest.mark.parametrize(("facts", "said"), [case[1:] for case in WITHOUT_VALUE], ids=[case[0] for case in WITHOUT_VALUE])
def test_what_cannot_be_joined_has_no_value(facts: dict[type, Any], said: str, measure: str) -> None:
    found = measures()[measure].of({**facts, ComposedValues: ComposedValues((ValuesLeft("dx", 0, 0, 0, 0),))})
    assert isinstance(found, NoValue)
    assert said in found.reason


SINGLE = [
    ([ValuesLeft("dx", 1, 0, 4, 0)], 1, "dx: 1 person left with one value"),
    (
        [ValuesLeft("dx", 1, 0, 4, 0), ValuesLeft("rx", 2, 0, 3, 0)],
        2,
        "dx: 1 person left with one value; rx: 2 people left with one value",
    ),
    (
        [ValuesLeft("dx", 1, 0, 4, 0), ValuesLeft("rx", 2, 3, 0, 0)],
        None,
        "no value in common: for them the releases contradict one another",
    ),
    ([ValuesLeft("dx", 0, 0, 4, 1)], 0, "dx: 0 people left with one value, 1 of whom no class holds a value"),
    ([ValuesLeft("dx", 0, 0, 0, 5)], None, "no release holds a value"),
    ([ValuesLeft("dx", 0, 0, 4, 0)], None, "not all of the 5 people were seen for `dx`"),
]


@pytest.mark.parametrize(("columns", "value", "said"), SINGLE)
def test_the_worst_column_counts_and_each_is_listed(columns: list[ValuesLeft], value: int | None, said: str) -> None:
    found = measures()["composition_single_value_people"].of({**composed(((1, 2), 5, 5, 1)), ComposedValues: ComposedValues(tuple(columns))})
    assert isinstance(found, (Noted, NoValue))
    assert (found.value, found.note) == (value, said) if isinstance(found, Noted) else (value is None and said in found.reason)


def test_those_who_are_in_every_release_are_judged_and_the_others_counted_apart() -> None:
    facts = composed(((1,), 1, 4, 1), ((2,), 2, 4, 2), ((1, 2), 3, 3, 1))
    found = measures()["composition_k"].of(facts)
    assert isinstance(found, Noted)
    assert found.value == 3
    assert "4 joint classes of 8 people, 3 of them in all 2 releases" in found.note
    assert "in release 1 only 1 person, in joint classes of 1 at least; in release 2 only 4 people, in joint classes of 2 at least" in found.note
    assert "3 people in classes below 5" in found.note
    assert measures()["composition_unique_rows"].of(facts) == 0


def test_nobody_in_all_of_three_releases_has_no_value() -> None:
    facts = composed(((1, 2), 9, 9, 1), ((2, 3), 9, 9, 1), releases=3)
    for measure in ("composition_k", "composition_unique_rows"):
        assert measures()[measure].of(facts) == NoValue("no person is in all 3 releases: declare composes_with for fewer of them at a time")


def test_people_in_two_of_three_releases_are_neither_in_all_nor_in_one() -> None:
    found = measures()["composition_k"].of(composed(((1, 2), 2, 2, 1), ((1, 2, 3), 3, 3, 1), releases=3))
    assert isinstance(found, Noted)
    assert found.note == "2 joint classes of 5 people, 3 of them in all 3 releases; 3 people in classes below 5"


# Through the corridor


def declaration(folder: Path, **tables: Rows) -> dict[str, Any]:
    """Two releases on parquet files, a and b, of (pid, edad or zona, dx)."""
    with duckdb.connect() as connection:
        for name, rows in tables.items():
            connection.execute(f"create table {name} (pid varchar, {KEYS[name]} varchar, dx varchar)")
            fill(connection, name, rows)
            connection.execute(f"copy {name} to '{folder / name}.parquet'")
    return {"version": 1, "releases": [of(name, others=[other for other in tables if other != name] if name == "a" else []) for name in tables]}


KEYS = {"a": "edad", "b": "zona"}
ROWS_A = [("1", "x", "flu"), ("2", "x", "HIV"), ("3", "y", "flu"), ("4", "y", "HIV")]
ROWS_B = [("1", "n", "flu"), ("2", "s", "HIV"), ("3", "n", "flu"), ("4", "s", "HIV")]


def of(name: str, *, others: Sequence[str] = (), **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "relation": f"{name}.parquet",
        "columns": {"pid": {"role": "entity"}, KEYS[name]: {"role": "quasi_identifier"}, "dx": {"role": "sensitive", "null_means": "not_recorded"}},
        "composes_with": list(others),
        "waived": {"dx": "not judged in this test"},
        "accepted": [{"finding": "unjudged-composition", "reason": "not judged in this test", "until": "2027-11-01"}] if others else [],
        "thresholds": [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }


def limit(measure: str, **rest: Any) -> dict[str, Any]:
    return {"measure": measure, "source": "test", "reason": "test", **rest}


def check(folder: Path, declared: dict[str, Any], *select: str) -> Report:
    return sqlrisk.check(declared, today=TODAY, project_dir=folder, select=select)


def value(report: ReleaseReport, measure: str, **where: Any) -> Any:
    found = report.find(measure, **where)
    assert found is not None
    return found.value


def note(report: ReleaseReport, measure: str, **where: Any) -> str:
    found = report.find(measure, **where)
    assert found is not None
    assert found.reason is not None
    return found.reason


def figures(report: ReleaseReport) -> tuple[Any, Any, Any]:
    return value(report, "composition_k"), value(report, "composition_unique_rows"), value(report, "composition_single_value_people")


def test_a_limit_on_composition_is_judged(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    assert check(tmp_path, declared).exit_code == 0
    declared["releases"][0]["thresholds"] += [limit("composition_k", at_least=2), limit("composition_single_value_people", at_most=0)]
    report = check(tmp_path, declared)
    assert report.exit_code == 1
    assert [result.passed for result in report.releases[0].thresholds] == [True, False, False]
    assert figures(report.releases[0]) == (1, 4, 4)
    assert report.releases[1].find("composition_k") is None
    told = "\n".join(report.releases[0].warnings)
    assert "together with b, composition_k 1: 4 joint classes of 4 people, 4 of them in all 2 releases; 4 people in classes below 2" in told
    assert report.releases[0].hypotheses["composes_with"] == ["b"]


def test_a_sensitive_column_that_no_other_release_has_is_said(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    declared["releases"][1]["columns"]["dx"] = {"role": "identifier"}
    declared["releases"][1] |= {"waived": {}, "accepted": [{"finding": "repeating-identifier", "column": "dx", "reason": "t", "until": "2027-11-01"}]}
    said = {each.column for each in check(tmp_path, declared).releases[0].findings if each.id == "unshared-sensitive"}
    shared = check(tmp_path, declaration(tmp_path, a=ROWS_A, b=ROWS_B)).releases[0]
    assert (said, {each.id for each in shared.findings} & {"unshared-sensitive"}) == ({"dx"}, set())


def test_the_other_release_is_measured_also_where_it_is_not_selected(tmp_path: Path) -> None:
    report = check(tmp_path, declaration(tmp_path, a=ROWS_A, b=ROWS_B), "a")
    assert [release.name for release in report.releases] == ["a"]
    assert figures(report.releases[0]) == (1, 4, 4)


def test_what_is_not_published_does_not_compose(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=[*ROWS_A, ("5", "z", "gout")], b=[*ROWS_B, ("5", "n", "gout"), ("6", "*", "x"), ("7", "m", "flu"), ("8", "q", "flu")])
    declared["releases"][0].update(suppress_below=2, where="dx <> 'absent'")
    declared["releases"][1].update(suppressed_marker="*", where="zona <> 'm'", suppress_below=2)
    found = check(tmp_path, declared).releases[0]
    assert "5 joint classes of 5 people, 4 of them in all 2 releases; in release 2 only 1 person, in joint classes of 1 at least" in note(
        found, "composition_k"
    )


def test_the_remedy_is_measured_with_the_other_release(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=[*ROWS_A, ("5", "z", "flu")], b=[*ROWS_B, ("5", "n", "flu")])
    found = check(tmp_path, declared).releases[0]
    assert "5 people, 4 of them in all" in note(found, "composition_k", rung="published, suppressed below 2")
    assert "5 people, 5 of them in all" in note(found, "composition_k")


def test_a_published_relation_is_composed_by_the_one_that_holds_the_entities(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    with duckdb.connect() as connection:
        connection.execute(f"copy (select edad, dx from '{tmp_path / 'a.parquet'}') to '{tmp_path / 'published.parquet'}'")
    declared["releases"][0]["published_as"] = "published.parquet"
    report = check(tmp_path, declared)
    assert report.exit_code == 0
    assert figures(report.releases[0]) == (1, 4, 4)
    found = report.releases[0].find("composition_k")
    assert found is not None
    assert any("no published_as relation holds that column" in assumption for assumption in found.assumptions)


def test_keys_that_are_text_and_numbers_are_not_joined(tmp_path: Path) -> None:
    """What 1 and 01 are as one key is each engine's own: the types are named, and a view is the way out."""
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    with duckdb.connect() as connection:
        connection.execute(f"copy (select cast(pid as integer) as pid, zona, dx from '{tmp_path / 'b.parquet'}') to '{tmp_path / 'c.parquet'}'")
    declared["releases"][1]["relation"] = "c.parquet"
    report = check(tmp_path, declared)
    assert report.exit_code == 3
    assert "`pid` of `a.parquet` is VARCHAR and `pid` of `c.parquet` is INTEGER" in (report.releases[0].error or "")


def test_a_value_that_is_null_counts_where_it_is_declared_to(tmp_path: Path) -> None:
    rows_a, rows_b = [("1", "x", None), ("2", "x", "flu")], [("1", "n", None), ("2", "n", None)]
    declared = declaration(tmp_path, a=rows_a, b=rows_b)
    assert note(check(tmp_path, declared).releases[0], "composition_single_value_people") == "dx: 2 people left with one value"
    for release in declared["releases"]:
        release["columns"]["dx"]["null_means"] = "value"
    declared["releases"][1]["columns"]["DX"] = declared["releases"][1]["columns"].pop("dx")
    declared["releases"][1]["waived"] = {"DX": "not judged in this test"}
    assert value(check(tmp_path, declared).releases[0], "composition_single_value_people") == 2
    declared["releases"][0]["columns"]["dx"]["null_means"] = "not_recorded"
    declared["releases"][0]["thresholds"].append(limit("composition_single_value_people", at_most=2))
    contradicting = check(tmp_path, declared)
    assert contradicting.exit_code == 3, "values that never meet are no safety"
    assert note(contradicting.releases[0], "composition_single_value_people").startswith("dx: 0 people left with one value, 2 whose classes have no value")


STRANGERS = [(f"q{pid}", zona, dx) for pid, zona, dx in ROWS_B]
UNSOUND = [
    ("keys that do not meet", STRANGERS, "no entity key of release 1 and 2 of 2"),
    ("a row without a key", [*ROWS_B, (None, "n", "flu")], "1 row has no entity key"),
]


@pytest.mark.parametrize(("rows", "said"), [case[1:] for case in UNSOUND], ids=[case[0] for case in UNSOUND])
def test_what_cannot_be_joined_is_never_a_pass(rows: Rows, said: str, tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=rows)
    declared["releases"][0]["thresholds"].append(limit("composition_k", at_least=1))
    report = check(tmp_path, declared)
    assert (report.exit_code, report.releases[0].verdict) == (3, "not_measured")
    assert said in "\n".join(report.releases[0].warnings)


def test_another_release_that_is_missing_or_permuted_leaves_this_one_unmeasured(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    protected_by = {"source": "b", "pivots": ["zona"], "threshold": 2, "blocks": [["dx"], ["edad"]]}
    columns = {**declared["releases"][1]["columns"], "edad": {"role": "quasi_identifier"}}
    permuted = {**declared["releases"][1], "columns": columns, "protected_by": protected_by}
    report = check(tmp_path, {"version": 1, "releases": [declared["releases"][0], permuted]}, "a")
    assert report.exit_code == 3
    assert "no persons" in str(report.releases[0].error)
    (tmp_path / "b.parquet").unlink()
    report = check(tmp_path, declared, "a")
    assert report.exit_code == 3
    assert "the file b.parquet is not there" in str(report.releases[0].error)


def test_a_column_that_the_other_release_lacks_is_told_at_once(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    declared["releases"][1]["columns"]["clave"] = {"role": "entity"}
    del declared["releases"][1]["columns"]["pid"]
    with pytest.raises(ConfigurationError, match="b: the relation has no column `clave`"):
        check(tmp_path, declared, "a")


def asked(release: dict[str, Any]) -> None:
    """A limit that asks for the composition: without one a release that cannot be joined is a warning."""
    release["thresholds"].append(limit("composition_k", at_least=1))


Change = Callable[[dict[str, Any], dict[str, Any]], Any]
REFUSED: Mapping[str, tuple[Change, str]] = {
    "itself": (lambda a, b: a.update(composes_with=["a"]), "does not compose with itself"),
    "an unknown one": (lambda a, b: (b.update(name="bajas"), a.update(composes_with=["baja"]), asked(a)), "did you mean `bajas`?"),
    "one twice": (lambda a, b: a.update(composes_with=["b", "b"]), "`b` stands twice"),
    "no entity here": (lambda a, b: (a["columns"].update(pid={"role": "identifier"}), asked(a)), "0 columns are of role entity"),
    "no entity there": (lambda a, b: (b["columns"].update(pid={"role": "identifier"}), asked(a)), "`b` has 0 columns of role entity"),
    "two entities there": (lambda a, b: b["columns"].update(otro={"role": "entity"}), "a release has one entity column"),
    "nothing to compose": (
        lambda a, b: (a.update(composes_with=[]), a["thresholds"].append(limit("composition_k", at_least=5))),
        "composition_k needs other releases about the same people",
    ),
    "no secret in common": (
        lambda a, b: (b["columns"].pop("dx"), b.pop("waived"), a["thresholds"].append(limit("composition_single_value_people", at_most=0))),
        "needs a sensitive column that two of the releases have",
    ),
    "a group": (
        lambda a, b: (a.update(groups=["edad"]), a["thresholds"].append(limit("composition_k", at_least=5, group="each"))),
        "speaks of the whole release",
    ),
    "a column": (lambda a, b: a["thresholds"].append(limit("composition_single_value_people", at_most=0, column="dx")), "is not measured by column"),
    "the other direction": (lambda a, b: a["thresholds"].append(limit("composition_k", at_most=5)), "protects with at_least"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_declaration_that_cannot_be_composed_is_refused(name: str, tmp_path: Path) -> None:
    a, b = of("a", others=["b"]), of("b")
    REFUSED[name][0](a, b)
    report = check(tmp_path, {"version": 1, "releases": [a, b]})
    assert report.exit_code == 2
    assert REFUSED[name][1] in "".join(release.error or "" for release in report.releases)


def test_both_statements_are_known_beforehand(tmp_path: Path) -> None:
    declared = {"version": 1, "releases": [of("a", others=["b"], relation="altas"), of("b", relation="bajas")]}
    for dialect in ("duckdb", "postgres", "spark"):
        text = sqlrisk.compile(declared, dialect=dialect, select=["a"], today=TODAY)
        assert "-- a: composed_classes, rung published" in text
        assert "-- a: composed_values, rung published" in text
        assert "bajas" in text


# The book


FRANJA = "case when edad < 18 then 0 when edad < 35 then 18 when edad < 50 then 35 when edad < 65 then 50 else 65 end"
LEVELS = {"edad": {"franja": FRANJA}, "codigo_postal": {"provincia": "substring(codigo_postal, 1, 2)"}}


def of_the_book(name: str, relation: Path, *kept: str, others: Sequence[str] = ()) -> dict[str, Any]:
    """A release of the book's table that publishes some of franja, sexo, provincia and profesion."""
    published = {"edad": "franja", "sexo": "sexo", "codigo_postal": "provincia", "profesion": "profesion"}
    publish = {column: level if level in kept else "dropped" for column, level in published.items() if level not in kept or column in LEVELS}
    return {
        "name": name,
        "relation": str(relation),
        "columns": {
            "num_historia": {"role": "entity"},
            **{column: {"role": "quasi_identifier", "levels": LEVELS.get(column, {})} for column in published},
            "diagnostico": {"role": "sensitive", "harm": {"level": "high"}},
        },
        "publish": publish,
        "composes_with": list(others),
        "thresholds": [limit("k", at_least=5)],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
    }


def test_the_book_composed(shared: Path) -> None:
    table = shared / "data" / "book" / "poblacion_sintetica.parquet"
    a, b = of_the_book("a", table, "franja", "sexo", "profesion", others=["b"]), of_the_book("b", table, "provincia")
    report = check(shared, {"version": 1, "releases": [a, b]})
    assert [value(release, "k") for release in report.releases] == [97, 25]
    assert figures(report.releases[0])[:2] == (1, 1018)
    assert note(report.releases[0], "composition_k").startswith("4,224 joint classes of 20,000 people")
    assert note(report.releases[0], "composition_k").endswith("6,288 people in classes below 5")


def test_the_book_under_the_intersection_attack(shared: Path, tmp_path: Path) -> None:
    table = shared / "data" / "book" / "poblacion_sintetica.parquet"
    parts = {"a": ("franja", "sexo", "provincia"), "b": ("provincia", "profesion")}
    with duckdb.connect() as connection:
        connection.execute(f"create table people as select *, {FRANJA} as franja, substring(codigo_postal, 1, 2) as provincia from '{table}'")
        for name, keys in parts.items():
            over = f"over (partition by {', '.join(keys)})"
            safe = f"count(*) {over} >= 5 and count(distinct diagnostico) {over} >= 2"
            connection.execute(f"copy (select * exclude (franja, provincia) from people qualify {safe}) to '{tmp_path / name}.parquet'")
    releases = [of_the_book(name, tmp_path / f"{name}.parquet", *keys, others=["b"] if name == "a" else ()) for name, keys in parts.items()]
    report = check(tmp_path, {"version": 1, "releases": releases})
    assert [value(release, "homogeneous_rows", column="diagnostico") for release in report.releases] == [0, 0]
    assert ", 19,811 of them in all 2 releases" in note(report.releases[0], "composition_k")
    assert value(report.releases[0], "composition_single_value_people") == 68


# The command


def compare(folder: Path, *arguments: str, declared: dict[str, Any] | None = None) -> helpers.Ran:
    found = declared or declaration(folder, a=ROWS_A, b=ROWS_B)
    found["releases"][0].pop("composes_with")
    (folder / "sqlrisk.yml").write_text(json.dumps(found))
    return program("compare", *arguments, "--today", helpers.TODAY, cwd=folder)


def test_compare_prints_for_people(tmp_path: Path) -> None:
    ran = compare(tmp_path, "a", "b")
    assert ran.code == 0, ran.err
    assert ran.err == ""
    assert "composition_k                       1 people" in ran.out
    assert "composition_single_value_people     4 people" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_compare_gives_what_check_gives(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    checked = check(tmp_path, declared).to_dict()["releases"][0]["measures"]
    ran = compare(tmp_path, "a", "b", "--format", "json", declared=declared)
    assert json.loads(ran.out) == {"measures": [each for each in checked if each["measure"].startswith("composition_") and each["rung"] == "published"]}


CALLS: Mapping[str, tuple[tuple[str, ...], int, str]] = {
    "one name": (("a",), 2, "two or more different releases"),
    "one name twice": (("a", "a"), 2, "two or more different releases"),
    "an unknown name": (("a", "bb"), 5, "no release is called `bb`"),
    "a format that is none": (("a", "b", "--format", "markdown"), 2, "markdown"),
}


@pytest.mark.parametrize("name", CALLS)
def test_compare_says_what_is_wrong(name: str, tmp_path: Path) -> None:
    arguments, code, said = CALLS[name]
    ran = compare(tmp_path, *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_compare_needs_an_entity_column(tmp_path: Path) -> None:
    declared = declaration(tmp_path, a=ROWS_A, b=ROWS_B)
    declared["releases"][1]["columns"]["pid"] = {"role": "identifier"}
    ran = compare(tmp_path, "a", "b", declared=declared)
    assert ran.code == 2
    assert "b has 0 columns of role entity" in ran.err


def test_compare_exits_with_3_where_nothing_can_be_joined(tmp_path: Path) -> None:
    ran = compare(tmp_path, "a", "b", declared=declaration(tmp_path, a=ROWS_A, b=STRANGERS))
    assert ran.code == 3
    assert "not measured" in ran.out
