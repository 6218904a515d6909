"""Did the anonymisation by pivots and blocks do what it says? Measures of its output against its source."""

from __future__ import annotations

from fractions import Fraction

from sqlrisk.evidence.protection import FALSE_ALARM, Blocks, PivotGroups, PivotLoss, PivotLosses
from sqlrisk.measures import Noted, NoValue, Public, Value, measure
from sqlrisk.plain import agreed, counted

_EMPTY = NoValue("no row is left to measure")
_NO_BLOCKS = NoValue("protected_by has no blocks: nothing was permuted, and rows are still persons")
_ONE_BLOCK = NoValue("protected_by has fewer than two blocks: nothing was permuted, and rows are still persons")
_CHANCE = ("where blocks are permuted independently their links exceed chance by so much less than once in a million releases (Bernstein's bound)",)


@measure("rows", "at_least", public=Public.HIDDEN, lowest="1", per_group=False)
def pivot_group_min(groups: PivotGroups, losses: PivotLosses) -> Value:
    """How many rows has the smallest pivot group of the output, the dissolved ones among them?"""
    if not groups.sizes.rows:
        return _EMPTY
    told = f"{counted(groups.sizes.classes, 'group')} of {counted(groups.sizes.rows, 'row')}"
    told += f"; {losses.dissolved:,} of {counted(losses.source_groups, 'group')} of the source dissolved"
    told += f", {counted(losses.dropped, 'row')} dropped" if losses.dropped else ""
    return Noted(min(count.size for count in groups.sizes.counts), told)


@measure("rows", "at_most", public=Public.HIDDEN, per_group=False)
def residue_rows(groups: PivotGroups) -> Value:
    """How many rows lie in pivot groups of the output that are below the declared threshold?"""
    if not groups.sizes.rows:
        return _EMPTY
    below = sum(count.classes for count in groups.sizes.counts if count.size < groups.threshold)
    told = f"{below:,} of {counted(groups.sizes.classes, 'group')} {agreed(below, 'is', 'are')} below {groups.threshold}"
    return Noted(groups.sizes.rows_below(groups.threshold), told) if below else 0


@measure("share of values", "at_most", public=Public.HIDDEN, highest="1", per_group=False)
def pivot_lost_share(losses: PivotLosses) -> Value:
    """What share of a pivot's values is blank in the output, or gone with dropped rows? The worst pivot where none is named"""
    grown = [loss for loss in losses.pivots if loss.after > loss.before]
    if grown:
        return NoValue(f"the output has {counted(grown[0].after, 'value')} of `{grown[0].pivot}` where the source has {grown[0].before:,}")
    return max((_lost(loss) for loss in losses.pivots), key=lambda lost: Fraction(lost.value))


def _lost(loss: PivotLoss) -> Noted:
    told = f"{loss.before - loss.after:,} of {counted(loss.before, 'value')} of `{loss.pivot}`"
    return Noted(Fraction(loss.before - loss.after, loss.before or 1), told)


@measure("groups", "at_most", public=Public.HIDDEN, per_group=False)
def unprotected_block_groups(groups: PivotGroups, blocks: Blocks) -> Value:
    """In how many pivot groups does a block hold one single tuple, so that permuting it hides nothing? (homogeneity)"""
    if len(blocks.tuples) < 2:
        return _ONE_BLOCK
    found = blocks.constant
    told = f"of {counted(groups.sizes.classes, 'group')}; {counted(found.rows, 'row')}; {counted(found.pairs, 'pair')} of a group and a block"
    return Noted(found.groups, told) if found.groups else 0


@measure("probability", "at_most", public=Public.HIDDEN, highest="1", per_group=False)
def relink_probability_max(groups: PivotGroups, blocks: Blocks) -> Value:
    """How likely is a guess which part of another block belongs to a part of one, in the smallest pivot group? 1 / its rows"""
    if len(blocks.tuples) < 2:
        return _ONE_BLOCK
    return max((Fraction(1, count.size) for count in groups.sizes.counts), default=_EMPTY)


@measure("blocks", "at_most", public=Public.HIDDEN, per_group=False)
def block_multisets_changed(losses: PivotLosses, blocks: Blocks) -> Value:
    """Of how many blocks are the tuples of some pivot group not those that the source has there? Compared in both directions"""
    if not blocks.tuples:
        return _NO_BLOCKS
    changed = [block for block in blocks.tuples if block.changed]
    told = "; ".join(f"block {', '.join(block.names)}: {counted(block.missing, 'row')} missing, {block.added:,} added" for block in changed)
    return Noted(len(changed), told) if changed or losses.unexplained else len(changed)


@measure("pairs of blocks", "at_most", public=Public.HIDDEN, per_group=False, assumptions=_CHANCE)
def block_links_kept(blocks: Blocks) -> Value:
    """Between how many pairs of blocks do more joint tuples coincide with the source than independent permutations give?"""
    if len(blocks.tuples) < 2:
        return _ONE_BLOCK
    pairs = len(blocks.links)
    kept = sum(links.kept(pairs) for links in blocks.links)
    if kept:
        return Noted(kept, f"of {counted(pairs, 'pair')}")
    if any(block.changed for block in blocks.tuples):
        return NoValue("the tuples of a block were changed: what permuting gives is not known")
    untold = sum(2 * links.tellable_rows(pairs) <= links.rows for links in blocks.links)
    if untold:
        told = f"{untold:,} of {counted(pairs, 'pair of blocks', 'pairs of blocks')} {agreed(untold, 'has', 'have')} too few rows"
        return NoValue(f"{told}, or too few different ones, to tell a permutation from a copy")
    shown = min(Fraction(links.tellable_rows(pairs), links.rows) for links in blocks.links)
    told = f"of {counted(pairs, 'pair')}; a copy would show in groups with {float(shown):.2%} of the rows or more"
    return Noted(0, f"{told}, at a false alarm of {FALSE_ALARM:g}{_part(blocks)}")


def _part(blocks: Blocks) -> str:
    """How much could have been left as it was without being seen, between the two blocks of which most could; nothing where that is not known."""
    parts = [links.part_that_shows(len(blocks.links)) for links in blocks.links]
    largest = max((part for part in parts if part is not None), default=None)
    if largest is None or None in parts:
        return ""
    return f"; fewer than about {largest:.2%} of the rows, left as they were all over the table, would not show"
