"""Every kernel on every engine against the brute-force oracle: what leaves the warehouse is exactly what the rows say."""

from __future__ import annotations

import dataclasses
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqlrisk import evidence
from sqlrisk.errors import QueryFailedError
from sqlrisk.queries import render
from tests import oracle
from tests.engines import Engine

Call = tuple[str, dict[str, Any]]

COUNTED_BY = ("sqlrisk_group", "sqlrisk_class_size", "sqlrisk_size", "sqlrisk_kept", "sqlrisk_marked", "sqlrisk_matches", "sqlrisk_level")
TEXTS = ["a", "A", "a ", "\u00e1", "a\u0301", "", "'", '"', "NULL", "\\", "%", "🦆", "o'Hara"]
NUMBERS = [-5, 0, 1, 2, 7, 10**12]


@dataclass(frozen=True)
class Table:
    """A small table: columns by name and type, rows, and which columns play which part."""

    columns: Mapping[str, str]
    rows: Sequence[tuple[Any, ...]]
    quasi_identifiers: Sequence[str]
    sensitive: str
    group: str
    name: str = "people"

    @property
    def dicts(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    @property
    def values(self) -> list[Any]:
        """The sensitive values that are there, in their natural order."""
        return sorted({row[self.sensitive] for row in self.dicts} - {None})


def of_text(*rows: tuple[Any, Any, Any, Any], names: Sequence[str] = ("age", "town", "illness", "sex"), name: str = "people") -> Table:
    """A table of two quasi-identifiers, a sensitive column and a group, all text."""
    return Table(dict.fromkeys(names, "text"), rows, [*names[:2]], names[2], names[3], name)


def any_order(table: Table) -> list[Any] | None:
    """A declared order of the values, from the greatest; none where there is no value to name."""
    return table.values[::-1] or None


def every_call(table: Table) -> list[Call]:
    """Each kernel about classes, with each of its options on and off."""
    about: dict[str, Any] = {"quasi_identifiers": table.quasi_identifiers, "sensitive": table.sensitive}
    calls: list[Call] = [
        ("class_sizes", {"quasi_identifiers": table.quasi_identifiers}),
        ("group_class_sizes", {"quasi_identifiers": table.quasi_identifiers, "group": table.group}),
        ("column_profiles", {"columns": [name for name, kind in table.columns.items() if kind in ("text", "bigint")], "exact": True}),
    ]
    calls += [("publication", {"columns": [*table.columns], "quasi_identifiers": table.quasi_identifiers, "min_class_size": size}) for size in (1, 2)]
    named = {kind: [name for name in table.columns if table.columns[name] == kind] for kind in ("bigint", "text")}
    calls.append(("blank_rows", {"columns": [*table.columns], "numbers": named["bigint"], "texts": named["text"]}))
    calls += [("joined_classes", {"quasi_identifiers": table.quasi_identifiers, "column": table.sensitive, "min_class_size": size}) for size in (1, 2)]
    for kernel, size in product(("null_classes", "null_matches"), (1, 2)):
        calls.append((kernel, {"quasi_identifiers": table.quasi_identifiers, "min_class_size": size}))
    for group, size in product((None, table.group), (1, 2)):
        common = {**about, "group": group, "min_class_size": size}
        calls += [("sensitive_classes", {**common, "null_is_value": null}) for null in (False, True)]
        calls += [("recursive_classes", {**common, "l": l, "null_is_value": null}) for l, null in ((1, False), (2, True), (2, False), (3, False))]
        calls += [("ordered_classes", {**common, "order": order, "null_is_value": null}) for order in (None, any_order(table)) for null in (False, True)]
        calls += [("ordered_classes", {**common, "of_text": True})] if table.columns[table.sensitive] == "text" else []
    return calls


def agree(engine: Engine, table: Table, calls: Iterable[Call]) -> None:
    """What the engine counts is what the oracle counts: counts exactly, reals to 1e-9."""
    relation = engine.load(table.name, table.columns, table.rows)
    for kernel, arguments in calls:
        found = engine.rows(render(kernel, engine.dialect, relation=relation, **arguments).sql)
        expected = getattr(oracle, kernel)(table.dicts, **{name: value for name, value in arguments.items() if name != "exact"})
        told = f"{kernel} {arguments} of {table}"
        if kernel == "publication":
            assert multiset(found) == multiset(expected), told
        else:
            assert not differences(figures(found), figures(expected)), told


def figures(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[Any, ...], Any]:
    """Every figure under its own key: the name, after what it is counted by. A distance means nothing where the order leaves a value out."""
    found: dict[tuple[Any, ...], Any] = {}
    for row in rows:
        key = tuple(oracle.same(row[name]) for name in COUNTED_BY if name in row)
        for name in row.keys() - COUNTED_BY:
            assert (*key, name) not in found, f"{key} stands twice"
            found[*key, name] = float(row[name]) if isinstance(row[name], (Decimal, Fraction)) else row[name]
        if row.get("sqlrisk_rows_out_of_order"):
            found[*key, "sqlrisk_distance_max"] = None
    return found


def differences(found: Mapping[Any, Any], expected: Mapping[Any, Any], tolerance: float = 1e-9) -> dict[Any, tuple[Any, Any]]:
    """What differs, as (found, expected): reals by more than the tolerance, all else at all."""

    def close(one: Any, other: Any) -> bool:
        if one is None or other is None or float not in (type(one), type(other)):
            return bool(one == other)
        return math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)

    pairs = {key: (found.get(key, "missing"), expected.get(key, "missing")) for key in found.keys() | expected.keys()}
    return {key: pair for key, pair in pairs.items() if "missing" in pair or not close(*pair)}


