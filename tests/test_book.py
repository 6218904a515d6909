"""The book, to the digit: its six rungs, its estimators, its verdicts; and again shuffled, renamed and with rows dropped, against brute force."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk.estimators import book
from sqlrisk.report import ReleaseReport

TODAY = date(2026, 11, 30)
POPULATION = 49_128_297
FRANJA = "case when edad < 18 then 0 when edad < 35 then 18 when edad < 50 then 35 when edad < 65 then 50 else 65 end"

LADDER = [
    # rung, classes, unique, mean, bits, suppressed for k >= 5, bits after, t, l
    ("crudo", 19945, 0.9945, 0.99725, 14.282212379549446, 1.0, 0.0, 0.9485, 1),
    ("sin profesion", 19556, 0.9576, 0.9778, 14.241704559545983, 1.0, 0.0, 0.9485, 1),
    ("CP a 3 digitos", 12106, 0.4291, 0.6053, 13.165091247453976, 0.7975, 8.87739265798644, 0.9485, 1),
    ("quinquenios", 6591, 0.17475, 0.32955, 11.758713379513651, 0.4452, 9.574970037177934, 0.9485, 1),
    ("provincia", 1874, 0.0112, 0.0937, 10.025515255211058, 0.0877, 9.618402223784418, 0.9485, 1),
    ("franja", 518, 0.00025, 0.0259, 8.246653749634802, 0.0048, 8.218979753964113, 0.931, 1),
]
ESTIMATES = [
    (0.01, 0.759, 2.823537665799815e-42, 2.823537665799815e-42),
    (0.02, 0.6325, 6.09967139418589e-21, 6.09967139418589e-21),
    (0.05, 0.4072, 1.678603514199179e-08, 6.7435327775936896e-09),
    (0.1, 0.2569, 0.00011664091190859011, 0.0014007795905279625),
    (0.2, 0.123, 0.004208934120337385, 0.007552183301723738),
    (0.5, 0.03488, 0.014642444797434012, 0.01229460376886007),
]
ROWS_BELOW = {"provincia": {3: 606, 5: 1754, 10: 5028, 11: 5668, 12: 6416, 20: 10884}, "franja": {3: 11, 5: 96, 10: 542, 11: 652, 12: 828, 20: 2196}}


@pytest.fixture(scope="module")
def table(shared: Path) -> Path:
    return shared / "data" / "book" / "poblacion_sintetica.parquet"


def release(table: Path, *, rung: str = "provincia", names: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """The book's release at a rung; `names` renames the columns."""
    n = {name: (names or {}).get(name, name) for name in ("num_historia", "edad", "sexo", "codigo_postal", "profesion", "diagnostico")}
    steps = {
        "crudo": {},
        "sin profesion": {n["profesion"]: "dropped"},
        "CP a 3 digitos": {n["codigo_postal"]: "cp3", n["profesion"]: "dropped"},
        "quinquenios": {n["edad"]: "edad5", n["codigo_postal"]: "cp3", n["profesion"]: "dropped"},
        "provincia": {n["edad"]: "edad5", n["codigo_postal"]: "provincia", n["profesion"]: "dropped"},
        "franja": {n["edad"]: "franja", n["codigo_postal"]: "provincia", n["profesion"]: "dropped"},
    }
    limits = [{"measure": "k", "at_least": 5}, {"measure": "prosecutor_mean", "at_most": _decimal("0.05")}]
    return {
        "name": "altas",
        "relation": str(table),
        "columns": {
            n["num_historia"]: {"role": "identifier"},
            n["edad"]: {"role": "quasi_identifier", "levels": {"edad5": f"floor({n['edad']} / 5) * 5", "franja": FRANJA.replace("edad", n["edad"])}},
            n["sexo"]: {"role": "quasi_identifier"},
            n["codigo_postal"]: {
                "role": "quasi_identifier",
                "levels": {size: f"substring({n['codigo_postal']}, 1, {cut})" for size, cut in (("cp3", 3), ("provincia", 2))},
            },
            n["profesion"]: {"role": "quasi_identifier"},
            n["diagnostico"]: {"role": "sensitive", "harm": {"level": "high"}},
        },
        "publish": steps[rung],
        "ladder": [{"name": name, **levels} for name, levels in steps.items()],
        "population": {"description": "residents in Spain, INE, 1 January 2025", "size": POPULATION},
        "thresholds": [{**limit, "source": "the book", "reason": "its accepted limits"} for limit in limits],
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }


