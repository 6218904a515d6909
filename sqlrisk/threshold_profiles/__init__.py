"""Threshold profiles: each file of this folder is a set of limits with its source; its name is what `threshold_profile` takes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field

from sqlrisk.declaration import Release, Threshold
from sqlrisk.declared import Text
from sqlrisk.documents import Path_, read_yaml
from sqlrisk.errors import did_you_mean
from sqlrisk.parts import Strict

NO_NUMBER = "no European rule and no NIST guide gives a number"
HARMS = ("low", "medium", "high", "critical")


class Profile(Strict):
    """A set of limits that others use: where it is written, how that was verified, what it was made for, and for which access.

    `by_harm`: limits by the worst harm that the release declares; else `thresholds` for every one.
    """

    title: Text
    source: Text
    edition: Text
    verified: Text
    about: Text
    access: tuple[Literal["open", "agreement", "internal"], ...]
    thresholds: tuple[Threshold, ...] = ()
    by_harm: dict[Literal["low", "medium", "high", "critical"], tuple[Threshold, ...]] = Field(default={})


def names() -> list[str]:
    """The profiles that are here."""
    return sorted(file.stem for file in Path(__file__).parent.glob("*.yml"))


@functools.cache
def profile(name: str) -> Profile:
    """The profile of a name of `names`."""
    return Profile.model_validate(read_yaml(Path(__file__).parent / f"{name}.yml").value)


def expanded(release: Release) -> Release:
    """The release with the limits of its profile after its own; each bears the profile's source, and the reason why it was chosen for this table."""
    declared = release.threshold_profile
    if declared is None or list(unfit(release)):
        return release
    found = profile(declared.name)
    given = found.by_harm[_harm(release)] if found.by_harm else found.thresholds
    source = f"threshold profile {declared.name}: {found.source} ({found.edition})"
    limits = tuple(limit.model_copy(update={"source": source, "reason": declared.reason}) for limit in given)
    return release.model_copy(update={"thresholds": (*release.thresholds, *limits)})


def unfit(release: Release) -> Iterator[tuple[Path_, str, str | None]]:
    """Why the profile that a release declares cannot be used for it: (path, what, what to write instead)."""
    declared = release.threshold_profile
    at: Path_ = ("threshold_profile", "name")
    if declared is None:
        return
    if declared.name not in names():
        yield at, f"`{declared.name}` is not a threshold profile", did_you_mean(declared.name, names())
        return
    found = profile(declared.name)
    access = release.adversary.access if release.adversary else "open"
    if access not in found.access:
        what = f"the profile `{declared.name}` is for access {' or '.join(found.access)}, and the adversary's access is {access}"
        yield at, what, "declare adversary.access as it is, or write limits of your own"
    undeclared = [name for name in release.with_role("sensitive") if release.columns[name].harm is None]
    if found.by_harm and (undeclared or not release.with_role("sensitive")):
        about = f"`{undeclared[0]}` declares none" if undeclared else "no column is sensitive"
        yield at, f"the limits of the profile `{declared.name}` depend on harm, and {about}", "declare harm: {level: ...} for every sensitive column"


def remark(release: Release) -> Iterator[str]:
    """What stands beside the verdict of a release whose limits are those of a profile."""
    declared = release.threshold_profile
    if declared is not None:
        found = profile(declared.name)
        yield (
            f"the limits of the threshold profile `{declared.name}` were made for: {found.about}; {NO_NUMBER}: "
            f"that they fit this table is the declaration's own reason: {declared.reason}"
        )
        yield f"source of the threshold profile `{declared.name}`: {found.source}; {found.edition}; verified {found.verified}"


def _harm(release: Release) -> Literal["low", "medium", "high", "critical"]:
    """The worst harm that the release declares."""
    levels = [harm.level for name in release.with_role("sensitive") if (harm := release.columns[name].harm) is not None]
    return max(levels, key=HARMS.index)
