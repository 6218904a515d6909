"""`sqlrisk ladder`: what each rung of the ladder keeps, and what it gives away."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.invocation import Chosen, Project, Warehouse, language_of
from sqlrisk.options import Lang, NoColor, Out, Output
from sqlrisk.terminal import check_formats, console_look, print_text, tell, write_each

EXAMPLE = "sqlrisk ladder --select altas --k 3 --k 10 --output svg=ladder.svg"


def ladder(
    project: Project,
    chosen: Chosen,
    warehouse: Warehouse,
    k: Annotated[list[int] | None, typer.Option("--k", min=1, help="Also the suppression that reaches this k (repeatable).", metavar="K")] = None,
    format: Annotated[str, typer.Option("--format", help="human, json, markdown or svg.", metavar="FORMAT")] = "human",
    out: Out = None,
    output: Output = None,
    lang: Lang = "en",
    no_color: NoColor = False,
) -> None:
    """What each rung keeps and gives away, what suppression takes of it, frontier and elbow. It judges nothing; 3 where something was not measured."""
    from sqlrisk.ladders import formats, running

    outputs = [*(output or []), *([f"{format}={out}"] if out else [])]
    check_formats(format, outputs, formats)
    language = language_of(lang)
    found = running.measured_ladders(project.declared(), warehouse.options(project.day, chosen), k or (), warehouse.tell())
    if out is None:
        color, width = console_look(no_color)
        print_text(formats.render(found, format, language, color=color, width=width), format)
    write_each(outputs, lambda name: formats.render(found, name, language))
    for each in found.releases:
        if each.error:
            tell(language.say("{release}: not measured: {error}", release=each.name, error=language.sentence(each.error)))
    raise typer.Exit(found.exit_code)
