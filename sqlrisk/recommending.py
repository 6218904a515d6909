"""The command `recommend`: the search of the lattice of declared levels for what meets the limits at the least cost. It decides nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from sqlrisk import binding, checking, evidence, generalising, measurements, verdict
from sqlrisk.checking import Options
from sqlrisk.declaration import DROPPED, Release, Threshold
from sqlrisk.errors import ConfigurationError, EmptyRelationError, NotMeasuredError, did_you_mean
from sqlrisk.evidence import ClassSizes
from sqlrisk.findings import columns
from sqlrisk.lattice import Cost, Evaluation, Mask, Numbers, Search
from sqlrisk.leaving import Sizes
from sqlrisk.loading import Loaded
from sqlrisk.measures import ALIASES, measures
from sqlrisk.measuring import column_profiles, limits_of, measured_within, query_measurements, with_hierarchy
from sqlrisk.planning import PUBLISHED, Bound, Key, of_hierarchies, of_queries, row_counts
from sqlrisk.recommendation import Binding, Found, Recommendation, bits_of, broken, frontier, nearest
from sqlrisk.remedies import class_limits
from sqlrisk.report import Measurement, ThresholdResult
from sqlrisk.running import Run, Tell
from sqlrisk.steadiness import steady
from sqlrisk.suppressed_nodes import SLACK, SuppressedNodes
from sqlrisk.suppression import ClassLimit, Suppression
from sqlrisk.verdict import effective_class_size, judge, judge_findings

ENTROPY, SUPPRESSED = "entropy", "suppressed_rows"
FAMILIES = ("identity", "utility")
"""The families of measures that class sizes alone can hold against a limit."""
MOST_SHOWN = 5
LARGE = 500
MONOTONE = frozenset(
    ("k", "unique_rows", "rows_below_k", "rows_at_risk", "prosecutor_max", "prosecutor_mean")
    + ("distinct_l", "entropy_l", "t_closeness", "max_posterior", "beta_basic", "forgotten_column_uniques", SUPPRESSED)
)
"""Measures of the release that no generalisation makes worse, as long as nothing is suppressed.

Not homogeneous_rows: a class of one value takes in the rows of one without any. Nor what utility keeps: it only falls.
"""


def recommended(loaded: Loaded, options: Options, minimised: str, budget: Fraction | None, tell: Tell) -> list[Recommendation]:
    """What the search finds for each selected release, in its order. Raises ConfigurationError, NothingSelectedError, NotMeasuredError."""
    releases = checking.selected(loaded, options)
    for release in releases:
        _refuse(release, minimised)
    engine = checking.open_engine(loaded, releases, options)
    try:
        bound = [binding.bound_release(bare(release), engine, loaded.declaration.composed(release)) for release in releases]
        return [
            _Searching(
                Run(each, engine, tell),
                minimised,
                budget_of(release, budget),
                options,
                loaded.declaration.composed(release),
                tuple(key for key in ("suppress_below", "suppress") if getattr(release, key) is not None),
            ).found()
            for release, each in zip(releases, bound, strict=True)
        ]
    finally:
        engine.close()


def best_node(run: Run, k: int) -> Mapping[str, str] | None:
    """The levels, as `publish` has them, of the node that loses least entropy with classes of k rows and nothing suppressed; None where there is none.

    Of the quasi-identifiers that the release publishes at all; whatever its other limits say. Raises NotMeasuredError.
    """
    release = bare(run.bound.release)
    columns = {name: column for name, column in release.columns.items() if run.bound.release.publish.get(name) != DROPPED}
    limit = Threshold(measure="k", at_least=Decimal(k))
    nothing = {"groups": (), "utility": (), "population": None, "composes_with": (), "threshold_profile": None}
    asked = release.model_copy(update={"columns": columns, "thresholds": (limit,), **nothing})
    options = Options(today=release.decided_on)
    found = _Searching(Run(binding.bound_release(asked, run.engine), run.engine, run.tell), ENTROPY, Fraction(0), options, (), ()).found()
    dropped = {name: level for name, level in run.bound.release.publish.items() if level == DROPPED}
    return {**found.best[0].levels, **dropped} if found.best else None


def share(text: str | None) -> Fraction | None:
    """--max-suppressed as a ratio. Raises ConfigurationError for what is no share."""
    try:
        found = None if text is None else Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found is not None and not 0 <= found <= 1:
        raise ConfigurationError(f"--max-suppressed {text} is no share of the rows", instead="write a number between 0 and 1, for instance 0.01")
    return found


def bare(release: Release) -> Release:
    """The release with its columns as they are: what the search starts from."""
    return release.model_copy(update={"publish": {}, "ladder": (), "suppress_below": None, "suppress": None})


def suppression_size(release: Release) -> int:
    """The class size below which a node's rows are suppressed: what the limits on k and prosecutor_max ask for; 1 where none does."""
    limits = [threshold for threshold in release.thresholds if threshold.severity == "error" and threshold.group is None]
    sizes = [math.ceil(each.limit) for each in limits if each.measure == "k"]
    sizes += [effective_class_size(Fraction(each.limit)) for each in limits if each.measure == "prosecutor_max" and each.limit]
    return max(sizes, default=1)


