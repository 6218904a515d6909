"""The command: a whole check of a remote server's table, and what the client's process needs for it, written as remote.md and remote.json.

Usage: python -m benchmarks.remote [--rows 1000000 10000000] [--out DIR]. It starts a private PostgreSQL; Spark's figures are those of spark_cluster.py.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
import yaml

from benchmarks.common import projects
from benchmarks.common.costs import run
from benchmarks.common.results import RESULTS, Results, Row
from benchmarks.speed.whole import DECLARED, refuse_failed
from tests.clusters import cluster

CHECK = (sys.executable, "-m", "sqlrisk", "check", "--format", "json", "--today", projects.TODAY.isoformat())
PEOPLE = """create table people as select (i % 97)::int as age, case when i % 2 = 0 then 'M' else 'F' end as sex,
  lpad(((i * 7919) % 52000)::text, 5, '0') as postcode, 'd' || (i * 31) % 6 as diagnosis from generate_series(1::bigint, {rows}) as s(i)"""


def main() -> None:
    """Runs every size and writes both files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.remote", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000], metavar="N", help="the sizes of the table")
    parser.add_argument("--out", type=Path, metavar="DIR", default=RESULTS, help="the folder to write to")
    asked = parser.parse_args()
    results = Results("benchmarks.remote", asked.out)
    results.add("client_memory", [*on_postgres(asked.rows), *on_spark(asked.out)])


def on_postgres(sizes: Sequence[int]) -> Iterator[Row]:
    """A check at L3 of each size, and the largest resident set of its process."""
    with cluster() as where, tempfile.TemporaryDirectory() as name, psycopg.connect(**where, user="postgres", dbname="postgres", autocommit=True) as admin:
        project = projects.write(Path(name), DECLARED | {"profile": "people"})
        target = {"type": "postgres", **where, "user": "postgres", "dbname": "postgres", "schema": "public"}
        (project / "profiles.yml").write_text(yaml.safe_dump({"people": {"target": "dev", "outputs": {"dev": target}}}), encoding="utf-8")
        for rows in sizes:
            admin.execute("drop table if exists people")
            admin.execute(PEOPLE.format(rows=rows))
            found = run(CHECK, project)
            refuse_failed(found)
            yield {"engine": "postgres", "rows": rows, "peak_mb": found.peak_mb, "client_cpu": found.cpu, "wall": found.wall}


def on_spark(folder: Path) -> Iterator[Row]:
    """What the last run on a cluster needed."""
    file = folder / "spark.json"
    for each in json.loads(file.read_text(encoding="utf-8"))["runs"] if file.exists() else ():
        if each["run"].startswith("Spark"):
            yield {"engine": each["run"], "rows": each["rows"], "peak_mb": float(each["client_mb"]), "client_cpu": None, "wall": each["seconds"]}


if __name__ == "__main__":
    main()
