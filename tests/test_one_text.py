"""The laws of the SQL: one text in every dialect but for its leaves, one select over the declared relation, in the portable subset."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
import sqlglot
from jinja2 import Environment, nodes
from sqlglot import exp
from sqlglot.optimizer.annotate_types import annotate_types
from sqlglot.optimizer.qualify import qualify

from sqlrisk.compiling import DIALECTS
from sqlrisk.errors import QueryFailedError
from sqlrisk.queries import Query, macros_path, render
from sqlrisk.relations import guard

ABOUT: dict[str, Any] = {"quasi_identifiers": ["age", "town"], "sensitive": "illness"}
OPTIONS: dict[str, Any] = {"group": "sex", "min_class_size": 5}
FOREST: dict[str, Any] = {
    "edges": [{"parent": "age", "child": "town", "alpha": -0.5, "gain": 1.0, "root_alpha": -0.95, "root_gain": 0.25}],
    "alone": [{"child": "sex", "alpha": -0.5, "gain": 0.001}],
}
COMPOSED: list[dict[str, Any]] = [
    {"relation": "people", "quasi_identifiers": ["age", "town"], "entity": "sex", "min_class_size": size, "sensitive": [sensitive]}
    for size, sensitive in (
        (1, {"column": "illness", "null_is_value": True}),
        (5, {"column": "illness", "null_is_value": False}),
        (1, {"column": None, "null_is_value": False}),
    )
]
QUERY: dict[str, Any] = {"quasi_identifiers": ["age", "town"], "group_by": ["town", "sex"]}
PROTECTED: dict[str, Any] = {"source": "people", "pivots": ["age", "town"], "threshold": 4}
QUERIES: list[dict[str, Any]] = [
    {"group_by": ["town", "sex"], "share_of": "illness", "null_is_value": False},
    {"group_by": ["age"], "share_of": "illness", "null_is_value": True},
]
DISSOLVED: dict[str, Any] = {"source": "people", "pivots": ["town", "organ"], "threshold": 4}
CLASS_LIMITS: list[dict[str, Any]] = [
    {"measure": measure, "limit": limit, "column": column, "null_means": null_means, "l": l}
    for measure, limit, column, null_means, l in (
        ("k", 2, None, None, None),
        ("distinct_l", 2, "illness", None, None),
        ("entropy_l", 1.5, "illness", None, None),
        ("max_posterior", 0.8, "sex", "value", None),
        ("recursive_c", 3, "sex", "value", 2),
        ("t_closeness", 0.7, "illness", None, None),
    )
]
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "class sizes": ("class_sizes", {"quasi_identifiers": ["age", "town"]}),
    "class sizes of classes": ("class_sizes", {"quasi_identifiers": ["age", "town"], "counted": True}),
    "classes": ("class_counts", {"quasi_identifiers": ["age", "town"]}),
    "classes of classes": ("class_counts", {"quasi_identifiers": ["age"], "counted": True}),
    "codes of levels": ("level_codes", {"value": "town", "levels": ["organ", "system"]}),
    "nesting of levels": ("level_nesting", {"levels": 3}),
    "class sizes of a group": ("group_class_sizes", {"quasi_identifiers": ["age", "town"], "group": "sex"}),
    "sensitive": ("sensitive_classes", ABOUT),
    "sensitive, NULL is a value": ("sensitive_classes", {**ABOUT, "null_is_value": True, "min_class_size": 5}),
    "sensitive of a group": ("sensitive_classes", {**ABOUT, **OPTIONS}),
    "recursive": ("recursive_classes", {**ABOUT, "l": 3}),
    "recursive of a group, NULL is a value": ("recursive_classes", {**ABOUT, **OPTIONS, "l": 3, "null_is_value": True}),
    "ordered, natural": ("ordered_classes", ABOUT),
    "ordered, natural, NULL is a value": ("ordered_classes", {**ABOUT, **OPTIONS, "null_is_value": True, "of_text": True}),
    "ordered by a list of text": ("ordered_classes", {**ABOUT, **OPTIONS, "order": ["low", "mid", "high"]}),
    "ordered by a list of numbers": ("ordered_classes", {**ABOUT, "sensitive": "weight", "order": [3, -1, 2.5]}),
    "margins": ("margin_histograms", {"quasi_identifiers": ["age", "town", "sex"], "paired": 3}),
    "margins of two columns": ("margin_histograms", {"quasi_identifiers": ["age", "town"]}),
    "classes by their margins": ("margin_classes", {"quasi_identifiers": ["age", "town", "sex"], "rows": 20, **FOREST}),
    "against a reference": ("matched_classes", {"quasi_identifiers": ["age", "town"], "reference": "people", "min_class_size": 5}),
    "against a table of counts": ("matched_classes", {"quasi_identifiers": ["age", "town"], "reference": "people", "weight": "weight"}),
    "hierarchical": ("hierarchical_classes", {**ABOUT, "ancestors": ["organ"]}),
    "hierarchical of a group, NULL is a value": ("hierarchical_classes", {**ABOUT, **OPTIONS, "ancestors": ["organ", "system"], "null_is_value": True}),
    "levels of a hierarchy": ("hierarchy_levels", {"sensitive": "illness", "ancestors": ["organ", "system"]}),
    "levels of a hierarchy, NULL is a value": ("hierarchy_levels", {"sensitive": "illness", "ancestors": ["organ"], "null_is_value": True}),
    "values that a hierarchy does not hold": ("uncovered_values", {"value": "age", "known": "town"}),
    "entities": ("entity_classes", {"quasi_identifiers": ["age", "town"], "entity": "sex"}),
    "entities, small classes suppressed": ("entity_classes", {"quasi_identifiers": ["age"], "entity": "sex", "min_class_size": 5}),
    "weights": ("weighted_classes", {"quasi_identifiers": ["age", "town"], "weight": "weight", "min_class_size": 5}),
    "households": ("household_risks", {"quasi_identifiers": ["age", "town"], "cluster": "sex", "min_class_size": 5}),
    "households, weighted": ("household_risks", {"quasi_identifiers": ["age", "town"], "cluster": "sex", "weight": "weight"}),
    "nesting": ("nesting", {"finer": "age", "coarser": "town"}),
    "error of shares": ("query_errors", {**QUERY, "of": "share", "value": "illness", "limits": [1, 5]}),
    "error of shares, NULL is a value": (
        "query_errors",
        {**QUERY, "of": "share", "value": "illness", "limits": [5], "null_is_value": True, "source": "people"},
    ),
    "error of counts against a source": ("query_errors", {**QUERY, "of": "count", "limits": [1, 5], "source": "people"}),
    "error of means": ("query_errors", {**QUERY, "of": "mean", "value": "income", "source_value": "weight", "limits": [1, 5]}),
    "error of sums against a source": ("query_errors", {**QUERY, "of": "sum", "value": "weight", "limits": [1], "source": "people"}),
    "flags": ("row_counts", {}),
    "rows": ("row_counts", {"flagged": False}),
    "profiles": ("column_profiles", {"columns": ["age", "town"]}),
    "shapes": ("value_shapes", {"texts": ["town", "illness"], "numbers": ["income"]}),
    "values that could be identifiers": ("value_fits", {"columns": ["town", "illness"]}),
    "patterns": ("column_patterns", {"columns": ["town", "age"]}),
    "what collations fold": ("folded_values", {"pairs": 2}),
    "classes with one more column": ("joined_classes", {"quasi_identifiers": ["age", "town"], "column": "illness"}),
    "classes with one more column, suppressed": ("joined_classes", {"quasi_identifiers": ["age"], "column": "sex", "min_class_size": 5}),
    "rows with nothing in a column": ("blank_rows", {"columns": ["age", "weight"], "numbers": ["weight"], "texts": ["age"]}),
    "classes with a NULL": ("null_classes", {"quasi_identifiers": ["age", "town"], "min_class_size": 5}),
    "cells that may be missing": ("missing_tokens", {"texts": ["town", "sex"], "numbers": ["weight"]}),
    "numbers that may be codes": ("numeric_codes", {"numbers": ["weight", "income"]}),
    "classes with a missing value": ("null_classes", {"quasi_identifiers": ["age", "town"], "values": ["age", "sex"]}),
    "what matches what, missing values declared": ("null_matches", {"quasi_identifiers": ["age", "town"], "min_class_size": 5, "values": ["age", "sex"]}),
    "what matches what": ("null_matches", {"quasi_identifiers": ["age", "town"]}),
    "what matches what, suppressed": ("null_matches", {"quasi_identifiers": ["age", "town"], "min_class_size": 5}),
    "profiles, exact": ("column_profiles", {"columns": ["age", "town"], "exact": True}),
    "composition": ("composed_classes", {"releases": COMPOSED}),
    "intersection": ("composed_values", {"releases": COMPOSED, "sensitive": ["illness"]}),
    "values of pivots": ("pivot_values", {"source": "people", "pivots": ["age", "town"]}),
    "groups of pivots": ("block_counts", PROTECTED),
    "a block": ("block_counts", {**PROTECTED, "columns": ["illness", "sex"], "residue": "absorb_smallest"}),
    "preserved pairs": ("preserved_pairs", {**PROTECTED, "columns": ["illness", "sex"], "pairs": [[0, 1], [-1, 1], [1, 2]], "residue": "drop_rows"}),
    "preserved pairs of pivots": ("preserved_pairs", {**PROTECTED, "pairs": [[-1, -2]]}),
    "lost pairs": ("lost_pairs", {**PROTECTED, "columns": ["illness", "sex", "organ"], "pairs": [[1, 2], [1, 3]]}),
    "classes to recode": ("mondrian_classes", {"columns": ["age", "town"]}),
    "classes as ranks": ("mondrian_ranks", {"quasi_identifiers": ["age", "town"], "texts": ["town"]}),
    "classes as ranks, for queries": ("mondrian_ranks", {"quasi_identifiers": ["age", "town"], "texts": ["town"], "queries": QUERIES}),
    "spans": ("mondrian_spans", {"attributes": 2}),
    "cuts": ("mondrian_cuts", {"ranks": [100, 1], "min_class_size": 5}),
    "halves": ("mondrian_children", {"cuts": "people", "attributes": 2}),
    "regions that are not cut": ("mondrian_children", {"cuts": "people", "attributes": 2, "queries": 1, "closed": True}),
    "sizes of regions": ("mondrian_sizes", {}),
    "regions": ("mondrian_regions", {"cuts": "people", "attributes": 2}),
    "cut points": ("mondrian_points", {"column": "town", "is_text": True, "ranks": [1, 7]}),
    "what a reader can count": ("attributed_cells", {"keys": ["sqlrisk_region"], "query": 1}),
    "what a reader can count in large classes": ("attributed_cells", {"keys": ["sqlrisk_rank_1", "sqlrisk_rank_2"], "query": 1, "min_class_size": 5}),
    "error of what a reader can count": ("attributed_error", {"published": ["people", "people"], "query": 1}),
    "losses of pivots": ("pivot_losses", DISSOLVED),
    "losses of pivots, the residue absorbed": ("pivot_losses", {**DISSOLVED, "residue": "absorb_smallest"}),
    "tuples of a block": ("block_tuples", {**DISSOLVED, "block": ["age", "sex"], "residue": "drop_rows"}),
    "links of two blocks": ("block_links", {**DISSOLVED, "block": ["age", "sex"], "other": ["illness"]}),
    "constant blocks": ("constant_blocks", {"pivots": ["town"], "blocks": [["age", "sex"], ["illness"]]}),
    "rows of classes within limits": ("kept_rows", {"columns": ["age", "town", "organ"], "quasi_identifiers": ["age", "town"], "limits": CLASS_LIMITS}),
    "rows of classes within limits, NULL is no value": (
        "kept_rows",
        {"columns": ["town", "sex"], "quasi_identifiers": ["town"], "limits": [{**CLASS_LIMITS[3], "column": "illness", "null_means": "not_recorded"}]},
    ),
    "publication": ("publication", {"columns": ["age", "town", "illness"], "quasi_identifiers": ["age", "town"], "min_class_size": 5}),
}
PIECES = {"columns", "class_values", "individual_risk", "composed_people", "expected_groups", "placed_rows", "value_patterns"}
OF_RANKS = (
    "region", "rank_1", "rank_2", "group_1", "value_1", "valued_1", "rows", "attribute", "rank", "number", "group", "value", "valued",
    "stored_1", "stored_2", "exact_1", "exact_2",
)  # fmt: skip
SCHEMA: dict[str, object] = {
    "people": {
        **dict.fromkeys(("age", "town", "illness", "sex", "organ", "system"), "varchar"),
        "weight": "double",
        "income": "double",
        **dict.fromkeys(("sqlrisk_rows", "sqlrisk_level_0", "sqlrisk_level_1", "sqlrisk_level_2"), "bigint"),
        "sqlrisk_kept": "bigint",
        "sqlrisk_marked": "bigint",
        **dict.fromkeys((f"sqlrisk_{name}" for name in OF_RANKS), "bigint"),
    }
}
DEFAULT_TEXTS = ("trino", "postgres")


@functools.cache
def query(call: str, dialect: str) -> Query:
    kernel, arguments = CALLS[call]
    return render(kernel, dialect, **({} if "releases" in arguments else {"relation": "people"}), **arguments)


@functools.cache
def tree(call: str, dialect: str) -> exp.Expr:
    """The parsed text of a call, which nobody may change."""
    return sqlglot.parse_one(query(call, dialect).sql, read=dialect)


def test_every_kernel_stands_in_the_table_of_calls() -> None:
    assert {file.stem for file in (macros_path() / "evidence").glob("*.sql")} - PIECES == {kernel for kernel, _ in CALLS.values()}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_kernel_is_one_select_over_the_relation_and_its_own_ctes(call: str, dialect: str) -> None:
    guard(query(call, dialect), dialect, ["people"])
    assert isinstance(tree(call, dialect), exp.Select)
    tables = {table.name for table in tree(call, dialect).find_all(exp.Table)}
    assert tables <= {"people"} | {cte.alias for cte in tree(call, dialect).find_all(exp.CTE)}


OUTSIDE = {
    "another relation": "select 1 from salaries",
    "another relation in a subquery": "select 1 from people where age in (select age from salaries)",
    "another relation under the name of ours": "select 1 from payroll.people",
    "a function that reads files": "select * from read_csv('people.csv')",
    "two statements": "select 1 from people; select 2 from people",
    "a union": "select 1 from people union all select 2 from people",
    "a statement that writes": "delete from people",
    "a select that writes": "create table copy as select * from people",
    "half a statement": "select 1 from people where (",
}


@pytest.mark.parametrize("sql", OUTSIDE.values(), ids=OUTSIDE)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_whatever_else_is_not_sent(sql: str, dialect: str) -> None:
    with pytest.raises(QueryFailedError, match="not sent"):
        guard(Query("class_sizes", {}, sql), dialect, ["people"])


LEAVES = {
    r"\bnullif\(0, 0\)": "null",
    r" .* as (sqlrisk_(text|shape|hexadecimal|code_shape|joined_\w+|remainder_\w+),?)\n": r" <translated, joined or divided> as \1\n",
    r"\n *offset 0": "",
    r"\bas (bigint|signed)\)": "as <bigint>)",
    r"\bas (double precision|double|float64|float)\)": "as <double>)",
    r"\bas (varchar|text|string|char|n?varchar\(max\)|Nullable\(String\))\)": "as <text>)",
    r"\((cast\(\S+ as <text>\)) collate [\w\"]+\)": r"\1",
    r"cast\((cast\(\S+ as <text>\)) as binary\)": r"\1",
    r"\b(ln|log)\(": "<ln>(",
    r"\b(length|char_length|len|lengthUTF8)\(": "<length>(",
    r" and sqlrisk_person\.sqlrisk_(class|rows)_length <= @@max_sort_length": "",
    r"\b(group_concat|array_join|arrayStringConcat|listagg|string_agg)\(.*(?= as sqlrisk_(class_list|rows_list|classes))": "<list>",
    r"approx_count_distinct\(case when (\S+) is not null then xxhash64\(\1\) end\)": r"approx_count_distinct(\1)",
    r"\b(count\(distinct |approx_count_distinct\(|approx_distinct\()": "<distinct>(",
    r" as materialized \(": " as (",
    r"(?:dense_rank\(\) over \(order by (\S+)\)|(\S+)) as (sqlrisk_key_\d+,?)\n": r"<code>(\1\2) as \3\n",
    r"(\S+\.sqlrisk_key_\d+) (?:is not distinct from|<=>|=) (\S+\.sqlrisk_key_\d+)": r"<same>(\1, \2)",
    r"(\S+) = (\S+) or \(\1 <> \1 and \2 <> \2\)": r"\1 = \2",
    r"\bb?trim\((?:both )?(?:N?'[ \u00a0]+' from )?([^\s,()]+)(?:, '[ \u00a0]+')?\)": r"<trim>(\1)",
    r"case when (?:\S+ = (?:'NaN'|cast\('NaN' as <double>\))|(?:is_?nan|isNaN)\(\S+\)|1 = 0) then ('NaN'|null)": r"case when <nan> then \1",
    r"\bN'": "'",
    r'["`]': "<quote>",
}


def without_leaves(sql: str) -> str:
    for leaf, name in LEAVES.items():
        sql = re.sub(leaf, name, sql)
    return sql


@pytest.mark.parametrize("call", CALLS)
def test_the_text_is_the_same_in_every_dialect_but_for_its_leaves(call: str) -> None:
    texts = {dialect: without_leaves(query(call, dialect).sql) for dialect in DIALECTS}
    if CALLS[call][0] == "sensitive_classes" and "group" not in CALLS[call][1]:
        assert texts.pop("duckdb") != texts["postgres"], "the one fast path"
    assert set(texts.values()) == {texts["postgres"]}


def functions(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """Functions beyond the subset. DENSE_RANK and LEAD, which ordered_classes needs, are in it beside ROW_NUMBER: every engine has them."""
    plain = (exp.Count, exp.Sum, exp.Min, exp.Max, exp.Cast, exp.Case, exp.If, exp.And, exp.Or, exp.Ln, exp.Abs, exp.Coalesce, exp.Substring, exp.Floor)
    return (found for found in parsed.find_all(exp.Func) if type(found) not in (*plain, exp.RowNumber, exp.DenseRank, exp.Lead))


def constructs(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """What some engine lacks, or reads in its own way."""
    yield from parsed.find_all(
        exp.Filter, exp.Qualify, exp.GroupingSets, exp.Rollup, exp.Cube, exp.IntDiv, exp.TryCast, exp.Bracket, exp.Slice,
        exp.NullSafeEQ, exp.NullSafeNEQ, exp.Join, exp.Lateral, exp.Hint, exp.Limit, exp.ILike, exp.Collate,
    )  # fmt: skip
    yield from (cte for cte in parsed.find_all(exp.CTE) if cte.args.get("materialized") is not None)
    yield from (found for found in parsed.find_all(exp.Coalesce) if found.find(exp.Lead))  # past the last row ClickHouse's lead is 0, not NULL
    yield from (union for union in parsed.find_all(exp.SetOperation) if type(union) is not exp.Union or union.args["distinct"])


def frames(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """A running sum without a frame, or with a frame that is not of rows: Redshift refuses both. Ranks and neighbours take none."""
    for window in parsed.find_all(exp.Window):
        spec = window.args.get("spec")
        if window.args.get("order") and not isinstance(window.this, exp.RowNumber | exp.DenseRank | exp.Lead):
            yield from [] if spec and spec.args["kind"].upper() == "ROWS" else [window]
        elif spec:
            yield window


def divisions(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """A division of anything but two doubles."""
    typed = annotate_types(qualify(parsed.copy(), schema=SCHEMA, quote_identifiers=False), schema=SCHEMA)
    return (found for found in typed.find_all(exp.Div) if not (found.this.is_type("double") and found.expression.is_type("double")))


def groups(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """GROUP BY of anything but plain columns."""
    for group in parsed.find_all(exp.Group):
        yield from (each for each in group.expressions if not isinstance(each, exp.Column))
        yield from [group] if group.args.get("all") is not None or not group.expressions else []


def unqualified(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """A column that does not say whose it is, or a bare star."""
    yield from (column for column in parsed.find_all(exp.Column) if not column.table)
    yield from (star for star in parsed.find_all(exp.Star) if not isinstance(star.parent, (exp.Count, exp.Column)))


def aliases(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """A name of ours that a user's column can bear, or a table without one."""
    named = parsed.find_all(exp.Alias, exp.TableAlias)
    yield from (each for each in named if not (each.alias if isinstance(each, exp.Alias) else each.name).startswith("sqlrisk_"))
    yield from (table for table in parsed.find_all(exp.Table) if table.name == "people" and not table.alias)