def budget_of(release: Release, asked: Fraction | None) -> Fraction:
    """The share of the rows that suppression may take: what is asked for, else the limit on suppressed_rows, else none."""
    limits = [Fraction(each.limit) for each in _errors(release) if each.measure == SUPPRESSED and each.group is None]
    return min([*limits, *([] if asked is None else [asked])], default=Fraction(0))


def _errors(release: Release) -> list[Threshold]:
    return [threshold for threshold in release.thresholds if threshold.severity == "error"]


def _refuse(release: Release, minimised: str) -> None:
    queries = [query.name for query in release.utility]
    if minimised not in (ENTROPY, SUPPRESSED, *queries):
        what = f"--minimise {minimised}: {release.name} has no utility query of that name"
        raise ConfigurationError(what, instead=did_you_mean(minimised, [ENTROPY, SUPPRESSED, *queries]))
    if release.published_as is not None:
        what = f"{release.name} is published as a relation of its own (published_as): its levels are chosen already"
        raise ConfigurationError(what, instead="leave published_as out, and recommend the levels of `relation`")
    if release.protected_by is not None and release.protected_by.blocks:
        raise ConfigurationError(f"{release.name} is a permuted table: its rows are no persons", instead="recommend the levels of its source")


@dataclass
class _Searching:
    """The search of one release."""

    run: Run
    minimised: str
    budget: Fraction
    options: Options
    composed: Sequence[Release]
    replaced: tuple[str, ...]
    sizes: dict[int, ClassSizes] = field(default_factory=dict)
    whole: dict[int, tuple[Measurement, ...]] = field(default_factory=dict)
    nestings: dict[Key, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def release(self) -> Release:
        return self.run.bound.release

    def found(self) -> Recommendation:
        """The recommendation. Raises NotMeasuredError."""
        with steady(self.run) as snapshot:
            self.snapshot = snapshot.words
            self._prepare()
            self.classes = generalising.classes(self.run)
            self.finest = bits_of(self._sizes(0))
            cheaper = {ENTROPY: self._may_lose_fewer_bits, SUPPRESSED: self._may_suppress_fewer}.get(self.minimised)
            search = Search(self.classes.lattice, self._evaluate, self._confirm, cheaper, self._most_bits())
            best = search.best()
            binding = () if best else tuple(self._binding(search))
            return self._recommendation(search, binding)

    def _recommendation(self, search: Search, binding: tuple[Binding, ...]) -> Recommendation:
        lattice = self.classes.lattice
        best = [] if binding else [self._node(each.place, each.cost) for each in search.candidates()[:MOST_SHOWN]]
        return Recommendation(
            release=self.release.name,
            minimised=self.minimised,
            budget=self.budget,
            suppression=self.suppression,
            replaced=self.replaced,
            lattice={name: tuple(level or DROPPED for level in levels) for name, levels in zip(lattice.columns, lattice.levels, strict=True)},
            nodes=len(lattice),
            evaluated=len(self.sizes),
            confirmed=len(self.whole),
            rolled_up=self.classes.are_rolled_up,
            bits=self.finest,
            best=tuple(best),
            frontier=tuple(frontier([self._node(place, None) for place in self.sizes], self.budget)),
            binding=binding,
            failures=tuple(self._failures()),
        )

    def _failures(self) -> Iterator[str]:
        """Why a check fails whatever the levels: the declaration has expired, or a column has no role, or one that it cannot have."""
        bound = self.run.bound
        found = [*columns.expiry(self.release, self.options.today), *columns.column_findings(bound)]
        identifiers = [member.alias for member in bound.quasi_identifiers()]
        names = [name for name in columns.profiled(bound) if name not in identifiers]
        found += columns.profile_findings(bound, column_profiles(self.run, names))
        yield from (each.text for each in judge_findings(self.release, found, self.options.today) if each.is_failure)

    def _prepare(self) -> None:
        """What a search takes for granted: rows to measure, hierarchies that are trees and cover them."""
        self.limit = suppression_size(self.release)
        self.suppression = Suppression(self.limit, Suppression.of(class_limits(self.release)).of_column if self.budget else ())
        self.nodes = SuppressedNodes(self.run, self.suppression, self.budget, self._bound)
        counts = evidence.row_counts(self.run.rows(row_counts(self.run.bound.ladder)))
        if not counts.measured:
            raise EmptyRelationError(f"{self.release.name}: no row is left to measure: {counts.read:,} read, {counts.filtered:,} filtered")
        for statement in of_hierarchies(self.run.bound):
            with_hierarchy(self.run.bound, statement.key, self.run.rows(statement))
        self.rows = counts.measured

    def _sizes(self, place: int) -> ClassSizes:
        if place not in self.sizes:
            self.sizes[place] = self.classes.sizes(place)
            if self.sizes[place].rows != self.rows:
                raise NotMeasuredError(f"the classes of a node hold {self.sizes[place].rows:,} rows where {self.rows:,} were counted")
        return self.sizes[place]

    def _most_bits(self) -> Numbers:
        """A bound of each node's bits: those of the columns as they are; in a lattice large enough for it, the sum of the bits of its columns alone."""
        lattice = self.classes.lattice
        if len(lattice) < LARGE:
            return np.full(len(lattice), self.finest)
        alone: Numbers = np.zeros(len(lattice))
        for column, levels in enumerate(lattice.levels):
            bits = [0.0 if level is None else bits_of(self._sizes(lattice.alone(column, place))) for place, level in enumerate(levels)]
            alone += np.array(bits)[lattice.nodes[:, column]]
        return np.minimum(alone + SLACK, self.finest, out=alone)

    def _node(self, place: int, cost: Cost | None) -> Found:
        return Found(self.classes.named(place), self.sizes[place], self.nodes.of(place, self.sizes[place]), cost, self.whole.get(place, ()))

    def _evaluate(self, place: int) -> Evaluation:
        sizes = self._sizes(place)
        found = self._node(place, None)
        unaffordable = found.suppressed > self.budget
        failed = [] if unaffordable else [result.measure for result in self._held(found) if not result.passed]
        beyond = unaffordable or not found.left.rows or bool(failed)
        least = found.suppressed if self.nodes.only_falls(self.release) else self.nodes.least(sizes)
        hopeless = least > self.budget or (not self.budget and not MONOTONE.isdisjoint(failed)) or self._stays_too_risky(found)
        cost = None if beyond else self._cost(place, found)
        return Evaluation(place, float(least), bits_of(sizes), bits_of(found.left), cost, hopeless)

    def _cost(self, place: int, found: Found) -> Cost | None:
        lost = self.finest - bits_of(found.left)
        if self.minimised == ENTROPY:
            return (lost,)
        first = float(found.suppressed) if self.minimised == SUPPRESSED else self._error(place)
        return None if first is None else (first, lost)

    def _error(self, place: int) -> float | None:
        """The error of the query that is minimised, as a node publishes its rows; None where the node cannot answer it."""
        release = self._release(self.classes.named(place))
        asked = release.model_copy(update={"utility": tuple(query for query in release.utility if query.name == self.minimised), "thresholds": ()})
        bound = binding.bound_release(asked, self.run.engine)
        store = dict(self.nestings)
        for statement in of_queries(bound, PUBLISHED, self.suppression):
            if statement.key not in store:
                store[statement.key] = self.run.rows(statement)
        self.nestings.update({key: rows for key, rows in store.items() if key.kernel == "nesting"})
        found = [each for each in query_measurements(bound, PUBLISHED, store, self.suppression) if each.measure == "query_error"]
        return next((float(each.value) for each in found if each.status == "measured" and each.value is not None), None)

    def _may_lose_fewer_bits(self, suppressed: Numbers, bits: Numbers, cost: Cost) -> Mask:
        return np.asarray(self.finest - self.nodes.most_bits(bits) < cost[0] - SLACK)

    def _may_suppress_fewer(self, suppressed: Numbers, bits: Numbers, cost: Cost) -> Mask:
        return np.asarray((suppressed < cost[0]) | ((suppressed == cost[0]) & (self.finest - self.nodes.most_bits(bits) < cost[1] - SLACK)))

    def _stays_too_risky(self, found: Found) -> bool:
        """Whether the mean risk is beyond its limit here and at every finer node, whatever the rest of the budget takes there.

        Suppressing e more rows takes at most e / K of the classes, of K rows or more each, that are left here; each other one leaves a class at least.
        """
        limits = [Fraction(each.limit) for each in _errors(self.release) if each.measure == "prosecutor_mean" and each.group is None]
        large = found.sizes.at_least(self.limit)
        more = self.budget * found.sizes.rows - found.sizes.rows_below(self.limit)
        left = large.rows - more
        return bool(limits) and left > 0 and (large.classes - more / self.limit) / left > min(limits)

    def _held(self, found: Found) -> list[ThresholdResult]:
        """The limits that class sizes alone can be held against, with what suppression leaves."""
        facts = {**limits_of(self._release({})), **Sizes(found.sizes, found.left, found.left).facts()}
        limits = [(each, measures()[ALIASES.get(each.measure, each.measure)]) for each in _errors(self.release) if each.group is None]
        answered = [(each, known) for each, known in limits if known.family in FAMILIES and known.needs <= set(facts)]
        return [verdict.hold(each, measurements.measurement(known, PUBLISHED, None, None, None, facts, (Fraction(1),))) for each, known in answered]

    def _release(self, levels: Mapping[str, str]) -> Release:
        limits = [*([ClassLimit(k=self.limit)] if self.limit > 1 else []), *self.suppression.of_column]
        return self.release.model_copy(update={"publish": levels, "suppress": tuple(limits) or None})

    def _bound(self, place: int) -> Bound:
        """The release at a node, with its suppression."""
        return binding.bound_release(self._release(self.classes.named(place)), self.run.engine)

    def _confirm(self, found: Evaluation) -> bool | None:
        failed = [result for result in self._whole(found.place) if not result.passed]
        taken = self.nodes.only_falls(self.release) and any(result.measure == SUPPRESSED for result in failed)
        worse = not self.budget and any(result.measure in MONOTONE and result.group is None for result in failed)
        return None if taken or worse else not failed

    def _whole(self, place: int) -> list[ThresholdResult]:
        """The limits of severity error at a node, measured whole as a check does. Raises NotMeasuredError for one that no node can give a value."""
        candidate = self._release(self.classes.named(place))
        run = Run(binding.bound_release(candidate, self.run.engine, self.composed), self.run.engine, self.run.tell)
        self.whole[place] = measured_within(run, self.snapshot).measurements
        results = [each for each in judge(candidate, self.whole[place], (), self.options.today).thresholds if each.severity == "error"]
        for each in results:
            silent = each.value is None and measures()[each.measure].family not in (*FAMILIES, "attribute")
            if silent and not _is_infinite(each, self.whole[place]):
                raise NotMeasuredError(f"{self.release.name}: {each.measure} has no value, and its limit is never met", instead="sqlrisk check says why")
        return results

    def _binding(self, search: Search) -> Iterator[Binding]:
        """The limits that no node meets; where each is met somewhere, those that the nearest node breaks."""
        affordable = [place for place in self.sizes if self._node(place, None).suppressed <= self.budget]
        if not affordable:
            least = self.nodes.least_suppressed(self.sizes)
            yield Binding(SUPPRESSED, None, None, {"at_most": float(self.budget)}, float(least))
            return
        coarsest = [place for place in affordable if search.lattice.coarser(place).sum() == 1]
        results = [self._whole(place) for place in coarsest] + [self._held(self._node(place, None)) for place in affordable]
        alone = [binding for binding in nearest([result for each in results for result in each]) if not binding.met]
        yield from alone or nearest(result for result in min(results[: len(coarsest)], key=broken) if not result.passed)


def _is_infinite(result: ThresholdResult, found: Iterable[Measurement]) -> bool:
    return any(each.status == "infinite" and each.about == result.about for each in found)
