"""The portal's process in plain Python, to make outputs that the checks must pass, and spoiled ones that they must not."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Shape:
    """How many pivots come first in a row, finest first, and how many columns each block after them has."""

    pivots: int
    blocks: tuple[int, ...]
    threshold: int
    residue: str = "fail"

    def places(self, block: int) -> list[int]:
        """The places of a block's columns in a row."""
        start = self.pivots + sum(self.blocks[:block])
        return list(range(start, start + self.blocks[block]))

    @property
    def width(self) -> int:
        """Columns of a row."""
        return self.pivots + sum(self.blocks)


class Settled(NamedTuple):
    """A row of the source, and the key that it has in the output; None where it was dropped."""

    row: Row
    key: Row | None


def dissolved(rows: Sequence[Row], shape: Shape) -> list[Settled]:
    """Every row with the key that the declared process gives it. A NULL of the source is not a blank."""
    state = [(row, 0) for row in rows]
    for step in range(shape.pivots):
        counts = Counter((blanks, row[blanks : shape.pivots]) for row, blanks in state)
        state = [(row, step + 1 if blanks == step and counts[blanks, row[blanks : shape.pivots]] < shape.threshold else blanks) for row, blanks in state]
    residue = sum(blanks == shape.pivots for _, blanks in state)
    absorbed: set[Any] = set()
    if 0 < residue < shape.threshold and shape.residue == "absorb_smallest":
        groups = Counter((blanks, row[blanks : shape.pivots]) for row, blanks in state if blanks < shape.pivots)
        while residue < shape.threshold and len(absorbed) < len(groups):
            smallest = min((group for group in groups if group not in absorbed), key=lambda group: (groups[group], repr(group)))
            absorbed.add(smallest)
            residue += groups[smallest]
    dropped = 0 < residue < shape.threshold and shape.residue == "drop_rows"
    blank = (None,) * shape.pivots
    return [
        Settled(row, blank if (blanks, row[blanks : shape.pivots]) in absorbed else (None,) * blanks + row[blanks : shape.pivots])
        if blanks < shape.pivots
        else Settled(row, None if dropped else blank)
        for row, blanks in state
    ]


def permuted(settled: Sequence[Settled], shape: Shape, rng: random.Random) -> list[Row]:
    """The rows with each block shuffled as a unit inside its group, in no order."""
    groups: dict[Row, list[Row]] = defaultdict(list)
    for row, key in settled:
        if key is not None:
            groups[key].append(row)
    found = []
    for key, members in groups.items():
        columns = []
        for block in range(len(shape.blocks)):
            parts = [tuple(row[place] for place in shape.places(block)) for row in members]
            rng.shuffle(parts)
            columns.append(parts)
        found += [key + tuple(value for part in parts for value in part) for parts in zip(*columns, strict=True)] if columns else [key] * len(members)
    rng.shuffle(found)
    return found


def copied(settled: Sequence[Settled]) -> list[Row]:
    """The rows dissolved and never permuted."""
    return [key + row[len(key) :] for row, key in settled if key is not None]


def together(settled: Sequence[Settled], shape: Shape, rng: random.Random) -> list[Row]:
    """One permutation for the first two blocks, and one apart for each other."""
    one = replace(shape, blocks=(shape.blocks[0] + shape.blocks[1], *shape.blocks[2:]))
    return permuted(settled, one, rng)


Spoil = Callable[[list[Row], Shape, random.Random], list[Row]]


def tampered(rows: list[Row], shape: Shape, rng: random.Random) -> list[Row]:
    """One value of one block is another."""
    place, column = rng.randrange(len(rows)), rng.randrange(shape.pivots, shape.width)
    return [*rows[:place], (*rows[place][:column], "tampered", *rows[place][column + 1 :]), *rows[place + 1 :]]


def shortened(rows: list[Row], shape: Shape, rng: random.Random) -> list[Row]:
    """One row is gone."""
    place = rng.randrange(len(rows))
    return rows[:place] + rows[place + 1 :]


def lengthened(rows: list[Row], shape: Shape, rng: random.Random) -> list[Row]:
    """One row stands twice."""
    return [*rows, rng.choice(rows)]


def across_groups(rows: list[Row], shape: Shape, rng: random.Random) -> list[Row]:
    """The first block is shuffled over the whole table."""
    places = shape.places(0)
    parts = [tuple(row[place] for place in places) for row in rows]
    rng.shuffle(parts)
    return [row[: places[0]] + part + row[places[-1] + 1 :] for row, part in zip(rows, parts, strict=True)]


def groups_swapped(rows: list[Row], shape: Shape, rng: random.Random) -> list[Row]:
    """Two pivot groups bear the keys of one another."""
    keys = sorted({row[: shape.pivots] for row in rows}, key=repr)
    if len(keys) < 2:
        return rows
    one, other = rng.sample(keys, 2)
    swap = {one: other, other: one}
    return [swap.get(row[: shape.pivots], row[: shape.pivots]) + row[shape.pivots :] for row in rows]


def group_dropped(rows: list[Row], shape: Shape, rng: random.Random) -> list[Row]:
    """A whole pivot group is gone."""
    key = rng.choice(rows)[: shape.pivots]
    return [row for row in rows if row[: shape.pivots] != key]


SPOILED: tuple[Spoil, ...] = (tampered, shortened, lengthened, group_dropped, across_groups, groups_swapped)


def tuples(rows: Sequence[Row], shape: Shape, block: int) -> Counter[Row]:
    """How often each group holds each tuple of a block."""
    return Counter(row[: shape.pivots] + tuple(row[place] for place in shape.places(block)) for row in rows)


def same_blocks(rows: Sequence[Row], others: Sequence[Row], shape: Shape) -> bool:
    """Whether two tables have the same tuples of every block in every group: then no check can tell that one was spoiled."""
    return all(tuples(rows, shape, block) == tuples(others, shape, block) for block in range(len(shape.blocks)))
