"""The commands and their exit codes, nothing else."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from sqlrisk import __version__, studies
from sqlrisk.errors import ConfigurationError, SqlriskError
from sqlrisk.invocation import checked, day_of, declared, declared_or_improvised, options_of
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
from sqlrisk.terminal import check_formats, one_of, print_report, print_text, read_results, tell, write_outputs

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
    day = day_of(today)
    loaded, improvised = declared_or_improvised(relation, qi, sensitive, k, project_dir, config, manifest, day)
    options = options_of(day, select, exclude, profiles_dir, profile, target, unsafe_debug, fail_on.value, improvised)
    if dry_run:
        one_of(format, ("human",))
        from sqlrisk import compiling

        print_text(compiling.dry_run(loaded, options))
        return
    report = checked(loaded, options, verbose)
    print_report(report, format, quiet, no_color)
    write_outputs(report, output)
    raise typer.Exit(report.exit_code)


@app.command(epilog="Example: sqlrisk lint --project-dir example_project")
def lint(project_dir: ProjectDir = Path(), config: Config = None, manifest: Manifest = None, today: Today = None) -> None:
    """Check the declaration, without a connection. Prints every problem with its file, line and key; exits 2 where there is one."""
    loaded = declared(project_dir, config, manifest, day_of(today))
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
    day = day_of(today)
    loaded = declared(project_dir, config, manifest, day)
    options = options_of(day, select, exclude, None, None, None, unsafe_debug)
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
        day = day_of(today)
        loaded = declared(project_dir, config, manifest, day)
        found = checked(loaded, options_of(day, select, exclude, profiles_dir, profile, target, unsafe_debug), verbose)
    if out is not None:
        write_outputs(found, [f"{format}={out}"])
    else:
        print_report(found, format, False, no_color)
    raise typer.Exit(found.exit_code)


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
    day = day_of(today)
    loaded = declared(folder, None, None, day)
    found = checked(loaded, options_of(day, None, None, None, None, None, unsafe_debug), verbose)
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


studies.register(app)


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

    gc.set_threshold(200_000, 20, 20)  # statements are parsed into many small objects, few of them garbage: a tenth of a small check
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
