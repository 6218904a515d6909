"""The example from nothing: its files and its synthetic data, in a folder of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlrisk.causes import cause
from sqlrisk.errors import WriteError

FILES = ("sqlrisk.yml", "seeds/altas.csv")


def prepared(folder: Path) -> Path:
    """The folder with the example in it; what stands there already stays. Raises WriteError."""
    example = example_path()
    try:
        for name in FILES:
            place = folder / name
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(example / name, place)
    except OSError as error:
        raise WriteError(f"cannot write the example: {cause(error)}", where=str(folder), instead="name a folder that you may write to with --dir") from None
    return folder


def example_path() -> Path:
    """The example project: the checkout's, or the wheel's."""
    checkout = Path(__file__).parent.parent
    return (checkout if (checkout / "pyproject.toml").is_file() else Path(__file__).parent) / "example_project"