def multiset(rows: Iterable[Mapping[str, Any]]) -> Counter[tuple[Any, ...]]:
    return Counter(tuple((name, oracle.same(value)) for name, value in row.items()) for row in rows)


EXAMPLES = {
    "an empty table": of_text(),
    "one row": of_text(("30", "Elche", "flu", "f")),
    "one row of nothing but NULL": of_text((None, None, None, None)),
    "all alike": of_text(*[("30", "Elche", "flu", "f")] * 4),
    "everybody alone": of_text(("30", "Elche", "flu", "f"), ("31", "Elche", "flu", "f"), ("30", "Alcoy", "flu", "m")),
    "NULL is a class of its own, apart from the empty text": of_text((None, "Elche", "flu", "f"), ("", "Elche", "flu", "f"), (None, "Elche", "flu", "m")),
    "a group that is NULL": of_text(("30", "Elche", "flu", None), ("30", "Elche", "asthma", "f"), ("31", None, "flu", None)),
    "a class without a value": of_text(("30", "Elche", None, "f"), ("30", "Elche", None, "m"), ("31", "Elche", "flu", "f")),
    "no value at all": of_text(("30", "Elche", None, "f"), ("31", "Elche", None, "m")),
    "half of a class without a value": of_text(("30", "Elche", "flu", "f"), ("30", "Elche", None, "f"), ("31", "Elche", "asthma", "m")),
    "case, spaces and accents tell values apart": of_text(("a", "x", "á", "f"), ("A", "x", "a", "f"), ("a ", "x", "A", "f"), ("á", "x", "á", "f")),
    "values with quotes and backslashes": of_text(("'", '"', "o'Hara", "f"), ("'", '"', "\\", "f"), ("'", '"', "\\'", "m"), ("\\", "`", "'; --", "f")),
    "99 and 1": of_text(*[("30", "Elche", "flu", "f")] * 99, ("30", "Elche", "asthma", "m")),
    "a rare value told by a small class": of_text(*[("30", "Elche", "flu", "f")] * 50, *[("31", "Elche", "HIV", "m")] * 2),
}

NAMES = {
    "aliases that a user's column can bear": ("n", "c", "k", "b"),
    "more of them": ("g", "s", "classes", "class_size"),
    "words of ours": ("rows", "relation", "model", "value"),
    "reserved words": ("user", "group", "select", "order"),
    "more reserved words": ("null", "case", "current_user", "table"),
    "quotes": ('a"b', "a'b", "`a`", "[a]"),
    "nothing but quotes": ('"', "''", '""', "``"),
    "Unicode": ("año", "性別", "🦆", "İ"),
    "spaces and dots": (" ", "a.b", "a b", "\t"),
    "what SQL reads as a comment": ("--a", "/*a*/", "a;b", "#"),
    "what a driver or a template reads": ("%s", "$1", "{{ a }}", "{% b %}"),
    "backslashes": ("a\\", "\\n", "\\\\", "\\'"),
    "names that differ by one letter of the prefix": ("sqlrisk", "sql_risk_", "xsqlrisk_row", "sqlrisk-"),
}
ROWS_OF_NAMES = (("1", "2", "x", "f"), ("1", "2", "y", "f"), ("1", "2", "x", None), (None, "2", "x", "m"), (None, "2", None, "m"), ("3", "2", "z", "m"))


