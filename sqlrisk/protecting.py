"""What an anonymisation by pivots and blocks did: from counts to measurements, to what fails, and to what must be said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlrisk import evidence, measurements
from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import Release
from sqlrisk.declared import relation_text
from sqlrisk.differential import PrivacyDifferential
from sqlrisk.evidence import Blocks, PivotGroups, PivotLosses
from sqlrisk.measures import measures
from sqlrisk.plain import agreed
from sqlrisk.planning import PIVOT_GROUPS, PUBLISHED, Bound, Key
from sqlrisk.relations import Table
from sqlrisk.report import Measurement, number_text

UNUSUAL_LOSS = Fraction(1, 20)
_KNOWN_F = (Fraction(1),)
Store = Mapping[Key, Sequence[Mapping[str, Any]]]


def protection(bound: Bound, store: Store) -> Iterator[Measurement]:
    """Every measure of the declared anonymisation; pivot_lost_share for the worst pivot, and for each. Nothing where none is declared."""
    protected = bound.release.protected_by
    if protected is None:
        return
    losses = evidence.pivot_losses(store[Key("pivot_losses")], protected.pivots)
    facts: dict[type, Any] = {
        PivotGroups: PivotGroups(evidence.class_sizes(store[Key("class_sizes", PIVOT_GROUPS)]), protected.threshold),
        PivotLosses: losses,
        Blocks: _blocks(bound, store),
    }
    yield from measurements.of_release(PUBLISHED, None, facts, _KNOWN_F)
    for loss in losses.pivots:
        of_pivot: dict[type, Any] = {PivotLosses: replace(losses, pivots=(loss,))}
        yield replace(measurements.measurement(measures()["pivot_lost_share"], PUBLISHED, None, None, None, of_pivot, _KNOWN_F), column=loss.pivot)


def unexplained(bound: Bound, store: Store) -> int:
    """By how many rows the pivot groups of the output differ from every dissolving of the source's."""
    protected = bound.release.protected_by
    return evidence.pivot_losses(store[Key("pivot_losses")], protected.pivots).unexplained if protected else 0


def _blocks(bound: Bound, store: Store) -> Blocks:
    protected = bound.release.protected_by
    assert protected is not None
    tuples = [rows for key, rows in store.items() if key.kernel == "block_tuples"]
    links = (evidence.block_links(rows) for key, rows in store.items() if key.kernel == "block_links")
    constant = {"constant": evidence.constant_blocks(store[Key("constant_blocks")])} if protected.permutes else {}
    return Blocks(tuple(evidence.block_tuples(rows, names) for rows, names in zip(tuples, protected.blocks, strict=True)), tuple(links), **constant)


def mitigation(release: Release) -> list[str]:
    """What was done to the rows, in words; nothing where no anonymisation is declared."""
    protected = release.protected_by
    if protected is None:
        return []
    groups = f"groups of {', '.join(f'`{name}`' for name in protected.pivots)} below {protected.threshold} dissolved"
    blocks = [f"{len(protected.blocks)} blocks permuted inside each group"] if protected.blocks else []
    return [groups, *blocks, f"held against `{relation_text(protected.source)}`, which is taken at its word"]


def failures(release: Release, found: Sequence[Measurement], kept: PrivacyDifferential | None) -> Iterator[str]:
    """What of protected_by is not so, whatever the limits say; what the privacy differential finds too, it tells relation by relation."""
    protected = release.protected_by
    if protected is None:
        return
    smallest, residue = _of(found, "pivot_group_min"), _of(found, "residue_rows")
    if smallest.value is not None and smallest.value < protected.threshold:
        told = f"{residue.reason}, with {number_text(residue)} {agreed(residue.value or 0, 'row')}"
        yield f"the smallest pivot group has {number_text(smallest)} {agreed(smallest.value, 'row')} where protected_by says {protected.threshold}: {told}"
    outcomes = {relation.outcome for relation in kept.relations} if kept else set()
    for name, outcome in (("block_multisets_changed", "broken"), ("block_links_kept", "kept")):
        measured = _of(found, name)
        if measured.status == "measured" and measured.value and outcome not in outcomes:
            yield f"{name} is {number_text(measured)}: {measured.reason}: the output is not what protected_by says"


def remarks(release: Release, found: Sequence[Measurement], kept: PrivacyDifferential | None) -> Iterator[str]:
    """What must stand beside the verdict of an anonymised release."""
    if release.protected_by is None:
        return
    shares = {pivot: _of(found, "pivot_lost_share", pivot).value for pivot in release.protected_by.pivots}
    lost = [f"`{pivot}`" for pivot, share in shares.items() if share is not None and share > UNUSUAL_LOSS]
    if lost:
        yield f"more is lost than is usual: over {float(UNUSUAL_LOSS):.0%} of the values of {' and of '.join(lost)}"
    constant, links = _of(found, "unprotected_block_groups"), _of(found, "block_links_kept")
    if constant.value:
        groups = f"{number_text(constant)} {agreed(constant.value, 'pivot group')}"
        yield f"in {groups} a block holds one single tuple, and permuting it hides nothing ({constant.reason})"
    if kept is not None and links.status != "not_measured":
        yield from kept.remarks


def unverified(release: Release, found: Sequence[Measurement]) -> str | None:
    """Why it cannot be told whether the declared blocks were permuted at all; None where it can."""
    if release.protected_by is None or not release.protected_by.permutes:
        return None
    links = _of(found, "block_links_kept")
    return f"whether the blocks are still linked is not known: {links.reason}" if links.status == "not_measured" else None


def other_types(bound: Bound) -> Iterator[str]:
    """Columns that are text or numbers on one side of an anonymisation only: what is equal then is up to the engine's conversion."""
    protected = bound.release.protected_by
    for name in (*protected.pivots, *(name for block in protected.blocks for name in block)) if protected else ():
        here, there = (_column(table, name) for table in (bound.published, bound.unprotected))
        if here and there and (here.is_text, here.is_number) != (there.is_text, there.is_number):
            yield f"`{here.name}` is {there.shown_type} in the source and {here.shown_type} in what is published: give both one type (`types` of a file)"


def _column(table: Table | None, name: str) -> CatalogueColumn | None:
    found = table.resolve(name) if table else None
    return next((column for column in table.source.columns if column.name == found), None) if table else None


def _of(found: Sequence[Measurement], name: str, column: str | None = None) -> Measurement:
    return next(each for each in found if (each.measure, each.column, each.rung) == (name, column, PUBLISHED))
