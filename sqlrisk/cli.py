"""The commands and their exit codes, nothing else."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sqlrisk import __version__
from sqlrisk.errors import ConfigurationError, SqlriskError
from sqlrisk.options import (
    Config,
    Exclude,
    FailOn,
    Format,
    KOption,
    Manifest,
    NoColor,
    Output,
    Profile,
    ProfilesDir,
    ProjectDir,
    Qi,
    Quiet,
    Select,
    SensitiveColumns,
    TargetName,
    Today,
    Unsafe,
    Verbose,
)
from sqlrisk.terminal import check_formats, one_of, print_ladders, print_report, print_text, read_results, tell, write_each, write_outputs

if TYPE_CHECKING:
    from sqlrisk.checking import Options
    from sqlrisk.loading import Loaded
    from sqlrisk.report import Report
    from sqlrisk.running import Tell

INTERRUPTED, INTERNAL = 130, 3

app = typer.Typer(
    name="sqlrisk",
    help="How re-identifiable a table is, measured inside the warehouse that holds it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(epilog="Example: sqlrisk check --select altas --format json > results.json")
def check(
    relation: Annotated[str | None, typer.Argument(help="Without a declaration: a CSV or parquet file.", metavar="[FILE]")] = None,
    qi: Qi = None,
    sensitive: SensitiveColumns = None,
    k: KOption = None,
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    select: Select = None,
    exclude: Exclude = None,
    today: Today = None,
    format: Format = "human",
    output: Output = None,
    fail_on: Annotated[FailOn, typer.Option(help="Which broken limits exit with 1.")] = FailOn.error,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would run: queries and scans; measure nothing.")] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    no_color: NoColor = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """Measure, judge, print, exit: the gate. It exits with 0 within limits, 1 broken or expired, 2 wrong declaration, 3 not measured, 5 nothing selected."""
    check_formats(format, output)
    day = _day(today)
    loaded, improvised = _loaded(relation, qi, sensitive, k, project_dir, config, manifest, day)
    options = _options(day, select, exclude, profiles_dir, profile, target, unsafe_debug, fail_on.value, improvised)
    if dry_run:
        one_of(format, ("human",))
        _print_dry_run(loaded, options)
        return
    report = _run(loaded, options, verbose)
    print_report(report, format, quiet, no_color)
    write_outputs(report, output)
    raise typer.Exit(report.exit_code)


@app.command(epilog="Example: sqlrisk lint --project-dir example_project")
def lint(project_dir: ProjectDir = Path(), config: Config = None, manifest: Manifest = None, today: Today = None) -> None:
    """Check the declaration, without a connection. Prints every problem with its file, line and key; exits 2 where there is one."""
    loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, _day(today))
    print(f"{loaded.source}: {len(loaded.declaration.releases)} releases, no problem")


@app.command(epilog="Example: sqlrisk compile --select altas --dialect postgres")
def compile(
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    select: Select = None,
    exclude: Exclude = None,
    today: Today = None,
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
    day = _day(today)
    loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, day)
    options = _options(day, select, exclude, None, None, None, unsafe_debug)
    print_text(compiling.compiled(loaded, options, dialect, publication=publication, as_json=as_json, protect=protect))


@app.command(epilog="Example: sqlrisk report --from results.json --format markdown --out report.md")
def report(
    source: Annotated[Path | None, typer.Option("--from", help="Results of an earlier run, in JSON; else a fresh run.", metavar="FILE")] = None,
    format: Annotated[str, typer.Option("--format", help="markdown, json or human.", metavar="FORMAT")] = "markdown",
    out: Annotated[Path | None, typer.Option(help="Write it there instead of printing it.", metavar="FILE")] = None,
    project_dir: ProjectDir = Path(),
    config: Config = None,
    manifest: Manifest = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    select: Select = None,
    exclude: Exclude = None,
    today: Today = None,
    verbose: Verbose = False,
    no_color: NoColor = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """Write the report. Exits as the check does that it tells of."""
    check_formats(format, None)
    if source is not None:
        if select or exclude:
            raise ConfigurationError("--from takes the results whole", instead="leave --select and --exclude out, or leave --from out")
        found = read_results(source)
    else:
        day = _day(today)
        loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, day)
        found = _run(loaded, _options(day, select, exclude, profiles_dir, profile, target, unsafe_debug), verbose)
    if out is not None:
        write_outputs(found, [f"{format}={out}"])
    else:
        print_report(found, format, False, no_color)
    raise typer.Exit(found.exit_code)


@app.command(epilog="Example: sqlrisk ladder --select altas --k 3 --k 10 --output svg=ladder.svg")
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
    day = _day(today)
    loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, day)
    found = running.measured_ladders(loaded, _options(day, select, exclude, profiles_dir, profile, target, unsafe_debug), k or (), _teller(verbose))
    if out is None:
        print_ladders(found, format, no_color)
    write_each(outputs, lambda name: formats.render(found, name))
    for each in found.releases:
        if each.error:
            tell(f"{each.name}: not measured: {each.error}")
    raise typer.Exit(found.exit_code)


@app.command(epilog="Example: sqlrisk compare altas_2024 altas_2025 --format json")
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
    day = _day(today)
    loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, day)
    options = _options(day, None, None, profiles_dir, profile, target, unsafe_debug)
    text, code = comparing.compared(loaded, releases, options, format, _teller(verbose))
    print_text(text)
    raise typer.Exit(code)


@app.command(epilog="Example: sqlrisk recommend --select altas --minimise entropy --max-suppressed 0.01")
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
    day = _day(today)
    loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, day)
    options = _options(day, select, exclude, profiles_dir, profile, target, unsafe_debug)
    found = recommending.recommended(loaded, options, minimise, recommending.share(max_suppressed), _teller(verbose))
    print_text(recommendations.as_json(found, day) if format == "json" else recommendations.as_text(found))
    raise typer.Exit(recommendations.exit_code(found))


@app.command(epilog="Example: sqlrisk mondrian --select altas --k 10 --show-cut-points > model.sql")
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
    day = _day(today)
    loaded, _ = _loaded(None, None, None, None, project_dir, config, manifest, day)
    options = _options(day, select, exclude, profiles_dir, profile, target, unsafe_debug)
    text, failed = command.recoded(loaded, options, k, format, _teller(verbose), show_cut_points=show_cut_points)
    if text:
        print_text(text)
    for each in failed:
        tell(f"{each.release.name}: not measured: {each.error}")
    if show_cut_points and not failed:
        tell(f"warning: {command.WARNING}")
    raise typer.Exit(command.NOT_MEASURED if failed else 0)


@app.command(epilog="Example: sqlrisk estimate --sampling-fraction 0.05 < class_sizes.csv")
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


@app.command(epilog="Example: sqlrisk demo --dir /tmp/sqlrisk_demo")
def demo(
    dir: Annotated[Path, typer.Option(help="Where the example is written.", metavar="DIR")] = Path("sqlrisk_demo"),
    today: Today = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    no_color: NoColor = False,
    unsafe_debug: Unsafe = False,
) -> None:
    """Write the example and check it. Exits as check does; report.md and results.json stand beside the example."""
    from sqlrisk import demonstration

    folder = demonstration.prepared(dir)
    day = _day(today)
    loaded, _ = _loaded(None, None, None, None, folder, None, None, day)
    found = _run(loaded, _options(day, None, None, None, None, None, unsafe_debug), verbose)
    write_outputs(found, [f"markdown={folder / 'report.md'}", f"json={folder / 'results.json'}"])
    print_report(found, "human", quiet, no_color)
    tell(f"wrote {folder / 'report.md'} and {folder / 'results.json'}; the declaration is {folder / 'sqlrisk.yml'}")
    raise typer.Exit(found.exit_code)


@app.command(epilog="Example: sqlrisk schema > sqlrisk.schema.json")
def schema(of: Annotated[str, typer.Argument(help="declaration or results.", metavar="[OF]")] = "declaration") -> None:
    """Print the JSON Schema of declarations or results."""
    import json

    from sqlrisk.declaration import Declaration
    from sqlrisk.report import results_schema

    wanted = one_of(of, ("declaration", "results"))
    found = Declaration.model_json_schema() if wanted == "declaration" else results_schema()
    print(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **found}, indent=2, ensure_ascii=False))


@app.command(epilog="Example: sqlrisk debug --project-dir example_project")
def debug(
    project_dir: ProjectDir = Path(),
    config: Config = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: TargetName = None,
    unsafe_debug: Unsafe = False,
) -> None:
    """Say which profile, driver, versions and rights are used, and whether the connection opens."""
    from sqlrisk import debugging

    print_text(debugging.facts(project_dir, config, profiles_dir, profile, target, unsafe_debug))


@app.command("dbt-package", epilog="Example: sqlrisk dbt-package --vendor dbt_packages/sqlrisk")
def dbt_package(vendor: Annotated[Path | None, typer.Option(help="Copy the dbt package there.", metavar="DIR")] = None) -> None:
    """Print the dbt package's path, or copy it into a project."""
    from sqlrisk import debugging

    if vendor is None:
        print(debugging.package_path())
    else:
        debugging.vendored(vendor)
        tell(f"copied the dbt package to {vendor}")


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """How re-identifiable a table is, measured inside the warehouse that holds it."""
    if show:
        print(f"sqlrisk {__version__}")
        raise typer.Exit