@pytest.mark.few(5)
@pytest.mark.parametrize("table", EXAMPLES.values(), ids=EXAMPLES)
def test_each_kernel_with_each_option_on(engine: Engine, table: Table) -> None:
    agree(engine, table, every_call(table))


@pytest.mark.few(4)
@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_no_name_of_a_column_or_of_the_table_changes_a_count(engine: Engine, names: Sequence[str]) -> None:
    table = of_text(*ROWS_OF_NAMES, names=names, name=names[0].replace("%s", "s"))
    agree(engine, table, every_call(table))


@pytest.mark.parametrize("part", ["a quasi-identifier", "the sensitive column"])
def test_a_group_may_be(engine: Engine, part: str) -> None:
    table = of_text(*ROWS_OF_NAMES)
    column = table.quasi_identifiers[0] if part == "a quasi-identifier" else table.sensitive
    agree(engine, table, every_call(dataclasses.replace(table, group=column)))


def random_table(seed: int) -> Table:
    """Up to 25 rows of one to three quasi-identifiers, a sensitive column and a group: text, whole numbers or booleans, with and without NULL."""
    chance = random.Random(seed)
    names = chance.sample([name for four in NAMES.values() for name in four], 5)
    quasi_identifiers = names[: chance.randint(1, 3)]
    pools: dict[str, list[Any]] = {}
    columns: dict[str, str] = {}
    for name in (*quasi_identifiers, *names[3:]):
        columns[name] = chance.choice(["text", "bigint"] if name == names[3] else ["text", "bigint", "boolean"])
        known: dict[str, list[Any]] = {"text": TEXTS, "bigint": NUMBERS, "boolean": [True, False]}
        pools[name] = chance.sample(known[columns[name]], chance.randint(1, min(6, len(known[columns[name]])))) + [None] * chance.randint(0, 1)
    rows = [tuple(chance.choice(pools[name]) for name in columns) for _ in range(chance.choice([0, 1, 2, 5, 9, 14, 25]))]
    return Table(columns, rows, quasi_identifiers, names[3], names[4])


def some_calls(table: Table, seed: int) -> list[Call]:
    """A few of all the calls, and orders that lack a value, or name one that is not there."""
    chance = random.Random(seed)
    order = chance.sample(table.values, len(table.values))
    orders = [order[1:], [*order, "never seen" if table.columns[table.sensitive] == "text" else 99]]
    about = {"quasi_identifiers": table.quasi_identifiers, "sensitive": table.sensitive, "min_class_size": chance.randint(1, 4)}
    calls: list[Call] = [("ordered_classes", {**about, "order": order or None, "group": chance.choice([None, table.group])}) for order in orders]
    return chance.sample(every_call(table), 5) + calls + [("recursive_classes", {**about, "l": 4})]


def test_random_tables(engine: Engine) -> None:
    for seed in range(engine.tables):
        table = random_table(seed)
        if all(map(engine.holds, table.columns)):
            agree(engine, table, some_calls(table, seed))


def test_a_larger_table(engine: Engine) -> None:
    chance = random.Random(0)
    rows = [(chance.randint(0, 15), chance.choice([*TEXTS, None]), min(chance.randint(0, 20), chance.randint(0, 20)), chance.choice("fm")) for _ in range(500)]
    table = Table({"age": "bigint", "town": "text", "salary": "bigint", "sex": "text"}, rows, ["age", "town"], "salary", "sex")
    agree(engine, table, every_call(table))


ORDERS = {
    "text with quotes and backslashes": ("text", ["\\", "o'Hara", "", "\\'", "é"]),
    "whole numbers": ("bigint", [10**12, -1, 0]),
    "reals": ("double precision", [0.5, -1.5, 1e-7, 1e20]),
}


