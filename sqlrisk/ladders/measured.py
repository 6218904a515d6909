"""The rungs of a release measured alike, and what the frontier says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from sqlrisk.declaration import Release, Threshold
from sqlrisk.declared import relation_text
from sqlrisk.evidence import ClassSizes
from sqlrisk.frontier import Elbow, Point, elbow, frontier
from sqlrisk.leaving import left_of
from sqlrisk.measures import measures
from sqlrisk.measuring import Measured
from sqlrisk.planning import PUBLISHED, Bound
from sqlrisk.report import Measurement
from sqlrisk.suppression import Suppression

FIGURES = ("k", "classes", "unique_rows", "prosecutor_mean", "prosecutor_max", "entropy_bits")
OF_COLUMNS = ("distinct_l", "entropy_l", "t_closeness", "t_closeness_ordered", "t_closeness_hierarchical", "max_posterior")
QUERY_ERROR = "suppressed_query_error"
THE_QUERY = "the query"


@dataclass(frozen=True)
class Suppressed:
    """What a suppression takes of a rung, in rows and as a share, and the bits that it leaves."""

    suppression: Suppression
    rows: int
    share: Fraction
    entropy_bits: float


@dataclass(frozen=True)
class Rung:
    """A rung before suppression: its figures by measure, those of the sensitive columns, what each suppression takes, and each query's error after it."""

    name: str
    levels: Mapping[str, str]
    quasi_identifiers: tuple[str, ...]
    rows: int
    figures: Mapping[str, Measurement]
    sensitive: Mapping[str, Mapping[str, Measurement]]
    suppressed: tuple[Suppressed, ...]
    query_error: Mapping[str, Measurement]

    def point(self) -> Point | None:
        """The rung on the plane of bits and mean risk; None where it has no value for one of them."""
        bits, risk = self.figures["entropy_bits"].value, self.figures["prosecutor_mean"].value
        return None if bits is None or risk is None else Point(self.name, float(bits), Fraction(risk))

    def measurements(self) -> list[Measurement]:
        """Everything that was measured of it."""
        return [*self.figures.values(), *(found for column in self.sensitive.values() for found in column.values()), *self.query_error.values()]

    def at(self, suppression: Suppression) -> Suppressed:
        """What a suppression takes."""
        return next(each for each in self.suppressed if each.suppression == suppression)


@dataclass(frozen=True)
class Step:
    """From one declared rung to the next: the bits that it costs and the mean risk that it takes away; negative where it goes back."""

    start: Point
    end: Point

    @property
    def bits(self) -> float:
        """Bits lost."""
        return self.start.bits - self.end.bits

    @property
    def risk(self) -> Fraction:
        """Mean risk taken away."""
        return self.start.risk - self.end.risk


@dataclass(frozen=True)
class Ladder:
    """The ladder of a release, the published rung first; or the error for which it was not measured.

    `limit` is its suppression, under which the errors of the queries are measured. `as_published`: the published rung is another relation, as it stands.
    """

    name: str
    relation: str
    limit: Suppression
    rungs: tuple[Rung, ...] = ()
    as_published: bool = False
    suppresses: bool = False
    queries_declared: bool = False
    error: str | None = None

    def published_twin(self) -> str | None:
        """The rung of the ladder that is what is published, if one is."""
        own = next((rung for rung in self.rungs if rung.name == PUBLISHED and not self.as_published), None)
        return next((rung.name for rung in self.rungs if own is not None and rung is not own and dict(rung.levels) == dict(own.levels)), None)

    def compared(self) -> list[Rung]:
        """The rungs that the frontier compares: the published one not where it is another relation, or stands there by another name."""
        return [rung for rung in self.rungs if rung.name != PUBLISHED or not (self.as_published or self.published_twin())]

    def points(self) -> list[Point]:
        """Those rungs as points; one without a value is none."""
        return [point for rung in self.compared() if (point := rung.point()) is not None]

    def frontier(self) -> list[Point]:
        """The rungs that no other beats on both bits and mean risk, from the fewest bits to the most."""
        return frontier(self.points())

    def elbow(self) -> Elbow | str:
        """The elbow of the frontier, or why there is none."""
        return elbow(self.points())

    def steps(self) -> list[Step]:
        """Each declared rung to the next, in the order of the declaration."""
        points = [point for point in self.points() if point.name != PUBLISHED]
        return [Step(start, end) for start, end in zip(points, points[1:], strict=False)]

    def queries(self) -> list[str]:
        """The names of the queries whose error was measured on some rung."""
        return list(dict.fromkeys(name for rung in self.rungs for name in rung.query_error))

    def unit(self, query: str) -> str:
        """The unit of a query's error."""
        return next(rung.query_error[query].unit for rung in self.rungs if query in rung.query_error)

    def rung(self, name: str) -> Rung:
        """The rung of that name."""
        return next(rung for rung in self.rungs if rung.name == name)

    def unmeasured(self) -> list[Measurement]:
        """What could not be measured. That a query has no answer where suppression takes every row is no failure."""
        return [
            found
            for rung in self.rungs
            for found in rung.measurements()
            if found.status == "not_measured" and not (found.measure == QUERY_ERROR and rung.at(self.limit).rows == rung.rows)
        ]


