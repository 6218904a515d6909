"""Threshold profiles: what each expands to, for which access and harm, and that its provenance and its doubt stand beside the verdict."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

import sqlrisk
from sqlrisk.errors import DeclarationError
from sqlrisk.loading import load_values
from sqlrisk.measures import measures
from sqlrisk.threshold_profiles import names, profile
from sqlrisk.verdict import within
from tests.helpers import DECLARATION, project, values

TODAY = date(2026, 11, 30)
PINNED = [
    # profile, access, harm, measure, the worst that passes, the best that fails
    ("ema_0070", "open", "high", "prosecutor_max", 1 / 12, 1 / 11),
    ("ipc_ontario_2025", "open", "low", "prosecutor_max", 1 / 12, 1 / 11),
    ("ipc_ontario_2025", "open", "medium", "prosecutor_max", 1 / 14, 1 / 13),
    ("ipc_ontario_2025", "open", "high", "prosecutor_max", 1 / 20, 1 / 19),
    ("ipc_ontario_2025", "open", "critical", "prosecutor_max", 1 / 20, 1 / 19),
    ("sector_k3", "agreement", "low", "k", 3, 2),
    ("sector_k5", "open", "low", "k", 5, 4),
    ("sector_k11", "open", "low", "k", 11, 10),
    ("sector_k20", "internal", "low", "k", 20, 19),
]


def declared(name: str, access: str = "open", harm: str | None = "high", **more: Any) -> dict[str, Any]:
    """A release whose only limits are those of a profile."""
    found = values(DECLARATION)
    release = found["releases"][0]
    release |= {"thresholds": [], "threshold_profile": {"name": name, "reason": "chosen by the board"}, "adversary": {"access": access}, **more}
    release["columns"]["diagnostico"] = {"role": "sensitive", "null_means": "value", **({"harm": {"level": harm}} if harm else {})}
    return found


@pytest.mark.parametrize(("name", "access", "harm", "measure", "passes", "fails"), PINNED)
def test_a_profile_is_one_limit_on_one_measure(name: str, access: str, harm: str, measure: str, passes: float, fails: float) -> None:
    release = load_values(declared(name, access, harm), Path(), TODAY).declaration.releases[0]
    (limit,) = release.thresholds
    assert (limit.measure, limit.severity, limit.reason) == (measure, "error", "chosen by the board")
    assert limit.source is not None
    assert limit.source.startswith(f"threshold profile {name}: ")
    assert within(passes, limit, measures()[measure])
    assert not within(fails, limit, measures()[measure])


def test_every_profile_is_pinned_here_and_says_where_it_comes_from() -> None:
    assert {name for name, *_ in PINNED} == set(names())
    for name in names():
        found = profile(name)
        assert found.thresholds or found.by_harm
        assert all(text.strip() for text in (found.title, found.source, found.edition, found.verified, found.about))


REFUSED = [
    # what in words, the declaration, where, what is said
    ("a name that nobody knows", declared("sector_k55"), "threshold_profile.name", "did you mean `sector_k5`?"),
    ("cells of three for anybody", declared("sector_k3"), "threshold_profile.name", "is for access agreement or internal, and the adversary's access is open"),
    ("limits by harm, and none declared", declared("ipc_ontario_2025", harm=None), "threshold_profile.name", "`diagnostico` declares none"),
    ("no reason for this table", declared("x", threshold_profile={"name": "sector_k5"}), "threshold_profile.reason", "is missing"),
]


@pytest.mark.parametrize(("document", "where", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_profile_that_does_not_fit_is_refused(document: dict[str, Any], where: str, said: str) -> None:
    with pytest.raises(DeclarationError) as refused:
        load_values(document, Path(), TODAY)
    assert len(refused.value.problems) == 1
    assert (where in str(refused.value), said in str(refused.value)) == (True, True), str(refused.value)


def test_its_limits_are_judged_beside_the_declared_ones_and_its_doubt_is_told(tmp_path: Path) -> None:
    document = declared("sector_k11", thresholds=[{"measure": "prosecutor_mean", "at_most": 0.9, "source": "s", "reason": "r"}])
    (release,) = sqlrisk.check(document, today=TODAY, project_dir=project(tmp_path)).releases
    assert [(each.measure, each.limit, each.passed) for each in release.thresholds] == [
        ("prosecutor_mean", {"at_most": 0.9}, True),
        ("k", {"at_least": 11}, False),
    ]
    assert release.hypotheses["k_limit"] == 11
    assert release.hypotheses["threshold_profile"]["edition"] == profile("sector_k11").edition
    told = [warning for warning in release.warnings if "no European rule and no NIST guide gives a number" in warning]
    assert told
    assert "chosen by the board" in told[0]


def test_the_page_of_the_profiles_is_what_the_files_say() -> None:
    page = (Path(__file__).parent.parent / "docs" / "threshold_profiles.md").read_text(encoding="utf-8")
    for name in names():
        found = profile(name)
        limits = found.by_harm or {"": found.thresholds}
        told = "; ".join(
            f"{f'{harm}: ' if harm else ''}{each.measure} {'at least' if each.at_most is None else 'at most'} {each.limit}" for harm, (each,) in limits.items()
        )
        assert f"| `{name}` | {told} | {', '.join(found.access)} | {found.source}; {found.edition} | {found.verified} |" in page
