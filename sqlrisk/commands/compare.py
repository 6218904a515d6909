"""`sqlrisk compare`: what releases tell together, or what moved between two results."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlrisk.errors import ConfigurationError
from sqlrisk.invocation import Look, Project, Warehouse
from sqlrisk.options import Format
from sqlrisk.terminal import one_of, print_text, print_words, read_results, tell

EXAMPLE = "sqlrisk compare old.json new.json --fail-on worse --tolerance 0.05"
NOTHING_COMPARED = 5


class Worse(StrEnum):
    """Whether what got worse between two results makes the exit code 1."""

    never = "never"
    worse = "worse"


def compare(
    project: Project,
    warehouse: Warehouse,
    look: Look,
    releases: Annotated[
        list[str], typer.Argument(help="Releases of the declaration about the same people; or two results files, the older first.", metavar="A B...")
    ],
    format: Format = "human",
    fail_on: Annotated[
        Worse, typer.Option(help="Of two results files: worse exits with 1 where a verdict, a limit or a judged measure got worse.")
    ] = Worse.never,
    tolerance: Annotated[str | None, typer.Option(help="By what share of its value a judged measure may get worse.", metavar="SHARE")] = None,
) -> None:
    """What releases of the same people tell together, joined by their entity columns (composition); or what moved between two results files (drift).

    It judges nothing, but with --fail-on worse (1). Exits with 3 where something has no value, 5 where two results have no release in common.
    """
    files = _files(releases)
    if files:
        raise typer.Exit(_drift(files, look, format, fail_on, tolerance))
    from sqlrisk import comparing

    one_of(format, ("human", "json"))
    if fail_on is Worse.worse or tolerance is not None:
        raise ConfigurationError("--fail-on and --tolerance compare two results files", instead=EXAMPLE)
    if look.audience != "internal":
        raise ConfigurationError("what releases tell together is shown whole, or not at all", instead="leave --audience out")
    text, code = comparing.compared(project.declared(), releases, warehouse.options(project.day), format, warehouse.tell())
    (print_text if format == "json" else print_words)(text)
    raise typer.Exit(code)


def _files(named: list[str]) -> list[Path]:
    """The results files that are compared; none where releases are. Raises ConfigurationError for one of each, or for a file that is not there."""
    files = [Path(each) for each in named if each.endswith(".json") or Path(each).is_file()]
    missing = [file for file in files if not file.is_file()]
    if missing:
        raise ConfigurationError("there is no such results file", where=str(missing[0]), instead="write it with sqlrisk check --output json=results.json")
    if files and (len(files) != len(named) or len(files) != 2):
        raise ConfigurationError("compare takes two results files, or two or more releases of the declaration", instead=EXAMPLE)
    return files


def _drift(files: list[Path], look: Look, format: str, fail_on: Worse, tolerance: str | None) -> int:
    """Print what moved between two results, and say the exit code."""
    from sqlrisk.drift import failing, formats, moved

    one_of(format, formats.names())
    share, language = failing.tolerance(tolerance), look.language()
    reports = [read_results(file, measures_only=True) for file in files]
    found, shown = moved.drift(*reports), moved.drift(*map(look.seen, reports))
    color, width = look.console()
    print_text(formats.render(shown, format, language, color=color, width=width), format)
    if not found.releases:
        tell("error: the two results have no release in common")
        return NOTHING_COMPARED
    if fail_on is Worse.never:
        return 0
    for release in shown.releases:
        for failure in dict.fromkeys(failing.failures(release, share)):
            tell(f"worse: {release.name}: {failure}")
    return failing.exit_code(found, share)