@dataclass(frozen=True)
class Ladders:
    """The ladders of all selected releases, the exit code, and the day."""

    releases: tuple[Ladder, ...]
    exit_code: int
    generated_on: date


def asked_of(release: Release) -> Release:
    """The release as its ladder is measured: every rung before suppression, nothing judged, no population, no groups.

    The only limit that stays is the class size of its suppression, under which the errors of the queries are measured.
    """
    limit = Threshold(measure="k", at_least=Decimal(release.suppression().min_class_size))
    nothing = {"suppress_below": None, "suppress": None, "groups": (), "population": None, "composes_with": (), "threshold_profile": None}
    return release.model_copy(update={**nothing, "thresholds": (limit,)})


def of_measured(declared: Release, bound: Bound, measured: Measured, ks: Sequence[int]) -> Ladder:
    """The ladder of a release that was measured as `asked_of` says; `ks`: the class sizes to reach, besides its own suppression."""
    limit = declared.suppression()
    wanted = sorted({limit, *map(Suppression, ks)}, key=lambda each: (each.min_class_size, len(each.of_column)))
    return Ladder(
        name=declared.name,
        relation=relation_text(declared.relation),
        limit=limit,
        rungs=tuple(_rung(name, bound, measured, wanted) for name in (PUBLISHED, *(step.name for step in declared.ladder))),
        as_published=bound.as_published,
        suppresses=declared.suppress_below is not None or declared.suppress is not None,
        queries_declared=bool(declared.utility),
    )


def _rung(name: str, bound: Bound, measured: Measured, wanted: Sequence[Suppression]) -> Rung:
    release, sizes = bound.release, measured.class_sizes[name]
    own = [found for found in measured.measurements if found.rung == name and found.group is None]
    levels = release.publish if name == PUBLISHED else next(step.levels for step in release.ladder if step.name == name)
    return Rung(
        name=name,
        levels=dict(levels),
        quasi_identifiers=tuple(member.alias for member in bound.quasi_identifiers(name)),
        rows=sizes.rows,
        figures={found.measure: found for found in own if found.measure in FIGURES},
        sensitive={column: {found.measure: found for found in own if found.column == column and found.measure in OF_COLUMNS} for column in bound.sensitive()},
        suppressed=tuple(_suppressed(each, sizes, left_of(sizes, each, lambda: measured.left[name])) for each in wanted),
        query_error={found.column or _only_query(release): found for found in own if found.measure == QUERY_ERROR},
    )


def _suppressed(suppression: Suppression, sizes: ClassSizes, left: ClassSizes) -> Suppressed:
    rows = sizes.rows - left.rows
    bits = measures()["entropy_bits"].of({ClassSizes: left}) if left.rows else 0.0
    assert isinstance(bits, float)
    return Suppressed(suppression, rows, Fraction(rows, sizes.rows), bits)


def _only_query(release: Release) -> str:
    return release.utility[0].name if release.utility else THE_QUERY
