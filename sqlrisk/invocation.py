"""What the commands make of their options: the day, the declaration, how a run is made, and who is told of it."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlrisk.errors import ConfigurationError
from sqlrisk.terminal import tell

if TYPE_CHECKING:
    from sqlrisk.checking import Options
    from sqlrisk.loading import Loaded
    from sqlrisk.report import Report
    from sqlrisk.running import Tell


def day_of(today: str | None) -> date:
    """--today as a day; today without it. Raises ConfigurationError."""
    if today is None:
        return date.today()
    try:
        return date.fromisoformat(today)
    except ValueError:
        raise ConfigurationError(f"--today {today} is not a day", instead="write it as 2026-11-30") from None


def declared(project_dir: Path, config: Path | None, manifest: Path | None, today: date) -> Loaded:
    """The declaration that a command reads. Raises ConfigurationError."""
    from sqlrisk import sources

    return sources.declared(project_dir, config, manifest, today)


def declared_or_improvised(
    relation: str | None, qi: str | None, sensitive: str | None, k: int | None, project_dir: Path, config: Path | None, manifest: Path | None, today: date
) -> tuple[Loaded, bool]:
    """The declaration, and whether it was made up from the command line. Raises ConfigurationError."""
    from sqlrisk import sources

    if relation is not None:
        return sources.improvised(relation, _names(qi), _names(sensitive), k, project_dir, today), True
    if qi or sensitive or k is not None:
        raise ConfigurationError("--qi, --sensitive and --k need a file", instead="sqlrisk check data.parquet --qi edad,sexo --sensitive diagnostico --k 5")
    return declared(project_dir, config, manifest, today), False


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()] if text else []


def options_of(
    today: date,
    select: list[str] | None,
    exclude: list[str] | None,
    profiles_dir: Path | None,
    profile: str | None,
    target: str | None,
    unsafe_debug: bool,
    fail_on: Any = "error",
    improvised: bool = False,
) -> Options:
    """How a command's run is made."""
    from sqlrisk.checking import Options

    return Options(
        today=today,
        select=tuple(select or ()),
        exclude=tuple(exclude or ()),
        fail_on=fail_on,
        profiles_dir=profiles_dir,
        profile=profile,
        target=target,
        improvised=improvised,
        unsafe_debug=unsafe_debug,
        command=" ".join(["sqlrisk", *sys.argv[1:]]),
    )


def checked(loaded: Loaded, options: Options, verbose: bool) -> Report:
    """The report of a check."""
    from sqlrisk import checking

    return checking.run(loaded, options, teller(verbose))


def teller(verbose: bool) -> Tell:
    """Who tells of each statement on standard error: nobody unless --verbose."""
    from sqlrisk import checking

    def told(title: str, seconds: float, rows: int) -> None:
        tell(f"{seconds:8.3f} s {rows:7,} rows  {title}")

    return told if verbose else checking.silent
