"""`sqlrisk mondrian`: local recoding by median cuts, beside the ladder's rungs."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.invocation import Chosen, Project, Warehouse
from sqlrisk.options import HumanOrJson
from sqlrisk.terminal import one_of, print_text, print_words, tell

EXAMPLE = "sqlrisk mondrian --select altas --k 5 --show-cut-points > model.sql"


def mondrian(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    k: Annotated[int | None, typer.Option("--k", help="Rows of the smallest region; else the release's limit on k.", metavar="K")] = None,
    show_cut_points: Annotated[bool, typer.Option("--show-cut-points", help="Print the model, a SELECT: its cut points are values of the data.")] = False,
    format: HumanOrJson = "human",
) -> None:
    """Local recoding by median cuts (Mondrian): what regions of k rows leave, beside the ladder's rungs. It judges nothing and suppresses nothing."""
    from sqlrisk.mondrian import command

    one_of(format, ("human", "json"))
    options = warehouse.options(project.day, chosen)
    text, failed = command.recoded(project.declared(), options, k, format, warehouse.tell(), show_cut_points=show_cut_points)
    if text:
        (print_text if format == "json" else print_words)(text)
    for each in failed:
        tell(f"{each.release.name}: not measured: {each.error}")
    if show_cut_points and not failed:
        tell(f"warning: {command.WARNING}")
    raise typer.Exit(command.NOT_MEASURED if failed else 0)
