"""Runs a release's statements in one snapshot and turns the counts into measurements."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sqlrisk import evidence, forgetting, measurements, missing, probing, protecting, rungs, unseen
from sqlrisk.declaration import Release
from sqlrisk.differential import PrivacyDifferential, differential
from sqlrisk.engines import Engine
from sqlrisk.errors import EmptyRelationError, NotMeasuredError
from sqlrisk.estimators.risks import PopulationRisk
from sqlrisk.evidence import (
    ClassSizes,
    ColumnProfile,
    FoldedValues,
    HouseholdRisks,
    PopulationEvidence,
    RowCounts,
    WeightedClasses,
)
from sqlrisk.evidence.margins import MOST_PAIRED
from sqlrisk.groups import GroupOf, group_of, labels
from sqlrisk.leaving import Sizes, left_of
from sqlrisk.measures import KLimit, KMapLimit, RiskLimit
from sqlrisk.people import PeopleCounted, people
from sqlrisk.plain import counted
from sqlrisk.planning import (
    FOLDED_VALUES,
    LEFT_GROUP_SIZES,
    LEFT_SIZES,
    MISSING_TOKENS,
    PUBLISHED,
    Bound,
    Key,
    collated,
    disclosures,
    hierarchies,
    left_sizes,
    of_hierarchies,
    of_whole_release,
    plan,
    profiles,
    query_errors,
    row_counts,
    suspected,
)
from sqlrisk.planning.alignment import refuse_not_whole
from sqlrisk.planning.people import refuse_without_entity
from sqlrisk.report import Measurement
from sqlrisk.running import Run, Tell
from sqlrisk.sensor import NOTHING as UNSENSED
from sqlrisk.sensor import Sensed, nothing, sensed
from sqlrisk.steadiness import steady
from sqlrisk.suppression import NOTHING, Suppression, flow

NEAR_UNIQUE = 0.9
APPROXIMATION = 0.25
MOST_LABELS = 20
REMEDY = f"{PUBLISHED}, suppressed "
SUPPRESSED_BELOW = f"{REMEDY}below "


@dataclass(frozen=True)
class Measured:
    """All that was read of a release: its rows, its measurements, its class sizes by rung, its columns' profiles, and the SQL that ran.

    `folded`: what collations take for one. `unexplained`: by how many rows an anonymisation's pivot groups differ from what its source can give.
    `left`: by rung the class sizes that suppressed_* are about. `suspected`: cells that may mean that nothing was recorded.
    `by_day`: (view, function) of what depends on the day.
    """

    counts: RowCounts
    rows: int
    measurements: tuple[Measurement, ...]
    class_sizes: Mapping[str, ClassSizes]
    profiles: tuple[ColumnProfile, ...]
    snapshot: str
    sql_sha256: str
    fraction: tuple[Fraction, ...]
    risk: PopulationRisk | None
    differential: PrivacyDifferential | None
    unexplained: int
    folded: tuple[FoldedValues, ...]
    people: PeopleCounted | None = None
    sensed: Sensed = UNSENSED
    left: Mapping[str, ClassSizes] = field(default_factory=dict)
    weights: WeightedClasses | None = None
    households: HouseholdRisks | None = None
    suspected: tuple[evidence.MissingTokens, ...] = ()
    by_day: tuple[tuple[str, str], ...] = ()

    @property
    def rows_suppressed(self) -> int:
        """Rows that the declared suppression takes out."""
        return self.counts.measured - self.rows


def measure(bound: Bound, engine: Engine, tell: Tell, profiled: Sequence[str], sense: Callable[[Run], Sensed] = sensed) -> Measured:
    """Measure a release in one snapshot. `profiled` are the columns to profile. Raises NotMeasuredError; a changed row count is one."""
    run = Run(bound, engine, tell)
    with steady(run) as snapshot:
        return replace(measured_within(run, snapshot.words, profiled, sense), by_day=snapshot.by_day)


def measured_within(run: Run, snapshot: str, profiled: Sequence[str] = (), sense: Callable[[Run], Sensed] = nothing) -> Measured:
    """What `measure` gives, inside a snapshot that is open. `sense` looks for identifiers in what is published."""
    bound = run.bound
    probing.refuse_unbindable(bound, run.engine)
    statements = plan(bound)
    run.planned = len(statements) + 2 + bool(profiled)
    counts = evidence.row_counts(run.rows(statements[0]))
    if not counts.measured:
        raise EmptyRelationError(f"no row is left to measure: {counts.read:,} read, {counts.filtered:,} filtered, {counts.marked:,} marked as suppressed")
    rolled_up = rungs.rolled_up(run, counts.measured, statements)
    store = {}
    for statement in statements[1:]:
        store[statement.key] = run.rows(rolled_up.statements.get(statement.key, statement))
        refuse_not_whole(statement, store[statement.key])
        bound = with_hierarchy(bound, statement.key, store[statement.key])
    if Key("entity_classes") in store:
        refuse_without_entity(bound, evidence.entity_classes(store[Key("entity_classes")]))
    margins = unseen.margins(bound, store, counts.measured, run.rows)
    found = column_profiles(run, _worth_profiling(bound, profiled, _class_sizes(store, PUBLISHED), counts.measured))
    recognised = sense(run)
    bound = replace(bound, pseudonyms=tuple(each.name for each in recognised.identifiers))
    survives = differential(bound, run.rows)
    if evidence.row_counts(run.rows(row_counts(bound.published))) != counts:
        raise NotMeasuredError("the relation changed while it was measured", instead="run the check again when nothing writes it")
    sizes = {rung: _sizes(bound, store, rung) for rung in (PUBLISHED, *(step.name for step in bound.release.ladder))}
    published = sizes[PUBLISHED]
    matched = missing.matched(bound, published.kept, evidence.null_classes(store[Key("null_classes")]), run.rows)
    if published.before.rows != counts.measured:
        raise NotMeasuredError(f"the classes hold {counted(published.before.rows, 'row')} where {counts.measured:,} were counted")
    kept = {rung: each.kept for rung, each in sizes.items()}
    _check_classes(store, kept)
    fraction = unseen.sampling_fraction(bound.release, counts.measured, unseen.matched(store))
    risk = None if bound.reference else unseen.risk(bound.release, published.before, fraction, margins)
    found_measurements = [*_of_release(bound, store, sizes, fraction, risk, counts), *_shown([*_of_groups(bound, store, fraction, counts.measured)])]
    found_measurements += missing.second_reading(matched, limits_of(bound.release), fraction)
    found_measurements += protecting.protection(bound, store)
    digest = hashlib.sha256("\n;\n".join(run.sent).encode()).hexdigest()
    snapshot += f"; {rolled_up.words}" if rolled_up.words else ""
    of_whom, left = people(bound, store, published.kept), {rung: each.left for rung, each in sizes.items()}
    apart, alike = protecting.unexplained(bound, store), folded(bound, store)
    known = (found, snapshot, digest, fraction, risk, survives, apart, alike, of_whom, recognised, left, _weights(store), _households(store))
    return Measured(counts, published.kept.rows, tuple(found_measurements), kept, *known, suspected_missing(bound, store))


def _weights(store: Mapping[Key, Sequence[Mapping[str, Any]]]) -> WeightedClasses | None:
    return next((evidence.weighted_classes(rows) for key, rows in store.items() if key.kernel == "weighted_classes"), None)


def _households(store: Mapping[Key, Sequence[Mapping[str, Any]]]) -> HouseholdRisks | None:
    return next((evidence.household_risks(rows) for key, rows in store.items() if key.kernel == "household_risks"), None)


def suspected_missing(bound: Bound, store: Mapping[Key, Sequence[Mapping[str, Any]]]) -> tuple[evidence.MissingTokens, ...]:
    """The cells that may mean that nothing was recorded; nothing where no column was asked."""
    return evidence.missing_tokens(store[MISSING_TOKENS], suspected(bound)) if MISSING_TOKENS in store else ()


def folded(bound: Bound, store: Mapping[Key, Sequence[Mapping[str, Any]]]) -> tuple[FoldedValues, ...]:
    """How many values the collations of the columns take for one; nothing where none does."""
    return evidence.folded_values(store[FOLDED_VALUES], collated(bound)) if FOLDED_VALUES in store else ()


def _sizes(bound: Bound, store: Mapping[Key, Sequence[Mapping[str, Any]]], rung: str) -> Sizes:
    """The class sizes of a rung before suppression, as it is measured, and as suppressed_* see it."""
    before = _class_sizes(store, rung)
    kept, left = (left_of(before, each, lambda: _left_sizes(store, rung)) for each in (bound.suppression_of(rung), bound.asked_suppression))
    return Sizes(before, kept, left)


def _left_sizes(store: Mapping[Key, Sequence[Mapping[str, Any]]], rung: str) -> ClassSizes:
    return evidence.class_sizes(store[Key(LEFT_SIZES, rung)])


def _class_sizes(store: Mapping[Key, Sequence[Mapping[str, Any]]], rung: str) -> ClassSizes:
    """The class sizes of a rung: counted by themselves, or with what the classes tell of a sensitive column."""
    counted = (rows for key, rows in store.items() if key.rung == rung and key.kernel == "sensitive_classes" and key.group is None)
    return evidence.class_sizes(store[Key("class_sizes", rung)] if Key("class_sizes", rung) in store else next(counted))


def _worth_profiling(bound: Bound, names: Sequence[str], sizes: ClassSizes, rows: int) -> list[str]:
    """The columns without those quasi-identifiers that cannot be nearly unique, since there are fewer classes than that."""
    identifiers = {member.alias for member in bound.quasi_identifiers()} if sizes.classes < NEAR_UNIQUE * rows else set()
    return [name for name in names if name not in identifiers]


def _check_classes(store: Mapping[Key, Sequence[Mapping[str, Any]]], sizes: Mapping[str, ClassSizes]) -> None:
    """The statements about a sensitive column saw the classes that were counted. Raises NotMeasuredError."""
    for key, rows in store.items():
        if key.kernel == "sensitive_classes" and key.group is None:
            seen = evidence.sensitive_classes(rows, sizes[key.rung].rows).total("classes")
            if seen != sizes[key.rung].classes:
                told = f"{counted(seen, 'class was', 'classes were')} seen for `{key.column}` on the rung {key.rung}"
                raise NotMeasuredError(f"{told} where {sizes[key.rung].classes:,} were counted")


def with_hierarchy(bound: Bound, key: Key, rows: Sequence[Mapping[str, Any]]) -> Bound:
    """The release with the height of a hierarchy, where that is what was read. Raises NotMeasuredError for one that is no tree or lacks values."""
    if key.kernel == "uncovered_values" and key.column:
        hierarchies.refuse_uncovered(bound, key.column, rows)
    if key.kernel == "hierarchy_levels" and key.column:
        return replace(bound, heights={**bound.heights, (key.rung, key.column): hierarchies.height(bound, key.column, rows)})
    return bound


def of_part(bound: Bound, store: Mapping[Key, Sequence[Mapping[str, Any]]]) -> tuple[ClassSizes, list[Measurement]]:
    """The class sizes and the measures of a part of a permuted table. `store` is that of the part alone. Raises NotMeasuredError."""
    sizes = _class_sizes(store, PUBLISHED)
    _check_classes(store, {PUBLISHED: sizes})
    for key, rows in store.items():
        bound = with_hierarchy(bound, key, rows)
    facts = {**limits_of(bound.release), **Sizes(sizes, sizes, sizes.at_least(bound.asked_suppression.min_class_size)).facts()}
    return sizes, list(_measurements(bound, PUBLISHED, None, facts, (Fraction(1),), lambda key: store.get(key, ()), sizes.rows))


def after_suppression(bound: Bound, engine: Engine, tell: Tell, before: Measured, suppression: Suppression) -> tuple[ClassSizes, list[Measurement]]:
    """The class sizes and the measures of what a suppression leaves of the published rung, measured again: the remedy is never assumed."""
    run = Run(bound, engine, tell)
    with engine.snapshot():
        sized = left_sizes(bound, PUBLISHED, suppression)
        statements = [*of_hierarchies(bound), *sized, *disclosures(bound, PUBLISHED, suppression), *of_whole_release(bound, suppression)]
        store = {}
        for statement in statements:
            store[statement.key] = run.rows(statement)
            bound = with_hierarchy(bound, statement.key, store[statement.key])
    sizes = before.class_sizes[PUBLISHED]
    left, rung = left_of(sizes, suppression, lambda: _left_sizes(store, PUBLISHED)), suppressed_rung(suppression)
    facts = {**limits_of(bound.release), **Sizes(sizes, left, left).facts()}
    bound = replace(bound, pseudonyms=tuple(each.name for each in before.sensed.identifiers))
    facts |= _of_whole_release(bound, store, left, before.risk, before.counts)
    found = _measurements(bound, rung, None, facts, before.fraction, lambda key: store.get(key._replace(rung=PUBLISHED), ()), left.rows)
    of_rung = [*query_measurements(bound, PUBLISHED, store, suppression), *forgetting.measured(bound, store, left)]
    return left, [*found, *(replace(each, rung=rung) for each in of_rung)]


def suppressed_rung(suppression: Suppression) -> str:
    """The name under which the measures after a suppression that is not declared stand in the results."""
    size = suppression.min_class_size
    return f"{REMEDY}by {flow(suppression.values())}" if suppression.of_column else f"{SUPPRESSED_BELOW}{size}"


def column_profiles(run: Run, names: Sequence[str]) -> tuple[ColumnProfile, ...]:
    """The profiles of some columns, in one scan. A distinct count is approximate where the engine can, so one near the limit is counted exactly."""
    if not names:
        return ()
    table = run.bound.published
    rough = evidence.column_profiles(run.rows(profiles(table, list(names))), names)
    doubtful = [profile.name for profile in rough if profile.distinct_share >= NEAR_UNIQUE - APPROXIMATION]
    if not doubtful:
        return rough
    exact = {profile.name: profile for profile in evidence.column_profiles(run.rows(profiles(table, doubtful, exact=True)), doubtful)}
    return tuple(exact.get(profile.name, profile) for profile in rough)


def _of_release(
    bound: Bound, store: Mapping[Key, Any], sizes: Mapping[str, Sizes], fraction: tuple[Fraction, ...], risk: PopulationRisk | None, counts: RowCounts
) -> Iterator[Measurement]:
    for rung, found in sizes.items():
        kept, facts = found.kept, {**limits_of(bound.release), **found.facts()}
        facts |= _of_whole_release(bound, store, kept, risk, counts) if rung == PUBLISHED else {}
        yield from _measurements(bound, rung, None, facts, fraction, lambda key: store.get(key, ()), kept.rows)
        yield from query_measurements(bound, rung, store, bound.suppression_of(rung))
        yield from forgetting.measured(bound, store, kept) if rung == PUBLISHED else ()


def query_measurements(bound: Bound, rung: str, store: Mapping[Key, Sequence[Mapping[str, Any]]], suppression: Suppression = NOTHING) -> Iterator[Measurement]:
    """The errors of each utility query on a rung, from the rows of its statements; the query is named where there are several."""
    queries = bound.release.utility
    for query in queries:
        column = query.name if len(queries) > 1 else None
        yield from measurements.of_query(rung, column, query.unit, query_errors(bound, rung, query, store, suppression))


def _of_whole_release(bound: Bound, store: Mapping[Key, Any], sizes: ClassSizes, risk: PopulationRisk | None, counts: RowCounts) -> dict[type, Any]:
    """The evidence that is about the published release as a whole, by type; its classes are `sizes`."""
    found: list[Any] = [evidence.READERS[key.kernel](rows) for key, rows in store.items() if key.kernel in evidence.READERS]
    population = bound.release.population
    found.append(
        PopulationEvidence(
            matched=unseen.matched(store),
            risk=risk,
            declared=population is not None and population.is_known,
            random=population is not None and population.random_sample,
            unpaired=max(0, len(bound.quasi_identifiers()) - MOST_PAIRED),
            size=population.size if population else None,
            obstacle=unseen.obstacle(bound, store, counts),
        )
    )
    of_whom = people(bound, store, sizes)
    found += [of_whom.known] if of_whom is not None else []
    return {type(each): each for each in found}


def _of_groups(bound: Bound, store: Mapping[Key, Any], fraction: tuple[Fraction, ...], rows: int) -> Iterator[Measurement]:
    for name, condition in bound.release.group_conditions().items():
        by_value = {key: _by_group(name, condition is not None, rows) for key, rows in store.items() if key.group == name}
        sizes = by_value[Key("group_class_sizes", PUBLISHED, None, name)]
        if condition is None and len(sizes) > max(MOST_LABELS, rows // 10):
            what = f"the group `{name}` has {len(sizes):,} values in {counted(rows, 'row')}: they are no groups, and each would stand in the report"
            raise NotMeasuredError(what, instead="declare groups by a column with few values, or by a condition")
        for group in sorted(sizes, key=_label_order):
            found = _group_sizes(bound, by_value, group)
            facts = {**limits_of(bound.release), **found.facts()}
            yield from _measurements(bound, PUBLISHED, group, facts, fraction, _GroupReader(by_value, group), found.kept.rows)


def _group_sizes(bound: Bound, by_value: Mapping[Key, Mapping[GroupOf, Any]], group: GroupOf) -> Sizes:
    """The class sizes of one value of a declared group."""
    before = evidence.group_class_sizes(by_value[Key("group_class_sizes", PUBLISHED, None, group.declared)][group])

    def counted_left() -> ClassSizes:
        return evidence.group_class_sizes(by_value[Key(LEFT_GROUP_SIZES, PUBLISHED, None, group.declared)].get(group, ()))

    return Sizes(before, *(left_of(before, each, counted_left) for each in (bound.suppression, bound.asked_suppression)))


def _by_group(declared: str, is_condition: bool, rows: Sequence[Mapping[str, Any]]) -> dict[GroupOf, list[evidence.Row]]:
    """The rows of a kernel by the group that they are about; of a condition those that it holds for. Raises NotMeasuredError for two values of one text."""
    found: dict[GroupOf, list[evidence.Row]] = {}
    given: dict[GroupOf, Any] = {}
    for value, of_value in evidence.by_group(rows).items():
        if is_condition and int(value) != 1:
            continue
        group = group_of(declared, is_condition, value)
        if repr(given.setdefault(group, value)) != repr(value):
            raise NotMeasuredError(f"the group `{declared}` has two values of one text", instead="declare a level of it that is text")
        found.setdefault(group, []).extend(of_value)
    return found


def _shown(found: list[Measurement]) -> Iterator[Measurement]:
    """The measurements under labels that no two groups share."""
    shown = labels(each.group_of for each in found if each.group_of is not None)
    return (each if each.group_of is None else replace(each, group=shown[each.group_of]) for each in found)


@dataclass(frozen=True)
class _GroupReader:
    store: Mapping[Key, Mapping[GroupOf, Any]]
    group: GroupOf

    def __call__(self, key: Key) -> Any:
        return self.store.get(key._replace(group=self.group.declared), {}).get(self.group, ())


def _label_order(group: GroupOf) -> tuple[bool, str]:
    return group.kind == "null", str(group.value)


def limits_of(release: Release) -> dict[type, Any]:
    """The limits that measures read, by type."""
    return {
        KLimit: KLimit(release.k_limit()),
        KMapLimit: KMapLimit(release.k_map_limit()),
        RiskLimit: RiskLimit(Fraction(release.risk_limit())),
    }


def _measurements(
    bound: Bound, rung: str, group: GroupOf | None, facts: Mapping[type, Any], fraction: tuple[Fraction, ...], read: Callable[[Key], Any], rows: int
) -> Iterator[Measurement]:
    """Every measure that has its evidence, on one rung, for the release or one group."""
    yield from measurements.of_release(rung, group, facts, fraction)
    for column in bound.sensitive():
        for l, more in _of_column(bound, rung, column, read, rows):
            yield from measurements.of_column(rung, column, group, l, facts, more, fraction)


def _of_column(bound: Bound, rung: str, column: str, read: Callable[[Key], Any], rows: int) -> Iterator[tuple[int | None, dict[type, Any]]]:
    key = Key("sensitive_classes", rung, column)
    yield None, {evidence.SensitiveClasses: evidence.sensitive_classes(read(key), rows)}
    if bound.sensitive()[column].order is not None:
        yield None, {evidence.OrderedClasses: evidence.ordered_classes(read(key._replace(kernel="ordered_classes")))}
    height = bound.height(rung, column)
    if height is not None:
        yield None, {evidence.HierarchicalClasses: evidence.hierarchical_classes(read(key._replace(kernel="hierarchical_classes")), height)}
    asked = {threshold.l for threshold in bound.release.thresholds if threshold.measure == "recursive_c" and threshold.column in (column, None)}
    for l in sorted(l for l in asked if l is not None):
        yield l, {evidence.RecursiveClasses: evidence.recursive_classes(read(key._replace(kernel="recursive_classes", l=l)))}
