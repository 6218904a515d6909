"""Which classes are left out of what is published: those that fail a limit on a class."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, StrictInt

from sqlrisk.declared import Name, Number
from sqlrisk.parts import Declared, OfPublished


class ClassLimit(Declared):
    """A limit that each published class meets: one measure, and the sensitive column that it is about unless it is `k`."""

    k: OfPublished[Annotated[StrictInt, Field(ge=1)] | None] = Field(default=None, description="the rows of a class, at least; one of the six is asked")
    distinct_l: OfPublished[Annotated[StrictInt, Field(ge=1)] | None] = Field(default=None, description="its different values, at least")
    entropy_l: OfPublished[Number | None] = Field(default=None, description="its effective number of values, at least")
    max_posterior: OfPublished[Number | None] = Field(default=None, description="the share of its most frequent value, at most")
    recursive_c: OfPublished[Number | None] = Field(default=None, description="r_1 / (r_l + ... + r_m), less than this; with `l`")
    t_closeness: OfPublished[Number | None] = Field(default=None, description="its distance from the distribution of all rows before suppression, at most")
    column: OfPublished[Name | None] = Field(default=None, description="the sensitive column; required where there are several")
    l: OfPublished[Annotated[StrictInt, Field(ge=1)] | None] = Field(default=None, description="of recursive_c alone")

    def key(self) -> str:
        """What is limited: the measures, and the column."""
        return " ".join((*self.measures, *([f"of {self.column}"] if self.column else [])))

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that it limits: one, where it is sound."""
        return tuple(name for name in MEASURES if getattr(self, name) is not None)

    @property
    def measure(self) -> str:
        """The measure that it limits."""
        return self.measures[0]

    @property
    def limit(self) -> int | Decimal:
        """The number of the limit."""
        found: int | Decimal = getattr(self, self.measure)
        return found

    def values(self) -> dict[str, Any]:
        """The limit as it is declared, in plain values."""
        whole = {self.measure: self.limit if isinstance(self.limit, int) or self.limit != int(self.limit) else int(self.limit)}
        named = {key: value for key in ("l", "column") if (value := getattr(self, key)) is not None}
        return {key: float(value) if isinstance(value, Decimal) else value for key, value in {**whole, **named}.items()}


MEASURES = ("k", "distinct_l", "entropy_l", "max_posterior", "recursive_c", "t_closeness")
"""The measures that a class alone decides; t_closeness against the distribution before suppression."""


@dataclass(frozen=True)
class Suppression:
    """What is left out: the classes of fewer than `min_class_size` rows, and those that fail one of the limits on their sensitive columns.

    All is decided once, on the classes before suppression. `of_column` is in one order, whatever that of the declaration.
    """

    min_class_size: int = 1
    of_column: tuple[ClassLimit, ...] = ()

    @staticmethod
    def of(limits: Iterable[ClassLimit]) -> Suppression:
        """What some sound limits leave out together. Each limit but one on `k` names its column."""
        listed = {(each.column or "", MEASURES.index(each.measure), each.l or 0, Decimal(each.limit)): each for each in limits}
        sizes = [int(each.limit) for each in listed.values() if each.measure == "k"]
        return Suppression(max(sizes, default=1), tuple(listed[key] for key in sorted(listed) if listed[key].measure != "k"))

    def __bool__(self) -> bool:
        return self.min_class_size > 1 or bool(self.of_column)

    def with_(self, other: Suppression) -> Suppression:
        """What this and another leave out together."""
        joint = Suppression.of((*self.of_column, *other.of_column))
        return replace(joint, min_class_size=max(self.min_class_size, other.min_class_size))

    def values(self) -> list[dict[str, Any]]:
        """The limits as plain values, as `suppress` takes them."""
        sizes: list[Mapping[str, Any]] = [{"k": self.min_class_size}] if self.min_class_size > 1 else []
        return [dict(each) for each in (*sizes, *(limit.values() for limit in self.of_column))]

    def declared(self) -> dict[str, Any]:
        """The key that declares it, with its value: `suppress_below` where size alone decides."""
        return {"suppress": self.values()} if self.of_column else {"suppress_below": self.min_class_size if self.min_class_size > 1 else None}


NOTHING = Suppression()


def left_out(values: Sequence[Mapping[str, Any]]) -> str:
    """The classes that some limits leave out, in words, from their plain values."""
    sizes = [each["k"] for each in values if "k" in each]
    return f"the classes below {max(sizes, default=1)}" if len(sizes) == len(values) else f"the classes that fail {written(values)}"


def written(values: Sequence[Mapping[str, Any]]) -> str:
    """The line that declares some limits, from their plain values: `suppress: [{k: 5}, {distinct_l: 2, column: dx}]`."""
    return f"suppress: {flow(values)}"


def flow(values: Sequence[Mapping[str, Any]]) -> str:
    """Some limits on one line of YAML, from their plain values."""
    return f"[{', '.join(map(_limit, values))}]"


def _limit(limit: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {_scalar(value) if isinstance(value, str) else value}" for key, value in limit.items()) + "}"


def _scalar(text: str) -> str:
    """A text as YAML reads it back."""
    plain = re.fullmatch(r"[^\W\d]\w*", text) and text.lower() not in ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
    return text if plain else json.dumps(text, ensure_ascii=False)
