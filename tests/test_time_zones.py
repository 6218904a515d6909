"""The time zone is declared, set on every engine and recorded: the machine's own changes no figure."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlrisk
from sqlrisk import engines, time_zones
from sqlrisk.compiling import DIALECTS
from sqlrisk.errors import ConfigurationError
from sqlrisk.loading import load_values
from tests.helpers import Ran
from tests.helpers import sqlrisk as run

RELEASE: dict[str, Any] = {
    "name": "times",
    "relation": "times",
    "columns": {"a": {"role": "quasi_identifier", "levels": {"year": "extract(year from a)"}}},
    "publish": {"a": "year"},
    "thresholds": [{"measure": "k", "at_least": 2, "source": "test", "reason": "test"}],
    "decided_on": "2026-11-01",
    "valid_until": "2027-11-01",
}
TODAY = date(2026, 11, 30)
PROFILES = "times: {target: dev, outputs: {dev: {type: duckdb, path: w.duckdb}}}\n"


def project(folder: Path, *releases: dict[str, Any]) -> Path:
    """Two rows at 22:00 and 24:00 UTC of 31 December: one year in New York, two in UTC."""
    (folder / "sqlrisk.yml").write_text(json.dumps({"version": 1, "releases": list(releases)}))
    (folder / "profiles.yml").write_text(PROFILES)
    with duckdb.connect(str(folder / "w.duckdb")) as connection:
        connection.execute("create table times as select unnest([timestamptz '2025-12-31 22:00:00+00', timestamptz '2026-01-01 00:00:00+00']) as a")
    return folder


def checked(folder: Path, **env: str) -> Ran:
    return run("check", "--today", "2026-11-30", "--format", "json", cwd=folder, env=env)


def test_the_zone_of_the_machine_changes_nothing_and_that_of_the_release_is_read(tmp_path: Path) -> None:
    folder = project(tmp_path, RELEASE, {**RELEASE, "name": "there", "time_zone": "America/New_York"}, {**RELEASE, "name": "again"})
    found = [checked(folder, TZ=zone) for zone in ("UTC", "America/New_York", "Asia/Kathmandu")]
    assert len({ran.out for ran in found}) == 1
    assert found[0].code == 1
    releases = json.loads(found[0].out)["releases"]
    assert [(each["name"], each["verdict"]) for each in releases] == [("times", "not_publishable"), ("there", "publishable"), ("again", "not_publishable")]
    zones = [each["reproduction"]["time_zone"] for each in releases]
    assert zones == [each["hypotheses"]["time_zone"] for each in releases] == ["UTC", "America/New_York", "UTC"]


@pytest.mark.parametrize("zone", ["Europe/Madird", "EST", "+02:00", "", "utc", 2])
def test_what_is_not_a_zone_is_refused(zone: Any, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="IANA time zone|write text"):
        load_values({"version": 1, "releases": [{**RELEASE, "time_zone": zone}]}, tmp_path, TODAY)


def test_composed_releases_have_one_zone(tmp_path: Path) -> None:
    releases = [{**RELEASE, "composes_with": ["there"]}, {**RELEASE, "name": "there", "time_zone": "Europe/Madrid"}]
    with pytest.raises(ConfigurationError, match="have one time_zone"):
        load_values({"version": 1, "releases": releases}, tmp_path, TODAY).whole()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_printed_sql_says_its_zone(dialect: str, tmp_path: Path) -> None:
    folder = project(tmp_path, {**RELEASE, "time_zone": "Europe/Madrid"})
    for more in ((), ("--publication",)):
        first = run("compile", "--today", "2026-11-30", "--dialect", dialect, *more, cwd=folder).out.splitlines()[0]
        assert first == time_zones.comment(dialect, "Europe/Madrid").strip()
        assert first.startswith("-- times are read in Europe/Madrid")


def test_every_dialect_has_a_statement_or_sessions_without_a_zone() -> None:
    without = {dialect for dialect in DIALECTS if time_zones.statement(dialect, "UTC") is None}
    assert without == {"sqlite", "tsql", "fabric", "athena"} & set(DIALECTS)


def test_every_engine_of_this_package_reads_the_zone_it_was_given() -> None:
    folder = Path(engines.__file__).parent
    texts = {name: (folder / f"{name}.py").read_text() for name in engines.names()}
    assert [name for name, text in texts.items() if "self.time_zone" not in text and "(MySQL)" not in text] == []


def test_frames_and_files_are_read_in_the_zone_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pandas

    monkeypatch.setitem(os.environ, "TZ", "America/New_York")
    frame = pandas.DataFrame({"a": pandas.to_datetime(["2025-12-31 22:00", "2026-01-01 00:00"], utc=True)})
    report = sqlrisk.check({"version": 1, "releases": [RELEASE]}, frames={"times": frame}, today=TODAY)
    assert report.releases[0].verdict == "not_publishable"