def orders(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """ORDER BY outside a window, and outside the leaf that lists texts in order."""
    return (order for order in parsed.find_all(exp.Order) if not isinstance(order.parent, (exp.Window, exp.GroupConcat, exp.ArrayAgg)))


def distinct(parsed: exp.Expr) -> Iterator[exp.Expr]:
    """DISTINCT, which counts pairs of columns in as many ways as there are engines."""
    return parsed.find_all(exp.Distinct)


RULES: dict[Callable[[exp.Expr], Iterable[exp.Expr]], tuple[str, ...]] = {
    functions: ("select log(t.a) from t as sqlrisk_t", "greatest(a, b)", "round(a)", "any_value(a)", "arg_max(a, b)", "md5(a)", "a ->> 'b'", "unknown(a)"),
    constructs: (
        "count(*) filter (where a)", "a // 2", "try_cast(a as int)", "a[1]", "a is not distinct from b", "a ilike 'b'",
        "select a from t qualify b", "select a from t group by grouping sets (a)", "select a from t join u on t.a = u.a", "select a from t limit 1",
        "coalesce(lead(a) over (order by b), c)",
        "with c as materialized (select 1) select 2", "select 1 union select 2", "select 1 except select 2",
    ),
    frames: (
        "sum(a) over (order by b)", "sum(a) over (partition by c order by b range unbounded preceding)", "sum(a) over (rows unbounded preceding)",
        "dense_rank() over (order by b rows unbounded preceding)", "max(a) over (order by b)",
    ),
    divisions: ("select people.age / 2 from people", "select count(*) / sum(1) from people", "select cast(people.age as double) / 2 from people"),
    groups: ("select 1 from t group by a + 1", "select 1 from t group by substring(a, 1, 2)", "select 1 from t group by 1", "select a from t group by all"),
    unqualified: ("user", '"user"', "count(a)", "select * from t"),
    aliases: ("a as n", "select 1 from people", "select 1 from people as p", "with c as (select 1) select 2", "select 1 from (select 1) as x"),
    orders: ("select a from t order by a", "select 1 from (select a from t order by a) as u"),
    distinct: ("count(distinct a)", "count(distinct (a, b))", "select distinct a from t"),
}  # fmt: skip
LISTS = (exp.Length, exp.GroupConcat, exp.ArrayToString, exp.ArrayAgg, exp.Order)
EXCUSED: dict[str, tuple[type[exp.Expr], ...]] = {
    "column_profiles": (exp.Avg, exp.Length, exp.Distinct, exp.ApproxDistinct),
    "folded_values": (exp.Distinct,),  # of one column at a time
    "column_patterns": (exp.Length, exp.Replace, exp.RegexpReplace, exp.Translate, exp.Upper, exp.Collate),  # leaves, and two functions that every engine has
    "missing_tokens": (exp.Trim, exp.Collate, exp.IsNan),  # leaves
    "numeric_codes": (exp.IsNan,),  # a leaf
    "value_shapes": (exp.Nullif, exp.Length, exp.Collate),  # leaves, and a function that every engine has
    "value_fits": (exp.Length, exp.Replace, exp.Lower, exp.Upper, exp.Collate),  # leaves, and functions that every engine has
    "entity_classes": LISTS,
    "ordered_classes": (exp.Length, exp.Replace),  # whether a text is written as a number
    "composed_classes": LISTS,
    "composed_values": (*LISTS, exp.Join),
    "null_matches": (exp.Join,),  # a NULL on either side matches anything: that is what it asks, so its join may be on columns that can be NULL
    "mondrian_ranks": (exp.Collate,),  # a leaf: text in binary order, whatever the collation
    "mondrian_points": (exp.Collate,),
    "mondrian_children": (exp.Join,),  # on the numbers of regions, which are never NULL
    "mondrian_regions": (exp.Join,),
    "margin_classes": (exp.Join,),  # on what cannot be NULL: the lint below sees to it
}


@pytest.mark.parametrize("dialect", DEFAULT_TEXTS)
def test_the_keys_of_a_join_cannot_be_null(dialect: str) -> None:
    joins = list(tree("classes by their margins", dialect).find_all(exp.Join))
    assert len(joins) == 2
    conditions = [each for join in joins for each in (join.args["on"].flatten() if isinstance(join.args["on"], exp.And) else [join.args["on"]])]
    for each in conditions:
        assert isinstance(each, exp.EQ)
        assert all(isinstance(side, exp.Column) and side.name.startswith("sqlrisk_key_") for side in (each.this, each.expression))


OWN_NUMBER = re.compile("sqlrisk_(class|classes|classes_[0-9]+|class_list|rows_list|class_number|rows)")
"""What we number ourselves, and lists of such numbers."""
READ_AS_TEXT = {"mondrian_points", "mondrian_ranks", "ordered_classes", "column_patterns", "missing_tokens", "value_shapes", "value_fits", "column_profiles"}
"""The kernels that ask how a value is written: none of them compares two values."""


@pytest.mark.parametrize("call", [call for call, (kernel, _) in CALLS.items() if kernel not in READ_AS_TEXT])
def test_no_key_is_compared_as_text(call: str) -> None:
    """D3: equal numbers have several texts, 1.0 and 1.00. What becomes text is the number of a class, which is our own."""
    made = [cast.this for cast in tree(call, "postgres").find_all(exp.Cast) if cast.is_type(*exp.DataType.TEXT_TYPES)]
    assert [each.sql() for each in made if isinstance(each, exp.Column) and not OWN_NUMBER.fullmatch(each.name)] == []


BROKEN = [(rule, sql) for rule, texts in RULES.items() for sql in texts]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("dialect", DEFAULT_TEXTS)
def test_the_portable_subset(rule: Callable[[exp.Expr], Iterable[exp.Expr]], call: str, dialect: str) -> None:
    excused = EXCUSED.get(CALLS[call][0], ())
    assert [found.sql() for found in rule(tree(call, dialect)) if not isinstance(found, excused)] == []


@pytest.mark.parametrize(("rule", "sql"), BROKEN, ids=[f"{rule.__name__}: {sql}" for rule, sql in BROKEN])
def test_the_lint_finds(rule: Callable[[exp.Expr], Iterable[exp.Expr]], sql: str) -> None:
    whole = sql if sql.startswith(("select", "with")) else f"select {sql} from t"
    assert list(rule(sqlglot.parse_one(whole, read="duckdb")))


def macro_files() -> dict[str, str]:
    """The text of each macro file outside dialect/, by its path there."""
    folder = macros_path()
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.sql") if path.parent.name != "dialect"}


FILES = macro_files()
KERNEL_FILES = [name for name in FILES if name.startswith("evidence/")]


@pytest.mark.parametrize("file", FILES)
def test_only_leaves_are_dispatched_and_relations_come_in_as_arguments(file: str) -> None:
    code = re.sub(r"\{#.*?#\}", "", FILES[file], flags=re.DOTALL)
    assert re.findall(r"\badapter\.dispatch|\b(?:ref|source|run_query|statement|load_result)\s*\(", code) == []


@pytest.mark.parametrize("file", KERNEL_FILES)
def test_a_kernel_calls_only_macros_of_this_package(file: str) -> None:
    parsed = Environment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"]).parse(FILES[file])
    called = {called_name(call.node) for call in parsed.find_all(nodes.Call)}
    assert called - {"return", "range", "namespace", "exceptions.raise_compiler_error"} <= {f"sqlrisk.{name}" for name in defined_macros()}


def called_name(node: nodes.Node) -> str:
    return f"{called_name(node.node)}.{node.attr}" if isinstance(node, nodes.Getattr) else getattr(node, "name", "an expression")


def defined_macros() -> set[str]:
    return {name for path in macros_path().rglob("*.sql") for name in re.findall(r"\bmacro (\w+)\(", path.read_text(encoding="utf-8"))}


def test_each_dispatched_macro_has_a_default() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in (macros_path() / "dialect").glob("*.sql"))
    dispatched = set(re.findall(r"adapter\.dispatch\('(\w+)', 'sqlrisk'\)", texts))
    assert dispatched
    assert {f"default__{name}" for name in dispatched} <= defined_macros()


TEXTS = ["plain", "o'Hara", "''", "a\\", "\\'", "\\n", "a\nb", '"', "`", "--", "%", "{{ x }}", "año 🦆", ""]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("value", TEXTS)
def test_a_literal_is_read_back_as_it_was_written(value: str, dialect: str) -> None:
    (token,) = sqlglot.tokenize(render("literal", dialect, value=value).sql, read=dialect)
    assert (token.token_type, token.text) == (sqlglot.TokenType.NATIONAL_STRING if dialect == "tsql" else sqlglot.TokenType.STRING, value)
