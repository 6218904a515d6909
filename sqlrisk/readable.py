"""Which files may be read: regular ones, inside the folders named by the person who runs the program. A declaration cannot add to them."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from sqlrisk.errors import ConfigurationError

VARIABLE = "SQLRISK_ALLOW_PATHS"
"""The environment variable of folders that may be read beside the project's, separated as those of PATH."""


def folders(*named: Path | None) -> tuple[Path, ...]:
    """The folders that were named, and those of SQLRISK_ALLOW_PATHS, symlinks resolved; without repeats."""
    listed = [Path(each) for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each]
    return tuple(dict.fromkeys(real(each) for each in (*named, *listed) if each is not None))


def named(file: Path) -> tuple[Path, ...]:
    """What a file that the command line names allows: its folder, as it is written, and the file that it is, should it be a symlink."""
    fixed = _fixed(file)
    return (fixed.parent, file) if fixed == file else (fixed,)


def real(path: Path) -> Path:
    """A path without symlinks, whether or not something is there. One with a NUL stays as it is: nothing has that name."""
    return path if "\0" in str(path) else Path(os.path.realpath(path))


def is_inside(path: Path, allowed: Iterable[Path]) -> bool:
    """Whether a path, symlinks resolved, is one of those allowed, or beneath one."""
    resolved = real(path)
    return any(resolved == each or each in resolved.parents for each in allowed)


def refuse_outside(path: Path, name: str, allowed: Iterable[Path]) -> None:
    """Raises ConfigurationError for a file, or a pattern of files, outside the folders that are allowed. `name`: the path as it is declared."""
    if not is_inside(_fixed(path), allowed) or ".." in path.parts[len(_fixed(path).parts) :]:
        raise ConfigurationError(
            f"`{name}` is outside the project folder and the folders that may be read",
            instead=f"move it into the project folder, or allow its folder: --allow-path DIR, {VARIABLE}, or allowed_paths of profiles.yml",
        )


def refuse_irregular(path: Path, name: str) -> None:
    """Raises ConfigurationError for a pipe, a device or a socket: reading it could hang, or never end."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ConfigurationError(f"`{name}` is not a regular file", instead="write its content into a file, and name that")


def _fixed(path: Path) -> Path:
    """The part of a pattern before its first wildcard; a path without one, whole."""
    place = next((place for place, part in enumerate(path.parts) if glob.has_magic(part)), None)
    return path if place is None else Path(*path.parts[:place])
