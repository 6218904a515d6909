"""How pandas reads the tables of the peers, and how a peer's process tells what it found. It runs in the peers' environments too, so it needs pandas alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

QUASI_IDENTIFIERS = ["age", "sex", "postcode"]
SENSITIVE = "diagnosis"


def read(file: str) -> pd.DataFrame:
    """A parquet file, or a CSV file whose postcodes keep their zeros."""
    return pd.read_parquet(file) if file.endswith(".parquet") else pd.read_csv(file, dtype={"postcode": str})


def tell(file: str, measured: Callable[[pd.DataFrame], Mapping[str, Any]]) -> None:
    """Prints the answers as JSON, with the wall seconds of reading and of measuring."""
    started = time.perf_counter()
    frame = read(file)
    read_at = time.perf_counter()
    answers = measured(frame)
    print(json.dumps({**answers, "reading": read_at - started, "measuring": time.perf_counter() - read_at}))
