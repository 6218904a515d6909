"""The private folder for what does not fit in memory, and for copies of files; those that killed runs left behind are removed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from sqlrisk.causes import cause
from sqlrisk.errors import ConfigurationError
from sqlrisk.leftovers import PrivateFolder


def spill_folder(configured: Any, folder: Path) -> PrivateFolder:
    """A private folder in the one that is configured, relative to `folder`, or in the system's for temporary files. Raises ConfigurationError."""
    parent = folder / str(configured) if configured else Path(tempfile.gettempdir())
    try:
        parent.mkdir(parents=True, exist_ok=True)
        return PrivateFolder(parent)
    except OSError as error:
        raise ConfigurationError(f"temp_directory cannot be used: {cause(error)}", where=str(parent)) from None
