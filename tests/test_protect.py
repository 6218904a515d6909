"""The macros that protect: what is blanked is what a plain Python walk blanks, what is permuted keeps its laws, and the shuffles are shuffles."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import permutations, product
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot
from sqlglot import exp

from sqlrisk import checking, compiling
from sqlrisk.compiling import DIALECTS
from sqlrisk.errors import ConfigurationError, DeclarationError, QueryFailedError
from sqlrisk.loading import load_values
from sqlrisk.queries import Query, render
from sqlrisk.relations import guard
from tests.engines import Engine
from tests.helpers import MANY, TODAY, TOY, project, values
from tests.helpers import sqlrisk as program
from tests.test_one_text import LEAVES, RULES

Values = tuple[Any, ...]
DAY = date.fromisoformat(TODAY)

TOY_COLUMNS = {"titulacion": "text", "centro": "text", "genero": "text", "matriculados": "bigint", "superados": "bigint"}
TOY_BLOCKS = [["genero"], ["matriculados", "superados"]]
RESIDUES = ("fail", "absorb_smallest", "drop_rows")


# The oracle: the rules of docs/anonymisation.md, row by row.


def dissolved(rows: Sequence[Values], pivots: int, threshold: int, residue: str = "fail") -> list[Values]:
    """The rows with the first `pivots` values as they are shown."""
    values = [list(row) for row in rows]
    lost = [0] * len(rows)

    def keys() -> list[Values]:
        return [(lost[place], *(None if at < lost[place] else value for at, value in enumerate(row[:pivots]))) for place, row in enumerate(rows)]

    for step in range(pivots):
        counts = Counter(keys())
        small = [place for place, key in enumerate(keys()) if counts[key] < threshold]
        for place in small:
            assert lost[place] == step
            lost[place] = step + 1
    if residue == "absorb_smallest":
        _absorb(keys(), lost, pivots, threshold)
    left = [place for place in range(len(rows)) if not (residue == "drop_rows" and lost[place] == pivots and lost.count(pivots) < threshold)]
    return [tuple(None if at < lost[place] else value for at, value in enumerate(values[place])) for place in left]


def _absorb(keys: Sequence[Values], lost: list[int], pivots: int, threshold: int) -> None:
    sizes = Counter(keys)
    candidates = sorted(
        (key for key in sizes if key[0] < pivots),
        key=lambda key: (sizes[key], -key[0], *((value is None, [] if value is None else [value]) for value in key[1:])),
    )
    for key in candidates:
        if not 0 < lost.count(pivots) < threshold:
            return
        for place, own in enumerate(keys):
            if own == key:
                lost[place] = pivots


def lost_values(rows: Sequence[Values], shown: Sequence[Values], pivots: int) -> list[int]:
    """By pivot, how many values are gone; a NULL of the source was none."""
    return [sum(row[at] is not None for row in rows) - sum(row[at] is not None for row in shown) for at in range(pivots)]


def least_loss(rows: Sequence[Values], pivots: int, threshold: int, *, whole: bool = False) -> int:
    """The fewest values that any choice of blanks loses, such that every group has enough rows or is the dissolved one; `whole`: that one too."""

    def shown(choice: Sequence[int]) -> list[Values]:
        return [(mask, *(None if mask >> at & 1 else row[at] for at in range(pivots))) for row, mask in zip(rows, choice, strict=True)]

    every = 2**pivots - 1
    return min(
        sum(row[at] is not None for row, mask in zip(rows, choice, strict=True) for at in range(pivots) if mask >> at & 1)
        for choice in product(range(every + 1), repeat=len(rows))
        if all(count >= threshold or (key[0] == every and not whole) for key, count in Counter(shown(choice)).items())
    )


# Runs


def run(engine: Engine, macro: str, relation: str, **arguments: Any) -> list[Values]:
    """The rows that a macro's text gives, in the order in which they come."""
    return [tuple(row.values()) for row in engine.rows(render(macro, engine.dialect, relation=relation, **arguments).sql)]


