"""`sqlrisk demo`: write the example and check it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sqlrisk.invocation import Look, Project, Warehouse
from sqlrisk.options import Quiet, Today, Unsafe, Verbose
from sqlrisk.terminal import print_report, tell, write_outputs

EXAMPLE = "sqlrisk demo --dir /tmp/sqlrisk_demo"


def demo(
    look: Look,
    dir: Annotated[Path, typer.Option(help="Where the example is written.", metavar="DIR")] = Path("sqlrisk_demo"),
    today: Today = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """Write the example and check it. Exits as check does; report.html, report.md and results.json stand beside the example."""
    from sqlrisk import demonstration, reports

    language = look.language()
    project = Project(demonstration.prepared(dir), today=today)
    warehouse = Warehouse(verbose=verbose, unsafe_debug=unsafe_debug)
    measured = warehouse.checked(project.declared(), warehouse.options(project.day))
    found = look.seen(measured)
    files = {"html": dir / "report.html", "markdown": dir / "report.md", "json": dir / "results.json"}
    if lacking := reports.lacking("html"):
        tell(f"{files.pop('html')} is not written: {lacking}")
    write_outputs(found, [f"{format}={file}" for format, file in files.items()], language)
    print_report(found, "human", language, look.console(), quiet)
    tell(f"wrote {', '.join(map(str, files.values()))}; the declaration is {dir / 'sqlrisk.yml'}")
    raise typer.Exit(measured.exit_code)
