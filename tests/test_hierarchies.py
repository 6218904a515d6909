"""t-closeness over a hierarchy: the two kernels against the paper's own recursion, the laws, and every way to declare a tree or to fail at it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk as package
from sqlrisk import evidence
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.declaration import Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.planning import Bound, Key, plan
from sqlrisk.planning.hierarchies import height
from sqlrisk.queries import render
from sqlrisk.relations import bind, guard
from sqlrisk.report import Report
from tests import oracle
from tests.cases.bank import ANSWERS, CASES, FOLDER, release
from tests.engines import Engine
from tests.helpers import TODAY, sqlrisk
from tests.test_evidence import NAMES, NUMBERS, TEXTS, differences, figures

MEASURE = "t_closeness_hierarchical"
ROWS_OF_VALUES = [("30", "flu"), ("30", "asthma"), ("31", "flu"), ("31", "ulcer"), ("31", "ulcer"), ("32", None)]


def random_tree(chance: random.Random, values: Sequence[Any]) -> dict[Any, tuple[str | None, ...]]:
    """value -> its nodes at one to three levels; each node has one parent, and now and then one has none."""
    widths = [chance.randint(1, 4) for _ in range(chance.randint(1, 3))]
    parents = [[chance.randrange(above) for _ in range(below)] for below, above in zip(widths, widths[1:], strict=False)]
    whole = chance.random() < 0.7
    tree: dict[Any, tuple[str | None, ...]] = {}
    for value in values:
        path = [chance.randrange(widths[0])]
        for level in parents:
            path.append(level[path[-1]])
        tree[value] = tuple(f"n{node}" if whole or chance.random() < 0.9 else None for node in path)
    return tree


def random_rows(seed: int) -> tuple[dict[str, str], list[tuple[Any, ...]], list[str]]:
    """Columns with types, rows and names: two quasi-identifiers, a sensitive column, a group, then the levels of the sensitive column."""
    chance = random.Random(seed)
    kind, pool = chance.choice([("text", TEXTS), ("bigint", NUMBERS)])
    values = chance.sample(pool, chance.randint(1, 6))
    tree = random_tree(chance, [*values, None])
    levels = len(tree[None])
    names = chance.sample([name for four in NAMES.values() for name in four], 4 + levels)
    columns = dict(zip(names, ["text", "bigint", kind, "text", *["text"] * levels], strict=True))
    rows = []
    for _ in range(chance.choice([0, 1, 5, 12, 30])):
        value = chance.choice([*values, *[None] * chance.randint(0, 1)])
        rows.append((chance.choice(["a", "b", None]), chance.choice([1, None]), value, chance.choice(["f", "m", None]), *tree[value]))
    return columns, rows, names


def agree(engine: Engine, columns: Mapping[str, str], rows: Sequence[tuple[Any, ...]], kernel: str, arguments: dict[str, Any]) -> None:
    """What the engine counts is what the oracle counts; a distance means nothing where a value is outside the tree."""
    relation = engine.load("people", columns, rows)
    found = engine.rows(render(kernel, engine.dialect, relation=relation, **arguments).sql)
    for row in found:
        if row.get("sqlrisk_rows_outside"):
            row["sqlrisk_variations_max"] = None
    expected = getattr(oracle, kernel)([dict(zip(columns, row, strict=True)) for row in rows], **arguments)
    assert not differences(figures(found), figures(expected)), f"{kernel} {arguments} of {rows}"


def test_the_levels_add_up_to_the_transport_of_the_paper(engine: Engine) -> None:
    for seed in range(engine.tables):
        columns, rows, names = random_rows(seed)
        chance = random.Random(seed)
        about = {"quasi_identifiers": names[: chance.randint(1, 2)], "sensitive": names[2], "ancestors": names[4:]}
        options = {"group": chance.choice([None, names[3]]), "min_class_size": chance.randint(1, 3), "null_is_value": chance.random() < 0.5}
        agree(engine, columns, rows, "hierarchical_classes", {**about, **options})


def test_what_is_no_tree_is_counted_level_by_level(engine: Engine) -> None:
    for seed in range(engine.tables // 2):
        chance = random.Random(seed)
        columns = dict.fromkeys(("value", "level 1", 'n"2'), "text")
        rows = [tuple(chance.choice([*"abc", None]) for _ in columns) for _ in range(chance.choice([0, 1, 3, 9]))]
        null = {"null_is_value": chance.random() < 0.5}
        agree(engine, columns, rows, "hierarchy_levels", {"sensitive": "value", "ancestors": ["level 1", 'n"2'], **null})


def distance(engine: Engine, rows: Sequence[tuple[Any, ...]], steps: int) -> float | None:
    """The distance of rows (class, value, nodes...) in a tree of that many steps to the root."""
    levels = [f"level{place}" for place in range(len(rows[0]) - 2)]
    relation = engine.load("people", dict.fromkeys(("class", "illness", *levels), "text"), rows)
    query = render("hierarchical_classes", engine.dialect, relation=relation, quasi_identifiers=["class"], sensitive="illness", ancestors=levels)
    return evidence.hierarchical_classes(engine.rows(query.sql), steps).distance_max


def variation(engine: Engine, rows: Sequence[tuple[Any, ...]]) -> float | None:
    """t-closeness of the same rows."""
    relation = engine.load("people", dict.fromkeys(("class", "illness"), "text"), [row[:2] for row in rows])
    query = render("sensitive_classes", engine.dialect, relation=relation, quasi_identifiers=["class"], sensitive="illness")
    found: float | None = evidence.sensitive_classes(engine.rows(query.sql), len(rows)).highest("variation_max")
    return found


def test_laws_of_the_distance(engine: Engine) -> None:
    for seed in range(engine.tables // 4):
        chance = random.Random(seed)
        pairs = [(chance.choice("pqr"), chance.choice("abcde")) for _ in range(chance.randint(1, 20))]
        plain = variation(engine, pairs)
        under_root = [(*pair, "root") for pair in pairs]
        assert distance(engine, under_root, 1) == pytest.approx(plain, abs=1e-11), "with H = 1 it is t-closeness"
        alone = [(*pair, pair[1], pair[1]) for pair in pairs]
        assert distance(engine, alone, 3) == pytest.approx(plain, abs=1e-11), "nothing in common below the root: t-closeness"
        tree = [(*pair, "vowel" if pair[1] in "ae" else "consonant") for pair in pairs]
        found = distance(engine, tree, 2)
        assert found is not None
        assert plain is not None
        assert plain / 2 - 1e-12 <= found <= plain + 1e-12, "between t-closeness / H and t-closeness"
        assert distance(engine, [(*row, "root") for row in tree], 2) == pytest.approx(found, abs=1e-12), "a root that is declared adds nothing"
        assert distance(engine, tree * 3, 2) == pytest.approx(found, abs=1e-12), "every row three times: the same"


def test_alike_secrets_are_near_and_unlike_ones_far(engine: Engine) -> None:
    stomach = {"gastritis": "stomach", "ulcer": "stomach", "reflux": "stomach", "flu": "lung", "asthma": "lung", "pneumonia": "lung"}
    mixed = [("1", "gastritis"), ("1", "flu"), ("1", "reflux"), ("2", "asthma"), ("2", "ulcer"), ("2", "pneumonia")]
    sorted_out = [("1" if node == "stomach" else "2", value) for value, node in stomach.items()]
    near, far = (distance(engine, [(*row, stomach[row[1]]) for row in rows], 2) for rows in (mixed, sorted_out))
    assert (near, far) == (pytest.approx(1 / 3), pytest.approx(1 / 2))
    assert variation(engine, mixed) == variation(engine, sorted_out) == pytest.approx(1 / 2), "t-closeness cannot tell them apart"


T05 = CASES["T05"]
MAPPING: dict[str, list[str]] = T05["params"]["sensitive"][1]["hierarchy"]
CSV = "disease;kind;system;root\n" + "".join(";".join([value, *nodes]) + "\n" for value, nodes in MAPPING.items())


def limit(measure: str, **rest: Any) -> dict[str, Any]:
    return {"measure": measure, "source": "test", "reason": "test", **rest}


LIMITS = [limit("k", at_least=2), limit(MEASURE, column="disease", at_most=Decimal("0.9"))]


def paper(folder: Path, hierarchy: Any = "disease.csv", mapping: str | None = CSV, **more: Any) -> dict[str, Any]:
    """Table 5 of Li et al. in a folder, its diseases under a mapping in place of the bank's levels."""
    folder.mkdir(exist_ok=True)
    (folder / "T05.csv").write_bytes((FOLDER / T05["files"][0]["path"]).read_bytes())
    if mapping is not None:
        (folder / "disease.csv").write_text(mapping, encoding="utf-8")
    declared = release(T05, **{"limits": LIMITS, **more})
    declared["relation"]["file"] = "T05.csv"
    declared["columns"]["disease"] = {"role": "sensitive", "null_means": "not_recorded", "hierarchy": hierarchy}
    return declared


