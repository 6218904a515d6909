"""The groups of options that commands share, and what is made of them: the day, the declaration, how a run is made, who is told of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlrisk import options
from sqlrisk.errors import ConfigurationError
from sqlrisk.readable import folders, refuse_outside
from sqlrisk.terminal import console_look, one_of, tell

if TYPE_CHECKING:
    from sqlrisk import sources
    from sqlrisk.checking import Options
    from sqlrisk.languages import Language
    from sqlrisk.loading import Loaded
    from sqlrisk.report import Report
    from sqlrisk.running import Tell


@dataclass(frozen=True)
class Project:
    """Where the declaration is, and the day."""

    project_dir: options.ProjectDir = Path()
    config: options.Config = None
    manifest: options.Manifest = None
    today: options.Today = None
    allow_path: options.AllowPath = None

    @property
    def day(self) -> date:
        """--today as a day; today without it. Raises ConfigurationError."""
        return day_of(self.today)

    def declared(self) -> Loaded:
        """The declaration that a command reads; what of a dbt manifest is not read is said on standard error. Raises ConfigurationError."""
        return self._said().whole()

    def declared_in_silence(self) -> Loaded:
        """The declaration, for a command that says itself what is not read. Raises ConfigurationError."""
        return self._read().whole()

    def _said(self) -> Loaded:
        loaded = self._read()
        for line in lines_of(loaded):
            tell(line)
        return loaded

    def _read(self) -> Loaded:
        from sqlrisk import sources

        return sources.declared(self.project_dir, self.config, self.manifest, self.day, self.allow_path or ())

    def _with_folders(self, loaded: Loaded) -> Loaded:
        return replace(loaded, allowed=self.allowed(*loaded.allowed))

    def allowed(self, *more: Path) -> tuple[Path, ...]:
        """The folders that files may be read of: the project's, those of --allow-path, and others that the command line names."""
        return folders(self.project_dir, *(self.allow_path or ()), *more)

    def declared_or_improvised(self, relation: str | None, asked: Asked) -> tuple[Loaded, bool]:
        """The declaration, with its wrong releases apart, and whether it was made up from the command line. Raises ConfigurationError."""
        from sqlrisk import sources

        if relation is not None:
            return self._with_folders(sources.improvised(relation, asked.look(), self.project_dir, self.day)), True
        given = asked.given()
        if given:
            raise ConfigurationError(f"{given} needs a file", instead=sources.IMPROVISED)
        return self._said(), False

    def declared_or_unjudged(self, relation: str | None, qi: str | None, sensitive: str | None) -> Loaded:
        """The declaration, or one made up from the command line for what judges nothing. Raises ConfigurationError."""
        from sqlrisk import sources

        if relation is not None:
            return self._with_folders(sources.unjudged(relation, _names(qi), _names(sensitive), self.project_dir, self.day))
        if qi or sensitive:
            raise ConfigurationError("--qi and --sensitive need a file", instead=sources.UNJUDGED)
        return self.declared()


