"""The rules of an anonymisation by pivots and blocks: which columns it may name, and which limits it can be held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlrisk.declaration import DROPPED, ColumnRole, ProtectedBy, Release, Threshold
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean
from sqlrisk.measures import measures

Found = tuple[Path_, str, str | None]

_BLOCKS_NEEDED = {"unprotected_block_groups": 2, "relink_probability_max": 2, "block_links_kept": 2, "block_multisets_changed": 1}
_OF_PERSONS = ("population", "presence", "composition")
_PIVOT_ROLES: tuple[ColumnRole, ...] = ("quasi_identifier", "insensitive")
_BEFORE = ("where", "suppress_below", "suppressed_marker")


def protection(release: Release) -> Iterator[Found]:
    """Pivots and blocks share out what is published; limits on them need them; rows that are no persons have no measures of persons."""
    protected = release.protected_by
    yield from _limits(release, protected)
    if protected is None:
        return
    if protected.source == (release.published_as or release.relation):
        at: Path_ = ("protected_by", "source")
        yield at, "the source is the published relation itself", "name the table that the anonymisation started from"
    yield from _names(release, protected)
    yield from _as_it_stands(release)
    if protected.permutes:
        yield from _no_persons(release)


def _names(release: Release, protected: ProtectedBy) -> Iterator[Found]:
    published = {release.publish.get(name, name): column.role for name, column in release.columns.items() if release.publish.get(name) != DROPPED}
    roles = {name.casefold(): role for name, role in published.items()}
    seen: Counter[str] = Counter()
    places: list[tuple[Path_, str, bool]] = [(("protected_by", "pivots", place), name, True) for place, name in enumerate(protected.pivots)]
    for number, block in enumerate(protected.blocks):
        places += [(("protected_by", "blocks", number, place), name, False) for place, name in enumerate(block)]
        if not block:
            yield ("protected_by", "blocks", number), "the block has no column", "leave it out"
    for at, name, is_pivot in places:
        role = roles.get(name.casefold())
        if role is None:
            yield at, f"`{name}` is not a published column", did_you_mean(name, published)
        elif role in ("identifier", "entity"):
            yield at, f"`{name}` is {role}: it would link the blocks again, and is never published", "leave it out"
        elif is_pivot and role not in _PIVOT_ROLES:
            yield at, f"the pivot `{name}` is {role}: a pivot tells in which group a person is", "declare it role: quasi_identifier"
        seen[name.casefold()] += 1
        if seen[name.casefold()] == 2:
            yield at, f"`{name}` stands twice: a column is a pivot or in exactly one block", "keep one of them"
    left = [name for name, role in published.items() if name.casefold() not in seen and role not in ("identifier", "entity")]
    if protected.blocks and left:
        yield (
            ("protected_by", "blocks"),
            f"`{left[0]}` is neither a pivot nor in a block: it could link the blocks again",
            "put every published column into one",
        )
    others = release.other_columns
    if protected.blocks and others is not None and others.role != "identifier":
        yield ("other_columns",), "columns without a name are in no block: they could link the blocks again", "name every column"


def _as_it_stands(release: Release) -> Iterator[Found]:
    """What is held against the source is the output as it stands."""
    for key in _BEFORE:
        if getattr(release, key) is not None and (release.published_as is None or key == "suppressed_marker"):
            yield (key,), f"`{key}` would take rows out of what protected_by verifies", "anonymise what it leaves, and publish the output as it stands"
    levels = [column for column, level in release.publish.items() if level != DROPPED]
    if levels and release.published_as is None:
        what = f"`{levels[0]}` is published at a level, and protected_by verifies the output as it stands"
        yield ("publish", levels[0]), what, "name the output in published_as, or declare the level as a column of it"


def _no_persons(release: Release) -> Iterator[Found]:
    if release.groups:
        yield ("groups",), "a permuted row is no person: nobody can be measured by declared groups", "leave `groups` out"
    if release.ladder and release.published_as is None:
        yield (
            ("ladder",),
            "a permuted row is no person: its rungs say nothing",
            "leave `ladder` out, or name the output in published_as",
        )


def _limits(release: Release, protected: ProtectedBy | None) -> Iterator[Found]:
    for place, threshold in enumerate(release.thresholds):
        known = measures().get(threshold.measure)
        at: Path_ = ("thresholds", place, "measure")
        if known is None:
            if protected is not None and protected.permutes and threshold.measure == "marketer":
                yield at, _persons(threshold), None
        elif known.family == "protection":
            yield from _limit(threshold, protected, at)
        elif protected is not None and protected.permutes and (known.family in _OF_PERSONS or known.name == "entity_k"):
            yield at, _persons(threshold), "leave the threshold out"


def _limit(threshold: Threshold, protected: ProtectedBy | None, at: Path_) -> Iterator[Found]:
    needed = _BLOCKS_NEEDED.get(threshold.measure, 0)
    if protected is None:
        yield at, f"{threshold.measure} needs an anonymisation to verify", "declare protected_by: {source, pivots, threshold, blocks}"
    elif len(protected.blocks) < needed:
        yield at, f"{threshold.measure} needs {needed} blocks: {len(protected.blocks)} are declared", "declare protected_by.blocks, or leave the threshold out"
    elif threshold.column is not None and threshold.measure == "pivot_lost_share" and threshold.column not in protected.pivots:
        yield (*at[:-1], "column"), f"`{threshold.column}` is not a pivot", did_you_mean(threshold.column, protected.pivots)


def _persons(threshold: Threshold) -> str:
    return f"{threshold.measure} speaks of persons, and a permuted row is none"
