"""`sqlrisk compile`: print the statements, without a connection."""

from __future__ import annotations

from typing import Annotated

import typer

from sqlrisk.errors import ConfigurationError
from sqlrisk.invocation import Chosen, Project, Warehouse
from sqlrisk.options import Unsafe
from sqlrisk.secrets import redact
from sqlrisk.terminal import one_of, print_text

EXAMPLE = "sqlrisk compile --select altas --dialect postgres"


def compile(
    project: Project,
    chosen: Chosen,
    dialect: Annotated[str, typer.Option(help="The dialect of the SQL.", metavar="NAME")] = "duckdb",
    publication: Annotated[bool, typer.Option("--publication", help="The SELECT of what is published.")] = False,
    protect: Annotated[bool, typer.Option("--protect", help="The SELECT of protected_by: small groups dissolved, blocks permuted.")] = False,
    format: Annotated[str, typer.Option("--format", help="human (SQL) or json (kernel, arguments, SQL).", metavar="FORMAT")] = "human",
    unsafe_debug: Unsafe = False,
) -> None:
    """Print the statements, without a connection."""
    from sqlrisk import compiling

    if publication and protect:
        raise ConfigurationError("--publication and --protect print two different things", instead="leave one of them out")
    as_json = one_of(format, ("human", "json")) == "json"
    options = Warehouse(unsafe_debug=unsafe_debug).options(project.day, chosen)
    text = compiling.compiled(project.declared(), options, dialect, publication=publication, as_json=as_json, protect=protect)
    print_text(text if as_json else redact(text))
