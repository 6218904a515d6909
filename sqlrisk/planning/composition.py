"""The statements about what several releases of the same people tell together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlrisk.declaration import shared_sensitive
from sqlrisk.names import ascii_folded
from sqlrisk.planning.bound import Bound, Key, Statement
from sqlrisk.planning.suppression import left
from sqlrisk.queries import render
from sqlrisk.relations import rung
from sqlrisk.suppression import NOTHING, Suppression


def composition(bound: Bound, suppression: Suppression) -> Iterator[Statement]:
    """The statements about a release together with `bound.others`, nothing where it has none. `suppression` is that of the release itself.

    A published relation holds no entity column, so each release is read from its `relation`, at the levels and without the rows that it publishes.
    """
    if not bound.others:
        return
    dialect, scans = bound.ladder.dialect, 1 + len(bound.others)
    releases = [_release(bound, (), suppression), *(_release(other, ()) for other in bound.others)]
    yield Statement(Key("composed_classes"), render("composed_classes", dialect, releases=releases), scans)
    names = shared_sensitive([bound.release, *(other.release for other in bound.others)])
    if names:
        releases = [_release(bound, names, suppression), *(_release(other, names) for other in bound.others)]
        yield Statement(Key("composed_values"), render("composed_values", dialect, releases=releases, sensitive=list(names)), scans)


def _release(bound: Bound, sensitive: tuple[str, ...], more: Suppression = NOTHING) -> dict[str, Any]:
    """What a kernel is told of one release: rows that it does not publish are left out."""
    table, release = bound.ladder, bound.release
    (entity,) = (table.key(name) for name in release.with_role("entity"))
    members = rung(release, table, release.publish)
    known = {ascii_folded(name): (table.valued(name), column.null_means == "value") for name, column in bound.sensitive().items()}
    values = [known.get(ascii_folded(name), (None, False)) for name in sensitive]
    kept = left(bound, table, members, release.declared_suppression().with_(more))
    return {
        "relation": kept.relation(entity, *(member for member, _ in values if member is not None)),
        "quasi_identifiers": [member.alias for member in members],
        "entity": entity.alias,
        "min_class_size": kept.arguments.get("min_class_size", 1),
        "sensitive": [{"column": member.alias if member else None, "null_is_value": null_is_value} for member, null_is_value in values],
    }
