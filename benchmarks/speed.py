"""The kernels against the bare group-by on the same data in one run, and the program's start-up: prints a Markdown table of goals and results.

Usage: python benchmarks/speed.py [--rows 10000000] [--repeat 3]. CPU seconds are the process's own, the best of the repeats.
"""

from __future__ import annotations

import argparse
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from sqlrisk.estimators.margin_forest import forest
from sqlrisk.evidence import margin_histograms
from sqlrisk.planning.population import alone, edges
from sqlrisk.queries import render

PEOPLE = """create table people as select
  (abs(hash(i * 7 + 1)) % 100)::int as age,
  case when hash(i * 3 + 2) % 2 = 0 then 'M' else 'F' end as sex,
  lpad(((hash(i * 5 + 3) % 52) * 1000 + hash(i * 11) % 165)::varchar, 5, '0') as postcode,
  floor(20 * pow((hash(i * 13 + 9) % 1000000) / 1e6, 2))::int as profession,
  (hash(i * 19 + 7) % 4)::int as shift,
  'd' || ((hash(i * 17 + 5) % 6) * (1 + hash(i) % 3) % 6) as diagnosis
from range({rows}) r(i)"""
LEVELS = {
    "L5: bands, sex, province": "(select age // 20 as age, sex, substring(postcode, 1, 2) as postcode, diagnosis from people)",
    "L3: five years, sex, 3 digits": "(select age - age % 5 as age, sex, substring(postcode, 1, 3) as postcode, diagnosis from people)",
    "L1: age, sex, postcode": "people",
    "raw: and profession": "people",
    "five columns: and shift": "people",
}
COLUMNS = {"raw: and profession": ["profession"], "five columns: and shift": ["profession", "shift"]}


def timed(connection: duckdb.DuckDBPyConnection, sql: str, repeat: int) -> float:
    best = float("inf")
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_SELF)
        connection.execute(sql).fetchall()
        after = resource.getrusage(resource.RUSAGE_SELF)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def kernels(rows: int, repeat: int) -> None:
    connection = duckdb.connect()
    connection.execute("set threads = 2")
    connection.execute("set enable_progress_bar = false")
    connection.execute(PEOPLE.format(rows=rows))
    print("| level | classes a row | class sizes / bare (goal 1.3) | sensitive / bare (goal 1.5, near uniqueness 4) |\n|---|---|---|---|")
    for level, relation in LEVELS.items():
        columns = ["age", "sex", "postcode", *COLUMNS.get(level, [])]
        listed = ", ".join(columns)
        classes = connection.execute(f"select count(*) from (select 1 from {relation} as t group by {listed})").fetchall()[0][0]
        bare = timed(connection, f"select count(*) from (select {listed}, count(*) from {relation} as t group by {listed})", repeat)
        sizes = timed(connection, render("class_sizes", relation=relation, quasi_identifiers=columns).sql, repeat)
        pairs = f"{listed}, diagnosis"
        bare_pairs = timed(connection, f"select count(*) from (select {pairs}, count(*) from {relation} as t group by {pairs})", repeat)
        sensitive = timed(connection, render("sensitive_classes", relation=relation, quasi_identifiers=columns, sensitive="diagnosis").sql, repeat)
        ratios = [f"{ours:.2f} / {floor:.2f} = {ours / floor:.2f}" for ours, floor in ((sizes, bare), (sensitive, bare_pairs))]
        print(f"| {level} | {classes / rows:.2g} | {' | '.join(ratios)} |", flush=True)


def population(rows: int, repeat: int) -> None:
    """The two statements of the estimators on five quasi-identifiers against the bare group-by, what they return, and the matching with a reference."""
    connection = duckdb.connect()
    connection.execute("set threads = 2")
    connection.execute("set enable_progress_bar = false")
    connection.execute(PEOPLE.format(rows=rows))
    print("\n| five columns | classes a row | both margin statements / bare (goal 5) | bytes (goal 100 KB) | against a reference / bare |")
    print("|---|---|---|---|---|")
    narrow = "(select age - age % 10 as age, sex, substring(postcode, 1, 2) as postcode, profession, shift from people)"
    for level, relation in (("ten years, province", narrow), ("as they are", "people")):
        columns = ["age", "sex", "postcode", "profession", "shift"]
        listed = ", ".join(columns)
        bare_text = f"select count(*) from (select {listed}, count(*) from {relation} as t group by {listed})"
        classes = connection.execute(bare_text).fetchall()[0][0]
        first = render("margin_histograms", relation=relation, quasi_identifiers=columns, paired=5).sql
        found = connection.execute(first)
        names = [column[0] for column in found.description]
        returned = found.fetchall()
        model = forest(columns, margin_histograms([dict(zip(names, row, strict=True)) for row in returned], columns))
        second = render("margin_classes", relation=relation, quasi_identifiers=columns, rows=rows, edges=list(edges(model)), alone=list(alone(model))).sql
        returned += connection.execute(second).fetchall()
        matched = render("matched_classes", relation=relation, quasi_identifiers=columns, reference=relation).sql
        bare, phases, reference = (timed(connection, text, repeat) for text in (bare_text, first, matched))
        phases += timed(connection, second, repeat)
        size = sum(8 * len(row) for row in returned)
        ratios = f"{phases:.2f} / {bare:.2f} = {phases / bare:.2f} | {size / 1024:.0f} KB | {reference:.2f} / {bare:.2f} = {reference / bare:.2f}"
        print(f"| {level} | {classes / rows:.2g} | {ratios} |", flush=True)


def program(repeat: int) -> None:
    example = Path(__file__).parent.parent / "example_project"
    command = [sys.executable, "-m", "sqlrisk"]
    with tempfile.TemporaryDirectory() as folder:
        runs = {"--help (goal 0.3 s)": ["--help"], "check of 20,000 rows (goal 1.5 s)": ["check", "--project-dir", str(example), "--select", "altas_provincia"]}
        print("\n| program, whole process | wall seconds |\n|---|---|")
        for name, arguments in runs.items():
            seconds = []
            for _ in range(repeat):
                started = time.perf_counter()
                subprocess.run([*command, *arguments], cwd=folder, capture_output=True, check=False)
                seconds.append(time.perf_counter() - started)
            print(f"| {name} | {min(seconds):.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    print(f"duckdb {duckdb.__version__}, Python {platform.python_version()}, {options.rows:,} rows, 2 threads\n")
    kernels(options.rows, options.repeat)
    population(options.rows, options.repeat)
    program(options.repeat)


if __name__ == "__main__":
    main()