def written(declared: dict[str, Any]) -> str:
    """A declaration as text: JSON is YAML."""
    return json.dumps({"version": 1, "releases": [declared]}, default=float)


def check(folder: Path, declared: dict[str, Any]) -> Report:
    return package.check({"version": 1, "releases": [declared]}, today=date.fromisoformat(TODAY), project_dir=folder)


def value(report: Report, **where: Any) -> Any:
    found = report.releases[0].find(MEASURE, column="disease", **where)
    assert found is not None, report.releases[0].error
    return found.value


def test_the_paper_by_its_own_definition(tmp_path: Path) -> None:
    report = check(tmp_path, paper(tmp_path, groups=["zip"], limits=[limit("k", at_least=2), limit(MEASURE, column="disease", at_most=Decimal("0.3"))]))
    assert (report.exit_code, value(report)) == (0, pytest.approx(8 / 27, rel=1e-12))
    by_class = {each["key"][0]: each["t_emd_hier"] for each in T05["expected"]["sensitive"]["disease"]["per_class"]}
    for zip_code, expected in by_class.items():
        assert value(report, group=f"zip={zip_code}") == pytest.approx(float(Fraction(expected["num"], expected["den"])), rel=1e-12)


def test_the_figure_that_the_paper_prints_does_not_pass(tmp_path: Path) -> None:
    printed = T05["expected"]["paper_convention_uniform_over_distinct_values"]["max"]
    assert "paper_convention_uniform_over_distinct_values" in ANSWERS["notes"]["T05"]
    report = check(tmp_path, paper(tmp_path, limits=[limit("k", at_least=2), limit(MEASURE, column="disease", at_most=Decimal("0.278"))]))
    assert value(report) != pytest.approx(printed, abs=1e-2)
    assert (report.exit_code, report.releases[0].thresholds[1].passed) == (1, False)


