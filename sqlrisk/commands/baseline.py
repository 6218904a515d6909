"""`sqlrisk baseline`: record what is broken, so that only what is worse fails."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sqlrisk.errors import ConfigurationError
from sqlrisk.invocation import Chosen, Project, Warehouse, day_of
from sqlrisk.options import FailOn
from sqlrisk.readable import refuse_outside
from sqlrisk.terminal import print_words, read_results, tell

if TYPE_CHECKING:
    from sqlrisk.history import Pasts
    from sqlrisk.report import Report

EXAMPLE = 'sqlrisk baseline --reason "recoded in March" --until 2027-03-31'


def baseline(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    file: Annotated[Path | None, typer.Argument(help="The baseline; else sqlrisk_baseline.yml of the project.", metavar="[FILE]")] = None,
    reason: Annotated[str | None, typer.Option(help="Why what is new or worse is excused.", metavar="TEXT")] = None,
    until: Annotated[str | None, typer.Option(help="Until when it is excused, as 2027-03-31.", metavar="DATE")] = None,
    source: Annotated[Path | None, typer.Option("--from", help="Results of an earlier run, in JSON; else a fresh run.", metavar="FILE")] = None,
    fail_on: Annotated[FailOn, typer.Option(help="warn: record broken limits of severity warn too.")] = FailOn.error,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change; write nothing.")] = False,
) -> None:
    """Measure, and record what is broken, so that `check --baseline` fails only what is worse.

    What got better is tightened, what holds is dropped; what is new or worse needs --reason and --until (else 2). 3: not measured.
    """
    from sqlrisk import reports
    from sqlrisk.ratchet import entries
    from sqlrisk.ratchet.updating import Decided, Updating

    path = file or project.project_dir / entries.DEFAULT
    refuse_outside(path, str(path), project.allowed(*([file.parent] if file else [])))
    before = entries.opened(path)
    decided = Decided(reason, day_of(until, "--until") if until is not None else None)
    report, declared = _measured(project, chosen, warehouse, source, before.history)
    updating = Updating(before, report, decided, project.day, declared, fail_on is FailOn.warn)
    changes = updating.changes()
    updating.refuse(changes)
    after = updating.updated(changes)
    if not dry_run and (after != before or not path.exists()):
        reports.write(entries.written(after), path)
    for change in changes:
        tell(change.text)
    counted = ", ".join(f"{count} {kind}" for kind, count in Counter(change.kind for change in changes).items()) or "nothing fails"
    print_words(f"{path}: {counted}{'; nothing is written (--dry-run)' if dry_run else ''}")


def _measured(project: Project, chosen: Chosen, warehouse: Warehouse, source: Path | None, pasts: Pasts) -> tuple[Report, list[str] | None]:
    """What is recorded, of a fresh run or of results, and the releases that are declared; None where no declaration was read."""
    if source is None:
        loaded = project.declared()
        report = warehouse.checked(loaded, replace(warehouse.options(project.day, chosen, fail_on="never"), pasts=pasts))
        return report, [release.name for release in loaded.declaration.releases]
    if chosen.select or chosen.exclude:
        raise ConfigurationError("--from takes the results whole", instead="leave --select and --exclude out, or leave --from out")
    return read_results(source), None
