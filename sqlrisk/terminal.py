"""Where text leaves the program: results to standard output, messages to standard error, reports to files; all of it redacted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlrisk.causes import cause
from sqlrisk.errors import ConfigurationError, did_you_mean
from sqlrisk.secrets import redact

if TYPE_CHECKING:
    from sqlrisk.languages import Language
    from sqlrisk.report import Report

STEP_SUMMARY_BYTES = 1024 * 1024
"""What GitHub takes of one step's summary; of a larger one it takes nothing."""


def print_text(text: str, format: str = "") -> None:
    """Results, on standard output, whole. Raises WriteError where they cannot be written.

    Of the format `human` in the encoding of the console, with a mark for what it cannot show; of any other in UTF-8, since files are made of it.
    """
    if format != "human" and isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def print_words(text: str) -> None:
    """Text for people, on standard output, redacted: what is printed as data was redacted when it was made. Raises WriteError."""
    print_text(redact(text), "human")


def tell(text: str) -> None:
    """A message for people, on standard error, without control characters."""
    from sqlrisk.reports import visible

    sys.stderr.write("\n".join(visible(line) for line in redact(text).split("\n")) + "\n")


def print_report(report: Report, format: str, language: Language, console: tuple[bool, int], quiet: bool = False) -> None:
    """The report on standard output; what could not be measured also on standard error. `console`: as console_look has it."""
    from sqlrisk import reports

    color, width = console
    print_text(reports.render(report, format, language, color=color, width=width, quiet=quiet), format)
    _summarise(report, format, language)
    for release in report.releases:
        if release.error:
            tell(language.say("{release}: not measured: {error}", release=release.name, error=language.sentence(release.error)))


def _summarise(report: Report, format: str, language: Language) -> None:
    """What the format leaves in the summary of a step of GitHub Actions, where one is running. Raises WriteError."""
    from sqlrisk import reports

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    text = reports.step_summary(report, format, language) if path else ""
    if path and text:
        reports.append(text, Path(path), STEP_SUMMARY_BYTES)


def write_outputs(report: Report, output: list[str] | None, language: Language) -> None:
    """A report into each FORMAT=PATH; what of an older history goes with a file that it replaces is told. Raises WriteError."""
    from sqlrisk import history, reports

    for each in history.dropped(files_of("json", output), [release.name for release in report.releases]):
        tell(f"warning: {each}")
    write_each(output, lambda format: reports.render(report, format, language))


def write_each(output: list[str] | None, render: Callable[[str], str]) -> None:
    """What `render` makes of each format, into each FORMAT=PATH. Raises WriteError."""
    from sqlrisk import reports

    for each in output or []:
        name, _, path = each.partition("=")
        reports.write(render(name), Path(path))


def files_of(format: str, output: Iterable[str] | None) -> list[Path]:
    """The files that --output FORMAT=PATH gives a format."""
    return [Path(path) for name, _, path in (each.partition("=") for each in output or ()) if name == format]


def console_look(no_color: bool) -> tuple[bool, int]:
    """Whether standard output takes colours, and how many columns it has: 80 where it is no terminal, else 60 to 100."""
    terminal = sys.stdout.isatty()
    width = min(os.get_terminal_size().columns, 100) if terminal else 80
    return terminal and not no_color and "NO_COLOR" not in os.environ, max(width, 60)


class Known(Protocol):
    """The formats that a command knows: a package such as `sqlrisk.reports`."""

    def names(self) -> list[str]:
        """The formats that are built."""

    def lacking(self, format: str) -> ConfigurationError | None:
        """What a format needs that is not installed."""


def check_formats(format: str, output: list[str] | None, formats: Known | None = None) -> None:
    """Refuse formats that do not exist or lack an optional part, and folders that are not there, before anything is measured.

    `formats`: else those of the reports.

    Raises ConfigurationError.
    """
    from sqlrisk import reports

    formats = formats or reports
    known = formats.names()
    one_of(format, known)
    for each in output or []:
        name, equals, path = each.partition("=")
        if not equals or not path:
            raise ConfigurationError(f"--output {each} names no file", instead="write --output json=results.json")
        one_of(name, known, "--output")
        if not os.path.isdir(Path(path).absolute().parent):
            raise ConfigurationError(f"the folder of --output {each} is not there", instead="make it first")
    for name in (format, *(each.partition("=")[0] for each in output or ())):
        if error := formats.lacking(name):
            raise error


def one_of(name: str, known: Iterable[str], option: str = "--format") -> str:
    """The name, if it is one of those known to the option. Raises ConfigurationError."""
    if name not in known:
        raise ConfigurationError(f"`{name}` is not a choice of {option} here", instead=did_you_mean(name, known))
    return name


_WRITE_RESULTS = "write them with sqlrisk check --output json=results.json"


def read_results(source: Path, *, measures_only: bool = False) -> Report:
    """The report of a results file; `measures_only`: of an earlier schema version too. Raises ConfigurationError."""
    from sqlrisk import stored

    try:
        return stored.results(source.read_bytes(), measures_only=measures_only)
    except OSError as error:
        raise ConfigurationError(f"cannot read the results: {cause(error)}", where=str(source), instead=_WRITE_RESULTS) from None
    except ValueError:
        raise ConfigurationError("these are not results of sqlrisk", where=str(source), instead=_WRITE_RESULTS) from None
