"""The rules of the utility queries: what each reads is published, and a limit says which query it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlrisk.composition_rules import Found
from sqlrisk.declaration import Release, Threshold, Utility
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean
from sqlrisk.measures import Measure
from sqlrisk.names import ascii_folded


def utility(release: Release) -> Iterator[Found]:
    """Each query has a name of its own, asks one thing, and reads columns that are published."""
    names = Counter(query.name for query in release.utility)
    for place, query in enumerate(release.utility):
        at: Path_ = ("utility", place)
        if names[query.name] > 1:
            yield (*at, "name"), f"the query `{query.name}` stands {names[query.name]} times", "give each query a name of its own"
        kinds = [key for key in ("share_of", "count", "mean_of", "sum_of") if getattr(query, key)]
        if len(kinds) != 1:
            yield at, "a utility query has one of share_of, count, mean_of, sum_of", "keep one: for instance `count: true`"
        if query.share_of in query.group_by:
            yield (*at, "share_of"), f"`{query.share_of}` is grouped by: its share in each group is 1", "group by another column"
        for name in {name for name in query.group_by if query.group_by.count(name) > 1}:
            yield (*at, "group_by"), f"`{name}` stands twice", "keep one of them"
        yield from _columns(release, query, at)


def of_query(release: Release, threshold: Threshold, known: Measure, at: Path_) -> Iterator[Found]:
    """The query that a limit is about: named where there are several."""
    names = [query.name for query in release.utility]
    if not names:
        instead = "for instance utility: [{name: rows, group_by: [<column>], count: true}]"
        yield (*at, "measure"), f"{known.name} needs a utility query, and none is declared", instead
    elif threshold.column is None and len(names) > 1:
        yield at, f"{known.name} needs a column: {len(names)} utility queries are declared", "add column: <name of the query>"
    elif threshold.column is not None and threshold.column not in names:
        yield (*at, "column"), f"`{threshold.column}` is not a utility query", did_you_mean(threshold.column, names)


def _columns(release: Release, query: Utility, at: Path_) -> Iterator[Found]:
    hidden = {ascii_folded(name) for name in release.with_role("identifier", "entity")}
    levels = [level for _, level, _ in release.named_levels()]
    offered = [*(name for name in release.columns if ascii_folded(name) not in hidden), *levels]
    others = release.other_columns
    mapped = any(column.hierarchy is not None and column.role == "quasi_identifier" for column in release.columns.values())
    for key in ("group_by", "share_of", "mean_of", "sum_of"):
        found = getattr(query, key)
        for name in found if key == "group_by" else [found] if found else []:
            declared = name in release.columns or name in levels
            if ascii_folded(name) in hidden or (not declared and others is not None and others.role == "identifier"):
                yield (*at, key), f"`{name}` identifies people and is never published: nobody can ask it", did_you_mean(name, offered)
            elif not declared and others is None and not mapped:
                yield (*at, key), f"`{name}` is neither a column nor a level", did_you_mean(name, offered)
