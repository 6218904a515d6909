"""What many generalisations cost beside one: a six-rung ladder and a lattice of 24 nodes against their finest, and how many nodes a search evaluates."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.common import projects
from benchmarks.common.costs import best, cost
from benchmarks.common.people import database
from benchmarks.common.projects import BANDS, CP3, FIVE, PROVINCE, quasi_identifier
from benchmarks.common.results import Row
from sqlrisk import checking, generalising, recommending, rungs
from sqlrisk.planning import Statement
from sqlrisk.planning.classes import of_rung
from sqlrisk.running import Run

LADDER = {
    "age": quasi_identifier(five=FIVE, bands=BANDS),
    "sex": quasi_identifier(),
    "postcode": quasi_identifier(cp3=CP3, province=PROVINCE),
    "profession": quasi_identifier(),
}
RUNGS = (
    {"name": "raw"},
    {"name": "no profession", "profession": "dropped"},
    {"name": "3 digits", "profession": "dropped", "postcode": "cp3"},
    {"name": "five years", "profession": "dropped", "postcode": "cp3", "age": "five"},
    {"name": "province", "profession": "dropped", "postcode": "province", "age": "five"},
    {"name": "bands", "profession": "dropped", "postcode": "province", "age": "bands"},
)
OF_24_NODES = {"age": quasi_identifier(five=FIVE, bands=BANDS), "sex": quasi_identifier(), "area": quasi_identifier(province="substring(area, 1, 2)")}
OF_72_NODES = {**OF_24_NODES, "profession": quasi_identifier(tens="profession - profession % 10")}
ALLOWED = ("0", "0.01", "0.05")
ADULT = Path(__file__).parents[3] / "shared" / "data" / "adult"


def ladder(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """All six rungs' class sizes, as a check counts them, against those of the finest alone; and with a scan a rung."""
    found = Ladder.measured(database(folder, rows), LADDER, RUNGS, rows, repeat)
    scans = found.scans / found.finest
    yield {"rungs": len(RUNGS), "rows": rows, "finest_cpu": found.finest, "cpu": found.every, "ratio": found.every / found.finest, "ratio_of_scans": scans}


@dataclass(frozen=True)
class Ladder:
    """CPU seconds of the class sizes of a ladder: of its finest rung, of every rung as a check counts them, and of every rung by a scan of its own."""

    finest: float
    every: float
    scans: float
    classes: int

    @classmethod
    def measured(cls, file: Path, columns: Mapping[str, Any], steps: Sequence[Mapping[str, str]], rows: int, repeat: int) -> Ladder:
        """Of a database file of so many people. `classes` are those of the finest rung."""
        with tempfile.TemporaryDirectory() as name:
            run = projects.opened(projects.write(Path(name), projects.declaration(columns, ladder=[dict(step) for step in steps]), file, threads=2))
            statements = [next(of_rung(run.bound, step["name"])) for step in steps]
            with run.engine.snapshot():
                run.rows(statements[-1])
                finest, sizes = best(lambda: run.rows(statements[0]), repeat)
                every, _ = best(lambda: counted(run, statements, rows), repeat)
                scans, _ = best(lambda: [run.rows(statement) for statement in statements], repeat)
            run.engine.close()
        return cls(finest.cpu, every.cpu, scans.cpu, sum(row["sqlrisk_classes"] for row in sizes))


def counted(run: Run, statements: Sequence[Statement], rows: int) -> None:
    """Every rung, rolled up where a check rolls it up."""
    rolled_up = rungs.rolled_up(run, rows, statements).statements
    for statement in statements:
        run.rows(rolled_up.get(statement.key, statement))


def lattice(folder: Path, rows: int, repeat: int) -> Iterator[Row]:
    """Every node of a lattice of 24, against the scan of its finest; the one that drops every column is no node."""
    with tempfile.TemporaryDirectory() as name:
        run = projects.opened(projects.write(Path(name), projects.declaration(OF_24_NODES), database(folder, rows), threads=2))
        finest_text = next(of_rung(run.bound, "published"))
        with run.engine.snapshot():
            run.rows(finest_text)
            finest, _ = best(lambda: run.rows(finest_text), repeat)
            seconds, (nodes, classes) = best(lambda: every_node(run), repeat)
        run.engine.close()
    ratio = seconds.cpu / finest.cpu
    yield {"nodes": nodes, "rows": rows, "classes": classes, "share": classes / rows, "finest_cpu": finest.cpu, "cpu": seconds.cpu, "ratio": ratio}


def every_node(run: Run) -> tuple[int, int]:
    """The nodes, all counted, and the classes of the finest."""
    classes = generalising.classes(run)
    sizes = [classes.sizes(place) for place in range(len(classes.lattice))]
    return len(sizes), sizes[0].classes


def search(folder: Path, rows: int) -> Iterator[Row]:
    """How many nodes a search evaluates, by the share of the rows that may be suppressed: at most a lattice of the people, and of the Adult extract."""
    with tempfile.TemporaryDirectory() as name:
        declared = projects.declaration(OF_72_NODES, [("k", {"at_least": 5})])
        project = projects.write(Path(name), declared, database(folder, rows), threads=2)
        yield from (searched("people", project, allowed) for allowed in ALLOWED)
    if ADULT.is_dir():
        with tempfile.TemporaryDirectory() as name:
            names = [file.stem.removeprefix("adult_hierarchy_") for file in sorted(ADULT.glob("adult_hierarchy_*.csv"))]
            columns = {name: {"role": "quasi_identifier", "hierarchy": str(ADULT / f"adult_hierarchy_{name}.csv")} for name in names}
            relation = {"file": str(ADULT / "adult.csv"), "delimiter": ";"}
            yield searched("Adult", projects.write(Path(name), projects.declaration(columns, [("k", {"at_least": 5})], relation=relation)), "0.04")


def searched(table: str, project: Path, allowed: str) -> Row:
    """One search, in the project's folder."""
    found = projects.loaded(project)
    options = checking.Options(today=projects.TODAY)
    search_one = functools.partial(recommending.recommended, found, options, "entropy", Fraction(allowed), checking.silent)
    used, (best_node,) = cost(search_one)
    evaluated, nodes = best_node.evaluated, best_node.nodes
    return {"table": table, "suppressed_at_most": allowed, "nodes": nodes, "evaluated": evaluated, "share": evaluated / nodes, "cpu": used.cpu}
