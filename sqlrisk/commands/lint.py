"""`sqlrisk lint`: check the declaration, without a connection."""

from __future__ import annotations

from sqlrisk.invocation import Project
from sqlrisk.plain import counted
from sqlrisk.terminal import tell

EXAMPLE = "sqlrisk lint --project-dir example_project"


def lint(project: Project) -> None:
    """Check the declaration, without a connection. Prints every problem with its file, line and key; exits 2 where there is one."""
    loaded = project.declared()
    for release in loaded.declaration.releases:
        if release.valid_until < project.day:
            tell(f"warning: {release.name}: the declaration expired on {release.valid_until}, so that a check exits with 1: decide anew")
    print(f"{loaded.source}: {counted(len(loaded.declaration.releases), 'release')}, no problem")
