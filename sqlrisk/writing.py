"""Files that are written: a regular file is replaced whole or not at all, a device or a pipe is written to, and nothing else is touched."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from sqlrisk.causes import cause
from sqlrisk.errors import WriteError
from sqlrisk.leftovers import new_beside, remove_left

_PATIENCE = 10
"""Seconds that a pipe without a reader is waited for."""
_CUT = b"\n(cut: the summary of a step has no more room)\n"


def write(text: str, path: Path, anew: bool = False) -> None:
    """Write a file whole or not at all; `anew`: only where none stands. What killed runs left beside it is removed.

    A new file has the permissions of the umask, one that is replaced keeps its own; a symlink is followed; a device or a pipe is written to.
    Raises WriteError; the file that stood there before is untouched. Raises FileExistsError where one stands that must not.
    """
    data = text.encode("utf-8")
    try:
        before = _standing(path)
        if before is not None and anew:
            raise FileExistsError
        if before is None or stat.S_ISREG(before.st_mode):
            _replace(data, Path(os.path.realpath(path)), before, anew)
        else:
            _pour(data, path, stat.S_ISFIFO(before.st_mode))
    except FileExistsError as error:
        if anew:
            raise
        instead = "start what reads the pipe first" if _is_unread(error) else None
        raise WriteError(f"cannot write it: {cause(error)}", where=str(path), instead=instead) from None
    except OSError as error:
        raise WriteError(
            f"cannot write it: {cause(error)}", where=str(path), instead="start what reads the pipe first" if _is_unread(error) else None
        ) from None


def append(text: str, path: Path, most: int) -> None:
    """Append to a file that may hold `most` bytes, cut at the end of a line where it is more. Raises WriteError."""
    try:
        room = most - (path.stat().st_size if path.exists() else 0)
        data = text.encode()
        if len(data) > room:
            kept = data[: max(room - len(_CUT), 0)]
            data = kept[: kept.rfind(b"\n") + 1] + _CUT if room >= len(_CUT) else b""
        with open(path, "ab") as file:
            file.write(data)
    except OSError as error:
        raise WriteError(f"cannot append to it: {cause(error)}", where=str(path)) from None


def _standing(path: Path) -> os.stat_result | None:
    """What stands under a name, symlinks followed; None where nothing does. Raises OSError."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _replace(data: bytes, path: Path, before: os.stat_result | None, anew: bool) -> None:
    """Write beside a regular file, then put it in its place. Raises OSError."""
    remove_left(path.parent)
    handle, temporary = new_beside(path, 0o600 if before else 0o666)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            _like(temporary, before)
        if not anew or not _linked(temporary, path):
            os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _like(temporary: Path, before: os.stat_result) -> None:
    """Give a file the owner, where the system lets us, and the permissions of the one that it replaces."""
    now = temporary.stat()
    if hasattr(os, "chown") and (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        with suppress(OSError):
            os.chown(temporary, before.st_uid, before.st_gid)
    os.chmod(temporary, stat.S_IMODE(before.st_mode) & 0o777)


def _linked(temporary: Path, path: Path) -> bool:
    """Let a file stand under its name where none stands; False where the name is only taken, on a file system without hard links.

    Raises FileExistsError.
    """
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        path.open("x").close()
        return False
    os.unlink(temporary)
    return True


def _pour(data: bytes, path: Path, is_pipe: bool) -> None:
    """Write to what stands there and is no regular file. Raises OSError: of a pipe, also where nobody reads it."""
    handle = _opened_pipe(path) if is_pipe else os.open(path, os.O_WRONLY)
    with open(handle, "wb") as file:
        file.write(data)


def _opened_pipe(path: Path) -> int:
    if sys.platform == "win32":
        return os.open(path, os.O_WRONLY)
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if not _is_unread(error) or time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            os.set_blocking(handle, True)
            return handle


def _is_unread(error: OSError) -> bool:
    """Whether nobody reads a pipe."""
    return error.errno in (errno.ENXIO, errno.EPIPE)