@pytest.mark.parametrize(("kind", "order"), ORDERS.values(), ids=ORDERS)
def test_a_declared_order_names_its_values_exactly(engine: Engine, kind: str, order: list[Any]) -> None:
    if engine.name == "sail" and kind == "double precision":
        pytest.skip("Sail compares a double with a decimal as a decimal")
    rows = [(place % 2, value, "f") for place, value in enumerate([*order, None])]
    table = Table({"age": "bigint", "salary": kind, "sex": "text"}, rows, ["age"], "salary", "sex")
    agree(engine, table, [("ordered_classes", {"quasi_identifiers": ["age"], "sensitive": "salary", "order": order})])


def test_rows_are_counted_by_the_two_flags(engine: Engine) -> None:
    flags = [(1, 0), (1, 0), (1, 1), (0, 0), (0, 1)]
    relation = engine.load("flags", {"sqlrisk_kept": "bigint", "sqlrisk_marked": "bigint"}, flags)
    rows = engine.rows(render("row_counts", engine.dialect, relation=relation).sql)
    assert figures(rows) == figures(oracle.row_counts([{"sqlrisk_kept": kept, "sqlrisk_marked": marked} for kept, marked in flags]))
    assert evidence.row_counts(rows) == evidence.RowCounts(read=5, filtered=2, marked=1)


def test_a_distinct_count_may_be_approximate_unless_asked_exactly(engine: Engine) -> None:
    relation = engine.load("people", {"id": "bigint", "sex": "text"}, [(row, "f") for row in range(2000)])
    (row,) = engine.rows(render("column_profiles", engine.dialect, relation=relation, columns=["id", "sex"]).sql)
    assert row["sqlrisk_distinct_1"] == pytest.approx(2000, rel=0.25)
    assert (row["sqlrisk_rows"], row["sqlrisk_distinct_2"], float(row["sqlrisk_length_2"])) == (2000, 1, 1.0)


READERS: dict[str, Callable[[Sequence[Mapping[str, Any]]], Any]] = {
    "class_sizes": evidence.class_sizes,
    "group_class_sizes": lambda rows: {value: evidence.group_class_sizes(of_value) for value, of_value in evidence.by_group(rows).items()},
    "sensitive_classes": lambda rows: {value: evidence.sensitive_classes(of_value, 6) for value, of_value in grouped(rows).items()},
    "recursive_classes": lambda rows: {value: evidence.recursive_classes(of_value) for value, of_value in grouped(rows).items()},
    "ordered_classes": lambda rows: {value: evidence.ordered_classes(of_value) for value, of_value in grouped(rows).items()},
    "joined_classes": lambda rows: evidence.joined_classes(rows, "illness"),
    "blank_rows": lambda rows: evidence.blank_rows(rows, ["age", "town", "illness", "sex"]),
    "null_classes": evidence.null_classes,
    "null_matches": evidence.null_matches,
    "column_profiles": lambda rows: evidence.column_profiles(rows, ["age", "town", "illness", "sex"]),
}


def grouped(rows: Sequence[Mapping[str, Any]]) -> dict[Any, list[Mapping[str, Any]]]:
    in_order = sorted(rows, key=lambda row: row["sqlrisk_class_size"])
    return evidence.by_group([{"sqlrisk_group": "the whole release", **row} for row in in_order])


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    """The plain values inside an evidence, each under where it stands."""
    if dataclasses.is_dataclass(value):
        return {key: leaf for field in dataclasses.fields(value) for key, leaf in leaves(getattr(value, field.name), f"{path}.{field.name}").items()}
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else None
    return {path: value} if inside is None else {key: leaf for name, each in inside for key, leaf in leaves(each, f"{path}[{name}]").items()}


@pytest.mark.parametrize("kernel", READERS)
def test_evidence_is_plain_numbers_whatever_the_driver_returns(engine: Engine, kernel: str) -> None:
    table = of_text(*ROWS_OF_NAMES)
    relation = engine.load(table.name, table.columns, table.rows)
    for _, arguments in (call for call in every_call(table) if call[0] == kernel):
        found = leaves(READERS[kernel](engine.rows(render(kernel, engine.dialect, relation=relation, **arguments).sql)))
        of_oracle = getattr(oracle, kernel)(table.dicts, **{name: value for name, value in arguments.items() if name != "exact"})
        assert not differences(found, leaves(READERS[kernel](of_oracle)))
        assert {type(value) for value in found.values()} <= {int, float, str, type(None)}


