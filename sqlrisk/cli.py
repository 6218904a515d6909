"""The program: its commands, its exit codes, and that no failure is a traceback."""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated, Any, NoReturn

import typer

from sqlrisk import __version__, commands, interrupts, streams
from sqlrisk.bounded import is_any_stuck
from sqlrisk.errors import SqlriskError, did_you_mean
from sqlrisk.secrets import of_environment
from sqlrisk.terminal import tell

INTERNAL = 3

app = typer.Typer(
    name="sqlrisk",
    help="How re-identifiable a table is, measured inside the warehouse that holds it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
commands.register(app)


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """How re-identifiable a table is, measured inside the warehouse that holds it."""
    if show:
        print(f"sqlrisk {__version__}")
        raise typer.Exit


def main() -> NoReturn:
    """The program: every failure is one message on standard error and an exit code, never a traceback."""
    unsafe = "--unsafe-debug" in sys.argv
    message = ""
    try:
        streams.guard()
        of_environment()
        code = _invoked()
        sys.stdout.flush()
        interrupts.stop_if_heard()
    except KeyboardInterrupt:
        code, message = interrupts.CODE, interrupts.MESSAGE
    except SqlriskError as error:
        if unsafe:
            raise
        code, message = error.exit_code, f"error: {error}"
    except Exception as error:
        if unsafe:
            raise
        kind = type(error).__name__
        code, message = INTERNAL, f"error: an internal error ({kind}): please report it; --unsafe-debug shows where, and can show values"
    interrupts.ignore()
    if interrupts.heard():
        code, message = interrupts.CODE, interrupts.MESSAGE
    if message:
        tell(message)
    _leave(code)


def _leave(code: int) -> NoReturn:
    """End the process; at once where a statement did not stop, since its thread would hold the process back or bring it down."""
    if is_any_stuck():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _invoked() -> int:
    """Run the command; its exit code."""
    from typer.exceptions import TyperException

    gc.set_threshold(200_000, 20, 20)  # statements are parsed into many small objects, few of them garbage: a tenth of a small check
    try:
        code = typer.main.get_command(app).main(args=_arguments(sys.argv[1:]), prog_name="sqlrisk", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except TyperException as error:
        tell(_usage(error))
        tell(f"    {_explained(error)}")
        return 2
    if code == interrupts.CODE:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _usage(error: Any) -> str:
    """What is wrong with the command line, by its own options and arguments; without any, the list of commands."""
    if len(sys.argv) < 2:
        return str(error.format_message())
    kind, option = type(error).__name__, getattr(error, "option_name", "")
    if kind == "NoSuchOption":
        return f"error: there is no option {option}; {did_you_mean(option, error.possibilities or ['--help'])}"
    if kind == "BadOptionUsage":
        return f"error: {option} needs a value"
    if kind in ("MissingParameter", "BadParameter"):
        parameter: Any = error.param
        name = "/".join(parameter.opts) if parameter.opts[0].startswith("-") else parameter.metavar or "an argument"
        choices = parameter.type_descriptor.choices
        wrong = f"does not take this value{': write one of ' + ', '.join(map(str, choices)) if choices else ''}"
        return f"error: {name} {'is missing' if kind == 'MissingParameter' else wrong}"
    known = getattr(typer.main.get_command(app), "commands", {})
    typed = next((each for each in sys.argv[1:] if not each.startswith("-")), "")
    return "error: one argument too many" if typed in known else f"error: there is no command {typed}; {did_you_mean(typed, known)}"


def _explained(error: Exception) -> str:
    """Where a wrong command line is explained: by its command, with an example, or by the list of commands."""
    context = getattr(error, "ctx", None)
    if context is None or not context.command.epilog:
        return "sqlrisk -h lists the commands; each answers -h with an example"
    return f"{context.command_path} -h lists its options. {context.command.epilog}"


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
