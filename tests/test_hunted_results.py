"""Results and YAML that were damaged on their way: refused in a sentence, never an internal error, and never taken for what they are not."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk import stored
from sqlrisk.audience import for_audience
from sqlrisk.drift.moved import drift
from sqlrisk.errors import ConfigurationError, DeclarationError
from sqlrisk.languages import language
from sqlrisk.ratchet.entries import Baseline, Entry, read, written
from sqlrisk.ratchet.updating import Decided, Updating
from sqlrisk.report import Report
from sqlrisk.reports import names, render
from tests.helpers import DECLARATION, values

TODAY, LATER = date(2026, 11, 30), date(2027, 3, 31)
DAMAGE = [None, [], {}, "x", -1, float("nan"), float("inf"), 10**400, [1], {"a": 1}]


@pytest.fixture(scope="module")
def report() -> Report:
    import pandas as pd

    document = values(DECLARATION.replace("profile: test\n", ""))
    frame = pd.DataFrame({"edad": [30, 31, 32, 40, 50], "sexo": list("FFFMM"), "diagnostico": list("aabab")})
    return sqlrisk.check(document, frames={"altas": frame}, today=TODAY)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a results file; of a list its first item only."""
    yield path
    for key in value if isinstance(value, dict) else range(min(len(value), 1)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


def damaged(whole: Any, path: tuple[Any, ...], by: Any) -> bytes:
    """The results with something else at a place; Ellipsis takes it away."""
    if not path:
        return json.dumps(None if by is ... else by).encode()
    found = inner = copy.deepcopy(whole)
    for key in path[:-1]:
        inner = inner[key]
    if by is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = by
    return json.dumps(found).encode()


def test_damaged_results_are_refused_or_read_by_all(report: Report) -> None:
    whole = json.loads(render(report, "json"))
    tried = 0
    for number, path in enumerate(places(whole)):
        for each, by in list(enumerate((..., *DAMAGE)))[number % 4 :: 4]:
            try:
                found = stored.results(damaged(whole, path, by))
            except (ValueError, ConfigurationError):
                continue
            tried += 1
            format = names()[(number + each) % len(names())]
            render(found, format, language("es" if each % 2 else "en"))
            render(for_audience(found, "public"), format)
            drift(report, found)
            drift(found, report)
    assert tried > 20


@pytest.mark.parametrize("text", [b"[" * 100_000, b'{"schema_version": 1, "releases": [' + b"9" * 5000 + b"]}", b"NaN", b"[1e999]", b"7", b""])
def test_what_is_no_results_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match="."):
        stored.results(text)


def test_an_entry_that_stands_elsewhere_has_a_line(tmp_path: Path) -> None:
    one = "{release: altas, measure: k, limit: {at_least: 3}, value: 2, reason: r, until: 2027-03-31, recorded_on: 2026-11-30}"
    (tmp_path / "b.yml").write_text(f"version: 1\nhistory: &all [{one}]\nentries: *all\n")
    with pytest.raises(DeclarationError, match=r"b\.yml:2, history: the history is damaged"):
        read(tmp_path / "b.yml")
    (tmp_path / "b.yml").write_text("")
    with pytest.raises(DeclarationError, match=r"b\.yml: this is no baseline of sqlrisk"):
        read(tmp_path / "b.yml")


def test_of_one_limit_that_fails_and_warns_the_failure_is_recorded(report: Report) -> None:
    (release,) = report.releases
    (limit,) = release.thresholds
    twice = replace(report, releases=(replace(release, thresholds=(limit, replace(limit, severity="warn"))),))
    updating = Updating(Baseline("b"), twice, Decided("why", LATER), TODAY)
    changes = updating.changes()
    assert [change.kind for change in changes] == ["added"]
    assert [entry.value for entry in updating.updated(changes).entries if isinstance(entry, Entry)] == [limit.value]
    assert "value: 1" in written(updating.updated(changes))


def test_what_is_hidden_from_the_public_moved_nowhere(report: Report) -> None:
    public = for_audience(report, "public")
    for before, after in ((report, public), (public, report), (report, report), (public, public)):
        (found,) = drift(before, after).releases
        assert (found.moved, found.limits) == ((), ())
    assert [each.name for each in drift(report, public).releases[0].run] == ["audience"]


def test_results_with_two_releases_of_one_name_are_refused(report: Report) -> None:
    whole = json.loads(render(report, "json"))
    with pytest.raises(ValueError, match="two releases of one name"):
        stored.results(json.dumps({**whole, "releases": whole["releases"] * 2}).encode())