def _decimal(text: str) -> Any:
    from decimal import Decimal

    return Decimal(text)


def checked(release: dict[str, Any]) -> tuple[ReleaseReport, int]:
    report = sqlrisk.check({"version": 1, "releases": [release]}, today=TODAY, allow_paths=[Path(release["relation"]).parent])
    assert report.releases[0].error is None, report.releases[0].error
    return report.releases[0], report.exit_code


def value(report: ReleaseReport, measure: str, **where: Any) -> float:
    found = report.find(measure, **where)
    assert found is not None
    assert found.value is not None
    return float(found.value)


@pytest.fixture(scope="module")
def provincia(table: Path) -> ReleaseReport:
    return checked(release(table))[0]


@pytest.mark.parametrize("row", LADDER, ids=[row[0] for row in LADDER])
def test_every_number_of_the_ladder(provincia: ReleaseReport, row: tuple[Any, ...]) -> None:
    rung, *expected = row
    names = ("classes", "unique_rows", "prosecutor_mean", "entropy_bits", "suppressed_rows", "suppressed_entropy_bits")
    got = [value(provincia, name, rung=rung) for name in names]
    got += [value(provincia, name, rung=rung, column="diagnostico") for name in ("t_closeness", "distinct_l")]
    assert got == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert value(provincia, "k", rung=rung) == 1
    assert value(provincia, "prosecutor_max", rung=rung) == 1
    assert value(provincia, "journalist_max_naive", rung=rung) == pytest.approx(0.00040709735979653434, rel=1e-9)


