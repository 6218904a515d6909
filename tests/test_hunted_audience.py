"""An adversary of the public report: on random small tables no count below ten may follow from what is shown, whatever is divided by what."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest

import sqlrisk
from sqlrisk.audience import for_audience
from sqlrisk.report import Measurement, ReleaseReport
from tests.helpers import DECLARATION, values

TODAY = date(2026, 11, 30)
SEEDS = range(12)


def release_of(seed: int) -> ReleaseReport:
    """The internal report of a random table, with groups, a population whose size is known, and sometimes a suppression."""
    chance = random.Random(seed)
    rows, ages, sexes = chance.choice([6, 14, 40, 230, 1000]), chance.choice([1, 2, 5, 30]), chance.choice(["F", "FM", "F" * 30 + "M", "FMX"])
    frame = pd.DataFrame(
        {
            "edad": [5 * chance.randrange(ages) for _ in range(rows)],
            "sexo": [chance.choice(sexes) for _ in range(rows)],
            "diagnostico": [chance.choice("abcde") for _ in range(rows)],
        }
    )
    document = values(DECLARATION.replace("profile: test\n", "").replace("    publish:", "    groups: [sexo]\n    publish:"))
    (release,) = document["releases"]
    release["thresholds"] = [{"measure": "k", "at_least": 2, "source": "s", "reason": "r"}]
    release["publish"] = {}
    release["population"] = {"size": chance.choice([1, 10, 20]) * rows, "random_sample": True, "evidence": "test"}
    if seed % 3 == 0:
        release["suppress_below"] = 2
    return sqlrisk.check(document, frames={"altas": frame}, today=TODAY).releases[0]


def within(found: Measurement | None) -> tuple[float, float] | None:
    """The ends between which a shown measurement leaves its value."""
    if found is None or found.status != "measured":
        return None
    if found.value is None:
        return None if found.low is None or found.high is None else (found.low, found.high)
    value = float(found.value)
    if found.unit in ("rows", "classes", "people"):
        return (value - 5, value + 5) if value else (0, 0)
    half = 0.5 * 10 ** (math.floor(math.log10(abs(value))) - 1) if value not in (0, 1) else 0.0
    return value - half, value + half


def rows_left(shown: ReleaseReport, size: int) -> tuple[float, float]:
    """The rows of the public report, by its own number and by the sampling fraction of a population whose size is declared."""
    low, high = (1.0, 9.0) if shown.rows is None else (max(shown.rows - 5, 0), shown.rows + 5)
    if shown.rows_suppressed == 0:  # then as many rows were measured as are published
        fractions = [each.sampling_fraction for each in shown.measures] + [shown.hypotheses["sampling_fraction"]["value"]]
        for f in fractions:
            if isinstance(f, (int, float)) and f != 1:
                half = 0.5 * 10 ** (math.floor(math.log10(f)) - 1)
                if shown.rows is None:
                    low, high = max(low, (f - half) * size), min(high, (f + half) * size)
    return low, high


SHARES = {"unique_rows", "rows_below_k", "rows_at_risk", "suppressed_rows", "population_unique_rows", "population_unique_rows_naive"}


def derived(shown: ReleaseReport, rung: str, group: str | None, rows: tuple[float, float]) -> Iterator[tuple[str, float, float]]:
    """What an adversary concludes of the counts of a rung and group: (name, at least, at most)."""
    told = {each.measure: ends for each in shown.measures if (each.rung, each.group) == (rung, group) and not each.column and (ends := within(each))}
    own = rows
    if group is not None and {"prosecutor_mean", "classes"} <= told.keys():
        (low, high), (fewest, most) = told["prosecutor_mean"], told["classes"]
        own = (fewest / high, most / low if low else math.inf)
        yield "rows of the group", *own
    yield from from_shares(told, own)
    yield from from_sizes(told, own, shown.hypotheses["sampling_fraction"]["value"])
    for low, high, count in shown.hypotheses["class_size_bands"].get(rung, ()) if group is None else ():
        if count is not None:
            yield f"classes of {low} to {high}", (count - 5) / high, (count + 5) / low


def from_shares(told: dict[str, tuple[float, float]], rows: tuple[float, float]) -> Iterator[tuple[str, float, float]]:
    """A share times the rows that it is of, and what it leaves."""
    for name in SHARES & told.keys():
        low, high = told[name]
        yield name, low * rows[0], high * rows[1]
        yield f"all but {name}", (1 - high) * rows[0], (1 - low) * rows[1]
    if "prosecutor_mean" in told:
        yield "classes", told["prosecutor_mean"][0] * rows[0], told["prosecutor_mean"][1] * rows[1]


def from_sizes(told: dict[str, tuple[float, float]], rows: tuple[float, float], fraction: float | None) -> Iterator[tuple[str, float, float]]:
    """The smallest class by the risks that are one over it; the classes by the rows and the smallest of them, and where one is certain to be hit."""
    if "k" in told:
        yield "k", *told["k"]
        yield "classes", 1, rows[1] / max(told["k"][0], 1)
    if told.get("entropy_bits", (0, 1))[1] == 0:
        yield "classes", 1, 1
    over = {"prosecutor_max": 1.0, "journalist_max_naive": fraction or 0.0} | ({"journalist_max": 1.0} if fraction == 1 else {})
    for name in over.keys() & told.keys():
        low, high = told[name]
        yield "k", 0.98 * over[name] / high if high else 1, 1.02 * over[name] / low if low else math.inf


def truth(whole: ReleaseReport, name: str, rung: str, group: str | None) -> int:
    """The count itself, from the internal report; 0 where there is none."""
    of = {
        each.measure: Fraction(each.value) for each in whole.measures if (each.rung, each.group) == (rung, group) and not each.column and each.value is not None
    }
    rows = of["classes"] / of["prosecutor_mean"] if of.get("prosecutor_mean") else Fraction(0)
    if name.startswith("classes of "):
        low, high = (int(each) for each in name.split()[2::2])
        return sum(count for size, count in whole.class_sizes[rung].items() if low <= size <= high)
    share = of.get(name.removeprefix("all but "), Fraction(0))
    counts = {"rows of the group": rows, "classes": of.get("classes", Fraction(0)), "k": of.get("k", Fraction(0))}
    return round(counts.get(name, rows * (1 - share if name.startswith("all but ") else share)))


def is_told(count: int, low: float, high: float) -> bool:
    """Whether a count is the one whole number between two ends."""
    return count - 1 < low - 1e-9 <= count <= high + 1e-9 < count + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_no_small_count_follows_from_what_is_shown(seed: int) -> None:
    whole = release_of(seed)
    (shown,) = for_audience(sqlrisk.Report((whole,), 0, TODAY, {"name": "sqlrisk", "version": "0"}), "public").releases
    size = whole.hypotheses["population"]["size"]
    told: list[Any] = []
    for rung in shown.rungs():
        for group in (None, *shown.groups()):
            alone: dict[str, tuple[float, float]] = {}
            for name, low, high in derived(shown, rung, group, rows_left(shown, size)):
                before = alone.get(name, (0.0, math.inf))
                alone[name] = (max(low, before[0]), min(high, before[1]))
            for name, ends in alone.items():
                count = truth(whole, name, rung, group)
                if 0 < count < 10 and is_told(count, *ends) and not (name == "k" and count == 1):
                    told.append((name, rung, group, count, ends))
    rows = whole.rows or 0
    assert not [("rows", rows)] * (0 < rows < 10 and is_told(rows, *rows_left(shown, size)))
    assert not told
