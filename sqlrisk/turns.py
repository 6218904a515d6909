"""The chosen releases of a declaration, one after another on one engine: one that is wrong or cannot be measured does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlrisk.binding import bound_release, refuse_permuted
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.declaration import Release
from sqlrisk.declared import FileRelation
from sqlrisk.engines import Engine, connect
from sqlrisk.errors import ConfigurationError, DeclarationError, NothingSelectedError, NotMeasuredError, Problem, SqlriskError, did_you_mean, worst
from sqlrisk.history import Pasts
from sqlrisk.loading import Loaded
from sqlrisk.planning import Bound
from sqlrisk.profiles import WRITE_PROFILES, Target, find, load_target
from sqlrisk.ratchet.entries import Baseline
from sqlrisk.time_zones import UTC

T = TypeVar("T")
FailOn = Literal["error", "warn", "never"]


@dataclass(frozen=True)
class Options:
    """How a check is run. `today` dates it; `frames` are pandas DataFrames that stand for relations; `improvised`: there is no declaration file.

    `pasts` are the measurements of before, those that the baseline keeps apart; `unread`: there were some that could not be read.
    `allowed`: the folders that files may be read of beside those of the declaration.
    """

    today: date
    select: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: FailOn = "error"
    profiles_dir: Path | None = None
    profile: str | None = None
    target: str | None = None
    frames: Mapping[str, Any] | None = None
    improvised: bool = False
    unsafe_debug: bool = False
    allow_superuser: bool = False
    command: str = "sqlrisk check"
    baseline: Baseline | None = None
    pasts: Pasts = field(default_factory=dict)
    unread: bool = False
    allowed: tuple[Path, ...] = ()


def in_turn(
    releases: Sequence[Release],
    loaded: Loaded,
    options: Options,
    of: Callable[[Bound, Engine], tuple[T, int]],
    failed: Callable[[Release, Engine, str], T],
) -> list[tuple[T, int]]:
    """What `of` finds of each release, one after another, with its exit code. All relations are resolved first.

    A release that is wrong or cannot be measured does not stop the others: `failed` says what it leaves. Raises ConfigurationError where all are wrong.
    """
    found: dict[str, tuple[tuple[T, int], ConfigurationError | None]] = {}
    for zone in dict.fromkeys(release.time_zone for release in releases):
        own = [release for release in releases if release.time_zone == zone]
        found |= zip((release.name for release in own), _in_one_zone(own, loaded, options, of, failed), strict=True)
    wrong = [error for _, error in found.values() if error is not None]
    if len(wrong) == len(found):
        raise wrong[0] if len(wrong) == 1 else DeclarationError([Problem(each.what, each.where, each.instead) for each in wrong])
    return [found[release.name][0] for release in releases]


def _in_one_zone(
    releases: Sequence[Release],
    loaded: Loaded,
    options: Options,
    of: Callable[[Bound, Engine], tuple[T, int]],
    failed: Callable[[Release, Engine, str], T],
) -> Iterator[tuple[tuple[T, int], ConfigurationError | None]]:
    """What in_turn finds of releases whose times are read in one zone, that of the connection; beside it, why a release is wrong."""
    engine = open_engine(loaded, releases, options)
    try:
        bound = [_resolved(release, engine, loaded.declaration.composed(release)) for release in releases]
        for release, each in zip(releases, bound, strict=True):
            outcome = _found(release, each, engine, options, of, failed)
            if isinstance(outcome, ConfigurationError):
                yield (failed(release, engine, str(outcome)), outcome.exit_code), outcome
            else:
                yield outcome, None
    finally:
        engine.close()


def worst_code(outcomes: Iterable[tuple[object, int]]) -> int:
    """The exit code that wins."""
    return worst(code for _, code in outcomes)


def selected(loaded: Loaded, options: Options) -> list[Release]:
    """The releases that --select and --exclude leave, without those that are wrong. Raises NothingSelectedError with the nearest names."""
    names = [*(release.name for release in loaded.declaration.releases), *(release.name for release in loaded.wrong)]
    unknown = [name for name in (*options.select, *options.exclude) if name not in names]
    if unknown:
        raise NothingSelectedError(f"no release is called `{unknown[0]}`", where=loaded.source, instead=did_you_mean(unknown[0], names))
    if not any(is_chosen(name, options) for name in names):
        raise NothingSelectedError("the selection leaves no release", where=loaded.source, instead="releases: " + ", ".join(names))
    return [release for release in loaded.declaration.releases if is_chosen(release.name, options)]


def is_chosen(name: str, options: Options) -> bool:
    """Whether --select and --exclude leave a release of this name."""
    return (not options.select or name in options.select) and name not in options.exclude


def open_engine(loaded: Loaded, releases: Sequence[Release], options: Options) -> Engine:
    """The engine of the profile, or DuckDB in memory where every relation is a file."""
    read = [each for release in releases for each in (release, *loaded.declaration.composed(release))]
    relations = [relation for release in read for relation in release.relations()]
    frames = options.frames or {}
    in_memory = all(isinstance(relation, FileRelation) or is_csv(relation) or is_parquet(relation) or relation in frames for relation in relations)
    profile = options.profile or loaded.declaration.profile
    target: Target | None = None
    if profile is not None or options.target is not None or not in_memory:
        file = find(options.profiles_dir, loaded.folder)
        if file is None:
            raise ConfigurationError("there is no profiles.yml", where=str(loaded.folder), instead=WRITE_PROFILES)
        target = load_target(file, profile, options.target)
    allowed = [*loaded.allowed, *options.allowed, *filter(None, [options.profiles_dir])]
    return connect(
        target, loaded.folder, relations, frames, unsafe_debug=options.unsafe_debug, time_zone=_zone(read), allowed=allowed,
        allow_superuser=options.allow_superuser,
    )  # fmt: skip


def _zone(releases: Sequence[Release]) -> str:
    """The time zone of some releases. Raises ConfigurationError where they have several: a connection has one."""
    zones = {release.time_zone: release.name for release in reversed(releases)}
    if len(zones) > 1:
        (one, first), (other, second), *_ = zones.items()
        raise ConfigurationError(f"{first} is read in {one} and {second} in {other}", instead="read them in one time_zone, or name one of them with --select")
    return next(iter(zones), UTC)


def _resolved(release: Release, engine: Engine, composed: Sequence[Release]) -> Bound | SqlriskError:
    try:
        if release.composes_with:
            refuse_permuted((release, *composed))
        return bound_release(release, engine, composed)
    except (NotMeasuredError, ConfigurationError) as error:
        return error


def _found(
    release: Release,
    bound: Bound | SqlriskError,
    engine: Engine,
    options: Options,
    of: Callable[[Bound, Engine], tuple[T, int]],
    failed: Callable[[Release, Engine, str], T],
) -> tuple[T, int] | ConfigurationError:
    try:
        if isinstance(bound, SqlriskError):
            raise bound
        return of(bound, engine)
    except ConfigurationError as error:
        return error
    except SqlriskError as error:
        return failed(release, engine, str(error)), error.exit_code
    except Exception as error:
        if options.unsafe_debug:
            raise
        text = f"an internal error ({type(error).__name__}): please report it; --unsafe-debug shows where, and can show values"
        return failed(release, engine, text), 3
