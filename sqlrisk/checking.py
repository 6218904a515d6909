"""The corridor: from a declaration to a report, one release after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlrisk import __version__, history, permuting
from sqlrisk.binding import bound_release, refuse_permuted, shown
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.declaration import Release, Threshold
from sqlrisk.declared import FileRelation, relation_text
from sqlrisk.engines import Engine, connect
from sqlrisk.errors import ConfigurationError, NothingSelectedError, NotMeasuredError, SqlriskError, did_you_mean
from sqlrisk.finding import Finding
from sqlrisk.findings import columns, mitigation, remarks
from sqlrisk.history import Pasts
from sqlrisk.hypotheses import hypotheses
from sqlrisk.loading import Loaded
from sqlrisk.measuring import Measured, after_suppression, measure, suppressed_rung
from sqlrisk.planning import PUBLISHED, Bound, Statement, disclosures, null_matches, of_hierarchies, of_whole_release, plan, profiles, row_counts
from sqlrisk.planning.classes import class_sizes
from sqlrisk.planning.differential import of_broken_blocks, of_differential
from sqlrisk.profiles import WRITE_PROFILES, Target, find, load_target
from sqlrisk.ratchet.entries import Baseline
from sqlrisk.ratchet.excuses import ledger
from sqlrisk.report import FindingResult, Measurement, ReleaseReport, Report, noted
from sqlrisk.running import Tell
from sqlrisk.running import silent as silent
from sqlrisk.verdict import Judgement, judge, nothing_excused

T = TypeVar("T")
FailOn = Literal["error", "warn", "never"]
TOOL = {"name": "sqlrisk", "version": __version__}
NEARLY_UNIQUE = "with the quasi-identifiers, only where there are nearly as many classes as rows"
WORST_FIRST = (130, 2, 3, 1, 5, 0)


@dataclass(frozen=True)
class Options:
    """How a check is run. `today` dates it; `frames` are pandas DataFrames that stand for relations; `improvised`: there is no declaration file.

    `pasts` are the measurements of before, those that the baseline keeps apart; `unread`: there were some that could not be read.
    """

    today: date
    select: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: FailOn = "error"
    profiles_dir: Path | None = None
    profile: str | None = None
    target: str | None = None
    frames: Mapping[str, Any] | None = None
    improvised: bool = False
    unsafe_debug: bool = False
    command: str = "sqlrisk check"
    baseline: Baseline | None = None
    pasts: Pasts = field(default_factory=dict)
    unread: bool = False


def run(loaded: Loaded, options: Options, tell: Tell = silent) -> Report:
    """Check every selected release. Raises ConfigurationError and NothingSelectedError; a release that cannot be measured is in the report."""
    if options.baseline is not None:
        options.baseline.refuse_unknown(release.name for release in loaded.declaration.releases)
    outcomes = in_turn(
        selected(loaded, options),
        loaded,
        options,
        lambda bound, engine: _measured(bound, engine, loaded, options, tell),
        lambda release, engine, error: _not_measured(release, engine, loaded, options, error),
    )
    return Report(tuple(report for report, _ in outcomes), worst_code(outcomes), options.today, TOOL)


def in_turn(
    releases: Sequence[Release],
    loaded: Loaded,
    options: Options,
    of: Callable[[Bound, Engine], tuple[T, int]],
    failed: Callable[[Release, Engine, str], T],
) -> list[tuple[T, int]]:
    """What `of` finds of each release, one after another, with its exit code. All relations are resolved first.

    A release that cannot be measured does not stop the others: `failed` says what it leaves. Raises ConfigurationError.
    """
    engine = open_engine(loaded, releases, options)
    try:
        bound = [_resolved(release, engine, loaded.declaration.composed(release)) for release in releases]
        return [_found(release, each, engine, options, of, failed) for release, each in zip(releases, bound, strict=True)]
    finally:
        engine.close()


def worst_code(outcomes: Iterable[tuple[object, int]]) -> int:
    """The exit code that wins."""
    codes = {code for _, code in outcomes}
    return next(code for code in WORST_FIRST if code in codes)


def selected(loaded: Loaded, options: Options) -> list[Release]:
    """The releases that --select and --exclude leave. Raises NothingSelectedError with the nearest names."""
    names = [release.name for release in loaded.declaration.releases]
    unknown = [name for name in (*options.select, *options.exclude) if name not in names]
    if unknown:
        raise NothingSelectedError(f"no release is called `{unknown[0]}`", where=loaded.source, instead=did_you_mean(unknown[0], names))
    found = [
        release for release in loaded.declaration.releases if (not options.select or release.name in options.select) and release.name not in options.exclude
    ]
    if not found:
        raise NothingSelectedError("the selection leaves no release", where=loaded.source, instead="releases: " + ", ".join(names))
    return found


def open_engine(loaded: Loaded, releases: Sequence[Release], options: Options) -> Engine:
    """The engine of the profile, or DuckDB in memory where every relation is a file."""
    read = [each for release in releases for each in (release, *loaded.declaration.composed(release))]
    relations = [relation for release in read for relation in release.relations()]
    frames = options.frames or {}
    in_memory = all(isinstance(relation, FileRelation) or is_csv(relation) or is_parquet(relation) or relation in frames for relation in relations)
    profile = options.profile or loaded.declaration.profile
    target: Target | None = None
    if profile is not None or options.target is not None or not in_memory:
        file = find(options.profiles_dir, loaded.folder)
        if file is None:
            raise ConfigurationError("there is no profiles.yml", where=str(loaded.folder), instead=WRITE_PROFILES)
        target = load_target(file, profile, options.target)
    return connect(target, loaded.folder, relations, frames, unsafe_debug=options.unsafe_debug)


def _resolved(release: Release, engine: Engine, composed: Sequence[Release]) -> Bound | NotMeasuredError:
    try:
        if release.composes_with:
            refuse_permuted((release, *composed))
        return bound_release(release, engine, composed)
    except NotMeasuredError as error:
        return error


def _found(
    release: Release,
    bound: Bound | NotMeasuredError,
    engine: Engine,
    options: Options,
    of: Callable[[Bound, Engine], tuple[T, int]],
    failed: Callable[[Release, Engine, str], T],
) -> tuple[T, int]:
    try:
        if isinstance(bound, NotMeasuredError):
            raise bound
        return of(bound, engine)
    except ConfigurationError:
        raise
    except SqlriskError as error:
        return failed(release, engine, str(error)), error.exit_code
    except Exception as error:
        if options.unsafe_debug:
            raise
        text = f"an internal error ({type(error).__name__}): please report it; --unsafe-debug shows where, and can show values"
        return failed(release, engine, text), 3


def _measured(bound: Bound, engine: Engine, loaded: Loaded, options: Options, tell: Tell) -> tuple[ReleaseReport, int]:
    release = bound.release
    measured = (permuting.measure if bound.is_permuted else measure)(bound, engine, tell, columns.profiled(bound))
    held = ledger(options.baseline, release, measured.measurements, options.today) if options.baseline else None
    excused = held.excuses if held else nothing_excused
    findings, besides = _findings(bound, measured, options)
    judgement = judge(release, measured.measurements, findings, options.today, options.fail_on, excused)
    excuses = held.all(judgement.thresholds, judgement.findings) if held else None
    pasts = history.continued(_pasts(release, options), history.past_of(release, loaded.sha256, options.today))
    extra, remedy, sizes = _remedy(bound, measured, judgement, engine, options, tell)
    beside = [*(excuses.sentences if excuses else []), *_changes(release, pasts, options), *besides, *remedy, *remarks.remarks(bound, measured)]
    declared = hypotheses(release, [member.alias for member in bound.quasi_identifiers()], measured, mitigation.mitigation(bound, measured))
    declared |= {"baseline": excuses.values()} if excuses else {}
    declared |= {} if bound.is_permuted else {"class_sizes_sql": _counted_by(bound)}
    report = ReleaseReport(
        **_identification(release, engine, options),
        status="measured",
        rows_read=measured.counts.read,
        rows_filtered=measured.counts.filtered,
        rows_marked=measured.counts.marked,
        rows_suppressed=measured.rows_suppressed,
        rows=measured.rows,
        verdict=judgement.verdict,
        findings=tuple(dict.fromkeys([*judgement.findings, *noted(beside)])),
        hypotheses={**declared, "history": history.as_values(pasts), "declared_in": _declared_in(release, loaded, judgement.declared)},
        measures=(*measured.measurements, *extra),
        class_sizes={**{rung: found.histogram() for rung, found in measured.class_sizes.items()}, **sizes},
        thresholds=judgement.thresholds,
        reproduction=_reproduction(engine, loaded, options, measured.snapshot, measured.sql_sha256),
        privacy_differential=measured.differential,
    )
    return report, judgement.exit_code


def _findings(bound: Bound, measured: Measured, options: Options) -> tuple[list[Finding], list[Finding]]:
    """The findings that are judged, and those that are only shown: what the profiles of an improvised release's columns say."""
    of_profiles = columns.profile_findings(bound, measured.profiles)
    judged = [*_expiry(bound.release, options), *columns.column_findings(bound), *remarks.protection_findings(bound.release, measured)]
    return (judged, of_profiles) if options.improvised else ([*judged, *of_profiles], [])


