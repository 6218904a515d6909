"""The rules of an anonymisation by pivots and blocks: every published column is a pivot or in exactly one block, and no identifier is in either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlrisk.declaration import DROPPED, ProtectedBy, Release
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean

Found = tuple[Path_, str, str | None]


def protection(release: Release) -> Iterator[Found]:
    """What is wrong with the protected_by of a release. Its columns bear the names under which they are published; case does not count."""
    declared = release.protected_by
    if declared is None:
        return
    yield from _blocks(declared)
    used = [*_named(declared)]
    counts = Counter(name.casefold() for _, name in used)
    for at, name in used:
        yield from _unpublished(release, at, name)
        if counts[name.casefold()] > 1:
            yield at, f"`{name}` stands {counts[name.casefold()]} times in pivots and blocks", "keep it in one place: a pivot is in no block"
    yield from _homeless(release, declared, set(counts))


def _named(declared: ProtectedBy) -> Iterator[tuple[Path_, str]]:
    for place, name in enumerate(declared.pivots):
        yield ("protected_by", "pivots", place), name
    for row, block in enumerate(declared.blocks):
        for place, name in enumerate(block):
            yield ("protected_by", "blocks", row, place), name


def _blocks(declared: ProtectedBy) -> Iterator[Found]:
    for place, block in enumerate(declared.blocks):
        if not block:
            yield ("protected_by", "blocks", place), "an empty block", "name its columns, or leave it out"
    if len(declared.blocks) == 1:
        yield (
            ("protected_by", "blocks"),
            "one block alone is permuted against nothing: its rows stay people",
            "name at least two blocks, or none for a table whose small groups are dissolved only",
        )


def _unpublished(release: Release, at: Path_, name: str) -> Iterator[Found]:
    """A name that is no column of the published table."""
    column = next((column for column in release.columns if column.casefold() == name.casefold()), None)
    role = None if column is None else release.columns[column].role
    known = [published for published, _ in release.published_columns()]
    if role in ("identifier", "entity"):
        yield at, f"`{name}` is of role {role}: it is never published", "leave it out of pivots and blocks"
    elif column is not None and release.publish.get(column) == DROPPED:
        yield at, f"`{name}` is dropped by `publish`: it is not published", "leave it out of pivots and blocks"
    elif not _others(release) and name.casefold() not in {published.casefold() for published in known}:
        level = release.publish.get(column) if column else None
        yield at, f"`{name}` is not a published column", f"it is published as `{level}`: write that" if level else did_you_mean(name, known)


def _homeless(release: Release, declared: ProtectedBy, used: set[str]) -> Iterator[Found]:
    """A published column that is neither a pivot nor in a block."""
    for published, _ in release.published_columns():
        if declared.blocks and not _others(release) and published.casefold() not in used:
            yield ("protected_by", "blocks"), f"`{published}` is published, and neither a pivot nor in a block", "put it into the block it belongs with"


def _others(release: Release) -> bool:
    """Whether columns are published that the declaration does not name."""
    return release.other_columns is not None and release.other_columns.role == "insensitive"
