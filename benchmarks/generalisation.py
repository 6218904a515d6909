"""What many generalisations cost beside one: a six-rung ladder and a lattice of 24 nodes against the scan of their finest, and how many nodes a search
evaluates. Prints a Markdown table of goals and results.

Usage: python benchmarks/generalisation.py [--rows 10000000] [--adult DIR]. CPU seconds are the process's own, the best of three in one run.
"""

from __future__ import annotations

import argparse
import functools
import resource
import tempfile
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
from speed import PEOPLE

from sqlrisk import binding, checking, generalising, recommending, rungs
from sqlrisk.loading import Loaded, load_values
from sqlrisk.planning import of_rung
from sqlrisk.running import Run

BANDS = "case when age < 18 then 0 when age < 35 then 18 when age < 50 then 35 when age < 65 then 50 else 65 end"
FIVE = "floor(age / 5) * 5"
TODAY = date(2026, 11, 30)


def quasi_identifier(**levels: str) -> dict[str, Any]:
    return {"role": "quasi_identifier", "levels": levels}


LADDER = {
    "age": quasi_identifier(five=FIVE, bands=BANDS),
    "sex": quasi_identifier(),
    "postcode": quasi_identifier(cp3="substring(postcode, 1, 3)", province="substring(postcode, 1, 2)"),
    "profession": quasi_identifier(),
}
RUNGS = [
    {"name": "raw"},
    {"name": "no profession", "profession": "dropped"},
    {"name": "3 digits", "profession": "dropped", "postcode": "cp3"},
    {"name": "five years", "profession": "dropped", "postcode": "cp3", "age": "five"},
    {"name": "province", "profession": "dropped", "postcode": "province", "age": "five"},
    {"name": "bands", "profession": "dropped", "postcode": "province", "age": "bands"},
]
SMALL = {
    "age": quasi_identifier(five=FIVE, bands=BANDS),
    "sex": quasi_identifier(),
    "area": quasi_identifier(province="substring(area, 1, 2)"),
}
LARGER = {**LADDER, "sex": quasi_identifier(any="case when sex = 'M' then 1 else 1 end"), "shift": quasi_identifier()}


def loaded(folder: Path, columns: dict[str, Any], **more: Any) -> Loaded:
    limits = [{"measure": "k", "at_least": 5, "source": "benchmark", "reason": "benchmark"}]
    dates = {"decided_on": "2026-11-01", "valid_until": "2027-11-01"}
    others = {"role": "insensitive", "reason": "benchmark"}
    release = {"name": "people", "relation": "people", "columns": columns, "other_columns": others, "thresholds": limits, **dates, **more}
    return load_values({"version": 1, "releases": [release]}, folder, TODAY)


def cpu(action: Callable[[], Any]) -> tuple[float, Any]:
    before = resource.getrusage(resource.RUSAGE_SELF)
    found = action()
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, found


def best(action: Callable[[], Any], repeat: int = 3) -> tuple[float, Any]:
    """The least of some measurements: machines are noisy, and half a second is short."""
    found = [cpu(action) for _ in range(repeat)]
    return min(seconds for seconds, _ in found), found[-1][1]


def run_of(found: Loaded) -> Run:
    (release,) = found.declaration.releases
    engine = checking.open_engine(found, (release,), checking.Options(today=TODAY))
    return Run(binding.bound_release(release, engine), engine, checking.silent)


def ladder(folder: Path, rows: int) -> str:
    """All six rungs' class sizes, as a check counts them, against those of the finest alone."""
    run = run_of(loaded(folder, LADDER, ladder=RUNGS))
    statements = {step["name"]: next(of_rung(run.bound, step["name"], run.bound.ladder, 1)) for step in RUNGS}

    def every() -> None:
        rolled_up = rungs.rolled_up(run, rows)
        for statement in statements.values():
            run.rows(rolled_up.get(statement.key, statement))

    with run.engine.snapshot():
        run.rows(statements["bands"])
        finest, _ = best(lambda: run.rows(statements["raw"]))
        all_six, _ = best(every)
        scans, _ = best(lambda: [run.rows(statement) for statement in statements.values()])
    run.engine.close()
    return f"| six-rung ladder, class sizes | 2 | {all_six:.2f} / {finest:.2f} = {all_six / finest:.2f} (six scans: {scans / finest:.2f}) |"