FLOATS = [-0.0, 0.0, float("nan"), -float("nan"), 1.5, float("inf"), None]


@pytest.mark.engines_excluding("sqlite", "mariadb", because="they store no NaN")
@pytest.mark.parametrize(("values", "sizes"), [([0.0, -0.0], {2: 1}), ([float("nan")] * 2, {2: 1}), ([0.0, float("nan"), None], {1: 3})])
def test_floats_that_are_equal_are_one_class(engine: Engine, values: list[Any], sizes: dict[int, int]) -> None:
    relation = engine.load("floats", {"x": "double precision"}, [(value,) for value in values])
    assert evidence.class_sizes(engine.rows(render("class_sizes", engine.dialect, relation=relation, quasi_identifiers=["x"]).sql)).histogram() == sizes


@pytest.mark.engines_excluding("sqlite", "mariadb", "sail", because="two store no NaN; Sail parts -0.0 from 0.0 in windows")
def test_floats_that_are_equal_are_one_class_through_every_kernel(engine: Engine) -> None:
    for seed in range(engine.tables // 10):
        chance = random.Random(seed)
        rows = [tuple(chance.choice(FLOATS) for _ in range(4)) for _ in range(chance.choice([1, 4, 20]))]
        table = Table(dict.fromkeys(("x", "y", "salary", "z"), "double precision"), rows, ["x", "y"], "salary", "z")
        calls = [call for call in every_call(table) if call[0] != "column_profiles" and call[1].get("order") is None]
        agree(engine, table, chance.sample(calls, 8))


PEOPLE = st.lists(st.tuples(*[st.sampled_from(["a", "b", None])] * 2, st.sampled_from(["x", "y", "z", "", None]), st.sampled_from(["f", "m"])), max_size=30)


@pytest.mark.engines_only("duckdb", because="only DuckDB has a fast path")
@settings(max_examples=60)
@given(rows=PEOPLE, min_class_size=st.integers(1, 4), null_is_value=st.booleans())
def test_the_fast_path_is_the_portable_text(engine: Engine, rows: list[tuple[Any, ...]], min_class_size: int, null_is_value: bool) -> None:
    table = of_text(*rows)
    relation = engine.load(table.name, table.columns, table.rows)
    options = {"quasi_identifiers": table.quasi_identifiers, "sensitive": table.sensitive, "min_class_size": min_class_size, "null_is_value": null_is_value}
    fast, portable = (render("sensitive_classes", dialect, relation=relation, **options).sql for dialect in (engine.dialect, "sqlite"))
    assert fast != portable
    assert not differences(figures(engine.rows(fast)), figures(engine.rows(portable)), tolerance=1e-12)


@pytest.mark.engines_only("duckdb", because="laws of the measures, not of an engine")
@settings(max_examples=40)
@given(rows=PEOPLE.filter(bool), chance=st.randoms(use_true_random=False))
def test_laws_that_need_no_oracle(engine: Engine, rows: list[tuple[Any, ...]], chance: random.Random) -> None:
    def sizes(rows: Sequence[tuple[Any, ...]], *quasi_identifiers: str) -> dict[int, int]:
        relation = engine.load("people", dict.fromkeys(("age", "town", "illness", "sex", "constant"), "text"), [(*row, "k") for row in rows])
        query = render("class_sizes", engine.dialect, relation=relation, quasi_identifiers=[*quasi_identifiers])
        return evidence.class_sizes(engine.rows(query.sql)).histogram()

    plain = sizes(rows, "age", "town")
    assert sizes(chance.sample(rows, len(rows)), "town", "age") == plain, "the order of rows and columns changes nothing"
    assert sizes(rows, "age", "town", "constant") == plain, "a constant column changes nothing"
    assert sizes(rows * 2, "age", "town") == {2 * size: classes for size, classes in plain.items()}, "every row twice: every class twice as large"
    assert min(sizes(rows, "age")) >= min(plain), "coarser never lowers k"


@pytest.mark.parametrize("names", [[], ["sqlrisk_row"], ["age", "SQLRISK_Rows"]], ids=["no column", "a name of ours", "a name of ours in capitals"])
def test_a_kernel_refuses(names: list[str]) -> None:
    with pytest.raises(QueryFailedError, match="at least one column|are reserved"):
        render("class_sizes", "duckdb", relation="people", quasi_identifiers=names)