def main() -> NoReturn:
    """The program: every failure is one message on standard error and an exit code, never a traceback."""
    unsafe = "--unsafe-debug" in sys.argv
    try:
        code = _invoked()
    except KeyboardInterrupt:
        code = INTERRUPTED
        tell("interrupted: nothing was decided")
    except SqlriskError as error:
        if unsafe:
            raise
        code = error.exit_code
        tell(f"error: {error}")
    except Exception as error:
        if unsafe:
            raise
        code = INTERNAL
        tell(f"error: an internal error ({type(error).__name__}): please report it; --unsafe-debug shows where, and can show values")
    sys.exit(code)


def _invoked() -> int:
    from typer.exceptions import TyperException

    try:
        code = typer.main.get_command(app).main(args=_arguments(sys.argv[1:]), prog_name="sqlrisk", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except TyperException as error:
        tell(f"error: {error.format_message()}" if len(sys.argv) > 1 else error.format_message())
        tell("    sqlrisk -h lists the commands; each answers -h with an example")
        return 2
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _arguments(given: list[str]) -> list[str]:
    """The arguments, with every name that follows --select or --exclude given its option."""
    found: list[str] = []
    option = ""
    for each in given:
        if each.startswith("-"):
            option = each if each in ("--select", "--exclude") else ""
        elif option and found[-1] != option:
            found.append(option)
        found.append(each)
    return found


def _day(today: str | None) -> date:
    if today is None:
        return date.today()
    try:
        return date.fromisoformat(today)
    except ValueError:
        raise ConfigurationError(f"--today {today} is not a day", instead="write it as 2026-11-30") from None


def _loaded(
    relation: str | None, qi: str | None, sensitive: str | None, k: int | None, project_dir: Path, config: Path | None, manifest: Path | None, today: date
) -> tuple[Loaded, bool]:
    """The declaration, and whether it was made up from the command line."""
    from sqlrisk import sources

    if relation is not None:
        return sources.improvised(relation, _names(qi), _names(sensitive), k, project_dir, today), True
    if qi or sensitive or k is not None:
        raise ConfigurationError("--qi, --sensitive and --k need a file", instead="sqlrisk check data.parquet --qi edad,sexo --sensitive diagnostico --k 5")
    return sources.declared(project_dir, config, manifest, today), False


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()] if text else []


def _options(
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


def _run(loaded: Loaded, options: Options, verbose: bool) -> Report:
    from sqlrisk import checking

    return checking.run(loaded, options, _teller(verbose))


def _teller(verbose: bool) -> Tell:
    """Who tells of each statement on standard error: nobody unless --verbose."""
    from sqlrisk import checking

    def told(title: str, seconds: float, rows: int) -> None:
        tell(f"{seconds:8.3f} s {rows:7,} rows  {title}")

    return told if verbose else checking.silent


def _print_dry_run(loaded: Loaded, options: Options) -> None:
    from sqlrisk import compiling

    print_text(compiling.dry_run(loaded, options))
