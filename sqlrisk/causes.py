"""What the errors of Python and of drivers come down to, in words of ours: their own can hold values, secrets and lines of files."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Literal

Cause = Literal[
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "File name too long",
    "File exists",
    "No space left on device",
    "Read-only file system",
    "Too many levels of symbolic links",
    "Input/output error",
    "Too many open files",
    "the system refuses it",
]
_CAUSES: Mapping[int | None, Cause] = {
    errno.ENOENT: "No such file or directory",
    errno.EACCES: "Permission denied",
    errno.EPERM: "Permission denied",
    errno.EISDIR: "Is a directory",
    errno.ENOTDIR: "Not a directory",
    errno.ENAMETOOLONG: "File name too long",
    errno.EEXIST: "File exists",
    errno.ENOSPC: "No space left on device",
    errno.EDQUOT: "No space left on device",
    errno.EROFS: "Read-only file system",
    errno.ELOOP: "Too many levels of symbolic links",
    errno.EIO: "Input/output error",
    errno.EMFILE: "Too many open files",
    errno.ENFILE: "Too many open files",
}


def cause(error: OSError) -> Cause:
    """Why the system refuses a file."""
    return _CAUSES.get(error.errno, "the system refuses it")


def first_byte(error: UnicodeDecodeError) -> int:
    """The place of the first byte that cannot be decoded."""
    return error.start


def unsafe_words(error: BaseException, shown: bool) -> str:
    """`: ` and the error's own words where --unsafe-debug asks for them, else nothing. No other place reads them."""
    return f": {error}" if shown else ""
