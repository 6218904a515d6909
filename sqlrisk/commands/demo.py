"""`sqlrisk demo`: the example from nothing."""

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
    """Write the example and check it. Exits as check does; report.md and results.json stand beside the example."""
    from sqlrisk import demonstration

    language = look.language()
    project = Project(demonstration.prepared(dir), today=today)
    warehouse = Warehouse(verbose=verbose, unsafe_debug=unsafe_debug)
    found = look.seen(warehouse.checked(project.declared(), warehouse.options(project.day)))
    write_outputs(found, [f"markdown={dir / 'report.md'}", f"json={dir / 'results.json'}"], language)
    print_report(found, "human", language, look.console(), quiet)
    tell(f"wrote {dir / 'report.md'} and {dir / 'results.json'}; the declaration is {dir / 'sqlrisk.yml'}")
    raise typer.Exit(found.exit_code)
