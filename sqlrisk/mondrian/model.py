"""The SQL model of a recoding: a SELECT that publishes each quasi-identifier as the range that its region has, by nested CASE expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlrisk.catalogue import CatalogueColumn
from sqlrisk.declaration import Release
from sqlrisk.errors import NotMeasuredError
from sqlrisk.evidence.rows import count
from sqlrisk.mondrian import statements
from sqlrisk.mondrian.cutting import Cutting, Ranked, Region
from sqlrisk.mondrian.statements import Partition
from sqlrisk.queries import render
from sqlrisk.relations import Member, quoted
from sqlrisk.running import Run

MOST_REGIONS, MOST_CHARACTERS, MOST_DEPTH = 20_000, 4_000_000, 200
POINTS_AT_ONCE = 5_000
ROW = "sqlrisk_row"

Extent = tuple[int, int]


@dataclass(frozen=True)
class Attribute:
    """A quasi-identifier of the model: its column in the table of classes, the values that its ranks stand for, the rank of NULL (0 without one), and the
    label of each extent that a region has in it."""

    column: CatalogueColumn
    values: Mapping[int, str]
    null_rank: int
    labels: Mapping[Extent, str | None]


def model(run: Run, table: Ranked, made: Cutting, readable: Partition) -> str:
    """The SELECT that publishes the regions of a table, read as users can read it. It holds values of the data: the ends of the ranges.

    Raises NotMeasuredError where it would be too large.
    """
    _check_depth(made)
    attributes = [_attribute(run, table, made, place) for place in range(table.part.attributes)]
    _check_apart(made, attributes)
    dialect, others = readable.table.dialect, _others(run.bound.release, table)
    recoded = [(_case(made, attributes, place, dialect), attribute.column.name) for place, attribute in enumerate(attributes)]
    listed = [*recoded, *((quoted(member.alias, dialect, ROW), member.alias) for member in others)]
    columns = ",\n  ".join(f"{expression} as {quoted(name, dialect)}" for expression, name in listed)
    text = f"select\n  {columns}\nfrom {readable.table.relation([*readable.quasi_identifiers, *others])} as {ROW}"
    if len(text) > MOST_CHARACTERS:
        raise _too_large(f"it would have {len(text):,} characters")
    return text


def _others(release: Release, table: Ranked) -> list[Member]:
    """What is published beside the quasi-identifiers: neither identifiers nor entities, nor columns without a role."""
    found, recoded = table.part.table, {member.alias for member in table.part.quasi_identifiers}
    roles = {found.fold(name): column.role for name, column in release.columns.items()}
    other = release.other_columns.role if release.other_columns else None
    named = [(column.name, roles.get(found.fold(column.name), other)) for column in found.source.columns if column.name not in recoded]
    return [found.member(name) for name, role in named if role in ("sensitive", "insensitive", "weight", "cluster")]


def _check_depth(made: Cutting) -> None:
    regions = sum(made.sizes.values())
    if regions > MOST_REGIONS:
        raise _too_large(f"it would have {regions:,} regions, more than {MOST_REGIONS:,}")
    if len(made.depths) > MOST_DEPTH:
        raise _too_large(f"its CASE expressions would be {len(made.depths)} deep, more than {MOST_DEPTH}")


def _too_large(what: str) -> NotMeasuredError:
    return NotMeasuredError(
        f"the model is too large to print: {what}", instead="ask for a larger k, or publish coarser levels; without --show-cut-points it is measured"
    )


def leaves(made: Cutting) -> list[Region]:
    """The regions that are not cut."""
    return [region for depth in made.depths for region in depth.values() if not region.attribute]


def _attribute(run: Run, table: Ranked, made: Cutting, place: int) -> Attribute:
    extents = {(region.lowest[place], region.highest[place]) for region in leaves(made)}
    wanted = sorted({rank for extent in extents for rank in extent})
    values: dict[int, str | None] = {}
    for first in range(0, len(wanted), POINTS_AT_ONCE):
        rows = run.rows(statements.points(table.part, table.classes, place, wanted[first : first + POINTS_AT_ONCE]))
        values.update({count(row, "sqlrisk_rank"): row["sqlrisk_text"] for row in rows})
    if len(values) != len(wanted):
        raise NotMeasuredError(f"{len(wanted):,} values were asked for, and {len(values):,} came")
    name = table.part.quasi_identifiers[place].alias
    column = next(column for column in table.classes.columns if column.name == name)
    known = {rank: str(value) for rank, value in values.items() if value is not None}
    null_rank = next((rank for rank, value in values.items() if value is None), 0)
    return Attribute(column, known, null_rank, _labels(extents, known, null_rank))


def _labels(extents: set[Extent], values: Mapping[int, str], null_rank: int) -> dict[Extent, str | None]:
    """The text of each extent, no two the same: where two would be, all are given their ranks in front."""
    found = {extent: _label(extent, values, null_rank) for extent in extents}
    if len(set(found.values())) < len(found):
        found = {(low, high): label if label is None else f"{low}-{high}: {label}" for (low, high), label in found.items()}
    return found


def _label(extent: Extent, values: Mapping[int, str], null_rank: int) -> str | None:
    """A value as it is, NULL as NULL, a range as low..high; where NULL is in a range with others, that is said."""
    low, high = extent
    if low == null_rank:
        return None
    if high == null_rank:
        return f"{values[low]}.. or null"
    return values[low] if low == high else f"{values[low]}..{values[high]}"


def _check_apart(made: Cutting, attributes: Sequence[Attribute]) -> None:
    """The labels of no two regions are the same. Raises NotMeasuredError."""
    found = [tuple(each.labels[low, high] for each, low, high in zip(attributes, region.lowest, region.highest, strict=True)) for region in leaves(made)]
    if len(set(found)) != len(found):
        raise NotMeasuredError("two regions would be published under the same labels: please report it")


def _case(made: Cutting, attributes: Sequence[Attribute], place: int, dialect: str) -> str:
    """The expression of one quasi-identifier: its column where no region holds two of its values, else the tree of cuts."""
    attribute = attributes[place]
    if all(low == high for low, high in attribute.labels):
        return quoted(attribute.column.name, dialect, ROW)
    labels = {extent: _text(label, dialect) for extent, label in attribute.labels.items()}
    conditions: dict[tuple[int, int], str] = {}
    found: list[Mapping[int, str]] = [{}]
    for depth in reversed(made.depths):
        found.append({number: _branch(region, place, labels, found[-1], attributes, conditions, dialect) for number, region in depth.items()})
    return found[-1][1]


def _branch(
    region: Region,
    place: int,
    labels: Mapping[Extent, str],
    halves: Mapping[int, str],
    attributes: Sequence[Attribute],
    conditions: dict[tuple[int, int], str],
    dialect: str,
) -> str:
    if not region.attribute:
        return labels[region.lowest[place], region.highest[place]]
    left, right = halves[2 * region.number - 1], halves[2 * region.number]
    if left == right:
        return left
    cut = (region.attribute - 1, region.rank)
    if cut not in conditions:
        conditions[cut] = _is_left(attributes[cut[0]], region.rank, dialect)
    return f"case when {conditions[cut]} then {left} else {right} end"


def _is_left(attribute: Attribute, rank: int, dialect: str) -> str:
    """Whether a row is on the left side; NULL never is."""
    column = quoted(attribute.column.name, dialect, ROW)
    if rank + 1 == attribute.null_rank:
        return f"{column} is not null"
    if attribute.column.is_text:
        return f"{_rendered('binary_text', dialect, column)} <= {_literal(attribute.values[rank], dialect)}"
    return f"{column} <= {_value(attribute, rank, dialect)}"


def _value(attribute: Attribute, rank: int, dialect: str) -> str:
    """A value that is no text, as a literal of its type."""
    text, kind = attribute.values[rank], attribute.column.type
    if attribute.column.is_number and text.lstrip("-").isdigit():
        return text
    return f"cast({_literal(text, dialect)} as {kind})"


def _text(label: str | None, dialect: str) -> str:
    return _rendered("to_text", dialect, "null") if label is None else _literal(label, dialect)


def _literal(text: str, dialect: str) -> str:
    return _rendered("literal", dialect, text)


def _rendered(leaf: str, dialect: str, value: str) -> str:
    return render(leaf, dialect, value=value).sql
