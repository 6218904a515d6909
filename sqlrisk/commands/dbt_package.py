"""`sqlrisk dbt-package`: print the dbt package's path, or copy it into a project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sqlrisk.terminal import tell

EXAMPLE = "sqlrisk dbt-package --vendor dbt_packages/sqlrisk"


def dbt_package(vendor: Annotated[Path | None, typer.Option(help="Copy the dbt package there.", metavar="DIR")] = None) -> None:
    """Print the dbt package's path, or copy it into a project."""
    from sqlrisk import debugging

    if vendor is None:
        print(debugging.package_path())
    else:
        debugging.vendored(vendor)
        tell(f"copied the dbt package to {vendor}")
