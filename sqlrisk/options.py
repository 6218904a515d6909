"""The options that commands share: each is spelt and explained once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sqlrisk.languages import codes


class FailOn(StrEnum):
    """Which broken limits make the exit code 1."""

    error = "error"
    warn = "warn"
    never = "never"


ProjectDir = Annotated[Path, typer.Option(help="The folder of sqlrisk.yml, or of the dbt project.", metavar="DIR")]
Config = Annotated[Path | None, typer.Option(help="The declaration, if it is not sqlrisk.yml of the project.", metavar="FILE")]
Manifest = Annotated[Path | None, typer.Option(help="dbt's target/manifest.json: releases under config.meta.sqlrisk.", metavar="FILE")]
ProfilesDir = Annotated[Path | None, typer.Option(help="The folder of profiles.yml.", metavar="DIR")]
AllowPath = Annotated[list[Path] | None, typer.Option("--allow-path", help="A folder whose files may be read too (repeatable).", metavar="DIR")]
Profile = Annotated[str | None, typer.Option(help="The profile of profiles.yml.", metavar="NAME")]
TargetName = Annotated[str | None, typer.Option("--target", help="The target of the profile.", metavar="NAME")]
Select = Annotated[list[str] | None, typer.Option(help="Only these releases (repeatable).", metavar="NAME")]
Exclude = Annotated[list[str] | None, typer.Option(help="Not these releases (repeatable).", metavar="NAME")]
Today = Annotated[str | None, typer.Option(help="The day that expiry is judged on, as 2026-11-30; else today.", metavar="DATE")]
Unsafe = Annotated[bool, typer.Option("--unsafe-debug", help="Raw engine errors and tracebacks; they can hold values.")]
AllowSuperuser = Annotated[bool, typer.Option("--allow-superuser", help="Let functions of views run with a superuser's rights.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colour, even on a terminal.")]
Lang = Annotated[str, typer.Option("--lang", help=f"The language of what people read: {' or '.join(codes())}.", metavar="CODE")]
Audience = Annotated[str, typer.Option("--audience", help="internal, or public: verdict, limits, rounded counts.", metavar="WHO")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="The verdicts only.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Each query with its seconds and rows, on standard error.")]
FORMATS = "human, json, markdown, html, junit, sarif, github, gitlab, openlineage, ..."
Format = Annotated[str, typer.Option("--format", help=f"What standard output gets: {FORMATS}", metavar="FORMAT")]
HumanOrJson = Annotated[str, typer.Option("--format", help="human or json.", metavar="FORMAT")]
Output = Annotated[list[str] | None, typer.Option(help="Also write a report (repeatable).", metavar="FORMAT=PATH")]
Out = Annotated[Path | None, typer.Option(help="Write it there instead of printing it.", metavar="FILE")]
Qi = Annotated[str | None, typer.Option("--qi", help="Without a declaration: the quasi-identifiers.", metavar="A,B")]
SensitiveColumns = Annotated[str | None, typer.Option("--sensitive", help="Without a declaration: the sensitive columns.", metavar="A,B")]
Ignore = Annotated[str | None, typer.Option("--ignore", help="Without a declaration: columns that are not published.", metavar="A,B")]
LOption = Annotated[int, typer.Option("--l", help="Without a declaration: the fewest sensitive values in a class.", metavar="L")]
Delimiter = Annotated[str | None, typer.Option(help="Of a CSV file without a declaration: between the fields.", metavar="CHARACTER")]
Encoding = Annotated[str | None, typer.Option(help="Of a CSV file without a declaration: utf-8, latin-1, ...", metavar="NAME")]
Null = Annotated[str | None, typer.Option(help="Of a CSV file without a declaration: the marker of NULL.", metavar="TEXT")]
DecimalSign = Annotated[str | None, typer.Option("--decimal", help="Of a CSV file without a declaration: the decimal sign.", metavar="CHARACTER")]
KOption = Annotated[int | None, typer.Option("--k", help="Without a declaration: the smallest class allowed.", metavar="K")]
BaselineFile = Annotated[Path | None, typer.Option("--baseline", help="Excuse what this baseline records; fail what is worse.", metavar="FILE")]
Previous = Annotated[Path | None, typer.Option("--previous", help="Earlier results: say what of the declaration changed since.", metavar="FILE")]
History = Annotated[Path | None, typer.Option("--history", help="The old name of --previous.", metavar="FILE", hidden=True)]