def test_a_mapping_and_levels_say_the_same(tmp_path: Path) -> None:
    levels = check(FOLDER, release(T05))
    mapping = check(tmp_path, paper(tmp_path))
    without_root = "\n".join(line.rpartition(";")[0] for line in CSV.splitlines())
    assert value(levels) == value(mapping) == value(check(tmp_path / "rootless", paper(tmp_path / "rootless", mapping=without_root)))


def test_a_mapping_in_a_table(tmp_path: Path) -> None:
    warehouse(tmp_path)
    report = check(tmp_path, {**paper(tmp_path, {"relation": "trees.disease"}), "relation": "patients"})
    assert (value(report), report.releases[0].error) == (pytest.approx(8 / 27), None)
    assert value(check(tmp_path, {**paper(tmp_path), "relation": "patients"})) == value(report), "a file beside the table says the same"
    missing = check(tmp_path, {**paper(tmp_path, {"relation": "trees.nothing"}), "relation": "patients"})
    assert (missing.exit_code, missing.releases[0].status) == (3, "not_measured")


def warehouse(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "profiles.yml").write_text("test: {target: dev, outputs: {dev: {type: duckdb, path: warehouse.duckdb}}}")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(f"create table patients as select * from read_csv('{FOLDER / T05['files'][0]['path']}', all_varchar = true)")
        connection.execute("alter table patients alter salary type integer")
        connection.execute("create schema trees")
        rows = ", ".join(str((value, *nodes)) for value, nodes in MAPPING.items())
        connection.execute(f'create table trees.disease as select * from (values {rows}) as t("the value", kind, "group", root)')


