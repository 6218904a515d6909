"""The rules of an anonymisation by pivots and blocks: which columns it may name, and which limits it can be held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlrisk.declaration import DROPPED, ColumnRole, ProtectedBy, Release, Threshold
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean
from sqlrisk.measures import measures
from sqlrisk.names import ascii_folded

Found = tuple[Path_, str, str | None]

_BLOCKS_NEEDED = {"unprotected_block_groups": 2, "relink_probability_max": 2, "block_links_kept": 2, "block_multisets_changed": 1}
_OF_PERSONS = ("population", "presence", "composition")
_PIVOT_ROLES: tuple[ColumnRole, ...] = ("quasi_identifier", "insensitive")
_BEFORE = ("where", "suppress_below", "suppress", "suppressed_marker")


def protection(release: Release) -> Iterator[Found]:
    """Pivots and blocks share out what is published; limits on them need them; rows that are no persons have no measures of persons.

    Where the declaration does not name every column, what depends on them waits for the check: `incoherent`.
    """
    protected = release.protected_by
    yield from _limits(release, protected)
    if protected is None:
        return
    if protected.source == (release.published_as or release.relation):
        at: Path_ = ("protected_by", "source")
        yield at, "the source is the published relation itself", "name the table that the anonymisation started from"
    yield from _blocks(protected)
    yield from _places(release, protected)
    if not leaves_columns_open(release):
        yield from incoherent(release)


def leaves_columns_open(release: Release) -> bool:
    """Whether columns are published that the declaration does not name."""
    return release.other_columns is not None and release.other_columns.role == "insensitive"


def incoherent(release: Release, aliases: Mapping[tuple[str, str], str] | None = None) -> Iterator[Found]:
    """What of a release does not go with its protected_by: columns in no place, rows taken out again, measures of persons where there are none.

    `aliases`: the names of levels in what is published, once the hierarchies are read.
    """
    protected = release.protected_by
    if protected is None:
        return
    yield from _homeless(release, protected, aliases)
    yield from _as_it_stands(release)
    if protected.permutes:
        yield from _no_persons(release)


def _blocks(protected: ProtectedBy) -> Iterator[Found]:
    for place, block in enumerate(protected.blocks):
        if not block:
            yield ("protected_by", "blocks", place), "an empty block", "name its columns, or leave it out"
    if len(protected.blocks) == 1:
        yield (
            ("protected_by", "blocks"),
            "one block alone is permuted against nothing: its rows stay people",
            "name at least two blocks, or none for a table whose small groups are dissolved only",
        )


def _places(release: Release, protected: ProtectedBy) -> Iterator[Found]:
    """Each name is a published column, in one place, of a role that may stand there. Case does not count."""
    used: list[tuple[Path_, str]] = [(("protected_by", "pivots", place), name) for place, name in enumerate(protected.pivots)]
    for row, block in enumerate(protected.blocks):
        used += [(("protected_by", "blocks", row, place), name) for place, name in enumerate(block)]
    counts = Counter(ascii_folded(name) for _, name in used)
    for at, name in used:
        yield from _misplaced(release, at, name)
        if counts[ascii_folded(name)] > 1:
            yield at, f"`{name}` stands {counts[ascii_folded(name)]} times in pivots and blocks", "keep it in one place: a pivot is in no block"


def _misplaced(release: Release, at: Path_, name: str) -> Iterator[Found]:
    published = {ascii_folded(alias): column for names, column in _published(release) for alias in names}
    column = published.get(ascii_folded(name)) or next((column for column in release.columns if ascii_folded(column) == ascii_folded(name)), None)
    role = None if column is None else release.columns[column].role
    if role in ("identifier", "entity"):
        yield at, f"`{name}` is of role {role}: it would link the blocks again, and is never published", "leave it out of pivots and blocks"
    elif column is not None and release.publish.get(column) == DROPPED:
        yield at, f"`{name}` is dropped by `publish`: it is not published", "leave it out of pivots and blocks"
    elif ascii_folded(name) not in published and not leaves_columns_open(release):
        level = release.publish.get(column) if column else None
        known = [alias for alias, _ in release.published_columns()]
        yield at, f"`{name}` is not a published column", f"it is published as `{level}`: write that" if level else did_you_mean(name, known)
    elif at[1] == "pivots" and role is not None and role not in _PIVOT_ROLES:
        yield at, f"the pivot `{name}` is {role}: a pivot tells in which group a person is", "declare it role: quasi_identifier"


def _published(release: Release) -> Iterator[tuple[tuple[str, ...], str]]:
    """(the names that it can have in what is published, the column): a level of a hierarchy, which is read later, may have the column's before its own."""
    for alias, column in release.published_columns():
        level = release.publish.get(column)
        mapped = level is not None and level not in release.columns[column].levels
        yield (alias, f"{column}_{level}") if mapped else (alias,), column


def _homeless(release: Release, protected: ProtectedBy, aliases: Mapping[tuple[str, str], str] | None) -> Iterator[Found]:
    """A published column that is neither a pivot nor in a block could link the blocks again."""
    used = {ascii_folded(name) for name in (*protected.pivots, *(name for block in protected.blocks for name in block))}
    named = _published(release) if aliases is None else (((alias,), column) for alias, column in release.published_columns(aliases))
    for names, _ in named:
        if protected.blocks and not used & set(map(ascii_folded, names)):
            what = f"`{names[0]}` is published, and neither a pivot nor in a block: it could link the blocks again"
            yield ("protected_by", "blocks"), what, "put it into the block it belongs with"
    if protected.blocks and leaves_columns_open(release):
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
