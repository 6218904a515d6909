"""What a scheduled audit fails at: a verdict that fell, a limit that broke, a judged measure that got worse by more than a tolerance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sqlrisk.drift.moved import Drift, Moved, ReleaseDrift
from sqlrisk.equality import equal
from sqlrisk.errors import ConfigurationError

NOT_MEASURED = 3


def tolerance(text: str | None) -> Fraction:
    """--tolerance as a share of the value before; 0 without it. Raises ConfigurationError."""
    try:
        found = Fraction(text or "0")
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0:
        raise ConfigurationError(
            f"--tolerance {text} is no share of a value", instead="write 0 or more, for instance 0.05: five hundredths of the value before"
        )
    return found


def exit_code(drift: Drift, share: Fraction) -> int:
    """3 where a release was measured before and is not now, 1 where something failed, else 0."""
    if any((release.status.before, release.status.after) == ("measured", "not_measured") for release in drift.releases):
        return NOT_MEASURED
    return 1 if any(list(failures(release, share)) for release in drift.releases) else 0


def failures(release: ReleaseDrift, share: Fraction) -> Iterator[str]:
    """What of a release fails: the names of the measures, and the verdict and limits where both are of one way of judging."""
    if release.comparable and release.verdict.before == "publishable" != release.verdict.after:
        yield "the verdict"
    yield from (f"the limit on {limit.measure}" for limit in release.limits if release.comparable and limit.breaks)
    yield from (moved.measure for moved in release.moved if moved.judged and moved.worse and _beyond(moved, share))


def _beyond(moved: Moved, share: Fraction) -> bool:
    """Whether a measure moved by more than a share of what it was; what was 0 or finite before moved by more than any."""
    return not share or moved.relative is None or (moved.relative > share and not equal(moved.relative, share))
