"""The command `scan`: every other column of the selected releases joined to the quasi-identifiers, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlrisk import evidence
from sqlrisk.binding import refuse_permuted
from sqlrisk.checking import Options, in_turn, selected, worst_code
from sqlrisk.declaration import DROPPED, Release
from sqlrisk.declared import relation_text
from sqlrisk.engines import Engine
from sqlrisk.errors import EmptyRelationError, NotMeasuredError, QueryFailedError, StatementTimeoutError
from sqlrisk.evidence import ClassSizes, ColumnProfile, JoinedClasses
from sqlrisk.leaving import left_of
from sqlrisk.loading import Loaded
from sqlrisk.people import linkable, trace_columns
from sqlrisk.planning import PUBLISHED, Bound, coded, forgotten, left_sizes, numeric_codes, profiles, rollup, row_counts
from sqlrisk.planning.forgotten import Other
from sqlrisk.running import Run, Tell
from sqlrisk.scanning import applicability
from sqlrisk.scanning.model import Scan, ScannedColumn, Scans, in_order
from sqlrisk.steadiness import steady

NOT_MEASURED = 3
AT_ONCE = 40
"""Columns that one statement profiles: engines limit the length of a text, and how many columns a row has."""


def scanned(loaded: Loaded, options: Options, tell: Tell) -> Scans:
    """The scans of the selected releases; the exit code is 3 where something could not be measured. Raises ConfigurationError, NothingSelectedError."""

    def of(bound: Bound, engine: Engine) -> tuple[Scan, int]:
        refuse_permuted([bound.release], "no column can join them", "scan its source: declare that as a release without protected_by")
        found = _Scanning(Run(bound, engine, tell)).found()
        return found, NOT_MEASURED if found.unmeasured else 0

    def failed(release: Release, engine: Engine, error: str) -> Scan:
        return Scan(release.name, relation_text(release.published_as or release.relation), error=error)

    outcomes = in_turn([_asked_of(release) for release in selected(loaded, options)], loaded, options, of, failed)
    return Scans(tuple(scan for scan, _ in outcomes), worst_code(outcomes), options.today)


def _asked_of(release: Release) -> Release:
    """The release with nothing to measure but its published columns: nothing is judged, and no other relation is read.

    A limit on people stays: it says which columns are no traces.
    """
    nothing = {"groups": (), "ladder": (), "population": None, "utility": (), "composes_with": (), "threshold_profile": None}
    return release.model_copy(update={**nothing, "thresholds": tuple(each for each in release.thresholds if each.measure == "entity_k")})


@dataclass
class _Scanning:
    """The scan of one release: `joined` and `failed` fill as its columns are measured; `joining` is the one that is being measured."""

    run: Run
    joined: dict[str, JoinedClasses] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    joining: str | None = None

    def found(self) -> Scan:
        """What the scan finds, in one snapshot; after a column that the engine refuses, the rest in another. Raises NotMeasuredError, EmptyRelationError."""
        while True:
            try:
                with steady(self.run):
                    return self._within()
            except (QueryFailedError, StatementTimeoutError) as error:
                if self.joining is None:
                    raise
                self.failed[self.joining], self.joining = error.what, None

    def _within(self) -> Scan:
        bound, published = self.run.bound, self._published()
        others = forgotten.others(bound)
        published_too = [other for other in others if not other.is_identifier]
        left = [other for other in published_too if other.obstacle is None and other.name not in self.joined and other.name not in self.failed]
        self.run.planned = len(self.run.sent) + len(left) + len(list(_parts([other.name for other in published_too])))
        for other in left:
            self._join(other, published.rows)
        found = [other for other in published_too if other.name in self.joined]
        about = list(self._profiles([other.column.name for other in found]))
        return Scan(
            bound.release.name,
            relation_text(bound.release.published_as or bound.release.relation),
            tuple(member.alias for member in bound.quasi_identifiers()),
            published.rows,
            published.rows_at(1),
            published.counts[0].size,
            in_order(self._column(other, profile, published.rows_at(1)) for other, profile in zip(found, about, strict=True)),
            tuple(self._unmeasured(published_too)),
            tuple(other.name for other in others if other.is_identifier),
            tuple(self._warnings(others, about)),
        )

    def _published(self) -> ClassSizes:
        bound = self.run.bound
        counts = evidence.row_counts(self.run.rows(row_counts(bound.published)))
        sizes = evidence.class_sizes(self.run.rows(rollup.scanned_sizes(bound.published, bound.quasi_identifiers(), PUBLISHED)))
        if sizes.rows != counts.measured:
            raise NotMeasuredError(f"the classes hold {sizes.rows:,} rows where {counts.measured:,} were counted")
        counted = (self.run.rows(statement) for statement in left_sizes(bound, PUBLISHED, bound.suppression))
        left = left_of(sizes, bound.suppression, lambda: evidence.class_sizes(next(counted)))
        if not left.rows:
            raise EmptyRelationError(f"no row is left to measure: {counts.read:,} read, {counts.measured - left.rows:,} in classes that are suppressed")
        return left

    def _join(self, other: Other, rows: int) -> None:
        bound, self.joining = self.run.bound, other.name
        found = evidence.joined_classes(self.run.rows(forgotten.joined_classes(bound, other, bound.suppression)), other.name)
        if found.rows != rows:
            raise NotMeasuredError("the relation changed while it was scanned", instead="run the scan again when nothing writes it")
        self.joined[other.name], self.joining = found, None

    def _profiles(self, names: Sequence[str]) -> Iterator[ColumnProfile]:
        """Rows, distinct values and mean length of text of some columns, exactly."""
        for part in _parts(names):
            yield from evidence.column_profiles(self.run.rows(profiles(self.run.bound.published, part, exact=True)), part)

    def _warnings(self, others: Sequence[Other], about: Sequence[ColumnProfile]) -> Iterator[str]:
        columns, published_as = self.run.bound.published.source.columns, self.run.bound.as_published
        yield from (
            f"`{other.name}` is of role {other.role} and stands in what is published: leave it out" for other in others if other.is_identifier and published_as
        )
        yield from applicability.free_text(about, frozenset(column.name for column in columns if column.is_text))
        keys = [other.column.name for other in others if other.is_identifier and other.obstacle is None]
        yield from applicability.traces({profile.name: self._traced(profile) for profile in self._profiles(keys)})
        yield from applicability.points(columns)
        yield from applicability.coded(self._codes([profile.name for profile in about]))
        if len(about) >= applicability.MANY_COLUMNS:
            blank = {name: rows for part in _parts([profile.name for profile in about]) for name, rows in self._blank(part).items()}
            yield from applicability.sparse(blank, about[0].rows)

    def _traced(self, key: ColumnProfile) -> tuple[float, list[str]]:
        """The rows a value of a key, and the columns that make traces of them. Without an entity nobody says that they cannot be joined."""
        bound = self.run.bound
        linked = linkable(bound).linkable if bound.release.with_role("entity") else True
        rows = key.filled / key.distinct if key.distinct else 0.0
        return rows, trace_columns(bound, rows, linked)

    def _blank(self, names: Sequence[str]) -> dict[str, int]:
        return evidence.blank_rows(self.run.rows(forgotten.blank_rows(self.run.bound.published, names)), names)

    def _codes(self, others: Sequence[str]) -> dict[str, dict[int, int]]:
        """By column of numbers, quasi-identifiers too, the codes that may mean "not recorded" and their rows."""
        bound = self.run.bound
        known = [bound.published.resolve(name) for name in bound.release.with_role("quasi_identifier") if bound.release.publish.get(name) != DROPPED]
        found: dict[str, dict[int, int]] = {}
        for part in _parts(coded(bound, [*filter(None, known), *others])):
            found |= evidence.numeric_codes(self.run.rows(numeric_codes(bound, part)), part)
        return found

    def _column(self, other: Other, profile: ColumnProfile, now: int) -> ScannedColumn:
        joined = self.joined[other.name]
        return ScannedColumn(other.name, other.role, profile.distinct, joined.unique_rows, joined.unique_rows - now, joined.smallest)

    def _unmeasured(self, others: Sequence[Other]) -> Iterator[ScannedColumn]:
        for other in others:
            reason = other.obstacle or self.failed.get(other.name)
            if reason is not None:
                yield ScannedColumn(other.name, other.role, reason=reason)


def _parts(names: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(names), AT_ONCE):
        yield list(names[start : start + AT_ONCE])