def blocks_of(rows: Sequence[Values], pivots: int, blocks: Sequence[int]) -> list[Counter[Values]]:
    """By block, how often its values stand with the pivots as they are shown. `blocks` are their widths, in order."""
    ends = [pivots + sum(blocks[: place + 1]) for place in range(len(blocks))]
    return [Counter((*row[:pivots], *row[end - width : end]) for row in rows) for end, width in zip(ends, blocks, strict=True)]


def toy(engine: Engine) -> str:
    return engine.load("toy", TOY_COLUMNS, TOY)


@pytest.mark.parametrize("order", [[0, 1], [1, 0]], ids=["degree first", "faculty first"])
def test_the_toy_of_the_portal(engine: Engine, order: list[int]) -> None:
    relation, names = toy(engine), [*TOY_COLUMNS]
    pivots = [names[at] for at in order]
    rows = [(*(row[at] for at in order), *row[2:]) for row in TOY]
    shown = {residue: run(engine, "anonymize", relation, pivots=pivots, threshold=4, blocks=TOY_BLOCKS, residue=residue) for residue in RESIDUES}
    assert Counter(row[:2] for row in shown["fail"]) == {rows[0][:2]: 5, (None, None): 3}
    assert lost_values(rows, shown["fail"], 2) == [3, 3]
    assert Counter(row[:2] for row in shown["absorb_smallest"]) == {(None, None): 8}
    assert lost_values(rows, shown["absorb_smallest"], 2) == [8, 8]
    assert Counter(row[:2] for row in shown["drop_rows"]) == {rows[0][:2]: 5}
    for residue, found in shown.items():
        assert blocks_of(found, 2, [1, 2]) == blocks_of(dissolved(rows, 2, 4, residue), 2, [1, 2])


def test_the_loss_stands_beside_the_least_and_is_not_called_it() -> None:
    pivots = [row[:2] for row in TOY]
    assert least_loss(pivots, 2, 4) == 6 == sum(lost_values(pivots, dissolved(pivots, 2, 4), 2))
    assert least_loss(pivots, 2, 4, whole=True) == 8 < 16 == sum(lost_values(pivots, dissolved(pivots, 2, 4, "absorb_smallest"), 2))
    one_degree = [("Historia", faculty) for faculty in "abcd"]
    assert least_loss(one_degree, 2, 4) == 4 < 8 == sum(lost_values(one_degree, dissolved(one_degree, 2, 4), 2))


def test_the_loss_is_never_below_the_least() -> None:
    draw = random.Random(5)
    worse = 0
    for _ in range(60):
        rows = [(draw.choice([None, 1, 2]), draw.choice([None, "a", "b"])) for _ in range(draw.randint(1, 5))]
        threshold = draw.randint(2, 4)
        loss = sum(lost_values(rows, dissolved(rows, 2, threshold), 2))
        least = least_loss(rows, 2, threshold)
        assert loss >= least, rows
        worse += loss > least
    assert worse


# Random tables, with NULLs and names that a kernel of ours or an engine could take for its own.

HOSTILE = {
    "user": "text", "n": "bigint", 'se"xo': "text", "value": "text", "rows": "bigint", "class_size": "double precision", "model": "boolean",
}  # fmt: skip
WIDTHS = [1, 2, 1]


def random_rows(draw: random.Random) -> list[Values]:
    """Up to 30 rows: three pivots and four other columns."""
    few = draw.randint(1, 3)
    return [
        (
            draw.choice([None, "a", "A", "", "ñ'"][: few + 2]),
            draw.choice([None, 0, 7, -1][: few + 1]),
            draw.choice([None, "x", "y"][:few]),
            draw.choice([None, "v", "w"]),
            draw.randint(0, 3),
            draw.choice([None, 0.1, 2.5]),
            draw.choice([None, True, False]),
        )
        for _ in range(draw.randint(0, 30))
    ]


