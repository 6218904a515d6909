"""The parts of a declaration: every key says in its own definition which one it belongs to. Pre-registration and drift are derived from that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict

T = TypeVar("T")
VERSION = 2
"""The version of this division: digests of another one are not comparable. Raise it where a key moves from one part to another."""


class Part(StrEnum):
    """A part of the declaration."""

    LIMITS = "limits"
    PUBLISHED = "published"
    ADVERSARY = "adversary"
    POPULATION = "population"
    READING = "reading"
    UTILITY = "utility"
    LADDER = "ladder"
    PLACE = "place"
    DATES = "dates"
    PROSE = "prose"


FREE = frozenset({Part.PLACE, Part.DATES, Part.PROSE})
"""The parts that are recorded and that may change: no figure depends on where a table is, on a date or on a reason."""


@dataclass(frozen=True)
class Presence:
    """The part to which it belongs that a key has a value at all, or, of a mapping, which keys it has; the value itself belongs elsewhere."""

    part: Part


class Inner:
    """The mark of a key that only holds other keys, each of which has a part of its own."""


OfLimits = Annotated[T, Part.LIMITS]
OfPublished = Annotated[T, Part.PUBLISHED]
OfAdversary = Annotated[T, Part.ADVERSARY]
OfPopulation = Annotated[T, Part.POPULATION]
OfReading = Annotated[T, Part.READING]
OfUtility = Annotated[T, Part.UTILITY]
OfLadder = Annotated[T, Part.LADDER]
OfPlace = Annotated[T, Part.PLACE]
OfDates = Annotated[T, Part.DATES]
OfProse = Annotated[T, Part.PROSE]
Inside = Annotated[T, Inner]
Waiving = Annotated[T, Part.PROSE, Presence(Part.LIMITS)]
PublishedPlace = Annotated[T, Part.PLACE, Presence(Part.PUBLISHED)]


class Strict(BaseModel):
    """How every text that people write is read: unknown keys are errors, nothing changes afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Declared(Strict):
    """A mapping of the declaration. Each of its fields belongs to one part; the class of a field without one cannot be defined."""

    extra_part: ClassVar[Part | None] = None

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        for name, known in cls.model_fields.items():
            if sum(isinstance(mark, Part) or mark is Inner for mark in known.metadata) != 1:
                raise TypeError(f"{cls.__name__}.{name} must belong to one part of the declaration: annotate it with one of sqlrisk.parts")

    def key(self) -> str | None:
        """What a list of such mappings is keyed by; None: by the place in the list."""
        name = getattr(self, "name", None)
        return name if isinstance(name, str) else None


Path = tuple[str, ...]
Leaf = tuple[Path, Part, Any]
"""Where a value is in the declaration, the part it belongs to, and the value."""


def leaves(model: Declared, at: Path = (), whole: Part | None = None) -> Iterator[Leaf]:
    """Every value of a declaration that is not the default of its key. `whole`: the part that all of them belong to."""
    for name, known in type(model).model_fields.items():
        value = getattr(model, name)
        if value == known.get_default(call_default_factory=True) and not known.is_required():
            continue
        own = next((mark for mark in known.metadata if isinstance(mark, Part)), None)
        for mark in known.metadata:
            if isinstance(mark, Presence):
                yield from (((*at, name, *key), mark.part, True) for key in ([(each,) for each in value] if isinstance(value, dict) else [()]))
        yield from _leaves(value, (*at, name), whole or own)
    for name, value in (model.__pydantic_extra__ or {}).items():
        yield (*at, name), whole or model.extra_part or Part.PROSE, value


def _leaves(value: Any, at: Path, part: Part | None) -> Iterator[Leaf]:
    if isinstance(value, Declared):
        yield from leaves(value, at, None if part in (None, Part.PLACE) else part)
    elif isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _leaves(each, (*at, str(key)), part)
    elif isinstance(value, tuple) and value and all(isinstance(each, Declared) for each in value):
        for key, each in _keyed(value):
            yield from _leaves(each, (*at, key), part)
    else:
        assert part is not None, at
        yield at, part, value


def _keyed(models: tuple[Declared, ...]) -> Iterator[tuple[str, Declared]]:
    """Each mapping of a list with its key; of several with one key all but the first are numbered."""
    seen: dict[str, int] = {}
    for place, model in enumerate(models, 1):
        key = model.key() or str(place)
        seen[key] = seen.get(key, 0) + 1
        yield (key if seen[key] == 1 else f"{key} ({seen[key]})"), model