def _not_measured(release: Release, engine: Engine, loaded: Loaded, options: Options, error: str) -> ReleaseReport:
    return ReleaseReport(
        **_identification(release, engine, options),
        status="not_measured",
        verdict="not_measured",
        findings=tuple(FindingResult(each.id, "error", "fails", each.text) for each in _expiry(release, options)),
        hypotheses={
            **hypotheses(release, release.with_role("quasi_identifier"), None, None),
            "history": history.as_values(_pasts(release, options)),
            "declared_in": _declared_in(release, loaded, ()),
        },
        error=error,
        reproduction=_reproduction(engine, loaded, options, "none", ""),
    )


def _declared_in(release: Release, loaded: Loaded, declared: Iterable[int]) -> dict[str, Any] | None:
    """Where the release is declared, with the line of each result's threshold (`declared`: its place among them).

    There are no lines for a dbt manifest, and no place where the declaration is no file.
    """
    place = loaded.places.get(release.name)
    lines = place.get("thresholds", ()) if place else ()
    known = {"results": [lines[each] for each in declared]} if lines else {}
    return {**place, **known} if place else None


def _counted_by(bound: Bound) -> str:
    """The statement that counts the classes of what is published, as people run it in the project directory."""
    readable, commands = shown(bound)
    return commands + class_sizes(readable, PUBLISHED, readable.published).query.sql


