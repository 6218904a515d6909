"""`sqlrisk lint`: check the declaration, without a connection."""

from __future__ import annotations

from sqlrisk.invocation import Project, lines_of
from sqlrisk.plain import counted
from sqlrisk.terminal import print_words, tell

EXAMPLE = "sqlrisk lint --project-dir example_project"


def lint(project: Project) -> None:
    """Check the declaration, without a connection. Prints every problem with its file, line and key; exits 2 where there is one."""
    from dataclasses import replace

    from sqlrisk.errors import DeclarationError

    loaded = project.declared_in_silence()
    for line in lines_of(replace(loaded, unread=())):
        tell(line)
    if loaded.unread:
        raise DeclarationError(loaded.unread)
    for release in loaded.declaration.releases:
        if release.valid_until < project.day:
            tell(f"warning: {release.name}: the declaration expired on {release.valid_until}, so that a check exits with 1: decide anew")
    print_words(f"{loaded.source}: {counted(len(loaded.declaration.releases), 'release')}, no problem")
