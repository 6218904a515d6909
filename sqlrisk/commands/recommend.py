"""`sqlrisk recommend`: search the levels for what meets the limits at least cost."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.invocation import Chosen, Project, Warehouse
from sqlrisk.options import HumanOrJson
from sqlrisk.terminal import one_of, print_text, print_words

EXAMPLE = "sqlrisk recommend --select altas --max-suppressed 0.01"


def recommend(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    minimise: Annotated[str, typer.Option(help="entropy (lost), suppressed_rows, or the name of a utility query.", metavar="WHAT")] = "entropy",
    max_suppressed: Annotated[str | None, typer.Option(help="The share of the rows that suppression may take.", metavar="SHARE")] = None,
    format: HumanOrJson = "human",
) -> None:
    """Search the lattice of the declared levels for what meets the limits at the least cost. Exits with 0 where it is found, 1 where a limit binds."""
    from sqlrisk import recommendations, recommending

    one_of(format, ("human", "json"))
    options = warehouse.options(project.day, chosen)
    found = recommending.recommended(project.declared(), options, minimise, recommending.share(max_suppressed), warehouse.tell())
    if format == "json":
        print_text(recommendations.as_json(found, options.today))
    else:
        print_words(recommendations.as_text(found))
    raise typer.Exit(recommendations.exit_code(found))
