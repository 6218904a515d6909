"""The Python door: the same check for a declaration, a file or a pandas DataFrame."""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlrisk import checking, compiling, readable, secrets, sources
from sqlrisk.errors import ConfigurationError
from sqlrisk.frames import checked_frame
from sqlrisk.loading import Loaded, load_file, load_values
from sqlrisk.ratchet.entries import read
from sqlrisk.report import Report
from sqlrisk.sources import FRAME, Look

if TYPE_CHECKING:
    import pandas


def load(source: Mapping[str, Any] | str | Path, *, project_dir: str | Path | None = None, today: date | None = None) -> Loaded:
    """The declaration of a mapping, a YAML file, or the project in a folder. Raises DeclarationError with every problem."""
    return _loaded(source, project_dir, today or date.today()).whole()


def _loaded(source: Mapping[str, Any] | str | Path, project_dir: str | Path | None, day: date) -> Loaded:
    """The declaration, with its wrong releases apart."""
    if isinstance(source, Mapping):
        return load_values(source, Path(project_dir or "."), day)
    path = Path(source)
    if os.path.isdir(path):
        return sources.declared(path, None, None, day)
    folder = Path(project_dir) if project_dir is not None else path.parent
    return replace(load_file(path, folder, day), allowed=readable.folders(folder, *readable.named(path)))


def check(
    source: Mapping[str, Any] | str | Path | pandas.DataFrame | Loaded,
    *,
    quasi_identifiers: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    ignore: Sequence[str] = (),
    k: int | None = None,
    l: int = 2,
    frames: Mapping[str, pandas.DataFrame] | None = None,
    select: Sequence[str] = (),
    exclude: Sequence[str] = (),
    today: date | None = None,
    project_dir: str | Path | None = None,
    profiles_dir: str | Path | None = None,
    profile: str | None = None,
    target: str | None = None,
    fail_on: checking.FailOn = "error",
    baseline: str | Path | None = None,
    allow_paths: Sequence[str | Path] = (),
) -> Report:
    """Measure and judge; the report's `passed` says whether everything is within its limits.

    `source` is a declaration (mapping, path of a YAML file, folder of a project), or a data file or DataFrame with `quasi_identifiers`.
    Without a declaration it is a look: the verdict is `not_judged`, `k` and `l` are limits on k and distinct_l of the `sensitive` columns, and `ignore`
    names what is not published.
    `frames` are DataFrames that stand for relations of the declaration, by name; they are measured through DuckDB, nullable integers exactly.
    `baseline` is a file of `sqlrisk baseline`: what is no worse than it records leaves `passed` alone, and the verdict as it is.
    `allow_paths` are folders whose files the declaration may name beside those of its project.
    Raises ConfigurationError and NothingSelectedError; a release that could not be measured is in the report, with its error.
    """
    secrets.of_environment()
    day = today or date.today()
    loaded, tables, improvised = _source(source, _look(quasi_identifiers, sensitive, ignore, k, l), frames or {}, Path(project_dir or "."), day)
    options = checking.Options(
        today=day,
        select=tuple(select),
        exclude=tuple(exclude),
        fail_on=fail_on,
        profiles_dir=Path(profiles_dir) if profiles_dir is not None else None,
        profile=profile,
        target=target,
        frames=tables,
        improvised=improvised,
        command="sqlrisk.check(...)",
        baseline=read(Path(baseline)) if baseline is not None else None,
        allowed=tuple(map(Path, allow_paths)),
    )
    return checking.run(loaded, options)


def compile(source: Mapping[str, Any] | str | Path | Loaded, *, dialect: str = "duckdb", select: Sequence[str] = (), today: date | None = None) -> str:
    """Every statement of a declaration that is known beforehand, without a connection. Raises ConfigurationError."""
    day = today or date.today()
    loaded = source if isinstance(source, Loaded) else load(source, today=day)
    return compiling.compiled(loaded, checking.Options(today=day, select=tuple(select)), dialect, publication=False, as_json=False)


def _source(source: Any, look: Look, frames: Mapping[str, Any], folder: Path, today: date) -> tuple[Loaded, Mapping[str, Any], bool]:
    tables = {name: checked_frame(name, frame) for name, frame in frames.items()}
    if isinstance(source, Loaded):
        return source, tables, False
    if not isinstance(source, (str, Path, Mapping)):
        tables = {**tables, FRAME: checked_frame(FRAME, source)}
        return sources.improvised(FRAME, look, folder, today), tables, True
    if not (look.quasi_identifiers or look.sensitive or look.ignored or look.k is not None):
        return _loaded(source, folder if isinstance(source, Mapping) else None, today), tables, False
    if isinstance(source, Mapping):
        raise ConfigurationError("a declaration names its own columns and limits", instead="leave quasi_identifiers, sensitive, ignore and k out")
    return sources.improvised(str(source), look, folder, today), tables, True


def _look(quasi_identifiers: Sequence[str], sensitive: Sequence[str], ignore: Sequence[str], k: int | None, l: int) -> Look:
    for name, columns in (("quasi_identifiers", quasi_identifiers), ("sensitive", sensitive), ("ignore", ignore)):
        if isinstance(columns, str) or not all(isinstance(column, str) for column in columns):
            raise ConfigurationError(f"{name} is not a list of column names", instead=f'{name}=["edad", "sexo"]')
    return Look(list(quasi_identifiers), list(sensitive), list(ignore), None if k is None else operator.index(k), operator.index(l))
