"""A table, and the check that stops what comes after it where a limit is broken. Run on Dagster 1.13."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import dagster

PROJECT = os.environ.get("SQLRISK_PROJECT", "/srv/hospital")  # the folder of sqlrisk.yml and profiles.yml


@dagster.asset
def altas() -> None:
    """Whatever builds the table that is published."""


@dagster.asset_check(asset=altas, blocking=True)
def altas_is_publishable() -> dagster.AssetCheckResult:
    """The verdict of sqlrisk, with the measures beside it. A table that cannot be measured is a failure of the run, not of the table."""
    command = ["sqlrisk", "check", "--project-dir", PROJECT, "--select", "altas", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise dagster.Failure(f"sqlrisk exited with {done.returncode}: {done.stderr}", allow_retries=False)
    (release,) = json.loads(done.stdout)["releases"]
    return dagster.AssetCheckResult(passed=done.returncode == 0, description=release["verdict"], metadata=_metadata(release))


def _metadata(release: dict[str, Any]) -> dict[str, Any]:
    """The measures of what is published: a number, or an interval as text."""
    published = [each for each in release["measures"] if each["rung"] == "published" and each["group"] is None and each["status"] == "measured"]
    return {
        " ".join(filter(None, (each["measure"], each["column"]))): f"{each['low']} to {each['high']}" if each["value"] is None else each["value"]
        for each in published
    }


definitions = dagster.Definitions(assets=[altas], asset_checks=[altas_is_publishable])
