"""`sqlrisk init`: propose a role for each column of a table or file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sqlrisk.invocation import Warehouse, day_of
from sqlrisk.options import AllowPath, ProjectDir, Today
from sqlrisk.terminal import one_of, print_text, tell

EXAMPLE = "sqlrisk init data/altas.csv"


def init(
    warehouse: Warehouse,
    relation: Annotated[str | None, typer.Argument(help="A table of the profile, or a CSV or parquet file of the project.", metavar="[RELATION]")] = None,
    project_dir: ProjectDir = Path(),
    format: Annotated[str, typer.Option("--format", help="sqlrisk, or dbt: a models: block of a schema.yml, printed.", metavar="FORMAT")] = "sqlrisk",
    out: Annotated[Path | None, typer.Option(help="The file to write, else sqlrisk.yml of the project; - prints it.", metavar="FILE")] = None,
    today: Today = None,
    allow_path: AllowPath = None,
) -> None:
    """Propose a role for each column, from its name, its type and counts; why stands beside each. It proposes no limit and overwrites nothing."""
    from sqlrisk.proposals import document, looking, seen, told

    one_of(format, ("sqlrisk", "dbt"))
    where = looking.Where(project_dir, warehouse.profiles_dir, warehouse.profile, warehouse.target, warehouse.unsafe_debug, tuple(allow_path or ()))
    if relation is None:
        raise seen.unnamed(where)
    printed = str(out) == "-" or (out is None and format == "dbt")
    file = None if printed else told.free(out or project_dir / "sqlrisk.yml")
    draft = looking.draft(relation, where, day_of(today), warehouse.tell())
    text = document.declaration(draft) if format == "sqlrisk" else document.dbt_model(draft)
    if file is None:
        print_text(text)
    else:
        told.write(text, file)
    tell(told.summary(draft.found, file))