def _pasts(release: Release, options: Options) -> tuple[history.Past, ...]:
    """The measurements of a release before this run."""
    kept = options.baseline.history if options.baseline is not None else {}
    return history.merged(kept, options.pasts).get(release.name, ())


def _changes(release: Release, pasts: Sequence[history.Past], options: Options) -> list[Finding]:
    changed = [Finding("changed-declaration", text) for text in history.changes(pasts, release.decided_on)]
    return [*changed, *([Finding("unreadable-history", history.UNREADABLE)] if options.unread else [])]


def _identification(release: Release, engine: Engine, options: Options) -> dict[str, Any]:
    return {
        "name": release.name,
        "relation": relation_text(release.published_as or release.relation),
        "dialect": engine.dialect,
        "expired": release.valid_until < options.today,
        "valid_until": release.valid_until,
        "limits_of_method": mitigation.LIMITS_OF_METHOD,
    }


def _expiry(release: Release, options: Options) -> list[Finding]:
    return columns.expiry(release, options.today)


def _remedy(
    bound: Bound, measured: Measured, judgement: Judgement, engine: Engine, options: Options, tell: Tell
) -> tuple[list[Measurement], list[Finding], dict[str, dict[int, int]]]:
    """The measures after a suppression that would be needed, where a limit is broken and suppression is not declared already."""
    limit = bound.release.k_limit()
    sizes = measured.class_sizes[PUBLISHED]
    broken = [result for result in judgement.thresholds if not result.passed]
    if not broken or bound.as_published or bound.is_permuted or limit <= bound.min_class_size or not sizes.rows_below(limit):
        return [], [], {}
    if not sizes.at_least(limit).rows:
        return [], [Finding("suppression-remedy", f"suppressing the classes below {limit} would take every row")], {}
    after = after_suppression(bound, engine, tell, measured, limit)
    as_published = [Measurement(**{**vars(m), "rung": PUBLISHED}) for m in after]
    ungrouped = bound.release.model_copy(update={"thresholds": _ungrouped(bound.release.thresholds)})
    passes = judge(ungrouped, as_published, (), options.today, "error").verdict == "publishable"
    text = mitigation.remedy(measured, after, limit, passes, {(result.measure, result.column) for result in judgement.thresholds})
    return after, [Finding("suppression-remedy", text)], {suppressed_rung(limit): sizes.at_least(limit).histogram()}


def _ungrouped(thresholds: Iterable[Threshold]) -> tuple[Threshold, ...]:
    return tuple(threshold for threshold in thresholds if threshold.group is None)


def _reproduction(engine: Engine, loaded: Loaded, options: Options, snapshot: str, sql_sha256: str) -> dict[str, str]:
    return {
        "config_sha256": loaded.sha256,
        "sql_sha256": sql_sha256,
        "tool_commit": tool_commit(),
        "engine": engine.version,
        "snapshot": snapshot,
        "seed": "none (deterministic)",
        "command": options.command,
    }


def tool_commit() -> str:
    """The commit of the checkout that runs, or that it is an installed package."""
    git = Path(__file__).parent.parent / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        return (git / head.removeprefix("ref: ")).read_text().strip()
    except OSError:
        return f"installed package {__version__}"


def dry_run_statements(bound: Bound) -> list[Statement]:
    """Every statement that a check of a release would send, the profile of its columns included."""
    statements = plan(bound)
    names = columns.always_profiled(bound)
    return [*statements, *([profiles(bound.published, names)] if names else []), *of_differential(bound), row_counts(bound.published)]


def conditional(bound: Bound) -> list[tuple[Statement, str]]:
    """The statements that run only where something is found, and when: exact distinct counts, what missing values match, and the measures after suppression."""
    names, limit = columns.profiled(bound), bound.release.k_limit()
    found = [(profiles(bound.published, names), NEARLY_UNIQUE)] if names != columns.always_profiled(bound) else []
    found += [(profiles(bound.published, names, exact=True), "only the columns whose approximate count, measured first, leaves them in doubt")] if names else []
    found += [] if bound.is_permuted else [(null_matches(bound), "only where a quasi-identifier holds NULL")]
    found += [(statement, "only where the cells of its block differ") for statement in of_broken_blocks(bound)]
    if not bound.as_published and not bound.is_permuted and limit > bound.min_class_size:
        remeasured = (*of_hierarchies(bound), *disclosures(bound, PUBLISHED, limit), *of_whole_release(bound, limit))
        found += [(statement, "only if a limit is broken") for statement in remeasured]
    return found
