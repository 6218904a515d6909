"""The private folder for what does not fit in memory, and for copies of files; those that killed runs left behind are removed."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from sqlrisk.causes import cause
from sqlrisk.errors import ConfigurationError

_SPILL = re.compile(r"sqlrisk-(\d+)-")


def spill_folder(configured: Any, folder: Path) -> Path:
    """A private folder for what does not fit in memory. Those that killed runs left behind are removed."""
    parent = folder / str(configured) if configured else Path(tempfile.gettempdir())
    try:
        parent.mkdir(parents=True, exist_ok=True)
        for left in parent.glob("sqlrisk-*-*"):
            match = _SPILL.match(left.name)
            if match and not Path(f"/proc/{match[1]}").exists() and left.stat().st_uid == os.getuid() and Path("/proc/self").exists():
                shutil.rmtree(left, ignore_errors=True)
        return Path(tempfile.mkdtemp(prefix=f"sqlrisk-{os.getpid()}-", dir=parent))
    except OSError as error:
        raise ConfigurationError(f"temp_directory cannot be used: {cause(error)}", where=str(parent)) from None
