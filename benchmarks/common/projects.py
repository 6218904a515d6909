"""Projects as a user has them: a declaration and a profile in a folder, over a database file or a file of people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from sqlrisk import binding, checking
from sqlrisk.loading import Loaded, load_file
from sqlrisk.running import Run

TODAY = date(2026, 11, 30)
BANDS = "case when age < 18 then 0 when age < 35 then 18 when age < 50 then 35 when age < 65 then 50 else 65 end"
FIVE = "age - age % 5"
CP3, PROVINCE = "substring(postcode, 1, 3)", "substring(postcode, 1, 2)"
EVERYTHING = (
    ("k", {"at_least": 1}),
    ("distinct_l", {"at_least": 1}),
    ("entropy_l", {"at_least": 1}),
    ("t_closeness", {"at_most": 1}),
    ("beta_basic", {"at_most": 1000}),
)
"""k, l, entropy, t and gain, with limits that any table keeps: what is measured is the cost, not the people."""

BINDING = ("prosecutor_mean", {"at_most": 0.9999})
"""What binds beside `k at_least 1`, which holds for every table."""


def quasi_identifier(**levels: str) -> dict[str, Any]:
    """A quasi-identifier with its levels."""
    return {"role": "quasi_identifier", "levels": levels}


AT_L3 = {"age": quasi_identifier(five=FIVE), "sex": quasi_identifier(), "postcode": quasi_identifier(cp3=CP3), "diagnosis": {"role": "sensitive"}}
PUBLISHED_AT_L3 = {"age": "five", "postcode": "cp3"}


def declaration(columns: Mapping[str, Any], asked: Sequence[tuple[str, Mapping[str, Any]]] = (EVERYTHING[0],), **more: Any) -> dict[str, Any]:
    """A release of the table of people, to be written as sqlrisk.yml."""
    limits = [{"measure": name, **limit, "source": "benchmark", "reason": "benchmark"} for name, limit in (*asked, BINDING)]
    release = {
        "name": "people",
        "relation": "people",
        "columns": dict(columns),
        "other_columns": {"role": "insensitive", "reason": "benchmark"},
        "thresholds": limits,
        "adversary": {"access": "agreement"},
        "decided_on": "2026-11-01",
        "valid_until": "2027-11-01",
        **more,
    }
    return {"version": 1, "releases": [release]}


def write(folder: Path, declared: Mapping[str, Any], database: Path | None = None, **settings: str | int) -> Path:
    """The folder, with sqlrisk.yml and, where there is a database, profiles.yml with some settings of DuckDB."""
    (folder / "sqlrisk.yml").write_text(yaml.safe_dump(dict(declared), sort_keys=False), encoding="utf-8")
    if database is not None:
        target = {"type": "duckdb", "path": str(database), **settings}
        (folder / "profiles.yml").write_text(yaml.safe_dump({"people": {"target": "dev", "outputs": {"dev": target}}}), encoding="utf-8")
    return folder


def loaded(folder: Path) -> Loaded:
    """The project's declaration."""
    return load_file(folder / "sqlrisk.yml", folder, TODAY)


def opened(folder: Path) -> Run:
    """The project's one release resolved against its database, ready to be measured."""
    found = loaded(folder)
    (release,) = found.declaration.releases
    engine = checking.open_engine(found, (release,), checking.Options(today=TODAY))
    return Run(binding.bound_release(release, engine), engine, checking.silent)


def error(report: str) -> str | None:
    """What a report in JSON says of the release that it could not measure; None where it could."""
    found: str | None = json.loads(report)["releases"][0]["error"] if report.strip() else None
    return found
