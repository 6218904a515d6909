"""The rules of declared groups: what may be one, and what it may be called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlrisk.composition_rules import Found
from sqlrisk.declaration import Release
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean
from sqlrisk.names import ascii_folded


def groups(release: Release) -> Iterator[Found]:
    """Each group has a name of its own, and is neither a column that identifies people nor called like one."""
    known = [*release.columns, *(level for _, level, _ in release.named_levels())]
    grouped = [group for group in release.groups if isinstance(group, str)]
    names: Counter[str] = Counter()
    for place, group in enumerate(release.groups):
        if isinstance(group, str):
            names[group] += 1
            if ascii_folded(group) in {ascii_folded(name) for name in release.with_role("identifier", "entity", "cluster", "weight")}:
                yield ("groups", place), f"`{group}` identifies people, and its values would be labels", "declare a column with few values, or a condition"
            if group not in known and release.published_as is None and release.other_columns is None:
                yield ("groups", place), f"`{group}` is neither a column nor a level", did_you_mean(group, known)
        else:
            names.update(list(group))
            for name in group:
                yield from _condition_name(release, grouped, ("groups", place, name), name)
    for name, count in names.items():
        if count > 1:
            yield ("groups",), f"the group `{name}` stands {count} times", None


def _condition_name(release: Release, grouped: Sequence[str], at: Path_, name: str) -> Iterator[Found]:
    """The name of a condition is no other group's: not a value of a grouped column, as that is shown, nor a column itself."""
    folded = ascii_folded(name)
    of_value = next((each for each in grouped if folded.startswith(f"{ascii_folded(each)}=") or folded == f"{ascii_folded(each)} is null"), None)
    if name == "each" or folded.startswith("sqlrisk_"):
        yield at, f"`{name}` is a reserved name", "give the group another name"
    elif of_value is not None:
        yield at, f"the group `{name}` has the name of a value of the grouped column `{of_value}`", "give the group another name"
    elif folded in {ascii_folded(each) for each in release.columns}:
        yield at, f"the group `{name}` has the name of a column", "give the group another name"
