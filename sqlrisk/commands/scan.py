"""`sqlrisk scan`: look for forgotten columns: who would be alone, were one known."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.invocation import Chosen, Project, Warehouse, language_of
from sqlrisk.options import Lang, NoColor, Output, Qi, SensitiveColumns
from sqlrisk.terminal import check_formats, console_look, print_text, tell, write_each

EXAMPLE = "sqlrisk scan data.parquet --qi edad,sexo"


def scan(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    relation: Annotated[str | None, typer.Argument(help="Without a declaration: a CSV or parquet file.", metavar="[FILE]")] = None,
    qi: Qi = None,
    sensitive: SensitiveColumns = None,
    format: Annotated[str, typer.Option("--format", help="human, json or markdown.", metavar="FORMAT")] = "human",
    output: Output = None,
    lang: Lang = "en",
    no_color: NoColor = False,
) -> None:
    """What each column that is no quasi-identifier would tell if it were known too. It judges nothing; 3 where something was not measured."""
    from sqlrisk.declared import FileRelation
    from sqlrisk.proposals.files import refuse_headless
    from sqlrisk.scanning import formats, running

    check_formats(format, output, formats)
    language = language_of(lang)
    loaded = project.declared_or_unjudged(relation, qi, sensitive)
    if relation is not None:
        for release in loaded.declaration.releases:
            if isinstance(release.relation, FileRelation):
                refuse_headless(project.project_dir, release.relation)
    found = running.scanned(loaded, warehouse.options(project.day, chosen), warehouse.tell())
    color, width = console_look(no_color)
    print_text(formats.render(found, format, language, color=color, width=width), format)
    write_each(output, lambda name: formats.render(found, name, language))
    for each in found.releases:
        if each.error:
            tell(language.say("{release}: not measured: {error}", release=each.name, error=language.sentence(each.error)))
    raise typer.Exit(found.exit_code)