def lattice(folder: Path, rows: int) -> str:
    """Every node of a lattice of 24, against the scan of its finest."""
    run = run_of(loaded(folder, SMALL))
    finest_text = next(of_rung(run.bound, "published", run.bound.ladder, 1))
    with run.engine.snapshot():
        run.rows(finest_text)
        finest, _ = best(lambda: run.rows(finest_text))
        seconds, (nodes, classes) = best(lambda: every_node(run))
    run.engine.close()
    return f"| lattice of {nodes} nodes, finest {classes / rows:.2%} of the rows | 1.5 | {seconds:.2f} / {finest:.2f} = {seconds / finest:.2f} |"


def every_node(run: Run) -> tuple[int, int]:
    """The nodes, all counted, and the classes of the finest."""
    classes = generalising.classes(run)
    sizes = [classes.sizes(place) for place in range(len(classes.lattice))]
    return len(sizes), sizes[0].classes


def search(folder: Path) -> str:
    """How many nodes a search evaluates."""
    options = checking.Options(today=TODAY)
    parts = []
    for budget in ("0", "0.01", "0.05"):
        search_one = functools.partial(recommending.recommended, loaded(folder, LARGER), options, "entropy", Fraction(budget), checking.silent)
        seconds, (found,) = cpu(search_one)
        parts.append(f"{budget}: {found.evaluated} of {found.nodes} ({found.evaluated / found.nodes:.0%}, {seconds:.1f} s)")
    return f"| nodes evaluated by the share that may be suppressed | 40 % | {'; '.join(parts)} |"


def adult(folder: Path) -> str:
    """The nodes that a search evaluates on the Adult extract with nine hierarchies: k 5, at most 4 % of the rows suppressed."""
    names = [file.stem.removeprefix("adult_hierarchy_") for file in sorted(folder.glob("adult_hierarchy_*.csv"))]
    columns = {name: {"role": "quasi_identifier", "hierarchy": str(folder / f"adult_hierarchy_{name}.csv")} for name in names}
    found = loaded(folder, columns, relation={"file": str(folder / "adult.csv"), "delimiter": ";"})
    seconds, (best,) = cpu(lambda: recommending.recommended(found, checking.Options(today=TODAY), "entropy", Fraction("0.04"), checking.silent))
    share = f"{best.evaluated:,} of {best.nodes:,} ({best.evaluated / best.nodes:.0%}, {seconds:.1f} s)"
    return f"| Adult, {len(names)} hierarchies: nodes evaluated | finishes | {share} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--adult", type=Path, default=Path(__file__).parent.parent.parent / "shared" / "data" / "adult")
    given = parser.parse_args()
    rows = given.rows
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "profiles.yml").write_text("people: {target: dev, outputs: {dev: {type: duckdb, path: people.duckdb, threads: 2}}}")
        with duckdb.connect(str(folder / "people.duckdb")) as connection:
            connection.execute(PEOPLE.format(rows=rows))
            connection.execute("alter table people add column area text")
            connection.execute("update people set area = substring(postcode, 1, 4)")
        print(f"{rows:,} rows, DuckDB {duckdb.__version__}, 2 threads\n\n| what | goal | CPU seconds or nodes |\n|---|---|---|", flush=True)
        print(ladder(folder, rows), flush=True)
        print(lattice(folder, rows), flush=True)
        print(search(folder), flush=True)
    if given.adult.is_dir():
        print(adult(given.adult), flush=True)


if __name__ == "__main__":
    main()