def test_numbers_meet_the_text_of_the_mapping(tmp_path: Path) -> None:
    declared = paper(tmp_path, limits=[limit("k", at_least=2)], mapping="value;band\n" + "".join(f"{salary};{salary > 6}\n" for salary in range(3, 12)))
    declared["columns"]["salary"] = {"role": "sensitive", "hierarchy": "disease.csv"}
    del declared["columns"]["disease"]["hierarchy"]
    found = check(tmp_path, declared).releases[0].find(MEASURE, column="salary")
    assert found is not None
    # {3, 5, 9}, {6, 11, 8}, {4, 7, 10} of 3..11 each once: 2/3 at the values, and 2/3 - 4/9 or 5/9 - 1/3 at the bands
    assert (found.value, found.reason) == (pytest.approx((2 / 3 + 2 / 9) / 2), "over a hierarchy of height 2")


def test_what_is_suppressed_is_measured_again_with_its_tree(tmp_path: Path) -> None:
    declared = paper(tmp_path, where="not (zip = '4790*' and disease = 'bronchitis')", limits=[limit("k", at_least=3), *LIMITS[1:]])
    report = check(tmp_path, declared)
    after = value(report, rung="published, suppressed below 3")
    fixed = value(check(tmp_path, {**declared, "suppress_below": 3}))
    assert (report.exit_code, after) == (1, fixed)
    rows = oracle.hierarchical_classes(read("zip <> '4790*'"), ["zip", "age"], "disease", ["kind", "system", "root"])
    assert fixed == pytest.approx(float(max(row["sqlrisk_variations_max"] for row in rows) / 3))
    assert fixed != value(report)


def test_each_rung_and_the_published_relation_are_measured_with_the_levels(tmp_path: Path) -> None:
    declared = release(T05, limits=LIMITS, published_as="public", ladder=[{"name": "crudo"}])
    warehouse(tmp_path)
    with duckdb.connect(str(tmp_path / "warehouse.duckdb")) as connection:
        connection.execute("create table public as select * from patients where zip <> '4790*'")
    report = check(tmp_path, {**declared, "relation": "patients"})
    assert (value(report, rung="crudo"), report.releases[0].rows) == (pytest.approx(8 / 27), 6)
    rows = oracle.hierarchical_classes(read("zip <> '4790*'"), ["zip", "age"], "disease", ["kind", "system", "root"])
    assert value(report) == pytest.approx(float(max(row["sqlrisk_variations_max"] for row in rows) / 3))


def read(condition: str) -> list[dict[str, Any]]:
    """The rows of table 5 that meet a condition, with their nodes."""
    with duckdb.connect() as connection:
        cursor = connection.execute(f"select * from read_csv('{FOLDER / T05['files'][0]['path']}', all_varchar = true) where {condition}")
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return [{**row, **dict(zip(("kind", "system", "root"), MAPPING[row["disease"]], strict=True))} for row in rows]


BROKEN: dict[str, tuple[str | None, int, str]] = {
    "no file": (None, 3, "disease.csv is not there"),
    "an empty file": ("", 3, "empty"),
    "a header alone": ("value;kind\n", 3, "it holds no value"),
    "one column": ("value\nflu\n", 2, "has one column, and so no level"),
    "another delimiter": (CSV.replace(";", ","), 2, "has one column, and so no level"),
    "a level without a name": ("value;\nflu;lung\n", 2, "has no name"),
    "a level that stands twice": ("value;kind;KIND\nflu;a;b\n", 2, "columns 2 and 3 of the header have one name"),
    "a name of ours": (CSV.replace("kind", "sqlrisk_kind"), 3, "are reserved"),
    "a line that is too short": (CSV + "cough;lung\n", 3, "disease.csv"),
    "a line that is too long": (CSV + "cough;lung;a;b;c\n", 3, "disease.csv"),
    "no text": ("value;kind\n\udcff\udcfe;\udcff\n", 3, "disease.csv"),
    "a value that stands twice": (CSV + CSV.splitlines()[1] + "\n", 3, "values that stand in more than one row: 1"),
    "a value with two parents": (CSV + "flu;colon diseases;digestive system;all\n", 3, "nodes of `value` with more than one parent at `level 1`: 1"),
    "a node with two parents": (CSV + "cough;colon diseases;respiratory system;all\n", 3, "nodes of `level 1` with more than one parent at `level 2`: 1"),
    "an empty cell": (CSV + "cough;;respiratory system;all\n", 3, "values without a node at `level 1`: 1"),
    "a value that is missing": (CSV.replace("gastritis;", "gastritis ;"), 3, "2 rows hold values that the declared hierarchy does not hold"),
}