def test_random_tables_are_dissolved_and_permuted_as_the_oracle_says(engine: Engine) -> None:
    draw = random.Random(4)
    names = [*HOSTILE]
    for place in range(engine.tables // 4):
        rows = random_rows(draw)
        pivots, threshold, residue = draw.randint(1, 3), draw.randint(2, 6), RESIDUES[place % 3]
        relation = engine.load("rows", HOSTILE, rows)
        expected = dissolved(rows, pivots, threshold, residue)
        about: dict[str, Any] = {"pivots": names[:pivots], "threshold": threshold, "residue": residue}
        assert Counter(run(engine, "dissolve", relation, **about, columns=names)) == Counter(expected), (place, rows, about)
        blocks = [names[pivots : pivots + 1], names[pivots + 1 : pivots + 3], names[pivots + 3 : pivots + 4]]
        narrow = [row[: pivots + 4] for row in expected]
        found = run(engine, "anonymize", relation, **about, blocks=blocks)
        assert blocks_of(found, pivots, WIDTHS) == blocks_of(narrow, pivots, WIDTHS), (place, rows, about)
        kept = run(engine, "permute", relation, pivots=names[:pivots], blocks=blocks)
        assert blocks_of(kept, pivots, WIDTHS) == blocks_of([row[: pivots + 4] for row in rows], pivots, WIDTHS), (place, rows)
        suppressed = run(engine, "suppress", relation, quasi_identifiers=names[:pivots], k=threshold, columns=names[3:])
        sizes = Counter(row[:pivots] for row in rows)
        assert Counter(suppressed) == Counter((*row[:pivots], *row[max(3, pivots) :]) for row in rows if sizes[row[:pivots]] >= threshold)


def test_a_null_of_the_source_is_not_a_blanked_value(engine: Engine) -> None:
    rows = [(None, "c")] * 4 + [("x", "c")] * 3 + [(None, None)] * 5 + [("y", "d")]
    relation = engine.load("rows", {"fine": "text", "coarse": "text"}, rows)
    found = run(engine, "dissolve", relation, pivots=["fine", "coarse"], threshold=4)
    # the three of x do not count as four with the NULLs of c: they go on, to the dissolved group, where they are four with y
    assert Counter(found) == {(None, "c"): 4, (None, None): 9}
    # below five the four NULLs of c are small too: they melt with the three of x, none of them is lost, and only y is dropped
    found = run(engine, "dissolve", relation, pivots=["fine", "coarse"], threshold=5, residue="drop_rows")
    assert Counter(found) == {(None, "c"): 7, (None, None): 5}
    assert lost_values(rows, run(engine, "dissolve", relation, pivots=["fine", "coarse"], threshold=5), 2) == [4, 1]


def test_those_blanked_are_mixed_with_those_who_had_no_value(engine: Engine) -> None:
    """The reader sees one group: what was a NULL before must not tell itself apart by its blocks. 250 of 500 are expected; below 50 has no chance."""
    rows = [(None, "was null", "was null")] * 250 + [(f"{place}", "blanked", "blanked") for place in range(250)]
    relation = engine.load("rows", dict.fromkeys(("p", "a", "b"), "text"), rows)
    found = run(engine, "anonymize", relation, pivots=["p"], threshold=2, blocks=[["a"], ["b"]])
    assert {row[0] for row in found} == {None}
    assert sum(row[1] != row[2] for row in found) >= 50


@pytest.mark.parametrize("residue", RESIDUES)
def test_a_table_that_is_too_small_or_empty(engine: Engine, residue: str) -> None:
    for rows in ([], TOY[:3]):
        relation = engine.load("toy", TOY_COLUMNS, rows)
        found = run(engine, "anonymize", relation, pivots=["titulacion", "centro"], threshold=4, blocks=TOY_BLOCKS, residue=residue)
        assert Counter(row[:2] for row in found) == ({} if residue == "drop_rows" or not rows else {(None, None): 3})


# The shuffles. With 5 * 660 groups of three rows each of the 36 pairs of orders is expected 91.7 times. A chi-square of 35 degrees of freedom exceeds
# 120 with a chance below 1e-10; each engine is asked 3 times.


def test_the_blocks_and_the_order_of_the_rows_are_independent(engine: Engine) -> None:
    orders = {order: place for place, order in enumerate(permutations(range(3)))}
    seen: Counter[tuple[int, int, int]] = Counter()
    for _ in range(5):
        relation = engine.load("rows", dict.fromkeys(("g", "a", "b", "c"), "bigint"), [(group, at, at, at) for at in range(3) for group in range(660)])
        found = run(engine, "permute", relation, pivots=["g"], blocks=[["a"], ["b"], ["c"]])
        by_group: dict[int, list[Values]] = {}
        for group, *blocks in found:
            by_group.setdefault(group, []).append(tuple(blocks))
        seen.update((orders[one], orders[two], orders[three]) for one, two, three in (zip(*rows, strict=True) for rows in by_group.values()))
    for one, two in ((0, 1), (0, 2), (1, 2)):
        pairs = Counter((each[one], each[two]) for each in seen.elements())
        expected = seen.total() / 36
        assert sum((pairs[pair] - expected) ** 2 / expected for pair in product(range(6), repeat=2)) < 120


def test_each_run_draws_anew(engine: Engine) -> None:
    relation = engine.load("rows", dict.fromkeys(("g", "a", "b"), "bigint"), [(1, at, at) for at in range(40)])
    runs = [run(engine, "permute", relation, pivots=["g"], blocks=[["a"], ["b"]]) for _ in range(2)]
    assert runs[0] != runs[1]


def test_many_rows_of_one_group(engine: Engine) -> None:
    """Engines that met the blocks in a nested loop would need 20,000 times 20,000 steps."""
    relation = engine.load("digits", {"d": "bigint"}, [(digit,) for digit in range(10)])
    numbers = " + ".join(f"{10**place} * d{place}.d" for place in range(5))
    tables = " cross join ".join(f"{relation} as d{place}" for place in range(5))
    many = f"(select {numbers} as a, {numbers} as b, 1 as g from {tables} where d4.d < 2)"
    found = run(engine, "anonymize", many, pivots=["g"], threshold=4, blocks=[["a"], ["b"]])
    assert sorted(row[1] for row in found) == sorted(row[2] for row in found) == [*range(20000)]
    assert sum(row[1] == row[2] for row in found) < 20  # 1 is expected; a Poisson of mean 1 reaches 20 with a chance of 2e-19


@pytest.mark.parametrize("rows", MANY)
def test_a_million_rows(rows: int) -> None:
    with duckdb.connect(config={"threads": 2}) as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute(
            "create table people as select 'd' || hash(i) % 300 as degree, 'f' || hash(i * 3) % 7 as faculty, (hash(i * 5) % 2)::int as sex, "
            f"(hash(i * 7) % 90)::int as age, (hash(i * 11) % 61)::int as taken, (hash(i * 13) % 61)::int as passed from range({rows}) r(i)"
        )
        about: dict[str, Any] = {"pivots": ["degree", "faculty"], "threshold": (threshold := rows * 46 // 100_000), "residue": "absorb_smallest"}
        blocks = [["sex", "age"], ["taken", "passed"]]
        connection.execute(
            "create table dissolved as " + render("dissolve", relation="people", **about, columns=[name for block in blocks for name in block]).sql
        )
        connection.execute("create table published as " + render("anonymize", relation="people", **about, blocks=blocks).sql)
        ((smallest, groups),) = connection.execute("select min(n), count(*) from (select count(*) n from published group by degree, faculty)").fetchall()
        assert smallest >= threshold
        assert groups > 1000
        for block in blocks:
            listed = ", ".join(["degree", "faculty", *block])
            sides = " union all ".join(f"select {listed}, {sign} as side from {table}" for table, sign in (("dissolved", 1), ("published", -1)))
            changed = f"select count(*) from (select {listed} from ({sides}) group by {listed} having sum(side) <> 0)"
            assert connection.execute(changed).fetchall() == [(0,)]


# What is refused


PIVOTS, BLOCKS = ["a", "b"], [["c"], ["d"]]
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("permute", {"pivots": PIVOTS, "blocks": [["c"], ["d", "c"]]}, "`c` stands more than once in the blocks"),
    ("permute", {"pivots": PIVOTS, "blocks": [["c"], ["d", "C"]]}, "`c` stands more than once in the blocks"),
    ("permute", {"pivots": PIVOTS, "blocks": [["c"], ["A"]]}, "`A` is a pivot and stands in a block"),
    ("permute", {"pivots": PIVOTS, "blocks": [["c"], []]}, "block 2 is a list of at least one column"),
    ("permute", {"pivots": PIVOTS, "blocks": ["c", "d"]}, "block 1 is a list of at least one column"),
    ("permute", {"pivots": PIVOTS, "blocks": [["c", "d"]]}, "one block alone is permuted against nothing"),
    ("permute", {"pivots": PIVOTS, "blocks": []}, "blocks is a list of at least two"),
    ("permute", {"pivots": PIVOTS, "blocks": "cd"}, "blocks is a list of at least two"),
    ("permute", {"pivots": "ab", "blocks": BLOCKS}, "pivots is a list of at least one column"),
    ("permute", {"pivots": [], "blocks": BLOCKS}, "pivots is a list of at least one column"),
    ("permute", {"pivots": ["a", "a"], "blocks": BLOCKS}, "`a` stands more than once in pivots"),
    ("permute", {"pivots": ["a", 1], "blocks": BLOCKS}, "pivots holds something that is no column name"),
    ("permute", {"pivots": ["sqlrisk_a"], "blocks": BLOCKS}, "begin with sqlrisk_ are reserved"),
    ("anonymize", {"pivots": PIVOTS, "threshold": 4, "blocks": [["c"], ["d", "c"]]}, "`c` stands more than once in the blocks"),
    ("anonymize", {"pivots": PIVOTS, "threshold": 1, "blocks": BLOCKS}, "threshold is a whole number of rows, 2 or more"),
    ("anonymize", {"pivots": PIVOTS, "threshold": 4.5, "blocks": BLOCKS}, "threshold is a whole number of rows, 2 or more"),
    ("anonymize", {"pivots": PIVOTS, "threshold": "4", "blocks": BLOCKS}, "threshold is a whole number of rows, 2 or more"),
    ("anonymize", {"pivots": PIVOTS, "threshold": True, "blocks": BLOCKS}, "threshold is a whole number of rows, 2 or more"),
    ("anonymize", {"pivots": PIVOTS, "threshold": 4, "blocks": BLOCKS, "residue": "drop"}, "residue is fail, absorb_smallest or drop_rows"),
    ("dissolve", {"pivots": PIVOTS, "threshold": 1}, "threshold is a whole number of rows, 2 or more"),
    ("dissolve", {"pivots": PIVOTS, "threshold": 4, "residue": None}, "residue is fail, absorb_smallest or drop_rows"),
    ("dissolve", {"pivots": PIVOTS, "threshold": 4, "columns": ["c", "c"]}, "`c` stands more than once in columns"),
    ("dissolve", {"pivots": PIVOTS, "threshold": 4, "columns": ["A"]}, "`a` stands more than once in the columns"),
    ("suppress", {"quasi_identifiers": PIVOTS, "k": 1}, "k is a whole number of rows, 2 or more"),
    ("suppress", {"quasi_identifiers": "a", "k": 3}, "quasi_identifiers is a list of at least one column"),
    ("suppress", {"quasi_identifiers": PIVOTS, "k": 3, "columns": "c"}, "columns is a list of at least one column"),
    ("suppress", {"quasi_identifiers": PIVOTS}, "k is a whole number of rows, 2 or more"),
    ("suppress", {"quasi_identifiers": PIVOTS, "k": 3, "limits": [{"k": 3}]}, "suppress takes k or limits, not both"),
    *(
        ("suppress", {"quasi_identifiers": PIVOTS, "limits": limits}, said)
        for limits, said in (
            ("k", "limits is a list of at least one limit on a class"),
            ({"k": 3}, "limits is a list of at least one limit on a class"),
            ([], "limits is a list of at least one limit on a class"),
            (["k"], "a limit on a class has one of k, distinct_l"),
            ([{"k": 3, "distinct_l": 2, "column": "c"}], "a limit on a class has one of k, distinct_l"),
            ([{"beta_basic": 2, "column": "c"}], "a limit on a class has one of k, distinct_l"),
            ([{"distinct_l": 2, "columna": "c"}], "a limit on a class has one of k, distinct_l"),
            ([{"k": 1}], "k is a whole number of rows, 2 or more"),
            ([{"k": 3, "column": "c"}], "the limit on k has no column"),
            ([{"distinct_l": 2}], "the limit on distinct_l names the sensitive column in quotes"),
            ([{"distinct_l": 2, "column": ["c"]}], "the limit on distinct_l names the sensitive column in quotes"),
            ([{"max_posterior": 1.5, "column": "c"}], "1.5 is no limit for max_posterior: write a number, 0 to 1"),
            ([{"distinct_l": "2", "column": "c"}], "2 is no limit for distinct_l: write a number, 1 or more"),
            ([{"recursive_c": 2, "column": "c"}], "recursive_c has an l of 1 or more"),
            ([{"distinct_l": 2, "l": 2, "column": "c"}], "recursive_c has an l of 1 or more"),
            ([{"distinct_l": 2, "column": "c", "null_means": "nothing"}], "null_means is value or not_recorded"),
            ([{"distinct_l": 2, "column": "c"}, {"entropy_l": 2, "column": "c", "null_means": "value"}], "the limits on one column have one null_means"),
        )
    ),
]


@pytest.mark.parametrize(("macro", "arguments", "said"), REFUSED, ids=[f"{macro}: {said} {place}" for place, (macro, _, said) in enumerate(REFUSED)])
def test_a_wrong_argument_is_told(macro: str, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(QueryFailedError, match=re.escape(said)):
        render(macro, relation="people", **arguments)


def test_a_column_that_is_not_named_is_not_published(engine: Engine) -> None:
    relation = toy(engine)
    (row, *_) = engine.rows(render("suppress", engine.dialect, relation=relation, quasi_identifiers=["centro"], k=2).sql)
    assert [*row] == ["centro"]
    sql = render("anonymize", engine.dialect, relation=relation, pivots=["centro"], threshold=4, blocks=[["superados"], ["genero"]]).sql
    assert [*engine.rows(sql)[0]] == ["centro", "superados", "genero"]


# The text

CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "suppress": ("suppress", {"quasi_identifiers": ["age", "town"], "k": 5, "columns": ["illness"]}),
    "suppress by limits": (
        "suppress",
        {"quasi_identifiers": ["age", "town"], "limits": [{"k": 5}, {"distinct_l": 2, "column": "illness"}], "columns": ["organ"]},
    ),
    "dissolve": ("dissolve", {"pivots": ["age", "town"], "threshold": 4, "columns": ["illness"]}),
    "dissolve alone": ("dissolve", {"pivots": ["age"], "threshold": 4}),
    "permute": ("permute", {"pivots": ["age"], "blocks": [["town", "sex"], ["illness"], ["organ"]]}),
    **{
        f"anonymize, {residue}": ("anonymize", {"pivots": ["age", "town"], "threshold": 4, "blocks": [["sex"], ["illness", "organ"]], "residue": residue})
        for residue in RESIDUES
    },
}
OUR_LEAVES = {
    r"\b(random|gen_random_uuid|uuid_string|generate_uuid|rand|uuid|newid)\(\) as sqlrisk_draw": "<draw> as sqlrisk_draw",
    r"\b(randomblob|random_bytes)\(16\) as sqlrisk_draw|\bgenerateUUIDv4\(\d\) as sqlrisk_draw": "<draw> as sqlrisk_draw",
    r"\binner hash join\b": "inner join",
    r"\norder by sqlrisk_block_1\.sqlrisk_group, sqlrisk_block_1\.sqlrisk_number$": "",
}  # fmt: skip


def text(call: str, dialect: str) -> Query:
    macro, arguments = CALLS[call]
    return render(macro, dialect, relation="people", **arguments)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("call", CALLS)
def test_each_text_is_one_select_in_every_dialect(call: str, dialect: str) -> None:
    (parsed,) = sqlglot.parse(text(call, dialect).sql, read=dialect)
    assert isinstance(parsed, exp.Select)
    guard(text(call, dialect), dialect, ["people"])


@pytest.mark.parametrize("call", CALLS)
def test_the_text_is_one_but_for_its_leaves(call: str) -> None:
    found = set()
    for dialect in DIALECTS:
        sql = text(call, dialect).sql
        for leaf, name in {**LEAVES, **OUR_LEAVES}.items():
            sql = re.sub(leaf, name, sql)
        found.add(sql)
    assert len(found) == 1


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_rows_come_in_an_order_that_no_block_has(dialect: str) -> None:
    ordered = text("permute", dialect).sql.endswith("\norder by sqlrisk_block_1.sqlrisk_group, sqlrisk_block_1.sqlrisk_number")
    assert ordered == (dialect not in ("tsql", "fabric", "bigquery"))


def outside_the_subset(parsed: exp.Expr) -> Iterator[str]:
    """What the lint of the kernels finds, but for what a permutation needs: draws, a join on numbers that are never NULL, an order, the users' own names."""
    excused = (exp.Rand, exp.Uuid, exp.Anonymous, exp.Join, exp.Order)
    published = {id(each) for each in parsed.expressions}
    for rule in RULES:
        yield from (found.sql() for found in rule(parsed) if not isinstance(found, excused) and id(found) not in published)


@pytest.mark.parametrize("dialect", ["trino", "postgres"])
@pytest.mark.parametrize("call", CALLS)
def test_the_texts_stay_in_the_portable_subset(call: str, dialect: str) -> None:
    parsed = sqlglot.parse_one(text(call, dialect).sql, read=dialect)
    assert [*outside_the_subset(parsed)] == []
    for join in parsed.find_all(exp.Join):
        assert {each.this.name for each in join.args["on"].flatten()} == {"sqlrisk_group", "sqlrisk_number"}


# The declaration and the command

DECLARED = f"""\
version: 1
releases:
  - name: alumnos
    relation: alumnos
    published_as: alumnos_publicos
    columns:
      dni: {{role: identifier}}
      titulacion: {{role: quasi_identifier}}
      centro: {{role: quasi_identifier}}
      genero: {{role: quasi_identifier}}
      edad: {{role: quasi_identifier, levels: {{edad5: "floor(edad / 5) * 5"}}}}
      barrio: {{role: quasi_identifier}}
      superados: {{role: sensitive, harm: {{level: low}}}}
    publish: {{edad: edad5, barrio: dropped}}
    waived: {{superados: "not judged in this test"}}
    protected_by: {{source: alumnos, pivots: [titulacion, centro], threshold: 4, blocks: [[genero, edad5], [superados]]}}
    thresholds:
      - {{measure: k, at_least: 2, source: test, reason: test}}
    decided_on: 2026-11-01
    valid_until: {DAY.replace(year=DAY.year + 1)}
"""
WRONG = [
    ("[superados]", "[superados, dni]", "blocks[1][1]: `dni` is of role identifier: it would link the blocks again, and is never published"),
    ("[superados]", "[superados, barrio]", "blocks[1][1]: `barrio` is dropped by `publish`"),
    ("[superados]", "[superados, Genero]", "blocks[1][1]: `Genero` stands 2 times in pivots and blocks"),
    ("[superados]", "[superados, centro]", "blocks[1][1]: `centro` stands 2 times in pivots and blocks"),
    ("[superados]", "[superado]", "`superado` is not a published column\n    did you mean `superados`?"),
    ("[genero, edad5]", "[edad5]", "`genero` is published, and neither a pivot nor in a block"),
    ("edad5]", "edad]", "`edad` is not a published column\n    it is published as `edad5`: write that"),
    ("[superados]", "[]", "blocks[1]: an empty block"),
    (", [superados]", "", "one block alone is permuted against nothing"),
    ("threshold: 4", "threshold: 1", "protected_by.threshold"),
    ("[superados]]", "[superados]], residue: drop", "protected_by.residue"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[f"{new or 'one block'}: {said[:40]}" for _, new, said in WRONG])
def test_what_is_wrong_with_protected_by_is_told_with_its_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    head, found, tail = DECLARED.rpartition("protected_by")
    changed = head + found + tail.replace(old, new, 1)
    ran = program("lint", cwd=project(tmp_path, changed, rows=None))
    assert ran.code == 2
    assert said in ran.err
    assert "sqlrisk.yml:16" in ran.err


def compiled(change: tuple[str, str] = ("", ""), dialect: str = "duckdb") -> str:
    loaded = load_values(values(DECLARED.replace(*change) if change[0] else DECLARED), Path(), DAY)
    return compiling.compiled(loaded, checking.Options(today=DAY), dialect, publication=False, as_json=False, protect=True)


def test_the_command_prints_what_the_macro_gives_and_it_runs(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(
            "create table alumnos as select i as dni, 'g' || i % 3 as titulacion, 'c' as centro, case when i % 2 = 0 then 'F' end as genero, "
            "20 + i % 17 as edad, 'b' as barrio, i % 5 as superados from range(30) r(i)"
        )
        ran = program("compile", "--protect", cwd=project(tmp_path, DECLARED, rows=None))
        assert (ran.code, ran.err) == (0, "")
        found = connection.execute(ran.out)
        assert [column[0] for column in found.description or ()] == ["titulacion", "centro", "genero", "edad5", "superados"]
        shown = found.fetchall()
        source = connection.execute("select titulacion, centro, genero, floor(edad / 5) * 5, superados from alumnos").fetchall()
    assert blocks_of(shown, 2, [2, 1]) == blocks_of(source, 2, [2, 1])


def test_without_blocks_it_dissolves_and_publishes_all_but_identifiers() -> None:
    printed = compiled((", blocks: [[genero, edad5], [superados]]", ""))
    assert (
        '"titulacion", sqlrisk_grouped.sqlrisk_pivot_2 as "centro", sqlrisk_grouped."genero", sqlrisk_grouped."edad5", sqlrisk_grouped."superados"' in printed
    )
    assert "dni" not in printed
    assert "sqlrisk_draw" not in printed


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_printed_text_parses(dialect: str) -> None:
    (parsed,) = (each for each in sqlglot.parse(compiled(dialect=dialect), read=dialect) if isinstance(each, exp.Select))
    assert {table.name for table in parsed.find_all(exp.Table)} - {cte.alias for cte in parsed.find_all(exp.CTE)} == {"alumnos"}


REFUSED_TO_PRINT = [
    (("    protected_by", "    review_when: [x]\n    # protected_by"), "alumnos declares no protected_by"),
    (("    publish", "    where: \"edad > 0\"\n    publish"), "alumnos declares where: --protect reads the source as it stands"),
    (("    publish", "    suppress_below: 3\n    publish"), "alumnos declares suppress_below"),
    (("    publish", "    other_columns: {role: insensitive, reason: x}\n    publish"), "what is published is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), REFUSED_TO_PRINT, ids=[said for _, said in REFUSED_TO_PRINT])
def test_what_cannot_be_printed_is_told(change: tuple[str, str], said: str) -> None:
    with pytest.raises(ConfigurationError, match=re.escape(said)):
        compiled(change)


def test_a_release_chosen_by_name_must_declare_it() -> None:
    second = DECLARED[DECLARED.index("  - name") :].replace("name: alumnos", "name: others").replace("    protected_by", "    # protected_by")
    loaded = load_values(values(DECLARED + second), Path(), DAY)
    options = checking.Options(today=DAY)
    assert "-- alumnos" in compiling.compiled(loaded, options, "duckdb", publication=False, as_json=False, protect=True)
    with pytest.raises(ConfigurationError, match="others declares no protected_by"):
        compiling.compiled(loaded, checking.Options(today=DAY, select=("others",)), "duckdb", publication=False, as_json=False, protect=True)


def test_the_two_prints_are_not_asked_for_at_once(tmp_path: Path) -> None:
    ran = program("compile", "--protect", "--publication", cwd=project(tmp_path, DECLARED, rows=None))
    assert ran.code == 2
    assert "two different things" in ran.err


def test_columns_that_are_not_named_are_left_to_the_connection() -> None:
    declared = DECLARED.replace("    publish", "    other_columns: {role: insensitive, reason: x}\n    publish").replace("[superados]", "[superados, turno]")
    assert load_values(values(declared), Path(), DAY).declaration.releases[0].protected_by is not None
    with pytest.raises(DeclarationError, match="`turno` is not a published column"):
        load_values(values(declared.replace("role: insensitive", "role: identifier")), Path(), DAY)
