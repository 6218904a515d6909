"""`sqlrisk report`: write the report, of a fresh run or of results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sqlrisk.errors import ConfigurationError
from sqlrisk.invocation import Before, Chosen, Look, Project, Warehouse
from sqlrisk.options import FORMATS, Out
from sqlrisk.terminal import check_formats, print_report, read_results, write_outputs

if TYPE_CHECKING:
    from sqlrisk.report import Report

EXAMPLE = "sqlrisk report --from results.json --format html --out report.html"


def _judged_again(source: Path) -> Report:
    """The report of a results file whose verdicts follow from its measures and limits. Raises ConfigurationError for another one."""
    from sqlrisk.rejudging import contradictions

    found = read_results(source)
    for what in contradictions(found):
        raise ConfigurationError(f"the results contradict themselves: {what}", where=str(source), instead="measure again with sqlrisk check")
    return found


def report(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    look: Look,
    source: Annotated[Path | None, typer.Option("--from", help="Results of an earlier run, in JSON; else a fresh run.", metavar="FILE")] = None,
    format: Annotated[str, typer.Option("--format", help=FORMATS, metavar="FORMAT")] = "markdown",
    out: Out = None,
) -> None:
    """Write the report. Exits as the check does that it tells of."""
    check_formats(format, None)
    language = look.language()
    if source is not None:
        if chosen.select or chosen.exclude:
            raise ConfigurationError("--from takes the results whole", instead="leave --select and --exclude out, or leave --from out")
        found = _judged_again(source)
    else:
        replaced = [out] if out is not None and format == "json" else []
        found = warehouse.checked(project.declared(), Before().known_to(warehouse.options(project.day, chosen), replaced, project))
    seen = look.seen(found)
    if out is not None:
        write_outputs(seen, [f"{format}={out}"], language)
    else:
        print_report(seen, format, language, look.console())
    raise typer.Exit(found.exit_code)
