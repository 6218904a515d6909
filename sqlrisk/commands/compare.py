"""`sqlrisk compare`: what releases of the same people tell together."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.invocation import Project, Warehouse
from sqlrisk.options import HumanOrJson
from sqlrisk.terminal import one_of, print_text

EXAMPLE = "sqlrisk compare altas_2024 altas_2025 --format json"


def compare(
    project: Project,
    warehouse: Warehouse,
    releases: Annotated[list[str], typer.Argument(help="Releases of the declaration about the same people.", metavar="NAME NAME...")],
    format: HumanOrJson = "human",
) -> None:
    """What releases of the same people tell together, joined by their entity columns (composition). It judges nothing."""
    from sqlrisk import comparing

    one_of(format, ("human", "json"))
    text, code = comparing.compared(project.declared(), releases, warehouse.options(project.day), format, warehouse.tell())
    print_text(text)
    raise typer.Exit(code)