@dataclass(frozen=True)
class Asked:
    """What a look at a file without a declaration is asked for, and how a CSV file is read."""

    qi: options.Qi = None
    sensitive: options.SensitiveColumns = None
    ignore: options.Ignore = None
    k: options.KOption = None
    l: options.LOption = 2
    delimiter: options.Delimiter = None
    encoding: options.Encoding = None
    null: options.Null = None
    decimal: options.DecimalSign = None

    def look(self) -> sources.Look:
        """The same, as `sources` has it."""
        from sqlrisk import sources

        return sources.Look(_names(self.qi), _names(self.sensitive), _names(self.ignore), self.k, self.l, self._read())

    def given(self) -> str | None:
        """The first option that is given, if any."""
        named = {"qi": self.qi, "sensitive": self.sensitive, "ignore": self.ignore, "k": self.k, "l": None if self.l == 2 else self.l, **self._read()}
        return next((f"--{name}" for name, value in named.items() if value is not None), None)

    def _read(self) -> dict[str, str]:
        given = {"delimiter": self.delimiter, "encoding": self.encoding, "null": self.null, "decimal": self.decimal}
        return {name: value.replace("\\t", "\t") for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class Chosen:
    """Which of the declared releases."""

    select: options.Select = None
    exclude: options.Exclude = None


ALL = Chosen()


@dataclass(frozen=True)
class Warehouse:
    """Where the relations are, and how much is told of what runs there."""

    profiles_dir: options.ProfilesDir = None
    profile: options.Profile = None
    target: options.TargetName = None
    verbose: options.Verbose = False
    unsafe_debug: options.Unsafe = False
    allow_superuser: options.AllowSuperuser = False

    def options(self, today: date, chosen: Chosen = ALL, *, fail_on: Any = "error", improvised: bool = False) -> Options:
        """How a command's run is made."""
        from sqlrisk.checking import Options

        return Options(
            today=today,
            select=tuple(chosen.select or ()),
            exclude=tuple(chosen.exclude or ()),
            fail_on=fail_on,
            profiles_dir=self.profiles_dir,
            profile=self.profile,
            target=self.target,
            improvised=improvised,
            unsafe_debug=self.unsafe_debug,
            allow_superuser=self.allow_superuser,
            command=" ".join(["sqlrisk", *sys.argv[1:]]),
        )

    def tell(self) -> Tell:
        """Who tells of each statement on standard error: with --verbose every one when it ended, on a terminal a bar for those that take long."""
        from sqlrisk import progress

        return progress.lines if self.verbose else progress.bars if progress.is_terminal() else progress.silent

    def checked(self, loaded: Loaded, options: Options) -> Report:
        """The report of a check."""
        from sqlrisk import checking

        return checking.run(loaded, options, self.tell())


@dataclass(frozen=True)
class Before:
    """What is known from before the run: the baseline, and which declarations were measured."""

    baseline: options.BaselineFile = None
    previous: options.Previous = None
    history: options.History = None

    def known_to(self, run: Options, replaced: Iterable[Path], project: Project) -> Options:
        """The run with the baseline, and with the measurements of the results that are named and of those about to be replaced. Raises ConfigurationError."""
        from sqlrisk.history import before
        from sqlrisk.ratchet.entries import read

        if self.baseline is not None:
            refuse_outside(self.baseline, str(self.baseline), project.allowed(self.baseline.parent))
        pasts, unread = before(self.previous or self.history, replaced)
        for each in unread:
            tell(f"warning: {each}")
        return replace(run, pasts=pasts, unread=bool(unread), baseline=read(self.baseline) if self.baseline is not None else None)


@dataclass(frozen=True)
class Look:
    """How the report looks, and for whom."""

    lang: options.Lang = "en"
    audience: options.Audience = "internal"
    no_color: options.NoColor = False

    def __post_init__(self) -> None:
        """Raises ConfigurationError for a language or an audience that is not here, before anything is measured."""
        from sqlrisk import audience

        language_of(self.lang)
        one_of(self.audience, audience.AUDIENCES, "--audience")

    def language(self) -> Language:
        """The language of --lang."""
        return language_of(self.lang)

    def seen(self, report: Report) -> Report:
        """The report as --audience may see it."""
        from sqlrisk import audience

        return audience.for_audience(report, self.audience)

    def console(self) -> tuple[bool, int]:
        """Whether standard output takes colours, and how many columns it has."""
        return console_look(self.no_color)


def lines_of(loaded: Loaded) -> Iterable[str]:
    """A warning for each block of a dbt manifest that is not read."""
    from sqlrisk import manifests

    return manifests.lines(loaded.unread + loaded.disabled)


def language_of(code: str) -> Language:
    """The language of --lang. Raises ConfigurationError for one that is not here."""
    from sqlrisk import languages

    return languages.language(one_of(code, languages.codes(), "--lang"))


def day_of(text: str | None, option: str = "--today") -> date:
    """A day of the command line; today without it. Raises ConfigurationError."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ConfigurationError(f"{option} {text} is not a day", instead="write it as 2026-11-30") from None


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()] if text else []
