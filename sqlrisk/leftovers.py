"""Temporary files and folders: each is locked by the process that made it, and the next run removes those whose process was killed."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

_FOLDER, _FILE = "sqlrisk-", ".sqlrisk-"
_LEFT = re.compile(r"(?:|\..+\.)sqlrisk-(\d{1,10})-\w+")
_YOUNG = 60
"""Seconds in which a process that is not seen here (that of another container) may be between making a file and locking it."""


class PrivateFolder:
    """A folder of mode 0700 that is gone once it is removed, or at the next run's start where this one is killed. What other runs left is removed."""

    def __init__(self, parent: Path) -> None:
        """Raises OSError."""
        remove_left(parent)
        self.path = Path(tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-", dir=parent))
        self._lock = _locked(self.path)

    def remove(self) -> None:
        """Remove the folder and all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def new_beside(path: Path, mode: int) -> tuple[int, Path]:
    """A new file beside another, open for writing and locked, and its path. `mode`: its permissions, less the umask. Raises OSError."""
    temporary = path.with_name(f".{path.name}{_FILE}{os.getpid()}-{secrets.token_hex(4)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    _lock(handle)
    return handle, temporary


def remove_left(folder: Path) -> None:
    """Remove the temporary files and folders of killed runs that stand in a folder."""
    with suppress(OSError):
        for name in os.listdir(folder):
            match = _LEFT.fullmatch(name)
            if match:
                _remove_if_left(folder / name, int(match[1]))


def _remove_if_left(path: Path, process: int) -> None:
    with suppress(OSError):
        found = os.lstat(path)
        young = time.time() - found.st_mtime < _YOUNG
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)) or (young and _lives(process)) or not _is_ours(found):
            return
        lock = _locked(path, for_removal=True)
        try:
            if stat.S_ISDIR(found.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()
        finally:
            if lock is not None:
                os.close(lock)


def _is_ours(found: os.stat_result) -> bool:
    """Whether the user that runs this made it: others share the folder for temporary files."""
    return sys.platform == "win32" or found.st_uid == os.geteuid()


def _lives(process: int) -> bool:
    """Whether a process of this number is seen here; on Windows it is not asked."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _locked(path: Path, for_removal: bool = False) -> int | None:
    """A handle that holds the lock of a file or folder; None on Windows, where what is open cannot be removed. Raises OSError where another holds it."""
    if sys.platform == "win32":
        return None
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    if _lock(handle) or not for_removal:
        return handle
    os.close(handle)
    raise BlockingIOError


def _lock(handle: int) -> bool:
    """Whether the lock was free; it is held until the handle is closed, or the process ends."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
