"""pyCANON's functions as its manual calls them. Usage: by_pycanon.py k|all FILE."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from typing import Any

import pandas as pd

from benchmarks.peers.reading import QUASI_IDENTIFIERS, SENSITIVE, tell

anonymity: Any = importlib.import_module("pycanon.anonymity")


def k(frame: pd.DataFrame) -> Mapping[str, Any]:
    """k alone."""
    return {"k": int(anonymity.k_anonymity(frame, QUASI_IDENTIFIERS))}


def everything(frame: pd.DataFrame) -> Mapping[str, Any]:
    """k, l, entropy l and t."""
    arguments = frame, QUASI_IDENTIFIERS, [SENSITIVE]
    return {
        **k(frame),
        "distinct_l": int(anonymity.l_diversity(*arguments)),
        "entropy_l": float(anonymity.entropy_l_diversity(*arguments)),
        "t_closeness": float(anonymity.t_closeness(*arguments)),
    }


if __name__ == "__main__":
    tell(sys.argv[2], {"k": k, "all": everything}[sys.argv[1]])
