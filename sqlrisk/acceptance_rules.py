"""The rules of `accepted`: what may be accepted, and what an acceptance must name."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.composition_rules import Found
from sqlrisk.declaration import Acceptance, Release
from sqlrisk.errors import did_you_mean
from sqlrisk.finding import KINDS


def acceptances(release: Release) -> Iterator[Found]:
    """(path, what, what to write instead) of every acceptance that no finding can match, or that stands twice."""
    seen = set()
    for place, accepted in enumerate(release.accepted):
        about = (accepted.finding, accepted.column, accepted.group)
        if about in seen:
            yield ("accepted", place), f"`{accepted.finding}` is accepted twice", "keep one of the entries"
        seen.add(about)
        for path, what, instead in _acceptance(release, accepted):
            yield ("accepted", place, *path), what, instead


def _acceptance(release: Release, accepted: Acceptance) -> Iterator[Found]:
    kind = KINDS.get(accepted.finding)
    if kind is None:
        yield ("finding",), f"`{accepted.finding}` is not a finding", did_you_mean(accepted.finding, [id for id, each in KINDS.items() if each.acceptable])
        return
    if not kind.acceptable:
        yield ("finding",), f"`{accepted.finding}` cannot be accepted", kind.help
        return
    given = {key for key in ("column", "group") if getattr(accepted, key) is not None}
    if kind.about != "release" and not given & set(kind.about.split(" or ")):
        yield (), f"the acceptance of `{accepted.finding}` names no {kind.about}", f"add {kind.about.split(' or ')[0]}: the one that the finding names"
    for key in sorted(given - set(kind.about.split(" or "))):
        yield (key,), f"`{accepted.finding}` is not about a {key}", f"leave `{key}` out"
    if accepted.group is not None and accepted.group not in release.group_conditions():
        yield ("group",), f"`{accepted.group}` is not a declared group", did_you_mean(accepted.group, release.group_conditions())
