"""The corridor: from a declaration to a report, one release after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlrisk import __version__, history, permuting, remedies
from sqlrisk.binding import shown
from sqlrisk.declaration import Release
from sqlrisk.declared import relation_text
from sqlrisk.engines import Engine
from sqlrisk.errors import DeclarationError
from sqlrisk.finding import Finding
from sqlrisk.findings import columns, missing, mitigation, people, remarks
from sqlrisk.findings.limits import limit_findings
from sqlrisk.findings.looks import look, look_findings
from sqlrisk.hypotheses import hypotheses
from sqlrisk.loading import Loaded
from sqlrisk.measuring import Measured, measure
from sqlrisk.planning import PUBLISHED, Bound, Statement, null_matches, plan, profiles, row_counts
from sqlrisk.planning.classes import class_sizes
from sqlrisk.planning.differential import of_broken_blocks, of_differential
from sqlrisk.ratchet.excuses import ledger
from sqlrisk.report import FindingResult, ReleaseReport, Report, noted
from sqlrisk.running import Tell
from sqlrisk.running import silent as silent
from sqlrisk.sensor import looked
from sqlrisk.time_zones import comment
from sqlrisk.turns import FailOn as FailOn
from sqlrisk.turns import Options as Options
from sqlrisk.turns import in_turn as in_turn
from sqlrisk.turns import is_chosen
from sqlrisk.turns import open_engine as open_engine
from sqlrisk.turns import selected as selected
from sqlrisk.turns import worst_code as worst_code
from sqlrisk.verdict import judge, nothing_excused
from sqlrisk.wrong_releases import WrongRelease

TOOL = {"name": "sqlrisk", "version": __version__}
NEARLY_UNIQUE = "with the quasi-identifiers, only where there are nearly as many classes as rows"


def run(loaded: Loaded, options: Options, tell: Tell = silent) -> Report:
    """Check every selected release. Raises ConfigurationError where all are wrong, and NothingSelectedError.

    A release that is wrong, or cannot be measured, is in the report and does not stop the others.
    """
    if options.baseline is not None:
        options.baseline.refuse_unknown([*(release.name for release in loaded.declaration.releases), *(release.name for release in loaded.wrong)])
    releases = selected(loaded, options)
    wrong = [release for release in loaded.wrong if is_chosen(release.name, options)]
    if not releases:
        raise DeclarationError([problem for release in wrong for problem in release.problems])
    outcomes = in_turn(
        releases,
        loaded,
        options,
        lambda bound, engine: _measured(bound, engine, loaded, options, tell),
        lambda release, engine, error: _not_measured(release, engine, loaded, options, error),
    )
    outcomes += [(_refused(release, outcomes[0][0].dialect, loaded, options), DeclarationError.exit_code) for release in wrong]
    return Report(tuple(report for report, _ in outcomes), worst_code(outcomes), options.today, TOOL)


def _measured(bound: Bound, engine: Engine, loaded: Loaded, options: Options, tell: Tell) -> tuple[ReleaseReport, int]:
    release = bound.release
    measured = _measure(bound, engine, options, tell)
    held = ledger(options.baseline, release, measured.measurements, options.today) if options.baseline else None
    excused = held.excuses if held else nothing_excused
    findings, besides = _findings(bound, measured, options)
    judgement = judge(release, measured.measurements, findings, options.today, options.fail_on, excused)
    excuses = held.all(judgement.thresholds, judgement.findings) if held else None
    pasts = history.continued(_pasts(release, options), history.past_of(release, loaded.sha256, options.today))
    remedy = remedies.remedied(bound, measured, judgement, engine, options.today, tell)
    beside = [
        *(excuses.sentences if excuses else []),
        *_changes(release, pasts, options),
        *_rights(engine),
        *besides,
        *remedy.findings,
        *remarks.remarks(bound, measured),
    ]
    declared = hypotheses(release, [member.alias for member in bound.quasi_identifiers()], measured, mitigation.mitigation(bound, measured))
    declared |= {"baseline": excuses.values()} if excuses else {}
    declared |= {"look": look(bound, measured)} if options.improvised else {}
    declared |= {} if bound.is_permuted else {"class_sizes_sql": _counted_by(bound)}
    report = ReleaseReport(
        **_identification(release, engine, options),
        status="measured",
        rows_read=measured.counts.read,
        rows_filtered=measured.counts.filtered,
        rows_marked=measured.counts.marked,
        rows_suppressed=measured.rows_suppressed,
        rows=measured.rows,
        verdict="not_judged" if options.improvised else judgement.verdict,
        findings=tuple(dict.fromkeys([*judgement.findings, *noted(beside)])),
        hypotheses={**declared, "history": history.as_values(pasts), "declared_in": _declared_in(release, loaded, judgement.declared)},
        measures=(*measured.measurements, *remedy.measurements),
        class_sizes={**{rung: found.histogram() for rung, found in measured.class_sizes.items()}, **remedy.class_sizes},
        suppression={**({PUBLISHED: suppressed} if (suppressed := bound.suppression.values()) else {}), **remedy.suppression},
        thresholds=judgement.thresholds,
        reproduction=_reproduction(engine, loaded, options, measured.snapshot, measured.sql_sha256),
        privacy_differential=measured.differential,
    )
    return report, judgement.exit_code


def _measure(bound: Bound, engine: Engine, options: Options, tell: Tell) -> Measured:
    if options.improvised:
        return measure(bound, engine, tell, [], looked)
    return (permuting.measure if bound.is_permuted else measure)(bound, engine, tell, columns.profiled(bound))


def _findings(bound: Bound, measured: Measured, options: Options) -> tuple[list[Finding], list[Finding]]:
    """The findings that are judged, and those that are only shown."""
    if options.improvised:
        judged, shown = look_findings(bound, measured)
        return judged, [*shown, *missing.missing_findings(bound, measured.suspected)]
    named = {each.name for each in measured.sensed.identifiers}
    of_profiles = [each for each in columns.profile_findings(bound, measured.profiles) if each.column not in named]
    of_profiles += missing.missing_findings(bound, measured.suspected)
    judged = [*_expiry(bound.release, options), *columns.column_findings(bound), *remarks.protection_findings(bound.release, measured)]
    judged += [*people.people_findings(bound, measured), *limit_findings(bound, measured)]
    return [*judged, *of_profiles], []


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


def _refused(wrong: WrongRelease, dialect: str, loaded: Loaded, options: Options) -> ReleaseReport:
    """The report of a release whose declaration is wrong. Where even its last day cannot be read, that of today stands for it."""
    place = loaded.places.get(wrong.name)
    return ReleaseReport(
        name=wrong.name,
        relation=wrong.relation,
        dialect=dialect,
        expired=False,
        valid_until=wrong.valid_until or options.today,
        limits_of_method=mitigation.LIMITS_OF_METHOD,
        status="not_measured",
        verdict="not_measured",
        hypotheses={"declared_in": dict(place) if place else None},
        error="\n".join(str(problem) for problem in wrong.problems),
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
    """The statement that counts the classes of what is published, as people run it in the working directory."""
    readable, commands = shown(bound)
    return commands + comment(readable.published.dialect, bound.release.time_zone) + class_sizes(readable, PUBLISHED, readable.published).query.sql


def _pasts(release: Release, options: Options) -> tuple[history.Past, ...]:
    """The measurements of a release before this run."""
    kept = options.baseline.history if options.baseline is not None else {}
    return history.merged(kept, options.pasts).get(release.name, ())


def _changes(release: Release, pasts: Sequence[history.Past], options: Options) -> list[Finding]:
    changed = [Finding("changed-declaration", text) for text in history.changes(pasts, release.decided_on)]
    return [*changed, *([Finding("unreadable-history", history.UNREADABLE)] if options.unread else [])]


def _rights(engine: Engine) -> list[Finding]:
    """A warning where the role may do more than read."""
    return [
        Finding("powerful-role", f"the role of the connection may do more than read ({power}): a function of a view would run with those rights")
        for power in engine.powers()[:1]
    ]


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


def _reproduction(engine: Engine, loaded: Loaded, options: Options, snapshot: str, sql_sha256: str) -> dict[str, str]:
    return {
        "config_sha256": loaded.sha256,
        "sql_sha256": sql_sha256,
        "tool_commit": tool_commit(),
        "engine": engine.version,
        "time_zone": engine.time_zone,
        "limits": engine.bounds,
        "snapshot": snapshot,
        "seed": "none (deterministic)",
        "command": options.command,
        "fail_on": options.fail_on,
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
    names = columns.profiled(bound)
    found = [(profiles(bound.published, names), NEARLY_UNIQUE)] if names != columns.always_profiled(bound) else []
    found += [(profiles(bound.published, names, exact=True), "only the columns whose approximate count, measured first, leaves them in doubt")] if names else []
    found += [] if bound.is_permuted else [(null_matches(bound), "only where a quasi-identifier holds NULL")]
    found += [(statement, "only where the cells of its block differ") for statement in of_broken_blocks(bound)]
    return [*found, *remedies.conditional(bound)]
