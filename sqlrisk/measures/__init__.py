"""The measures: each a pure function of counts, found by its name in one of the modules of this folder."""

from __future__ import annotations

import enum
import functools
import importlib
import pkgutil
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from sqlrisk.evidence import QueryErrors

Direction = Literal["at_least", "at_most"]
BeforeSuppression = Literal["alone", "beside"]
Number = int | Fraction | float
LEAST_SHOWN = 15
"""The least count that the public sees: the first that rounds to 20, where ten to the nearest ten would show 5 to 14."""


class Public(enum.Enum):
    """What the public report shows of a measure, where the table is large; each figure is made of counts rounded to tens.

    HIDDEN: nothing. ZERO: 0 where a limit says at most 0. CLASSES: the number of classes. CLASSES_OVER_ROWS: that over the number of rows. SMALLEST: the
    rows of the smallest class. ONE_OVER_SMALLEST: 1 over them.
    """

    HIDDEN = enum.auto()
    ZERO = enum.auto()
    CLASSES = enum.auto()
    CLASSES_OVER_ROWS = enum.auto()
    SMALLEST = enum.auto()
    ONE_OVER_SMALLEST = enum.auto()


@dataclass(frozen=True)
class NoValue:
    """The measure has no value here, and why. It never passes a threshold; `informative` is a figure that may be shown and never counts."""

    reason: str
    informative: Number | None = None


@dataclass(frozen=True)
class Unbounded:
    """The measure is infinite, and why. It breaks every limit."""

    reason: str


@dataclass(frozen=True)
class Noted:
    """A value, and a count that people want to see beside it."""

    value: Number
    note: str


@dataclass(frozen=True)
class Estimated:
    """A figure of the population with its interval; `value` is None where no point can be given. `interval` names the kind of interval."""

    value: Number | None
    low: float
    high: float
    interval: str | None
    estimator: str | None = None
    note: str | None = None
    assumptions: tuple[str, ...] = ()


Value = Number | Noted | Estimated | NoValue | Unbounded


@dataclass(frozen=True)
class SamplingFraction:
    """f = n / N, the share of the population's people that the release holds; 1 where nothing is declared."""

    value: Fraction


class KLimit(int):
    """The class size below which a row counts for `rows_below_k`: the highest error threshold on k, else that of the declared suppression, else 5."""


class KMapLimit(int):
    """The number of people below which a row counts for `rows_below_k_map`: the highest threshold on k_map, else that of rows_below_k."""


@dataclass(frozen=True)
class RiskLimit:
    """The prosecutor risk above which a row is at risk: the threshold on prosecutor_max, else 0.2."""

    value: Fraction


@dataclass(frozen=True)
class People:
    """Whether a reader can join the rows of one person (`linkable`; `declared`, or an assumption), and why people cannot be counted, if so."""

    linkable: bool
    declared: bool = True
    obstacle: str | None = None


@dataclass(frozen=True)
class Measure:
    """A measure: its function, what it reads, its unit, and how a threshold on it may look.

    `before_suppression`: it is about the rows before suppression (alone), or has a figure about them beside the one of what is published.
    """

    name: str
    function: Callable[..., Value]
    unit: str
    protects: Direction
    public: Public
    lowest: Decimal
    highest: Decimal | None
    strict: bool
    judged: bool
    per_group: bool
    needs_random_sample: bool
    estimator: str | None
    assumptions: tuple[str, ...]
    family: str
    before_suppression: BeforeSuppression | None = None

    @functools.cached_property
    def reads(self) -> Mapping[str, type]:
        """Parameter name -> evidence or fact that the function wants; that of a parameter `X | None` too."""
        return {name: kind for name, kind, _ in self._parameters()}

    @functools.cached_property
    def needs(self) -> frozenset[type]:
        """The evidence and facts without which there is nothing to measure: a parameter `X | None` can do without. f is always known."""
        return frozenset(kind for _, kind, optional in self._parameters() if not optional and kind is not SamplingFraction)

    def of(self, facts: Mapping[type, Any]) -> Value:
        """The value given facts by type."""
        return self.function(**{name: facts.get(kind) for name, kind in self.reads.items()})

    def _parameters(self) -> Iterator[tuple[str, type, bool]]:
        for name, kind in typing.get_type_hints(self.function).items():
            if name != "return":
                kinds = [each for each in typing.get_args(kind) if each is not type(None)]
                yield name, kinds[0] if kinds else kind, bool(kinds)

    @property
    def question(self) -> str:
        """The first line of the function's docstring: what the measure answers."""
        return (self.function.__doc__ or "").strip().splitlines()[0]

    @property
    def of_column(self) -> bool:
        """Whether it is measured for each sensitive column."""
        return self.family == "attribute"

    @property
    def of_query(self) -> bool:
        """Whether it is measured for each utility query."""
        return QueryErrors in self.needs


def measure(
    unit: str,
    protects: Direction,
    *,
    public: Public,
    lowest: str = "0",
    highest: str | None = None,
    strict: bool = False,
    judged: bool = True,
    per_group: bool = True,
    needs_random_sample: bool = False,
    estimator: str | None = None,
    assumptions: tuple[str, ...] = (),
    before_suppression: BeforeSuppression | None = None,
) -> Callable[[Callable[..., Value]], Measure]:
    """Declare a function of counts to be a measure; its name, its module and its annotations say the rest.

    `public`: what the public report shows of it. A figure of another kind than those of `Public` needs a proof in tests/test_public_attacker.py.
    """

    def declare(function: Callable[..., Value]) -> Measure:
        return Measure(
            name=function.__name__,
            function=function,
            unit=unit,
            protects=protects,
            public=public,
            lowest=Decimal(lowest),
            highest=None if highest is None else Decimal(highest),
            strict=strict,
            judged=judged,
            per_group=per_group,
            needs_random_sample=needs_random_sample,
            estimator=estimator,
            assumptions=assumptions,
            family=function.__module__.rpartition(".")[2],
            before_suppression=before_suppression,
        )

    return declare


@functools.cache
def measures() -> Mapping[str, Measure]:
    """Every measure of the contract by name: those of this folder's modules."""
    found: dict[str, Measure] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: _FAMILIES.index(module.name)):
        members: dict[str, Any] = vars(importlib.import_module(f"{__name__}.{module.name}"))
        found.update({member.name: member for member in members.values() if isinstance(member, Measure)})
    return found


_FAMILIES = ("identity", "population", "presence", "attribute", "composition", "protection", "utility", "scan")

ALIASES = {"marketer": "journalist_mean"}
"""Another name that a threshold may use -> the measure that it means."""
