"""The commands that measure and judge nothing: what costs what, what to choose, what several releases tell together."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from sqlrisk.errors import ConfigurationError
from sqlrisk.invocation import day_of, declared, options_of, teller
from sqlrisk.options import (
    Config,
    Exclude,
    Manifest,
    NoColor,
    Output,
    Profile,
    ProfilesDir,
    ProjectDir,
    Select,
    TargetName,
    Today,
    Unsafe,
    Verbose,
)
from sqlrisk.terminal import check_formats, one_of, print_ladders, print_text, tell, write_each

_COMMANDS: list[tuple[Callable[..., Any], str]] = []


def register(app: typer.Typer) -> None:
    """Give the commands to the program."""
    for function, epilog in _COMMANDS:
        app.command(epilog=epilog)(function)


def _command(epilog: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def note(function: Callable[..., Any]) -> Callable[..., Any]:
        _COMMANDS.append((function, epilog))
        return function

    return note


@_command(epilog="Example: sqlrisk ladder --select altas --k 3 --k 10 --output svg=ladder.svg")
def ladder(
    k: Annotated[list[int] | None, typer.Option("--k", min=1, help="Also the suppression that reaches this k (repeatable).", metavar="K")] = None,
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    select: Select = None,
    exclude: Exclude = None,
    today: Today = None,
    format: Annotated[str, typer.Option("--format", help="human, json, markdown or svg (needs sqlrisk[plot]).", metavar="FORMAT")] = "human",
    out: Annotated[Path | None, typer.Option(help="Write it there instead of printing it.", metavar="FILE")] = None,
    output: Output = None,
    verbose: Verbose = False,
    no_color: NoColor = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """What each rung keeps and gives away, what suppression takes of it, frontier and elbow. It judges nothing; 3 where something was not measured."""
    from sqlrisk.ladders import formats, running

    outputs = [*(output or []), *([f"{format}={out}"] if out else [])]
    check_formats(format, outputs, formats.names())
    formats.require([format, *(each.partition("=")[0] for each in outputs)])
    day = day_of(today)
    loaded = declared(project_dir, config, manifest, day)
    found = running.measured_ladders(loaded, options_of(day, select, exclude, profiles_dir, profile, target, unsafe_debug), k or (), teller(verbose))
    if out is None:
        print_ladders(found, format, no_color)
    write_each(outputs, lambda name: formats.render(found, name))
    for each in found.releases:
        if each.error:
            tell(f"{each.name}: not measured: {each.error}")
    raise typer.Exit(found.exit_code)


@_command(epilog="Example: sqlrisk recommend --select altas --minimise entropy --max-suppressed 0.01")
def recommend(
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    select: Select = None,
    exclude: Exclude = None,
    today: Today = None,
    minimise: Annotated[str, typer.Option(help="entropy (lost), suppressed_rows, or the name of a utility query.", metavar="WHAT")] = "entropy",
    max_suppressed: Annotated[str | None, typer.Option(help="The share of the rows that suppression may take.", metavar="SHARE")] = None,
    format: Annotated[str, typer.Option("--format", help="human or json.", metavar="FORMAT")] = "human",
    verbose: Verbose = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """Search the lattice of the declared levels for what meets the limits at the least cost. Exits with 0 where it is found, 1 where a limit binds."""
    from sqlrisk import recommendations, recommending

    one_of(format, ("human", "json"))
    day = day_of(today)
    loaded = declared(project_dir, config, manifest, day)
    options = options_of(day, select, exclude, profiles_dir, profile, target, unsafe_debug)
    found = recommending.recommended(loaded, options, minimise, recommending.share(max_suppressed), teller(verbose))
    print_text(recommendations.as_json(found, day) if format == "json" else recommendations.as_text(found))
    raise typer.Exit(recommendations.exit_code(found))


@_command(epilog="Example: sqlrisk mondrian --select altas --k 10 --show-cut-points > model.sql")
def mondrian(
    k: Annotated[int | None, typer.Option("--k", help="Rows of the smallest region; else the release's limit on k.", metavar="K")] = None,
    show_cut_points: Annotated[bool, typer.Option("--show-cut-points", help="Print the model, a SELECT: its cut points are values of the data.")] = False,
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    select: Select = None,
    exclude: Exclude = None,
    today: Today = None,
    format: Annotated[str, typer.Option("--format", help="human or json.", metavar="FORMAT")] = "human",
    verbose: Verbose = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """Local recoding by median cuts (Mondrian): what regions of k rows leave, beside the ladder's rungs. It judges nothing and suppresses nothing."""
    from sqlrisk.mondrian import command

    one_of(format, ("human", "json"))
    day = day_of(today)
    loaded = declared(project_dir, config, manifest, day)
    options = options_of(day, select, exclude, profiles_dir, profile, target, unsafe_debug)
    text, failed = command.recoded(loaded, options, k, format, teller(verbose), show_cut_points=show_cut_points)
    if text:
        print_text(text)
    for each in failed:
        tell(f"{each.release.name}: not measured: {each.error}")
    if show_cut_points and not failed:
        tell(f"warning: {command.WARNING}")
    raise typer.Exit(command.NOT_MEASURED if failed else 0)


@_command(epilog="Example: sqlrisk compare altas_2024 altas_2025 --format json")
def compare(
    releases: Annotated[list[str], typer.Argument(help="Releases of the declaration about the same people.", metavar="NAME NAME...")],
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    today: Today = None,
    format: Annotated[str, typer.Option("--format", help="human or json.", metavar="FORMAT")] = "human",
    verbose: Verbose = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """What releases of the same people tell together, joined by their entity columns (composition). It judges nothing."""
    from sqlrisk import comparing

    one_of(format, ("human", "json"))
    day = day_of(today)
    loaded = declared(project_dir, config, manifest, day)
    options = options_of(day, None, None, profiles_dir, profile, target, unsafe_debug)
    text, code = comparing.compared(loaded, releases, options, format, teller(verbose))
    print_text(text)
    raise typer.Exit(code)


@_command(epilog="Example: sqlrisk estimate --sampling-fraction 0.05 < class_sizes.csv")
def estimate(
    sampling_fraction: Annotated[str | None, typer.Option(help="f = n / N, the share of the population that the rows are.", metavar="F")] = None,
    population: Annotated[str | None, typer.Option(help="N, the size of the population, instead of the fraction.", metavar="N")] = None,
    format: Annotated[str, typer.Option("--format", help="human or json.", metavar="FORMAT")] = "human",
) -> None:
    """Population risk from class counts on standard input: CSV `n,classes`, or JSON. Without a fraction f = 1."""
    from sqlrisk import estimating

    if sys.stdin.isatty():
        raise ConfigurationError("nothing is on standard input", instead=estimating.EXAMPLE)
    print_text(estimating.estimated(sys.stdin.buffer.read().decode("utf-8", errors="replace"), sampling_fraction, population, format))