@pytest.mark.parametrize(("mapping", "code", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_hierarchy_is_never_a_value(tmp_path: Path, mapping: str | None, code: int, message: str) -> None:
    declared = paper(tmp_path, mapping=None)
    if mapping is not None:
        (tmp_path / "disease.csv").write_bytes(mapping.encode("utf-8", "surrogateescape"))
    (tmp_path / "sqlrisk.yml").write_text(written(declared))
    ran = sqlrisk("check", "--today", TODAY, "--format", "json", cwd=tmp_path)
    assert ran.code == code, ran.err
    assert message in ran.out + ran.err
    assert "Traceback" not in ran.err
    assert not [name for name in (*MAPPING, "cough", "gastritis ") if name in ran.out + ran.err], "no value in any message"
    measures = json.loads(ran.out)["releases"][0]["measures"] if code == 3 else []
    assert [each["value"] for each in measures if each["measure"] == MEASURE] in ([], [None])


TREES: dict[str, tuple[dict[str, str], str | None, int]] = {
    "levels that are no tree": ({"first": "substring(disease, 1, 1)", "second": "substring(disease, 8, 1)"}, "more than one parent at `second`", 3),
    "levels that are": ({"three": "substring(disease, 1, 3)", "first": "substring(disease, 1, 1)"}, None, 0),
    "a level that says nothing of a value": ({"some": "case when disease = 'flu' then 'lung' end"}, "rows hold values that the declared hierarchy", 3),
    "a level of another column": ({"other": "zip"}, "uses `zip`", 2),
    "a level with a column's name": ({"salary": "disease"}, "has the name of a column", 2),
}


@pytest.mark.parametrize(("levels", "message", "code"), TREES.values(), ids=TREES)
def test_levels_in_the_closed_language(tmp_path: Path, levels: dict[str, str], message: str | None, code: int) -> None:
    declared = paper(tmp_path)
    declared["columns"]["disease"] = {"role": "sensitive", "levels": levels}
    if code == 2:
        with pytest.raises(ConfigurationError, match=message):
            check(tmp_path, declared)
        return
    report = check(tmp_path, declared)
    assert report.exit_code == code
    assert message is None or message in str(report.releases[0].error) + str([m.reason for m in report.releases[0].measures])


def test_null_is_ignored_unless_it_is_a_value_and_then_it_needs_a_node(tmp_path: Path) -> None:
    declared = paper(tmp_path, mapping="value;kind\nflu;lung\nasthma;lung\nulcer;stomach\n", limits=[limit("k", at_least=2)])
    (tmp_path / "T05.csv").write_text("zip,age,salary,disease\n" + "".join(f"{zip_code},1,1,{disease or ''}\n" for zip_code, disease in ROWS_OF_VALUES))
    declared["relation"]["null"] = ""
    ignored = value(check(tmp_path, declared))
    expected = oracle.hierarchical_classes(
        [{"zip": z, "disease": d, "kind": {"ulcer": "stomach", None: None}.get(d, "lung")} for z, d in ROWS_OF_VALUES], ["zip"], "disease", ["kind"]
    )
    assert ignored == pytest.approx(float(max(row["sqlrisk_variations_max"] for row in expected)) / 2)
    declared["columns"]["disease"]["null_means"] = "value"
    report = check(tmp_path, declared)
    assert value(report) is None
    assert "1 row holds a value" in str(report.releases[0].find(MEASURE, column="disease"))
    declared["columns"]["disease"] = {"role": "sensitive", "null_means": "value", "levels": {"kind": "case when disease = 'ulcer' then 's' else 'l' end"}}
    assert value(check(tmp_path, declared)) is not None


def test_the_mapping_is_joined_on_each_engine(engine: Engine) -> None:
    columns = {"age": "text", "town": "text", "salary": "bigint", "sex": "text"}
    rows = [
        ("30", "Elche", 1, "f"),
        ("30", "Elche", 2, None),
        ("30", "Elche", 3, "m"),
        (None, "Elche", 3, "f"),
        (None, "Elche", None, "f"),
        ("31", None, 1, "f"),
    ]
    mapping = [("1", "low", "paid"), ("2", "low", "paid"), ("3", "high", "paid"), ("4", "none", "unpaid")]
    sources = [
        Source(engine.load(name, types, held), tuple(CatalogueColumn(column, kind) for column, kind in types.items()))
        for name, types, held in (("people", columns, rows), ("bands", dict.fromkeys(("salary", "age", 'b"d'), "text"), mapping))
    ]
    declared = Release.model_validate(
        {
            "name": "r",
            "relation": "people",
            "columns": {**dict.fromkeys(("age", "town"), {"role": "quasi_identifier"}), "salary": {"role": "sensitive", "hierarchy": {"relation": "bands"}}},
            "other_columns": {"role": "insensitive"},
            "groups": ["sex"],
            "decided_on": date(2026, 11, 1),
            "valid_until": date(2027, 11, 1),
        }
    )
    table = bind(declared, sources[0], engine.dialect, str.casefold)
    bound = Bound(declared, table, table, hierarchies={"salary": sources[1]})
    found = {}
    for statement in plan(bound):
        guard(statement.query, engine.dialect, bound.sources)
        found[statement.key] = engine.rows(statement.query.sql)
    assert height(bound, "salary", found[Key("hierarchy_levels", column="salary")]) == 3
    nodes: dict[int | None, tuple[str | None, ...]] = {int(value): tuple(levels) for value, *levels in mapping} | {None: (None, None)}
    joined = [{**dict(zip(columns, row, strict=True)), **dict(zip(("low", "high"), nodes[row[2]], strict=True))} for row in rows]
    for group in (None, "sex"):
        expected = oracle.hierarchical_classes(joined, ["age", "town"], "salary", ["low", "high"], group)
        assert not differences(figures(found[Key("hierarchical_classes", column="salary", group=group)]), figures(expected))


REFUSED: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "a threshold without a hierarchy": ({}, {}, "needs a hierarchy"),
    "both at once": ({"hierarchy": "disease.csv", "levels": {"kind": "lower(disease)"}}, {}, "two hierarchies"),
    "a level that is published": ({"levels": {"kind": "lower(disease)"}}, {"disease": "kind"}, "not a declared quasi-identifier"),
}


@pytest.mark.parametrize(("column", "publish", "message"), REFUSED.values(), ids=REFUSED)
def test_the_declaration_refuses(tmp_path: Path, column: dict[str, Any], publish: dict[str, str], message: str) -> None:
    declared = paper(tmp_path, publish=publish)
    declared["columns"]["disease"] = {"role": "sensitive", **column}
    with pytest.raises(ConfigurationError, match=message):
        check(tmp_path, declared)


def test_level_names_never_meet_the_names_of_columns(tmp_path: Path) -> None:
    header = "ZIP;age;disease;Salary\n"
    assert value(check(tmp_path, paper(tmp_path, mapping=header + CSV.partition("\n")[2], groups=["salary"]))) == pytest.approx(8 / 27)


def test_compile_reads_the_header_and_dry_run_sends_what_is_measured(tmp_path: Path) -> None:
    declared = paper(tmp_path)
    (tmp_path / "sqlrisk.yml").write_text(written(declared))
    compiled = sqlrisk("compile", "--format", "json", cwd=tmp_path)
    listed = {each["kernel"]: each for each in json.loads(compiled.out) if each["when"] == "always"}
    assert listed["hierarchical_classes"]["arguments"]["ancestors"] == ["kind", "system", "root"]
    assert "left join read_csv('disease.csv', " in listed["hierarchical_classes"]["sql"]
    told = sqlrisk("check", "--dry-run", cwd=tmp_path).out
    assert "0 scans  hierarchy_levels, rung published, column disease" in told
    assert "1 scan   hierarchical_classes, rung published, column disease" in told
    declared = {**paper(tmp_path, {"relation": "trees.disease"}), "relation": "patients"}
    (tmp_path / "sqlrisk.yml").write_text(written(declared))
    of_table = sqlrisk("compile", "--dialect", "postgres", cwd=tmp_path)
    assert (of_table.code, "its levels are read when it runs" in of_table.out) == (0, True)
    (tmp_path / "sqlrisk.yml").write_text(written(paper(tmp_path, "nothing.csv", mapping=None)))
    assert sqlrisk("compile", cwd=tmp_path).code == 3
