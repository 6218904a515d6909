"""`sqlrisk check`: measure, judge, print, exit: the gate."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from sqlrisk.invocation import Asked, Before, Chosen, Look, Project, Warehouse
from sqlrisk.options import FailOn, Format, Output, Quiet
from sqlrisk.terminal import check_formats, files_of, one_of, print_report, print_words, tell, write_outputs

if TYPE_CHECKING:
    from sqlrisk.checking import Options
    from sqlrisk.loading import Loaded

EXAMPLE = "sqlrisk check --select altas --format json > results.json"


def check(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    look: Look,
    before: Before,
    asked: Asked,
    relation: Annotated[str | None, typer.Argument(help="A CSV or parquet file without a declaration: a look, no gate.", metavar="[FILE]")] = None,
    format: Format = "human",
    output: Output = None,
    fail_on: Annotated[FailOn, typer.Option(help="Which broken limits exit with 1.")] = FailOn.error,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would run: queries and scans; measure nothing.")] = False,
    quiet: Quiet = False,
) -> None:
    """Measure, judge, print, exit: the gate.

    It exits with 0 within limits (or no worse than --baseline), 1 broken or expired, 2 wrong declaration, 3 not measured, 5 nothing selected.
    """
    check_formats(format, output)
    language = look.language()
    loaded, improvised = project.declared_or_improvised(relation, asked)
    options = warehouse.options(project.day, chosen, fail_on=fail_on.value, improvised=improvised)
    options = before.known_to(options, files_of("json", output), project)
    if dry_run:
        _tell_what_would_run(loaded.whole(), options, format)
        return
    measured = warehouse.checked(loaded, options)
    report = look.seen(measured)
    print_report(report, format, language, look.console(), quiet)
    write_outputs(report, output, language)
    if improvised and not quiet and measured.exit_code == 1:
        tell(f"next: `sqlrisk init {shlex.quote(str(relation))}` proposes a declaration, where each column has a role of its own")
    raise typer.Exit(measured.exit_code)


def _tell_what_would_run(loaded: Loaded, options: Options, format: str) -> None:
    from sqlrisk import compiling

    one_of(format, ("human",))
    print_words(compiling.dry_run(loaded, options))