def test_the_published_files_of_the_book_say_the_same(provincia: ReleaseReport, shared: Path) -> None:
    import csv

    published = {"franja etaria": "franja", "edad en quinquenios": "quinquenios", "CP a 3 dígitos": "CP a 3 digitos", "sin profesión": "sin profesion"}
    with open(shared / "data" / "book" / "escalera_generalizacion.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rung = published.get(row["peldano"], row["peldano"])
            assert value(provincia, "prosecutor_mean", rung=rung) == pytest.approx(float(row["riesgo_fiscal_medio"]), rel=1e-9)
            assert value(provincia, "suppressed_rows", rung=rung) == pytest.approx(float(row["supresion_k5"]), rel=1e-9)
            assert value(provincia, "t_closeness", rung=rung, column="diagnostico") == pytest.approx(float(row["t"]), rel=1e-9)


@pytest.mark.parametrize("rung", ROWS_BELOW)
def test_the_rows_below_each_k(provincia: ReleaseReport, rung: str) -> None:
    sizes = provincia.class_sizes[rung]
    assert {k: sum(size * classes for size, classes in sizes.items() if size < k) for k in ROWS_BELOW[rung]} == ROWS_BELOW[rung]


def test_what_the_classes_of_provincia_and_franja_tell(provincia: ReleaseReport) -> None:
    homogeneous = {rung: provincia.find("homogeneous_rows", rung=rung, column="diagnostico") for rung in ("provincia", "franja")}
    assert homogeneous["provincia"].reason == "364 classes (641 rows) hold one single value"
    assert homogeneous["franja"].reason == "11 classes (31 rows) hold one single value"
    assert value(provincia, "beta_basic", column="diagnostico") == pytest.approx(18.417476, abs=1e-6)
    delta = provincia.find("delta_disclosure", column="diagnostico")
    assert delta.status == "infinite"
    assert "2.966173 (natural logarithm)" in delta.reason


def test_provincia_is_not_publishable(table: Path) -> None:
    report, code = checked(release(table))
    assert (report.verdict, code) == ("not_publishable", 1)
    assert [limit.passed for limit in report.thresholds] == [False, False]


def test_provincia_with_suppression_is_still_not_publishable(table: Path) -> None:
    report, code = checked(release(table, suppress_below=5))
    assert (report.verdict, code, report.rows, value(report, "classes")) == ("not_publishable", 1, 18246, 1129)
    assert value(report, "prosecutor_mean") == pytest.approx(1129 / 18246, rel=1e-12)
    assert value(report, "prosecutor_mean") == pytest.approx(0.0618766, abs=1e-7)
    assert value(report, "t_closeness", column="diagnostico") == pytest.approx(0.83432, abs=1e-5)
    assert report.find("homogeneous_rows", column="diagnostico").reason.startswith("17 classes (99 rows)")


def test_franja_with_suppression_is_publishable_and_says_whose_diagnosis_is_told(table: Path) -> None:
    report, code = checked(release(table, rung="franja", suppress_below=5, waived={"diagnostico": "the book sets no limit on it"}))
    assert (report.verdict, code, report.rows, report.rows_suppressed, value(report, "classes")) == ("publishable", 0, 19904, 96, 487)
    assert value(report, "prosecutor_mean") == pytest.approx(0.0244674, abs=1e-7)
    assert value(report, "t_closeness", column="diagnostico") == pytest.approx(0.5453176, abs=1e-7)
    assert value(report, "distinct_l", column="diagnostico") == 1
    assert any("3 classes (16 rows) hold one single value" in warning for warning in report.warnings)


def test_the_remedy_is_measured_again_and_named_insufficient(provincia: ReleaseReport) -> None:
    rung = "published, suppressed below 5"
    assert value(provincia, "prosecutor_mean", rung=rung) == pytest.approx(0.0618766, abs=1e-7)
    assert value(provincia, "t_closeness", rung=rung, column="diagnostico") == pytest.approx(0.83432, abs=1e-5)
    told = next(warning for warning in provincia.warnings if warning.startswith("suppressing"))
    assert "1,754 of 20,000 rows (8.77%)" in told
    assert "even so it would NOT be within its limits" in told


def test_who_is_suppressed_at_franja(table: Path) -> None:
    bands = {"menores": (0, 17), "18": (18, 34), "35": (35, 49), "50": (50, 64), "mayores": (65, 200)}
    groups = ["provincia", *({name: f"edad between {low} and {high}"} for name, (low, high) in bands.items())]
    report, _ = checked(release(table, rung="franja", groups=groups, suppress_below=5))
    lost = {group: value(report, "suppressed_rows", group=group) for group in report.groups()}
    hit = {group: share for group, share in lost.items() if group.startswith("provincia=") and share > 0}
    assert len(hit) == 9
    assert max(hit.values()) == pytest.approx(0.80, abs=0.005)
    assert [round(100 * lost[name], 2) for name in bands] == [0.59, 0.54, 0.44, 0.36, 0.51]


def test_who_is_alone_at_franja(table: Path) -> None:
    groups = [{"menores": "edad < 18"}, {"de 50 a 64": "edad between 50 and 64"}, {"mayores": "edad >= 65"}, {"todos": "edad >= 0"}]
    report, _ = checked(release(table, rung="franja", groups=groups))
    with duckdb.connect() as connection:
        ages = connection.execute(
            f"select sum((edad < 18)::int), sum((edad between 50 and 64)::int), sum((edad >= 65)::int), count(*) from '{table}'"
        ).fetchall()[0]
    alone = [round(value(report, "unique_rows", group=group) * rows) for group, rows in zip(("menores", "de 50 a 64", "mayores", "todos"), ages, strict=True)]
    assert alone == [2, 1, 2, 5]


def test_the_estimators_of_the_thirty_samples(shared: Path) -> None:
    draws: dict[float, list[dict[int, int]]] = defaultdict(list)
    for line in (shared / "data" / "book" / "sample_histograms.txt").read_text().split():
        name, _, histogram = line.partition(";")
        draws[float(name.partition("_")[0])].append({int(size): int(classes) for size, _, classes in (each.partition(":") for each in histogram.split(","))})
    for fraction, naive, poisson, poisson_gamma in ESTIMATES:
        samples = draws[fraction]
        assert len(samples) == 5
        rows = [sum(size * classes for size, classes in sample.items()) for sample in samples]
        mean = [
            sum(each) / 5
            for each in zip(*((s[1] / n, book.poisson(s, fraction), book.poisson_gamma(s, fraction)) for s, n in zip(samples, rows, strict=True)), strict=True)
        ]
        assert mean == pytest.approx([naive, poisson, poisson_gamma], rel=1e-9)


def test_the_steps_of_the_ladder(provincia: ReleaseReport) -> None:
    bits = {rung: value(provincia, "entropy_bits", rung=rung) for rung, *_ in LADDER}
    mean = {rung: value(provincia, "prosecutor_mean", rung=rung) for rung, *_ in LADDER}
    assert bits["crudo"] - bits["CP a 3 digitos"] == pytest.approx(1.1171, abs=1e-4)
    assert bits["provincia"] - bits["franja"] == pytest.approx(1.7789, abs=1e-4)
    assert mean["provincia"] - mean["franja"] == pytest.approx(0.0678, abs=1e-4)
    assert mean["crudo"] / mean["franja"] == pytest.approx(38.5, abs=0.01)


def test_the_book_shuffled_renamed_and_with_rows_dropped_agrees_with_brute_force(table: Path, tmp_path: Path) -> None:
    names = {"edad": "Age", "sexo": "group", "codigo_postal": 'código "postal"', "profesion": "c", "diagnostico": "rows", "num_historia": "n"}
    with duckdb.connect() as connection:
        rows = connection.execute(f"select num_historia, edad, sexo, codigo_postal, profesion, diagnostico from '{table}'").fetchall()
    random.Random(7).shuffle(rows)
    kept = [row for row in rows if random.Random(row[0]).random() >= 0.05]
    file = tmp_path / "book.parquet"
    _write(kept, names, file)
    quoted = {name: f'"{new}"'.replace('"código "postal""', '"código ""postal"""') for name, new in names.items()}
    declared = release(file, names=names)
    for column, level in (
        (names["edad"], {"edad5": f"floor({quoted['edad']} / 5) * 5", "franja": FRANJA.replace("edad", quoted["edad"])}),
        (names["codigo_postal"], {"cp3": f"substring({quoted['codigo_postal']}, 1, 3)", "provincia": f"substring({quoted['codigo_postal']}, 1, 2)"}),
    ):
        declared["columns"][column]["levels"] = level
    report, _ = checked(declared)
    keys = {"provincia": lambda row: (row[1] // 5, row[2], row[3][:2]), "crudo": lambda row: row[1:5]}
    for rung, key in keys.items():
        _against_brute_force(report, rung, [(key(row), row[5]) for row in kept], names["diagnostico"])


def _write(rows: list[tuple[Any, ...]], names: dict[str, str], file: Path) -> None:
    import pandas as pd

    columns = [names[name] for name in ("num_historia", "edad", "sexo", "codigo_postal", "profesion", "diagnostico")]
    pd.DataFrame(rows, columns=columns).to_parquet(file)


def _against_brute_force(report: ReleaseReport, rung: str, pairs: list[tuple[Any, str]], sensitive: str) -> None:
    classes: dict[Any, Counter[str]] = defaultdict(Counter)
    for key, secret in pairs:
        classes[key][secret] += 1
    overall, rows = Counter(secret for _, secret in pairs), len(pairs)
    sizes = [counts.total() for counts in classes.values()]
    closeness = max(sum(max(Fraction(0), Fraction(c, n.total()) - Fraction(overall[s], rows)) for s, c in n.items()) for n in classes.values())
    bits = -math.fsum(size / rows * math.log2(size / rows) for size in sizes)
    assert value(report, "classes", rung=rung) == len(classes)
    assert report.find("prosecutor_mean", rung=rung).value == Fraction(len(classes), rows)
    assert report.find("unique_rows", rung=rung).value == Fraction(sizes.count(1), rows)
    assert value(report, "t_closeness", rung=rung, column=sensitive) == pytest.approx(float(closeness), rel=1e-9)
    assert value(report, "entropy_bits", rung=rung) == pytest.approx(bits, rel=1e-9)
