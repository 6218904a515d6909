"""The lattice of full-domain generalisations: its nodes, their order as the data has it, and the search for the node of least cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Node = tuple[int, ...]
Cost = tuple[float, ...]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Lattice:
    """The nodes: of each quasi-identifier one level.

    `levels` names the levels of each column, the finest (as it is) first, the last one left out where it is None. `follows[c][a, b]` says that level b
    of column c follows from level a on the data: each value of a lies in one value of b. The node where everything is left out is none, unless
    `has_root`: a level of a single value stands for it.
    """

    columns: tuple[str, ...]
    levels: tuple[tuple[str | None, ...], ...]
    follows: tuple[Mask, ...]
    has_root: bool = False
    nodes: np.ndarray[Any, np.dtype[np.int64]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        shape = tuple(len(levels) for levels in self.levels)
        nodes = np.stack(np.unravel_index(np.arange(int(np.prod(shape))), shape), axis=1)
        left_out = np.array([len(levels) - 1 if levels[-1] is None else -1 for levels in self.levels])
        object.__setattr__(self, "nodes", nodes if self.has_root else nodes[~(nodes == left_out).all(axis=1)])

    def __len__(self) -> int:
        return len(self.nodes)

    def node(self, place: int) -> Node:
        """The levels of a node by its place."""
        return tuple(int(level) for level in self.nodes[place])

    def coarser(self, place: int) -> Mask:
        """Which nodes follow from a node, itself among them."""
        return self._all(self.follows[column][level] for column, level in enumerate(self.nodes[place]))

    def finer(self, place: int) -> Mask:
        """From which nodes a node follows, itself among them."""
        return self._all(self.follows[column][:, level] for column, level in enumerate(self.nodes[place]))

    def alone(self, column: int, level: int) -> int:
        """The place of the node that keeps one column at a level, and every other one at its coarsest."""
        wanted = [len(levels) - 1 for levels in self.levels]
        wanted[column] = level
        return int(np.flatnonzero((self.nodes == wanted).all(axis=1))[0])

    def _all(self, by_column: Iterator[Mask]) -> Mask:
        found = np.ones(len(self.nodes), dtype=np.bool_)
        for column, mask in enumerate(by_column):
            found &= mask[self.nodes[:, column]]
        return found


@dataclass(frozen=True)
class Evaluation:
    """What the class sizes of a node say: the share of rows that suppression takes, the bits before and after it, and the cost.

    Without a cost the node is beyond limits; `hopeless`: so is every finer node.
    """

    place: int
    suppressed: float
    bits: float
    bits_left: float
    cost: Cost | None
    hopeless: bool


@dataclass
class Search:
    """Finds the node of least cost that `evaluate` finds within limits and `confirm` confirms, and evaluates as few as the order of the nodes allows.

    Monotone on the way from finer to coarser: suppression takes no more rows, and neither the bits before suppression nor those after it exceed the
    bits before it of any finer node. `cheaper` says which nodes, given the least share suppressed and the most bits left that each can have, may still
    cost less than a cost; None where the cost has no such bound. `confirm` answers None where not even a finer node could be confirmed. `most_bits` are
    bounds of the bits of every node that are known beforehand.
    """

    lattice: Lattice
    evaluate: Callable[[int], Evaluation]
    confirm: Callable[[Evaluation], bool | None]
    cheaper: Callable[[Numbers, Numbers, Cost], Mask] | None
    most_bits: Numbers
    evaluated: dict[int, Evaluation] = field(default_factory=dict)
    confirmed: dict[int, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes = len(self.lattice)
        self._refused = np.zeros(nodes, dtype=np.bool_)
        self._hopeful = np.zeros(nodes, dtype=np.bool_)
        self._least_suppressed: Numbers = np.zeros(nodes)

    def best(self) -> Evaluation | None:
        """The confirmed node of least cost; None where there is none."""
        while True:
            self._explore()
            found = next(iter(self.candidates()), None)
            if found is None:
                return None
            answer = self.confirm(found)
            self.confirmed[found.place] = bool(answer)
            if answer:
                return found
            if answer is None:
                self._refused |= self.lattice.finer(found.place)

    def candidates(self) -> list[Evaluation]:
        """The evaluated nodes within limits that were not found beyond them when confirmed, the least cost first."""
        found = [each for each in self.evaluated.values() if each.cost is not None and self.confirmed.get(each.place, True)]
        return sorted(found, key=lambda each: (each.cost, self.lattice.node(each.place)))

    def _explore(self) -> None:
        """Evaluate until no node that is left can be cheaper than the cheapest candidate."""
        while (start := self._start()) is not None:
            if self._hopeful[start]:
                self._evaluated(start)
                continue
            path = self._path(start)
            low, high = 0, len(path)
            while low < high:
                middle = (low + high) // 2
                if self._hopeless(path[middle]):
                    low = middle + 1
                else:
                    high = middle

    def _start(self) -> int | None:
        """The most promising of the open nodes: one that is not known to be hopeful, of the most bits, the finest."""
        places = np.flatnonzero(self._open())
        if not len(places):
            return None
        return int(places[np.lexsort((self.lattice.nodes[places].sum(axis=1), -self.most_bits[places], self._hopeful[places]))[0]])

    def _open(self) -> Mask:
        """Which nodes are neither evaluated nor refused, and may still be cheaper than the cheapest candidate."""
        found = ~self._refused
        found[list(self.evaluated)] = False
        leader = next(iter(self.candidates()), None)
        if leader is not None and leader.cost is not None and self.cheaper is not None:
            found &= self.cheaper(self._least_suppressed, self.most_bits, leader.cost)
        return found

    def _path(self, start: int) -> list[int]:
        """From an open node upwards through the coarser open ones, each the nearest."""
        path, open_nodes = [start], self._open()
        while True:
            above = self.lattice.coarser(path[-1]) & open_nodes
            above[path] = False
            places = np.flatnonzero(above)
            if not len(places):
                return path
            path.append(int(places[np.argmin(self.lattice.nodes[places].sum(axis=1))]))

    def _hopeless(self, place: int) -> bool:
        """Whether neither a node nor any finer one is within limits; evaluates it where that is not known."""
        if self._refused[place] or self._hopeful[place]:
            return bool(self._refused[place])
        return self._evaluated(place).hopeless

    def _evaluated(self, place: int) -> Evaluation:
        found = self.evaluated[place] = self.evaluate(place)
        finer, coarser = self.lattice.finer(place), self.lattice.coarser(place)
        self.most_bits[coarser] = np.minimum(self.most_bits[coarser], found.bits)
        self._least_suppressed[finer] = np.maximum(self._least_suppressed[finer], found.suppressed)
        if found.hopeless:
            self._refused |= finer
        else:
            self._hopeful |= coarser
        return found
